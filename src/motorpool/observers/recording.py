"""Reads recordings, complete or interrupted, back into metres, radians and seconds.

``read_recording("convoy.parquet")`` opens one; printed, it says in a sentence how much there is, and
``vehicle(12)`` is the track of vehicle 12 (``time``, ``x``, ``y``, ``yaw``, ``speed``, ...).
"""

import json
import mmap
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError, require
from .growing_parquet import CLOSED_KEY, find_contents, finish, footer_file
from .recording_format import ABOUT_KEY, COLUMNS, FORMAT

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


class Recording:
    """A recording on disk; rows are read when they are asked for.

    Attributes:
        path: where it lies.
        about: what it says about itself: version, dt, every, seed, scenario text, terrain, fleets.
        is_complete: whether it was closed; otherwise it ends with its last whole chunk.
    """

    def __init__(self, path: Path, parquet: Any, about: Mapping[str, Any], *, is_complete: bool):
        self.path = path
        self.about = about
        self.is_complete = is_complete
        self._parquet = parquet

    @property
    def row_count(self) -> int:
        """Rows in all: vehicles times recorded ticks."""
        return self._parquet.metadata.num_rows

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
        """All rows as an Arrow table, in the units of the file (see ``about["columns"]``)."""
        return self._parquet.read(columns=columns)

    def vehicle(self, vehicle: int) -> Track:
        """The track of one vehicle.

        Raises:
            RecordingError: there is no such vehicle.
        """
        if not 0 <= vehicle < self.vehicle_count:
            raise RecordingError(
                f"{self.path} has vehicles 0 to {self.vehicle_count - 1}; there is no vehicle {vehicle}"
            )
        return _track(self._rows_of(vehicle), self.about["dt"])

    def __str__(self) -> str:
        end = "complete" if self.is_complete else "interrupted: what came after its last whole chunk is lost"
        return f"{self.path}: {self.duration:.1f} s of {self.vehicle_count} vehicles ({self.row_count} rows), {end}"

    def __repr__(self) -> str:
        return f"<Recording {self}>"

    def _rows_of(self, vehicle: int) -> Any:
        arrow = require("pyarrow", extra="app", purpose="reading a recording")
        compute = require("pyarrow.compute", extra="app", purpose="reading a recording")
        parts = [self._parquet.schema_arrow.empty_table()]
        for group in range(self._parquet.num_row_groups):  # a chunk at a time: memory stays small
            rows = self._parquet.read_row_group(group)
            parts.append(rows.filter(compute.equal(rows["vehicle"], vehicle)))
        return arrow.concat_tables(parts)


def read_recording(path: str | os.PathLike[str]) -> Recording:
    """Open a recording, complete or not.

    Raises:
        RecordingError: there is no file, or it is no recording.
    """
    file = Path(path)
    parquet = _open(file)
    key_values: dict[bytes, bytes] = parquet.metadata.metadata or {}
    about = key_values.get(ABOUT_KEY.encode())
    if CLOSED_KEY not in key_values:
        raise RecordingError(f"{file} is a Parquet file, but no Motorpool recording")
    found: dict[str, Any] = json.loads(about) if about else {}
    if found.get("format", FORMAT) > FORMAT:
        raise RecordingError(f"{file} was written by Motorpool {found['version']}; install that version to read it")
    return Recording(file, parquet, found, is_complete=key_values[CLOSED_KEY] == b"yes")


def recover_recording(path: str | os.PathLike[str]) -> Recording:
    """Make an interrupted recording an ordinary Parquet file again, up to its last whole chunk.

    Raises:
        RecordingError: there is no file, it is no recording, or it cannot be written.
    """
    file = Path(path)
    if not _has_footer(file):
        contents = _find(file)
        try:
            with file.open("r+b", buffering=0) as stream:
                finish(stream, contents, is_closed=False)
        except OSError as error:
            raise RecordingError(f"{file} cannot be repaired: {(error.strerror or str(error)).lower()}") from error
    return read_recording(file)


def _open(file: Path) -> Any:
    """A ParquetFile, with the footer found from the chunks where the file's own is damaged."""
    arrow = require("pyarrow", extra="app", purpose="reading a recording")
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a recording")
    if _has_footer(file):
        return parquet.ParquetFile(file)
    footer = arrow.BufferReader(footer_file(_find(file)))
    return parquet.ParquetFile(arrow.memory_map(str(file)), metadata=parquet.read_metadata(footer))


def _has_footer(file: Path) -> bool:
    arrow = require("pyarrow", extra="app", purpose="reading a recording")
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a recording")
    try:
        parquet.read_metadata(file)
    except FileNotFoundError as error:
        raise RecordingError(f"there is no recording {file}") from error
    except (arrow.ArrowException, OSError):
        return False
    return True


def _find(file: Path) -> Any:
    try:
        with file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            contents = find_contents(data)
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise RecordingError(f"{file} cannot be read: {error}") from error
    if contents is None:
        raise RecordingError(f"{file} is no Motorpool recording")
    return contents


def _track(rows: Any, dt: float) -> Track:
    ticks = rows["tick"].to_numpy()
    values = {column.quantity: rows[column.name].to_numpy() / column.scale for column in COLUMNS[:-2]}
    return Track(time=ticks * dt, driver=rows["driver"].to_numpy(), status=rows["status"].to_numpy(), **values)
