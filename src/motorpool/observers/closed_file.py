"""The form of a closed recording: Parquet, a row group for each chunk.

The file's metadata hold the description, the list of chunks with their links, and whether anything was left out. Each
page has a CRC-32. PyArrow writes the file and reads the pages, after ``parquet_index`` has checked the index and the
size of each page when it is decompressed.
"""

import contextlib
import io
from collections.abc import Mapping
from typing import IO, Any, BinaryIO

from ..errors import require
from .chain import link_of_rows
from .framed_chunks import BEGINNING, check_frame, listed
from .parquet_index import RowGroup, check_pages, check_places, read_index
from .recording_format import ABOUT_KEY, ENCODING, JOURNAL, most_bytes, schema
from .stored import Chunk, DamagedError, Stored, UnchainedError, check_listed, encoded_chunks

CHUNKS_KEY, CLOSED_KEY, DROPPED_KEY = "motorpool.chunks", "motorpool.closed", "motorpool.dropped_seconds"
_MAX_TEXT_BYTES = 1 << 25  # of all text in an index


class ClosedFile:
    """Writes chunks to a new Parquet file."""

    def __init__(self, stream: IO[bytes], description: bytes, *, has_journal: bool = True):
        """Begin a file, empty and open for writing; recordings of format 1 have no journal.

        Raises:
            OSError: it cannot be written.
        """
        parquet = require("pyarrow.parquet", extra="app", purpose="recording")
        self._schema, self._description = columns_of(has_journal=has_journal), description
        encoding = dict(ENCODING)
        names = self._schema.names
        encoding["column_encoding"] = {name: encoding["column_encoding"][name] for name in names}
        self._writer = parquet.ParquetWriter(
            stream, self._schema, store_schema=False, write_page_checksum=True, **encoding
        )
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


def columns_of(*, has_journal: bool) -> Any:
    """Return the Arrow schema of a recording, without a journal for format 1."""
    return schema() if has_journal else schema().remove(len(schema()) - 1)


def is_closed_file(stream: BinaryIO) -> bool:
    """Return whether a Parquet file is a recording, whole or not."""
    stream.seek(0)
    if stream.read(len(BEGINNING)) == BEGINNING:
        return True
    try:
        return ABOUT_KEY.encode() in read_index(stream).says
    except ValueError:
        return False


def read_closed(stream: BinaryIO) -> Stored | None:
    """Return the contents of a Parquet file; None where it is no recording.

    Raises:
        ValueError: its index cannot be read, or says something that no recording says.
        OSError: it cannot be read.
    """
    index = read_index(stream)
    description = index.says.get(ABOUT_KEY.encode())
    if description is None:
        return None
    from .chunk_list import decoded_chunks

    check_places(index, stream.seek(0, io.SEEK_END))
    is_framed = CHUNKS_KEY.encode() not in index.says
    if is_framed:
        chunks = [listed(group, place) for place, group in enumerate(index.groups)]
    else:
        chunks = decoded_chunks(index.says[CHUNKS_KEY.encode()])
    check_listed(chunks)
    if [chunk.row_count for chunk in chunks] != [group.row_count for group in index.groups]:
        raise ValueError("its list of chunks is not that of its row groups")
    if index.row_count != sum(chunk.row_count for chunk in chunks):
        raise ValueError("its index states another number of rows than its row groups have")
    file = _parquet(stream)
    has_journal = _has_journal(file.schema_arrow)

    def read(stream: BinaryIO, chunk: Chunk) -> Any:
        if is_framed:
            check_frame(stream, index.groups[chunk.place], chunk)
        table = _rows(stream, index.groups[chunk.place], file.metadata, chunk.place)
        if not is_framed and chunk.link and link_of_rows(chunk.follows, table) != chunk.link:
            raise UnchainedError("a chunk is not the one that its link names")
        return table

    is_closed = index.says.get(CLOSED_KEY.encode(), b"no") == b"yes"
    return Stored(
        description,
        chunks,
        is_closed=is_closed,
        is_parquet=True,
        is_framed=is_framed,
        dropped_seconds=_seconds(index.says),
        has_journal=has_journal,
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


def _has_journal(found: Any) -> bool:
    """Return whether the columns of an Arrow schema are those with a journal.

    Raises:
        ValueError: they are not those of a recording.
    """
    has_journal = JOURNAL in found.names
    expected = columns_of(has_journal=has_journal)
    if found.names != expected.names or found.types != expected.types:
        raise ValueError("its columns are not those of a recording")
    return has_journal


def _seconds(says: Mapping[bytes, bytes]) -> float:
    text = says.get(DROPPED_KEY.encode(), b"0")
    seconds = float(text)
    if not 0.0 <= seconds < 1e12:
        raise ValueError(f"it says that {text[:20]!r} s were left out")
    return seconds


def _rows(stream: BinaryIO, group: RowGroup, metadata: Any, place: int) -> Any:
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
