"""Degrees and per cent where radians and commands are expected: clamped or used, but not in silence."""

import copy
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motorpool as mp
from motorpool.errors import UnitWarning
from motorpool.models import find, names
from motorpool.models.likely_units import LARGEST_COMMAND
from motorpool.world.sources.player import Player

DRIVEN = [name for name in names() if find(name).can_be_driven]
DEGREES = st.floats(LARGEST_COMMAND, 1e9, exclude_min=True).flatmap(lambda value: st.sampled_from([value, -value]))
STEERED = [mp.Vehicle(name) for name in DRIVEN]


def warnings_of(job) -> list[str]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        job()
    assert {each.category for each in told} <= {UnitWarning}
    assert all(each.filename == __file__ for each in told)  # they name the user's line
    return [str(each.message) for each in told]


def controls_of(vehicle: mp.Vehicle) -> list[float]:
    return [getattr(vehicle, name) for name in vehicle.model.module.Control._fields]


@settings(max_examples=30)
@given(steer=DEGREES, steered=st.sampled_from(STEERED))
def test_a_steering_command_that_looks_like_degrees_is_said_once_and_clamped(steer: float, steered: mp.Vehicle):
    car, full = mp.Vehicle(steered.model), mp.Vehicle(steered.model)
    (told,) = warnings_of(lambda: [car.drive(5.0, steer) for _ in range(3)])
    assert told.startswith(f"{car.model.name}.drive: steer is {steer:g}, which looks like degrees")
    full.drive(5.0, math.copysign(1.0, steer))
    assert controls_of(car) == pytest.approx(controls_of(full), abs=1e-12)


@settings(max_examples=30)
@given(steer=st.floats(-LARGEST_COMMAND, LARGEST_COMMAND), steered=st.sampled_from(STEERED))
def test_a_command_that_overshoots_a_little_is_clamped_in_silence(steer: float, steered: mp.Vehicle):
    assert warnings_of(lambda: copy.copy(steered).drive(5.0, steer)) == []


@settings(max_examples=20)
@given(steers=st.lists(st.floats(-90.0, 90.0), min_size=1, max_size=5))
def test_a_fleet_says_so_once_if_one_of_its_commands_looks_like_degrees(steers: list[float]):
    fleet = mp.Fleet("bicycle", len(steers))
    told = warnings_of(lambda: [fleet.drive(5.0, np.array(steers)) for _ in range(2)])
    assert len(told) == any(abs(steer) > LARGEST_COMMAND for steer in steers)


@pytest.mark.parametrize(
    ("inputs", "unit"), [({"throttle": 50}, "per cent"), ({"brake": 100}, "per cent"), ({"steer": -30}, "degrees")]
)
def test_inputs_of_a_player_that_look_like_another_unit_are_said_once(inputs: dict, unit: str):
    player = Player()
    player.take(0)
    (told,) = warnings_of(lambda: [player.set(0, **inputs) for _ in range(2)])
    assert told.startswith("vehicle 0: ")
    assert f"looks like {unit}" in told


@pytest.mark.parametrize("make", [mp.Vehicle, lambda model, **values: mp.Fleet(model, 2, **values)])
@pytest.mark.parametrize("yaw", [7, -45, 90.0, 180, 270, 360])
def test_an_angle_that_looks_like_degrees_is_said(make, yaw: float):
    (told,) = warnings_of(lambda: make("bicycle", yaw=yaw))
    assert f"yaw is {yaw:g} rad, which looks like degrees" in told


def test_an_angle_that_is_set_in_degrees_is_said():
    car, fleet = mp.Vehicle("bicycle"), mp.Fleet("bicycle", 3)
    (told,) = warnings_of(lambda: setattr(car, "yaw", 90))
    assert "yaw is 90 rad, which looks like degrees" in told
    (told,) = warnings_of(lambda: setattr(fleet.state, "yaw", [0.0, 45.0, np.inf]))
    assert "yaw is 45 rad, which looks like degrees" in told


@pytest.mark.parametrize("yaw", [0, 1, -6, math.pi, 6.0, 17.25])
def test_an_angle_of_some_turns_is_taken_in_silence(yaw: float):
    assert warnings_of(lambda: (mp.Vehicle("bicycle", yaw=yaw), mp.Fleet("bicycle", 2, yaw=[0.0, yaw]))) == []
