"""Four wheels on two axles: the forces of an axle behind its differential, and the angles of the front wheels.

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 2 (open differential); Ackermann's angles: "Kinematics of
a turning car" (document 002), as in ``ackermann.geometry``.
"""

from typing import Generic, NamedTuple, TypeVar

from ...mathematics import Real, maximum, minimum, select, sqrt
from ...parts.axle import AxleForces, Demand, Road, Shares
from ...parts.tyre import traction
from ...parts.wheels import rim_limit

Value = TypeVar("Value")


class Wheels(NamedTuple, Generic[Value]):
    """A value of each wheel."""

    front_left: Value
    front_right: Value
    rear_left: Value
    rear_right: Value


class Contact(NamedTuple):
    """Load of a wheel and its grip on the ground."""

    load: Real  # [N]
    grip: Real  # greatest force [N]


class Angle(NamedTuple):
    """Sine and cosine of a steered wheel's angle."""

    sine: Real
    cosine: Real


def axle_wheels(
    left: Contact, right: Contact, resistance: Real, shares: Shares, demand: Demand, road: Road, lock: Real
) -> tuple[AxleForces, AxleForces]:
    """Return the forces of the two wheels of an axle.

    Args:
        resistance: coefficient of rolling resistance, at this speed [1].
        lock: lock of the differential: 0 open, 1 locked [1].
    """
    half = Shares(0.5 * shares.drive, 0.5 * shares.brake)
    left_reach = road.can_drive * rim_limit(left.grip, half.drive, demand.forces_with_drive, demand.turning)
    right_reach = road.can_drive * rim_limit(right.grip, half.drive, demand.forces_with_drive, demand.turning)
    left_drive, right_drive = split(shares.drive * demand.drive, left_reach, right_reach, road.sliding_ratio, lock)
    left_most = rim_limit(left.grip, half.brake, demand.forces_against_motion, demand.turning) - resistance * left.load
    right_most = (
        rim_limit(right.grip, half.brake, demand.forces_against_motion, demand.turning) - resistance * right.load
    )
    brake = half.brake * demand.brake
    return (
        AxleForces(left.load, left.grip, left_drive, minimum(brake, maximum(left_most, 0.0))),
        AxleForces(right.load, right.grip, right_drive, minimum(brake, maximum(right_most, 0.0))),
    )


def split(force: Real, left_grip: Real, right_grip: Real, slides: Real, lock: Real) -> tuple[Real, Real]:
    """Return the ground forces of the left and the right wheel of an axle, of its ``force`` [N], forward positive.

    An open differential gives both the same: no more than the weaker can take. A lock passes the rest on to the other.

    Args:
        left_grip, right_grip: greatest force of each wheel [N].
        slides: friction of a sliding tyre over the greatest one [1].
        lock: share of the rest that the differential passes on, 0..1.
    """
    is_left = left_grip < right_grip
    weaker, stronger = select(is_left, left_grip, right_grip), select(is_left, right_grip, left_grip)
    weak = traction(0.5 * force, weaker, slides * weaker)
    passed = select(stronger > weaker, lock * (force - 2.0 * weak), 0.0)  # of two alike none is the stronger
    strong = traction(weak + passed, stronger, slides * stronger)
    return select(is_left, weak, strong), select(is_left, strong, weak)


def ackermann(front: Angle, rear: Angle, left: Real, wheelbase: Real) -> Angle:
    """Return the angle of a front wheel at which all wheels turn on one centre of rotation.

    The centre is L / (tan front - tan rear) to the left, so that tan of the wheel's angle is L tan front / (L - left
    (tan front - tan rear)); multiplied by both cosines, nothing is infinite.

    Args:
        front: steer angle of a wheel in the middle of the front axle.
        rear: the same of the rear axle.
        left: place of the wheel, left positive [m].
    """
    base = wheelbase * rear.cosine
    ahead = base * front.cosine - left * (front.sine * rear.cosine - front.cosine * rear.sine)
    aside = base * front.sine
    length = sqrt(ahead * ahead + aside * aside)
    return Angle(aside / length, ahead / length)


def rear_speed(ahead: Real, across: Real, rear: Angle) -> Real:
    """Return the speed [m/s] along a rear wheel that moves ``ahead`` and to the left, ``across`` [m/s]."""
    return ahead * rear.cosine + across * rear.sine
