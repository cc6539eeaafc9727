"""Points of a world's roads, for vehicles that are set back on a road or parked beside it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...terrain.roads import Road

SPACING = 5.0  # of the points, about [m]
WIDEST = 14.0  # width of a road; a wider one is a yard, on which no vehicle is set back [m]


class RoadPoint(NamedTuple):
    """A point in the middle of a road."""

    x: float  # east [m]
    y: float  # north [m]
    yaw: float  # direction of the road [rad]
    width: float  # of the road [m]
    distance: float  # from the position of the query [m]


class RoadPoints:
    """Points in the middle of roads, about every ``SPACING``."""

    def __init__(self, roads: Sequence[Road]):
        parts = [_points_of(road) for road in roads if road.width <= WIDEST]
        self._points: NDArray[np.float64] = np.vstack(parts) if parts else np.zeros((0, 4))

    def nearest(self, x: float, y: float) -> RoadPoint | None:
        """Return the nearest point of a road to (x, y) [m]; None without roads."""
        found = self.near(x, y, least=0.0, farthest=np.inf, count=1)
        return found[0] if found else None

    def near(self, x: float, y: float, *, least: float, farthest: float, count: int) -> list[RoadPoint]:
        """Return ``count`` points of roads by their distance from (x, y), from ``least`` to ``farthest`` [m].

        Args:
            least: distance, at least [m].
        """
        distance = np.hypot(self._points[:, 0] - x, self._points[:, 1] - y)
        inside = np.flatnonzero((distance >= least) & (distance <= farthest))
        order = inside[np.argsort(distance[inside], kind="stable")[:count]]
        return [self._point(int(k), float(distance[k])) for k in order]

    def _point(self, index: int, distance: float) -> RoadPoint:
        x, y, yaw, width = self._points[index].tolist()
        return RoadPoint(x, y, yaw, width, distance)


def _points_of(road: Road) -> NDArray[np.float64]:
    """Return x, y [m], yaw [rad] and width [m] of points of a road, a row each."""
    steps = np.diff(road.points, axis=0)
    parts: list[NDArray[np.float64]] = []
    for (x, y), (east, north) in zip(road.points[:-1], steps, strict=True):
        share = np.linspace(0.0, 1.0, max(1, round(float(np.hypot(east, north)) / SPACING)), endpoint=False)
        yaw, width = np.full(share.size, np.arctan2(north, east)), np.full(share.size, road.width)
        parts.append(np.column_stack([x + share * east, y + share * north, yaw, width]))
    return np.vstack(parts)
