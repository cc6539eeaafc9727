"""Rays against the ground: bilinear patches between posts, under planes over blocks and maxima over regions.

A ray visits the cells of the heightfield in their order, except those of a block over which it is above a plane that no
post of the block exceeds. On a slope a plane is much closer to the ground than the highest post. Maxima over blocks and
regions give the height above which no ray of a sensor needs a test.

In a cell the height of the ray above the bilinear patch is a quadratic in the distance along the ray, which is solved
exactly. The ground is solid: a ray that begins on or under it measures its beginning. Beyond the border of the terrain
there is no ground; a ray that enters the terrain under its surface meets it at the border.

Sources: order of the cells: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987). Maxima over
blocks: Tevs, Ihrke and Seidel, "Maximum Mipmaps for Fast, Accurate, and Scalable Dynamic Height Field Rendering"
(2008); here two levels, planes as well as maxima, and exact patches. Quadratic of a bilinear patch: Ramsey, Potter and
Hansen, "Ray Bilinear Patch Intersections" (2004), for patches over squares of the plane, where the distance along the
ray is the only unknown.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from ...base.arrays import FloatVolume, SingleTable
from ...ground.terrain.heightfield import Heightfield
from ...models.mathematics import Flag, Real, Whole, maximum, minimum, select, sqrt

NEVER = math.inf  # distance to what a ray does not meet [m]
BLOCK_BITS, REGION_BITS = 3, 6  # binary logarithms of the cells along a side
BLOCK, REGION = 1 << BLOCK_BITS, 1 << REGION_BITS
MOST_BLOCKS = 32  # along a side of the square around a sensor whose blocks are searched for the highest
ABOVE = 0.001  # height over the highest post from which a ray needs no test; covers rounding [m]


class Ray(NamedTuple):
    """A half-line in the world."""

    x: Real  # of the origin, east [m]
    y: Real  # north [m]
    z: Real  # up [m]
    to_x: Real  # direction, a unit vector
    to_y: Real
    to_z: Real


class ScanGround(NamedTuple):
    """Heights of the ground, with planes and maxima over blocks of cells."""

    field: Heightfield
    planes: FloatVolume  # over each block: height at its south-western post, rise a cell east and north [m]
    blocks: SingleTable  # highest post of each block of 8 x 8 cells, borders included [m]
    regions: SingleTable  # highest post of each region of 64 x 64 cells [m]


def with_maxima(field: Heightfield) -> ScanGround:
    """Return the ground with its planes and maxima."""
    return ScanGround(field, _planes(field.heights), _maxima(field.heights, BLOCK), _maxima(field.heights, REGION))


def _planes(heights: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return a plane over each block: parallel to that of least squares, and through the post highest above it."""
    rows, columns = (-(-(count - 1) // BLOCK) for count in heights.shape)
    more = [(0, blocks * BLOCK + 1 - count) for blocks, count in zip((rows, columns), heights.shape, strict=True)]
    posts = np.pad(heights, more, mode="edge")
    planes = np.empty((rows, columns, 3))
    off = np.arange(BLOCK + 1.0)
    weights = (off - 0.5 * BLOCK) / ((BLOCK + 1.0) * np.square(off - 0.5 * BLOCK).sum())
    for row in range(rows):
        strip = posts[row * BLOCK : (row + 1) * BLOCK + 1].astype(np.float64)
        blocks = sliding_window_view(strip, BLOCK + 1, axis=1)[:, ::BLOCK]  # (north, blocks, east)
        east, north = np.einsum("nbe,e->b", blocks, weights), np.einsum("nbe,n->b", blocks, weights)
        above = blocks - east[:, None] * off - north[:, None] * off[:, None, None]
        planes[row] = np.column_stack([above.max(axis=(0, 2)), east, north])
    return planes


def _maxima(heights: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Return the highest post of each block of ``size`` x ``size`` cells, whose border posts belong to both sides."""
    table = heights
    for axis in (0, 1):
        firsts: NDArray[np.intp] = np.arange(0, table.shape[axis] - 1, size, dtype=np.intp)
        lasts = np.minimum(firsts + size, table.shape[axis] - 1)
        inside = np.maximum.reduceat(table, firsts, axis=axis)
        table = np.maximum(inside, np.take(table, lasts, axis=axis))
    return np.ascontiguousarray(table, np.float32)


def highest_within(ground: ScanGround, x: Real, y: Real, reach: Real) -> Real:
    """Return a height that no ground within ``reach`` [m] of a position exceeds [m]."""
    field = ground.field
    side = (BLOCK if 2.0 * reach < MOST_BLOCKS * BLOCK * field.spacing else REGION) * field.spacing
    if side < REGION * field.spacing:
        return _highest(ground.blocks, (x - field.x_west) / side, (y - field.y_south) / side, reach / side)
    return _highest(ground.regions, (x - field.x_west) / side, (y - field.y_south) / side, reach / side)


def _highest(maxima: SingleTable, u: Real, v: Real, reach: Real) -> Real:
    """Return the largest entry in a square; position and half side in entries."""
    rows, columns = maxima.shape
    highest = -math.inf
    last_column = _limited(u + reach, columns)
    last_row = _limited(v + reach, rows)
    for row in range(_limited(v - reach, rows), last_row + 1):
        for column in range(_limited(u - reach, columns), last_column + 1):
            highest = maximum(highest, 1.0 * float(maxima[row, column]))
    return highest


def _limited(place: Real, count: Whole) -> Whole:
    """Return the index of the cell at a place [cells], limited to a row of ``count`` cells; 0 for NaN."""
    return int(minimum(place, count - 1.0)) if place >= 1.0 else 0


def meet_ground(ray: Ray, first: Real, last: Real, highest: Real, ground: ScanGround) -> Real:
    """Return the distance [m] from ``first`` to ``last`` at which a ray is first on or under the ground, else NEVER.

    Args:
        ray: its direction and origin.
        first, last: beginning and end of the visible part [m].
        highest: height that no ground exceeds up to ``last`` [m].
        ground: heights and maxima.
    """
    field = ground.field
    rows, columns = field.heights.shape
    x, y = ray.x - field.x_west, ray.y - field.y_south
    each_x = 1.0 / ray.to_x if ray.to_x != 0.0 else 0.0
    each_y = 1.0 / ray.to_y if ray.to_y != 0.0 else 0.0
    first, last = _inside(x, each_x, (columns - 1.0) * field.spacing, first, last)
    first, last = _inside(y, each_y, (rows - 1.0) * field.spacing, first, last)
    first, last = _below(ray.z - highest - ABOVE, ray.to_z, first, last)
    if not first <= last:
        return NEVER
    cells = 1.0 / field.spacing  # in a metre
    flat = Ray(x * cells, y * cells, ray.z, ray.to_x * cells, ray.to_y * cells, ray.to_z)
    return _meet_patches(flat, each_x * field.spacing, each_y * field.spacing, first, last, ground)


def _inside(place: Real, each: Real, length: Real, first: Real, last: Real) -> tuple[Real, Real]:
    """Return the part of a ray's distances at which a coordinate is in 0 .. length, as ``between`` does.

    Args:
        place: the coordinate at the ray's origin.
        each: distance along the ray for each unit of it; 0 if the coordinate stays.
    """
    if each != 0.0:
        to_low, to_high = -place * each, (length - place) * each
        return maximum(first, minimum(to_low, to_high)), minimum(last, maximum(to_low, to_high))
    return first, (last if 0.0 <= place <= length else -NEVER)


def between(place: Real, rate: Real, length: Real, first: Real, last: Real) -> tuple[Real, Real]:
    """Return the part of a ray's distances at which a coordinate is in 0 .. length; the first exceeds the last if none.

    Args:
        place: the coordinate at the ray's origin.
        rate: its change with the distance.
    """
    if rate != 0.0:
        to_low, to_high = -place / rate, (length - place) / rate
        return maximum(first, minimum(to_low, to_high)), minimum(last, maximum(to_low, to_high))
    return first, (last if 0.0 <= place <= length else -NEVER)


def _below(height: Real, rate: Real, first: Real, last: Real) -> tuple[Real, Real]:
    """Return the part of a ray's distances at which a height above a level is not positive."""
    if rate > 0.0:
        return first, minimum(last, -height / rate)
    if rate < 0.0:
        return maximum(first, -height / rate), last
    return first, (last if height <= 0.0 else -NEVER)


def _meet_patches(ray: Ray, each_u: Real, each_v: Real, first: Real, last: Real, ground: ScanGround) -> Real:
    """Return the distance at which a ray, in cells and metres of height, meets the ground within the terrain.

    Args:
        each_u, each_v: distance along the ray for each column and row, see ``_leaving`` [m].
    """
    rows, columns = ground.field.heights.shape
    block_column = _limited(ray.x + ray.to_x * first, columns - 1) >> BLOCK_BITS
    block_row = _limited(ray.y + ray.to_y * first, rows - 1) >> BLOCK_BITS
    step_u, step_v = select(each_u > 0.0, 1, -1), select(each_v > 0.0, 1, -1)
    to_column = _leaving(ray.x, each_u, block_column << BLOCK_BITS, BLOCK)
    to_row = _leaving(ray.y, each_v, block_row << BLOCK_BITS, BLOCK)
    gap_u, gap_v = BLOCK * abs(each_u), BLOCK * abs(each_v)
    last_column, last_row = (columns - 2) >> BLOCK_BITS, (rows - 2) >> BLOCK_BITS
    while 0 <= block_column <= last_column and 0 <= block_row <= last_row:
        end = minimum(last, minimum(to_column, to_row))
        low, high = _under_plane(ray, first, end, block_column, block_row, ground.planes)
        if low <= high:
            column = _within(ray.x + ray.to_x * low, block_column, columns - 2)
            row = _within(ray.y + ray.to_y * low, block_row, rows - 2)
            hit = _meet_cells(ray, each_u, each_v, low, high, column, row, ground.field.heights)
            if hit < NEVER:
                return hit
        if not end < last:
            return NEVER
        first = maximum(first, end)
        goes_east_or_west = to_column <= to_row
        block_column += select(goes_east_or_west, step_u, 0)
        block_row += select(goes_east_or_west, 0, step_v)
        to_column += select(goes_east_or_west, gap_u, 0.0)
        to_row += select(goes_east_or_west, 0.0, gap_v)
    return NEVER


def _meet_cells(
    ray: Ray, each_u: Real, each_v: Real, first: Real, last: Real, column: Whole, row: Whole, heights: SingleTable
) -> Real:
    """Return the distance from ``first``, in a cell, to ``last`` at which a ray meets the ground in its block."""
    rows, columns = heights.shape
    block_column, block_row = column >> BLOCK_BITS, row >> BLOCK_BITS
    while column >> BLOCK_BITS == block_column and row >> BLOCK_BITS == block_row:
        if column >= columns - 1 or row >= rows - 1:
            return NEVER
        leaves_column, leaves_row = _leaving(ray.x, each_u, column, 1), _leaving(ray.y, each_v, row, 1)
        out = minimum(last, minimum(leaves_column, leaves_row))
        hit = _meet_patch(ray, first, out, column, row, heights)
        if hit < NEVER or not out < last:
            return hit
        first = maximum(first, out)
        if leaves_column <= leaves_row:
            column += 1 if each_u > 0.0 else -1
        else:
            row += 1 if each_v > 0.0 else -1
    return NEVER


def _under_plane(
    ray: Ray, first: Real, last: Real, column: Whole, row: Whole, planes: FloatVolume
) -> tuple[Real, Real]:
    """Return the part of a ray's distances in a block in which it is not above the plane over it."""
    east, north = planes[row, column, 1], planes[row, column, 2]
    u, v = ray.x - (column << BLOCK_BITS), ray.y - (row << BLOCK_BITS)
    above = ray.z - ABOVE - planes[row, column, 0] - u * east - v * north
    rate = ray.to_z - ray.to_x * east - ray.to_y * north
    at_first, at_last = above + rate * first, above + rate * last
    if at_first > 0.0 and at_last > 0.0:
        return NEVER, -NEVER
    low = maximum(first, -above / rate) if at_first > 0.0 else first
    high = minimum(last, -above / rate) if at_last > 0.0 else last
    return low, high


def _within(place: Real, block: Whole, most: Whole) -> Whole:
    """Return the cell of a place, limited to a block and to ``most``."""
    low = block << BLOCK_BITS
    return int(minimum(minimum(maximum(place, low + 0.0), low + BLOCK - 1.0), most + 0.0))


def _leaving(place: Real, each: Real, cell: Whole, size: Whole) -> Real:
    """Return the distance at which a coordinate leaves a range of ``size`` cells from ``cell`` on, or NEVER.

    Args:
        place: the coordinate at the ray's origin [cells].
        each: distance along the ray for each cell, negative towards west and south; 0 if the coordinate stays [m].
        cell: first cell of the range.
        size: number of cells.
    """
    if each > 0.0:
        return (cell + size - place) * each
    if each < 0.0:
        return (cell - place) * each
    return NEVER


def _meet_patch(ray: Ray, first: Real, last: Real, column: Whole, row: Whole, heights: SingleTable) -> Real:
    """Return the distance from ``first`` to ``last`` at which a ray is first on or under a cell's patch, or NEVER."""
    # Times one, because compiled ``float`` leaves them float32.
    sw, se = 1.0 * float(heights[row, column]), 1.0 * float(heights[row, column + 1])
    nw, ne = 1.0 * float(heights[row + 1, column]), 1.0 * float(heights[row + 1, column + 1])
    u, v = ray.x - column + ray.to_x * first, ray.y - row + ray.to_y * first
    rise_east, rise_north, twist = se - sw, nw - sw, (sw - se) + (ne - nw)
    height = (ray.z - sw) + ray.to_z * first - (rise_east * u + rise_north * v + twist * u * v)
    if height <= 0.0:
        return first
    rate = ray.to_z - rise_east * ray.to_x - rise_north * ray.to_y - twist * (u * ray.to_y + v * ray.to_x)
    curve = -twist * ray.to_x * ray.to_y
    length = last - first
    if height + length * (rate + length * curve) > 0.0 and _stays_above(height, rate, curve):
        return NEVER
    # The other form of the root: it stays exact as the quadratic term vanishes.
    divisor = sqrt(maximum(rate * rate - 4.0 * curve * height, 0.0)) - rate
    distance = 2.0 * height / divisor if divisor > 0.0 else NEVER
    return first + distance if distance <= length else NEVER


def _stays_above(height: Real, rate: Real, curve: Real) -> Flag:
    """Return whether a quadratic that is positive at both ends of an interval has no root for positive distances."""
    return curve <= 0.0 or rate >= 0.0 or rate * rate < 4.0 * curve * height
