"""The recorder's other half: a thread that packs full chunks and appends them to the file.

Two chunks go round between the world and this thread: one is filled while the other is written.
"""

import io
import queue
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError
from .growing_parquet import GrowingParquet
from .recording_format import COLUMNS, ENCODING, pack, schema

CHUNK_COUNT = 2


class Chunk(NamedTuple):
    """Room for some ticks of every vehicle."""

    values: NDArray[np.float64]  # (columns, ticks, vehicles)
    ticks: NDArray[np.int32]


class ChunkWriter:
    """Writes chunks in the order in which they are filled.

    Attributes:
        chunk: the one being filled, if any.
        tick_count: how many of its ticks are filled.
    """

    def __init__(self, file: io.FileIO, path: Path, *, about: Mapping[str, str], shape: tuple[int, int]):
        """Start the file and the thread; ``shape`` of a chunk is (ticks, vehicles).

        Raises:
            RecordingError: the file cannot be written.
        """
        self._path = path
        self.chunk: Chunk | None = None
        self.tick_count = 0
        self._is_closed = False
        self._failure: OSError | None = None
        self._empty: queue.SimpleQueue[Chunk] = queue.SimpleQueue()
        self._full: queue.SimpleQueue[tuple[Chunk, int] | None] = queue.SimpleQueue()
        try:
            self._parquet = GrowingParquet(file, schema=schema(), key_values=about, encoding=ENCODING)
        except OSError as error:
            raise RecordingError(f"{path} cannot be written: {_reason(error)}") from error
        for _ in range(CHUNK_COUNT):
            self._empty.put(Chunk(np.empty((len(COLUMNS), *shape)), np.empty(shape[0], np.int32)))
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
        self._thread.start()

    def next_chunk(self) -> Chunk:
        """The chunk to fill from now on; waits until there is an empty one.

        Raises:
            RecordingError: an earlier chunk could not be written, or everything is closed.
        """
        if self._is_closed:
            raise closed(self._path)
        chunk = self._empty.get()
        self.chunk, self.tick_count = chunk, 0
        self.check()
        return chunk

    def finish_tick(self) -> None:
        """Count a tick as filled; a full chunk goes to the thread.

        Raises:
            RecordingError: an earlier chunk could not be written.
        """
        self.check()
        self.tick_count += 1
        if self.chunk is not None and self.tick_count == len(self.chunk.ticks):
            self._hand_over()

    def check(self) -> None:
        """Say whether everything could be written so far.

        Raises:
            RecordingError: it could not.
        """
        if self._failure is not None:
            raise RecordingError(
                f"{self._path}: the recording ended early: {_reason(self._failure)}; "
                f"the {self._parquet.row_count} rows before that are safe"
            ) from self._failure

    def close(self) -> None:
        """Write what there is, then close the file."""
        self._is_closed = True
        self._hand_over()
        self._full.put(None)
        self._thread.join()

    def _hand_over(self) -> None:
        chunk, self.chunk = self.chunk, None
        if chunk is not None and self.tick_count:
            self._full.put((chunk, self.tick_count))

    def _run(self) -> None:
        while (item := self._full.get()) is not None:
            chunk, tick_count = item
            self._append(chunk, tick_count)
            self._empty.put(chunk)
        self._close()

    def _append(self, chunk: Chunk, tick_count: int) -> None:
        if self._failure is not None or chunk.values.shape[2] == 0:
            return
        try:
            self._parquet.append(pack(chunk.values[:, :tick_count], chunk.ticks[:tick_count]))
        except OSError as error:
            self._failure = error
        except Exception as error:  # our own bug: the world must not wait for a dead thread
            self._failure = OSError(f"{type(error).__name__}: {error}")

    def _close(self) -> None:
        try:
            if self._failure is None:
                self._parquet.close()
            else:
                self._parquet.abandon()
        except OSError as error:
            self._failure = error


def closed(path: Path) -> RecordingError:
    """What to say to whoever goes on recording after the end."""
    return RecordingError(f"{path}: the recording is closed already; make a new Recorder")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
