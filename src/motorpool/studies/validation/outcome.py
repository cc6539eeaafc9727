"""Outcome of a manoeuvre: simulated values with their bounds, and curves."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Measure(NamedTuple):
    """Simulated value and its bounds."""

    what: str
    value: float
    unit: str
    low: float
    high: float
    source: str  # of the bounds: a formula, a standard or a published figure

    @property
    def passes(self) -> bool:
        """Return whether the value is within its bounds."""
        return math.isfinite(self.value) and self.low <= self.value <= self.high


class Curve(NamedTuple):
    """Curve of a figure."""

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]


class Picture(NamedTuple):
    """Figure: curves over common axes."""

    title: str
    x_axis: tuple[str, str]  # quantity, unit
    y_axis: tuple[str, str]
    curves: tuple[Curve, ...]
    is_map: bool = False  # whether both axes are lengths with the same scale


class Outcome(NamedTuple):
    """Result of a manoeuvre with a vehicle."""

    measures: tuple[Measure, ...]
    pictures: tuple[Picture, ...] = ()
    note: str = ""  # remark for the reader, a sentence

    @property
    def passes(self) -> bool:
        """Return whether all values are within their bounds."""
        return all(measure.passes for measure in self.measures)


def about(
    what: str, value: float, expected: float, *, within: float, unit: str, source: str, least: float = 0.0
) -> Measure:
    """Return a measure that should be ``expected``, within a tolerance.

    Args:
        within: tolerance relative to ``expected`` [1].
        least: lower limit of the tolerance, in ``unit``.
    """
    tolerance = max(abs(expected) * within, least)
    return Measure(what, float(value), unit, expected - tolerance, expected + tolerance, source)


def at_most(what: str, value: float, limit: float, *, unit: str, source: str) -> Measure:
    """Return a measure with an upper limit; arguments as for ``about``."""
    return Measure(what, float(value), unit, -math.inf, limit, source)


def at_least(what: str, value: float, limit: float, *, unit: str, source: str) -> Measure:
    """Return a measure with a lower limit; arguments as for ``about``."""
    return Measure(what, float(value), unit, limit, math.inf, source)


def exactly(what: str, value: float, expected: float, *, unit: str, source: str) -> Measure:
    """Return a measure that should be exactly ``expected``; arguments as for ``about``."""
    return Measure(what, float(value), unit, expected, expected, source)


def yes(what: str, value: bool, source: str) -> Measure:
    """Return a measure of a statement that should be true."""
    return Measure(what, float(value), "yes = 1", 1.0, 1.0, source)


def no(what: str, value: bool, source: str) -> Measure:
    """Return a measure of a statement that should be false."""
    return Measure(what, float(value), "yes = 1", 0.0, 0.0, source)
