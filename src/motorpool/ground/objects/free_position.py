"""Search for the free position of a vehicle nearest to a requested one.

A position is free if it is on the map, touches no object and is outside the circles around the other vehicles.
Positions are tried in rings around the requested one, the nearest first.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..terrain.heightfield import Terrain
from .contact import push_out
from .objects import Objects

FARTHEST = 30.0  # limit of the distance from the requested position [m]
RING = 1.5  # distance between rings, and approximately between positions of a ring [m]
GAP = 0.25  # clearance around the vehicle [m]

Floats = NDArray[np.float64]
Circles = tuple[Any, Any, Any]  # x, y, radius [m]


class Rectangle(NamedTuple):
    """Rectangle that a vehicle covers."""

    half_length: float  # [m]
    half_width: float  # [m]
    offset: float = 0.0  # of its centre, ahead of the reference point [m]


def nearest_free_position(
    x: float, y: float, yaw: float, *,
    rectangle: Rectangle, terrain: Terrain, objects: Objects, others: Circles,
) -> tuple[float, float] | None:  # fmt: skip
    """Return the free position nearest to (x, y) [m] for a vehicle with a yaw [rad]; None if there is none.

    The given position is limited to the map; ``others`` are circles around the other vehicles.
    """
    half_length, half_width, offset = rectangle
    ahead_x, ahead_y = offset * math.cos(yaw), offset * math.sin(yaw)
    margin = math.hypot(half_length + abs(offset), half_width)
    middle = _on_map(x, y, margin, terrain)
    obstacles = [_near(*middle, margin, circles) for circles in ((objects.x, objects.y, objects.radius), others)]
    for ring in range(round(FARTHEST / RING) + 1):
        positions = _on_map(*_ring(*middle, ring), margin, terrain)
        is_free = np.ones(positions[0].shape, bool)
        for circle_x, circle_y, radius in obstacles:
            x_middle, y_middle = positions[0][:, None] + ahead_x, positions[1][:, None] + ahead_y
            place = (x_middle, y_middle, yaw, half_length + GAP, half_width + GAP)
            is_free &= ~np.any(push_out(*place, circle_x, circle_y, radius)[2] > 0.0, axis=1)
        found = np.flatnonzero(is_free)
        if found.size:
            return float(positions[0][found[0]]), float(positions[1][found[0]])
    return None


def _ring(x: float, y: float, ring: int) -> tuple[Floats, Floats]:
    """Return the positions of one ring; the first ring is the centre."""
    bearing = np.linspace(0.0, 2.0 * math.pi, max(6 * ring, 1), endpoint=False)
    return x + RING * ring * np.cos(bearing), y + RING * ring * np.sin(bearing)


def _on_map(x: Any, y: Any, margin: float, terrain: Terrain) -> tuple[Any, Any]:
    """Return positions moved inside the map, or to its centre if the map is smaller than the vehicle."""
    aside_x, aside_y = min(margin, 0.5 * terrain.width), min(margin, 0.5 * terrain.depth)
    return (
        np.clip(x, terrain.x_west + aside_x, terrain.x_east - aside_x),
        np.clip(y, terrain.y_south + aside_y, terrain.y_north - aside_y),
    )


def _near(x: float, y: float, margin: float, circles: Circles) -> Circles:
    is_near = np.hypot(circles[0] - x, circles[1] - y) < FARTHEST + margin + GAP + circles[2]
    return circles[0][is_near], circles[1][is_near], circles[2][is_near]
