"""Checks of the row groups of formats 1 to 3, which are read and no longer written.

Each row group of these files lies in a frame, which Parquet readers do not see:

    mark, kind, number, size of record, size of payload, CRC-32 | payload | record

The CRC-32 is that of payload and record and starts from the number. The payload is the pages of the row group, the
record is its entry in the file's index. In format 3 the link of a chunk is a hash of the payload and the record, the
latter as if the row group lay at the beginning of a file, and without its links.
"""

import struct
import zlib
from typing import BinaryIO

from .chain import next_link
from .compact_thrift import BINARY, STRUCT, Path, copied_struct, unsigned
from .parquet_index import RowGroup
from .stored import Chunk, DamagedError, UnchainedError

MARK = b"\xffMOTORPL"
BEGINNING = b"PAR1" + MARK
TICK_COUNT_KEY, FOLLOWS_KEY, LINK_KEY = b"motorpool.ticks", b"motorpool.follows", b"motorpool.link"  # of a row group
_HEADER = struct.Struct("<8s c 3s I Q I")
_KINDS = (b"C", b"P")  # a whole chunk, and a part of one that was not full yet
_KEY_VALUES: Path = (1, 0, 3, 8)  # RowGroup.columns[0].meta_data.key_value_metadata
_OFFSETS = {(2,), (4,), (6,), (3, 9), (3, 10), (3, 11), (3, 14)}  # of a ColumnChunk
_GROUP_OFFSET: Path = (5,)
_MAX_RECORD_BYTES = 1 << 20


def listed(group: RowGroup, place: int) -> Chunk:
    """Return a row group of a file's index as a chunk."""
    text = group.says.get(TICK_COUNT_KEY)
    count = None if text is None else int(text) if text.isdigit() and len(text) < 10 else 0
    follows, link = group.says.get(FOLLOWS_KEY, b""), group.says.get(LINK_KEY, b"")
    return Chunk(group.first, group.last, count, group.row_count, follows, link, place)


def check_frame(stream: BinaryIO, group: RowGroup, chunk: Chunk) -> None:
    """Check the frame of a row group, and its link if it has one.

    Raises:
        DamagedError: the frame is damaged, or none is there.
        UnchainedError: the row group was exchanged.
    """
    start = group.start
    stream.seek(max(0, start - _HEADER.size))
    header = stream.read(_HEADER.size)
    if start < _HEADER.size or len(header) < _HEADER.size:
        raise DamagedError("a row group has no frame")
    mark, kind, number, record_size, payload_size, checksum = _HEADER.unpack(header)
    is_ours = mark == MARK and kind in _KINDS and payload_size == sum(column.size for column in group.columns)
    if not is_ours or record_size > _MAX_RECORD_BYTES:
        raise DamagedError("a row group has no frame, or that of another one")
    body = stream.read(payload_size + record_size)
    if zlib.crc32(body, int.from_bytes(number, "little")) != checksum:
        raise DamagedError("the checksum of a row group is another one")
    if chunk.link and _link(chunk, body[:payload_size], body[payload_size:], start) != chunk.link:
        raise UnchainedError("a chunk is not the one that its link names")


def _link(chunk: Chunk, payload: bytes, record: bytes, start: int) -> bytes:
    def moved(path: Path, value: int) -> int:
        is_offset = path == _GROUP_OFFSET or (path[:1] == (1,) and path[2:] in _OFFSETS)
        return value + len(b"PAR1") - start if is_offset and value else value

    says = bytes([1 << 4 | STRUCT, 1 << 4 | BINARY])
    for number, text in enumerate((TICK_COUNT_KEY, str(chunk.tick_count).encode())):
        says += (b"" if not number else bytes([1 << 4 | BINARY])) + unsigned(len(text)) + text
    entry = copied_struct(record, moved, {_KEY_VALUES: says + b"\0"})
    return next_link(chunk.follows, payload, entry)
