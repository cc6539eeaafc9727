"""Car that pulls up to three trailers, with the steering wheel on its front wheels, in reverse, too.

It moves as ``tractor-trailer/chain`` does. Only its driver has no help: in reverse, too, the steering command is a
share of the full wheel angle, not of the last trailer's tightest circle, and hitch angles grow by themselves.

Source: as ``tractor-trailer/chain``.
"""

from ..convergence import Convergence
from ..mathematics import Real, clamp
from .trailer_chain import DIMENSIONS as DIMENSIONS
from .trailer_chain import KIND as KIND
from .trailer_chain import REFERENCE_POINT as REFERENCE_POINT
from .trailer_chain import REPORTS as REPORTS
from .trailer_chain import TRAILER_COUNT as TRAILER_COUNT
from .trailer_chain import TRAILERS as TRAILERS
from .trailer_chain import Control, Params, State
from .trailer_chain import step as step

NAME = "tractor-trailer/unguided"
CONVERGENCE = (Convergence(4, at={"backing_guide": 0.0, "max_steer_angle": 0.5}),)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control for a speed [m/s] and a steering command, a share of the full angle, left positive."""
    return Control(clamp(steer, -1.0, 1.0) * params.max_steer_angle, speed, 0.0 * abs(speed))
