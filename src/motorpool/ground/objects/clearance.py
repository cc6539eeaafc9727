"""Clearance map: lower bounds of the distance to the nearest object, so that most positions need no search.

The bounds are whole metres, up to ``REACH`` cells: a vehicle that needs less space than the bound of its cell has no
object near. Objects do not move, so the map is computed once.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import ByteTable
from ..terrain.area import Area
from .grid import Circles, cell_of

CELL = 32.0  # side of a cell, unless the map becomes too large [m]
MOST_CELLS = 4_000_000  # of the map, a byte each; on larger maps the cells grow and the bounds are looser
REACH = 3  # cells around each object in which its distance is computed
FARTHEST = 255.0  # limit of a byte [m]
ROUNDING = 1e-6  # subtracted from each distance, more than the rounding error [m]


class ClearanceMap(NamedTuple):
    """Lower bounds of the distance to the nearest object, by cell."""

    metres: ByteTable  # (rows, columns), row 0 south: lower bound for every point of the cell [m]
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # outer corner of cell (0, 0) [m]
    cell: float  # side of a cell [m]


def clearance_at(x: float, y: float, clearance: ClearanceMap) -> float:
    """Return a distance [m] around x (east), y (north) [m] without objects; 0 beyond the map."""
    east, north = x - clearance.x_west, y - clearance.y_south
    rows, columns = clearance.metres.shape
    if not (0.0 <= east < columns * clearance.cell and 0.0 <= north < rows * clearance.cell):
        return 0.0
    row, column = cell_of(north, clearance.cell, rows), cell_of(east, clearance.cell, columns)
    return float(clearance.metres[row, column])


def map_clearance(objects: Circles, area: Area) -> ClearanceMap:
    """Return the clearance map of ``area`` [m] and a margin of one cell."""
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
    inside_x, inside_y = objects.x[is_near] - west - column * cell, objects.y[is_near] - south - row * cell
    for step_x in range(-REACH, REACH + 1):
        gap_x = _gap(step_x, inside_x, cell)
        for step_y in range(-REACH, REACH + 1):
            gap = np.hypot(gap_x, _gap(step_y, inside_y, cell)) - objects.radius[is_near]
            np.minimum.at(metres, (row + step_y + 2 * REACH, column + step_x + 2 * REACH), gap)
    inner = np.floor(metres[2 * REACH : -2 * REACH, 2 * REACH : -2 * REACH] - ROUNDING)
    return ClearanceMap(np.clip(inner, 0.0, FARTHEST).astype(np.uint8), float(west), float(south), float(cell))


def _gap(steps: int, beyond: NDArray[np.float64], cell: float) -> NDArray[np.float64]:
    """Return the distance [m] along one axis from points ``beyond`` [m] the edge of a cell to the cell ``steps`` on."""
    if steps == 0:
        return np.zeros_like(beyond)
    return steps * cell - beyond if steps > 0 else beyond - (steps + 1) * cell
