"""Columns of a log that store finite values only; a column becomes an array of all rows when it is read.

The memory for a file in which each row fills other columns is proportional to the number of values, not to rows times
columns.
"""

import itertools
import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError
from ...base.terminal import in_one_line

MOST_BYTES = 1 << 31  # of a file, and of its decompressed chunks
MOST_TEXT_BYTES = 1 << 29  # of a file of text, which takes several times as much memory
MOST_ROWS = 1 << 22  # 11 hours at 100 Hz; a small compressed file can have any number of equal rows
MOST_COLUMNS = 1 << 16  # limit of a table's columns, each an array of all rows
MOST_NUMBERS = 1 << 26  # of all columns together: half a gigabyte
LONGEST_NAME = 250  # of a column [characters]
MOST_LISTED = 12  # columns in a sentence


def check_size(path: Path, *, rows: int = 0, columns: int = 0, numbers: int = 0, is_partial: bool = False) -> None:
    """Check that a log is not too large.

    Args:
        numbers: number of cells that are read.
        is_partial: the file was read only up to here and may have more.

    Raises:
        FitError: a number exceeds its limit.
    """
    limits = (
        ("rows", rows, MOST_ROWS, "cut it into several logs"),
        ("columns", columns, MOST_COLUMNS, "keep the columns that the fit needs"),
        ("numbers", numbers, MOST_NUMBERS, "keep the columns that the fit needs, or cut it into several logs"),
    )
    for words, count, most, advice in limits:
        if count > most:
            number = f"at least {count}" if is_partial else str(count)
            raise FitError(f"{path} has {number} {words}; a log may have at most {most}: {advice}")


def listed(names: Iterable[str], *, sign: str = ", ") -> str:
    """Return the first names of columns, separated by a ``sign``, for a message."""
    return sign.join(in_one_line(name[:LONGEST_NAME]) for name in itertools.islice(names, MOST_LISTED))


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

    def extend(self, rows: NDArray[np.int_], values: Floats) -> None:
        """Add finite values of several rows."""
        self.rows.extend(rows.tolist())
        self.values.extend(values.tolist())

    def as_arrays(self) -> "FilledRows":
        """Return the values as arrays."""
        return FilledRows(np.array(self.rows, np.int32), np.array(self.values, np.float64))


class FilledRows(NamedTuple):
    """Rows in which a column has a value."""

    rows: Rows
    values: Floats


class Columns(Mapping[str, Floats]):
    """Columns by their headings; a value is NaN where a cell is empty, infinite or no number."""

    def __init__(self, filled: Mapping[str, FilledRows], row_count: int, units: Mapping[str, str] | None = None):
        self._filled = dict(filled)
        self.row_count = row_count
        self.units = dict(units or {})  # as the file states them beside the headings

    def labelled(self, name: str) -> str:
        """Return a heading with the unit that the file states beside it, as in ``speed [km/h]``."""
        return f"{name} [{self.units[name]}]" if name in self.units else name

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

    def filled(self, name: str) -> FilledRows:
        """Return the rows of a column that have a value."""
        return self._filled[name]

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
        return Columns(chosen, int(np.count_nonzero(kept)), self.units)
