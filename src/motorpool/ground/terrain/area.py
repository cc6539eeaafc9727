"""Rectangles on the map: the whole terrain, a part of it, or its flattest part."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from .heightfield import Terrain


class Bounds(NamedTuple):
    """Edges of a rectangle, for stages."""

    x_west: float  # [m]
    y_south: float  # [m]
    x_east: float  # [m]
    y_north: float  # [m]


ROUNDING = 1e-6  # relative amount by which interpolated slopes may exceed those of the posts [1]

Area = tuple[float, float, float, float]  # x_west, y_south, x_east, y_north [m]
Floats = NDArray[np.float64]
# of x, y and radius of circles [m]; true for those to keep
Filter = Callable[[Floats, Floats, Floats], NDArray[np.bool_]]


def area_of(terrain: Terrain) -> Area:
    """Return the rectangle of the whole terrain."""
    return terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north


def within(area: Area, terrain: Terrain) -> Area:
    """Return ``area`` as floats after checking that it is not empty and lies on the terrain.

    Raises:
        WorldError: it is empty or extends beyond the terrain.
    """
    try:
        x_west, y_south, x_east, y_north = (float(side) for side in area)
    except (TypeError, ValueError) as error:
        raise WorldError(f"area is {area!r}; it must be four numbers: west, south, east, north [m]") from error
    whole = area_of(terrain)
    inside = whole[0] <= x_west < x_east <= whole[2] and whole[1] <= y_south < y_north <= whole[3]
    if not inside:
        raise WorldError(
            f"area: x {x_west:g} to {x_east:g}, y {y_south:g} to {y_north:g} m; each range must increase and be "
            f"within the terrain, x {whole[0]:g} to {whole[2]:g}, y {whole[1]:g} to {whole[3]:g} m"
        )
    return x_west, y_south, x_east, y_north


def flattest_area(terrain: Terrain, size: float) -> Area:
    """Return the square of side ``size`` [m] with the smallest mean slope, smaller where the terrain is narrower.

    Its edges lie on posts. Of equally flat squares the one nearest to the centre of the terrain is returned.
    """
    slope = _post_slopes(terrain)
    wide = [min(count - 1, max(1, math.floor(size / terrain.spacing))) for count in slope.shape]
    means = _window_means(slope, wide[0] + 1, wide[1] + 1)
    rows, columns = np.nonzero(means <= means.min() + 1e-9)
    middle = (np.array(means.shape) - 1.0) / 2.0
    best = np.argmin((rows - middle[0]) ** 2 + (columns - middle[1]) ** 2)
    x_west = terrain.x_west + float(columns[best]) * terrain.spacing
    y_south = terrain.y_south + float(rows[best]) * terrain.spacing
    return x_west, y_south, x_west + wide[1] * terrain.spacing, y_south + wide[0] * terrain.spacing


def steeper_than(slope: float, terrain: Terrain, x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Return the mask (rows, columns) of lattice points where the slope of ``Terrain.sample`` [1] exceeds a limit.

    The slope at a point lies between those of the four posts around it, so only few points are sampled.

    Args:
        x: (columns,), east [m].
        y: (rows,), north [m].
    """
    post_rows, post_columns = terrain.heights.shape
    column = np.clip((x - terrain.x_west) / terrain.spacing, 0.0, post_columns - 2.0).astype(np.intp)
    row = np.clip((y - terrain.y_south) / terrain.spacing, 0.0, post_rows - 2.0).astype(np.intp)
    low_row, low_column = max(int(row.min()) - 1, 0), max(int(column.min()) - 1, 0)
    posts = terrain.heights[low_row : int(row.max()) + 3, low_column : int(column.max()) + 3]
    north, east = np.gradient(posts.astype(np.float64), terrain.spacing)
    is_steep = np.hypot(east, north) > slope * (1.0 - ROUNDING)
    is_near = is_steep[:-1, :-1] | is_steep[1:, :-1] | is_steep[:-1, 1:] | is_steep[1:, 1:]
    found = is_near[np.ix_(row - low_row, column - low_column)]
    rows, columns = np.nonzero(found)
    _, slope_x, slope_y = terrain.sample(x[columns], y[rows])
    found[rows, columns] = np.hypot(slope_x, slope_y) > slope
    return found


def _post_slopes(terrain: Terrain) -> NDArray[np.float64]:
    """Return the slope (rise over run) at every post, by central differences."""
    north, east = np.gradient(terrain.heights.astype(np.float64), terrain.spacing)
    return np.hypot(east, north)


def _window_means(values: NDArray[np.float64], rows: int, columns: int) -> NDArray[np.float64]:
    """Return the mean of every window of that many rows and columns, by a summed-area table (Crow 1984)."""
    table = np.zeros((values.shape[0] + 1, values.shape[1] + 1))
    table[1:, 1:] = values.cumsum(0).cumsum(1)
    sums = table[rows:, columns:] - table[:-rows, columns:] - table[rows:, :-columns] + table[:-rows, :-columns]
    return sums / (rows * columns)
