"""Rasters of maps: cells near lines, many lines at a time.

A lattice has square cells or posts; row 0 is south, column 0 is west. Positions are x, y [m] in the world's frame.

Areas on rasters: the lattice points in polygons, many polygons at a time.

Maps have tens of thousands of small areas, so that an area takes no calls of its own: its lattice points are a box, the
boxes of many areas lie row by row in one array, and each edge flips the state of all points to the east of it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

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


def beside(segments: Segments, left: Floats) -> Segments:
    """Return segments moved to their left by distances (segments,) [m]."""
    along_x, along_y = segments.x1 - segments.x0, segments.y1 - segments.y0
    share = left / np.maximum(np.hypot(along_x, along_y), 1e-12)
    east, north = -share * along_y, share * along_x
    return Segments(
        segments.x0 + east, segments.y0 + north, segments.x1 + east, segments.y1 + north, segments.line
    )  # fmt: skip


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


def spans_near(
    segments: Segments, reach: Floats, lattice: Lattice
) -> Iterator[tuple[Integers, Integers, Integers, Integers]]:
    """Yield segments, rows, first columns and those after the last of the lattice points within ``reach`` of each.

    Some segments at a time, in order.
    """
    first_row, last_row = _span(segments.y0, segments.y1, reach, lattice.y_south, lattice.spacing, lattice.rows)
    ends = np.cumsum(np.maximum(last_row - first_row, 0))
    begin = 0
    while begin < len(ends):
        before = int(ends[begin - 1]) if begin else 0
        stop = max(begin + 1, int(np.searchsorted(ends, before + AT_ONCE, side="right")))
        counts = np.diff(ends[begin:stop], prepend=before)
        segment = np.repeat(np.arange(begin, stop, dtype=np.intp), counts)
        row = first_row[segment] + np.arange(len(segment)) - np.repeat(np.cumsum(counts) - counts, counts)
        first, last = _columns_near(segments, segment, row, reach[segment], lattice)
        any_is = first <= last
        yield segment[any_is], row[any_is], first[any_is], last[any_is] + 1
        begin = stop


def cells_on(segments: Segments, lattice: Lattice) -> Iterator[tuple[Integers, Integers, Integers]]:
    """Yield segments, rows and columns of the cells that segments cross, so that thin lines have no gaps.

    Some segments at a time, in order.
    """
    length = np.hypot(segments.x1 - segments.x0, segments.y1 - segments.y0)
    all_counts = np.maximum(1, np.ceil(3.0 * length / lattice.spacing)).astype(np.intp) + 1
    ends = np.cumsum(all_counts)
    begin = 0
    while begin < len(ends):
        before = int(ends[begin - 1]) if begin else 0
        stop = max(begin + 1, int(np.searchsorted(ends, before + AT_ONCE, side="right")))
        chosen, counts = slice(begin, stop), all_counts[begin:stop]
        segment = np.repeat(np.arange(begin, stop, dtype=np.intp), counts)
        number = np.arange(len(segment)) - np.repeat(np.cumsum(counts) - counts, counts)
        share = number / np.repeat(counts - 1, counts)
        x, y = (
            np.repeat(start[chosen], counts) + share * np.repeat((end - start)[chosen], counts)
            for start, end in ((segments.x0, segments.x1), (segments.y0, segments.y1))
        )
        column = np.floor((x - lattice.x_west) / lattice.spacing + 0.5).astype(np.intp)
        row = np.floor((y - lattice.y_south) / lattice.spacing + 0.5).astype(np.intp)
        inside = (row >= 0) & (row < lattice.rows) & (column >= 0) & (column < lattice.columns)
        yield segment[inside], row[inside], column[inside]
        begin = stop


def _span(
    start: Floats, end: Floats, reach: Floats, first: float, step: float, count: int
) -> tuple[Integers, Integers]:
    """Return the first lattice line within ``reach`` of each segment along one axis, and the one after the last."""
    low = np.ceil((np.minimum(start, end) - reach - first) / step)
    high = np.floor((np.maximum(start, end) + reach - first) / step) + 1
    return np.clip(low, 0, count).astype(np.intp), np.clip(high, 0, count).astype(np.intp)


def _columns_near(
    segments: Segments, segment: Integers, row: Integers, reach: Floats, lattice: Lattice
) -> tuple[Integers, Integers]:
    """Return the first and the last column within reach of each segment on a row; first > last of none."""
    y = np.asarray(lattice.y_south + row * lattice.spacing, np.float64)
    west, east = _ends_near(segments, segment, y, reach * (1.0 + 1e-9) + 1e-9)
    low, high = (west - lattice.x_west) / lattice.spacing, (east - lattice.x_west) / lattice.spacing
    first = np.clip(np.floor(low), 0, lattice.columns).astype(np.intp)
    last = np.clip(np.ceil(high), -1, lattice.columns - 1).astype(np.intp)

    def is_far(column: Integers) -> NDArray[np.bool_]:
        return _distance(segments, segment, row, column, lattice)[0] > reach

    # The ends are rounded away from the segment, so that the distance itself decides whether a point is near.
    for _ in range(2):
        first, last = first + is_far(first), last - is_far(last)
    none = is_far(first) | is_far(last)
    return np.where(none, 1, first), np.where(none, 0, last)


def _ends_near(segments: Segments, segment: Integers, y: Floats, reach: Floats) -> tuple[Floats, Floats]:
    """Return the western and eastern end of the area within ``reach`` of each segment at ``y``; NaN of an empty one.

    That is around a segment two circles about its ends and a rectangle between them.
    """
    x0, y0, x1, y1 = (each[segment] for each in segments[:4])
    length: Floats = np.maximum(np.hypot(x1 - x0, y1 - y0), 1e-9)
    east, north = (x1 - x0) / length, (y1 - y0) / length
    with np.errstate(invalid="ignore"):
        half = [np.sqrt(reach * reach - (y - end) ** 2) for end in (y0, y1)]
    # A side that is parallel to the row bounds it far away or nowhere.
    across, along = (np.where(np.abs(each) < 1e-12, 1e-12, each) for each in (north, east))
    off = y - y0
    sides = np.sort([(off * east - reach) / across, (off * east + reach) / across], axis=0)
    caps = np.sort([-off * north / along, (length - off * north) / along], axis=0)
    low, high = x0 + np.maximum(sides[0], caps[0]), x0 + np.minimum(sides[1], caps[1])
    is_there = (low <= high) & (length > 1e-6)  # the circles are all of a shorter segment, which has no sure direction
    low, high = np.where(is_there, low, np.nan), np.where(is_there, high, np.nan)
    west = np.fmin.reduce([x0 - half[0], x1 - half[1], low])
    return west, np.fmax.reduce([x0 + half[0], x1 + half[1], high])


def _distance(
    segments: Segments, segment: Integers, row: Integers, column: Integers, lattice: Lattice
) -> tuple[Floats, Floats]:
    along_x, along_y = segments.x1 - segments.x0, segments.y1 - segments.y0
    square = np.maximum(along_x * along_x + along_y * along_y, 1e-12)
    east = lattice.x_west + column * lattice.spacing - segments.x0[segment]
    north = lattice.y_south + row * lattice.spacing - segments.y0[segment]
    share = np.clip((east * along_x[segment] + north * along_y[segment]) / square[segment], 0.0, 1.0)
    return np.hypot(east - share * along_x[segment], north - share * along_y[segment]), share


class _Boxes(NamedTuple):
    """Boxes of lattice points around areas, (boxes,) each; a column more than given takes the edges to the east."""

    area: Integers  # ascending
    row: Integers  # first one
    column: Integers  # first one
    rows: Integers  # number of them
    columns: Integers  # number of them


def fill(raster: NDArray[Any], areas: Sequence[Sequence[Floats]], values: Sequence[float], lattice: Lattice) -> None:
    """Set the lattice points in each area to its value, by the even-odd rule; later areas cover earlier ones.

    Args:
        raster: (rows, columns) of the lattice, contiguous; changed in place.
        areas: rings (corners, 2) of each [m]; an area with a corner that is not finite is left out.
    """
    edges = _edges(areas)
    boxes = _boxes(edges, lattice)
    edges = _part(edges, np.isin(edges.line, boxes.area))
    first_edge, end_edge = (np.searchsorted(edges.line, boxes.area, side=side) for side in ("left", "right"))
    begin, end = _rows_crossed(edges, 0, lattice.rows, lattice)
    crossings = np.concatenate([[0], np.cumsum(end - begin)])
    # Points of each box and crossings of edges with its rows: what is in memory at once.
    work = boxes.rows * (boxes.columns + 1) + crossings[end_edge] - crossings[first_edge]
    value, ends = np.asarray(values, raster.dtype)[boxes.area], np.cumsum(work)
    start = 0
    while start < len(ends):
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + AT_ONCE, side="right")))
        chosen = _Boxes(*(each[start:stop] for each in boxes))
        own = _part(edges, slice(first_edge[start], end_edge[stop - 1]))
        if stop > start + 1:
            _fill_together(raster, chosen, own, value[start:stop], lattice)
        else:
            band = max(1, AT_ONCE * int(boxes.rows[start]) // int(work[start]))
            _fill_in_bands(raster, chosen, own, value[start], lattice, band=band)
        start = stop


def _fill_together(
    raster: NDArray[Any], boxes: _Boxes, edges: Segments, values: NDArray[Any], lattice: Lattice
) -> None:
    inside = np.flatnonzero(_inside(boxes, edges, lattice))
    wide, row = np.repeat(boxes.columns + 1, boxes.rows), np.repeat(boxes.row, boxes.rows) + _numbers(boxes.rows)
    shift = row * lattice.columns + np.repeat(boxes.column, boxes.rows) - (np.cumsum(wide) - wide)
    cell = inside + np.repeat(shift, wide)[inside]
    raster.reshape(-1)[cell] = np.repeat(values, boxes.rows * (boxes.columns + 1))[inside]


def _fill_in_bands(
    raster: NDArray[Any], box: _Boxes, edges: Segments, value: Any, lattice: Lattice, *, band: int
) -> None:
    """Fill one area, ``band`` rows at a time."""
    _, row, column, rows, columns = (int(each[0]) for each in box)
    for first in range(row, row + rows, band):
        last = min(first + band, row + rows)
        part = box._replace(row=np.array([first]), rows=np.array([last - first]))
        inside = _inside(part, edges, lattice).reshape(last - first, columns + 1)
        raster[first:last, column : column + columns][inside[:, :-1]] = value


def _inside(boxes: _Boxes, edges: Segments, lattice: Lattice) -> NDArray[np.bool_]:
    """Return whether each point of boxes is in the area of its box; the boxes follow each other, row by row."""
    box = np.searchsorted(boxes.area, edges.line)
    begin, end = _rows_crossed(edges, boxes.row[box], (boxes.row + boxes.rows)[box], lattice)
    counts = end - begin
    edge, box = np.repeat(np.arange(len(box)), counts), np.repeat(box, counts)
    row = begin[edge] + _numbers(counts)
    y = lattice.y_south + row * lattice.spacing
    share = (y - edges.y0[edge]) / (edges.y1[edge] - edges.y0[edge])
    x = edges.x0[edge] + share * (edges.x1[edge] - edges.x0[edge])
    column = np.ceil((x - lattice.x_west) / lattice.spacing).astype(np.intp) - boxes.column[box]
    wide = boxes.columns + 1
    sizes = boxes.rows * wide
    first = (np.cumsum(sizes) - sizes)[box] + (row - boxes.row[box]) * wide[box]
    flips = np.bincount(first + np.clip(column, 0, boxes.columns[box]), minlength=int(sizes.sum()))
    return (np.cumsum(flips) & 1).astype(bool)  # an even number of edges crosses each row


def _rows_crossed(edges: Segments, low: Any, high: Any, lattice: Lattice) -> tuple[Integers, Integers]:
    """Return the first row, ``low`` to ``high``, that each edge crosses, and the one after the last."""
    ends = np.minimum(edges.y0, edges.y1), np.maximum(edges.y0, edges.y1)
    begin, end = (np.clip(np.ceil((y - lattice.y_south) / lattice.spacing), low, high).astype(np.intp) for y in ends)
    return begin, end


def _edges(areas: Sequence[Sequence[Floats]]) -> Segments:
    """Return the edges of areas that are not horizontal; ``line`` is the number of the area."""
    rings = [(number, ring) for number, area in enumerate(areas) for ring in area if len(ring) >= 3]
    if not rings:
        return segments_of([])
    starts, counts = np.concatenate([ring for _, ring in rings]), np.array([len(ring) for _, ring in rings])
    last, following = np.cumsum(counts) - 1, np.arange(1, len(starts) + 1)
    following[last] = last - counts + 1  # rings are closed
    ends, area = starts[following], np.repeat([number for number, _ in rings], counts)
    is_lost = np.bincount(area[~np.isfinite(starts).all(axis=1)], minlength=len(areas)) > 0
    kept = (starts[:, 1] != ends[:, 1]) & ~is_lost[area]
    starts, ends = starts[kept], ends[kept]
    return Segments(starts[:, 0], starts[:, 1], ends[:, 0], ends[:, 1], area[kept])


def _part(edges: Segments, chosen: Any) -> Segments:
    return Segments(edges.x0[chosen], edges.y0[chosen], edges.x1[chosen], edges.y1[chosen], edges.line[chosen])


def _boxes(edges: Segments, lattice: Lattice) -> _Boxes:
    """Return the boxes of the areas that edges surround, without those that have no point of the lattice."""
    first = np.flatnonzero(np.diff(edges.line, prepend=-1))
    area = edges.line[first]
    if not area.size:
        return _Boxes(area, area, area, area, area)
    (west, east), (south, north) = (
        (np.minimum.reduceat(np.minimum(*ends), first), np.maximum.reduceat(np.maximum(*ends), first))
        for ends in ((edges.x0, edges.x1), (edges.y0, edges.y1))
    )
    step = lattice.spacing
    row = np.clip(np.ceil((south - lattice.y_south) / step), 0, lattice.rows).astype(np.intp)
    end_row = np.clip(np.floor((north - lattice.y_south) / step) + 1, 0, lattice.rows).astype(np.intp)
    column = np.clip(np.floor((west - lattice.x_west) / step), 0, lattice.columns).astype(np.intp)
    end_column = np.clip(np.ceil((east - lattice.x_west) / step) + 1, 0, lattice.columns).astype(np.intp)
    kept = (row < end_row) & (column < end_column)
    return _Boxes(*(each[kept] for each in (area, row, column, end_row - row, end_column - column)))


def _numbers(counts: Integers) -> Integers:
    """Return 0, 1, … for each count, one after the other."""
    return np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
