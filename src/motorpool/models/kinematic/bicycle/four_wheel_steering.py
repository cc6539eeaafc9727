"""Bicycle car whose rear wheel is steered, too, exact: four-wheel steering and crab steering.

Valid as ``bicycle/arc`` is, and equal to it where ``rear_steer_ratio`` is 0; exact for any ``dt``. With a ratio of -1
the wheels turn against each other and the car turns about a point beside its middle; with 1 it moves along a straight
line that its wheels point along, and does not turn (crab steering).

Source: Furukawa, Yuhara, Sano, Takeda and Matsushita, "A review of four-wheel steering studies from the viewpoint of
vehicle dynamics and control", Vehicle System Dynamics 18 (1989); Rajamani, "Vehicle Dynamics and Control", 2nd ed.,
section 2.2, equations 2.1 to 2.11: two wheels that do not slip. Symbols there: l_f + l_r wheelbase, delta_f
steer_angle, delta_r = ratio * delta_f. All velocities are multiplied by cos delta_f cos delta_r, and tan delta_f -
tan delta_r is written as sin(delta_f - delta_r) over it, so that nothing is infinite and a crab does not turn at all.
"""

from typing import NamedTuple

from ...convergence import EXACT, Convergence
from ...fields import MaxSteerAngle, Positive, Signed
from ...mathematics import Flag, Real, sincos, sqrt
from ..arc import State, along_twist
from .arc import CLOSEST, Control, SpeedReference, control_from_command

__all__ = ["KIND", "LIMIT", "Control", "Params", "State", "control_from_command", "is_valid", "step"]

NAME = "bicycle/four-wheel-steering"
KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(EXACT),)

LIMIT = (
    "abs(steer_angle) must be below pi/2 - 1e-6 where the point of speed_reference then stands still: "
    "the rear axle, or any point if rear_steer_ratio is 1 or -1"
)


class Params(NamedTuple):
    """Parameters of the vehicle."""

    wheelbase: Positive = 2.7  # front to rear axle [m]
    speed_reference: SpeedReference = 0.0  # where speed is measured: rear axle 0 to front axle 1 [1]
    max_steer_angle: MaxSteerAngle = 0.6  # of a full steering command in drive() [rad]
    rear_steer_ratio: Signed = -0.5  # rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]


class Directions(NamedTuple):
    """Velocity of the car, over a common factor."""

    ahead: Real  # of any point, along body x [1]
    rear_left: Real  # of the rear axle, along body y [1]
    turn: Real  # yaw rate times the wheelbase [1]
    reference: Real  # speed of the point that has the stated one [1]


def directions_of(control: Control, params: Params) -> Directions:
    """Return the ratios of the velocities that two wheels without slip allow."""
    rear_angle = params.rear_steer_ratio * control.steer_angle
    _, front_cosine = sincos(control.steer_angle)
    rear_sine, rear_cosine = sincos(rear_angle)
    turn, _ = sincos(control.steer_angle - rear_angle)
    ahead, rear_left = front_cosine * rear_cosine, front_cosine * rear_sine
    across = rear_left + params.speed_reference * turn
    return Directions(ahead, rear_left, turn, sqrt(ahead * ahead + across * across))


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] at constant speed and steering angle, for the middle of the wheelbase."""
    directions = directions_of(control, params)
    travel = control.speed * dt / (params.wheelbase * directions.reference)  # [wheelbases]
    turn = travel * directions.turn
    forward = travel * directions.ahead * params.wheelbase
    lateral = 0.5 * params.wheelbase * turn + travel * directions.rear_left * params.wheelbase
    return State(*along_twist(state.x, state.y, state.yaw, forward, lateral, turn))


def is_valid(control: Control, params: Params, dt: Real) -> Flag:
    """Return whether the reference point can move at any speed."""
    reference = directions_of(control, params).reference  # as in step(): a kernel computes it once
    return (reference >= CLOSEST) | (reference != reference)  # NaN is left to the step
