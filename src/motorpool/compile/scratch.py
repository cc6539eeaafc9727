"""Arrays that compiled code makes without allocation: on its stack, from rows of another array, or from an address.

Here in plain Python; ``native.library`` has the counterparts in compiled code.
"""

import math
from ctypes import c_char
from functools import cache
from typing import Any, TypeVar

import numpy as np

from .form.number_type import number_type

Structure = TypeVar("Structure")


def scratch(structure: type[Structure], count: int) -> Structure:
    """Return a structure of uninitialised columns, which a stage writes before it reads them.

    Compiled, they lie on the stack of the function that calls this, until it returns.

    Args:
        count: number of rows, a constant: all columns together must fit the stack.
    """
    return structure(*(np.empty(count, kind) for kind in kinds_of(structure)))


def scratch_column(count: int, kind: Any) -> Any:
    """Return one such column of ``count`` numbers of NumPy's type ``kind``."""
    return np.empty(count, kind)


def rows_of(column: Any, first: int, count: int) -> Any:
    """Return the column's ``count`` rows from ``first`` on, which it has. A slice takes much longer to compile."""
    return column[first : first + count]


@cache  # also keeps it out of compiled copies, which contain the plain functions that they call
def kinds_of(structure: Any) -> tuple[Any, ...]:
    """Return NumPy's type of each field's numbers, as in ``NDArray[np.float64]``."""
    return tuple(number_type(annotation) for annotation in structure.__annotations__.values())


def array_at(table: Any, place: int, kind: Any, first: int, shape: tuple[int, ...]) -> Any:
    """Return the array of numbers whose address is an entry of a table; the table's owner keeps them alive.

    Args:
        kind: NumPy's type of the numbers.
        first: index of the array's first number at the address.
    """
    size, count = np.dtype(kind).itemsize, math.prod(shape)
    if not count:
        return np.empty(shape, kind)
    address = int(table.flat[place]) + first * size
    memory: Any = (c_char * (count * size)).from_address(address)
    return np.frombuffer(memory, kind).reshape(shape)


def float_of(bits: int) -> float:
    """Return the float64 that has these bits."""
    return float(np.int64(bits).view(np.float64))
