"""Clearance map: how far objects are from each cell of the ground, at least, so that most places need no search.

The distances are bounds from below, whole metres, and end at ``REACH`` cells: a vehicle that needs less room than the
bound of its cell has no object near. Objects stand still, so the map is made once.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import ByteTable
from ..terrain.area import Area
from .grid import Circles, cell_of

CELL = 32.0  # side of a cell, if the map does not become too large [m]
MOST_CELLS = 4_000_000
REACH = 3  # cells around each object in which it counts
FARTHEST = 255.0  # what a byte holds [m]
ROUNDING = 1e-6  # taken from each distance, more than rounding can have added [m]


class ClearanceMap(NamedTuple):
    """Bounds of the distance to the nearest object, cell by cell."""

    metres: ByteTable  # (rows, columns), row 0 south: no object is nearer to any point of the cell [m]
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # [m]
    cell: float  # side of a cell [m]


def clearance_at(x: float, y: float, clearance: ClearanceMap) -> float:
    """Return a distance [m] within which no object is; 0 beyond the map.

    Args:
        x: east [m].
        y: north [m].
        clearance: the map.
    """
    east, north = x - clearance.x_west, y - clearance.y_south
    rows, columns = clearance.metres.shape
    if not (0.0 <= east < columns * clearance.cell and 0.0 <= north < rows * clearance.cell):
        return 0.0
    row, column = cell_of(north, clearance.cell, rows), cell_of(east, clearance.cell, columns)
    return float(clearance.metres[row, column])


def map_clearance(objects: Circles, area: Area) -> ClearanceMap:
    """Return the clearance map of ``area`` [m] and a cell around it."""
    west, south, east, north = area
    cell = max(CELL, math.sqrt((east - west) * (north - south) / MOST_CELLS))
    columns, rows = (math.ceil(side / cell) + 2 for side in (east - west, north - south))
    west, south = west - cell, south - cell
    metres = np.full((rows + 4 * REACH, columns + 4 * REACH), REACH * cell - np.max(objects.radius, initial=0.0))
    column, row = np.floor((objects.x - west) / cell), np.floor((objects.y - south) / cell)
    is_near = (np.abs(column - 0.5 * columns) <= 0.5 * columns + REACH) & (
        np.abs(row - 0.5 * rows) <= 0.5 * rows + REACH
    )
    column, row = column[is_near].astype(np.intp), row[is_near].astype(np.intp)
    beyond_x, beyond_y = objects.x[is_near] - west - column * cell, objects.y[is_near] - south - row * cell
    for step_x in range(-REACH, REACH + 1):
        gap_x = _gap(step_x, beyond_x, cell)
        for step_y in range(-REACH, REACH + 1):
            gap = np.hypot(gap_x, _gap(step_y, beyond_y, cell)) - objects.radius[is_near]
            np.minimum.at(metres, (row + step_y + 2 * REACH, column + step_x + 2 * REACH), gap)
    inner = np.floor(metres[2 * REACH : -2 * REACH, 2 * REACH : -2 * REACH] - ROUNDING)
    return ClearanceMap(np.clip(inner, 0.0, FARTHEST).astype(np.uint8), float(west), float(south), float(cell))


def _gap(steps: int, beyond: NDArray[np.float64], cell: float) -> NDArray[np.float64]:
    """Distance [m] along one axis from places ``beyond`` [m] the edge of their cells to the cells ``steps`` on."""
    if steps == 0:
        return np.zeros_like(beyond)
    return steps * cell - beyond if steps > 0 else beyond - (steps + 1) * cell
