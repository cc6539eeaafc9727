"""Tests of traffic on road networks."""

import hashlib
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from small_networks import cross, grid, ring, section

import motorpool as mp
from motorpool.errors import ScenarioError, WorldError
from motorpool.ground.roads.graph import graph_of
from motorpool.ground.roads.lanes import lane_length, way_point
from motorpool.ground.roads.network import RoadNetwork, RoadSection
from motorpool.ground.roads.network_files import save_network
from motorpool.recording.verification import scenario_in, verify
from motorpool.studies.distributed.regions.support import refuse_what_stays_whole
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER
from motorpool.world.guidance.goal_kinds import TRAFFIC
from motorpool.world.scenario.loader import load
from motorpool.world.traffic.phases import DRIVING, PARKED


def world_of(network, count, *, model="bicycle", parking=False, rest=(5.0, 20.0), seed=0):
    world = mp.World(fleets=[(model, count)], network=network, terrain=mp.Terrain.flat(size=1000), seed=seed)
    world.place_vehicles(slice(None), *world.traffic.place(range(count)))
    world.traffic.join(range(count), parking=parking, rest=rest)
    world.vehicles.desired_speed[:] = world.vehicles.max_speed
    return world


def lane_errors(world):
    """Distance of each vehicle from the path along its lane, to the left positive [m]."""
    vehicles, graph, errors = world.vehicles, world.traffic.graph, []
    for i in range(world.count):
        place = (int(vehicles.traffic_leg[i]), int(vehicles.traffic_next[i]))
        point = way_point(graph, *place, float(vehicles.traffic_along[i]), float(vehicles.traffic_aside[i]))
        errors.append((vehicles.y[i] - point.y) * point.east - (vehicles.x[i] - point.x) * point.north)
    return np.array(errors)


class Contacts:
    def __init__(self):
        self.count = 0

    def observe(self, world):
        self.count += len(world.events.contacts.time)


def run(world, seconds):
    contacts = Contacts()
    world.run(seconds=seconds, observers=[contacts])
    return contacts.count


@pytest.mark.slow
@pytest.mark.parametrize("model", ["bicycle", "single-track"])
@pytest.mark.parametrize("on_left", [False, True])
def test_vehicles_keep_their_lanes_in_a_bend_on_the_right_side(model, on_left):
    world = world_of(ring(60.0, on_left=on_left, width=7.0), 6, model=model)
    run(world, 10.0)
    worst = 0.0
    for _ in range(40):
        run(world, 0.5)
        worst = max(worst, float(np.abs(lane_errors(world)).max()))
        radius = np.hypot(world.vehicles.x, world.vehicles.y)
        is_forward = world.vehicles.traffic_leg % 2 == 0
        outer = is_forward != on_left  # counter-clockwise, the right side is outside
        assert (radius[outer] > 60.0).all()
        assert (radius[~outer] < 60.0).all()
    assert worst < 0.5
    assert world.vehicles.speed.min() > 4.0


@pytest.mark.slow
def test_no_vehicle_exceeds_the_speed_limit_and_bends_slow_it_down():
    straight = section(0, 1, (-300.0, 0.0), (300.0, 0.0), speed_limit=12.0)
    world = world_of(RoadNetwork(sections=[straight]), 4)
    fastest = 0.0
    for _ in range(60):
        run(world, 0.5)
        fastest = max(fastest, float(world.vehicles.speed.max()))
    assert 11.5 < fastest <= 12.0 + 1e-6
    world = world_of(ring(30.0, speed_limit=25.0, lanes_backward=0), 2)
    run(world, 30.0)
    acceleration = world.vehicles.speed**2 / 30.0
    assert 1.0 < acceleration.max() < 2.2  # the bound is 2 m/s^2


@pytest.mark.slow
def test_fifty_vehicles_in_a_ring_follow_each_other_without_contact():
    world = world_of(ring(105.0, lanes_backward=0), 50)  # 13 m for each
    assert run(world, 120.0) == 0
    vehicles = world.vehicles
    angles = np.sort(np.arctan2(vehicles.y, vehicles.x))
    gaps = 105.0 * np.diff(np.concatenate([angles, angles[:1] + 2.0 * np.pi]))
    assert gaps.min() > 2.0 * vehicles.half_length[0]
    assert vehicles.odometer.min() > 100.0


@pytest.mark.slow
@pytest.mark.parametrize("on_left", [False, True])
def test_a_crossing_of_four_roads_has_no_contact_and_no_deadlock_in_ten_minutes(on_left):
    world = world_of(cross(on_left=on_left), 14)
    before = world.vehicles.odometer.copy()
    for _ in range(10):
        assert run(world, 60.0) == 0
        driven = world.vehicles.odometer - before
        assert driven.min() > 30.0  # each vehicle goes on in each minute
        before = world.vehicles.odometer.copy()
    assert world.vehicles.traffic_trip.min() > 5


@pytest.mark.slow
def test_a_town_with_parking_has_no_contact_and_everybody_gets_on():
    world = world_of(grid(), 60, parking=True)
    assert run(world, 600.0) == 0
    assert world.vehicles.traffic_trip.min() > 3
    assert world.vehicles.traffic_wait.max() < 60.0


def test_the_larger_road_and_the_right_go_first():
    def first_through(limits, arms):
        sections = [
            section(0, number + 1, (0.0, 0.0), end, speed_limit=limit)
            for number, (end, limit) in enumerate(
                zip([(150.0, 0.0), (0.0, 150.0), (-150.0, 0.0), (0.0, -150.0)], limits, strict=True)
            )
        ]
        world = mp.World(
            fleets=[("bicycle", 2)], network=RoadNetwork(sections=sections), terrain=mp.Terrain.flat(size=1000)
        )
        yaws = {"west": 0.0, "south": 0.5 * np.pi}
        poses = {"west": (-40.0, -1.5), "south": (1.5, -40.0)}
        for vehicle, arm in enumerate(arms):
            world.place_vehicles(vehicle, *poses[arm], yaws[arm])
        world.traffic.join([0, 1], parking=False)
        vehicles = world.vehicles
        for vehicle, (leg, goal) in enumerate({"west": (5, 0), "south": (7, 2)}[arm] for arm in arms):
            vehicles.traffic_leg[vehicle], vehicles.traffic_along[vehicle] = leg, 102.0
            vehicles.traffic_goal[vehicle], vehicles.traffic_path_count[vehicle] = goal, 2
            world.traffic.trips.paths.legs[vehicle, :2] = leg, goal
            vehicles.traffic_next[vehicle] = goal
        for _ in range(900):
            world.step()
            done = np.flatnonzero(np.isin(vehicles.traffic_leg, (0, 2)))
            if done.size:
                return arms[int(done[0])]
        raise AssertionError("no vehicle has passed the crossing")

    equal = (10.0, 10.0, 10.0, 10.0)
    assert first_through(equal, ("west", "south")) == "south"  # it comes from the right of the other
    assert first_through(equal, ("south", "west")) == "south"
    assert first_through((12.0, 10.0, 12.0, 10.0), ("south", "west")) == "west"


@pytest.mark.slow
def test_vehicles_turn_round_at_dead_ends():
    world = world_of(RoadNetwork(sections=[section(0, 1, (-100.0, 0.0), (100.0, 0.0))]), 3)
    turns = 0
    for _ in range(240):
        before = world.vehicles.traffic_leg.copy()
        assert run(world, 0.5) == 0
        turns += int((before != world.vehicles.traffic_leg).sum())
    assert turns >= 12
    assert np.abs(world.vehicles.y).max() < 15.0


def test_no_vehicle_drives_against_a_one_way_road():
    network = ring(60.0, lanes_backward=0)
    world = world_of(network, 10)
    for _ in range(10):
        run(world, 1.0)
        assert (world.vehicles.traffic_leg % 2 == 0).all()
    heading = np.arctan2(world.vehicles.y, world.vehicles.x) + 0.5 * np.pi
    assert (np.cos(world.vehicles.yaw - heading) > 0.9).all()


@pytest.mark.slow
def test_vehicles_park_off_the_carriageway_and_leave_again():
    world = world_of(grid(3, 200.0), 12, parking=True, rest=(10.0, 20.0))
    vehicles, graph = world.vehicles, world.traffic.graph
    parked: set[int] = set()
    for _ in range(400):
        run(world, 0.5)
        for i in np.flatnonzero(vehicles.traffic_phase == PARKED).tolist():
            leg = int(vehicles.traffic_leg[i])
            along = min(float(vehicles.traffic_along[i]), lane_length(graph, leg))
            middle = way_point(graph, leg, -1, along, -float(graph.lane[leg]))
            aside = (vehicles.x[i] - middle.x) * middle.north - (vehicles.y[i] - middle.y) * middle.east
            assert aside - vehicles.half_width[i] > graph.half_width[leg] - 0.3
            parked.add(i)
    assert len(parked) == 12
    assert vehicles.traffic_trip.min() > 1
    assert (vehicles.traffic_phase == DRIVING).any()


@pytest.mark.slow
def test_oncoming_vehicles_pass_on_a_narrow_road():
    world = world_of(RoadNetwork(sections=[section(0, 1, (-200.0, 0.0), (200.0, 0.0), width=3.5)]), 4)
    assert run(world, 180.0) == 0
    assert world.vehicles.odometer.min() > 500.0


def serpentine(radius, bends=3, gap=60.0, **values):
    """A road that climbs in hairpins, and ends without a way on."""
    parts, y = [np.array([(0.0, 0.0)])], 0.0
    for bend in range(bends):
        side = 1.0 if bend % 2 == 0 else -1.0
        angle = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 16)
        middle = gap if side > 0.0 else 0.0
        parts.append(np.column_stack([middle + side * radius * np.cos(angle), y + radius + radius * np.sin(angle)]))
        y += 2.0 * radius
    parts.append(np.array([(gap if bends % 2 == 0 else 0.0, y)]))
    points = np.vstack(parts)
    return RoadSection(points=np.column_stack([points, np.full(len(points), np.nan)]), start=0, end=1, **values)


@pytest.mark.slow
@pytest.mark.parametrize("on_left", [False, True])
def test_oncoming_vehicles_wait_for_each_other_before_hairpins(on_left):
    road = serpentine(5.0, width=3.5, speed_limit=8.0)
    world = world_of(RoadNetwork(sections=[road], drives_on_left=on_left), 5)
    meetings = 0
    for _ in range(8):
        assert run(world, 30.0) == 0
        meetings += int((world.vehicles.traffic_wait > 0.0).sum())
    assert world.vehicles.odometer.min() > 300.0
    assert meetings > 0


@pytest.mark.slow
def test_vehicles_give_way_where_a_bridge_crosses_a_road_and_go_straight_on():
    over = section(0, 1, (-150.0, 0.0), (150.0, 0.0), is_bridge=True, level=1)
    under = section(2, 3, (0.0, -150.0), (0.0, 150.0))
    world = world_of(RoadNetwork(sections=[over, under]), 12)
    is_over = world.vehicles.traffic_leg < 4
    assert run(world, 240.0) == 0
    np.testing.assert_array_equal(world.vehicles.traffic_leg < 4, is_over)
    assert world.vehicles.odometer.min() > 500.0


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_scenario_chooses_the_side_of_the_road(tmp_path, side):
    save_network(RoadNetwork(sections=grid().sections, drives_on_left=side == "right"), tmp_path / "roads.geojson")
    text = SCENARIO.replace("roads.geojson}", f"roads.geojson, driving_side: {side}}}")
    (tmp_path / "town.yaml").write_text(text)
    world = load(tmp_path / "town.yaml").build(can_step=False)
    assert world.traffic.graph.keeps_left == (side == "left")
    (tmp_path / "town.yaml").write_text(text.replace(side, "middle"))
    with pytest.raises(ScenarioError, match="driving_side"):
        load(tmp_path / "town.yaml")


def test_no_sharp_turn_at_a_junction_where_the_road_goes_on():
    ways = [(200.0, 0.0), (-200.0, 0.0), (150.0, 60.0)]
    network = RoadNetwork(sections=[section(0, number + 1, (0.0, 0.0), end) for number, end in enumerate(ways)])
    graph = graph_of(network)
    behind = {leg: graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]].tolist() for leg in (1, 3, 5)}
    assert behind == {1: [2], 3: [0, 4], 5: [2]}


@pytest.mark.slow
def test_vehicles_that_start_elsewhere_drive_to_the_road():
    world = mp.World(fleets=[("bicycle", 2)], network=ring(100.0), terrain=mp.Terrain.flat(size=1000))
    world.place_vehicles([0, 1], [0.0, 160.0], [60.0, 0.0], [1.0, 2.0])
    world.traffic.join([0, 1], parking=False)
    run(world, 40.0)
    assert np.abs(lane_errors(world)).max() < 0.5
    assert np.abs(np.hypot(world.vehicles.x, world.vehicles.y) - 100.0).max() < 4.0


def test_a_snapshot_repeats_to_the_bit():
    world = world_of(grid(), 30, parking=True)
    run(world, 20.0)
    saved = world.snapshot()
    run(world, 10.0)
    first = [column.copy() for column in world.vehicles.all_columns()]
    world.restore(saved)
    run(world, 10.0)
    for before, after in zip(first, world.vehicles.all_columns(), strict=True):
        np.testing.assert_array_equal(before, after)


SCENARIO = """
terrain: {source: flat, size: 1000}
roads: {file: roads.geojson}
objects: {count: 200}
vehicles:
  - {model: bicycle, count: 20, traffic: {rest: [5, 20]}}
  - {model: M998, count: 4, desired_speed: 9, traffic: {parking: false}}
  - {model: tracked, count: 3}
"""


def written(tmp_path, text=SCENARIO, network=None):
    save_network(network or grid(), tmp_path / "roads.geojson")
    path = tmp_path / "town.yaml"
    path.write_text(text)
    return path


@pytest.mark.slow
def test_a_recording_of_a_scenario_is_verified_to_the_bit(tmp_path):
    world = load(written(tmp_path)).build()
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=20.0, observers=[recorder])
    assert (world.vehicles.goal == TRAFFIC).sum() == 24
    assert world.vehicles.speed[20:24].max() < 9.01
    recording = mp.read_recording(tmp_path / "run.parquet")
    found = load(tmp_path / "town.yaml").build()
    assert scenario_in(recording) is not None
    assert not verify(recording, found).difference


RUN = """
import sys, hashlib
sys.path[:0] = sys.argv[1:]
from small_networks import grid
from test_traffic import run, world_of
world = world_of(grid(), 250, parking=True)
run(world, 20.0)
print(hashlib.sha256(b"".join(column.tobytes() for column in world.vehicles.all_columns())).hexdigest())
"""


@pytest.mark.slow
def test_the_number_of_threads_changes_nothing():
    folders = [str(Path(__file__).parents[1] / name) for name in ("support", "world")]
    printed = [
        subprocess.run(
            [sys.executable, "-c", RUN, *folders], env=os.environ | {"MOTORPOOL_THREADS": threads},
            capture_output=True, text=True, check=True,
        ).stdout
        for threads in ("1", "2")
    ]  # fmt: skip
    assert len(printed[0].strip()) == len(hashlib.sha256().hexdigest())
    assert printed[0] == printed[1]


# ---- mistakes


@pytest.mark.parametrize(
    ("fleet", "sentence"),
    [
        ("traffic: true, route: {waypoints: [[1, 2]]}", "is in traffic and has the key route; keep one"),
        ("traffic: true, avoidance: orca", "is in traffic and has the key avoidance; keep one"),
        ("traffic: {rest: [9, 3]}", "rest goes from 9 down to 3; swap them"),
        ("traffic: {rest: -1}", "zero or positive"),
        ("traffic: {parkin: true}", "did you mean parking?"),
        ("traffic: 7", "must be a mapping"),
    ],
)
def test_wrong_keys_are_refused_in_a_sentence(tmp_path, fleet, sentence):
    text = f"roads: {{file: roads.geojson}}\nvehicles:\n  - {{model: bicycle, count: 1, {fleet}}}\n"
    with pytest.raises(ScenarioError) as refused:
        load(written(tmp_path, text))
    assert sentence in str(refused.value)


def test_traffic_needs_a_network(tmp_path):
    with pytest.raises(ScenarioError, match="needs a road network; add roads"):
        load(written(tmp_path, "vehicles: [{model: bicycle, count: 1, traffic: true}]"))
    with pytest.raises(WorldError, match="no road network to drive along"):
        mp.World(fleets=["bicycle"]).traffic.join([0])


def test_too_many_vehicles_and_short_roads_are_refused(tmp_path):
    text = "terrain: {source: flat, size: 1000}\nroads: {file: roads.geojson}\nvehicles:\n"
    crowd = text + "  - {model: bicycle, count: 5000, traffic: true}\n"
    with pytest.raises(ScenarioError, match="5 000 vehicles do not fit on the road network, which has room for"):
        load(written(tmp_path, crowd)).build(can_step=False)
    one = text + "  - {model: bicycle, count: 1, traffic: true}\n"
    short = RoadNetwork(sections=[section(0, 1, (0.0, 0.0), (60.0, 0.0))])
    with pytest.raises(ScenarioError, match="no parking places: its sections are too short; leave out parking"):
        load(written(tmp_path, one, short)).build(can_step=False)


def test_wrong_arguments_are_refused():
    world = world_of(ring(), 1)
    with pytest.raises(WorldError, match="there is no vehicle 7"):
        world.traffic.join([7])
    with pytest.raises(WorldError, match="the shorter one first"):
        world.traffic.join([0], rest=(9.0, 3.0))
    with pytest.raises(WorldError, match="run it whole"):
        refuse_what_stays_whole(world, 2)


def test_start_positions_are_on_lanes_and_apart():
    world = world_of(grid(), 80)
    vehicles = world.vehicles
    assert np.abs(lane_errors(world)).max() < 1e-9
    x, y = vehicles.x, vehicles.y
    distance = np.hypot(x[:, None] - x, y[:, None] - y) + 1e9 * np.eye(80)
    assert distance.min() > 2.0 * vehicles.half_width[0] + 0.4


def test_orders_of_lanes_are_sorted():
    world = world_of(grid(), 80)
    run(world, 5.0)
    order, vehicles = world.traffic.trips._order, world.vehicles
    assert sorted(order.item[: order.first[-1]].tolist()) == list(range(80))
    for leg, (first, end) in enumerate(pairwise(order.first.tolist())):
        found = order.item[first:end]
        assert (vehicles.traffic_leg[found] == leg).all()
        assert (np.diff(vehicles.traffic_along[found]) <= 2.0).all()  # sorted before the last step


@pytest.mark.slow
@pytest.mark.parametrize("driver", ["hold", "player"])
def test_traffic_stops_behind_a_vehicle_that_stands_on_a_road_without_room_to_pass(driver):
    network = ring(105.0, lanes_backward=0, width=3.0)
    world = mp.World(fleets=[("bicycle", 5)], network=network, terrain=mp.Terrain.flat(size=1000))
    world.place_vehicles(slice(0, 5), *world.traffic.place(range(5)))
    if driver == "hold":
        world.traffic.join(range(1, 5), parking=False)
        world.guidance.hold([0])
    else:
        world.traffic.join(range(5), parking=False)
        world.vehicles.driver[0] = PLAYER
    assert run(world, 60.0) == 0
    assert np.abs(world.vehicles.speed).max() < 0.5
    if driver == "player":
        world.vehicles.driver[0] = AUTOPILOT
        assert run(world, 20.0) == 0
        assert world.vehicles.speed.min() > 5.0
