"""The vehicle on wheels or on tracks: its mass, engine, brakes, governor and cruise control on a slope.

The driver, or the cruise control, demands a force along the path; engine and brakes bring about what they can; gravity,
friction and air move the mass. Wheels or tracks turn the path.

Source: document 003, chapters III and V and appendix B, with its physics corrected.
"""

from __future__ import annotations

from typing import NamedTuple

from ...fields import NonNegative, Positive, Switch
from ...mathematics import Real, maximum
from ...parts.attitude import GRAVITY, Tilt, pitch_and_roll
from ...parts.powertrain import Efficiency
from .drive import Effort, cruise_speed_after, demanded_force, drives, effort, engine_speed, fuel_burnt
from .motion import Motion, motion_after, pose_after

SCALES = ("mass", "max_engine_speed", "max_drive_force", "max_brake_force", "fuel_capacity")


class State(NamedTuple):
    """Place of the middle of the vehicle, its velocity, and the values of its instruments."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    speed: float = 0.0  # along the path and the slope, forward positive [m/s]
    lateral_speed: float = 0.0  # of the slide, to the left of the path [m/s]
    cruise_speed: float = 0.0  # that the cruise control keeps; 0 while it is off [m/s]
    fuel_used: NonNegative = 0.0  # since the tank was full [kg]
    pitch: float = 0.0  # nose down positive [rad]
    roll: float = 0.0  # right side down positive [rad]
    surge_force: float = 0.0  # of engine and brakes, forward positive [N]
    drag_force: float = 0.0  # of ground and air, forward positive [N]
    gravity_force: float = 0.0  # along the path, forward positive [N]
    engine_speed: float = 0.0  # of the crankshaft [rad/s]


class Control(NamedTuple):
    """Driver inputs."""

    left_force: float = 0.0  # of the left wheels or track, forward positive; against the motion it brakes [N]
    right_force: float = 0.0  # of the right wheels or track, forward positive; against the motion it brakes [N]
    parking_brake: Switch = 0.0  # locks all wheels or tracks [1]
    engine_stop: Switch = 0.0  # does not drive; the brakes remain [1]
    cruise: Switch = 0.0  # keeps the speed at which it was switched on [1]


class Params(NamedTuple):
    """Mass, engine, brakes and friction; those of a truck by default."""

    mass: Positive = 8178.0  # loaded [kg]
    engine_power: Positive = 99.9e3  # of the engine at its best [W]
    drive_efficiency: Efficiency = 0.78  # share of it that reaches the ground [1]
    max_drive_force: Positive = 60e3  # of the driven wheels or tracks together [N]
    max_brake_force: Positive = 48e3  # of all wheels, or both tracks, together [N]
    max_engine_speed: Positive = 272.0  # shown at the greatest drive force [rad/s]
    max_speed: Positive = 24.7  # forward [m/s]
    max_reverse_speed: Positive = 4.0  # backward [m/s]
    rolling_resistance: NonNegative = 0.015  # force over weight while it rolls [1]
    static_resistance: NonNegative = 0.02  # force over weight that sets it rolling [1]
    air_drag: NonNegative = 3.4  # force over speed squared [kg/m]
    static_friction: Positive = 0.7  # of tyres or tracks on the ground before they slide [1]
    sliding_friction: Positive = 0.6  # of tyres or tracks that slide [1]
    fuel_capacity: Positive = 159.0  # of the tank [kg]
    fuel_consumption: NonNegative = 6.7e-8  # per work of the engine [kg/J]


class Ground(NamedTuple):
    """Slope of the ground; level by default."""

    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]


class Driven(NamedTuple):
    """Speed that the cruise control keeps, forces, and velocity after a step."""

    cruise_speed: Real  # [m/s]
    effort: Effort
    motion: Motion


class Path(NamedTuple):
    """Path of the middle of the vehicle in a step."""

    drift: Real  # angle from the nose at which it leaves [rad]
    turn: Real  # by which it turns about the ground's normal [rad]
    tilt: Tilt


def driven(state: State, control: Control, surge: Real, power: Real, path: Path, params: Params, dt: Real) -> Driven:
    """Return forces and velocity after ``dt`` [s] of a ``surge`` force [N] and the engine's remaining ``power`` [W].

    Args:
        surge: the driver's force, forward positive [N].
    """
    cruise_speed = cruise_speed_after(state, control, dt)
    demanded = demanded_force(state, control, cruise_speed, surge, path.tilt, params, dt)
    done = effort(state, demanded, drives(state, control, params), power, path.tilt, params, dt)
    motion = motion_after(state, done, control.parking_brake, path.turn, path.tilt, params, dt)
    return Driven(cruise_speed, done, motion)


def vehicle_after(
    state: State, driven: Driven, steer_power: Real, path: Path, ground: Ground, params: Params, dt: Real
) -> State:
    """Return the vehicle after a step in which steering takes ``steer_power`` [W] from the engine."""
    done, motion, tilt = driven.effort, driven.motion, path.tilt
    power = maximum(0.5 * done.drive * (state.speed + motion.speed), 0.0) + steer_power
    x, y, yaw = pose_after(state, motion, path.drift, path.turn, tilt, dt)
    pitch, roll = pitch_and_roll(ground.slope_x, ground.slope_y, state.yaw)
    return State(
        x=x,
        y=y,
        yaw=yaw,
        speed=motion.speed,
        lateral_speed=motion.lateral_speed,
        cruise_speed=driven.cruise_speed,
        fuel_used=state.fuel_used + fuel_burnt(power, params, dt),
        pitch=pitch,
        roll=roll,
        surge_force=done.surge,
        drag_force=motion.resistance,
        gravity_force=params.mass * GRAVITY * tilt.ahead,
        engine_speed=engine_speed(done.drive, params),
    )
