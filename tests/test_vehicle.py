"""Vehicle: one vehicle in plain Python, by attributes."""

import copy
import math
import pickle
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.errors import ModelError, MotorpoolError, Status
from motorpool.models import find, names, register
from motorpool.models.kinematic.arc import Control, State
from motorpool.models.kinematic.bicycle import arc as bicycle
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.vehicle import Vehicle


@pytest.fixture
def car():
    return Vehicle("bicycle", wheelbase=2.7)


@pytest.mark.parametrize("name", names())
def test_every_model_makes_a_vehicle_that_begins_as_its_fields_say(name):
    vehicle = Vehicle(name)
    module = vehicle.model.module
    for structure in (module.State, module.Control, module.Params):
        assert all(getattr(vehicle, field) == value for field, value in structure._field_defaults.items())
    assert vehicle.status == Status(0)


def test_a_step_is_the_models_step(car):
    car.steer_angle, car.speed = 0.2, 10.0
    car.step(dt=1 / 60)
    expected = bicycle.step(State(), bicycle.Control(0.2, 10.0), bicycle.Params(2.7), 1 / 60)
    assert (car.x, car.y, car.yaw) == expected


def test_many_steps_are_one_after_the_other(car):
    other = Vehicle("bicycle", wheelbase=2.7)
    for vehicle in (car, other):
        vehicle.steer_angle, vehicle.speed = -0.3, 4.0
    car.step(dt=0.1, steps=5)
    for _ in range(5):
        other.step(dt=0.1)
    assert car.snapshot() == other.snapshot()


@given(
    speed=st.floats(-20, 20),
    steer=st.floats(-0.6, 0.6),
    x=st.floats(-1e3, 1e3),
    yaw=st.floats(-3, 3),
    steps=st.integers(0, 4),
)
def test_a_vehicle_does_what_a_fleet_of_one_does(speed, steer, x, yaw, steps):
    one = Vehicle("bicycle", x=x, yaw=yaw, speed=speed, steer_angle=steer)
    fleet = Fleet("bicycle", 1, x=x, yaw=yaw, speed=speed, steer_angle=steer)
    one.step(0.1, steps)
    fleet.step(0.1, steps)
    assert (one.x, one.y) == pytest.approx((fleet.state.x[0], fleet.state.y[0]), abs=1e-11)
    assert math.remainder(one.yaw - fleet.state.yaw[0], 2 * math.pi) == pytest.approx(0.0, abs=1e-12)


def test_no_time_and_no_steps_change_nothing(car):
    car.speed, car.yaw = 5.0, 1.0
    before = car.snapshot()
    car.step(0.0)
    car.step(0.1, steps=0)
    assert car.snapshot() == before


def test_a_word_may_stand_for_a_number(car):
    car.speed_reference = "front"
    assert car.speed_reference == 1.0
    assert Vehicle("bicycle", speed_reference="centre").speed_reference == 0.5


def test_drive_sets_the_models_own_controls(car):
    car.drive(speed=5.0, steer=0.5)
    assert (car.speed, car.steer_angle) == (5.0, 0.5 * car.max_steer_angle)


def test_a_model_without_drive_says_what_to_set_instead():
    with pytest.raises(ModelError, match=r"arc has no drive\(\); set forward_speed, lateral_speed, yaw_rate instead"):
        Vehicle("arc").drive(1.0, 0.0)


def test_its_fields_are_listed_for_completion_and_shown(car):
    assert {"x", "speed", "wheelbase", "step", "drive"} <= set(dir(car))
    assert "wheelbase=2.7" in repr(car)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("wheelbase", -2.7, r"bicycle/arc\.wheelbase is -2\.7 m; it must be positive \(front to rear axle \[m\]\)"),
        ("wheelbase", 0.0, "it must be positive"),
        ("wheelbase", math.inf, "wheelbase is inf m; it must be positive"),
        ("speed", math.nan, r"bicycle/arc\.speed is nan m/s; it must be finite"),
        ("steer_angle", 20.0, r"steer_angle is 20\.0 rad; it must be in -pi/2\.\.pi/2 \(in radians"),
        ("max_steer_angle", -0.1, r"it must be in 0\.\.pi/2"),
        ("speed_reference", "middle", "is 'middle'; it must be in 0..1 or one of 'rear', 'centre', 'front'"),
        ("speed_reference", 1.5, r"speed_reference is 1\.5; it must be in 0\.\.1"),
        ("x", "far", "x is 'far'; it must be a number, finite"),
        ("x", None, "x is None"),
        ("x", True, "x is True"),
        ("x", [1.0], r"x is \[1\.0\]"),
        ("velocity", 1.0, r"bicycle/arc has no field 'velocity'; did you mean 'speed'\?"),
        ("colour", 1.0, r"bicycle/arc has no field 'colour'; its fields are x, y, yaw, steer_angle, speed"),
    ],
)
def test_a_value_that_means_nothing_is_refused_and_changes_nothing(car, field, value, sentence):
    before = car.snapshot()
    with pytest.raises(ModelError, match=sentence):
        setattr(car, field, value)
    with pytest.raises(ModelError, match=sentence):
        Vehicle("bicycle", **{field: value})
    assert car.snapshot() == before


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("update", r"a Vehicle has no 'update'; did you mean step\(\)\?"),
        ("reset", r"did you mean restore\(\)\?"),
        ("stepp", r"did you mean step\(\)\?"),
        ("position", "did you mean 'x' or 'y'"),
        ("heading", "did you mean 'yaw'"),
    ],
)
def test_a_name_of_another_program_is_answered_with_ours(car, name, sentence):
    with pytest.raises(AttributeError, match=sentence):
        getattr(car, name)


@pytest.mark.parametrize("value", ["bad", None, 64, -1, 1.5])
def test_a_status_that_means_nothing_is_refused(car, value):
    with pytest.raises(
        ModelError, match=r"bicycle/arc\.status is .*; it must be 0, which clears it, or bits of Status"
    ):
        car.status = value


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"speed": math.nan, "steer": 0.0}, "single-track.drive: speed is nan; it must be a finite number"),
        ({"speed": "fast", "steer": 0.0}, "single-track.drive: speed is 'fast'"),
        ({"speed": 5.0, "steer": None}, "single-track.drive: steer is None"),
        ({"speed": 10**400, "steer": 0.0}, "single-track.drive: speed is 1000"),
        (
            {"speed": 5.0, "steer": 0.0, "dt": -1.0},
            r"drive: dt is -1\.0; it must be a finite number of seconds, zero or",
        ),
        ({"speed": 5.0, "steer": 0.0, "dt": math.nan}, "single-track.drive: dt is nan"),
    ],
)
def test_a_command_that_means_nothing_is_refused_by_its_name(arguments, sentence):
    car = Vehicle("single-track")
    before = car.snapshot()
    with pytest.raises(ModelError, match=sentence):
        car.drive(**arguments)
    assert car.snapshot() == before


def test_reading_a_field_that_does_not_exist_lists_those_that_do(car):
    with pytest.raises(AttributeError, match="no field 'colour'; its fields are x, y, yaw"):
        _ = car.colour


@pytest.mark.parametrize("dt", [-0.1, math.nan, math.inf, "0.1", None, 10**400])
def test_a_dt_that_means_nothing_is_refused(car, dt):
    with pytest.raises(ModelError, match=r"bicycle/arc\.step: dt is .*must be a finite number of seconds"):
        car.step(dt)


@pytest.mark.parametrize("steps", [-1, 2.5, "2", None])
def test_a_number_of_steps_that_means_nothing_is_refused(car, steps):
    with pytest.raises(ModelError, match=r"bicycle/arc\.step: steps is .*must be a whole number"):
        car.step(0.1, steps)


def test_numbers_of_numpy_are_numbers(car):
    car.speed = np.float32(2.0)
    car.step(np.float32(0.5), np.int64(2))
    assert car.x == 2.0
    assert type(car.x) is float


@pytest.mark.parametrize(
    ("name", "hint"), [("bicicle", "did you mean 'bicycle'"), ("", "; `motorpool models` lists the models")]
)
def test_a_model_that_does_not_exist_is_refused_with_a_suggestion(name, hint):
    with pytest.raises(ModelError, match=f"there is no model named {name!r}.*{hint}"):
        Vehicle(name)


# ---------------------------------------------------------------- a state that would not be finite


@pytest.fixture
def runaway():
    """Its second step leaves the range of numbers."""
    return Vehicle("tracked", x=1e308, left_track_speed=7e307, right_track_speed=7e307)


def test_a_vehicle_whose_next_state_would_not_be_finite_stays_and_says_so(runaway):
    runaway.step(1.0, steps=5)
    assert runaway.x == 1.7e308
    assert runaway.status == Status.NOT_FINITE
    assert runaway.problems() == [f"tracked/arc: {Status.NOT_FINITE.sentences()[0]}"]


def test_its_status_stays_until_it_is_cleared(runaway):
    runaway.step(1.0, steps=2)
    runaway.left_track_speed = runaway.right_track_speed = -1.0
    runaway.step(1.0)
    assert runaway.status == Status.NOT_FINITE
    runaway.status = 0
    runaway.step(1.0)
    assert runaway.status == Status(0)
    assert runaway.problems() == []


# ---------------------------------------------------------------- copies


def test_a_snapshot_is_a_copy_and_restores_every_field(car):
    car.speed, car.steer_angle = 3.0, 0.1
    car.step(0.1)
    saved = car.snapshot()
    car.step(0.1, steps=9)
    after = car.snapshot()
    assert after != saved
    car.restore(saved)
    assert car.snapshot() == saved
    car.step(0.1, steps=9)
    assert car.snapshot() == after


def test_a_copy_goes_its_own_way(car):
    car.speed = 5.0
    other = copy.copy(car)
    other.step(1.0)
    assert (car.x, other.x) == (0.0, 5.0)


COPIES = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda car: pickle.loads(pickle.dumps(car))}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize(
    "name", ["bicycle", "tracked/simple:heading_factor=2", "M1A1", "M1A1:mass=60000", "car+actuated"]
)
def test_a_copy_drives_as_the_vehicle_would_have(name, copied):
    vehicle = Vehicle(name)
    vehicle.drive(5.0, 0.2)
    vehicle.step(0.05, steps=3)
    vehicle.status = Status.BLOCKED
    other = copied(vehicle)
    assert other.snapshot() == vehicle.snapshot()
    other.step(0.05, steps=5)
    assert other.snapshot() != vehicle.snapshot()
    vehicle.step(0.05, steps=5)
    assert other.snapshot() == vehicle.snapshot()


def test_a_copy_may_make_long_steps_if_the_vehicle_may():
    tank = Vehicle("M1A1")
    tank.allow_long_steps()
    for copied in COPIES.values():
        copied(tank).step(5.0)  # a warning is an error here


def test_a_pickled_vehicle_without_a_field_that_its_model_has_gained_gets_its_default(car):
    make, (kind, name, values, is_compiled) = car.__reduce__()
    del values["max_steer_angle"]
    assert make(kind, name, values, is_compiled).max_steer_angle == car.max_steer_angle
    values["colour"] = 1.0
    with pytest.raises(ModelError, match="bicycle/arc has no field 'colour' of the pickled vehicle"):
        make(kind, name, values)  # as pickled before vehicles could be compiled


def test_a_vehicle_of_a_model_without_a_name_is_copied_but_not_pickled():
    vehicle = Vehicle(own_model(), forward_speed=4.0)
    assert copy.deepcopy(vehicle).forward_speed == 4.0
    with pytest.raises(ModelError, match="unicycle cannot be pickled, because no name finds its module"):
        pickle.dumps(vehicle)


@pytest.mark.parametrize("other", ["tracked", "single-track"])
def test_a_snapshot_of_another_model_is_refused_and_changes_nothing(car, other):
    before = car.snapshot()
    with pytest.raises(
        ModelError, match=r"bicycle/arc\.restore: the snapshot is of a vehicle of '.*; give one of 'bicy"
    ):
        car.restore(Vehicle(other, x=5.0).snapshot())
    assert car.snapshot() == before


# ---------------------------------------------------------------- a model of one's own


class Wheel(NamedTuple):
    """Params of the little model below."""

    radius: float = 0.5  # of the wheel [m]


def own_model(**changes):
    """A unicycle whose speed is a wheel's: any object with the four names is a model."""

    def step(state, control, params, dt):
        return State(state.x + control.forward_speed * params.radius * dt, state.y, state.yaw)

    return SimpleNamespace(__name__="unicycle", State=State, Control=Control, Params=Wheel, step=step, **changes)


def test_a_model_of_ones_own_is_accepted_wherever_a_name_is():
    vehicle = Vehicle(own_model(), forward_speed=4.0, radius=0.25)
    vehicle.step(1.0)
    assert vehicle.x == 1.0
    assert find(own_model()).kind == "point"
    assert find(own_model(KIND="wheeled")).kind == "wheeled"


def test_a_model_may_be_registered_under_a_name_that_is_free(monkeypatch):
    monkeypatch.setattr("motorpool.models.registry._MODULES", {"arc": "motorpool.models.kinematic.arc"})
    module = own_model()
    register("unicycle", module)
    register("unicycle", module)  # again: no harm
    assert Vehicle("unicycle").model.module is module
    assert names() == ["arc", "unicycle"]
    for taken in ("unicycle", "arc", "bicycle"):
        with pytest.raises(ModelError, match=f"a model named '{taken}' exists already"):
            register(taken, own_model())


@pytest.mark.parametrize("missing", ["State", "Control", "Params", "step"])
def test_a_module_that_lacks_one_of_the_four_names_is_refused(missing):
    module = own_model()
    delattr(module, missing)
    with pytest.raises(
        ModelError, match=f"unicycle is no motion model: it lacks {missing}; a model has the four names"
    ):
        Vehicle(module)


def test_structures_that_are_no_named_tuples_are_refused():
    module = own_model()
    module.Params = dict
    with pytest.raises(ModelError, match=r"unicycle\.Params must be a NamedTuple of floats"):
        Vehicle(module)


def test_two_fields_of_one_name_are_refused_for_a_vehicle():
    module = own_model()
    module.Control = State
    with pytest.raises(ModelError, match="unicycle has two fields named 'x'; a Vehicle needs distinct names"):
        Vehicle(module)


def test_every_refusal_is_a_motorpool_error_and_a_value_error():
    with pytest.raises(MotorpoolError):
        Vehicle("no such model")
    with pytest.raises(ValueError, match="there is no model"):
        Vehicle("no such model")
