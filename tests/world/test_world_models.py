"""Every model that can be driven lives in a world: on its ground, under its behaviours, in a player's hands."""

import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models import find, names
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import PLAYER

DRIVEN = [name for name in names() if find(name).can_be_driven]
HEAVY = [name for name in DRIVEN if find(name).stands_on_ground]


def hill(slope_x, slope_y):
    """A square kilometre of even slope."""
    posts = 10.0 * np.arange(-50, 51)
    return Terrain.from_heights(slope_x * posts[None, :] + slope_y * posts[:, None], 10.0, name="hill")


def world_of(name, *, terrain=None, count=3, dt=0.1, **values):
    """A few vehicles of one model, apart from one another, facing different ways."""
    fleet = Fleet(name, count, **values)
    ground = terrain or hill(0.0, 0.0)
    world = World(fleets=[fleet], terrain=ground, dt=dt)
    places = 60.0 * np.arange(count)
    world.place_vehicles(slice(0, count), places, -places, np.linspace(0.3, 2.0, count))
    world.resolve_positions()
    return world


@pytest.mark.parametrize("name", DRIVEN)
def test_every_model_drives_about_by_itself(name):
    world = world_of(name)
    start = np.array([world.vehicles.x, world.vehicles.y])
    world.run(seconds=30.0)
    assert np.all(np.hypot(*(np.array([world.vehicles.x, world.vehicles.y]) - start)) > 20.0)
    assert np.all(world.vehicles.speed > 2.0)
    assert world.problems() == []


@pytest.mark.parametrize("name", DRIVEN)
def test_every_model_answers_to_a_player(name):
    world = world_of(name, count=2)
    vehicles = world.vehicles
    vehicles.driver[:] = PLAYER
    yaw = vehicles.yaw.copy()
    vehicles.throttle[:], vehicles.target_steer[:] = 1.0, [0.3, -0.3]
    world.run(seconds=2.0)
    turned = np.remainder(vehicles.yaw - yaw + math.pi, 2.0 * math.pi) - math.pi
    assert np.all(vehicles.speed > 0.5)
    assert turned[0] > 0.02
    assert turned[1] == pytest.approx(-turned[0], rel=1e-6)
    vehicles.throttle[:], vehicles.brake[:], vehicles.target_steer[:] = 0.0, 1.0, 0.0
    world.run(seconds=10.0)
    assert np.allclose(vehicles.speed, 0.0, atol=1e-9)
    place = vehicles.x.copy()
    world.run(seconds=2.0)
    assert np.allclose(vehicles.x, place, atol=1e-9)


@pytest.mark.parametrize("name", HEAVY)
def test_what_stands_on_ground_feels_its_slope(name):
    """The world tells the fleet heights and slopes at its place, and the fleet answers with its own attitude."""
    world = world_of(name, terrain=hill(0.1, -0.05))
    world.step()
    ground, vehicles = world.fleets[0].ground, world.vehicles
    assert "height" not in dir(ground) or np.allclose(ground.height, vehicles.z, atol=0.1)
    if "slope_x" in dir(ground):
        assert np.allclose(ground.slope_x, 0.1, atol=1e-6)
        assert np.allclose(ground.slope_y, -0.05, atol=1e-6)
    if "height_ahead" in dir(ground):
        ahead = 0.1 * np.cos(vehicles.yaw) - 0.05 * np.sin(vehicles.yaw)
        right = 0.1 * np.sin(vehicles.yaw) + 0.05 * np.cos(vehicles.yaw)
        assert np.allclose(ground.height_ahead - ground.height, 2.0 * ahead, atol=1e-2)
        assert np.allclose(ground.height_right - ground.height, 2.0 * right, atol=1e-2)
    assert np.allclose(world.fleets[0].state.pitch, vehicles.pitch, atol=0.01)


def test_an_object_takes_the_momentum_of_what_it_stops():
    world = world_of("friction-circle/tracked")
    world.fleets[0].state.speed[:] = 5.0
    world.vehicles.speed[:] = 0.0
    world.resolve_positions()
    assert not np.any(world.fleets[0].state.speed)


def test_a_model_that_asks_the_ground_for_something_unknown_is_refused():
    class Soil(tuple):
        _fields = ("colour",)
        _field_defaults = {"colour": 0.0}  # noqa: RUF012
        __slots__ = ()

    model = find("friction-circle/tracked:mass=60000").module
    model.Ground = Soil
    with pytest.raises(WorldError, match="asks the ground for 'colour'; a world has height, slope_x"):
        World(fleets=[Fleet(model, 1)])


UNCOMPILED = """
import motorpool as mp

world = mp.World(fleets=[("tracked", 2), ("single-track", 2), mp.Fleet("tracked", 1, name="others")])
world.scatter_vehicles()
for _ in range(5):
    world.step()
print([column.tolist() for column in world.vehicles.columns("x", "y", "yaw", "speed", "roll", "status")])
"""


@pytest.mark.slow
def test_without_the_compiler_a_world_moves_as_with_it():
    moved = []
    for is_on in ("1", "0"):
        environment = os.environ | {"MOTORPOOL_COMPILE": is_on}
        result = subprocess.run(
            [sys.executable, "-c", UNCOMPILED], env=environment, capture_output=True, text=True, check=True
        )
        moved.append(np.array(json.loads(result.stdout)))
    np.testing.assert_allclose(moved[1], moved[0], rtol=1e-12, atol=1e-12)
