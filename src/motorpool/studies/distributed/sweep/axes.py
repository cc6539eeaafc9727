"""Axes of a sweep: a value of the scenario, and its values or its span."""

import math
import re
from typing import Any, NamedTuple, cast

from ....base.errors import ScenarioError, SweepError
from ....world.scenario.document import parse

WHOLE = ("seed", "count")  # last steps of paths whose values are whole numbers
MOST_VALUES = 1_000_000  # of one axis
EXAMPLES = "vehicles.0.mass=50000:70000:5, seed=0:100 or surface.kind=dry-asphalt,ice"
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_SPAN = re.compile(rf"({_NUMBER}):({_NUMBER})(?::(\d+))?")


class Axis(NamedTuple):
    """Value of a scenario that is varied over listed values or a span."""

    path: str  # as in "vehicles.0.mass"; a fleet also by its name
    values: tuple[Any, ...] = ()  # listed; none for a span
    low: float = 0.0  # least value of a span, in the unit of the scenario's key
    high: float = 0.0  # greatest value of a span; of whole numbers, one more

    @property
    def is_whole(self) -> bool:
        """Return whether the values are whole numbers."""
        return self.path.split(".")[-1] in WHOLE

    def in_turn(self) -> tuple[Any, ...]:
        """Return the values for a grid: the listed ones, or all whole numbers of the span.

        Raises:
            SweepError: the axis is a span of other numbers, or has too many values.
        """
        if self.values:
            return self.values
        if not (self.low.is_integer() and self.high.is_integer()):
            raise SweepError(
                f"{self.path}={self.low:g}:{self.high:g} is a span; for a grid say how many values it has, as in "
                f"{self.path}={self.low:g}:{self.high:g}:5, or sample it (--sample sobol:256)"
            )
        if self.high - self.low > MOST_VALUES:
            raise SweepError(
                f"{self.path}={self.low:g}:{self.high:g} has {self.high - self.low:.0f} values; an axis has at most "
                f"{MOST_VALUES}: say how many of them, as in {self.path}={self.low:g}:{self.high:g}:100"
            )
        return tuple(range(int(self.low), int(self.high)))

    def at(self, share: float) -> Any:
        """Return the value at a share of 0 to 1 of the axis: of its span, or of its list."""
        if self.values:
            return self.values[min(int(share * len(self.values)), len(self.values) - 1)]
        value = self.low + share * (self.high - self.low)
        return min(math.floor(value), math.ceil(self.high) - 1) if self.is_whole else value


def vary(text: str) -> Axis:
    """Read an axis: ``PATH=a,b,c`` lists values, ``PATH=a:b:n`` spaces n of them evenly, ``PATH=a:b`` is a span.

    In a grid a span is its whole numbers from a up to but without b; a sample takes any number in it.

    Raises:
        SweepError: the text has none of these forms.
    """
    path, equals, values = (part.strip() for part in text.partition("="))
    if not (path and equals and values):
        raise SweepError(f"{text!r} is no axis; write PATH=VALUES, such as {EXAMPLES}")
    found = _SPAN.fullmatch(values)
    if found is None:
        return Axis(_checked(path), _listed(text, values))
    low, high = float(found[1]), float(found[2])
    if not low < high:
        raise SweepError(f"{text}: {found[1]} to {found[2]} is no span; its first number must be the smaller one")
    if found[3] is None:
        return Axis(_checked(path), (), low, high)
    return Axis(_checked(path), _spaced(text, low, high, int(found[3]), found[0]))


def _checked(path: str) -> str:
    steps = re.sub(r"\[(\d+)\]", r".\1", path)
    if not all(steps.split(".")):
        raise SweepError(f"{path!r} is no path; write steps with dots between, such as vehicles.0.mass")
    return steps


def _spaced(text: str, low: float, high: float, count: int, written: str) -> tuple[Any, ...]:
    if not 2 <= count <= MOST_VALUES:
        raise SweepError(f"{text} has {count} values; a span has 2 to {MOST_VALUES} of them")
    values = [low + (high - low) * i / (count - 1) for i in range(count)]
    values[-1] = high
    if "." not in written and all(value.is_integer() for value in values):
        return tuple(int(value) for value in values)
    return tuple(values)


def _listed(text: str, values: str) -> tuple[Any, ...]:
    try:
        found: list[Any] = parse(f"[{values}]", f"--vary {text}").values
    except ScenarioError as error:
        raise SweepError(f"{text}: {values!r} are no values; write {EXAMPLES}") from error
    if any(isinstance(value, dict) for value in found):
        raise SweepError(f"{text}: {values!r} are no values; write {EXAMPLES}")
    if len({repr(value) for value in found}) < len(found):
        raise SweepError(f"{text} lists a value twice; each run would be made once only")
    return tuple(tuple(cast("list[Any]", value)) if isinstance(value, list) else value for value in found)
