"""Wheeled vehicle driven by the force of its wheels: it has mass, stands on slopes, and turns only as it rolls.

Front wheels steer; the middle of the wheelbase moves at the angle of slip that two axles without side-slip give. Too
fast for a turn, the front slides outward and the turn is as wide as the grip allows. Valid for any ``dt`` up to 0.1 s,
error of first order. Wrong where tyre slip matters (it has none before it slides), on soft ground, and for weight
transfer or rolling over. The defaults are ours, about those of an M35A2 truck: the document prints none.

Source: "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics" (document 003), chapters III and V and appendix B, with
its physics put right; ``park1992/wheeled`` is the code as printed. Symbols there: alpha wheel angle, 2d wheelbase,
v speed (scalvel), l, r forces (lforce, rforce). There the yaw rate was ``atan(0.5 tan alpha)`` at any speed, in both
gears; here it is ``v cos(beta) tan(alpha) / 2d`` with ``beta = atan(0.5 tan alpha)``, equation 3.2, without tangents.
"""

from typing import Any, NamedTuple

from ...fields import Fraction, MaxSteerAngle, NonNegative, Positive, SteerAngle, Switch
from ...mathematics import atan2, clamp, maximum, sincos, sqrt
from ...parts.attitude import GRAVITY, pitch_and_roll, pressing, tilt_of
from .engine import SLOWEST, asked_for, effort, engine_speed, fuel_burnt, is_running, latched_speed
from .inverse import largest_yaw_rate, stays, surge_for, wheel_angle_for
from .motion import moved, placed

KIND = "wheeled"
REPORTS = ("pitch", "roll", "surge_force", "resistance", "gravity_force", "engine_speed")
SCALES = ("mass", "fuel_capacity", "max_engine_speed", "max_engine_force", "max_brake_force")


class State(NamedTuple):
    """Pose and motion of the middle of the wheelbase, and the readings of the instruments."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # along the path and the slope, forward positive [m/s]
    lateral_speed: float = 0.0  # of the slide, to the left of the path [m/s]
    cruise_speed: float = 0.0  # that the cruise control keeps; 0 while it is off [m/s]
    fuel_used: float = 0.0  # since the tank was full [kg]
    pitch: float = 0.0  # nose down positive [rad]
    roll: float = 0.0  # right side down positive [rad]
    surge_force: float = 0.0  # of engine and brakes, forward positive [N]
    resistance: float = 0.0  # of ground and air, forward positive [N]
    gravity_force: float = 0.0  # along the path, forward positive [N]
    engine_speed: float = 0.0  # as its share of the greatest force says [rad/s]


class Control(NamedTuple):
    """Driver inputs."""

    left_force: float = 0.0  # of the left wheels, forward positive; against the motion it brakes [N]
    right_force: float = 0.0  # of the right wheels, forward positive; against the motion it brakes [N]
    steer_angle: SteerAngle = 0.0  # of the front wheels, left positive [rad]
    side_brake: Switch = 0.0  # locks all wheels [1]
    engine_stop: Switch = 0.0  # does not drive; the brakes remain [1]
    cruise: Switch = 0.0  # keeps the speed at which it was switched on [1]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    mass: Positive = 8178.0  # loaded [kg]
    wheelbase: Positive = 3.912  # front axle to the middle of the rear ones [m]
    max_steer_angle: MaxSteerAngle = 0.4  # the wheels turn no further [rad]
    engine_power: Positive = 99.9e3  # of the engine [W]
    drive_efficiency: Fraction = 0.78  # share of it that reaches the ground [1]
    max_engine_force: Positive = 60e3  # of all wheels together [N]
    max_brake_force: Positive = 48e3  # of all wheels together [N]
    max_engine_speed: Positive = 272.0  # shown at the greatest engine force [rad/s]
    max_speed: Positive = 24.7  # the governor's, forward [m/s]
    max_reverse_speed: Positive = 4.0  # the governor's, backward [m/s]
    rolling_resistance: NonNegative = 0.015  # force over weight while it rolls [1]
    static_resistance: NonNegative = 0.02  # force over weight that sets it rolling [1]
    air_drag: NonNegative = 3.4  # force over speed squared [kg/m]
    static_friction: Positive = 0.7  # of the tyres on the ground before they slide [1]
    sliding_friction: Positive = 0.6  # of tyres that slide [1]
    fuel_capacity: Positive = 159.0  # of the tank [kg]
    fuel_consumption: NonNegative = 6.7e-8  # per work of the engine; 0.24 kg/kWh [kg/J]


class Ground(NamedTuple):
    """Ground properties that the model reads."""

    height: float = 0.0  # up [m]
    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]


def step(state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
    """The state after ``dt`` [s] with constant controls, for the middle of the wheelbase."""
    drift, curvature = _path(control.steer_angle, params)
    fastest = params.sliding_friction * GRAVITY * pressing(ground) / maximum(abs(state.speed), SLOWEST)
    turning = dt * (1.0 - control.side_brake)
    turn = turning * clamp(state.speed * curvature, -fastest, fastest)
    tilt = tilt_of(ground, state.yaw + drift + 0.5 * turn)

    running = is_running(state, control, params) * (1.0 - control.side_brake)
    power = params.engine_power * params.drive_efficiency

    cruise_speed = latched_speed(state, control, dt)
    asked = asked_for(state, control, cruise_speed, control.left_force + control.right_force, tilt, params, dt)
    done = effort(state, asked, running, power, tilt, params, dt)
    motion = moved(state, done, control.side_brake, turn, tilt, params, dt)
    mean_speed = 0.5 * (state.speed + motion.speed)
    turned = turning * clamp(mean_speed * curvature, -fastest, fastest)
    x, y, yaw = placed(state, motion, drift, turned, tilt, dt)

    driving_power = maximum(done.drive * mean_speed, 0.0)
    pitch, roll = pitch_and_roll(ground, state.yaw)
    return State(
        x=x,
        y=y,
        yaw=yaw,
        speed=motion.speed,
        lateral_speed=motion.lateral_speed,
        cruise_speed=cruise_speed,
        fuel_used=state.fuel_used + fuel_burnt(driving_power, params, dt),
        pitch=pitch,
        roll=roll,
        surge_force=done.surge,
        resistance=motion.resistance,
        gravity_force=params.mass * GRAVITY * tilt.ahead,
        engine_speed=engine_speed(done.drive, params),
    )


def control_from_command(state: Any, speed: Any, steer: Any, params: Any, dt: Any) -> Control:
    """The control towards a speed [m/s] and a steering command in -1..1, left positive, of the full wheel angle.

    The wheels turn no further than the grip allows. What is to stand still, stands with its side brake on.
    """
    widest = wheel_angle_for(largest_yaw_rate(state, params), abs(state.speed), params)
    surge = surge_for(speed, state, params, dt)
    parks = stays(speed, state)
    return Control(
        left_force=(1.0 - parks) * 0.5 * surge,
        right_force=(1.0 - parks) * 0.5 * surge,
        steer_angle=clamp(clamp(steer, -1.0, 1.0) * params.max_steer_angle, -widest, widest),
        side_brake=parks,
        engine_stop=0.0 * parks,
        cruise=0.0 * parks,
    )


def _path(steer_angle: Any, params: Any) -> tuple[Any, Any]:
    """Return the angle of the path from the nose [rad] and its curvature [1/m], left positive.

    tan(drift) = tan(steer) / 2, curvature = cos(drift) tan(steer) / wheelbase; without tangents right up to 90 degrees.
    """
    angle = clamp(steer_angle, -params.max_steer_angle, params.max_steer_angle)
    sine, cosine = sincos(angle)
    half = 0.5 * sine
    return atan2(half, cosine), sine / (params.wheelbase * sqrt(cosine * cosine + half * half))
