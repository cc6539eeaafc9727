"""Logs: measured motion and commands of a vehicle over time, in SI units.

    log = read_log("drive.csv", model="single-track", columns=["yaw_rate=psi_dot", "steer_angle_deg=wheel*0.0625"])
    log = Log(time, {"speed": speed, "yaw_rate": yaw_rate, "steer_angle": angle}, name="from arrays")

Times rise. A value that was not measured is NaN.
"""

import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...base.errors import FitError
from ...base.wording import counted
from ...models.fields import fields_of
from ...models.registry import Model, find
from .headings import HEADING, QUANTITIES, TIME
from .meaning import Meaning, is_time, meanings_of, unit_of
from .moments import interval_unit
from .sparse_columns import Columns, check_size, listed
from .tables import Table, read_table

Floats = NDArray[np.float64]

FASTEST = 100.0  # greatest rate of rows; faster logs are averaged [1/s]
MOST_THINNED = 2.0 / 3.0  # greatest mean time between rows that are thinned, in intervals of the fastest rate
GAP = 0.25  # longer times between rows are no rate [s]
SHORTEST_ROW, LONGEST_ROW = 1e-5, 2.0  # allowed usual time between two rows [s]
LIKELY_ROW = 1e-3  # shortest usual time between two rows of a likely unit [s]
LARGEST = 1e9  # greatest value in a log, beyond any position, speed or angle of a vehicle
MOST_BACKWARD = 0.01  # share of times that may go back: those rows are left out
ANGLES = ("yaw",)  # quantities that are unwrapped


class Log:
    """Drive of one vehicle.

    Args:
        time: time of each row, rising [s].
        values: columns by quantities' names in Motorpool, in SI units; NaN where nothing was measured.
        file: where it was read from.
        notes: corrections of the values, in words.

    Raises:
        FitError: the times do not rise or are not in seconds, or a column has another length or impossible values.

    ``time`` begins at the first row, and ``values`` are on the times that remain.
    """

    def __init__(
        self,
        time: ArrayLike,
        values: Mapping[str, ArrayLike],
        *,
        name: str = "log",
        file: Path | None = None,
        notes: Sequence[str] = (),
    ):
        self.name = name
        self.file = file
        self.notes = tuple(notes)
        times = np.asarray(time, np.float64)
        columns = {key: np.asarray(column, np.float64) for key, column in values.items()}
        for key, column in columns.items():
            if column.shape != times.shape:
                raise FitError(f"{name}: {key} has {column.size} values for {times.size} times; give one for each")
        is_kept = _rising(times, name)
        times = times[is_kept]
        _check_interval(times, name)
        kept = {key: _in_range(column[is_kept], key, name) for key, column in columns.items()}
        self.time, self.values = _thinned(times - times[0], kept)
        if HEADING in self.values:
            turned = 0.5 * np.pi - self.values.pop(HEADING)
            self.values.setdefault("yaw", turned)
        for angle in ANGLES:
            if angle in self.values:
                self.values[angle] = _unwrapped(self.values[angle])

    def scaled(self, quantity: str, factor: float, note: str) -> "Log":
        """Return the log with a quantity times a factor, and a note about it."""
        values = {**self.values, quantity: self.values[quantity] * factor}
        return Log(self.time, values, name=self.name, file=self.file, notes=(*self.notes, note))

    def advanced(self, quantity: str, seconds: float, note: str) -> "Log":
        """Return the log with a quantity of ``seconds`` later, NaN after the last row, and a note about it."""
        later = np.interp(self.time + seconds, self.time, self.values[quantity], right=np.nan)
        values = {**self.values, quantity: later}
        return Log(self.time, values, name=self.name, file=self.file, notes=(*self.notes, note))

    def since(self, seconds: float) -> "Log":
        """Return the rows from a time on."""
        rows = self.time >= seconds
        name = f"{self.name} from {seconds:.4g} s on"
        values = {key: column[rows] for key, column in self.values.items()}
        return Log(self.time[rows], values, name=name, file=self.file, notes=self.notes)

    def __repr__(self) -> str:
        return f"<Log {self.name!r}: {self}>"

    def __str__(self) -> str:
        return f"{self.duration:.1f} s, {counted(self.time.size, 'row')}: {', '.join(self.values)}"

    @property
    def duration(self) -> float:
        """Return the time from the first row to the last [s]."""
        return float(self.time[-1] - self.time[0])

    @property
    def dt(self) -> float:
        """Return the usual time between two rows [s]."""
        return float(np.median(np.diff(self.time)))


def read_log(
    path: str | os.PathLike[str],
    *,
    model: Any = "single-track",
    columns: Sequence[str] = (),
    vehicle: int | None = None,
    rate: float | None = None,
    database: str | os.PathLike[str] | None = None,
) -> Log:
    """Read a log from a file, or from a folder with the tables of one drive; ``docs/fit.md`` lists the formats.

    Args:
        model: its fields are allowed as columns.
        columns: ``QUANTITY=COLUMN`` for headings that are not known.
        vehicle: number of the vehicle, in a recording of several.
        rate: rows a second, for a file without times [1/s].
        database: signals of CAN messages (.dbc).

    Raises:
        FitError: it cannot be read, has no time, has times and a rate is given, or two columns may be one quantity.
    """
    dbc = None if database is None else Path(database)
    table = read_table(Path(path), vehicle=vehicle, database=dbc, mapped=columns)
    return understood(table, known_fields(find(model)), columns=columns, rate=rate)[0]


def understood(
    table: Table, known: Mapping[str, str], *, columns: Sequence[str] = (), rate: float | None = None
) -> tuple["Log", list[Meaning]]:
    """Return the log of a table, and the meaning of each of its columns that was used.

    Args:
        known: units of a model's fields, which are allowed as columns.

    Raises:
        FitError: as for ``read_log``.
    """
    path = table.path
    if table.is_joined:
        if rate is not None:
            raise FitError(f"{path} is a folder of tables, which are joined by their times; leave --rate out")
        columns = [text for text in columns if not is_time(text)]
    found, meanings = _named(path, table.columns, known, columns)
    if rate is not None:
        if not (math.isfinite(rate) and rate > 0.0):
            raise FitError(f"--rate is {rate:g}; it must be a number of rows a second, above 0")
        if TIME in found:
            times = next(one.source for one in meanings if one.quantity == TIME)
            raise FitError(f"{path} has times (column {times}); --rate is for a log without times, leave it out")
        found[TIME] = np.arange(table.columns.row_count) / rate
        meanings.insert(0, Meaning(TIME, f"--rate {rate:g}", 1.0))
    if TIME not in found:
        raise FitError(
            f"{path} has no column of times: its columns are {listed(table.columns)}; name it with "
            "--column time=COLUMN (in seconds), or give the rate of its rows in 1/s: --rate 10"
        )
    time = found.pop(TIME)
    filled = {name: values for name, values in found.items() if np.isfinite(values).any()}
    return Log(time, filled, name=path.name, file=path), meanings


def _named(
    path: Path, columns: Columns, known: Mapping[str, str], mapped: Sequence[str]
) -> tuple[dict[str, Floats], list[Meaning]]:
    """Return the quantities with errors that name the file, after a check of their size."""
    check_size(path, rows=columns.row_count, numbers=columns.row_count * (len(QUANTITIES) + len(mapped)))
    try:
        return meanings_of(columns, known, mapped)
    except FitError as error:
        text = str(error)
        raise FitError(text if text.startswith("--column") else f"{path}: {text}") from error


def known_fields(model: Model) -> dict[str, str]:
    """Return the fields of a model's state and control, which a log may have as columns, with their units."""
    fields = [*fields_of(model.module.State), *fields_of(model.module.Control)]
    return {field.name: field.unit for field in fields}


def _rising(times: Floats, name: str) -> NDArray[np.bool_]:
    """Return a mask of the rows whose time is later than all times before."""
    if np.isfinite(times).sum() < 2:
        raise FitError(f"{name} has {int(np.isfinite(times).sum())} rows with a time; a fit needs some seconds of them")
    before = np.maximum.accumulate(np.where(np.isfinite(times), times, -np.inf))
    is_later = np.isfinite(times) & np.concatenate(([True], times[1:] > before[:-1]))
    back = int(np.isfinite(times).sum() - is_later.sum())
    if back > MOST_BACKWARD * times.size + 1 or is_later.sum() < 2:
        raise FitError(
            f"{name}: the time goes back or stands still in {back} of {times.size} rows; give the log of one drive, in "
            "the order of its times, and of a recording of several vehicles one: --vehicle 0"
        )
    return is_later


def _check_interval(times: Floats, name: str) -> None:
    """Refuse times that are in another unit than seconds."""
    usual = float(np.median(np.diff(times)))
    if not SHORTEST_ROW <= usual <= LONGEST_ROW:
        unit = interval_unit(usual, LIKELY_ROW, LONGEST_ROW) or "ns"
        raise FitError(
            f"{name}: rows are {usual:.2g} s apart; a fit needs from {SHORTEST_ROW:g} to {LONGEST_ROW:g} s: where the "
            f"time is in another unit, name it, as in --column time_{unit}=COLUMN"
        )


def _in_range(values: Floats, key: str, name: str) -> Floats:
    """Return a column with NaN for infinite values; refuse values that no quantity of a vehicle can have."""
    found = np.where(np.isfinite(values), values, np.nan)
    largest = float(np.max(np.abs(found), initial=0.0, where=np.isfinite(found)))
    if largest > LARGEST:
        raise FitError(f"{name}: {key} is {largest:.2g}; values must be in SI units, {LARGEST:g} at most")
    return found


def _thinned(times: Floats, columns: dict[str, Floats]) -> tuple[Floats, dict[str, Floats]]:
    """Return rows at a rate of at most ``FASTEST``, as means over its intervals."""
    steps = np.diff(times)
    steps = steps[steps <= GAP]
    if not steps.size or float(np.mean(steps)) * FASTEST > MOST_THINNED:
        return times, columns
    together = np.floor((times - times[0]) * FASTEST + 1e-6).astype(np.int64)  # interval of each row
    starts = np.flatnonzero(np.concatenate(([True], np.diff(together) > 0)))

    def mean(values: Floats) -> Floats:
        is_there = np.isfinite(values)
        count = np.add.reduceat(is_there.astype(np.float64), starts)
        total = np.add.reduceat(np.where(is_there, values, 0.0), starts)
        return np.where(count > 0.0, total / np.maximum(count, 1.0), np.nan)

    return mean(times), {
        key: mean(_unwrapped(column) if key in (*ANGLES, HEADING) else column) for key, column in columns.items()
    }


def _unwrapped(angle: Floats) -> Floats:
    """Return an angle without jumps of a full turn; NaN stays."""
    is_there = np.isfinite(angle)
    smooth = angle.copy()
    smooth[is_there] = np.unwrap(angle[is_there])
    return smooth


def quantity_unit(name: str, model: Model) -> str:
    """Return the unit of a quantity of a log."""
    return unit_of(name, known_fields(model))
