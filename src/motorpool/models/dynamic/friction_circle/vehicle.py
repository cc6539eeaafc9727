"""The vehicle that wheels and tracks carry alike: its mass, engine, brakes, governor and cruise control on a slope.

The driver asks for a force along the path, or the cruise control does; engine and brakes give what they can; gravity,
friction and air move the mass. Wheels or tracks say how the path turns.

Source: document 003, chapters III and V and appendix B, with its physics put right.
"""

from __future__ import annotations

from typing import NamedTuple

from ...fields import NonNegative, Positive, Switch
from ...mathematics import Real, maximum
from ...parts import aerodynamics, attitude, brakes, engine, fuel, governor, pose, slope, switches
from ...parts.attitude import GRAVITY, Tilt, pitch_and_roll
from ...parts.attitude import State as Attitude
from ...parts.engine import State as Engine
from ...parts.fuel import State as Fuel
from .drive import Effort, asked_for, drives, effort, engine_speed, fuel_burnt, latched_speed
from .motion import Motion, moved, placed

SCALES = ("mass", "max_engine_speed")


class State(NamedTuple):
    """Place of the middle of the vehicle, its velocity, and what its instruments show."""

    pose: pose.State = pose.State()
    speed: float = 0.0  # along the path and the slope, forward positive [m/s]
    lateral_speed: float = 0.0  # of the slide, to the left of the path [m/s]
    cruise_speed: float = 0.0  # that the cruise control keeps; 0 while it is off [m/s]
    fuel: fuel.State = fuel.State()
    attitude: attitude.State = attitude.State()
    surge_force: float = 0.0  # of engine and brakes, forward positive [N]
    drag_force: float = 0.0  # of ground and air, forward positive [N]
    gravity_force: float = 0.0  # along the path, forward positive [N]
    engine: engine.State = engine.State()


class Control(NamedTuple):
    """Driver inputs."""

    left_force: float = 0.0  # of the left wheels or track, forward positive; against the motion it brakes [N]
    right_force: float = 0.0  # of the right wheels or track, forward positive; against the motion it brakes [N]
    switches: switches.Control = switches.Control()
    cruise: Switch = 0.0  # keeps the speed at which it was switched on [1]


class Params(NamedTuple):
    """Mass, engine, brakes and friction; those of a truck by default."""

    mass: Positive = 8178.0  # loaded [kg]
    engine: engine.Params = engine.Params(engine_power=99.9e3, drive_efficiency=0.78, max_drive_force=60e3)
    brakes: brakes.Params = brakes.Params(max_brake_force=48e3)
    max_engine_speed: Positive = 272.0  # shown at the greatest drive force [rad/s]
    governor: governor.Params = governor.Params(max_speed=24.7, max_reverse_speed=4.0)
    rolling_resistance: NonNegative = 0.015  # force over weight while it rolls [1]
    static_resistance: NonNegative = 0.02  # force over weight that sets it rolling [1]
    aerodynamics: aerodynamics.Params = aerodynamics.Params(air_drag=3.4)
    static_friction: Positive = 0.7  # of tyres or tracks on the ground before they slide [1]
    sliding_friction: Positive = 0.6  # of tyres or tracks that slide [1]
    fuel: fuel.Params = fuel.Params(fuel_capacity=159.0, fuel_consumption=6.7e-8)


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
    """Return forces and velocity after ``dt`` [s] of a wanted ``surge`` force [N] and an engine ``power`` [W].

    Args:
        state: of the vehicle.
        control: of the vehicle.
        surge: the driver's force, forward positive [N].
        power: that the engine has left for the drive [W].
        path: its turn, and the tilt of the ground along it.
        params: of the vehicle.
        dt: time step [s].
    """
    cruise_speed = latched_speed(state, control, dt)
    asked = asked_for(state, control, cruise_speed, surge, path.tilt, params, dt)
    done = effort(state, asked, drives(state, control, params), power, path.tilt, params, dt)
    return Driven(
        cruise_speed, done, moved(state, done, control.switches.parking_brake, path.turn, path.tilt, params, dt)
    )


def advanced(
    state: State, driven: Driven, steer_power: Real, path: Path, ground: slope.Ground, params: Params, dt: Real
) -> State:
    """Return the vehicle after a step.

    Args:
        state: before it.
        driven: forces and velocity of the step.
        steer_power: that steering takes from the engine [W].
        path: on which the velocity carries it.
        ground: under it.
        params: of the vehicle.
        dt: [s].
    """
    done, motion, tilt = driven.effort, driven.motion, path.tilt
    power = maximum(0.5 * done.drive * (state.speed + motion.speed), 0.0) + steer_power
    return State(
        pose=placed(state, motion, path.drift, path.turn, tilt, dt),
        speed=motion.speed,
        lateral_speed=motion.lateral_speed,
        cruise_speed=driven.cruise_speed,
        fuel=Fuel(state.fuel.fuel_used + fuel_burnt(power, params, dt)),
        attitude=Attitude(*pitch_and_roll(ground, state.pose.yaw)),
        surge_force=done.surge,
        drag_force=motion.resistance,
        gravity_force=params.mass * GRAVITY * tilt.ahead,
        engine=Engine(engine_speed(done.drive, params)),
    )
