"""The footer of a Parquet file: its index, read and written without the rows.

Source: the Parquet format, https://parquet.apache.org/docs/file-format/ and its parquet.thrift, whose field numbers
are below. A row group is kept as its entry in the footer, encoded: its "record".
"""

import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

from .thrift import BINARY, LIST, LONG, STRUCT, Field, Items, decode_struct, encode_list, encode_struct

MAGIC = b"PAR1"
TAIL_BYTES = 4 + len(MAGIC)  # the footer's size, the magic

# FileMetaData
_ROW_COUNT, _ROW_GROUPS, _KEY_VALUES = 3, 4, 5
# RowGroup, ColumnChunk, ColumnMetaData, Statistics
_COLUMNS, _GROUP_OFFSET, _GROUP_ROWS = 1, 5, 3
_COLUMN_META, _GROUP_OFFSETS_OF_COLUMN = 3, (2, 4, 6)
_PAGES = 9
_COLUMN_META_OFFSETS = (_PAGES, 10, 11, 14)
_STATISTICS, _MAX_VALUE, _MIN_VALUE = 12, 5, 6

Head = list[Field]  # a footer without row groups: the schema, and what the file says about itself


class Contents(NamedTuple):
    """Contents of a file, as its footer lists them."""

    head: Head
    groups: list[bytes]
    row_count: int
    end: int  # where the last frame ends

    def with_group(self, record: bytes, end: int) -> "Contents":
        """Return the contents with another row group, which ends there."""
        return Contents(self.head, [*self.groups, record], self.row_count + row_count_of(record), end)


def encoded_footer(contents: Contents, key_values: Mapping[bytes, bytes]) -> bytes:
    """Return a footer as it stands at a file's end; the key-values come after those of the head."""
    values = {field.number: field for field in contents.head}
    of_head: Items = values[_KEY_VALUES].value
    pairs = [*of_head.values, *(_pair(key, value) for key, value in key_values.items())]
    changed = {
        _ROW_COUNT: Field(_ROW_COUNT, LONG, contents.row_count),
        _ROW_GROUPS: Field(_ROW_GROUPS, LIST, encode_list(STRUCT, contents.groups)),
        _KEY_VALUES: Field(_KEY_VALUES, LIST, Items(STRUCT, pairs)),
    }
    encoded = encode_struct([changed.get(field.number, field) for field in contents.head])
    return encoded + struct.pack("<I", len(encoded)) + MAGIC


def decoded_footer(encoded: bytes, *, end: int) -> Contents:
    """Return what a footer lists; ``end`` is where the last frame ends.

    Raises:
        ValueError: these bytes are no footer.
    """
    fields = decode_struct(encoded)[0]
    groups: Items = value_of(fields, _ROW_GROUPS)
    records = [encode_struct(group) for group in groups.values]
    head = [field._replace(value=Items(STRUCT, [])) if field.number == _ROW_GROUPS else field for field in fields]
    return Contents(head, records, value_of(fields, _ROW_COUNT), end)


def with_key_values(head: Head, key_values: Mapping[bytes, bytes]) -> Head:
    """Return the head with these key-values and no others."""
    others = [field for field in head if field.number != _KEY_VALUES]
    pairs = [_pair(key, value) for key, value in key_values.items()]
    return sorted([*others, Field(_KEY_VALUES, LIST, Items(STRUCT, pairs))])


def key_values_of(head: Head) -> dict[bytes, bytes]:
    """Return the key-values of a head or a footer."""
    pairs: Items = value_of(head, _KEY_VALUES)
    return {value_of(pair, 1): value_of(pair, 2) for pair in pairs.values}


def footer_start(file: bytes) -> int:
    """Return where the footer of a whole file starts."""
    return len(file) - TAIL_BYTES - footer_size(file[-TAIL_BYTES:])


def footer_size(tail: bytes) -> int:
    """Return the size that the last bytes of a file state."""
    return int.from_bytes(tail[:4], "little")


# ---- records of row groups


def only_record(file: bytes) -> bytes:
    """Return the record of a whole file's only row group."""
    (record,) = decoded_footer(file[footer_start(file) :], end=0).groups
    return record


def row_count_of(record: bytes) -> int:
    """Return the rows of a row group."""
    return value_of(decode_struct(record)[0], _GROUP_ROWS)


def start_of(record: bytes) -> int:
    """Return where a row group's first page starts."""
    columns: Items = value_of(decode_struct(record)[0], _COLUMNS)
    return min(value_of(value_of(column, _COLUMN_META), _PAGES) for column in columns.values)


def first_and_last(record: bytes) -> tuple[int, int]:
    """Return the smallest and the largest value in a row group's first column, of 32-bit integers."""
    columns: Items = value_of(decode_struct(record)[0], _COLUMNS)
    statistics = value_of(value_of(columns.values[0], _COLUMN_META), _STATISTICS)
    first, last = (int.from_bytes(value_of(statistics, n), "little", signed=True) for n in (_MIN_VALUE, _MAX_VALUE))
    return first, last


def moved(record: bytes, *, by: int) -> bytes:
    """Return the record of the same row group lying ``by`` bytes further on."""
    group = decode_struct(record)[0]
    columns: Items = value_of(group, _COLUMNS)
    moved_columns = Items(columns.kind, [_moved_column(column, by) for column in columns.values])
    fields = [field._replace(value=moved_columns) if field.number == _COLUMNS else field for field in group]
    return encode_struct(_shifted(fields, (_GROUP_OFFSET,), by))


def value_of(fields: list[Field], number: int) -> Any:
    """Return the value of the field with that number.

    Raises:
        ValueError: there is none.
    """
    for field in fields:
        if field.number == number:
            return field.value
    raise ValueError(f"there is no field {number}")


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


def _pair(key: bytes, value: bytes) -> list[Field]:
    return [Field(1, BINARY, key), Field(2, BINARY, value)]
