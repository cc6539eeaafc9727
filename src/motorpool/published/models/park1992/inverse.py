"""The way back, from a direction that is wanted to a wheel's angle or track forces, and the path of a wheeled vehicle.

Document 003: ``calc_inverse_direction`` of appendix B (equation 4.2), and equations 3.2 to 3.6, which it takes from
Shiller and Gwo. All directions here are the document's: to the right of x, so that right is positive.
"""

import math
from typing import NamedTuple

from ....models.mathematics import Real, atan, atan2, clamp, cos, select, sin, tan, wrap_angle

FORCE_PER_TONNE = 10.0  # for each radian that is wanted [N]
PRINTED_LIMIT = 45.0  # of a wheel's angle, meant in degrees and compared with radians
LIMIT = math.radians(45.0)  # [rad]


def wheel_angle_towards(direction: Real, wanted: Real, *, dt: float, is_printed: bool = True) -> Real:
    """The wheeled half of ``calc_inverse_direction``: the new wheel angle, right positive [rad].

    As printed the wanted direction itself is taken for the difference to it, a wheel's angle is smaller the
    more frames there are in a second, behind the vehicle right and left change places, and the limit of 45 is
    in radians. Mended: equation 4.2 of the difference, limited to 45 degrees.

    Args:
        direction: of the vehicle [rad].
        wanted: direction [rad].
        dt: of a frame [s]; mended, it does not count.
        is_printed: as in the document, or mended.
    """
    if is_printed:
        return clamp(dt * atan(2.0 * tan(wanted)), -PRINTED_LIMIT, PRINTED_LIMIT)
    difference = wrap_angle(wanted - direction)
    return clamp(atan2(2.0 * sin(difference), cos(difference)), -LIMIT, LIMIT)


class TrackForces(NamedTuple):
    """Forces of the two tracks, forward positive [N]."""

    left: Real
    right: Real


def track_forces_towards(
    forces: TrackForces, direction: Real, wanted: Real, *, mass: Real, is_printed: bool = True
) -> TrackForces:
    """The tracked half of ``calc_inverse_direction``: the track forces of the next frame.

    As printed both cases give more to the left track, for the second subtracts a negative number: it turns right
    whatever is wanted, and nothing ever takes the force back. Mended: equal and opposite changes, towards the wanted
    direction by the shorter way.

    Args:
        forces: of this frame.
        direction: of the vehicle [rad].
        wanted: direction [rad]; as printed it is taken for the difference.
        mass: of the vehicle [kg].
        is_printed: as in the document, or mended.
    """
    turn = abs(wanted) if is_printed else wrap_angle(wanted - direction)
    change = select(direction == wanted, 0.0, FORCE_PER_TONNE * mass / 1000.0 * turn)
    return TrackForces(forces.left + change, forces.right - change)


def wheel_angle_of_turn(half_wheelbase: float, radius: float) -> float:
    """Equation 3.2: the front wheel's angle [rad] for a turn of the middle about a point ``radius`` [m] away.

    Raises:
        ValueError: the point lies nearer than the axles are to the middle.
    """
    return math.atan2(2.0 * half_wheelbase, math.sqrt(radius * radius - half_wheelbase * half_wheelbase))


def rear_advance(angle: float, distance: float, half_wheelbase: float) -> float:
    """Equation 3.5 mended: how far ahead of the new rear axle the old middle lies [m].

    It follows from equation 3.4 and a new orientation of length one.

    Args:
        angle: of the path to the vehicle's orientation [rad].
        distance: that the middle moves along the path [m].
        half_wheelbase: from the middle to an axle [m].
    """
    across = distance * math.sin(angle)
    return -distance * math.cos(angle) + math.sqrt(half_wheelbase * half_wheelbase - across * across)


def printed_rear_advance(angle: float, distance: float, half_wheelbase: float, advance: float) -> float:
    """Equation 3.5 as printed: the root ends too early, and ``advance`` [m] is needed to find itself.

    Args:
        angle: of the path to the vehicle's orientation [rad].
        distance: that the middle moves along the path [m].
        half_wheelbase: from the middle to an axle [m].
        advance: the result of the mended equation [m].
    """
    root = math.sqrt(half_wheelbase * half_wheelbase - distance * distance)
    return -distance * math.cos(angle) + root * advance * math.sin(angle)


def next_orientation(angle: float, distance: float, half_wheelbase: float, advance: float) -> tuple[float, float]:
    """Equations 3.3 and 3.4: the new orientation, along the path and to its side; of length one if 3.5 holds.

    Args:
        angle: of the path to the vehicle's orientation [rad].
        distance: that the middle moves along the path [m].
        half_wheelbase: from the middle to an axle [m].
        advance: equation 3.5's [m].
    """
    share = advance / half_wheelbase
    return share * math.cos(angle) + distance / half_wheelbase, -share * math.sin(angle)


def next_angle(angle: float, distance: float, half_wheelbase: float, *, path_turn: float = 0.0) -> float:
    """Equation 3.6 mended: the new angle [rad] of the path to the vehicle's orientation, with its sign.

    Args:
        angle: the old one [rad].
        distance: that the middle moves along the path [m].
        half_wheelbase: from the middle to an axle [m].
        path_turn: how far the path itself turns over that distance [rad].
    """
    advance = rear_advance(angle, distance, half_wheelbase)
    along, across = next_orientation(angle, distance, half_wheelbase, advance)
    return wrap_angle(math.atan2(-across, along) + path_turn)


def printed_next_angle(angle: float, distance: float, half_wheelbase: float) -> float:
    """Equation 3.6 as printed, for a straight path: an arc cosine, which has lost the sign.

    Args:
        angle: of the path to the vehicle's orientation [rad].
        distance: that the middle moves along the path [m].
        half_wheelbase: from the middle to an axle [m].
    """
    advance = rear_advance(angle, distance, half_wheelbase)
    return math.acos(min(1.0, next_orientation(angle, distance, half_wheelbase, advance)[0]))
