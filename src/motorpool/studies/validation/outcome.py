"""Outcome of a manoeuvre: simulated values with the bounds that they should lie in, and curves to look at."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Measure(NamedTuple):
    """One simulated value, and the bounds that it should lie in."""

    what: str
    value: float
    unit: str
    low: float
    high: float
    source: str  # of the bounds: a formula, a standard, a published figure

    @property
    def passes(self) -> bool:
        """Return whether the value lies within its bounds."""
        return math.isfinite(self.value) and self.low <= self.value <= self.high


class Curve(NamedTuple):
    """One line of a figure."""

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]


class Picture(NamedTuple):
    """A figure: curves over common axes."""

    title: str
    x_axis: tuple[str, str]  # what, unit
    y_axis: tuple[str, str]
    curves: tuple[Curve, ...]
    is_map: bool = False  # both axes are lengths, to one scale


class Outcome(NamedTuple):
    """Result of one manoeuvre driven by one vehicle."""

    measures: tuple[Measure, ...]
    pictures: tuple[Picture, ...] = ()
    note: str = ""  # what a reader should know, in a sentence

    @property
    def passes(self) -> bool:
        """Return whether all values lie within their bounds."""
        return all(measure.passes for measure in self.measures)


def about(
    what: str, value: float, expected: float, *, within: float, unit: str, source: str, least: float = 0.0
) -> Measure:
    """Return a measure that should be ``expected``, within a tolerance.

    Args:
        what: is measured.
        value: that the model gave.
        expected: that the formula gives.
        within: tolerance as a share of ``expected`` [1].
        unit: of both.
        source: of the formula.
        least: tolerance at least, in that unit.
    """
    room = max(abs(expected) * within, least)
    return Measure(what, float(value), unit, expected - room, expected + room, source)


def at_most(what: str, value: float, limit: float, *, unit: str, source: str) -> Measure:
    """Return a measure that should not exceed a limit.

    Args:
        what: is measured.
        value: that the model gave.
        limit: that may be reached.
        unit: of both.
        source: of the limit.
    """
    return Measure(what, float(value), unit, -math.inf, limit, source)


def at_least(what: str, value: float, limit: float, *, unit: str, source: str) -> Measure:
    """Return a measure that should reach a limit.

    Args:
        what: is measured.
        value: that the model gave.
        limit: that must be reached.
        unit: of both.
        source: of the limit.
    """
    return Measure(what, float(value), unit, limit, math.inf, source)


def exactly(what: str, value: float, expected: float, *, unit: str, source: str) -> Measure:
    """Return a measure that should be a number to the bit.

    Args:
        what: is measured.
        value: that the model gave.
        expected: that number.
        unit: of both.
        source: of the expectation.
    """
    return Measure(what, float(value), unit, expected, expected, source)


def yes(what: str, value: bool, source: str) -> Measure:
    """Return a measure of something that should be so.

    Args:
        what: is asked.
        value: the model's answer.
        source: of the expectation.
    """
    return Measure(what, float(value), "yes = 1", 1.0, 1.0, source)


def no(what: str, value: bool, source: str) -> Measure:
    """Return a measure of something that should not be so.

    Args:
        what: is asked.
        value: the model's answer.
        source: of the expectation.
    """
    return Measure(what, float(value), "yes = 1", 0.0, 0.0, source)
