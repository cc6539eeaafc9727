"""Logs: measured motion and commands of a vehicle over time, in SI units.

    log = read_log("drive.csv", model="single-track", columns=["yaw_rate=psi_dot", "steer_angle_deg=wheel*0.0625"])
    log = Log(time, {"speed": speed, "yaw_rate": yaw_rate, "steer_angle": angle}, name="from arrays")

Times rise. A value that was not measured is NaN.
"""

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
from .columns import HEADING, QUANTITIES, TIME, evaluated, heading_of, parse_mapping
from .sparse_columns import Columns, check_size, listed
from .tables import read_table

Floats = NDArray[np.float64]

FASTEST = 100.0  # greatest rate of rows; faster logs are averaged [1/s]
SHORTEST_ROW, LONGEST_ROW = 1e-5, 2.0  # allowed usual time between two rows [s]
LARGEST = 1e9  # greatest value in a log, beyond any position, speed or angle of a vehicle
MOST_BACKWARD = 0.01  # share of times that may go back: those rows are left out
ANGLES = ("yaw",)  # quantities that are unwrapped


class Log:
    """Drive of one vehicle.

    Args:
        time: time of each row, rising [s].
        values: columns by quantities' names in Motorpool, in SI units; NaN where nothing was measured.

    Raises:
        FitError: the times do not rise or are not in seconds, or a column has another length or impossible values.

    ``time`` begins at the first row, and ``values`` are on the times that remain.
    """

    def __init__(self, time: ArrayLike, values: Mapping[str, ArrayLike], *, name: str = "log"):
        self.name = name
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
) -> Log:
    """Read a log from a .csv, .parquet or .mcap file.

    Args:
        model: its fields are allowed as columns.
        columns: ``QUANTITY=COLUMN`` for headings that are not known.
        vehicle: number of the vehicle, in a recording of several.

    Raises:
        FitError: it cannot be read, or has no time.
    """
    known = known_fields(find(model))
    table = read_table(Path(path), vehicle=vehicle)
    understood = _understood(table.columns, known)
    column_count = len(understood) + len(columns)
    check_size(table.path, rows=table.columns.row_count, numbers=table.columns.row_count * column_count)
    found = {name: table.columns[heading] * factor for name, (heading, factor) in understood.items()}
    for text in columns:
        mapping = parse_mapping(text, known)
        found[mapping.quantity] = evaluated(mapping, table.columns)
    if TIME not in found:
        raise FitError(
            f"{path} has no column of times: its columns are {listed(table.columns)}; name it with "
            "--column time=COLUMN (in seconds)"
        )
    time = found.pop(TIME)
    filled = {name: values for name, values in found.items() if np.isfinite(values).any()}
    return Log(time, filled, name=Path(path).name)


def known_fields(model: Model) -> dict[str, str]:
    """Return the fields of a model's state and control, which a log may have as columns, with their units."""
    fields = [*fields_of(model.module.State), *fields_of(model.module.Control)]
    return {field.name: field.unit for field in fields}


def _understood(columns: Columns, known: Mapping[str, str]) -> dict[str, tuple[str, float]]:
    """Return the heading and the factor to SI units of each quantity; Motorpool's own name wins over another."""
    found: dict[str, tuple[str, float]] = {}
    own: set[str] = set()
    for text in columns:
        heading = heading_of(text, known)
        if heading is None or columns.is_empty(text):
            continue
        is_own = text.startswith(heading.quantity)
        if heading.quantity in found and (heading.quantity in own or not is_own):
            continue
        found[heading.quantity] = (text, heading.factor)
        own |= {heading.quantity} if is_own else set()
    return found


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
        raise FitError(
            f"{name}: rows are {usual:.2g} s apart; a fit needs from {SHORTEST_ROW:g} to {LONGEST_ROW:g} s: where the "
            "time is in another unit, name it, as in --column time_ns=COLUMN"
        )


def _in_range(values: Floats, key: str, name: str) -> Floats:
    """Return a column with NaN for infinite values; refuse values that no quantity of a vehicle can have."""
    found = np.where(np.isfinite(values), values, np.nan)
    largest = float(np.max(np.abs(found), initial=0.0, where=np.isfinite(found)))
    if largest > LARGEST:
        raise FitError(f"{name}: {key} is {largest:.2g}; values must be in SI units, {LARGEST:g} at most")
    return found


def _thinned(times: Floats, columns: dict[str, Floats]) -> tuple[Floats, dict[str, Floats]]:
    """Return rows at a rate of at most ``FASTEST``, as means of neighbours."""
    together = round(1.0 / FASTEST / max(float(np.median(np.diff(times))), 1e-9))
    if together < 2:
        return times, columns
    end = times.size // together * together
    shape = (-1, together)

    def mean(values: Floats) -> Floats:
        rows = values[:end].reshape(shape)
        count = np.isfinite(rows).sum(axis=1)
        return np.where(count > 0, np.nansum(rows, axis=1) / np.maximum(count, 1), np.nan)

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
    return QUANTITIES[name][0] if name in QUANTITIES else known_fields(model).get(name, "1")
