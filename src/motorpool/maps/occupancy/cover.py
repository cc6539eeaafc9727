"""Circles that cover the occupied cells of a map, few and close to them.

Cells are covered by blocks: squares of 2, 4, 8, ... cells on the lattice of the map, the largest first. The occupied
cells of a block become one circle, through the corners of the rectangle around them, if every point of the circle is
within ``reach`` of an occupied cell; otherwise the blocks of half the side are tried, down to single cells. So every
occupied cell lies in a circle, and no circle reaches farther beyond the cells than ``reach`` and a cell.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import require

Floats = NDArray[np.float64]
Cells = NDArray[np.bool_]


def cover(occupied: Cells, *, reach: float, largest: float) -> Floats:
    """Return circles that cover cells: (circles, 3) with column, row and radius [cells], of centres at half cells.

    Args:
        occupied: (rows, columns); the first cell goes from 0 to 1 in both directions.
        reach: distance from an occupied cell up to which a circle may reach [cells].
        largest: radius of a circle, at most [cells].
    """
    row, column = _in_blocks(*np.divmod(np.flatnonzero(occupied), occupied.shape[1]))
    room = _room(occupied, reach) if len(row) else np.zeros((1, 1))
    found: list[Floats] = []
    for level in range(max(int(2.0 * largest), 1).bit_length(), -1, -1):
        if not len(row):
            break
        block = (row >> level) * (1 + (occupied.shape[1] >> level)) + (column >> level)
        begin = np.flatnonzero(np.diff(block, prepend=-1))
        west, south = (np.minimum.reduceat(each, begin) for each in (column, row))
        east, north = (np.maximum.reduceat(each, begin) + 1 for each in (column, row))
        x, y, radius = 0.5 * (west + east), 0.5 * (south + north), 0.5 * np.hypot(east - west, north - south)
        middle = np.floor(y).astype(np.intp), np.floor(x).astype(np.intp)
        most = np.minimum(room[middle] - np.hypot(y - middle[0] - 0.5, x - middle[1] - 0.5), largest)
        is_one = (radius <= most) | (level == 0)
        found.append(np.column_stack([x, y, radius])[is_one])
        is_left = np.repeat(~is_one, np.diff(np.append(begin, len(row))))
        row, column = row[is_left], column[is_left]
    return np.concatenate(found) if found else np.zeros((0, 3))


def _in_blocks(row: NDArray[np.intp], column: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return cells in an order in which those of each block, of any size, follow each other (Morton's order)."""
    order = np.argsort(_spread(row) << 1 | _spread(column), kind="stable")
    return row[order], column[order]


def _spread(number: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return numbers of up to 31 bits with a zero behind each bit."""
    bits = number.astype(np.int64)
    for shift, mask in (
        (16, 0x0000FFFF0000FFFF), (8, 0x00FF00FF00FF00FF), (4, 0x0F0F0F0F0F0F0F0F), (2, 0x3333333333333333),
        (1, 0x5555555555555555),
    ):  # fmt: skip
        bits = (bits | bits << shift) & mask
    return bits


def _room(occupied: Cells, reach: float) -> Floats:
    """Return the distance from each cell to the next one that is farther than ``reach`` from all occupied ones [cells].

    All cells beyond the edges are free.
    """
    images: Any = require("scipy.ndimage", extra="app", purpose="covering the cells of a map")
    margin = int(reach) + 2
    near = images.distance_transform_edt(~np.pad(occupied, margin)) <= reach
    return images.distance_transform_edt(near)[margin:-margin, margin:-margin]


def roomiest(free: Cells) -> tuple[float, float, float] | None:
    """Return column and row of the middle of the free cell that is farthest from others, and the distance [cells]."""
    images: Any = require("scipy.ndimage", extra="app", purpose="finding free ground on a map")
    if not free.any():
        return None
    room = images.distance_transform_edt(np.pad(free, 1))[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(room)), room.shape)
    return float(column) + 0.5, float(row) + 0.5, float(room[row, column]) - 0.5


def halved(occupied: Cells) -> Cells:
    """Return cells of twice the side, occupied where at least one of the four was."""
    rows, columns = occupied.shape
    even = np.pad(occupied, ((0, rows % 2), (0, columns % 2)))
    return even[::2, ::2] | even[1::2, ::2] | even[::2, 1::2] | even[1::2, 1::2]
