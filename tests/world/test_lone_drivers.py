"""A vehicle alone on a road network: it drives on, whatever the roads are like; one that cannot says why it stands."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml
from small_networks import cross, grid, one_way_roads, ring, section, short_roads

import motorpool as mp
from motorpool.app.cli import run as main
from motorpool.errors import WorldError
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.roads.network import RoadNetwork
from motorpool.world.scenario.loader import load
from motorpool.world.traffic.phases import DRIVING

MAPS = Path(__file__).parents[2] / "examples" / "maps"
LONGEST = 60.0  # time in which a vehicle leaves a circle of ``NEAR``, or drives on to another leg [s]
NEAR = 6.0  # [m]
EVERY = 2.0  # between two looks [s]
KINDS = ["bicycle", "car", "M35A2", "articulated-lorry"]


def alone(network, kind, seed=0, dt=1 / 15, ground=None):
    """A world with one vehicle in traffic, by default on level ground; it starts in the middle if no lane has room."""
    farthest = max(float(np.abs(each.points[:, :2]).max()) for each in network.sections)
    ground = ground or mp.Terrain.flat(size=2.0 * farthest + 200.0, spacing=50.0)
    world = mp.World(fleets=[(kind, 1)], network=network, terrain=ground, dt=dt, seed=seed)
    try:
        world.place_vehicles(slice(None), *world.traffic.place([0]))
    except WorldError:
        world.place_vehicles(slice(None), 0.0, 0.0, 0.0)
    world.traffic.join([0], parking=False)
    world.vehicles.desired_speed[:] = world.vehicles.max_speed
    return world


def longest_stand(world, seconds, *, may_be_set_in=False):
    """The longest time for which a vehicle of a world has stayed near a place on one leg while it was to drive [s].

    Infinite if one did not come on by itself but was set in elsewhere, unless that may be.
    """
    vehicles, longest = world.vehicles, 0.0
    x, y, leg, since = vehicles.x.copy(), vehicles.y.copy(), vehicles.traffic_leg.copy(), np.zeros(world.count)
    for _ in range(math.ceil(seconds / EVERY)):
        world.run(seconds=EVERY)
        has_left = np.hypot(vehicles.x - x, vehicles.y - y) > NEAR
        has_left |= (vehicles.traffic_leg != leg) | (vehicles.traffic_phase != DRIVING)
        since = np.where(has_left, 0.0, since + EVERY)
        for column, now in ((x, vehicles.x), (y, vehicles.y), (leg, vehicles.traffic_leg)):
            column[has_left] = now[has_left]
        longest = max(longest, float(since.max()))
    return longest if may_be_set_in or world.recovery.recoveries == 0 else math.inf


def two_crossings(between):
    """Crossings of four roads in a row: a road, a short leg, a short leg, a road; and roads aside of each."""
    places = np.cumsum([0.0, 120.0, between, between, 120.0])
    sections = [section(k, k + 1, (places[k], 0.0), (places[k + 1], 0.0)) for k in range(4)]
    for number, place in enumerate(places[1:4]):
        sections.append(section(number + 1, 10 + number, (place, 0.0), (place, 90.0 + 20.0 * number)))
        sections.append(section(number + 1, 20 + number, (place, 0.0), (place, -90.0)))
    return RoadNetwork(sections=sections)


@pytest.mark.parametrize("between", [1.0, 6.0, 14.0])
def test_vehicles_pass_crossings_that_are_closer_than_they_are_long(between):
    for kind in KINDS:
        assert longest_stand(alone(two_crossings(between), kind), 70.0) < LONGEST, kind


NETWORKS = {
    "small dead ends": cross(3, 45.0), "tiny dead ends": cross(5, 25.0), "close crossings": grid(3, 30.0),
    "a ring": ring(), "a small ring": ring(12.0, 5), "a ring of one section": ring(30.0, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", NETWORKS)
def test_a_vehicle_drives_on_over_crossings_dead_ends_and_rings(name):
    assert longest_stand(alone(NETWORKS[name], "bicycle"), 90.0) < LONGEST


@pytest.mark.parametrize("seed", range(6))
def test_a_vehicle_drives_on_over_any_short_roads(seed):
    assert longest_stand(alone(short_roads(seed), KINDS[seed % 3], seed), 100.0) < LONGEST


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_vehicles_drive_on_over_many_networks_of_short_roads(kind):
    stands = {seed: longest_stand(alone(short_roads(seed), kind, seed), 300.0) for seed in range(100, 108)}
    assert {seed: time for seed, time in stands.items() if time >= LONGEST} == {}


def hills(seed, steepest, size=900.0, spacing=10.0):
    """Random hills with slopes up to ``steepest``."""
    random = np.random.default_rng(seed)
    y, x = np.meshgrid(*[np.arange(0.0, size + spacing, spacing)] * 2, indexing="ij")
    heights = np.zeros(x.shape)
    for length in (120.0, 200.0, 300.0, 450.0):
        angle, shift = random.uniform(0.0, 2.0 * np.pi, 2)
        heights += length * np.sin(2.0 * np.pi * (x * np.cos(angle) + y * np.sin(angle)) / length + shift)
    heights *= steepest / np.hypot(*np.gradient(heights, spacing)).max()
    return mp.Terrain.from_heights(heights.astype(np.float32), spacing)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_vehicle_takes_no_road_that_it_cannot_climb(seed):
    kind, steepest = [("car", 0.45), ("M35A2", 0.65), ("articulated-lorry", 0.33)][seed % 3]
    world = alone(grid(5, 150.0), kind, seed, ground=hills(seed, steepest))
    assert len(world.traffic.ways_for(0).legs) < len(world.traffic.legs)
    assert longest_stand(world, 150.0) < LONGEST


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_vehicle_leaves_roads_that_only_lead_through_and_comes_in_again(seed):
    world = alone(one_way_roads(seed), KINDS[seed % 4], seed)
    graph, vehicles, ways = world.traffic.graph, world.vehicles, world.traffic.ways_for(0)
    jumps, stands = 0, 0.0
    for _ in range(150):
        x, y, leg = float(vehicles.x[0]), float(vehicles.y[0]), int(vehicles.traffic_leg[0])
        world.run(seconds=1.0)
        step = math.hypot(vehicles.x[0] - x, vehicles.y[0] - y)
        stands = stands + 1.0 if step < 0.5 else 0.0
        assert stands < 15.0
        if step > 2.0 * vehicles.max_speed[0] or (vehicles.traffic_leg[0] in ways.entries and leg not in ways.entries):
            assert graph.follow_first[leg] == graph.follow_first[leg + 1]
            assert vehicles.traffic_leg[0] in ways.entries
            jumps += 1
    assert ways.is_through
    assert jumps >= 2


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Function that makes the world of a map once, and returns its folder."""
    folders = {}

    def folder_of(path, *options):
        if path not in folders:
            folders[path] = tmp_path_factory.mktemp(path.stem)
            kind = "--opendrive" if path.suffix == ".xodr" else "--osm"
            assert main(["terrain", kind, str(path), "--out", str(folders[path]), *map(str, options)]) == 0
        return folders[path]

    return folder_of


def on_map(folder, kind, seed=0):
    """Return the world of a map with one vehicle in traffic."""
    keys = yaml.safe_load((folder / "scenario.yaml").read_text(encoding="utf-8"))
    keys |= {"vehicles": [{"model": kind, "traffic": {"parking": False}}], "dt": 1 / 20, "seed": seed}
    (folder / "alone.yaml").write_text(yaml.safe_dump(keys, allow_unicode=True), encoding="utf-8")
    world = load(folder / "alone.yaml").build()
    world.vehicles.desired_speed[:] = world.vehicles.max_speed
    return world


@pytest.mark.parametrize("kind", ["bicycle", "M35A2"])
def test_a_vehicle_drives_on_in_the_village_of_the_examples(made, kind):
    assert longest_stand(on_map(made(MAPS / "village.osm"), kind), 100.0) < LONGEST


ON_ROADS = ["bicycle", "ackermann", "car", "CR1", "quad", "M998", "M35A2", "LAV-25", "articulated-lorry"]
OPENDRIVE = ["crest-curve", "curves_elevation", "e6mini", "fabriksgatan", "soderleden"]


def stands_of(folder, seed, seconds):
    """Return the kinds that stand for a minute on a map, and for how long [s], of three kinds drawn by chance."""
    kinds = np.random.default_rng(seed).permutation(ON_ROADS)[:3].tolist()
    stands = {kind: longest_stand(on_map(folder, kind, seed), seconds) for kind in kinds}
    return {kind: stand for kind, stand in stands.items() if stand >= LONGEST}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["village.osm", "crossing.xodr"])
def test_no_kind_of_vehicle_stands_on_a_map_of_the_examples(made, name):
    assert stands_of(made(MAPS / name), len(name), 400.0) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", OPENDRIVE)
def test_no_kind_of_vehicle_stands_on_an_opendrive_map(made, shared_data, name):
    folder = made(shared_data / "maps" / "opendrive" / f"{name}.xodr")
    assert stands_of(folder, OPENDRIVE.index(name), 400.0) == {}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_kind_of_vehicle_stands_in_the_capital_of_andorra(made, shared_data, seed):
    assert stands_of(andorra(made, shared_data), seed, 600.0) == {}


def andorra(made, shared_data):
    """Return the folder of the world of Andorra's capital."""
    folder = shared_data / "maps" / "andorra"
    heights = folder / "N42E001.hgt.zip"
    return made(folder / "andorra.osm.gz", "--heights", heights, "--area", "1.49,42.49,1.56,42.53")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fabriksgatan", "crest-curve"])
def test_a_car_drives_on_for_an_hour_on_an_opendrive_map(made, shared_data, name):
    folder = made(shared_data / "maps" / "opendrive" / f"{name}.xodr")
    assert longest_stand(on_map(folder, "bicycle"), 3600.0) < LONGEST


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("bicycle", 0), ("car", 2)])
def test_a_car_drives_on_for_an_hour_in_the_capital_of_andorra(made, shared_data, kind, seed):
    assert longest_stand(on_map(andorra(made, shared_data), kind, seed), 3600.0) < LONGEST


def test_a_vehicle_that_stands_in_traffic_says_why():
    """Behind a tank that stands on its lane, and before a post there, which it touches and backs off from by turns."""
    network = RoadNetwork(sections=[section(0, 1, (-150.0, 0.0), (150.0, 0.0))])
    narrow = RoadNetwork(sections=[section(0, 1, (-150.0, -1.6), (150.0, -1.6), lanes_backward=0, width=3.0)])
    ground = mp.Terrain.flat(size=600.0)
    behind = mp.World(fleets=["bicycle", "M1A1"], network=narrow, terrain=ground)  # without room to pass
    post = place_objects(ground, x=[60.0], y=[-1.6])
    before = mp.World(fleets=["bicycle"], network=network, terrain=ground, objects=post, recovery="report")
    for world in (behind, before):
        world.place_vehicles([0], [0.0], [-1.6], 0.0)
        world.traffic.join([0], parking=False)
    behind.place_vehicles([1], [60.0], [-1.6], 0.0)
    behind.guidance.hold([1])
    for world in (behind, before):
        world.run(seconds=75)
    assert behind.recovery.counts() == {"vehicle": 1}
    assert before.recovery.counts() in ({"object": 1}, {"no way": 1})
    assert (behind.recovery.recoveries, before.recovery.recoveries) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("lanes_backward", [0, 1])
@pytest.mark.parametrize("kind", ["bicycle", "M998"])
def test_a_vehicle_before_an_object_turns_back_or_is_set_in_on_another_road(kind, lanes_backward):
    """On a road of two directions it turns back; on a one-way road it cannot, and comes in again elsewhere."""
    roads = [section(0, 1, (-150.0, y), (150.0, y), lanes_backward=lanes_backward) for y in (0.0, 60.0)]
    roads[1] = replace(roads[1], start=2, end=3)
    ground, lane = mp.Terrain.flat(size=600.0), (0.0 if lanes_backward == 0 else -1.5)
    post = place_objects(ground, x=[60.0], y=[lane])
    world = mp.World(fleets=[kind], network=RoadNetwork(sections=roads), terrain=ground, objects=post)
    world.place_vehicles([0], [0.0], [lane], 0.0)
    world.traffic.join([0], parking=False)
    world.vehicles.desired_speed[:] = 12.0
    assert longest_stand(world, 200.0, may_be_set_in=True) < 75.0
    assert world.vehicles.odometer[0] > 600.0
    assert (world.recovery.recoveries > 0) == (lanes_backward == 0)


@pytest.mark.slow
def test_a_wreck_in_traffic_is_not_set_in_on_another_road():
    world = alone(ring(), "M998")
    world.run(seconds=20)
    world.vehicles.damage[0] = 1.0
    place = float(world.vehicles.x[0]), float(world.vehicles.y[0])
    world.run(seconds=120)
    assert math.hypot(world.vehicles.x[0] - place[0], world.vehicles.y[0] - place[1]) < 60.0
