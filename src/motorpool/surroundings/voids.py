"""Filling of voids: posts without a height get one from the ground around them.

The fill is a membrane stretched over the hole from its rim (Laplace's equation), so it is as smooth as
can be, never higher or lower than the rim, and nearly exact on a slope. It is found on a pyramid: each
level averages 2 x 2 posts of the one below; the coarse fill, interpolated, is the start of the fine one, which
a few relaxations finish. Deterministic, and linear in the number of posts.
"""

import numpy as np
from numpy.typing import NDArray

from .raster import Heights

RELAXATIONS = 16  # on each level; the coarse levels have done the rest


def fill_voids(heights: Heights) -> Heights:
    """The heights with every NaN replaced; at least one must be a number. A copy, unless nothing is void."""
    void = np.isnan(heights)
    if not void.any():
        return heights
    filled = heights.copy()
    filled[void] = _upsampled(fill_voids(_halved(heights)), heights.shape)[void]
    _relax(filled, *np.nonzero(void))
    return filled


def _halved(heights: Heights) -> Heights:
    """The means of 2 x 2 posts, of those that have a height; NaN where none has."""
    rows, columns = heights.shape
    padded = np.pad(heights, ((0, rows % 2), (0, columns % 2)), constant_values=np.nan)
    blocks = padded.reshape(padded.shape[0] // 2, 2, padded.shape[1] // 2, 2)
    known = ~np.isnan(blocks)
    count = known.sum(axis=(1, 3))
    total = np.where(known, blocks, np.float32(0.0)).sum(axis=(1, 3), dtype=np.float64)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan).astype(np.float32)


def _upsampled(coarse: Heights, shape: tuple[int, int]) -> Heights:
    """Twice as many posts each way, interpolated: an even fine row is 3/4 its own block, 1/4 the one before."""
    for axis, size in enumerate(shape):
        before = np.concatenate([coarse.take([0], axis), coarse.take(range(coarse.shape[axis] - 1), axis)], axis)
        after = np.concatenate([coarse.take(range(1, coarse.shape[axis]), axis), coarse.take([-1], axis)], axis)
        pair = np.stack([0.75 * coarse + 0.25 * before, 0.75 * coarse + 0.25 * after], axis + 1)
        doubled = pair.reshape(*coarse.shape[:axis], 2 * coarse.shape[axis], *coarse.shape[axis + 1 :])
        coarse = doubled.take(range(size), axis).astype(np.float32)
    return coarse


def _relax(heights: Heights, row: NDArray[np.intp], column: NDArray[np.intp]) -> None:
    """Moves the heights at some posts towards the mean of their four neighbours, in place."""
    rows, columns = heights.shape
    south, north = np.maximum(row - 1, 0), np.minimum(row + 1, rows - 1)
    west, east = np.maximum(column - 1, 0), np.minimum(column + 1, columns - 1)
    for _ in range(RELAXATIONS):
        sides = heights[row, west] + heights[row, east]
        heights[row, column] = 0.25 * (sides + heights[south, column] + heights[north, column])
