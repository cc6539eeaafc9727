"""Transfer of rows between worlds: every column of some vehicles, as matrices of one type.

Columns that a step may change are sent with each packet; constant columns (sizes, limits, parameters) are stored once
for all vehicles of the whole world in the plan. Whole numbers become 64-bit floats and back, which is exact because no
column has more than 32 bits.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....vehicles.fleet import Fleet
from ....world import World
from ....world.entity.columns import Body, Performance

CONSTANT = frozenset(Body._fields + Performance._fields) | {
    "muzzle_speed",
    "reload_duration",
    "slew_rate",
    "round_damage",
    "round_drag",
    "barrel_length",
    "min_elevation",
    "max_elevation",
    "has_lateral_speed",
    "has_yaw_rate",
}  # columns of the vehicle table that no step changes
NAMING = ("leader", "seen_index")  # columns with rows of other vehicles; the latter may be the index of an object
PLACES = frozenset({"vehicle_id", *NAMING})  # columns with a different meaning in every world

Matrix = NDArray[np.float64]
Ids = NDArray[np.intp]


class Rows(NamedTuple):
    """Columns of some vehicles, grouped by fleet."""

    table: Matrix  # (columns of the vehicle table, vehicles)
    fleets: tuple[Matrix, ...]  # for each fleet (its columns, its vehicles)

    @property
    def nbytes(self) -> int:
        """Return the size of all matrices [bytes]."""
        return self.table.nbytes + sum(matrix.nbytes for matrix in self.fleets)


class RowColumns:
    """Columns of a world's vehicles: the constant ones, or the variable ones except those that hold rows."""

    def __init__(self, world: World, *, are_constant: bool):
        table = world.vehicles
        names = [name for name in table.names if (name in CONSTANT) == are_constant and name not in PLACES]
        self._rows = table.rows
        self._table = table.columns(*names)
        self._fleets = [_columns_of(fleet, are_constant=are_constant) for fleet in world.fleets]
        self.names = names

    def read(self, ids: Ids) -> Rows:
        """Return copies of the columns of some vehicles, given by rows of the world grouped by fleet."""
        parts = self._parts(ids)
        fleets = (_read(columns, ids[part] - rows.start) for columns, part, rows in parts)
        return Rows(_read(self._table, ids), tuple(fleets))

    def write(self, ids: Ids, rows: Rows) -> None:
        """Set the columns of some vehicles, given by rows of the world grouped by fleet."""
        _write(self._table, ids, rows.table)
        for (columns, part, place), matrix in zip(self._parts(ids), rows.fleets, strict=True):
            _write(columns, ids[part] - place.start, matrix)

    def _parts(self, ids: Ids) -> list[tuple[list[Any], slice, slice]]:
        """Return the columns of each fleet, the part of ``ids`` that belongs to it, and the fleet's rows."""
        starts = np.searchsorted(self._of_fleet(ids), np.arange(len(self._rows) + 1))
        return [
            (columns, slice(starts[index], starts[index + 1]), rows)
            for index, (columns, rows) in enumerate(zip(self._fleets, self._rows, strict=True))
        ]

    def _of_fleet(self, ids: Ids) -> Ids:
        return np.searchsorted([rows.stop for rows in self._rows], ids, side="right")


def some_of(rows: Rows, chosen: NDArray[Any], counts: Sequence[int]) -> Rows:
    """Return the chosen vehicles (mask or ascending indices) of ``rows``, which has ``counts`` of each fleet."""
    indices = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen
    ends = np.cumsum([0, *counts])
    places = np.searchsorted(indices, ends)
    fleets = (matrix[:, indices[places[k] : places[k + 1]] - ends[k]] for k, matrix in enumerate(rows.fleets))
    return Rows(rows.table[:, indices], tuple(fleets))


def _columns_of(fleet: Fleet, *, are_constant: bool) -> list[Any]:
    in_table = {"status", *(f"state.{name}" for name in fleet.bound_columns)}
    return [
        column
        for name, column in fleet.named_columns().items()
        if name not in in_table and name.startswith("params.") == are_constant
    ]


def _read(columns: Sequence[Any], rows: Ids) -> Matrix:
    matrix = np.empty((len(columns), rows.size))
    if not rows.size:
        return matrix
    for line, column in zip(matrix, columns, strict=True):
        line[:] = column[rows]
    return matrix


def _write(columns: Sequence[Any], rows: Ids, matrix: Matrix) -> None:
    if rows.size:
        for line, column in zip(matrix, columns, strict=True):
            column[rows] = line
