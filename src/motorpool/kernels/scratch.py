"""Columns to work with inside a stage: on the stack, in compiled code."""

from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np import numpy_support

from .addresses import build_array

Structure = TypeVar("Structure")


def scratch(structure: type[Structure], count: int) -> Structure:
    """Return a structure of columns that hold anything, for a stage to write before it reads.

    Compiled, they lie on the stack of the function that calls this, until it returns.

    Args:
        structure: its fields are declared as NumPy arrays of a type.
        count: of the rows, a constant: all columns together are to fit the stack.
    """
    return structure(*(np.empty(count, kind) for kind in _kinds_of(structure)))


@intrinsic(prefer_literal=True)
def stack_scratch(_context: Any, structure: Any, count: Any) -> Any:
    """``scratch`` in compiled code."""
    rows = count.literal_value
    kinds = [numpy_support.from_dtype(np.dtype(kind)) for kind in _kinds_of(structure.instance_class)]
    columns = [types.Array(kind, 1, "C") for kind in kinds]
    result = types.NamedTuple(columns, structure.instance_class)

    def build(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        return context.make_tuple(builder, result, [_stack_array(context, builder, each, rows) for each in columns])

    return result(structure, count), build


def _stack_array(context: Any, builder: Any, kind: Any, rows: int) -> Any:
    """An array in the stack frame of the function that is built, made once however often this place is passed."""
    length = context.get_constant(types.intp, rows)
    with builder.goto_entry_block():
        numbers = builder.alloca(context.get_data_type(kind.dtype), length)
    return build_array(context, builder, kind, numbers, [length])


def _kinds_of(structure: Any) -> Iterator[Any]:
    """NumPy's type of each field's numbers, as in ``NDArray[np.float64]``."""
    for annotation in structure.__annotations__.values():
        yield annotation.__args__[1].__args__[0]
