"""Any number of axles under one rigid body: their loads, their steering on one centre, their side forces at once.

Each axle is a line on the middle of the vehicle. All stand on springs of the same rate, so that their loads lie on a
straight line over their places. Side forces are taken at the slip speeds that the step ends with: M + dt sum k b b' is
built up as L D L' by sums of what is never negative, and solved; that only loses energy, at any ``dt``.

Sources: Gillespie, "Fundamentals of Vehicle Dynamics", section 1.5 (loads) and 6.2 (steering on one centre); Gill,
Golub, Murray and Saunders, "Methods for modifying matrix factorizations", Mathematics of Computation 28 (1974), method
C1, for the sums; Moreau's step, as in ``block_friction``.
"""

from typing import Any, NamedTuple

from ..mathematics import maximum, sincos, sqrt
from .axle import AxleForces
from .block_friction import Velocity
from .brakes import rolls_along
from .tyre import SLOWEST, lateral_limit
from .wheels import Inertia


class Places(NamedTuple):
    """Number and distribution of all axles."""

    count: Any  # [1]
    mean: Any  # of their places ahead of the centre of mass [m]
    spread: Any  # sum of the squares of their distances from it [m^2]


class Axle(NamedTuple):
    """One axle in a step."""

    place: Any  # ahead of the centre of mass [m]
    sine: Any  # of the angle of its wheels [1]
    cosine: Any  # of it [1]
    forces: AxleForces
    stiffness: Any  # side force for each radian of slip [N/rad]


class Factor(NamedTuple):
    """L and D of a matrix L D L': the diagonal, then the columns of L below its ones."""

    ahead: Any  # [kg]
    left: Any  # [kg]
    turn: Any  # [kg m^2]
    left_ahead: Any
    turn_ahead: Any
    turn_left: Any


class Sides(NamedTuple):
    """Side forces of some axles: their matrix, and the impulse that they ask for."""

    factor: Factor
    impulse: Velocity  # [N s], and [N m s]


def load_at(place: Any, places: Places, weight: Any, moment: Any) -> Any:
    """Return the load [N] of the axle at a ``place`` [m], none where its springs would pull.

    Args:
        place: ahead of the centre of mass [m].
        places: of all axles.
        weight: on all of them [N].
        moment: of their loads about the centre of mass, that of more load in front positive [N m].
    """
    slope = (moment - weight * places.mean) / places.spread
    return maximum(weight / places.count + slope * (place - places.mean), 0.0)


def steered_on(angle: Any, leading: Any, place: Any, centre: Any) -> tuple[Any, Any]:
    """Return sine and cosine of the angle of an axle that steers on one centre of rotation with the leading one.

    Args:
        angle: of the leading axle [rad].
        leading: place of that axle [m].
        place: of this axle [m].
        centre: place of the line on which the centre of rotation lies: the middle of the unsteered axles [m].
    """
    sine, cosine = sincos(angle)
    aside, ahead = sine * (place - centre), cosine * (leading - centre)
    length = sqrt(aside * aside + ahead * ahead)
    return aside / length, ahead / length


def across(axle: Axle, share: Any, turned: Velocity, ahead: Any) -> Any:
    """Return the force [N] of an axle's drive and brake across the body.

    Args:
        axle: steered or not.
        share: of the brakes that slow the vehicle, with the sign of the force [1].
        turned: velocity at the start of the step.
        ahead: speed before the brakes [m/s].
    """
    speed = turned.ahead * axle.cosine + (turned.left + axle.place * turned.turn) * axle.sine
    return (axle.forces.drive + rolls_along(speed, ahead) * share * axle.forces.brake) * axle.sine


def free_sides(inertia: Inertia, yaw_inertia: Any, zero: Any) -> Sides:
    """Return the matrix of a body without any axle.

    Args:
        inertia: of the body and its wheels.
        yaw_inertia: of the body [kg m^2].
        zero: 0 in the shape of the columns.
    """
    factor = Factor(inertia.mass * inertia.factor, inertia.mass, yaw_inertia, zero, zero, zero)
    return Sides(factor, Velocity(zero, zero, zero))


def with_axle(sides: Sides, axle: Axle, along: Any, velocity: Velocity, tyre_force: Any, dt: Any) -> Sides:
    """Return side forces with one axle more.

    Args:
        sides: of the other axles.
        axle: to add.
        along: its force on the ground along its wheels [N].
        velocity: of the body before any side force.
        tyre_force: of ``tyre``.
        dt: [s].
    """
    lever = axle.place * axle.cosine
    slip = -axle.sine * velocity.ahead + axle.cosine * velocity.left + lever * velocity.turn
    speed = velocity.ahead * axle.cosine + (velocity.left + axle.place * velocity.turn) * axle.sine
    limit = lateral_limit(axle.forces.grip, along)
    firm = dt * tyre_force(slip, maximum(abs(speed), SLOWEST), axle.stiffness, limit)
    impulse = Velocity(
        sides.impulse.ahead + firm * slip * axle.sine,
        sides.impulse.left - firm * slip * axle.cosine,
        sides.impulse.turn - firm * slip * lever,
    )
    return Sides(stiffened(sides.factor, firm, Velocity(-axle.sine, axle.cosine, lever)), impulse)


def stiffened(factor: Factor, weight: Any, by: Velocity) -> Factor:
    """Return the factor of the matrix plus ``weight``, at least 0, times the square of a direction.

    Args:
        factor: L and D of a positive definite matrix.
        weight: at least 0.
        by: direction.
    """
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


def solved(factor: Factor, impulse: Velocity) -> Velocity:
    """Return the change of velocity that an impulse makes."""
    left = impulse.left - factor.left_ahead * impulse.ahead
    turn = (impulse.turn - factor.turn_ahead * impulse.ahead - factor.turn_left * left) / factor.turn
    left = left / factor.left - factor.turn_left * turn
    return Velocity(impulse.ahead / factor.ahead - factor.left_ahead * left - factor.turn_ahead * turn, left, turn)


def square(distance: Any) -> Any:
    """Return the square [m^2] of a distance [m]."""
    return distance * distance
