"""Thread of a recorder that packs chunks and appends them to the file.

Two chunks alternate between the world and this thread: one is filled while the other is written. If no chunk has become
full for a second, the thread writes the new rows of the chunk that is being filled.
"""

import io
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError
from .file_claim import begins_with, is_in_place
from .file_formats import begin_file
from .recording_format import COLUMNS

CHUNK_COUNT = 2


@dataclass(slots=True)
class Chunk:
    """Buffer for some ticks of every vehicle."""

    values: NDArray[np.float64]  # (columns, ticks, vehicles)
    ticks: NDArray[np.int32]
    journal: list[bytes | None]  # of each tick
    tick_count: int = 0  # that are filled


class ChunkWriter:
    """Writes chunks in the order in which they are filled.

    Attributes:
        chunk: the chunk that is being filled; None if there is none.
        vehicle_count: number of vehicles of a chunk.
    """

    def __init__(
        self,
        file: io.FileIO,
        path: Path,
        *,
        about: Mapping[str, str],
        shape: tuple[int, int],
        flush_seconds: float,
    ):
        """Start the file, which is claimed, and the thread; a part of a chunk is written after ``flush_seconds`` [s].

        ``shape`` is that of a chunk: ticks, vehicles.

        Raises:
            RecordingError: the file cannot be written.
        """
        self._file, self._path, self.vehicle_count = file, path, shape[1]
        self._flush_seconds = flush_seconds
        self.chunk: Chunk | None = None
        self._is_closed = False
        self._failure: OSError | None = None
        self._empty: queue.SimpleQueue[Chunk] = queue.SimpleQueue()
        self._full: queue.SimpleQueue[Chunk | None] = queue.SimpleQueue()
        try:
            self._rows = begin_file(file, path, about)
        except OSError as error:
            raise RecordingError(f"{path} cannot be written: {_reason(error)}") from error
        self._put_empty(shape)
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
        self._thread.start()

    def next_chunk(self) -> Chunk:
        """Return the next chunk to fill; wait until there is an empty one.

        Raises:
            RecordingError: an earlier chunk could not be written, or the writer is closed.
        """
        if self._is_closed:
            raise closed(self._path)
        chunk = self._empty.get()
        chunk.tick_count = 0
        self.chunk = chunk
        self.check()
        return chunk

    def grow(self, fleets: Sequence[Mapping[str, Any]], shape: tuple[int, int]) -> None:
        """Take rows of further vehicles from now on; waits until earlier rows are written.

        Args:
            fleets: descriptions of their fleets.
            shape: of a chunk: ticks, vehicles.

        Raises:
            RecordingError: earlier rows could not be written.
        """
        self._hand_over()
        for _ in range(CHUNK_COUNT):
            self._empty.get()
        self.check()
        self._rows.grow(fleets)
        self.vehicle_count = shape[1]
        self._put_empty(shape)

    def finish_tick(self) -> None:
        """Count a tick as filled, and pass a full chunk to the thread.

        Raises:
            RecordingError: earlier rows could not be written.
        """
        self.check()
        chunk = self.chunk
        if chunk is not None:
            chunk.tick_count += 1
            if chunk.tick_count == len(chunk.ticks):
                self._hand_over()

    def check(self) -> None:
        """Check that all rows could be written so far.

        Raises:
            RecordingError: some could not.
        """
        if isinstance(self._failure, _DisplacedError):
            raise displaced(self._path) from self._failure
        if self._failure is not None:
            raise RecordingError(
                f"{self._path}: the recording ended early: {_reason(self._failure)}; "
                f"the {self._rows.row_count} rows before that are safe"
            ) from self._failure

    def close(self) -> None:
        """Write the remaining rows and close the file."""
        self._is_closed = True
        self._hand_over()
        self._full.put(None)
        self._thread.join()

    def _put_empty(self, shape: tuple[int, int]) -> None:
        for _ in range(CHUNK_COUNT):
            self._empty.put(Chunk(np.empty((len(COLUMNS), *shape)), np.empty(shape[0], np.int32), [None] * shape[0]))

    def _hand_over(self) -> None:
        chunk, self.chunk = self.chunk, None
        if chunk is not None and chunk.tick_count:
            self._full.put(chunk)

    # ---- in the thread

    def _run(self) -> None:
        written = 0  # ticks of the chunk being filled
        while True:
            try:
                chunk = self._full.get(timeout=self._flush_seconds)
            except queue.Empty:
                written = self._append_part(written)
                continue
            if chunk is None:
                break
            self._append(self._rows.append, chunk, 0, chunk.tick_count)
            self._empty.put(chunk)
            written = 0
        self._close()

    def _append_part(self, written: int) -> int:
        """Append what was filled since the last part; returns the ticks that are written now."""
        chunk = self.chunk
        if chunk is None or not self._full.empty():  # the chunk before may just be full
            return written
        filled = chunk.tick_count
        if filled > written:
            self._append(self._rows.append_part, chunk, written, filled)
        return filled

    def _append(self, append: Callable[[Any, Any, Any], None], chunk: Chunk, start: int, stop: int) -> None:
        if self._failure is not None or chunk.values.shape[2] == 0:
            return
        try:
            self._check_place()
            append(chunk.values[:, start:stop], chunk.ticks[start:stop], chunk.journal[start:stop])
        except OSError as error:
            self._failure = error
        except Exception as error:  # a bug of ours: the world must not wait for a thread that has ended
            self._failure = OSError(f"{type(error).__name__}: {error}")

    def _check_place(self) -> None:
        # Another program may overwrite the file and leave it as long as it was.
        if not is_in_place(self._file, size=self._rows.size) or not begins_with(self._file, self._rows.magic):
            raise _DisplacedError

    def _close(self) -> None:
        try:
            if self._failure is None:
                self._check_place()
                self._rows.close()
        except OSError as error:
            self._failure = error
        finally:
            self._rows.abandon()


class _DisplacedError(OSError):
    """The path no longer leads to the file that is being written, or another program wrote to it."""


def closed(path: Path) -> RecordingError:
    """Return the error for recording after the end."""
    return RecordingError(f"{path}: the recording is closed already; make a new Recorder")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def displaced(path: Path) -> RecordingError:
    """Return the error for a path that no longer leads to the file as it was written."""
    return RecordingError(
        f"{path} was deleted, replaced or changed by another program while it was being recorded; "
        "the recording ended there: record again, to a place that no other program uses"
    )
