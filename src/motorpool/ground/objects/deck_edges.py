"""Edges of decks: where a parapet or guard rail holds vehicles, because the ground beside is higher or lower.

An edge has a rail where the surface beside it is more than ``DROP`` below or above, unless the deck's edges are open.
Where a deck meets the ground or another deck there is none. The sides of a tunnel are such edges, too.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices, Words
from ..terrain.decks import RAILED, Deck
from ..terrain.heightfield import Terrain
from .grid import Grid, build_grid

DROP = 0.4  # difference of height to what is beside, from which there is a rail; the page draws it from here, too [m]
PART = 0.5  # of an edge that has a rail as a whole, or none; larger ones end earlier or later [m]
PARTS = 16  # that one rail joins at most: a longer one is found from farther away
CELL = 8.0  # of the grid of rails [m]
MOST_CELLS = 1 << 22  # of that grid: 16 MB

FloatTable = NDArray[np.float64]


class DeckEdges(NamedTuple):
    """Straight parts of the edges of decks, a row each."""

    x: Floats  # middle, east [m]
    y: Floats  # north [m]
    z: Floats  # up [m]
    out_x: Floats  # unit vector away from the deck, east [1]
    out_y: Floats  # north [1]
    yaw: Floats  # along the edge, with the deck to the right [rad]
    half_length: Floats  # [m]
    level: Indices  # number of the deck, from 1
    is_end: Words  # 1 for the edge across the road at an end of the deck
    has_rail: Words  # 1 where vehicles are held


class Rails(NamedTuple):
    """Edges with rails, in a grid of their middles."""

    edges: DeckEdges
    grid: Grid
    reach: float  # half of the length of the longest [m]


class Parts(NamedTuple):
    """Parts of edges by their ends, a row each."""

    begin: FloatTable  # (parts, 3) [m]
    end: FloatTable  # (parts, 3) [m]
    run: NDArray[np.intp]  # parts of the same number may be joined
    level: Indices
    is_end: Words


def parts_of(terrain: Terrain) -> Parts:
    """Return all parts of the edges of decks that are not open."""
    nothing = np.zeros((0, 3))
    found = [Parts(nothing, nothing, np.zeros(0, np.intp), np.zeros(0, np.int32), np.zeros(0, np.int8))]
    next_run = 0
    for number, deck in enumerate(terrain.decks):
        for line, is_end in _sides(deck) if deck.edges == RAILED else ():
            step = np.diff(line, axis=0)
            counts = np.ceil(np.hypot(step[:, 0], step[:, 1]) / PART).astype(np.intp)
            row = np.repeat(np.arange(len(step)), counts)
            place = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
            begin, end = (line[row] + ((place + more) / counts[row])[:, None] * step[row] for more in (0, 1))
            run = next_run + np.cumsum(place % PARTS == 0)
            next_run += len(run)
            level = np.full(len(row), number + 1, np.int32)
            found.append(Parts(begin, end, run, level, np.full(len(row), is_end, np.int8)))
    return Parts(*map(np.concatenate, zip(*found, strict=True)))


def edges_of(parts: Parts) -> DeckEdges:
    """Return parts as columns, without rails."""
    along = parts.end - parts.begin
    x, y, z = map(np.ascontiguousarray, 0.5 * (parts.begin + parts.end).T)
    length = np.hypot(along[:, 0], along[:, 1])
    return DeckEdges(
        x=x,
        y=y,
        z=z,
        out_x=-along[:, 1] / length,
        out_y=along[:, 0] / length,
        yaw=np.arctan2(along[:, 1], along[:, 0]),
        half_length=0.5 * length,
        level=parts.level,
        is_end=parts.is_end,
        has_rail=np.zeros(len(length), np.int8),
    )


def rails_of(parts: Parts, has_rail: Words) -> Rails:
    """Return the parts with rails, those in one line joined."""
    own = np.flatnonzero(has_rail)
    is_first = np.append(True, (np.diff(own) > 1) | (np.diff(parts.run[own]) != 0))[: len(own)]
    first, last = own[is_first], own[np.append(is_first[1:], True)[: len(own)]]
    joined = Parts(parts.begin[first], parts.end[last], parts.run[first], parts.level[first], parts.is_end[first])
    edges, bounds = edges_of(joined), (0.0, 0.0, 0.0, 0.0)
    if len(first):
        bounds = float(edges.x.min()), float(edges.y.min()), float(edges.x.max()), float(edges.y.max())
    cell = max(CELL, math.sqrt((bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) / MOST_CELLS))
    return Rails(edges, build_grid(edges.x, edges.y, bounds, cell), float(edges.half_length.max(initial=0.0)))


def _sides(deck: Deck) -> list[tuple[FloatTable, bool]]:
    """Return the four sides of a deck as lines with the deck to the right, and whether each is an end."""
    p = deck.points
    sides = [(p[:, 0], False), (p[-1], True), (p[::-1, -1], False), (p[0, ::-1], True)]
    return sides if deck.is_clockwise else [(side[::-1], is_end) for side, is_end in sides]
