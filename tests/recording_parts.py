"""A recording taken apart, to be changed and put together again with valid checksums and, if wanted, a valid chain."""

import io
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet as parquet

from motorpool.observers.chain import first_link, next_link
from motorpool.observers.frames import CHUNK, FOOTER, HEAD, HEADER_BYTES, encoded_frame, read_frame
from motorpool.observers.growing_parquet import CLOSED_KEY, FOLLOWS_KEY, LINK_KEY, TICK_COUNT_KEY
from motorpool.observers.parquet_footer import (
    MAGIC,
    Head,
    footer_start,
    key_values_of,
    moved,
    only_group,
    with_group_key_values,
    with_key_values,
)
from motorpool.observers.recording_format import ABOUT_KEY, ENCODING, most_bytes, schema
from motorpool.observers.stored_parquet import group_file, stored
from motorpool.observers.thrift import LIST, LONG, STRUCT, Field, decode_struct, encode_list, encode_struct

_ROW_COUNT, _ROW_GROUPS = 3, 4  # of FileMetaData


@dataclass
class Chunk:
    """A chunk."""

    payload: bytes
    record: list[Field]  # as if the payload lay at the beginning of a file
    says: dict[bytes, bytes]  # about itself, without its links
    row_count: int
    kind: bytes = CHUNK
    number: int | None = None  # None: its place

    @classmethod
    def of(cls, table: Any, tick_count: int | None = None) -> "Chunk":
        """Return the chunk of a table, encoded as a recorder does."""
        sink = pyarrow.BufferOutputStream()
        encoding = dict(ENCODING)
        if table.schema.types != schema().types:
            encoding = {"compression": "zstd", "use_dictionary": False}
        bare = table.replace_schema_metadata(None)
        parquet.write_table(bare, sink, row_group_size=max(1, table.num_rows), store_schema=False, **encoding)
        file = sink.getvalue().to_pybytes()
        metadata = table.schema.metadata or {}
        ticks = metadata.get(TICK_COUNT_KEY, b"1") if tick_count is None else str(tick_count).encode()
        return cls(file[len(MAGIC) : footer_start(file)], only_group(file), {TICK_COUNT_KEY: ticks}, table.num_rows)

    def table(self, head: Head) -> Any:
        """Return the rows."""
        file = Parts(head, b"{}", [self]).file(is_chained=False)
        stream = io.BytesIO(file)
        found = stored(stream)
        assert found is not None
        (group,) = found.contents.groups
        content = group_file(stream, head, group, most_bytes=most_bytes(group.row_count))
        table = parquet.ParquetFile(pyarrow.BufferReader(content)).read()
        return table.replace_schema_metadata({TICK_COUNT_KEY: self.says[TICK_COUNT_KEY]})


@dataclass
class Parts:
    """A recording in parts."""

    head: Head
    description: bytes
    chunks: list[Chunk]
    ending: dict[bytes, bytes] = field(default_factory=lambda: {CLOSED_KEY: b"yes"})
    row_count: int | None = None  # that the footer states; None: of its chunks

    def changed(self, **changes: Any) -> "Parts":
        """Return the parts with some others."""
        return replace(self, **changes)

    def file(self, *, is_chained: bool = True, has_footer: bool = True, links: list[bytes] | None = None) -> bytes:
        """Return the file.

        Args:
            is_chained: the chunks have links.
            has_footer: else it ends in the middle of one.
            links: of the chunks; computed by default.
        """
        about = {ABOUT_KEY.encode(): self.description}
        head = with_key_values(self.head, about)
        empty = [one._replace(value=0) if one[:2] == (_ROW_COUNT, LONG) else one for one in head]
        parts = [MAGIC, encoded_frame(HEAD, payload=b"", record=encode_struct(empty))]
        at = sum(map(len, parts))
        link, records = first_link(self.description), list[bytes]()
        for number, chunk in enumerate(self.chunks):
            record = or_as_it_is(with_group_key_values, chunk.record, chunk.says)
            if is_chained:
                follows, link = link, next_link(link, chunk.payload, encode_struct(record))
                link = links[number] if links else link
                linked = {**chunk.says, FOLLOWS_KEY: follows, LINK_KEY: link}
                record = or_as_it_is(with_group_key_values, record, linked)
            record = or_as_it_is(moved, record, by=at + HEADER_BYTES - len(MAGIC))
            records.append(encode_struct(record))
            place = number + 1 if chunk.number is None else chunk.number
            parts.append(encoded_frame(chunk.kind, payload=chunk.payload, record=records[-1], number=place))
            at += len(parts[-1])
        footer = encoded_frame(FOOTER, payload=self._footer(about, records), record=b"")
        return b"".join([*parts, footer if has_footer else footer[: len(footer) // 2]])

    def _footer(self, about: dict[bytes, bytes], records: list[bytes]) -> bytes:
        rows = sum(chunk.row_count for chunk in self.chunks) if self.row_count is None else self.row_count
        changed = {
            _ROW_COUNT: Field(_ROW_COUNT, LONG, rows),
            _ROW_GROUPS: Field(_ROW_GROUPS, LIST, encode_list(STRUCT, records)),
        }
        fields = [changed.get(one.number, one) for one in with_key_values(self.head, {**about, **self.ending})]
        encoded = encode_struct(fields)
        return encoded + len(encoded).to_bytes(4, "little") + MAGIC


def or_as_it_is(change: Callable[..., Any], record: list[Field], *arguments: Any, **options: Any) -> list[Field]:
    """Return a changed record; one that has been broken stays as it is."""
    try:
        return change(record, *arguments, **options)
    except ValueError:
        return record


def parts_of(path: Path) -> Parts:
    """Return the parts of a recording that is whole."""
    with path.open("rb") as stream:
        found = stored(stream)
        assert found is not None
        chunks: list[Chunk] = []
        for number, group in enumerate(found.contents.groups, 1):
            frame = read_frame(stream, group.start - HEADER_BYTES)
            assert frame is not None
            says = {key: value for key, value in group.key_values.items() if key not in (FOLLOWS_KEY, LINK_KEY)}
            record = moved(decode_struct(group.record)[0], by=len(MAGIC) - group.start)
            record = with_group_key_values(record, {})
            chunks.append(Chunk(frame.payload, record, says, group.row_count, frame.kind, number))
    for chunk in chunks:
        chunk.number = None
    values = key_values_of(found.contents.head)
    return Parts(with_key_values(found.contents.head, {}), values[ABOUT_KEY.encode()], chunks)
