"""Hash chain over the chunks of a recording: a chunk that is missing, exchanged or in another place is found.

The first link is a hash of the recording's description. Each chunk's link is a hash of the link before it and of the
chunk's rows; it is the same in every form of the file. (Formats up to 3 hash the bytes of the Parquet row group
instead: ``framed_chunks``.) A chunk is stored with the link that it follows and with its own, so each chunk is checked
alone, and the order of all by their links only.

The chain has no key. It proves that nothing is missing since the last link was computed, and nothing about the author:
an author that publishes the last link elsewhere lets others compare.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import require


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
