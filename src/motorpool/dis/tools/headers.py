"""Headers of DIS in datagrams of any origin: found without understanding the PDUs behind them, and written anew."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from ..wire.enumerations import Version
from ..wire.layouts import HEADER
from ..wire.timestamps import ABSOLUTE, from_seconds

SIZE = HEADER.itemsize
VERSIONS = frozenset(int(version) for version in Version)
LARGEST_TYPE = 72  # that the standard of 2012 has
LARGEST_FAMILY = 13
EXPERIMENTAL = 129  # types and families from here on are free for experiments
_HEAD = struct.Struct(">BBBBIH")  # version, exercise, type, family, timestamp, length
_EXERCISE, _TIMESTAMP = 1, 4  # offsets


class Header(NamedTuple):
    """One PDU's header in a datagram."""

    start: int  # of the PDU in the datagram [bytes]
    version: int
    exercise: int
    pdu_type: int
    family: int
    timestamp: int
    length: int


def headers(data: bytes) -> Iterator[Header]:
    """Yield the headers of the PDUs that a datagram has, until something is no header of DIS."""
    start = 0
    while start + SIZE <= len(data):
        header = Header(start, *_HEAD.unpack_from(data, start))
        if not _is_good(header, len(data) - start):
            return
        yield header
        start += header.length


def is_dis(data: bytes) -> bool:
    """Return whether a datagram begins with a header of DIS whose length fits, whatever its type."""
    return next(headers(data), None) is not None


def rewritten(data: bytes, *, exercise: int | None = None, time: float | None = None) -> bytes:
    """Return a datagram whose PDUs have other headers, and are the same else.

    Args:
        data: with any number of PDUs; without any, it stays as it is.
        exercise: number to write; None keeps those that are there.
        time: of the new timestamps, absolute or relative as the old ones are, since 1970 in UTC [s]; None keeps them.
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
