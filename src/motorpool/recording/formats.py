"""Formats of recordings: the suffix of the file's name decides which one is written.

A ``.parquet`` file holds all that a replay needs, and ``read_recording`` reads it (``growing_file``, ``closed_file``).
Each other format is an ``Encoder`` in a file of its own with a ``RecorderKind``, such as ``csv_recorder``; installed
packages may have others. Its rows are written once, in the order of time, and its file is complete after each write:
rows may need an ending behind them, such as an index; the next write overwrites it.
"""

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..base import extensions
from ..base.errors import RecordingError
from .columns import ABOUT_KEY, Journal, Ticks, Values
from .growing_file import GrowingFile, write_all

REPLAYED = ".parquet"  # suffix of recordings that can be read and replayed
SENSORS_SUFFIX = ".sensors.parquet"  # of the readings of sensors, beside a recording


class FleetRows(NamedTuple):
    """Vehicles of one fleet that are recorded."""

    about: dict[str, Any]  # name, model, kind, body, first, count
    places: NDArray[np.int64]  # in the last dimension of the values
    ids: NDArray[np.int64]  # in the world


class VehicleRows(NamedTuple):
    """Vehicles that are recorded, by fleet."""

    ids: NDArray[np.int64]
    fleets: list[FleetRows]

    @classmethod
    def of(cls, about: Mapping[str, Any], ids: NDArray[np.int64] | None = None) -> "VehicleRows":
        """Return the vehicles with these ids, or all of them, in the fleets that ``about`` names."""
        count = sum(fleet["count"] for fleet in about["fleets"])
        chosen = np.arange(count) if ids is None else np.asarray(ids, np.int64)
        fleets: list[FleetRows] = []
        for fleet in about["fleets"]:
            places = np.flatnonzero((chosen >= fleet["first"]) & (chosen < fleet["first"] + fleet["count"]))
            if places.size:
                fleets.append(FleetRows(fleet, places, chosen[places]))
        return cls(chosen, fleets)

    @classmethod
    def further(cls, fleets: Sequence[Mapping[str, Any]]) -> "VehicleRows":
        """Return the vehicles of fleets that were added to a world whose vehicles are all recorded."""
        ids: list[NDArray[np.int64]] = [np.arange(fleet["first"], fleet["first"] + fleet["count"]) for fleet in fleets]
        found = [FleetRows(dict(fleet), own, own) for fleet, own in zip(fleets, ids, strict=True)]
        return cls(np.concatenate(ids), found)


class Encoder(Protocol):
    """Encodes the rows of a format.

    Attributes:
        head: first bytes of the file, before any row.
    """

    head: bytes

    def __init__(self, about: Mapping[str, Any], vehicles: VehicleRows):
        """Prepare the data that are the same for all rows."""
        ...

    def grow(self, vehicles: VehicleRows) -> None:
        """Prepare for the rows of further vehicles, behind those of earlier ones."""
        ...

    def encoded(self, values: Values, ticks: Ticks, at: int) -> bytes:
        """Return the bytes of (columns, ticks, vehicles), in the order of ``COLUMNS``, to be written at byte ``at``."""
        ...

    def ending(self, at: int) -> bytes:
        """Return the bytes that make the file whole when it has ``at`` bytes without them."""
        ...


class RecorderKind(NamedTuple):
    """A format that other programs read."""

    name: str  # suffix of its files, without the dot
    purpose: str  # in a few words for messages
    encoder: type[Encoder]


def is_streamed(path: Path) -> bool:
    """Return whether the suffix of a name is that of a ``RecorderKind``."""
    return path.suffix.lower()[1:] in extensions.provided(extensions.RECORDERS)


def check_suffix(path: Path) -> None:
    """Refuse a name whose suffix stands for no format.

    Raises:
        RecordingError: it does not.
    """
    if path.suffix.lower() != REPLAYED and not is_streamed(path):
        kinds: list[RecorderKind] = [extensions.load(at) for at in extensions.provided(extensions.RECORDERS).values()]
        allowed = [f"{REPLAYED} (small, and can be replayed)", *(f".{kind.name} ({kind.purpose})" for kind in kinds)]
        raise RecordingError(
            f"{path} must end in {', '.join(allowed[:-1])} or {allowed[-1]}: the suffix decides what is written"
        )


def begin_file(
    file: io.FileIO, path: Path, about: Mapping[str, str], *, vehicle_ids: NDArray[np.int64] | None = None
) -> "GrowingFile | StreamedFile":
    """Start a file anew, with no rows, in the format that its suffix names.

    Args:
        vehicle_ids: ids of the vehicles whose rows will come; by default all.

    Raises:
        OSError: it could not be written.
    """
    if not is_streamed(path):
        return GrowingFile(file, about)
    kind: RecorderKind = extensions.load(extensions.provided(extensions.RECORDERS)[path.suffix.lower()[1:]])
    values = json.loads(about[ABOUT_KEY])
    return StreamedFile(file, kind.encoder(values, VehicleRows.of(values, vehicle_ids)))


class StreamedFile:
    """Appends rows to a file, and its ending after each write.

    Attributes:
        size: size of the file [bytes], with its ending.
        magic: its first bytes.
        row_count: that are safely in it.
    """

    def __init__(self, file: io.RawIOBase, encoder: Encoder):
        """Start the file anew.

        Raises:
            OSError: it could not be written.
        """
        self._file, self._encoder = file, encoder
        self.magic = encoder.head[:8]
        self.row_count = 0
        self._end = len(encoder.head)  # end of the rows, where the ending begins
        self._ending = encoder.ending(self._end)
        file.truncate(0)
        self.size = self._write(0, encoder.head + self._ending)

    def append(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Add some rows, without the journal: this is a table, not a replay.

        Raises:
            OSError: they could not be written; the file has what it had before.
        """
        if not len(ticks):
            return
        body = self._encoder.encoded(values, ticks, self._end)
        ending = self._encoder.ending(self._end + len(body))
        try:
            self.size = self._write(self._end, body + ending)
        except OSError:
            self._file.truncate(self._end)
            self.size = self._write(self._end, self._ending)
            raise
        self._end, self._ending = self._end + len(body), ending
        self.row_count += values.shape[1] * values.shape[2]

    def pack(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Do nothing: the file already has the form of a closed one."""

    def grow(self, fleets: Sequence[Mapping[str, Any]]) -> None:
        """Take rows of further vehicles from now on, of fleets with these descriptions."""
        self._encoder.grow(VehicleRows.further(fleets))

    def close(self) -> None:
        """Close the file, which is already complete."""
        self._file.close()

    def abandon(self) -> None:
        """Close the file as it is."""
        self._file.close()

    def _write(self, at: int, data: bytes) -> int:
        write_all(self._file, data, at=at)
        self._file.truncate(at + len(data))
        return at + len(data)
