"""Skid-steered tracked vehicle: tracks that shear the ground, belts that turn, four kinds of steering gear.

Valid for tanks and other crawlers on any ground that carries them, at any speed, standing, in reverse, on slopes, for
any ``dt`` up to 0.1 s (error of first order, stable at any step). It has no single road wheels: the load under a track
is spread evenly or leans to one end. A track does not come off.

A step computes, in this order: ground contact (slope, springs, flight); steering gear and powertrain; loads of the
tracks; the stiffness of the friction at eight stations under each track; the rotation of the velocity in the turning
body; the velocities of body and belts at the end of the step, resistance and brakes included. This is stable for any
``dt``, never gains energy, and settles where the true forces balance. While the brakes hold both belts, the vehicle is
one block.

Files of this model: ``track`` (shear forces), ``track_steering`` (steering gear), ``belts`` (the linear equations),
``two_tracks`` (their solution in a step).

Source: Wong, "Theory of Ground Vehicles", 4th ed., chapter 6; Wong and Chiang (2001), see ``track``. Symbols
there: B track_gauge, l contact_length, h centre_height, mu_t lateral friction (friction * side_grip), K shear_length,
f_r track_resistance * rolling_factor, F_o, F_i forces of the outer and inner sprocket, R turning radius. There R and
the load are those of one steady turn; here they follow from the motion.
"""

from __future__ import annotations

from typing import NamedTuple

from ...convergence import UNDER_WAY, Convergence
from ...fields import Signed
from ...mathematics import Real, clamp, maximum, select
from ...parts import body, brakes, gearbox, pedals, powertrain, running_gear
from ...parts.attitude import GRAVITY
from ...parts.block_friction import Velocity, held, share_held
from ...parts.body import Motion as BodyMotion
from ...parts.body import body_step, pose_step, slope_ahead
from ...parts.ground_contact import LIGHT, GroundContact, resolve_contact
from ...parts.pedals import Control as Pedals
from ...parts.pedals import Longitudinal, acting, pedals_for
from ...parts.powertrain import Load, drag_of, is_running, powertrain_step, throttle_for, turning_mass
from ...parts.powertrain import State as Powertrain
from ...parts.rollover import Stance, has_fallen
from ...parts.running_gear import State as RunningGear
from ...parts.running_gear import is_immobilised, rolling_resistance
from . import track, track_steering
from .belts import belt_of
from .track import Ground, Soil, grip_towards, pressure_shift
from .track import State as Belts
from .track_steering import BRAKE, FIXED, NEUTRAL, Steering, full_difference, steering_of
from .two_tracks import Tracks, solve

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

NAME = "skid-steer"
KIND = "tracked"
REFERENCE_POINT = "the centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1, at=UNDER_WAY),)
REPORTS = ("pitch", "roll", "engine_speed", "resistance")

CAREFUL = 0.35  # greatest side force over weight in a turn of ``control_from_command`` [1]
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
        mass=57154.0, yaw_inertia=362.6e3, centre_height=1.05, air_drag=4.9, suspension_frequency=6.0,
        suspension_travel=0.35, pitch_gain=0.006, roll_gain=0.005, roll_gyration=1.2,
    )  # fmt: skip
    track: track.Params = track.Params()
    running_gear: running_gear.Params = running_gear.Params(rolling_factor=1.15)
    track_steering: track_steering.Params = track_steering.Params()
    powertrain: powertrain.Params = powertrain.Params(
        engine_power=1118.5e3, drive_efficiency=0.53, max_drive_force=420e3, engine_lag=0.87, max_speed=18.56,
        max_reverse_speed=11.0, rotating_mass_factor=1.2, fuel_capacity=1590.0, fuel_consumption=8.3e-8,
        idle_fuel_rate=8.8e-3,
    )  # fmt: skip
    gearbox: gearbox.Params = gearbox.Params(
        gear_step=2.0, top_gear_ratio=5.9, wheel_radius=0.35, peak_torque=5350.0, peak_torque_speed=105.0,
        idle_speed=95.0, max_engine_speed=314.0,
    )  # fmt: skip
    brakes: brakes.Params = brakes.Params(max_brake_force=336e3)


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    body, belts, surface = state.body, state.track, ground.surface
    pedals = acting(control.pedals, body.speed, state.powertrain.gear)
    engine, track, mass = params.powertrain, params.track, params.body.mass
    # Slope, springs and flight; whether the soil carries it: Wong, section 2.5, vehicle cone index.
    contact = resolve_contact(body, surface, params.body, dt)
    immobilised = is_immobilised(surface, params.running_gear)
    running = is_running(state.powertrain.fuel_used, pedals.engine_stop, engine.fuel_capacity)
    running = select(immobilised, 0.0, running)
    # Which belt the gear drives, brakes or speeds up: Wong, section 6.5, see ``track_steering``.
    steering = steering_of(belts, control.steer, params.track_steering, track.track_gauge, engine, running)
    speed = steering.left_share * belts.left_track_speed + steering.right_share * belts.right_track_speed
    # F of the engine at the sprockets, from power, gear and governor: Wong, sections 3.3 and 3.4.
    resistance = state.running_gear.resistance + params.body.air_drag * contact.speed * contact.speed
    load = Load(mass, slope_ahead(body), resistance, speed, turning_mass(mass, engine), pedals.driveline)
    drive = powertrain_step(state.powertrain, pedals.throttle, pedals.engine_stop, load, engine, params.gearbox, dt)
    # W of each track with its load transfer h a_y / B, its resistance f_r W, its soil: Wong, section 6.1.
    tracks, drag = tracks_of(state, contact, steering, pedals.brake, params, ground, dt)
    driving = select(immobilised, 0.0, drive.force)
    # m dV_x/dt = F_o + F_i - R, m dV_y/dt = sum of mu_t dW, I_z dr/dt = (F_o - F_i) B / 2 - M_r: Wong, section 6.1;
    # F by the shear displacement at eight stations under each track: Wong and Chiang, equations 4 to 13, see ``track``.
    solved = solve(body, contact, tracks, steering, driving, params.body, track, dt)

    # A vehicle whose brakes hold both belts, that is locked or lies on its side, is a block.
    stance = Stance(0.5 * track.track_gauge, params.body.centre_height)
    fallen = has_fallen(body.rollover_angle, stance.half_track, stance.height)
    stops = (solved.left_stop <= dt * tracks.left.loss) & (solved.right_stop <= dt * tracks.right.loss)
    is_block = (pedals.parking_brake > 0.5) | (fallen > 0.5) | stops
    free, rolled = solved.free, solved.rolled
    start = Velocity(contact.speed, contact.lateral_speed, body.yaw_rate)
    grip = track.track_grip * grip_towards(free.ahead, free.left, track.side_grip)
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
    # An engine that resists does no work that steering could take.
    spared = select((drive.drag > 0.0) & (driving * speed < 0.0), 0.0, solved.spared)
    steer_work = dt * running * (solved.steer_power - spared * abs(speed))
    used, burnt = drive.state, engine.fuel_consumption * steer_work / engine.drive_efficiency
    steered_powertrain = Powertrain(
        used.engine_load, used.gear, used.shift_time, used.fuel_used + burnt, used.engine_speed
    )
    moves = dt > 0.0
    left_speed = select(moves, select(is_block, 0.0, rolled.left_belt), belts.left_track_speed)
    right_speed = select(moves, select(is_block, 0.0, rolled.right_belt), belts.right_track_speed)
    return State(after, Belts(left_speed, right_speed), steered_powertrain, RunningGear(drag))


def tracks_of(
    state: State, contact: GroundContact, steering: Steering, brake: Real, params: Params, ground: Ground, dt: Real
) -> tuple[Tracks, Real]:
    """Return loads, losses and soil of both tracks, and their motion resistance [N]; ``brake`` is the pedal's [1]."""
    body, belts, surface, track = state.body, state.track, ground.surface, params.track
    mass, height = params.body.mass, params.body.centre_height
    load = mass * contact.support
    transfer = mass * height * body.specific_force_left / track.track_gauge
    transfer = clamp(transfer, -0.5 * load, 0.5 * load)
    left_load, right_load = 0.5 * load - transfer, 0.5 * load + transfer
    belt_mass = 0.5 * turning_mass(mass, params.powertrain)
    friction = surface.friction * track.track_grip
    immobilised = is_immobilised(surface, params.running_gear)
    coefficient = params.running_gear.rolling_factor * ground.track_resistance
    left_drag = rolling_resistance(left_load, coefficient, belts.left_track_speed)
    right_drag = rolling_resistance(right_load, coefficient, belts.right_track_speed)
    braking = 0.5 * brake * params.brakes.max_brake_force
    left_loss = select(immobilised, friction * left_load, left_drag + braking + steering.left_brake)
    right_loss = select(immobilised, friction * right_load, right_drag + braking + steering.right_brake)
    support = maximum(contact.support, LIGHT)
    tracks = Tracks(
        belt_of(belts.left_track_speed, left_load, left_loss, friction, belt_mass, dt),
        belt_of(belts.right_track_speed, right_load, right_loss, friction, belt_mass, dt),
        pressure_shift(body.specific_force_ahead, support, height, track.contact_length),
        Soil(friction, surface.sliding_friction * track.track_grip, ground.shear_length),
    )
    return tracks, left_drag + right_drag


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive, of the full lever.

    At speed the driver turns the lever no further than a side force of ``CAREFUL`` times the weight. A vehicle that is
    to stand still stands with its parking brake on; a gear that can turn on the spot does so when it is to steer there.
    """
    factor, force = params.powertrain.rotating_mass_factor, params.brakes.max_brake_force
    mass, own_speed, gear = params.body.mass, state.body.speed, state.powertrain.gear
    vehicle = Longitudinal(mass, factor, params.body.air_drag, state.running_gear.resistance, force)
    feet = pedals_for(speed, state.body, state.powertrain, vehicle, params.powertrain, params.gearbox, dt)
    lever = clamp(steer, -1.0, 1.0) * largest_lever(state.body, params)
    slows = (speed == 0.0) | ((feet.brake > 0.0) & (abs(speed) < abs(own_speed)))
    pivots = slows & (params.track_steering.steering == NEUTRAL) & (abs(own_speed) < pivoting_speed(lever, params))
    change = mass * factor * (speed - own_speed) / maximum(dt, SHORTEST)
    drag = drag_of(own_speed, gear, mass, params.powertrain, params.gearbox, dt)
    holding = throttle_for(change, drag, own_speed, gear, params.powertrain, params.gearbox)
    throttle, brake = select(pivots, holding, feet.throttle), select(pivots, 0.0, feet.brake)
    return Control(Pedals(throttle, brake, select(pivots, 0.0, feet.parking_brake), 0.0 * lever), lever)


def pivoting_speed(lever: Real, params: Params) -> Real:
    """Return the speed [m/s] below which a turning vehicle slows down by the engine and not by the brakes.

    It is the speed of a braked vehicle with a neutral gear: one track held, the other at the difference of their
    speeds. With brakes below it the vehicle would never stop.
    """
    return 0.5 * abs(lever) * params.track_steering.max_track_difference


def largest_lever(body: body.State, params: Params) -> Real:
    """Return the largest lever of a careful driver [1].

    Where the lever sets the difference of the track speeds, it keeps the side force within ``CAREFUL`` times the
    weight; where it sets a force, it falls to 0 as the side force grows from half of that to all of it.
    """
    most, gauge, gear = CAREFUL * GRAVITY, params.track.track_gauge, params.track_steering
    safe = most * gauge
    full = full_difference(body.speed, gear, gauge)
    by_difference = safe / maximum(abs(body.speed) * full, safe)
    side_force = abs(body.speed * body.yaw_rate) / most
    by_force = clamp(2.0 - 2.0 * side_force, 0.0, 1.0)
    return select((gear.steering == BRAKE) | (gear.steering == FIXED), by_force, by_difference)
