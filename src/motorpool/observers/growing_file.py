"""The form of a recording that is being written: an Arrow IPC stream, a record batch about once a second.

A writer that is killed loses the batch that it was writing at most: a stream needs no index. When the recording is
closed, a Parquet file takes its place at once (``closed_file``). That file is written meanwhile, a row group for each
full chunk, to a file without a name, which the operating system deletes when the process ends.

The schema's metadata hold the description, those of each batch what is listed about it. The batches are chained like
the chunks of a closed file (``chain.py``).
"""

import contextlib
import io
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO

from ..errors import RecordingError, require
from ..files import whole_file
from .arrow_messages import CONTINUATION, RECORD_BATCH, SCHEMA, Message, decompressed_size, read_message
from .chain import first_link, link_of_rows
from .closed_file import ClosedFile
from .recording_format import ABOUT_KEY, Journal, Ticks, Values, most_bytes, pack, schema
from .stored import Chunk, DamagedError, Stored, UnchainedError, check_listed, encoded_chunks

CHUNK_KEY = "motorpool.chunk"
_COMPRESSION = "zstd"
_MAX_SCHEMA_BYTES = 1 << 25  # with the description
_MAX_BATCH_METADATA_BYTES = 1 << 16


class GrowingFile:
    """Appends rows to an Arrow IPC stream, which becomes a Parquet file when it is closed.

    Attributes:
        size: of the file [bytes], as long as no other program changes it.
        magic: its first bytes.
        row_count: rows that are safely in the file.
    """

    def __init__(self, file: io.FileIO, about: Mapping[str, str]):
        """Start the file, which is open for reading and writing by its absolute path, anew with no rows.

        Raises:
            OSError: it cannot be written.
        """
        description = about[ABOUT_KEY].encode()
        self._file, self._path = file, Path(file.name).resolve()
        self._link = self._closed_link = first_link(description)
        self._part_ticks = 0  # of the chunk that is being filled, which are in the file
        self.row_count = 0
        self._closed_stream: IO[bytes] = tempfile.TemporaryFile(dir=self._path.parent)  # noqa: SIM115 - closed later
        self._closed = ClosedFile(self._closed_stream, description)
        head = schema().with_metadata({ABOUT_KEY: description}).serialize().to_pybytes()
        self.magic = head[:8]
        file.truncate(0)  # nothing of an older recording may be found again
        self.size = 0
        self._write(head)

    def append_part(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Add some rows of the chunk that ``append`` will add.

        Raises:
            OSError: they cannot be written; the file has what it had before.
        """
        self._link = self._add(pack(values, ticks, journal), ticks, values.shape[2])
        self._part_ticks += len(ticks)

    def append(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Add the rows of a chunk that no part had.

        Raises:
            OSError: they cannot be written; the file has what it had before.
        """
        start, self._part_ticks = self._part_ticks, 0
        table = pack(values, ticks, journal)
        if start < len(ticks):
            rest = pack(values[:, start:], ticks[start:], journal[start:]) if start else table
            self._link = self._add(rest, ticks[start:], values.shape[2])
        chunk = _listed(table, ticks, self._closed_link, values.shape[2])
        self._closed.append(table, chunk)
        self._closed_link = chunk.link

    def grow(self, fleets: Sequence[Mapping[str, Any]]) -> None:
        """Take rows of further vehicles from now on; the journal names their fleets."""

    def close(self) -> None:
        """Put the Parquet file in place of the stream.

        Raises:
            OSError: it cannot be written; the stream stays.
        """
        self._closed.finish()
        try:
            with whole_file(self._path, error=RecordingError) as new:
                self._closed_stream.seek(0)
                with new.open("wb") as stream:
                    shutil.copyfileobj(self._closed_stream, stream)
                shutil.copymode(self._path, new)
                self._file.close()  # an open file cannot be replaced on Windows
        except RecordingError as error:
            raise error.__cause__ or error from error
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Close the file as it is, not marked as complete."""
        self._file.close()
        self._closed.abandon()
        self._closed_stream.close()

    def _add(self, table: Any, ticks: Ticks, vehicle_count: int) -> bytes:
        """Write a record batch; returns its link."""
        chunk = _listed(table, ticks, self._link, vehicle_count)
        self._write(_message(table, {CHUNK_KEY: encoded_chunks([chunk])}))
        self.row_count += table.num_rows
        return chunk.link

    def _write(self, data: bytes) -> None:
        """Write all the bytes at the end; on failure the file is again what it was."""
        self._file.seek(self.size)
        try:
            with memoryview(data) as view:
                written = 0
                while written < len(data):
                    written += self._file.write(view[written:]) or 0
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(self.size)
            raise
        self.size += len(data)


def _listed(table: Any, ticks: Ticks, follows: bytes, vehicle_count: int) -> Chunk:
    link = link_of_rows(follows, table)
    first, last = int(ticks.min()), int(ticks.max())
    return Chunk(first, last, len(ticks), table.num_rows, follows, link, vehicle_count=vehicle_count)


def _message(table: Any, says: Mapping[str, str]) -> bytes:
    """Return a record batch as a message of a stream."""
    ipc = require("pyarrow.ipc", extra="app", purpose="recording")
    (batch,) = table.replace_schema_metadata(None).to_batches()
    stream = io.BytesIO()
    writer = ipc.new_stream(stream, batch.schema, options=ipc.IpcWriteOptions(compression=_COMPRESSION))
    writer.write_batch(batch, custom_metadata=says)
    return stream.getvalue()[batch.schema.serialize().size :]


def is_growing_file(stream: BinaryIO) -> bool:
    """Return whether a file begins as an Arrow IPC stream does."""
    stream.seek(0)
    return stream.read(len(CONTINUATION)) == CONTINUATION


def read_growing(stream: BinaryIO) -> Stored | None:
    """Return the contents of an Arrow IPC stream; None where it is no recording.

    Raises:
        ValueError: it says something that no recording says.
    """
    arrow = require("pyarrow", extra="app", purpose="reading a recording")
    ipc = require("pyarrow.ipc", extra="app", purpose="reading a recording")
    size = stream.seek(0, io.SEEK_END)
    head = read_message(stream, 0, size=size, most_metadata=_MAX_SCHEMA_BYTES)
    if head is None or head.kind != SCHEMA:
        return None
    found = ipc.read_schema(arrow.BufferReader(head.content(stream)))
    says: dict[bytes, bytes] = found.metadata or {}
    description = says.get(ABOUT_KEY.encode())
    if description is None:
        return None
    if not found.equals(schema()):
        raise ValueError("its columns are not those of a recording")
    chunks = _chunks(stream, head.end, size)
    check_listed(chunks)
    return Stored(
        description,
        chunks,
        is_closed=False,
        is_parquet=False,
        is_framed=False,
        dropped_seconds=0.0,
        has_journal=True,
        read=_read,
    )


def _chunks(stream: BinaryIO, at: int, size: int) -> list[Chunk]:
    from .chunk_list import decoded_chunks

    chunks: list[Chunk] = []
    while (message := _batch_at(stream, at, size)) is not None:
        listed = decoded_chunks(message.says.get(CHUNK_KEY.encode(), b""))
        if message.kind != RECORD_BATCH or len(listed) != 1:
            raise ValueError("it has a message that no recorder writes")
        chunks.append(listed[0]._replace(place=at))
        at = message.end
    return chunks


def _batch_at(stream: BinaryIO, at: int, size: int) -> Message | None:
    return read_message(stream, at, size=size, most_metadata=_MAX_BATCH_METADATA_BYTES)


def _read(stream: BinaryIO, chunk: Chunk) -> Any:
    """Return the rows of a batch."""
    arrow = require("pyarrow", extra="app", purpose="reading a recording")
    ipc = require("pyarrow.ipc", extra="app", purpose="reading a recording")
    message = _batch_at(stream, chunk.place, stream.seek(0, io.SEEK_END))
    if message is None:
        raise DamagedError("a record batch is not there")
    content = message.content(stream)
    size, most = decompressed_size(message, content), sum(most_bytes(chunk.row_count).values())
    if size > most:
        raise ValueError(f"a record batch has {size} bytes; {chunk.row_count} rows have at most {most}")
    try:
        batch = ipc.read_record_batch(ipc.read_message(content), schema())
        batch.validate(full=True)
    except (arrow.ArrowException, OSError) as error:
        raise DamagedError(" ".join(str(error).split())) from error
    if batch.num_rows != chunk.row_count:
        raise DamagedError(f"a record batch has {batch.num_rows} rows; {chunk.row_count} are listed")
    table = arrow.Table.from_batches([batch])
    if link_of_rows(chunk.follows, table) != chunk.link:
        raise UnchainedError("a batch is not the one that its link names")
    return table
