"""Two tracks under a body: their loads and losses, and body and belts at the end of a step.

First without the steering gear, which then gives what it can: its force is the one that brings about the wanted
difference of the belts' speeds, within its limits, and the engine drives with the power that steering leaves.

Source: as ``belts`` and ``track_steering``.
"""

from typing import NamedTuple

from ..mathematics import Real, clamp, maximum, select
from .belts import (
    Belt,
    Inertia,
    Momentum,
    Motion,
    belt_of,
    difference_for_impulse,
    greater,
    inertia_of,
    loosened,
    moved,
    needed,
    slowed_by,
)
from .block_friction import Velocity
from .body import State as BodyState
from .body import rotate
from .ground_contact import LIGHT, GroundContact
from .powertrain import SLOWEST
from .powertrain import Params as Powertrain
from .running_gear import is_immobilised, rolling_resistance
from .track import Drift, Grip, Ground, Slip, Soil, carried_over, pressure_shift, shear_stiffness
from .track_steering import Steering, within
from .vehicles import TrackedParams, TrackedState

LIGHTEST_BELT = 1e-3  # a belt's moving mass over the vehicle's, at least: no belt is without inertia [1]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Tracks(NamedTuple):
    """Both tracks at the beginning of a step."""

    left: Belt
    right: Belt
    drag: Real  # motion resistance of both [N]


class Hold(NamedTuple):
    """Hold of the ground on both tracks in a step."""

    left: Slip
    right: Slip
    left_grip: Grip
    right_grip: Grip
    soil: Soil
    moving: Real  # mass of the body, and the air's resistance [kg]


class Steered(NamedTuple):
    """Momentum of body and belts with drive and steering, before friction."""

    momentum: Momentum
    power: Real  # that steering takes from the engine [W]
    spared: Real  # force of the engine that steering leaves no power for [N]


class Solved(NamedTuple):
    """Body and belts at the end of a step in which nothing is a block."""

    free: Velocity  # of the body without friction, as on ice
    rolled: Motion
    change_ahead: Real  # of the body's velocity, by the tracks [m/s]
    left_need: Real  # impulse that would stop the left belt [N s]
    right_need: Real  # the same of the right one [N s]
    steer_power: Real  # that steering takes from the engine [W]
    spared: Real  # force of the engine that steering leaves no power for [N]


def tracks_of(
    state: TrackedState, contact: GroundContact, steering: Steering, brake: Real, params: TrackedParams, ground: Ground,
    dt: Real,
) -> Tracks:  # fmt: skip
    """Return loads, resistance and brakes of both tracks.

    Args:
        state: of the vehicle.
        contact: of the step.
        steering: of the step.
        brake: of the pedal [1].
        params: of the vehicle.
        ground: under it.
        dt: [s].
    """
    mass, surface, gauge = params.body.inertia.mass, ground.surface, params.track.footprint.track_gauge
    load = mass * contact.support
    transfer = mass * params.body.inertia.centre_height * state.body.specific_force_left / gauge
    transfer = clamp(transfer, -0.5 * load, 0.5 * load)
    left_load, right_load = 0.5 * load - transfer, 0.5 * load + transfer
    belt_mass = 0.5 * mass * maximum(params.powertrain.rotating_mass_factor - 1.0, LIGHTEST_BELT)
    friction = surface.friction * params.track.track_grip
    immobilised = is_immobilised(surface, params.running_gear)
    coefficient = params.running_gear.rolling_factor * ground.track_resistance
    left, right = state.track.left_track_speed, state.track.right_track_speed
    left_drag = rolling_resistance(left_load, coefficient, left)
    right_drag = rolling_resistance(right_load, coefficient, right)
    braking = 0.5 * brake * params.brakes.max_brake_force
    left_loss = select(immobilised, friction * left_load, left_drag + braking + steering.left_brake)
    right_loss = select(immobilised, friction * right_load, right_drag + braking + steering.right_brake)
    return Tracks(
        belt_of(left, left_load, left_loss, friction, belt_mass, dt),
        belt_of(right, right_load, right_loss, friction, belt_mass, dt),
        left_drag + right_drag,
    )


def solve(
    body: BodyState, start: GroundContact, tracks: Tracks, steering: Steering, driving: Real, params: TrackedParams,
    ground: Ground, dt: Real,
) -> Solved:  # fmt: skip
    """Return body and belts at the step's end.

    The slip of each track gives the stiffness of its friction; the velocity turns in the turning body; then gravity,
    drive, friction, resistance and brakes act at once.

    Args:
        body: its state.
        start: ground contact of the step.
        tracks: at the beginning of the step.
        steering: of the step.
        driving: force of the powertrain on both tracks [N].
        params: of the vehicle.
        ground: under it.
        dt: [s].
    """
    mass, half = params.body.inertia.mass, 0.5 * params.track.footprint.track_gauge
    left_belt, right_belt = tracks.left, tracks.right
    ahead, left = rotate(start.speed, start.lateral_speed, -dt * body.yaw_rate)
    free = Velocity(ahead + dt * start.ahead, left + dt * start.left, body.yaw_rate)
    spin = params.body.inertia.yaw_inertia * body.yaw_rate
    left_sum = left_belt.mass * left_belt.speed + dt * steering.left_share * driving
    right_sum = right_belt.mass * right_belt.speed + dt * steering.right_share * driving
    unsteered = Momentum(
        mass * free.ahead, mass * free.left, spin, left_sum - left_belt.lost, right_sum - right_belt.lost
    )
    hold = hold_of(body, start, tracks, free, driving, params, ground, dt)
    inertia = inertia_with(hold, tracks, params, dt)
    steered = steered_by(steering, unsteered, inertia, tracks, driving, params.powertrain, dt)
    inertia = inertia_with(held_at(moved(steered.momentum, inertia), hold, params), tracks, params, dt)
    rolled = moved(steered.momentum, inertia)

    pulled = inertia.left_pull * steered.momentum.left_belt + inertia.right_pull * steered.momentum.right_belt
    dragged = inertia.left_drag * (rolled.ahead - half * rolled.turn)
    dragged = dragged + inertia.right_drag * (rolled.ahead + half * rolled.turn)
    sway = spin / params.track.footprint.track_gauge
    wanted = select(steering.wish == 0.0, 0.0, dt * maximum(steering.most_left, steering.most_right))
    return Solved(
        free,
        rolled,
        (pulled - dragged) / mass,
        needed(left_sum, 0.5 * mass * free.ahead - sway, left_belt.grasp) + wanted,
        needed(right_sum, 0.5 * mass * free.ahead + sway, right_belt.grasp) + wanted,
        steered.power,
        steered.spared,
    )


def hold_of(
    body: BodyState, start: GroundContact, tracks: Tracks, free: Velocity, driving: Real, params: TrackedParams,
    ground: Ground, dt: Real,
) -> Hold:  # fmt: skip
    """Return how the ground holds both tracks at the slip of the step's start, or at which they break loose.

    Args:
        body: state of the body.
        start: contact with the ground.
        tracks: speeds, loads and losses of both.
        free: velocity without friction.
        driving: force of the powertrain on both tracks [N].
        params: the vehicle's ``Params``.
        ground: the vehicle's ``Ground``.
        dt: time step [s].
    """
    footprint, mass = params.track.footprint, params.body.inertia.mass
    length, half = footprint.contact_length, 0.5 * footprint.track_gauge
    left, right, side_grip = tracks.left, tracks.right, params.track.side_grip
    support = maximum(start.support, LIGHT)
    lean = pressure_shift(body.specific_force_ahead, support, params.body.inertia.centre_height, length)
    grip = params.track.track_grip
    soil = Soil(ground.surface.friction * grip, ground.surface.sliding_friction * grip, ground.shear_length)
    swing, turn, grasp = length * body.yaw_rate, half * body.yaw_rate, (left.grasp + right.grasp) / mass
    across = start.lateral_speed
    across = across + loosened(across, free.left - across, side_grip * grasp)
    left_along, right_along = start.speed - turn - left.speed, start.speed + turn - right.speed
    left_most, right_most = grasp + left.grasp / left.hold, grasp + right.grasp / right.hold
    # The steering gear couples the belts: what hauls them in common acts on their mean, brakes and resistance included.
    hauled = free.ahead - start.speed + 0.5 * (slowed_by(left, 0.5 * driving, dt) + slowed_by(right, 0.5 * driving, dt))
    spun = loosened(0.5 * (left_along + right_along), hauled, 0.5 * (left_most + right_most))
    left_along = left_along + greater(spun, loosened(left_along, slowed_by(left, 0.0, dt), left_most))
    right_along = right_along + greater(spun, loosened(right_along, slowed_by(right, 0.0, dt), right_most))
    left_slip = Slip(left_along, across, swing, left.speed, left.load, lean)
    right_slip = Slip(right_along, across, swing, right.speed, right.load, lean)
    moving = mass + dt * params.body.aerodynamics.air_drag * abs(free.ahead)
    left_grip = shear_stiffness(left_slip, soil, side_grip, length)
    right_grip = shear_stiffness(right_slip, soil, side_grip, length)
    return Hold(left_slip, right_slip, left_grip, right_grip, soil, moving)


def held_at(end: Motion, hold: Hold, params: TrackedParams) -> Hold:
    """Return how the ground holds both tracks at the slip of the step's end, so that no force is beyond friction.

    Args:
        end: of the step, with the stiffness of ``hold``.
        hold: of the tracks at the slip of the start.
        params: the vehicle's ``Params``.
    """
    footprint = params.track.footprint
    length, turn = footprint.contact_length, 0.5 * footprint.track_gauge * end.turn
    left_along, right_along = end.ahead - turn - end.left_belt, end.ahead + turn - end.right_belt
    left_grip = carried_over(hold.left_grip, hold.left, Drift(left_along, end.left), hold.soil, length)
    right_grip = carried_over(hold.right_grip, hold.right, Drift(right_along, end.left), hold.soil, length)
    return Hold(hold.left, hold.right, left_grip, right_grip, hold.soil, hold.moving)


def inertia_with(hold: Hold, tracks: Tracks, params: TrackedParams, dt: Real) -> Inertia:
    """Return what resists a change of body and belts, the friction of both tracks included.

    Args:
        hold: of the ground on both tracks.
        tracks: speeds, loads and losses of both.
        params: the vehicle's ``Params``.
        dt: time step [s].
    """
    return inertia_of(hold.left_grip, hold.right_grip, tracks.left.hold, tracks.right.hold, hold.moving, params, dt)


def steered_by(
    steering: Steering, momentum: Momentum, inertia: Inertia, tracks: Tracks, driving: Real, powertrain: Powertrain,
    dt: Real,
) -> Steered:  # fmt: skip
    """Return the momentum with the force of the steering gear, and the drive that it leaves power for.

    Args:
        steering: of the step.
        momentum: of body and belts without steering, before friction.
        inertia: of the step.
        tracks: at the beginning of the step.
        driving: force of the powertrain on both tracks [N].
        powertrain: its parameters.
        dt: [s].
    """
    left, right = tracks.left, tracks.right
    unsteered = moved(momentum, inertia)
    missing = steering.wish - (unsteered.right_belt - unsteered.left_belt)
    force = within(missing / (maximum(dt, SHORTEST) * difference_for_impulse(inertia)), steering)
    speed = steering.left_share * left.speed + steering.right_share * right.speed
    able = powertrain.engine.drive_efficiency * powertrain.engine.engine_power
    power = maximum(force * (right.speed - left.speed), 0.0)
    most = maximum(able - power, 0.0) / maximum(abs(speed), SLOWEST)
    driven = clamp(driving, -most, most)
    left_belt = left.mass * left.speed - left.lost + dt * (steering.left_share * driven - force)
    right_belt = right.mass * right.speed - right.lost + dt * (steering.right_share * driven + force)
    after = Momentum(momentum.ahead, momentum.left, momentum.spin, left_belt, right_belt)
    return Steered(after, power, abs(driving) - abs(driven))
