"""Coarse ground: soil classes and greatest slopes of large cells, for a quick test that all ground nearby is good.

A cell covers itself and its eight neighbours. If all of that is good for a vehicle in every direction, no sample of the
fine raster is needed. Classes and slopes do not change; the table says which of them are good.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, FloatTable, WholeTable
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import Surface
from .trafficability import NO_LIMIT, USABLE, Footing, Trafficability, utilisation

CELL = 40.0  # side of a cell, if the raster does not become too large [m]
MOST_CELLS = 500_000  # of the map; larger values make plans on large maps finer and slower
BLOCKS_AT_ONCE = 8  # rows of cells that are combined together; limits the size of temporary arrays
MOST_BITS = 31  # number of classes that a cell can distinguish; with more of them every cell has all
SLOPES: Floats = np.linspace(0.0, 1.0, 41)  # slopes that are tested [1]
DIRECTIONS: Floats = np.linspace(0.0, np.pi, 9)  # directions of travel from uphill; both sides are equal [rad]


class CoarseGround(NamedTuple):
    """Classes and steepness of large cells and their neighbours, and the slopes on which vehicles can drive."""

    classes: WholeTable  # (rows, columns), row 0 south: a bit for each class that occurs
    steepness: FloatTable  # (rows, columns): of the steepest slope [1]
    x_west: float  # outer corner of cell (0, 0) [m]
    y_south: float  # [m]
    spacing: float  # side of a cell [m]
    safe_slope: FloatTable  # (fleets, classes): slope up to which every direction of travel is good; -1 for none [1]


def is_safe_around(coarse: CoarseGround, fleet: int, x: float, y: float) -> bool:
    """Return whether all ground within one cell's side of a position is good in every direction.

    Args:
        x, y: the place [m].
    """
    rows, columns = coarse.classes.shape
    column = int(min(max((x - coarse.x_west) / coarse.spacing, 0.0), columns - 1.0))
    row = int(min(max((y - coarse.y_south) / coarse.spacing, 0.0), rows - 1.0))
    present, steepness = int(coarse.classes[row, column]), coarse.steepness[row, column]
    for kind in range(coarse.safe_slope.shape[1]):
        if (present >> min(kind, MOST_BITS)) & 1 != 0 and steepness > coarse.safe_slope[fleet, kind]:
            return False
    return True


def coarse_ground(terrain: Terrain, surface: Surface, table: Trafficability) -> CoarseGround:
    """Return the coarse ground of a terrain and its surface."""
    spacing = max(CELL, float(np.sqrt(terrain.width * terrain.depth / MOST_CELLS)))
    rows, columns = (max(1, int(np.ceil(side / spacing))) for side in (terrain.depth, terrain.width))
    y, x = (corner + spacing * np.arange(count) for corner, count in (
        (terrain.y_south, rows), (terrain.x_west, columns)
    ))  # fmt: skip
    starts = [
        np.clip(((place - corner) / surface.spacing).astype(np.intp), 0, count - 1)
        for place, corner, count in (
            (y, surface.y_south, surface.rows),
            (x, surface.x_west, surface.columns),
        )
    ]
    bits = np.left_shift(np.int64(1), np.minimum(np.arange(len(surface.names)), MOST_BITS))
    if len(surface.names) > MOST_BITS:
        bits = np.full(len(surface.names), np.int64(2) ** (MOST_BITS + 1) - 1)
    classes = _reduced(np.bitwise_or, lambda part: bits[surface.classes[part]], surface.rows, *starts)
    posts = [
        np.clip(((place - place[0]) / terrain.spacing).astype(np.intp), 0, count - 1)
        for place, count in zip((y, x), terrain.heights.shape, strict=True)
    ]
    steepness = _reduced(np.maximum, lambda part: _slopes(terrain, part), terrain.rows, *posts)
    return CoarseGround(
        np.ascontiguousarray(_with_neighbours(np.bitwise_or, classes)),
        np.ascontiguousarray(_with_neighbours(np.maximum, steepness)),
        float(terrain.x_west),
        float(terrain.y_south),
        spacing,
        safe_slopes(table),
    )


def safe_slopes(table: Trafficability) -> NDArray[np.float64]:
    """Return the slope for each fleet and class up to which every direction of travel is good; -1 for none [1]."""
    fleets, classes = table.grip.shape
    numbers: Floats = np.arange(classes, dtype=np.float64)
    kinds, slopes, directions = np.meshgrid(numbers, SLOPES, DIRECTIONS, indexing="ij")
    columns: Any = (kinds.astype(np.intp), slopes * np.cos(directions), slopes * np.sin(directions))
    footings = Footing(*columns)
    found = np.full((fleets, classes), -1.0)
    for fleet in range(fleets):
        used: Any = utilisation(table, fleet, footings)
        good = np.logical_and.accumulate((used <= USABLE).all(axis=-1), axis=1)
        count = good.sum(axis=1)
        found[fleet] = np.where(count > 0, SLOPES[np.maximum(count - 1, 0)], -1.0)
        found[fleet][count == len(SLOPES)] = NO_LIMIT
    return found


def _slopes(terrain: Terrain, part: slice) -> NDArray[np.float64]:
    """Return the slopes at the posts of some rows, as ``np.gradient`` of all heights gives them [1]."""
    low, high = max(part.start - 1, 0), min(part.stop + 1, terrain.rows)
    slopes: Any = np.gradient(terrain.heights[low:high].astype(np.float64), terrain.spacing)
    return np.hypot(slopes[1], slopes[0])[part.start - low : part.stop - low]


def _reduced(
    combine: Any, values: Callable[[slice], NDArray[Any]], count: int, rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> NDArray[Any]:
    """Return values of blocks that begin at these rows and columns, combined; few rows are in memory at a time.

    Args:
        values: function that returns the values of some of ``count`` rows.
    """
    parts: list[NDArray[Any]] = []
    for begin in range(0, len(rows), BLOCKS_AT_ONCE):
        some = rows[begin : begin + BLOCKS_AT_ONCE]
        after = begin + BLOCKS_AT_ONCE
        stop = max(int(rows[after]), int(some[-1]) + 1) if after < len(rows) else count
        part = values(slice(int(some[0]), stop))
        parts.append(combine.reduceat(combine.reduceat(part, some - some[0], axis=0), columns, axis=1))
    return np.concatenate(parts)


def _with_neighbours(combine: Any, values: NDArray[Any]) -> NDArray[Any]:
    for axis in (0, 1):
        count = int(values.shape[axis])
        padded: NDArray[Any] = np.pad(values, [(1, 1) if along == axis else (0, 0) for along in (0, 1)], mode="edge")
        before, after = np.split(padded, [count], axis)[0], np.split(padded, [2], axis)[1]
        values = combine(combine(before, values), after)
    return values
