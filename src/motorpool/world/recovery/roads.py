"""Points of a world's roads, for vehicles that are set back on a road or parked beside it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.runs import place_in_run, run_of_each

if TYPE_CHECKING:
    from ...ground.terrain.roads import Road

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

    def __init__(self, roads: "Sequence[Road]"):
        self._points: NDArray[np.float64] = _points_of([road for road in roads if road.width <= WIDEST])

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


def _points_of(roads: "Sequence[Road]") -> NDArray[np.float64]:
    """Return x, y [m], yaw [rad] and width [m] of points of roads, a row each."""
    if not roads:
        return np.zeros((0, 4))
    start = np.concatenate([road.points[:-1] for road in roads])
    step = np.concatenate([np.diff(road.points, axis=0) for road in roads])
    width = np.repeat([road.width for road in roads], [len(road.points) - 1 for road in roads])
    counts = np.maximum(np.rint(np.hypot(*step.T) / SPACING), 1.0).astype(np.intp)
    piece = run_of_each(counts)
    share = place_in_run(counts) * (1.0 / counts)[piece]
    yaw = np.arctan2(step[:, 1], step[:, 0])
    return np.column_stack([start[piece] + share[:, None] * step[piece], yaw[piece], width[piece]])
