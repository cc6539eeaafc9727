"""Contents of a recording, independent of the form of its file.

A file is an Arrow IPC stream while it grows (``growing_file``) and Parquet when it is closed (``closed_file``); Parquet
files of formats 1 to 3 have frames around their row groups (``framed_chunks``). Each form lists its chunks as ``Chunk``
and reads the rows of one as an Arrow table.

A file is not trusted: what is wrong in it is a ``ValueError``.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO, NamedTuple

from .chain import first_link

MAX_TICK = (1 << 31) - 1


class Ticks(NamedTuple):
    """The ticks from the first to the last."""

    first: int
    last: int


class Chunk(NamedTuple):
    """Rows that are stored together, as the file lists them."""

    first_tick: int
    last_tick: int
    tick_count: int | None  # None in formats 1 and 2
    row_count: int
    follows: bytes  # link of the chunk before; empty without a chain
    link: bytes  # empty without a chain
    place: int = 0  # number of a row group, or position of a message [bytes]
    vehicle_count: int | None = None  # rows of the world's vehicle table; None in formats 1 to 4


def encoded_chunks(chunks: Sequence[Chunk]) -> str:
    """Return a list of chunks as JSON, without their places; ``chunk_list`` reads it."""
    rows = [
        [*chunk[:4], chunk.follows.decode("ascii"), chunk.link.decode("ascii")]
        + ([] if chunk.vehicle_count is None else [chunk.vehicle_count])
        for chunk in chunks
    ]
    return json.dumps(rows, separators=(",", ":"))


class Stored(NamedTuple):
    """Contents of a file."""

    description: bytes  # JSON
    chunks: list[Chunk]
    is_closed: bool
    is_parquet: bool
    is_framed: bool  # of formats 1 to 3
    dropped_seconds: float  # by recovering damaged files
    has_journal: bool
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
        if count is not None and (not 0 < count <= chunk.row_count or chunk.row_count % count):
            raise ValueError(f"a chunk has {count} ticks in {chunk.row_count} rows")


def stored(stream: BinaryIO) -> Stored | None:
    """Return the contents of a file; None where it is no recording.

    Raises:
        ValueError: it says something that no recording says.
        OSError: it cannot be read.
    """
    from .closed_file import read_closed
    from .growing_file import is_growing_file, read_growing

    return read_growing(stream) if is_growing_file(stream) else read_closed(stream)
