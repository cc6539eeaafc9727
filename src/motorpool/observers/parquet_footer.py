"""The footer of a Parquet file: its index, read and written without the rows.

Source: the Parquet format, https://parquet.apache.org/docs/file-format/ and its parquet.thrift, whose field numbers
are below. A row group's entry in the footer is called its record. Whatever is read here may come from a
hostile file: each value's kind is checked, and a wrong one is a ``ValueError``.
"""

import struct
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .thrift import BINARY, INTEGERS, LIST, LONG, STRUCT, Field, Items, decode_struct, encode_list, encode_struct

MAGIC = b"PAR1"
TAIL_BYTES = 4 + len(MAGIC)  # the footer's size, the magic

# FileMetaData
_SCHEMA, _ROW_COUNT, _ROW_GROUPS, _KEY_VALUES = 2, 3, 4, 5
# SchemaElement
_TYPE, _NAME, _CHILD_COUNT = 1, 4, 5
# RowGroup, ColumnChunk, ColumnMetaData, Statistics
_COLUMNS, _GROUP_OFFSET, _GROUP_ROWS = 1, 5, 3
_COLUMN_META, _GROUP_OFFSETS_OF_COLUMN = 3, (2, 4, 6)
_PATH, _COLUMN_VALUES, _UNCOMPRESSED, _COMPRESSED, _COLUMN_KEY_VALUES, _PAGES, _DICTIONARY = 3, 5, 6, 7, 8, 9, 11
_COLUMN_META_OFFSETS = (_PAGES, 10, _DICTIONARY, 14)
_STATISTICS, _MAX_VALUE, _MIN_VALUE = 12, 5, 6
# PageHeader
_PAGE_UNCOMPRESSED, _PAGE_COMPRESSED = 2, 3

Head = list[Field]  # a footer without row groups: the schema, and what the file says about itself
Record = list[Field]  # a row group's entry in a footer


class RowGroup(NamedTuple):
    """A row group, as a file's index lists it."""

    record: bytes  # its entry, encoded
    start: int  # of its first page
    size: int  # of all its pages [bytes]
    row_count: int
    first_tick: int
    last_tick: int
    key_values: dict[bytes, bytes]  # what its writer says about it


class Contents(NamedTuple):
    """Contents of a file, as its footer lists them."""

    head: Head
    groups: list[RowGroup]
    end: int  # where the last frame ends

    @property
    def row_count(self) -> int:
        """Rows of all row groups."""
        return sum(group.row_count for group in self.groups)

    def with_group(self, group: RowGroup, end: int) -> "Contents":
        """Return the contents with another row group, which ends there."""
        return Contents(self.head, [*self.groups, group], end)


def encoded_footer(contents: Contents, key_values: Mapping[bytes, bytes]) -> bytes:
    """Return a footer as it stands at a file's end; the key-values come after those of the head."""
    of_head = items_of(contents.head, _KEY_VALUES)
    pairs = [*of_head, *(_pair(key, value) for key, value in key_values.items())]
    changed = {
        _ROW_COUNT: Field(_ROW_COUNT, LONG, contents.row_count),
        _ROW_GROUPS: Field(_ROW_GROUPS, LIST, encode_list(STRUCT, [group.record for group in contents.groups])),
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
    groups = [row_group(group) for group in items_of(fields, _ROW_GROUPS)]
    contents = Contents(_replaced(fields, _ROW_GROUPS, Items(STRUCT, [])), groups, end)
    if integer_of(fields, _ROW_COUNT) != contents.row_count:
        raise ValueError("its index states another number of rows than its row groups have")
    return contents


def head_of(file: bytes) -> Head:
    """Return the schema of a whole file, and what it says about itself."""
    return _replaced(decode_struct(file, footer_start(file))[0], _ROW_GROUPS, Items(STRUCT, []))


def schema_of(head: Head) -> dict[str, int]:
    """Return the physical type of each column, by its name.

    Raises:
        ValueError: the columns are nested, or have a name twice.
    """
    root, *columns = items_of(head, _SCHEMA)
    if integer_of(root, _CHILD_COUNT) != len(columns):
        raise ValueError("its columns are nested")
    types = {_text_of(column, _NAME): integer_of(column, _TYPE) for column in columns}
    if len(types) != len(columns):
        raise ValueError("it has two columns of one name")
    return types


def with_key_values(head: Head, key_values: Mapping[bytes, bytes]) -> Head:
    """Return the head with these key-values and no others."""
    others = [field for field in head if field.number != _KEY_VALUES]
    pairs = [_pair(key, value) for key, value in key_values.items()]
    return sorted([*others, Field(_KEY_VALUES, LIST, Items(STRUCT, pairs))])


def key_values_of(head: Head) -> dict[bytes, bytes]:
    """Return the key-values of a head or a footer."""
    return _pairs(items_of(head, _KEY_VALUES))


def footer_start(file: bytes) -> int:
    """Return where the footer of a whole file starts."""
    return len(file) - TAIL_BYTES - footer_size(file[-TAIL_BYTES:])


def footer_size(tail: bytes) -> int:
    """Return the size that the last bytes of a file state."""
    return int.from_bytes(tail[:4], "little")


# ---- records of row groups


def only_group(file: bytes) -> Record:
    """Return the record of a whole file's only row group."""
    (group,) = items_of(decode_struct(file, footer_start(file))[0], _ROW_GROUPS)
    return group


def row_group(record: Record) -> RowGroup:
    """Return a row group of its record.

    Raises:
        ValueError: this is no row group's record.
    """
    metas = [struct_of(column, _COLUMN_META) for column in items_of(record, _COLUMNS)]
    if not metas:
        raise ValueError("a row group has no columns")
    for meta in metas:
        if min(integer_of(meta, _PAGES), integer_of(meta, _COMPRESSED), integer_of(meta, _UNCOMPRESSED)) < 0:
            raise ValueError("a row group has a column at a negative place, or of a negative size")
    start = min(integer_of(meta, _PAGES) for meta in metas)
    statistics = struct_of(metas[0], _STATISTICS)
    first, last = (int.from_bytes(bytes_of(statistics, n), "little", signed=True) for n in (_MIN_VALUE, _MAX_VALUE))
    rows = integer_of(record, _GROUP_ROWS)
    if rows < 1 or not 0 <= first <= last < 1 << 31:
        raise ValueError(f"a row group has {rows} rows of the ticks {first} to {last}")
    has_pairs = any(field.number == _COLUMN_KEY_VALUES for field in metas[0])
    pairs = _pairs(items_of(metas[0], _COLUMN_KEY_VALUES)) if has_pairs else {}
    size = sum(integer_of(meta, _COMPRESSED) for meta in metas)
    return RowGroup(encode_struct(record), start, size, rows, first, last, pairs)


def with_group_key_values(record: Record, key_values: Mapping[bytes, bytes]) -> Record:
    """Return the record of a row group that says this about itself, and nothing else.

    It stands at the first column: Parquet has no place for a whole row group.
    """
    first, *others = items_of(record, _COLUMNS)
    meta = [field for field in struct_of(first, _COLUMN_META) if field.number != _COLUMN_KEY_VALUES]
    if key_values:
        pairs = Items(STRUCT, [_pair(key, value) for key, value in key_values.items()])
        meta = sorted([*meta, Field(_COLUMN_KEY_VALUES, LIST, pairs)], key=lambda field: field.number)
    changed = _replaced(first, _COLUMN_META, meta)
    return _replaced(record, _COLUMNS, Items(STRUCT, [changed, *others]))


def check_pages(file: bytes, record: Record, *, names: Iterable[str], most_bytes: Mapping[str, int]) -> None:
    """Refuse a row group whose pages grow beyond bounds when they are read, before they are.

    Args:
        file: with the row group.
        record: of the row group, as it lies in the file.
        names: of all columns, in their order.
        most_bytes: that the pages of a column may have in memory, by its name.

    Raises:
        ValueError: they have more, or are no pages.
    """
    rows, columns = integer_of(record, _GROUP_ROWS), items_of(record, _COLUMNS)
    for name, column in zip(names, columns, strict=True):
        meta = struct_of(column, _COLUMN_META)
        path = [bytes(part) for part in items_of(meta, _PATH, kind=BINARY)]
        if path != [name.encode()] or integer_of(meta, _COLUMN_VALUES) != rows:
            raise ValueError(f"its column {name} is another one, or has another number of rows")
        if any(field.number == _DICTIONARY for field in meta):
            raise ValueError(f"its column {name} has a dictionary")
        at = integer_of(meta, _PAGES)
        end, left = at + integer_of(meta, _COMPRESSED), most_bytes[name]
        while at < end:
            page, at = decode_struct(file, at)
            size, grown = integer_of(page, _PAGE_COMPRESSED), integer_of(page, _PAGE_UNCOMPRESSED)
            at, left = at + size, left - grown
            if size < 0 or grown < 0 or left < 0 or at > len(file):
                raise ValueError(f"its column {name} has a page that is too large")


def moved(record: Record, *, by: int) -> Record:
    """Return the record of the same row group lying ``by`` bytes further on."""
    columns = Items(STRUCT, [_moved_column(column, by) for column in items_of(record, _COLUMNS)])
    return _shifted(_replaced(record, _COLUMNS, columns), (_GROUP_OFFSET,), by)


# ---- values of fields


def integer_of(fields: list[Field], number: int) -> int:
    """Return the integer of the field with that number.

    Raises:
        ValueError: there is none, or it is of another kind.
    """
    return _value_of(fields, number, *INTEGERS)


def bytes_of(fields: list[Field], number: int) -> bytes:
    """Return the bytes of the field with that number.

    Raises:
        ValueError: there are none, or it is of another kind.
    """
    return _value_of(fields, number, BINARY)


def struct_of(fields: list[Field], number: int) -> list[Field]:
    """Return the struct of the field with that number.

    Raises:
        ValueError: there is none, or it is of another kind.
    """
    return _value_of(fields, number, STRUCT)


def items_of(fields: list[Field], number: int, *, kind: int = STRUCT) -> list[Any]:
    """Return the list of the field with that number.

    Args:
        fields: of a struct.
        number: of the field.
        kind: Thrift's type of the items.

    Raises:
        ValueError: there is none, or it is of another kind, or its items are.
    """
    items: Items = _value_of(fields, number, LIST)
    if items.values and items.kind != kind:
        raise ValueError(f"its field {number} is a list of another kind")
    return items.values


def _value_of(fields: list[Field], number: int, *kinds: int) -> Any:
    for field in fields:
        if field.number == number:
            if field.kind not in kinds:
                raise ValueError(f"its field {number} is of another kind")
            return field.value
    raise ValueError(f"it has no field {number}")


def _text_of(fields: list[Field], number: int) -> str:
    return bytes_of(fields, number).decode()


def _pairs(pairs: list[list[Field]]) -> dict[bytes, bytes]:
    return {bytes_of(pair, 1): bytes_of(pair, 2) if len(pair) > 1 else b"" for pair in pairs}


def _moved_column(column: list[Field], by: int) -> list[Field]:
    meta = _shifted(struct_of(column, _COLUMN_META), _COLUMN_META_OFFSETS, by)
    return _shifted(_replaced(column, _COLUMN_META, meta), _GROUP_OFFSETS_OF_COLUMN, by)


def _replaced(fields: list[Field], number: int, value: Any) -> list[Field]:
    return [field._replace(value=value) if field.number == number else field for field in fields]


def _shifted(fields: list[Field], numbers: tuple[int, ...], by: int) -> list[Field]:
    # An offset of zero says "not here" in some writers, so it stays.
    return [
        field._replace(value=field.value + by)
        if field.number in numbers and field.kind in INTEGERS and field.value
        else field
        for field in fields
    ]


def _pair(key: bytes, value: bytes) -> list[Field]:
    return [Field(1, BINARY, key), Field(2, BINARY, value)]
