"""Any number of axles under one rigid body: their loads, their steering on one centre, their side forces at once.

Each axle is a line on the middle of the vehicle. All stand on springs of the same rate, so that their loads lie on a
straight line over their places. Side forces are taken at the slip speeds that the step ends with: M + dt sum k b b' is
built up as L D L' by sums of what is never negative, and solved; that only loses energy, at any ``dt``.

Sources: Gillespie, "Fundamentals of Vehicle Dynamics", section 1.5 (loads) and 6.2 (steering on one centre); Gill,
Golub, Murray and Saunders, "Methods for modifying matrix factorizations", Mathematics of Computation 28 (1974), method
C1, for the sums; Moreau's step, as in ``block_friction``.
"""

from typing import NamedTuple

from ...mathematics import Real, maximum, sincos, sqrt
from ...parts.axle import AxleForces
from ...parts.block_friction import Velocity
from ...parts.brakes import rolls_along
from ...parts.tyre import Params as Tyre
from ...parts.tyre import Patch, TyreForce, patch_of, secant
from ...parts.wheels import Inertia


class AxleLayout(NamedTuple):
    """Number and distribution of all axles."""

    number: Real  # [1]
    mean: Real  # of their places ahead of the centre of mass [m]
    spread: Real  # sum of the squares of their distances from it [m^2]


class Axle(NamedTuple):
    """One axle in a step."""

    place: Real  # ahead of the centre of mass [m]
    sine: Real  # of the angle of its wheels [1]
    cosine: Real  # of it [1]
    forces: AxleForces
    stiffness: Real  # side force for each radian of slip [N/rad]


class Factor(NamedTuple):
    """L and D of a matrix L D L': the diagonal, then the columns of L below its ones."""

    ahead: Real  # [kg]
    left: Real  # [kg]
    turn: Real  # [kg m^2]
    left_ahead: Real
    turn_ahead: Real
    turn_left: Real


class AxleSlip(NamedTuple):
    """One axle across its wheels."""

    across: Velocity  # direction of its side force, and its lever [1, 1, m]
    patch: Patch


class ImplicitStep(NamedTuple):
    """Side forces of some axles: their matrix, and the impulse that they ask for."""

    factor: Factor
    impulse: Velocity  # [N s], and [N m s]


def load_at(place: Real, layout: AxleLayout, weight: Real, moment: Real) -> Real:
    """Return the load [N] of the axle ``place`` [m] ahead of the centre of mass, none where its springs would pull.

    The ``moment`` [N m] of all loads about the centre of mass is positive for more load in front.
    """
    slope = (moment - weight * layout.mean) / layout.spread
    return maximum(weight / layout.number + slope * (place - layout.mean), 0.0)


def steered_on(angle: Real, leading: Real, place: Real, centre: Real) -> tuple[Real, Real]:
    """Return sine and cosine of the angle of an axle that steers on one centre of rotation with the leading one.

    Args:
        angle: steer angle of the leading axle, left positive [rad].
        leading: place of that axle [m].
        centre: place of the line on which the centre of rotation lies: the middle of the unsteered axles [m].
    """
    sine, cosine = sincos(angle)
    aside, ahead = sine * (place - centre), cosine * (leading - centre)
    length = sqrt(aside * aside + ahead * ahead)
    return aside / length, ahead / length


def across(axle: Axle, share: Real, rotated: Velocity, ahead: Real) -> Real:
    """Return the force [N] of an axle's drive and brake across the body.

    Args:
        share: used share of the brake force, with the sign of the force [1].
        ahead: speed before the brakes [m/s].
    """
    speed = rotated.ahead * axle.cosine + (rotated.left + axle.place * rotated.turn) * axle.sine
    return (axle.forces.drive + rolls_along(speed, ahead) * share * axle.forces.brake) * axle.sine


def without_axles(inertia: Inertia, yaw_inertia: Real, zero: Real) -> ImplicitStep:
    """Return the matrix of a body without any axle; ``zero`` is 0 in the shape of the columns.

    Args:
        yaw_inertia: yaw inertia of the body [kg m^2].
    """
    factor = Factor(inertia.mass * inertia.factor, inertia.mass, yaw_inertia, zero, zero, zero)
    return ImplicitStep(factor, Velocity(zero, zero, zero))


def axle_slip_of(axle: Axle, along: Real, velocity: Velocity, params: Tyre) -> AxleSlip:
    """Return the direction across an axle, and its contact patch.

    Args:
        along: its force on the ground along its wheels [N].
        velocity: velocity of the body before any side force.
    """
    speed = velocity.ahead * axle.cosine + (velocity.left + axle.place * velocity.turn) * axle.sine
    patch = patch_of(speed, axle.stiffness, axle.forces.grip, along, params)
    return AxleSlip(Velocity(-axle.sine, axle.cosine, axle.place * axle.cosine), patch)


def with_axle(
    implicit: ImplicitStep, slip: AxleSlip, at: Velocity, free: Velocity, tyre_force: TyreForce, dt: Real
) -> ImplicitStep:
    """Return side forces with one axle more.

    Args:
        at: velocity of the body at whose slip the stiffness of the tyres is taken.
        free: velocity of the body before any side force.
    """
    across = slip.across
    stiffness = secant(tyre_force, slip_of(across, at), slip.patch, dt)
    demanded = stiffness * slip_of(across, free)
    impulse = Velocity(
        implicit.impulse.ahead - demanded * across.ahead,
        implicit.impulse.left - demanded * across.left,
        implicit.impulse.turn - demanded * across.turn,
    )
    return ImplicitStep(rank_one(implicit.factor, stiffness, across), impulse)


def slip_of(across: Velocity, velocity: Velocity) -> Real:
    """Return the slip speed [m/s] of an axle with a direction ``across`` it under a body with that velocity."""
    return across.ahead * velocity.ahead + across.left * velocity.left + across.turn * velocity.turn


def rank_one(factor: Factor, weight: Real, by: Velocity) -> Factor:
    """Return the factor of the matrix plus ``weight``, at least 0, times the square of a direction."""
    ahead = factor.ahead + weight * by.ahead * by.ahead
    gain, rest = weight * by.ahead / ahead, weight * factor.ahead / ahead
    left_by, turn_by = by.left - by.ahead * factor.left_ahead, by.turn - by.ahead * factor.turn_ahead
    left_ahead, turn_ahead = factor.left_ahead + gain * left_by, factor.turn_ahead + gain * turn_by
    left = factor.left + rest * left_by * left_by
    gain, rest = rest * left_by / left, rest * factor.left / left
    turn_by = turn_by - left_by * factor.turn_left
    return Factor(
        ahead, left, factor.turn + rest * turn_by * turn_by, left_ahead, turn_ahead, factor.turn_left + gain * turn_by
    )


def solve(factor: Factor, impulse: Velocity) -> Velocity:
    """Return the change of velocity that an impulse makes."""
    left = impulse.left - factor.left_ahead * impulse.ahead
    turn = (impulse.turn - factor.turn_ahead * impulse.ahead - factor.turn_left * left) / factor.turn
    left = left / factor.left - factor.turn_left * turn
    return Velocity(impulse.ahead / factor.ahead - factor.left_ahead * left - factor.turn_ahead * turn, left, turn)


def square(distance: Real) -> Real:
    """Return the square [m^2] of a distance [m]."""
    return distance * distance
