"""Differential: the drive and brake forces of the two wheels of an axle.

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 2 (open differential).
"""

from typing import NamedTuple

from ..mathematics import Real, clamp, maximum, minimum, select
from .axle import AxleForces, Demand, Road, Shares
from .tyre import traction
from .wheels import rim_limit


class Contact(NamedTuple):
    """Load of a wheel and its grip on the ground."""

    load: Real  # [N]
    grip: Real  # greatest force [N]
    brake: Real  # force that stability control adds to that of its brake [N]


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
    left_most, right_most = maximum(left_most, 0.0), maximum(right_most, 0.0)
    left_brake = clamp(minimum(brake, left_most) + left.brake, 0.0, left_most)
    right_brake = clamp(minimum(brake, right_most) + right.brake, 0.0, right_most)
    return (
        AxleForces(left.load, left.grip, left_drive, left_brake),
        AxleForces(right.load, right.grip, right_drive, right_brake),
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
