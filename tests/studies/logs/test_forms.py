"""Logs in the forms that other programs write: whatever the form, the same numbers come out."""

import gzip
import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool.app.cli import run
from motorpool.errors import FitError
from motorpool.studies.logs import read_log
from motorpool.studies.logs.meaning import plane_of
from motorpool.studies.logs.moments import moment

ROWS = 40
TIME = 0.05 * np.arange(ROWS)
SPEED = 8.0 + np.round(np.sin(TIME), 6)
STEER = np.round(0.08 * np.sin(2.0 * TIME), 6)
YAW_RATE = np.round(0.2 * np.cos(2.0 * TIME), 6)
EPOCH = 1_700_000_000.0

CLOCKS = {
    "seconds": lambda t: f"{t:.3f}",
    "times of day": lambda t: f"12:{int(t // 60):02d}:{t % 60:06.3f}",
    "over midnight": lambda t: f"{'23:59:59' if t < 1.0 else '00:00:00'}.{round(1000 * (t % 1.0)):03d}"
    if t < 2.0 else f"00:00:{t - 1.0:06.3f}",
    "minutes": lambda t: f"{int(t // 60)}:{t % 60:06.3f}",
    "days": lambda t: f"30.11.2026 12:{int(t // 60):02d}:{t % 60:06.3f}",
    "ISO 8601": lambda t: f"2026-11-30T12:{int(t // 60):02d}:{t % 60:06.3f}+01:00",
    "s since 1970": lambda t: f"{EPOCH + t:.3f}",
    "ms since 1970": lambda t: f"{round(1e3 * (EPOCH + t))}",
    "us since 1970": lambda t: f"{round(1e6 * (EPOCH + t))}",
    "ns since 1970": lambda t: f"{round(1e9 * EPOCH) + round(1e9 * t)}",
}  # fmt: skip
PREAMBLES = {
    "none": [],
    "a comment": ["# written elsewhere on a Monday"],
    "MoTeC": ['"Format","MoTeC CSV File",,,"Workbook",""', '"Sample Rate","20.000","Hz",,"End","2"', '"Venue","x"', ""],
}
UNITS = ["s", "km/h", "deg", "deg/s"]
FACTORS = [1.0, 3.6, 180.0 / np.pi, 180.0 / np.pi]


@st.composite
def forms(draw):
    separator = draw(st.sampled_from([",", ";", "\t", "|", " ", "   ", ", "]))
    is_comma = draw(st.booleans()) and not separator.startswith(",")
    clock = draw(st.sampled_from([name for name in CLOCKS if " " not in name or separator.strip()]))
    if separator.strip() == "" and clock == "days":
        clock = "seconds"
    return {
        "separator": separator,
        "is_comma": is_comma,
        "clock": clock,
        "preamble": draw(st.sampled_from(list(PREAMBLES))),
        "units": draw(st.sampled_from(["none", "below", "in the headings"])),
        "headings": draw(st.sampled_from(["plain", "# commented", "% commented", "quoted"])),
        "encoding": draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1"])),
        "line end": draw(st.sampled_from(["\n", "\r\n"])),
        "packed": draw(st.booleans()),
        "blank lines": draw(st.booleans()),
        "note": draw(st.booleans()),
    }


def written(folder: Path, form: dict) -> Path:
    """Write the log in a form."""
    has_units = form["units"] != "none" and not (form["units"] == "below" and "commented" in form["headings"])
    factors = FACTORS if has_units else [1.0] * 4
    columns = [SPEED * factors[1], STEER * factors[2], YAW_RATE * factors[3]]
    names = ["time", "speed", "steer_angle", "yaw_rate"]
    if has_units and form["units"] == "in the headings":
        is_blank = not form["separator"].strip()
        names = [f"{name}[{unit}]" if is_blank else f"{name} [{unit}]" for name, unit in zip(names, UNITS, strict=True)]
        names[0] = "time"
    rows = [
        [CLOCKS[form["clock"]](t), *(f"{value:.9f}" for value in values)]
        for t, *values in zip(TIME, *columns, strict=True)
    ]
    if form["note"] and form["separator"].strip():
        names.append("Gerät")
        rows = [[*row, "grün"] for row in rows]
    if form["is_comma"]:
        rows = [[cell.replace(".", ",") if form["clock"] != "days" or place else cell
                 for place, cell in enumerate(row)] for row in rows]  # fmt: skip
    if form["headings"] == "quoted":
        names = [f'"{name}"' for name in names]
    head = form["separator"].join(names)
    head = f"{form['headings'][0]} {head}" if "commented" in form["headings"] else head
    clock_unit = form["clock"].partition(" ")[0]
    below_cells = [clock_unit if clock_unit in ("ms", "us", "ns") else "s", *UNITS[1:]]
    below = [form["separator"].join(below_cells)] if has_units and form["units"] == "below" else []
    lines = [*PREAMBLES[form["preamble"]], head, *below, *(form["separator"].join(row) for row in rows)]
    if form["blank lines"]:
        lines = list(itertools.chain.from_iterable((line, "") for line in lines))
    content = (form["line end"].join(lines) + form["line end"]).encode(form["encoding"])
    path = folder / ("drive.csv.gz" if form["packed"] else "drive.csv")
    path.write_bytes(gzip.compress(content) if form["packed"] else content)
    return path


@given(form=forms())
@settings(max_examples=150, deadline=None)
def test_a_table_is_the_same_log_in_every_form(form, tmp_path_factory):
    log = read_log(written(tmp_path_factory.mktemp("log"), form), model="bicycle")
    np.testing.assert_allclose(log.time, TIME, atol=2e-6)
    for name, values in (("speed", SPEED), ("steer_angle", STEER), ("yaw_rate", YAW_RATE)):
        np.testing.assert_allclose(log.values[name], values, atol=1e-6, err_msg=name)


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [
        ("00:00:01", 1.0),
        ("1:02.5", 62.5),
        ("12:00:00 PM", 43200.0),
        ("12:00:00 AM", 0.0),
        ("01:02:03:250", 3723.25),
        ("100:00:00.5", 360000.5),
        ("1.1.1970 00:00:01", 1.0),
        ("1970/01/02 0:00", 86400.0),
        ("12:61:00", np.nan),
        ("31.2.2026 12:00:00", np.nan),
        ("3-4", np.nan),
        ("noon", np.nan),
        ("9" * 100, np.nan),
    ],
)
def test_a_time_is_seconds(cell, seconds):
    np.testing.assert_equal(moment(cell), seconds)


PATHS = {
    "/odom/pose/pose/position/x": "x",
    "/odom/twist/twist/linear/x": "speed",
    "/odom.twist.twist.linear.y": "lateral_speed",
    "field.twist.twist.angular.z": "yaw_rate",
    "/imu/data/angular_velocity/z": "yaw_rate",
    "/imu/data/linear_acceleration/y": "lateral_acceleration",
    "/accel/linear/x": "longitudinal_acceleration",
    "/vehicle/accel/linear/y": "lateral_acceleration",
    "/vehicle/steering_angle": "steer_angle",
    "/magnetometer/x": None,
    "/imu/orientation/x": None,
    "/imu/angular_velocity/x": None,
    "/wrench/force/y": None,
    "/goal/orientation/w": None,
}


@pytest.mark.parametrize("path", PATHS)
def test_an_axis_belongs_to_the_vector_before_it(path):
    from motorpool.studies.logs.headings import heading_of

    found = heading_of(path, {})
    assert (found.quantity if found else None) == PATHS[path]


def text(tmp_path, head, *rows):
    path = tmp_path / "drive.csv"
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def test_columns_that_may_both_be_a_quantity_are_asked_for_by_name(tmp_path):
    path = text(tmp_path, "time,/front/odom/x,/rear/odom/x,speed", "0,1,2,5", "1,2,3,5", "2,3,4,5")
    with pytest.raises(FitError, match=r"x may be /front/odom/x or /rear/odom/x; choose one: --column x=/front/odom/x"):
        read_log(path)
    assert read_log(path, columns=["x=/rear/odom/x"]).values["x"].tolist() == [2.0, 3.0, 4.0]


def test_a_quantity_that_is_written_twice_is_read_once(tmp_path):
    path = text(tmp_path, "time,/front/odom/x,/rear/odom/x,speed", "0,1,1,5", "1,2,2,5", "2,3,3,5")
    assert read_log(path).values["x"].tolist() == [1.0, 2.0, 3.0]


def test_what_was_measured_comes_before_what_was_commanded(tmp_path):
    path = text(tmp_path, "time,/cmd_vel/linear/x,/odom/twist/twist/linear/x", "0,9,1", "1,9,2", "2,9,3")
    assert read_log(path).values["speed"].tolist() == [1.0, 2.0, 3.0]


def test_a_quaternion_is_a_yaw(tmp_path):
    angles = np.linspace(-3.0, 3.0, 9)
    rows = [f"{place},0,0,{np.sin(0.5 * a):.12f},{np.cos(0.5 * a):.12f}" for place, a in enumerate(angles)]
    path = text(tmp_path, "time," + ",".join(f"/odom/pose/pose/orientation/{axis}" for axis in "xyzw"), *rows)
    np.testing.assert_allclose(read_log(path).values["yaw"], angles, atol=1e-9)


def test_products_may_have_columns_with_blanks_and_paths(tmp_path):
    path = text(tmp_path, "time,Wheel Angle,/can/v", "0,16,10", "1,32,10", "2,48,10")
    log = read_log(path, columns=["steer_angle=Wheel Angle*0.0625", "speed=/can/v/2 + Wheel Angle*0"])
    assert log.values["steer_angle"].tolist() == [1.0, 2.0, 3.0]
    assert log.values["speed"].tolist() == [5.0, 5.0, 5.0]


def test_rows_without_times_have_a_rate(tmp_path):
    path = text(tmp_path, "speed,yaw_rate", "1,0", "2,0", "3,0")
    with pytest.raises(FitError, match=r"give the rate of its rows in 1/s: --rate 10"):
        read_log(path)
    assert read_log(path, rate=20.0).time.tolist() == [0.0, 0.05, 0.1]
    with pytest.raises(FitError, match="--rate is 0; it must be a number of rows a second, above 0"):
        read_log(path, rate=0.0)


@pytest.mark.parametrize(
    ("headings", "columns", "source"),
    [
        ("t,speed", (), "t"),
        ("stamp.s,stamp.ns,speed", (), r"stamp\.s \+ stamp\.ns\*1e-9"),
        ("n,speed", ["time=n"], "n"),
    ],
)
def test_a_log_with_times_has_no_rate(tmp_path, headings, columns, source):
    rows = [",".join([str(row)] * (headings.count(",") + 1)) for row in range(3)]
    path = text(tmp_path, headings, *rows)
    with pytest.raises(FitError, match=rf"has times \(column {source}\); --rate is for a log without times, leave it"):
        read_log(path, columns=columns, rate=10.0)


def test_a_log_with_an_empty_column_of_times_has_a_rate(tmp_path):
    path = text(tmp_path, "time,speed", ",1", ",2", ",3")
    assert read_log(path, rate=10.0).time.tolist() == [0.0, 0.1, 0.2]


@pytest.mark.parametrize("command", ["log", "fit --out my.toml", "replay"])
def test_commands_refuse_a_rate_for_a_log_with_times(tmp_path, capsys, command):
    path = text(tmp_path, "time,speed,yaw_rate,steer_angle", "0,1,0,0", "0.1,2,0,0", "0.2,3,0,0")
    assert run([*command.split(), str(path), "--rate", "10"]) == 2
    sentence = capsys.readouterr().err.strip()
    assert sentence == f"motorpool: {path} has times (column time); --rate is for a log without times, leave it out"


def test_columns_without_headings_are_numbered(tmp_path):
    path = text(tmp_path, "0,1,2", "1,2,3", "2,3,4")
    assert read_log(path, columns=["time=1", "speed=3"]).values["speed"].tolist() == [2.0, 3.0, 4.0]


@pytest.mark.parametrize(("step", "unit"), [(50.0, "ms"), (2e4, "us"), (1e7, "ns")])
def test_times_in_another_unit_are_refused_with_that_unit(tmp_path, step, unit):
    path = text(tmp_path, "time,speed", *(f"{step * row},5" for row in range(9)))
    with pytest.raises(FitError, match=f"name it, as in --column time_{unit}=COLUMN"):
        read_log(path)


def test_places_on_the_earth_are_metres_as_a_projection_has_them():
    from pyproj import Transformer

    rng = np.random.default_rng(3)
    for latitude, longitude in ((42.5, 1.5), (-33.9, 151.2), (69.6, 18.9), (0.0, 179.9999)):
        places = np.array([latitude, longitude]) + np.concatenate([np.zeros((1, 2)), rng.uniform(-2e-3, 2e-3, (50, 2))])
        crs = f"+proj=aeqd +lat_0={latitude} +lon_0={longitude} +ellps=WGS84"
        expected = Transformer.from_crs("EPSG:4326", crs, always_xy=True).transform(places[:, 1], places[:, 0])
        longitudes = (places[:, 1] + 180.0) % 360.0 - 180.0
        np.testing.assert_allclose(plane_of(places[:, 0], longitudes), expected, atol=0.05)


RIGHT = {  # of files met in the field: rows, duration, and a value
    "savetxt-header.csv": (619, 30.9, ("x", 0, 0.4)),
    "plotjuggler.csv": (619, 30.9, ("x", 1, 0.8)),
    "clock-times.csv": (619, 30.9, ("speed", 0, 8.03864554)),
    "epoch-ms.csv": (619, 30.9, ("speed", 0, 8.03864554)),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_log_from_the_field_is_read(name, shared_data):
    path = shared_data / "field" / name
    rows, duration, (quantity, row, value) = RIGHT[name]
    log = read_log(path)
    assert log.time.size == rows
    assert log.duration == pytest.approx(duration, abs=1e-6)
    assert log.values[quantity][row] == pytest.approx(value)
