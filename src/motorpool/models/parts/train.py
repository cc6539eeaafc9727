"""Two bodies on one hitch: their masses as one, and the velocities that forces and the hitch leave them.

The velocity of both is four numbers: of the first body's centre ahead and to the left, in its own axes, and the turn of
each. The mass matrix is M = diag(m1, m1, I1, I2) + m2 P'P, where P tells the velocity of the second centre. It is kept
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

from ..mathematics import Real, maximum, select, sincos, sqrt
from .block_friction import ROUNDING
from .vehicles import LorryParams
from .wheels import turned_rolling

TINY = 1e-9  # keeps quotients finite where their numerator is zero, too


class Four(NamedTuple):
    """A velocity of the train, or what changes it: a force, a moment, a direction."""

    ahead: Real  # of the first body's centre [m/s]
    left: Real
    turn: Real  # of the first body [rad/s]
    swing: Real  # of the second body [rad/s]


class Factor(NamedTuple):
    """L and D of a matrix L D L': the diagonal, then the columns of L below its ones."""

    ahead: Real
    left: Real
    turn: Real
    swing: Real
    left_ahead: Real
    turn_ahead: Real
    swing_ahead: Real
    turn_left: Real
    swing_left: Real
    swing_turn: Real


class Coupled(NamedTuple):
    """The train at a hitch angle: what its parts weigh, and how the second body's centre follows."""

    factor: Factor  # of M
    along: Four  # the second centre's velocity ahead, in the first body's axes, as a direction
    across: Four  # the same to the left


def plus(a: Four, share: Real, b: Four) -> Four:
    """Return ``a`` and a multiple of ``b``.

    Args:
        a, b: four velocities, or impulses.
        share: factor of ``b``.
    """
    return Four(a.ahead + share * b.ahead, a.left + share * b.left, a.turn + share * b.turn, a.swing + share * b.swing)


def dot(a: Four, b: Four) -> Real:
    """Return the part of a velocity in a direction."""
    return a.ahead * b.ahead + a.left * b.left + a.turn * b.turn + a.swing * b.swing


def coupled(hitch_angle: Real, factor: Real, params: LorryParams) -> Coupled:
    """Return the train at a hitch angle [rad], the first body's mass ahead times ``factor`` with its turning parts.

    Args:
        hitch_angle: yaw of the trailer minus the tractor's [rad].
        factor: mass ahead with the turning parts, over the mass [1].
        params: the lorry's ``Params``.
    """
    sine, cosine = sincos(hitch_angle)
    offset, mass = params.trailer.centre_offset, params.body.inertia.mass
    zero = 0.0 * sine
    along = Four(1.0 + zero, zero, zero, offset * sine)
    across = Four(zero, 1.0 + zero, zero - params.hitch.hitch_offset, -offset * cosine)
    apart = Factor(
        mass * factor + zero, mass + zero, params.body.inertia.yaw_inertia + zero,
        params.trailer.inertia.yaw_inertia + zero, zero, zero, zero, zero, zero, zero,
    )  # fmt: skip
    joined = stiffened(stiffened(apart, params.trailer.inertia.mass, along), params.trailer.inertia.mass, across)
    return Coupled(joined, along, across)


def stiffened(factor: Factor, weight: Real, by: Four) -> Factor:
    """Return the factor of the matrix plus ``weight``, at least 0, times the square of a direction.

    Args:
        factor: L and D of a positive definite matrix.
        weight: at least 0.
        by: direction.
    """
    ahead = factor.ahead + weight * by.ahead * by.ahead
    gain = weight * by.ahead / ahead
    rest = weight * factor.ahead / ahead
    left_by = by.left - by.ahead * factor.left_ahead
    turn_by = by.turn - by.ahead * factor.turn_ahead
    swing_by = by.swing - by.ahead * factor.swing_ahead
    left_ahead = factor.left_ahead + gain * left_by
    turn_ahead = factor.turn_ahead + gain * turn_by
    swing_ahead = factor.swing_ahead + gain * swing_by

    left = factor.left + rest * left_by * left_by
    gain = rest * left_by / left
    rest = rest * factor.left / left
    turn_by = turn_by - left_by * factor.turn_left
    swing_by = swing_by - left_by * factor.swing_left
    turn_left = factor.turn_left + gain * turn_by
    swing_left = factor.swing_left + gain * swing_by

    turn = factor.turn + rest * turn_by * turn_by
    gain = rest * turn_by / turn
    rest = rest * factor.turn / turn
    swing_by = swing_by - turn_by * factor.swing_turn
    swing_turn = factor.swing_turn + gain * swing_by
    swing = factor.swing + rest * swing_by * swing_by
    return Factor(
        ahead, left, turn, swing, left_ahead, turn_ahead, swing_ahead, turn_left, swing_left, swing_turn
    )  # fmt: skip


def solved(factor: Factor, impulse: Four) -> Four:
    """Return the change of velocity that an impulse makes."""
    left = impulse.left - factor.left_ahead * impulse.ahead
    turn = impulse.turn - factor.turn_ahead * impulse.ahead - factor.turn_left * left
    swing = (
        impulse.swing - factor.swing_ahead * impulse.ahead - factor.swing_left * left - factor.swing_turn * turn
    ) / factor.swing
    turn = turn / factor.turn - factor.swing_turn * swing
    left = left / factor.left - factor.turn_left * turn - factor.swing_left * swing
    ahead = impulse.ahead / factor.ahead
    ahead = ahead - factor.left_ahead * left - factor.turn_ahead * turn - factor.swing_ahead * swing
    return Four(ahead, left, turn, swing)


def on_trailer(train: Coupled, ahead: Real, left: Real) -> Four:
    """Return an impulse on the second body's centre, given in the first one's axes, as one on the train.

    Args:
        train: both bodies on the hitch.
        ahead, left: of the impulse [N s].
    """
    return Four(
        ahead,
        left,
        train.across.turn * left,
        train.along.swing * ahead + train.across.swing * left,
    )


def unjoined(velocity: Four, angle: Real, factor: Real) -> Four:
    """Return the first body's velocity in axes that have turned by ``angle`` [rad], were there no hitch.

    Args:
        velocity: of both bodies [m/s, rad/s].
        angle: of the first body's turn, counter-clockwise positive [rad].
        factor: mass ahead with the turning parts, over the mass [1].
    """
    ahead, left = turned_rolling(velocity.ahead, velocity.left, -angle, factor)
    return Four(ahead, left, velocity.turn, velocity.swing)


def double_energy(a: Four, b: Four, train: Coupled, factor: Real, params: LorryParams) -> Real:
    """Return ``a' M b``: for a velocity with itself, twice its energy [J].

    Args:
        a, b: velocities of both bodies [m/s, rad/s].
        train: both bodies on the hitch.
        factor: mass ahead with the turning parts, over the mass [1].
        params: the lorry's ``Params``.
    """
    first = params.body.inertia.mass * (factor * a.ahead * b.ahead + a.left * b.left)
    turning = params.body.inertia.yaw_inertia * a.turn * b.turn + params.trailer.inertia.yaw_inertia * a.swing * b.swing
    second = dot(train.along, a) * dot(train.along, b) + dot(train.across, a) * dot(train.across, b)
    return first + turning + params.trailer.inertia.mass * second


def gap_of(
    apart: Four, before: Four, hitch_angle: Real, angle: Real, train: Coupled, params: LorryParams
) -> tuple[Real, Real]:
    """Return how much faster [m/s] the trailer's centre moves than the tractor alone would take it: ahead, left.

    Args:
        apart: velocities after both bodies moved on without a hitch.
        before: velocities before the step.
        hitch_angle: before the step [rad].
        angle: of the tractor's turn in the step, counter-clockwise positive [rad].
        train: both bodies on the hitch at the step's end.
        params: the lorry's ``Params``.
    """
    sine, cosine = sincos(hitch_angle)
    swing = params.trailer.centre_offset * before.swing
    ahead = before.ahead + swing * sine
    left = before.left - params.hitch.hitch_offset * before.turn - swing * cosine
    turned_sine, turned_cosine = sincos(angle)
    return (
        ahead * turned_cosine + left * turned_sine - dot(train.along, apart),
        left * turned_cosine - ahead * turned_sine - dot(train.across, apart),
    )


def rejoined(gap_ahead: Real, gap_left: Real, ahead: Real, left: Real, train: Coupled, params: LorryParams) -> Four:
    """Return the least change that closes the gap, with what gravity adds to both [m/s].

    Args:
        gap_ahead, gap_left: of the trailer's centre, in the tractor's axes [m/s].
        ahead, left: change of both bodies' velocities by gravity [m/s].
        train: both bodies on the hitch.
        params: the lorry's ``Params``.
    """
    mass = params.trailer.inertia.mass
    impulse = on_trailer(train, mass * (gap_ahead + ahead), mass * (gap_left + left))
    own = Four(params.body.inertia.mass * ahead, params.body.inertia.mass * left, 0.0 * ahead, 0.0 * left)
    return solved(train.factor, plus(impulse, 1.0, own))


def train_share_held(
    before: Four, free: Four, static: Real, sliding: Real, train: Coupled, factor: Real, params: LorryParams
) -> Real:
    """Return the share of the velocity ``free`` that friction takes from the two as a block: 1 holds them.

    As ``block_friction.share_taken``, with the energy of both bodies in the place of the squares.

    Args:
        before: velocities before the step.
        free: velocities at its end without friction.
        static: the change of velocity that holds what stands [m/s].
        sliding: the change of velocity by sliding friction [m/s].
        train: both bodies on the hitch.
        factor: mass ahead with the turning parts, over the mass [1].
        params: the lorry's ``Params``.
    """
    total = params.body.inertia.mass + params.trailer.inertia.mass
    turning = params.body.inertia.mass * (factor - 1.0)
    demand = (double_energy(free, free, train, factor, params) - turning * free.ahead * free.ahead) / total
    advance = double_energy(before, free, train, factor, params)
    holds = select(advance > 0.0, sliding, static)
    is_over = demand > sliding * sliding
    taken = select(is_over, sliding / sqrt(maximum(select(is_over, demand, 1.0), TINY)), 1.0)
    return select(demand <= holds * holds * (1.0 + ROUNDING), 1.0, taken)
