"""Formats of recordings: the suffix of the file's name decides which one is written.

A ``.parquet`` file holds all that a replay needs, and ``read_recording`` reads it (``growing_file``, ``closed_file``).
Each other format is an encoder in a file of its own, listed in ``_ENCODERS``.
"""

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError
from .csv_recorder import CsvTable
from .growing_file import GrowingFile
from .mcap_recorder import McapLog
from .recording_format import ABOUT_KEY, Journal, Ticks, Values
from .streamed_file import Encoder, StreamedFile, VehicleRows


class RowFile(Protocol):
    """A file that takes rows chunk by chunk, and is readable all the while.

    Attributes:
        size: of the file [bytes], as long as no other program changes it.
        magic: its first bytes.
    """

    size: int
    magic: bytes

    @property
    def row_count(self) -> int:
        """Rows that are safely in the file."""
        ...

    def append_part(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Add some rows of the chunk that ``append`` will add; only Parquet keeps the journal."""
        ...

    def append(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Add a chunk, in place of its parts.

        Args:
            journal: of each tick; only Parquet keeps it.
        """
        ...

    def grow(self, fleets: Sequence[Mapping[str, Any]]) -> None:
        """Take rows of further vehicles from now on, of fleets with these descriptions."""
        ...

    def close(self) -> None:
        """Mark the file as complete and close it."""
        ...

    def abandon(self) -> None:
        """Close the file as it is."""
        ...


_ENCODERS: tuple[type[Encoder], ...] = (CsvTable, McapLog)
_STREAMED = {encoder.SUFFIX: encoder for encoder in _ENCODERS}
REPLAYED = ".parquet"  # suffix of recordings that can be read and replayed
SENSORS_SUFFIX = ".sensors.parquet"  # of the readings of sensors, beside a recording
SUFFIXES = (REPLAYED, *_STREAMED)


def check_suffix(path: Path) -> None:
    """Refuse a name whose suffix stands for no format.

    Raises:
        RecordingError: it does not.
    """
    if path.suffix.lower() not in SUFFIXES:
        others = [f"{encoder.SUFFIX} ({encoder.PURPOSE})" for encoder in _ENCODERS]
        allowed = ", ".join([f"{REPLAYED} (small, and can be replayed)", *others[:-1]])
        raise RecordingError(f"{path} must end in {allowed} or {others[-1]}: the suffix decides what is written")


def begin_file(
    file: io.FileIO, path: Path, about: Mapping[str, str], *, vehicle_ids: NDArray[np.int64] | None = None
) -> Any:
    """Start a file anew, with no rows; returns a ``RowFile`` of the format that its suffix names.

    Args:
        vehicle_ids: of the vehicles whose rows will come; by default all.

    Raises:
        OSError: it could not be written.
    """
    suffix = path.suffix.lower()
    if suffix not in _STREAMED:
        return GrowingFile(file, about)
    values = json.loads(about[ABOUT_KEY])
    vehicles = VehicleRows.of(values, vehicle_ids)
    return StreamedFile(file, _STREAMED[suffix](values, vehicles))
