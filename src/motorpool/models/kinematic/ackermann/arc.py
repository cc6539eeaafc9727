"""Ackermann car, exact: four wheels whose axles meet in one point carry it about that point.

Valid while the wheel angle and the speed are constant over the step; then exact for any ``dt``. Real tyres slip
sideways: trust it while the lateral acceleration stays below about 3 m/s^2. The front wheels turn by different
angles, as they must in order not to slip; ``ackermann.geometry`` has the other angle and each wheel's speed.

The control is that of the *outer* wheels, the right ones in a left turn and the left ones in a right turn. At
``atan(wheelbase / track_width)`` the inner front wheel stands at 90 degrees and the car turns about its inner rear
wheel: no car steers further, and this one refuses to.

Source: Denis Zorin, "Kinematics of a turning car" (document 002). Symbols there: p the centre of the car, d its
direction, l wheelbase, w track width, alpha and s the angle of the outer front and the speed of the outer rear
wheel, beta the angle of the inner front wheel, c the centre of rotation, omega = s / (l cot alpha). Its formulas
are those of a left turn; here |tan alpha| takes the place of tan alpha where the side of the wheel matters, so that
a right turn is the mirror image. There is no cotangent: straight ahead is a turn by zero.
"""

from typing import NamedTuple

from ...convergence import EXACT, Convergence
from ...fields import MaxSteerAngle, Positive, SteerAngle
from ...mathematics import Flag, Real, atan2, clamp, minimum, sincos, tan
from ..arc import State, along_twist

__all__ = [
    "KIND",
    "LIMIT",
    "Control",
    "Params",
    "State",
    "body_twist",
    "control_from_command",
    "is_valid",
    "limit_angle",
    "step",
]

NAME = "ackermann/arc"
KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(EXACT),)
DIMENSIONS = {"max_steer_angle": ("max_wheel_angle",)}

LIMIT = "abs(outer_wheel_angle) must be below atan(wheelbase / track_width): there the inner wheel is at 90 degrees"

CLOSEST = 0.99  # to the limit that drive() steers, whatever max_wheel_angle says [1]


class Control(NamedTuple):
    """Driver inputs."""

    outer_wheel_angle: SteerAngle = 0.0  # of the front wheel outside the turn, left positive [rad]
    outer_rear_speed: float = 0.0  # of the rear wheel outside the turn, forward positive [m/s]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    wheelbase: Positive = 2.7  # front to rear axle [m]
    track_width: Positive = 1.5  # between the planes of the left and the right wheels [m]
    max_wheel_angle: MaxSteerAngle = 0.6  # of the outer wheel, at a full steering command in drive() [rad]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """The state after ``dt`` [s] at constant speed and wheel angle, for the centre of the wheelbase rectangle."""
    forward_speed, lateral_speed, yaw_rate = body_twist(control, params)
    return State(*along_twist(state.x, state.y, state.yaw, forward_speed * dt, lateral_speed * dt, yaw_rate * dt))


def body_twist(control: Control, params: Params) -> tuple[Real, Real, Real]:
    """Forward speed, lateral speed [m/s] and yaw rate [rad/s] of the centre of the wheelbase rectangle."""
    tangent = tan(control.outer_wheel_angle)
    yaw_rate = control.outer_rear_speed * tangent / params.wheelbase
    inward = 0.5 * params.track_width / params.wheelbase * abs(tangent)  # what the middle is slower than outside [1]
    return control.outer_rear_speed * (1.0 - inward), 0.5 * params.wheelbase * yaw_rate, yaw_rate


def limit_angle(params: Params) -> Real:
    """Return the outer wheel's angle [rad] at which the inner front wheel stands at 90 degrees."""
    return atan2(params.wheelbase, params.track_width)


def is_valid(control: Control, params: Params, dt: Real) -> Flag:
    """Return whether the inner front wheel is steered by less than 90 degrees."""
    beyond = abs(control.outer_wheel_angle) - limit_angle(params)
    return (beyond < 0.0) | (beyond != beyond)  # NaN is no angle out of range: the step itself cannot be finite


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """The control for a speed [m/s] of the middle of the rear axle and a steering command in -1..1, left positive.

    The speed is that of ``bicycle/arc`` by default, so that the same commands are comparable. A full command is
    ``max_wheel_angle``, or just below the limit where that is less.
    """
    full = minimum(params.max_wheel_angle, CLOSEST * limit_angle(params))
    angle = clamp(steer, -1.0, 1.0) * full
    sine, cosine = sincos(angle)
    outer, inward = params.wheelbase * cosine, 0.5 * params.track_width * abs(sine)
    return Control(angle, speed * outer / (outer - inward))
