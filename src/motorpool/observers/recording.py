"""Reads recordings, complete or interrupted, back into metres, radians and seconds.

``read_recording("convoy.parquet")`` opens one; printed, it says in a sentence how much there is, and
``vehicle(12)`` is the track of vehicle 12 (``time``, ``x``, ``y``, ``yaw``, ``speed``, ...).
"""

import io
import json
import os
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError, require
from ..files import open_input
from ..markup import table
from .file_claim import claim
from .growing_parquet import ENDINGS, finish
from .journal import Entry, entries
from .parquet_footer import MAGIC, Contents, encoded_footer, key_values_of
from .recording_format import ABOUT_KEY, COLUMNS, FORMAT, JOURNAL, MAX_FILE_BYTES
from .recording_tables import Vehicles, as_data_frame, as_data_set, write_file
from .stored_parquet import DROPPED_KEY, Stored, Ticks, empty, group_file, stored, ticks_of

Floats = NDArray[np.float64]


class Track(NamedTuple):
    """One vehicle's way through a recording: arrays of equal length; NaN where it was not finite."""

    time: Floats  # since the world began [s]
    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # up [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    speed: Floats  # forward positive [m/s]
    steer: Floats  # steering as it is, left positive [-1..1]
    throttle: Floats  # wanted, backward negative [-1..1]
    brake: Floats  # wanted [0..1]
    driver: NDArray[np.int8]  # 0 autopilot, 1 script, 2 player
    status: NDArray[np.uint32]  # bits of motorpool.Status


class Rows(NamedTuple):
    """Rows of some ticks of every vehicle."""

    ticks: NDArray[np.int32]  # those that have rows
    table: Any  # of Arrow, sorted by vehicle, then tick, in the units of the file
    journal: list[Entry]  # of these ticks, and of those between them and the row before


class Recording:
    """A recording on disk; rows are read when they are asked for, and checked then.

    Attributes:
        path: where it lies.
        about: what it says about itself: version, dt, every, seed, scenario text, terrain, fleets.
        is_complete: whether it was closed, and nothing of it was damaged and left out; otherwise rows are missing.
    """

    def __init__(self, path: Path, found: Stored, about: Mapping[str, Any]):
        self.path = path
        self.about = about
        self.is_complete = found.is_closed and not found.dropped_seconds
        self._found = found

    @property
    def row_count(self) -> int:
        """Rows in all: vehicles times recorded ticks."""
        return self._found.contents.row_count

    @property
    def vehicle_count(self) -> int:
        """Vehicles in the recorded world."""
        return sum(fleet["count"] for fleet in self.about.get("fleets", []))

    @property
    def duration(self) -> float:
        """Simulated time that the rows cover [s]."""
        ticks = self.row_count // max(1, self.vehicle_count)
        return ticks * self.about.get("every", 1) * self.about.get("dt", 0.0)

    def table(self, columns: list[str] | None = None) -> Any:
        """All rows as an Arrow table, in the units of the file (see ``about["columns"]``).

        Raises:
            RecordingError: some of the rows are damaged.
        """
        arrow = require("pyarrow", extra="app", purpose="reading a recording")
        return arrow.concat_tables([_rows_of(group, columns) for group in self._groups()])

    def vehicle(self, vehicle: int) -> Track:
        """The track of one vehicle.

        Raises:
            RecordingError: there is no such vehicle, or some of the rows are damaged.
        """
        if not 0 <= vehicle < self.vehicle_count:
            raise RecordingError(
                f"{self.path} has vehicles 0 to {self.vehicle_count - 1}; there is no vehicle {vehicle}"
            )
        return _track(self._rows_of(vehicle), self.about["dt"])

    def to_pandas(self, *, vehicles: Vehicles = None, every: int = 1) -> Any:
        """All rows as a pandas DataFrame in SI units, by time and then vehicle.

        Columns: ``time`` [s], ``vehicle``, ``fleet``, ``x, y, z`` [m], ``yaw, pitch, roll`` [rad], ``speed`` [m/s],
        ``steer, throttle, brake`` (fractions), ``driver``, ``status``. ``frame.attrs["units"]`` has the units by
        column, ``frame.attrs["meanings"]`` the meanings.

        Args:
            vehicles: one id, several, or the name of a fleet; by default all.
            every: each tick that this divides.

        Raises:
            RecordingError: there are no such vehicles, or some of the rows are damaged.
        """
        return as_data_frame(self, vehicles, every)

    def to_xarray(self, *, vehicles: Vehicles = None, every: int = 1) -> Any:
        """All rows as an xarray Dataset in SI units, with the dimensions ``time`` and ``vehicle``.

        Every variable has ``units`` and ``long_name`` in its ``attrs``; ``fleet`` is a coordinate along ``vehicle``.

        Args:
            vehicles: one id, several, or the name of a fleet; by default all.
            every: each tick that this divides.

        Raises:
            RecordingError: there are no such vehicles, or some of the rows are damaged.
        """
        return as_data_set(self, vehicles, every)

    def to_csv(
        self, path: str | os.PathLike[str], *, vehicles: Vehicles = None, every: int = 1, overwrite: bool = False
    ) -> Path:
        """Write a table in SI units, with the units in the header; returns its path.

        Args:
            path: of the file, ending in .csv.
            vehicles: one id, several, or the name of a fleet; by default all.
            every: each tick that this divides.
            overwrite: an existing file.

        Raises:
            RecordingError: it cannot be written, there are no such vehicles, or some of the rows are damaged.
        """
        return write_file(self, path, vehicles, every, suffix=".csv", overwrite=overwrite)

    def to_mcap(
        self, path: str | os.PathLike[str], *, vehicles: Vehicles = None, every: int = 1, overwrite: bool = False
    ) -> Path:
        """Write a file for Foxglove, with a topic for each fleet's bodies, poses and states; returns its path.

        Args:
            path: of the file, ending in .mcap.
            vehicles: one id, several, or the name of a fleet; by default all.
            every: each tick that this divides.
            overwrite: an existing file.

        Raises:
            RecordingError: it cannot be written, there are no such vehicles, or some of the rows are damaged.
        """
        return write_file(self, path, vehicles, every, suffix=".mcap", overwrite=overwrite)

    def journal(self) -> list[Entry]:
        """Return what people did and what happened, by tick; empty for recordings of earlier versions.

        Raises:
            RecordingError: some of the rows are damaged.
        """
        return [
            entry
            for group in self._groups()
            if JOURNAL in group.schema_arrow.names
            for entry in self._entries_of(_rows_of(group, [JOURNAL]))
        ]

    def spans(self) -> list[Ticks]:
        """Return the first and the last tick of each stretch of rows."""
        return [ticks_of(record) for record in self._found.contents.groups]

    def rows(self, number: int) -> Rows:
        """Return the rows of a stretch, by its number in ``spans``.

        Raises:
            RecordingError: they are damaged.
        """
        with _opened(self.path) as stream:
            group = self._group(stream, self._found.contents.groups[number])
        table = _rows_of(group, group.schema_arrow.names)
        tick_count = table.num_rows // max(1, self.vehicle_count)
        journal = self._entries_of(table) if JOURNAL in table.column_names else []
        return Rows(table["tick"][:tick_count].to_numpy(), table, journal)

    def way(self, vehicle: int, *, most: int = 1500) -> tuple[NDArray[np.float64], ...]:
        """Return a vehicle's way through the recording: time [s], x and y [m], thinned evenly in time.

        Args:
            vehicle: its id.
            most: points, about.

        Raises:
            RecordingError: some of the rows are damaged.
        """
        parts: list[tuple[NDArray[Any], ...]] = []
        for group in self._groups():
            rows = _rows_of(group, ["tick", "x_mm", "y_mm"])
            count = rows.num_rows // max(1, self.vehicle_count)
            own = rows.slice(vehicle * count, count)
            parts.append(tuple(own[name].to_numpy() for name in ("tick", "x_mm", "y_mm")))
        ticks, x, y = (np.concatenate(column) for column in zip(*parts, strict=True))
        chosen = slice(None, None, 1 + len(ticks) // most)
        return ticks[chosen] * self.about["dt"], x[chosen] / 1e3, y[chosen] / 1e3

    def chunks(self) -> Generator[Rows, None, None]:
        """Yield all rows, some ticks at a time, in their order.

        Raises:
            RecordingError: some of the rows are damaged.
        """
        for number in range(len(self._found.contents.groups)):
            yield self.rows(number)

    def _entries_of(self, rows: Any) -> list[Entry]:
        texts = rows[JOURNAL].drop_null().to_pylist()
        return [entry for text in texts for entry in entries(text, self.about.get("checked", ()))]

    def __str__(self) -> str:
        ends = "complete" if self.is_complete else self.faults
        return f"{self.path}: {self.duration:.1f} s of {self.vehicle_count} vehicles ({self.row_count} rows), {ends}"

    def __repr__(self) -> str:
        return f"<Recording {self}>"

    def _repr_html_(self) -> str:
        rows = [
            ("duration", f"{self.duration:.1f} s"),
            ("vehicles", str(self.vehicle_count)),
            ("rows", str(self.row_count)),
            ("state", "complete" if self.is_complete else self.faults),
        ]
        return table(str(self.path), ("recording", ""), rows)

    @property
    def faults(self) -> str:
        """Return what is missing, in words; empty if nothing is."""
        faults: list[str] = []
        if not self._found.is_closed:
            faults.append("interrupted: what came after its last whole row group is lost")
        if self._found.dropped_seconds:
            faults.append(f"{self._found.dropped_seconds:.1f} s were damaged and are left out")
        return ", ".join(faults)

    def _rows_of(self, vehicle: int) -> Any:
        arrow = require("pyarrow", extra="app", purpose="reading a recording")
        compute = require("pyarrow.compute", extra="app", purpose="reading a recording")
        parts: list[Any] = []
        for group in self._groups():  # one at a time: memory stays small
            rows = _rows_of(group)
            parts.append(rows.filter(compute.equal(rows["vehicle"], vehicle)))
        return arrow.concat_tables(parts)

    def _groups(self) -> Generator[Any, None, None]:
        """The row groups, each as a Parquet file of its own that was checked; without any, one that is empty."""
        contents = self._found.contents
        if not contents.groups:
            yield _parquet_file(MAGIC + encoded_footer(contents, {}))
        with _opened(self.path) as stream:
            for record in contents.groups:
                yield self._group(stream, record)

    def _group(self, stream: BinaryIO, record: bytes) -> Any:
        content = group_file(stream, self._found.contents.head, record)
        if content is None:
            raise self._damaged(stream, ticks_of(record))
        return _parquet_file(content)

    def _damaged(self, stream: BinaryIO, ticks: Ticks) -> RecordingError:
        now = stored(stream)
        if now is None or now.contents != self._found.contents:
            return RecordingError(f"{self.path} has grown or changed since it was opened; read it again")
        return _damage(self.path, self.about, ticks)


def read_recording(path: str | os.PathLike[str]) -> Recording:
    """Open a recording, complete or not.

    Example:
        recording = mp.read_recording("drive.parquet")
        print(recording, recording.vehicle(3).speed.max())

    Raises:
        RecordingError: there is no file, it is no recording, or it is damaged.
    """
    file = Path(path)
    with _opened(file) as stream:
        found = _stored(file, stream)
    recording = _recording(file, found)
    for ticks in found.damaged:
        raise _damage(file, recording.about, ticks)
    return recording


def recover_recording(path: str | os.PathLike[str]) -> Recording:
    """Make an interrupted or damaged recording an ordinary Parquet file again, of all its whole row groups.

    Raises:
        RecordingError: there is no file, it is no recording, it is still being recorded, or it cannot be written.
    """
    file = Path(path)
    _opened(file).close()
    try:
        with io.FileIO(file.absolute(), "r+") as stream:
            if not claim(stream):
                raise RecordingError(f"{file} is still being recorded; recover it when that has ended")
            _recover(file, stream)
    except RecordingError:  # an OSError, too
        raise
    except OSError as error:
        raise RecordingError(f"{file} cannot be repaired: {(error.strerror or str(error)).lower()}") from error
    return read_recording(file)


def _recover(file: Path, stream: io.FileIO) -> None:
    found = _stored(file, stream)
    whole = _without_damage(stream, found.contents)
    lost_records = set(found.contents.groups) - set(whole.groups)
    lost = [ticks_of(record) for record in lost_records] + found.damaged
    if found.has_footer and not lost:
        return
    about = _recording(file, found).about
    seconds = found.dropped_seconds + sum(_time(ticks.last - ticks.first + 1, about) for ticks in lost)
    dropped = {DROPPED_KEY: f"{seconds:.3f}".encode()} if seconds else {}
    finish(stream, whole, {**ENDINGS[found.is_closed], **dropped})


def _without_damage(stream: BinaryIO, contents: Contents) -> Contents:
    whole = empty(contents.head)
    for record in contents.groups:
        if group_file(stream, contents.head, record) is not None:
            whole = whole.with_group(record, contents.end)
    return whole._replace(end=contents.end)


def _opened(file: Path) -> BinaryIO:
    if not file.exists():
        raise RecordingError(f"there is no recording {file}; name a .parquet file that `motorpool run --record` wrote")
    if file.suffix.lower() in (".csv", ".mcap"):
        raise RecordingError(f"{file} is read by other programs; Motorpool reads and replays .parquet recordings")
    return open_input(file, max_bytes=MAX_FILE_BYTES, error=RecordingError)


def _stored(file: Path, stream: BinaryIO) -> Stored:
    try:
        found = stored(stream)
    except (OSError, ValueError) as error:
        raise RecordingError(f"{file} cannot be read: {error}") from error
    if found is None:
        raise RecordingError(f"{file} is no Motorpool recording, or one that ended before its first row")
    return found


def _recording(file: Path, found: Stored) -> Recording:
    text = key_values_of(found.contents.head).get(ABOUT_KEY.encode(), b"{}")
    about: dict[str, Any] = json.loads(text)
    if about.get("format", FORMAT) > FORMAT:
        raise RecordingError(f"{file} was written by Motorpool {about['version']}; install that version to read it")
    return Recording(file, found, about)


def _parquet_file(content: bytes) -> Any:
    arrow = require("pyarrow", extra="app", purpose="reading a recording")
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a recording")
    return parquet.ParquetFile(arrow.BufferReader(content))


def _rows_of(group: Any, columns: list[str] | None = None) -> Any:
    """Return the rows of a small Parquet file, by default all columns but the journal.

    In this thread: one of Arrow's may let go of the file's bytes, which are Python's, when Python has ended already,
    and that ends the process with an error.
    """
    wanted = columns if columns is not None else [name for name in group.schema_arrow.names if name != JOURNAL]
    return group.read(columns=wanted, use_threads=False)


def _damage(file: Path, about: Mapping[str, Any], ticks: Ticks) -> RecordingError:
    first, last = _time(ticks.first, about), _time(ticks.last, about)
    return RecordingError(
        f"{file} is damaged between {first:.1f} s and {last:.1f} s; `motorpool recover {file}` saves the rest"
    )


def _time(ticks: int, about: Mapping[str, Any]) -> float:
    return ticks * about.get("dt", 0.0)


def _track(rows: Any, dt: float) -> Track:
    ticks = rows["tick"].to_numpy()
    values = {column.quantity: rows[column.name].to_numpy() / column.scale for column in COLUMNS[:-2]}
    return Track(time=ticks * dt, driver=rows["driver"].to_numpy(), status=rows["status"].to_numpy(), **values)
