"""The history that ``Fleet.run`` returns: what stepping by hand would have seen, with units, in bounded memory."""

import math

import numpy as np
import pytest

from motorpool import Fleet
from motorpool.errors import ModelError


@pytest.fixture
def fleet():
    return Fleet("bicycle", 3, name="cars", speed=[1.0, 2.0, 3.0], steer_angle=[0.0, 0.2, -0.2])


def test_it_has_what_stepping_by_hand_sees_to_the_bit(fleet):
    by_hand = Fleet("bicycle", 3, speed=[1.0, 2.0, 3.0], steer_angle=[0.0, 0.2, -0.2])
    history = fleet.run(0.1, 20, every=5)
    for sample in range(5):
        assert np.array_equal(history.x[sample], by_hand.state.x)
        assert np.array_equal(history.yaw[sample], by_hand.state.yaw)
        by_hand.step(0.1, 5)
    assert np.array_equal(fleet.state.x, history.x[-1])


def test_its_time_begins_at_zero_and_ends_with_the_last_step(fleet):
    assert fleet.run(0.1, 20, every=5).time == pytest.approx([0.0, 0.5, 1.0, 1.5, 2.0])
    assert fleet.run(0.1, 7, every=5).time == pytest.approx([0.0, 0.5, 0.7])
    assert fleet.run(0.1, 0).time.tolist() == [0.0]
    assert fleet.run(0.1, 2, every=np.int64(1)).x.shape == (3, 3)


def test_a_circle_is_driven_as_the_formula_says(fleet):
    radius = 2.7 / math.tan(0.2)  # of the rear axle; the state is the middle of the wheelbase
    history = fleet.run(0.05, 100, every=10)
    turn = 2.0 * history.time / radius
    assert history.yaw[:, 1] == pytest.approx(turn, abs=1e-9)
    rear_y = history.y[:, 1] - 1.35 * np.sin(history.yaw[:, 1])
    assert rear_y == pytest.approx(radius * (1.0 - np.cos(turn)), abs=1e-9)


def test_controls_may_change_before_each_sample(fleet):
    times = []

    def brake(time):
        times.append(time)
        fleet.control.speed = 2.0 if time < 0.9 else 0.0

    history = fleet.run(0.1, 20, every=5, columns=["x", "speed"], control=brake)
    assert times == pytest.approx([0.0, 0.5, 1.0, 1.5])
    assert history.x[:, 0] == pytest.approx([0.0, 1.0, 2.0, 2.0, 2.0])
    assert history.speed[:, 0].tolist() == [1.0, 2.0, 2.0, 0.0, 0.0]


def test_columns_have_units_and_meanings_and_are_listed(fleet):
    history = fleet.run(0.1, 2, columns=["x", "speed", "wheelbase"])
    assert history.units == {"x": "m", "speed": "m/s", "wheelbase": "m"}
    assert history.meanings["wheelbase"] == "front to rear axle"
    assert {"x", "speed", "wheelbase", "time"} <= set(dir(history))
    assert (len(history), history.count) == (3, 3)
    assert repr(history).splitlines() == [
        "<History of 'cars': 3 samples from 0 to 0.2 s of 3 vehicles",
        " 3 columns: x, speed, wheelbase; x 0 to 0.59843 m, speed 1 to 3 m/s>",
    ]


def test_a_misspelt_column_is_suggested(fleet):
    with pytest.raises(AttributeError, match="the history has no column 'theta'; did you mean 'yaw'"):
        _ = fleet.run(0.1, 1).theta
    with pytest.raises(ModelError, match=r"cars\.run has no column 'velocity'; did you mean 'speed'"):
        fleet.run(0.1, 1, columns=["velocity"])


@pytest.mark.parametrize("every", [0, -1, 2.5, "2"])
def test_an_interval_that_means_nothing_is_refused(fleet, every):
    with pytest.raises(ModelError, match=r"cars\.run: every is .*; it must be a whole number of steps, 1 or more"):
        fleet.run(0.1, 10, every=every)


def test_one_that_takes_too_much_memory_is_refused_before_anything_moves(fleet):
    with pytest.raises(ModelError, match=r"1 001 samples of 3 vehicles in 3 columns takes .*15 times as rarely"):
        fleet.run(0.1, 1000, max_bytes=5000)
    assert not fleet.state.x.any()


def test_tables_of_pandas_and_xarray_have_every_value_and_its_unit(fleet):
    history = fleet.run(0.1, 4, every=2)
    table = history.to_pandas()
    assert table.loc[(history.time[2], 1), "x"] == history.x[2, 1]
    assert table.shape == (9, 3)
    assert table.attrs["units"] == {"time": "s", "x": "m", "y": "m", "yaw": "rad"}
    dataset = history.to_xarray()
    assert dataset.x.sel(vehicle=1).to_numpy().tolist() == history.x[:, 1].tolist()
    assert dataset.y.dims == ("time", "vehicle")
    assert (dataset.yaw.attrs["units"], dataset.time.attrs["units"]) == ("rad", "s")
    assert dataset.x.attrs["long_name"] == "east"


def test_a_fleet_in_float32_keeps_float32():
    assert Fleet("bicycle", 2, dtype="float32", speed=1.0).run(0.1, 2).x.dtype == np.float32
