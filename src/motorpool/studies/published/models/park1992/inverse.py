"""Wheel angle or track forces for a desired direction: ``calc_inverse_direction`` of document 003, appendix B.

Equation 4.2. All directions are the document's: positive to the right of x [rad].
"""

import math
from typing import NamedTuple

from .....models.mathematics import Real, atan, atan2, clamp, cos, select, sin, tan, wrap_angle

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
