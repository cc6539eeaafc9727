"""Decoding of received datagrams: PDUs are checked one by one and grouped by layout.

``decode`` takes many datagrams, ``decode_packed`` datagrams in one buffer, ``decode_datagram`` one. ``view`` returns a
buffer of equal PDUs without a copy, and ``read_states`` reads Entity States from it. All apply the same checks, in this
order, and raise no exception for any received data:

- the header fits; the version is 5, 6 or 7; the length field is within the datagram and at most 8192;
- the type is supported and its fields fit the length, as do repeated records and datums (`checks.MOST_DATUMS`);
- each coordinate, rate and angle is finite and its magnitude below 2^33; floats of records other than articulated parts
  are not checked.

A datagram may bundle several PDUs. If the content of one is rejected, the next is found by its length; after a wrong
version or length, the rest of the datagram is not read. A zero in place of the next version, or fewer bytes than a
header, is padding, as are bytes of a PDU behind its last record. Family, exercise and ids are left to the receiver.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....base.errors import ExerciseError
from .checks import (
    ARTICULATION_SIZE,
    FIXED_SIZE,
    NUMBER_LIMIT,
    SPOKEN,
    Octets,
    Rejection,
    Spoken,
    datums_between,
    fixed_datum_count,
    numbers_in_range,
    pdu_in_range,
)
from .entity_columns import BLOCK, EntityColumns, unread
from .enumerations import PduType, Version
from .layouts import HEADER, LARGEST_PDU, Pdus, layout

MOST_BUNDLED = 64  # limit of PDUs in a datagram
FEW = 16  # up to this number, datagrams are decoded faster one by one
_HEADER_SIZE = HEADER.itemsize
_HEADER = struct.Struct(">BxBxxxxxH")  # version, type, length
_OLDEST, _NEWEST = min(Version), max(Version)
_ACCEPTED = -1  # in place of the reason for a rejection

Integers = NDArray[np.int64]


class Group(NamedTuple):
    """PDUs of one layout."""

    pdu_type: PduType
    pdus: Pdus
    datagram: Integers  # index of the datagram of each PDU


class Decoded(NamedTuple):
    """PDUs of many datagrams."""

    groups: list[Group]
    rejected: Integers  # index of the datagram of each rejected PDU
    reasons: Integers  # Rejection of each

    def counts(self) -> dict[Rejection, int]:
        """Return the numbers of rejected PDUs by reason."""
        counts = np.bincount(self.reasons, minlength=len(Rejection))
        return {reason: int(counts[reason]) for reason in Rejection if counts[reason]}


class _Headers(NamedTuple):
    """Positions and headers of PDUs, one row each."""

    start: Integers  # offset in the buffer
    datagram: Integers
    pdu_type: Integers
    length: Integers

    def where(self, mask: NDArray[np.bool_]) -> "_Headers":
        return _Headers(*(column[mask] for column in self))


def decode(datagrams: Sequence[bytes | bytearray | memoryview]) -> Decoded:
    """Return a copy of the PDUs of datagrams of any content, grouped by layout."""
    if len(datagrams) <= FEW:
        return _decoded_singly(datagrams)
    lengths = np.fromiter(map(len, datagrams), np.int64, len(datagrams))
    return decode_packed(b"".join(datagrams), np.cumsum(lengths) - lengths, lengths)


def decode_packed(buffer: Any, starts: NDArray[Any], lengths: NDArray[Any]) -> Decoded:
    """Return a copy of the PDUs of datagrams in one buffer, grouped by layout.

    Args:
        lengths: in bytes.

    Raises:
        ExerciseError: a datagram extends beyond the buffer.
    """
    data = np.frombuffer(buffer, np.uint8)
    starts, ends = starts.astype(np.int64), starts.astype(np.int64) + lengths
    if len(starts) and (starts.min() < 0 or (ends < starts).any() or ends.max() > len(data)):
        raise ExerciseError(f"a datagram lies outside the buffer of {len(data)} bytes; correct its start and length")
    rejected: list[Integers] = [np.empty((2, 0), np.int64)]
    found = _found(data, starts, ends, rejected)
    groups = list(_grouped(data, found, rejected))
    indices, reasons = np.concatenate(rejected, axis=1)
    return Decoded(groups, indices, reasons)


def decode_datagram(datagram: bytes | bytearray | memoryview) -> list[Pdus | Rejection]:
    """Return the PDUs of one datagram, each a copied array of length one, or the reason for its rejection."""
    octets = bytes(datagram)
    size, start = len(octets), 0
    if size < _HEADER_SIZE:
        return [Rejection.SHORT]
    found: list[Pdus | Rejection] = []
    while start + _HEADER_SIZE <= size and (octets[start] or not start):
        if len(found) == MOST_BUNDLED:
            found.append(Rejection.BUNDLE)
            break
        version, pdu_type, length = _HEADER.unpack_from(octets, start)
        found.append(_one(octets, start, version, (pdu_type, length)))
        if found[-1] is Rejection.VERSION or found[-1] is Rejection.LENGTH:
            break
        start += length
    return found


def header_at(datagram: bytes, start: int) -> tuple[int, int, int] | tuple[None, None, None]:
    """Return version, type and length [bytes] that a header states, unchecked; None for less than a header."""
    return _HEADER.unpack_from(datagram, start) if start + _HEADER_SIZE <= len(datagram) else (None, None, None)


def view(buffer: Any, pdu_type: PduType, record_count: int = 0) -> Pdus:
    """Return a buffer of PDUs of one layout, with ``record_count`` articulations, as an array without a copy or checks.

    Raises:
        ExerciseError: the size of the buffer is not a multiple of that of a PDU.
    """
    dtype = layout(pdu_type, record_count)
    octets = np.frombuffer(buffer, np.uint8)
    if len(octets) % dtype.itemsize:
        raise ExerciseError(
            f"the buffer has {len(octets)} bytes; it must be a multiple of the {dtype.itemsize} of {pdu_type.name}"
        )
    return octets.view(dtype)


def read_states(states: Pdus) -> tuple[EntityColumns, NDArray[np.bool_]]:
    """Return native columns of Entity States, from ``view``, and the mask of those that pass the checks."""
    uniform, reading = _Uniform(states, PduType.ENTITY_STATE), unread(states)
    floats = (reading.singles, reading.doubles, reading.columns.articulations.value.T)
    is_good = np.empty(len(states), np.bool_)
    for start in range(0, len(states), BLOCK):
        block = slice(start, start + BLOCK)
        reading.read(block)
        is_good[block] = uniform.has_good_headers(block)
        if not all(_is_below_limit(values[:, block]) for values in floats):
            is_good[block] &= uniform.has_good_numbers(block)
    return reading.columns, is_good


def _is_below_limit(values: NDArray[Any]) -> bool:
    with np.errstate(invalid="ignore"):  # a signalling NaN would warn
        return bool(values.max(initial=0.0) < NUMBER_LIMIT and values.min(initial=0.0) > -NUMBER_LIMIT)


class _Uniform:
    """Checks of PDUs that should all have the layout of their array."""

    def __init__(self, pdus: Pdus, pdu_type: PduType) -> None:
        self._spoken, self._size = SPOKEN[pdu_type], pdus.dtype.itemsize
        self._record_count = (self._size - self._spoken.size) // ARTICULATION_SIZE if self._spoken.count_offset else 0
        self._octets: Octets = np.ndarray((len(pdus), self._size), np.uint8, pdus, strides=(*pdus.strides, 1))
        header = pdus["header"]
        self._version, self._pdu_type, self._length = header["version"], header["pdu_type"], header["length"]

    def has_good_headers(self, block: slice) -> NDArray[np.bool_]:
        good = (self._version[block] - np.uint8(_OLDEST)) <= _NEWEST - _OLDEST  # smaller versions wrap around
        good &= self._pdu_type[block] == self._spoken.pdu_type
        good &= self._length[block] == self._size
        if self._spoken.count_offset:
            good &= self._octets[block, self._spoken.count_offset] == self._record_count
        return good

    def has_good_numbers(self, block: slice) -> NDArray[np.bool_]:
        return numbers_in_range(self._octets[block], self._spoken, self._record_count)


def variable_datums(pdu: np.void) -> list[tuple[int, bytes]]:
    """Return the ids and bytes of the variable datums of an accepted Set Data or Comment."""
    octets = pdu["variable_bytes"].tobytes()
    datums = datums_between(octets, 0, len(octets), int(pdu["variable_count"]))
    return [(datum_id, octets[beginning:behind]) for datum_id, beginning, behind in datums]


def joined(pdus: Sequence[Pdus]) -> Pdus:
    """Return a copy of PDUs of one layout in one array; ``np.concatenate`` would change their byte order."""
    return np.frombuffer(bytearray(b"".join(map(np.ndarray.tobytes, pdus))), pdus[0].dtype)


# ---- single datagrams


def _decoded_singly(datagrams: Sequence[bytes | bytearray | memoryview]) -> Decoded:
    groups: dict[tuple[int, int, int], tuple[list[Pdus], list[int]]] = {}
    rejected: list[tuple[int, int]] = []
    for index, datagram in enumerate(datagrams):
        for found in decode_datagram(datagram):
            if isinstance(found, Rejection):
                rejected.append((index, found))
                continue
            pdu_type = int(found["header"]["pdu_type"][0])
            fixed = int(found["fixed_count"][0]) if SPOKEN[pdu_type].has_datums else 0
            pdus, indices = groups.setdefault((pdu_type, fixed, found.dtype.itemsize), ([], []))
            pdus.append(found)
            indices.append(index)
    indices_of_rejected = np.array(rejected, np.int64).reshape(-1, 2)
    return Decoded(
        [
            Group(PduType(key[0]), joined(pdus), np.array(indices))
            for key, (pdus, indices) in sorted(groups.items(), key=lambda item: item[0])
        ],
        indices_of_rejected[:, 0],
        indices_of_rejected[:, 1],
    )


def _one(octets: bytes, start: int, version: int, head: tuple[int, int]) -> Pdus | Rejection:
    """Return one PDU, or the reason for its rejection, given fields of its header."""
    pdu_type, length = head
    if not _OLDEST <= version <= _NEWEST:
        return Rejection.VERSION
    if not _HEADER_SIZE <= length <= min(LARGEST_PDU, len(octets) - start):
        return Rejection.LENGTH
    spoken = SPOKEN.get(pdu_type)
    if spoken is None:
        return Rejection.TYPE
    if length < spoken.size:
        return Rejection.LENGTH
    record_count = _record_count(octets, start, length, spoken)
    if record_count < 0:
        return Rejection.COUNT
    if not pdu_in_range(octets[start : start + length], spoken, record_count):
        return Rejection.NUMBER
    variable_size = length - spoken.size - record_count * FIXED_SIZE if spoken.has_datums else 0
    return np.frombuffer(octets, layout(spoken.pdu_type, record_count, variable_size), 1, start)


def _record_count(octets: bytes | memoryview, start: int, length: int, spoken: Spoken) -> int:
    if spoken.has_datums:
        return fixed_datum_count(octets, start, length, spoken)
    if not spoken.count_offset:
        return 0
    count = octets[start + spoken.count_offset]
    return count if spoken.size + count * ARTICULATION_SIZE <= length else -1


# ---- many datagrams, vectorised


def _found(data: Octets, starts: Integers, ends: Integers, rejected: list[Integers]) -> _Headers:
    """Return the PDUs with valid headers: the first of each datagram, then the second ones, and so on."""
    datagram = np.arange(len(starts))
    is_long = ends - starts >= _HEADER_SIZE
    _reject(rejected, datagram[~is_long], Rejection.SHORT)
    datagram, starts, ends = datagram[is_long], starts[is_long], ends[is_long]
    rounds = [_Headers(*(np.empty(0, np.int64) for _ in _Headers._fields))]
    for _ in range(MOST_BUNDLED):
        if not len(starts):
            break
        header = _gathered(data, starts, HEADER)
        headers = _Headers(starts, datagram, header["pdu_type"].astype(np.int64), header["length"].astype(np.int64))
        reasons = _reasons(header["version"], headers, ends - starts)
        is_bad = reasons != _ACCEPTED
        if is_bad.any():
            rejected.append(np.stack((datagram[is_bad], reasons[is_bad])))
        rounds.append(headers.where(~is_bad))
        next_starts = starts + headers.length
        is_followed = ~is_bad | (reasons == Rejection.TYPE)
        is_followed &= next_starts + _HEADER_SIZE <= ends
        is_followed[is_followed] = data[next_starts[is_followed]] != 0
        datagram, starts, ends = datagram[is_followed], next_starts[is_followed], ends[is_followed]
    _reject(rejected, datagram, Rejection.BUNDLE)
    return _Headers(*(np.concatenate(columns) for columns in zip(*rounds, strict=True)))


def _reasons(version: NDArray[Any], headers: _Headers, remaining: Integers) -> Integers:
    """Return the reason for the rejection of each header, or `_ACCEPTED`; later assignments take precedence."""
    reasons = np.full(len(version), _ACCEPTED)
    sizes = _SIZES[headers.pdu_type]
    reasons[headers.length < sizes] = Rejection.LENGTH
    reasons[sizes == 0] = Rejection.TYPE
    is_wrong = (headers.length < _HEADER_SIZE) | (headers.length > np.minimum(remaining, LARGEST_PDU))
    reasons[is_wrong] = Rejection.LENGTH
    reasons[(version < _OLDEST) | (version > _NEWEST)] = Rejection.VERSION
    return reasons


def _grouped(data: Octets, found: _Headers, rejected: list[Integers]) -> Iterator[Group]:
    counts = _record_counts(data, found)
    _reject(rejected, found.datagram[counts < 0], Rejection.COUNT)
    found, counts = found.where(counts >= 0), counts[counts >= 0]
    variable_sizes = np.where(_HAS_DATUMS[found.pdu_type], found.length - _SIZES[found.pdu_type], 0)
    variable_sizes -= np.where(_HAS_DATUMS[found.pdu_type], counts * FIXED_SIZE, 0)
    for rows in _equal_rows(found.pdu_type << 32 | counts << 16 | variable_sizes):
        first = rows[0]
        spoken, record_count = SPOKEN[int(found.pdu_type[first])], int(counts[first])
        dtype = layout(spoken.pdu_type, record_count, int(variable_sizes[first]))
        pdus, datagram = _gathered(data, found.start[rows], dtype), found.datagram[rows]
        is_good = _in_range(pdus, spoken, record_count)
        if not is_good.all():
            _reject(rejected, datagram[~is_good], Rejection.NUMBER)
            pdus, datagram = pdus[is_good], datagram[is_good]
        if len(pdus):
            yield Group(spoken.pdu_type, pdus, datagram)


def _in_range(pdus: Pdus, spoken: Spoken, record_count: int) -> NDArray[np.bool_]:
    """Return the mask of PDUs whose numbers are in range, computed in blocks that fit the cache."""
    octets = pdus.view(np.uint8).reshape(len(pdus), -1)
    blocks = range(0, len(pdus), BLOCK)
    return np.concatenate([numbers_in_range(octets[start : start + BLOCK], spoken, record_count) for start in blocks])


def _record_counts(data: Octets, found: _Headers) -> Integers:
    offsets = _COUNT_OFFSETS[found.pdu_type]
    counts = np.where(offsets > 0, data[found.start + offsets], 0).astype(np.int64)
    counts[_SIZES[found.pdu_type] + counts * ARTICULATION_SIZE > found.length] = -1
    octets = data.data
    for row in np.flatnonzero(_HAS_DATUMS[found.pdu_type]):
        spoken = SPOKEN[int(found.pdu_type[row])]
        counts[row] = fixed_datum_count(octets, int(found.start[row]), int(found.length[row]), spoken)
    return counts


def _equal_rows(keys: Integers) -> list[Integers]:
    """Return the row indices of each distinct key, in order."""
    if not len(keys):
        return []
    if (keys == keys[0]).all():
        return [np.arange(len(keys))]
    order = np.argsort(keys, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(keys[order])) + 1)


def _gathered(data: Octets, starts: Integers, dtype: np.dtype[np.void]) -> Pdus:
    """Return a copy of records at any offsets of a buffer."""
    size = dtype.itemsize
    everywhere = np.ndarray((len(data) - size + 1,), f"V{size}", data, strides=(1,))
    return everywhere[starts].view(dtype)


def _reject(rejected: list[Integers], datagram: Integers, reason: Rejection) -> None:
    if len(datagram):
        rejected.append(np.stack((datagram, np.full(len(datagram), reason, np.int64))))


def _table(values: dict[int, int]) -> Integers:
    table = np.zeros(256, np.int64)
    table[list(values)] = list(values.values())
    return table


_SIZES = _table({pdu_type: spoken.size for pdu_type, spoken in SPOKEN.items()})
_COUNT_OFFSETS = _table({pdu_type: spoken.count_offset for pdu_type, spoken in SPOKEN.items()})
_HAS_DATUMS = _table({pdu_type: spoken.has_datums for pdu_type, spoken in SPOKEN.items()}).astype(np.bool_)
