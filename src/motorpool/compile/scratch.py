"""Arrays that compiled code makes without allocating: on its stack, or of rows of another array.

Here in plain Python; ``intrinsics`` has the counterparts, for which compiled copies exchange them.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np

Structure = TypeVar("Structure")


def scratch(structure: type[Structure], count: int) -> Structure:
    """Return a structure of columns that hold anything, for a stage to write before it reads.

    Compiled, they lie on the stack of the function that calls this, until it returns.

    Args:
        structure: its fields are declared as NumPy arrays of a type.
        count: of the rows, a constant: all columns together are to fit the stack.
    """
    return structure(*(np.empty(count, kind) for kind in kinds_of(structure)))


def scratch_column(count: int, kind: Any) -> Any:
    """Return one such column of ``count`` numbers of NumPy's type ``kind``."""
    return np.empty(count, kind)


def rows_of(column: Any, first: int, count: int) -> Any:
    """Return the column's ``count`` rows from ``first`` on, which it has. A slice takes much longer to compile.

    Args:
        column: array of one dimension.
        first: first row.
        count: number of rows.
    """
    return column[first : first + count]


def kinds_of(structure: Any) -> Iterator[Any]:
    """NumPy's type of each field's numbers, as in ``NDArray[np.float64]``."""
    for annotation in structure.__annotations__.values():
        yield annotation.__args__[1].__args__[0]
