"""Friction of a vehicle that does not roll and moves as one block: it stays to the last bit, or slides and turns.

Friction takes from the velocity of the block, its turning included, what its limit allows in a step, or all of it. The
turning counts with the radius of gyration, so that what is taken is energy.

Source: as ``friction_circle.friction``; Moreau, "Unilateral contact and dry friction in finite freedom dynamics"
(1988), for a step that solves for the velocity at its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..mathematics import Real, maximum, select, sqrt
from . import surface
from .ground_contact import GroundContact

if TYPE_CHECKING:
    from .body import Params as BodyParams

ROUNDING = 1e-5  # of squares: a vehicle exactly at its limit still holds [1]


class Velocity(NamedTuple):
    """Of a body along the ground."""

    ahead: Real  # [m/s]
    left: Real  # [m/s]
    turn: Real  # [rad/s]


def share_taken(before: Velocity, free: Velocity, static: Real, sliding: Real, gyration: Real) -> Real:
    """Return the share of the velocity ``free`` that friction takes from a block in a step: 1 holds it.

    Args:
        static: the change of velocity that holds what stands [m/s].
        sliding: the change of velocity that slows what slides [m/s].
    """
    rotation = free.turn * gyration
    demand = free.ahead * free.ahead + free.left * free.left + rotation * rotation
    advance = before.ahead * free.ahead + before.left * free.left + before.turn * free.turn * gyration * gyration
    holds = select(advance > 0.0, sliding, static)
    is_over = demand > sliding * sliding
    taken = select(is_over, sliding / sqrt(select(is_over, demand, 1.0)), 1.0)
    return select(demand <= holds * holds * (1.0 + ROUNDING), 1.0, taken)


def held(free: Velocity, taken: Real) -> Velocity:
    """Return the velocity of a block after friction has taken a share of it."""
    kept = 1.0 - taken
    return Velocity(kept * free.ahead, kept * free.left, kept * free.turn)


def stopped_by(free: Real, loss: Real) -> Real:
    """Reduce the magnitude of a speed ``free`` [m/s] by ``loss``, at most to zero."""
    return select(abs(free) <= loss, 0.0, select(free > 0.0, free - loss, free + loss))


def falling(turned: Velocity, contact: GroundContact, dt: Real) -> Velocity:
    """Return a velocity after ``dt`` [s] of gravity alone: the contact's ``ahead`` and ``left`` [m/s^2]."""
    return Velocity(turned.ahead + dt * contact.ahead, turned.left + dt * contact.left, turned.turn)


def share_held(
    start: Velocity, free: Velocity, contact: GroundContact, grip: Real, surface: surface.Ground, body: BodyParams,
    dt: Real,
) -> Real:  # fmt: skip
    """Return the share of the velocity ``free`` that the ground's friction takes from a vehicle that is a block.

    Args:
        grip: friction of tyres or tracks, relative to that of usual ones on the same ground [1].
    """
    pressed = dt * contact.support * grip
    gyration = sqrt(maximum(body.yaw_inertia / body.mass, 0.0))
    return share_taken(start, free, surface.friction * pressed, surface.sliding_friction * pressed, gyration)
