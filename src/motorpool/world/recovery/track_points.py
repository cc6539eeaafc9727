"""Points of a vehicle's own track: those stored every ``stages.TRACK_SPACING``, and points between them."""

import itertools
import math
from collections.abc import Iterator

from .stages import TRACK_LENGTH, TRACK_SPACING, Tracks

PARTS = 5  # number of points for each stored one [1]
LONGEST = 2.0 * TRACK_SPACING  # between two stored points of one drive; if more, it was moved there [m]

Pose = tuple[float, float, float]  # x and y [m], yaw [rad]


def noted_place(tracks: Tracks, vehicle: int, number: int) -> Pose:
    """Return a stored point of a vehicle's own track, counted from the first."""
    place = number % TRACK_LENGTH
    return float(tracks.x[vehicle, place]), float(tracks.y[vehicle, place]), float(tracks.yaw[vehicle, place])


def points_back(tracks: Tracks, vehicle: int) -> Iterator[tuple[float, float]]:
    """Yield x and y [m] of points of a vehicle's own track from the last back, about two metres apart."""
    count = int(tracks.count[vehicle])
    numbers = range(count - 1, max(count - TRACK_LENGTH, 0) - 1, -1)
    places = [noted_place(tracks, vehicle, number) for number in numbers]
    for later, earlier in itertools.pairwise(places):
        length = math.hypot(later[0] - earlier[0], later[1] - earlier[1])
        for part in range(PARTS if length <= LONGEST else 1):
            yield between(earlier, later, 1.0 - part / PARTS)
    if places:
        yield places[-1][:2]


def between(start: Pose, end: Pose, share: float) -> tuple[float, float]:
    """Return a point at a share, 0 to 1, of the cubic curve that joins two poses along their headings."""
    (x, y, yaw), (to_x, to_y, to_yaw) = start, end
    length, rest = math.hypot(to_x - x, to_y - y), 1.0 - share
    of_start, of_end = rest * rest * (1.0 + 2.0 * share), share * share * (3.0 - 2.0 * share)
    out, into = share * rest * rest * length, -share * share * rest * length
    return (
        of_start * x + of_end * to_x + out * math.cos(yaw) + into * math.cos(to_yaw),
        of_start * y + of_end * to_y + out * math.sin(yaw) + into * math.sin(to_yaw),
    )
