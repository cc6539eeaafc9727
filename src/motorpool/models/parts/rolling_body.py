"""A body on wheels through one step: its start, its whole load, and its end, rolling or as one block.

A model on wheels computes two changes of velocity: one along the wheels (``Coasting``: drive, brakes, resistance) and
one across them (``Rolling``). The body ends the step with the second, turned by the other half of its turn; or, where
its wheels are locked, where it lies on its side, or where its brakes have stopped it, as a block that friction holds.

Source: as ``block_friction`` and ``wheels``.
"""

from typing import Generic, NamedTuple, TypeVar

from ..mathematics import Flag, Real, select
from .axle import Demand, Road, demand_of, road_of
from .block_friction import Velocity, falling, held, share_held
from .body import Motion, Params, State, body_step, pose_step
from .ground_contact import GroundContact, resolve_contact
from .rollover import Stance, has_fallen
from .running_gear import Params as RunningGear
from .running_gear import is_immobilised, rolling_resistance
from .surface import Ground as Surface
from .wheels import Ground, Inertia, inertia_of, turned_rolling


class Start(NamedTuple):
    """A body on wheels at the beginning of a step, before any force on the ground."""

    contact: GroundContact
    stance: Stance
    is_locked: Flag  # by its parking brake, or lying on its side
    inertia: Inertia


class Whole(NamedTuple):
    """Load, resistance and demand of a whole vehicle on wheels."""

    load: Real  # on all wheels [N]
    resisting: Real  # rolling resistance of all wheels [N]
    demand: Demand
    road: Road


Forces = TypeVar("Forces", covariant=True)  # of each axle or wheel


class Coasting(NamedTuple, Generic[Forces]):
    """Velocity and forces before any side force of the tyres."""

    turned: Velocity  # of the start, in the body that has turned halfway
    velocity: Velocity  # with gravity, drive, brakes and resistance
    driven: Real  # speed ahead before brakes and resistance [m/s]
    reach: Real  # greatest change of it by the brakes [m/s]
    force_ahead: Real  # of drive, brakes and resistance at the rims [N]
    force_left: Real  # of the steered wheels' drive and brakes across the body [N]
    along: Forces  # force of each axle or wheel on the ground, along it [N]


class Rolling(NamedTuple):
    """Velocity and impulses after the side forces of the tyres."""

    velocity: Velocity
    ahead: Real  # impulse of the side forces along the body [N s]
    left: Real  # the same across [N s]


def start_of(
    body: State, parking_brake: Real, stance: Stance, mass_factor: Real, surface: Surface, params: Params, dt: Real
) -> Start:
    """Return ground contact and masses of a body on wheels at the beginning of a step.

    Args:
        mass_factor: mass that moves with its turning parts, over the mass [1].
    """
    contact = resolve_contact(body, surface, params, dt)
    fallen = has_fallen(body.rollover_angle, stance.half_track, stance.height)
    is_locked = (parking_brake > 0.5) | (fallen > 0.5)
    is_loose = is_locked | (contact.is_airborne > 0.5)
    return Start(contact, stance, is_locked, inertia_of(is_loose, mass_factor, params))


def whole_of(
    body: State, start: Start, driving: Real, braking: Real, params: Params, gear: RunningGear, ground: Ground
) -> Whole:
    """Return load, rolling resistance and demanded forces of a vehicle on wheels; forces [N] are forward positive."""
    contact, surface = start.contact, ground.surface
    load = params.mass * contact.support
    immobilised = is_immobilised(surface, gear)
    resisting = rolling_resistance(load, gear.rolling_factor * ground.wheel_resistance, contact.speed)
    resisting = select(immobilised, surface.friction * load, resisting)
    pull = params.mass * (contact.ahead + contact.lateral_speed * body.yaw_rate)
    pull = pull - params.air_drag * contact.speed * abs(contact.speed)
    demand = demand_of(driving, braking, pull, resisting, contact.speed, start.inertia.turning)
    return Whole(load, resisting, demand, road_of(surface, immobilised))


def body_after(
    body: State, start: Start, coasting: Coasting[object], rolling: Rolling, grip: Real, surface: Surface,
    params: Params, dt: Real,
) -> State:  # fmt: skip
    """Return the state of the body after a step; ``grip`` is that of its tyres over that of usual ones."""
    contact, inertia, turned = start.contact, start.inertia, coasting.turned
    free = falling(turned, contact, dt)
    before = Velocity(contact.speed, contact.lateral_speed, body.yaw_rate)
    taken = share_held(before, free, contact, grip, surface, params, dt)
    block = held(free, taken)
    is_block = start.is_locked | (coasting.velocity.ahead == 0.0) | locks(free, block, coasting)
    turn = select(is_block, block.turn, rolling.velocity.turn)
    ahead = select(is_block, block.ahead, rolling.velocity.ahead)
    left = select(is_block, block.left, rolling.velocity.left)
    ahead, left = turned_rolling(ahead, left, -0.5 * dt * turn, inertia.factor)
    velocity = Velocity(ahead, left, turn)

    # The ground's forces on the body load the axles of the next step, and lean the body.
    spun = inertia.turning * (rolling.velocity.ahead - turned.ahead)
    change_ahead = (dt * coasting.force_ahead + rolling.ahead) * inertia.by_force - spun
    change_left = (dt * coasting.force_left + rolling.left) * inertia.by_force
    x, y, yaw = pose_step(body, contact, velocity, dt)
    change_ahead = select(is_block, -taken * free.ahead, change_ahead)
    change_left = select(is_block, -taken * free.left, change_left)
    motion = Motion(velocity, x, y, yaw, change_ahead, change_left)
    return body_step(body, contact, motion, start.stance, surface, params, dt)


def locks(free: Velocity, block: Velocity, coasting: Coasting[object]) -> Flag:
    """Return whether brakes lock the wheels of a vehicle that slides more across than ahead.

    They lock where they can give all of the force ahead that the friction of a block has. Else a braked vehicle that
    slides across would be a block only where a step happens to end without speed ahead.
    """
    is_across = abs(free.ahead) < abs(free.left)
    return is_across & (coasting.reach > 0.0) & (abs(coasting.driven - block.ahead) <= coasting.reach)
