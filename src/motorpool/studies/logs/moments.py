"""Times as people and loggers write them: dates with a time, times of day, and counts since 1970 in any unit."""

import math
import re

import numpy as np
from numpy.typing import NDArray

from .sparse_columns import FilledRows

Floats = NDArray[np.float64]

DAY = 86400.0  # [s]
# Units of a time since 1970 by the range of its values: from 2001 to 2100, which do not overlap.
FIRST_EPOCH, LAST_EPOCH = 978_307_200.0, 4_102_444_800.0  # [s]
EPOCH_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}

_MOMENT = re.compile(
    r"(?:(?P<year>\d{4})[-/](?P<month>\d\d?)[-/](?P<day>\d\d?)|(?P<day2>\d\d?)\.(?P<month2>\d\d?)\.(?P<year2>\d{4}))"
    r"(?:[T ](?P<time>\d\d?(?::\d\d(?::\d\d(?:[.,]\d{0,9})?)?)?))?"
    r"(Z|(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)?)?",
    re.ASCII,
)
_CLOCK = re.compile(
    r"(?:(?P<hour>\d{1,3}):)?(?P<minute>\d{1,2}):(?P<second>\d{2}(?:[.,]\d{0,9}|:\d{3})?)(?P<half> ?[AaPp][Mm])?",
    re.ASCII,
)


def moment(cell: str) -> float:
    """Return a date with a time, since 1970 in UTC, or a time of day [s]; NaN for anything else.

    ``2026-11-30T12:00:05.25+01:00``, ``2026/11/30 12:00:05``, ``30.11.2026 12:00:05``; ``12:00:05.25``, ``0:05.25`` for
    5.25 s, ``12:00:05 PM``.
    """
    if len(cell) > 60:
        return math.nan
    found = _MOMENT.fullmatch(cell)
    if found is None:
        return _clock(cell)
    year, month, day = (found[name] or found[f"{name}2"] for name in ("year", "month", "day"))
    time = (found["time"] or "00").replace(",", ".")
    time = f"0{time}" if len(time.partition(":")[0]) < 2 else time
    try:
        text = f"{year}-{int(month):02d}-{int(day):02d}T{time}"
        seconds = float(np.datetime64(text, "us").astype(np.int64)) * 1e-6
    except ValueError:
        return math.nan
    ahead = 60 * int(found["hours"] or 0) + int(found["minutes"] or 0)  # of UTC [min]
    return seconds + (60.0 * ahead if found["sign"] == "-" else -60.0 * ahead)


def is_clock(cell: str) -> bool:
    """Return whether a cell is a time of day, without a date."""
    return len(cell) <= 60 and _CLOCK.fullmatch(cell.strip()) is not None


def _clock(cell: str) -> float:
    found = _CLOCK.fullmatch(cell)
    if found is None or int(found["minute"]) > 59:
        return math.nan
    whole, _, part = found["second"].replace(",", ".").replace(":", ".").partition(".")
    hour = int(found["hour"] or 0)
    if found["half"]:
        hour = hour % 12 + (12 if found["half"].strip().lower() == "pm" else 0)
    return 3600.0 * hour + 60.0 * int(found["minute"]) + float(f"{whole}.{part or '0'}")


def without_midnights(times: FilledRows) -> FilledRows:
    """Return times of day that rise over midnight; one that falls by more than half a day is the next day's."""
    days = np.concatenate(([0.0], np.cumsum(np.diff(times.values) < -0.5 * DAY)))[: times.values.size]
    return times._replace(values=times.values + DAY * days)


def epoch_unit(times: Floats) -> str:
    """Return the unit of times since 1970 by their values: s, ms, us or ns; empty for other times."""
    finite = times[np.isfinite(times)]
    if not finite.size:
        return ""
    low, high = float(finite.min()), float(finite.max())
    return next(
        (unit for unit, size in EPOCH_UNITS.items() if low * size >= FIRST_EPOCH and high * size <= LAST_EPOCH), ""
    )


def interval_unit(usual: float, shortest: float, longest: float) -> str:
    """Return the unit in which times whose rows are ``usual`` apart have a likely interval; empty if none does."""
    return next((unit for unit, size in EPOCH_UNITS.items() if shortest <= usual * size <= longest), "")
