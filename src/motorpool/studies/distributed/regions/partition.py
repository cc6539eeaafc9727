"""Partition of a map into rectangles with about equally many vehicles: orthogonal recursive bisection.

The vehicles of a rectangle are halved (or divided 1 to 2 and so on for odd numbers of regions) by a line across its
longer side, recursively. The rectangles at the rim extend to infinity, so that every position is in exactly one.

Source: Berger and Bokhari, "A Partitioning Strategy for Nonuniform Problems on Multiprocessors", IEEE Transactions on
Computers C-36 (1987).
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Rectangle(NamedTuple):
    """Part of the plane, which includes its western and southern edge but not the others."""

    west: float = -math.inf  # [m]
    south: float = -math.inf  # [m]
    east: float = math.inf  # [m]
    north: float = math.inf  # [m]

    def contains(self, x: Floats, y: Floats) -> Mask:
        """Return the mask of positions inside."""
        return (x >= self.west) & (x < self.east) & (y >= self.south) & (y < self.north)

    def is_within(self, reach: float, x: Floats, y: Floats) -> Mask:
        """Return the mask of positions inside, or at most ``reach`` [m] away in x and in y."""
        return (
            (x >= self.west - reach) & (x <= self.east + reach) & (y >= self.south - reach) & (y <= self.north + reach)
        )

    def is_near(self, other: "Rectangle", reach: float) -> bool:
        """Return whether two rectangles are at most ``reach`` [m] apart in x and in y."""
        return (
            self.west - reach <= other.east
            and other.west - reach <= self.east
            and self.south - reach <= other.north
            and other.south - reach <= self.north
        )


def partition(x: Floats, y: Floats, regions: int) -> list[Rectangle]:
    """Return rectangles that cover the plane, with about equally many of the positions x, y [m] in each."""
    return _cut(x, y, regions, Rectangle())


def _cut(x: Floats, y: Floats, regions: int, inside: Rectangle) -> list[Rectangle]:
    if regions == 1:
        return [inside]
    is_wide = not x.size or float(np.ptp(x)) >= float(np.ptp(y))
    along = x if is_wide else y
    low_end, high_end = (inside.west, inside.east) if is_wide else (inside.south, inside.north)
    line = min(max(_dividing(along, regions // 2 / regions), low_end), high_end)  # also if there are no vehicles
    low = along < line
    sides = (
        (inside._replace(east=line), inside._replace(west=line))
        if is_wide
        else (inside._replace(north=line), inside._replace(south=line))
    )
    return [
        *_cut(x[low], y[low], regions // 2, sides[0]),
        *_cut(x[~low], y[~low], regions - regions // 2, sides[1]),
    ]


def _dividing(values: Floats, share: float) -> float:
    """Return a number with this fraction of the values below it, half-way between two values."""
    if not values.size:
        return 0.0
    ordered = np.sort(values)
    place = min(max(round(share * values.size), 1), values.size - 1) if values.size > 1 else 0
    return float(0.5 * (ordered[max(place - 1, 0)] + ordered[place]))
