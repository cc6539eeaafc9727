"""Table of ruts: depths by cells of the map, in squares that are allocated when a vehicle first drives there.

Depths are whole micrometres, so that the result of several vehicles in one cell, the greatest depth, depends on no
order. The functions are scalar, and stages call them.

A tile is 16 squares, a square 16 cells. A tile stores the numbers of its squares, so that only squares with ruts take
memory, in the order in which vehicles reach them: memory that is written for the first time is most of the cost. The
depths of a square are one cache line, and a vehicle stays in it for some cells in whatever direction it drives.

The number of a cell is 256 times the index of its tile, row by row from the south-west, plus 16 times that of its
square in the tile, plus its own in the square.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices
from ...ground.terrain.area import Bounds
from ...models.mathematics import Real, Whole, clamp, select

SIDE = 16  # cells along a side of a tile; larger tiles waste memory beside the tracks
TILE = SIDE * SIDE  # cells of a tile
SQUARE = 16  # cells of a square, and squares of a tile
CELL = 1.0  # side of a cell [m]
MOST_CELLS = 1 << 30  # of a map; a larger one has larger cells
FIRST_TILES = 1 << 18  # tiles with room at first, 273 MB that are taken as they are written; growth makes a pause
UNIT = 1e-6  # of a stored depth [m]
USED, LISTED, STORED, RUTTED = range(4)  # places in ``RutTable.progress``


class RutTable(NamedTuple):
    """Depths of ruts by cell; row 0 is south, column 0 west."""

    x_west: float  # western border of the cells [m]
    y_south: float  # southern border [m]
    cell: float  # side of a cell [m]
    tile_columns: int  # tiles from west to east
    tile_rows: int  # tiles from south to north
    tile_of: Indices  # (tiles of the map,): one more than the number of the tile with the depths; 0 for no ruts
    squares: Indices  # (capacity * SQUARE,): one more than the number of each square with the depths; 0 for no ruts
    depths: Indices  # (capacity * TILE,): depths of the cells of each square, for as many squares as tiles have [um]
    places: Indices  # (capacity,): index of each tile in ``tile_of``
    changed: Indices  # (capacity,): tick at which a depth of the tile last changed
    progress: Indices  # (4,): tiles in use; entries of the last step into cells, those that are stored; squares in use


def empty_table(bounds: Bounds) -> RutTable:
    """Return a table without ruts.

    Args:
        bounds: borders of the map [m].
    """
    width, depth, cell = bounds.x_east - bounds.x_west, bounds.y_north - bounds.y_south, CELL
    while math.ceil(width / cell) * math.ceil(depth / cell) > MOST_CELLS:
        cell *= 2.0
    columns, rows = (max(1, math.ceil(length / cell / SIDE)) for length in (width, depth))
    tile_of = np.full(columns * rows, 0, np.int32)  # in memory at once: vehicles visit it here and there
    return RutTable(
        bounds.x_west, bounds.y_south, cell, columns, rows, tile_of,
        np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.int32),
        np.zeros(4, np.int32),
    )  # fmt: skip


def with_room(table: RutTable, count: int) -> RutTable:
    """Return the table with room for ``count`` more tiles, at least; it may be the same one."""
    used = int(table.progress[USED])
    if used + count <= table.places.size:
        return table
    capacity = max(2 * table.places.size, used + count, min(FIRST_TILES, table.tile_of.size + 2))
    parts = {"squares": used * SQUARE, "depths": int(table.progress[RUTTED]) * SQUARE, "places": used, "changed": used}
    sizes = {"squares": SQUARE, "depths": TILE, "places": 1, "changed": 1}
    larger = {name: np.zeros(capacity * sizes[name], np.int32) for name in parts}
    for name, part in parts.items():  # the system gives memory to an array of zeros where it is written
        larger[name][:part] = getattr(table, name)[:part]
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
    square = int(table.squares[(tile - 1) << 4 | (cell >> 4) & 15])
    if square == 0:
        return 0.0
    return UNIT * int(table.depths[(square - 1) << 4 | cell & 15])


def depths_of(table: RutTable, tiles: NDArray[np.integer[Any]]) -> Indices:
    """Return the depths of all cells of some tiles, (tiles, TILE) [um].

    Args:
        tiles: numbers of tiles in use.
    """
    squares = table.squares.reshape(-1, SQUARE)[tiles]
    depths = table.depths.reshape(-1, SQUARE)[np.maximum(squares - 1, 0)]
    depths[squares == 0] = 0
    return depths.reshape(-1, TILE)


def set_depths(table: RutTable, depths: Indices) -> None:
    """Set the depths of all cells of the tiles in use; the table must not have squares in use.

    Args:
        depths: (tiles in use * TILE,) [um].
    """
    by_square = depths.reshape(-1, SQUARE)
    rutted = np.flatnonzero(by_square.any(axis=1))
    table.squares[rutted] = np.arange(1, rutted.size + 1)
    table.depths[: rutted.size * SQUARE] = by_square[rutted].ravel()
    table.progress[RUTTED] = rutted.size


def deepen(table: RutTable, cell: Whole, depth: Whole, tick: Whole) -> None:
    """Set the depth of a cell to a greater one [um]; there must be room for a tile."""
    place = cell >> 8
    if table.tile_of[place] == 0:
        table.places[table.progress[USED]] = place
        table.progress[USED] += 1
        table.tile_of[place] = table.progress[USED]
    tile = int(table.tile_of[place])
    index = (tile - 1) << 4 | (cell >> 4) & 15
    if table.squares[index] == 0:
        table.progress[RUTTED] += 1
        table.squares[index] = table.progress[RUTTED]
    set_deeper(table, tile, int(table.squares[index]), cell, depth, tick)


def set_deeper(table: RutTable, tile: Whole, square: Whole, cell: Whole, depth: Whole, tick: Whole) -> None:
    """Set the depth of a cell to a greater one [um].

    Args:
        tile: ``tile_of`` of the cell.
        square: ``squares`` of the cell; above 0.
    """
    index = (square - 1) << 4 | cell & 15
    if depth > table.depths[index]:
        table.depths[index] = depth
        table.changed[tile - 1] = tick


def centres_of(table: RutTable, cells: NDArray[np.integer[Any]]) -> tuple[Floats, Floats]:
    """Return x and y of the centres of cells [m], by their numbers."""
    tile, inner = cells >> 8, cells & 255
    square, within = inner >> 4, inner & 15
    column = (tile % table.tile_columns << 4) + ((square & 3) << 2) + (within & 3)
    row = (tile // table.tile_columns << 4) + (square >> 2 << 2) + (within >> 2)
    x, y = (np.asarray(number, np.float64) + 0.5 for number in (column, row))
    return table.x_west + x * table.cell, table.y_south + y * table.cell
