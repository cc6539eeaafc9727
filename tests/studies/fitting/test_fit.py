"""Fits: derivatives against differences, true values inside their intervals, and logs that other programs made."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import FitError
from motorpool.models.registry import find
from motorpool.studies.fitting import Log, fit, read_log, sensitivity, write_fit
from motorpool.studies.fitting.channels import signals_of
from motorpool.studies.fitting.confidence import noise_at
from motorpool.studies.fitting.kernel import _kernel
from motorpool.studies.fitting.parameters import candidates
from motorpool.studies.fitting.residuals import Problem, noise_of
from motorpool.studies.fitting.sensitivity import Predictor
from motorpool.studies.fitting.windows import shape_of, theta_names, theta_of, windows_of

LOGS = Path(__file__).parents[2] / "fixtures" / "logs"
DT = 0.04
NOISE = {"speed": 0.05, "yaw_rate": 0.005}
FREE = ("yaw_inertia", "front_axle_cornering_coefficient", "rear_axle_cornering_coefficient", "max_brake_force")
TRUE = find("single-track").module.Params._field_defaults
AWAY = "single-track:yaw_inertia=3200,front_axle_cornering_coefficient=16,max_brake_force=18000"  # where fits start
LOGS_MADE, TRUE_SHARE = 20, 0.95


@cache
def drive():
    """The states and commands of a drive of the usual single-track car, without noise."""
    car = mp.Vehicle("single-track", speed=14.0)
    rows = []
    for step in range(500):
        time = step * DT
        car.steer_angle = 0.05 * np.sin(0.8 * time + 0.05 * time * time)
        car.throttle, car.brake = (0.0, 0.25) if time % 7.0 > 5.5 else (0.5, 0.0)
        rows.append((time, car.speed, car.yaw_rate, car.lateral_speed, car.steer_angle, car.throttle, car.brake))
        car.step(0.5 * DT, steps=2)
    names = ("time", "speed", "yaw_rate", "lateral_speed", "steer_angle", "throttle", "brake")
    return dict(zip(names, np.array(rows).T, strict=True))


def noisy(seed):
    """The log of that drive with the noise of sensors."""
    noise, columns = np.random.default_rng(seed), dict(drive())
    time = columns.pop("time")
    columns.pop("lateral_speed")
    for name, deviation in NOISE.items():
        columns[name] = columns[name] + noise.normal(0.0, deviation, time.size)
    return Log(time, columns, name=f"noise {seed}")


def windows_for(model, log, *, seconds=3.0):
    """The windows of a log for a model."""
    signals = signals_of(log, model, model.module.Params._field_defaults)
    return windows_of(log, signals, model, shape_of(log, seconds=seconds), is_held=True)


def problem(log):
    """The fit of four parameters to a log, unsolved."""
    model = find("single-track")
    params = model.module.Params._field_defaults
    windows = windows_for(model, log)
    names = theta_names(model, windows.channels)
    parameters = [one for one in candidates(model, params, ()) if one.name in FREE]
    theta = theta_of(model, windows.channels, params)
    places = [names.index(one.name) for one in parameters]
    return Problem(Predictor(model, windows), windows, parameters, places, theta, noise_of(windows))


def test_derivatives_of_predictions_are_those_of_differences():
    made = problem(noisy(0))
    windows, starts = made.windows, made.windows.start * ~made.windows.is_added
    exact = made.predictor.predict(windows, made.theta, starts, made.places)
    for column, place in enumerate(made.places):
        step = 1e-5 * made.theta[place]
        ends = []
        for sign in (1.0, -1.0):
            theta = made.theta.copy()
            theta[place] += sign * step
            ends.append(made.predictor.predict(windows, theta, starts, made.places).values)
        slope = (ends[0] - ends[1]) / (2.0 * step)
        assert np.allclose(exact.by_theta[..., column], slope, rtol=1e-4, atol=1e-6 * np.abs(slope).max())
        assert np.abs(slope).max() > 0.0
    for column in range(len(windows.free)):
        moved = [starts + sign * 1e-6 * np.eye(len(windows.free))[column] for sign in (1.0, -1.0)]
        ends = [made.predictor.predict(windows, made.theta, start, made.places).values for start in moved]
        assert np.allclose(exact.by_start[..., column], (ends[0] - ends[1]) / 2e-6, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["single-track", "bicycle+actuated"])
def test_a_compiled_prediction_is_that_of_plain_python(name, monkeypatch):
    model = find(name)
    path = {"x": np.cumsum(drive()["speed"]) * DT, "y": 0.1 * drive()["time"], "yaw": 0.01 * drive()["time"]}
    columns = {**drive(), **path}
    windows = windows_for(model, Log(columns.pop("time"), columns), seconds=0.4).take(slice(0, 2))
    theta = theta_of(model, windows.channels, model.module.Params._field_defaults)
    asked = (windows, theta, windows.start * ~windows.is_added, np.array([0, 3]))
    compiled = Predictor(model, windows).predict(*asked)
    monkeypatch.setenv("MOTORPOOL_COMPILE", "0")
    _kernel.cache_clear()
    plain = Predictor(model, windows).predict(*asked)
    _kernel.cache_clear()
    for one, other in zip(compiled, plain, strict=True):
        assert np.abs(other).max() > 0.0
        assert np.allclose(one, other, rtol=1e-10, atol=1e-10)


def test_a_rate_at_a_row_is_the_mean_of_those_of_the_steps_beside_it():
    model, columns = find("bicycle"), dict(drive())
    windows = windows_for(model, Log(columns.pop("time"), columns))
    assert windows.channels == ("yaw_rate",)
    theta = theta_of(model, windows.channels, model.module.Params._field_defaults)
    found = Predictor(model, windows).predict(windows, theta, windows.start, np.zeros(0, int)).values[0, :, 0]
    car, rates = mp.Vehicle("bicycle"), []
    for command, dt in zip(windows.commands[0], windows.dt[0], strict=True):
        for name, value in zip(model.module.Control._fields, command, strict=True):
            setattr(car, name, value)
        car.yaw = 0.0
        car.step(dt)
        rates.append(car.yaw / dt)
    rows = (windows.shape.run_in + np.arange(windows.shape.rows)) * windows.shape.steps
    after, before = np.array(rates)[rows], np.array(rates)[rows - 1]
    before[0] = after[0]  # the window begins there
    assert np.abs(before - after).max() > 1e-3
    assert np.allclose(found, 0.5 * (before + after), rtol=0.0, atol=1e-12)


def test_a_model_with_branches_is_differentiated():
    tank, columns = mp.Vehicle("park1992/tracked", speed=8.0), {}
    controls, seen = tank.model.module.Control._fields, ("speed", "yaw_rate")
    for step in range(120):
        tank.left_force, tank.right_force = 9e4, 8e4 + 2e4 * np.sin(0.1 * step)
        for name in (*controls, *seen):
            columns.setdefault(name, []).append(float(getattr(tank, name)))
        tank.step(DT)
    log = Log(np.arange(120) * DT, {name: np.array(column) for name, column in columns.items()})
    windows = windows_for(tank.model, log, seconds=1.0)
    theta = theta_of(tank.model, windows.channels, tank.model.module.Params._field_defaults)
    place = theta_names(tank.model, windows.channels).index("mass")
    predictor, start = Predictor(tank.model, windows), windows.start * ~windows.is_added
    exact = predictor.predict(windows, theta, start, np.array([place])).by_theta[..., 0]
    step = 1e-5 * theta[place] * (np.arange(theta.size) == place)
    above, below = (predictor.predict(windows, theta + sign * step, start, np.zeros(0, int)).values for sign in (1, -1))
    slope = (above - below) / (2.0 * step[place])
    assert np.abs(slope).max() > 0.0
    assert np.allclose(exact, slope, rtol=1e-5, atol=1e-6 * np.abs(slope).max())


def test_a_model_that_cannot_be_compiled_is_refused_with_its_line(tmp_path):
    text = (Path(__file__).parents[2] / "contract" / "own_model.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(
        text.replace("    return State(", "    [dt]\n    return State(", 1), encoding="utf-8"
    )
    columns = dict(drive())
    time = columns.pop("time")
    log = Log(time, {**columns, "x": time, "y": time, "yaw": 0.0 * time})
    with pytest.raises(FitError, match=r"mine\.py:49: `\[dt\]` .*, or fit another model$"):
        Predictor(find(str(tmp_path / "mine.py")), windows_for(find("bicycle"), log))


def test_each_direction_is_the_same_with_any_number_of_threads(monkeypatch):
    made = problem(noisy(1))
    asked = (made.windows, made.theta, made.windows.start * ~made.windows.is_added, made.places)
    monkeypatch.setattr(sensitivity, "cpu_count", lambda: 1)
    alone = made.predictor.predict(*asked)
    monkeypatch.setattr(sensitivity, "cpu_count", lambda: 3)
    together = made.predictor.predict(*asked)
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one, other)


def test_without_noise_the_true_values_predict_the_log_and_no_residual_is_left():
    columns = dict(drive())
    made = problem(Log(columns.pop("time"), columns, name="exact"))
    found = made.residuals(np.array([one.coordinate(one.start) for one in made.parameters]))
    for place, name in enumerate(made.windows.channels):
        size = np.abs(made.windows.measured[..., place]).max()
        assert np.abs(found.raw[..., place]).max() < 2e-3 * size, name


def test_true_values_are_inside_their_intervals_as_often_as_stated():
    """Of so many intervals about 95 in 100; fewer than the binomial limit comes once in a thousand runs of luck.

    benchmarks/fit.py counts more logs.
    """
    from scipy.stats import binom

    inside = []
    for seed in range(LOGS_MADE):
        found = fit(noisy(seed), AWAY, free=FREE, starts=1, hold_out=0.0, is_held=True)
        inside += [found[name].interval.low <= TRUE[name] <= found[name].interval.high for name in FREE]
    assert len(inside) == LOGS_MADE * len(FREE)
    least = 2.0 * binom.ppf(1e-3, len(inside) // 2, TRUE_SHARE)  # those of one log are alike: half of them count
    assert sum(inside) >= least, f"{sum(inside)} of {len(inside)}"


def test_noise_is_found_with_and_without_a_model():
    made = problem(noisy(3))
    found = made.residuals(np.array([one.coordinate(one.start) for one in made.parameters]))
    noise = noise_at(found, made.windows, len(FREE))
    for place, name in enumerate(made.windows.channels):
        assert np.isclose(noise.deviation[place], NOISE[name], rtol=0.15)
        assert np.isclose(noise_of(made.windows)[place], NOISE[name], rtol=0.15)
        assert noise.inflation[place] < 1.5


def test_a_parameter_that_nothing_tells_is_said_to_be_so_and_a_file_is_written_that_loads(tmp_path):
    found = fit(noisy(4), free=FREE, starts=1, hold_out=0.2, is_held=True)
    known = {one.name: one for one in found.certainties}
    assert known["suspension_frequency"].alone > 1e3  # no effect on a level road
    assert known["mass"].alone < 0.1  # it has an effect
    assert any("mass" in one.names and "max_brake_force" in one.names for one in found.unknown)  # as a ratio only
    file = write_fit(found, tmp_path / "mine.toml", report=tmp_path / "mine.html")
    car = mp.Vehicle(str(file))
    assert np.isclose(car.yaw_inertia, found["yaw_inertia"].value, rtol=1e-5)
    assert car.mass == 1500.0
    assert f"{found['yaw_inertia'].interval.low:.5g} to" in file.read_text()
    page = (tmp_path / "mine.html").read_text()
    assert "What is left, and by what" in page
    assert "<svg" in page
    assert "yaw_inertia" in page


OTHERS = {  # what the vehicle's owner knows of it by a scale and a tape
    "commonroad": {"mass": 1093.295, "front_axle_offset": 1.1562, "rear_axle_offset": 1.4227},
    "mujoco": {"mass": 1490.0, "front_axle_offset": 1.197, "rear_axle_offset": 1.403},
}


def half_of(log):
    """The first half of a log."""
    half = slice(0, log.time.size // 2)
    return Log(log.time[half], {key: column[half] for key, column in log.values.items()}, name=log.name)


@pytest.mark.parametrize("name", OTHERS)
def test_a_car_of_another_program_is_predicted_better_where_the_fit_has_not_seen_it(name):
    log = half_of(read_log(LOGS / f"{name}.csv"))
    found = fit(log, fix=OTHERS[name], free=(*FREE[:3], "tyre_grip"), starts=1)
    unseen = found.score(held_out=True)
    place = found.channels.index("yaw_rate")
    assert unseen.after[place] < 0.6 * unseen.before[place]
    if name == "commonroad":
        assert 0.75 * 1791.6 < found["yaw_inertia"].value < 1.25 * 1791.6  # of its parameter set [kg m^2]
