"""Table of ruts: depths by cells of the map, in tiles that are allocated when a vehicle first drives there.

Depths are whole micrometres, so that the result of several vehicles in one cell, the greatest depth, depends on no
order. The functions are scalar, and stages call them.

The number of a cell is 256 times the index of its tile, row by row from the south-west, plus its place in the tile.
There the cells of a square of four by four are adjacent, one cache line, so that a vehicle stays in a line for some
cells in whatever direction it drives.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ...models.mathematics import Real, Whole, clamp, select
from ...terrain.area import Bounds

SIDE = 16  # cells along a side of a tile; larger tiles waste memory beside the tracks
TILE = SIDE * SIDE  # cells of a tile
CELL = 1.0  # side of a cell [m]
MOST_CELLS = 1 << 30  # of a map; a larger one has larger cells
FIRST_TILES = 1 << 18  # tiles with room at first, 256 MB that are taken as they are written; growth makes a pause
UNIT = 1e-6  # of a stored depth [m]
USED, LISTED, STORED = range(3)  # places in ``RutTable.progress``


class RutTable(NamedTuple):
    """Depths of ruts by cell; row 0 is south, column 0 west."""

    x_west: float  # western border of the cells [m]
    y_south: float  # southern border [m]
    cell: float  # side of a cell [m]
    tile_columns: int  # tiles from west to east
    tile_rows: int  # tiles from south to north
    tile_of: Indices  # (tiles of the map,): one more than the number of the tile with the depths; 0 for no ruts
    depths: Indices  # (capacity * TILE,): depths of the cells of each tile [um]
    places: Indices  # (capacity,): index of each tile in ``tile_of``
    changed: Indices  # (capacity,): tick at which a depth of the tile last changed
    progress: Indices  # (3,): tiles in use; entries of the last step into cells, and those of them that are stored


def empty_table(bounds: Bounds) -> RutTable:
    """Return a table without ruts.

    Args:
        bounds: of the map [m].
    """
    width, depth, cell = bounds.x_east - bounds.x_west, bounds.y_north - bounds.y_south, CELL
    while math.ceil(width / cell) * math.ceil(depth / cell) > MOST_CELLS:
        cell *= 2.0
    columns, rows = (max(1, math.ceil(length / cell / SIDE)) for length in (width, depth))
    tile_of = np.full(columns * rows, 0, np.int32)  # in memory at once: vehicles visit it here and there
    return RutTable(
        bounds.x_west, bounds.y_south, cell, columns, rows, tile_of,
        np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(3, np.int32),
    )  # fmt: skip


def with_room(table: RutTable, count: int) -> RutTable:
    """Return the table with room for ``count`` more tiles, at least; it may be the same one."""
    used = int(table.progress[USED])
    if used + count <= table.places.size:
        return table
    capacity = max(2 * table.places.size, used + count, min(FIRST_TILES, table.tile_of.size + 2))
    larger = {
        "depths": np.zeros(capacity * TILE, np.int32),
        "places": np.zeros(capacity, np.int32),
        "changed": np.zeros(capacity, np.int32),
    }  # the system gives memory to an array of zeros where it is written
    for name, array in larger.items():
        part = used * TILE if name == "depths" else used
        array[:part] = getattr(table, name)[:part]
    return table._replace(**larger)


def cell_at(table: RutTable, x: Real, y: Real) -> Whole:
    """Return the number of the cell at a position [m], limited to the map; NaN gives the first."""
    u, v = (x - table.x_west) / table.cell, (y - table.y_south) / table.cell
    is_lost = (u != u) | (v != v)
    column = int(clamp(select(is_lost, 0.0, u), 0.0, 16.0 * table.tile_columns - 1.0))
    row = int(clamp(select(is_lost, 0.0, v), 0.0, 16.0 * table.tile_rows - 1.0))
    square = (row & 12) << 2 | column & 12
    return ((row >> 4) * table.tile_columns + (column >> 4)) << 8 | square << 2 | (row & 3) << 2 | column & 3


def depth_in(table: RutTable, cell: Whole) -> Real:
    """Return the depth of the rut in a cell [m]."""
    tile = int(table.tile_of[cell >> 8])
    if tile == 0:
        return 0.0
    return UNIT * int(table.depths[(tile - 1) << 8 | cell & 255])


def deepen(table: RutTable, cell: Whole, depth: Whole, tick: Whole) -> None:
    """Set the depth of a cell to a greater one [um]; there must be room for a tile."""
    place = cell >> 8
    if table.tile_of[place] == 0:
        table.places[table.progress[USED]] = place
        table.progress[USED] += 1
        table.tile_of[place] = table.progress[USED]
    tile = int(table.tile_of[place]) - 1
    index = tile << 8 | cell & 255
    if depth > table.depths[index]:
        table.depths[index] = depth
        table.changed[tile] = tick


def centres_of(table: RutTable, cells: NDArray[np.integer[Any]]) -> tuple[Floats, Floats]:
    """Return x and y of the centres of cells [m], by their numbers."""
    tile, inner = cells >> 8, cells & 255
    square, within = inner >> 4, inner & 15
    column = (tile % table.tile_columns << 4) + ((square & 3) << 2) + (within & 3)
    row = (tile // table.tile_columns << 4) + (square >> 2 << 2) + (within >> 2)
    x, y = (np.asarray(number, np.float64) + 0.5 for number in (column, row))
    return table.x_west + x * table.cell, table.y_south + y * table.cell
