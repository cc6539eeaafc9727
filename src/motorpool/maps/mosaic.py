"""Mosaic of elevation models: several rasters as one, in the lattice of the finest.

Where several have a height, that of the finest is taken; of equals, that of the first. Tiles on one lattice, such as
those of SRTM, are joined unchanged; others are interpolated to it.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import TerrainError
from ..ground.terrain.outliers import fill_voids
from ..ground.terrain.projection import Box, outline, place, transform_between
from ..ground.terrain.raster import WGS84, Heights, Raster, Reading, Window
from ..ground.terrain.warp import bicubic, pad
from .place_map import Floats

MOST_FILES = 100
ALIGNED = 0.01  # distance of the posts of two rasters up to which their lattices are one [steps]
BEYOND = 0.5  # distance beyond the outermost posts up to which a raster covers the ground [steps]
AROUND = 4  # posts of a raster that are read around those asked for, for interpolation
AT_ONCE = 1 << 19  # posts that are interpolated together
PROBES = 200  # positions along each side of a box at which heights are looked for


class _Part(NamedTuple):
    """Raster of a mosaic, and where it lies in its lattice."""

    raster: Raster
    box: Box  # around it, in the coordinates of the mosaic [m or deg]
    row: int | None  # of its first post in the mosaic, if the lattices are one
    column: int | None


def mosaic_of(rasters: Sequence[Raster]) -> tuple[Raster, tuple[Raster, ...]]:
    """Return the mosaic of rasters, and these, the finest first.

    Raises:
        TerrainError: the place on Earth of some is known, and that of others is not.
    """
    unplaced = [raster for raster in rasters if raster.crs is None]
    if unplaced and len(unplaced) < len(rasters):
        raise TerrainError(
            f"{unplaced[0].label} does not say where on Earth it lies, and others do; name files with a "
            "reference system"
        )
    placed = [(max(found.step_x, found.step_y), number) for number, found in enumerate(map(place, rasters))]
    ordered = tuple(rasters[number] for _, number in sorted(placed))
    finest = ordered[0]
    boxes = [_box_in(finest, raster) for raster in ordered]
    west, south = min(box.west for box in boxes), min(box.south for box in boxes)
    # The lattice goes on from the finest raster to all sides.
    columns_west = max(0, math.ceil((finest.west - west) / finest.step_x - ALIGNED))
    rows_south = max(0, math.ceil((finest.south - south) / finest.step_y - ALIGNED))
    west, south = finest.west - columns_west * finest.step_x, finest.south - rows_south * finest.step_y
    columns = 1 + round((max(box.east for box in boxes) - west) / finest.step_x)
    rows = 1 + round((max(box.north for box in boxes) - south) / finest.step_y)
    whole = replace(
        finest, name=finest.name, label=f"{len(ordered)} files of heights",
        description=", ".join(f"{raster.label}: {raster.description}" for raster in ordered)[:500],
        rows=rows, columns=columns, west=west, south=south,
        voids_filled=sum(raster.voids_filled for raster in ordered),
        names_unit=all(raster.names_unit for raster in ordered),
        is_measured=any(raster.is_measured for raster in ordered),
    )  # fmt: skip
    parts = [_part(whole, raster, box) for raster, box in zip(ordered, boxes, strict=True)]

    def read(window: Window) -> Reading:
        shape = window.last_row - window.first_row, window.last_column - window.first_column
        joined = np.full(shape, np.nan, np.float32)
        for part in parts:
            _fill(joined, window, part, whole)
        count = int(np.count_nonzero(np.isnan(joined)))
        return Reading(joined, {"in no file": count} if count else {})

    return replace(whole, read=read), ordered


def _box_in(finest: Raster, raster: Raster) -> Box:
    """Return the box around a raster in the coordinates of another."""
    own = Box(raster.west, raster.south, raster.east, raster.north)
    if raster.crs == finest.crs or raster.crs is None or finest.crs is None:
        return own
    x, y = transform_between(raster.crs, finest.crs)(*outline(own))
    found = Box(float(x.min()), float(y.min()), float(x.max()), float(y.max()))
    if not all(map(math.isfinite, found)):
        raise TerrainError(f"{raster.label} is outside the map of {finest.label}; name files of one region")
    return found


def _part(whole: Raster, raster: Raster, box: Box) -> _Part:
    column, row = (raster.west - whole.west) / whole.step_x, (raster.south - whole.south) / whole.step_y
    ends = (
        column + (raster.columns - 1) * raster.step_x / whole.step_x,
        row + (raster.rows - 1) * raster.step_y / whole.step_y,
    )
    is_one = raster.crs == whole.crs and all(
        abs(begin - round(begin)) < ALIGNED and abs(end - round(begin) - count + 1) < ALIGNED
        for begin, end, count in zip((column, row), ends, (raster.columns, raster.rows), strict=True)
    )
    return _Part(raster, box, round(row) if is_one else None, round(column) if is_one else None)


def _fill(joined: Heights, window: Window, part: _Part, whole: Raster) -> None:
    """Write the heights of a part where there are none yet."""
    first_row, last_row = _lines(part.box.south, part.box.north, whole.south, whole.step_y)
    first_column, last_column = _lines(part.box.west, part.box.east, whole.west, whole.step_x)
    common = Window(
        max(window.first_row, first_row), min(window.last_row, last_row),
        max(window.first_column, first_column), min(window.last_column, last_column),
    )  # fmt: skip
    if common.first_row >= common.last_row or common.first_column >= common.last_column:
        return
    target = joined[
        common.first_row - window.first_row : common.last_row - window.first_row,
        common.first_column - window.first_column : common.last_column - window.first_column,
    ]
    missing = np.isnan(target)
    if not missing.any():
        return
    if part.row is None or part.column is None:
        _interpolate(target, common, part, whole)
        return
    rows, columns = part.raster.rows, part.raster.columns
    inner = Window(
        max(common.first_row - part.row, 0), min(common.last_row - part.row, rows),
        max(common.first_column - part.column, 0), min(common.last_column - part.column, columns),
    )  # fmt: skip
    if inner.first_row >= inner.last_row or inner.first_column >= inner.last_column:
        return
    below, left = inner.first_row + part.row - common.first_row, inner.first_column + part.column - common.first_column
    found = part.raster.read(inner).heights
    place = target[below : below + found.shape[0], left : left + found.shape[1]]
    np.copyto(place, found, where=np.isnan(place))


def _lines(begin: float, end: float, first: float, step: float) -> tuple[int, int]:
    """Return the first line of a lattice at a range, with its margin, and the one after the last."""
    return math.floor((begin - first) / step - BEYOND), math.ceil((end - first) / step + BEYOND) + 1


def _interpolate(target: Heights, common: Window, part: _Part, whole: Raster) -> None:
    """Write the interpolated heights of a part where there are none yet; its own voids stay without."""
    raster = part.raster
    east = whole.west + whole.step_x * np.arange(common.first_column, common.last_column)
    step = max(1, AT_ONCE // len(east))
    for first in range(common.first_row, common.last_row, step):
        last = min(first + step, common.last_row)
        north = whole.south + whole.step_y * np.arange(first, last)
        x, y = _grid(east, north)
        row, column = _posts(x, y, whole.crs, raster)
        inside = _is_inside(row, column, raster)
        rows = target[first - common.first_row : last - common.first_row]
        wanted = inside & np.isnan(rows)
        if not wanted.any():
            continue
        row, column = row[wanted], column[wanted]
        window = Window(
            max(0, math.floor(row.min()) - AROUND), min(raster.rows, math.ceil(row.max()) + AROUND + 1),
            max(0, math.floor(column.min()) - AROUND), min(raster.columns, math.ceil(column.max()) + AROUND + 1),
        )  # fmt: skip
        heights = raster.read(window).heights
        row, column = row - window.first_row, column - window.first_column
        nearest = (
            np.clip(np.rint(row), 0, heights.shape[0] - 1).astype(np.intp),
            np.clip(np.rint(column), 0, heights.shape[1] - 1).astype(np.intp),
        )
        is_void = np.isnan(heights[nearest])
        if is_void.all():
            continue
        values = bicubic(pad(fill_voids(heights)), row, column)
        rows[wanted] = np.where(is_void, np.nan, values)


def _posts(x: Floats, y: Floats, crs: str | None, raster: Raster) -> tuple[Floats, Floats]:
    """Return the rows and columns of a raster at positions of another system."""
    if crs is not None and raster.crs is not None and crs != raster.crs:
        x, y = transform_between(crs, raster.crs)(x, y)
    return (y - raster.south) / raster.step_y, (x - raster.west) / raster.step_x


def _grid(east: NDArray[Any], north: NDArray[Any]) -> tuple[Floats, Floats]:
    x, y = np.meshgrid(east, north)
    return x.astype(np.float64), y.astype(np.float64)


def _is_inside(row: Floats, column: Floats, raster: Raster) -> NDArray[np.bool_]:
    inside = (row >= -BEYOND) & (row <= raster.rows - 1 + BEYOND)
    return inside & (column >= -BEYOND) & (column <= raster.columns - 1 + BEYOND)


def hole_in(rasters: Sequence[Raster], crs: str | None, box: Box) -> str:
    """Return the part of a box in which no raster lies, in words; empty if there is none.

    Args:
        crs: system of the box.
    """
    x, y = _grid(np.linspace(box.west, box.east, PROBES), np.linspace(box.south, box.north, PROBES))
    is_covered = np.zeros(x.shape, bool)
    for raster in rasters:
        is_covered |= _is_inside(*_posts(x, y, crs, raster), raster)
    if is_covered.all():
        return ""
    x, y = x[~is_covered], y[~is_covered]
    unit = "m"
    if crs is not None:
        x, y = transform_between(crs, WGS84)(x, y)
        unit = "degrees"
    share = 100.0 * (1.0 - is_covered.mean())
    sides = ", ".join(f"{side:.6g}" for side in (x.min(), y.min(), x.max(), y.max()))
    return f"{share:.2g} % of the map, within west, south, east, north {sides} {unit}"
