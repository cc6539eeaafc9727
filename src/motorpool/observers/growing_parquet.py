"""A Parquet file that grows and is readable all the while, whenever its writer dies.

Parquet keeps its index (the "footer") at the end, so a file whose writer dies is usually lost. This one ends in a
footer whenever nobody is writing; a Parquet reader that comes in the moment of a write finds none, and reads again.
All that is in it lies in frames (``frames.py``), by which it is found again from the front should a write have been
cut short; Parquet readers go by the footer's offsets and never see the frames.

    "PAR1" | head | chunk 1 | chunk 2 | ... | part of chunk n | part of chunk n | ... | footer

``append`` adds a chunk, a large row group. Until it is full, ``append_part`` adds what there is of it, so that little
is lost in between; the whole chunk then takes the place of its parts, and nothing of them stays. For this it is
written twice: first behind all there is, with a footer that lists it in place of the parts, which is the file's end
until the end; then where the parts began. Then the file is cut off there.

A chunk's payload is the row group as pyarrow wrote it; its record is the row group's entry in the footer, with the
offsets moved to where the chunk lies here, what its table's metadata say, and its links (``chain.py``). The head's
record is a footer without row groups: the schema and what the file says about itself.
"""

import io
from collections.abc import Mapping
from typing import Any

from ..errors import require
from .chain import first_link, next_link
from .frames import CHUNK, FOOTER, HEAD, HEADER_BYTES, MARK, PART, encoded_frame
from .parquet_footer import (
    MAGIC,
    Contents,
    Record,
    encoded_footer,
    footer_start,
    head_of,
    moved,
    only_group,
    row_group,
    with_group_key_values,
    with_key_values,
)
from .thrift import encode_struct

BEGINNING = MAGIC + MARK
CLOSED_KEY = b"motorpool.closed"
TICK_COUNT_KEY, FOLLOWS_KEY, LINK_KEY = b"motorpool.ticks", b"motorpool.follows", b"motorpool.link"  # of a row group
ENDINGS = {False: {CLOSED_KEY: b"no"}, True: {CLOSED_KEY: b"yes"}}


class GrowingParquet:
    """Appends tables of one schema to a file, each as a row group.

    Attributes:
        size: of the file [bytes], as long as nobody else changes it.
    """

    def __init__(
        self,
        file: io.RawIOBase,
        *,
        schema: Any,
        key_values: Mapping[str, str],
        encoding: Mapping[str, Any],
        chained: str = "",
    ):
        """Start the file anew with no rows.

        Args:
            file: open for reading and writing.
            schema: of all tables.
            key_values: metadata of the file.
            encoding: for ``pyarrow.parquet.write_table``.
            chained: key of the metadata that the first chunk's link follows from; no chain if empty.

        Raises:
            OSError: it could not be written.
        """
        self._file = file
        self._encoding = dict(encoding)
        empty = self._encode(schema.empty_table())
        about = {key.encode(): value.encode() for key, value in key_values.items()}
        self._first_link = first_link(about[chained.encode()]) if chained else b""
        head = with_key_values(head_of(empty), about)
        frame = encoded_frame(HEAD, payload=b"", record=encode_struct(head))
        self._whole = Contents(head, [], len(MAGIC) + len(frame))  # without the parts
        self._contents = self._whole
        file.truncate(0)  # nothing of an older recording may be found again
        self.size = self._write(0, MAGIC + frame + _ending(self._contents))

    @property
    def row_count(self) -> int:
        """Rows that are safely in the file."""
        return self._contents.row_count

    def append_part(self, table: Any) -> None:
        """Add a row group with some rows of the chunk that ``append`` will add.

        Raises:
            OSError: it could not be written; the file is again what it was before.
        """
        self._contents = self._put(self._contents, self._encode(table), table, PART, at=self._contents.end)

    def append(self, table: Any) -> None:
        """Add a chunk as a row group, in place of its parts.

        Raises:
            OSError: it could not be written; the rows that were in the file before are still there.
        """
        encoded = self._encode(table)
        at = self._whole.end
        if self._contents is not self._whole:
            in_place, data = self._with_group(self._whole, encoded, table, CHUNK, at=at)
            self._contents = self._put(self._whole, encoded, table, CHUNK, at=max(self.size, at + len(data)))
            self._write(at, data)
            self._file.truncate(at + len(data))
            self._whole = self._contents = in_place
            self.size = at + len(data)
        else:
            self._whole = self._contents = self._put(self._whole, encoded, table, CHUNK, at=at)

    def close(self) -> None:
        """Mark the file as complete and close it."""
        finish(self._file, self._contents, ENDINGS[True])
        self._file.close()

    def abandon(self) -> None:
        """Close the file as it is, not marked as complete."""
        self._file.close()

    def _put(self, before: Contents, encoded: bytes, table: Any, kind: bytes, *, at: int) -> Contents:
        """Write a row group and a footer that lists it after those before, as the file's new end."""
        contents, data = self._with_group(before, encoded, table, kind, at=at)
        try:
            self.size = self._write(at, data)
        except OSError:
            if at == self._contents.end:
                finish(self._file, self._contents, ENDINGS[False])
            else:
                self._file.truncate(self.size)
            raise
        return contents

    def _with_group(
        self, before: Contents, encoded: bytes, table: Any, kind: bytes, *, at: int
    ) -> tuple[Contents, bytes]:
        payload = memoryview(encoded)[len(MAGIC) : footer_start(encoded)]
        record = self._linked(only_group(encoded), payload, table.schema.metadata or {}, before)
        group = row_group(moved(record, by=at + HEADER_BYTES - len(MAGIC)))
        frame = encoded_frame(kind, payload=payload, record=group.record, number=len(self._whole.groups) + 1)
        contents = before.with_group(group, at + len(frame))
        return contents, frame + _ending(contents)

    def _linked(self, record: Record, payload: memoryview, says: Mapping[bytes, bytes], before: Contents) -> Record:
        """Return the record with what is said about its rows, and with its links."""
        record = with_group_key_values(record, says)
        if not self._first_link:
            return record
        follows = before.groups[-1].key_values[LINK_KEY] if before.groups else self._first_link
        links = {FOLLOWS_KEY: follows, LINK_KEY: next_link(follows, payload, encode_struct(record))}
        return with_group_key_values(record, {**says, **links})

    def _write(self, at: int, data: bytes) -> int:
        """Write all the bytes; returns where they end."""
        _write(self._file, at, data)
        return at + len(data)

    def _encode(self, table: Any) -> bytes:
        sink = require("pyarrow", extra="app", purpose="recording").BufferOutputStream()
        parquet = require("pyarrow.parquet", extra="app", purpose="recording")
        parquet.write_table(table, sink, row_group_size=max(1, table.num_rows), store_schema=False, **self._encoding)
        return sink.getvalue().to_pybytes()


def finish(file: io.RawIOBase, contents: Contents, ending: Mapping[bytes, bytes]) -> None:
    """Write the footer behind the last row group and cut off everything that follows.

    Args:
        file: open for reading and writing.
        contents: the schema and the row groups that are written.
        ending: key-value metadata that says whether the file is closed.
    """
    data = _ending(contents, ending)
    _write(file, contents.end, data)
    file.truncate(contents.end + len(data))


def _ending(contents: Contents, ending: Mapping[bytes, bytes] = ENDINGS[False]) -> bytes:
    return encoded_frame(FOOTER, payload=encoded_footer(contents, ending), record=b"")


def _write(file: io.RawIOBase, at: int, data: bytes) -> None:
    file.seek(at)
    with memoryview(data) as view:
        written = 0
        while written < len(data):
            written += file.write(view[written:]) or 0
