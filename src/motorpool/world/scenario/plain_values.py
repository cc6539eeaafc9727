"""Values of plain scalars of YAML where the key takes another type than their look suggests.

A word without quotes that looks like something else (``name: 1992``, ``name: true``) is text where the key takes
text. ``yes``, ``no``, ``on`` and ``off`` are truth values where the key takes these, and ``false`` and ``null`` are
"off" where that is an allowed word.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from ...base.errors import switch_word, truth_value
from ...base.wording import KeyPath
from .document import Document
from .fleet_keys import VEHICLE

P = TypeVar("P", bound=BaseModel)
_QUOTED = re.compile(r"'([^']*)'")  # an allowed word in pydantic's sentence


def validated(part: type[P], document: Document) -> tuple[P | None, Document, Sequence[ErrorDetails]]:
    """Validate a document, with its plain scalars as their keys take them.

    Returns:
        The mapping, None if it has mistakes; the document with the values that were validated; the mistakes.
    """
    found, mistakes = _validated(part, document.values)
    if not (meant := _meant_values(document, mistakes)):
        return found, document, mistakes
    document = document._replace(values=_with(document.values, meant))
    found, mistakes = _validated(part, document.values)
    return found, document, mistakes


def _validated(part: type[P], values: Any) -> tuple[P | None, Sequence[ErrorDetails]]:
    try:
        return part.model_validate(values), ()
    except ValidationError as error:
        return None, error.errors(include_url=False)


def _meant_values(document: Document, mistakes: Sequence[ErrorDetails]) -> dict[str | int, Any]:
    """Return the other value of each plain scalar that has one, in mappings by step of its path."""
    children: dict[int, dict[str | int, Any]] = {}
    changes: dict[str | int, Any] = {}
    for details in mistakes:
        path, node = _node_at(document.root, details["loc"], children)
        meant = _meant_value(details, node.value) if getattr(node, "id", "") == "scalar" and path else None
        if meant is not None:
            place = changes
            for step in path[:-1]:
                place = place.setdefault(step, {})
            place[path[-1]] = meant
    return changes


def _meant_value(details: ErrorDetails, text: str) -> str | bool | None:
    """Return the text, the allowed word or the truth value that a scalar stands for; None if there is none."""
    match details["type"]:
        case "string_type":
            return text
        case "literal_error":
            allowed = _QUOTED.findall(str(details.get("ctx", {}).get("expected")))
            return text if text in allowed else switch_word(text, allowed)
        case "bool_type":
            return truth_value(text)
        case _:
            return None


def _node_at(root: Any, path: KeyPath, children: dict[int, dict[str | int, Any]]) -> tuple[list[str | int], Any]:
    """Return the path in the file and the node at pydantic's path; keys that a short form leaves out are skipped."""
    node, written = root, list[str | int]()
    for step in path:
        inner = _children(node, children)
        found = VEHICLE if step == "model" and step not in inner else step
        if found in inner:
            written.append(found)
            node = inner[found]
        elif getattr(node, "id", "") == "mapping":
            return written, None
    return written, node


def _children(node: Any, known: dict[int, dict[str | int, Any]]) -> Mapping[str | int, Any]:
    if id(node) not in known:
        kind, inner = getattr(node, "id", ""), cast("list[Any]", node.value if node is not None else [])
        known[id(node)] = dict(enumerate(inner)) if kind == "sequence" else {}
        if kind == "mapping":
            known[id(node)] = {key.value: value for key, value in inner}
    return known[id(node)]


def _with(values: Any, changes: Any) -> Any:
    """Return a copy of values with some of them changed; parts without changes are shared."""
    if not isinstance(changes, dict):
        return changes
    copy = values.copy()
    for step, change in cast("dict[Any, Any]", changes).items():
        copy[step] = _with(copy[step], change)
    return copy
