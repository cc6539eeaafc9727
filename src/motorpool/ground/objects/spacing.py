"""Minimum distance between circles: each circle is kept if it is clear of all that were kept before it."""

import numpy as np
from numpy.typing import NDArray

from .grid import build_grid

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def keep_distance(x: Floats, y: Floats, radius: Floats, *, clearance: float) -> NDArray[np.bool_]:
    """Return the mask of kept circles, in the order of the arrays.

    Centres are east and north [m]; ``clearance`` is between the rims of two circles [m].

    Source: simple sequential inhibition; Diggle, "Statistical Analysis of Spatial and Spatio-Temporal Point Patterns",
    3rd ed. (2014), section 6.7.
    """
    earlier, later = _close_pairs(x, y, radius, clearance)
    is_kept = [True] * len(x)
    for first, second in zip(earlier.tolist(), later.tolist(), strict=True):
        if is_kept[first]:  # final by now, because the pairs are sorted by ``earlier``
            is_kept[second] = False
    return np.array(is_kept, np.bool_)


def keeps_clear(
    x: Floats, y: Floats, radius: Floats, *, of: tuple[Floats, Floats, Floats], clearance: float
) -> NDArray[np.bool_]:
    """Return the mask of circles that are clear of all those in ``of`` (x, y, radius), whatever their distance [m]."""
    joined = [np.concatenate(pair) for pair in zip(of, (x, y, radius), strict=True)]
    earlier, later = _close_pairs(joined[0], joined[1], joined[2], clearance)
    others = len(of[0])
    clear = np.ones(len(x), np.bool_)
    clear[later[(earlier < others) & (later >= others)] - others] = False
    return clear


def _close_pairs(x: Floats, y: Floats, radius: Floats, clearance: float) -> tuple[Integers, Integers]:
    """Return pairs (earlier, later) that are too near to each other, sorted by the earlier."""
    first, second = _neighbours(x, y, 2.0 * float(radius.max(initial=0.0)) + clearance)
    distance = np.hypot(x[first] - x[second], y[first] - y[second])
    is_close = distance < radius[first] + radius[second] + clearance
    first, second = first[is_close], second[is_close]
    earlier, later = np.minimum(first, second), np.maximum(first, second)
    order = np.argsort(earlier, kind="stable")
    return earlier[order], later[order]


def _neighbours(x: Floats, y: Floats, cell: float) -> tuple[Integers, Integers]:
    """Return every pair of points in the same cell or in adjacent cells, once."""
    if not x.size:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    bounds = (float(x.min()) - cell, float(y.min()) - cell, float(x.max()) + 2.0 * cell, float(y.max()) + 2.0 * cell)
    grid = build_grid(x, y, bounds, cell)  # with empty cells all around
    first_of, item = grid.first.astype(np.int64), grid.item.astype(np.int64)
    own = np.repeat(np.arange(grid.columns * grid.rows), np.diff(first_of))
    place = np.arange(len(own))
    here = _pairs(place, place + 1, first_of[own + 2])  # the rest of the cell and its eastern neighbour
    above = own + grid.columns
    north = _pairs(place, first_of[above - 1], first_of[above + 2])  # the three cells to the north
    return item[np.concatenate([here[0], north[0]])], item[np.concatenate([here[1], north[1]])]


def _pairs(place: Integers, start: Integers, stop: Integers) -> tuple[Integers, Integers]:
    counts = stop - start
    shift = np.repeat(start - (counts.cumsum() - counts), counts)
    return np.repeat(place, counts), shift + np.arange(shift.size)
