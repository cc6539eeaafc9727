"""``motorpool fit`` refuses what cannot be fitted in one sentence, before anything is compiled."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.cli import run

HEADINGS = ("time", "speed", "yaw_rate", "steer_angle", "throttle")


@pytest.fixture
def log(tmp_path):
    """Write a log of some columns, each a number or values; returns its path."""

    def write(rows=400, **columns):
        values = {name: np.broadcast_to(column, rows) for name, column in columns.items()}
        path = tmp_path / "drive.csv"
        lines = [",".join(f"{column[row]:.6g}" for column in values.values()) for row in range(rows)]
        path.write_text("\n".join([",".join(values), *lines]) + "\n")
        return str(path)

    return write


def refused(capsys, tmp_path, *arguments):
    assert run(["fit", *arguments, "--out", str(tmp_path / "my.toml")]) == 2
    sentence, *rest = capsys.readouterr().err.strip().splitlines()
    assert not [line for line in rest if line.startswith("motorpool:")], rest  # a list of names may follow
    assert not list(tmp_path.glob("my.*"))
    return sentence


def times(rows=400, dt=0.02):
    return np.arange(rows) * dt


def test_a_log_without_times(log, capsys, tmp_path):
    sentence = refused(capsys, tmp_path, log(speed=10.0, yaw_rate=0.1, steer_angle=0.05))
    assert "no column of times" in sentence
    assert "--column time=COLUMN" in sentence


def test_a_log_without_a_command(log, capsys, tmp_path):
    sentence = refused(capsys, tmp_path, log(time=times(), speed=10.0, yaw_rate=0.1))
    assert "no command steer_angle" in sentence
    assert "--column steer_angle=COLUMN" in sentence


def test_a_log_without_anything_measured(log, capsys, tmp_path):
    sentence = refused(capsys, tmp_path, log(time=times(), steer_angle=0.1, throttle=0.5))
    assert "nothing that single-track predicts" in sentence


def test_a_log_without_pedals_or_speed(log, capsys, tmp_path):
    sentence = refused(capsys, tmp_path, log(time=times(), steer_angle=0.1, yaw_rate=0.1))
    assert "neither pedals nor a speed" in sentence


def test_an_unknown_model(log, capsys, tmp_path):
    file = log(time=times(), speed=10.0, yaw_rate=0.1, steer_angle=0.05)
    assert "did you mean" in refused(capsys, tmp_path, file, "--model", "single-trak")


def test_a_model_that_takes_other_commands(log, capsys, tmp_path):
    file = log(time=times(), speed=10.0, yaw_rate=0.1, steer_angle=0.05)
    assert "no command left_track_speed" in refused(capsys, tmp_path, file, "--model", "tracked")


def test_a_base_of_another_model(log, capsys, tmp_path):
    file = log(time=times(), speed=10.0, yaw_rate=0.1, steer_angle=0.05)
    sentence = refused(capsys, tmp_path, file, "--model", "single-track", "--base", "M1A1")
    assert "--base M1A1 is a skid-steer" in sentence


def test_a_log_that_is_too_short(log, capsys, tmp_path):
    file = log(rows=20, time=times(20), speed=10.0, yaw_rate=0.1, steer_angle=0.05)
    assert "is too short" in refused(capsys, tmp_path, file)


def test_a_vehicle_that_stands(log, capsys, tmp_path):
    file = log(time=times(), speed=0.0, yaw_rate=0.0, steer_angle=0.05, throttle=0.0)
    assert "the vehicle stands" in refused(capsys, tmp_path, file)


def test_commands_with_gaps_everywhere(log, capsys, tmp_path):
    angle = np.where(np.arange(400) % 30 == 0, 0.05, np.nan)
    file = log(time=times(), speed=10.0, yaw_rate=0.1, steer_angle=angle, throttle=0.2)
    assert "has no stretch" in refused(capsys, tmp_path, file)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("--free", "mas"), "did you mean 'mass'"),
        (("--fix", "mass"), "write NAME=VALUE"),
        (("--fix", "mass=-3"), "must be positive"),
        (("--fix", "mass=2000", "--free", "mass"), "mass is in --free and in --fix"),
        (("--offset", "gear"), "no such column to shift"),
        (("--window", "0"), "window is 0"),
        (("--hold-out", "1"), "hold_out is 1"),
        (("--ground", "cheese"), "--ground is 'cheese'"),
        (("--vehicle", "3"), "there is nothing to choose"),
    ],
)
def test_options_that_are_not_possible(log, capsys, tmp_path, option, sentence):
    file = log(time=times(), speed=10.0, yaw_rate=0.1, steer_angle=0.05, throttle=0.2)
    assert sentence in refused(capsys, tmp_path, file, *option)


def test_what_exists_is_not_overwritten(log, capsys, tmp_path):
    (tmp_path / "his.toml").write_text("")
    assert run(["fit", log(time=times(), speed=1.0), "--out", str(tmp_path / "his.toml")]) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "his.toml").read_text() == ""


def test_a_log_that_is_none(capsys, tmp_path):
    (tmp_path / "a.mcap").write_bytes(b"nothing of the kind")
    assert "no MCAP file" in refused(capsys, tmp_path, str(tmp_path / "a.mcap"))
    assert "there is no log" in refused(capsys, tmp_path, str(tmp_path / "b.csv"))
    (tmp_path / "none").mkdir()
    assert "is a folder; name a log" in refused(capsys, tmp_path, str(tmp_path / "none"))


def test_the_wheelbase_of_a_kinematic_car_is_found_from_its_path(tmp_path, capsys):
    """From the command line to a file that loads: the true wheelbase is inside the interval that the file states."""
    noise, car, rows = np.random.default_rng(5), mp.Vehicle("bicycle", wheelbase=3.1), []
    for step in range(300):
        car.steer_angle, car.speed = 0.3 * np.sin(0.02 * step), 6.0
        rows.append((0.04 * step, *np.array((car.x, car.y, car.yaw)) + noise.normal(0.0, (0.05, 0.05, 0.01)), 6.0))
        rows[-1] = (*rows[-1], np.degrees(car.steer_angle))
        car.step(0.02, steps=2)
    file, out = tmp_path / "path.csv", tmp_path / "mine.toml"
    lines = [",".join(f"{value:.5g}" for value in row) for row in rows]
    file.write_text("\n".join(["t,x,y,yaw,speed,steer_angle_deg", *lines]) + "\n")
    assert run(["fit", str(file), "--model", "bicycle", "--starts", "2", "--held", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "wheelbase" in said
    line = next(line for line in out.read_text().splitlines() if line.startswith("wheelbase"))
    low, high = (float(word) for word in line.split("]")[1].split(",")[0].split(" to "))
    assert low < 3.1 < high
    assert high - low < 0.4
    assert low < mp.Vehicle(str(out)).wheelbase < high
    assert out.with_suffix(".html").read_text().startswith("<!doctype html>")
