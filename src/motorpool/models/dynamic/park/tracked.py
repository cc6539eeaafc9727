"""Tracked vehicle driven by the forces of its tracks: it has mass, stands on slopes, and must be forced to turn.

A turn needs a moment that scrubs both tracks sideways; a slope pulls; the grip of the ground limits all of it together.
Valid for any ``dt`` up to 0.1 s, error of first order. Wrong where the ground is soft, the vehicle airborne, or
the tracks spin for long; and a wide turn at speed is really easier than a pivot, which is not in the formula: its
default friction lies between the two.
The defaults are ours, about those of an M1A1: the document prints none.

Source: "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics" (document 003), chapters III and V and appendix B, with
its physics put right; ``park1992/tracked`` is the code as printed. Symbols there: l, r track forces (lforce, rforce),
v speed (scalvel), f_t surge force, I_y yaw inertia (its y axis is vertical). There the turn was a force over an inertia
taken as a yaw rate; here ``I w' = (r - l) B / 2 - clamp(mu W L / 4)`` with gauge B, contact length L, weight W.
"""

from typing import Any, NamedTuple

from ...fields import Fraction, NonNegative, Positive, Switch
from ...mathematics import clamp, maximum, minimum, select
from ...parts.attitude import GRAVITY, pitch_and_roll, pressing, tilt_of
from .engine import asked_for, effort, engine_speed, fuel_burnt, is_running, latched_speed
from .inverse import (
    GRIP_SHARE,
    force_difference_for,
    largest_yaw_rate,
    stays,
    surge_for,
)
from .motion import moved, placed
from .turning import steering_moment, turned

KIND = "tracked"
REPORTS = ("pitch", "roll", "surge_force", "resistance", "gravity_force", "engine_speed")
SCALES = ("mass", "fuel_capacity", "max_engine_speed", "max_engine_force", "max_brake_force")


class State(NamedTuple):
    """Pose and motion of the middle of the vehicle, and the readings of its instruments."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # along the slope, forward positive [m/s]
    lateral_speed: float = 0.0  # of the slide, along the slope, left positive [m/s]
    yaw_rate: float = 0.0  # about the ground's normal, left positive [rad/s]
    cruise_speed: float = 0.0  # that the cruise control keeps; 0 while it is off [m/s]
    fuel_used: float = 0.0  # since the tank was full [kg]
    pitch: float = 0.0  # nose down positive [rad]
    roll: float = 0.0  # right side down positive [rad]
    surge_force: float = 0.0  # of engine and brakes, forward positive [N]
    resistance: float = 0.0  # of ground and air, forward positive [N]
    gravity_force: float = 0.0  # along the slope, forward positive [N]
    engine_speed: float = 0.0  # as its share of the greatest force says [rad/s]


class Control(NamedTuple):
    """Driver inputs."""

    left_force: float = 0.0  # of the left track, forward positive; against the motion it brakes [N]
    right_force: float = 0.0  # of the right track, forward positive; against the motion it brakes [N]
    side_brake: Switch = 0.0  # locks both tracks [1]
    engine_stop: Switch = 0.0  # neither drives nor steers; the brakes remain [1]
    cruise: Switch = 0.0  # keeps the speed at which it was switched on [1]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    mass: Positive = 57154.0  # in combat order [kg]
    length: Positive = 7.92  # of the hull, for the yaw inertia [m]
    width: Positive = 3.66  # of the hull, for the yaw inertia [m]
    track_gauge: Positive = 2.845  # between track centre lines [m]
    contact_length: Positive = 4.575  # of each track on the ground [m]
    engine_power: Positive = 1118.5e3  # of the engine [W]
    drive_efficiency: Fraction = 0.53  # share of it that reaches the ground [1]
    max_engine_force: Positive = 420e3  # of both tracks together [N]
    max_brake_force: Positive = 336e3  # of both tracks together [N]
    max_engine_speed: Positive = 314.0  # shown at the greatest engine force [rad/s]
    max_speed: Positive = 18.56  # the governor's, forward [m/s]
    max_reverse_speed: Positive = 11.0  # the governor's, backward [m/s]
    max_yaw_rate: Positive = 0.6  # of a full steering command in control_from_command() [rad/s]
    rolling_resistance: NonNegative = 0.04  # force over weight while it rolls [1]
    static_resistance: NonNegative = 0.05  # force over weight that sets it rolling [1]
    air_drag: NonNegative = 4.9  # force over speed squared [kg/m]
    static_friction: Positive = 0.7  # of the tracks on the ground before they slide [1]
    sliding_friction: Positive = 0.6  # of the tracks that slide [1]
    turning_friction: NonNegative = 0.4  # of the tracks as they scrub sideways in a turn [1]
    fuel_capacity: Positive = 1590.0  # of the tank [kg]
    fuel_consumption: NonNegative = 8.3e-8  # per work of the engine; 0.3 kg/kWh [kg/J]


class Ground(NamedTuple):
    """Ground properties that the model reads."""

    height: float = 0.0  # up [m]
    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]


def step(state: Any, control: Any, params: Any, dt: Any, ground: Any) -> State:
    """The state after ``dt`` [s] with constant controls, for the middle of the vehicle."""
    normal = pressing(ground)
    running = is_running(state, control, params) * (1.0 - control.side_brake)
    power = params.engine_power * params.drive_efficiency

    half_grip = 0.5 * params.static_friction * params.mass * GRAVITY * normal
    left = clamp(control.left_force, -half_grip, half_grip)
    right = clamp(control.right_force, -half_grip, half_grip)
    moment = steering_moment(state, 0.5 * params.track_gauge * running * (right - left), power)
    yaw_rate = turned(state, moment, normal, params, dt)
    turn = 0.5 * dt * (state.yaw_rate + yaw_rate)
    tilt = tilt_of(ground, state.yaw + 0.5 * turn)
    steering_power = minimum(maximum(moment * state.yaw_rate, 0.0), power)

    cruise_speed = latched_speed(state, control, dt)
    asked = asked_for(state, control, cruise_speed, left + right, tilt, params, dt)
    done = effort(state, asked, running, power - steering_power, tilt, params, dt)
    motion = moved(state, done, control.side_brake, turn, tilt, params, dt)
    x, y, yaw = placed(state, motion, 0.0, turn, tilt, dt)

    driving_power = maximum(0.5 * done.drive * (state.speed + motion.speed), 0.0)
    pitch, roll = pitch_and_roll(ground, state.yaw)
    return State(
        x=x,
        y=y,
        yaw=yaw,
        speed=motion.speed,
        lateral_speed=motion.lateral_speed,
        yaw_rate=yaw_rate,
        cruise_speed=cruise_speed,
        fuel_used=state.fuel_used + fuel_burnt(driving_power + steering_power, params, dt),
        pitch=pitch,
        roll=roll,
        surge_force=done.surge,
        resistance=motion.resistance,
        gravity_force=params.mass * GRAVITY * tilt.ahead,
        engine_speed=engine_speed(done.drive, params),
    )


def control_from_command(state: Any, speed: Any, steer: Any, params: Any, dt: Any) -> Control:
    """The control towards a speed [m/s] and a steering command in -1..1, left positive, of a full yaw rate.

    Steering comes first, and both stay within the grip. What is to stand still, stands with its side brake on.
    """
    most = minimum(params.max_yaw_rate, largest_yaw_rate(state, params))
    difference = force_difference_for(clamp(steer, -1.0, 1.0) * most, state, params, dt)
    grip = GRIP_SHARE * params.static_friction * params.mass * GRAVITY
    left_over = maximum(grip - abs(difference), 0.0)
    surge = clamp(surge_for(speed, state, params, dt), -left_over, left_over)
    parks = stays(speed, state) * select(steer == 0.0, 1.0, 0.0)
    moves = 1.0 - parks
    return Control(
        left_force=moves * 0.5 * (surge - difference),
        right_force=moves * 0.5 * (surge + difference),
        side_brake=parks,
        engine_stop=0.0 * parks,
        cruise=0.0 * parks,
    )
