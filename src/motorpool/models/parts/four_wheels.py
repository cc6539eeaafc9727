"""Four wheels on two axles: their loads and grips, the differential between two of them, and the front ones' angles.

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 6, equation 6-34 (load transfer by roll stiffness) and
chapter 2 (open differential); Ackermann's angles: "Kinematics of a turning car" (document 002), as in
``ackermann.geometry``.
"""

from typing import Generic, NamedTuple, TypeVar

from ..mathematics import Real, clamp, maximum, minimum, select, sincos, sqrt
from .axle import AxleForces, Demand, Road, Shares, front_share
from .body import State as BodyState
from .tyre import TINY, grip_factor, traction
from .vehicles import CarParams, TwoAxleParams
from .wheels import rim_limit

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
    """Sine and cosine of a front wheel's angle."""

    sine: Real
    cosine: Real


def loads_of(body: BodyState, support: Real, params: CarParams) -> Wheels[Real]:
    """Return the load of each wheel [N]; all of it is on one side where the vehicle leans onto it.

    Args:
        body: state of the body.
        support: upward force of the ground over the mass [m/s^2].
        params: the vehicle's ``Params``, with body, axles and wheels.
    """
    front, rear, height = params.front_axle.offset, params.rear_axle.offset, params.body.inertia.centre_height
    load = params.body.inertia.mass * support
    share = front_share(body.specific_force_ahead, support, front, rear, height)
    half_front, half_rear = 0.5 * share * load, 0.5 * (1.0 - share) * load
    moved = params.body.inertia.mass * height * body.specific_force_left / params.wheels.track_width
    moved = select(body.rollover_angle > 0.0, load, select(body.rollover_angle < 0.0, -load, moved))
    at_rear = clamp((1.0 - params.front_roll_share) * moved, -half_rear, half_rear)
    at_front = clamp(moved - at_rear, -half_front, half_front)
    at_rear = clamp(moved - at_front, -half_rear, half_rear)
    return Wheels(half_front - at_front, half_front + at_front, half_rear - at_rear, half_rear + at_rear)


def grips_of(loads: Wheels[Real], friction: Real, params: CarParams) -> Wheels[Real]:
    """Return the greatest force [N] of each wheel on the ground; its tyre is made for half the axle's load at rest.

    Args:
        loads: of the wheels [N].
        friction: of the ground [1].
        params: the vehicle's ``Params``, with axles and tyre.
    """
    a, b = params.front_axle.offset, params.rear_axle.offset
    whole = loads.front_left + loads.front_right + loads.rear_left + loads.rear_right
    front, rear = maximum(0.5 * b / (a + b) * whole, TINY), maximum(0.5 * a / (a + b) * whole, TINY)
    return Wheels(
        friction * loads.front_left * grip_factor(loads.front_left, front, params.tyre),
        friction * loads.front_right * grip_factor(loads.front_right, front, params.tyre),
        friction * loads.rear_left * grip_factor(loads.rear_left, rear, params.tyre),
        friction * loads.rear_right * grip_factor(loads.rear_right, rear, params.tyre),
    )


def axle_wheels(
    left: Contact, right: Contact, resistance: Real, shares: Shares, demand: Demand, road: Road, lock: Real
) -> tuple[AxleForces, AxleForces]:
    """Return the forces of the two wheels of an axle.

    Args:
        left: load and grip of the left wheel.
        right: the same of the right wheel.
        resistance: coefficient of rolling resistance, at this speed [1].
        shares: of the axle in the demand.
        demand: of the vehicle.
        road: that it is on.
        lock: of the differential: 0 open, 1 locked [1].
    """
    half = Shares(0.5 * shares.drive, 0.5 * shares.brake)
    left_reach = road.can_drive * rim_limit(left.grip, half.drive, demand.driving_pull, demand.turning)
    right_reach = road.can_drive * rim_limit(right.grip, half.drive, demand.driving_pull, demand.turning)
    left_drive, right_drive = split(shares.drive * demand.drive, left_reach, right_reach, road.sliding_ratio, lock)
    left_most = rim_limit(left.grip, half.brake, demand.braking_pull, demand.turning) - resistance * left.load
    right_most = rim_limit(right.grip, half.brake, demand.braking_pull, demand.turning) - resistance * right.load
    brake = half.brake * demand.brake
    return (
        AxleForces(left.load, left.grip, left_drive, minimum(brake, maximum(left_most, 0.0))),
        AxleForces(right.load, right.grip, right_drive, minimum(brake, maximum(right_most, 0.0))),
    )


def split(force: Real, left_grip: Real, right_grip: Real, slides: Real, lock: Real) -> tuple[Real, Real]:
    """Return the forces of the left and the right wheel of an axle on the ground, of its ``force`` [N].

    An open differential gives both the same: no more than the weaker can take. A lock passes the rest on to the other.

    Args:
        force: of the axle, forward positive [N].
        left_grip, right_grip: greatest force of each wheel [N].
        slides: friction of a sliding tyre over the greatest one [1].
        lock: share of the rest that the differential passes on, 0..1.
    """
    is_left = left_grip < right_grip
    weaker, stronger = select(is_left, left_grip, right_grip), select(is_left, right_grip, left_grip)
    weak = traction(0.5 * force, weaker, slides * weaker)
    strong = traction(weak + lock * (force - 2.0 * weak), stronger, slides * stronger)
    return select(is_left, weak, strong), select(is_left, strong, weak)


def ackermann(angle: Real, left: Real, params: TwoAxleParams) -> Angle:
    """Return the angle of a front wheel, ``left`` [m] of the middle one's: all on one centre of rotation.

    Args:
        angle: of a wheel in the middle, left positive [rad].
        left: place of the wheel, left positive [m].
        params: the vehicle's ``Params``, with axles.
    """
    sine, cosine = sincos(angle)
    wheelbase = params.front_axle.offset + params.rear_axle.offset
    ahead, aside = wheelbase * cosine - left * sine, wheelbase * sine
    length = sqrt(ahead * ahead + aside * aside)
    return Angle(aside / length, ahead / length)
