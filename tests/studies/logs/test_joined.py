"""One drive in several files: a folder of tables, each with its own times."""

import gzip
import hashlib

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.cli import run
from motorpool.errors import FitError
from motorpool.studies.fitting import certificate_of
from motorpool.studies.logs import read_log

START = 1_700_000_000  # [s]
RATES = {"command": 20.0, "odom": 50.0, "pose": 33.0}  # [1/s]


def steer_angle(time):
    return 0.1 * np.sin(0.8 * time)


def speed(time):
    return 6.0 + np.sin(0.3 * time)


def drive(seconds=12.0, dt=0.002):
    """The pose of a bicycle that follows these commands, at any time."""
    car, rows = mp.Vehicle("bicycle"), []
    for step in range(round(seconds / dt)):
        time = step * dt
        rows.append((time, car.x, car.y, car.yaw))
        car.speed, car.steer_angle = float(speed(time)), float(steer_angle(time))
        car.step(dt)
    return np.array(rows).T


def exported(folder, *, late=0.0, seconds=12.0):
    """Write a folder of tables with stamps of seconds and nanoseconds; the stamps of the pose are ``late`` [s]."""
    folder.mkdir()
    time, x, y, yaw = drive(seconds)
    for name, rate in RATES.items():
        at = np.arange(0.013 if name == "odom" else 0.0, seconds - 0.1, 1.0 / rate)
        values = {
            "command": {"V": speed(at) + 0.2, "delta": steer_angle(at)},
            "odom": {"vx": speed(at), "vy": 0.0 * at, "x": 0.0 * at, "y": 0.0 * at}
            | {"q.x": 0.0 * at, "q.y": 0.0 * at, "q.z": 0.0 * at, "q.w": 1.0 + 0.0 * at},
            "pose": {"x": np.interp(at, time, x), "y": np.interp(at, time, y), "q.x": 0.0 * at, "q.y": 0.0 * at}
            | {"q.z": np.sin(0.5 * np.interp(at, time, yaw)), "q.w": np.cos(0.5 * np.interp(at, time, yaw))},
        }[name]
        stamps = at + (late if name == "pose" else 0.0)
        whole = np.floor(stamps)
        table = np.column_stack([START + whole, np.round(1e9 * (stamps - whole)), *values.values()])
        with gzip.open(folder / f"{name}.csv.gz", "wt") as file:
            np.savetxt(file, table, delimiter=",", header=",".join(["s", "ns", *values]), comments="", fmt="%.12g")
    return folder


CHOSEN = ["speed=vx", "x=pose/x", "y=pose/y"]


def test_the_tables_of_a_folder_are_one_drive_on_all_their_times(tmp_path):
    log = read_log(exported(tmp_path / "drive"), model="bicycle", columns=CHOSEN)
    counts = {name: int(np.isfinite(values).sum()) for name, values in log.values.items()}
    assert counts["steer_angle"] < counts["x"] < counts["speed"] < log.time.size
    assert log.duration == pytest.approx(11.9, abs=0.1)
    for name, values in (("steer_angle", steer_angle(log.time)), ("speed", speed(log.time))):
        there = np.isfinite(log.values[name])
        np.testing.assert_allclose(log.values[name][there], values[there], atol=1e-4)


def test_the_orientation_beside_the_place_is_the_yaw(tmp_path):
    log = read_log(exported(tmp_path / "drive"), model="bicycle", columns=CHOSEN)
    time, _, _, yaw = drive()
    there = np.isfinite(log.values["yaw"])
    np.testing.assert_allclose(log.values["yaw"][there], np.interp(log.time, time, yaw)[there], atol=1e-4)


def test_a_column_of_several_tables_is_chosen_by_its_table(tmp_path):
    with pytest.raises(FitError, match="x may be odom/x or pose/x; choose one: --column x=odom/x"):
        read_log(exported(tmp_path / "drive"), model="bicycle", columns=["speed=vx"])


def test_a_lateral_speed_that_is_never_anything_but_zero_is_not_measured(tmp_path):
    folder = exported(tmp_path / "drive")
    assert "lateral_speed" not in read_log(folder, columns=CHOSEN).values
    assert "lateral_speed" in read_log(folder, columns=[*CHOSEN, "lateral_speed=vy"]).values


def test_the_clock_of_one_table_is_corrected(tmp_path):
    folder = exported(tmp_path / "drive", late=0.2)
    plain = read_log(folder, model="bicycle", columns=CHOSEN)
    corrected = read_log(folder, model="bicycle", columns=[*CHOSEN, "pose/time=s+ns*1e-9-0.2"])
    errors = [certificate_of(log, "bicycle").errors[0].vehicle for log in (plain, corrected)]
    assert errors[1] < 0.003 < 0.02 < errors[0]


def test_a_time_of_another_name_is_mapped_in_all_tables(tmp_path):
    folder = tmp_path / "drive"
    folder.mkdir()
    rows = np.column_stack([np.arange(0.0, 4000.0, 20.0), np.full(200, 5.0)])
    for name, column in (("one", "speed"), ("two", "steer_angle")):
        np.savetxt(folder / f"{name}.csv", rows, delimiter=",", header=f"tick,{column}", comments="")
    log = read_log(folder, columns=["time_ms=tick"])
    assert log.duration == pytest.approx(3.98)
    assert set(log.values) == {"speed", "steer_angle"}
    with pytest.raises(FitError, match=r"one\.csv has no column of times: its columns are tick, speed; name it with"):
        read_log(folder)


def test_the_tables_of_two_drives_are_refused(tmp_path):
    folder = tmp_path / "drives"
    folder.mkdir()
    for name, start in (("one", 0.0), ("two", 500.0)):
        rows = np.column_stack([start + np.arange(0.0, 4.0, 0.02), np.full(200, 5.0)])
        np.savetxt(folder / f"{name}.csv", rows, delimiter=",", header=f"time,{name}", comments="")
    with pytest.raises(FitError, match=r"one is from 0 to 3\.98 s and two from 500 to 503\.98 s; the files"):
        read_log(folder)


@pytest.mark.parametrize("option", [{"vehicle": 1}, {"rate": 10.0}], ids=["vehicle", "rate"])
def test_options_of_single_files_are_refused_for_a_folder(tmp_path, option):
    with pytest.raises(FitError, match=rf"is a folder .*; leave --{next(iter(option))} out"):
        read_log(exported(tmp_path / "drive"), columns=CHOSEN, **option)


def test_a_folder_is_shown_and_its_certificate_has_the_hash_of_its_files(tmp_path, capsys):
    folder = exported(tmp_path / "drive")
    columns = [word for text in CHOSEN for word in ("--column", text)]
    assert run(["log", str(folder), "--model", "bicycle", *columns]) == 0
    said = capsys.readouterr().out
    assert "pose/x" in said
    assert "not understood: V, vy" in said
    content = b"".join((folder / f"{name}.csv.gz").read_bytes() for name in sorted(RATES))
    found = certificate_of(read_log(folder, model="bicycle", columns=CHOSEN), "bicycle")
    assert found.sha256 == hashlib.sha256(content).hexdigest()
    assert found.errors[0].vehicle < 0.003
    assert found.errors[0].turn_rate > 0.02
