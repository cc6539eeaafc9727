"""A misspelt name, or another program's word, is refused with the name that was meant, wherever it is written."""

import pytest

import motorpool as mp
from motorpool.errors import ModelError, MotorpoolError, WorldError


@pytest.fixture(scope="module")
def car():
    return mp.Vehicle("bicycle")


@pytest.fixture(scope="module")
def fleet():
    return mp.Fleet("bicycle", 2, name="cars")


@pytest.fixture(scope="module")
def world():
    return mp.World(fleets=["M998", ("bicycle", 3), mp.Fleet("tracked", 1, name="tanks")])


FIELDS = [("wheel_base", "wheelbase"), ("steering", "steer_angle"), ("velocity", "speed"), ("theta", "yaw")]


@pytest.mark.parametrize(("wrong", "meant"), FIELDS)
def test_of_a_vehicle_it_is_suggested_when_read_set_and_given(car, wrong, meant):
    sentence = f"bicycle/arc has no field '{wrong}'; did you mean '{meant}'?"
    with pytest.raises(AttributeError) as read:
        getattr(car, wrong)
    with pytest.raises(ModelError) as written:
        setattr(car, wrong, 1.0)
    with pytest.raises(ModelError) as given:
        mp.Vehicle("bicycle", **{wrong: 1.0})
    with pytest.raises(ModelError) as given_to_all:
        mp.Fleet("bicycle", 2, **{wrong: 1.0})
    assert {str(error.value) for error in (read, written, given, given_to_all)} == {sentence}


def test_an_unknown_attribute_is_never_set(car, fleet):
    with pytest.raises(ModelError, match="has no field 'colour'; its fields are x, y, yaw"):
        car.colour = 1.0
    with pytest.raises(AttributeError, match="the fleet 'cars' has no attribute 'colour'"):
        fleet.colour = 1.0
    assert not hasattr(car, "colour")
    assert not hasattr(fleet, "colour")


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("speed", "it has the column fleet.control.speed"),
        ("velocity", "it has the column fleet.control.speed"),
        ("x", "it has the column fleet.state.x"),
        ("wheel_base", "it has the column fleet.params.wheelbase"),
        ("nme", "did you mean 'name'?"),
    ],
)
def test_of_a_fleet_the_column_is_named_when_read_and_set(fleet, wrong, meant):
    sentence = f"the fleet 'cars' has no attribute '{wrong}'; {meant}"
    with pytest.raises(AttributeError) as read:
        getattr(fleet, wrong)
    with pytest.raises(AttributeError) as written:
        setattr(fleet, wrong, 1.0)
    assert {str(read.value), str(written.value)} == {sentence}


@pytest.mark.parametrize(
    ("part", "wrong", "meant"),
    [("control", "steering", "steer_angle"), ("state", "theta", "yaw"), ("params", "wheel_base", "wheelbase")],
)
def test_of_columns_it_is_suggested_when_read_and_set(fleet, part, wrong, meant):
    columns = getattr(fleet, part)
    sentence = f"cars.{part} has no column '{wrong}'; did you mean '{meant}'?"
    with pytest.raises(AttributeError) as read:
        getattr(columns, wrong)
    with pytest.raises(AttributeError) as written:
        setattr(columns, wrong, 1.0)
    assert {str(read.value), str(written.value)} == {sentence}


def test_in_settings_it_is_suggested():
    with pytest.raises(ModelError, match="has no parameter 'wheel_base'; did you mean 'wheelbase'"):
        mp.Vehicle("bicycle:wheel_base=3")


def test_of_a_world_and_its_table_it_is_suggested(world):
    for where, wrong, meant in (
        (world, "vehicle", "did you mean 'vehicles'?"),
        (world, "goals", "did you mean 'guidance'?"),
        (world, "speed", "it is a column: world.vehicles.speed"),
        (world.vehicles, "velocity", "did you mean 'speed'?"),
    ):
        with pytest.raises(AttributeError, match=f"has no (attribute|column) '{wrong}'") as refused:
            getattr(where, wrong)
        assert str(refused.value).endswith(meant)
    with pytest.raises(AttributeError, match="no column 'spped'; did you mean 'speed'"):
        world.vehicles.spped = 3.0


@pytest.mark.parametrize(
    ("word", "suggested"),
    [
        ("hmmwv", "did you mean 'M998'?"),
        ("Abrams", "did you mean 'M1A1' or 'M1A2'?"),
        ("lorry", "did you mean 'articulated-lorry'?"),
        ("truck", "did you mean 'M35A2' or 'M998'?"),
        ("tank", "did you mean 'M1A1' or 'M1A2' or 'M60A3' or 'T-72A'?"),
        ("track", "did you mean 'tracked'?"),
        ("gas turbine", "did you mean 'M1A1'?"),
        ("bicicle", "did you mean 'bicycle'?"),
    ],
)
def test_a_word_of_a_vehicles_title_or_summary_finds_it(word, suggested):
    with pytest.raises(MotorpoolError) as refused:
        mp.Vehicle(word)
    assert suggested in str(refused.value)


def test_a_word_in_no_title_and_summary_and_no_word_at_all_find_nothing():
    for word in ("zeppelin", "", "(", "ruck"):
        with pytest.raises(MotorpoolError, match=r"; `motorpool models` lists the models"):
            mp.Vehicle(word)


def test_of_the_package_it_is_suggested():
    with pytest.raises(AttributeError, match="motorpool has no name 'Vehcle'; did you mean 'Vehicle'"):
        _ = mp.Vehcle


def test_one_vehicle_of_a_fleet_or_a_world_is_a_place_in_a_column(fleet, world):
    with pytest.raises(TypeError, match=r"the fleet 'cars' has columns .* fleet\.state\.x\[1\] is x of one"):
        fleet[1]
    with pytest.raises(TypeError, match=r"the vehicle table has columns .* vehicles\.x\[3\] is x of one"):
        world.vehicles[3]
    assert (len(fleet), len(world.vehicles)) == (2, 5)


# ---------------------------------------------------------------- fleets of a world, by name


def test_a_world_takes_names_and_numbers_for_fleets(world):
    assert [(fleet.name, fleet.count) for fleet in world.fleets] == [("M998", 1), ("bicycle/arc", 3), ("tanks", 1)]
    assert world.fleets[0].body.length == mp.Fleet("M998", 1).body.length


@pytest.mark.parametrize(
    ("fleets", "sentence"),
    [
        ("bicycle", r"fleets is 'bicycle'; it must be a list of fleets, of names, or .*\('tracked', 40\)"),
        ([3], r"fleets is \[3\]; it must be a list of fleets"),
        ([("bicycle", 1, 2)], "it must be a list of fleets"),
        ([("bicycle", "many")], "count is 'many'; it must be a whole number"),
        (["bicicle"], "there is no model named 'bicicle' .did you mean 'bicycle'"),
        (
            ["bicycle", "bicycle"],
            r"two fleets are named 'bicycle/arc'; give each its own: Fleet\(",
        ),
        ([], r"at least one fleet, for example fleets=\[\('bicycle', 250\)\]"),
    ],
)
def test_other_things_for_fleets_are_refused(fleets, sentence):
    with pytest.raises(MotorpoolError, match=sentence) as refused:
        mp.World(fleets=fleets)
    assert isinstance(refused.value, ModelError | WorldError)
