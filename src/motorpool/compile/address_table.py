"""Address table: addresses of the columns of several fleets of one model, one row (int64) per fleet.

A model has up to 150 columns, and a world can have several fleets of it. A kernel takes the table as its only argument
for all columns, so that one call steps all these fleets.
"""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

SHARE = 512  # threads take multiples of this many rows: whole vectors, so no row is computed differently

Entries = NDArray[np.int64]


class AddressTable:
    """Addresses of the columns of some fleets. The table holds references to the columns.

    A row contains the number of vehicles, then the address of each column.

    Args:
        fleets: columns of each fleet: contiguous, of equal size within a fleet, of equal types for all fleets.
        entries: known addresses, as a table of int64.

    Attributes:
        count: number of vehicles of all fleets.
        itemsize: size of a number in the first column [bytes].
    """

    __slots__ = ("_fleets", "_sizes", "count", "entries", "itemsize")

    def __init__(self, fleets: Sequence[Sequence[NDArray[Any]]], entries: Entries | None = None):
        self._fleets = [list(columns) for columns in fleets]
        self.entries: Entries = _entries_of(self._fleets) if entries is None else entries
        self._sizes: Entries | None = None
        self.itemsize = self._fleets[0][0].itemsize
        self.count = int(self.entries[:, 0].sum())

    def __reduce__(self) -> Any:
        return AddressTable, (self._fleets,)  # a copy has other addresses

    def with_columns(self, number: int, given: Sequence[Sequence[NDArray[Any]]]) -> "AddressTable":
        """Return the table of the first columns of each fleet and further ones."""
        fleets = [[*columns[:number], *more] for columns, more in zip(self._fleets, given, strict=True)]
        return AddressTable(fleets, np.hstack([self.entries[:, : 1 + number], _entries_of(given)[:, 1:]]))

    @staticmethod
    def joined(tables: Sequence["AddressTable"]) -> "AddressTable":
        """Return the table of all fleets of some tables."""
        fleets = [columns for table in tables for columns in table._fleets]
        return AddressTable(fleets, np.vstack([table.entries for table in tables]))

    def parts(self, number: int) -> list[Entries]:
        """Return the entries for each of several threads, which share the rows of every fleet in whole shares."""
        shares = -(-self.count // SHARE)
        edges = [min(self.count, SHARE * (shares * part // number)) for part in range(number + 1)]
        ends = np.cumsum(self.entries[:, 0])
        return [self._between(low, high, ends) for low, high in itertools.pairwise(edges)]

    def _between(self, low: int, high: int, ends: Entries) -> Entries:
        """Return the entries of the rows from ``low`` to ``high``, counted over all fleets."""
        if self._sizes is None:
            self._sizes = np.array([0, *(column.itemsize for column in self._fleets[0])])
        found: list[Entries] = []
        for entries, end in zip(self.entries, ends.tolist(), strict=True):
            count = int(entries[0])
            first, last = (_edge(row - (end - count), count) for row in (low, high))
            if last > first:
                part = entries + first * self._sizes
                part[0] = last - first
                found.append(part)
        return np.array(found, np.int64).reshape(len(found), self.entries.shape[1])


def _entries_of(fleets: Sequence[Sequence[NDArray[Any]]]) -> Entries:
    """Return the number of vehicles and the address of each column, a row for each fleet."""
    for columns in fleets:
        assert all(column.flags.c_contiguous and column.size == columns[0].size for column in columns)
    addresses = [
        [columns[0].size, *(column.__array_interface__["data"][0] for column in columns)] for columns in fleets
    ]
    return np.array(addresses, np.int64)


def _edge(row: int, count: int) -> int:
    """Return a row where a thread may begin: of a share, or the end of the fleet."""
    return count if row >= count else SHARE * (max(row, 0) // SHARE)
