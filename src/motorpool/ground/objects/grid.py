"""Uniform grid over points, for neighbour queries.

The points are sorted by cell (counting sort) into two flat arrays, so that the points of neighbouring cells in a row of
the grid are contiguous: cell ``c`` holds ``item[first[c]:first[c + 1]]``. Points beyond the bounds belong to the
nearest border cell.

A point belongs to the cell of its centre. A query therefore searches one cell beyond its own reach, which finds every
circle across a border if **no radius exceeds the cell**.

``nearest_in_cone`` and ``nearest_within`` are scalar functions for compiled kernels. Source of the counting sort:
Green, "Particle Simulation using CUDA", NVIDIA 2010, section "Building the grid using sorting". Source of the cone: see
``nearest_in_cone``.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...base.arrays import Floats, Indices
from ...base.errors import WorldError
from ...models.mathematics import maximum, minimum, sincos, sqrt
from ..terrain.levels import GROUND, STOREY

NOTHING = -1  # index for "no object"
FAR = math.inf  # distance to "no object" [m]
MOST_CELLS = 2**26  # limit, 256 MB of ``first``; a grid with more cells is usually an error
FEW_CELLS = 4  # cells per circle in a grid for queries of long range
SLACK = 1.000001  # factor on the range of a query that covers rounding errors
NO_HEIGHTS, NO_LEVELS = np.zeros(0), np.zeros(0, np.int32)


class Grid(NamedTuple):
    """Points sorted by square cells; row 0 is south, column 0 is west."""

    x_west: float  # western border [m]
    y_south: float  # southern border [m]
    cell: float  # side of a cell [m]
    columns: int
    rows: int
    first: Indices  # (columns * rows + 1,): beginning of each cell in ``item``
    item: Indices  # (points,): indices of points by cell, increasing within a cell


class Cells(NamedTuple):
    """Rectangle of cells, inclusive."""

    first_column: int
    last_column: int
    first_row: int
    last_row: int


class Circles(NamedTuple):
    """Circles on the ground with a grid of their centres: objects or vehicles."""

    x: Floats  # (circles,): east [m]
    y: Floats  # north [m]
    radius: Floats  # at most the grid's cell [m]
    grid: Grid
    z: Floats = NO_HEIGHTS  # up, of their feet; as ``level``, only of objects in a world with decks [m]
    level: Indices = NO_LEVELS  # 0 on the ground, else the number of the deck


class Storey(NamedTuple):
    """Height and level of a vehicle that looks for circles near it."""

    z: float  # [m]
    level: int


ON_GROUND = Storey(0.0, GROUND)


def is_elsewhere(index: int, circles: Circles, storey: Storey) -> bool:
    """Return whether a circle is on another level, too far above or below a vehicle to touch it."""
    if circles.level.size == 0 or circles.level[index] == storey.level:
        return False
    return abs(circles.z[index] - storey.z) > STOREY


def build_grid(x: ArrayLike, y: ArrayLike, bounds: tuple[float, float, float, float], cell: float) -> Grid:
    """Sort points into the cells of a grid.

    Args:
        x, y: east and north of the points [m].
        bounds: x_west, y_south, x_east, y_north of the grid [m]; points may lie outside.
        cell: side of a cell [m], at least the largest radius of the circles around the points.

    Raises:
        WorldError: the points, the bounds or the cell are invalid.
    """
    east, north = _finite_points(x, y)
    columns, rows = _cell_counts(bounds, cell)
    x_west, y_south = float(bounds[0]), float(bounds[1])
    cells = _cells_of(north - y_south, cell, rows) * columns + _cells_of(east - x_west, cell, columns)
    first = np.zeros(columns * rows + 1, np.int32)
    np.cumsum(np.bincount(cells, minlength=columns * rows), out=first[1:])
    item = np.argsort(cells, kind="stable").astype(np.int32)
    return Grid(x_west, y_south, float(cell), columns, rows, first, item)


def with_few_in_a_cell(circles: Circles) -> Circles:
    """Return the same circles in a grid with four cells per circle; fewer cells need fewer cache lines."""
    if circles.x.size == 0:
        return circles
    west, south, east, north = (
        float(edge) for edge in (circles.x.min(), circles.y.min(), circles.x.max(), circles.y.max())
    )
    cell = max(circles.grid.cell, math.sqrt((east - west) * (north - south) / (FEW_CELLS * circles.x.size)))
    return circles._replace(grid=build_grid(circles.x, circles.y, (west, south, east, north), cell))


def sort_into_cells(x: Floats, y: Floats, grid: Grid) -> None:
    """Sort moved points [m], as many as before, into the cells of a grid, in its own arrays; for compiled kernels.

    Points that are not finite are in some cell, but no query finds them because their distance is not finite.
    """
    first = grid.first
    cells = grid.columns * grid.rows
    for cell in range(cells + 1):
        first[cell] = 0
    for i in range(x.size):
        first[place_of(x[i], y[i], grid) + 1] += 1
    for place in range(cells):
        first[place + 1] += first[place]
    for i in range(x.size):  # moves the beginning of each cell to its end ...
        place = place_of(x[i], y[i], grid)
        grid.item[first[place]] = i
        first[place] += 1
    for place in range(cells, 0, -1):  # ... which is the beginning of the next cell
        first[place] = first[place - 1]
    first[0] = 0


def place_of(x: float, y: float, grid: Grid) -> int:
    """Return the cell of a position x, y [m], limited to the grid, as an index into ``grid.first``."""
    row = cell_of(y - grid.y_south, grid.cell, grid.rows)
    return row * grid.columns + cell_of(x - grid.x_west, grid.cell, grid.columns)


def _finite_points(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    east, north = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if east.shape != north.shape or east.ndim != 1:
        raise WorldError(f"grid: x has shape {east.shape} and y {north.shape}; both must be (points,)")
    if not (np.isfinite(east).all() and np.isfinite(north).all()):
        broken = int(np.flatnonzero(~(np.isfinite(east) & np.isfinite(north)))[0])
        raise WorldError(f"grid: point {broken} is at ({east[broken]}, {north[broken]}); coordinates must be finite")
    return east, north


def _cell_counts(bounds: tuple[float, float, float, float], cell: float) -> tuple[int, int]:
    x_west, y_south, x_east, y_north = bounds
    is_usable = 0.0 < cell < math.inf and x_west <= x_east and y_south <= y_north
    if not (is_usable and all(math.isfinite(side) for side in bounds)):
        raise WorldError(
            f"grid: bounds {bounds} with a cell of {cell} m; they must be finite numbers, west <= east, south <= north "
            "and the cell positive"
        )
    wide, deep = (x_east - x_west) / cell, (y_north - y_south) / cell
    if not (wide + 1.0) * (deep + 1.0) < MOST_CELLS:
        raise WorldError(f"grid: {wide:g} x {deep:g} cells of {cell} m are more than {MOST_CELLS}; choose larger cells")
    return max(1, math.ceil(wide)), max(1, math.ceil(deep))


def _cells_of(offset: NDArray[np.float64], cell: float, count: int) -> NDArray[np.int64]:
    """Return ``cell_of`` for arrays, by the same arithmetic."""
    return np.clip(offset / cell, 0.0, count - 1.0).astype(np.int64)


def cell_of(offset: float, cell: float, count: int) -> int:
    """Return the index of the cell at an offset [m] in a row of cells, limited to the row; 0 for NaN."""
    position = offset / cell
    if position >= 1.0:
        return int(minimum(position, count - 1.0))
    return 0


def cells_between(grid: Grid, west: float, east: float, south: float, north: float) -> Cells:
    """Return the cells of a rectangle in world coordinates [m], limited to the grid."""
    return Cells(
        cell_of(west - grid.x_west, grid.cell, grid.columns),
        cell_of(east - grid.x_west, grid.cell, grid.columns),
        cell_of(south - grid.y_south, grid.cell, grid.rows),
        cell_of(north - grid.y_south, grid.cell, grid.rows),
    )


def cells_near(grid: Grid, x: float, y: float, radius: float) -> Cells:
    """Return the cells of the square around a circle [m].

    A kernel iterates over neighbours by

        cells = cells_near(grid, x, y, radius)
        for row in range(cells.first_row, cells.last_row + 1):
            for entry in entries_in(grid, cells, row):
                other: int = grid.item[entry]

    (As one loop over a generator it takes nearly three times as long.)
    """
    return cells_between(grid, x - radius, x + radius, y - radius, y + radius)


def entries_in(grid: Grid, cells: Cells, row: int) -> range:
    """Return the range of entries of ``grid.item`` in one row, counted in the grid, of a rectangle of cells."""
    line = row * grid.columns
    return range(grid.first[line + cells.first_column], grid.first[line + cells.last_column + 1])


def nearest_in_cone(
    x: float, y: float, yaw: float, reach: float, half_angle: float, circles: Circles, clearance: float = 0.0,
    storey: Storey = ON_GROUND,
) -> tuple[int, float, float]:  # fmt: skip
    """Return the nearest object that touches a cone along ``yaw``: its index, distance and offset to the right [m].

    An object touches the cone if ``0 < ahead``, ``distance - radius <= reach`` and
    ``|right| <= ahead tan(half_angle) + radius / cos(half_angle)``, where ``ahead`` and ``right`` [m] are its centre's
    offsets in the body frame. The nearest is that with the smallest distance of the centre; of equals, the lowest
    index.
    Without an object the index is -1, the distance infinite and the offset 0.

    Args:
        yaw: direction of the axis, counter-clockwise from east [rad]; (x, y) [m] is the tip.
        reach: length of the cone [m].
        half_angle: between axis and side, in (0, pi/2) [rad].
        clearance: added to every radius, 0 or more [m]; half the vehicle's width finds objects that its sides would
            touch.
        storey: height and level of the vehicle; circles elsewhere are not found.

    Source: Park, "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics", Naval Postgraduate School 1992, section IV.B.1
    and Figures 4.1 and 4.2. There the bounding box of a triangle, the first object of a list and objects without
    radius; here the cone itself, the nearest object, circles, and the width of the vehicle.
    """
    sine, cosine = sincos(yaw)
    sine_half, cosine_half = sincos(half_angle)
    slope = sine_half / cosine_half
    grid = circles.grid
    west, east, south, north = box_of_cone(sine, cosine, reach, slope, cosine_half, grid.cell + clearance)
    cells = cells_between(grid, x + west, x + east, y + south, y + north)
    nearest, nearest_square, nearest_right = NOTHING, FAR, 0.0
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            index: int = grid.item[entry]
            dx, dy = circles.x[index] - x, circles.y[index] - y
            ahead = dx * cosine + dy * sine
            right = dx * sine - dy * cosine
            radius = circles.radius[index] + clearance
            if ahead > 0.0 and abs(right) <= ahead * slope + radius / cosine_half:
                square = dx * dx + dy * dy
                is_nearer = square < nearest_square or (square == nearest_square and index < nearest)
                if is_nearer and sqrt(square) - radius <= reach and not is_elsewhere(index, circles, storey):
                    nearest, nearest_square, nearest_right = index, square, right
    return nearest, sqrt(nearest_square), nearest_right


def box_of_cone(
    sine: float, cosine: float, reach: float, slope: float, cosine_half: float, radius: float
) -> tuple[float, float, float, float]:
    """Return the box around the centres of all circles that touch a cone: west, east, south, north of its tip [m].

    It bounds a trapezium from the tip to ``reach + radius``, intersected with the circle of that radius about the tip.

    The half angle is given by its tangent, ``slope``, and its cosine; ``radius`` is the largest of the circles.
    """
    radius = SLACK * radius
    length = SLACK * reach + radius
    near_width = radius / cosine_half
    far_width = length * slope + near_width
    far_east, far_north = length * cosine, length * sine
    side_east, side_north = abs(sine), abs(cosine)
    west = minimum(-near_width * side_east, far_east - far_width * side_east)
    east = maximum(near_width * side_east, far_east + far_width * side_east)
    south = minimum(-near_width * side_north, far_north - far_width * side_north)
    north = maximum(near_width * side_north, far_north + far_width * side_north)
    return maximum(west, -length), minimum(east, length), maximum(south, -length), minimum(north, length)


def nearest_within(x: float, y: float, radius: float, circles: Circles) -> int:
    """Return the index of the circle that overlaps a given circle [m] most, or -1.

    Of equal overlaps the lowest index is returned. Circles that only touch do not overlap.
    """
    grid = circles.grid
    cells = cells_near(grid, x, y, SLACK * (radius + grid.cell))
    deepest, deepest_overlap = NOTHING, 0.0
    for row in range(cells.first_row, cells.last_row + 1):
        for entry in entries_in(grid, cells, row):
            index: int = grid.item[entry]
            dx, dy = circles.x[index] - x, circles.y[index] - y
            overlap = radius + circles.radius[index] - sqrt(dx * dx + dy * dy)
            if overlap > deepest_overlap or (overlap == deepest_overlap and index < deepest):
                deepest, deepest_overlap = index, overlap
    return deepest
