"""Logs that no vehicle drove: each is refused by ``fit`` in one sentence, before anything is compiled."""

import numpy as np
import pytest

from motorpool.cli import run

ROWS = 400
TIME = np.arange(ROWS) * 0.02
HEAD = "time,speed,yaw_rate,steer_angle"


def rows(**columns):
    """The text of a log of a car on a winding path, with other columns."""
    usual = {"time": TIME, "speed": 5.0, "yaw_rate": 0.3 * np.sin(TIME), "steer_angle": 0.1 * np.sin(TIME)}
    values = {name: np.broadcast_to(column, ROWS) for name, column in {**usual, **columns}.items()}
    lines = [",".join(f"{column[row]:.12g}" for column in values.values()) for row in range(ROWS)]
    return "\n".join([",".join(values), *lines]) + "\n"


LOGS = {
    "nothing": ("", "0 lines"),
    "a line of headings": (f"{HEAD}\n", "1 lines"),
    "one row": (f"{HEAD}\n0,1,0,0\n", "1 rows with a time"),
    "zeros of bytes": ("\0" * 1000, "1 lines"),
    "words": (f"{HEAD}\n" + "a,b,c,d\n" * 300, "no column of times"),
    "no times": (rows(time=np.nan), "no column of times"),
    "times that stand still": (rows(time=0.0), "goes back or stands still in 399 of 400"),
    "times backward": (rows(time=TIME[::-1]), "goes back or stands still in 399 of 400"),
    "times in disorder": (rows(time=np.random.default_rng(0).permutation(TIME)), "goes back or stands still"),
    "times in nanoseconds": (rows(time=1e9 * TIME), "--column time_ns=COLUMN"),
    "times without end": (rows(time=1e300 * TIME), "rows are 2e+298 s apart"),
    "times in no time": (rows(time=1e-12 * TIME), "rows are 2e-14 s apart"),
    "a drive of a row each minute": (rows(time=3000.0 * TIME), "rows are 60 s apart"),
    "gaps everywhere": (rows(time=TIME + 10.0 * (np.arange(ROWS) // 20)), "has no stretch"),
    "commands for a moment": (rows(steer_angle=np.where(TIME < 0.3, 0.1, np.nan)), "has no stretch"),
    "no commands": (rows(steer_angle=np.nan), "no command steer_angle"),
    "infinite commands": (rows(steer_angle=np.inf), "no command steer_angle"),
    "nothing measured": (rows(yaw_rate=np.nan), "nothing that bicycle/arc predicts"),
    "a speed without end": (rows(speed=1e300), "speed is 1e+300"),
    "a yaw rate without end": (rows(yaw_rate=-1e308), "yaw_rate is 1e+308"),
    "a vehicle that stands": (rows(speed=0.0), "the vehicle stands"),
    "a speed of noise": (rows(speed=np.random.default_rng(1).normal(0.0, 0.1, ROWS)), "the vehicle stands"),
    "five rows": ("\n".join(rows().splitlines()[:6]), "is too short"),
    "twenty thousand columns": (
        f"{HEAD.replace('yaw_rate', 'c')}," + ",".join(f"c{n}" for n in range(20_000)) + "\n" + "0,1,0,0\n" * 20,
        "goes back or stands still",
    ),
}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_no_vehicle_drove_is_refused_in_one_sentence(name, tmp_path, capsys):
    text, sentence = LOGS[name]
    file = tmp_path / "drive.csv"
    file.write_text(text)
    assert run(["fit", str(file), "--model", "bicycle", "--out", str(tmp_path / "my.toml")]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1, lines
    assert sentence in lines[0]
    assert not list(tmp_path.glob("my.*"))


def test_one_bad_log_among_good_ones_is_named(tmp_path, capsys):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(rows())
    bad.write_text(rows(time=TIME + 10.0 * (np.arange(ROWS) // 20)))
    assert run(["fit", str(good), str(bad), "--model", "bicycle", "--out", str(tmp_path / "my.toml")]) == 2
    assert "bad.csv has no stretch" in capsys.readouterr().err
