"""Sensors of driven vehicles in the telemetry of the page."""

import json

import numpy as np
import pytest
from page_topics import topic_of

import motorpool as mp
from motorpool.app.viewer.frames.telemetry import TelemetrySampler
from motorpool.app.viewer.topics.sensors import MOST_POINTS, SensorReadings, SensorsTopic, scan_points
from motorpool.app.viewer.topics.topic import encode
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain

SENSORS = """base = "car"
[[sensors]]
name = "imu"
kind = "imu"
[[sensors]]
name = "scanner"
kind = "scan-2d"
mount = { x = 2.0, z = 0.5, yaw = 0.4 }
rate = 60.0
beams = 720
[[sensors]]
name = "gnss"
kind = "gnss"
rate = 0.1
"""


@pytest.fixture
def world(tmp_path):
    (tmp_path / "own.toml").write_text(SENSORS)
    terrain = Terrain.flat(size=400.0)
    objects = place_objects(terrain, x=[20.0], y=[8.0], radius=[2.0], height=[5.0])
    world = mp.World(fleets=[(str(tmp_path / "own.toml"), 2), "car"], terrain=terrain, objects=objects, seed=3)
    world.place_vehicles(slice(0, 3), [0.0, 0.0, 0.0], [0.0, 40.0, 80.0], 0.0)
    world.vehicles.driver[:] = 1
    world.vehicles.brake[:] = 1.0
    return world


def test_a_driven_vehicle_with_sensors_sends_their_readings(world):
    sampler = TelemetrySampler([topic_of(SensorsTopic, world)])
    for number in range(8):
        found = sampler.sample(world, now=float(number), driven={0, 2}, watched=())
        world.run(seconds=0.1)
    (message,) = found.messages_for(driven=0, watched=-1)
    assert found.messages_for(driven=2, watched=0) == []  # the other car has none
    assert found.messages_for(driven=1, watched=-1) == []  # nobody drives this one
    assert set(json.loads(encode(message))) == set(SensorReadings.__annotations__)
    texts = {reading["name"]: reading["text"] for reading in message["readings"]}
    assert texts["imu"].startswith(("0.00, 0.00, 9.81 m/s²", "-0.00, 0.00, 9.81 m/s²", "0.00, -0.00, 9.81 m/s²"))
    assert texts["gnss"] == "no reading"
    assert "of 720 beams, nearest" in texts["scanner"]


@pytest.mark.slow
def test_points_lie_on_what_the_beams_hit(world):
    sensors = mp.Sensors(world, vehicle_ids=[0])
    world.run(seconds=0.1, observers=[sensors])
    assert sensors["scanner"].vehicle_ids.tolist() == [0]
    points = scan_points(world, sensors["scanner"], 0)
    assert 3 < len(points) < MOST_POINTS
    assert np.hypot(points[:, 0] - 20.0, points[:, 1] - 8.0) == pytest.approx(2.0 * np.ones(len(points)), abs=1e-6)


@pytest.mark.slow
def test_a_selection_of_vehicles_measures_as_all_do(world):
    everything, some = mp.Sensors(world), mp.Sensors(world, vehicle_ids=[1])
    world.run(seconds=0.2, observers=[everything, some])
    assert np.array_equal(everything["scanner"]["ranges"][1], some["scanner"]["ranges"][0])
    assert np.array_equal(everything["imu"]["specific_force"][1], some["imu"]["specific_force"][0])
