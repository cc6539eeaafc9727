"""Fits to several logs of a 1:10 car that another program simulates: steering, sensor, unseen drives, refusals.

The bicycle is compiled once for all of them: three logs at a time, cut into windows of one size.
"""

import numpy as np
import pytest
import small_car
from small_car import logs_of, write

import motorpool as mp
from motorpool.app.cli import run
from motorpool.studies.fitting import Log, fit, predict, read_log, write_fit
from motorpool.studies.fitting.figure import cause_figure, fit_figure
from motorpool.studies.fitting.words import refusal, trial_of, warnings_of

STEERING = ("steer_offset", "steer_ratio", "steer_delay", "sensor_ahead", "sensor_left")
WHEELBASE = {"wheelbase": small_car.FRONT + small_car.REAR}
WITHIN = 0.01  # of the path


@pytest.fixture(scope="module")
def drives():
    return logs_of(range(5), usual=1.0)


@pytest.fixture(scope="module")
def found(drives):
    return fit(drives[:3], "bicycle", free=STEERING, fix=WHEELBASE, starts=1)


def written(log, folder, **columns):
    """Write a log as CSV with other columns; returns its path."""
    write(log, folder / f"{log.name}.csv", **columns)
    return str(folder / f"{log.name}.csv")


def test_unseen_drives_are_predicted_within_a_hundredth_of_their_path(found, drives):
    for log in drives[3:]:
        trial = trial_of(found, log)
        assert trial.after.share < WITHIN
        assert trial.before.share > 10.0 * WITHIN
    assert found.unseen_ratio < 0.3
    assert not refusal(found)


def test_offset_delay_and_lever_arm_are_those_of_the_car_with_their_signs(found):
    assert found["steer_offset"].value == pytest.approx(small_car.OFFSET, abs=0.004)
    assert found["steer_delay"].value == pytest.approx(small_car.DELAY + small_car.SERVO_LAG, abs=0.03)
    assert found["steer_ratio"].value == pytest.approx(small_car.RATIO, rel=0.05)
    ahead = small_car.MARKER[0] - 0.5 * (small_car.FRONT - small_car.REAR)  # of the middle of the wheelbase
    assert found["sensor_ahead"].value == pytest.approx(ahead, abs=0.03)
    assert found["sensor_left"].value == pytest.approx(small_car.MARKER[1], abs=0.005)


def test_what_a_log_does_not_determine_keeps_its_start_value_though_it_was_requested():
    """At small angles a log determines the ratio of wheelbase and steering ratio: together they became 0.09 m, 0.22."""
    found = fit(logs_of(range(3)), "bicycle", free=("wheelbase", *STEERING), starts=4)
    assert found.undetermined == ("steer_ratio",)
    assert found.params["steer_ratio"] == 1.0
    assert found.params["wheelbase"] == pytest.approx(WHEELBASE["wheelbase"] / small_car.RATIO, rel=0.15)
    assert any("steer_ratio was requested, and the log does not determine it" in words for words in warnings_of(found))


def test_the_vehicle_s_file_alone_predicts_an_unseen_drive(found, drives, tmp_path):
    """Steered by the commands of the log, a ``Vehicle`` of the file ends where the camera saw the marker."""
    file = write_fit(found, tmp_path / "mine.toml")
    log = drives[3]
    values, rows = log.values, slice(0, 250)  # 5 s, before the camera sees nothing
    heading = np.unwrap(values["yaw"])[: rows.stop]
    car = mp.Vehicle(str(file), yaw=float(np.nanmean(heading[:5])), delayed_steer_angle=values["steer_angle"][0])
    path = []
    for steer_angle, speed in zip(values["steer_angle"][rows], values["speed"][rows], strict=True):
        path.append(car.sensor_position)
        car.steer_angle, car.speed = steer_angle, speed
        car.step(dt=0.02)
    seen = np.column_stack([values["x"][rows], values["y"][rows]])
    away = np.array(path) - seen
    away -= np.nanmean(away[:5], axis=0)
    assert car.model.vehicle.body.length == pytest.approx(4.5 / 2.7 * WHEELBASE["wheelbase"], rel=0.01)
    driven = np.sum(np.hypot(*np.diff(path, axis=0).T))
    assert np.sqrt(np.nanmean(np.sum(away**2, axis=1))) < 3.0 * WITHIN * driven  # with a yaw by five readings
    assert predict(log, str(file)).share < WITHIN
    fleet = mp.Fleet(str(file), 2, speed=1.0)
    fleet.step(0.02, steps=50)
    assert fleet.state.yaw[0] == pytest.approx(np.tan(small_car.OFFSET) / WHEELBASE["wheelbase"], rel=0.15)


def test_a_vehicle_that_is_worse_than_its_start_is_refused_and_kept_only_on_request(found, drives, tmp_path, capsys):
    """Four fifths of these logs are steered with a trim that the last fifth, and the start, do not have."""
    base = write_fit(found, tmp_path / "good.toml")
    files = []
    for log in drives[:3]:
        is_late = log.time > 0.78 * log.duration
        wrong = log.values["steer_angle"] + np.where(is_late, 0.0, 0.15)
        files.append(written(log, tmp_path, steer_angle=wrong))
    command = ["fit", *files, "--base", str(base), "--free", ",".join(STEERING), "--starts", "1"]
    out, page = tmp_path / "worse.toml", tmp_path / "worse.html"
    assert run([*command, "--out", str(out)]) == 1
    said = capsys.readouterr()
    sentence = said.err.strip().splitlines()[-1]
    assert "worse than the start values do" in sentence
    assert "--keep" in sentence
    assert "steer_offset" in said.out
    assert not out.exists()
    assert "<svg" in page.read_text()
    assert run([*command, "--out", str(out), "--force", "--keep"]) == 0
    assert mp.Vehicle(str(out)).steer_offset < -0.05


def test_a_predicted_yaw_is_drawn_beside_the_measured_one(found):
    """A yaw is unwrapped in a log, and within half a turn in a state; in a figure they are within half a turn."""
    figure = fit_figure(found)
    axes = next(one for one in figure.axes if one.get_ylabel() == "yaw [°]")
    lines = {line.get_label(): line.get_ydata() for line in axes.lines}
    assert np.nanmin(lines["measured"]) - 60.0 < np.nanmin(lines["fitted"])
    assert np.nanmax(lines["fitted"]) < np.nanmax(lines["measured"]) + 60.0


def test_residuals_that_depend_on_the_steering_leave_zero_in_their_figure(found, drives):
    figure = cause_figure(found)
    labels = [axes.get_xlabel() for axes in figure.axes[:2]]
    assert labels == ["speed [m/s]", "steer angle [°]"]
    own = figure.axes[1]
    rows, medians = own.lines[0], own.lines[1]
    assert len(rows.get_xdata()) > 1000
    assert 10 <= len(medians.get_xdata()) <= 15
    bent = fit(drives[:3], "bicycle", free=["steer_delay"], fix=WHEELBASE, starts=1)  # without offset and ratio
    trend, left = (_trend(one) for one in (bent, found))
    assert trend > 3.0 * left


def _trend(fitted):
    """Return the greatest median of the yaw's residual in its figure, over steering."""
    figure = cause_figure(fitted)
    row = next(place for place, axes in enumerate(figure.axes) if axes.get_ylabel() == "yaw [°]")
    return float(np.max(np.abs(figure.axes[row + 1].lines[1].get_ydata())))


def test_logs_that_are_fitted_together_need_the_same_columns(drives):
    values = dict(drives[1].values)
    values.pop("yaw")
    other = Log(drives[1].time, values, name="other")
    with pytest.raises(mp.errors.FitError, match="drive-0 has yaw and other has not"):
        fit([drives[0], other], "bicycle")
    with pytest.raises(mp.errors.FitError, match="there is no log"):
        fit([], "bicycle")


def test_parameters_of_the_steering_are_fitted_beside_what_the_log_tells(drives):
    found = fit(drives[:3], "bicycle", also=["steer_delay"], offsets=["steer_angle"], starts=1)
    assert {one.name for one in found.estimates} == {"wheelbase", "steer_offset", "steer_delay"}
    assert found["steer_offset"].value == pytest.approx(small_car.OFFSET, abs=0.006)
    assert trial_of(found, drives[3]).after.share < WITHIN


def test_a_drive_without_a_path_is_no_test(found, drives):
    values = {name: column for name, column in drives[0].values.items() if name not in ("x", "y")}
    with pytest.raises(mp.errors.FitError, match="has no path to compare with"):
        trial_of(found, Log(drives[0].time, values, name="blind"))


def test_a_test_log_is_reported_from_the_command_line(drives, found, tmp_path, capsys):
    files = [written(log, tmp_path) for log in drives[:4]]
    assert np.isnan(read_log(files[0]).values["x"]).any()
    base = write_fit(found, tmp_path / "base.toml")
    command = ["fit", *files[:3], "--test", files[3], "--base", str(base), "--free", ",".join(STEERING), "--keep"]
    assert run([*command, "--starts", "1", "--out", str(tmp_path / "again.toml")]) == 0
    assert "drive-3.csv, not fitted: the predicted path is off by 0." in capsys.readouterr().out
    text = (tmp_path / "again.toml").read_text()
    assert "steer_delay" in text
    assert "drive-0.csv, drive-1.csv and drive-2.csv" in text


@pytest.mark.slow
def test_with_tyres_that_slip_faster_drives_are_predicted_within_a_hundredth_of_their_path(tmp_path):
    """At 1.6 m/s, twice the lateral acceleration: a single-track car with the tyres' stiffness to be fitted."""
    drives = logs_of(range(5), usual=1.6)
    known = {"mass": small_car.MASS, "front_axle_offset": small_car.FRONT, "rear_axle_offset": small_car.REAR}
    free = (*STEERING, "front_axle_cornering_coefficient", "rear_axle_cornering_coefficient")
    found = fit(drives[:3], "F1TENTH", free=free, fix=known, starts=1)
    for log in drives[3:]:
        assert trial_of(found, log).after.share < WITHIN
    file = write_fit(found, tmp_path / "racer.toml")
    assert mp.Vehicle(str(file)).model.vehicle.base.name == "F1TENTH"
    assert predict(drives[3], str(file)).share < WITHIN
