"""The reading side of ``GrowingParquet``: what is in a file, complete, cut short or damaged.

A footer that is whole says what is there, and each row group's frame is checked when its rows are read. Without one
the frames are searched from the front: a whole chunk counts instead of its parts, and instead of its second copy.
"""

import io
from typing import BinaryIO, NamedTuple

from .frames import CHUNK, FOOTER, HEAD, HEADER_BYTES, PART, Frame, next_start, read_frame
from .growing_parquet import CLOSED_KEY, ENDINGS
from .parquet_footer import (
    MAGIC,
    TAIL_BYTES,
    Contents,
    Head,
    decoded_footer,
    encoded_footer,
    first_and_last,
    footer_size,
    key_values_of,
    moved,
    start_of,
    with_key_values,
)
from .thrift import decode_struct

DROPPED_KEY = b"motorpool.dropped_seconds"


class Ticks(NamedTuple):
    """The ticks from the first to the last."""

    first: int
    last: int


class Stored(NamedTuple):
    """Contents of a stored file."""

    contents: Contents
    is_closed: bool
    dropped_seconds: float  # by recovering damaged files
    has_footer: bool
    damaged: list[Ticks]  # missing between two groups; known here only without a footer


def stored(stream: BinaryIO) -> Stored | None:
    """Return what is in a file; None where it was not made by ``GrowingParquet``."""
    stream.seek(0)
    if stream.read(len(MAGIC)) != MAGIC:
        return None
    return _by_footer(stream) or _by_frames(stream)


def group_file(stream: BinaryIO, head: Head, record: bytes) -> bytes | None:
    """Return a small Parquet file with nothing but one row group; None where the row group is damaged.

    Args:
        stream: the recording, open for reading.
        head: its schema and metadata.
        record: the row group's entry in a Parquet footer.
    """
    start = start_of(record)
    frame = read_frame(stream, start - HEADER_BYTES)
    if frame is None or frame.kind not in (CHUNK, PART) or frame.record != record:
        return None
    contents = empty(head).with_group(moved(record, by=len(MAGIC) - start), 0)
    return MAGIC + frame.payload + encoded_footer(contents, {})


def empty(head: Head) -> Contents:
    """Return the contents of a file without rows."""
    return Contents(head, [], 0, len(MAGIC))


def ticks_of(record: bytes) -> Ticks:
    """Return the first and the last tick of a row group, whose first column they are."""
    return Ticks(*first_and_last(record))


# ---- by the footer


def _by_footer(stream: BinaryIO) -> Stored | None:
    size = stream.seek(0, io.SEEK_END)
    tail = _last(stream, TAIL_BYTES)
    start = size - len(tail) - footer_size(tail) - HEADER_BYTES
    frame = read_frame(stream, start) if tail.endswith(MAGIC) else None
    if frame is None or frame.kind != FOOTER or frame.end != size:
        return None
    contents = decoded_footer(frame.payload, end=start)
    values = key_values_of(contents.head)
    is_closed = values.pop(CLOSED_KEY, b"no") == b"yes"
    dropped_seconds = float(values.pop(DROPPED_KEY, b"0"))
    contents = contents._replace(head=with_key_values(contents.head, values))
    return Stored(contents, is_closed, dropped_seconds, has_footer=True, damaged=[])


def _last(stream: BinaryIO, count: int) -> bytes:
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - count))
    return stream.read(count)


# ---- by the frames


class _Found(NamedTuple):
    kind: bytes
    number: int  # of the chunk, from 1; 0 in files of earlier versions
    record: bytes
    end: int
    follows_gap: bool


def _by_frames(stream: BinaryIO) -> Stored | None:
    head_frame = read_frame(stream, len(MAGIC))
    if head_frame is None or head_frame.kind != HEAD:
        return None
    head = decode_struct(head_frame.record)[0]
    contents, damaged = empty(head)._replace(end=head_frame.end), list[Ticks]()
    last_tick, last_number = -1, 0
    for found in _chosen(_frames_behind(stream, head_frame)):
        ticks = ticks_of(found.record)
        if found.follows_gap and not _continues(found, last_number):
            damaged.append(Ticks(last_tick + 1, ticks.first - 1))
        contents = contents.with_group(found.record, found.end)
        last_tick = ticks.last
        last_number = found.number if found.kind == CHUNK else last_number
    return Stored(contents, _is_closed(stream, contents), 0.0, has_footer=False, damaged=damaged)


def _frames_behind(stream: BinaryIO, head: Frame) -> list[_Found]:
    found: list[_Found] = []
    end = at = head.end
    while (start := next_start(stream, at)) is not None:
        frame = read_frame(stream, start)
        if frame is None:
            at = start + 1
            continue
        found.append(_Found(frame.kind, frame.number, frame.record, frame.end, follows_gap=start > end))
        end = at = frame.end
    return found


def _chosen(frames: list[_Found]) -> list[_Found]:
    """The frames that count: no parts of a whole chunk, and each whole chunk once."""
    whole: dict[int, _Found] = {}
    for frame in frames:
        if frame.kind == CHUNK and frame.number:
            whole.setdefault(frame.number, frame)
    return [
        frame
        for frame in frames
        if (frame.kind == CHUNK and whole.get(frame.number, frame) is frame)
        or (frame.kind == PART and frame.number not in whole)
    ]


def _continues(found: _Found, last_number: int) -> bool:
    """A whole chunk may lie a little behind the place of its parts."""
    return found.kind == CHUNK and found.number == last_number + 1


def _is_closed(stream: BinaryIO, contents: Contents) -> bool:
    """The end of a closed file follows from what is in it; files of earlier versions have no frame around it."""
    end = encoded_footer(contents, ENDINGS[True])
    return _last(stream, len(end)) == end
