"""Headers of DIS in datagrams: found and rewritten without decoding the PDUs."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from ..wire.enumerations import Version
from ..wire.layouts import HEADER
from ..wire.timestamps import ABSOLUTE, from_seconds

SIZE = HEADER.itemsize
VERSIONS = frozenset(int(version) for version in Version)
LARGEST_TYPE = 72  # of IEEE 1278.1-2012
LARGEST_FAMILY = 13  # of the standard's protocol families; a larger one is no DIS header
EXPERIMENTAL = 129  # first type and family number for experimental use
_HEAD = struct.Struct(">BBBBIH")  # version, exercise, type, family, timestamp, length
_EXERCISE, _TIMESTAMP = 1, 4  # offsets in the header [bytes]


class Header(NamedTuple):
    """Header of one PDU in a datagram."""

    start: int  # offset of the PDU in the datagram [bytes]
    version: int
    exercise: int
    pdu_type: int
    family: int
    timestamp: int
    length: int


def headers(data: bytes) -> Iterator[Header]:
    """Yield the headers of the PDUs of a datagram, up to the first invalid one."""
    start = 0
    while start + SIZE <= len(data):
        header = Header(start, *_HEAD.unpack_from(data, start))
        if not _is_good(header, len(data) - start):
            return
        yield header
        start += header.length


def is_dis(data: bytes) -> bool:
    """Return whether a datagram begins with a DIS header whose length fits, of any type."""
    return next(headers(data), None) is not None


def rewritten(data: bytes, *, exercise: int | None = None, time: float | None = None) -> bytes:
    """Return a datagram with rewritten headers.

    Args:
        exercise: new number of the exercise; None keeps the old.
        time: time of the new timestamps, absolute or relative like the old ones, since 1970 in UTC [s]; None keeps the
            old.
    """
    new = bytearray(data)
    for header in headers(data):
        if exercise is not None:
            new[header.start + _EXERCISE] = exercise
        if time is not None:
            is_absolute = bool(header.timestamp & ABSOLUTE)
            stamp = int(from_seconds(time, is_absolute=is_absolute))
            struct.pack_into(">I", new, header.start + _TIMESTAMP, stamp)
    return bytes(new)


def _is_good(header: Header, remaining: int) -> bool:
    return (
        header.version in VERSIONS
        and SIZE <= header.length <= remaining
        and (0 < header.pdu_type <= LARGEST_TYPE or header.pdu_type >= EXPERIMENTAL)
        and (0 < header.family <= LARGEST_FAMILY or header.family >= EXPERIMENTAL)
    )
