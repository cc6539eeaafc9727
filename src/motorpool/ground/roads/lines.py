"""Many lines at a time: their points in one array, so that a step for tens of thousands of lines is a few calls.

Lines have two or more points each; ``counts`` (lines,) are their numbers of points.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


def joined(lines: Sequence[Floats]) -> tuple[Floats, Integers]:
    """Return the points of lines, one line after the other, and the counts."""
    if not lines:
        return np.zeros((0, 2)), np.zeros(0, np.intp)
    return np.concatenate(lines), np.fromiter(map(len, lines), np.intp, len(lines))


def parted(values: Floats, counts: Integers) -> list[Floats]:
    """Return the rows of an array that belong to each line."""
    ends: list[int] = np.cumsum(counts).tolist()
    return [values[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def pieces_of(counts: Integers) -> tuple[Integers, Integers]:
    """Return the number of the point that begins each piece of lines, and the number of its line."""
    line = np.repeat(np.arange(len(counts)), counts)
    begin = np.flatnonzero(line[1:] == line[:-1])
    return begin, line[begin]


def lengths_of(points: Floats, begin: Integers) -> Floats:
    """Return the lengths of the pieces that begin at points, in the plane [m]."""
    step = points[begin + 1, :2] - points[begin, :2]
    return np.hypot(step[:, 0], step[:, 1])


def along_of(lengths: Floats, counts: Integers) -> Floats:
    """Return the distance of each point from the first one of its line [m].

    Args:
        lengths: lengths of the pieces of all lines [m].
    """
    along = np.zeros(int(counts.sum()))
    end = 0
    for first, count in zip((np.cumsum(counts) - counts).tolist(), counts.tolist(), strict=True):
        begin, end = end, end + count - 1
        np.add.accumulate(lengths[begin:end], out=along[first + 1 : first + count])
    return along


def any_of(marked: NDArray[np.bool_], line: Integers, count: int) -> NDArray[np.bool_]:
    """Return which of ``count`` lines have a marked item; ``line`` is the line of each item."""
    return np.bincount(line[marked], minlength=count) > 0
