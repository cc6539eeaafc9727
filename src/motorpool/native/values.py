"""Values of a function that is being lowered: trees whose leaves are LLVM values, and their types.

A number is a leaf. A structure or tuple is a tree of its fields, an array a pointer and a shape. What is known while
compiling (functions, classes, types) has no leaves. Types are plain tuples, so that they can be compared and hashed.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, cast

import numpy as np

LLVM = {"f64": "double", "f32": "float", "i64": "i64", "i1": "i1", "ptr": "ptr"}  # name of each kind in LLVM's text
_RANKS = {"i1": 0, "i64": 1, "f32": 2, "f64": 3}

# Numbers of arrays in memory: LLVM's type, bytes, and the kind that they are computed as.
STORAGE = {
    "float64": ("double", 8, "f64"), "float32": ("float", 4, "f32"),
    "int64": ("i64", 8, "i64"), "uint64": ("i64", 8, "i64"), "int32": ("i32", 4, "i64"), "uint32": ("i32", 4, "i64"),
    "int16": ("i16", 2, "i64"), "uint16": ("i16", 2, "i64"), "int8": ("i8", 1, "i64"), "uint8": ("i8", 1, "i64"),
    "bool": ("i8", 1, "i1"),
}  # fmt: skip

# "f64" for a number, ("array", dtype, dimensions), ("tuple", class or None, fields), ("range", step), ("known", value)
Type: TypeAlias = Any


class UnsupportedError(Exception):
    """Text that cannot become machine code.

    Attributes:
        file: of the text; empty until it is known.
        line: in the file.
        reason: a sentence without a full stop.
    """

    def __init__(self, reason: str, file: str = "", line: int = 0):
        super().__init__(reason)
        self.reason, self.file, self.line = reason, file, line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.file else self.reason


class WidenedError(Exception):
    """A name or a result got a wider type than before: its function is to be lowered again."""


class Number:
    """A number, a truth value or a pointer: an LLVM value, and what is known of it."""

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
    """A named tuple, or a tuple where the class is None."""

    __slots__ = ("fields", "of")

    def __init__(self, of: Any, fields: "Sequence[Value]"):
        self.of, self.fields = of, list(fields)


class Range:
    """Numbers that a loop counts."""

    __slots__ = ("start", "step", "stop")

    def __init__(self, start: Number, stop: Number, step: int):
        self.start, self.stop, self.step = start, stop, step


class Known:
    """Thing that is known while compiling, and is no number."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


class Slot:
    """A structure or number in stack cells, of which only what is asked for is loaded."""

    __slots__ = ("cells", "type")

    def __init__(self, kind: Type, cells: list[tuple[str, str]]):
        self.type, self.cells = kind, cells


Value: TypeAlias = Number | Array | Structure | Range | Known
NOTHING = Known(None)


def type_of(value: Value) -> Type:
    """Return the type of a value."""
    if isinstance(value, Number):
        return value.kind
    if isinstance(value, Array):
        return ("array", value.dtype, len(value.shape))
    if isinstance(value, Structure):
        return ("tuple", value.of, tuple(map(type_of, value.fields)))
    if isinstance(value, Range):
        return ("range", value.step)
    return ("known", value.value)


def kinds_of(kind: Type) -> list[str]:
    """Return the kinds of the leaves of a type."""
    if isinstance(kind, str):
        return [kind]
    match kind[0]:
        case "array":
            return ["ptr", *["i64"] * kind[2]]
        case "tuple":
            return [leaf for field in kind[2] for leaf in kinds_of(field)]
        case "range":
            return ["i64", "i64"]
        case _:
            return []


def leaves_of(value: Value) -> list[Number]:
    """Return the leaves of a value."""
    if isinstance(value, Number):
        return [value]
    if isinstance(value, Array):
        return [value.pointer, *value.shape]
    if isinstance(value, Structure):
        return [leaf for field in value.fields for leaf in leaves_of(field)]
    return [value.start, value.stop] if isinstance(value, Range) else []


def built(kind: Type, leaves: Iterator[Number]) -> Value:
    """Return the value of a type that has these leaves."""
    if isinstance(kind, str):
        return next(leaves)
    match kind[0]:
        case "array":
            return Array(kind[1], next(leaves), [next(leaves) for _ in range(kind[2])])
        case "tuple":
            return Structure(kind[1], [built(field, leaves) for field in kind[2]])
        case "range":
            return Range(next(leaves), next(leaves), kind[1])
        case _:
            return Known(kind[1])


def common_type(first: Type, second: Type) -> Type:
    """Return the type that holds the values of both.

    Raises:
        UnsupportedError: there is none.
    """
    if first == second:
        return first
    if isinstance(first, str) and isinstance(second, str) and "ptr" not in (first, second):
        return common_kind(first, second)
    if first[0] == second[0] == "tuple" and len(first[2]) == len(second[2]):
        return ("tuple", first[1] or second[1], tuple(map(common_type, first[2], second[2])))
    raise UnsupportedError(f"one name or result is {described(first)} here and {described(second)} there")


def common_kind(first: str, second: str) -> str:
    """Return the kind of number in which two are computed with, as Python and NumPy do."""
    if {first, second} == {"i64", "f32"}:
        return "f64"
    return first if _RANKS[first] >= _RANKS[second] else second


def described(kind: Type) -> str:
    """Return words for a type."""
    if isinstance(kind, str):
        return {"i1": "a truth value", "i64": "a whole number", "ptr": "an address"}.get(kind, "a number")
    match kind[0]:
        case "array":
            return f"an array of {kind[1]}"
        case "tuple":
            return f"a {kind[1].__name__}" if kind[1] else f"a tuple of {len(kind[2])}"
        case "range":
            return "a range"
        case _:
            return "nothing" if kind[1] is None else f"{getattr(kind[1], '__name__', kind[1])!s}"


def literal(value: Any) -> Number:
    """Return a number that is known."""
    dtype = np.dtype(cast("Any", type(value)))
    match dtype.kind:
        case "b":
            return Number("i1", "true" if value else "false", bool(value), not_negative=True)
        case "i" | "u":
            return Number("i64", str(int(value)), int(value), not_negative=int(value) >= 0)
        case _:
            return Number("f32" if dtype == np.float32 else "f64", _bits(float(value)), float(value))


def value_of(thing: Any) -> Value:
    """Return the value of a Python object that is known."""
    if isinstance(thing, (bool, int, float, np.generic)):
        return literal(thing)
    if isinstance(thing, tuple):
        fields = cast("tuple[Any, ...]", thing)
        return Structure(type(fields) if hasattr(fields, "_fields") else None, [value_of(field) for field in fields])
    return Known(thing)


def _bits(value: float) -> str:
    """Return LLVM's text of a number, which is that of its bits."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
