"""One PDU of each type that is spoken, with another value in each field, as the tests of the wire format send them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from motorpool.links.dis.wire import encoding
from motorpool.links.dis.wire.enumerations import PduType
from motorpool.links.dis.wire.layouts import FORMATS, Pdus

VERSIONS = (5, 6, 7)
TANK = (1, 1, 225, 1, 1, 3, 9)
ROUND = (2, 2, 225, 2, 10, 4, 3)
TURRET_AZIMUTH, GUN_ELEVATION = 4096 + 11, 4416 + 13
TIMESTAMP = 0x12345678 | 1


def data_pdu(
    pdu_type: PduType,
    *,
    fixed: Sequence[tuple[int, int]] = (),
    variable: Sequence[tuple[int, bytes]] = (),
    **fields: Any,
) -> Pdus:
    """Return one Set Data or Comment: datum ids with 32-bit values, and with bytes; fields as in ``encoding.pdus``."""
    variable_bytes = np.frombuffer(b"".join(_variable_datum(*datum) for datum in variable), np.uint8)
    return encoding.pdus(
        pdu_type,
        record_count=len(fixed),
        fixed_datums=np.array([list(fixed)], FORMATS[pdu_type].record) if fixed else {},
        variable_count=len(variable),
        variable_bytes=variable_bytes,
        **fields,
    )


def _variable_datum(datum_id: int, value: bytes) -> bytes:
    head = datum_id.to_bytes(4, "big") + (8 * len(value)).to_bytes(4, "big")
    return head + value + bytes(-len(value) % 8)


class Leaf(NamedTuple):
    """A plain field of a PDU and the value that was meant."""

    path: str
    offset: int
    size: int
    value: Any


class Example(NamedTuple):
    """A PDU by its fields."""

    pdu_type: PduType
    fields: dict[str, Any]
    record_count: int = 0

    def pdus(self, version: int = 7) -> Pdus:
        """Return it as an array of one."""
        fields = dict(self.fields)
        if self.pdu_type in (PduType.SET_DATA, PduType.COMMENT):
            return data_pdu(self.pdu_type, version=version, exercise=17, timestamp=TIMESTAMP, **fields)
        return encoding.pdus(
            self.pdu_type,
            record_count=self.record_count,
            version=version,
            exercise=17,
            timestamp=TIMESTAMP,
            **fields,
        )

    def leaves(self, version: int) -> list[Leaf]:
        """Return its plain fields in the order of the wire, with what was meant: variable datums left out."""
        family, length = FAMILIES[self.pdu_type], self.length
        header = (version, 17, int(self.pdu_type), family, TIMESTAMP, length, 0, 0)
        meant: dict[str, Any] = {"header": header, **MADE_BY_ENCODING.get(self.pdu_type, {}), **self.fields}
        if self.record_count:
            meant["articulation_count"] = self.record_count
        if "fixed" in meant:
            fixed, variable = meant["fixed"], meant["variable"]
            meant |= {"fixed_count": len(fixed), "variable_count": len(variable)}
            meant["fixed_datums"] = {
                "datum_id": [datum[0] for datum in fixed],
                "value": [datum[1] for datum in fixed],
            }
        dtype = self.pdus(version).dtype
        return [leaf for name in dtype.names for leaf in _leaves(dtype, name, meant.get(name, 0), (name, 0))]

    @property
    def length(self) -> int:
        """Return the bytes that it must have."""
        if "fixed" not in self.fields:
            return SIZES[self.pdu_type] + 16 * self.record_count
        variable = (8 + -(-len(value) // 8) * 8 for _, value in self.fields["variable"])
        return SIZES[self.pdu_type] + 8 * len(self.fields["fixed"]) + sum(variable)


def _leaves(record: Any, name: str, value: Any, at: tuple[str, int]) -> Iterator[Leaf]:
    """Yield the plain fields of a field of a dtype; arrays of records one record after the other."""
    path, start = at
    dtype, offset = record.fields[name][:2]
    start += offset
    if name == "variable_bytes":
        return
    for index in range(dtype.shape[0] if dtype.base.names and dtype.shape else 1):
        if not dtype.base.names:
            yield Leaf(path, start, dtype.itemsize, value)
            return
        for number, part in enumerate(dtype.base.names):
            inner = _part(value, part, number)
            if dtype.shape:
                inner = inner[index] if isinstance(inner, list) else inner
            yield from _leaves(dtype.base, part, inner, (f"{path}.{part}", start + index * dtype.base.itemsize))


def _part(value: Any, name: str, number: int) -> Any:
    if isinstance(value, dict):
        return value.get(name, 0)
    return value[number] if isinstance(value, tuple) else value


SIZES = {  # bytes without repeated records
    PduType.ENTITY_STATE: 144,
    PduType.FIRE: 96,
    PduType.DETONATION: 104,
    PduType.COLLISION: 60,
    PduType.CREATE_ENTITY: 28,
    PduType.REMOVE_ENTITY: 28,
    PduType.START_RESUME: 44,
    PduType.STOP_FREEZE: 40,
    PduType.ACKNOWLEDGE: 32,
    PduType.SET_DATA: 40,
    PduType.COMMENT: 32,
    PduType.TRANSFER_OWNERSHIP: 40,
}
FAMILIES = {  # Entity Information 1, Warfare 2, Simulation Management 5, Entity Management 7
    pdu_type: {1: 1, 2: 2, 3: 2, 4: 1, 35: 7}.get(pdu_type, 5) for pdu_type in PduType
}
MADE_BY_ENCODING: dict[PduType, dict[str, Any]] = {PduType.ENTITY_STATE: {"marking_character_set": 1}}

_ENTITY: dict[str, Any] = {
    "entity_id": (11, 22, 33),
    "force_id": 2,
    "entity_type": TANK,
    "alternative_type": (1, 1, 222, 1, 2, 4, 5),
    "velocity": (1.5, -2.5, 3.25),
    "location": (-2689000.125, -4450000.5, 3695000.75),
    "orientation": (0.5, -0.25, 3.125),
    "appearance": 0x00607118,
    "algorithm": 4,
    "acceleration": (0.5, 0.75, -1.25),
    "angular_velocity": (0.125, -0.375, 0.625),
    "marking": b"BUMPER 12",
    "capabilities": 0x80000005,
}
_ARTICULATIONS: dict[str, Any] = {
    "parameter_type": [TURRET_AZIMUTH, GUN_ELEVATION],
    "value": [0.75, 0.0625],
    "attached_to": [0, 1],
    "change": [3, 4],
}
_SHOT: dict[str, Any] = {
    "firing_id": (11, 22, 33),
    "target_id": (44, 55, 66),
    "munition_id": (77, 88, 99),
    "event_id": (11, 22, 7),
    "location": (-2689000.125, -4450000.5, 3695000.75),
    "descriptor": (ROUND, 30, 1000, 1, 6),
    "velocity": (1500.5, -20.25, 3.125),
}
_BETWEEN: dict[str, Any] = {"originating_id": (11, 22, 33), "receiving_id": (44, 55, 66)}
_DATUMS: dict[str, Any] = {
    "fixed": [(240001, 4000000000), (240002, 7)],
    "variable": [(500001, b"a datum."), (500002, b"the last of them")],
}
_PADDED: dict[str, Any] = {"fixed": _DATUMS["fixed"], "variable": [(500000, b"five!"), *_DATUMS["variable"]]}

EXAMPLES = {
    "entity state": Example(PduType.ENTITY_STATE, _ENTITY),
    "entity state, articulated": Example(PduType.ENTITY_STATE, {**_ENTITY, "articulations": _ARTICULATIONS}, 2),
    "fire": Example(PduType.FIRE, {**_SHOT, "mission": 1234567, "range": 2345.5}),
    "detonation": Example(
        PduType.DETONATION,
        {**_SHOT, "location_on_target": (1.5, -0.5, -1.75), "result": 1, "articulations": _ARTICULATIONS},
        2,
    ),
    "collision": Example(
        PduType.COLLISION,
        {
            "issuing_id": (11, 22, 33),
            "colliding_id": (44, 55, 66),
            "event_id": (11, 22, 7),
            "collision_type": 1,
            "velocity": (1.5, -2.5, 3.25),
            "mass": 57154.5,
            "location_on_entity": (2.5, -1.5, 0.75),
        },
    ),
    "create entity": Example(PduType.CREATE_ENTITY, {**_BETWEEN, "request_id": 3000000001}),
    "remove entity": Example(PduType.REMOVE_ENTITY, {**_BETWEEN, "request_id": 3000000002}),
    "start": Example(
        PduType.START_RESUME,
        {
            **_BETWEEN,
            "real_world_time": (498804, 0x80000001),
            "simulation_time": (3, 0x40000000),
            "request_id": 3000000003,
        },
    ),
    "stop": Example(
        PduType.STOP_FREEZE,
        {
            **_BETWEEN,
            "real_world_time": (498804, 0x80000001),
            "reason": 2,
            "frozen_behaviour": 5,
            "request_id": 3000000004,
        },
    ),
    "acknowledge": Example(
        PduType.ACKNOWLEDGE, {**_BETWEEN, "acknowledge_flag": 4, "response_flag": 1, "request_id": 3000000005}
    ),
    "set data": Example(PduType.SET_DATA, {**_BETWEEN, **_DATUMS, "request_id": 3000000006}),
    "transfer": Example(
        PduType.TRANSFER_OWNERSHIP,
        {**_BETWEEN, "request_id": 3000000007, "reliability": 1, "transfer_type": 1, "entity_id": (11, 22, 34)},
    ),
    "comment": Example(PduType.COMMENT, {**_BETWEEN, **_DATUMS}),
    "comment, padded": Example(PduType.COMMENT, {**_BETWEEN, **_PADDED}),
}
