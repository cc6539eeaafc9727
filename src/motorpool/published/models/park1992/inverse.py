"""Wheel angle or track forces for a desired direction, and the path of a wheeled vehicle.

Document 003: ``calc_inverse_direction`` of appendix B (equation 4.2), and equations 3.2 to 3.6, which it takes from
Shiller and Gwo. All directions are the document's: positive to the right of x [rad]. The
angle ``angle`` is that of the path to the vehicle's orientation, ``distance`` the displacement of the centre along the
path, ``half_wheelbase`` the distance from the centre to an axle, all in SI units.
"""

import math
from typing import NamedTuple

from ....models.mathematics import Real, atan, atan2, clamp, cos, select, sin, tan, wrap_angle

FORCE_PER_TONNE = 10.0  # per radian of the desired turn [N]
PUBLISHED_LIMIT = 45.0  # of a wheel angle, meant in degrees and compared with radians
LIMIT = math.radians(45.0)  # [rad]


def wheel_angle_towards(direction: Real, desired: Real, *, dt: float, is_as_published: bool = True) -> Real:
    """Return the new wheel angle by ``calc_inverse_direction``, positive to the right [rad].

    As published the desired direction itself is used as the difference to it, the wheel angle decreases with the frame
    rate, right and left are exchanged behind the vehicle, and the limit of 45 is in radians. Corrected: equation 4.2 of
    the difference, limited to 45 degrees.

    Directions are in radians; ``dt`` is that of a frame, used only as published.
    """
    if is_as_published:
        return clamp(dt * atan(2.0 * tan(desired)), -PUBLISHED_LIMIT, PUBLISHED_LIMIT)
    difference = wrap_angle(desired - direction)
    return clamp(atan2(2.0 * sin(difference), cos(difference)), -LIMIT, LIMIT)


class TrackForces(NamedTuple):
    """Forces of the two tracks, positive forward [N]."""

    left: Real
    right: Real


def track_forces_towards(
    forces: TrackForces, direction: Real, desired: Real, *, mass: Real, is_as_published: bool = True
) -> TrackForces:
    """Return the track forces of the next frame by ``calc_inverse_direction``.

    As published both cases increase the left force, because the second subtracts a negative number: the vehicle turns
    right for any direction, and the force never decreases. Corrected: equal and opposite changes, by the shorter way.
    """
    turn = abs(desired) if is_as_published else wrap_angle(desired - direction)
    change = select(direction == desired, 0.0, FORCE_PER_TONNE * mass / 1000.0 * turn)
    return TrackForces(forces.left + change, forces.right - change)


def wheel_angle_of_turn(half_wheelbase: float, radius: float) -> float:
    """Return the front wheel angle [rad] for a turn with the centre at a distance ``radius`` [m]: equation 3.2.

    Raises:
        ValueError: the radius is smaller than half the wheelbase.
    """
    return math.atan2(2.0 * half_wheelbase, math.sqrt(radius * radius - half_wheelbase * half_wheelbase))


def rear_advance(angle: float, distance: float, half_wheelbase: float) -> float:
    """Return the distance of the old centre ahead of the new rear axle [m]: equation 3.5, corrected.

    It follows from equation 3.4 and a new orientation of length one.
    """
    across = distance * math.sin(angle)
    return -distance * math.cos(angle) + math.sqrt(half_wheelbase * half_wheelbase - across * across)


def published_rear_advance(angle: float, distance: float, half_wheelbase: float, advance: float) -> float:
    """Return the result of equation 3.5 as published: the root ends too early, and it depends on its own result.

    The ``advance`` is the result of the corrected equation [m].
    """
    root = math.sqrt(half_wheelbase * half_wheelbase - distance * distance)
    return -distance * math.cos(angle) + root * advance * math.sin(angle)


def next_orientation(angle: float, distance: float, half_wheelbase: float, advance: float) -> tuple[float, float]:
    """Return the new orientation, along the path and to its side, by equations 3.3 and 3.4: of length one with 3.5."""
    share = advance / half_wheelbase
    return share * math.cos(angle) + distance / half_wheelbase, -share * math.sin(angle)


def next_angle(angle: float, distance: float, half_wheelbase: float, *, path_turn: float = 0.0) -> float:
    """Return the new angle [rad] of the path to the vehicle's orientation, with its sign: equation 3.6, corrected.

    Args:
        path_turn: turn of the path over that distance [rad].
    """
    advance = rear_advance(angle, distance, half_wheelbase)
    along, across = next_orientation(angle, distance, half_wheelbase, advance)
    return wrap_angle(math.atan2(-across, along) + path_turn)


def published_next_angle(angle: float, distance: float, half_wheelbase: float) -> float:
    """Return the new angle by equation 3.6 as published, for a straight path: an arc cosine loses the sign."""
    advance = rear_advance(angle, distance, half_wheelbase)
    return math.acos(min(1.0, next_orientation(angle, distance, half_wheelbase, advance)[0]))
