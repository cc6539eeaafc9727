"""The form of a closed recording: Parquet, a row group for each chunk.

The file's metadata hold the description, the list of chunks with their links, and whether anything was left out. Each
page has a CRC-32. PyArrow writes the file and reads the pages, after the index and the size of each page when it is
decompressed were checked here: PyArrow does not give access to the headers of pages, and its properties of row groups
and columns end the process if the index is damaged, instead of raising an exception (PyArrow 26).

Sources: the Parquet format, https://parquet.apache.org/docs/file-format/ and its parquet.thrift, whose field numbers
are below; "Thrift compact protocol" in the Apache Thrift repository (doc/specs/thrift-compact-protocol.md).
"""

import contextlib
import io
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import IO, Any, BinaryIO, NamedTuple

from ..base.errors import require
from .chunks import Chunk, DamagedError, Stored, UnchainedError, check_listed, encoded_chunks, link_of_rows
from .columns import ABOUT_KEY, ENCODING, most_bytes, schema

CHUNKS_KEY, CLOSED_KEY, DROPPED_KEY = "motorpool.chunks", "motorpool.closed", "motorpool.dropped_seconds"
_MAX_TEXT_BYTES = 1 << 25  # of all text in an index

Path = tuple[int, ...]  # numbers of fields and places in lists, from the outermost struct on
Note = Callable[[Path, "int | bytes"], None]
_Values = dict[Path, "int | bytes"]


class ClosedFile:
    """Writes chunks to a new Parquet file."""

    def __init__(self, stream: IO[bytes], description: bytes):
        """Begin a file, empty and open for writing.

        Raises:
            OSError: it cannot be written.
        """
        parquet = require("pyarrow.parquet", extra="app", purpose="recording")
        self._description = description
        self._writer = parquet.ParquetWriter(stream, schema(), store_schema=False, write_page_checksum=True, **ENCODING)
        self._chunks: list[Chunk] = []

    def append(self, table: Any, chunk: Chunk) -> None:
        """Add a chunk.

        Raises:
            OSError: it cannot be written.
        """
        self._writer.write_table(table, row_group_size=max(1, table.num_rows))
        self._chunks.append(chunk)

    def finish(self, *, is_closed: bool = True, dropped_seconds: float = 0.0) -> None:
        """Write the index, with the damaged time [s] that was left out; the stream stays open.

        Raises:
            OSError: it cannot be written.
        """
        says: dict[str, Any] = {ABOUT_KEY: self._description}
        says |= {CHUNKS_KEY: encoded_chunks(self._chunks), CLOSED_KEY: "yes" if is_closed else "no"}
        if dropped_seconds:
            says[DROPPED_KEY] = f"{dropped_seconds:.3f}"
        self._writer.add_key_value_metadata(says)
        self._writer.close()

    def abandon(self) -> None:
        """End the writer, whose file is of no use."""
        with contextlib.suppress(OSError, ValueError):  # Arrow's errors are either
            self._writer.close()


def is_closed_file(stream: BinaryIO) -> bool:
    """Return whether a Parquet file is a recording."""
    try:
        return ABOUT_KEY.encode() in read_index(stream).says
    except ValueError:
        return False


def read_closed(stream: BinaryIO) -> Stored | None:
    """Return the contents of a Parquet file; None where it is no recording.

    Raises:
        RecordingError: its description is that of no recording, or of one in another format.
        ValueError: its index cannot be read, or says something that no recording says.
        OSError: it cannot be read.
    """
    index = read_index(stream)
    description = index.says.get(ABOUT_KEY.encode())
    if description is None:
        return None
    from .validation import decoded_chunks, described

    about = described(description)
    check_places(index, stream.seek(0, io.SEEK_END))
    chunks = decoded_chunks(index.says.get(CHUNKS_KEY.encode(), b""))
    check_listed(chunks)
    if [chunk.row_count for chunk in chunks] != [group.row_count for group in index.groups]:
        raise ValueError("its list of chunks is not that of its row groups")
    if index.row_count != sum(chunk.row_count for chunk in chunks):
        raise ValueError("its index states another number of rows than its row groups have")
    file = _parquet(stream)
    if file.schema_arrow.names != schema().names or file.schema_arrow.types != schema().types:
        raise ValueError("its columns are not those of a recording")

    def read(stream: BinaryIO, chunk: Chunk) -> Any:
        table = _rows(stream, index.groups[chunk.place], file.metadata, chunk.place)
        if link_of_rows(chunk.follows, table) != chunk.link:
            raise UnchainedError("a chunk is not the one that its link names")
        return table

    is_closed = index.says.get(CLOSED_KEY.encode(), b"no") == b"yes"
    return Stored(
        description,
        about,
        chunks,
        is_closed=is_closed,
        is_parquet=True,
        dropped_seconds=_seconds(index.says),
        read=read,
    )


def _parquet(stream: BinaryIO, metadata: Any = None) -> Any:
    """Return PyArrow's reader of a file."""
    parquet = require("pyarrow.parquet", extra="app", purpose="reading a recording")
    return parquet.ParquetFile(
        stream,
        metadata=metadata,
        pre_buffer=False,
        page_checksum_verification=True,
        thrift_string_size_limit=_MAX_TEXT_BYTES,
    )


def _seconds(says: Mapping[bytes, bytes]) -> float:
    text = says.get(DROPPED_KEY.encode(), b"0")
    seconds = float(text)
    if not 0.0 <= seconds < 1e12:
        raise ValueError(f"it says that {text[:20]!r} s were left out")
    return seconds


def _rows(stream: BinaryIO, group: "RowGroup", metadata: Any, place: int) -> Any:
    """Return the rows of a row group.

    In this thread: one of Arrow's may release the file's bytes, which are Python's, when Python has ended already, and
    that ends the process with an error.
    """
    arrow = require("pyarrow", extra="app", purpose="reading a recording")
    allowed = most_bytes(group.row_count)
    for column in group.columns:
        check_pages(stream, column, most=allowed[column.name.decode()])
    try:
        return _parquet(stream, metadata).read_row_group(place, use_threads=False)
    except (arrow.ArrowException, OSError) as error:
        raise DamagedError(" ".join(str(error).split())) from error


MAGIC = b"PAR1"
_TAIL_BYTES = 4 + len(MAGIC)  # the size of the index, the magic
_MAX_INDEX_BYTES = 1 << 24  # PyArrow takes a multiple of them as memory
_INDEX_SHARE = 8  # of a large file the index may be this part
_BYTES_A_VALUE = 8  # of an index, at least: twice what a recorder writes
_MAX_PAGE_HEADER_BYTES = 1 << 16  # read at once for the header of a page; a longer one is damaged [bytes]
# FileMetaData, KeyValue
_SCHEMA, _ROW_COUNT, _ROW_GROUPS, _KEY_VALUES = 2, 3, 4, 5
_KEY, _VALUE = 1, 2
_NAME = 4  # of a SchemaElement
# RowGroup, ColumnChunk, ColumnMetaData
_COLUMNS, _GROUP_ROWS, _META = 1, 3, 3
_COLUMN_PATH, _VALUE_COUNT, _SIZE, _START, _DICTIONARY = 3, 5, 7, 9, 11
_USED = {(_START,), (_SIZE,), (_VALUE_COUNT,), (_DICTIONARY,), (_COLUMN_PATH, 0)}
# PageHeader
_UNCOMPRESSED, _COMPRESSED = (2,), (3,)


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
    return path == (_GROUP_ROWS,) or path[3:] in _USED


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
    return RowGroup(_integer(values, (_GROUP_ROWS,)), columns)


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


TRUE, FALSE, BYTE, SHORT, INT, LONG, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
MAX_DEPTH = 32  # structs and lists in each other; Parquet's index is seven deep
_MOST_INTEGER_BYTES = 10  # of 64 bits, seven a byte: an endless number would take quadratic time


def struct_end(data: bytes, note: Note) -> int:
    """Return the end of the struct at the beginning of ``data``; ``note`` is called with each integer and bytes value.

    Raises:
        ValueError: these bytes are no struct, have a field twice, or are nested more than ``MAX_DEPTH`` deep.
    """
    reader = _Reader(data, note)
    try:
        reader.struct(())
    except IndexError as error:
        raise ValueError("the bytes are no Thrift struct") from error
    return reader.at


class _Reader:
    def __init__(self, data: bytes, note: Note):
        self.data, self.at, self._note = data, 0, note

    def struct(self, path: Path) -> None:
        _check_depth(path)
        number, numbers = 0, set[int]()
        while head := self._taken(1)[0]:
            kind, step = head & 0x0F, head >> 4
            number = number + step if step else self._integer()
            if number in numbers:  # other readers may take the other one
                raise ValueError(f"a Thrift struct has field {number} twice")
            numbers.add(number)
            if kind not in (TRUE, FALSE):
                self._value(kind, (*path, number))

    def _value(self, kind: int, path: Path) -> None:
        if kind in (SHORT, INT, LONG):
            self._note(path, self._integer())
        elif kind in (TRUE, FALSE, BYTE):
            self._taken(1)
        elif kind == DOUBLE:
            self._taken(8)
        elif kind == BINARY:
            self._note(path, self._taken(self._unsigned()))
        elif kind in (LIST, SET):
            self._list(path)
        elif kind == STRUCT:
            self.struct(path)
        else:
            raise ValueError(f"a Thrift value of type {kind} has no place in Parquet")

    def _list(self, path: Path) -> None:
        head = self._taken(1)[0]
        count = self._unsigned() if head >> 4 == 15 else head >> 4
        _check_depth(path)
        for place in range(count):
            self._value(head & 0x0F, (*path, place))

    def _taken(self, count: int) -> bytes:
        part = self.data[self.at : self.at + count]
        if len(part) < count:
            raise IndexError
        self.at += count
        return part

    def _unsigned(self) -> int:
        value = 0
        for place in range(_MOST_INTEGER_BYTES):
            byte = self._taken(1)[0]
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                return value
        raise ValueError(f"a Thrift number has more than {_MOST_INTEGER_BYTES} bytes")

    def _integer(self) -> int:
        stored = self._unsigned()
        return (stored >> 1) ^ -(stored & 1)


def _check_depth(path: Path) -> None:
    if len(path) > MAX_DEPTH:
        raise ValueError(f"Thrift values are nested more than {MAX_DEPTH} deep")
