"""Frames: pieces of a file that can be found and checked without an index.

    frame:   mark, kind, number, size of record, size of payload, CRC-32 | payload | record

The CRC-32 is that of payload and record and starts from the number, so a frame with another number, or cut short, or
with a byte changed, is no frame. ``starts`` finds where frames may start, also behind damage.
"""

import io
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

HEAD, CHUNK, PART, FOOTER = b"H", b"C", b"P", b"F"

_HEADER = struct.Struct("<8s c 3s I Q I")
MARK = b"\xffMOTORPL"  # 0xff starts no footer: one that is half overwritten is not mistaken for whole
_MAX_BODY_BYTES = 1 << 30  # a damaged size must not fill the memory
_SEARCHED_AT_ONCE = 1 << 20

HEADER_BYTES = _HEADER.size


class Frame(NamedTuple):
    """A frame that was read and is whole."""

    kind: bytes
    number: int
    payload: bytes
    record: bytes
    end: int


def encoded_frame(kind: bytes, *, payload: bytes | memoryview, record: bytes, number: int = 0) -> bytes:
    """Return the bytes of a frame.

    Args:
        kind: HEAD, CHUNK, PART or FOOTER.
        payload: what it carries.
        record: what is said about the payload.
        number: of the chunk, 0 to 2^24 - 1.
    """
    checksum = zlib.crc32(record, zlib.crc32(payload, number))
    header = _HEADER.pack(MARK, kind, number.to_bytes(3, "little"), len(record), len(payload), checksum)
    return b"".join([header, payload, record])


def read_frame(stream: BinaryIO, at: int) -> Frame | None:
    """Return the frame that starts at ``at``; None where no whole frame does."""
    size = size_at(stream, at)
    if not size:
        return None
    stream.seek(at)
    _, kind, number_bytes, _, payload_size, checksum = _HEADER.unpack(stream.read(HEADER_BYTES))
    body = stream.read(size - HEADER_BYTES)
    number = int.from_bytes(number_bytes, "little")
    if zlib.crc32(body, number) != checksum:
        return None
    return Frame(kind, number, body[:payload_size], body[payload_size:], at + size)


def starts(stream: BinaryIO, at: int) -> Iterator[int]:
    """Yield where each mark at or behind ``at`` is, in one pass over the file."""
    while True:
        stream.seek(at)
        searched = stream.read(_SEARCHED_AT_ONCE)
        found = searched.find(MARK)
        while found >= 0:
            yield at + found
            found = searched.find(MARK, found + 1)
        if len(searched) < _SEARCHED_AT_ONCE:
            return
        at += len(searched) - len(MARK) + 1


def size_at(stream: BinaryIO, at: int) -> int:
    """Return the size that a frame's header at ``at`` states [bytes]; 0 where the file is shorter, or no mark is."""
    size = stream.seek(0, io.SEEK_END)
    if not 0 <= at <= size - HEADER_BYTES:
        return 0
    stream.seek(at)
    mark, _, _, record_size, payload_size, _ = _HEADER.unpack(stream.read(HEADER_BYTES))
    whole = HEADER_BYTES + payload_size + record_size
    return whole if mark == MARK and at + whole <= size and whole <= _MAX_BODY_BYTES else 0
