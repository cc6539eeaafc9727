"""Structures of arrays from a table of addresses, the single argument of a compiled stage.

A stage has up to 300 columns; unpacking as many NumPy arrays at each call would be slow. Therefore the table (int64)
holds the address and shape of each array, and the bits of each number, and a generated adapter reconstructs the
structures inside compiled code, at no cost.

The adapter's text depends only on the layout: the class and the fields' layouts of a structure, the type of an array,
the name of a number's type.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray


class ArrayLayout(NamedTuple):
    """Properties of an array that stay the same when its columns are reallocated."""

    kind: Any  # NumPy dtype
    dimensions: int


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
    """Return the entries of the table for a structure, an array or a number."""
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
        by_rows: whether its arrays begin at row ``first`` and have ``count`` rows.
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
    return f"{structure.__module__.rpartition('.')[2]}_{structure.__name__}"


def _array_text(layout: ArrayLayout, place: int, by_rows: bool) -> str:
    if by_rows:
        assert layout.dimensions == 1, "a column has one number for each row"
        return f"array_at(table, {place}, {layout.kind.name}, first, (count,))"
    shape = ", ".join(f"table[{place + 1 + axis}]" for axis in range(layout.dimensions))
    return f"array_at(table, {place}, {layout.kind.name}, 0, ({shape},))"


def names_in(layout: Any) -> Iterator[tuple[str, Any]]:
    """Return the names to which a layout's text refers, with their values."""
    if isinstance(layout, ArrayLayout):
        yield layout.kind.name, layout.kind.type
    elif not isinstance(layout, str):
        structure, fields = layout
        yield _name_of(structure), structure
        for field in fields:
            yield from names_in(field)
