"""Two tracks under a body in one step: the ground's hold on them, the steering gear, and the motion at the end.

The step is solved first without the steering gear. Its force then is the one that brings about the target difference
of the belts' speeds, within its limits, and the engine drives with the power that steering leaves.

Source: as ``belts`` and ``track_steering``.
"""

from typing import NamedTuple

from ...mathematics import Real, clamp, maximum, select
from ...parts.block_friction import Velocity
from ...parts.body import Params as Body
from ...parts.body import State as BodyState
from ...parts.body import rotate
from ...parts.ground_contact import GroundContact
from ...parts.powertrain import SLOWEST
from .belts import Belt, Inertia, Momentum, Motion, difference_for_impulse, inertia_of, motion_of
from .track import Grip, Slip, Soil, shear_stiffness, stiffness_at_end
from .track import Params as Track
from .track_steering import Steering, limited_force

__all__ = ["Solved", "Tracks", "solve"]

SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Tracks(NamedTuple):
    """Both tracks at the beginning of a step."""

    left: Belt
    right: Belt
    leaning: Real  # of the pressure towards the front: its difference between the ends, over its mean [1]
    soil: Soil


class TrackFriction(NamedTuple):
    """Friction of the ground on both tracks in a step."""

    left: Slip
    right: Slip
    left_grip: Grip
    right_grip: Grip
    moving: Real  # mass of the body, and its air drag over the step [kg]


class SteeredMomentum(NamedTuple):
    """Momentum of body and belts with drive and steering, before friction."""

    momentum: Momentum
    power: Real  # that steering takes from the engine [W]
    spared: Real  # force of the engine that steering leaves no power for [N]


class Solved(NamedTuple):
    """Body and belts at the end of a step in which they do not move as one block."""

    free: Velocity  # of the body without friction
    rolled: Motion
    change_ahead: Real  # of the body's velocity, by the tracks [m/s]
    left_stop: Real  # impulse that would stop the left belt [N s]
    right_stop: Real  # impulse that would stop the right belt [N s]
    steer_power: Real  # that steering takes from the engine [W]
    spared: Real  # force of the engine that steering leaves no power for [N]


def solve(
    state: BodyState, start: GroundContact, tracks: Tracks, steering: Steering, driving: Real, body: Body, track: Track,
    dt: Real,
) -> Solved:  # fmt: skip
    """Return body and belts at the end of a step with a ``driving`` force [N] of the powertrain on both tracks.

    The slip of each track gives the stiffness of its friction; the velocity turns in the turning body; then gravity,
    drive, friction, resistance and brakes act at once. The friction is solved twice: with the stiffness at the slip of
    the start, then with that of the slip found, so that no force is beyond friction.
    """
    mass, half, left, right = body.mass, 0.5 * track.track_gauge, tracks.left, tracks.right
    ahead, aside = rotate(start.speed, start.lateral_speed, -dt * state.yaw_rate)
    before = Velocity(start.speed, start.lateral_speed, state.yaw_rate)
    free = Velocity(ahead + dt * start.ahead, aside + dt * start.left, state.yaw_rate)
    turning = body.yaw_inertia * state.yaw_rate
    left_sum = left.mass * left.speed + dt * steering.left_share * driving
    right_sum = right.mass * right.speed + dt * steering.right_share * driving
    unsteered = Momentum(mass * free.ahead, mass * free.left, turning, left_sum - left.lost, right_sum - right.lost)
    friction = friction_at_start(before, free, tracks, driving, body, track, dt)
    inertia = inertia_of(friction.left_grip, friction.right_grip, left, right, friction.moving, body, track, dt)
    steered = apply_steering(steering, unsteered, inertia, tracks, driving, dt)
    friction = friction_at_end(motion_of(steered.momentum, inertia), friction, tracks.soil, track)
    inertia = inertia_of(friction.left_grip, friction.right_grip, left, right, friction.moving, body, track, dt)
    rolled = motion_of(steered.momentum, inertia)

    drive_impulse = inertia.left_share * steered.momentum.left_belt + inertia.right_share * steered.momentum.right_belt
    drag_impulse = inertia.left_mass * (rolled.ahead - half * rolled.turn)
    drag_impulse = drag_impulse + inertia.right_mass * (rolled.ahead + half * rolled.turn)
    sway = turning / track.track_gauge
    steers = steering.target_difference != 0.0
    gear = select(steers, dt * maximum(steering.most_left, steering.most_right), 0.0)
    return Solved(
        free,
        rolled,
        (drive_impulse - drag_impulse) / mass,
        stopping_impulse(left_sum, 0.5 * mass * free.ahead - sway, left.max_impulse) + gear,
        stopping_impulse(right_sum, 0.5 * mass * free.ahead + sway, right.max_impulse) + gear,
        steered.power,
        steered.spared,
    )


def friction_at_start(
    before: Velocity, free: Velocity, tracks: Tracks, driving: Real, body: Body, track: Track, dt: Real
) -> TrackFriction:
    """Return the friction on both tracks at the slip of the step's start, or at which they break loose."""
    left, right, leaning, mass = tracks.left, tracks.right, tracks.leaning, body.mass
    length, half, side_grip = track.contact_length, 0.5 * track.track_gauge, track.side_grip
    turning, turn, most = length * before.turn, half * before.turn, (left.max_impulse + right.max_impulse) / mass
    across = before.left
    across = across + slip_growth(across, free.left - across, side_grip * most)
    left_along, right_along = before.ahead - turn - left.speed, before.ahead + turn - right.speed
    left_most = most + left.max_impulse / left.apparent_mass
    right_most = most + right.max_impulse / right.apparent_mass
    # The steering gear couples the belts: drive, brakes and resistance of both act on the mean of their speeds.
    slowed = 0.5 * (slowing(left, 0.5 * driving, dt) + slowing(right, 0.5 * driving, dt))
    free_change = free.ahead - before.ahead + slowed
    common = slip_growth(0.5 * (left_along + right_along), free_change, 0.5 * (left_most + right_most))
    left_along = left_along + larger(common, slip_growth(left_along, slowing(left, 0.0, dt), left_most))
    right_along = right_along + larger(common, slip_growth(right_along, slowing(right, 0.0, dt), right_most))
    left_slip = Slip(left_along, across, turning, left.speed, left.load, leaning)
    right_slip = Slip(right_along, across, turning, right.speed, right.load, leaning)
    left_grip = shear_stiffness(left_slip, tracks.soil, side_grip, length)
    right_grip = shear_stiffness(right_slip, tracks.soil, side_grip, length)
    return TrackFriction(left_slip, right_slip, left_grip, right_grip, mass + dt * body.air_drag * abs(free.ahead))


def friction_at_end(end: Motion, friction: TrackFriction, soil: Soil, track: Track) -> TrackFriction:
    """Return the friction on both tracks at the slip of the step's end."""
    length, turn = track.contact_length, 0.5 * track.track_gauge * end.turn
    left, right = end.ahead - turn - end.left_belt, end.ahead + turn - end.right_belt
    left_grip = stiffness_at_end(friction.left_grip, friction.left, left, end.left, soil, length)
    right_grip = stiffness_at_end(friction.right_grip, friction.right, right, end.left, soil, length)
    return TrackFriction(friction.left, friction.right, left_grip, right_grip, friction.moving)


def apply_steering(
    steering: Steering, momentum: Momentum, inertia: Inertia, tracks: Tracks, driving: Real, dt: Real
) -> SteeredMomentum:
    """Return the momentum with the force of the steering gear, and the drive that it leaves power for."""
    left, right = tracks.left, tracks.right
    unsteered = motion_of(momentum, inertia)
    missing = steering.target_difference - (unsteered.right_belt - unsteered.left_belt)
    force = limited_force(missing / (maximum(dt, SHORTEST) * difference_for_impulse(inertia)), steering)
    speed = steering.left_share * left.speed + steering.right_share * right.speed
    power = maximum(force * (right.speed - left.speed), 0.0)
    most = maximum(steering.power - power, 0.0) / maximum(abs(speed), SLOWEST)
    driven = clamp(driving, -most, most)
    left_belt = left.mass * left.speed - left.lost + dt * (steering.left_share * driven - force)
    right_belt = right.mass * right.speed - right.lost + dt * (steering.right_share * driven + force)
    after = Momentum(momentum.ahead, momentum.left, momentum.turn, left_belt, right_belt)
    return SteeredMomentum(after, power, abs(driving) - abs(driven))


def slip_growth(slip: Real, change: Real, most: Real) -> Real:
    """Return the growth of a slip in a step [m/s] where friction cannot hold the track, else 0.

    ``change`` is that of the slip without friction, ``most`` the greatest one by friction [m/s].
    """
    free = slip + change
    loose = abs(free) - most
    return select(loose > abs(slip), select(free < 0.0, -loose, loose) - slip, 0.0)


def larger(one: Real, two: Real) -> Real:
    """Return the number with the larger magnitude."""
    return select(abs(one) > abs(two), one, two)


def slowing(belt: Belt, driving: Real, dt: Real) -> Real:
    """Return the speed [m/s] that brakes and resistance, less the drive [N], take from a belt without friction."""
    return belt.speed - (belt.mass * belt.speed + dt * driving - belt.lost) / belt.apparent_mass


def stopping_impulse(belt: Real, pushing: Real, most: Real) -> Real:
    """Return the impulse [N s] that stops a belt: its own momentum and that of the body, which friction limits."""
    return abs(belt + clamp(pushing, -most, most))
