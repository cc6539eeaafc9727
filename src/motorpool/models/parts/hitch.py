"""Hitch: where it pulls a trailer, and how to push one backward without folding it up.

The hitch angle is the yaw of a trailer minus that of the vehicle before it: positive where the trailer points further
to the left. Offsets count backward: of the hitch behind the axle that pulls it, 0 on that axle, negative ahead of it
(the fifth wheel of a lorry). A trailer's length is that from its hitch to its axle. Curvatures are those of the paths
of axles, left positive when driven forward; in reverse the same curvature is the same circle.

Backward a hitch angle grows by itself, e-fold for each length of the trailer. The law here cancels that and lets the
angle go to the one of the target circle, e-fold within a distance; for several trailers it tells each vehicle the
curvature that the one behind it needs, the last one first.

Sources: Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 2.2, for axles that do not slip; Werling, Reinisch,
Heidingsfeld and Gresser, "Reversing the General One-Trailer System: Asymptotic Curvature Stabilization and Path
Tracking", IEEE Transactions on Intelligent Transportation Systems 15 (2014), for the law; Evestedt, Ljungqvist and
Axehill, "Path tracking and stabilization for a reversing general 2-trailer configuration using a cascaded control
"""

from typing import Annotated, NamedTuple

from ..fields import NonNegative, Positive, Range, Switch
from ..mathematics import Real, atan, clamp, maximum, minimum, sincos, sqrt

HitchOffset = Annotated[float, Range(low=-10.0, high=10.0, words="in -10..10 (in metres, backward)")]

QUICK, STEADY, CALM = 0.25, 0.8, 2.5  # of a trailer's length, in which its error falls e-fold; by how many follow [1]
RESERVE = 0.5  # of the tightest circle, that is asked of a trailer: the rest is to steer back with [1]
LEAST = 0.05  # of 1: below this a quotient is taken no further


class State(NamedTuple):
    """The hitch's angle and force."""

    hitch_angle: float = 0.0  # yaw of the trailer minus the tractor's [rad]
    hitch_pull: float = 0.0  # with which the trailer holds the tractor back, smoothed [N]
    is_jack_knifed: Switch = 0.0  # 1 while the trailer lies against the tractor, else 0 [1]


class Params(NamedTuple):
    """Place of the hitch; the fifth wheel of a lorry by default."""

    hitch_offset: HitchOffset = 1.3  # of the hitch behind the tractor's centre of mass [m]
    hitch_height: NonNegative = 1.2  # above the ground [m]
    max_hitch_angle: Positive = 1.5  # where the trailer meets the tractor [rad]


def trailer_motion(angle: Real, offset: Real, length: Real, speed: Real, yaw_rate: Real) -> tuple[Real, Real]:
    """Return speed [m/s] and yaw rate [rad/s] of a trailer's axle behind an axle of ``speed`` and ``yaw_rate``.

    Args:
        speed: speed of the pulling axle, forward positive [m/s].
    """
    sine, cosine = sincos(angle)
    across = offset * yaw_rate
    return speed * cosine - across * sine, -(speed * sine + across * cosine) / length


def curvature_before(curvature: Real, offset: Real, length: Real) -> Real:
    """Return curvature [1/m] of the axle that pulls a trailer steadily along a circle of ``curvature``."""
    inside = 1.0 + (length * length - offset * offset) * curvature * curvature
    return curvature / sqrt(maximum(inside, LEAST))


def steady_angle(curvature: Real, offset: Real, length: Real) -> Real:
    """Return the hitch angle [rad] of a trailer that goes steadily along a circle of ``curvature`` [1/m].

    Args:
        curvature: curvature of the trailer's path, left positive [1/m].
    """
    return -atan(length * curvature) - atan(offset * curvature_before(curvature, offset, length))


def tightest_curvature(before: Real, offset: Real, length: Real) -> Real:
    """Return the greatest curvature [1/m] to ask of a trailer whose puller can go along one of ``before``."""
    inside = 1.0 - (length * length - offset * offset) * before * before
    return RESERVE * minimum(before / sqrt(maximum(inside, LEAST)), 1.0 / length)


def curvature_to_push(angle: Real, target: Real, offset: Real, length: Real, settling: Real = QUICK) -> Real:
    """Return the curvature [1/m] of the axle that pushes a trailer backward, for a ``target`` one of its own path.

    ``settling`` is the distance over the trailer's length in which the error falls e-fold; what pushes must be quicker.

    Args:
        angle: hitch angle [rad].
        target: curvature of the trailer's path, left positive [1/m].
    """
    sine, cosine = sincos(angle)
    error = angle - steady_angle(target, offset, length)
    lever = maximum(1.0 + offset / length * cosine, LEAST)
    return -(error / settling + sine) / (length * lever)


def limited_curvature_to_push(
    angle: Real, target: Real, most: Real, offset: Real, length: Real, settling: Real
) -> Real:
    """Return ``curvature_to_push``, limited to ``most`` to either side [1/m]."""
    return clamp(curvature_to_push(angle, target, offset, length, settling), -most, most)
