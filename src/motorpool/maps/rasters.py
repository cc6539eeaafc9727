"""Rasters of maps: cells near lines and cells in polygons, many lines at a time.

A lattice has square cells or posts; row 0 is south, column 0 is west. Positions are x, y [m] in the world's frame.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

AT_ONCE = 250_000  # pairs of a segment and a lattice point in memory at once


class Lattice(NamedTuple):
    """Square lattice of points: posts of a terrain, or centres of a raster's cells."""

    x_west: float  # of column 0 [m]
    y_south: float  # of row 0 [m]
    spacing: float  # [m]
    rows: int
    columns: int


class Segments(NamedTuple):
    """Straight pieces of lines."""

    x0: Floats  # (segments,) start [m]
    y0: Floats
    x1: Floats  # end [m]
    y1: Floats
    line: Integers  # (segments,) index of the line of each


class Near(NamedTuple):
    """Pairs of a segment and a point of a lattice near it."""

    segment: Integers
    row: Integers
    column: Integers
    distance: Floats  # from the segment [m]
    share: Floats  # of the segment's length up to its point nearest to the lattice point, 0 to 1


def segments_of(lines: Sequence[Floats]) -> Segments:
    """Return the segments of lines (points, 2 or more), in their order."""
    if not lines:
        none = np.zeros(0)
        return Segments(none, none, none, none, np.zeros(0, np.intp))
    starts = np.concatenate([np.asarray(line[:-1, :2], np.float64) for line in lines])
    ends = np.concatenate([np.asarray(line[1:, :2], np.float64) for line in lines])
    counts = [len(line) - 1 for line in lines]
    number = np.repeat(np.arange(len(lines), dtype=np.intp), counts)
    return Segments(starts[:, 0], starts[:, 1], ends[:, 0], ends[:, 1], number)


def near_segments(segments: Segments, reach: Floats, lattice: Lattice) -> Iterator[Near]:
    """Yield the lattice points within ``reach`` (segments,) [m] of each segment, some segments at a time, in order."""
    first_column, last_column = _span(segments.x0, segments.x1, reach, lattice.x_west, lattice.spacing, lattice.columns)
    first_row, last_row = _span(segments.y0, segments.y1, reach, lattice.y_south, lattice.spacing, lattice.rows)
    wide, deep = np.maximum(last_column - first_column, 0), np.maximum(last_row - first_row, 0)
    ends = np.cumsum(wide * deep)
    begin = 0
    while begin < len(ends):
        before = int(ends[begin - 1]) if begin else 0
        stop = max(begin + 1, int(np.searchsorted(ends, before + AT_ONCE, side="right")))
        chosen = np.arange(begin, stop, dtype=np.intp)
        counts = (wide * deep)[chosen]
        segment = np.repeat(chosen, counts)
        number = np.arange(len(segment)) - np.repeat(np.cumsum(counts) - counts, counts)
        row = first_row[segment] + number // np.maximum(wide[segment], 1)
        column = first_column[segment] + number % np.maximum(wide[segment], 1)
        distance, share = _distance(segments, segment, row, column, lattice)
        is_near = distance <= reach[segment]
        yield Near(segment[is_near], row[is_near], column[is_near], distance[is_near], share[is_near])
        begin = stop


def cells_on(segments: Segments, lattice: Lattice) -> tuple[Integers, Integers, Integers]:
    """Return segment, row and column of the cells that segments cross, so that thin lines have no gaps."""
    length = np.hypot(segments.x1 - segments.x0, segments.y1 - segments.y0)
    counts = np.maximum(1, np.ceil(3.0 * length / lattice.spacing)).astype(np.intp) + 1
    segment = np.repeat(np.arange(len(length), dtype=np.intp), counts)
    number = np.arange(len(segment)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = number / (counts[segment] - 1)
    x = segments.x0[segment] + share * (segments.x1 - segments.x0)[segment]
    y = segments.y0[segment] + share * (segments.y1 - segments.y0)[segment]
    column = np.floor((x - lattice.x_west) / lattice.spacing + 0.5).astype(np.intp)
    row = np.floor((y - lattice.y_south) / lattice.spacing + 0.5).astype(np.intp)
    inside = (row >= 0) & (row < lattice.rows) & (column >= 0) & (column < lattice.columns)
    return segment[inside], row[inside], column[inside]


def in_rings(rings: Sequence[Floats], lattice: Lattice) -> Iterator[tuple[int, int, NDArray[np.bool_]]]:
    """Yield the first row, the first column and the mask of lattice points in rings, by the even-odd rule, in bands."""
    x0, y0, x1, y1 = _edges(rings)
    if not x0.size:
        return
    step = lattice.spacing
    low = max(0, math.ceil((float(min(y0.min(), y1.min())) - lattice.y_south) / step))
    high = min(lattice.rows, math.floor((float(max(y0.max(), y1.max())) - lattice.y_south) / step) + 1)
    west = max(0, math.floor((float(min(x0.min(), x1.min())) - lattice.x_west) / step))
    east = min(lattice.columns, math.ceil((float(max(x0.max(), x1.max())) - lattice.x_west) / step) + 1)
    if low >= high or west >= east:
        return
    band = max(1, AT_ONCE // (east - west))
    for first in range(low, high, band):
        last = min(first + band, high)
        row, x = _crossings((x0, y0, x1, y1), first, last, lattice)
        column = np.clip(np.ceil((x - lattice.x_west) / step).astype(np.intp) - west, 0, east - west)
        flips = np.zeros((last - first, east - west + 1), np.int32)
        np.add.at(flips, (row - first, column), 1)
        yield first, west, (np.cumsum(flips[:, :-1], axis=1) & 1).astype(bool)


def _edges(rings: Sequence[Floats]) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the edges of closed rings that are not horizontal."""
    given = [np.asarray(ring, np.float64) for ring in rings if len(ring) >= 3]
    if not given:
        none = np.zeros(0)
        return none, none, none, none
    starts, ends = np.concatenate(given), np.concatenate([np.roll(ring, -1, axis=0) for ring in given])
    tilted = starts[:, 1] != ends[:, 1]
    starts, ends = starts[tilted], ends[tilted]
    return starts[:, 0], starts[:, 1], ends[:, 0], ends[:, 1]


def _crossings(
    edges: tuple[Floats, Floats, Floats, Floats], first: int, last: int, lattice: Lattice
) -> tuple[Integers, Floats]:
    """Return row and x of the crossings of edges with the lines of a band of rows."""
    x0, y0, x1, y1 = edges
    bottom, top = np.minimum(y0, y1), np.maximum(y0, y1)
    begin = np.clip(np.ceil((bottom - lattice.y_south) / lattice.spacing), first, last).astype(np.intp)
    end = np.clip(np.ceil((top - lattice.y_south) / lattice.spacing), first, last).astype(np.intp)
    counts = np.maximum(end - begin, 0)
    edge = np.repeat(np.arange(len(x0)), counts)
    row = begin[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts)
    y = lattice.y_south + row * lattice.spacing
    share = (y - y0[edge]) / (y1[edge] - y0[edge])
    return row, x0[edge] + share * (x1[edge] - x0[edge])


def _span(
    start: Floats, end: Floats, reach: Floats, first: float, step: float, count: int
) -> tuple[Integers, Integers]:
    """Return the first lattice line within ``reach`` of each segment along one axis, and the one after the last."""
    low = np.ceil((np.minimum(start, end) - reach - first) / step)
    high = np.floor((np.maximum(start, end) + reach - first) / step) + 1
    return np.clip(low, 0, count).astype(np.intp), np.clip(high, 0, count).astype(np.intp)


def _distance(
    segments: Segments, segment: Integers, row: Integers, column: Integers, lattice: Lattice
) -> tuple[Floats, Floats]:
    along_x, along_y = segments.x1 - segments.x0, segments.y1 - segments.y0
    square = np.maximum(along_x * along_x + along_y * along_y, 1e-12)
    east = lattice.x_west + column * lattice.spacing - segments.x0[segment]
    north = lattice.y_south + row * lattice.spacing - segments.y0[segment]
    share = np.clip((east * along_x[segment] + north * along_y[segment]) / square[segment], 0.0, 1.0)
    return np.hypot(east - share * along_x[segment], north - share * along_y[segment]), share
