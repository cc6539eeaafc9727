"""Drift by a delay in frames: the wheels move along the heading that the car had some frames ago.

A rough impression of drifting, as its author says: seen from its path the car points into the bend. Forces and grip are
not in it, and the drift depends on the frame rate: 10 frames at 60 Hz slide as far as 20 at 120 Hz. As ``dt`` shrinks
it vanishes with order 1, and ``bicycle/six-line-limit`` is left. Use ``bicycle/drift``, whose delay is a time.

Source: "Simple 2D car steering physics in games" (document 004), its comment 13: the heading "from a few frames
earlier" in the sines and cosines that move the wheels, the present one to place them and to draw. A delay between two
frames takes the heading between theirs.
"""

from typing import Annotated, NamedTuple

from .....models.convergence import Convergence
from .....models.fields import MaxSteerAngle, Positive, Range
from .....models.kinematic.bicycle.arc import Control, control_from_command
from .....models.mathematics import Real
from .delayed import FRAMES, State, step_along_earlier_heading

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(1, at={"delay_frames": 2.0}, reference="bicycle/six-line-limit"),)

Frames = Annotated[float, Range(low=0.0, high=FRAMES, words="in 0..20")]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    wheelbase: Positive = 2.7  # front to rear axle [m]
    delay_frames: Frames = 6.0  # how many frames ago the car pointed where its wheels move now [1]
    max_steer_angle: MaxSteerAngle = 0.6  # of a full steering command in drive() [rad]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after one frame of ``dt`` [s], for the middle of the wheelbase."""
    return step_along_earlier_heading(state, control, params, dt, params.delay_frames)
