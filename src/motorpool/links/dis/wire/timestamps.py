"""Timestamps of DIS: time past the hour in units of 3600/2³¹ s, shifted left by one bit, which marks absolute ones.

An absolute timestamp is the time of day (UTC) of a synchronised clock. A relative one is from the sender's own clock:
only differences between timestamps of one sender have a meaning. Neither contains the hour, so a difference is assumed
to be at most half an hour. Every function takes numbers and arrays.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

HOUR = 3600.0  # [s]
UNITS = 1 << 31  # in an hour
ABSOLUTE = 1  # lowest bit of a timestamp of synchronised clocks


def from_seconds(seconds: ArrayLike, *, is_absolute: bool = True) -> Any:
    """Return the nearest timestamps (uint32) to times.

    Absolute ones are of time of day or since 1970 in UTC, of a synchronised clock; others of any clock [s].
    """
    units = np.rint(np.mod(np.asarray(seconds, np.float64), HOUR) * (UNITS / HOUR)).astype(np.uint32)
    return units << np.uint32(1) | np.uint32(ABSOLUTE if is_absolute else 0)


def to_seconds(timestamps: ArrayLike) -> Any:
    """Return the time past the hour [s], in [0, 3600)."""
    return (np.asarray(timestamps).astype(np.uint32) >> np.uint32(1)) * (HOUR / UNITS)


def is_absolute(timestamps: ArrayLike) -> Any:
    """Return whether timestamps are absolute."""
    return (np.asarray(timestamps).astype(np.uint32) & np.uint32(ABSOLUTE)) != 0


def age(timestamps: ArrayLike, now: ArrayLike) -> Any:
    """Return the age of timestamps [s] by ``now`` of the same clock, in [-1800, 1800); negative: sender ahead."""
    return _within_half_an_hour(np.asarray(now) - to_seconds(timestamps))


def elapsed(earlier: ArrayLike, later: ArrayLike) -> Any:
    """Return the time between two timestamps of one sender [s], in [-1800, 1800)."""
    return _within_half_an_hour(to_seconds(later) - to_seconds(earlier))


def _within_half_an_hour(seconds: Any) -> Any:
    return np.mod(seconds + HOUR / 2.0, HOUR) - HOUR / 2.0
