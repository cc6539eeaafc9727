"""Plain blobs of a PBF file, which hold dense nodes or ways alone: decoded as arrays, not as an object each.

Almost all blobs are plain. One of another kind, and one with anything unusual, such as deleted elements or another
granularity, is left to osmium.

Format: https://wiki.openstreetmap.org/wiki/PBF_Format; numbers of variable length:
https://protobuf.dev/programming-guides/encoding.
"""

import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .elements import MOST_WAY_NODES

Numbers = NDArray[np.int64]
Field = tuple[int, "int | bytes"]  # number of the field, value
TagList = list[tuple[str, str]]

USUAL_GRANULARITY = 100  # of positions [1e-9 deg]
LONGEST_NUMBER = 10  # bytes
VISIBLE = 6  # field of the information on an element that says whether it is deleted


class DenseNodes(NamedTuple):
    """Nodes in the order of the file."""

    numbers: Numbers
    longitudes: Numbers  # [1e-7 deg]
    latitudes: Numbers  # [1e-7 deg]
    tags: dict[int, TagList]  # by the index of the node; those with tags only


class PlainWays(NamedTuple):
    """Ways in the order of the file."""

    numbers: list[int]
    references: list[int]  # numbers of nodes, of all ways
    ends: list[int]  # of each way in ``references``
    tags: list[TagList]


class _UnusualError(Exception):
    """The blob is not plain."""


def plain_blob(blob: bytes, size: int) -> DenseNodes | PlainWays | None:
    """Return the content of a blob; None if it is not plain.

    Args:
        blob: message of the file format, with its compressed data.
        size: size of the unpacked data that the blob declares; no more is unpacked [bytes].
    """
    try:
        return _content_of(_unpacked(blob, size))
    except (_UnusualError, UnicodeDecodeError, IndexError, zlib.error):
        return None


def _unpacked(blob: bytes, size: int) -> bytes:
    fields = dict(_fields(blob))
    raw, packed = fields.get(1), fields.get(3)
    if isinstance(raw, bytes):
        return raw
    if not isinstance(packed, bytes):
        raise _UnusualError
    block = zlib.decompressobj().decompress(packed, size + 1)
    if len(block) != size:
        raise _UnusualError
    return block


def _content_of(block: bytes) -> DenseNodes | PlainWays:
    strings, elements = b"", list[Field]()
    for number, value in _fields(block):
        if number == 1 and isinstance(value, bytes):
            strings = value
        elif number == 2 and isinstance(value, bytes):
            elements.extend(_fields(value))
        elif (number, value) not in ((17, USUAL_GRANULARITY), (19, 0), (20, 0)) and number != 18:  # 18: of times
            raise _UnusualError
    kinds = {number for number, _ in elements}
    table = [value.decode("utf-8") for number, value in _fields(strings) if number == 1 and isinstance(value, bytes)]
    messages = [value for _, value in elements if isinstance(value, bytes)]
    if len(messages) == len(elements) == 1 and kinds == {2}:
        return _nodes_of(messages[0], table)
    if len(messages) == len(elements) and kinds == {3}:
        return _ways_of(messages, table)
    raise _UnusualError


# ---- nodes


def _nodes_of(message: bytes, strings: list[str]) -> DenseNodes:
    fields = _packed_fields(message)
    if fields.keys() - {1, 5, 8, 9, 10} or any(number >= VISIBLE for number, _ in _fields(fields.get(5, b""))):
        raise _UnusualError
    numbers, latitudes, longitudes = (np.cumsum(_signed(_unsigned(fields.get(field, b"")))) for field in (1, 8, 9))
    if not numbers.size == longitudes.size == latitudes.size:
        raise _UnusualError
    return DenseNodes(numbers, longitudes, latitudes, _tags_of(fields.get(10, b""), strings, numbers.size))


def _tags_of(packed: bytes, strings: list[str], count: int) -> dict[int, TagList]:
    """Return the tags of nodes: keys and values in turns, and a zero behind those of each node."""
    tags: dict[int, TagList] = {}
    if not packed:
        return tags
    numbers = _unsigned(packed).astype(np.int64)
    ends = np.flatnonzero(numbers == 0)
    if ends.size != count or numbers[-1] != 0 or numbers.min() < 0:
        raise _UnusualError
    starts = np.concatenate([[0], ends[:-1] + 1])
    for node in np.flatnonzero(ends > starts).tolist():
        words = _words(numbers[starts[node] : ends[node]], strings)
        if len(words) % 2:
            raise _UnusualError
        tags[node] = [*zip(words[::2], words[1::2], strict=True)]
    return tags


# ---- ways


def _ways_of(messages: list[bytes], strings: list[str]) -> PlainWays:
    ways: list[int] = []
    parts: dict[int, list[bytes]] = {2: [], 3: [], 8: []}  # keys, values and references
    for message in messages:
        pairs = [*_fields(message)]
        fields = dict(pairs)
        number, information = fields.get(1), fields.get(4, b"")
        if len(fields) < len(pairs) or not isinstance(information, bytes) or _has_visible(information):
            raise _UnusualError
        if not isinstance(number, int):
            raise _UnusualError
        ways.append(number if number < 1 << 63 else number - (1 << 64))
        for field, found in parts.items():
            packed = fields.get(field, b"")
            if not isinstance(packed, bytes):
                raise _UnusualError
            found.append(packed)
    (keys, key_ends), (values, value_ends), (differences, ends) = map(_joined, parts.values())
    counts = np.diff(ends, prepend=0)
    if key_ends != value_ends or counts.max(initial=0) > 2 * MOST_WAY_NODES:
        raise _UnusualError
    words = [*zip(_words(keys, strings), _words(values, strings), strict=True)]
    tags = [words[begin:end] for begin, end in zip([0, *key_ends[:-1]], key_ends, strict=True)]
    whole = np.concatenate([np.zeros(1, np.int64), np.cumsum(_signed(differences))])
    references: list[int] = (whole[1:] - np.repeat(whole[np.array(ends) - counts], counts)).tolist()
    return PlainWays(ways, references, ends, tags)


def _has_visible(information: bytes) -> bool:
    """Return whether the information on an element says whether it is deleted."""
    return VISIBLE << 3 in information and any(number == VISIBLE for number, _ in _fields(information))


def _joined(parts: list[bytes]) -> tuple[NDArray[np.uint64], list[int]]:
    """Return the packed numbers of many messages, and where those of each end."""
    octets = np.concatenate([np.zeros(1, np.uint8), np.frombuffer(b"".join(parts), np.uint8)])
    ends = np.cumsum([len(part) for part in parts])
    if (octets[ends] >= 0x80).any():
        raise _UnusualError
    return _unsigned(octets[1:].tobytes()), (np.cumsum(octets < 0x80)[ends] - 1).tolist()


def _words(numbers: NDArray[Any], strings: list[str]) -> list[str]:
    """Return the strings with these numbers."""
    places: list[int] = numbers.tolist()
    return [strings[place] for place in places]


# ---- protocol buffers


def _packed_fields(message: bytes) -> dict[int, bytes]:
    """Return the fields of a message, each of which is there once and has bytes."""
    fields: dict[int, bytes] = {}
    for number, value in _fields(message):
        if number in fields or not isinstance(value, bytes):
            raise _UnusualError
        fields[number] = value
    return fields


def _unsigned(packed: bytes) -> NDArray[np.uint64]:
    """Return packed numbers of variable length."""
    octets = np.frombuffer(packed, np.uint8)
    ends = np.flatnonzero(octets < 0x80)
    starts = np.concatenate([[0], ends[:-1] + 1])[: ends.size]
    lengths = ends - starts + 1
    longest = int(lengths.max(initial=0))
    if (octets.size and octets[-1] >= 0x80) or longest > LONGEST_NUMBER:
        raise _UnusualError
    values = np.zeros(ends.size, np.uint64)
    for place in range(longest):
        chosen = np.flatnonzero(lengths > place)
        values[chosen] |= (octets[starts[chosen] + place] & 0x7F).astype(np.uint64) << np.uint64(7 * place)
    return values


def _signed(values: NDArray[np.uint64]) -> Numbers:
    """Return signed numbers of their zigzag form."""
    return (values >> np.uint64(1)).astype(np.int64) ^ -(values & np.uint64(1)).astype(np.int64)


def _fields(message: bytes) -> Iterator[Field]:
    """Yield the fields of a message that are whole numbers or bytes."""
    at, size = 0, len(message)
    while at < size:
        key, at = (message[at], at + 1) if message[at] < 0x80 else _number(message, at)
        value, at = (message[at], at + 1) if message[at] < 0x80 else _number(message, at)
        if key & 7 == 0:
            yield key >> 3, value
        elif key & 7 == 2 and at + value <= size:
            yield key >> 3, message[at : at + value]
            at += value
        else:
            raise _UnusualError


def _number(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(LONGEST_NUMBER):
        octet = message[at]
        value |= (octet & 0x7F) << (7 * place)
        at += 1
        if octet < 0x80:
            return value, at
    raise _UnusualError
