"""Car that pulls up to three trailers, without slip: an axle goes where it points, and a hitch leads the next.

The tractor drives an exact arc; the hitch angles follow by Runge and Kutta's step of fourth order. Right while no tyre
slips: below about 3 m/s^2 to the side. Nothing has mass here: ``tractor-trailer`` swings and slides as bodies do.

A hitch angle is the yaw of a trailer minus that of the vehicle before it, left positive. On its axle, a hitch that is
pulled along a circle settles at ``sin(hitch angle) = -trailer_length tan(steer_angle) / wheelbase``; where that is
beyond 1 there is no such angle, and the trailer folds up: ``is_jack_knifed`` says so. Backward, hitch angles grow by
themselves, e-fold for each trailer's length. With its ``backing_guide`` on, which ``drive`` sets, the steering angle in
reverse is meant for the path of the last trailer, as if that were a car: all to one side is the tightest circle on
which it can still be held, and the wheels are turned as that needs (``parts.hitch``). Three trailers are held so from
hitch angles of about 10 degrees, two from 20, one from any at which it can still be held.

Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 2.2, for axles that do not slip; one trailer on the
axle is CommonRoad's KST: Althoff and Wuersching, "CommonRoad: Vehicle Models" (2020), chapter 6. Symbols there: delta
steer_angle, l_wb wheelbase, l_wbt trailer_length, alpha hitch_angle.
"""

from typing import Annotated, NamedTuple

from ..convergence import Convergence
from ..declarations import TrailerFields
from ..fields import Names, NonNegative, Positive, Range, SteerAngle, SteerStop, Switch
from ..mathematics import Real, atan, clamp, select, tan, wrap_angle
from ..parts.hitch import (
    CALM,
    QUICK,
    STEADY,
    HitchOffset,
    limited_curvature_to_push,
    tightest_curvature,
    trailer_motion,
)
from .arc import along_twist

NAME = "tractor-trailer/chain"
KIND = "wheeled"
REFERENCE_POINT = "the middle of the tractor"
CONVERGENCE = (Convergence(4, at={"backing_guide": 0.0, "max_steer_angle": 0.5}),)
REPORTS = ("is_jack_knifed",)
TRAILERS = (
    TrailerFields("hitch_angle", "hitch_offset", "trailer_length"),
    TrailerFields("second_hitch_angle", "second_hitch_offset", "second_trailer_length"),
    TrailerFields("third_hitch_angle", "third_hitch_offset", "third_trailer_length"),
)
TRAILER_COUNT = "trailer_count"
DIMENSIONS = {"wheelbase": ("front_axle_offset", "rear_axle_offset")}

TrailerCount = Annotated[
    float,
    Range(low=0.0, high=3.0, words="0, 1, 2 or 3"),
    Names((("none", 0.0), ("one", 1.0), ("two", 2.0), ("three", 3.0)), is_choice=True),
]


class State(NamedTuple):
    """Pose of the middle of the tractor, and the hitch angles of its trailers."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    hitch_angle: float = 0.0  # yaw of the first trailer minus the tractor's, in (-pi, pi] [rad]
    second_hitch_angle: float = 0.0  # yaw of the second trailer minus the first one's [rad]
    third_hitch_angle: float = 0.0  # yaw of the third trailer minus the second one's [rad]
    is_jack_knifed: Switch = 0.0  # 1 while a trailer is folded up further than it can be, else 0 [1]


class Control(NamedTuple):
    """Driver inputs."""

    steer_angle: SteerAngle = 0.0  # of the front wheels, left positive [rad]
    speed: float = 0.0  # of the tractor's rear axle, forward positive [m/s]
    backing_guide: Switch = 0.0  # in reverse the steering angle is meant for the last trailer's path [1]


class Params(NamedTuple):
    """Parameters of car and trailers."""

    front_axle_offset: Positive = 1.8  # of the tractor's front axle ahead of its middle [m]
    rear_axle_offset: Positive = 1.8  # of its rear axle behind its middle [m]
    max_steer_angle: SteerStop = 0.6  # the wheels turn no further [rad]
    trailer_count: TrailerCount = 1.0  # trailers that are there [1]
    hitch_offset: HitchOffset = 1.8  # of the first hitch behind the tractor's middle [m]
    trailer_length: Positive = 8.1  # of the first trailer, hitch to axle [m]
    second_hitch_offset: HitchOffset = 0.0  # of the second hitch behind the first trailer's axle [m]
    second_trailer_length: Positive = 6.0  # hitch to axle [m]
    third_hitch_offset: HitchOffset = 0.0  # of the third hitch behind the second trailer's axle [m]
    third_trailer_length: Positive = 6.0  # hitch to axle [m]
    max_hitch_angle: NonNegative = 1.6  # beyond it a trailer meets what pulls it [rad]


class Angles(NamedTuple):
    """Of the three hitches."""

    first: Real  # [rad]
    second: Real
    third: Real


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] at constant speed and wheel angle, for the middle of the tractor."""
    speed = control.speed
    yaw_rate = speed * tan(wheel_angle(state, control, params)) / (params.front_axle_offset + params.rear_axle_offset)
    angles = Angles(state.hitch_angle, state.second_hitch_angle, state.third_hitch_angle)
    angles = after(angles, dt, speed, yaw_rate, params)
    angles = Angles(wrap_angle(angles.first), wrap_angle(angles.second), wrap_angle(angles.third))
    aside = params.rear_axle_offset * yaw_rate * dt
    pose = along_twist(state.x, state.y, state.yaw, speed * dt, aside, yaw_rate * dt)
    return State(*pose, angles.first, angles.second, angles.third, is_folded(angles, params))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control for a speed [m/s] and a steering command in -1..1, left positive.

    Forward it is a share of the full wheel angle, backward of the tightest circle of the last trailer.
    """
    return Control(clamp(steer, -1.0, 1.0) * params.max_steer_angle, speed, 1.0 + 0.0 * speed)


def rates(angles: Angles, speed: Real, yaw_rate: Real, params: Params) -> Angles:
    """Rates of the articulation angles [rad/s] behind a rear axle of ``speed`` [m/s] and ``yaw_rate`` [rad/s].

    Args:
        speed: speed of the tractor's rear axle, forward positive [m/s].
    """
    offset = params.hitch_offset - params.rear_axle_offset
    next_speed, turn = trailer_motion(angles.first, offset, params.trailer_length, speed, yaw_rate)
    next_pace, next_turn = trailer_motion(
        angles.second, params.second_hitch_offset, params.second_trailer_length, next_speed, turn
    )
    _, last_turn = trailer_motion(
        angles.third, params.third_hitch_offset, params.third_trailer_length, next_pace, next_turn
    )
    return Angles(
        select(params.trailer_count > 0.5, turn - yaw_rate, 0.0),
        select(params.trailer_count > 1.5, next_turn - turn, 0.0),
        select(params.trailer_count > 2.5, last_turn - next_turn, 0.0),
    )


def after(angles: Angles, duration: Real, speed: Real, yaw_rate: Real, params: Params) -> Angles:
    """Return the hitch angles [rad] a ``duration`` [s] later, by Runge and Kutta; good for half a trailer's length.

    Speed and yaw rate are those of the tractor's rear axle, forward and left positive [m/s, rad/s].
    """
    one = rates(angles, speed, yaw_rate, params)
    two = rates(integrate(angles, one, 0.5 * duration), speed, yaw_rate, params)
    three = rates(integrate(angles, two, 0.5 * duration), speed, yaw_rate, params)
    four = rates(integrate(angles, three, duration), speed, yaw_rate, params)
    mean = Angles(
        (one.first + 2.0 * (two.first + three.first) + four.first) / 6.0,
        (one.second + 2.0 * (two.second + three.second) + four.second) / 6.0,
        (one.third + 2.0 * (two.third + three.third) + four.third) / 6.0,
    )
    return integrate(angles, mean, duration)


def integrate(angles: Angles, by: Angles, duration: Real) -> Angles:
    """Return the hitch angles [rad] a ``duration`` [s] later at constant rates ``by`` [rad/s]."""
    return Angles(
        angles.first + duration * by.first, angles.second + duration * by.second, angles.third + duration * by.third
    )


def wheel_angle(state: State, control: Control, params: Params) -> Real:
    """Return the angle [rad] of the front wheels: as the driver sets it or, guided, as the last trailer needs it."""
    wheelbase = params.front_axle_offset + params.rear_axle_offset
    commanded = clamp(control.steer_angle, -params.max_steer_angle, params.max_steer_angle)
    offset = params.hitch_offset - params.rear_axle_offset
    has_first, has_second, has_third = (
        params.trailer_count > 0.5, params.trailer_count > 1.5, params.trailer_count > 2.5,
    )  # fmt: skip

    most = tan(params.max_steer_angle) / wheelbase
    first = tightest_curvature(most, offset, params.trailer_length)
    second = tightest_curvature(first, params.second_hitch_offset, params.second_trailer_length)
    third = tightest_curvature(second, params.third_hitch_offset, params.third_trailer_length)
    full = select(has_third, third, select(has_second, second, select(has_first, first, most)))

    curvature = full * commanded / select(params.max_steer_angle > 0.0, params.max_steer_angle, 1.0)
    third_length, second_length = params.third_trailer_length, params.second_trailer_length
    curvature_to_lead = limited_curvature_to_push(
        state.third_hitch_angle, curvature, second, params.third_hitch_offset, third_length, CALM
    )
    curvature = select(has_third, curvature_to_lead, curvature)
    curvature_to_lead = limited_curvature_to_push(
        state.second_hitch_angle, curvature, first, params.second_hitch_offset, second_length, STEADY
    )
    curvature = select(has_second, curvature_to_lead, curvature)
    curvature = limited_curvature_to_push(state.hitch_angle, curvature, most, offset, params.trailer_length, QUICK)
    guided = (control.backing_guide > 0.5) & (control.speed < 0.0) & has_first
    return select(guided, atan(wheelbase * curvature), commanded)


def is_folded(angles: Angles, params: Params) -> Real:
    """1 where a trailer is turned further than it can be, else 0."""
    most, count = params.max_hitch_angle, params.trailer_count
    folded = (
        ((count > 0.5) & (abs(angles.first) > most))
        | ((count > 1.5) & (abs(angles.second) > most))
        | ((count > 2.5) & (abs(angles.third) > most))
    )
    return select(folded, 1.0, 0.0)
