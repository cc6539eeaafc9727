"""Warping: heights of a raster at the posts of a square lattice on the map.

The projection is evaluated only at every n-th post and interpolated linearly in between, which is exact to millimetres.

Resampling: smooth heights between the posts of a lattice, and means over several posts.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .projection import Box, Placement, outline
from .raster import Heights, Raster, Window

POSTS_AT_ONCE = 1 << 16  # posts resampled at once, so that temporary arrays stay in the cache
NODE_DISTANCE = 500.0  # distance of evaluations of the projection; the error is tan(latitude) * 5 mm [m]
MARGIN = 3  # further posts around the outermost ones, for the cubic interpolation and voids at the edge

Floats = NDArray[np.float64]


class Posts(NamedTuple):
    """Square lattice on the map."""

    west: float  # easting of the western posts [m]
    south: float  # northing of the southern posts [m]
    spacing: float  # [m]
    columns: int
    rows: int

    @property
    def box(self) -> Box:
        """Return the box from the south-western to the north-eastern post."""
        east, north = self.west + (self.columns - 1) * self.spacing, self.south + (self.rows - 1) * self.spacing
        return Box(self.west, self.south, east, north)


class Part(NamedTuple):
    """Part of a raster that a warp needs, and the rows and columns that are averaged to one post."""

    window: Window
    factor_y: int
    factor_x: int


def part_for(posts: Posts, raster: Raster, placement: Placement) -> Part:
    """Return the part of a raster to read for some posts.

    If the posts are much wider apart than those of the raster, means over whole blocks are used to prevent aliasing;
    blocks begin at multiples of their size, whatever the window.
    """
    factor_y = max(1, int(posts.spacing / placement.step_y))
    factor_x = max(1, int(posts.spacing / placement.step_x))
    x, y = placement.to_raster(*outline(posts.box))
    column, row = (x - raster.west) / raster.step_x, (y - raster.south) / raster.step_y
    window = Window(
        max(math.floor(row.min()) - MARGIN * factor_y, 0) // factor_y * factor_y,
        min(math.ceil(row.max()) + MARGIN * factor_y + 1, raster.rows),
        max(math.floor(column.min()) - MARGIN * factor_x, 0) // factor_x * factor_x,
        min(math.ceil(column.max()) + MARGIN * factor_x + 1, raster.columns),
    )
    return Part(window, factor_y, factor_x)


def warp(heights: Heights, part: Part, posts: Posts, raster: Raster, placement: Placement) -> Heights:
    """Return the heights at the posts, (rows, columns) [m], from those of a part of the raster, without voids."""
    means = pad(block_means(heights, part.factor_y, part.factor_x))
    stride = max(1, int(NODE_DISTANCE / posts.spacing))
    result = np.empty((posts.rows, posts.columns), np.float32)
    lines = max(1, POSTS_AT_ONCE // posts.columns)
    for first in range(0, posts.rows, lines):
        count = min(lines, posts.rows - first)
        x, y = placement.to_raster(*_nodes(posts, first, count, stride))
        # The centre of a block of n posts lies (n - 1) / 2 posts after its first.
        row = (y - raster.south) / raster.step_y - part.window.first_row - 0.5 * (part.factor_y - 1)
        column = (x - raster.west) / raster.step_x - part.window.first_column - 0.5 * (part.factor_x - 1)
        shape = count, posts.columns
        result[first : first + count] = bicubic(
            means, _between(row / part.factor_y, shape, stride), _between(column / part.factor_x, shape, stride)
        )
    return result


def _nodes(posts: Posts, first: int, count: int, stride: int) -> tuple[Floats, Floats]:
    """Return easting and northing of every ``stride``-th post of some rows, and of one node beyond the last."""
    column = np.arange(0, posts.columns - 1 + stride, stride, dtype=np.float64)
    row = np.arange(first, first + count - 1 + stride, stride, dtype=np.float64)
    if row.size < 2:  # interpolation needs a node on either side
        row = np.array([first, first + stride], np.float64)
    easting, northing = np.meshgrid(posts.west + posts.spacing * column, posts.south + posts.spacing * row)
    return easting, northing


def _between(nodes: Floats, shape: tuple[int, int], stride: int) -> Floats:
    """Return values at every post, interpolated linearly between nodes that are ``stride`` posts apart."""
    row, up = np.divmod(np.arange(shape[0]), stride)
    column, along = np.divmod(np.arange(shape[1]), stride)
    row, up = _not_last(row, up, nodes.shape[0], stride)
    column, along = _not_last(column, along, nodes.shape[1], stride)
    rows = nodes[row] + (nodes[row + 1] - nodes[row]) * (up / stride)[:, np.newaxis]
    return rows[:, column] + (rows[:, column + 1] - rows[:, column]) * (along / stride)


def _not_last(node: NDArray[np.intp], rest: NDArray[np.intp], count: int, stride: int) -> tuple[Any, Any]:
    """Return node and offset, counted from the last but one node for positions at the last."""
    is_last = node > count - 2
    return node - is_last, rest + stride * is_last


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
