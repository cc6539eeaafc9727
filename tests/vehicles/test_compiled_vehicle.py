"""``Vehicle(compiled=True)``: the numbers of a fleet of one, and all else as in plain Python."""

import copy
import math
import pickle
from typing import NamedTuple

import pytest

import motorpool as mp
from motorpool.errors import ModelError, Status, StepWarning
from motorpool.models import names
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.fleet.compiled_step import CompiledStep

DRIVES = {"car": {"throttle": 0.5, "steer_angle": 0.05}, "M1A1": {"throttle": 0.5, "steer": 0.3},
          "articulated-lorry": {"throttle": 0.5, "steer_angle": 0.1}, "bicycle": {"speed": 5.0, "steer_angle": 0.2},
          "tracked": {"left_track_speed": 2.0, "right_track_speed": 3.0}}  # fmt: skip


@pytest.mark.parametrize("name", DRIVES)
def test_its_numbers_are_those_of_a_fleet_of_one_and_nearly_those_of_plain_python(name):
    compiled, plain = (mp.Vehicle(name, compiled=each, **DRIVES[name]) for each in (True, False))
    fleet = Fleet(name, 1, **DRIVES[name])
    for _ in range(60):
        for each in (compiled, plain, fleet):
            each.step(1 / 60)
    for field in plain.model.module.State._fields:
        assert getattr(compiled, field) == float(getattr(fleet.state, field)[0])
        assert getattr(compiled, field) == pytest.approx(getattr(plain, field), rel=1e-9, abs=1e-9)
    assert compiled.status == Status(0)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_model_steps_as_a_fleet_of_one(name):
    compiled, fleet = mp.Vehicle(name, compiled=True), Fleet(name, 1)
    for each in (compiled, fleet):
        each.step(0.01, 10)
    for field in compiled.model.module.State._fields:
        assert getattr(compiled, field) == float(getattr(fleet.state, field)[0])
    assert compiled.status == int(fleet.status[0])


def test_many_steps_in_one_call_are_as_many_calls():
    one, many = (mp.Vehicle("car", compiled=True, **DRIVES["car"]) for _ in range(2))
    one.step(1 / 60, 50)
    for _ in range(50):
        many.step(1 / 60)
    assert one.x == pytest.approx(many.x, rel=1e-12)
    one.step(1 / 60, 0)
    assert one.x == pytest.approx(many.x, rel=1e-12)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_state_that_is_not_finite_is_not_reached(compiled):
    car = mp.Vehicle("bicycle", compiled=compiled, speed=1e308, x=1.7e308)
    car.step(1.0, 3)
    assert car.status == Status.NOT_FINITE
    assert car.x == 1.7e308


def test_controls_are_set_between_steps_and_long_steps_warn_once():
    car = mp.Vehicle("car", compiled=True, throttle=1.0)
    car.step(1 / 60, 60)
    before = car.speed
    car.throttle, car.brake = 0.0, 1.0
    car.step(1 / 60, 10)
    assert 0.0 < car.speed < before
    with pytest.warns(StepWarning):
        car.step(1.0)
    car.step(1.0)


def test_drive_and_run_are_those_of_a_vehicle():
    car = mp.Vehicle("car", compiled=True)
    car.run(seconds=10.0, dt=1 / 60, control=lambda _: car.drive(8.0, 0.1))
    assert car.speed == pytest.approx(8.0, abs=0.1)
    assert car.yaw > 0.1


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda car: pickle.loads(pickle.dumps(car))])
def test_a_copy_is_compiled_and_independent(copied):
    car = mp.Vehicle("car", compiled=True, speed=10.0)
    other = copied(car)
    other.step(1 / 60)
    assert (car.x, car.speed) == (0.0, 10.0)
    car.step(1 / 60)
    assert other.x == car.x > 0.0
    assert isinstance(other._compiled, CompiledStep)
    assert other._compiled is not car._compiled


def test_a_snapshot_is_restored():
    car = mp.Vehicle("car", compiled=True, throttle=1.0)
    before = car.snapshot()
    car.step(1 / 60, 60)
    end = car.x
    car.restore(before)
    assert car.x == 0.0
    car.step(1 / 60, 60)
    assert car.x == end


class Own:
    """A model that cannot be compiled: it makes a text."""

    class State(NamedTuple):
        x: float = 0.0
        y: float = 0.0
        yaw: float = 0.0

    class Control(NamedTuple):
        speed: float = 1.0

    class Params(NamedTuple):
        compiled: float = 1.0

    @staticmethod
    def step(state, control, params, dt):
        return Own.State(state.x + control.speed * dt * len(str(dt)), state.y, state.yaw)


def test_a_field_cannot_have_the_name_of_the_option():
    with pytest.raises(ModelError, match="compiled"):
        mp.Vehicle(Own)


def test_a_model_that_cannot_be_compiled_is_refused_with_the_reason(tmp_path):
    file = tmp_path / "wordy.py"
    file.write_text(
        "from typing import NamedTuple\n\n"
        "class State(NamedTuple):\n    x: float = 0.0\n    y: float = 0.0\n    yaw: float = 0.0\n\n"
        "class Control(NamedTuple):\n    speed: float = 1.0\n\n"
        "class Params(NamedTuple):\n    scale: float = 1.0\n\n"
        "def step(state, control, params, dt):\n"
        "    return State(state.x + control.speed * dt * len(str(dt)), state.y, state.yaw)\n"
    )
    import importlib.util

    spec = importlib.util.spec_from_file_location("wordy", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(ModelError, match="cannot be compiled"):
        mp.Vehicle(module, compiled=True)
    assert math.isfinite(mp.Vehicle(module).x)
