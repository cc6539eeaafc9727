"""Implausible and missing heights: outside the range on Earth, or steeper than any cliff; and the filling of voids.

Damaged bytes, a wrong byte order or a wrong unit produce heights that a vehicle would drive on like on real ground. A
few such posts are removed and then filled like voids; if there are more, the file is refused.

Sources: the lowest ground is the Challenger Deep (-10 935 m), the highest Everest (8 849 m); the highest vertical
cliffs are those of Mount Thor and the Great Trango Tower, 1 250 to 1 340 m.

Filling of voids: posts without a height get one from the ground around them.

The fill solves Laplace's equation, like a membrane stretched over the hole from its rim: it is as smooth as possible,
never above or below the rim, and nearly exact on a slope. It is computed on a pyramid: each level averages 2 x 2 posts
of the finer one; the coarse solution is interpolated and refined by a few relaxations. Deterministic, and linear in the
number of posts.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from .raster import Heights, Voids

LOWEST, HIGHEST = -11_500.0, 9_500.0  # range on Earth, with a margin [m]
STEEP_SLOPE, STEEP_RISE = 5.0, 150.0  # a spike rises by more than both, from post to post [1, m]
# limits of the pairs of neighbours as steep as a spike; above both the file is refused
STEEP_SHARE, STEEP_COUNT = 0.05, 100
CLIFF_SLOPE, CLIFF_RISE = 3.0, 2_000.0  # limit of the difference of neighbours: slope times spacing plus rise [1, m]
DAMAGED_SHARE, DAMAGED_COUNT = 0.001, 3  # limits of removed posts; above both the file is refused
ROWS_AT_ONCE = 256  # limits the size of temporary arrays
# offsets to the eight neighbours of a post: rows, columns
SIDES = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
RELAXATIONS = 16  # on each level; fewer leave ripples of the coarse level
VOIDS_AT_ONCE = 1 << 20  # more are filled in bands of rows, which need less time and memory for each

Indices = NDArray[np.intp]


def without_outliers(heights: Heights, *, step: float, label: str) -> tuple[Heights, Voids]:
    """Return heights with NaN in place of implausible ones, and the numbers of these by reason.

    Args:
        heights: NaN for voids [m].
        step: larger spacing of neighbouring posts [m].

    Raises:
        TerrainError: there are so many that the file must be damaged, or has another unit or byte order.
    """
    voids: Voids = {}
    beyond = np.flatnonzero((heights < LOWEST) | (heights > HIGHEST))
    known = heights.size - int(np.count_nonzero(np.isnan(heights)))
    if beyond.size:
        _check_few(beyond, heights, known, f"outside {_EARTH}", label)
        heights, voids[f"outside {_EARTH}"] = _left_out(heights, beyond), beyond.size
    spikes = _spikes(heights, max(STEEP_RISE, STEEP_SLOPE * step), label, step)
    if spikes.size:
        _check_few(spikes, heights, known, f"above or below all neighbours by more than {STEEP_RISE:.0f} m", label)
        heights, voids["in single spikes"] = _left_out(heights, spikes), spikes.size
    _check_cliffs(heights, step, label)
    return heights, voids


def check_range(heights: Heights, label: str) -> None:
    """Raise an error if any height is outside the range on Earth.

    Raises:
        TerrainError: a height is outside the range.
    """
    beyond = np.flatnonzero((heights < LOWEST) | (heights > HIGHEST))
    if beyond.size:
        raise _refusal(beyond, heights, heights.size, f"outside {_EARTH}", label)


_EARTH = f"{LOWEST:.0f} to {HIGHEST:.0f} m"


def _check_few(odd: Indices, heights: Heights, known: int, reason: str, label: str) -> None:
    if odd.size > max(DAMAGED_COUNT, DAMAGED_SHARE * known) or odd.size == known:
        raise _refusal(odd, heights, known, reason, label)


def _refusal(odd: Indices, heights: Heights, known: int, reason: str, label: str) -> TerrainError:
    values = heights.ravel()[odd]
    return TerrainError(
        f"{label}: {odd.size} of {known} heights are {reason}, from {values.min():g} to {values.max():g} m; no ground "
        "on Earth is like that, so the file is damaged, or declares a wrong byte order, unit or void code: download or "
        "export it again"
    )


def _left_out(heights: Heights, odd: Indices) -> Heights:
    result = heights.copy()
    result.ravel()[odd] = np.nan
    return result


def _spikes(heights: Heights, rise: float, label: str, step: float) -> Indices:
    """Return flat indices of posts that are higher, or lower, than all neighbours by more than ``rise`` [m]."""
    candidates: list[Indices] = []
    steep = 0
    for first, strip in _strips(heights):
        for axis in (0, 1):
            is_steep = np.abs(np.diff(strip, axis=axis)) > rise
            steep += int(np.count_nonzero(is_steep))
            row, column = np.nonzero(is_steep)
            here = (row + first) * heights.shape[1] + column
            candidates += [here, here + (heights.shape[1] if axis == 0 else 1)]
        if steep > max(STEEP_COUNT, STEEP_SHARE * 2 * heights.size):
            raise TerrainError(
                f"{label}: at least {steep} pairs of neighbouring posts, {step:g} m apart, differ by over {rise:g} m; "
                "no ground on Earth is so steep, so the file is damaged, or declares a wrong byte order or unit"
                ": download it again"
            )
    posts = np.unique(np.concatenate(candidates)) if steep else np.zeros(0, np.intp)
    return posts[_stands_out(heights, posts, rise)]


def _stands_out(heights: Heights, posts: Indices, rise: float) -> NDArray[np.bool_]:
    """Return whether each post is a spike; void neighbours do not count, and a post without neighbours is none."""
    row, column = np.divmod(posts, heights.shape[1])
    lowest, highest = np.full(posts.size, np.inf), np.full(posts.size, -np.inf)
    for north, east in SIDES:
        beside_row, beside_column = row + north, column + east
        is_there = (beside_row >= 0) & (beside_row < heights.shape[0])
        is_there &= (beside_column >= 0) & (beside_column < heights.shape[1])
        beside = np.full(posts.size, np.nan)
        beside[is_there] = heights[beside_row[is_there], beside_column[is_there]]
        lowest, highest = np.fmin(lowest, beside), np.fmax(highest, beside)
    own = heights.ravel()[posts]
    return (np.isfinite(highest) & (own - highest > rise)) | (np.isfinite(lowest) & (lowest - own > rise))


def _check_cliffs(heights: Heights, step: float, label: str) -> None:
    """Raise an error if neighbours differ by more than the highest cliff."""
    limit = CLIFF_RISE + CLIFF_SLOPE * step
    for _, strip in _strips(heights):
        for axis in (0, 1):
            rises = np.abs(np.diff(strip, axis=axis))
            greatest = float(np.fmax.reduce(rises, axis=None, initial=0.0))
            if greatest > limit:
                raise TerrainError(
                    f"{label}: neighbouring posts, {step:g} m apart, differ by {greatest:.0f} m; no ground on Earth is "
                    "so steep, so the file is damaged: download it again"
                )


def _strips(heights: Heights) -> Iterator[tuple[int, Heights]]:
    """Yield the first row and the heights of strips, each with the first row of the next strip."""
    for first in range(0, heights.shape[0], ROWS_AT_ONCE):
        yield first, heights[first : first + ROWS_AT_ONCE + 1]


def fill_voids(heights: Heights) -> Heights:
    """Return a copy of the heights with every NaN replaced, or the heights if there is none; not all may be NaN."""
    is_void = np.isnan(heights)
    count = int(np.count_nonzero(is_void))
    if count == 0:
        return heights
    coarse = fill_voids(_halved(heights))
    filled = heights.copy()
    if count <= VOIDS_AT_ONCE:
        row, column = np.nonzero(is_void)
        filled[row, column] = _interpolated(coarse, row, column)
        for _ in range(RELAXATIONS):
            filled[row, column] = _mean_of_neighbours(filled, row, column)
        return filled
    bands = [*_bands(heights.shape)]
    for band in bands:
        row, column = np.nonzero(is_void[band])
        row += int(band.start)
        filled[row, column] = _interpolated(coarse, row, column)
    for _ in range(RELAXATIONS):
        for band in bands:
            np.copyto(filled[band], _means_of_neighbours(filled, band), where=is_void[band])
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


def _means_of_neighbours(heights: Heights, band: slice) -> Heights:
    """Return the means of the neighbours of all posts of a band of rows; an edge is its own neighbour."""
    rows = np.arange(len(heights))[band]
    own = np.pad(heights[band], ((0, 0), (1, 1)), mode="edge")
    sides = own[:, :-2] + own[:, 2:]
    ends = heights[np.maximum(rows - 1, 0)] + heights[np.minimum(rows + 1, len(heights) - 1)]
    return (0.25 * (sides + ends)).astype(np.float32, copy=False)


def _bands(shape: tuple[int, ...]) -> Iterator[slice]:
    """Yield bands of rows with about ``VOIDS_AT_ONCE`` posts."""
    rows, columns = shape
    step = max(1, VOIDS_AT_ONCE // columns)
    for first in range(0, rows, step):
        yield slice(first, min(first + step, rows))
