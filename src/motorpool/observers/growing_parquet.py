"""A Parquet file that grows chunk by chunk and is readable all the while.

Parquet keeps its index (the "footer") at the end, so a file whose writer dies is usually lost. This
one is always ended by a valid footer: a chunk is written over the old footer, together with a new one,
in a single call. Should that very call be cut short, the chunks are found again from the front, because
each lies in a frame of its own, checked by a CRC. Parquet readers go by the footer's offsets and never
see the frames.

    "PAR1" | frame: head | frame: chunk | frame: chunk | ... | footer | footer size | "PAR1"
    frame:  magic, kind, size of payload, size of record, CRC-32 | payload | record

A chunk's payload is one row group as pyarrow wrote it; its record is the row group's entry in the
footer, with the offsets moved to where the chunk lies here. The head's record is a footer without row
groups: the schema and what the file says about itself.

Source: the Parquet format, https://parquet.apache.org/docs/file-format/ and its parquet.thrift, whose
field numbers are below.
"""

import io
import struct
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import require
from .thrift import BINARY, LIST, LONG, STRUCT, Field, Items, decode_struct, encode_list, encode_struct

MAGIC = b"PAR1"
CLOSED_KEY = b"motorpool.closed"

_FRAME = struct.Struct("<8s c 3x I Q I")
_FRAME_MAGIC = b"\xffMOTORPL"  # 0xff can start no footer: one that is half overwritten is never mistaken for whole
_HEAD, _CHUNK = b"H", b"C"

# FileMetaData
_ROW_COUNT, _ROW_GROUPS, _KEY_VALUES = 3, 4, 5
# RowGroup, ColumnChunk, ColumnMetaData
_COLUMNS, _GROUP_OFFSET, _GROUP_ROWS = 1, 5, 3
_COLUMN_META, _GROUP_OFFSETS_OF_COLUMN = 3, (2, 4, 6)
_COLUMN_META_OFFSETS = (9, 10, 11, 14)


class Contents(NamedTuple):
    """What is known of a growing file: enough to write its footer."""

    head: list[Field]
    groups: list[bytes]
    row_count: int
    end: int  # where the last frame ends and the footer starts


class GrowingParquet:
    """Appends tables of one schema to a file, each as a row group."""

    def __init__(self, file: io.RawIOBase, *, schema: Any, key_values: Mapping[str, str], encoding: Mapping[str, Any]):
        """Start the file with no rows; ``encoding`` goes to ``pyarrow.parquet.write_table`` as it is."""
        self._file = file
        self._schema = schema
        self._encoding = dict(encoding)
        head = _with_key_values(_decode_footer(self._encode(schema.empty_table())), key_values)
        frame = _frame(_HEAD, b"", encode_struct(head))
        self._contents = Contents(head, [], 0, len(MAGIC) + len(frame))
        _write(file, 0, MAGIC + frame)
        self._finish(self._contents, is_closed=False)

    @property
    def row_count(self) -> int:
        """Rows that are safely in the file."""
        return self._contents.row_count

    def append(self, table: Any) -> None:
        """Add a row group with the rows of ``table``.

        Raises:
            OSError: it could not be written; the file is again what it was before.
        """
        old = self._contents
        encoded = self._encode(table)
        record, row_count = _moved_group(encoded, by=old.end + _FRAME.size - len(MAGIC))
        frame = _frame(_CHUNK, memoryview(encoded)[len(MAGIC) : _footer_start(encoded)], record)
        new = Contents(old.head, [*old.groups, record], old.row_count + row_count, old.end + len(frame))
        try:
            _write(self._file, old.end, frame + _footer(new, is_closed=False))
        except OSError:
            self._finish(old, is_closed=False)
            raise
        self._contents = new

    def close(self) -> None:
        """Mark the file as complete and close it."""
        self._finish(self._contents, is_closed=True)
        self._file.close()

    def abandon(self) -> None:
        """Close the file as it is, not marked as complete."""
        self._file.close()

    def _finish(self, contents: Contents, *, is_closed: bool) -> None:
        finish(self._file, contents, is_closed=is_closed)

    def _encode(self, table: Any) -> bytes:
        sink = require("pyarrow", extra="app", purpose="recording").BufferOutputStream()
        parquet = require("pyarrow.parquet", extra="app", purpose="recording")
        parquet.write_table(table, sink, row_group_size=max(1, table.num_rows), store_schema=False, **self._encoding)
        return sink.getvalue().to_pybytes()


def finish(file: io.RawIOBase, contents: Contents, *, is_closed: bool) -> None:
    """Write the footer for ``contents`` behind them and cut off whatever follows."""
    footer = _footer(contents, is_closed=is_closed)
    _write(file, contents.end, footer)
    file.truncate(contents.end + len(footer))


def find_contents(data: Any) -> Contents | None:
    """The whole chunks of a growing file, found from the front; None where it is no such file.

    ``data`` is anything that slices to bytes, such as an ``mmap``.
    """
    if data[: len(MAGIC)] != MAGIC:
        return None
    frame = _frame_at(data, len(MAGIC))
    if frame is None or frame.kind != _HEAD:
        return None
    contents = Contents(decode_struct(frame.record)[0], [], 0, frame.end)
    while (frame := _frame_at(data, contents.end)) is not None:
        rows = _value(decode_struct(frame.record)[0], _GROUP_ROWS)
        contents.groups.append(frame.record)
        contents = contents._replace(row_count=contents.row_count + rows, end=frame.end)
    return contents


def footer_file(contents: Contents) -> bytes:
    """A Parquet file with nothing but the footer for ``contents``."""
    return MAGIC + _footer(contents, is_closed=False)


class _FoundFrame(NamedTuple):
    kind: bytes
    record: bytes
    end: int


def _frame(kind: bytes, payload: bytes | memoryview, record: bytes) -> bytes:
    checksum = zlib.crc32(record, zlib.crc32(payload))
    return b"".join([_FRAME.pack(_FRAME_MAGIC, kind, len(record), len(payload), checksum), payload, record])


def _frame_at(data: Any, at: int) -> _FoundFrame | None:
    if at + _FRAME.size > len(data):
        return None
    magic, kind, record_size, payload_size, checksum = _FRAME.unpack(data[at : at + _FRAME.size])
    start = at + _FRAME.size
    end = start + payload_size + record_size
    if magic != _FRAME_MAGIC or end > len(data):
        return None
    with memoryview(data) as view, view[start:end] as body:
        if zlib.crc32(body) != checksum:
            return None
    return _FoundFrame(kind, data[end - record_size : end], end)


def _footer(contents: Contents, *, is_closed: bool) -> bytes:
    values = {field.number: field for field in contents.head}
    key_values: Items = values[_KEY_VALUES].value
    closed = _key_value(CLOSED_KEY, b"yes" if is_closed else b"no")
    changed = {
        _ROW_COUNT: Field(_ROW_COUNT, LONG, contents.row_count),
        _ROW_GROUPS: Field(_ROW_GROUPS, LIST, encode_list(STRUCT, contents.groups)),
        _KEY_VALUES: Field(_KEY_VALUES, LIST, Items(STRUCT, [*key_values.values, closed])),
    }
    encoded = encode_struct([changed.get(field.number, field) for field in contents.head])
    return encoded + struct.pack("<I", len(encoded)) + MAGIC


def _with_key_values(head: list[Field], key_values: Mapping[str, str]) -> list[Field]:
    pairs = [_key_value(key.encode(), value.encode()) for key, value in key_values.items()]
    others = [field for field in head if field.number != _KEY_VALUES]
    return sorted([*others, Field(_KEY_VALUES, LIST, Items(STRUCT, pairs))])


def _key_value(key: bytes, value: bytes) -> list[Field]:
    return [Field(1, BINARY, key), Field(2, BINARY, value)]


def _footer_start(encoded: bytes) -> int:
    (size,) = struct.unpack_from("<I", encoded, len(encoded) - 8)
    return len(encoded) - 8 - size


def _decode_footer(encoded: bytes) -> list[Field]:
    return decode_struct(encoded[_footer_start(encoded) :])[0]


def _moved_group(encoded: bytes, *, by: int) -> tuple[bytes, int]:
    """The footer's entry for the only row group of a file, as if it lay ``by`` bytes further on; and its rows."""
    (group,) = _value(_decode_footer(encoded), _ROW_GROUPS).values
    columns: Items = _value(group, _COLUMNS)
    moved = Items(columns.kind, [_moved_column(column, by) for column in columns.values])
    fields = [field._replace(value=moved) if field.number == _COLUMNS else field for field in group]
    return encode_struct(_shifted(fields, (_GROUP_OFFSET,), by)), _value(group, _GROUP_ROWS)


def _moved_column(column: list[Field], by: int) -> list[Field]:
    fields = [
        field._replace(value=_shifted(field.value, _COLUMN_META_OFFSETS, by)) if field.number == _COLUMN_META else field
        for field in column
    ]
    return _shifted(fields, _GROUP_OFFSETS_OF_COLUMN, by)


def _shifted(fields: list[Field], numbers: tuple[int, ...], by: int) -> list[Field]:
    # An offset of zero says "not here" in some writers, so it stays.
    return [
        field._replace(value=field.value + by) if field.number in numbers and field.value else field for field in fields
    ]


def _value(fields: list[Field], number: int) -> Any:
    return next(field.value for field in fields if field.number == number)


def _write(file: io.RawIOBase, at: int, data: bytes) -> None:
    file.seek(at)
    with memoryview(data) as view:
        written = 0
        while written < len(data):
            written += file.write(view[written:]) or 0
