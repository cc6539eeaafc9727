"""Two bodies on one hitch: their mass matrix, and the velocities after forces and the hitch acted on them.

The velocity of both is four numbers: of the first body's centre ahead and to the left, in its own axes, and the turn of
each. The mass matrix is M = diag(m1, m1, I1, I2) + m2 P'P, where P gives the velocity of the second centre. It is kept
as L D L' and built up by sums of what is never negative: masses first, then tyres (a stiffness times the square of a
direction), so nothing cancels, whatever the sizes.

Between two steps both bodies move on as if there were no hitch, each with its momentum in the world; then the hitch
takes the least change of velocity, measured by M, that joins them again: a plastic impact. That keeps the linear
momentum, is of first order, and can only lose energy, at any ``dt``. The forces that turning axes ask for need not be
computed, and those of a Lagrangian step, which gains or loses energy by its error, do not arise.

Sources: Moreau, "Unilateral contact and dry friction in finite freedom dynamics" (1988), for the projection; Gill,
Golub, Murray and Saunders, "Methods for modifying matrix factorizations", Mathematics of Computation 28 (1974), method
C1, for the sums; Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 1.3.2, for car and trailer as four velocities.
"""

from typing import NamedTuple

from ...mathematics import Real, maximum, select, sincos, sqrt
from ...parts.block_friction import ROUNDING
from ...parts.wheels import rotated_rolling

__all__ = [
    "Bodies", "Factor", "Train", "Velocities", "coupling_change", "dot", "gap_of", "plus", "rank_one", "share_held",
    "solve", "train_at", "uncoupled_velocity",
]  # fmt: skip

TINY = 1e-9  # keeps quotients finite where their numerator is zero, too


class Velocities(NamedTuple):
    """Velocity of the train, or a vector that changes it: a force, a moment, a direction."""

    ahead: Real  # of the first body's centre [m/s]
    left: Real
    turn: Real  # of the first body [rad/s]
    trailer_turn: Real  # of the second body [rad/s]


class Factor(NamedTuple):
    """L and D of a matrix L D L': the diagonal, then the columns of L below its ones."""

    ahead: Real
    left: Real
    turn: Real
    trailer: Real
    left_ahead: Real
    turn_ahead: Real
    trailer_ahead: Real
    turn_left: Real
    trailer_left: Real
    trailer_turn: Real


class Bodies(NamedTuple):
    """Masses and lever arms of both bodies."""

    mass: Real  # of the first body [kg]
    factor: Real  # its mass ahead with the turning parts, over the mass [1]
    yaw_inertia: Real  # [kg m^2]
    trailer_mass: Real  # [kg]
    trailer_yaw_inertia: Real  # [kg m^2]
    hitch_offset: Real  # of the hitch behind the first centre [m]
    centre_offset: Real  # of the second centre behind the hitch [m]


class Train(NamedTuple):
    """Both bodies at a hitch angle."""

    bodies: Bodies
    factor: Factor  # of M
    along: Velocities  # velocity of the second centre ahead, in the first body's axes, as a direction
    across: Velocities  # the same to the left


def plus(a: Velocities, share: Real, b: Velocities) -> Velocities:
    """Return ``a`` plus ``share`` times ``b``."""
    return Velocities(
        a.ahead + share * b.ahead,
        a.left + share * b.left,
        a.turn + share * b.turn,
        a.trailer_turn + share * b.trailer_turn,
    )


def dot(a: Velocities, b: Velocities) -> Real:
    """Return the part of a velocity in a direction."""
    return a.ahead * b.ahead + a.left * b.left + a.turn * b.turn + a.trailer_turn * b.trailer_turn


def train_at(hitch_angle: Real, bodies: Bodies) -> Train:
    """Return the train at a hitch angle [rad]: yaw of the trailer minus the tractor's."""
    sine, cosine = sincos(hitch_angle)
    offset, mass, trailer_mass = bodies.centre_offset, bodies.mass, bodies.trailer_mass
    zero = 0.0 * sine
    along = Velocities(1.0 + zero, zero, zero, offset * sine)
    across = Velocities(zero, 1.0 + zero, zero - bodies.hitch_offset, -offset * cosine)
    apart = Factor(
        mass * bodies.factor + zero, mass + zero, bodies.yaw_inertia + zero, bodies.trailer_yaw_inertia + zero,
        zero, zero, zero, zero, zero, zero,
    )  # fmt: skip
    return Train(bodies, rank_one(rank_one(apart, trailer_mass, along), trailer_mass, across), along, across)


def rank_one(factor: Factor, weight: Real, by: Velocities) -> Factor:
    """Return the factor of the matrix plus a weight, at least 0, times the square of a direction."""
    ahead = factor.ahead + weight * by.ahead * by.ahead
    gain = weight * by.ahead / ahead
    rest = weight * factor.ahead / ahead
    left_by = by.left - by.ahead * factor.left_ahead
    turn_by = by.turn - by.ahead * factor.turn_ahead
    trailer_by = by.trailer_turn - by.ahead * factor.trailer_ahead
    left_ahead = factor.left_ahead + gain * left_by
    turn_ahead = factor.turn_ahead + gain * turn_by
    trailer_ahead = factor.trailer_ahead + gain * trailer_by

    left = factor.left + rest * left_by * left_by
    gain = rest * left_by / left
    rest = rest * factor.left / left
    turn_by = turn_by - left_by * factor.turn_left
    trailer_by = trailer_by - left_by * factor.trailer_left
    turn_left = factor.turn_left + gain * turn_by
    trailer_left = factor.trailer_left + gain * trailer_by

    turn = factor.turn + rest * turn_by * turn_by
    gain = rest * turn_by / turn
    rest = rest * factor.turn / turn
    trailer_by = trailer_by - turn_by * factor.trailer_turn
    trailer_turn = factor.trailer_turn + gain * trailer_by
    trailer = factor.trailer + rest * trailer_by * trailer_by
    return Factor(
        ahead, left, turn, trailer,
        left_ahead, turn_ahead, trailer_ahead, turn_left, trailer_left, trailer_turn,
    )  # fmt: skip


def solve(factor: Factor, impulse: Velocities) -> Velocities:
    """Return the change of velocity by an impulse."""
    left = impulse.left - factor.left_ahead * impulse.ahead
    turn = impulse.turn - factor.turn_ahead * impulse.ahead - factor.turn_left * left
    trailer = (
        impulse.trailer_turn
        - factor.trailer_ahead * impulse.ahead
        - factor.trailer_left * left
        - factor.trailer_turn * turn
    ) / factor.trailer
    turn = turn / factor.turn - factor.trailer_turn * trailer
    left = left / factor.left - factor.turn_left * turn - factor.trailer_left * trailer
    ahead = impulse.ahead / factor.ahead
    ahead = ahead - factor.left_ahead * left - factor.turn_ahead * turn - factor.trailer_ahead * trailer
    return Velocities(ahead, left, turn, trailer)


def uncoupled_velocity(velocity: Velocities, angle: Real, bodies: Bodies) -> Velocities:
    """Return the velocity in the axes of a tractor that has turned by an angle [rad], without the hitch.

    Args:
        angle: yaw change of the tractor, counter-clockwise positive [rad].
    """
    ahead, left = rotated_rolling(velocity.ahead, velocity.left, -angle, bodies.factor)
    return Velocities(ahead, left, velocity.turn, velocity.trailer_turn)


def gap_of(apart: Velocities, before: Velocities, hitch_angle: Real, angle: Real, train: Train) -> tuple[Real, Real]:
    """Return the velocity of the trailer's centre minus that by which it would follow the tractor: ahead, left [m/s].

    Args:
        apart: velocities after both bodies moved on without a hitch.
        hitch_angle: before the step [rad].
        angle: yaw change of the tractor in the step, counter-clockwise positive [rad].
    """
    sine, cosine = sincos(hitch_angle)
    lag = train.bodies.centre_offset * before.trailer_turn
    ahead = before.ahead + lag * sine
    left = before.left - train.bodies.hitch_offset * before.turn - lag * cosine
    yaw_sine, yaw_cosine = sincos(angle)
    return (
        ahead * yaw_cosine + left * yaw_sine - dot(train.along, apart),
        left * yaw_cosine - ahead * yaw_sine - dot(train.across, apart),
    )


def coupling_change(gap_ahead: Real, gap_left: Real, ahead: Real, left: Real, train: Train) -> Velocities:
    """Return the least change of velocity that closes the gap, with the change by gravity.

    Args:
        gap_ahead, gap_left: velocity gap of the trailer's centre, in the tractor's axes [m/s].
        ahead, left: change of both bodies' velocities by gravity [m/s].
    """
    mass, trailer_mass = train.bodies.mass, train.bodies.trailer_mass
    along, across = trailer_mass * (gap_ahead + ahead), trailer_mass * (gap_left + left)
    impulse = Velocities(
        along, across, train.across.turn * across,
        train.along.trailer_turn * along + train.across.trailer_turn * across,
    )  # fmt: skip
    return solve(train.factor, plus(impulse, 1.0, Velocities(mass * ahead, mass * left, 0.0 * ahead, 0.0 * left)))


def share_held(before: Velocities, free: Velocities, static: Real, sliding: Real, train: Train) -> Real:
    """Return the share of the velocity ``free`` that friction takes from both bodies as a block: 1 holds them.

    As ``block_friction.share_taken``, with the energy of both bodies in the place of the squares.

    Args:
        before: velocities before the step.
        static: the change of velocity that holds a standing train [m/s].
        sliding: the change of velocity by sliding friction [m/s].
    """
    bodies = train.bodies
    total, rotating_mass = bodies.mass + bodies.trailer_mass, bodies.mass * (bodies.factor - 1.0)
    demand = (double_energy(free, free, train) - rotating_mass * free.ahead * free.ahead) / total
    advance = double_energy(before, free, train)
    holds = select(advance > 0.0, sliding, static)
    is_over = demand > sliding * sliding
    taken = select(is_over, sliding / sqrt(maximum(select(is_over, demand, 1.0), TINY)), 1.0)
    return select(demand <= holds * holds * (1.0 + ROUNDING), 1.0, taken)


def double_energy(a: Velocities, b: Velocities, train: Train) -> Real:
    """Return ``a' M b``: for a velocity with itself, twice its energy [J]."""
    bodies = train.bodies
    first = bodies.mass * (bodies.factor * a.ahead * b.ahead + a.left * b.left)
    rotating_mass = bodies.yaw_inertia * a.turn * b.turn + bodies.trailer_yaw_inertia * a.trailer_turn * b.trailer_turn
    second = dot(train.along, a) * dot(train.along, b) + dot(train.across, a) * dot(train.across, b)
    return first + rotating_mass + bodies.trailer_mass * second
