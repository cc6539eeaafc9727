"""What is asked of a fit before anything is compiled: names, words, slow logs, and manoeuvres at a log's speeds."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import FitError
from motorpool.models.registry import find
from motorpool.studies.fitting import Log, predict
from motorpool.studies.fitting.channels import signals_of
from motorpool.studies.fitting.manoeuvres import _at_speeds_of
from motorpool.studies.fitting.parameters import checked_names, checked_values, fitted_form
from motorpool.studies.fitting.windows import shape_of, stretches, windows_of
from motorpool.studies.fitting.words import refusal


def drive(speed, *, noise=0.0, rows=1000, name="drive"):
    """A log of a car on a winding path at some speed [m/s]."""
    time = np.arange(rows) * 0.02
    steer, random = 0.1 * np.sin(time), np.random.default_rng(3)
    rate = speed * np.tan(steer) / 0.33
    columns = {"speed": speed + random.normal(0.0, noise, rows), "yaw_rate": rate, "steer_angle": steer}
    return Log(time, columns, name=name)


def signals(log, name="bicycle"):
    model = find(name)
    return signals_of(log, model, model.module.Params._field_defaults)


@pytest.mark.parametrize("speed", [0.05, 0.39, 3.0, 20.0])
def test_a_log_at_any_speed_has_windows(speed):
    log, model = drive(speed, noise=0.1 * speed), find("bicycle")
    found = signals(log)
    windows = windows_of(log, found, model, shape_of(log, seconds=3.0), is_held=False)
    assert windows.number >= 6
    assert found.usual_speed == pytest.approx(speed, rel=0.2)


@pytest.mark.parametrize(("speed", "noise"), [(0.0, 0.0), (0.0, 0.05), (0.001, 0.0)])
def test_a_vehicle_that_stands_is_refused_whatever_its_sensor_says(speed, noise):
    with pytest.raises(FitError, match="the vehicle stands"):
        signals(drive(speed, noise=noise))


def test_windows_in_which_a_slow_vehicle_rests_are_left_out():
    time = np.arange(1500) * 0.02
    speed = np.where(time < 15.0, 0.2, 0.0)
    log, model = Log(time, {"speed": speed, "yaw_rate": 0.0 * time, "steer_angle": 0.0 * time}), find("bicycle")
    windows = windows_of(log, signals(log), model, shape_of(log, seconds=3.0), is_held=False)
    assert windows.time[:, 0].max() < 15.0
    assert windows.number == 5


def test_a_gap_in_times_or_commands_is_in_no_window_and_ends_a_prediction():
    log, model = drive(2.0), find("bicycle")
    inside = (log.time > 7.0) & (log.time < 9.0)
    cut = {name: column[~inside] for name, column in log.values.items()}
    silent = {**log.values, "steer_angle": np.where(inside, np.nan, log.values["steer_angle"])}
    for gappy in (Log(log.time[~inside], cut), Log(log.time, silent)):
        windows = windows_of(gappy, signals(gappy), model, shape_of(gappy, seconds=3.0), is_held=False)
        is_used = windows.is_measured.any(axis=2)
        assert not np.any(is_used & (windows.time > 7.01) & (windows.time < 8.99))
        assert windows.dt.max() < 0.05
        assert is_used[:, 0].all()
        assert windows.number >= 5
        assert [gappy.time[first] for first, _ in stretches(gappy, signals(gappy))] == pytest.approx(
            [0.0, 9.0], abs=0.03
        )


def test_a_drive_is_predicted_by_its_commands_between_its_gaps():
    """A bicycle that drives as the bicycle of the prediction: no error, whatever is missing."""
    car, rows = mp.Vehicle("bicycle+actuated", speed=2.0, steer_offset=0.05, sensor_ahead=0.3), []
    for step in range(600):
        car.steer_angle = 0.2 * np.sin(0.05 * step)
        rows.append((0.02 * step, *car.sensor_position, 2.0, car.steer_angle))
        car.step(0.02)
    time, x, y, speed, steer = np.delete(np.array(rows), slice(200, 260), axis=0).T
    log = Log(time, {"x": x, "y": y, "speed": speed, "steer_angle": steer})
    values = {"steer_offset": 0.05, "sensor_ahead": 0.3}
    seen = predict(log, "bicycle+actuated", params=values, is_held=True)
    assert seen.share < 1e-6
    assert seen.driven == pytest.approx(2.0 * 0.02 * 538, rel=0.05)
    assert predict(log, "bicycle", is_held=True).share > 0.02


@pytest.mark.parametrize("speed", [0.4, 2.0, 30.0])
def test_suggested_manoeuvres_are_driven_at_the_log_s_speeds(speed):
    fitted = cast("Any", SimpleNamespace(signals=(signals(drive(speed)),), params={}))
    driven = _at_speeds_of(fitted)
    assert max(one.speed for one in driven) == pytest.approx(speed, rel=0.05)
    assert f"full brake from {speed:g} m/s" in [one.words for one in driven]
    fitted.params["max_speed"] = 0.5 * speed
    assert max(one.speed for one in _at_speeds_of(fitted)) <= 0.5 * speed


def test_a_known_parameter_may_be_a_word():
    assert checked_values(find("bicycle"), {"speed_reference": "front", "wheelbase": 0.33}) == {
        "speed_reference": 1.0,
        "wheelbase": 0.33,
    }
    with pytest.raises(FitError, match="'rear'"):
        checked_values(find("bicycle"), {"speed_reference": "roof"})
    with pytest.raises(FitError, match="must be a number"):
        checked_values(find("bicycle"), {"wheelbase": "long"})


def test_names_of_parameters_are_suggested_and_those_of_the_steering_among_them():
    with pytest.raises(FitError, match="did you mean 'steer_delay'"):
        checked_names(find("bicycle"), ["steer_dely"], "--also")
    with pytest.raises(FitError, match="sum of front_axle_offset and rear_axle_offset"):
        checked_names(find("single-track"), ["wheelbase"], "--fix")
    with pytest.raises(FitError, match="has no actuated form"):
        fitted_form(find("tracked"), ["steer_delay"])
    assert fitted_form(find("bicycle"), ["wheelbase"]).name == "bicycle/arc"
    assert fitted_form(find("bicycle"), ["steer_delay"]).name == "bicycle/arc+actuated"


def fit_of_pedals(ratio: float | None) -> Any:
    """A fit to a log with pedals, of which only the error of what was held out counts."""
    return SimpleNamespace(unseen_ratio=ratio, name="a.csv", signals=(SimpleNamespace(imposed=()),), held_out=())


def test_a_fit_that_predicts_what_was_held_out_worse_than_its_start_is_refused():
    for ratio, is_refused in ((None, False), (0.4, False), (1.005, False), (1.2, True)):
        fitted = fit_of_pedals(ratio)
        assert ("worse than the start values" in refusal(fitted)) == is_refused


def trial(name: str, before: float, after: float) -> SimpleNamespace:
    """A drive of 100 m that is not fitted, with the errors of its prediction [m]."""
    errors = (SimpleNamespace(error=error, driven=100.0) for error in (before, after))
    return SimpleNamespace(log=SimpleNamespace(name=name), **dict(zip(("before", "after"), errors, strict=True)))


def test_drives_that_are_not_fitted_are_judged_by_the_sum_of_their_errors():
    good = fit_of_pedals(0.4)
    worse, better = trial("b.csv", 1.0, 2.0), [trial(f"{number}.csv", 3.0, 1.0) for number in range(14)]
    assert "predicts b.csv, which was not fitted, worse than the start values do: 2 % of the path, not 1 %" in refusal(
        good, cast("Any", [worse])
    )
    assert refusal(good, cast("Any", [*better, worse])) == ""
    assert "predicts the 2 drives that were not fitted, worse" in refusal(good, cast("Any", [worse, worse]))
    assert refusal(good) == ""
