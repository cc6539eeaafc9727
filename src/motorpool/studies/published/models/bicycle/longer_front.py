"""Bicycle car, six lines with a longer front step: the front wheel moves as far as keeps the wheels apart.

The back wheel moves by speed * dt along the car, the front wheel as far along its own direction as the wheelbase asks:
"speed" is that of the rear axle. It converges with order 1 to ``bicycle/arc`` with ``speed_reference`` "rear".

Wrong near 90 degrees, where the front wheel would have to move infinitely faster than the back wheel, and the error of
a step shrinks only with the square root of ``dt``. Backwards the front wheel is pushed by the back wheel, and with a
large steering angle and a long frame there is no place on its line that is near enough.

Source: "Simple 2D car steering physics in games" (document 004), its comment 4. Symbols there: b wheelbase, r the
distance of the rear wheel, B = (b - r) cos(steerAngle), C = r (2b - r), the front step sqrt(B^2 + C) - B. Here
it is C / (sqrt(B^2 + C) + B), which does not lose its digits when r is small, and B^2 + C is written as
b^2 - ((b - r) sin(steerAngle))^2.
"""

from .....models.convergence import Convergence
from .....models.kinematic.arc import State
from .....models.kinematic.bicycle.arc import Control, control_from_command
from .....models.kinematic.bicycle.wheels import pose_of_wheels
from .....models.mathematics import Flag, Real, select, sincos, sqrt
from .six_line import Params

__all__ = ["KIND", "LIMIT", "Control", "Params", "State", "control_from_command", "is_valid", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(1, at={"steer_angle": 0.5}, reference="bicycle/arc"),)
LIMIT = (
    "(wheelbase - speed * dt) * sin(steer_angle) may be at most the wheelbase: reversing, "
    "steer less or take shorter steps, else no step of the front wheel keeps the wheels apart"
)


def is_valid(control: Control, params: Params, dt: Real) -> Flag:
    """Return whether the front wheel's line comes near enough to the back wheel's new position."""
    sine, _ = sincos(control.steer_angle)
    return abs((params.wheelbase - control.speed * dt) * sine) <= params.wheelbase


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after one frame of ``dt`` [s], for the middle of the wheelbase."""
    wheelbase, distance = params.wheelbase, control.speed * dt
    sine, cosine = sincos(control.steer_angle)
    front = _front_step(wheelbase, distance, sine, cosine)
    front_x, front_y = 0.5 * wheelbase + front * cosine, front * sine
    back_x, back_y = -0.5 * wheelbase + distance, 0.0
    return State(*pose_of_wheels(state, front_x, front_y, back_x, back_y))


def _front_step(wheelbase: Real, distance: Real, sine: Real, cosine: Real) -> Real:
    """Return the displacement of the front wheel while the back wheel moves by ``distance``."""
    gap = wheelbase - distance  # from the back wheel's new position to the front wheel's old one
    along, across = gap * cosine, gap * sine
    square = wheelbase * wheelbase - across * across
    root = select(square > 0.0, sqrt(select(square > 0.0, square, 1.0)), 0.0)
    is_ahead = along > 0.0
    ahead = distance * (wheelbase + gap) / select(is_ahead, root + along, 1.0)
    return select(is_ahead, ahead, root - along)
