"""A body on wheels through one step: its start, the forces on all wheels, and its end, rolling or as one block.

A model on wheels computes two changes of velocity: one along the wheels (``LongitudinalMotion``: drive, brakes,
resistance) and one across them (``LateralMotion``). The body ends the step with the second, turned by the other half of
its turn; or, where its wheels are locked, where it lies on its side, or where its brakes have stopped it, as a block
that friction holds.

Source: as ``block_friction`` and ``wheels``.
"""

from typing import Generic, NamedTuple, TypeVar

from ..mathematics import Flag, Real, select
from .axle import Demand, Road, demand_of, road_of
from .block_friction import Velocity, falling, held, share_held
from .body import Motion, Params, State, body_step, pose_step
from .brakes import slowed_by
from .ground_contact import GroundContact, resolve_contact
from .rollover import Stance, has_fallen
from .running_gear import Params as RunningGear
from .running_gear import is_immobilised, rolling_resistance
from .surface import Ground as Surface
from .wheels import Ground, Inertia, ground_share, inertia_of, rotated_rolling


class Initial(NamedTuple):
    """A body on wheels at the beginning of a step, before any force on the ground."""

    contact: GroundContact
    stance: Stance
    is_locked: Flag  # by its parking brake, or lying on its side
    inertia: Inertia


class TotalForces(NamedTuple):
    """Load, resistance and demand of a whole vehicle on wheels."""

    load: Real  # on all wheels [N]
    rolling_resistance: Real  # of all wheels [N]
    demand: Demand
    road: Road


Forces = TypeVar("Forces", covariant=True)  # of each axle or wheel


class LongitudinalMotion(NamedTuple, Generic[Forces]):
    """Velocity and forces before any side force of the tyres."""

    rotated: Velocity  # of the start, in the body that has turned halfway
    velocity: Velocity  # with gravity, drive, brakes and resistance
    unbraked_speed: Real  # speed ahead before brakes and resistance [m/s]
    brake_reach: Real  # greatest change of it by the brakes [m/s]
    force_ahead: Real  # of drive, brakes and resistance at the rims [N]
    force_left: Real  # of the steered wheels' drive and brakes across the body [N]
    tyre_forces: Forces  # force of each axle or wheel on the ground, along it [N]


class SpeedAhead(NamedTuple):
    """Motion along the body by drive, brakes and resistance of all wheels, before any side force."""

    unbraked_speed: Real  # speed ahead before brakes and resistance [m/s]
    speed: Real  # after them [m/s]
    share: Real  # of the brakes and the resistance that act, with the sign of their force [1]
    force_ahead: Real  # at the rims [N]
    ground_share: Real  # share of it that reaches the ground past the turning parts [1]


class LateralMotion(NamedTuple):
    """Velocity and impulses after the side forces of the tyres."""

    velocity: Velocity
    ahead: Real  # impulse of the side forces along the body [N s]
    left: Real  # the same across [N s]


def initial_of(
    body: State, parking_brake: Real, stance: Stance, mass_factor: Real, surface: Surface, params: Params, dt: Real
) -> Initial:
    """Return ground contact and masses of a body on wheels at the beginning of a step.

    Args:
        mass_factor: mass that moves with its turning parts, over the mass [1].
    """
    contact = resolve_contact(body, surface, params, dt)
    fallen = has_fallen(body.rollover_angle, stance.half_track, stance.height)
    is_locked = (parking_brake > 0.5) | (fallen > 0.5)
    is_loose = is_locked | (contact.is_airborne > 0.5)
    return Initial(contact, stance, is_locked, inertia_of(is_loose, mass_factor, params))


def total_of(
    body: State, initial: Initial, driving: Real, braking: Real, params: Params, gear: RunningGear, ground: Ground
) -> TotalForces:
    """Return load, rolling resistance and demanded forces of a vehicle on wheels; forces [N] are forward positive."""
    contact, surface = initial.contact, ground.surface
    load = params.mass * contact.support
    immobilised = is_immobilised(surface, gear)
    resistance = rolling_resistance(load, gear.rolling_factor * ground.wheel_resistance, contact.speed)
    resistance = select(immobilised, surface.friction * load, resistance)
    other_forces = params.mass * (contact.ahead + contact.lateral_speed * body.yaw_rate)
    other_forces = other_forces - params.air_drag * contact.speed * abs(contact.speed)
    demand = demand_of(driving, braking, other_forces, resistance, contact.speed, initial.inertia.turning)
    return TotalForces(load, resistance, demand, road_of(surface, immobilised))


def rotated_of(body: State, initial: Initial, dt: Real) -> Velocity:
    """Return the velocity at the start of a step in the body that has turned through half of its turn."""
    contact = initial.contact
    ahead, left = rotated_rolling(
        contact.speed, contact.lateral_speed, -0.5 * dt * body.yaw_rate, initial.inertia.factor
    )
    return Velocity(ahead, left, body.yaw_rate)


def speed_ahead(
    rotated: Velocity, initial: Initial, driving: Real, braking: Real, resistance: Real, air_drag: Real, dt: Real
) -> SpeedAhead:
    """Return the motion along the body by gravity, drive, brakes and resistance.

    Args:
        rotated: velocity in the body that has turned halfway.
        initial: ground contact and masses.
        driving: force of all wheels along the body, forward positive [N].
        braking: greatest force of all brakes [N].
        resistance: rolling resistance of all wheels [N].
        air_drag: force over speed squared [kg/m].
    """
    contact, inertia = initial.contact, initial.inertia
    ahead = rotated.ahead + dt * (contact.ahead * inertia.mass + driving) * inertia.by_rolling_force
    slowed = slowed_by(ahead, braking + resistance, air_drag, inertia.mass * inertia.factor, dt)
    force_ahead = driving + slowed.share * (braking + resistance)
    spin_up = inertia.turning * inertia.mass * (slowed.speed - rotated.ahead)
    return SpeedAhead(
        ahead, slowed.speed, slowed.share, force_ahead, ground_share(dt * force_ahead, spin_up, inertia.factor)
    )


def body_after(
    body: State, initial: Initial, longitudinal: LongitudinalMotion[object], lateral: LateralMotion, grip: Real,
    surface: Surface, params: Params, dt: Real,
) -> State:  # fmt: skip
    """Return the state of the body after a step; ``grip`` is that of its tyres over that of usual ones."""
    contact, inertia, rotated = initial.contact, initial.inertia, longitudinal.rotated
    free = falling(rotated, contact, dt)
    before = Velocity(contact.speed, contact.lateral_speed, body.yaw_rate)
    taken = share_held(before, free, contact, grip, surface, params, dt)
    block = held(free, taken)
    is_block = initial.is_locked | (longitudinal.velocity.ahead == 0.0) | locks(free, block, longitudinal)
    turn = select(is_block, block.turn, lateral.velocity.turn)
    ahead = select(is_block, block.ahead, lateral.velocity.ahead)
    left = select(is_block, block.left, lateral.velocity.left)
    ahead, left = rotated_rolling(ahead, left, -0.5 * dt * turn, inertia.factor)
    velocity = Velocity(ahead, left, turn)

    # The ground's forces on the body load the axles of the next step, and lean the body.
    spin_up = inertia.turning * (lateral.velocity.ahead - rotated.ahead)
    change_ahead = (dt * longitudinal.force_ahead + lateral.ahead) * inertia.by_force - spin_up
    change_left = (dt * longitudinal.force_left + lateral.left) * inertia.by_force
    x, y, yaw = pose_step(body, contact, velocity, dt)
    change_ahead = select(is_block, -taken * free.ahead, change_ahead)
    change_left = select(is_block, -taken * free.left, change_left)
    motion = Motion(velocity, x, y, yaw, change_ahead, change_left)
    return body_step(body, contact, motion, initial.stance, surface, params, dt)


def locks(free: Velocity, block: Velocity, longitudinal: LongitudinalMotion[object]) -> Flag:
    """Return whether brakes lock the wheels of a vehicle that slides more across than ahead.

    They lock where they can give all of the force ahead that the friction of a block has. Else a braked vehicle that
    slides across would be a block only where a step happens to end without speed ahead.
    """
    is_across = abs(free.ahead) < abs(free.left)
    return (
        is_across
        & (longitudinal.brake_reach > 0.0)
        & (abs(longitudinal.unbraked_speed - block.ahead) <= longitudinal.brake_reach)
    )
