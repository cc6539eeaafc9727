"""Rows of a chunk, checked independently of the form and the author of the file."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError
from ..wording import counted
from ..world.drivers.kinds import ABSENT
from .journal import Entry
from .recording_format import MISSING, schema

KEYS = ("tick", "vehicle")


class Rows(NamedTuple):
    """Rows of some ticks, of every vehicle that is present at one of them or more."""

    ticks: NDArray[np.int32]  # ticks that have rows
    vehicles: NDArray[np.int32]  # ids, ascending
    table: Any  # of Arrow, sorted by vehicle, then tick, in the units of the file
    journal: list[Entry]  # of these ticks, and of those between them and the row before

    def by_tick(self, name: str) -> NDArray[np.int64]:
        """Return a column of the file as (ticks, vehicles), in its units; a missing value is below all others."""
        filled = self.table[name].cast("int64").fill_null(MISSING).to_numpy()
        return filled.reshape(len(self.vehicles), len(self.ticks)).T


def values_of(rows: Rows, name: str, scale: float) -> NDArray[np.float64]:
    """Return a column as (ticks, vehicles) in the world's units, each ``scale`` stored ones; missing ones are NaN."""
    stored = np.asarray(rows.table[name].to_numpy(), np.float64)
    return stored.reshape(len(rows.vehicles), len(rows.ticks)).T / scale


def absent_in(rows: Rows) -> NDArray[np.bool_]:
    """Return where vehicles are absent, as (ticks, vehicles)."""
    return rows.by_tick("driver") == ABSENT


def check_rows(table: Any, *, tick_count: int, vehicle_count: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the ticks and the vehicles of a chunk of an Arrow table, sorted by vehicle, then tick.

    Raises:
        RecordingError: the rows are others.
    """
    types = dict(zip(schema().names, schema().types, strict=True))
    for field in table.schema:
        if types.get(field.name) != field.type:
            raise RecordingError(f"its column {field.name[:40]!r} holds {field.type}; it must be another column")
    _check_drivers(table)
    ticks, ids = (table[name] for name in KEYS)
    if ticks.null_count or ids.null_count or table.num_rows % tick_count:
        raise RecordingError(
            f"{counted(table.num_rows, 'row')} of {counted(tick_count, 'tick')} have no tick or vehicle"
        )
    all_ticks, all_ids = ticks.to_numpy().reshape(-1, tick_count), ids.to_numpy().reshape(-1, tick_count)
    own_ticks, own_ids = all_ticks[0].copy(), all_ids[:, 0].copy()
    if (all_ticks != own_ticks).any() or (own_ids != all_ids.T).any():
        raise RecordingError("its rows are not sorted by vehicle, then tick")
    if (np.diff(own_ids) <= 0).any() or own_ids[0] < 0 or own_ids[-1] >= vehicle_count:
        raise RecordingError(f"it has rows of other vehicles than 0 to {vehicle_count - 1}")
    return own_ticks, own_ids


def _check_drivers(table: Any) -> None:
    """Refuse unknown or missing drivers and missing status bits: these columns hold codes, not measurements."""
    for name in {"driver", "status"} & set(table.column_names):
        if table[name].null_count:
            raise RecordingError(f"its column {name} has missing values")
    if "driver" in table.column_names:
        drivers = table["driver"].to_numpy()
        if not ((drivers >= 0) & (drivers <= ABSENT)).all():
            raise RecordingError(f"its drivers are {drivers.min()} to {drivers.max()}; they must be 0 to {ABSENT}")
