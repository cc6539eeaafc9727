"""Table of ruts: depths by cells of the map, in tiles that are allocated when a vehicle first drives there.

Depths are whole micrometres, so that the result of several vehicles in one cell, the greatest depth, depends on no
order. The functions are scalar, and stages call them.
"""

import math
from typing import NamedTuple

import numpy as np

from ...arrays import Indices
from ...models.mathematics import Real, Whole, clamp
from ...terrain.area import Bounds

SIDE = 16  # cells along a side of a tile; larger tiles waste memory beside the tracks
TILE = SIDE * SIDE  # cells of a tile
CELL = 1.0  # side of a cell [m]
MOST_CELLS = 1 << 30  # of a map; a larger one has larger cells
UNIT = 1e-6  # of a stored depth [m]
USED, NEXT = 0, 1  # places in ``RutTable.progress``


class RutTable(NamedTuple):
    """Depths of ruts by cell; row 0 is south, column 0 west."""

    x_west: float  # western border of the cells [m]
    y_south: float  # southern border [m]
    cell: float  # side of a cell [m]
    columns: int  # cells from west to east, a multiple of ``SIDE``
    rows: int  # cells from south to north, a multiple of ``SIDE``
    tile_of: Indices  # (tiles of the map,): one more than the number of the tile with the depths; 0 for no ruts
    depths: Indices  # (capacity * TILE,): depths of the cells of each tile, row by row [um]
    places: Indices  # (capacity,): index of each tile in ``tile_of``
    changed: Indices  # (capacity,): tick at which a depth of the tile last changed
    progress: Indices  # (2,): tiles in use, and vehicles whose passes are stored


def empty_table(bounds: Bounds) -> RutTable:
    """Return a table without ruts.

    Args:
        bounds: of the map [m].
    """
    width, depth, cell = bounds.x_east - bounds.x_west, bounds.y_north - bounds.y_south, CELL
    while math.ceil(width / cell) * math.ceil(depth / cell) > MOST_CELLS:
        cell *= 2.0
    columns, rows = (max(1, math.ceil(length / cell / SIDE)) for length in (width, depth))
    return RutTable(
        bounds.x_west, bounds.y_south, cell, columns * SIDE, rows * SIDE, np.zeros(columns * rows, np.int32),
        np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(2, np.int32),
    )  # fmt: skip


def with_room(table: RutTable, count: int) -> RutTable:
    """Return the table with room for ``count`` more tiles, at least; it may be the same one."""
    needed = int(table.progress[USED]) + count
    if needed <= table.places.size:
        return table
    more = max(2 * table.places.size, needed, 256) - table.places.size
    return table._replace(
        depths=np.concatenate([table.depths, np.zeros(more * TILE, np.int32)]),
        places=np.concatenate([table.places, np.zeros(more, np.int32)]),
        changed=np.concatenate([table.changed, np.zeros(more, np.int32)]),
    )


def cell_at(table: RutTable, x: Real, y: Real) -> Whole:
    """Return the number of the cell at a position [m], limited to the map; NaN gives that at its border."""
    column = int(clamp((x - table.x_west) / table.cell, 0.0, table.columns - 1.0))
    row = int(clamp((y - table.y_south) / table.cell, 0.0, table.rows - 1.0))
    return row * table.columns + column


def depth_in(table: RutTable, cell: Whole) -> Real:
    """Return the depth of the rut in a cell [m]."""
    row, column = cell // table.columns, cell % table.columns
    tile = table.tile_of[(row // SIDE) * (table.columns // SIDE) + column // SIDE]
    if tile == 0:
        return 0.0
    return UNIT * int(table.depths[(tile - 1) * TILE + (row % SIDE) * SIDE + column % SIDE])


def deepen(table: RutTable, cell: Whole, depth: Real, tick: Whole) -> None:
    """Set the depth of a cell to a greater one [m]; there must be room for a tile."""
    row, column = cell // table.columns, cell % table.columns
    place = (row // SIDE) * (table.columns // SIDE) + column // SIDE
    if table.tile_of[place] == 0:
        table.places[table.progress[USED]] = place
        table.progress[USED] += 1
        table.tile_of[place] = table.progress[USED]
    tile = table.tile_of[place] - 1
    index = tile * TILE + (row % SIDE) * SIDE + column % SIDE
    whole = int(depth / UNIT + 0.5)
    if whole > table.depths[index]:
        table.depths[index] = whole
        table.changed[tile] = tick
