"""Encoding of PDUs: arrays with correct headers and counts, to be filled by columns.

``pdus`` makes PDUs of any type from named fields; ``entity_states`` makes Entity States, which ``entity_columns.fill``
can fill repeatedly. ``datagrams`` returns the bytes of each PDU without a copy.
"""

from typing import Any

import numpy as np

from ....base.errors import ExerciseError, unknown_name
from .entity_columns import leaves
from .enumerations import MarkingCharacterSet, PduType, Version
from .layouts import FORMATS, LARGEST_PDU, Pdus, layout


def pdus(
    pdu_type: PduType,
    count: int = 1,
    *,
    record_count: int = 0,
    version: int = Version.IEEE_1278_1_2012,
    exercise: int = 1,
    status: int = 0,
    timestamp: Any = 0,
    **fields: Any,
) -> Pdus:
    """Return PDUs of one type with correct version, type, family, length, counts and padding; other fields are zero.

    Args:
        record_count: number of articulations of an Entity State or Detonation, of fixed datums of a Set Data or
            Comment.
        status: bits of UIDs 301 and 302; version 7 only.
        **fields: by the names of the layout, a number or an array; for a record a tuple of its parts, a mapping, or an
            array with the parts along its last axis: ``pdus(PduType.FIRE, firing_id=(1, 1, 7), location=(x, y, z))``.

    Raises:
        ExerciseError: the version or a field is unknown, or a value does not fit.
    """
    _check_version(version, status)
    dtype = layout(pdu_type, record_count, fields.get("variable_bytes", np.empty(0)).shape[-1])
    if dtype.itemsize > LARGEST_PDU:
        raise ExerciseError(f"{pdu_type.name}: {dtype.itemsize} bytes; a PDU has at most {LARGEST_PDU}")
    template = np.zeros(1, dtype)
    spoken = FORMATS[pdu_type]
    template["header"] = (version, exercise, pdu_type, spoken.family, 0, dtype.itemsize, status, 0)
    if spoken.record_count:
        template[spoken.record_count] = record_count
    if "marking_character_set" in spoken.names:
        template["marking_character_set"] = MarkingCharacterSet.ASCII
    made = np.repeat(template, count)
    made["header"]["timestamp"] = timestamp
    _assign(made, fields, pdu_type)
    return made


def entity_states(count: int, *, articulation_count: int = 0, **header: Any) -> Pdus:
    """Return Entity States, to be filled by ``entity_columns.fill``; ``header`` is as in ``pdus``."""
    return pdus(PduType.ENTITY_STATE, count, record_count=articulation_count, **header)


def datagrams(made: Pdus) -> list[memoryview]:
    """Return the bytes of each PDU, as views of the array."""
    size = made.dtype.itemsize
    octets = np.ascontiguousarray(made).view(np.uint8).data
    return [octets[start : start + size] for start in range(0, len(octets), size)]


def _check_version(version: int, status: int) -> None:
    if version not in set(Version):
        raise ExerciseError(f"version: {version}; it must be 5, 6 or 7")
    if status and version < Version.IEEE_1278_1_2012:
        raise ExerciseError(f"status: version {version} has none; set it to zero, or use version 7")


def _assign(made: Pdus, fields: dict[str, Any], pdu_type: PduType) -> None:
    settable = [name for name in FORMATS[pdu_type].names if name != FORMATS[pdu_type].record_count]
    for name, value in fields.items():
        if name not in settable:
            raise ExerciseError(unknown_name(pdu_type.name, "field", name, settable))
        for field, values in leaves(made[name], value, name):
            field[...] = values
