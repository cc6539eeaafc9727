"""Files of logs as columns of numbers, by their suffixes; the meaning of columns is not interpreted here.

Motorpool's own recordings are read in Parquet, CSV and MCAP.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError, RecordingError, require
from ...base.files import check_format, check_input, sha256_of
from ...recording.recording import is_recording, read_recording
from .joined import files_of_drive, joined
from .sparse_columns import MOST_BYTES, Columns, check_size

Floats = NDArray[np.float64]

TEXTS = (".csv", ".tsv", ".txt")  # also compressed: .csv.gz
SUFFIXES = (
    *TEXTS, ".parquet", ".mcap", ".bag", ".db3", ".gpx", ".vbo", ".mf4", ".mdf", ".dat", ".asc", ".blf", ".log", ".trc",
)  # fmt: skip
LISTED = ".csv (also .csv.gz), .parquet, .mcap, .bag, .db3, .gpx, .vbo, .mf4, or of CAN (.asc, .blf, .log)"

_AT_ONCE = 1 << 16  # rows
_NUMBERS = {"BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE"}  # physical types of at most twelve bytes
_FIXED, _LONGEST_FIXED = "FIXED_LEN_BYTE_ARRAY", 32  # decimals and short floats [bytes]


def read_parquet(path: Path) -> Columns:
    """Return the columns of numbers of a Parquet file.

    Raises:
        FitError: it cannot be read, or is too large.
    """
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a Parquet log")
    arrow = require("pyarrow", extra="app", purpose="reading a Parquet log")
    try:
        with parquet.ParquetFile(path, pre_buffer=False) as file:
            batches = list(_batches(file, path))
        table = arrow.Table.from_batches(batches, None if batches else arrow.schema([]))
        arrays = {name: _floats(table.column(place), arrow) for place, name in enumerate(table.column_names)}
    except FitError:  # a ValueError, too
        raise
    except (arrow.ArrowException, OSError, ValueError, ArithmeticError, MemoryError) as error:
        raise FitError(f"{path} is no Parquet file that can be read: {' '.join(str(error).split())[:200]}") from error
    return Columns.of({name: values for name, values in arrays.items() if values is not None})


def _batches(file: Any, path: Path) -> Iterator[Any]:
    """Yield the rows of the columns of numbers; the size is checked while they are read."""
    leaves = [leaf for leaf in range(len(file.schema)) if _is_number(file.schema.column(leaf))]
    stated = file.metadata.num_rows
    check_size(path, rows=stated, columns=len(leaves), numbers=stated * len(leaves))
    groups = range(file.metadata.num_row_groups if leaves else 0)
    row_count = 0
    for batch in file.reader.iter_batches(_AT_ONCE, row_groups=groups, column_indices=leaves, use_threads=False):
        row_count += batch.num_rows
        check_size(path, rows=row_count, numbers=row_count * len(leaves), is_partial=True)
        yield batch


def _is_number(column: Any) -> bool:
    is_short = column.physical_type == _FIXED and column.length <= _LONGEST_FIXED
    return column.max_repetition_level == 0 and (column.physical_type in _NUMBERS or is_short)


def _floats(column: Any, arrow: Any) -> Floats | None:
    kinds = arrow.types
    if kinds.is_timestamp(column.type) or kinds.is_date(column.type):
        moments = column.to_numpy().astype("datetime64[ns]")
        return np.where(np.isnat(moments), np.nan, moments.astype(np.int64) * 1e-9)
    is_number = kinds.is_integer(column.type) or kinds.is_floating(column.type) or kinds.is_boolean(column.type)
    if not is_number and not kinds.is_decimal(column.type):
        return None
    return np.asarray(column.cast(arrow.float64(), safe=False).to_numpy(), np.float64)


VEHICLE = "vehicle"  # column with the number of the vehicle
MOST_VEHICLES = 1 << 31  # numbers of vehicles are less


class Table(NamedTuple):
    """Columns of a log file."""

    path: Path
    columns: Columns  # by their headings
    model: str = ""  # of the vehicle, if the file names it
    is_joined: bool = False  # of several files, whose times are in the column "time"


def read_table(path: Path, *, vehicle: int | None, database: Path | None = None, mapped: Sequence[str] = ()) -> Table:
    """Return the columns of a file, of one vehicle.

    Args:
        path: a file of a log, the folder of a bag of ROS 2, or a folder with the tables of one drive.
        vehicle: number of the vehicle; None where the file has one only.
        database: signals of CAN messages (.dbc).
        mapped: ``QUANTITY=COLUMN`` of the user; those of the time join the tables of a folder.

    Raises:
        FitError: there is no such file, it cannot be read, is too large, or has several vehicles of which none was
            chosen.
    """
    if not path.exists():
        raise FitError(f"there is no log {path}; name a file of {LISTED}")
    if path.is_dir():
        tables = files_of_drive(path)
        if tables and not _bags_in(path):
            if vehicle is not None:
                raise FitError(f"{path} is a folder with the tables of one vehicle; leave --vehicle out")
            columns = joined(path, tables, lambda file: read_table(file, vehicle=None).columns, mapped)
            return Table(path, columns, is_joined=True)
        path = _in_bag(path)
    suffix = path.suffix.lower()
    if suffix == ".gz":
        suffix = Path(path.stem).suffix.lower()
        suffix = suffix if suffix in TEXTS else ".gz"
    if suffix not in SUFFIXES:
        check_format(path, error=FitError)
        raise FitError(f"{path} is no log that can be read; it must be a file of {LISTED}")
    if suffix == ".parquet":
        check_input(path, max_bytes=MOST_BYTES, error=FitError)
        if _is_recording(path):
            return _recording(path, vehicle)
    return Table(path, _of_vehicle(path, _columns(path, suffix, vehicle, database), vehicle))


def _columns(path: Path, suffix: str, vehicle: int | None, database: Path | None) -> Columns:
    match suffix:
        case ".parquet":
            return read_parquet(path)
        case ".mcap":
            from .mcap import read_mcap

            check_input(path, max_bytes=MOST_BYTES, error=FitError, reads=("MCAP",))
            return read_mcap(path, vehicle)
        case ".bag" | ".db3":
            from . import ros

            return ros.read_bag(path) if suffix == ".bag" else ros.read_db3(path)
        case ".mf4" | ".mdf" | ".dat":
            from .measurement import read_mdf

            return read_mdf(path)
        case ".asc" | ".blf" | ".log" | ".trc":
            from .measurement import read_can

            return read_can(path, database)
        case ".gpx" | ".vbo":
            from . import receivers

            return receivers.read_gpx(path) if suffix == ".gpx" else receivers.read_vbo(path)
        case _:
            from .text import read_csv

            return read_csv(path)


def _in_bag(folder: Path) -> Path:
    """Return the file of a bag of ROS 2, which is a folder with ``metadata.yaml``."""
    files = _bags_in(folder)
    if len(files) != 1:
        raise FitError(
            f"{folder} is a folder with {len(files)} files of a bag of ROS 2 (.mcap, .db3); name one of them"
            if files
            else f"{folder} is a folder; name a log, a file of {LISTED}"
        )
    return files[0]


def sha256_of_log(path: Path) -> str:
    """Return the SHA-256 of a log's file; of a folder of tables, that of their contents in the order of their names.

    Raises:
        FitError: a file cannot be read.
    """
    files = files_of_drive(path) if path.is_dir() else [path]
    return sha256_of(*files, max_bytes=MOST_BYTES, error=FitError)


def _bags_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix in (".mcap", ".db3"))


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
