"""Descriptions of PDUs: lines for people and values for programs."""

import json
import math

import pytest
from dis_examples import data_pdu

from motorpool.errors import ExerciseError
from motorpool.links.dis.tools.dump import Filter, Origin, line, lines_of, record
from motorpool.links.dis.wire.encoding import datagrams, pdus
from motorpool.links.dis.wire.enumerations import PDU_TITLES, PduType
from motorpool.links.dis.wire.layouts import FORMATS

ORIGIN = Origin(1_700_000_000.25, "10.0.0.1")  # 2023-11-14 22:13:20.25 UTC
EQUATOR = (6_378_137.0, 0.0, 0.0)


def octets(pdu_type=PduType.ENTITY_STATE, **fields) -> bytes:
    return b"".join(map(bytes, datagrams(pdus(pdu_type, **fields))))


def tank(**fields) -> bytes:
    return octets(
        entity_id=(1, 22, 333),
        entity_type=(1, 1, 225, 1, 1, 3, 0),
        marking=b"A11",
        location=(0.0, 0.0, -6_356_752.314245 - 100.0),  # a hundred metres above the south pole
        velocity=(2.0, 3.0, 6.0),
        **fields,
    )


def lines(data, which=None, describe=line):
    return lines_of(data, ORIGIN, which or Filter(), describe)


def test_a_state_is_a_line_with_time_host_identity_marking_type_place_and_speed():
    (text,) = lines(tank())
    words = text.split()
    assert words[:2] == ["22:13:20.250", "10.0.0.1"]
    assert words[2:7] == ["Entity", "State", "1:22:333", "A11", "1.1.225.1.1.3.0"]
    assert "90.000000S 0.000000E 100.0 m" in text
    assert text.endswith("7.0 m/s")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            octets(PduType.FIRE, firing_id=(1, 2, 3), target_id=(4, 5, 6), location=EQUATOR),
            "1:2:3        to 4:5:6  0.0",
        ),
        (octets(PduType.DETONATION, firing_id=(1, 2, 3), location=EQUATOR, result=3), "0.0 m  ground impact"),
        (octets(PduType.DETONATION, location=EQUATOR, result=99), "0.0 m  99"),
        (octets(PduType.COLLISION, issuing_id=(1, 2, 3), colliding_id=(4, 5, 6)), "1:2:3        to 4:5:6"),
        (octets(PduType.STOP_FREEZE, originating_id=(1, 2, 3), receiving_id=(4, 5, 6)), "1:2:3        to 4:5:6"),
        (octets(PduType.ACKNOWLEDGE, acknowledge_flag=4, response_flag=1), "stop freeze  able to comply"),
        (octets(PduType.TRANSFER_OWNERSHIP, entity_id=(7, 8, 9)), "of 7:8:9"),
        (bytes(datagrams(data_pdu(PduType.COMMENT, variable=[(7, b"hello\x1b[2J")]))[0]), '7 "hello?[2J"'),
        (octets(location=(0.0, 0.0, 0.0)), "0:0:0"),
    ],
)
def test_other_types_tell_what_matters_of_them(data, words):
    (text,) = lines(data)
    assert words in text
    assert text.isprintable()


def test_a_marking_can_do_nothing_to_a_terminal():
    (text,) = lines(octets(marking=b"\x1b[31mred\x07"))
    assert text.isprintable()
    assert "?[31mred?" in text


def test_a_rejected_message_is_reported_with_its_type_its_length_and_the_reason():
    data = bytearray(tank())
    data[9] = 1  # the length
    assert lines(bytes(data))[0].endswith(
        "REJECTED       Entity State (type 1), 1 byte in a datagram of 144: "
        "the length field does not fit the datagram or the type"
    )
    (values,) = lines(b"x", describe=record)
    assert values["rejected"] == "the datagram is shorter than a header"
    assert values["bytes"] == 1
    assert lines(b"x")[0].endswith("REJECTED       1 byte: the datagram is shorter than a header")


@pytest.mark.parametrize("number", [number for number in range(256) if number not in FORMATS])
def test_a_type_that_is_not_supported_is_named_wherever_it_is_in_a_datagram(number):
    strange = bytearray(tank())
    strange[2] = number
    text, state = lines(bytes(strange) + tank())
    title = PDU_TITLES[number] if number < len(PDU_TITLES) else ""
    named = f"{title} (type {number})" if title else f"type {number}"
    assert text.endswith(f"REJECTED       {named}, 144 bytes in a datagram of 288: the type is not supported")
    assert "A11" in state
    _, values = lines(tank() + bytes(strange), describe=record)
    assert (values["type_number"], values["length"], values["bytes"]) == (number, 144, 288)
    assert values["type"] == (title.lower().replace(" ", "_") or None)


def test_the_titles_of_supported_types_are_those_of_the_standard():
    for pdu_type in PduType:
        assert PDU_TITLES[pdu_type].upper().replace(" ", "_").replace("/", "_") == pdu_type.name


def test_every_field_of_a_state_is_in_its_record():
    (values,) = lines(
        tank(record_count=1, articulations={"change": 1, "parameter_type": 4107, "value": 0.5}), describe=record
    )
    for name in FORMATS[PduType.ENTITY_STATE].names:
        assert name in values
    assert values["type"] == "entity_state"
    assert values["header"]["length"] == 160
    assert values["entity_id"] == {"site": 1, "application": 22, "entity": 333}
    assert values["marking"] == "A11"
    assert values["velocity"] == {"x": 2.0, "y": 3.0, "z": 6.0}
    assert values["articulations"] == [
        {"designator": 0, "change": 1, "attached_to": 0, "parameter_type": 4107, "value": 0.5}
    ]
    assert values["place"]["latitude_deg"] == pytest.approx(-90.0)
    assert values["place"]["height"] == pytest.approx(100.0, abs=1e-6)


@pytest.mark.parametrize("pdu_type", [one for one in PduType if one not in (PduType.COMMENT, PduType.SET_DATA)])
def test_a_record_of_any_type_is_json(pdu_type):
    (values,) = lines(octets(pdu_type), describe=record)
    assert json.loads(json.dumps(values, allow_nan=False)) == values


def test_variable_datums_are_in_the_record_of_a_comment():
    data = bytes(datagrams(data_pdu(PduType.COMMENT, variable=[(7, b"hi"), (8, b"")]))[0])
    (values,) = lines(data, describe=record)
    assert values["variable_datums"] == [{"datum_id": 7, "hex": "6869"}, {"datum_id": 8, "hex": ""}]


def test_a_value_that_is_no_number_is_null():
    data = tank(
        record_count=1, articulations={"designator": 2, "value": math.nan}
    )  # of a separation, which has no value
    (values,) = lines(data, describe=record)
    assert values["articulations"][0]["value"] is None
    json.dumps(values, allow_nan=False)


def test_filters_take_types_and_entities():
    fire = octets(PduType.FIRE, firing_id=(1, 22, 333), target_id=(4, 5, 6))
    bundle = tank() + fire + octets(entity_id=(4, 5, 6))
    for types, entity, count in (
        ((), None, 3),
        (("fire",), None, 1),
        (("Entity State", "fire"), None, 3),
        ((), "4:5:6", 2),
        (("entity-state",), "1:*:*", 1),
        ((), "9:*:*", 0),
    ):
        assert len(lines(bundle, Filter.parse(types, entity))) == count
    assert lines(b"x", Filter.parse(("fire",), None)) == []


@pytest.mark.parametrize(
    ("types", "entity", "sentence"),
    [
        (("tank",), None, "there is no PDU type 'tank'; docs/dis.md lists the 12 PDU types"),
        ((), "1:2", "--entity is '1:2'; write SITE:APPLICATION:ENTITY"),
        ((), "a:b:c", "--entity is 'a:b:c'"),
    ],
)
def test_filters_that_are_none_are_refused(types, entity, sentence):
    with pytest.raises(ExerciseError, match=sentence.replace("*", r"\*")):
        Filter.parse(types, entity)
