"""Every named vehicle stands in the scenario of the motor pool, and a person can drive it away."""

import math

import numpy as np
import pytest

from motorpool.vehicles import motor_pool
from motorpool.world import World
from motorpool.world.scenario import load
from motorpool.world.sources.player import Player

NAMES = motor_pool.names()
SECONDS = 15.0


@pytest.fixture(scope="module")
def pool() -> World:
    return load("motor-pool").build()


def test_every_named_vehicle_is_there_to_be_taken(pool: World):
    first = [fleet.model.name for fleet in pool.fleets[: len(NAMES)]]
    assert sorted(first) == sorted(NAMES)
    assert all(fleet.count == 1 for fleet in pool.fleets[: len(NAMES)])


def test_after_five_seconds_everything_is_finite_and_no_vehicle_has_a_problem():
    world = load("motor-pool").build()
    world.run(seconds=5.0)
    assert world.problems() == []
    for fleet in world.fleets:
        assert all(np.isfinite(column).all() for column in fleet.state), fleet.name
    assert all(np.isfinite(column).all() for column in world.vehicles.columns("x", "y", "z", "pitch", "roll"))
    assert (world.vehicles.odometer[: len(NAMES)] == 0.0).all()  # who is parked stays to the bit


def test_a_person_drives_every_one_of_them_twenty_metres():
    """All at once: they stand side by side and drive ahead."""
    world = load("motor-pool").build()
    player = Player()
    world.sources.append(player)
    count = len(NAMES)
    start = np.array(world.vehicles.columns("x", "y"))[:, :count].copy()
    for vehicle_id in range(count):
        assert player.take(vehicle_id)
        player.set(vehicle_id, throttle=1.0)
    world.run(seconds=SECONDS)
    now = np.array(world.vehicles.columns("x", "y"))[:, :count]
    way = now - start
    short = [fleet.name for fleet, ahead in zip(world.fleets[:count], way[1], strict=True) if not ahead > 20.0]
    assert short == []
    assert np.allclose(way[0], 0.0, atol=0.5)  # straight ahead: north
    assert world.problems() == []


@pytest.mark.parametrize("name", NAMES)
def test_a_vehicle_is_put_into_a_scenario_by_its_name(name: str, tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text(
        "terrain: {source: flat, size: 400}\nsurface: dry-asphalt\n"
        f"vehicles:\n  - {{vehicle: {name}, desired_speed: 4, start: {{positions: [[0, 0, 0]]}}}}\n"
    )
    world = load(path).build()
    world.run(seconds=5.0)
    assert world.fleets[0].model.name == name
    assert world.vehicles.odometer[0] > 5.0
    assert math.isfinite(world.vehicles.x[0])
    assert world.problems() == []
