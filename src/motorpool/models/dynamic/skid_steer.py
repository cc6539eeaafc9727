"""Skid-steered tracked vehicle: tracks that shear the ground, belts that turn, four kinds of steering gear.

Right for tanks and other crawlers on any ground that carries them, at any speed, standing, in reverse, on slopes, for
any ``dt`` up to 0.1 s (error of first order, never unstable). It knows no single road wheels: the load under a track is
spread evenly or leans to one end, and a track does not come off.

How a step goes: ground contact (slope, springs, flight), loads of the tracks; the slip of eight stations under each
track gives stiffnesses; steering gear, powertrain; the velocity turns in the turning body; then body and belts are
solved for the velocities that the step ends with, resistance and brakes included: stable without a limit on ``dt``,
never a gain of energy, and settled where the true forces balance. While the brakes hold both belts, it is one block.

Source: Wong, "Theory of Ground Vehicles", 4th ed., chapter 6; Wong and Chiang (2001), see ``parts.track``. Symbols
there: B track_gauge, l contact_length, h centre_height, mu_t lateral friction (friction * side_grip), K shear_length,
f_r track_resistance * rolling_factor, F_o, F_i forces of the outer and inner sprocket, R turning radius. There R and
the load follow from one steady turn; here they come about.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Signed
from ..mathematics import Real, clamp, maximum, select
from ..parts import (
    aerodynamics,
    body,
    brakes,
    engine,
    fuel,
    gearbox,
    governor,
    inertia,
    pedals,
    powertrain,
    running_gear,
    track,
    track_steering,
)
from ..parts.attitude import GRAVITY
from ..parts.block_friction import Velocity, held, share_held
from ..parts.body import Motion as BodyMotion
from ..parts.body import Stance, body_step, pose_step
from ..parts.fuel import State as Fuel
from ..parts.fuel import is_running
from ..parts.ground_contact import resolve_contact
from ..parts.pedals import Control as Pedals
from ..parts.pedals import Longitudinal, pedals_for
from ..parts.powertrain import State as Powertrain
from ..parts.powertrain import powertrain_step, throttle_for
from ..parts.rollover import has_fallen
from ..parts.running_gear import State as RunningGear
from ..parts.running_gear import is_immobilised
from ..parts.switches import Control as Switches
from ..parts.track import Ground, grip_towards
from ..parts.track import State as Belts
from ..parts.track_steering import BRAKE, FIXED, NEUTRAL, full_difference, steering_of
from ..parts.two_tracks import solve, tracks_of

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

KIND = "tracked"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
REPORTS = ("pitch", "roll", "engine_speed", "resistance")

CAREFUL = 0.35  # side force over weight that a driver dares [1]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class State(NamedTuple):
    """Body, belts, powertrain."""

    body: body.State = body.State()
    track: track.State = track.State()
    powertrain: powertrain.State = powertrain.State()
    running_gear: running_gear.State = running_gear.State()


class Control(NamedTuple):
    """Driver inputs."""

    pedals: pedals.Control = pedals.Control()
    steer: Signed = 0.0  # of the steering lever, left positive [1]


class Params(NamedTuple):
    """Body, two tracks, their steering gear, powertrain and brakes; a main battle tank of 57 t by default."""

    body: body.Params = body.Params(
        inertia=inertia.Params(mass=57154.0, yaw_inertia=362.6e3, centre_height=1.05),
        aerodynamics=aerodynamics.Params(air_drag=4.9),
        suspension_frequency=6.0, suspension_travel=0.35, pitch_gain=0.006, roll_gain=0.005, roll_gyration=1.2,
    )  # fmt: skip
    track: track.Params = track.Params()
    running_gear: running_gear.Params = running_gear.Params(rolling_factor=1.15)
    track_steering: track_steering.Params = track_steering.Params()
    powertrain: powertrain.Params = powertrain.Params(
        engine=engine.Params(engine_power=1118.5e3, drive_efficiency=0.53, max_drive_force=420e3), engine_lag=0.87,
        governor=governor.Params(max_speed=18.56, max_reverse_speed=11.0), rotating_mass_factor=1.2,
        fuel=fuel.Params(fuel_capacity=1590.0, fuel_consumption=8.3e-8), idle_fuel_rate=8.8e-3,
        gearbox=gearbox.Params(
            gear_step=2.0, top_gear_ratio=5.9, wheel_radius=0.35, peak_torque=5350.0, peak_torque_speed=105.0,
            idle_speed=95.0, max_engine_speed=314.0,
        ),
    )  # fmt: skip
    brakes: brakes.Params = brakes.Params(max_brake_force=336e3)


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass.

    Args:
        state: before the step: a ``State`` of numbers, or of arrays of shape (vehicles,).
        control: inputs, constant over the step: a ``Control`` of the same shapes.
        params: a ``Params`` of the same shapes.
        dt: time step [s].
        ground: properties of the ground under the vehicle: a ``Ground`` of the same shapes.
    """
    body, surface, pedals = state.body, ground.surface, control.pedals
    contact = resolve_contact(body, surface, params.body, dt)
    immobilised = is_immobilised(surface, params.running_gear)
    running = is_running(state.powertrain.fuel, pedals.switches.engine_stop, params.powertrain.fuel)
    running = select(immobilised, 0.0, running)
    steering = steering_of(state.track, control.steer, params.track_steering, params.track, params.powertrain, running)
    speed = steering.left_share * state.track.left_track_speed + steering.right_share * state.track.right_track_speed
    resistance = state.running_gear.resistance + params.body.aerodynamics.air_drag * contact.speed * contact.speed
    drive = powertrain_step(
        state.powertrain, pedals, params.powertrain, body, params.body.inertia.mass, resistance, speed, dt
    )
    tracks = tracks_of(state, contact, steering, pedals.brake, params, ground, dt)
    driving = select(immobilised, 0.0, drive.force)
    solved = solve(body, contact, tracks, steering, driving, params, ground, dt)

    # A vehicle whose brakes hold both belts, that is locked or lies on its side, is a block.
    stance = Stance(0.5 * params.track.footprint.track_gauge, params.body.inertia.centre_height)
    fallen = has_fallen(body.rollover_angle, stance.half_track, stance.height)
    stops = (solved.left_need <= dt * tracks.left.loss) & (solved.right_need <= dt * tracks.right.loss)
    is_block = (pedals.switches.parking_brake > 0.5) | (fallen > 0.5) | stops
    free, rolled = solved.free, solved.rolled
    start = Velocity(contact.speed, contact.lateral_speed, body.yaw_rate)
    grip = params.track.track_grip * grip_towards(free.ahead, free.left, params.track.side_grip)
    taken = share_held(start, free, contact, grip, surface, params.body, dt)
    block = held(free, taken)
    velocity = Velocity(
        select(is_block, block.ahead, rolled.ahead),
        select(is_block, block.left, rolled.left),
        select(is_block, block.turn, rolled.turn),
    )
    x, y, yaw = pose_step(body, contact, velocity, dt)
    change_ahead = select(is_block, -taken * free.ahead, solved.change_ahead)
    change_left = select(is_block, -taken * free.left, rolled.left - free.left)
    motion = BodyMotion(velocity, x, y, yaw, change_ahead, change_left)
    after = body_step(body, contact, motion, stance, surface, params.body, dt)
    steer_work = dt * running * (solved.steer_power - solved.spared * abs(speed))
    burnt = params.powertrain.fuel.fuel_consumption * steer_work / params.powertrain.engine.drive_efficiency
    moved = Powertrain(
        drive.state.engine_load, drive.state.gearbox, Fuel(drive.state.fuel.fuel_used + burnt), drive.state.engine
    )
    moves = dt > 0.0
    left_speed = select(moves, select(is_block, 0.0, rolled.left_belt), state.track.left_track_speed)
    right_speed = select(moves, select(is_block, 0.0, rolled.right_belt), state.track.right_track_speed)
    return State(after, Belts(left_speed, right_speed), moved, RunningGear(tracks.drag))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full lever.

    At speed the driver turns the lever no further than a side force of ``CAREFUL`` times the weight. A vehicle that is
    to stand still stands with its parking brake on; a gear that can turn on the spot does so when it is to steer there.

    Args:
        state: a ``State`` of numbers, or of arrays of shape (vehicles,).
        speed: commanded speed [m/s], forward positive.
        steer: steering command in -1..1, left positive.
        params: a ``Params`` of the same shapes.
        dt: time step that the control is for [s].
    """
    factor, force = params.powertrain.rotating_mass_factor, params.brakes.max_brake_force
    mass, air_drag = params.body.inertia.mass, params.body.aerodynamics.air_drag
    vehicle = Longitudinal(mass, factor, air_drag, state.running_gear.resistance, force)
    feet = pedals_for(speed, state.body, state.powertrain, vehicle, params.powertrain, dt)
    own_speed = state.body.speed
    lever = clamp(steer, -1.0, 1.0) * sharpest(state.body, params)
    is_neutral = params.track_steering.steering == NEUTRAL
    slows = (speed == 0.0) | ((feet.brake > 0.0) & (abs(speed) < abs(own_speed)))
    pivots = slows & is_neutral & (abs(own_speed) < pivoting_speed(lever, params))
    change = mass * factor * (speed - own_speed) / maximum(dt, SHORTEST)
    holding = throttle_for(change, own_speed, state.powertrain.gearbox.gear, params.powertrain)
    pedals = Pedals(
        throttle=select(pivots, holding, feet.throttle),
        brake=select(pivots, 0.0, feet.brake),
        switches=Switches(select(pivots, 0.0, feet.switches.parking_brake), 0.0 * lever),
    )
    return Control(pedals, lever)


def pivoting_speed(lever: Real, params: Params) -> Real:
    """Return the speed below which a driver who turns slows down by the engine and not by the brakes [m/s].

    It is what a neutral gear makes of a braked vehicle: one track held, the other at the difference of their speeds. A
    driver who went on braking below it would never stop.

    Args:
        lever: of the driver, -1..1 [1].
        params: of the vehicle.
    """
    return 0.5 * abs(lever) * params.track_steering.max_track_difference


def sharpest(body: body.State, params: Params) -> Real:
    """Return how far a careful driver turns the lever [1].

    Where the lever sets the difference of the track speeds, as far as that turn is safe; where it sets a force, less as
    the side force nears what the driver dares.
    """
    dared = CAREFUL * GRAVITY
    safe = dared * params.track.footprint.track_gauge
    full = full_difference(body.speed, params.track_steering, params.track)
    by_difference = safe / maximum(abs(body.speed) * full, safe)
    felt = abs(body.speed * body.yaw_rate) / dared
    by_force = clamp(2.0 - 2.0 * felt, 0.0, 1.0)
    sets_force = (params.track_steering.steering == BRAKE) | (params.track_steering.steering == FIXED)
    return select(sets_force, by_force, by_difference)
