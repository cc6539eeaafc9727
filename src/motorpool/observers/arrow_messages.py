"""Messages of an Arrow IPC stream, measured before PyArrow decodes them.

PyArrow reads a message with its body, and decompresses a record batch to whatever size the batch states. Read here are,
from the FlatBuffers metadata of a message, the kind of the message, the size of its body, what the writer added, and
the size of a record batch when it is decompressed.

Source: "Arrow Columnar Format", https://arrow.apache.org/docs/format/Columnar.html, and its Message.fbs; "FlatBuffers
internals", https://flatbuffers.dev/internals/.
"""

import struct
from typing import BinaryIO, NamedTuple

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
