"""Objects on levels: what stands under a deck is not in the way on it, and the other way round."""

import math

import numpy as np
import pytest
from test_levels import bridge

import motorpool as mp
from motorpool.ground.objects.objects import Objects, join_objects, place_objects
from motorpool.world.drivers.kinds import SCRIPT
from motorpool.world.sensors.scan import scan_2d
from motorpool.world.sensors.scan_stages import Poses
from motorpool.world.sensors.scan_world import scan_world

ON, UNDER = (-60.0, 0.0, 0.0, 4.8), (0.0, -60.0, 0.5 * math.pi, 0.0)  # x, y, yaw, z of a vehicle on its way to (0, 0)


def world_with(objects: Objects | None, way: tuple[float, float, float, float], rule: str = "none") -> mp.World:
    """Return a world in which one vehicle is about to drive straight through the middle of the bridge, or under it."""
    world = mp.World(fleets=["bicycle"], terrain=bridge(), objects=objects, recovery="report")
    x, y, yaw, z = way
    world.avoidance.choose(slice(None), rule)
    world.place_vehicles(0, x, y, yaw, z=z)
    world.resolve_positions()
    world.guidance.route([0], [(-x, -y)])
    return world


def post(z: float | None, terrain: mp.Terrain | None = None) -> Objects:
    """Return an object in the middle of the bridge: under it, or at a height on it."""
    return place_objects(terrain or bridge(), x=[0.0], y=[0.0], radius=1.0, height=4.0, z=z)


@pytest.mark.parametrize("rule", ["none", "search-cone", "dynamic-window", "orca"])
@pytest.mark.parametrize(("way", "other"), [(ON, None), (UNDER, 8.0)])
def test_what_is_on_the_other_level_is_not_in_the_way(rule: str, way: tuple[float, float, float, float], other):
    ends = []
    for objects in (None, post(other)):
        world = world_with(objects, way, rule)
        for _ in range(10 * 60):
            world.step()
            assert not world.events.contacts.vehicle.size
        ends.append((world.vehicles.x[0], world.vehicles.y[0], world.vehicles.speed[0]))
    assert ends[0] == ends[1]
    assert max(ends[0][:2]) > 10.0  # it is past the middle


@pytest.mark.parametrize(("way", "own"), [(ON, 8.0), (UNDER, None)])
def test_what_is_on_the_own_level_stops(way: tuple[float, float, float, float], own):
    world = world_with(post(own), way)
    struck = set()
    for _ in range(10 * 60):
        world.step()
        struck |= set(world.events.contacts.object.tolist())
    assert struck == {0}
    assert max(world.vehicles.x[0], world.vehicles.y[0]) < 1.0  # before the middle


def test_a_fast_vehicle_does_not_sweep_over_an_object_on_its_deck():
    for z, is_struck in ((8.0, True), (None, False)):
        world = mp.World(fleets=["bicycle"], terrain=bridge(), objects=post(z), dt=0.1)
        world.place_vehicles(0, -19.0, 0.0, 0.0, z=8.0)
        world.resolve_positions()
        world.vehicles.driver[:] = SCRIPT
        world.vehicles.speed[:] = 60.0
        found = []
        for _ in range(5):
            world.step()
            found += world.events.contacts.object.tolist()
        assert (found == [0]) == is_struck


def test_a_lidar_sees_what_stands_on_a_deck_and_looks_under_it():
    seen = scan_world(world_with(post(8.0), UNDER))
    for z, expected in ((2.0, math.inf), (10.0, 9.0)):
        pose = [np.array([value]) for value in (-10.0, 0.0, z, 0.0, 0.0, 0.0)]
        found = scan_2d(seen, Poses(*pose, np.array([-1], np.int32)), [0.0], 100.0)
        assert found[0, 0] == pytest.approx(expected, abs=0.01)


def test_a_file_says_which_objects_stand_on_decks(tmp_path):
    terrain, path = bridge(), tmp_path / "posts.csv"
    path.write_text("x,y,kind,z\n0,0,rock,8.0\n3,0,rock,\n")
    posts = mp.load_objects(path, terrain)
    joined = join_objects(terrain, posts, place_objects(terrain, x=[6.0], y=[0.0]))
    assert posts.z.tolist() == [8.0, 0.0]
    assert joined.z.tolist() == [8.0, 0.0, 0.0]
    path.write_text("x,y,z\n0,0,high\n")
    with pytest.raises(
        mp.errors.WorldError, match=r"posts\.csv:2: z is 'high'; it must be a number from -10000 to 10000"
    ):
        mp.load_objects(path, terrain)
