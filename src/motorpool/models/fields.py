"""Fields of a model: the range of a field as its type, its meaning and unit from the comment on its line.

A model writes ``wheelbase: Positive = 2.7  # front to rear axle [m]``. The type is a plain ``float``
with its range attached (``typing.Annotated``), so that a value can be refused before it is used; the
comment is what the tables, tooltips and error messages show.
"""

import inspect
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple, get_type_hints

from ..errors import ModelError


@dataclass(frozen=True)
class Range:
    """The values a field may take: from ``low`` to ``high``, the ends excluded where ``open``."""

    low: float = -math.inf
    high: float = math.inf
    is_open: bool = False
    words: str = "finite"

    def contains(self, value: float) -> bool:
        """Return whether a finite ``value`` lies in the range."""
        if not math.isfinite(value):
            return False
        return self.low < value < self.high if self.is_open else self.low <= value <= self.high


@dataclass(frozen=True)
class Narrowed:
    """Types of a part's fields in a model that takes less of their range than the part, by their names in the part.

    It stands beside the part's type: ``Annotated[steering.State, Narrowed({"wheel_angle": StoppedAngle})]``.
    """

    types: Mapping[str, Any]


@dataclass(frozen=True)
class Names:
    """Words that may be given instead of a number: ``speed_reference="front"``; ``is_choice``: and nothing between."""

    values: tuple[tuple[str, float], ...]
    is_choice: bool = False

    def value_of(self, word: str) -> float | None:
        """The number that a word stands for, or None."""
        return dict(self.values).get(word)


Positive = Annotated[float, Range(low=0.0, is_open=True, words="positive")]
NonNegative = Annotated[float, Range(low=0.0, words="zero or positive")]
Fraction = Annotated[float, Range(low=0.0, high=1.0, words="in 0..1")]
Signed = Annotated[float, Range(low=-1.0, high=1.0, words="in -1..1")]
SteerAngle = Annotated[
    float, Range(low=-0.5 * math.pi, high=0.5 * math.pi, words="in -pi/2..pi/2 (in radians; 0.6 is 34 degrees)")
]

MaxSteerAngle = Annotated[float, Range(low=0.0, high=0.5 * math.pi, words="in 0..pi/2 (in radians; 0.6 is 34 degrees)")]
SteerStop = Annotated[  # of a model that takes its tangent
    float, Range(low=0.0, high=1.5, words="in 0..1.5 (in radians, below 90 degrees; 0.6 is 34 degrees)")
]
StoppedAngle = Annotated[float, Range(low=-1.5, high=1.5, words="in -1.5..1.5 (in radians; 0.6 is 34 degrees)")]

Switch = Annotated[float, Range(low=0.0, high=1.0, words="0 or 1"), Names((("off", 0.0), ("on", 1.0)), is_choice=True)]
Defect = Annotated[  # of a document: as it is printed there, or as it should be
    float, Range(low=0.0, high=1.0, words="0 or 1"), Names((("mended", 0.0), ("printed", 1.0)), is_choice=True)
]

MAX_SHOWN = 60  # characters of a wrong value


class Field(NamedTuple):
    """One field of a model, as its author described it."""

    name: str
    default: float
    meaning: str
    unit: str
    range: Range
    names: Names | None
    path: str = ""  # from the structure to it, where it is a part's: "front_axle.offset"

    def check(self, value: Any, where: str) -> float:
        """``value`` as a float in range.

        Raises:
            ModelError: it is no number, not finite, or out of range; the sentence starts with ``where``.
        """
        number = self._number(value)
        if number is None or not self.range.contains(number) or not self._is_named(number):
            is_text = isinstance(value, str) and self.names is None
            raise ModelError(
                f"{where}.{self.name} is {shown_value(value)}{self._unit_after(number)}; "
                f"it must be {'a number, ' if is_text else ''}{self.allowed()}"
            )
        return number

    def allowed(self) -> str:
        """Return the allowed values in words: "positive (front to rear axle [m])"."""
        words = self.range.words
        if self.names is not None:
            words += " or one of " + ", ".join(repr(word) for word, _ in self.names.values)
        return f"{words} ({self.meaning} [{self.unit}])" if self.meaning else words

    def _is_named(self, number: float) -> bool:
        """Return whether a field of words has a word for a number; other fields take every number in their range."""
        return self.names is None or not self.names.is_choice or number in dict(self.names.values).values()

    def _number(self, value: Any) -> float | None:
        if isinstance(value, str):
            return self.names.value_of(value) if self.names is not None else None
        if isinstance(value, bool):
            return None
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            return None

    def _unit_after(self, number: float | None) -> str:
        return f" {self.unit}" if number is not None and self.unit not in ("", "1") else ""


def shown_value(value: Any) -> str:
    """Return a value as a message shows it: whole if it is short, else its beginning."""
    try:
        text = repr(value)
    except ValueError:  # a number of more digits than Python writes
        return "a number of thousands of digits"
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


_LINE = re.compile(r"^\s*(?P<name>\w+)\s*:.*?#\s*(?P<text>.*)$")
_UNIT = re.compile(r"\s*\[(?P<unit>[^\]]*)\]\s*$")


@cache
def fields_of(structure: type) -> tuple[Field, ...]:
    """Return the fields of a model's ``State``, ``Control`` or ``Params`` in order, nested parts' in place.

    A part that is called as the module that declares it keeps the names of its fields; any other name of a part stands
    before them, and the comment on the part's line before their meanings.
    """
    if described := getattr(structure, "flat_fields", None):
        return described
    hints = get_type_hints(structure, include_extras=True)
    comments = _comments(structure)
    defaults: dict[str, Any] = getattr(structure, "_field_defaults", {})
    found: list[Field] = []
    for name in getattr(structure, "_fields", ()):
        hint = hints.get(name, float)
        if is_structure(hint):
            found += _fields_of_part(name, hint, defaults.get(name), comments.get(name, ""))
        else:
            found.append(_field(name, hint, float(defaults.get(name, 0.0)), comments.get(name, "")))
    return tuple(found)


def is_structure(hint: Any) -> bool:
    """Return whether a field's type is a structure: that of a part."""
    return hasattr(hint, "_fields")


def own_name(structure: Any) -> str:
    """Return the name of the module that a structure is declared in."""
    return structure.__module__.rpartition(".")[2]


def _fields_of_part(name: str, hint: Any, default: Any, comment: str) -> list[Field]:
    part = getattr(hint, "__origin__", hint)  # without what stands beside it
    metadata = getattr(hint, "__metadata__", ())
    narrowed: Mapping[str, Any] = {}
    for item in metadata:
        narrowed = item.types if isinstance(item, Narrowed) else narrowed
    prefix = "" if own_name(part) == name else f"{name}_"
    said = f"{comment}: " if comment else ""
    return [
        field._replace(
            name=f"{prefix}{field.name}",
            meaning=f"{said}{field.meaning}",
            path=f"{name}.{field.path or field.name}",
            range=_range_of(narrowed[field.name]) if field.name in narrowed else field.range,
            default=field.default if default is None else float(value_at(default, field.path or field.name)),
        )
        for field in fields_of(part)
    ]


def value_at(structure: Any, path: str) -> Any:
    """Return the value of a field, or of a part's field: ``value_at(params, "front_axle.offset")``."""
    for name in path.split("."):
        structure = getattr(structure, name)
    return structure


def _field(name: str, hint: Any, default: float, comment: str) -> Field:
    names = next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Names)), None)
    unit = _UNIT.search(comment)
    meaning = comment[: unit.start()] if unit else comment
    return Field(name, default, meaning, unit["unit"] if unit else "", _range_of(hint), names)


def _range_of(hint: Any) -> Range:
    """The range that stands beside a field's type; every finite number where there is none."""
    return next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Range)), Range())


def with_defaults(structure: Any, values: Mapping[str, float]) -> Any:
    """Return the same flat structure with other default values."""
    return flat_structure(
        structure, [field._replace(default=values.get(field.name, field.default)) for field in fields_of(structure)]
    )


def flat_structure(structure: Any, fields: Sequence[Field]) -> Any:
    """Return a NamedTuple of floats with those fields, called and documented as ``structure`` is."""
    make: Any = NamedTuple
    copy = make(structure.__name__, [(field.name, float) for field in fields])
    defaults = {field.name: field.default for field in fields}
    copy.__new__.__defaults__ = tuple(defaults.values())
    copy._field_defaults = defaults
    copy.__doc__ = structure.__doc__
    copy.__module__ = structure.__module__
    copy.flat_fields = tuple(fields)
    return copy


def _comments(structure: type) -> dict[str, str]:
    """The comment on each field's line; nothing where there is no source (an interactive session)."""
    try:
        lines = inspect.getsource(structure).splitlines()
    except (OSError, TypeError):
        return {}
    return {match["name"]: match["text"].strip() for line in lines if (match := _LINE.match(line))}
