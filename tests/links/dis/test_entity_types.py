"""Entity types: as texts, of our vehicles, and the vehicle that another's is shown as."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.links.dis.entity_types import (
    _VEHICLE_OF_CATEGORY,
    entity_type_of,
    likeness_of,
)
from motorpool.models import find
from motorpool.models.registry import names as model_names
from motorpool.vehicles import motor_pool
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.shape.look import looks
from motorpool.vehicles.vehicle_file import LARGEST, EntityType, parse_entity_type

# SISO-REF-010
TABLE = {
    "M1A1": "1.1.225.1.1.2",
    "M1A2": "1.1.225.1.1.3",
    "M60A3": "1.1.225.1.2.1",
    "M2A2": "1.1.225.2.1.1",
    "M113A2": "1.1.225.2.3.1",
    "M113A3": "1.1.225.2.3.2",
    "LAV-25": "1.1.225.2.41.1",
    "M998": "1.1.225.6.1.1",
    "M35A2": "1.1.225.7.1.6",
    "T-72A": "1.1.222.1.2.4",
    "car": "1.1.0.81.40",
    "articulated-lorry": "1.1.0.85.1",
    "quad": "1.1.0.90.2",
    "F1TENTH": "1.1.0.90.6",
}

types = st.builds(EntityType, *(st.integers(0, largest) for largest in LARGEST))


@pytest.mark.parametrize(("name", "text"), TABLE.items())
def test_vehicles_have_the_types_of_the_table(name, text):
    assert entity_type_of(name) == parse_entity_type(text)


def test_every_vehicle_of_the_motor_pool_names_its_type():
    assert all(find(name).vehicle.entity_type is not None for name in motor_pool.names())


@pytest.mark.parametrize("name", motor_pool.names())
def test_a_vehicle_of_ours_comes_back_as_itself(name):
    likeness = likeness_of(entity_type_of(name))
    body = Fleet(name, 1).body  # without trailers
    assert (likeness.vehicle, likeness.body[:3]) == (name, body[:3])


@given(types)
def test_texts_come_back(entity_type):
    assert parse_entity_type(str(entity_type)) == entity_type


def test_numbers_that_are_left_out_are_zero():
    assert parse_entity_type(" 1.1.225 ") == (1, 1, 225, 0, 0, 0, 0)


@pytest.mark.parametrize("text", ["", "1", "1.", "1..1", "a.b", "-1.1", "1.256", "1.1.65536", "1.1.1.1.1.1.1.1", "1,1"])
def test_texts_that_are_no_types_are_refused(text):
    with pytest.raises(ValueError, match=r"two to seven whole numbers .*1\.1\.225\.1\.1\.2"):
        parse_entity_type(text)


@pytest.mark.parametrize(
    ("text", "vehicle"),
    [
        ("1.1.225.1.1.7", "M1A2"),  # a later M1
        ("1.1.225.1.1.1", "M1A1"),  # the first M1
        ("1.1.225.1.2.5", "M60A3"),  # another M60
        ("1.1.225.2.3.9", "M113A3"),  # another M113
        ("1.1.222.1.1.2", "T-72A"),  # a Russian tank that we do not have
        ("1.1.225.2.41.6", "LAV-25"),  # another LAV
        ("1.1.222.2.2.1", "M2A2"),  # BMP-2
        ("1.1.78.1.1.2", "M1A1"),  # a Leopard
        ("1.1.224.6.1", "M998"),
        ("1.1.45.7.3", "M35A2"),
        ("1.1.0.81.104", "CR2"),  # a convertible: the car whose number is nearest
        ("1.1.78.81.40", "car"),
        ("1.1.225.85.2", "articulated-lorry"),
        ("1.1.225.82.1", "M35A2"),
    ],
)
def test_another_s_vehicle_is_shown_as_the_nearest_of_ours(text, vehicle):
    assert likeness_of(parse_entity_type(text)).vehicle == vehicle


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("1.2.225.1.9", 15.0),
        ("1.3.225.1", 60.0),
        ("3.1.225.1", 0.5),
        ("2.9.225", 2.5),
        ("1.1.225.30", 5.0),
        ("9.9", 1.0),
    ],
)
def test_what_is_like_none_of_ours_is_a_box(text, length):
    likeness = likeness_of(parse_entity_type(text))
    assert likeness.vehicle is None
    assert likeness.body.length == length


@given(types)
def test_every_type_has_a_body(entity_type):
    assert min(likeness_of(entity_type).body[:3]) > 0.0


def test_fleets_have_the_type_of_their_vehicle():
    assert entity_type_of(Fleet("M1A1:mass=62000", 2).model) == parse_entity_type(TABLE["M1A1"])
    assert entity_type_of(Fleet("bicycle/arc", 2).model).kind == 1


def test_every_look_and_every_model_has_a_type():
    assert all(parse_entity_type(look.entity_type).domain == 1 for look in looks().values() if look.name != "dot")
    assert all(entity_type_of(name).kind == 1 for name in model_names())
    assert set(_VEHICLE_OF_CATEGORY.values()) <= set(motor_pool.names())


def test_a_vehicle_of_one_s_own_has_the_type_of_its_look(tmp_path):
    path = tmp_path / "own.toml"
    text = find("M998").vehicle.path.read_text()
    path.write_text("\n".join(line for line in text.splitlines() if not line.startswith("entity_type")))
    assert entity_type_of(str(path)) == parse_entity_type("1.1.0.6")
    path.write_text(text.replace("1.1.225.6.1.1", "1.1.78.6.9"))
    assert entity_type_of(str(path)) == parse_entity_type("1.1.78.6.9")
