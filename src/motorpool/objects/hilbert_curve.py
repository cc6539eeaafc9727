"""Hilbert curve: an order of positions in which neighbours in the order are neighbours on the ground.

Vehicles that are adjacent in memory then use the same heights, objects and other vehicles, which are in the cache. The
effect decreases slowly as the vehicles move.

Source: Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische Annalen 38 (1891); the
loop over bits is that of Warren, "Hacker's Delight" (2012), chapter 16.
"""

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.intp]


def along_hilbert_curve(column: Integers, row: Integers) -> Integers:
    """Return the order in which a Hilbert curve visits cells, given their columns and rows (zero or positive)."""
    return np.argsort(place_on_curve(column, row), kind="stable")


def place_on_curve(column: Integers, row: Integers) -> Integers:
    """Return the number of cells before each cell on the curve through the smallest square of 2^n by 2^n cells."""
    most = int(max(np.max(column, initial=0), np.max(row, initial=0)))
    place = np.zeros(column.shape, np.intp)
    for bit in reversed(range(most.bit_length())):
        is_east, is_north = (column >> bit) & 1, (row >> bit) & 1
        place = 4 * place + ((3 * is_east) ^ is_north)
        rest = (1 << bit) - 1  # within the quadrant ...
        column, row = column & rest, row & rest
        turned = (is_north == 0) & (is_east == 1)  # ... of which the south-eastern one is rotated ...
        column, row = np.where(turned, rest - column, column), np.where(turned, rest - row, row)
        column, row = np.where(is_north == 0, row, column), np.where(is_north == 0, column, row)  # ... and mirrored
    return place
