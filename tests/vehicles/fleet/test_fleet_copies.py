"""Copies of fleets, vehicles and models: with ``copy``, with ``pickle``, and in other processes."""

import copy
import multiprocessing
import pickle
import sys
import types

import numpy as np
import pytest
from traps import MODEL

import motorpool as mp
from motorpool.errors import StepWarning
from motorpool.models import find

COPIES = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def driven(model="single-track", **settings):
    fleet = mp.Fleet(model, 5, **settings)
    fleet.drive(np.linspace(1.0, 9.0, 5), 0.2, dt=0.02)
    fleet.step(0.02, 10)
    return fleet


def values(fleet):
    return {name: column.tobytes() for name, column in fleet.named_columns().items()}


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_copy_of_a_fleet_goes_on_alike_and_alone(copied, dtype):
    fleet = driven(dtype=dtype, name="cars", body=mp.Body(5.0, 2.0, 2.0))
    fleet.control.throttle[1] = np.nan
    fleet.step(0.02)
    other = copied(fleet)
    assert (other.name, other.body, other.dtype, other.model) == (fleet.name, fleet.body, fleet.dtype, fleet.model)
    assert values(other) == values(fleet)
    before = values(fleet)
    other.step(0.02, 10)
    assert values(fleet) == before
    fleet.step(0.02, 10)
    assert values(other) == values(fleet)


def test_a_copy_of_a_fleet_has_its_values_for_further_fleets():
    fleet = mp.Fleet("bicycle", 2, wheelbase=3.3)
    assert copy.deepcopy(fleet).like(1).params.wheelbase.tolist() == [3.3]


def test_a_copy_of_a_fleet_of_a_world_is_of_no_world():
    world = mp.World(fleets=[("bicycle", 3)])
    other = copy.deepcopy(world.fleets[0])
    other.state.x = 7.0
    assert not other.is_in_world
    assert not (world.vehicles.x == 7.0).any()


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_fleet_that_warned_of_a_long_step_does_not_warn_again(copied):
    fleet = driven("M1A1")
    with pytest.warns(StepWarning, match="M1A1"):
        fleet.step(5.0)
    copied(fleet).step(5.0)  # a warning is an error here


@pytest.mark.parametrize(
    "name", ["bicycle", "M1A1", "tracked/simple:heading_factor=2", "bicycle+actuated", "M1A1:mass=60000"]
)
def test_a_model_is_pickled_by_its_name(name):
    model = find(name)
    other = pickle.loads(pickle.dumps(model))
    assert (other.name, other.module.Params(), other.title) == (model.name, model.module.Params(), model.title)


def test_a_model_of_a_file_is_pickled_by_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hover.py").write_text(MODEL, encoding="utf-8")
    fleet = mp.Fleet("./hover.py:drag=0.25", 2, speed=1.0)
    other = pickle.loads(pickle.dumps(fleet))
    other.step(1.0)
    assert other.state.x.tolist() == [1.0, 1.0]
    assert other.params.drag.tolist() == [0.25, 0.25]


def test_a_model_that_was_given_as_a_module_is_pickled_by_the_name_of_the_module(monkeypatch):
    module = types.ModuleType("hovercraft")
    exec(MODEL, vars(module))
    monkeypatch.setitem(sys.modules, "hovercraft", module)
    car = mp.Vehicle(module, speed=2.0)
    other = pickle.loads(pickle.dumps(car))
    other.step(1.0)
    assert other.x == 2.0


def test_a_world_is_refused_with_what_to_do():
    world = mp.World(fleets=[("bicycle", 3)])
    for copied in COPIES:
        with pytest.raises(TypeError, match=r"keep world\.snapshot\(\)"):
            copied(world)
    assert pickle.loads(pickle.dumps(world.snapshot())).tick == world.tick


def east_after_steps(fleet):
    fleet.step(0.1, 10)
    return fleet.state.x.tolist()


def test_another_process_takes_a_fleet():
    fleets = [mp.Fleet("bicycle", 2, speed=speed) for speed in (1.0, 2.0)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(east_after_steps, fleets)
    assert np.allclose(found, [[1.0, 1.0], [2.0, 2.0]])
