"""The form of a recording that is being written: an Arrow IPC stream, a record batch for each second or less.

A writer that is killed loses the batch that it was writing at most: a stream needs no index. When the recording is
closed, a Parquet file takes its place at once (``closed_file``). That file is packed meanwhile, a row group for each
full chunk, into a file without a name, which the operating system deletes when the process ends.

The schema's metadata hold the description, those of each batch what is listed about it. PyArrow decompresses a record
batch to whatever size it states; so a message is measured by its FlatBuffers metadata before.

Sources: "Arrow Columnar Format", https://arrow.apache.org/docs/format/Columnar.html, and its Message.fbs; "FlatBuffers
internals", https://flatbuffers.dev/internals/.
"""

import contextlib
import io
import shutil
import struct
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple

from ..base.errors import RecordingError, require
from ..base.files import whole_file
from .chunks import Chunk, DamagedError, Stored, UnchainedError, check_listed, encoded_chunks, first_link, link_of_rows
from .closed_file import ClosedFile
from .columns import ABOUT_KEY, Journal, Ticks, Values, most_bytes, pack, schema

CHUNK_KEY = "motorpool.chunk"
_FEWEST_COMPRESSED = 500  # rows of a batch; to begin a compression takes longer than to write fewer
_MAX_SCHEMA_BYTES = 1 << 25  # with the description
_MAX_BATCH_METADATA_BYTES = 1 << 16  # limit of a batch's header; a larger one is damaged [bytes]


class GrowingFile:
    """Appends rows to an Arrow IPC stream, which becomes a Parquet file when it is closed.

    Attributes:
        size: size of the file [bytes], if no other program changes it.
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
        self.row_count = 0
        self._closed_stream: IO[bytes] = tempfile.TemporaryFile(dir=self._path.parent)  # noqa: SIM115 - closed later
        self._closed = ClosedFile(self._closed_stream, description)
        head = schema().with_metadata({ABOUT_KEY: description}).serialize().to_pybytes()
        self.magic = head[:8]
        file.truncate(0)  # nothing of an older recording may be found again
        self.size = 0
        self._write(head)

    def append(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Add some rows, as a record batch.

        Raises:
            OSError: they cannot be written; the file has what it had before.
        """
        table = pack(values, ticks, journal)
        chunk = _listed(table, ticks, self._link, values.shape[2])
        self._write(_message(table, {CHUNK_KEY: encoded_chunks([chunk])}))
        self.row_count += table.num_rows
        self._link = chunk.link

    def pack(self, values: Values, ticks: Ticks, journal: Journal = ()) -> None:
        """Pack the rows of a chunk, all of which were added, as a row group of the Parquet file.

        Raises:
            OSError: they cannot be written.
        """
        table = pack(values, ticks, journal)
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

    def _write(self, data: bytes) -> None:
        """Write all the bytes at the end; on failure restore the file."""
        try:
            write_all(self._file, data, at=self.size)
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(self.size)
            raise
        self.size += len(data)


def write_all(file: io.RawIOBase, data: bytes, *, at: int) -> None:
    """Write all the bytes at a place, in as many pieces as the system wants.

    Raises:
        OSError: they cannot be written.
    """
    file.seek(at)
    written = 0
    with memoryview(data) as view:
        while written < len(data):
            written += file.write(view[written:]) or 0


def _listed(table: Any, ticks: Ticks, follows: bytes, vehicle_count: int) -> Chunk:
    link = link_of_rows(follows, table)
    first, last = int(ticks.min()), int(ticks.max())
    return Chunk(first, last, len(ticks), table.num_rows, follows, link, vehicle_count)


def _message(table: Any, says: Mapping[str, str]) -> bytes:
    """Return a record batch as a message of a stream."""
    ipc = require("pyarrow.ipc", extra="app", purpose="recording")
    (batch,) = table.replace_schema_metadata(None).to_batches()
    stream = io.BytesIO()
    compression = "zstd" if table.num_rows >= _FEWEST_COMPRESSED else None
    writer = ipc.new_stream(stream, batch.schema, options=ipc.IpcWriteOptions(compression=compression))
    writer.write_batch(batch, custom_metadata=says)
    return stream.getvalue()[batch.schema.serialize().size :]


def is_growing_file(stream: BinaryIO) -> bool:
    """Return whether a file begins as an Arrow IPC stream does."""
    stream.seek(0)
    return stream.read(len(CONTINUATION)) == CONTINUATION


def read_growing(stream: BinaryIO) -> Stored | None:
    """Return the contents of an Arrow IPC stream; None where it is no recording.

    Raises:
        RecordingError: its description is that of no recording, or of one in another format.
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
    from .validation import described

    about = described(description)
    if not found.equals(schema()):
        raise ValueError("its columns are not those of a recording")
    chunks = _chunks(stream, head.end, size)
    check_listed(chunks)
    return Stored(
        description,
        about,
        chunks,
        is_closed=False,
        is_parquet=False,
        dropped_seconds=0.0,
        read=_read,
    )


def _chunks(stream: BinaryIO, at: int, size: int) -> list[Chunk]:
    from .validation import decoded_chunks

    chunks: list[Chunk] = []
    while (message := _batch_at(stream, at, size)) is not None:
        listed = decoded_chunks(message.says.get(CHUNK_KEY.encode(), b""))
        if message.kind != RECORD_BATCH or len(listed) != 1:
            raise ValueError("it has a message that no recorder writes")
        chunks.append(listed[0]._replace(place=at))
        at = message.end
    return chunks


def _batch_at(stream: BinaryIO, at: int, size: int) -> "Message | None":
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


SCHEMA, RECORD_BATCH = 1, 3  # kinds of messages
CONTINUATION = b"\xff\xff\xff\xff"
_PREFIX = struct.Struct("<4s i")  # continuation, size of the metadata
# Slots of the tables Message, RecordBatch and KeyValue
_KIND, _HEADER, _BODY_BYTES, _SAYS = 1, 2, 3, 4
_BUFFERS, _COMPRESSION = 2, 3
_KEY, _VALUE = 0, 1
_BUFFER = struct.Struct("<q q")  # offset and size


class Message(NamedTuple):
    """A message that is all there."""

    kind: int
    start: int
    end: int  # of its body
    metadata: bytes
    says: dict[bytes, bytes]  # what the writer added

    def content(self, stream: BinaryIO) -> bytes:
        """Return all bytes of the message."""
        stream.seek(self.start)
        return stream.read(self.end - self.start)


def read_message(stream: BinaryIO, at: int, *, size: int, most_metadata: int) -> Message | None:
    """Return the message at byte ``at`` with limited metadata [bytes]; None where the file ends before.

    Raises:
        ValueError: there is no message.
    """
    stream.seek(at)
    prefix = stream.read(_PREFIX.size)
    if len(prefix) < _PREFIX.size:
        return None
    continuation, length = _PREFIX.unpack(prefix)
    if continuation != CONTINUATION or not 0 <= length <= most_metadata:
        raise ValueError("it has no message of an Arrow stream where one must be")
    metadata = stream.read(length)
    if not length or len(metadata) < length:
        return None
    try:
        message = _root(metadata)
        body_size = message.integer(_BODY_BYTES, "<q")
        says = {pair.text(_KEY): pair.text(_VALUE) for pair in message.tables(_SAYS)}
        kind = message.integer(_KIND, "<B")
    except struct.error as error:
        raise ValueError("the metadata of a message are damaged") from error
    end = at + _PREFIX.size + length + body_size
    if body_size < 0:
        raise ValueError("a message has a body of a negative size")
    return Message(kind, at, end, metadata, says) if end <= size else None


def decompressed_size(message: Message, content: bytes) -> int:
    """Return the size of a record batch when it is decompressed [bytes].

    Raises:
        ValueError: the message is no record batch, or a part of it is not within the message.
    """
    body = memoryview(content)[_PREFIX.size + len(message.metadata) :]
    try:
        batch = _root(message.metadata).table(_HEADER)
        if message.kind != RECORD_BATCH or batch is None:
            raise ValueError("a message is no record batch")
        if batch.place(_COMPRESSION) == 0:
            return len(body)
        total = 0
        for at in batch.vector(_BUFFERS, _BUFFER.size):
            start, length = _BUFFER.unpack_from(message.metadata, at)
            if start < 0 or length < 0 or start + length > len(body):
                raise ValueError("a part of a record batch is not within its message")
            if length:
                (stated,) = struct.unpack_from("<q", body, start)
                total += length if stated == -1 else stated
                if stated < -1:
                    raise ValueError("a part of a record batch has a negative size")
    except struct.error as error:
        raise ValueError("the metadata of a message are damaged") from error
    return total


class _Table(NamedTuple):
    """A table of a FlatBuffer."""

    data: bytes
    at: int

    def place(self, slot: int) -> int:
        table = self.at - _unpacked(self.data, "<i", self.at)
        entry = 4 + 2 * slot
        if entry + 2 > _unpacked(self.data, "<H", table):
            return 0
        offset = _unpacked(self.data, "<H", table + entry)
        return self.at + offset if offset else 0

    def integer(self, slot: int, form: str) -> int:
        place = self.place(slot)
        return _unpacked(self.data, form, place) if place else 0

    def table(self, slot: int) -> "_Table | None":
        place = self.place(slot)
        return _Table(self.data, _followed(self.data, place)) if place else None

    def vector(self, slot: int, stride: int) -> range:
        place = self.place(slot)
        if not place:
            return range(0)
        start = _followed(self.data, place)
        count = _unpacked(self.data, "<I", start)
        if start + 4 + count * stride > len(self.data):
            raise struct.error
        return range(start + 4, start + 4 + count * stride, stride)

    def tables(self, slot: int) -> "list[_Table]":
        return [_Table(self.data, _followed(self.data, at)) for at in self.vector(slot, 4)]

    def text(self, slot: int) -> bytes:
        items = self.vector(slot, 1)
        return self.data[items.start : items.stop]


def _root(data: bytes) -> _Table:
    return _Table(data, _followed(data, 0))


def _followed(data: bytes, at: int) -> int:
    return at + _unpacked(data, "<I", at)


def _unpacked(data: bytes, form: str, at: int) -> int:
    if at < 0:
        raise struct.error
    return struct.unpack_from(form, data, at)[0]
