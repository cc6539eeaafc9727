"""Encoding: headers right by construction, columns into PDUs."""

from typing import Any

import numpy as np
import pytest
from dis_examples import FAMILIES, SIZES, data_pdu

from motorpool.errors import ExerciseError
from motorpool.links.dis.wire.encoding import datagrams, entity_states, pdus
from motorpool.links.dis.wire.entity_columns import (
    BLOCK,
    Articulations,
    EntityColumns,
    EntityTypes,
    Vectors,
    fill,
    native,
)
from motorpool.links.dis.wire.enumerations import PduType


@pytest.mark.parametrize("version", [5, 6, 7])
@pytest.mark.parametrize("pdu_type", PduType, ids=lambda pdu_type: pdu_type.name)
def test_headers_are_right_by_construction(pdu_type: PduType, version: int) -> None:
    header = pdus(pdu_type, 3, version=version, exercise=9, timestamp=[1, 3, 5])["header"]
    assert header.tolist() == [
        (version, 9, pdu_type, FAMILIES[pdu_type], timestamp, SIZES[pdu_type], 0, 0) for timestamp in (1, 3, 5)
    ]


def test_columns_are_written_to_each_entity_also_beyond_one_block() -> None:
    count = BLOCK + 3
    numbers = np.arange(count)
    states = entity_states(count, articulation_count=2)
    fill(
        states,
        EntityColumns(
            entity_id=(1, 2, numbers),
            location=Vectors(numbers * 0.5, -numbers, 7.0),
            algorithm=4,
            marking="TANK",
            articulations=Articulations(parameter_type=[4107, 4429], value=np.stack((numbers, -numbers), axis=1)),
        ),
    )
    assert states["entity_id"]["entity"].tolist() == numbers.tolist()
    assert states["location"]["x"].tolist() == (numbers * 0.5).tolist()
    assert set(states["location"]["z"].tolist()) == {7.0}
    assert set(states["marking"].tolist()) == {b"TANK"}
    assert states["articulations"]["value"][-1].tolist() == [count - 1, 1 - count]
    assert states["articulations"]["parameter_type"][-1].tolist() == [4107, 4429]
    assert set(states["header"]["length"].tolist()) == {176}


def test_a_second_filling_replaces_what_is_given_and_keeps_the_rest() -> None:
    states = entity_states(2)
    fill(states, EntityColumns(location=(1.0, 2.0, 3.0), force_id=1))
    fill(states, EntityColumns(location=(4.0, 5.0, 6.0)))
    assert states["location"].tolist() == [(4.0, 5.0, 6.0)] * 2
    assert states["force_id"].tolist() == [1, 1]


def test_the_alternative_type_is_the_entity_type_unless_it_is_given() -> None:
    tank, other = (1, 1, 225, 1, 1, 3, 0), (1, 1, 222, 1, 2, 4, 0)
    states = entity_states(2)
    fill(states, EntityColumns(entity_type=tank))
    assert states["alternative_type"].tolist() == [tank, tank]
    fill(states, EntityColumns(entity_type=tank, alternative_type=other))
    assert states["alternative_type"].tolist() == [other, other]


def test_a_field_takes_tuples_mappings_and_arrays_of_components() -> None:
    expected = [(1.0, 2.0, 3.0), (4.0, 5.0, 6.0)]
    rows = np.array(expected)
    for value in (rows, tuple(rows.T), {"x": rows[:, 0], "y": rows[:, 1], "z": rows[:, 2]}):
        assert pdus(PduType.FIRE, 2, location=value)["location"].tolist() == expected


def test_datagrams_are_views_of_the_pdus() -> None:
    states = entity_states(3)
    sent = datagrams(states)
    states["force_id"] = [1, 2, 3]
    assert [datagram[18] for datagram in sent] == [1, 2, 3]
    assert {len(datagram) for datagram in sent} == {144}


def test_keys_of_ids_and_types_are_their_bytes_as_one_number() -> None:
    states = pdus(PduType.ENTITY_STATE, 2, entity_id=(0xFFFE, 2, [3, 4]), entity_type=(1, 1, 225, 6, 5, 4, 3))
    columns = native(states)
    assert [key.to_bytes(6, "big") for key in columns.entity_id.keys().tolist()] == [
        bytes(datagram[12:18]) for datagram in datagrams(states)
    ]
    assert columns.entity_type.keys().astype(">u8").tobytes() == 2 * bytes(datagrams(states)[0][20:28])
    assert EntityTypes(1, 1, 225, 6, 5, 4, 3).keys() == columns.entity_type.keys()[0]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"version": 4}, "version: 4; it must be 5, 6 or 7"),
        ({"version": 6, "status": 2}, "status: version 6 has none"),
        ({"locatoin": (0, 0, 0)}, "FIRE has no field 'locatoin'; did you mean 'location'?"),
        ({"location": (0, 0)}, "location: (0, 0); it must have 3 parts: x, y, z"),
        ({"location": {"w": 0}}, "location: there is no field 'w'; the fields are x, y, z"),
        ({"range": [1.0, 2.0, 3.0]}, "range: shape (3,)"),
    ],
)
def test_a_wrong_value_is_reported_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ExerciseError) as error:
        pdus(PduType.FIRE, 2, **wrong)
    assert str(error.value).startswith(sentence)


def test_counts_cannot_be_set_apart_from_what_they_count() -> None:
    with pytest.raises(ExerciseError, match="has no field 'articulation_count'"):
        pdus(PduType.ENTITY_STATE, articulation_count=3)


def test_a_pdu_beyond_the_standards_size_is_refused() -> None:
    with pytest.raises(ExerciseError, match="a PDU has at most 8192"):
        data_pdu(PduType.COMMENT, variable=[(1, bytes(8200))])
