"""Messages of an MCAP file in the file's order, with limits on the size of decompressed chunks.

A chunk is decompressed up to its stated size, and all chunks together up to a multiple of the file's size: a file of
some kilobytes that would decompress to gigabytes is refused.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ..errors import FitError, require
from .log_size import MOST_BYTES

MOST_UNPACKED = 100  # greatest ratio of compression; logs are compressed to a half or a tenth
ALWAYS_UNPACKED = 1 << 24  # allowed for any file [bytes]


class Sent(NamedTuple):
    """Message with its schema and channel."""

    schema: Any  # None if its channel has none
    channel: Any
    message: Any


def messages(path: Path) -> Iterator[Sent]:
    """Yield all messages of a file.

    Raises:
        FitError: its chunks are too large, or a message has no channel.
        Exception: of the library, which has several, where the file is none.
    """
    records = require("mcap.records", extra="app", purpose="reading an MCAP log")
    schemas: dict[int, Any] = {}
    channels: dict[int, Any] = {}
    with path.open("rb") as stream:
        for record in _records(stream, path.stat().st_size):
            match record:
                case records.Schema():
                    schemas[record.id] = record
                case records.Channel():
                    channels[record.id] = record
                case records.Message():
                    channel = channels.get(record.channel_id)
                    if channel is None:
                        raise FitError("it has a message of a channel that it does not describe")
                    yield Sent(schemas.get(channel.schema_id), channel, record)
                case _:
                    pass


def _records(stream: BinaryIO, size: int) -> Iterator[Any]:
    reader = require("mcap.stream_reader", extra="app", purpose="reading an MCAP log")
    records = require("mcap.records", extra="app", purpose="reading an MCAP log")
    exceptions = require("mcap.exceptions", extra="app", purpose="reading an MCAP log")
    most = min(MOST_BYTES, ALWAYS_UNPACKED + MOST_UNPACKED * size)
    unpacked = 0
    for record in reader.StreamReader(stream, emit_chunks=True).records:
        if not isinstance(record, records.Chunk):
            yield record
            continue
        unpacked += record.uncompressed_size
        if unpacked > most:
            raise FitError(
                f"its chunks hold at least {unpacked} bytes unpacked; those of a file of {size} bytes may hold at most "
                f"{most}: cut it into several logs"
            )
        inside = io.BytesIO(_unpacked(record))
        try:
            yield from reader.StreamReader(inside, skip_magic=True, emit_chunks=True).records
        except exceptions.EndOfFile:
            continue


def _unpacked(chunk: Any) -> bytes:
    """Return the content of a chunk, which must have its stated size."""
    most = chunk.uncompressed_size + 1
    match chunk.compression:
        case "":
            content: bytes = chunk.data
        case "zstd":
            zstandard = require("zstandard", extra="app", purpose="reading an MCAP log")
            content = zstandard.ZstdDecompressor().stream_reader(chunk.data).read(most)
        case "lz4":
            lz4 = require("lz4.frame", extra="app", purpose="reading an MCAP log")
            content = lz4.LZ4FrameDecompressor().decompress(chunk.data, max_length=most)
        case other:
            raise FitError(f"it has a chunk compressed by {other[:20]!r}; chunks must be compressed by zstd or lz4")
    if len(content) != chunk.uncompressed_size:
        raise FitError(
            f"it has a chunk that states {chunk.uncompressed_size} bytes unpacked and holds "
            f"{'more' if len(content) > chunk.uncompressed_size else len(content)}; the file is damaged"
        )
    return content
