"""Thrift's compact protocol, as much as a Parquet footer needs: bytes to plain values and back.

A struct is a list of fields ``(number, kind, value)`` in the order in which they came, so that whatever
a newer Parquet adds survives a round trip untouched. Kept as values are: bool, int, bytes (binary, and
the eight bytes of a double), ``Items`` (list, set), ``Pairs`` (map) and, for a struct, a list of fields.

Source: "Thrift compact protocol" in the Apache Thrift repository (doc/specs/thrift-compact-protocol.md).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

TRUE, FALSE, BYTE, SHORT, INT, LONG, DOUBLE, BINARY, LIST, SET, MAP, STRUCT, UUID = range(1, 14)

INTEGERS = (SHORT, INT, LONG)
_FIXED_SIZES = {BYTE: 1, DOUBLE: 8, UUID: 16}

MAX_DEPTH = 32  # structs, lists and maps in each other; Parquet's index is seven deep
_MOST_INTEGER_BYTES = 10  # of 64 bits, seven a byte: an endless number would take quadratic time


class Field(NamedTuple):
    """One field of a struct."""

    number: int
    kind: int
    value: Any


class Items(NamedTuple):
    """A list or a set."""

    kind: int
    values: list[Any]


class Pairs(NamedTuple):
    """A map."""

    key_kind: int
    value_kind: int
    values: list[tuple[Any, Any]]


class Raw(bytes):
    """A value that is encoded already."""


def decode_struct(data: bytes, at: int = 0) -> tuple[list[Field], int]:
    """The fields of the struct that starts at ``at``, and where it ends.

    Raises:
        ValueError: these bytes are no struct, have a field twice, or are nested more than ``MAX_DEPTH`` deep.
    """
    try:
        return _read_struct(data, at, MAX_DEPTH)
    except IndexError as error:
        raise ValueError("the bytes are no Thrift struct") from error


def encode_struct(fields: list[Field]) -> bytes:
    """The bytes of a struct with these fields."""
    parts: list[bytes] = []
    last = 0
    for number, kind, value in fields:
        if kind in (TRUE, FALSE):
            kind = TRUE if value else FALSE
        parts.append(_field_header(number, last, kind))
        parts.append(b"" if kind in (TRUE, FALSE) else _encode(kind, value))
        last = number
    return b"".join(parts) + b"\0"


def encode_list(kind: int, encoded: list[bytes]) -> Raw:
    """A list of values that are encoded already."""
    return Raw(_list_header(kind, len(encoded)) + b"".join(encoded))


def _read_struct(data: bytes, at: int, depth: int) -> tuple[list[Field], int]:
    fields: list[Field] = []
    numbers: set[int] = set()
    number = 0
    while (head := data[at]) != 0:
        at += 1
        kind, step = head & 0x0F, head >> 4
        if step:
            number += step
        else:
            number, at = _read_signed(data, at)
        if number in numbers:  # other readers may take the other one
            raise ValueError(f"a Thrift struct has field {number} twice")
        numbers.add(number)
        value, at = (kind == TRUE, at) if kind in (TRUE, FALSE) else _read(data, at, kind, depth)
        fields.append(Field(number, kind, value))
    return fields, at + 1


def _read(data: bytes, at: int, kind: int, depth: int) -> tuple[Any, int]:
    if kind in INTEGERS:
        return _read_signed(data, at)
    if kind in (TRUE, FALSE):  # inside a list, a byte each
        return data[at] == TRUE, at + 1
    if kind in _FIXED_SIZES:
        return _read_bytes(data, at, _FIXED_SIZES[kind])
    if kind == BINARY:
        size, at = _read_unsigned(data, at)
        return _read_bytes(data, at, size)
    read = _NESTED.get(kind)
    if read is None:
        raise ValueError(f"there is no Thrift type {kind}")
    if depth == 0:
        raise ValueError(f"Thrift values are nested more than {MAX_DEPTH} deep")
    return read(data, at, depth - 1)


def _read_list(data: bytes, at: int, depth: int) -> tuple[Items, int]:
    kind, size = data[at] & 0x0F, data[at] >> 4
    at += 1
    if size == 15:
        size, at = _read_unsigned(data, at)
    values: list[Any] = []
    for _ in range(size):
        value, at = _read(data, at, kind, depth)
        values.append(value)
    return Items(kind, values), at


def _read_map(data: bytes, at: int, depth: int) -> tuple[Pairs, int]:
    size, at = _read_unsigned(data, at)
    if size == 0:
        return Pairs(0, 0, []), at
    key_kind, value_kind = data[at] >> 4, data[at] & 0x0F
    at += 1
    values: list[tuple[Any, Any]] = []
    for _ in range(size):
        key, at = _read(data, at, key_kind, depth)
        value, at = _read(data, at, value_kind, depth)
        values.append((key, value))
    return Pairs(key_kind, value_kind, values), at


_NESTED: dict[int, Callable[[bytes, int, int], tuple[Any, int]]] = {
    LIST: _read_list,
    SET: _read_list,
    MAP: _read_map,
    STRUCT: _read_struct,
}


def _read_bytes(data: bytes, at: int, size: int) -> tuple[bytes, int]:
    if at + size > len(data):
        raise IndexError
    return data[at : at + size], at + size


def _read_unsigned(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(_MOST_INTEGER_BYTES):
        byte = data[at + place]
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value, at + place + 1
    raise ValueError(f"a Thrift number has more than {_MOST_INTEGER_BYTES} bytes")


def _read_signed(data: bytes, at: int) -> tuple[int, int]:
    value, at = _read_unsigned(data, at)
    return (value >> 1) ^ -(value & 1), at


def _encode(kind: int, value: Any) -> bytes:
    if isinstance(value, Raw):
        return value
    if kind in INTEGERS:
        return _signed(value)
    if kind in (TRUE, FALSE):
        return bytes([TRUE if value else FALSE])
    if kind in _FIXED_SIZES:
        return value
    if kind == BINARY:
        return _unsigned(len(value)) + value
    if kind in (LIST, SET):
        return encode_list(value.kind, [_encode(value.kind, item) for item in value.values])
    if kind == MAP:
        return _encode_map(value)
    return encode_struct(value)


def _encode_map(pairs: Pairs) -> bytes:
    if not pairs.values:
        return b"\0"
    items = (_encode(pairs.key_kind, key) + _encode(pairs.value_kind, value) for key, value in pairs.values)
    return _unsigned(len(pairs.values)) + bytes([pairs.key_kind << 4 | pairs.value_kind]) + b"".join(items)


def _field_header(number: int, last: int, kind: int) -> bytes:
    step = number - last
    return bytes([step << 4 | kind]) if 0 < step < 16 else bytes([kind]) + _signed(number)


def _list_header(kind: int, size: int) -> bytes:
    return bytes([size << 4 | kind]) if size < 15 else bytes([0xF0 | kind]) + _unsigned(size)


def _unsigned(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def _signed(value: int) -> bytes:
    return _unsigned(value << 1 if value >= 0 else (-value << 1) - 1)
