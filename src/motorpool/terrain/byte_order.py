"""Byte order of heights in whole numbers of 16 bits, which a file may have the wrong way round.

Ground changes little from post to post. Swapped, a metre becomes 256 m: the right order is the one in which neighbours
are more alike. That also shows on low and gentle ground, where swapped heights would still be heights of Earth.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import TerrainError
from .raster import VOID_CODES

ROWS_LOOKED_AT = 256  # spread over the raster
LEAST_SHARE = 0.01  # of all pairs of neighbours that must speak for the other order
MAJORITY = 4.0  # and so many times those that speak for this one


def check_byte_order(cells: NDArray[Any], label: str) -> None:
    """Refuse heights of 16 bits that make more sense in the other byte order; others pass.

    Args:
        cells: (rows, columns), whole numbers.
        label: of the file, for sentences.

    Raises:
        TerrainError: they are the wrong way round.
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
