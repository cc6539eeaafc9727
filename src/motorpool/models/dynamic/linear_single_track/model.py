"""Single-track car with linear tyres: CommonRoad's ``ST`` to the letter, to compare and plan with.

Right for small steering angles at moderate lateral acceleration (below about 4 m/s^2) on level ground, and wherever
the same numbers as CommonRoad's are needed. Its tyres never slide: at their limits ``single-track`` is the model to
take. Its acceleration is an input: it has no engine, slope or soil.

Its equations are stiff at low speed: a classical Runge-Kutta step (``RK4``) of 0.1 s would fall apart below 8 m/s. So
steering and speed, which are not stiff, take two half steps of RK4, and yaw rate and side-slip, which are linear in
themselves, one step of Lobatto IIIC: of fourth order as well, and stable at any speed and any ``dt``. The error is of
first order in the one step in which it begins or ceases to roll as below 0.1 m/s, where CommonRoad's equations jump.

Source: Althoff and Wuersching, "CommonRoad: Vehicle Models" (2020), sections 5 to 7, in the form of its code
(``vehicle_dynamics_st``, version 3.0.2), whose derivative of the side-slip at rest squares the tangent once too often;
kept. Not kept: faster in reverse than 0.1 m/s its tyres push away from where they should, and any side-slip grows
without bound; here they push as tyres do. Symbols there: delta wheel_angle, v speed, Psi yaw, beta sideslip_angle,
l_f, l_r axle offsets, h_cg centre_height, mu friction, C_S cornering coefficient, v_S switching_speed, a_max
max_acceleration. Lobatto IIIC: Hairer and Wanner, "Solving Ordinary Differential Equations II", section IV.5.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ...convergence import Convergence
from ...fields import Narrowed, NonNegative, Positive, SteerStop, StoppedAngle
from ...mathematics import Real, atan, clamp, maximum, minimum, select, sincos, tan, wrap_angle
from ...parts import axle, steering
from ...parts.attitude import GRAVITY
from ...parts.steering import State as Steering
from .lobatto import Matrix, Pair, Stage, change_of, lobatto

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

NAME = "single-track/linear"
KIND = "wheeled"
SCALES = ("mass",)
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
WITHIN_LIMITS = {  # of CommonRoad's car, where its rates have no kinks
    "speed": 10.0, "yaw_rate": 0.0, "sideslip_angle": 0.0, "wheel_angle": 0.0, "max_steer_angle": 1.5,
    "max_steer_rate": 0.3, "max_speed": 90.0, "switching_speed": 60.0,
}  # fmt: skip
CONVERGENCE = (Convergence(4, at=WITHIN_LIMITS),)
ROLLING = 0.1  # speed below which it rolls without slip [m/s]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class State(NamedTuple):
    """Place of the centre of mass and its motion."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # of the centre of mass along its path, forward positive [m/s]
    yaw_rate: float = 0.0  # counter-clockwise positive [rad/s]
    sideslip_angle: float = 0.0  # of its path against body x, left positive [rad]
    steering: Annotated[steering.State, Narrowed({"wheel_angle": StoppedAngle})] = steering.State()


class Control(NamedTuple):
    """Driver inputs."""

    steer_rate: float = 0.0  # of the front wheels, left positive [rad/s]
    acceleration: float = 0.0  # along the path, forward positive [m/s^2]


class Params(NamedTuple):
    """Parameters; by default those of CommonRoad's vehicle 2, a BMW 320i."""

    mass: Positive = 1093.2952334674046  # loaded [kg]
    yaw_inertia: Positive = 1791.5995300122856  # about the vertical through the centre of mass [kg m^2]
    centre_height: NonNegative = 0.61373004  # of the centre of mass above the ground [m]
    front_axle: axle.Params = axle.Params(offset=1.1561957064, cornering_coefficient=20.898083706740398)  # front axle
    rear_axle: axle.Params = axle.Params(offset=1.4227170936, cornering_coefficient=20.898083706740398)  # rear axle
    friction: Positive = 1.0489  # factor of the stiffness of the tyres, which never slide [1]
    steering: Annotated[steering.Params, Narrowed({"max_steer_angle": SteerStop})] = steering.Params(
        max_steer_angle=1.066, max_steer_rate=0.4
    )
    max_speed: Positive = 50.8  # forward [m/s]
    max_reverse_speed: Positive = 13.9  # backward [m/s]
    max_acceleration: Positive = 11.5  # and deceleration [m/s^2]
    switching_speed: Positive = 7.319  # above it the engine's power limits the acceleration [m/s]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    half = 0.5 * dt
    middle_angle = wheel_angle_after(state.steering.wheel_angle, control, params, half)
    last_angle = wheel_angle_after(middle_angle, control, params, half)
    middle_speed = speed_after(state.speed, control, params, half)
    last_speed = speed_after(middle_speed, control, params, half)
    first = stage_of(state.steering.wheel_angle, state.speed, control, params)
    middle = stage_of(middle_angle, middle_speed, control, params)
    last = stage_of(last_angle, last_speed, control, params)

    # While it rolls, the yaw rate's own rate depends on the side-slip, which steering alone then changes.
    sideslip = state.sideslip_angle
    to_first = sideslip + dt * (first.slip - 2.0 * middle.slip + last.slip) / 6.0
    to_middle = sideslip + dt * (2.0 * first.slip + 5.0 * middle.slip - last.slip) / 12.0
    to_last = sideslip + dt * (first.slip + 4.0 * middle.slip + last.slip) / 6.0
    first = with_rolling_turn(first, to_first, control, params)
    middle = with_rolling_turn(middle, to_middle, control, params)
    last = with_rolling_turn(last, to_last, control, params)
    begin = Pair(state.yaw_rate, sideslip)
    at_first, at_middle, at_last = lobatto(begin, first, middle, last, dt)

    # Yaw and place by the same weights.
    turns = yaw_rate_of(first, at_first, params), yaw_rate_of(middle, at_middle, params)
    last_turn = yaw_rate_of(last, at_last, params)
    first_yaw = state.yaw + dt * (turns[0] - 2.0 * turns[1] + last_turn) / 6.0
    middle_yaw = state.yaw + dt * (2.0 * turns[0] + 5.0 * turns[1] - last_turn) / 12.0
    last_yaw = state.yaw + dt * (turns[0] + 4.0 * turns[1] + last_turn) / 6.0
    sine, cosine = sincos(first_yaw + path_angle(first, at_first, params))
    middle_sine, middle_cosine = sincos(middle_yaw + path_angle(middle, at_middle, params))
    last_sine, last_cosine = sincos(last_yaw + path_angle(last, at_last, params))
    east = first.speed * cosine + 4.0 * middle.speed * middle_cosine + last.speed * last_cosine
    north = first.speed * sine + 4.0 * middle.speed * middle_sine + last.speed * last_sine
    return State(
        x=state.x + dt * east / 6.0,
        y=state.y + dt * north / 6.0,
        yaw=wrap_angle(last_yaw),
        speed=last_speed,
        yaw_rate=at_last.turn,
        sideslip_angle=at_last.slip,
        steering=Steering(last_angle),
    )


def rates(state: State, control: Control, params: Params) -> State:
    """Return the rates of the state, in the state's own order: the right-hand side of CommonRoad's ``ST``."""
    stage = with_rolling_turn(
        stage_of(state.steering.wheel_angle, state.speed, control, params), state.sideslip_angle, control, params
    )
    at = Pair(state.yaw_rate, state.sideslip_angle)
    own = change_of(stage, at, 1.0)
    sine, cosine = sincos(state.yaw + path_angle(stage, at, params))
    return State(
        x=state.speed * cosine,
        y=state.speed * sine,
        yaw=yaw_rate_of(stage, at, params),
        speed=acceleration_of(state.speed, control, params),
        yaw_rate=own.turn,
        sideslip_angle=own.slip,
        steering=Steering(steer_rate_of(state.steering.wheel_angle, control, params)),
    )


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control for a speed [m/s] and a steering command in -1..1 of the full wheel angle, left positive."""
    period = maximum(dt, SHORTEST)
    commanded = clamp(steer, -1.0, 1.0) * params.steering.max_steer_angle
    most = params.steering.max_steer_rate
    rate = clamp((commanded - state.steering.wheel_angle) / period, -most, most)
    most = params.max_acceleration
    return Control(rate, clamp((speed - state.speed) / period, -most, most))


def steer_rate_of(angle: Real, control: Control, params: Params) -> Real:
    """Return the rate [rad/s] at which the wheels turn: none beyond their limit, no more than they can."""
    commanded, most = control.steer_rate, params.steering.max_steer_rate
    lock = params.steering.max_steer_angle
    is_at_end = ((angle <= -lock) & (commanded <= 0.0)) | ((angle >= lock) & (commanded >= 0.0))
    return select(is_at_end, 0.0 * commanded, clamp(commanded, -most, most))


def acceleration_of(speed: Real, control: Control, params: Params) -> Real:
    """Return the acceleration [m/s^2] that engine and brakes bring about of the commanded one."""
    commanded, most = control.acceleration, params.max_acceleration
    fast = maximum(speed, params.switching_speed)
    is_at_end = ((speed <= -params.max_reverse_speed) & (commanded <= 0.0)) | (
        (speed >= params.max_speed) & (commanded >= 0.0)
    )
    return select(is_at_end, 0.0 * commanded, clamp(commanded, -most, most * params.switching_speed / fast))


def wheel_angle_after(angle: Real, control: Control, params: Params, dt: Real) -> Real:
    """Return the wheel angle [rad] after ``dt`` [s] by RK4, which a limit stops at the limit."""
    lock = params.steering.max_steer_angle
    first = steer_rate_of(angle, control, params)
    second = steer_rate_of(angle + 0.5 * dt * first, control, params)
    third = steer_rate_of(angle + 0.5 * dt * second, control, params)
    fourth = steer_rate_of(angle + dt * third, control, params)
    after = angle + dt * (first + 2.0 * second + 2.0 * third + fourth) / 6.0
    return clamp(after, minimum(angle, -lock), maximum(angle, lock))


def speed_after(speed: Real, control: Control, params: Params, dt: Real) -> Real:
    """Return the speed [m/s] after ``dt`` [s] by RK4, which a limit stops at the limit."""
    first = acceleration_of(speed, control, params)
    second = acceleration_of(speed + 0.5 * dt * first, control, params)
    third = acceleration_of(speed + 0.5 * dt * second, control, params)
    fourth = acceleration_of(speed + dt * third, control, params)
    after = speed + dt * (first + 2.0 * second + 2.0 * third + fourth) / 6.0
    return clamp(after, minimum(speed, -params.max_reverse_speed), maximum(speed, params.max_speed))


def stage_of(wheel_angle: Real, speed: Real, control: Control, params: Params) -> Stage:
    """Return the stage for a wheel angle and speed; ``with_rolling_turn`` adds the turn of a rolling car."""
    lf, lr, height = params.front_axle.offset, params.rear_axle.offset, params.centre_height
    acceleration = acceleration_of(speed, control, params)
    is_rolling = abs(speed) < ROLLING
    rolling_speed = select(is_rolling, 1.0, speed)
    gain = select(speed < 0.0, -1.0, 1.0) * params.friction / (lf + lr)  # in reverse, side-slip is to the other side
    front = gain * params.front_axle.cornering_coefficient * (GRAVITY * lr - acceleration * height)
    rear = gain * params.rear_axle.cornering_coefficient * (GRAVITY * lf + acceleration * height)
    by_inertia = params.mass / params.yaw_inertia
    sine, cosine = sincos(wheel_angle)
    tangent = sine / cosine
    odd = tangent * tangent * lr / (lf + lr)
    rolling_slip = lr * steer_rate_of(wheel_angle, control, params) / ((lf + lr) * cosine * cosine * (1.0 + odd * odd))
    return Stage(
        wheel_angle,
        speed,
        is_rolling,
        Matrix(
            select(is_rolling, 0.0, -by_inertia * (lf * lf * front + lr * lr * rear) / rolling_speed),
            select(is_rolling, 0.0, by_inertia * (lr * rear - lf * front)),
            select(is_rolling, 0.0, (lr * rear - lf * front) / (rolling_speed * rolling_speed) - 1.0),
            select(is_rolling, 0.0, -(rear + front) / rolling_speed),
        ),
        select(is_rolling, 0.0, by_inertia * lf * front * wheel_angle),
        select(is_rolling, rolling_slip, front * wheel_angle / rolling_speed),
    )


def with_rolling_turn(stage: Stage, sideslip: Real, control: Control, params: Params) -> Stage:
    """Return the stage with the yaw rate's own rate, where it rolls with a side-slip angle [rad]."""
    sine, cosine = sincos(sideslip)
    wheel_sine, wheel_cosine = sincos(stage.wheel_angle)
    tangent = wheel_sine / wheel_cosine
    rate = steer_rate_of(stage.wheel_angle, control, params)
    acceleration = acceleration_of(stage.speed, control, params)
    turn = acceleration * cosine * tangent - stage.speed * sine * stage.slip * tangent
    turn = turn + stage.speed * cosine * rate / (wheel_cosine * wheel_cosine)
    turn = turn / (params.front_axle.offset + params.rear_axle.offset)
    turn = select(stage.is_rolling, turn, stage.turn)
    return Stage(stage.wheel_angle, stage.speed, stage.is_rolling, stage.matrix, turn, stage.slip)


def yaw_rate_of(stage: Stage, at: Pair, params: Params) -> Real:
    """Return the yaw rate [rad/s]; of a rolling car that of its wheels."""
    wheelbase = params.front_axle.offset + params.rear_axle.offset
    tangent = tan(stage.wheel_angle)
    _, cosine = sincos(atan(tangent * params.rear_axle.offset / wheelbase))
    return select(stage.is_rolling, stage.speed * cosine * tangent / wheelbase, at.turn)


def path_angle(stage: Stage, at: Pair, params: Params) -> Real:
    """Return the angle of the path against body x [rad]: while it rolls, as the wheels point."""
    wheelbase = params.front_axle.offset + params.rear_axle.offset
    return select(stage.is_rolling, atan(tan(stage.wheel_angle) * params.rear_axle.offset / wheelbase), at.slip)
