"""Bicycle car in six lines: both wheels move by the same distance, each the way it points.

Right at small steering angles and some dozens of frames a second. It is no bicycle without slip, at any ``dt``: as
``dt`` shrinks it converges to ``bicycle/six-line-limit``, whose curvature is 2 tan(steer_angle / 2) / wheelbase instead
of tan(steer_angle) / wheelbase (0.2 % less at 5 degrees, 7 % at 30, 17 % at 45). A step that moves a wheel farther than
the car is long turns it round. Use ``bicycle/arc`` to drive; use this one to see why.

"Speed" is that of both wheels, which only a car that drives straight on can have: round a bend the front wheel moves at
it, off the way it points, and the back wheel at (1 + cos(steer_angle)) / 2 of it.

Source: "Simple 2D car steering physics in games" (document 004), its six lines, in the car's axes instead of the
world's. Symbols there: carLocation, carHeading the state, carSpeed, steerAngle, wheelBase.
"""

from typing import NamedTuple

from .....models.convergence import Convergence
from .....models.fields import MaxSteerAngle, Positive
from .....models.kinematic.arc import State
from .....models.kinematic.bicycle.arc import Control, control_from_command
from .....models.kinematic.bicycle.wheels import pose_of_wheels
from .....models.mathematics import Real, sincos

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (
    Convergence(1, reference="bicycle/six-line-limit"),
    Convergence(0, reference="bicycle/arc"),
)


class Params(NamedTuple):
    """Parameters of the vehicle."""

    wheelbase: Positive = 2.7  # front to rear axle [m]
    max_steer_angle: MaxSteerAngle = 0.6  # of a full steering command in drive() [rad]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after one frame of ``dt`` [s], for the middle of the wheelbase."""
    distance = control.speed * dt
    sine, cosine = sincos(control.steer_angle)
    front_x, front_y = 0.5 * params.wheelbase + distance * cosine, distance * sine
    back_x, back_y = -0.5 * params.wheelbase + distance, 0.0
    return State(*pose_of_wheels(state, front_x, front_y, back_x, back_y))
