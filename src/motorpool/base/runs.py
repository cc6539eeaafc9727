"""Runs of entries: several groups of different sizes, one after the other in a single array."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.intp]


def run_of_each(counts: Integers) -> Integers:
    """Return the number of the run that each entry belongs to.

    Args:
        counts: number of entries of each run.
    """
    return np.repeat(np.arange(len(counts)), counts)


def place_in_run(counts: Integers) -> Integers:
    """Return the place of each entry in its run, from 0."""
    ends = np.cumsum(counts)
    return np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - counts, counts)


def batches(counts: Integers, most: int) -> Iterator[slice]:
    """Yield slices of consecutive runs with at most ``most`` entries together, or one run with more."""
    ends, begin = np.cumsum(counts), 0
    while begin < len(counts):
        before = int(ends[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, before + most, side="right")))
        yield slice(begin, end)
        begin = end
