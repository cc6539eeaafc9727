"""Room for a vehicle: the free place nearest to where somebody wants it.

Free is what lies on the map, touches no object and stays out of the circles around the other vehicles. Places are
tried in rings around the wanted one, the nearest first.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..terrain.heightfield import Terrain
from .contact import push_out
from .objects import Objects

FARTHEST = 30.0  # from the wanted place [m]
RING = 1.5  # from one ring of places to the next, and about from one place of a ring to the next [m]
GAP = 0.25  # that is left to everything around [m]

Floats = NDArray[np.float64]
Circles = tuple[Any, Any, Any]  # x, y, radius [m]


def nearest_free_position(
    x: float, y: float, yaw: float, *,
    half_length: float, half_width: float, terrain: Terrain, objects: Objects, others: Circles,
) -> tuple[float, float] | None:  # fmt: skip
    """Return the free position nearest to (x, y) [m] for a vehicle facing ``yaw`` [rad]; None if there is none.

    Args:
        x: east [m]; beyond the map counts as its edge.
        y: north [m]; likewise.
        yaw: [rad].
        half_length: of the vehicle [m].
        half_width: of the vehicle [m].
        terrain: the map.
        objects: what stands on it.
        others: circles around the other vehicles.
    """
    margin = math.hypot(half_length, half_width)
    middle = _on_map(x, y, margin, terrain)
    in_the_way = [_near(*middle, margin, circles) for circles in ((objects.x, objects.y, objects.radius), others)]
    for ring in range(round(FARTHEST / RING) + 1):
        places = _on_map(*_ring(*middle, ring), margin, terrain)
        is_free = np.ones(places[0].shape, bool)
        for circle_x, circle_y, radius in in_the_way:
            wanted = (places[0][:, None], places[1][:, None], yaw, half_length + GAP, half_width + GAP)
            is_free &= ~np.any(push_out(*wanted, circle_x, circle_y, radius)[2] > 0.0, axis=1)
        found = np.flatnonzero(is_free)
        if found.size:
            return float(places[0][found[0]]), float(places[1][found[0]])
    return None


def _ring(x: float, y: float, ring: int) -> tuple[Floats, Floats]:
    """The places of one ring; the first is the middle."""
    bearing = np.linspace(0.0, 2.0 * math.pi, max(6 * ring, 1), endpoint=False)
    return x + RING * ring * np.cos(bearing), y + RING * ring * np.sin(bearing)


def _on_map(x: Any, y: Any, margin: float, terrain: Terrain) -> tuple[Any, Any]:
    """Places, drawn in from the edge of the map; all in the middle of a map that is smaller than a vehicle."""
    aside_x, aside_y = min(margin, 0.5 * terrain.width), min(margin, 0.5 * terrain.depth)
    return (
        np.clip(x, terrain.x_west + aside_x, terrain.x_east - aside_x),
        np.clip(y, terrain.y_south + aside_y, terrain.y_north - aside_y),
    )


def _near(x: float, y: float, margin: float, circles: Circles) -> Circles:
    """The circles that may matter."""
    is_near = np.hypot(circles[0] - x, circles[1] - y) < FARTHEST + margin + GAP + circles[2]
    return circles[0][is_near], circles[1][is_near], circles[2][is_near]
