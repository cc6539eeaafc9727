"""Fields of a model: the range of a field as its type, its meaning and unit from the comment on its line.

A model writes ``wheelbase: Positive = 2.7  # front to rear axle [m]``. The type is a plain ``float``
with its range attached (``typing.Annotated``), so that a value can be refused before it is used; the
comment is what the tables, tooltips and error messages show.
"""

import ast
import inspect
import linecache
import math
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple, cast, get_type_hints

from ..base.errors import ModelError, switch_word


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

    types: Mapping[str, object]


@dataclass(frozen=True)
class Names:
    """Words that may be given instead of a number: ``speed_reference="front"``; ``is_choice``: and nothing between."""

    values: tuple[tuple[str, float], ...]
    is_choice: bool = False

    def value_of(self, word: str) -> float | None:
        """Return the number that a word stands for, or None."""
        values = dict(self.values)
        return values.get(word, values.get(switch_word(word, values) or word))


@dataclass(frozen=True)
class OptionalField:
    """Mark of a parameter whose default switches its effect off, so that a vehicle's file may leave it out.

    It stands beside the field's type: ``Annotated[NonNegative, OPTIONAL]``.
    """


OPTIONAL = OptionalField()

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
Defect = Annotated[  # of a published program: as it was published, or corrected
    float,
    Range(low=0.0, high=1.0, words="0 or 1"),
    Names((("corrected", 0.0), ("as-published", 1.0)), is_choice=True),
]

MODEL_FILE = "model"  # name of the file of a model that has a folder of its own
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
    is_optional: bool = False  # may be left out of a vehicle's file

    def check(self, value: object, where: str) -> float:
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

    def _number(self, value: object) -> float | None:
        if isinstance(value, str):
            return self.names.value_of(value) if self.names is not None else None
        if isinstance(value, bool):
            word = switch_word(value, dict(self.names.values)) if self.names is not None else None
            return self.names.value_of(word) if self.names is not None and word is not None else None
        try:
            return float(cast("Any", value))
        except (TypeError, ValueError, OverflowError):
            return None

    def _unit_after(self, number: float | None) -> str:
        return f" {self.unit}" if number is not None and self.unit not in ("", "1") else ""


def shown_value(value: object) -> str:
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
    for name in names_in(structure):
        hint = hints.get(name, float)
        if is_structure(hint):
            found += fields_of_part(name, hint, defaults.get(name), comments.get(name, ""))
        else:
            found.append(field_of(name, hint, float(defaults.get(name) or 0.0), comments.get(name, "")))
    return tuple(found)


def is_structure(hint: object) -> bool:
    """Return whether a field's type is a structure: that of a part."""
    return hasattr(hint, "_fields")


def names_in(structure: type) -> tuple[str, ...]:
    """Return the names of a structure's own fields: parts by theirs."""
    return getattr(structure, "_fields", ())


def own_name(structure: type) -> str:
    """Return the name of the module that a structure is declared in, as ``home_name`` does."""
    return home_name(structure.__module__)


def home_name(module: str) -> str:
    """Return the last word of a module's dotted name; of a model in a folder of its own the folder's name."""
    package, _, name = module.rpartition(".")
    return package.rpartition(".")[2] if name == MODEL_FILE and package else name


def fields_of_part(name: str, hint: object, default: object, comment: str) -> list[Field]:
    """Return the fields of a part as they stand in the structure that nests it.

    Args:
        name: name of the part in the structure.
        hint: its type, a structure.
        default: default value of the part; None for its own.
        comment: on its line.
    """
    part: type = getattr(hint, "__origin__", cast("type", hint))  # without what stands beside it
    metadata = getattr(hint, "__metadata__", ())
    narrowed: Mapping[str, object] = {}
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


def value_at(structure: object, path: str) -> Any:
    """Return the value of a field, or of a part's field: ``value_at(params, "front_axle.offset")``."""
    for name in path.split("."):
        structure = getattr(structure, name)
    return structure


def field_of(name: str, hint: object, default: float, comment: str) -> Field:
    """Return the field of a line.

    Args:
        hint: its type, with its range if it has one.
        default: its value if none is given.
        comment: on its line, with its unit at the end.
    """
    metadata = getattr(hint, "__metadata__", ())
    names = next((item for item in metadata if isinstance(item, Names)), None)
    unit = _UNIT.search(comment)
    meaning = comment[: unit.start()] if unit else comment
    is_optional = OPTIONAL in metadata
    return Field(name, default, meaning, unit["unit"] if unit else "", _range_of(hint), names, is_optional=is_optional)


def _range_of(hint: object) -> Range:
    """Return the range that stands beside a field's type; every finite number where there is none."""
    return next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Range)), Range())


def with_defaults(structure: type, values: Mapping[str, float]) -> type:
    """Return the same flat structure with other default values."""
    return flat_structure(
        structure, [field._replace(default=values.get(field.name, field.default)) for field in fields_of(structure)]
    )


def flat_structure(structure: type | SimpleNamespace, fields: Sequence[Field]) -> type:
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
    """Return the comment on each field's line; nothing where there is no source (an interactive session)."""
    try:
        lines = _source_of(structure).splitlines()
    except (OSError, TypeError):
        return {}
    return {match["name"]: match["text"].strip() for line in lines if (match := _LINE.match(line))}


def _source_of(structure: type) -> str:
    """Return the source text of a class, as ``inspect`` does, which parses the whole file again for each class.

    Raises:
        OSError: there is none.
        TypeError: likewise.
    """
    module = sys.modules.get(structure.__module__)
    file = getattr(module, "__file__", None)
    if module is None or file is None:
        return inspect.getsource(structure)
    linecache.checkcache(file)
    lines = linecache.getlines(file, vars(module))
    first, last = _classes_in("".join(lines)).get(structure.__qualname__, (0, 0))
    return "".join(lines[first:last]) if last else inspect.getsource(structure)


@lru_cache
def _classes_in(text: str) -> Mapping[str, tuple[int, int]]:
    """Return the lines of each class of a module, the end excluded, by its qualified name; of equal names the first."""
    found: dict[str, tuple[int, int]] = {}
    waiting: list[tuple[str, ast.AST]] = [("", ast.parse(text))]
    for prefix, node in waiting:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                found.setdefault(f"{prefix}{child.name}", (child.lineno - 1, child.end_lineno or 0))
                waiting.append((f"{prefix}{child.name}.", child))
            elif isinstance(child, ast.FunctionDef):
                waiting.append((f"{prefix}{child.name}.<locals>.", child))
            elif isinstance(child, ast.stmt):
                waiting.append((prefix, child))
    return found


def comment_on(line: str) -> str:
    """Return the comment on a field's line; nothing where there is none."""
    match = _LINE.match(line)
    return match["text"].strip() if match else ""
