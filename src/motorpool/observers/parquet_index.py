"""The index of a Parquet file and the headers of its pages, checked before PyArrow reads the file.

Source: the Parquet format, https://parquet.apache.org/docs/file-format/ and its parquet.thrift, whose field numbers
are below.
"""

import io
from collections import defaultdict
from typing import BinaryIO, NamedTuple

from .compact_thrift import Path, struct_end
from .stored import DamagedError

MAGIC = b"PAR1"
_TAIL_BYTES = 4 + len(MAGIC)  # the size of the index, the magic
_MAX_INDEX_BYTES = 1 << 24  # PyArrow takes a multiple of them as memory
_INDEX_SHARE = 8  # of a large file the index may be this part
_BYTES_A_VALUE = 8  # of an index, at least: twice what a recorder writes
_MAX_PAGE_HEADER_BYTES = 1 << 16
# FileMetaData, KeyValue
_SCHEMA, _ROW_COUNT, _ROW_GROUPS, _KEY_VALUES = 2, 3, 4, 5
_KEY, _VALUE = 1, 2
_NAME = 4  # of a SchemaElement
# RowGroup, ColumnChunk, ColumnMetaData, Statistics
_COLUMNS, _GROUP_ROWS, _META = 1, 3, 3
_COLUMN_PATH, _VALUE_COUNT, _SIZE, _SAYS, _START, _DICTIONARY, _STATISTICS = 3, 5, 7, 8, 9, 11, 12
_MAX_VALUE, _MIN_VALUE = 5, 6
_USED = {(_START,), (_SIZE,), (_VALUE_COUNT,), (_DICTIONARY,), (_COLUMN_PATH, 0)}
# PageHeader
_UNCOMPRESSED, _COMPRESSED = (2,), (3,)

_Values = dict[Path, "int | bytes"]


class Column(NamedTuple):
    """Pages of a column in a row group."""

    name: bytes
    start: int  # of the first page
    size: int  # of all pages [bytes]
    value_count: int
    has_dictionary: bool


class RowGroup(NamedTuple):
    """Entry of a row group."""

    row_count: int
    columns: list[Column]
    first: int  # least and largest value of the first column; -1 if they are not stated
    last: int
    says: dict[bytes, bytes]  # key-values of the first column

    @property
    def start(self) -> int:
        """Return where the first page starts."""
        return min(column.start for column in self.columns)


class Index(NamedTuple):
    """Contents of the index."""

    names: list[bytes]  # of the columns
    row_count: int
    groups: list[RowGroup]
    says: dict[bytes, bytes]


def read_index(stream: BinaryIO) -> Index:
    """Return the index of a file.

    Raises:
        ValueError: the file is no Parquet file, or its index is too large or damaged.
    """
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - _TAIL_BYTES))
    tail = stream.read(_TAIL_BYTES)
    index_size = int.from_bytes(tail[:4], "little")
    if not tail.endswith(MAGIC) or index_size > size - _TAIL_BYTES:
        raise ValueError("it is no Parquet file, or its end is missing")
    if index_size > max(_MAX_INDEX_BYTES, size // _INDEX_SHARE):
        raise ValueError(f"its index has {index_size} bytes; no recorder writes so many")
    stream.seek(size - _TAIL_BYTES - index_size)
    of_file, of_groups = _noted(stream.read(index_size))
    names = [_bytes(of_file, (_SCHEMA, place, _NAME)) for place in range(1, _count(of_file, (_SCHEMA,)))]
    groups = [_group(of_groups[place], len(names)) for place in range(len(of_groups))]
    return Index(names, _integer(of_file, (_ROW_COUNT,)), groups, _pairs(of_file, (_KEY_VALUES,)))


def check_places(index: Index, size: int) -> None:
    """Refuse row groups whose columns are not within the file, or not as a recorder writes them.

    Raises:
        ValueError: a row group has such a column.
    """
    for group in index.groups:
        for column, name in zip(group.columns, index.names, strict=True):
            if column.name != name:
                raise ValueError("a row group has the columns in another order than the file")
            if column.start < len(MAGIC) or column.size < 0 or column.start + column.size > size:
                raise ValueError("a row group has a column that is not within the file")
            if column.has_dictionary or column.value_count != group.row_count:
                raise ValueError("a row group has a column with a dictionary, or with another number of rows")


def _noted(index: bytes) -> tuple[_Values, defaultdict[int, _Values]]:
    """Return the values that are used of an index: those of the file, and those of each row group."""
    of_file: _Values = {}
    of_groups: defaultdict[int, _Values] = defaultdict(dict)
    left = 1000 + len(index) // _BYTES_A_VALUE  # a value takes a hundred times the memory of its bytes

    def note(path: Path, value: "int | bytes") -> None:
        nonlocal left
        if path[0] != _ROW_GROUPS and len(path) in (1, 3):
            of_file[path] = value
        elif path[0] == _ROW_GROUPS and _is_used(path[2:]):
            of_groups[path[1]][path[2:]] = value
        else:
            return
        left -= 1
        if left < 0:
            raise ValueError("its index has more values than a recorder writes")

    struct_end(index, note)
    return of_file, of_groups


def _is_used(path: Path) -> bool:
    if len(path) < 4:
        return path == (_GROUP_ROWS,)
    return path[3:] in _USED or (path[1] == 0 and path[3] in (_SAYS, _STATISTICS))


def check_pages(stream: BinaryIO, column: Column, *, most: int) -> None:
    """Refuse a column whose decompressed pages would be larger than ``most`` bytes, before they are decompressed.

    Raises:
        DamagedError: they are no pages.
        ValueError: they are larger.
    """
    stream.seek(column.start)
    pages = stream.read(column.size)
    at, left = 0, most
    while at < len(pages):
        sizes: _Values = {}
        try:
            length = struct_end(pages[at : at + _MAX_PAGE_HEADER_BYTES], sizes.__setitem__)
            grown, packed = _integer(sizes, _UNCOMPRESSED), _integer(sizes, _COMPRESSED)
        except ValueError as error:
            raise DamagedError(f"the header of a page is damaged: {error}") from error
        at, left = at + length + packed, left - grown
        if min(grown, packed, left) < 0 or at > len(pages):
            raise ValueError(f"its column {column.name.decode()} has a page that is too large")


def _group(values: _Values, column_count: int) -> RowGroup:
    if _count(values, (_COLUMNS,)) != column_count:
        raise ValueError("a row group has another number of columns than the file")
    columns: list[Column] = []
    for place in range(column_count):
        meta = (_COLUMNS, place, _META)
        start, size, count = (_integer(values, (*meta, number)) for number in (_START, _SIZE, _VALUE_COUNT))
        name = _bytes(values, (*meta, _COLUMN_PATH, 0))
        columns.append(Column(name, start, size, count, has_dictionary=(*meta, _DICTIONARY) in values))
    meta = (_COLUMNS, 0, _META)
    limits = [values.get((*meta, _STATISTICS, number)) for number in (_MIN_VALUE, _MAX_VALUE)]
    first, last = (int.from_bytes(one, "little", signed=True) if isinstance(one, bytes) else -1 for one in limits)
    return RowGroup(_integer(values, (_GROUP_ROWS,)), columns, first, last, _pairs(values, (*meta, _SAYS)))


def _integer(values: _Values, path: Path) -> int:
    value = values.get(path)
    if not isinstance(value, int):
        raise ValueError(f"a number is missing (field {'.'.join(map(str, path))})")
    return value


def _bytes(values: _Values, path: Path) -> bytes:
    value = values.get(path)
    if not isinstance(value, bytes):
        raise ValueError(f"a text is missing (field {'.'.join(map(str, path))})")
    return value


def _count(values: _Values, path: Path) -> int:
    depth = len(path)
    return 1 + max((one[depth] for one in values if one[:depth] == path and len(one) > depth), default=-1)


def _pairs(values: _Values, path: Path) -> dict[bytes, bytes]:
    keys = [(*path, place, _KEY) for place in range(_count(values, path))]
    return {_bytes(values, key): _bytes(values, (*key[:-1], _VALUE)) for key in keys}
