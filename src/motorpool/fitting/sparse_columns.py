"""Columns of a log that store finite values only; a column becomes an array of all rows when it is read.

The memory for a file in which each row fills other columns is proportional to the number of values, not to rows times
columns.
"""

import math
from array import array
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int32]


class Cells:
    """Values of a column while a file is read."""

    def __init__(self):
        self.rows = array("i")
        self.values = array("d")

    def add(self, row: int, value: float) -> None:
        """Add a value; ignore infinite values and NaN."""
        if math.isfinite(value):
            self.rows.append(row)
            self.values.append(value)

    def as_arrays(self) -> "FilledRows":
        """Return the values as arrays."""
        return FilledRows(np.array(self.rows, np.int32), np.array(self.values, np.float64))


class FilledRows(NamedTuple):
    """Rows in which a column has a value."""

    rows: Rows
    values: Floats


class Columns(Mapping[str, Floats]):
    """Columns by their headings; a value is NaN where a cell is empty, infinite or no number."""

    def __init__(self, filled: Mapping[str, FilledRows], row_count: int):
        self._filled = dict(filled)
        self.row_count = row_count

    @classmethod
    def of(cls, arrays: Mapping[str, Floats]) -> "Columns":
        """Return the columns of arrays of one length."""
        row_count = max((values.size for values in arrays.values()), default=0)
        every_row = np.arange(row_count, dtype=np.int32)
        filled: dict[str, FilledRows] = {}
        for name, values in arrays.items():
            is_finite = np.isfinite(values)
            whole = FilledRows(every_row, values)
            filled[name] = whole if is_finite.all() else FilledRows(every_row[is_finite], values[is_finite])
        return cls(filled, row_count)

    def __getitem__(self, name: str) -> Floats:
        filled = self._filled[name]
        column = np.full(self.row_count, math.nan)
        column[filled.rows] = filled.values
        return column

    def __contains__(self, name: object) -> bool:
        return name in self._filled

    def __iter__(self) -> Iterator[str]:
        return iter(self._filled)

    def __len__(self) -> int:
        return len(self._filled)

    def is_empty(self, name: str) -> bool:
        """Return whether a column has no value."""
        return self._filled[name].rows.size == 0

    def without(self, name: str, *, kept: NDArray[np.bool_]) -> "Columns":
        """Return some of the rows, those that are ``kept``, of all columns but one."""
        new_rows = (np.cumsum(kept) - 1).astype(np.int32)
        chosen: dict[str, FilledRows] = {}
        for heading, (rows, values) in self._filled.items():
            is_kept = kept[rows]
            chosen[heading] = FilledRows(new_rows[rows[is_kept]], values[is_kept])
        chosen.pop(name, None)
        return Columns(chosen, int(np.count_nonzero(kept)))
