"""Periods in steps of fixed length: a run makes whole steps and carries the rest over to the next run.

A game that runs its world for the time of each frame then simulates that time at any frame rate. Source of the method:
Fiedler, "Fix Your Timestep!", 2004, where the fraction that is carried over is called alpha.
"""

import math
import numbers
from typing import Any, NamedTuple

ROUNDING = 1e-12  # share of a period up to which a distance from a whole number of steps is a rounding error [1]


class Rest(NamedTuple):
    """Time that runs with steps of any length carry over."""

    step_fraction: float = 0.0  # in [0, 1) of a step of the last run [1]
    dt: float = 1.0  # length of that step [s]

    def divide(self, seconds: float, dt: float) -> "tuple[int, Rest]":
        """Return the number of steps of ``dt`` [s] to make in a period, and the rest that is carried over."""
        count, fraction = whole_steps(seconds, dt, fraction=self.step_fraction * (self.dt / dt))
        return count, Rest(fraction, dt)


def is_period(seconds: Any, dt: float) -> bool:
    """Return whether a time is a number of seconds that can be divided into steps of ``dt`` [s]."""
    try:
        return isinstance(seconds, numbers.Real) and float(seconds) >= 0.0 and math.isfinite(float(seconds) / dt)
    except OverflowError:  # a whole number that no float holds
        return False


def is_due(tick: int, dt: float, *, rate: float) -> bool:
    """Return whether a message of a rate [1/s] is due at the end of a step: one is at tick 0, and at most one a step.

    The number of messages in a time is its product with the rate, to one, for any ``dt`` [s] up to 1 / rate.
    """
    return _ended(tick * dt * rate) > _ended((tick - 1) * dt * rate)


def _ended(periods: float) -> int:
    return math.floor(periods * (1.0 + ROUNDING) + ROUNDING)


def whole_steps(seconds: float, dt: float, *, fraction: float) -> tuple[int, float]:
    """Return the number of steps to make in a period, and the fraction of a step that is then carried over.

    Rounding errors do not accumulate: a sum that is a whole number of steps, to ``ROUNDING`` of the period, leaves
    nothing. The error is at most that share of all time, which is one step of 1/60 s in 500 years.

    Args:
        seconds: length of the period [s].
        dt: length of a step, positive [s].
        fraction: carried over from the periods before [steps].
    """
    asked = float(seconds) / dt
    total = fraction + asked
    nearest = round(total)
    if abs(total - nearest) <= ROUNDING * asked:
        return nearest, 0.0
    count = math.floor(total)
    return count, total - count
