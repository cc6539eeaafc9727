"""Byte order of 16-bit heights, which a file may declare wrongly.

Heights of neighbouring posts differ little, but swapped bytes turn 1 m into 256 m: in the correct order neighbours are
more similar. This also works for low and flat ground, where swapped heights would still be within the range on Earth.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from .raster import VOID_CODES

ROWS_LOOKED_AT = 256  # rows that are compared, spread over the raster
LEAST_SHARE = 0.01  # fraction of the pairs of neighbours that must be more similar in the other order
MAJORITY = 4.0  # and ratio of those to the pairs that are more similar in this order


def check_byte_order(cells: NDArray[Any], label: str) -> None:
    """Raise an error if 16-bit heights (rows, columns) are smoother in the other byte order; other types are accepted.

    Raises:
        TerrainError: the bytes are swapped.
    """
    if cells.dtype.itemsize != 2 or cells.dtype.kind not in "iu":
        return
    sample = cells[:: max(1, cells.shape[0] // ROWS_LOOKED_AT)]
    is_known = ~np.isin(sample, VOID_CODES)
    pairs = is_known[:, 1:] & is_known[:, :-1]
    rises, other_rises = (
        np.abs(np.diff(order.astype(np.int32), axis=1))[pairs] for order in (sample, sample.byteswap())
    )
    this, other = np.count_nonzero(rises < other_rises), np.count_nonzero(rises > other_rises)
    if other > max(LEAST_SHARE * rises.size, MAJORITY * this):
        raise TerrainError(
            f"{label} has the bytes of its heights in the wrong order: exchanged, neighbours would be more alike in "
            f"{other} of {rises.size} places; download it again, or swap them, for example with dd conv=swab"
        )
