"""Sprung body: pose and velocity of the centre of mass, suspension, rollover, and how the ground's forces load it.

Pitch and roll on the springs follow the specific force (the ground's force on the body over its mass), exactly as
masses on springs do; the force is smoothed over ``SMOOTHING`` before it loads the axles of the next step.

Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., chapters 4 and 10; load transfer without a closed loop.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Fraction, NonNegative, Positive, Switch
from ..kinematic.arc import along_twist
from ..mathematics import Real, exp, maximum, select, sincos
from . import surface
from .attitude import pitch_and_roll
from .block_friction import Velocity
from .ground_contact import GroundContact, heave_step
from .rollover import Stance, rollover_step
from .suspension import respond, response

SCALES = ("mass",)

SMOOTHING = 0.08  # of the specific force: about what springs and tyres need to pass it on [s]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class State(NamedTuple):
    """Pose and velocity of the centre of mass, and the body's position on its springs."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # of the centre of mass along body x, forward positive [m/s]
    lateral_speed: float = 0.0  # of the centre of mass along body y, left positive [m/s]
    yaw_rate: float = 0.0  # counter-clockwise positive [rad/s]
    specific_force_ahead: float = 0.0  # of the ground on the body, over its mass, smoothed [m/s^2]
    specific_force_left: float = 0.0  # the same to the left [m/s^2]
    heave: float = 0.0  # of the body above its height at rest [m]
    heave_rate: float = 0.0  # relative to the ground [m/s]
    last_slope_x: float = 0.0  # of the ground a step ago, towards east [1]
    last_slope_y: float = 0.0  # of the ground a step ago, towards north [1]
    is_airborne: Switch = 0.0  # 1 while it flies, else 0 [1]
    body_pitch: float = 0.0  # on its springs, nose down positive [rad]
    body_pitch_rate: float = 0.0  # of that angle [rad/s]
    body_roll: float = 0.0  # on its springs, right side down positive [rad]
    body_roll_rate: float = 0.0  # of that angle [rad/s]
    rollover_angle: float = 0.0  # onto one side, wheels or track off the ground, right side down positive [rad]
    rollover_rate: float = 0.0  # of that angle [rad/s]
    pitch: float = 0.0  # nose down positive [rad]
    roll: float = 0.0  # right side down positive [rad]


class Params(NamedTuple):
    """Mass, air drag and suspension of the body."""

    mass: Positive = 1500.0  # loaded [kg]
    yaw_inertia: Positive = 2500.0  # about the vertical through the centre of mass [kg m^2]
    centre_height: NonNegative = 0.55  # of the centre of mass above the ground [m]
    air_drag: NonNegative = 0.4  # force over speed squared [kg/m]
    suspension_frequency: Positive = 9.0  # of the body on its springs, without damping [rad/s]
    suspension_damping: Fraction = 0.35  # over the critical one [1]
    suspension_travel: Positive = 0.12  # down to the stop [m]
    pitch_gain: NonNegative = 0.004  # nose up for each m/s^2 of specific force ahead [rad s^2/m]
    roll_gain: NonNegative = 0.007  # outward for each m/s^2 of specific force to the side [rad s^2/m]
    roll_gyration: Positive = 0.6  # radius of gyration about body x [m]


class Motion(NamedTuple):
    """The body at the end of a step, and the ground's forces in it."""

    velocity: Velocity
    x: Real  # [m]
    y: Real  # [m]
    yaw: Real  # [rad]
    change_ahead: Real  # of the velocity by the ground's forces [m/s]
    change_left: Real  # the same to the left [m/s]


def body_step(
    state: State, contact: GroundContact, motion: Motion, stance: Stance, surface: surface.Ground, params: Params,
    dt: Real,
) -> State:  # fmt: skip
    """Return the body after a step with a given motion; a step of no length keeps its velocity."""
    follow = smoothing(dt)
    force_ahead = state.specific_force_ahead + follow * (motion.change_ahead - dt * state.specific_force_ahead)
    force_left = state.specific_force_left + follow * (motion.change_left - dt * state.specific_force_left)
    springs = response(params.suspension_frequency, params.suspension_damping, dt)
    pitch, pitch_rate = respond(state.body_pitch, state.body_pitch_rate, -params.pitch_gain * force_ahead, springs)
    roll, roll_rate = respond(state.body_roll, state.body_roll_rate, params.roll_gain * force_left, springs)
    heave, heave_rate = heave_step(state, contact, springs, params.suspension_travel, dt)
    lean, lean_rate = rollover_step(
        state.rollover_angle, state.rollover_rate, force_left, contact.support, stance, params.roll_gyration, dt
    )
    ground_pitch, ground_roll = pitch_and_roll(surface.slope_x, surface.slope_y, motion.yaw)
    moves = dt > 0.0
    return State(
        x=motion.x,
        y=motion.y,
        yaw=motion.yaw,
        speed=select(moves, motion.velocity.ahead, state.speed),
        lateral_speed=select(moves, motion.velocity.left, state.lateral_speed),
        yaw_rate=select(moves, motion.velocity.turn, state.yaw_rate),
        specific_force_ahead=force_ahead,
        specific_force_left=force_left,
        heave=heave,
        heave_rate=select(moves, heave_rate, state.heave_rate),
        last_slope_x=select(moves, surface.slope_x, state.last_slope_x),
        last_slope_y=select(moves, surface.slope_y, state.last_slope_y),
        is_airborne=select(moves, contact.is_airborne, state.is_airborne),
        body_pitch=pitch,
        body_pitch_rate=pitch_rate,
        body_roll=roll,
        body_roll_rate=roll_rate,
        rollover_angle=lean,
        rollover_rate=lean_rate,
        pitch=ground_pitch + pitch,
        roll=ground_roll + roll + lean,
    )


def slope_ahead(state: State) -> Real:
    """Return the slope [1] along body x of the ground of the last step."""
    sine, cosine = sincos(state.yaw)
    return state.last_slope_x * cosine + state.last_slope_y * sine


def smoothing(dt: Real) -> Real:
    """Return the share of a change a second [1/s] by which the smoothed force follows it in a step of ``dt`` [s]."""
    return (1.0 - exp(-dt / SMOOTHING)) / maximum(dt, SHORTEST)


def pose_step(state: State, contact: GroundContact, velocity: Velocity, dt: Real) -> tuple[Real, Real, Real]:
    """Return x, y [m] and yaw [rad] after a step that ends with a velocity: the mean of before and after carries it."""
    turn = 0.5 * dt * (state.yaw_rate + velocity.turn) * contact.turn_run
    return turned_pose(state, contact, velocity, turn, dt)


def turned_pose(
    state: State, contact: GroundContact, velocity: Velocity, turn: Real, dt: Real
) -> tuple[Real, Real, Real]:
    """Return the same pose for a step that turns the body on the map by ``turn`` [rad], counter-clockwise positive."""
    ahead = 0.5 * dt * (contact.speed + velocity.ahead)
    left = 0.5 * dt * (contact.lateral_speed + velocity.left)
    forward = ahead * contact.ahead_run + left * contact.drift_run
    return along_twist(state.x, state.y, state.yaw, forward, left * contact.left_run, turn)


def rotate(ahead: Real, left: Real, angle: Real) -> tuple[Real, Real]:
    """Return a vector turned by an angle [rad], counter-clockwise positive."""
    sine, cosine = sincos(angle)
    return ahead * cosine - left * sine, ahead * sine + left * cosine
