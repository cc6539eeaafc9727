"""Recordings of sensors: what is read back is what was measured; Foxglove's messages; what is refused."""

import json

import numpy as np
import pytest

import motorpool as mp
from motorpool.recording.sensor_recording import beside, read_sensors

pytest.importorskip("pyarrow")

KINDS = {
    "imu": {"rate": 60.0, "gyroscope_noise": 1e-3},
    "gnss": {"rate": 20.0, "horizontal_noise": 1.0, "outage_interval": 0.3, "outage_duration": 0.3},
    "odometry": {"rate": 30.0, "delay": 0.05},
    "wheel-speeds": {"rate": 10.0},
    "scan-2d": {"rate": 10.0, "beams": 40, "noise": 0.01},
    "scan-3d": {"rate": 5.0, "rings": 3, "beams": 8, "mount": (0.0, 0.0, 1.0)},
    "height-scan": {"rate": 5.0, "rows": 4, "columns": 3},
}


class Kept:
    """Observer that keeps every reading of a vehicle."""

    def __init__(self, sensors: mp.Sensors, vehicle: int):
        self.sensors, self.vehicle = sensors, vehicle
        self.readings: dict[str, list] = {channel.name: [] for channel in sensors}

    def observe(self, world: mp.World) -> None:
        for channel in self.sensors:
            kept = self.readings[channel.name]
            if channel.sequence[self.vehicle] > len(kept):
                values = {name: array[self.vehicle].copy() for name, array in channel.values.items()}
                kept.append((float(channel.time[self.vehicle]), values))


def recorded(path, seconds: float = 0.7):
    """Return all readings of vehicle 1 of a world that was recorded."""
    world = mp.World(fleets=[("bicycle", 2), "M998"], seed=4)
    world.place_vehicles(slice(0, 3), [0.0, 9.0, 20.0], 0.0, 0.2)
    sensors = mp.Sensors(world)
    for kind, parameters in KINDS.items():
        sensors.add(kind, kind, **parameters)
    kept = Kept(sensors, 1)
    with mp.Recorder(path, sensors=sensors) as recorder:
        world.run(seconds=seconds, observers=[recorder, kept])
    return kept.readings


def test_parquet_has_every_reading_to_the_bit(tmp_path):
    measured = recorded(tmp_path / "drive.parquet")
    recording = read_sensors(tmp_path / "drive.sensors.parquet")
    assert mp.read_recording(tmp_path / "drive.parquet").is_complete
    assert {each.spec.kind for each in recording.sensors} == set(KINDS)
    for name, expected in measured.items():
        found = recording.readings(name, 1)
        assert found.time.tolist() == [time for time, _ in expected]
        assert found.sequence.tolist() == list(range(1, len(expected) + 1))
        for value, array in found.values.items():
            assert np.array_equal(array, np.array([values[value] for _, values in expected]), equal_nan=True)
    scanner = next(each.spec for each in recording.sensors if each.spec.kind == "scan-3d")
    assert scanner.parameters.rings == 3
    assert scanner.mount.z == 1.0


@pytest.mark.slow
def test_mcap_has_messages_that_foxglove_shows(tmp_path):
    mcap = pytest.importorskip("mcap.reader")
    decoder = pytest.importorskip("mcap_protobuf.decoder").DecoderFactory()
    measured = recorded(tmp_path / "drive.mcap")
    found: dict[str, list] = {}
    with (tmp_path / "drive.sensors.mcap").open("rb") as file:
        for schema, channel, message in mcap.make_reader(file).iter_messages():
            decode = decoder.decoder_for(channel.message_encoding, schema)
            data = json.loads(message.data) if decode is None else decode(message.data)
            if "/1/" in channel.topic:
                found.setdefault(channel.topic.rpartition("/")[2], []).append((schema.name, message.log_time, data))
    for name in ("imu", "odometry", "wheel-speeds", "scan-2d", "scan-3d", "height-scan"):
        assert [time for _, time, _ in found[name]] == [round(time * 1e9) for time, _ in measured[name]]
    assert {rows[0][0] for rows in found.values()} == {
        "motorpool.Imu", "foxglove.LocationFix", "foxglove.Odometry", "foxglove.JointStates", "foxglove.LaserScan",
        "foxglove.PointCloud",
    }  # fmt: skip
    last = {name: (found[name][-1][2], measured[name][-1][1]) for name in found}
    assert last["imu"][0]["specific_force"] == last["imu"][1]["specific_force"].tolist()
    assert list(last["scan-2d"][0].ranges) == last["scan-2d"][1]["ranges"].tolist()
    assert last["odometry"][0].pose.position.x == last["odometry"][1]["x"]
    assert [joint.velocity for joint in last["wheel-speeds"][0].joints] == last["wheel-speeds"][1]["speed"].tolist()
    fixes = [values for _, values in measured["gnss"] if values["has_fix"]]
    assert [row[2].latitude for row in found["gnss"]] == [float(values["latitude"]) for values in fixes]
    cloud = np.frombuffer(last["scan-3d"][0].data, "<f4").reshape(-1, 3)
    ranges = last["scan-3d"][1]["ranges"]
    assert np.linalg.norm(cloud, axis=1) == pytest.approx(ranges[np.isfinite(ranges)], rel=1e-6)
    assert len(np.frombuffer(last["height-scan"][0].data, "<f4")) == 3 * 12


def test_a_recorder_takes_the_sensors_of_vehicle_files(tmp_path):
    (tmp_path / "own.toml").write_text('base = "car"\n[[sensors]]\nname = "imu"\nkind = "imu"\n')
    world = mp.World(fleets=[str(tmp_path / "own.toml")])
    with mp.Recorder(tmp_path / "a.parquet", sensors=True) as recorder:
        world.run(seconds=0.2, observers=[recorder])
    assert len(read_sensors(beside(tmp_path / "a.parquet")).readings("imu", 0).time) > 5
    with pytest.raises(mp.MotorpoolError, match=r"a.sensors.parquet exists already; choose another name"):
        mp.Recorder(tmp_path / "a.csv", sensors=True)


def test_vehicles_without_sensors_make_no_second_file(tmp_path):
    with mp.Recorder(tmp_path / "a.parquet", sensors=True) as recorder:
        mp.World(fleets=["bicycle"]).run(seconds=0.2, observers=[recorder])
    assert [path.name for path in tmp_path.iterdir()] == ["a.parquet"]


@pytest.mark.slow
def test_what_is_no_recording_of_sensors_is_a_sentence(tmp_path):
    recorded(tmp_path / "drive.parquet", seconds=0.1)
    recording = read_sensors(tmp_path / "drive.sensors.parquet")
    (tmp_path / "noise.parquet").write_bytes(b"PAR1 and more that is no table PAR1")
    for call, sentence in (
        (lambda: read_sensors(tmp_path / "drive.parquet"), "is no recording of sensors"),
        (lambda: read_sensors(tmp_path / "noise.parquet"), "is no complete recording of sensors"),
        (lambda: read_sensors(tmp_path / "none.parquet"), "none.parquet"),
        (lambda: recording.readings("ins", 0), "has no sensor 'ins'"),
        (lambda: recording.readings("imu", 77), "has no sensor 'imu' of vehicle 77"),
    ):
        with pytest.raises(mp.MotorpoolError) as caught:
            call()
        assert sentence in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_file_of_sensors_is_refused_as_a_recording_with_the_name_of_the_recording(tmp_path):
    (tmp_path / "own.toml").write_text('base = "car"\n[[sensors]]\nname = "scan"\nkind = "scan-2d"\nbeams = 3\n')
    world = mp.World(fleets=[str(tmp_path / "own.toml")])
    with mp.Recorder(tmp_path / "drive.parquet", sensors=True) as recorder:
        world.run(seconds=0.2, observers=[recorder])
    assert mp.read_recording(tmp_path / "drive.parquet").row_count
    with pytest.raises(mp.MotorpoolError, match=r"no recording of vehicles; .* whose recording is drive\.parquet"):
        mp.read_recording(tmp_path / "drive.sensors.parquet")
