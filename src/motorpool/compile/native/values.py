"""Values of a function that is being written: trees whose leaves are LLVM values.

A number is a leaf. A structure or tuple is a tree of its fields, an array a pointer and a shape. Python objects that
are known at compile time (functions, classes, None) have no leaves.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from ..form.types import FLOAT, SINGLE, TRUTH, WHOLE, ArrayType, KnownType, RangeType, Struct, Type

POINTER = "ptr"
LLVM = {FLOAT: "double", SINGLE: "float", WHOLE: "i64", TRUTH: "i1", POINTER: "ptr"}  # name of each kind in LLVM's text

# Numbers of arrays in memory: LLVM's type and bytes.
STORAGE = {
    "float64": ("double", 8), "float32": ("float", 4), "int64": ("i64", 8), "uint64": ("i64", 8), "int32": ("i32", 4),
    "uint32": ("i32", 4), "int16": ("i16", 2), "uint16": ("i16", 2), "int8": ("i8", 1), "uint8": ("i8", 1),
    "bool": ("i8", 1),
}  # fmt: skip


class Number:
    """A number, a truth value or a pointer: an LLVM value, and its properties."""

    __slots__ = ("constant", "is_used", "kind", "not_negative", "text")

    def __init__(self, kind: str, text: str, constant: Any = None, *, not_negative: bool = False):
        self.kind, self.text, self.constant, self.not_negative = kind, text, constant, not_negative
        self.is_used = False


class Array:
    """A contiguous array: the pointer to its first number, and its shape."""

    __slots__ = ("dtype", "pointer", "shape")

    def __init__(self, dtype: str, pointer: Number, shape: Sequence[Number]):
        self.dtype, self.pointer, self.shape = dtype, pointer, list(shape)


class Structure:
    """The fields of a structure or tuple."""

    __slots__ = ("fields",)

    def __init__(self, fields: "Sequence[Value]"):
        self.fields = list(fields)


class Range:
    """Range of a counting loop."""

    __slots__ = ("start", "step", "stop")

    def __init__(self, start: Number, stop: Number, step: int):
        self.start, self.stop, self.step = start, stop, step


class Nothing:
    """A value without leaves: a Python object that is known at compile time."""

    __slots__ = ()


class Slot:
    """A structure or number in stack cells; only the fields that are read are loaded."""

    __slots__ = ("cells", "type")

    def __init__(self, kind: Type, cells: list[tuple[str, str]]):
        self.type, self.cells = kind, cells


Value: TypeAlias = Number | Array | Structure | Range | Nothing
NOTHING = Nothing()


def kinds_of(kind: Type) -> list[str]:
    """Return the kinds of the leaves of a type."""
    match kind:
        case str():
            return [kind]
        case ArrayType():
            return [POINTER, *[WHOLE] * kind.dimensions]
        case Struct():
            return [leaf for field in kind.types for leaf in kinds_of(field)]
        case RangeType():
            return [WHOLE, WHOLE]
        case KnownType():
            return []


def leaves_of(value: Value) -> list[Number]:
    """Return the leaves of a value."""
    match value:
        case Number():
            return [value]
        case Array():
            return [value.pointer, *value.shape]
        case Structure():
            return [leaf for field in value.fields for leaf in leaves_of(field)]
        case Range():
            return [value.start, value.stop]
        case Nothing():
            return []


def built(kind: Type, leaves: Iterator[Number]) -> Value:
    """Return the value of a type that has these leaves."""
    match kind:
        case str():
            return next(leaves)
        case ArrayType():
            return Array(kind.dtype, next(leaves), [next(leaves) for _ in range(kind.dimensions)])
        case Struct():
            return Structure([built(field, leaves) for field in kind.types])
        case RangeType():
            return Range(next(leaves), next(leaves), kind.step)
        case KnownType():
            return NOTHING


def literal(value: Any, kind: str) -> Number:
    """Return a constant."""
    if kind == TRUTH:
        return Number(TRUTH, "true" if value else "false", bool(value), not_negative=True)
    if kind == WHOLE:
        return Number(WHOLE, str(int(value)), int(value), not_negative=int(value) >= 0)
    return Number(kind, _bits(_rounded(float(value)) if kind == SINGLE else float(value)), float(value))


def whole(value: int) -> Number:
    """Return a constant whole number."""
    return literal(value, WHOLE)


def value_of(value: Any, kind: Type) -> Value:
    """Return the value of a Python number, or of a tuple of numbers."""
    match kind:
        case str():
            return literal(value, kind)
        case Struct():
            return Structure([value_of(field, each) for field, each in zip(value, kind.types, strict=True)])
        case _:
            return NOTHING


def _rounded(value: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def _bits(value: float) -> str:
    """Return LLVM's text of a number, which is that of its bits."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
