"""Spawn sampler: random start positions on low slopes, clear of objects and of each other.

Hilbert curve: an order of positions in which neighbours in the order are neighbours on the ground.

Vehicles that are adjacent in memory then use the same heights, objects and other vehicles, which are in the cache. The
effect decreases slowly as the vehicles move.

Source: Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische Annalen 38 (1891); the
loop over bits is that of Warren, "Hacker's Delight" (2012), chapter 16.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ..terrain.area import Area, steeper_than
from ..terrain.heightfield import Terrain
from .objects import Objects

Floats = NDArray[np.float64]
Poses = tuple[Floats, Floats, Floats]  # x, y [m], yaw [rad]

CLEARANCE = 4.0  # between sampled vehicles, and to objects [m]
STEEPEST = math.tan(math.radians(25.0))  # limit of the slope [1]
MAX_CELLS = 250_000  # limit of cells, exceeded only for more vehicles than a third of that
CELLS_A_VEHICLE = 3  # minimum of cells per vehicle if space permits: steep cells and those with objects are not free

MANY = 5000  # vehicles above which positions are sorted, so that neighbours on the ground are neighbours in memory


class SpawnSampler:
    """Sampler of start positions in the free cells of an area; each cell is used once."""

    def __init__(self, area: Area, *, size: float, terrain: Terrain, objects: Objects, count: int = 0):
        """Divide ``area`` into cells for vehicles up to ``size`` [m] long, if possible enough for ``count``."""
        west, south, east, north = area
        cells = max(MAX_CELLS, CELLS_A_VEHICLE * count)
        self._area = area
        self._size = size
        self._cell = max(size + CLEARANCE, math.sqrt((east - west) * (north - south) / cells))
        self._shape = (max(1, int((north - south) / self._cell)), max(1, int((east - west) / self._cell)))
        self._is_free = np.ones(self._shape, bool)
        self.block(objects.x, objects.y, objects.radius + 0.5 * CLEARANCE)
        x = west + (np.arange(self._shape[1], dtype=np.float64) + 0.5) * self._cell
        y = south + (np.arange(self._shape[0], dtype=np.float64) + 0.5) * self._cell
        self._is_free[steeper_than(STEEPEST, terrain, x, y)] = False

    def block(self, x: Floats, y: Floats, radius: Floats) -> None:
        """Block every cell that the bounding square of a circle touches; arrays of shape (circles,) [m]."""
        west, south, _, _ = self._area
        reach = int(np.ceil(2.0 * np.max(radius, initial=0.0) / self._cell))
        for step_y in range(reach + 1):
            for step_x in range(reach + 1):
                edge_x = np.minimum(x - radius + step_x * self._cell, x + radius)
                edge_y = np.minimum(y - radius + step_y * self._cell, y + radius)
                self._take(np.floor((edge_y - south) / self._cell), np.floor((edge_x - west) / self._cell))

    def scatter(self, count: int, random: np.random.Generator, *, where: str) -> Poses:
        """Return start positions with random yaw, and mark their cells as used.

        From ``MANY`` vehicles on positions are in the order of a Hilbert curve, otherwise in random order.

        Raises:
            WorldError: there are not enough free cells.
        """
        free = np.flatnonzero(self._is_free)
        if len(free) < count:
            raise WorldError(
                f"{where} has {count} vehicles, but the area {_shown(self._area)} has space for {len(free)}; "
                "choose a larger area or fewer vehicles"
            )
        chosen = random.choice(free, count, replace=False)
        self._is_free.ravel()[chosen] = False
        rows, columns = np.divmod(chosen, self._shape[1])
        if count >= MANY:
            order = along_hilbert_curve(columns, rows)
            rows, columns = rows[order], columns[order]
        margin = 0.5 * (self._cell - self._size - 0.5 * CLEARANCE)  # so that neighbours keep half the clearance
        jitter = random.uniform(-margin, margin, (2, count))
        x = self._area[0] + (columns + 0.5) * self._cell + jitter[0]
        y = self._area[1] + (rows + 0.5) * self._cell + jitter[1]
        return x, y, random.uniform(-math.pi, math.pi, count)

    def _take(self, rows: Floats, columns: Floats) -> None:
        inside = (rows >= 0) & (rows < self._shape[0]) & (columns >= 0) & (columns < self._shape[1])
        self._is_free[rows[inside].astype(np.intp), columns[inside].astype(np.intp)] = False


def _shown(area: Area) -> str:
    return "[" + ", ".join(f"{side:g}" for side in area) + "]"


Integers = NDArray[np.intp]


def along_hilbert_curve(column: Integers, row: Integers) -> Integers:
    """Return the order in which a Hilbert curve visits cells, given their columns and rows (zero or positive)."""
    return np.argsort(place_on_curve(column, row), kind="stable")


def place_on_curve(column: Integers, row: Integers) -> Integers:
    """Return the number of cells before each cell on the curve through the smallest square of 2^n by 2^n cells."""
    most = int(max(np.max(column, initial=0), np.max(row, initial=0)))
    place = np.zeros(column.shape, np.intp)
    for bit in reversed(range(most.bit_length())):
        is_east, is_north = (column >> bit) & 1, (row >> bit) & 1
        place = 4 * place + ((3 * is_east) ^ is_north)
        rest = (1 << bit) - 1  # within the quadrant ...
        column, row = column & rest, row & rest
        turned = (is_north == 0) & (is_east == 1)  # ... of which the south-eastern one is rotated ...
        column, row = np.where(turned, rest - column, column), np.where(turned, rest - row, row)
        column, row = np.where(is_north == 0, row, column), np.where(is_north == 0, column, row)  # ... and mirrored
    return place
