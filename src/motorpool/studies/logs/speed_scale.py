"""Scale of a logged speed: the ratio of the speed along the measured path to the logged one.

Wheel speeds are off by up to some per cent: the radius of the tyre is not the one that the sensor was told. The path
of a receiver or of a motion capture has no such error.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from .log import Log

Floats = NDArray[np.float64]

WINDOW = 1.0  # time over which the path is measured by its chord [s]
FEWEST = 10  # windows that determine a scale
MOST_TURN = 1.0  # greatest change of the course in a window [rad]
SLOW = 0.5  # share of the usual speed below which a window does not count
LIKELY = 0.1  # greatest difference of a scale from 1; more is another unit or another point
NORMAL = 1.4826  # ratio of the deviation of a normal distribution to its median absolute deviation


class Scale(NamedTuple):
    """Scale of a speed, with its 95 % interval."""

    value: float  # true over logged [1]
    low: float
    high: float


def speed_scale_of(logs: Sequence[Log]) -> Scale:
    """Return the scale of the speed of some drives of one vehicle: the median over windows of a second.

    The path in a window is its chord over sin(a) / a, with a half of the change of the course: exact on an arc. The
    median is not moved by windows in which the vehicle slides or the receiver jumps.

    Raises:
        FitError: a log has no path or no speed, or there are too few windows.
    """
    ratios = np.concatenate([_ratios(log) for log in logs])
    if ratios.size < FEWEST:
        raise FitError(
            f"--scale-speed: {logs[0].name} has {ratios.size} windows of {WINDOW:g} s with a path and a speed; a scale "
            f"needs {FEWEST}"
        )
    middle = float(np.median(ratios))
    half = 1.96 * NORMAL * float(np.median(np.abs(ratios - middle))) * math.sqrt(0.5 * math.pi / ratios.size)
    if abs(middle - 1.0) > LIKELY:
        raise FitError(
            f"--scale-speed: the speed along the path of {logs[0].name} is {middle:.3g} times the logged one; check "
            "their units and signs, or name the factor, as in --column speed=COLUMN*0.5"
        )
    return Scale(middle, middle - half, middle + half)


def scaled_to_path(logs: Sequence[Log], tests: Sequence[Log]) -> tuple[list[Log], list[Log]]:
    """Return drives, and those for testing, with the speed scaled to the path of the drives.

    Raises:
        FitError: as for ``speed_scale_of``.
    """
    scale = speed_scale_of(logs)
    note = f"the logged speed is scaled by {scale.value:.5g} ({scale.low:.5g} to {scale.high:.5g}), by the path"

    def scaled(log: Log) -> Log:
        return log.scaled("speed", scale.value, note) if "speed" in log.values else log

    return [scaled(log) for log in logs], [scaled(log) for log in tests]


def _ratios(log: Log) -> Floats:
    """Return the speed along the path over the logged one in windows that follow each other."""
    missing = [name for name in ("x", "y", "speed") if name not in log.values]
    if missing:
        raise FitError(f"--scale-speed: {log.name} has no {missing[0]}; it needs a path (x, y) and a speed")
    x, y, speed = (log.values[name] for name in ("x", "y", "speed"))
    time = log.time
    is_place, is_speed = np.isfinite(x) & np.isfinite(y), np.isfinite(speed)
    if is_place.sum() < 3 or is_speed.sum() < 3:
        return np.zeros(0)
    at, path = time[is_place], np.column_stack([x[is_place], y[is_place]])
    edges = np.searchsorted(at, np.arange(at[0], at[-1], WINDOW))
    if edges.size < 3:
        return np.zeros(0)
    speeds, times = speed[is_speed], time[is_speed]
    driven = np.concatenate(([0.0], np.cumsum(0.5 * (speeds[1:] + speeds[:-1]) * np.diff(times))))
    logged = np.diff(np.interp(at[edges], times, driven))
    chords = np.diff(path[edges], axis=0)
    lengths = np.hypot(chords[:, 0], chords[:, 1])
    courses = np.unwrap(np.arctan2(chords[:, 1], chords[:, 0]))
    turns = np.gradient(courses)
    spans = np.diff(at[edges])
    is_usable = (np.abs(spans - WINDOW) < 0.2 * WINDOW) & (np.abs(turns) < MOST_TURN) & (logged > 0.0)
    is_usable &= logged > SLOW * float(np.quantile(logged, 0.9))
    arcs = lengths / np.sinc(0.5 * turns / np.pi)
    return arcs[is_usable] / logged[is_usable]
