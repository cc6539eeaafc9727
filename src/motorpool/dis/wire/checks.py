"""Checks of what was received: whether records fit, and whether numbers are in range.

A float's magnitude shows in its first byte, in which seven bits of the exponent follow the sign: one comparison tells
a number below 2^33 from larger ones, from infinity and from NaN, in single and in double precision.
"""

import struct
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .enumerations import PduType, VariableParameter
from .layouts import ARTICULATION, FIXED_DATUM, FORMATS, layout

MOST_DATUMS = 64  # fixed ones, and variable ones, of a Set Data or Comment
NUMBER_LIMIT = 2.0**33  # of magnitudes
SINGLE_LIMIT, DOUBLE_LIMIT = 0x50, 0x42  # its first byte in single and in double precision
WITHOUT_SIGN = bytes(byte & 0x7F for byte in range(256))
ARTICULATION_SIZE, FIXED_SIZE = ARTICULATION.itemsize, FIXED_DATUM.itemsize
VALUE_OFFSET = 8  # of the value in an articulation
_DATUM_COUNTS = struct.Struct(">II")  # the last fields of a Set Data or Comment before its datums
_DATUM_HEAD = struct.Struct(">II")  # id, length in bits

Octets = NDArray[np.uint8]


class Rejection(IntEnum):
    """Reason why a PDU was rejected."""

    SHORT = 0
    VERSION = 1
    LENGTH = 2
    TYPE = 3
    COUNT = 4
    NUMBER = 5
    BUNDLE = 6

    @property
    def sentence(self) -> str:
        """Return the reason in words."""
        return _SENTENCES[self]


_SENTENCES = {
    Rejection.SHORT: "the datagram is shorter than a header",
    Rejection.VERSION: "the version is not 5, 6 or 7",
    Rejection.LENGTH: "the length field does not fit the datagram or the type",
    Rejection.TYPE: "the type is not spoken",
    Rejection.COUNT: "the records or datums are too many, or do not fit the length",
    Rejection.NUMBER: "a number is not finite, or 2^33 or more",
    Rejection.BUNDLE: "the datagram bundles too many PDUs",
}


class Spoken(NamedTuple):
    """One type of PDU, as the checks of a single datagram need it."""

    pdu_type: PduType
    size: int  # without repeated records
    count_offset: int  # of the count of articulations, 0 for none
    has_datums: bool
    single_offsets: tuple[int, ...]  # of float32 before the records
    double_offsets: tuple[int, ...]  # of float64
    singles: Callable[[Any], tuple[int, ...]] | None  # their first bytes
    doubles: Callable[[Any], tuple[int, ...]] | None


def _spoken(pdu_type: PduType) -> Spoken:
    dtype, spoken = layout(pdu_type), FORMATS[pdu_type]
    singles, doubles = (tuple(float_offsets(dtype, size)) for size in (4, 8))
    return Spoken(
        pdu_type,
        dtype.itemsize,
        _offset(dtype, spoken.record_count) if spoken.record is ARTICULATION else 0,
        bool(spoken.variable_count),
        singles,
        doubles,
        itemgetter(*singles) if singles else None,
        itemgetter(*doubles) if doubles else None,
    )


def _offset(dtype: np.dtype[Any], name: str) -> int:
    return cast("dict[str, Any]", dtype.fields)[name][1]


def float_offsets(dtype: np.dtype[Any], size: int) -> Iterator[int]:
    """Yield the offsets of the floats of a size in a layout, records of variable number left out.

    Args:
        dtype: of a PDU, or a part of one.
        size: bytes of a float, 4 or 8.
    """
    for field, offset, *_ in (dtype.fields or {}).values():
        if field.kind == "f" and field.itemsize == size:
            yield offset
        elif field.names is not None:
            yield from (offset + inner for inner in float_offsets(field, size))


SPOKEN = {int(pdu_type): _spoken(pdu_type) for pdu_type in FORMATS}


def numbers_in_range(octets: Octets, spoken: Spoken, record_count: int) -> NDArray[np.bool_]:
    """Return whether all floats of each PDU are finite and below 2^33 in magnitude.

    Args:
        octets: (PDUs, bytes); fastest in blocks that fit the cache.
        spoken: their type.
        record_count: articulations of each, or fixed datums, which are not looked at.
    """
    is_beyond = (octets & 0x7F) >= first_byte_limits(spoken, record_count, octets.shape[1])
    if not is_beyond.any():
        return np.ones(len(octets), np.bool_)
    records = slice(spoken.size, spoken.size + record_count * ARTICULATION_SIZE)
    is_articulated = octets[:, records][:, ::ARTICULATION_SIZE] == VariableParameter.ARTICULATED_PART
    is_beyond[:, records][:, VALUE_OFFSET::ARTICULATION_SIZE] &= is_articulated
    return np.logical_not(np.any(is_beyond, axis=1))


@lru_cache(maxsize=1024)
def first_byte_limits(spoken: Spoken, record_count: int, size: int) -> Octets:
    """Return the least value of each byte of a PDU, its highest bit aside, that is rejected; 128 where none is.

    Args:
        spoken: its type.
        record_count: its articulations.
        size: bytes in all.
    """
    limits = np.full(size, 0x80, np.uint8)
    limits[list(spoken.single_offsets)] = SINGLE_LIMIT
    limits[list(spoken.double_offsets)] = DOUBLE_LIMIT
    if spoken.count_offset:
        values = spoken.size + VALUE_OFFSET + np.arange(record_count) * ARTICULATION_SIZE
        limits[values] = SINGLE_LIMIT
    return limits


def pdu_in_range(octets: bytes, spoken: Spoken, record_count: int) -> bool:
    """Return the same for one PDU.

    Args:
        octets: the PDU.
        spoken: its type.
        record_count: its articulations, or fixed datums, which are not looked at.
    """
    unsigned = octets.translate(WITHOUT_SIGN)
    if spoken.singles is not None and max(spoken.singles(unsigned)) >= SINGLE_LIMIT:
        return False
    if spoken.doubles is not None and max(spoken.doubles(unsigned)) >= DOUBLE_LIMIT:
        return False
    if not record_count or not spoken.count_offset:
        return True
    return not any(
        octets[record] == VariableParameter.ARTICULATED_PART and unsigned[record + VALUE_OFFSET] >= SINGLE_LIMIT
        for record in range(spoken.size, spoken.size + record_count * ARTICULATION_SIZE, ARTICULATION_SIZE)
    )


def fixed_datum_count(octets: bytes | memoryview, start: int, length: int, spoken: Spoken) -> int:
    """Return the number of fixed datums of a Set Data or Comment, -1 where its datums do not fit.

    Args:
        octets: with the PDU somewhere in it.
        start: of the PDU.
        length: of the PDU.
        spoken: its type.
    """
    fixed, variable = _DATUM_COUNTS.unpack_from(octets, start + spoken.size - _DATUM_COUNTS.size)
    position, end = start + spoken.size + fixed * FIXED_SIZE, start + length
    if fixed > MOST_DATUMS or variable > MOST_DATUMS or position > end:
        return -1
    fitting = sum(1 for _ in datums_between(octets, position, end, variable))
    return fixed if fitting == variable else -1


def datums_between(octets: bytes | memoryview, position: int, end: int, count: int) -> Iterator[tuple[int, int, int]]:
    """Yield id, beginning and end of each variable datum, until one does not fit.

    Args:
        octets: with the datums in it.
        position: of the first.
        end: behind the last.
        count: at most so many.
    """
    for _ in range(count):
        if position + _DATUM_HEAD.size > end:
            return
        datum_id, bits = _DATUM_HEAD.unpack_from(octets, position)
        beginning = position + _DATUM_HEAD.size
        behind = beginning + (bits + 7) // 8
        if behind > end:
            return
        yield datum_id, beginning, behind
        position = behind + (beginning - behind) % 8
