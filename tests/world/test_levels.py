"""Levels: vehicles over and under each other, each on the surface that carries it."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.roads.network import RoadNetwork, RoadSection
from motorpool.ground.terrain.decks import Deck
from motorpool.maps.surveyed import surveyed_ground
from motorpool.world.drivers.kinds import SCRIPT
from motorpool.world.entity.columns import Pose
from motorpool.world.entity.levels import are_on_other_levels
from motorpool.world.gunnery.guns import Armament
from motorpool.world.gunnery.rounds import GROUND
from motorpool.world.sensors.scan import scan_2d
from motorpool.world.sensors.scan_stages import Poses
from motorpool.world.sensors.scan_world import scan_world


def bridge(height: float = 8.0, edges: str = "railed") -> mp.Terrain:
    """Return flat ground with a bridge along x, whose ramps of 100 m begin on the ground."""
    x = np.linspace(-150.0, 150.0, 61)
    z = height * np.clip(1.0 - (np.abs(x) - 20.0) / 100.0, 0.0, 1.0)
    left = np.column_stack([x, np.full_like(x, 4.0), z])
    flat = mp.Terrain.flat(size=400.0, spacing=5.0)
    deck = Deck(np.stack([left, left * (1, -1, 1)], axis=1), edges=edges)
    return mp.Terrain(flat.heights, 5.0, flat.x_west, flat.y_south, decks=(deck,))


def crossing(model: str = "bicycle", terrain: mp.Terrain | None = None) -> mp.World:
    """Return one vehicle on the ramp of the bridge, one before its span and one on it; the first two drive."""
    world = mp.World(fleets=[(model, 3)], terrain=terrain or bridge())
    world.place_vehicles(0, -140.0, 0.0, 0.0)
    world.place_vehicles(1, 0.0, -80.0, 0.5 * math.pi)
    world.place_vehicles(2, 0.0, 0.0, 0.5 * math.pi, z=8.0)
    world.resolve_positions()
    world.vehicles.driver[:] = SCRIPT
    world.vehicles.throttle[:2] = 0.5
    return world


def test_one_drives_over_the_bridge_and_one_under_it():
    world = crossing()
    vehicles, heights = world.vehicles, []
    for _ in range(16 * 60):
        world.step()
        heights.append(vehicles.z.copy())
        assert not len(world.contact.contacts.vehicle)
    heights = np.array(heights)
    assert vehicles.x[0] > -25.0  # about to touch the one that stands there
    assert vehicles.y[1] > 40.0  # under it
    assert vehicles.level.tolist() == [1, 0, 1]
    assert heights[-1] == pytest.approx([8.0, 0.0, 8.0])
    assert np.abs(np.diff(heights, axis=0)).max() < 0.05
    world.run(seconds=3)
    assert vehicles.x[2] > 0.3  # it was pushed


@pytest.mark.parametrize("model", ["bicycle", "M998", "single-track"])
def test_models_feel_the_slope_of_the_deck_and_not_of_the_ground(model: str):
    """A vehicle without a driver's foot rolls back on the ramp as on ground of the same slope."""
    x = np.arange(-200.0, 201.0, 5.0)
    ramp = mp.Terrain.from_heights(np.tile(0.08 * (x + 120.0), (81, 1)), 5.0)
    speeds = []
    for terrain, z in ((bridge(), 4.8), (ramp, 4.8)):
        world = mp.World(fleets=[model], terrain=terrain)
        world.place_vehicles(0, -60.0, 0.0, 0.0, z=z)
        world.resolve_positions()
        assert world.vehicles.z[0] == pytest.approx(z, abs=1e-4)
        assert world.vehicles.pitch[0] == pytest.approx(-math.atan(0.08), abs=1e-4)
        world.vehicles.driver[:] = SCRIPT
        world.vehicles.throttle[:] = 0.3
        world.run(seconds=3)
        speeds.append(world.vehicles.speed[0])
    assert speeds[0] == pytest.approx(speeds[1], rel=1e-3)
    assert speeds[0] != 0.0


def test_a_trailer_stands_on_the_level_of_its_vehicle():
    world = crossing("tractor-trailer")
    world.place_vehicles(0, 0.0, 0.0, 0.0, z=8.0)
    world.place_vehicles(2, 100.0, 100.0, 0.0)
    world.resolve_positions()
    world.entity.trailers.rest()
    assert world.entity.trailers.bodies.z[0] == pytest.approx(8.0, abs=0.05)


def test_a_vehicle_that_leaves_the_deck_at_an_open_edge_falls_to_the_ground():
    world = crossing(terrain=bridge(edges="open"))
    world.vehicles.yaw[0] = 0.5 * math.pi
    world.place_vehicles(0, -30.0, 0.0, 0.5 * math.pi, z=7.2)
    world.resolve_positions()
    assert world.vehicles.level[0] == 1
    world.run(seconds=6)
    assert (world.vehicles.level[0], world.vehicles.z[0]) == (0, 0.0)


@pytest.mark.parametrize("rule", ["none", "search-cone", "dynamic-window", "orca"])
def test_nobody_avoids_who_drives_over_or_under_him(rule: str):
    """Two that would meet in the middle of the bridge drive as each does alone."""
    ways = []
    for apart in (0.0, 100.0):  # the lower one crosses under the bridge, or is far away
        world = mp.World(fleets=[("bicycle", 2)], terrain=bridge(), recovery="report")
        world.avoidance.choose(slice(None), rule)
        world.place_vehicles(0, -60.0, 0.0, 0.0, z=4.8)
        world.place_vehicles(1, apart, -60.0, 0.5 * math.pi)
        world.resolve_positions()
        world.guidance.route([0], [(120.0, 0.0)])
        world.guidance.route([1], [(apart, 120.0)])
        world.run(seconds=12)
        ways.append([world.vehicles.x[0], world.vehicles.y[0], world.vehicles.x[1] - apart, world.vehicles.y[1]])
    assert ways[0] == pytest.approx(ways[1], abs=1e-6)
    assert ways[0][0] > 0.0 < ways[0][3]


def eight(apart: float) -> tuple[mp.Terrain, RoadNetwork]:
    """Return a road like an 8 that crosses itself, higher by ``apart`` [m]."""
    turn = np.linspace(0.0, 2.0 * np.pi, 400)
    z = 0.5 * apart * (1.0 + np.cos(turn))
    line = np.column_stack([150.0 * np.sin(turn), 75.0 * np.sin(2.0 * turn), z])
    sections = [
        RoadSection(points=line[:200], start=0, end=1, width=8.0),
        RoadSection(points=line[199:], start=1, end=0, width=8.0),
    ]
    built = surveyed_ground(mp.Terrain.flat(size=500.0, spacing=5.0), sections, is_model=False)
    return built.terrain, RoadNetwork(sections=sections)


def test_traffic_flows_over_itself():
    terrain, network = eight(7.0)
    world = mp.World(fleets=[("bicycle", 10)], terrain=terrain, network=network, recovery="report")
    world.place_vehicles(slice(None), *world.traffic.place(range(10)))
    world.traffic.join(range(10), parking=False)
    world.resolve_positions()
    assert not world.traffic.graph.is_crossing.any()  # nobody gives way at the bridge
    levels, highest = set(), 0.0
    for _ in range(120):
        world.run(seconds=1)
        levels |= set(world.vehicles.level.tolist())
        highest = max(highest, float(np.abs(np.diff(world.vehicles.z)).max()))
        assert np.degrees(np.abs(world.vehicles.pitch)).max() < 5.0
        assert not len(world.contact.contacts.vehicle)
    assert levels == {0, 1, 2}
    assert world.vehicles.odometer.min() > 900.0


def test_the_level_is_restored_with_a_snapshot():
    world = crossing()
    world.run(seconds=12)
    saved = world.snapshot()
    world.run(seconds=3)
    after = {name: getattr(world.vehicles, name).copy() for name in world.vehicles.names}
    world.restore(saved)
    world.run(seconds=3)
    for name, column in after.items():
        assert np.array_equal(getattr(world.vehicles, name), column, equal_nan=True), name


def test_a_lidar_sees_the_deck_over_it():
    seen = scan_world(crossing())
    # The beam comes to y = -4, the edge of the deck, at a height of 8.6 m, or of 7.5 m.
    for pitch, expected in ((-0.25, math.inf), (-0.21, 6.0 / math.sin(0.21))):
        pose = [np.array([value]) for value in (-10.0, -30.0, 2.0, 0.5 * math.pi, pitch, 0.0)]
        found = scan_2d(seen, Poses(*pose, np.array([-1], np.int32)), [0.0], 100.0)
        assert found[0, 0] == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize(("elevation", "met"), [(0.12, GROUND), (0.05, None), (0.3, None)])
def test_a_round_hits_the_deck_from_below_or_flies_over_it(elevation: float, met: int | None):
    fleet = mp.Fleet("tracked", 1, name="tanks")
    world = mp.World(fleets=[fleet], terrain=bridge(), armament={"tanks": Armament(muzzle_speed=300.0)})
    world.place_vehicles(0, 0.0, -60.0, 0.5 * math.pi)
    world.resolve_positions()
    vehicles = world.vehicles
    vehicles.desired_speed[:] = 0.0
    vehicles.turret_elevation[:] = vehicles.aim_elevation[:] = elevation
    vehicles.trigger[:] = 1.0
    world.step()
    vehicles.trigger[:] = 0.0
    impacts = []
    for _ in range(60):
        impacts += world.events.impacts.met.tolist()
        if impacts:
            assert world.events.impacts.z[0] == pytest.approx(8.0, abs=0.01)
            break
        world.step()
    assert impacts == ([] if met is None else [met])


def test_who_is_over_whom_is_a_matter_of_level_and_height():
    place, level = np.array([0.0, 0.0, 30.0, 30.0]), np.array([0, 1, 1, 1], np.int32)
    pose = Pose(place, place, np.array([0.0, 5.0, 4.5, 3.0]), *np.zeros((3, 4)), level)
    assert are_on_other_levels(0, 1, pose)
    assert not are_on_other_levels(1, 2, pose)  # on one deck
    assert not are_on_other_levels(0, 3, pose)  # on the ramp ahead


def test_cars_that_cannot_climb_walls_drive_over_the_bridge_too():
    """The ground ends as a wall under both ends of the bridge; legs over it stay open."""
    terrain, network = eight(7.0)
    world = mp.World(fleets=[("car", 6)], terrain=terrain, network=network, recovery="report")
    trips = world.traffic.trips
    assert trips.ways_for(0) is not trips._all_ways  # which vehicles get that can drive none of their own
    assert trips.ways_for(0).graph.is_open.all()
