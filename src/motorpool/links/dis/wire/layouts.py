"""Layouts of the PDUs of IEEE 1278.1 as NumPy dtypes: big-endian and packed, equal in versions 5, 6 and 7.

Fields have shortened names of the standard; records nest: ``pdus["location"]["x"]``. ``layout(PduType.ENTITY_STATE,
2)`` is an Entity State with two articulations. ``location`` is earth-centred (ECEF, WGS 84) [m] unless its name says
otherwise; velocities and accelerations [m/s, m/s²] are in the axes of the dead reckoning algorithm; orientation is the
Euler angles from earth-centred to body axes [rad]; body axes are x forward, y right, z down.

Set Data and Comment end with variable datums of any size, which the layout holds as bytes, ``variable_bytes``.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .enumerations import PduType, ProtocolFamily

Pdus = NDArray[np.void]  # PDUs of one layout
Fields = tuple[tuple[Any, ...], ...]  # name, dtype, and the shape of an array

LARGEST_PDU = 8192  # limit of a PDU [bytes]

HEADER = np.dtype(
    [
        ("version", "u1"),
        ("exercise", "u1"),
        ("pdu_type", "u1"),
        ("family", "u1"),
        ("timestamp", ">u4"),  # motorpool.links.dis.wire.timestamps
        ("length", ">u2"),  # of the whole PDU [bytes]
        ("status", "u1"),  # version 7 only, otherwise zero
        ("padding", "u1"),
    ]
)
ENTITY_ID = np.dtype([("site", ">u2"), ("application", ">u2"), ("entity", ">u2")])
EVENT_ID = np.dtype([("site", ">u2"), ("application", ">u2"), ("event", ">u2")])
ENTITY_TYPE = np.dtype(
    [
        ("kind", "u1"),
        ("domain", "u1"),
        ("country", ">u2"),
        ("category", "u1"),
        ("subcategory", "u1"),
        ("specific", "u1"),
        ("extra", "u1"),
    ]
)
VECTOR = np.dtype([("x", ">f4"), ("y", ">f4"), ("z", ">f4")])
WORLD_COORDINATES = np.dtype([("x", ">f8"), ("y", ">f8"), ("z", ">f8")])
EULER_ANGLES = np.dtype([("psi", ">f4"), ("theta", ">f4"), ("phi", ">f4")])
MUNITION_DESCRIPTOR = np.dtype(
    [("munition_type", ENTITY_TYPE), ("warhead", ">u2"), ("fuse", ">u2"), ("quantity", ">u2"), ("rate", ">u2")]
)
CLOCK_TIME = np.dtype([("hour", ">i4"), ("time_past_hour", ">u4")])
ARTICULATION = np.dtype(
    [
        ("designator", "u1"),  # VariableParameter; the fields below apply to articulated parts
        ("change", "u1"),  # number of changes
        ("attached_to", ">u2"),  # 0 for the hull, otherwise the one-based index of another record
        ("parameter_type", ">u4"),  # ArticulatedPart + ArticulationMetric
        ("value", ">f4"),
        ("padding", ">u4"),
    ]
)
FIXED_DATUM = np.dtype([("datum_id", ">u4"), ("value", ">u4")])


class Format(NamedTuple):
    """Format of a PDU type: the fields between its header and its repeated records."""

    family: ProtocolFamily
    fields: Fields
    records: str = ""  # name of the repeated records, "" for none
    record: np.dtype[np.void] | None = None
    record_count: str = ""  # name of the field with their number
    variable_count: str = ""  # name of the field with the number of variable datums, "" for none

    @property
    def names(self) -> list[str]:
        """Return the names of all fields except the header, in order."""
        names = [field[0] for field in self.fields]
        if self.records:
            names.append(self.records)
        return [*names, "variable_bytes"] if self.variable_count else names


_BETWEEN: Fields = (("originating_id", ENTITY_ID), ("receiving_id", ENTITY_ID))
_ARTICULATED = ("articulations", ARTICULATION, "articulation_count")
_DATUMS = ("fixed_datums", FIXED_DATUM, "fixed_count", "variable_count")
_MANAGEMENT = ProtocolFamily.SIMULATION_MANAGEMENT

FORMATS: dict[PduType, Format] = {
    PduType.ENTITY_STATE: Format(
        ProtocolFamily.ENTITY_INFORMATION,
        (
            ("entity_id", ENTITY_ID),
            ("force_id", "u1"),
            ("articulation_count", "u1"),
            ("entity_type", ENTITY_TYPE),
            ("alternative_type", ENTITY_TYPE),
            ("velocity", VECTOR),
            ("location", WORLD_COORDINATES),
            ("orientation", EULER_ANGLES),
            ("appearance", ">u4"),
            ("algorithm", "u1"),
            ("other_parameters", "u1", (15,)),
            ("acceleration", VECTOR),
            ("angular_velocity", VECTOR),
            ("marking_character_set", "u1"),
            ("marking", "S11"),
            ("capabilities", ">u4"),
        ),
        *_ARTICULATED,
    ),
    PduType.FIRE: Format(
        ProtocolFamily.WARFARE,
        (
            ("firing_id", ENTITY_ID),
            ("target_id", ENTITY_ID),
            ("munition_id", ENTITY_ID),
            ("event_id", EVENT_ID),
            ("mission", ">u4"),
            ("location", WORLD_COORDINATES),
            ("descriptor", MUNITION_DESCRIPTOR),
            ("velocity", VECTOR),
            ("range", ">f4"),
        ),
    ),
    PduType.DETONATION: Format(
        ProtocolFamily.WARFARE,
        (
            ("firing_id", ENTITY_ID),
            ("target_id", ENTITY_ID),
            ("munition_id", ENTITY_ID),
            ("event_id", EVENT_ID),
            ("velocity", VECTOR),
            ("location", WORLD_COORDINATES),
            ("descriptor", MUNITION_DESCRIPTOR),
            ("location_on_target", VECTOR),  # in the target's body axes
            ("result", "u1"),
            ("articulation_count", "u1"),
            ("padding", ">u2"),
        ),
        *_ARTICULATED,
    ),
    PduType.COLLISION: Format(
        ProtocolFamily.ENTITY_INFORMATION,
        (
            ("issuing_id", ENTITY_ID),
            ("colliding_id", ENTITY_ID),
            ("event_id", EVENT_ID),
            ("collision_type", "u1"),
            ("padding", "u1"),
            ("velocity", VECTOR),  # of the issuing entity
            ("mass", ">f4"),  # of the issuing entity [kg]
            ("location_on_entity", VECTOR),  # in the body axes of the entity collided with
        ),
    ),
    PduType.CREATE_ENTITY: Format(_MANAGEMENT, (*_BETWEEN, ("request_id", ">u4"))),
    PduType.REMOVE_ENTITY: Format(_MANAGEMENT, (*_BETWEEN, ("request_id", ">u4"))),
    PduType.START_RESUME: Format(
        _MANAGEMENT,
        (*_BETWEEN, ("real_world_time", CLOCK_TIME), ("simulation_time", CLOCK_TIME), ("request_id", ">u4")),
    ),
    PduType.STOP_FREEZE: Format(
        _MANAGEMENT,
        (
            *_BETWEEN,
            ("real_world_time", CLOCK_TIME),
            ("reason", "u1"),
            ("frozen_behaviour", "u1"),
            ("padding", ">u2"),
            ("request_id", ">u4"),
        ),
    ),
    PduType.ACKNOWLEDGE: Format(
        _MANAGEMENT,
        (*_BETWEEN, ("acknowledge_flag", ">u2"), ("response_flag", ">u2"), ("request_id", ">u4")),
    ),
    PduType.SET_DATA: Format(
        _MANAGEMENT,
        (*_BETWEEN, ("request_id", ">u4"), ("padding", ">u4"), ("fixed_count", ">u4"), ("variable_count", ">u4")),
        *_DATUMS,
    ),
    PduType.COMMENT: Format(_MANAGEMENT, (*_BETWEEN, ("fixed_count", ">u4"), ("variable_count", ">u4")), *_DATUMS),
    PduType.TRANSFER_OWNERSHIP: Format(
        ProtocolFamily.ENTITY_MANAGEMENT,
        (
            *_BETWEEN,
            ("request_id", ">u4"),
            ("reliability", "u1"),
            ("transfer_type", "u1"),
            ("entity_id", ENTITY_ID),
            ("record_set_count", ">u4"),  # none are sent; received ones are not read
        ),
    ),
}


@lru_cache(maxsize=1024)
def layout(pdu_type: PduType, record_count: int = 0, variable_size: int = 0) -> np.dtype[np.void]:
    """Return the dtype of a PDU.

    Args:
        record_count: number of articulations of an Entity State or Detonation, of fixed datums of a Set Data or
            Comment.
        variable_size: bytes of the variable datums of a Set Data or Comment, with padding.
    """
    spoken = FORMATS[pdu_type]
    fields: list[tuple[Any, ...]] = [("header", HEADER), *spoken.fields]
    if spoken.records:
        fields.append((spoken.records, spoken.record, (record_count,)))
    if spoken.variable_count:
        fields.append(("variable_bytes", "u1", (variable_size,)))
    return np.dtype(fields)
