"""Sensors of vehicle files: what they may be, what a file inherits, and every sentence about a wrong one."""

from pathlib import Path

import pytest

import motorpool as mp
from motorpool.errors import VehicleError
from motorpool.models import find
from motorpool.vehicles import sensor_kinds
from motorpool.world.sensors.scan_samplers import azimuths_of

EXAMPLE = Path(__file__).parents[2] / "examples/sensors/survey-truck.toml"
OWN = """title = "Car with a scanner"
base = "car"

[[sensors]]
name = "scanner"
kind = "scan-2d"
mount = { x = 2.0, z = 0.5, yaw = 0.1 }
beams = 90
max_range = 20

[[sensors]]
name = "imu"
kind = "imu"
"""


def written(folder: Path, text: str, name: str = "own.toml") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_file_declares_sensors(tmp_path):
    scanner, imu = find(written(tmp_path, OWN)).vehicle.sensors
    assert (scanner.name, scanner.kind, scanner.rate) == ("scanner", "scan-2d", 10.0)
    assert scanner.mount == (2.0, 0.0, 0.5, 0.1, 0.0, 0.0)
    assert scanner.parameters.max_range == 20.0
    assert len(azimuths_of(scanner)) == 90
    assert imu.parameters.gyroscope_noise == 0.0


def test_a_file_inherits_the_sensors_whose_names_it_does_not_give(tmp_path):
    written(tmp_path, OWN, "base.toml")
    more = 'base = "base.toml"\n[[sensors]]\nname = "imu"\nkind = "imu"\nrate = 5.0\n'
    imu, scanner = find(written(tmp_path, more)).vehicle.sensors
    assert (imu.name, imu.rate) == ("imu", 5.0)
    assert scanner == find(str(tmp_path / "base.toml")).vehicle.sensors[0]


def test_vehicles_that_ship_have_no_sensors():
    assert find("M998").vehicle.sensors == ()


def test_the_example_has_every_kind():
    kinds = {sensor.kind for sensor in find(str(EXAMPLE)).vehicle.sensors}
    assert kinds == set(sensor_kinds.kinds())


def test_a_world_has_a_channel_for_each_sensor_of_its_vehicles(tmp_path):
    file = written(tmp_path, OWN)
    world = mp.World(fleets=[(file, 2), "bicycle", mp.Fleet(file, 3, name="others")])
    sensors = mp.Sensors(world)
    assert [channel.name for channel in sensors] == ["scanner", "imu"]
    assert sensors["imu"].vehicle_ids.tolist() == [0, 1, 3, 4, 5]


@pytest.mark.slow
def test_vehicles_that_come_bring_their_sensors(tmp_path):
    world = mp.World(fleets=[(written(tmp_path, OWN), 2)], seed=3)
    world.place_vehicles(slice(0, 2), [0.0, 30.0], 0.0, 0.0)
    sensors = mp.Sensors(world)
    world.run(seconds=0.5, observers=[sensors])
    before = sensors["imu"].sequence.copy()
    new = world.add(world.fleets[0].name, x=[100.0, 130.0, 160.0], y=50.0)
    world.run(seconds=0.5, observers=[sensors])
    imu = sensors["imu"]
    assert imu.vehicle_ids.tolist() == list(range(world.count))
    assert (imu.sequence[new] > 20).all()
    assert (imu.sequence[:2] == before + 30).all()
    assert imu.sequence.sum() == imu.sequence[:2].sum() + imu.sequence[new].sum()
    assert sensors["scanner"]["ranges"].shape == (world.count, 90)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("beams = 90", "beam = 90", "own.toml:8: sensors[0] has no scan-2d parameter 'beam'; did you mean"),
        ("max_range = 20", "max_range = -1", "own.toml:9: sensors[0].max_range is -1 m; it must be positive"),
        ("z = 0.5", "z = 500", "own.toml:7: sensors[0].mount.z is 500 m; it must be in -100..100"),
        ("z = 0.5", "up = 0.5", "own.toml:7: sensors[0].mount has no mount key 'up'"),
        ('kind = "imu"', 'kind = "ins"', "own.toml:13: sensors[1].kind is 'ins'; it must be one of imu, gnss"),
        ('kind = "imu"', "", "own.toml:11: sensors[1].kind is missing; add one of imu"),
        ('name = "imu"', 'name = "scanner"', "own.toml:12: sensors[1].name is 'scanner', as of another sensor"),
        ('name = "imu"', "name = 7", "own.toml:12: sensors[1].name is 7; it must be 1 to 40 lower-case letters"),
        ("beams = 90", 'beams = "many"', "own.toml:8: sensors[0].beams is 'many'; it must be a number"),
        ("[[sensors]]", "[[sensor]]", "there is no key sensor; did you mean sensors?"),
    ],
)
def test_a_wrong_sensor_is_a_sentence_with_its_line(tmp_path, before: str, after: str, sentence: str):
    assert before in OWN
    with pytest.raises(VehicleError) as caught:
        find(written(tmp_path, OWN.replace(before, after)))
    assert sentence in str(caught.value)


def test_sensors_are_an_array_of_tables(tmp_path):
    with pytest.raises(VehicleError, match=r"write \[\[sensors\]\] with two brackets"):
        find(written(tmp_path, 'base = "car"\n[sensors]\nname = "imu"\n'))
