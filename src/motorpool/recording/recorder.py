"""Recorder of all vehicles at each tick, to a Parquet, CSV or MCAP file; see ``formats``.

``observe`` only copies the world's columns into a buffer. One thread writes what is new in it to the file, another
packs each full buffer (a chunk of about ten simulated seconds) while the world fills the other one. If a thread is
behind, the world waits: memory and what a killed process loses stay bounded however fast the world runs.
"""

import contextlib
import io
import os
import weakref
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import RecordingError, require
from ..base.files import check_input, folders_for, missing_folders, remove_empty
from ..base.foreign_formats import FORMATS
from ..world.drivers.kinds import ABSENT
from .claimed_file import ChunkWriter, claim, closed, displaced, is_in_place
from .columns import COLUMNS, DRIVER, MAX_CHUNK_ROWS, MAX_FILE_BYTES
from .description import describe, fleets_in
from .formats import check_suffix
from .journal import Journal
from .sensor_recording import SensorRecorder, beside, refuse_existing

if TYPE_CHECKING:
    from ..world import World
    from ..world.sensors.sensors import Sensors

_QUANTITIES = tuple(column.quantity for column in COLUMNS)


class Recorder:
    """An observer that writes a recording, until ``close()``, the end of ``with``, or of the program.

    A recording that is interrupted stays readable up to about a second on the clock before, and at most two simulated
    seconds. A recorder that observed no step creates no file, and leaves an existing one as it is. The file is claimed:
    a second recorder of it is refused.

    Example:
        world = mp.World(fleets=[("bicycle", 10)])
        with mp.Recorder("drive.parquet", every=6) as recorder:
            world.run(seconds=5, observers=[recorder])
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        every: int = 1,
        chunk_seconds: float = 10.0,
        flush_seconds: float = 1.0,
        overwrite: bool = False,
        sensors: "Sensors | bool" = False,
    ):
        """Claim the file at ``path``.

        Args:
            path: file, whose suffix decides the format, such as .parquet; ``formats`` finds them.
            every: each tick that this divides is recorded.
            chunk_seconds: simulated time whose rows are packed together [s].
            flush_seconds: rows are in the file after this time on the clock, and after twice this simulated time [s]
                (or twice the time between two rows, if it is longer).
            overwrite: an existing file.
            sensors: sensors of the world, whose readings are written to a file beside this one (``sensor_recording``);
                True for those of the vehicles' files, from the first step on.

        Raises:
            RecordingError: the file exists already (unless ``overwrite``), is being recorded, or cannot be written.
        """
        if every < 1:
            raise RecordingError(f"every is {every}; it must be 1 (each tick) or more")
        if not chunk_seconds > 0.0:
            raise RecordingError(f"chunk_seconds is {chunk_seconds}; it must be positive")
        if not flush_seconds > 0.0:
            raise RecordingError(f"flush_seconds is {flush_seconds}; it must be positive")
        require("pyarrow.parquet", extra="app", purpose="recording")
        self.path = Path(path)
        check_suffix(self.path)
        self._sensors = sensors
        self._sensor_recorder: SensorRecorder | None = None
        if sensors is not False and not overwrite:
            refuse_existing(beside(self.path))
        self.every = every
        self._chunk_seconds = chunk_seconds
        self._flush_seconds = flush_seconds
        missing = missing_folders(self.path)
        with folders_for(self.path, error=RecordingError):
            self._file, is_new = open_claimed(self.path, overwrite=overwrite)
        self._claimed_size = self.path.stat().st_size
        self._writer: ChunkWriter | None = None
        self._journal = Journal()
        self._world: World | None = None
        self._finish = weakref.finalize(self, give_up, self._file, missing, is_new=is_new)

    def __repr__(self) -> str:
        often = "every step" if self.every == 1 else f"every {self.every} steps"
        now = "waits for the first step" if self._writer is None else "records"
        return f"<Recorder of {str(self.path)!r}: {often}, {now if self._finish.alive else 'closed'}>"

    @property
    def is_recording(self) -> bool:
        """Return whether the recorder is open."""
        return self._finish.alive

    @property
    def sensors_path(self) -> Path | None:
        """Return the path of the file of the sensors' readings; None if none are recorded."""
        return None if self._sensor_recorder is None else beside(self.path)

    def observe(self, world: "World") -> None:
        """Add the actions and events of the step to the journal, and copy this tick's columns.

        Raises:
            RecordingError: an earlier chunk could not be written, or the recorder is closed.
        """
        self._world = world
        self._journal.note(world)
        if self._sensors is not False:
            self._record_sensors(world)
        if world.tick % self.every == 0:
            self._add_rows(world)

    def _record_sensors(self, world: "World") -> None:
        if self._sensor_recorder is None:
            from ..world.sensors.sensors import Sensors

            sensors = Sensors(world) if isinstance(self._sensors, bool) else self._sensors
            if not sensors.channels:
                self._sensors = False  # no vehicle's file has any
                return
            self._sensor_recorder = SensorRecorder(sensors, world, beside(self.path))
        self._sensor_recorder.observe(world)

    def _add_rows(self, world: "World") -> None:
        writer = self._writer or self._begin(world)
        if world.count > writer.vehicle_count:
            shape, first = (self._chunk_tick_count(world), world.count), writer.vehicle_count
            writer.grow([fleet for fleet in fleets_in(world.fleets) if fleet["first"] >= first], shape)
        chunk = writer.chunk or writer.next_chunk()
        index, count = chunk.tick_count, world.count
        vehicles = world.vehicles
        for block, quantity in zip(chunk.values, _QUANTITIES, strict=True):
            block[index, :count] = getattr(vehicles, quantity)
        if count < writer.vehicle_count:  # the world was set back to a state with fewer rows
            chunk.values[:, index, count:], chunk.values[DRIVER, index, count:] = np.nan, ABSENT
        chunk.ticks[index] = world.tick
        chunk.journal[index] = self._journal.take()
        writer.finish_tick()

    def close(self) -> None:
        """Write the remaining rows and mark the recording as complete. Closing twice has no effect.

        Raises:
            RecordingError: something could not be written.
        """
        try:
            if self._finish.alive and self._world is not None and self._journal.has_actions:
                self._add_rows(self._world)  # rows that carry the actions since the last ones
        finally:
            self._finish()
            if self._sensor_recorder is not None:
                self._sensor_recorder.close()
        if self._writer is not None:
            self._writer.check()

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self, world: "World") -> ChunkWriter:
        if not self._finish.alive:
            raise closed(self.path)
        if not is_in_place(self._file, size=self._claimed_size):
            raise displaced(self.path)
        shape = (self._chunk_tick_count(world), world.population.built_count)
        about = describe(world, self.every, self._journal)
        self._writer = ChunkWriter(
            self._file, self.path, about=about, shape=shape, flush_seconds=self._flush_seconds,
            tick_seconds=world.dt * self.every,
        )  # fmt: skip
        self._finish.detach()
        self._finish = weakref.finalize(self, self._writer.close)
        return self._writer

    def _chunk_tick_count(self, world: "World") -> int:
        wanted = round(self._chunk_seconds / (world.dt * self.every))
        return max(1, min(wanted, MAX_CHUNK_ROWS // max(1, world.count)))


def open_claimed(path: Path, *, overwrite: bool) -> tuple[io.FileIO, bool]:
    """Open and claim the file of a recording; return also whether it is new.

    Raises:
        RecordingError: it exists already (unless ``overwrite``), is being recorded, or cannot be written.
    """
    file, is_new = _opened(path)
    if not claim(file):
        file.close()
        raise RecordingError(f"{path} is being recorded by another program; choose another name")
    if not is_new and not overwrite:
        file.close()
        raise RecordingError(f"{path} exists already; choose another name, or overwrite it with --force")
    return file, is_new


def _opened(path: Path) -> tuple[io.FileIO, bool]:
    try:
        return io.FileIO(path.absolute(), "x+"), True
    except FileExistsError:
        check_input(path, max_bytes=MAX_FILE_BYTES, error=RecordingError, reads=FORMATS)  # no pipe, device or folder
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        return io.FileIO(path.absolute(), "r+"), False
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> RecordingError:
    reason = (error.strerror or str(error)).lower()
    return RecordingError(f"{path} cannot be written: {reason}; choose another place")


def give_up(file: io.FileIO, made: list[Path], *, is_new: bool) -> None:
    """Close a file in which nothing was recorded; delete it if it is new, and the folders that were made for it."""
    is_mine = is_new and is_in_place(file)
    file.close()
    if is_mine:
        with contextlib.suppress(OSError):  # on Windows while another program has it open
            Path(file.name).unlink()
        remove_empty(made)
