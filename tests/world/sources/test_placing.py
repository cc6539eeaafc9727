"""Values that put a vehicle where an episode begins, and the ones that are refused."""

import json

import pytest
from worlds import two_on_flat_ground

from motorpool.errors import WorldError
from motorpool.world.sources.actions import Drive, Place, apply
from motorpool.world.sources.placing import differences, values_of


def test_the_values_of_one_vehicle_put_another_into_its_state_to_the_bit():
    driven, other = two_on_flat_ground(), two_on_flat_ground()
    apply(Drive(1, throttle=1.0, steer=0.5), driven)
    driven.run(seconds=2)
    found = differences(values_of(driven, 1), other, 1)
    assert {"x", "y", "yaw", "speed"} <= found.keys()
    apply(Place(1, json.dumps(found)), other)
    assert values_of(other, 1) == values_of(driven, 1)
    assert other.actions == [Place(1, json.dumps(found))]


@pytest.mark.parametrize(
    ("vehicle", "text", "sentence"),
    [
        (2, "{}", "there is no vehicle 2; the world has 2, counted from 0"),
        (0, '{"vehicle_id": 5}', "value"),
        (0, '{"xx": 5.0}', "value"),
        (0, '{"x": NaN}', "x is nan; it must be a finite number"),
        (0, '{"speed": true}', "speed is True; it must be a finite number"),
        (0, '{"speed": 1.0, "x": 1e9}', r"cannot be put at \(1e\+09, .*\) m, off the map"),
        (0, "[]", "says nothing of vehicles"),
    ],
)
def test_what_is_no_place_is_refused_and_changes_nothing(vehicle, text, sentence):
    world = two_on_flat_ground()
    before = [values_of(world, row) for row in (0, 1)]
    with pytest.raises(WorldError, match=sentence):
        apply(Place(vehicle, text), world)
    assert [values_of(world, row) for row in (0, 1)] == before
    assert world.actions == []
