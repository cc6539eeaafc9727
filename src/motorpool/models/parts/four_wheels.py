"""Four wheels on two axles: a value of each, and the angles of the front ones.

Source: "Kinematics of a turning car" (document 002), as in ``ackermann.geometry``.
"""

from typing import Generic, NamedTuple, TypeVar

from ..mathematics import Real, sqrt

Value = TypeVar("Value")


class Wheels(NamedTuple, Generic[Value]):
    """A value of each wheel."""

    front_left: Value
    front_right: Value
    rear_left: Value
    rear_right: Value


class Angle(NamedTuple):
    """Sine and cosine of a steered wheel's angle."""

    sine: Real
    cosine: Real


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
