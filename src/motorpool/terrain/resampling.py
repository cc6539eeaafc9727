"""Resampling: smooth heights between the posts of a lattice, and means over several posts."""

import numpy as np
from numpy.typing import NDArray

from .raster import Heights

BORDER = (2, 3)  # posts before and after, so that means over posts can be interpolated at the edge

Floats = NDArray[np.float64]


def bicubic(padded: Heights, row: Floats, column: Floats) -> Floats:
    """Return heights at fractional rows and columns, by cubic convolution (exact for planes and parabolas).

    Args:
        row, column: without the border; up to one before the first and two beyond the last post.

    Source: Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE Trans. ASSP 29 (1981), with
    a = -1/2.
    """
    rows, columns = padded.shape
    first_row, row_weights = _cubic_weights(row, rows - sum(BORDER))
    first_column, column_weights = _cubic_weights(column, columns - sum(BORDER))
    corner = (first_row + (BORDER[0] - 1)) * columns + first_column + (BORDER[0] - 1)
    flat = padded.reshape(-1)
    total: Floats = np.zeros(row.shape)
    for i, row_weight in enumerate(row_weights):
        line = corner + i * columns
        along: Floats = np.zeros(row.shape)
        for j, column_weight in enumerate(column_weights):
            along += column_weight * flat[line + j]
        total += row_weight * along
    return total


def pad(heights: Heights) -> Heights:
    """Return the heights with the border for ``bicubic``, extrapolated with the slopes at the edge."""
    return np.pad(heights, (BORDER, BORDER), mode="reflect", reflect_type="odd")


def _cubic_weights(position: Floats, count: int) -> tuple[NDArray[np.intp], list[Floats]]:
    """Return the post below each position, and the weights of the one before it, of itself and of the two after."""
    first = np.clip(np.floor(position), -1, count)
    t = np.clip(position - first, 0.0, 1.0)
    before = t * (-0.5 + t * (1.0 - 0.5 * t))
    here = 1.0 + t * t * (-2.5 + 1.5 * t)
    after = t * (0.5 + t * (2.0 - 1.5 * t))
    beyond = t * t * (-0.5 + 0.5 * t)
    return first.astype(np.intp), [before, here, after, beyond]


def block_means(heights: Heights, factor_y: int, factor_x: int) -> Heights:
    """Return means over blocks of ``factor_y`` rows and ``factor_x`` columns, to avoid aliasing on a coarser lattice.

    Incomplete blocks at the north and the east are dropped.

    Args:
        heights: (rows, columns) [m]; incomplete blocks at the north and the east are dropped.
    """
    if factor_y == factor_x == 1:
        return heights
    rows, columns = heights.shape[0] // factor_y, heights.shape[1] // factor_x
    used = heights[: rows * factor_y, : columns * factor_x]
    total: Floats = np.zeros((rows, columns))
    for i in range(factor_y):
        for j in range(factor_x):
            total += used[i::factor_y, j::factor_x]
    return (total / (factor_y * factor_x)).astype(np.float32)
