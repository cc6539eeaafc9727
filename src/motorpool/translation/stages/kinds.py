"""Kinds of values in stages: numbers, truth values, columns, tables, structures and tuples of these."""

import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np

NUMBER, BOOLEAN, RANGE, TABLE, NOTHING = "number", "boolean", "Span", "Table", "void"
ARRAYS = {
    np.float64: "Float64Array", np.float32: "Float32Array", np.int8: "Int8Array", np.uint8: "Uint8Array",
    np.int32: "Int32Array", np.uint32: "Uint32Array", np.int64: "Int32Array",
}  # fmt: skip


@dataclass(frozen=True)
class Array:
    """A column of numbers."""

    type: str = "Column"  # of TypeScript


Kind: TypeAlias = Any  # a word above, an Array, a NamedTuple's class, or a tuple of kinds


def kind_of_annotation(annotation: Any) -> Kind | None:
    """Return the kind of an annotated value; None where the annotation does not tell."""
    if annotation is Any or isinstance(annotation, TypeVar):
        return None
    if annotation in (float, int):
        return NUMBER
    simple: dict[Any, Kind] = {bool: BOOLEAN, range: RANGE, type(None): NOTHING}
    if annotation in simple:
        return simple[annotation]
    origin = get_origin(annotation)
    if origin is tuple:
        kinds = tuple(kind_of_annotation(each) for each in get_args(annotation))
        return None if None in kinds else kinds
    if origin is np.ndarray:
        (number,) = get_args(get_args(annotation)[1])
        return Array(ARRAYS[number])
    if origin is types.UnionType:
        return None
    return annotation if is_structure(annotation) else None


def is_structure(value: Any) -> bool:
    """Return whether a value is a NamedTuple's class."""
    return isinstance(value, type) and hasattr(cast("Any", value), "_fields")


def parts_of(kind: Kind) -> tuple[Kind, ...] | None:
    """Return the kinds of a tuple's values; None for what is no tuple."""
    return cast("tuple[Kind, ...]", kind) if isinstance(kind, tuple) else None


class Undeclared(NamedTuple):
    """Kinds of fields that structures declare as anything, beside columns."""

    tables: frozenset[tuple[str, str]] = frozenset()  # (class, field) with rows and columns
    structures: Mapping[tuple[str, str], Any] = {}  # class of the structure, by (class, field)
    numbers: frozenset[str] = frozenset()  # classes whose fields are numbers


def fields_of_structure(structure: Any, undeclared: Undeclared) -> dict[str, Kind]:
    """Return the kind of each field of a NamedTuple.

    Args:
        structure: its class.
        undeclared: of its fields that it declares as anything; the others are columns.
    """
    found: dict[str, Kind] = {}
    usual = NUMBER if structure.__name__ in undeclared.numbers else Array()
    for name, annotation in get_type_hints(structure).items():
        key = structure.__name__, name
        known = TABLE if key in undeclared.tables else undeclared.structures.get(key)
        found[name] = known or kind_of_annotation(annotation) or usual
    return found
