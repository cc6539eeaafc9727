"""Differential: the drive and brake forces of the two wheels of an axle, and its resistance to a turn.

Wheels that turn as fast as each other, on an axle with a locked differential or with none, slip in a bend: at the yaw
rate r each by h r, half of the difference of their ways, the inner one as if it were driven, the outer one as if it
were braked. Their forces F = K 2 h r, with K = k_l k_r / (k_l + k_r) of both tyres in series, give the moment -2 h F
against the turn. The stiffness k is Fiala's for slip along the wheel, as that across it, within the grip that drive and
brakes leave; the moment is taken at the yaw rate that it leaves, and so is stable at any ``dt``.

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 2 (open differential); Wong, "Theory of Ground Vehicles",
4th ed., section 1.3: slip of a driven and of a braked tyre. Symbols there: C_s longitudinal stiffness.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ..fields import OPTIONAL, Fraction
from ..mathematics import Real, clamp, maximum, minimum, select
from .axle import AxleForces, Demand, Road, Shares
from .axle import Params as Axle
from .block_friction import Velocity
from .four_wheels import Wheels
from .locking import Slide
from .tyre import MOST_USED, SLOWEST, TINY, fiala, traction
from .wheels import rim_limit


class Params(NamedTuple):
    """Differentials of the driven axles."""

    differential_lock: Fraction = 0.0  # of what a spinning wheel leaves, to the other one: 0 open, 1 locked [1]
    axle_coupling: Annotated[Fraction, OPTIONAL] = 0.0  # of the wheels' turning: 0 each by itself, 1 as one [1]


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


class Coupling(NamedTuple):
    """Wheels that turn as one."""

    coupling: Real  # of the wheels of driven axles: 0 each by itself, 1 as one [1]
    front_drive_share: Real  # of the drive force: 1 front, 0 rear [1]
    half_track: Real  # [m]


def ground_forces(wheels: Wheels[AxleForces], ground_share: Real, brake_share: Real) -> Wheels[Real]:
    """Return the forces of the wheels on the ground, along them [N], by the shares of rims and brakes that act."""
    return Wheels(
        ground_share * (wheels.front_left.drive + brake_share * wheels.front_left.brake),
        ground_share * (wheels.front_right.drive + brake_share * wheels.front_right.brake),
        ground_share * (wheels.rear_left.drive + brake_share * wheels.rear_left.brake),
        ground_share * (wheels.rear_right.drive + brake_share * wheels.rear_right.brake),
    )


def turned(
    velocity: Velocity, used: Wheels[Real], wheels: Wheels[AxleForces], slides: Wheels[Slide], by: Coupling,
    axles: tuple[Axle, Axle], push: Real,
) -> tuple[Velocity, Wheels[Real]]:  # fmt: skip
    """Return velocity and forces along the wheels [N] after coupled wheels have resisted the turn.

    Args:
        used: forces of drive and brakes along the wheels [N].
        axles: front and rear axle.
        push: change of the yaw rate by a moment in the step [1/(N m s)].
    """
    h, front_c, rear_c = by.half_track, axles[0].cornering_coefficient, axles[1].cornering_coefficient
    one = along(velocity, used.front_left, wheels.front_left, slides.front_left, front_c, h)
    two = along(velocity, used.front_right, wheels.front_right, slides.front_right, front_c, h)
    three = along(velocity, used.rear_left, wheels.rear_left, slides.rear_left, rear_c, h)
    four = along(velocity, used.rear_right, wheels.rear_right, slides.rear_right, rear_c, h)
    front = select(by.front_drive_share > 0.0, by.coupling, 0.0) * one * two / maximum(one + two, TINY)
    rear = select(by.front_drive_share < 1.0, by.coupling, 0.0) * three * four / maximum(three + four, TINY)
    turn = velocity.turn / (1.0 + 4.0 * h * h * push * (front + rear))
    at_front, at_rear = 2.0 * h * front * turn, 2.0 * h * rear * turn
    return (
        Velocity(velocity.ahead, velocity.left, turn),
        Wheels(
            used.front_left + at_front, used.front_right - at_front, used.rear_left + at_rear, used.rear_right - at_rear
        ),
    )


def along(velocity: Velocity, used: Real, wheel: AxleForces, slide: Slide, coefficient: Real, half_track: Real) -> Real:
    """Return the stiffness of a coupled wheel against slip along it [N s/m]; 0 for one that brakes have locked."""
    rest = select(slide.is_locked, 0.0, maximum(MOST_USED * wheel.grip - abs(used), 0.0))
    slip_speed, rolling_speed = half_track * abs(velocity.turn), maximum(abs(velocity.ahead), SLOWEST)
    return fiala(slip_speed, rolling_speed, coefficient * wheel.load, rest)
