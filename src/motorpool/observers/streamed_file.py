"""File whose rows are written once, in the order of time, and which is complete after each write.

Rows may need an ending behind them, such as an index; the next write overwrites the ending.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]  # (columns, ticks, vehicles), in the order of COLUMNS
Ticks = NDArray[np.int32]


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
        SUFFIX: of the files, with its dot.
        PURPOSE: of the format, in a few words for messages.
        head: first bytes of the file, before any row.
    """

    SUFFIX: ClassVar[str]
    PURPOSE: ClassVar[str]
    head: bytes

    def __init__(self, about: Mapping[str, Any], vehicles: VehicleRows):
        """Prepare what stays the same for all rows."""
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


class StreamedFile:
    """Appends rows to a file, and its ending after each write.

    Attributes:
        size: of the file [bytes], with its ending.
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
        self._part_ticks = 0  # ticks of the next chunk that are already written
        self._end = len(encoder.head)  # end of the rows, where the ending begins
        self._ending = encoder.ending(self._end)
        file.truncate(0)
        self.size = self._write(0, encoder.head + self._ending)

    def append_part(self, values: Values, ticks: Ticks, journal: Sequence[bytes | None] = ()) -> None:
        """Add some rows of the chunk that ``append`` will add, without the journal: this is a table, not a replay.

        Raises:
            OSError: they could not be written; the file has what it had before.
        """
        self._add(values, ticks)
        self._part_ticks += len(ticks)

    def append(self, values: Values, ticks: Ticks, journal: Sequence[bytes | None] = ()) -> None:
        """Add the rows of a chunk that no part had, without the journal.

        Raises:
            OSError: they could not be written; the file has what it had before.
        """
        self._add(values[:, self._part_ticks :], ticks[self._part_ticks :])
        self._part_ticks = 0

    def grow(self, fleets: Sequence[Mapping[str, Any]]) -> None:
        """Take rows of further vehicles from now on, of fleets with these descriptions."""
        self._encoder.grow(VehicleRows.further(fleets))

    def close(self) -> None:
        """Close the file, which is already complete."""
        self._file.close()

    def abandon(self) -> None:
        """Close the file as it is."""
        self._file.close()

    def _add(self, values: Values, ticks: Ticks) -> None:
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

    def _write(self, at: int, data: bytes) -> int:
        self._file.seek(at)
        written = 0
        with memoryview(data) as view:
            while written < len(data):
                written += self._file.write(view[written:]) or 0
        self._file.truncate(at + len(data))
        return at + len(data)
