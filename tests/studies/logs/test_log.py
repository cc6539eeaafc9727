"""Logs of other programs: headings, units, mappings, gaps; and sentences for what cannot be read."""

import json
import math
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

import motorpool as mp
from motorpool.errors import FitError
from motorpool.studies.fitting import Log, read_log
from motorpool.studies.logs.headings import heading_of

HEAD = "time,speed,yaw_rate,steer_angle"


def written(path: Path, head: str, rows: object) -> Path:
    lines = [",".join(str(cell) for cell in row) for row in rows]
    path.write_text("\n".join([head, *lines]) + "\n")
    return path


@pytest.mark.parametrize(
    ("heading", "quantity", "factor"),
    [
        ("time_s", "time", 1.0),
        ("Time (ms)", "time", 1e-3),
        ("speed_kmh", "speed", 1.0 / 3.6),
        ("speed_m_s", "speed", 1.0),
        ("Vx [km/h]", "speed", 1.0 / 3.6),
        ("yaw_rate_deg_s", "yaw_rate", math.pi / 180.0),
        ("psi_dot", "yaw_rate", 1.0),
        ("heading_deg", "heading", math.pi / 180.0),
        ("throttle_percent", "throttle", 0.01),
        ("brake [%]", "brake", 0.01),
        ("a_y [g]", "lateral_acceleration", 9.80665),
        ("/imu/angular_velocity.z", "yaw_rate", 1.0),
    ],
)
def test_a_heading_names_a_quantity_and_its_unit(heading, quantity, factor):
    found = heading_of(heading, {})
    assert found is not None
    assert found.quantity == quantity
    assert math.isclose(found.factor, factor)


def test_two_columns_of_one_heading_are_refused(tmp_path):
    file = written(tmp_path / "a.csv", "time,speed,yaw_rate,speed,,", [(0, 1, 2, 3, 4, 5), (1, 1, 2, 3, 4, 5)])
    with pytest.raises(FitError, match=r"a\.csv has 2 columns 'speed'; rename all but one of them"):
        read_log(file)


@pytest.mark.parametrize(
    ("model", "command", "scale", "sentence"),
    [
        ("bicycle", "steer_angle", 30.0, r"steer_angle is up to 30, and out of its range in \d+% .* steer_angle_deg="),
        (
            "single-track",
            "throttle",
            80.0,
            r"throttle is up to 80, .* it must be in -1\.\.1 .* throttle_percent=COLUMN",
        ),
        ("single-track", "brake", 50.0, r"brake is up to 50, .* it must be in 0\.\.1 .* --column brake_percent=COLUMN"),
    ],
)
def test_a_command_of_another_unit_is_refused(model, command, scale, sentence):
    from motorpool.studies.fitting.channels import signals_of

    time = np.arange(0.0, 10.0, 0.02)
    share = 0.5 - 0.5 * np.cos(time * 2.0 * math.pi / 5.0)
    still = np.zeros(time.size)
    values = {"steer_angle": still, "throttle": still, "brake": still, "speed": still + 5.0, "yaw_rate": still}
    params = mp.model(model).module.Params()._asdict()
    nearly = values | {command: share * 1.05}  # noise and offsets are no other unit
    assert signals_of(Log(time, nearly), mp.model(model), params).commands[command].max() > 1.0
    with pytest.raises(FitError, match=sentence):
        signals_of(Log(time, values | {command: share * scale}), mp.model(model), params)


def test_a_share_of_the_lock_becomes_an_angle_whatever_a_model_calls_its_lock():
    from motorpool.studies.fitting.channels import signals_of

    own, arc = ModuleType("own"), mp.model("bicycle/arc").module
    vars(own).update(vars(arc) | {"Params": NamedTuple("Params", [("wheelbase", float), ("lock", float)])})
    own.DIMENSIONS = {"max_steer_angle": ("lock",)}
    time = np.arange(0.0, 10.0, 0.02)
    log = Log(time, {"steer": 0.5 * np.sin(time), "speed": np.full(time.size, 5.0), "yaw_rate": np.zeros(time.size)})
    signals = signals_of(log, mp.model(own), {"wheelbase": 2.7, "lock": 0.4})
    np.testing.assert_allclose(signals.commands["steer_angle"], 0.2 * np.sin(time))


@pytest.mark.parametrize("heading", ["speed_deg", "", "gear", "wheel_speed_fl"])
def test_a_heading_that_is_no_quantity_or_of_a_wrong_unit_is_left_alone(heading):
    assert heading_of(heading, {}) is None


def test_columns_are_mapped_by_name_and_by_sums_and_products(tmp_path):
    file = written(
        tmp_path / "a.csv", "stamp_ms,wheel,gyro_deg_s,v1,v2", [(n * 20, 16 * n, 90, 9, 11) for n in range(5)]
    )
    log = read_log(
        file,
        columns=["steer_angle_deg=wheel*0.0625", "yaw_rate=gyro_deg_s", "speed=(v1+v2)/2", "time_ms=stamp_ms"],
    )
    assert np.allclose(log.time, [0.0, 0.02, 0.04, 0.06, 0.08])
    assert np.allclose(log.values["steer_angle"], np.radians(np.arange(5)))
    assert np.allclose(log.values["yaw_rate"], math.pi / 2.0)
    assert np.allclose(log.values["speed"], 10.0)


def test_a_heading_clockwise_from_north_becomes_a_yaw_without_jumps(tmp_path):
    file = written(tmp_path / "a.csv", "time,heading_deg,speed", [(n * 0.1, (80 + 10 * n) % 360, 5) for n in range(40)])
    yaw = read_log(file).values["yaw"]
    assert np.allclose(np.diff(yaw), -math.radians(10.0))
    assert math.isclose(yaw[0], math.radians(10.0))


def test_semicolons_decimal_commas_and_a_line_of_units_are_read(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("# made elsewhere\ntime;speed\ns;km/h\n0,0;1,5\n0,1;2,5\n")
    assert np.allclose(read_log(file).values["speed"], [1.5 / 3.6, 2.5 / 3.6])


@pytest.mark.parametrize(
    ("cells", "times"),
    [
        (["2024-05-01T12:00:00", "2024-05-01 12:00:00.25", "2024-05-01T12:00:00.5Z"], [0.0, 0.25, 0.5]),
        (["2024-05-01T23:59:59+02:00", "2024-05-01T22:00:00Z", "2024-05-01T16:30:00.25-0530"], [0.0, 1.0, 1.25]),
        (["9999-12-31T00:00:00", "9999-12-31T00:00:01", "9999-12-31T00:00:02"], [0.0, 1.0, 2.0]),
    ],
)
def test_dates_are_times_in_any_zone(tmp_path, cells, times):
    file = written(tmp_path / "a.csv", "time,speed", [(cell, 5) for cell in cells])
    assert np.allclose(read_log(file).time, times, atol=1e-6)


def test_a_heading_of_several_lines_is_one_line_of_a_sentence(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text('"a\nb";speed\n1;2\n3;4\n')
    with pytest.raises(FitError, match=r"its columns are a\\nb, speed; name it"):
        read_log(file)


def test_rows_that_go_back_in_time_are_left_out_and_many_are_refused():
    times = np.arange(300) * 0.02
    times[150] = times[140]
    assert Log(times, {"speed": times}).time.size == 299
    with pytest.raises(FitError, match="goes back or stands still in 150 of 300"):
        Log(np.repeat(np.arange(150) * 0.02, 2), {"speed": times})


def test_a_log_of_a_thousand_rows_a_second_is_thinned_to_means_of_a_hundred():
    times = np.arange(2000) * 1e-3
    log = Log(times, {"speed": 3.0 * times})
    assert math.isclose(log.dt, 0.01)
    assert np.allclose(log.values["speed"], 3.0 * (times.reshape(-1, 10).mean(axis=1)))


def test_parquet_and_json_in_mcap_are_read_as_csv_is(tmp_path):
    from mcap.writer import Writer

    times, speeds = np.arange(10) * 0.05, np.arange(10) * 1.0
    parquet = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"time": times, "speed_kmh": 3.6 * speeds}), parquet)
    mcap = tmp_path / "a.mcap"
    with mcap.open("wb") as stream:
        writer = Writer(stream)
        writer.start()
        schema = writer.register_schema(name="odometry", encoding="jsonschema", data=b"{}")
        channel = writer.register_channel(topic="/odometry", message_encoding="json", schema_id=schema)
        for time, speed in zip(times, speeds, strict=True):
            data = json.dumps({"twist": {"speed": speed}, "frame": "base"}).encode()
            writer.add_message(channel, log_time=round(time * 1e9), data=data, publish_time=0)
        writer.finish()
    assert np.allclose(read_log(parquet).values["speed"], speeds)
    log = read_log(mcap, columns=['speed="twist.speed"'])
    assert np.allclose(log.time, times)
    assert np.allclose(log.values["speed"], speeds)


def test_our_recordings_are_read_in_all_their_formats_one_vehicle_each(tmp_path):
    world = mp.World(fleets=[mp.Fleet("single-track", 2, name="cars", speed=10.0)], seed=1)
    file = tmp_path / "a.parquet"
    with mp.Recorder(file) as recorder:
        world.run(seconds=1, observers=[recorder])
    recording = mp.read_recording(file)
    others = [recording.to_csv(tmp_path / "a.csv"), recording.to_mcap(tmp_path / "a.mcap")]
    for path in (file, *others):
        with pytest.raises(FitError, match="choose one: --vehicle 0"):
            read_log(path)
        log = read_log(path, vehicle=1)
        assert {"x", "y", "yaw", "speed", "steer", "throttle", "brake"} <= set(log.values)
        assert np.allclose(log.values["speed"], recording.vehicle(1).speed, atol=2e-3)
    with pytest.raises(FitError, match="there is no vehicle 7"):
        read_log(file, vehicle=7)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (["yaw_rate=gyro"], "the log has no column 'gyro'"),
        (["yaw_rate"], "write QUANTITY=COLUMN"),
        (["yaw_rat=speed"], "names no quantity; did you mean yaw_rate"),
        (["yaw_rate=speed**2"], r"may have columns, numbers, \+ - \* /"),
        (["yaw_rate=__import__('os')"], r"may have columns, numbers, \+ - \* /"),
    ],
)
def test_a_mapping_that_is_not_understood_is_refused_with_a_sentence(tmp_path, columns, sentence):
    file = written(tmp_path / "a.csv", HEAD, [(n * 0.02, 10, 0, 0) for n in range(5)])
    with pytest.raises(FitError, match=sentence):
        read_log(file, columns=columns)
