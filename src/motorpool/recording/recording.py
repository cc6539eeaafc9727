"""Reader of recordings, complete or interrupted, in metres, radians and seconds.

``read_recording("convoy.parquet")`` opens a recording. Its text is a sentence about its contents, and ``vehicle(12)``
is the track of vehicle 12 (``time``, ``x``, ``y``, ``yaw``, ``speed``, ...).
"""

import io
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError, require
from ..base.files import open_input, whole_file
from ..base.markup import table
from .chunks import Chunk, DamagedError, Stored, Ticks, UnchainedError, broken_links, stored
from .claimed_file import claim
from .closed_file import ClosedFile, is_closed_file
from .columns import COLUMNS, JOURNAL, MAX_CHUNK_ROWS, MAX_FILE_BYTES, schema
from .formats import REPLAYED, SENSORS_SUFFIX, is_streamed
from .growing_file import is_growing_file
from .journal import Entry
from .tables import KEYS, Rows, Vehicles, absent_in, as_data_frame, as_data_set, check_rows, write_file

Floats = NDArray[np.float64]


class Track(NamedTuple):
    """Track of one vehicle: arrays of equal length; NaN where a value was not finite."""

    time: Floats  # since the world began [s]
    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # up [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    speed: Floats  # forward positive [m/s]
    steer: Floats  # present steering command, left positive [-1..1]
    throttle: Floats  # commanded, backward negative [-1..1]
    brake: Floats  # commanded [0..1]
    driver: NDArray[np.int8]  # 0 autopilot, 1 script, 2 player
    status: NDArray[np.uint32]  # bits of motorpool.Status


class Recording:
    """Recording on disk. Rows are read and checked when they are requested.

    Attributes:
        about: description: version, dt, every, seed, scenario text, terrain, fleets.
        is_complete: whether the recording was closed, and no damaged rows were left out.
        built_count: number of vehicles that the world was built with; later ones were added to it.
    """

    def __init__(self, path: Path, found: Stored, about: Mapping[str, Any]):
        self.path = path
        self.about: Mapping[str, Any] = about
        self.is_complete = found.is_closed and not found.dropped_seconds
        self._found = found
        self.built_count = _count_in(about)
        with _readable(path):
            self._add_fleets()

    def _add_fleets(self) -> None:
        """Add the fleets of vehicles that came later, which the journal names where they begin."""
        from .validation import further_fleets

        for number, chunk in enumerate(self._stored_chunks):
            known = self.vehicle_count
            if chunk.vehicle_count <= known:
                continue
            described = [fleet for entry in self._journal_of(number) for fleet in entry.fleets]
            further = further_fleets([fleet for fleet in described if _first_of(fleet) >= known], first=known)
            if known + sum(fleet["count"] for fleet in further) != chunk.vehicle_count:
                raise RecordingError(f"the chunk that names the fleets of the vehicles from {known} on is not there")
            self.about = {**self.about, "fleets": [*self.about["fleets"], *further]}

    @property
    def row_count(self) -> int:
        """Number of rows: one for each vehicle that is present, at each recorded tick."""
        return sum(chunk.row_count for chunk in self._stored_chunks)

    @property
    def vehicle_count(self) -> int:
        """Number of vehicles of the recorded world's fleets, including absent ones."""
        return _count_in(self.about)

    @property
    def tick_count(self) -> int:
        """Number of ticks that have rows."""
        return sum(chunk.tick_count for chunk in self._stored_chunks)

    @property
    def duration(self) -> float:
        """Simulated time that the rows cover [s]."""
        return self.tick_count * self.about["every"] * self.about["dt"]

    @property
    def chain(self) -> str:
        """Last link of the hash chain, which identifies the whole recording; empty if it has no rows."""
        return self._stored_chunks[-1].link.decode("ascii", "replace") if self._stored_chunks else ""

    def table(self, columns: list[str] | None = None) -> Any:
        """Return all rows as an Arrow table, in the units of the file (see ``about["columns"]``).

        Raises:
            RecordingError: some of the rows are damaged.
        """
        arrow = require("pyarrow", extra="app", purpose="reading a recording")
        wanted = columns if columns is not None else [*KEYS, *(column.name for column in COLUMNS)]
        tables = [rows.table.select(wanted) for rows in self._chunks(wanted)]
        return arrow.concat_tables(tables) if tables else schema().empty_table().select(wanted)

    def vehicle(self, vehicle: int) -> Track:
        """Return the track of one vehicle.

        Raises:
            RecordingError: there is no such vehicle, or some of the rows are damaged.
        """
        if not 0 <= vehicle < self.vehicle_count:
            raise RecordingError(
                f"{self.path} has vehicles 0 to {self.vehicle_count - 1}; there is no vehicle {vehicle}"
            )
        return _track(self._rows_of(vehicle), self.about["dt"])

    def to_pandas(self, *, vehicles: Vehicles = None, every: int = 1) -> Any:
        """Return all rows as a pandas DataFrame in SI units, by time and then vehicle.

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
        """Return all rows as an xarray Dataset in SI units, with the dimensions ``time`` and ``vehicle``.

        Every variable has ``units`` and ``long_name`` in its ``attrs``; ``fleet`` is a coordinate along ``vehicle``.

        Args:
            vehicles: one id, several, or the name of a fleet; by default all.

        Raises:
            RecordingError: there are no such vehicles, or some of the rows are damaged.
        """
        return as_data_set(self, vehicles, every)

    def to_csv(
        self, path: str | os.PathLike[str], *, vehicles: Vehicles = None, every: int = 1, overwrite: bool = False
    ) -> Path:
        """Write a table in SI units, with the units in the header; returns its path.

        Args:
            vehicles: one id, several, or the name of a fleet; by default all.

        Raises:
            RecordingError: it cannot be written, there are no such vehicles, or some of the rows are damaged.
        """
        return write_file(self, path, vehicles, every, suffix=".csv", overwrite=overwrite)

    def to_mcap(
        self, path: str | os.PathLike[str], *, vehicles: Vehicles = None, every: int = 1, overwrite: bool = False
    ) -> Path:
        """Write a file for Foxglove, with each fleet's bodies, poses and states; arguments as of ``to_csv``.

        Args:
            vehicles: one id, several, or the name of a fleet; by default all.

        Raises:
            RecordingError: it cannot be written, there are no such vehicles, or some of the rows are damaged.
        """
        return write_file(self, path, vehicles, every, suffix=".mcap", overwrite=overwrite)

    def journal(self) -> list[Entry]:
        """Return the actions of people and the events, by tick.

        Raises:
            RecordingError: some of the rows are damaged.
        """
        return [entry for rows in self._chunks([JOURNAL]) for entry in rows.journal]

    def spans(self) -> list[Ticks]:
        """Return the first and the last tick of each stretch of rows."""
        return [Ticks(chunk.first_tick, chunk.last_tick) for chunk in self._stored_chunks]

    def rows(self, number: int) -> Rows:
        """Return the rows of a stretch, by its number in ``spans``.

        Raises:
            RecordingError: they are damaged.
        """
        with _opened(self.path) as stream:
            return self._rows(stream, self._stored_chunks[number])

    def way(self, vehicle: int, *, most: int = 1500) -> tuple[NDArray[np.float64], ...]:
        """Return a vehicle's way: time [s], x and y [m], about ``most`` points thinned evenly in time.

        Raises:
            RecordingError: some of the rows are damaged.
        """
        own = self._rows_of(vehicle, ["x_mm", "y_mm", "driver"])
        ticks, x, y = (own[name].to_numpy() for name in ("tick", "x_mm", "y_mm"))
        chosen = slice(None, None, 1 + len(ticks) // most)
        return ticks[chosen] * self.about["dt"], x[chosen] / 1e3, y[chosen] / 1e3

    def chunks(self) -> Generator[Rows, None, None]:
        """Yield all rows, some ticks at a time, in their order.

        Raises:
            RecordingError: some of the rows are damaged.
        """
        return self._chunks()

    def __str__(self) -> str:
        ends = "complete" if self.is_complete else self.faults
        return f"{self.path}: {self.duration:.1f} s of {self._most_present} vehicles ({self.row_count} rows), {ends}"

    def __repr__(self) -> str:
        return f"<Recording {self}>"

    def _repr_html_(self) -> str:
        rows = [
            ("duration", f"{self.duration:.1f} s"),
            ("vehicles", str(self._most_present)),
            ("rows", str(self.row_count)),
            ("state", "complete" if self.is_complete else self.faults),
        ]
        return table(str(self.path), ("recording", ""), rows)

    @property
    def faults(self) -> str:
        """Return the missing parts of the recording in words; empty if it is complete."""
        faults: list[str] = []
        if not self._found.is_closed:
            faults.append("interrupted, or still being recorded: what came after its last whole chunk is lost")
        if self._found.dropped_seconds:
            faults.append(f"{self._found.dropped_seconds:.1f} s were damaged and are left out")
        return ", ".join(faults)

    @property
    def _stored_chunks(self) -> Sequence[Chunk]:
        return self._found.chunks

    @property
    def _most_present(self) -> int:
        counts = (chunk.row_count // chunk.tick_count for chunk in self._stored_chunks)
        return max(counts, default=self.vehicle_count)

    def _rows_of(self, vehicle: int, columns: list[str] | None = None) -> Any:
        """Return the rows of a vehicle while it is present. Chunks are read one at a time, so memory stays small."""
        arrow = require("pyarrow", extra="app", purpose="reading a recording")
        parts: list[Any] = []
        for rows in self._chunks(columns):
            place = int(np.searchsorted(rows.vehicles, vehicle))
            if place == len(rows.vehicles) or rows.vehicles[place] != vehicle:
                continue
            count = len(rows.ticks)
            own = rows.table.slice(place * count, count)
            is_absent = absent_in(rows)[:, place]
            parts.append(own.filter(arrow.array(~is_absent)) if is_absent.any() else own)
        return arrow.concat_tables(parts) if parts else self.table([*KEYS, *(columns or _names())]).slice(0, 0)

    def _chunks(self, columns: list[str] | None = None) -> Generator[Rows, None, None]:
        if not self._stored_chunks:
            return
        with _opened(self.path) as stream:
            for chunk in self._stored_chunks:
                yield self._rows(stream, chunk, columns)

    def _rows(self, stream: BinaryIO, chunk: Chunk, columns: list[str] | None = None) -> Rows:
        with _readable(self.path):
            table = self._table(stream, chunk)
            ticks, vehicles = check_rows(table, tick_count=chunk.tick_count, vehicle_count=self.vehicle_count)
            if table.num_rows != chunk.row_count or ticks.min() != chunk.first_tick or ticks.max() != chunk.last_tick:
                raise RecordingError(
                    f"its rows from {_time(chunk.first_tick, self.about):.1f} s on are not those listed"
                )
            return Rows(ticks, vehicles, _chosen(table, columns), self._entries_of(table, columns))

    def _journal_of(self, number: int) -> list[Entry]:
        """Return the journal of a chunk, of which not all fleets may be known yet."""
        chunk = self._stored_chunks[number]
        with _opened(self.path) as stream:
            return self._entries_of(self._table(stream, chunk), [JOURNAL], vehicle_count=chunk.vehicle_count)

    def _table(self, stream: BinaryIO, chunk: Chunk) -> Any:
        try:
            return self._found.read(stream, chunk)
        except (ValueError, OSError) as error:
            if _has_changed(stream, self._found):
                raise RecordingError(f"{self.path} has grown or changed since it was opened; read it again") from error
            if not isinstance(error, (DamagedError, UnchainedError)):
                raise
            raise _fault_of(self.path, self.about, chunk, error) from error

    def _entries_of(self, table: Any, columns: list[str] | None, *, vehicle_count: int | None = None) -> list[Entry]:
        if JOURNAL not in table.column_names or (columns is not None and JOURNAL not in columns):
            return []
        from .validation import entries

        texts = table[JOURNAL].drop_null().to_pylist()
        names = self.about["checked"]
        count = vehicle_count or self.vehicle_count
        return [entry for text in texts for entry in entries(text, names, vehicle_count=count)]


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
    if not found.dropped_seconds:
        for number in broken_links(found):
            raise _out_of_place(file, found.about, found.chunks[number])
    return Recording(file, found, found.about)


def is_recording(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is a recording of ours, whole or not; any other Parquet file is not.

    Raises:
        RecordingError: there is no file, or it cannot be read.
    """
    with _opened(Path(path)) as stream, _readable(Path(path)):
        return is_growing_file(stream) or is_closed_file(stream)


def recover_recording(path: str | os.PathLike[str]) -> Recording:
    """Make an interrupted or damaged recording a Parquet file of all its whole chunks.

    Raises:
        RecordingError: there is no file, it is no recording, it is still being recorded, none of its chunks is whole,
            or it cannot be written.
    """
    file = Path(path).resolve()
    _opened(Path(path)).close()
    try:
        with io.FileIO(file, "r+") as stream:
            if not claim(stream):
                raise RecordingError(f"{path} is still being recorded; recover it when that has ended")
            found = _stored(Path(path), stream)
            whole = [chunk for chunk in found.chunks if _is_whole(stream, found, chunk)]
        if found.chunks and not whole:
            raise RecordingError(f"{path} cannot be repaired: none of its chunks is whole")
        seconds = found.dropped_seconds + _time(_missing_ticks(found, whole), found.about)
        if not found.is_parquet or len(whole) < len(found.chunks) or seconds != found.dropped_seconds:
            _rewrite(file, found._replace(chunks=whole, dropped_seconds=seconds))
    except RecordingError:  # an OSError, too
        raise
    except OSError as error:
        raise RecordingError(f"{path} cannot be repaired: {(error.strerror or str(error)).lower()}") from error
    return read_recording(path)


def _is_whole(stream: BinaryIO, found: Stored, chunk: Chunk) -> bool:
    try:
        found.read(stream, chunk)
    except (ValueError, OSError):
        return False
    return True


def _rewrite(file: Path, found: Stored) -> None:
    """Write a new file with some chunks of a recording, and their links, in its place."""
    with whole_file(file, error=RecordingError) as new, new.open("wb") as target:
        closed = ClosedFile(target, found.description)
        with _opened(file) as stream:
            for chunk in found.chunks:
                closed.append(found.read(stream, chunk), chunk)
        closed.finish(is_closed=found.is_closed, dropped_seconds=found.dropped_seconds)


def _missing_ticks(found: Stored, whole: list[Chunk]) -> int:
    """Return the number of ticks that are missing of a file, besides those that an earlier repair left out."""
    ticks = sum(chunk.last_tick - chunk.first_tick + 1 for chunk in found.chunks if chunk not in whole)
    if ticks or found.dropped_seconds:
        return ticks
    return sum(max(1, _gap_before(number, found)) for number in broken_links(found))


def _gap_before(number: int, found: Stored) -> int:
    chunks = found.chunks
    return chunks[number].first_tick - 1 - (chunks[number - 1].last_tick if number else 0)


def _opened(file: Path) -> BinaryIO:
    if not file.exists():
        raise RecordingError(f"there is no recording {file}; name a .parquet file that `motorpool run --record` wrote")
    if is_streamed(file):
        raise RecordingError(f"{file} is read by other programs; Motorpool reads and replays .parquet recordings")
    return open_input(file, max_bytes=MAX_FILE_BYTES, error=RecordingError)


def _stored(file: Path, stream: BinaryIO) -> Stored:
    require("pydantic", extra="app", purpose="reading a recording")
    with _readable(file), _told_of_sensors(file):
        found = stored(stream)
        if found is None:
            raise RecordingError("it is no Motorpool recording, or one that ended before its first row")
        _check_chunks(found)
        return found


def _check_chunks(found: Stored) -> None:
    """Refuse chunks that no recorder writes."""
    for chunk in found.chunks:
        vehicle_count = max(_count_in(found.about), chunk.vehicle_count)
        if chunk.row_count > max(MAX_CHUNK_ROWS, vehicle_count):
            raise RecordingError(f"a chunk of it has {chunk.row_count} rows; no recorder writes so many")
        if chunk.row_count // chunk.tick_count > vehicle_count:
            raise RecordingError(f"a chunk of it has {chunk.row_count} rows; its fleets have {vehicle_count} vehicles")


def _count_in(about: Mapping[str, Any]) -> int:
    """Return the number of vehicles of the fleets in a description."""
    return sum(fleet["count"] for fleet in about["fleets"])


def _first_of(fleet: Mapping[str, Any]) -> int:
    first = fleet.get("first")
    return first if isinstance(first, int) else -1


def _has_changed(stream: BinaryIO, found: Stored) -> bool:
    try:
        now = stored(stream)
    except (ValueError, OSError):
        return False
    return now is None or now.chunks != found.chunks


@contextmanager
def _told_of_sensors(file: Path) -> Generator[None, None, None]:
    """Name the recording of the vehicles if the unreadable file is that of the sensors beside it."""
    try:
        yield
    except (RecordingError, OSError, ValueError, ArithmeticError, MemoryError) as error:
        name, ending, _ = file.name.rpartition(SENSORS_SUFFIX)
        if not ending:
            raise
        raise RecordingError(
            f"{file} is no recording of vehicles; it has the name of a file of sensors, whose recording is {name}"
            f"{REPLAYED}; `read_sensors` reads it"
        ) from error


@contextmanager
def _readable(file: Path) -> Generator[None, None, None]:
    """Raise errors of this program, Thrift, JSON or Arrow as a sentence that names the file."""
    arrow = require("pyarrow", extra="app", purpose="reading a recording")
    try:
        yield
    except RecordingError as error:
        text = str(error)
        raise error if text.startswith(str(file)) else RecordingError(f"{file} cannot be read: {text}") from error
    except (OSError, ValueError, ArithmeticError, MemoryError, arrow.ArrowException) as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise RecordingError(f"{file} cannot be read: {reason}") from error


def _chosen(table: Any, columns: list[str] | None) -> Any:
    there = table.column_names
    if columns is None:
        return table
    return table.select([*KEYS, *(name for name in columns if name not in KEYS and name in there)])


def _names() -> list[str]:
    return [column.name for column in COLUMNS]


def _fault_of(file: Path, about: Mapping[str, Any], chunk: Chunk, error: ValueError) -> RecordingError:
    first, last = _time(chunk.first_tick, about), _time(chunk.last_tick, about)
    if isinstance(error, DamagedError):
        return RecordingError(
            f"{file} is damaged between {first:.1f} s and {last:.1f} s; `motorpool recover {file}` saves the rest"
        )
    return RecordingError(
        f"{file}: the chunk at {first:.1f} s is not the one that was recorded, though its "
        f"checksum holds; `motorpool recover {file}` saves the rest"
    )


def _out_of_place(file: Path, about: Mapping[str, Any], chunk: Chunk) -> RecordingError:
    return RecordingError(
        f"{file}: the chunk at {_time(chunk.first_tick, about):.1f} s does not follow on what is before it: a chunk, "
        f"or the description, is missing, exchanged or in another place; `motorpool recover {file}` keeps what is whole"
    )


def _time(ticks: int, about: Mapping[str, Any]) -> float:
    return ticks * about["dt"]


def _track(rows: Any, dt: float) -> Track:
    ticks = rows["tick"].to_numpy()
    values = {column.quantity: rows[column.name].to_numpy() / column.scale for column in COLUMNS[:-2]}
    return Track(time=ticks * dt, driver=rows["driver"].to_numpy(), status=rows["status"].to_numpy(), **values)
