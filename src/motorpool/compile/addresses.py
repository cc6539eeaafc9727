"""Structures of arrays from addresses: how a compiled stage gets its columns with one argument.

Numba takes about 0.15 us to unpack each array argument, and more for structures of them. So the columns' addresses lie
in one table of int64; a generated adapter makes arrays and structures of them again inside compiled code, where they
cost nothing. An array takes its address and its shape, a number its bits.

A layout is what the adapter's text depends on: of a structure its class and its fields' layouts, of an array its type,
of a number the name of its own.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

cgutils: Any = import_module("numba.core.cgutils")  # without types
arrayobj: Any = import_module("numba.np.arrayobj")


class ArrayLayout(NamedTuple):
    """Properties of an array that stay the same when its columns are reallocated."""

    kind: Any  # NumPy's type
    dimensions: int


@intrinsic
def array_at(_context: Any, table: Any, place: Any, kind: Any, first: Any, shape: Any) -> Any:
    """Return the array of numbers of ``kind`` whose address is a table's entry; whoever wrote it keeps them alive.

    The entry is read as a pointer: LLVM does not vectorise loops over arrays whose addresses it saw as integers.

    Args:
        table: of addresses, int64.
        place: of the entry.
        kind: of the numbers, NumPy's type.
        first: which of the numbers at the address is to be the array's first.
        shape: of the array.
    """
    result = types.Array(kind.dtype, shape.count, "C")

    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        entries = arrayobj.make_array(table)(context, builder, arguments[0]).data
        address = context.get_data_type(kind.dtype).as_pointer()
        start = builder.load(builder.bitcast(builder.gep(entries, [arguments[1]]), address.as_pointer()))
        numbers = builder.gep(start, [arguments[3]])
        return build_array(context, builder, result, numbers, cgutils.unpack_tuple(builder, arguments[4]))

    return result(table, place, kind, first, shape), build


def build_array(context: Any, builder: Any, kind: Any, numbers: Any, shape: Any) -> Any:
    """Return the LLVM value of a contiguous array of Numba's type ``kind``, which owns nothing.

    Args:
        context: of the compilation, as ``builder``.
        builder: of the code.
        kind: Numba's type of the array.
        numbers: pointer to the first.
        shape: how many rows, columns, ...
    """
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(length, strides[0]))
    array = arrayobj.make_array(kind)(context, builder)
    arrayobj.populate_array(array, numbers, shape, strides, size, meminfo=None)
    return array._getvalue()


@intrinsic
def float_of(_context: Any, bits: Any) -> Any:
    """Return the float64 whose bits these are."""

    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.float64))

    return types.float64(bits), build


def layout_of(value: Any) -> Any:
    """Return the layout of a structure, an array or a number."""
    if isinstance(value, tuple):
        fields = cast("tuple[Any, ...]", value)
        return type(fields), tuple(map(layout_of, fields))
    if isinstance(value, np.ndarray):
        array = cast("NDArray[Any]", value)
        assert array.flags.c_contiguous, "a stage's arrays are contiguous"
        return ArrayLayout(array.dtype, array.ndim)
    return type(value).__name__


def entries_of(value: Any) -> Iterator[int]:
    """The entries of the table for a structure, an array or a number."""
    if isinstance(value, tuple):
        for field in cast("tuple[Any, ...]", value):
            yield from entries_of(field)
    elif isinstance(value, np.ndarray):
        array = cast("NDArray[Any]", value)
        yield array.__array_interface__["data"][0]
        yield from array.shape
    elif isinstance(value, float):
        yield int(np.float64(value).view(np.int64))
    else:
        yield int(value)


def text_of(layout: Any, place: int, *, by_rows: bool) -> tuple[str, int]:
    """Return the expression that makes a value of the table's entries from ``place`` on, and the place after them.

    Args:
        layout: of the value.
        place: of its first entry.
        by_rows: its arrays are to begin at row ``first`` and have ``count`` rows.
    """
    if isinstance(layout, ArrayLayout):
        return _array_text(layout, place, by_rows), place + 1 + layout.dimensions
    if isinstance(layout, str):
        entry = f"table[{place}]"
        return {"float": f"float_of({entry})", "bool": f"({entry} != 0)", "int": entry}[layout], place + 1
    structure, fields = layout
    texts: list[str] = []
    for field in fields:
        text, place = text_of(field, place, by_rows=by_rows)
        texts.append(text)
    return f"{_name_of(structure)}({', '.join(texts)})", place


def _name_of(structure: Any) -> str:
    """A structure's name in the text, where a stage may use another of the same name."""
    return f"{structure.__module__.rpartition('.')[2]}_{structure.__name__}"


def _array_text(layout: ArrayLayout, place: int, by_rows: bool) -> str:
    if by_rows:
        assert layout.dimensions == 1, "a column has one number for each row"
        return f"array_at(table, {place}, {layout.kind.name}, first, (count,))"
    shape = ", ".join(f"table[{place + 1 + axis}]" for axis in range(layout.dimensions))
    return f"array_at(table, {place}, {layout.kind.name}, 0, ({shape},))"


def names_in(layout: Any) -> Iterator[tuple[str, Any]]:
    """The names that a layout's text refers to, and what they are."""
    if isinstance(layout, ArrayLayout):
        yield layout.kind.name, layout.kind.type
    elif not isinstance(layout, str):
        structure, fields = layout
        yield _name_of(structure), structure
        for field in fields:
            yield from names_in(field)
