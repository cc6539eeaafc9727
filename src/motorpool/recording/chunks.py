"""Chunks of a recording, as both forms of its file list them, and the hash chain over them.

A file is an Arrow IPC stream while it grows (``growing_file``) and Parquet when it is closed (``closed_file``). Each
form lists its chunks as ``Chunk`` and reads the rows of one as an Arrow table. A file is not trusted: what is wrong in
it is a ``ValueError``.

A chunk that is missing, exchanged or in another place is found by the chain. The first link is a hash of the
recording's description. Each chunk's link is a hash of the link before it and of the chunk's rows; it is the same in
both forms. A chunk is stored with the link that it follows and with its own, so each chunk is checked alone, and the
order of all by their links only. The chain has no key. It proves that nothing is missing since the last link was
computed, and nothing about the author: an author that publishes the last link elsewhere lets others compare.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ..base.errors import require

MAX_TICK = (1 << 31) - 1  # largest value of the column ``tick``; 1.1 years of steps of 1/60 s


class Ticks(NamedTuple):
    """The ticks from the first to the last."""

    first: int
    last: int


class Chunk(NamedTuple):
    """Rows that are stored together, as the file lists them."""

    first_tick: int
    last_tick: int
    tick_count: int
    row_count: int
    follows: bytes  # link of the chunk before
    link: bytes
    vehicle_count: int  # rows of the world's vehicle table
    place: int = 0  # number of a row group, or position of a message [bytes]


def encoded_chunks(chunks: Sequence[Chunk]) -> str:
    """Return a list of chunks as JSON, without their places; ``validation`` reads it."""
    rows = [
        [*chunk[:4], chunk.follows.decode("ascii"), chunk.link.decode("ascii"), chunk.vehicle_count] for chunk in chunks
    ]
    return json.dumps(rows, separators=(",", ":"))


class Stored(NamedTuple):
    """Contents of a file."""

    description: bytes  # JSON
    about: Mapping[str, Any]  # the description, checked
    chunks: list[Chunk]
    is_closed: bool
    is_parquet: bool
    dropped_seconds: float  # by recovering damaged files
    read: Callable[[BinaryIO, Chunk], Any]  # the rows of a chunk as an Arrow table, with all columns


class DamagedError(ValueError):
    """A chunk's bytes are not those that were written."""


class UnchainedError(ValueError):
    """A chunk is not the one that the chain names."""


def broken_links(found: Stored) -> list[int]:
    """Return the numbers of the chunks that do not follow on the one before, or on the description."""
    links = [first_link(found.description), *(chunk.link for chunk in found.chunks)]
    return [number for number, chunk in enumerate(found.chunks) if chunk.follows != links[number]]


def check_listed(chunks: Sequence[Chunk]) -> None:
    """Refuse chunks that no recorder lists.

    Raises:
        ValueError: the ticks or the number of rows of one are impossible.
    """
    for chunk in chunks:
        if chunk.row_count < 1 or not 0 <= chunk.first_tick <= chunk.last_tick <= MAX_TICK:
            raise ValueError(f"a chunk has {chunk.row_count} rows of the ticks {chunk.first_tick} to {chunk.last_tick}")
        count = chunk.tick_count
        if not 0 < count <= chunk.row_count or chunk.row_count % count:
            raise ValueError(f"a chunk has {count} ticks in {chunk.row_count} rows")


def stored(stream: BinaryIO) -> Stored | None:
    """Return the contents of a file; None where it is no recording.

    Raises:
        RecordingError: its description is that of no recording, or of one in another format.
        ValueError: it says something that no recording says.
        OSError: it cannot be read.
    """
    from .closed_file import read_closed
    from .growing_file import is_growing_file, read_growing

    return read_growing(stream) if is_growing_file(stream) else read_closed(stream)


def first_link(description: bytes) -> bytes:
    """Return the link that the first chunk follows, a SHA-256 in hexadecimal digits."""
    return hashlib.sha256(b"motorpool recording\0" + description).hexdigest().encode()


def next_link(previous: bytes, *parts: bytes | memoryview) -> bytes:
    """Return the link of a chunk, a SHA-256 in hexadecimal digits.

    Where one part ends is part of the hash.
    """
    link = hashlib.sha256(previous)
    for part in parts:
        link.update(len(part).to_bytes(8, "little"))
        link.update(part)
    return link.hexdigest().encode()


def link_of_rows(previous: bytes, table: Any) -> bytes:
    """Return the link of a chunk by its rows.

    Hashed are, for each column of the Arrow table in its order, the values as little-endian integers with zero for a
    missing one, and a bit for each missing one (empty if none is missing); for a column of bytes, the length of each
    value as int32, -1 if it is missing, and all values joined.
    """
    return next_link(previous, *(part for column in table.columns for part in _parts(column)))


def _parts(column: Any) -> Iterator[bytes]:
    arrow = require("pyarrow", extra="app", purpose="recording")
    if column.type == arrow.binary():
        compute = require("pyarrow.compute", extra="app", purpose="recording")
        yield _bytes(compute.binary_length(column).fill_null(-1).to_numpy())
        yield b"".join(column.drop_null().to_pylist())
        return
    yield _bytes(column.fill_null(0).to_numpy())
    yield np.packbits(column.is_null().to_numpy()).tobytes() if column.null_count else b""


def _bytes(values: Any) -> bytes:
    return values.astype(values.dtype.newbyteorder("<"), copy=False).tobytes()
