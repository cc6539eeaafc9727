"""Layouts: the offsets of IEEE 1278.1, written as literals."""

import pytest
from dis_examples import EXAMPLES, SIZES, VERSIONS, Example

from motorpool.links.dis.wire.encoding import datagrams, pdus
from motorpool.links.dis.wire.enumerations import LAND_APPEARANCE, PduType
from motorpool.links.dis.wire.layouts import FORMATS, HEADER, LARGEST_PDU, layout

OFFSETS = {
    PduType.ENTITY_STATE: {
        "entity_id": 12,
        "force_id": 18,
        "articulation_count": 19,
        "entity_type": 20,
        "alternative_type": 28,
        "velocity": 36,
        "location": 48,
        "orientation": 72,
        "appearance": 84,
        "algorithm": 88,
        "other_parameters": 89,
        "acceleration": 104,
        "angular_velocity": 116,
        "marking_character_set": 128,
        "marking": 129,
        "capabilities": 140,
        "articulations": 144,
    },
    PduType.FIRE: {
        "firing_id": 12,
        "target_id": 18,
        "munition_id": 24,
        "event_id": 30,
        "mission": 36,
        "location": 40,
        "descriptor": 64,
        "velocity": 80,
        "range": 92,
    },
    PduType.DETONATION: {
        "firing_id": 12,
        "target_id": 18,
        "munition_id": 24,
        "event_id": 30,
        "velocity": 36,
        "location": 48,
        "descriptor": 72,
        "location_on_target": 88,
        "result": 100,
        "articulation_count": 101,
        "articulations": 104,
    },
    PduType.COLLISION: {
        "issuing_id": 12,
        "colliding_id": 18,
        "event_id": 24,
        "collision_type": 30,
        "velocity": 32,
        "mass": 44,
        "location_on_entity": 48,
    },
    PduType.START_RESUME: {"real_world_time": 24, "simulation_time": 32, "request_id": 40},
    PduType.STOP_FREEZE: {"real_world_time": 24, "reason": 32, "frozen_behaviour": 33, "request_id": 36},
    PduType.TRANSFER_OWNERSHIP: {
        "originating_id": 12,
        "receiving_id": 18,
        "request_id": 24,
        "reliability": 28,
        "transfer_type": 29,
        "entity_id": 30,
        "record_set_count": 36,
    },
}


@pytest.mark.parametrize("pdu_type", OFFSETS, ids=lambda pdu_type: pdu_type.name)
def test_fields_begin_where_the_standard_says(pdu_type: PduType) -> None:
    fields = layout(pdu_type).fields
    assert fields is not None
    assert {name: fields[name][1] for name in OFFSETS[pdu_type]} == OFFSETS[pdu_type]


def test_a_header_is_twelve_bytes_in_the_order_of_the_standard() -> None:
    offsets = {name: HEADER.fields[name][1] for name in HEADER.names or ()}
    assert offsets == {
        "version": 0,
        "exercise": 1,
        "pdu_type": 2,
        "family": 3,
        "timestamp": 4,
        "length": 8,
        "status": 10,
        "padding": 11,
    }
    assert HEADER.itemsize == 12


def test_sizes_without_records_are_those_of_the_standard() -> None:
    assert {pdu_type: layout(pdu_type).itemsize for pdu_type in FORMATS} == SIZES


@pytest.mark.parametrize("pdu_type", [PduType.ENTITY_STATE, PduType.DETONATION], ids=lambda pdu_type: pdu_type.name)
def test_an_articulation_takes_sixteen_bytes(pdu_type: PduType) -> None:
    assert layout(pdu_type, 255).itemsize == SIZES[pdu_type] + 16 * 255 <= LARGEST_PDU


def test_bytes_of_an_entity_state_lie_where_they_are_worked_out_by_hand() -> None:
    sent = bytes(datagrams(EXAMPLES["entity state, articulated"].pdus())[0])
    assert sent[:12].hex() == "0711010112345679" + "00b00000"
    assert sent[12:20].hex() == "000b00160021" + "02" + "02"
    assert sent[20:28].hex() == "010100e101010309"
    assert sent[36:40].hex() == "3fc00000"  # 1.5
    assert sent[64:72].hex() == "414c30cc60000000"  # 3695000.75 = 1.11000011000011001100011 (binary) times 2^21
    assert sent[88] == 4  # dead-reckoning algorithm, which tshark shows under another name
    assert sent[128:140] == b"\x01BUMPER 12\0\0"
    assert sent[160:176].hex() == "0004" + "0001" + "0000114d" + "3d800000" + "00000000"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_the_length_field_is_the_length(example: Example, version: int) -> None:
    sent = bytes(datagrams(example.pdus(version))[0])
    assert int.from_bytes(sent[8:10], "big") == len(sent) == example.length


def test_bits_of_a_land_platform_are_those_of_the_enumerations() -> None:
    masks = {name: field.mask for name, field in LAND_APPEARANCE._asdict().items()}
    assert masks["mobility_killed"] == 0x2
    assert masks["fire_power_killed"] == 0x4
    assert masks["damage"] == 0x18
    assert masks["smoke_plume"] == 0x20
    assert masks["trailing_dust"] == 0x180
    assert (masks["head_lights"], masks["tail_lights"], masks["brake_lights"]) == (0x1000, 0x2000, 0x4000)
    assert masks["flaming"] == 0x8000
    assert (masks["frozen"], masks["engine_on"], masks["deactivated"]) == (0x200000, 0x400000, 0x800000)
    assert sum(masks.values()) == 0xFFFFFFFF & ~(1 << 20)  # one is not used
    appearance = pdus(PduType.ENTITY_STATE, 2, appearance=[0x18, 0x8])["appearance"]
    assert LAND_APPEARANCE.damage.read(appearance).tolist() == [3, 1]
    assert LAND_APPEARANCE.damage.placed(3) == 0x18
