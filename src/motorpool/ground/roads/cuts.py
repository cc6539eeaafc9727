"""Cuts of road sections: nodes of a road graph that the network has not, at crossings and in tight bends.

Sections that cross at one height without a node in common meet. A node there lets vehicles give way to each other; they
only go straight on. In a bend that is tighter than two vehicles can pass side by side, a node lets the vehicles of one
direction through at a time.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bends import along_of, turns_of

TIGHT = 7.0  # radius of a bend below which vehicles of opposite directions do not pass in it [m]
OVER = 8.0  # length over which the radius of a bend is measured [m]
STEP = 1.0  # between the places where it is measured [m]
BETWEEN = 12.0  # straight length between two tight bends below which they are one [m]
BEFORE = 10.0  # length before and behind a tight bend that vehicles need to leave and reach their lanes [m]
LEAST_PIECE = 8.0  # length of a piece of a section; cuts that would leave a shorter one are left out [m]
SHALLOW = math.sin(math.radians(15.0))  # angle below which two sections run beside each other, and do not cross [1]
CELL = 20.0  # of the grid in which crossings are searched for [m]
MOST_PAIRS = 2_000_000  # of pieces of lines that are compared at a time; more need more memory
OVERHEAD = 2.5  # difference of height from which roads cross over each other; vehicles on both would touch below it [m]
ROUNDING = 1e-3  # more than the rounding of coordinates [m]
LOOP = 30.0  # distance along a section behind which it may cross itself [m]

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


class Cut(NamedTuple):
    """Place where a section is cut."""

    along: float  # distance from its first point [m]
    node: int
    reach: float  # length of the bend before and behind it; 0 at a crossing [m]


class Piece(NamedTuple):
    """Part of a section between two nodes."""

    line: Floats  # (points, 2) [m]
    section: int  # number of the section in the network
    start: int  # node
    end: int  # node
    begin: float  # distance of its first point from that of the section [m]


class Cuts(NamedTuple):
    """Pieces of a network, the pieces of a section in a row, and the nodes between them."""

    pieces: list[Piece]
    nodes: int  # of the network; larger numbers are of cuts
    reach: dict[int, float]  # of the bend at the node of a cut; 0 at a crossing [m]


def cut_sections(
    lines: Sequence[Floats], ends: Integers, is_shared: Sequence[bool], heights: Sequence[Floats] | None = None
) -> Cuts:
    """Return the pieces of sections.

    Args:
        heights: (points,) of each line [m]; None for roads that all meet where they cross.
        lines: (points, 2) of each section, without repeated points [m].
        ends: (sections, 2): numbers of the nodes, counted from 0.
        is_shared: whether vehicles drive a section in both directions.
    """
    count = int(ends.max()) + 1
    cuts: list[list[Cut]] = [[] for _ in lines]
    node = itertools.count(count)
    for places in crossings_of(lines, ends):
        if heights is not None:
            over, under = (_height_at(*place, lines, heights) for place in places)
            if abs(over - under) > OVERHEAD:
                continue
        number = next(node)
        for section, along in places:
            cuts[section].append(Cut(along, number, 0.0))
    for section, line in enumerate(lines):
        if is_shared[section]:
            cuts[section] += [Cut(0.5 * (low + high), -1, 0.5 * (high - low)) for low, high in tight_bends(line)]
    kept = [_kept(cuts[section], float(along_of(line)[-1])) for section, line in enumerate(lines)]
    pieces, reach = list[Piece](), dict[int, float]()
    for section, line in enumerate(lines):
        start = int(ends[section, 0])
        low = 0.0
        for cut in kept[section]:
            number = next(node) if cut.node < 0 else cut.node
            reach[number] = cut.reach
            pieces.append(Piece(_part(line, low, cut.along), section, start, number, low))
            start, low = number, cut.along
        pieces.append(Piece(_part(line, low, math.inf) if low else line, section, start, int(ends[section, 1]), low))
    return Cuts(pieces, count, reach)


def _height_at(section: int, along: float, lines: Sequence[Floats], heights: Sequence[Floats]) -> float:
    return float(np.interp(along, along_of(lines[section]), heights[section]))


def _kept(cuts: list[Cut], length: float) -> list[Cut]:
    """Return the cuts of a section that leave no piece too short, in their order; crossings go before bends."""
    found: list[Cut] = []
    for cut in sorted(cuts, key=lambda cut: (cut.reach > 0.0, cut.along)):
        places = [0.0, length, *(other.along for other in found)]
        if min(abs(cut.along - place) for place in places) >= LEAST_PIECE:
            found.append(cut)
    return sorted(found)


def _part(line: Floats, low: float, high: float) -> Floats:
    """Return the part of a line between two distances along it, with points there."""
    along = along_of(line)
    high = min(high, float(along[-1]))
    inner = line[(along > low + 1e-3) & (along < high - 1e-3)]
    ends = [[float(np.interp(place, along, line[:, axis])) for axis in (0, 1)] for place in (low, high)]
    return np.vstack([ends[:1], inner, ends[1:]])


def tight_bends(line: Floats) -> list[tuple[float, float]]:
    """Return the parts of a line with bends tighter than ``TIGHT``: distances along it from and to [m]."""
    turn = np.abs(turns_of(line))
    if turn.sum() < OVER / TIGHT:
        return []
    along = along_of(line)
    places = np.arange(0.0, float(along[-1]) + STEP, STEP)
    total = np.concatenate([[0.0], np.cumsum(turns_of(line))])
    low, high = (np.searchsorted(along[1:-1], places + side * 0.5 * OVER, side="right") for side in (-1, 1))
    is_tight = np.abs(total[high] - total[low]) > OVER / TIGHT
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_tight, [False]]).astype(np.int8)))
    found: list[tuple[float, float]] = []
    for first, last in edges.reshape(-1, 2).tolist():
        begin, end = places[first] - BEFORE, places[last - 1] + BEFORE
        if found and begin - found[-1][1] < BETWEEN:
            begin = found.pop()[0]
        found.append((float(begin), float(end)))
    return found


# ---- crossings


def crossings_of(lines: Sequence[Floats], ends: Integers) -> list[tuple[tuple[int, float], tuple[int, float]]]:
    """Return crossings of sections without a node: the two sections and the distances along them [m].

    Crossings near a node of both sections are left out, and all but the first one of several at a place.
    """
    found: dict[tuple[int, int, int], tuple[tuple[int, float], tuple[int, float]]] = {}
    lengths = np.array([float(along_of(line)[-1]) for line in lines])
    one = _Pieces.of(lines)
    for first, second in _near(one):
        first, second = _touching(one, first, second)
        place, other = _shares(one, first, second)
        hits = np.flatnonzero((place >= 0.0) & (place < 1.0) & (other >= 0.0) & (other < 1.0))
        for hit in hits.tolist():
            pairs = [
                (int(one.section[row]), float(one.along[row] + share * one.size[row]))
                for row, share in ((first[hit], place[hit]), (second[hit], other[hit]))
            ]
            (a, along), (b, beyond) = sorted(pairs)
            if a == b and abs(beyond - along) < LOOP:
                continue
            if min(along, beyond, lengths[a] - along, lengths[b] - beyond) < LEAST_PIECE:
                continue
            found.setdefault((a, b, int(along // LOOP)), ((a, along), (b, beyond)))
    return [found[key] for key in sorted(found)]


class _Pieces(NamedTuple):
    """Straight pieces of all lines, at most ``CELL`` long."""

    x: Floats
    y: Floats
    dx: Floats
    dy: Floats
    size: Floats  # length [m]
    section: Integers
    along: Floats  # distance of its beginning along the section [m]

    @classmethod
    def of(cls, lines: Sequence[Floats]) -> "_Pieces":
        """Return the pieces of lines."""
        start = np.concatenate([line[:-1] for line in lines])
        step = np.concatenate([np.diff(line, axis=0) for line in lines])
        along = np.concatenate([along_of(line)[:-1] for line in lines])
        section = np.repeat(np.arange(len(lines)), [len(line) - 1 for line in lines])
        length = np.hypot(*step.T)
        parts = np.maximum(np.ceil(length / CELL), 1.0).astype(np.intp)
        row = np.repeat(np.arange(len(parts)), parts)
        number = np.arange(len(row)) - np.repeat(np.cumsum(parts) - parts, parts)
        share = 1.0 / parts[row]
        x, y = (start[row] + (number * share)[:, None] * step[row]).T
        dx, dy = (share[:, None] * step[row]).T
        size = share * length[row]
        return cls(x, y, dx, dy, size, section[row], along[row] + number * size)


def _near(pieces: _Pieces) -> Iterator[tuple[Integers, Integers]]:
    """Yield pairs of pieces that have a cell of a grid in common."""
    count = len(pieces.x)
    low_x, low_y = np.minimum(pieces.x, pieces.x + pieces.dx), np.minimum(pieces.y, pieces.y + pieces.dy)
    column, row = (np.floor((low - low.min()) / CELL).astype(np.int64) for low in (low_x, low_y))
    width = int(column.max()) + 3
    cells = np.concatenate([(row + up) * width + column + right for up in (0, 1) for right in (0, 1)])
    piece = np.tile(np.arange(count), 4)
    order = np.lexsort((piece, cells))
    cells, piece = cells[order], piece[order]
    later = np.searchsorted(cells, cells, side="right") - np.arange(len(cells)) - 1  # in the same cell
    begin = 0
    while begin < len(cells):
        end = begin + max(1, int(np.searchsorted(np.cumsum(later[begin:]), MOST_PAIRS, side="right")))
        counts = later[begin:end]
        first = np.repeat(np.arange(begin, end), counts)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
        yield piece[first], piece[second]
        begin = end


def _touching(pieces: _Pieces, first: Integers, second: Integers) -> tuple[Integers, Integers]:
    """Return the pairs whose bounding boxes overlap; no others can cross."""
    is_near = np.ones(len(first), bool)
    for start, step in ((pieces.x, pieces.dx), (pieces.y, pieces.dy)):
        low, high = np.minimum(start, start + step) - ROUNDING, np.maximum(start, start + step) + ROUNDING
        is_near &= (low[first] <= high[second]) & (low[second] <= high[first])
    return first[is_near], second[is_near]


def _shares(pieces: _Pieces, first: Integers, second: Integers) -> tuple[Floats, Floats]:
    """Return the shares of both pieces of each pair up to their crossing; 2 for those that run beside each other."""
    dx, dy, other_dx, other_dy = pieces.dx[first], pieces.dy[first], pieces.dx[second], pieces.dy[second]
    area = dx * other_dy - dy * other_dx
    is_apart = np.abs(area) < SHALLOW * pieces.size[first] * pieces.size[second]
    safe = np.where(is_apart, 1.0, area)
    to_x, to_y = pieces.x[second] - pieces.x[first], pieces.y[second] - pieces.y[first]
    place = (to_x * other_dy - to_y * other_dx) / safe
    other = (to_x * dy - to_y * dx) / safe
    return np.where(is_apart, 2.0, place), np.where(is_apart, 2.0, other)
