"""Models composed of parts: their flat form, the names of its fields, and what tells which parts a model has."""

from __future__ import annotations

import sys
import types
from typing import Annotated, Any, NamedTuple

import pytest

from motorpool import Fleet, Vehicle
from motorpool.errors import ModelError
from motorpool.models import find
from motorpool.models.composition import nest, parts_of
from motorpool.models.dynamic.single_track import model as single_track
from motorpool.models.fields import Narrowed, Positive, Range, fields_of, value_at, with_defaults


class Spring(NamedTuple):
    """A part that a model may have several of."""

    stiffness: Positive = 10.0  # force over length [N/m]
    rest: float = 0.0  # length at which it pulls nothing [m]


class State(NamedTuple):
    """A mass between two springs."""

    x: float = 0.0  # along the springs [m]
    speed: float = 0.0  # along them [m/s]


class Control(NamedTuple):
    """A push."""

    push: float = 0.0  # on the mass [N]


class Params(NamedTuple):
    """Two springs, one called as the other is not."""

    mass: Positive = 1.0  # of the mass [kg]
    left: Spring = Spring(stiffness=3.0)  # left spring
    right: Spring = Spring(rest=2.0)


def step(state: Any, control: Any, params: Any, dt: Any) -> State:
    """One explicit step."""
    force = control.push - params.left.stiffness * (state.x - params.left.rest)
    force = force - params.right.stiffness * (state.x - params.right.rest)
    speed = state.speed + dt * force / params.mass
    return State(state.x + dt * speed, speed)


class Stiff(NamedTuple):
    """A part of which one spring is never soft."""

    left: Annotated[Spring, Narrowed({"stiffness": Annotated[float, Range(low=1.0, words="1 or more")]})] = Spring()
    right: Spring = Spring()


@pytest.fixture(scope="module")
def model():
    """This module as a model."""
    return find(sys.modules[__name__])


def test_fields_of_parts_are_columns_under_their_path(model):
    fields = {field.name: field for field in fields_of(model.module.Params)}
    assert list(fields) == ["mass", "left_stiffness", "left_rest", "right_stiffness", "right_rest"]
    assert fields["left_stiffness"].default == 3.0
    assert fields["right_stiffness"].default == 10.0
    assert fields["right_rest"].default == 2.0
    assert fields["left_stiffness"].meaning == "left spring: force over length"
    assert fields["right_stiffness"].path == "right.stiffness"
    assert fields["right_stiffness"].unit == "N/m"


def test_a_model_may_take_less_of_a_parts_range():
    fields = {field.name: field for field in fields_of(Stiff)}
    with pytest.raises(ModelError, match=r"car.left_stiffness is 0.5 N/m; it must be 1 or more \(force over length"):
        fields["left_stiffness"].check(0.5, "car")
    assert fields["right_stiffness"].check(0.5, "car") == 0.5
    assert fields["left_rest"].range == fields["right_rest"].range


def test_a_vehicle_and_a_fleet_step_as_the_nested_function_does(model):
    state, params = State(1.0, 0.5), Params()
    vehicle, fleet = Vehicle(model, x=1.0, speed=0.5, push=2.0), Fleet(model, 3, x=1.0, speed=0.5, push=2.0)
    vehicle.step(0.01, steps=5)
    fleet.step(0.01, steps=5)
    for _ in range(5):
        state = step(state, Control(2.0), params, 0.01)
    assert (vehicle.x, vehicle.speed) == tuple(state)
    assert fleet.state.x == pytest.approx([state.x] * 3, rel=1e-14)


def test_a_value_out_of_the_range_of_a_part_is_refused_under_its_flat_name(model):
    with pytest.raises(Exception, match=r"left_stiffness is -1.* must be positive \(left spring: force over length"):
        Vehicle(model, left_stiffness=-1.0)


def test_settings_and_defaults_go_by_the_flat_name(model):
    changed = with_defaults(model.module.Params, {"right_rest": 5.0})
    assert changed().right_rest == 5.0
    assert [field.default for field in fields_of(changed)][-1] == 5.0
    assert find("single-track:front_axle_offset=1.7").module.Params().front_axle_offset == 1.7


def test_nesting_puts_each_value_at_the_path_of_its_field():
    flat = find("single-track").module.Params(front_axle_offset=1.7, gear_count=4.0)
    nested = nest(single_track.Params, flat)
    assert nested.front_axle.offset == 1.7
    assert nested.gearbox.gear_count == 4.0
    assert [value_at(nested, field.path or field.name) for field in fields_of(single_track.Params)] == list(flat)


def test_parts_that_are_called_as_their_module_keep_the_names_of_their_fields():
    names = [field.name for field in fields_of(single_track.Params)]
    assert "mass" in names
    assert "rear_axle_offset" in names
    assert len(names) == len(set(names))


def test_a_model_says_which_parts_it_has():
    assert find("skid-steer").has("track")
    assert not find("skid-steer").has("axle")
    assert find("M1A1").has("track")
    assert find("tractor-trailer").parts >= {"hitch", "semitrailer", "axle", "powertrain", "gearbox", "body"}
    assert find("bicycle").parts == frozenset()
    assert parts_of(types.SimpleNamespace()) == frozenset()
