"""Files of logs as columns of numbers: CSV, Parquet and MCAP, and Motorpool's recordings in all three formats.

The meaning of columns is not interpreted here.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import FitError, RecordingError
from ..files import check_input
from ..observers.recording import is_recording, read_recording
from .csv_log import read_csv
from .log_size import MOST_BYTES, check_size
from .mcap_log import read_mcap
from .parquet_log import read_parquet
from .sparse_columns import Columns

SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".mcap")
VEHICLE = "vehicle"  # column with the number of the vehicle
MOST_VEHICLES = 1 << 31  # numbers of vehicles are less


class Table(NamedTuple):
    """Columns of a log file."""

    path: Path
    columns: Columns  # by their headings
    model: str = ""  # of the vehicle, if the file names it


def read_table(path: Path, *, vehicle: int | None) -> Table:
    """Return the columns of a file, of one vehicle.

    Args:
        vehicle: number of the vehicle; None where the file has one only.

    Raises:
        FitError: there is no such file, it cannot be read, is too large, or has several vehicles of which none was
            chosen.
    """
    if not path.exists():
        raise FitError(f"there is no log {path}; name a .csv, .parquet or .mcap file")
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise FitError(f"{path} is no log that can be read; it must be a .csv, .parquet or .mcap file")
    check_input(path, max_bytes=MOST_BYTES, error=FitError)
    if suffix == ".mcap":
        columns = read_mcap(path, vehicle)
    elif suffix != ".parquet":
        columns = read_csv(path)
    elif _is_recording(path):
        return _recording(path, vehicle)
    else:
        columns = read_parquet(path)
    return Table(path, _of_vehicle(path, columns, vehicle))


def _of_vehicle(path: Path, columns: Columns, vehicle: int | None) -> Columns:
    """Return the rows of one vehicle of a table that has a column of vehicles."""
    if VEHICLE not in columns:
        if vehicle is not None:
            raise FitError(f"{path} has no column {VEHICLE}, so there is nothing to choose; leave --vehicle out")
        return columns
    numbers = columns[VEHICLE]
    there = np.unique(numbers[np.abs(numbers) < MOST_VEHICLES]).astype(int)
    if not there.size:
        raise FitError(
            f"{path} has no number in its column {VEHICLE}; write the number of the vehicle there, or leave it out"
        )
    if vehicle is None and there.size > 1:
        raise FitError(f"{path} has the vehicles {_spanned(there)}; choose one: --vehicle {there[0]}")
    chosen = int(there[0]) if vehicle is None else vehicle
    if chosen not in there:
        raise FitError(f"{path} has the vehicles {_spanned(there)}; there is no vehicle {vehicle}")
    return columns.without(VEHICLE, kept=numbers == chosen)


def _spanned(ids: NDArray[Any]) -> str:
    return ", ".join(map(str, ids)) if ids.size <= 6 else f"{ids[0]} to {ids[-1]}"


def _is_recording(path: Path) -> bool:
    try:
        return is_recording(path)
    except RecordingError as reason:
        raise FitError(str(reason)) from reason


def _recording(path: Path, vehicle: int | None) -> Table:
    """Return the track of a vehicle of a recording by Motorpool."""
    try:
        recording = read_recording(path)
        if vehicle is None and recording.vehicle_count > 1:
            raise FitError(f"{path} has the vehicles 0 to {recording.vehicle_count - 1}; choose one: --vehicle 0")
        check_size(path, rows=recording.tick_count)
        track = recording.vehicle(vehicle or 0)
    except RecordingError as reason:
        raise FitError(str(reason)) from reason
    fleet = [fleet for fleet in recording.about["fleets"] if fleet["first"] <= (vehicle or 0)][-1]
    columns = {name: np.asarray(values, np.float64) for name, values in track._asdict().items()}
    return Table(path, Columns.of(columns), fleet["model"])
