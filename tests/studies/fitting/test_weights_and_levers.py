"""Places of the accelerometer, and weights of the measured columns of a fit."""

from types import SimpleNamespace

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import FitError
from motorpool.models.registry import find
from motorpool.studies.fitting import Log, fit
from motorpool.studies.fitting.observed import lateral_lever, longitudinal_lever
from motorpool.studies.fitting.option_words import weight_of


def turned_drive(*, ahead: float, left: float) -> Log:
    """A drive of a single-track car that steers to and fro, with an accelerometer at a place in the car."""
    car, rows = mp.Vehicle("single-track", speed=12.0), []
    for step in range(1500):
        car.steer_angle = 0.05 * np.sin(0.03 * step) * np.sin(0.011 * step)
        before = (car.speed, car.lateral_speed, car.yaw_rate)
        row = (0.01 * step, car.x, car.y, car.yaw, car.speed, car.yaw_rate, car.steer_angle)
        car.throttle = 0.3
        car.step(0.01)
        (u, v, r), change = before, (car.yaw_rate - before[2]) / 0.01
        rate = 0.5 * (r + car.yaw_rate)
        aside = (car.lateral_speed - v) / 0.01 + rate * 0.5 * (u + car.speed)
        rows.append((*row, aside + change * ahead - rate * rate * left))
    time, x, y, yaw, speed, rate, steer, aside = np.array(rows).T
    aside[1:] = 0.5 * (aside[1:] + aside[:-1])  # about the row, as an accelerometer between two steps
    path = {"x": x, "y": y, "yaw": yaw, "speed": speed, "yaw_rate": rate}
    driven = {"steer_angle": steer, "throttle": np.full(time.size, 0.3)}
    return Log(time, {**path, **driven, "lateral_acceleration": aside})


@pytest.mark.parametrize("ahead", [1.2, -0.8])
def test_the_place_of_the_accelerometer_is_found_by_what_it_measures_in_turns(ahead):
    found = fit(turned_drive(ahead=ahead, left=0.0), "single-track", free=["imu_ahead"], is_held=True, hold_out=0.0)
    assert found["imu_ahead"].value == pytest.approx(ahead, abs=0.02)
    assert found["imu_ahead"].interval.low <= found["imu_ahead"].value <= found["imu_ahead"].interval.high


def test_a_column_without_weight_moves_no_parameter_and_a_heavy_one_does():
    log = turned_drive(ahead=0.0, left=0.0)
    wrong = Log(log.time, {**log.values, "lateral_acceleration": 1.5 * log.values["lateral_acceleration"]})
    free = ["front_axle_cornering_coefficient", "rear_axle_cornering_coefficient"]
    true = find("single-track").module.Params._field_defaults
    weighted, heavy = (
        fit(wrong, "single-track", free=free, is_held=True, weights=weights)
        for weights in ({"lateral_acceleration": 0.0}, {"lateral_acceleration": 1e6})
    )
    assert "lateral_acceleration" in weighted.channels
    for name in free:
        assert weighted[name].value == pytest.approx(true[name], rel=0.01)
    assert max(abs(heavy[name].value / true[name] - 1.0) for name in free) > 0.02


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ({"lateral_speed": 2.0}, "has the measured columns"),
        ({"x": -1.0}, "must be 0 or more"),
        (
            dict.fromkeys(("x", "y", "yaw", "speed", "yaw_rate", "lateral_acceleration"), 0.0),
            "all measured columns are 0",
        ),
    ],
)
def test_weights_that_mean_nothing_are_refused_with_a_sentence(weights, said):
    with pytest.raises(FitError, match=said):
        fit(turned_drive(ahead=0.0, left=0.0), "single-track", weights=weights)


def test_a_weight_on_the_command_line_is_a_column_and_a_number():
    assert weight_of("yaw_rate = 0.5") == ("yaw_rate", 0.5)
    with pytest.raises(FitError, match="COLUMN=FACTOR"):
        weight_of("yaw_rate")


def test_on_a_disc_that_turns_steadily_the_lever_has_the_centripetal_acceleration_alone():
    turning, place = SimpleNamespace(yaw_rate=0.7), SimpleNamespace(imu_ahead=2.0, imu_left=-0.5)
    assert lateral_lever(turning, turning, place, 0.01) == pytest.approx(0.7**2 * 0.5)
    assert longitudinal_lever(turning, turning, place, 0.01) == pytest.approx(-(0.7**2) * 2.0)


def test_a_body_that_begins_to_turn_moves_its_front_aside_and_its_left_back():
    begins, later = SimpleNamespace(yaw_rate=-0.01), SimpleNamespace(yaw_rate=0.01)
    assert lateral_lever(begins, later, SimpleNamespace(imu_ahead=2.0, imu_left=0.0), 0.01) == pytest.approx(4.0)
    assert longitudinal_lever(begins, later, SimpleNamespace(imu_ahead=0.0, imu_left=2.0), 0.01) == pytest.approx(-4.0)
