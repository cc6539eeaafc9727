"""Mistakes that pydantic finds in a YAML file, each as a sentence: unknown and missing keys, and values not allowed."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from ...base.errors import suggestion, unknown_key
from ...base.synonyms import explanation
from ...base.wording import KeyPath, shown_path
from ...models.fields import shown_value
from ..scenario_keys import Problem
from .format import parts_in

_MUST_BE = {
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
    "finite_number": "finite",
    "string_too_short": "a word",
}


class Format(NamedTuple):
    """Format of a kind of files."""

    root: type[BaseModel]  # with the top-level keys
    listed: str  # page that lists all keys
    no_mapping: str  # sentence on a file that is no mapping


def problem_of(details: ErrorDetails, form: Format) -> Problem:
    """Return the sentence on an error of pydantic."""
    path: KeyPath = tuple(step for step in details["loc"])
    kind, value = details["type"], details["input"]
    if kind == "missing":
        return Problem(path, f"{shown_path(path)} is missing; add it{_described(path, form)}")
    if kind == "extra_forbidden":
        return Problem(path, unknown_key_at(path, _keys_of(path[:-1], form), form), is_about_key=True)
    if not path:
        return Problem(path, form.no_mapping)
    return Problem(
        path, f"{shown_path(path)} is {shown_value(value)}; it must be {_allowed(details)}{_described(path, form)}"
    )


def unknown_key_at(path: KeyPath, known: Iterable[str], form: Format) -> str:
    """Return the sentence on a key that does not exist.

    Args:
        known: keys that exist there.
    """
    return unknown_key(shown_path(path), str(path[-1]), known, listed=form.listed)


def _allowed(details: ErrorDetails) -> str:
    context: Mapping[str, Any] = details.get("ctx", {})
    match details["type"]:
        case "greater_than":
            return "positive" if context["gt"] == 0 else f"greater than {context['gt']}"
        case "greater_than_equal":
            return "zero or positive" if context["ge"] == 0 else f"{context['ge']} or more"
        case "less_than_equal":
            return f"{context['le']} or less"
        case "less_than":
            return f"less than {context['lt']}"
        case "literal_error":
            return f"one of {context['expected']}{_meant(details)}"
        case "too_short":
            return f"a list of {context['min_length']} or more"
        case "too_long":
            return f"a list of {'at most ' if context['field_type'] == 'List' else ''}{context['max_length']}"
        case kind if kind in _MUST_BE:
            hint = _number_hint(details["input"]) if kind in ("float_type", "int_type") else ""
            return _MUST_BE[kind] + hint
        case _:
            return details["msg"].removeprefix("Value error, ")


def _meant(details: ErrorDetails) -> str:
    """Return the allowed word that was probably meant by the given one, in parentheses."""
    allowed = re.findall(r"'([^']*)'", str(details.get("ctx", {}).get("expected")))
    meant = suggestion(str(details["input"]), allowed) or explanation(str(details["input"]))
    return f" ({meant})" if meant else ""


def _number_hint(value: Any) -> str:
    try:
        number = float(value) if isinstance(value, str) else None
    except ValueError:
        return ""
    return f", written {number}" if number is not None else ""


def _described(path: KeyPath, form: Format) -> str:
    field = _field_at(path, form)
    return f" ({field.description})" if field is not None and field.description else ""


def _keys_of(path: KeyPath, form: Format) -> list[str]:
    part = _part_at(path, form)
    return list(part.model_fields) if part is not None else []


def _field_at(path: KeyPath, form: Format) -> FieldInfo | None:
    while path and isinstance(path[-1], int):
        path = path[:-1]
    part = _part_at(path[:-1], form) if path else None
    return part.model_fields.get(str(path[-1])) if part is not None else None


def _part_at(path: KeyPath, form: Format) -> type[BaseModel] | None:
    part: type[BaseModel] | None = form.root
    for step in path:
        if isinstance(step, int) or part is None:
            continue
        field = part.model_fields.get(step)
        part = next(parts_in(field.annotation), None) if field is not None else None
    return part
