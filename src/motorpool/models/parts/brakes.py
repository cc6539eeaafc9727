"""Brakes and resistance: one impulse that can stop a vehicle but never turn it round.

Source: ``friction_circle.friction``; Wong, "Theory of Ground Vehicles", 4th ed., sections 3.1 (air, rolling resistance)
and 3.8.
"""

from typing import NamedTuple

from ..fields import Positive
from ..mathematics import Real, clamp, maximum, select
from .block_friction import stopped_by

SCALES = ("max_brake_force",)

TINY = 1e-12  # in place of a divisor of zero [m/s]


class Params(NamedTuple):
    """The greatest force of the brakes."""

    max_brake_force: Positive = 15e3  # of all wheels, or both tracks, together [N]


class Slowed(NamedTuple):
    """The speed that is left, and the share of the force that took the rest."""

    speed: Real  # [m/s]
    share: Real  # of all that could have slowed it, what did: 1 while it rolls on; with the sign of the force [1]


def slowed_by(speed: Real, force: Real, drag: Real, mass: Real, dt: Real) -> Slowed:
    """Reduce a ``speed`` [m/s] by brakes and rolling resistance, a ``force`` [N] together, and by air resistance.

    Args:
        force: the greatest, against the motion [N].
        drag: air resistance over speed squared [kg/m].
        mass: that moves, turning wheels included [kg].
    """
    able = dt * force / mass
    left = stopped_by(speed, able)
    share = (left - speed) / maximum(able, TINY)
    return Slowed(left / (1.0 + dt * drag / mass * abs(left)), share)


def rolls_along(wheel_speed: Real, speed: Real) -> Real:
    """Return 1 where a wheel rolls as the vehicle goes, fading to 0 where it rolls not or the other way, as in a slide.

    So the part across the body of a steered wheel's brake force never adds energy.
    """
    return clamp(select(speed < 0.0, -wheel_speed, wheel_speed), 0.0, 1.0)
