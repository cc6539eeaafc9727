"""Generated text that checks the inputs of a step: controls, parameters and ground must be finite and in range.

Fields with a common limit are checked together, by their minimum or maximum. NaN is detected by the sum of all values,
which is finite only if every value is. The ranges of the state are widened by a few units in the last place, because
rounding can carry a step beyond them.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..models.fields import Field, fields_of
from ..models.registry import Model

ROUNDINGS = 16.0  # by which a state may exceed its range, in units of the last place of the limit or of 1

# Checked columns, up to which the loop of the first step checks them. A loop of its own reads them once more: a tenth
# to a third of a step of so few. From 45 on it is as fast, and compiles in less time.
FEW = 32


def lesser(first: Any, second: Any) -> Any:
    """Return the smaller of two values; the second where one is NaN."""
    return first if first < second else second


def greater(first: Any, second: Any) -> Any:
    """Return the larger of two values; the second where one is NaN."""
    return first if first > second else second


# Called in the generated text, which is shorter so.
CHOICE: dict[str, Callable[[Any, Any], Any]] = {"<": lesser, ">": greater}


def total(terms: Sequence[str]) -> str:
    """Return the text of a sum that is short of dependent additions; zero of no terms."""
    if len(terms) < 2:
        return terms[0] if terms else "ZERO"
    middle = len(terms) // 2
    return f"({total(terms[:middle])} + {total(terms[middle:])})"


def checked_columns(model: Model) -> list[str]:
    """Return the fields that are checked, as ``part.field``: all but those of the state that have no range."""
    return [
        f"{part}.{field.name}"
        for part, field in _fields(model)
        if part != "state" or math.isfinite(field.range.low) or math.isfinite(field.range.high)
    ]


def check_lines(model: Model, float_type: str) -> list[str]:
    """Return the lines that set ``known``, finite if all that a step would read is, and ``is_allowed``."""
    lines: list[str] = []
    limits = _limits(model, float_type)
    terms = [
        f"(not ({_folded(names, comparison[0], f'value_{number}_', lines)} {comparison} FLOAT({limit!r})))"
        for number, ((comparison, limit), names) in enumerate(limits.items())
    ]
    if hasattr(model.module, "is_valid"):
        terms.append("is_valid(control, params, dt)")
    read = [f"{part}.{field.name}" for part, field in _fields(model) if part != "state"]
    return [
        *lines,
        f"known = {total(read)}",
        f"is_allowed = {' & '.join(terms) or 'True'}",
    ]


def _fields(model: Model) -> list[tuple[str, Field]]:
    return [(part, field) for part, structure in model.structures.items() for field in fields_of(structure)]


def _limits(model: Model, float_type: str) -> dict[tuple[str, float], list[str]]:
    """Return fields by the comparison with a limit that must be false: ``("<", 0.0)`` for values of 0 or more."""
    found: dict[tuple[str, float], list[str]] = {}
    for part, field in _fields(model):
        equals = "=" * field.range.is_open
        for sign, limit in zip("<>", limits_of(part, field, float_type), strict=True):
            if math.isfinite(limit):
                found.setdefault((f"{sign}{equals}", limit), []).append(f"{part}.{field.name}")
    return found


def limits_of(part: str, field: Field, float_type: str = "float64") -> tuple[float, float]:
    """Return the lowest and the highest value of a field that a step takes."""
    low, high = field.range.low, field.range.high
    slack = ROUNDINGS * float(np.finfo(float_type).eps) if part == "state" else 0.0
    return (
        low - slack * max(1.0, abs(low)) if math.isfinite(low) else low,
        high + slack * max(1.0, abs(high)) if math.isfinite(high) else high,
    )


def _folded(names: list[str], sign: str, stem: str, lines: list[str]) -> str:
    """The name of the least (``<``) or greatest (``>``) of some values, after ``lines`` that find it pair by pair."""
    number = 0
    while len(names) > 1:
        first, second, *rest = names
        lines.append(f"{stem}{number} = {CHOICE[sign].__name__}({first}, {second})")
        names = [*rest, f"{stem}{number}"]
        number += 1
    return names[0]
