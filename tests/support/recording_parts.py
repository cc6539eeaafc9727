"""A recording taken apart, to be changed and put together again with valid checksums and, if wanted, a valid chain."""

import io
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.ipc as ipc
import pyarrow.parquet as parquet

from motorpool.recording.chunks import first_link, link_of_rows, stored
from motorpool.recording.closed_file import CHUNKS_KEY, CLOSED_KEY, DROPPED_KEY
from motorpool.recording.columns import ABOUT_KEY, ENCODING, schema
from motorpool.recording.growing_file import CHUNK_KEY


@dataclass
class Chunk:
    """A chunk: its rows, and what is listed about it."""

    table: Any
    listed: list[Any]  # first tick, last tick, ticks, rows
    links: tuple[bytes, bytes] | None = None  # that it follows, and its own; None: computed
    vehicle_count: int = 1  # rows of the world

    @classmethod
    def of(cls, table: Any, tick_count: Any = None) -> "Chunk":
        """Return the chunk of a table."""
        ticks = {tick for tick in table["tick"].to_pylist() if tick is not None} or {0}
        count = len(ticks) if tick_count is None else tick_count
        return cls(table, [min(ticks), max(ticks), count, table.num_rows])


@dataclass
class Parts:
    """A recording in parts."""

    description: bytes
    chunks: list[Chunk]
    ending: dict[str, bytes] = field(default_factory=lambda: {CLOSED_KEY: b"yes"})

    def changed(self, **changes: Any) -> "Parts":
        """Return the parts with some others."""
        return replace(self, **changes)

    def with_their_links(self) -> "Parts":
        """Return the parts with links that stay when chunks or the description change."""
        chunks = [replace(chunk, links=links) for chunk, links in zip(self.chunks, self._links(), strict=True)]
        return replace(self, chunks=chunks)

    def file(self, *, is_chained: bool = True, is_growing: bool = False) -> bytes:
        """Return the file.

        Args:
            is_chained: the chunks have links.
            is_growing: it is an Arrow IPC stream, else Parquet.
        """
        links = self._links() if is_chained else [(b"", b"")] * len(self.chunks)
        rows = [
            [*chunk.listed, *(link.decode("latin-1") for link in own), chunk.vehicle_count]
            for chunk, own in zip(self.chunks, links, strict=True)
        ]
        return self._stream(rows) if is_growing else self._parquet(rows)

    def _links(self) -> list[tuple[bytes, bytes]]:
        link, links = first_link(self.description), list[tuple[bytes, bytes]]()
        for chunk in self.chunks:
            links.append(chunk.links or (link, own_link(link, chunk.table)))
            link = links[-1][1]
        return links

    def _columns(self) -> Any:
        others = [chunk.table.schema for chunk in self.chunks if chunk.table.schema != schema()]
        return others[0] if others else schema()

    def _parquet(self, rows: list[list[Any]]) -> bytes:
        columns, encoding, file = self._columns(), dict(ENCODING), io.BytesIO()
        if columns != schema():
            encoding = {"compression": "zstd", "use_dictionary": False, "write_statistics": ["tick", "vehicle"]}
        with parquet.ParquetWriter(file, columns, store_schema=False, write_page_checksum=True, **encoding) as writer:
            for chunk in self.chunks:
                writer.write_table(as_columns(chunk.table, columns), row_group_size=max(1, chunk.table.num_rows))
            says = {ABOUT_KEY: self.description, CHUNKS_KEY: compact(rows), **self.ending}
            writer.add_key_value_metadata(says)
        return file.getvalue()

    def _stream(self, rows: list[list[Any]]) -> bytes:
        columns, file = self._columns().with_metadata({ABOUT_KEY: self.description}), io.BytesIO()
        file.write(columns.serialize().to_pybytes())
        for chunk, row in zip(self.chunks, rows, strict=True):
            one = io.BytesIO()
            writer = ipc.new_stream(one, columns, options=ipc.IpcWriteOptions(compression="zstd"))
            (batch,) = as_columns(chunk.table, columns).combine_chunks().to_batches()
            writer.write_batch(batch, custom_metadata={CHUNK_KEY: compact([row])})
            file.write(one.getvalue()[columns.serialize().size :])
        return file.getvalue()


def own_link(follows: bytes, table: Any) -> bytes:
    """Return the link of a chunk; some link of one whose columns have other types."""
    return link_of_rows(follows, table) if table.schema.types == schema().types else b"0" * 64


def as_columns(table: Any, columns: Any) -> Any:
    """Return a table with these columns; those of another type are null."""
    arrays = [
        table[one.name] if one.name in table.column_names and table.schema.field(one.name).type == one.type
        else pyarrow.nulls(table.num_rows, one.type)
        for one in columns
    ]  # fmt: skip
    return pyarrow.Table.from_arrays(arrays, schema=columns)


def compact(rows: list[list[Any]]) -> str:
    """Return JSON without spaces."""
    return json.dumps(rows, separators=(",", ":"))


def parts_of(path: Path) -> Parts:
    """Return the parts of a recording that is whole."""
    with path.open("rb") as stream:
        found = stored(stream)
        assert found is not None
        chunks = [
            Chunk(found.read(stream, chunk), list(chunk[:4]), vehicle_count=chunk.vehicle_count)
            for chunk in found.chunks
        ]
    return Parts(found.description, chunks)


__all__ = ["CHUNKS_KEY", "CLOSED_KEY", "DROPPED_KEY", "Chunk", "Parts", "parts_of"]
