"""The file of a recorder: only one program at a time writes it, by two threads; readers are not restricted.

One thread appends rows to the file in short parts, one packs full chunks for the closed file. The world fills a chunk,
and asks for a part to be written after each ``flush_seconds`` of simulated time. It waits for the part before, so that
at most two parts are not in the file, however fast it runs. If it is slow, the thread writes the new rows of the chunk
by itself after ``flush_seconds``. Two chunks alternate: one is filled while the other is packed.
"""

import io
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError
from .columns import COLUMNS
from .formats import begin_file

if sys.platform == "win32":
    import msvcrt

    _BEHIND_EVERYTHING = 1 << 60  # Windows does not let other programs read locked bytes

    def claim(file: io.FileIO) -> bool:
        """Claim an open file until it is closed; false where another program has done so."""
        file.seek(_BEHIND_EVERYTHING)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

else:
    import fcntl

    def claim(file: io.FileIO) -> bool:
        """Claim an open file until it is closed; false where another program has done so."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: other claims are not visible
            return True
        return True


def begins_with(file: io.FileIO, content: bytes) -> bool:
    """Return whether a file that is open for reading, too, still begins with ``content``."""
    file.seek(0)
    return file.read(len(content)) == content


def is_in_place(file: io.FileIO, *, size: int | None = None) -> bool:
    """Return whether the absolute path of an open file still leads to it, and its size is ``size``."""
    mine = os.fstat(file.fileno())
    try:
        found = Path(file.name).stat()
    except OSError:
        return False
    return os.path.samestat(mine, found) and size in (None, mine.st_size)


CHUNK_COUNT = 2  # one fills while the other is written; with one, each step waits for the disk


@dataclass(slots=True)
class Chunk:
    """Buffer for some ticks of every vehicle."""

    values: NDArray[np.float64]  # (columns, ticks, vehicles)
    ticks: NDArray[np.int32]
    journal: list[bytes | None]  # of each tick
    tick_count: int = 0  # that are filled


class Part(NamedTuple):
    """Rows of a chunk up to a tick, to be appended to the file."""

    chunk: Chunk
    stop: int  # number of its ticks
    is_over: bool  # no more rows come into the chunk


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
        tick_seconds: float,
    ):
        """Start the file, which is claimed, and the threads.

        Args:
            shape: size of a chunk: ticks, vehicles.
            flush_seconds: time after which rows are in the file, on the clock and simulated [s].
            tick_seconds: simulated time between two ticks of a chunk [s].

        Raises:
            RecordingError: the file cannot be written.
        """
        self._file, self._path, self.vehicle_count = file, path, shape[1]
        self._flush_seconds = flush_seconds
        self._part_ticks = max(1, round(flush_seconds / tick_seconds))
        self.chunk: Chunk | None = None
        self._is_closed, self._process = False, os.getpid()
        self._failure: OSError | None = None
        self._empty: queue.SimpleQueue[Chunk] = queue.SimpleQueue()
        self._parts: queue.SimpleQueue[Part | None] = queue.SimpleQueue()
        self._is_written = threading.Semaphore()  # of the part that was asked for last
        self._full: queue.SimpleQueue[Chunk | None] = queue.SimpleQueue()
        try:
            self._rows = begin_file(file, path, about)
        except OSError as error:
            raise RecordingError(f"{path} cannot be written: {_reason(error)}") from error
        self._put_empty(shape)
        self._packer = threading.Thread(target=self._pack_chunks, name="recorder-packer", daemon=True)
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
        self._packer.start()
        self._thread.start()

    def next_chunk(self) -> Chunk:
        """Return the next chunk to fill; wait until there is an empty one.

        Raises:
            RecordingError: an earlier chunk could not be written, or the writer is closed.
        """
        if self._is_closed:
            raise closed(self._path)
        self._refuse_other_process()
        chunk = self._empty.get()
        chunk.tick_count = 0
        self.chunk = chunk
        self.check()
        return chunk

    def grow(self, fleets: Sequence[Mapping[str, Any]], shape: tuple[int, int]) -> None:
        """Take rows of further vehicles from now on; waits until earlier rows are written.

        Args:
            fleets: descriptions of their fleets.
            shape: size of a chunk: ticks, vehicles.

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
        """Count a tick as filled, and pass rows to the thread when they are due; waits for those before.

        Raises:
            RecordingError: earlier rows could not be written.
        """
        self.check()
        self._refuse_other_process()
        chunk = self.chunk
        if chunk is not None:
            chunk.tick_count += 1
            if chunk.tick_count == len(chunk.ticks):
                self._hand_over()
            elif chunk.tick_count % self._part_ticks == 0:
                self._write(chunk)

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
        """Write the remaining rows and close the file; do nothing in a forked child: the file is its parent's."""
        self._is_closed = True
        if os.getpid() != self._process:
            return
        self._hand_over()
        self._parts.put(None)
        self._thread.join()

    def _put_empty(self, shape: tuple[int, int]) -> None:
        for _ in range(CHUNK_COUNT):
            self._empty.put(Chunk(np.empty((len(COLUMNS), *shape)), np.empty(shape[0], np.int32), [None] * shape[0]))

    def _hand_over(self) -> None:
        chunk, self.chunk = self.chunk, None
        if chunk is not None and chunk.tick_count:
            self._write(chunk, is_over=True)

    def _refuse_other_process(self) -> None:
        if os.getpid() != self._process:
            raise RecordingError(
                f"{self._path} is being recorded by the process that has forked this one; "
                "make a new Recorder with another name in each process"
            )

    def _write(self, chunk: Chunk, *, is_over: bool = False) -> None:
        self._is_written.acquire()
        self._parts.put(Part(chunk, chunk.tick_count, is_over))

    # ---- in the threads

    def _run(self) -> None:
        written = 0  # ticks of the chunk being filled
        while True:
            try:
                part = self._parts.get(timeout=self._flush_seconds)
            except queue.Empty:
                written = self._append_new(written)
                continue
            if part is None:
                break
            self._append(part.chunk, written, part.stop)
            self._is_written.release()
            written = 0 if part.is_over else part.stop
            if part.is_over:
                self._full.put(part.chunk)
        self._full.put(None)
        self._packer.join()
        self._close()

    def _append_new(self, written: int) -> int:
        """Append the rows that were filled since the last part; return the ticks that are written now."""
        chunk = self.chunk
        if chunk is None or not self._parts.empty():  # the chunk before may just be full
            return written
        filled = chunk.tick_count
        self._append(chunk, written, filled)
        return filled

    def _pack_chunks(self) -> None:
        while (chunk := self._full.get()) is not None:
            self._pass(self._rows.pack, chunk, 0, chunk.tick_count)
            self._empty.put(chunk)

    def _append(self, chunk: Chunk, start: int, stop: int) -> None:
        def append(*rows: Any) -> None:
            self._check_place()
            self._rows.append(*rows)

        self._pass(append, chunk, start, stop)

    def _pass(self, take: Callable[..., None], chunk: Chunk, start: int, stop: int) -> None:
        """Pass rows to a function, unless an earlier call has failed."""
        if self._failure is not None or chunk.values.shape[2] == 0 or start >= stop:
            return
        try:
            take(chunk.values[:, start:stop], chunk.ticks[start:stop], chunk.journal[start:stop])
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
