"""Bicycle car whose rear is pulled along its old line: the best of document 004's step rules.

The front wheel moves by speed * dt the way it points, and the back wheel along the line on which it stands, to where it
is a wheelbase away from the front wheel: "speed" is that of the front axle. It converges to ``bicycle/arc`` with
``speed_reference`` "front", the place with order 1 and the heading with order 2, and holds at 90 degrees, where the car
turns about its back wheel.

Wrong when a step is long: the back wheel of a car leaves its old line at once. Beyond one wheelbase to the side per
step there is no such place on the line.

Source: "Simple 2D car steering physics in games" (document 004), its comment 49, in words. With b the wheelbase, r the
distance of the front wheel, d the steering angle: the back wheel moves by b + r cos d - sqrt(b^2 - r^2 sin^2 d),
written here as r cos d + (r sin d)^2 / (b + sqrt(b^2 - r^2 sin^2 d)), which does not lose its digits when r is small.
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
CONVERGENCE = (Convergence(1, reference="bicycle/arc:speed_reference=front"),)
LIMIT = (
    "speed * dt * sin(steer_angle) may be at most the wheelbase: steer less or take shorter steps, "
    "else the back wheel's line has no place that is a wheelbase away from the front wheel"
)


def is_valid(control: Control, params: Params, dt: Real) -> Flag:
    """Return whether the front wheel stays within a wheelbase of the back wheel's line."""
    sine, _ = sincos(control.steer_angle)
    return abs(control.speed * dt * sine) <= params.wheelbase


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after one frame of ``dt`` [s], for the middle of the wheelbase."""
    wheelbase, distance = params.wheelbase, control.speed * dt
    sine, cosine = sincos(control.steer_angle)
    ahead, aside = distance * cosine, distance * sine
    square = wheelbase * wheelbase - aside * aside
    root = select(square > 0.0, sqrt(select(square > 0.0, square, 1.0)), 0.0)
    front_x, front_y = 0.5 * wheelbase + ahead, aside
    back_x, back_y = -0.5 * wheelbase + (ahead + aside * aside / (wheelbase + root)), 0.0
    return State(*pose_of_wheels(state, front_x, front_y, back_x, back_y))
