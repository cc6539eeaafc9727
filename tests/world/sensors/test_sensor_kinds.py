"""Kinds of sensors: every kind of the table, and one of another package, goes through every channel."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.viewer.topics.sensors import text_of
from motorpool.links.ros import cdr, messages
from motorpool.links.ros.sensor_topics import SensorTopics
from motorpool.links.ros.topics import Topics
from motorpool.recording.sensor_recording import read_sensors
from motorpool.vehicles.sensor_kinds import Reading, kinds

SMALL = {"beams": 8, "rings": 2, "rows": 3, "columns": 4}
BAROMETER = '''"""Barometer: pressure of the air by the international standard atmosphere (ISO 2533)."""

from typing import NamedTuple

import numpy as np

from motorpool.models.fields import Fraction, NonNegative
from motorpool.vehicles.sensor_kinds import Delay, Message, Rate, SensorKind, Value
from motorpool.world.sensors.error_models import ErrorModel
from motorpool.world.sensors.seen import mounted_positions


class Barometer(NamedTuple):
    """Pressure of the air."""

    rate: Rate = 10.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    noise: NonNegative = 0.0  # standard deviation of the white noise [Pa]


class Sampler:
    """Barometers of some vehicles."""

    def __init__(self, spec, carriers):
        self._mount, self._errors, self._count = spec.mount, ErrorModel(1, 1, noise=spec.parameters.noise), 0
        self.grow(carriers)

    def grow(self, carriers):
        self._errors.start(carriers.keys, slice(self._count, len(carriers.ids)))
        self._count, self._seen = len(carriers.ids), carriers.seen

    def restart(self, rows):
        pass

    def step(self, seen, dt):
        self._seen = seen

    def read(self, reading, interval):
        height = mounted_positions(self._seen, self._mount)[:, 2:]
        pressure = 101325.0 * (1.0 - 2.25577e-5 * height) ** 5.25588
        return {"pressure": self._errors.read(pressure, reading, interval)[:, 0]}, np.ones(self._count, bool)


def message(reading):
    return {"fluid_pressure": float(reading.values["pressure"]), "variance": reading.spec.parameters.noise**2}


KIND = SensorKind(
    "barometer",
    parameters=Barometer,
    values=(Value("pressure", "Pa", "of the air", digits=0),),
    sampler=Sampler,
    ros=Message("sensor_msgs/msg/FluidPressure", message),
)
'''


def a_world_with(*names: str) -> tuple[mp.World, mp.Sensors]:
    world = mp.World(fleets=[("bicycle", 2)], seed=4)
    sensors = mp.Sensors(world)
    for name in names:
        small = {field: SMALL[field] for field in kinds()[name].parameters._fields if field in SMALL}
        sensors.add(name, name, rate=60.0, mount=(0.0, 0.0, 1.0), **small)
    return world, sensors


def go_through_all_channels(folder: Path, *names: str) -> dict[str, str]:
    """Measure, record, publish and show kinds; return their texts."""
    world, sensors = a_world_with(*names)
    topics = Topics(world)
    SensorTopics(topics, world, sensors)
    with (
        mp.Recorder(folder / "a.parquet", sensors=sensors) as table,
        mp.Recorder(folder / "a.mcap", sensors=sensors) as log,
    ):
        world.run(seconds=0.1, observers=[table, log])
    recording = read_sensors(folder / "a.sensors.parquet")
    logged = mcap_messages(folder / "a.sensors.mcap")
    for name in names:
        channel, kind = sensors[name], kinds()[name]
        found = recording.readings(name, 1)
        assert set(found.values) == set(channel.values) == {value.name for value in kind.values}
        for value in kind.values:
            assert found.values[value.name].shape[1:] == channel[value.name].shape[1:]
            assert np.array_equal(found.values[value.name][-1], channel[value.name][1], equal_nan=True)
        encoding, schema, count = logged[name]
        assert count == len(found.time)
        assert (encoding, schema) == (
            ("protobuf", f"foxglove.{kind.foxglove.schema}") if kind.foxglove else ("json", f"motorpool.{name.title()}")
        )
        topic = topics.published.get(f"/bicycle_arc_1/{name.replace('-', '_')}")
        assert (topic is not None) == (kind.ros is not None)
        if topic is not None:
            publish(topic)
    return {name: text_of(sensors[name], 1) for name in names}


def publish(topic) -> None:
    """Encode the message of a topic for all links."""
    made = topic.make()
    text = json.dumps(messages.json_of(made), allow_nan=False)
    assert next(iter(json.loads(text))) == "header"
    assert set(cdr.decode(cdr.encode(made), topic.ros_type)) >= set(made.fields)


def mcap_messages(path: Path) -> dict[str, tuple[str, str, int]]:
    """Return encoding, schema and number of the messages of vehicle 1, by sensor."""
    found: dict[str, tuple[str, str, int]] = {}
    with path.open("rb") as file:
        for schema, channel, _ in pytest.importorskip("mcap.reader").make_reader(file).iter_messages():
            if "/1/" in channel.topic:
                name = channel.topic.rpartition("/")[2]
                found[name] = channel.message_encoding, schema.name, found.get(name, ("", "", 0))[2] + 1
    return found


def test_every_kind_goes_through_every_channel(tmp_path):
    pytest.importorskip("rosbags", reason="CDR needs rosbags, which the extra ros installs")
    pytest.importorskip("pyarrow")
    texts = go_through_all_channels(tmp_path, *kinds())
    assert all(texts.values())
    assert "no reading" not in texts.values()


def test_points_of_scans_are_those_that_beams_have_hit():
    world, sensors = a_world_with("scan-2d", "scan-3d")
    world.run(seconds=0.1, observers=[sensors])
    for channel in sensors:
        ranges = channel["ranges"][0]
        points = channel.about.points(Reading(channel.spec, {"ranges": ranges}))
        assert np.linalg.norm(points, axis=1) == pytest.approx(ranges[np.isfinite(ranges)])


def test_a_kind_of_another_package_goes_through_every_channel(tmp_path):
    pytest.importorskip("rosbags", reason="CDR needs rosbags, which the extra ros installs")
    pytest.importorskip("pyarrow")
    (tmp_path / "weather_station.py").write_text(BAROMETER)
    about = tmp_path / "weather_station-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: weather-station\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[motorpool.sensors]\nbarometer = weather_station:KIND\n")
    program = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(Path(__file__).parent)!r}]; import pathlib\n"
        "import test_sensor_kinds as law\n"
        f"print(law.go_through_all_channels(pathlib.Path({str(tmp_path)!r}), 'imu', 'barometer')['barometer'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout == "101313 Pa\n", done.stderr
