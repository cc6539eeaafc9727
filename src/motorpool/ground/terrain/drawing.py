"""Straight segments drawn into the raster of a surface, many at a time.

A cell belongs to a segment if its centre is within a reach of it, or if the segment crosses the cell, or one of the two
lines beside it does between which the middles of vehicles are.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.runs import batches, place_in_run, run_of_each
from .surface import Surface

CELLS_AT_ONCE = 1 << 18  # limits the size of temporary arrays; a segment with more cells is drawn alone

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


class Segments(NamedTuple):
    """Straight segments, later ones on top."""

    start: Floats  # (segments, 2): x, y [m]
    end: Floats  # (segments, 2) [m]
    reach: Floats  # half of the width [m]
    number: NDArray[np.uint8]  # of the class of surface
    lane: Floats  # (segments,) distance from it up to which the middles of vehicles are; 0 if they keep to it [m]


class _Boxes(NamedTuple):
    """Cells that may belong to each segment: first row and column, and numbers of rows and columns."""

    row: Integers
    column: Integers
    rows: Integers
    columns: Integers


def draw(classes: NDArray[np.uint8], surface: Surface, segments: Segments) -> None:
    """Draw segments into the classes of a surface."""
    boxes = _boxes(segments, surface)
    breadth = np.ceil(2.0 * segments.reach / surface.spacing).astype(np.intp) + 4
    for part in batches((boxes.rows + boxes.columns + 1) * breadth, CELLS_AT_ONCE):
        some = Segments(
            segments.start[part], segments.end[part], segments.reach[part], segments.number[part], segments.lane[part]
        )
        areas = _within_reach(some, _Boxes(*(column[part] for column in boxes)), surface)
        sides = (-1.0, 0.0, 1.0) if some.lane.any() else (0.0,)
        lines = [_crossed(_beside(some, side), surface) for side in sides]
        owner, row, column = (np.concatenate(parts) for parts in zip(areas, *lines, strict=True))
        order = np.argsort(owner, kind="stable")
        # NumPy assigns repeated indices in their order.
        classes[row[order], column[order]] = some.number[owner[order]]


def _beside(segments: Segments, side: float) -> Segments:
    """Return the segments moved to the left by ``side`` times their ``lane``."""
    ahead = segments.end - segments.start
    size = np.maximum(np.hypot(*ahead.T), 1e-12)
    left = (side * segments.lane / size)[:, None] * np.column_stack([-ahead[:, 1], ahead[:, 0]])
    return segments._replace(start=segments.start + left, end=segments.end + left)


def _boxes(segments: Segments, surface: Surface) -> _Boxes:
    low, high = np.minimum(segments.start, segments.end), np.maximum(segments.start, segments.end)
    reach = segments.reach
    column, columns = _cells(low[:, 0] - reach, high[:, 0] + reach, surface.x_west, surface.spacing, surface.columns)
    row, rows = _cells(low[:, 1] - reach, high[:, 1] + reach, surface.y_south, surface.spacing, surface.rows)
    return _Boxes(row, column, rows, columns)


def _cells(low: Floats, high: Floats, first: float, cell: float, count: int) -> tuple[Integers, Integers]:
    """Return the first cell of each interval, and its number of cells."""
    begin = np.clip(np.floor((low - first) / cell), 0, count).astype(np.intp)
    end = np.clip(np.floor((high - first) / cell) + 1.0, begin, np.maximum(count, begin)).astype(np.intp)
    return begin, end - begin


def _within_reach(segments: Segments, boxes: _Boxes, surface: Surface) -> tuple[Integers, Integers, Integers]:
    """Return segment, row and column of each cell whose centre is within reach."""
    line, row, first, count = _rows(segments, boxes, surface)
    run, place = run_of_each(count), place_in_run(count)
    owner, row, column = line[run], row[run], first[run] + place
    x = surface.x_west + (column.astype(np.float64) + 0.5) * surface.spacing
    y = surface.y_south + (row.astype(np.float64) + 0.5) * surface.spacing
    along_x, along_y = (segments.end - segments.start).T
    square = along_x * along_x + along_y * along_y
    along_x, along_y, square = along_x[owner], along_y[owner], square[owner]
    east, north = x - segments.start[owner, 0], y - segments.start[owner, 1]
    is_long = square > 0.0
    share = np.where(
        is_long, np.clip((east * along_x + north * along_y) / np.where(is_long, square, 1.0), 0.0, 1.0), 0.0
    )
    near = np.hypot(east - share * along_x, north - share * along_y) <= segments.reach[owner]
    return owner[near], row[near], column[near]


def _rows(segments: Segments, boxes: _Boxes, surface: Surface) -> tuple[Integers, Integers, Integers, Integers]:
    """Return segment, row, first column and number of columns of the cells that may be within reach, by rows."""
    owner, up = run_of_each(boxes.rows), place_in_run(boxes.rows)
    row, reach = boxes.row[owner] + up, segments.reach[owner]
    (x, y), (along_x, along_y) = segments.start[owner].T, (segments.end - segments.start)[owner].T
    gap = surface.y_south + (row + 0.5) * surface.spacing - y
    is_steep = np.abs(along_y) > surface.spacing  # others lie in few rows, as a whole
    steep = np.where(is_steep, along_y, 1.0)
    shares = [np.clip(np.where(is_steep, (gap + side * reach) / steep, side), 0.0, 1.0) for side in (-1.0, 1.0)]
    ends = [x + share * along_x for share in shares]
    margin = reach + surface.spacing  # a cell more, because of rounding
    first, count = _cells(
        np.minimum(*ends) - margin, np.maximum(*ends) + margin, surface.x_west, surface.spacing, surface.columns
    )
    low = np.maximum(first, boxes.column[owner])
    high = np.minimum(first + count, (boxes.column + boxes.columns)[owner])
    return owner, row, low, np.maximum(high - low, 0)


def _crossed(segments: Segments, surface: Surface) -> tuple[Integers, Integers, Integers]:
    """Return segment, row and column of each cell that a segment crosses."""
    cell = surface.spacing
    every = np.arange(len(segments.start))
    owners, shares = [every, every], [np.zeros(len(every)), np.ones(len(every))]
    for axis, first in ((0, surface.x_west), (1, surface.y_south)):
        begin, end = segments.start[:, axis], segments.end[:, axis]
        low, high = ((side(begin, end) - first) / cell for side in (np.minimum, np.maximum))
        least = np.ceil(low).astype(np.intp)
        counts = np.where(high > low, np.floor(high).astype(np.intp) - least + 1, 0)
        owner, place = run_of_each(counts), place_in_run(counts)
        lines = first + cell * (least[owner] + place)
        owners.append(owner)
        shares.append((lines - begin[owner]) / (end - begin)[owner])
    owner, share = np.concatenate(owners), np.concatenate(shares)
    order = np.lexsort((share, owner))
    owner, share = owner[order], share[order]
    same = owner[:-1] == owner[1:]
    owner, share = owner[:-1][same], (0.5 * (share[:-1] + share[1:]))[same]  # half way between two grid lines
    line = segments.start[owner] + share[:, None] * (segments.end - segments.start)[owner]
    column = np.floor((line[:, 0] - surface.x_west) / cell).astype(np.intp)
    row = np.floor((line[:, 1] - surface.y_south) / cell).astype(np.intp)
    inside = (row >= 0) & (row < surface.rows) & (column >= 0) & (column < surface.columns)
    return owner[inside], row[inside], column[inside]
