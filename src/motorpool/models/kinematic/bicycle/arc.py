"""Bicycle car, exact: two wheels that do not slip carry it along a circular arc.

Valid while speed and steering angle are constant over the step; then exact for any ``dt``. Real tyres
slip sideways: trust it while the lateral acceleration stays below about 3 m/s^2.

"Speed" is that of the point which ``speed_reference`` names: the rear axle (0), the centre (0.5), the
front axle (1), or anything between. At a steering angle of 90 degrees the car turns about its rear wheel, which then
has no speed: with the reference there the model refuses that angle, with any other it holds up to it. The document and
its comments each mean another speed by "carSpeed": the rear axle's in comment 4, the front axle's in comments 20 and
49; the document's own six lines give both wheels the same, and comment 24, whose arc this is, leaves it open.

Source: "Simple 2D car steering physics in games" (document 004) and its comment 24, the arc. Symbols
there: b wheelbase, delta steering angle, v speed. With the reference a fraction p of the wheelbase ahead
of the rear axle, v = rear speed * sqrt(1 + (p tan delta)^2); multiplied by cos delta, nothing is infinite at p = 1.
"""

from typing import Annotated, NamedTuple, Protocol

from ...convergence import EXACT, Convergence
from ...fields import MaxSteerAngle, Names, Positive, Range, SteerAngle
from ...frames import Placed
from ...mathematics import Flag, Real, clamp, sincos, sqrt
from ..arc import State, along_twist

NAME = "bicycle/arc"
KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(EXACT),)

CLOSEST = 1e-6  # to 90 degrees [rad], or to the rear axle [wheelbases]: nearer, rounding decides where the car points

LIMIT = (
    "abs(steer_angle) must be below pi/2 - 1e-6 where speed_reference is 'rear' or less than 1e-6: "
    "at 90 degrees the car turns about its rear wheel, whose speed is then 0"
)

SpeedReference = Annotated[
    float,
    Range(low=0.0, high=1.0, words="in 0..1"),
    Names((("rear", 0.0), ("centre", 0.5), ("front", 1.0))),
]


class Steered(Protocol):
    """Parameters of a vehicle that is steered by its wheels."""

    @property
    def max_steer_angle(self) -> Real:
        """Angle of a full steering command [rad]."""
        ...


class Control(NamedTuple):
    """Driver inputs."""

    steer_angle: SteerAngle = 0.0  # of the front wheel, left positive [rad]
    speed: float = 0.0  # of the reference point, forward positive [m/s]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    wheelbase: Positive = 2.7  # front to rear axle [m]
    speed_reference: SpeedReference = 0.0  # where speed is measured: rear axle 0 to front axle 1 [1]
    max_steer_angle: MaxSteerAngle = 0.6  # of a full steering command in drive() [rad]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] at constant speed and steering angle, for the middle of the wheelbase."""
    sine, cosine = sincos(control.steer_angle)
    reference = params.speed_reference * sine
    travel = control.speed * dt / (params.wheelbase * sqrt(cosine * cosine + reference * reference))  # [wheelbases]
    turn = travel * sine
    forward = travel * cosine * params.wheelbase
    return State(*along_twist(state.x, state.y, state.yaw, forward, 0.5 * params.wheelbase * turn, turn))


def is_valid(control: Control, params: Params, dt: Real) -> Flag:
    """Return whether the reference point can move at any speed: at 90 degrees the rear wheel cannot."""
    sine, cosine = sincos(control.steer_angle)
    reference = params.speed_reference * sine
    square = cosine * cosine + reference * reference  # as in step(): a kernel computes it once
    return (square >= CLOSEST * CLOSEST) | (square != square)  # NaN is left to the step


def control_from_command(state: Placed, speed: Real, steer: Real, params: Steered, dt: Real) -> Control:
    """Return the control for a speed [m/s] and a steering command in -1..1, left positive."""
    return Control(clamp(steer, -1.0, 1.0) * params.max_steer_angle, speed)
