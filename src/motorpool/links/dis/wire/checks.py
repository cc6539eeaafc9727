"""Checks of received PDUs: sizes of records and ranges of numbers.

The first byte of a float holds its sign and seven bits of the exponent. So one comparison of that byte separates
magnitudes below 2^33 from larger ones, infinity and NaN, in single and in double precision.
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

MOST_DATUMS = 64  # limit of fixed, and of variable, datums of a Set Data or Comment
NUMBER_LIMIT = 2.0**33  # limit of magnitudes
SINGLE_LIMIT, DOUBLE_LIMIT = 0x50, 0x42  # first byte of 2^33 in single and in double precision
WITHOUT_SIGN = bytes(byte & 0x7F for byte in range(256))
ARTICULATION_SIZE, FIXED_SIZE = ARTICULATION.itemsize, FIXED_DATUM.itemsize
VALUE_OFFSET = 8  # offset of the value in an articulation
_DATUM_COUNTS = struct.Struct(">II")  # last fields of a Set Data or Comment before its datums
_DATUM_HEAD = struct.Struct(">II")  # id, length in bits

Octets = NDArray[np.uint8]


class Rejection(IntEnum):
    """Reason for the rejection of a PDU."""

    SHORT = 0
    VERSION = 1
    LENGTH = 2
    TYPE = 3
    COUNT = 4
    NUMBER = 5
    BUNDLE = 6

    @property
    def sentence(self) -> str:
        """Return the reason as text."""
        return _SENTENCES[self]


_SENTENCES = {
    Rejection.SHORT: "the datagram is shorter than a header",
    Rejection.VERSION: "the version is not 5, 6 or 7",
    Rejection.LENGTH: "the length field does not fit the datagram or the type",
    Rejection.TYPE: "the type is not supported",
    Rejection.COUNT: "there are too many records or datums, or they do not fit the length",
    Rejection.NUMBER: "a number is not finite, or 2^33 or more",
    Rejection.BUNDLE: "the datagram bundles too many PDUs",
}


class Spoken(NamedTuple):
    """PDU type, with the offsets that the check of a single datagram needs."""

    pdu_type: PduType
    size: int  # without repeated records [bytes]
    count_offset: int  # offset of the number of articulations, 0 for none
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
    """Yield the offsets of the floats of a size (4 or 8 bytes) in a layout, without repeated records."""
    for field, offset, *_ in (dtype.fields or {}).values():
        if field.kind == "f" and field.itemsize == size:
            yield offset
        elif field.names is not None:
            yield from (offset + inner for inner in float_offsets(field, size))


SPOKEN = {int(pdu_type): _spoken(pdu_type) for pdu_type in FORMATS}


def numbers_in_range(octets: Octets, spoken: Spoken, record_count: int) -> NDArray[np.bool_]:
    """Return the mask of PDUs whose floats are all finite and below 2^33 in magnitude.

    The octets, shape (PDUs, bytes), are checked fastest in blocks that fit the cache; fixed datums are not checked.
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
    """Return the limit of each byte of a PDU [bytes] without its highest bit, from which it is rejected; else 128."""
    limits = np.full(size, 0x80, np.uint8)
    limits[list(spoken.single_offsets)] = SINGLE_LIMIT
    limits[list(spoken.double_offsets)] = DOUBLE_LIMIT
    if spoken.count_offset:
        values = spoken.size + VALUE_OFFSET + np.arange(record_count) * ARTICULATION_SIZE
        limits[values] = SINGLE_LIMIT
    return limits


def pdu_in_range(octets: bytes, spoken: Spoken, record_count: int) -> bool:
    """Return whether all floats of one PDU, except fixed datums, are finite and below 2^33 in magnitude."""
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
    """Return the number of fixed datums of a Set Data or Comment of ``length`` bytes, -1 if its datums do not fit."""
    fixed, variable = _DATUM_COUNTS.unpack_from(octets, start + spoken.size - _DATUM_COUNTS.size)
    position, end = start + spoken.size + fixed * FIXED_SIZE, start + length
    if fixed > MOST_DATUMS or variable > MOST_DATUMS or position > end:
        return -1
    fitting = sum(1 for _ in datums_between(octets, position, end, variable))
    return fixed if fitting == variable else -1


def datums_between(octets: bytes | memoryview, position: int, end: int, count: int) -> Iterator[tuple[int, int, int]]:
    """Yield id, beginning and end of each of ``count`` variable datums, up to the first one that does not fit."""
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
