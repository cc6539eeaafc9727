"""Timestamps of DIS: units of 3600/2³¹ s past the hour, shifted left by one; the lowest bit says absolute.

An absolute timestamp is of the time of day (UTC), of a sender whose clock is synchronised; a relative one is of a clock
of the sender's own, so that only differences between timestamps of one sender mean anything. Neither knows the hour:
a difference is taken to be at most half an hour. Every function takes numbers and arrays.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

HOUR = 3600.0  # [s]
UNITS = 1 << 31  # in an hour
ABSOLUTE = 1


def from_seconds(seconds: ArrayLike, *, is_absolute: bool = True) -> Any:
    """Return timestamps, uint32, nearest to times.

    Args:
        seconds: time, of day or since 1970 in UTC where it is absolute, of any clock otherwise [s].
        is_absolute: whether the clock is synchronised with those of the others.
    """
    units = np.rint(np.mod(np.asarray(seconds, np.float64), HOUR) * (UNITS / HOUR)).astype(np.uint32)
    return units << np.uint32(1) | np.uint32(ABSOLUTE if is_absolute else 0)


def to_seconds(timestamps: ArrayLike) -> Any:
    """Return the time past the hour [s], in [0, 3600)."""
    return (np.asarray(timestamps).astype(np.uint32) >> np.uint32(1)) * (HOUR / UNITS)


def is_absolute(timestamps: ArrayLike) -> Any:
    """Return whether timestamps are of the time of day."""
    return (np.asarray(timestamps).astype(np.uint32) & np.uint32(ABSOLUTE)) != 0


def age(timestamps: ArrayLike, now: ArrayLike) -> Any:
    """Return the time since timestamps [s], in [-1800, 1800); negative where the sender's clock is ahead.

    Args:
        timestamps: as received.
        now: time on the clock that they are of [s]: of day or since 1970 for absolute ones.
    """
    return _within_half_an_hour(np.asarray(now) - to_seconds(timestamps))


def elapsed(earlier: ArrayLike, later: ArrayLike) -> Any:
    """Return the time between two timestamps of one sender [s], in [-1800, 1800)."""
    return _within_half_an_hour(to_seconds(later) - to_seconds(earlier))


def clock_time(seconds: float) -> tuple[int, int]:
    """Return the hours since 1970 and the time past the hour: the clock time of Start/Resume and Stop/Freeze.

    The time past the hour has the form of an absolute timestamp, as Wireshark and Open-DIS read it.

    Args:
        seconds: time since the beginning of 1970 in UTC [s].
    """
    units = round(seconds * (UNITS / HOUR))
    return units >> 31, (units & UNITS - 1) << 1 | ABSOLUTE


def seconds_of_clock_time(hour: int, time_past_hour: int) -> float:
    """Return the time since the beginning of 1970 in UTC [s]."""
    return hour * HOUR + (time_past_hour >> 1) * (HOUR / UNITS)


def _within_half_an_hour(seconds: Any) -> Any:
    return np.mod(seconds + HOUR / 2.0, HOUR) - HOUR / 2.0
