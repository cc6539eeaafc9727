"""The limit of the six lines for small steps: an arc, wider than a car's, exact for any ``dt``.

Both wheels are driven at the same speed, so the front wheel slips sideways: by 1.8 degrees at a steering angle of 30
degrees, by 5.4 at 45. The car turns by speed * sin(steer_angle) / wheelbase, as with a front wheel that moves at
that speed and does not slip, but its middle goes farther meanwhile, round a wider bend.

Valid while speed and steering angle are constant over the step, as a description of ``bicycle/six-line`` with short
frames. It is wrong for a car: its curvature is 2 tan(steer_angle / 2) / wheelbase instead of
tan(steer_angle) / wheelbase.

Source: the six lines of "Simple 2D car steering physics in games" (document 004), divided by ``dt`` as ``dt`` goes to
zero; the derivation is ours. With v the speed, d the steering angle, b the wheelbase: the middle of the car moves at
v (1 + cos d) / 2 forward and v sin d / 2 to the left, and the car turns by v sin d / b.
"""

from .....models.convergence import EXACT, Convergence
from .....models.kinematic.arc import State, along_twist
from .....models.kinematic.bicycle.arc import Control, control_from_command
from .....models.mathematics import Real, sincos
from .six_line import Params

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(EXACT),)


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] at constant speed and steering angle, for the middle of the wheelbase."""
    half = 0.5 * control.speed * dt
    sine, cosine = sincos(control.steer_angle)
    turn = 2.0 * half * sine / params.wheelbase
    return State(*along_twist(state.x, state.y, state.yaw, half * (1.0 + cosine), half * sine, turn))
