"""The reading side of ``GrowingParquet``: what is in a file, complete, cut short or damaged.

A footer that is whole says what is there, and each row group's frame is checked when its rows are read. Without one
the frames are searched from the front: a whole chunk counts instead of its parts, and instead of its second copy.

Nothing here trusts the file: a checksum is no signature. What is wrong behind a valid one is a ``ValueError``.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from .chain import first_link, next_link
from .frames import CHUNK, FOOTER, HEAD, HEADER_BYTES, PART, Frame, read_frame, size_at, starts
from .growing_parquet import CLOSED_KEY, ENDINGS, FOLLOWS_KEY, LINK_KEY, TICK_COUNT_KEY
from .parquet_footer import (
    MAGIC,
    TAIL_BYTES,
    Contents,
    Head,
    Record,
    RowGroup,
    check_pages,
    decoded_footer,
    encoded_footer,
    footer_size,
    key_values_of,
    moved,
    row_group,
    schema_of,
    with_group_key_values,
    with_key_values,
)
from .thrift import decode_struct, encode_struct

DROPPED_KEY = b"motorpool.dropped_seconds"
CHAIN_KEYS = (FOLLOWS_KEY, LINK_KEY)


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


class UnchainedError(ValueError):
    """A chunk is not the one that the chain names."""


def stored(stream: BinaryIO) -> Stored | None:
    """Return what is in a file; None where it was not made by ``GrowingParquet``.

    Raises:
        ValueError: it says something that no recording says.
    """
    stream.seek(0)
    if stream.read(len(MAGIC)) != MAGIC:
        return None
    return _by_footer(stream) or _by_frames(stream)


def group_file(stream: BinaryIO, head: Head, group: RowGroup, *, most_bytes: Mapping[str, int]) -> bytes | None:
    """Return a small Parquet file with nothing but one row group; None where the row group is damaged.

    Args:
        stream: the recording, open for reading.
        head: its schema and metadata.
        group: of its index.
        most_bytes: that the pages of a column may have in memory, by its name.

    Raises:
        UnchainedError: the row group was exchanged.
        ValueError: it is none that can be read.
    """
    payload = _payload(stream, group)
    if payload is None:
        return None
    record = _checked_record(group, payload)
    contents = Contents(with_key_values(head, {}), [group._replace(record=encode_struct(record))], 0)
    file = MAGIC + payload + encoded_footer(contents, {})
    check_pages(file, record, names=schema_of(head), most_bytes=most_bytes)
    return file


def is_whole(stream: BinaryIO, group: RowGroup) -> bool:
    """Return whether a row group is neither damaged nor exchanged.

    Raises:
        ValueError: it is none that can be read.
    """
    payload = _payload(stream, group)
    if payload is None:
        return False
    try:
        _checked_record(group, payload)
    except UnchainedError:
        return False
    return True


def broken_links(description: bytes, groups: Sequence[RowGroup]) -> list[int]:
    """Return the numbers of the row groups that do not follow on the one before, or on the description."""
    links = [first_link(description), *(group.key_values.get(LINK_KEY, b"") for group in groups)]
    return [number for number, group in enumerate(groups) if group.key_values.get(FOLLOWS_KEY, b"") != links[number]]


def _payload(stream: BinaryIO, group: RowGroup) -> bytes | None:
    """Return the pages of a row group; None where they are damaged."""
    frame = read_frame(stream, group.start - HEADER_BYTES)
    is_whole = frame is not None and frame.kind in (CHUNK, PART) and frame.record == group.record
    return frame.payload if frame is not None and is_whole else None


def _checked_record(group: RowGroup, payload: bytes) -> Record:
    """Return the record of a row group that lies at the beginning of a file, compared with its link if it has one."""
    record = moved(decode_struct(group.record)[0], by=len(MAGIC) - group.start)
    link = group.key_values.get(LINK_KEY)
    if link is not None:
        unlinked = {key: value for key, value in group.key_values.items() if key not in CHAIN_KEYS}
        follows = group.key_values.get(FOLLOWS_KEY, b"")
        if next_link(follows, payload, encode_struct(with_group_key_values(record, unlinked))) != link:
            raise UnchainedError("a chunk is not the one that its link names")
    return record


def tick_count_of(group: RowGroup) -> int | None:
    """Return how many ticks a row group has; None where it does not say so.

    Raises:
        ValueError: that is no number of ticks.
    """
    text = group.key_values.get(TICK_COUNT_KEY)
    if text is None:
        return None
    count = int(text) if text.isdigit() and len(text) < 10 else 0
    if not 0 < count <= group.row_count or group.row_count % count:
        raise ValueError(f"a row group has {text[:20]!r} ticks in {group.row_count} rows")
    return count


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
    dropped_seconds = _seconds(values.pop(DROPPED_KEY, b"0"))
    contents = contents._replace(head=with_key_values(contents.head, values))
    return Stored(contents, is_closed, dropped_seconds, has_footer=True, damaged=[])


def _seconds(text: bytes) -> float:
    seconds = float(text)
    if not 0.0 <= seconds < 1e12:
        raise ValueError(f"it says that {text[:20]!r} s were left out")
    return seconds


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
    groups: list[RowGroup] = []
    damaged: list[Ticks] = []
    last_tick, last_number, end = -1, 0, head_frame.end
    for found in _chosen(list(_frames_behind(stream, head_frame))):
        group = row_group(decode_struct(found.record)[0])
        if found.follows_gap and not _continues(found, last_number):
            damaged.append(Ticks(last_tick + 1, group.first_tick - 1))
        groups.append(group)
        last_tick, end = group.last_tick, found.end
        last_number = found.number if found.kind == CHUNK else last_number
    contents = Contents(head, groups, end)
    return Stored(contents, _is_closed(stream, contents), 0.0, has_footer=False, damaged=damaged)


def _frames_behind(stream: BinaryIO, head: Frame) -> Iterator[_Found]:
    """Yield the whole frames behind the head.

    Raises:
        ValueError: so many marks lead to no frame that the search would not end.
    """
    end = head.end
    left = 4 * stream.seek(0, io.SEEK_END)  # bytes of frames that are none: damage is rarely larger than the file
    for start in starts(stream, end):
        if start < end:
            continue
        frame = read_frame(stream, start)
        if frame is None:
            left -= size_at(stream, start)
            if left < 0:
                raise ValueError("it has marks of chunks everywhere and hardly a whole one")
            continue
        if frame.kind in (CHUNK, PART):
            yield _Found(frame.kind, frame.number, frame.record, frame.end, follows_gap=start > end)
        end = frame.end


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
