"""Wheels steered by 90 degrees: a model refuses them, or moves as it does just short of them."""

import math

import numpy as np
import pytest

from motorpool import Fleet, Status, Vehicle
from motorpool.app.playground.driven import Driven
from motorpool.errors import ModelError
from motorpool.models import find, names
from motorpool.models.fields import fields_of
from motorpool.models.kinematic.arc import State
from motorpool.models.kinematic.bicycle import arc
from motorpool.studies.published.models.park1992 import wheeled
from motorpool.studies.published.models.park1992.direction import wheeled_yaw_rate

RIGHT = 0.5 * math.pi
STEERED = [name for name in names() if any("angle" in field for field in find(name).module.Control._fields)]
SENTENCE = r"abs\(steer_angle\) must be below pi/2 - 1e-6 where speed_reference is 'rear'"


def test_a_car_whose_rear_axle_cannot_move_is_refused_with_a_sentence():
    with pytest.raises(ModelError, match=rf"steer_angle=1\.57.*{SENTENCE}"):
        Vehicle("bicycle", steer_angle=RIGHT)
    with pytest.raises(ModelError, match=SENTENCE):
        Fleet("bicycle", 2, steer_angle=[0.1, -RIGHT])
    with pytest.raises(ModelError, match=SENTENCE):
        Vehicle("bicycle", steer_angle=RIGHT, speed_reference=1e-9)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_car_steered_there_stays_and_says_so(side):
    car = Vehicle("bicycle", speed=5.0, x=1.0, yaw=0.3)
    car.steer_angle = side * RIGHT
    car.step(1 / 60)
    assert (car.x, car.y, car.yaw, car.status) == (1.0, 0.0, 0.3, Status.OUT_OF_RANGE)
    assert "pi/2 - 1e-6" in car.problems()[0]


def test_a_full_command_of_a_car_that_steers_so_far_leaves_it_where_it_is():
    car = Vehicle("bicycle", max_steer_angle=RIGHT)
    car.drive(5.0, 1.0)
    car.step(1 / 60)
    assert (car.x, car.y, car.yaw, car.status) == (0.0, 0.0, 0.0, Status.OUT_OF_RANGE)


@pytest.mark.parametrize("float_type", ["float64", "float32"])
def test_of_a_fleet_only_the_cars_that_cannot_move_stay(float_type):
    fleet = Fleet("bicycle", 6, speed=5.0, speed_reference=[0.0, 0.0, 0.0, 0.0, 1.0, 0.5], dtype=float_type)
    fleet.control.steer_angle = np.array([0.3, RIGHT, -RIGHT, 1.5707, RIGHT, -RIGHT], float_type)
    fleet.step(1 / 60, 2)
    assert (fleet.status & Status.OUT_OF_RANGE != 0).tolist() == [False, True, True, False, False, False]
    assert not np.any(fleet.status[[0, 3, 4, 5]])
    assert not np.any([fleet.state.x[1:3], fleet.state.y[1:3], fleet.state.yaw[1:3]])
    assert np.all(np.hypot(fleet.state.x, fleet.state.y)[[0, 3, 4, 5]] > 1e-3)


@pytest.mark.parametrize("steer", [1.5707, -1.5707])
@pytest.mark.parametrize("reference", [0.0, 0.01, 1.0])
@pytest.mark.parametrize("dt", [1 / 120, 1 / 60, 0.1])
def test_near_90_degrees_two_half_steps_are_one(steer, reference, dt):
    control, params, start = arc.Control(steer, 5.0), arc.Params(speed_reference=reference), State(1.0, 2.0, 0.3)
    assert arc.is_valid(control, params, dt)
    one = arc.step(start, control, params, dt)
    two = arc.step(arc.step(start, control, params, 0.5 * dt), control, params, 0.5 * dt)
    assert one[:2] == pytest.approx(two[:2], abs=1e-12)
    assert math.remainder(one.yaw - two.yaw, 2.0 * math.pi) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("name", STEERED)
def test_at_90_degrees_a_model_refuses_or_moves_as_just_short_of_it(name, side):
    """A tenth of a millimetre in five frames, for two millionths of an angle; with its stop as far out as can be."""
    fields = {field.name: field for part in find(name).structures.values() for field in fields_of(part)}
    ahead = {key: 5.0 for key in ("speed", "outer_rear_speed") if key in fields}
    stop = {key: fields[key].range.high for key in ("max_steer_angle", "max_wheel_angle") if key in fields}
    angle = next(key for key in ("steer_angle", "outer_wheel_angle") if key in fields)
    ends = []
    for short in (0.0, 2e-6):
        try:
            vehicle = Vehicle(name, **{**ahead, **stop, angle: side * (RIGHT - short)})
        except ModelError:
            assert find(name).limit
            return
        vehicle.step(1 / 60, 5)
        assert vehicle.status == Status(0)
        ends.append((vehicle.x, vehicle.y, vehicle.yaw))
    turn = math.remainder(ends[1][2] - ends[0][2], 2.0 * math.pi)
    assert math.dist(ends[0][:2], ends[1][:2]) < 1e-4
    assert abs(turn) < 1e-4


@pytest.mark.parametrize("name", ["single-track/linear", "tractor-trailer/chain"])
def test_where_the_tangent_of_the_stop_counts_it_stays_below_90_degrees(name):
    with pytest.raises(ModelError, match=r"max_steer_angle is 1\.57.* must be in 0\.\.1\.5"):
        Vehicle(name, max_steer_angle=RIGHT)
    with pytest.raises(ModelError, match=r"max_steer_angle is 1\.57.* must be in 0\.\.1\.5"):
        Fleet(name, 2, max_steer_angle=RIGHT)


def test_wheels_of_the_linear_model_do_not_begin_at_90_degrees():
    with pytest.raises(ModelError, match=r"wheel_angle is 1\.57.* must be in -1\.5\.\.1\.5"):
        Vehicle("single-track/linear", speed=0.05, wheel_angle=RIGHT)


def test_a_model_that_takes_over_in_the_playground_takes_wheels_back_to_its_stop():
    before, after = Driven("single-track"), Driven("single-track/linear")
    before.vehicle.wheel_angle = -1.55
    after.take_over(before)
    assert after.vehicle.wheel_angle == -1.5


def test_the_mended_yaw_rate_of_the_thesis_holds_up_to_90_degrees():
    """cos(atan(tan(a) / 2)) tan(a) has the limit 2."""
    params = wheeled.Params(yaw_independent_of_speed=0.0, torque_as_rate=0.0)
    rate = wheeled_yaw_rate(wheeled.Control(steer_angle=RIGHT), params, 3.0)
    assert rate == pytest.approx(2.0 * 3.0 / params.wheelbase, rel=1e-12)
