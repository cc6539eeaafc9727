"""Logs as recordings: the measured drive, the simulated one beside it, and what the replay command says of logs."""

from pathlib import Path

import numpy as np
import pytest

from motorpool.app.cli import run
from motorpool.base.errors import FitError, RecordingError
from motorpool.recording.recording import read_recording
from motorpool.studies.fitting import Log, predict
from motorpool.studies.fitting.replaying import record_drive
from motorpool.world.drivers.kinds import ABSENT

RADIUS, SPEED = 30.0, 6.0
TIME = np.arange(0.0, 12.0, 0.05)
TURN = SPEED / RADIUS * TIME
CIRCLE = {
    "x": 5e5 + RADIUS * np.sin(TURN),
    "y": 4e6 + RADIUS * (1.0 - np.cos(TURN)),
    "speed": np.full(TIME.size, SPEED),
}


def track(path: Path, vehicle: int = 0):
    return read_recording(path).vehicle(vehicle)


def test_a_measured_drive_has_its_path_about_the_middle_its_course_and_its_speed(tmp_path):
    said = record_drive(Log(TIME, CIRCLE, name="circle"), tmp_path / "a.parquet")
    shown = track(tmp_path / "a.parquet")
    assert said == ["measured: 12.0 s, 72 m"]
    middle = 0.5 * (np.max(shown.x) + np.min(shown.x)), 0.5 * (np.max(shown.y) + np.min(shown.y))
    assert np.allclose(middle, 0.0, atol=2e-3)
    turn = SPEED / RADIUS * np.arange(shown.x.size) / 30.0
    east, north = RADIUS * np.sin(turn), RADIUS * (1.0 - np.cos(turn))
    assert np.allclose(np.diff(shown.x), np.diff(east), atol=4e-3)
    assert np.allclose(np.diff(shown.y), np.diff(north), atol=4e-3)
    assert np.allclose(shown.speed[1:-1], SPEED, rtol=0.02)
    assert np.allclose(np.unwrap(shown.yaw)[1:-1], turn[1:-1], atol=0.02)


def test_speed_is_negative_where_the_measured_yaw_points_back(tmp_path):
    log = Log(TIME, {**CIRCLE, "yaw": TURN + np.pi}, name="circle")
    record_drive(log, tmp_path / "a.parquet")
    assert (track(tmp_path / "a.parquet").speed[1:-1] < 0.0).all()


def test_without_positions_the_path_is_dead_reckoned(tmp_path):
    log = Log(TIME, {"speed": CIRCLE["speed"], "yaw_rate": np.full(TIME.size, SPEED / RADIUS)}, name="circle")
    [said] = record_drive(log, tmp_path / "a.parquet")
    assert "by dead reckoning" in said
    shown = track(tmp_path / "a.parquet")
    assert np.ptp(shown.x) == pytest.approx(RADIUS * (np.sin(TURN).max() - np.sin(TURN).min()), rel=0.02)


def test_a_vehicle_is_absent_while_nothing_was_measured(tmp_path):
    lost = (TIME > 4.0) & (TIME < 8.0)
    log = Log(TIME, {**CIRCLE, "x": np.where(lost, np.nan, CIRCLE["x"])}, name="circle")
    record_drive(log, tmp_path / "a.parquet")
    shown = track(tmp_path / "a.parquet")
    is_there = shown.driver != ABSENT
    seconds = shown.time[is_there]
    assert not ((seconds > 4.2) & (seconds < 7.8)).any()
    assert np.diff(seconds).max() == pytest.approx(4.0, abs=0.2)
    assert seconds.size == pytest.approx(30 * 8, abs=5)


def test_a_simulated_drive_is_the_predicted_one(tmp_path):
    log = Log(TIME, {**CIRCLE, "steer_angle": np.full(TIME.size, np.arctan(2.6 / RADIUS))}, name="circle")
    said = record_drive(log, tmp_path / "a.parquet", model="bicycle")
    found = predict(log, "bicycle")
    assert f"{found.share:.1%}" in said[1]
    shown = track(tmp_path / "a.parquet", 1)
    there = np.isfinite(found.x)
    assert np.ptp(shown.x) == pytest.approx(np.ptp(found.x[there]), abs=0.1)


def test_a_log_without_the_commands_of_a_model_is_shown_without_it_and_says_why(tmp_path):
    said = record_drive(Log(TIME, CIRCLE, name="circle"), tmp_path / "a.parquet", model="car")
    assert said[1].startswith("simulated: not shown, for ")
    assert read_recording(tmp_path / "a.parquet").vehicle_count == 1


def test_a_log_without_any_motion_is_refused_with_what_to_do(tmp_path):
    with pytest.raises(FitError, match="--column x=COLUMN"):
        record_drive(Log(TIME, {"steer_angle": np.zeros(TIME.size)}, name="still"), tmp_path / "a.parquet")


def test_the_replay_command_reads_a_log_and_writes_its_recording(tmp_path, capsys):
    table = np.column_stack([TIME, CIRCLE["x"], CIRCLE["y"]])
    np.savetxt(tmp_path / "drive.csv", table, delimiter=",", header="time,x,y", fmt="%.9f")
    out = tmp_path / "drive.parquet"
    assert run(["replay", str(tmp_path / "drive.csv"), "--out", str(out)]) == 0
    assert f"written: {out}" in capsys.readouterr().out
    assert read_recording(out).vehicle_count == 1
    assert run(["replay", str(out), "--model", "car"]) != 0
    assert "is for logs" in capsys.readouterr().err
    assert run(["replay", str(out), "--vehicle", "0"]) != 0
    assert "--vehicle is for logs" in capsys.readouterr().err
    for option in (["--verify"], ["--folder", str(tmp_path)]):
        assert run(["replay", str(tmp_path / "drive.csv"), *option]) != 0
        assert f"{option[0]} is for recordings" in capsys.readouterr().err


def test_an_existing_recording_is_kept(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"kept")
    with pytest.raises(RecordingError, match="exists"):
        record_drive(Log(TIME, CIRCLE, name="circle"), tmp_path / "a.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == b"kept"


def test_of_a_log_of_several_vehicles_the_number_chooses_one(tmp_path, capsys):
    rows = [f"{time},{number},{time + 9.0 * number},0" for time in range(5) for number in (0, 1)]
    (tmp_path / "two.csv").write_text("\n".join(["time,vehicle,x,y", *rows]))
    out = tmp_path / "one.parquet"
    assert run(["replay", str(tmp_path / "two.csv"), "--out", str(out)]) != 0
    assert "choose one: --vehicle 0" in capsys.readouterr().err
    assert run(["replay", str(tmp_path / "two.csv"), "--vehicle", "0", "--out", str(out)]) == 0
    assert read_recording(out).vehicle_count == 1
