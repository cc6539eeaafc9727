"""Types of a typed program: numbers, arrays, structures, and Python objects that are known at compile time.

Numbers and truth values are named by a word. Arrays, ranges and known objects are compared by value; a structure is
one object for each class and types of its fields in a program, so structures are compared by identity.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

FLOAT, SINGLE, WHOLE, TRUTH = "f64", "f32", "i64", "i1"
_RANKS = {TRUTH: 0, WHOLE: 1, SINGLE: 2, FLOAT: 3}
TUPLE_FIELDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

# Kind of number in which an element of an array is computed, by the name of its type in NumPy.
ELEMENTS = {
    "float64": FLOAT, "float32": SINGLE, "int64": WHOLE, "uint64": WHOLE, "int32": WHOLE, "uint32": WHOLE,
    "int16": WHOLE, "uint16": WHOLE, "int8": WHOLE, "uint8": WHOLE, "bool": TRUTH,
}  # fmt: skip


class UnsupportedError(Exception):
    """Python text without a counterpart in the form.

    Attributes:
        file: file of the text; empty until it is known.
        line: line in the file.
        reason: a sentence without a full stop.
    """

    def __init__(self, reason: str, file: str = "", line: int = 0):
        super().__init__(reason)
        self.reason, self.file, self.line = reason, file, line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.file else self.reason


@dataclass(frozen=True, slots=True)
class ArrayType:
    """A contiguous array."""

    dtype: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class RangeType:
    """Range of a loop, with a fixed step."""

    step: int


@dataclass(frozen=True, slots=True)
class KnownType:
    """A Python object that is known at compile time and is no number: a function, a class, a module, None."""

    value: Any


@dataclass(eq=False, slots=True)
class Struct:
    """A structure, or a tuple.

    A class may have operators, as ``compile.dual.Dual`` has: methods for them, and ``of_number``, which converts a
    number.

    Attributes:
        of: class of the NamedTuple, or another with ``_fields`` and ``_field_defaults``; None for a tuple.
        types: types of the fields, in order.
        name: unique in a program text; empty until a program is named.
        doc: a sentence, empty until a program is named.
    """

    of: Any
    types: "tuple[Type, ...]"
    name: str = ""
    doc: str = ""

    @property
    def is_tuple(self) -> bool:
        """Return whether the fields have no names in Python."""
        return self.of is None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the fields."""
        if self.of is not None:
            return self.of._fields
        return tuple(TUPLE_FIELDS[k] if k < len(TUPLE_FIELDS) else f"field{k}" for k in range(len(self.types)))

    @property
    def fields(self) -> "tuple[tuple[str, Type], ...]":
        """Return names and types of the fields."""
        return tuple(zip(self.names, self.types, strict=True))


Type: TypeAlias = str | ArrayType | RangeType | KnownType | Struct


def common_kind(first: str, second: str) -> str:
    """Return the kind of number in which two numbers are computed, as in Python and NumPy."""
    if {first, second} == {WHOLE, SINGLE}:
        return FLOAT
    return first if _RANKS[first] >= _RANKS[second] else second


def described(kind: Type) -> str:
    """Return words for a type, as error messages use them."""
    match kind:
        case str():
            return {TRUTH: "a truth value", WHOLE: "a whole number"}.get(kind, "a number")
        case ArrayType():
            return f"an array of {kind.dtype}"
        case RangeType():
            return "a range"
        case KnownType():
            return "nothing" if kind.value is None else f"{getattr(kind.value, '__name__', kind.value)!s}"
        case Struct():
            return f"a tuple of {len(kind.types)}" if kind.of is None else f"a {kind.of.__name__}"
