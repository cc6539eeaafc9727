"""Closed path of a track around its wheels, seen from the side."""

import math
from collections.abc import Sequence

from .solids import Flat

POINTS = 96  # of the path, evenly spaced; as many as the page's shader has
Circle = tuple[float, float, float]  # x, z, radius [m]


def corners_of(circles: Sequence[Circle]) -> list[Flat]:
    """Return the path of a tight belt around circles in its order: ground from front to rear, then back on top."""
    path: list[Flat] = []
    for index, circle in enumerate(circles):
        before, after = circles[index - 1], circles[(index + 1) % len(circles)]
        path += _arc(circle, _tangent(before, circle), _tangent(circle, after))
    return path


def evenly_spaced(corners: Sequence[Flat]) -> tuple[float, list[tuple[float, float, float, float]]]:
    """Return the path's length [m] and ``POINTS`` points of it.

    The points are x, z [m] and the unit vector in the direction in which the track of a vehicle that drives ahead runs.
    """
    following = (*corners[1:], corners[0])
    ends = [math.dist(start, end) for start, end in zip(corners, following, strict=True)]
    length = sum(ends)
    places: list[Flat] = []
    segment, before = 0, 0.0
    for index in range(POINTS):
        at = length * index / POINTS
        while segment < len(corners) - 1 and before + ends[segment] <= at:
            before += ends[segment]
            segment += 1
        share = (at - before) / ends[segment]
        start, end = corners[segment], following[segment]
        places.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    points: list[tuple[float, float, float, float]] = []
    for index, (x, z) in enumerate(places):
        after, behind = places[(index + 1) % POINTS], places[index - 1]
        span = math.dist(after, behind)
        points.append((x, z, (after[0] - behind[0]) / span, (after[1] - behind[1]) / span))
    return length, points


def link_places(length: float, pitch: float) -> list[float]:
    """Return the starts of links of about that pitch along a path that they fill [m]."""
    count = max(8, round(length / pitch))
    return [index * length / count for index in range(count)]


def _tangent(start: Circle, end: Circle) -> float:
    """Return the angle at which the outer tangent between two circles leaves the first: its outward normal [rad]."""
    along, up = end[0] - start[0], end[1] - start[1]
    return math.atan2(along, -up) - math.asin((start[2] - end[2]) / math.hypot(along, up))


def _arc(circle: Circle, start: float, end: float) -> list[Flat]:
    """Return points of a circle between two normals, clockwise as seen from the vehicle's right."""
    x, z, radius = circle
    turn = (end - start) % -math.tau
    if turn < -math.tau + 1e-9:
        turn = 0.0
    count = max(1, math.ceil(-turn / 0.3))
    angles = [start + turn * index / count for index in range(count + 1)]
    return [(x + radius * math.cos(angle), z + radius * math.sin(angle)) for angle in angles]
