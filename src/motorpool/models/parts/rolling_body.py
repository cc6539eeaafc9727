"""A body on wheels through one step: how it begins, its velocity in between, and how it ends, rolling or as one block.

A model on wheels computes two changes of velocity: one along the wheels (``Coasting``: drive, brakes, resistance) and
one across them (``Rolling``). The body ends the step with the second, turned by the other half of its turn; or, where
its wheels are locked, where it lies on its side, or where its brakes have stopped it, as a block that friction holds.

Source: as ``block_friction`` and ``wheels``.
"""

from typing import Any, NamedTuple

from ..mathematics import select
from .block_friction import Velocity, falling, held, share_held
from .body import Motion, Stance, State, body_step, pose_step
from .ground_contact import GroundContact, resolve_contact
from .rollover import has_fallen
from .wheels import Inertia, inertia_of, turned_rolling


class Start(NamedTuple):
    """A body at the beginning of a step."""

    contact: GroundContact
    stance: Stance
    is_locked: Any  # by its parking brake, or lying on its side
    inertia: Inertia


class Coasting(NamedTuple):
    """Velocity and forces before any side force of the tyres."""

    turned: Velocity  # of the start, in the body that has turned halfway
    velocity: Velocity  # with gravity, drive, brakes and resistance
    force_ahead: Any  # of drive, brakes and resistance at the rims [N]
    force_left: Any  # of the steered wheels' drive and brakes across the body [N]
    along: Any  # force of each axle or wheel on the ground, along it [N]


class Rolling(NamedTuple):
    """Velocity and impulses after the side forces of the tyres."""

    velocity: Velocity
    ahead: Any  # impulse of the side forces along the body [N s]
    left: Any  # the same across [N s]


def start_of(
    body: Any, parking_brake: Any, surface: Any, half_track: Any, mass_factor: Any, params: Any, dt: Any
) -> Start:
    """Return ground contact, stance and masses of a body at the beginning of a step.

    Args:
        body: its state.
        parking_brake: 1 where it is on.
        surface: under it.
        half_track: from the middle to the outer wheels' line of contact [m].
        mass_factor: mass that moves with the turning parts, over the mass [1].
        params: of the body.
        dt: [s].
    """
    contact = resolve_contact(body, surface, params, dt)
    stance = Stance(half_track, params.centre_height)
    fallen = has_fallen(body.rollover_angle, stance.half_track, stance.height)
    is_locked = (parking_brake > 0.5) | (fallen > 0.5)
    is_loose = is_locked | (contact.is_airborne > 0.5)
    return Start(contact, stance, is_locked, inertia_of(is_loose, mass_factor, params))


def body_after(
    body: Any, start: Start, coasting: Coasting, rolling: Rolling, grip: Any, surface: Any, params: Any, dt: Any
) -> State:
    """Return the state of the body after a step.

    Args:
        body: its state before.
        start: of the step.
        coasting: velocity and forces before any side force.
        rolling: the same after them.
        grip: of its tyres, over what the ground gives usual ones [1].
        surface: under it.
        params: of the body.
        dt: [s].
    """
    contact, inertia, turned = start.contact, start.inertia, coasting.turned
    is_block = start.is_locked | (coasting.velocity.ahead == 0.0)
    free = falling(turned, contact, dt)
    before = Velocity(contact.speed, contact.lateral_speed, body.yaw_rate)
    taken = share_held(before, free, contact, grip, surface, params, dt)
    block = held(free, taken)
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
