"""Filling of voids: posts without a height get one from the ground around them.

The fill solves Laplace's equation, like a membrane stretched over the hole from its rim: it is as smooth as possible,
never above or below the rim, and nearly exact on a slope. It is computed on a pyramid: each level averages 2 x 2 posts
of the finer one; the coarse solution is interpolated and refined by a few relaxations. Deterministic, and linear in the
number of posts.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .raster import Heights

RELAXATIONS = 16  # on each level; fewer leave ripples of the coarse level
VOIDS_AT_ONCE = 1 << 20  # limits the memory for large numbers of voids

Indices = NDArray[np.intp]


def fill_voids(heights: Heights) -> Heights:
    """Return a copy of the heights with every NaN replaced, or the heights if there is none; not all may be NaN."""
    voids = np.flatnonzero(np.isnan(heights))
    if voids.size == 0:
        return heights
    coarse = fill_voids(_halved(heights))
    filled = heights.copy()
    for row, column in _batches(voids, heights.shape[1]):
        filled[row, column] = _interpolated(coarse, row, column)
    for _ in range(RELAXATIONS):
        for row, column in _batches(voids, heights.shape[1]):
            filled[row, column] = _mean_of_neighbours(filled, row, column)
    return filled


def _halved(heights: Heights) -> Heights:
    """Return the means of 2 x 2 posts without voids; NaN if all four are voids."""
    rows, columns = heights.shape
    total = np.zeros(((rows + 1) // 2, (columns + 1) // 2), np.float32)
    count = np.zeros(total.shape, np.uint8)
    for south in (0, 1):
        for west in (0, 1):
            quarter = heights[south::2, west::2]
            place = np.s_[: quarter.shape[0], : quarter.shape[1]]
            known = ~np.isnan(quarter)
            np.add(total[place], quarter, out=total[place], where=known)
            count[place] += known
    with np.errstate(invalid="ignore"):  # 0 / 0 gives the NaN of a block of voids
        return np.divide(total, count, dtype=np.float32)


def _interpolated(coarse: Heights, row: Indices, column: Indices) -> Heights:
    """Return heights at some fine posts, which lie a quarter of a block from the centre of their own block."""
    rows, columns = coarse.shape
    r, c = row // 2, column // 2
    next_r, next_c = np.clip(r + 2 * (row % 2) - 1, 0, rows - 1), np.clip(c + 2 * (column % 2) - 1, 0, columns - 1)
    own_line = 0.75 * coarse[r, c] + 0.25 * coarse[r, next_c]
    next_line = 0.75 * coarse[next_r, c] + 0.25 * coarse[next_r, next_c]
    return (0.75 * own_line + 0.25 * next_line).astype(np.float32, copy=False)


def _mean_of_neighbours(heights: Heights, row: Indices, column: Indices) -> Heights:
    rows, columns = heights.shape
    sides = heights[row, np.maximum(column - 1, 0)] + heights[row, np.minimum(column + 1, columns - 1)]
    ends = heights[np.maximum(row - 1, 0), column] + heights[np.minimum(row + 1, rows - 1), column]
    return (0.25 * (sides + ends)).astype(np.float32, copy=False)


def _batches(voids: Indices, columns: int) -> Iterator[tuple[Indices, Indices]]:
    for first in range(0, voids.size, VOIDS_AT_ONCE):
        yield np.divmod(voids[first : first + VOIDS_AT_ONCE], columns)
