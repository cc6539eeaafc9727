"""Lag of a logged steering angle: a delay that is negative, because the sensor or its bus is slower than the wheels.

The lag belongs to the log. It is found by its profile likelihood: fits to logs whose steering is advanced by a time,
of which the best one counts; the interval is that of a parabola through it.

Source: Murphy and van der Vaart, "On profile likelihood", J. Am. Stat. Assoc. 95 (2000).
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...base.errors import require
from ..logs.log import Log

DELAY = "steer_delay"
LAG = "lag of steering"
LATE = "time by which the log is behind the wheels"
COMMANDS = ("steer_angle", "steer")  # quantities that are advanced
AT_ZERO = 0.01  # a fitted delay below this may be negative [s]
LONGEST = 0.5  # lag that is looked for [s]
FINE = 0.02  # tolerance of the search, before the parabola through the best lag and its neighbours [s]
STEP = 0.02  # from the best lag to its neighbours [s]
CERTAIN = 1.92  # difference of the log likelihoods at the ends of an interval of 95 %, one degree of freedom


class Lag(NamedTuple):
    """Lag with its 95 % interval."""

    value: float  # [s]
    low: float
    high: float


def lag_of(likelihood: Callable[[float], float]) -> Lag | None:
    """Return the lag of the greatest likelihood, or None if it is not certain that there is one.

    Args:
        likelihood: logarithm of the likelihood at a lag [s].
    """
    optimize = require("scipy.optimize", extra="app", purpose="a fit")
    known: dict[float, float] = {}

    def loss(lag: float) -> float:
        at = float(lag)
        if at not in known:
            known[at] = -likelihood(at)
        return known[at]

    if loss(STEP) >= loss(0.0):
        return None
    optimize.minimize_scalar(loss, bounds=(0.0, LONGEST), method="bounded", options={"xatol": FINE})
    best = max(min(known, key=loss), STEP)
    least = loss(best)
    if loss(0.0) - least < CERTAIN:
        return None
    before, after = loss(best - STEP), loss(best + STEP)
    bend = (before + after - 2.0 * least) / STEP**2
    if bend <= 0.0:
        return Lag(best, 0.0, LONGEST)
    middle = best - min(max(0.5 * (after - before) / STEP / bend, -STEP), STEP)
    half = math.sqrt(2.0 * CERTAIN / bend)
    return Lag(middle, middle - half, middle + half)


def advanced(logs: Sequence[Log], lag: float) -> tuple[Log, ...]:
    """Return logs with the steering of ``lag`` [s] later; the same at zero."""
    note = f"the logged steering is advanced by {lag:.4g} s, by which it follows the wheels"

    def of(log: Log) -> Log:
        for name in COMMANDS:
            log = log.advanced(name, lag, note) if name in log.values else log
        return log

    return tuple(logs) if lag == 0.0 else tuple(of(log) for log in logs)
