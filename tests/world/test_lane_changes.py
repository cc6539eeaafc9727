"""Lane changes: the published criteria, overtaking on carriageways with two lanes, and lanes that end."""

import dataclasses
import math

import numpy as np
import pytest
from small_networks import cross, ring, section

import motorpool as mp
from motorpool.ground.roads.lanes import lane_width
from motorpool.ground.roads.network import RoadNetwork
from motorpool.ground.roads.routing import positions_on
from motorpool.world.traffic import lane_changes
from motorpool.world.traffic.ahead import GAP, HEADWAY
from motorpool.world.traffic.lane_changes import goes_on, idm_acceleration, is_worth_it
from motorpool.world.traffic.tracking import LaneOrder

FREE = 1e9  # a gap or speed without a vehicle
LIMIT = 30.0


def motorway(*, lanes=2, on_left=False, length=3000.0, pieces=8, limit=LIMIT):
    """A one-way ring; the outer side is that of the right lane, or of the left one."""
    return ring(
        length / math.tau, pieces, on_left=on_left, lanes_forward=lanes, lanes_backward=0, width=3.5 * lanes,
        speed_limit=limit,
    )  # fmt: skip


def world_on(network, speeds, along, lanes):
    """A world with vehicles on the first leg, at distances along it [m] and on lanes, at their desired speeds [m/s]."""
    count = len(speeds)
    world = mp.World(fleets=[("bicycle", count)], network=network, terrain=mp.Terrain.flat(size=2000.0), dt=1 / 20)
    graph, vehicles, leg = world.traffic.graph, world.vehicles, np.zeros(count, int)
    side = -1.0 if graph.keeps_left else 1.0
    aside = -side * lane_width(graph, 0) * np.asarray(lanes, float)
    world.place_vehicles(slice(None), *positions_on(graph, leg, graph.begin[leg] + along, graph.lane[leg] + aside))
    world.traffic.join(range(count), parking=False)
    vehicles.max_speed[:] = LIMIT
    vehicles.desired_speed[:] = vehicles.speed[:] = vehicles.commanded_speed[:] = speeds
    vehicles.traffic_lane[:] = vehicles.traffic_lane_before[:] = lanes
    vehicles.traffic_leg[:], vehicles.traffic_along[:], vehicles.traffic_aside[:] = 0, along, aside
    vehicles.traffic_lane_time[:] = 60.0
    return world


def touching(world):
    pairs = world.contact._candidates.pairs
    return bool(pairs.touches.any())


# ---- the published criteria


def test_the_intelligent_driver_model_rests_at_its_published_gap():
    """s = (s0 + v T) / sqrt(1 - (v / v0)^4); a at rest on a free road, none at the desired speed."""
    for speed in (5.0, 15.0, 25.0):
        gap = (GAP + speed * HEADWAY) / math.sqrt(1.0 - (speed / LIMIT) ** 4)
        assert idm_acceleration(speed, LIMIT, gap, speed) == pytest.approx(0.0, abs=1e-9)
    assert idm_acceleration(0.0, LIMIT, FREE, FREE) == pytest.approx(0.73)
    assert idm_acceleration(LIMIT, LIMIT, FREE, FREE) == pytest.approx(0.0, abs=1e-9)


def test_it_brakes_by_the_square_of_the_kinematic_deceleration():
    """Far from a standing obstacle the deceleration is (v^2 / 2 s)^2 / b: b where just b is needed."""
    speed, braking = 1000.0, 1.67  # so fast that headway and standstill gap do not count
    gap = speed * speed / (2.0 * braking)
    assert idm_acceleration(speed, 1e9, gap, 0.0) == pytest.approx(0.73 - braking, rel=0.02)


def test_its_parameters_are_those_of_the_paper():
    """Table I of Treiber, Hennecke and Helbing 2000: a, b, s0 and the exponent; the headway is that of traffic."""
    assert (lane_changes.ACCELERATION, lane_changes.BRAKING, GAP) == (0.73, 1.67, 2.0)
    half = idm_acceleration(0.5 * LIMIT, LIMIT, FREE, FREE)
    assert half == pytest.approx(0.73 * (1.0 - 0.5**4))


@pytest.mark.parametrize("headway", [1.0, HEADWAY, 1.6])  # 1.6 s: table I
def test_its_fundamental_diagram_is_the_published_one(monkeypatch, headway):
    """Flow = v / (s + l) with s = (s0 + v T) / sqrt(1 - (v / v0)^4), l = 5 m; its maximum is less than 1 / T."""
    monkeypatch.setattr(lane_changes, "HEADWAY", headway)
    desired, length = 120.0 / 3.6, 5.0
    speeds = np.linspace(0.5, 0.999 * desired, 400)
    flows = []
    for speed in speeds:
        low, high = GAP, 1e5  # of the gap at which the acceleration is 0
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if idm_acceleration(speed, desired, middle, speed) < 0.0 else (low, middle)
        flows.append(speed / (high + length))
    gaps = (GAP + speeds * headway) / np.sqrt(1.0 - (speeds / desired) ** 4)
    np.testing.assert_allclose(flows, speeds / (gaps + length), rtol=1e-6)
    most = int(np.argmax(flows))
    assert 0 < most < len(speeds) - 1
    assert flows[most] < 1.0 / headway
    assert (np.diff(flows[:most]) > 0.0).all()
    assert (np.diff(flows[most:]) < 0.0).all()


@pytest.mark.parametrize("speed", [10.0, 20.0, 30.0])
def test_it_approaches_a_standing_vehicle_with_the_comfortable_deceleration(speed):
    """In no emergency the deceleration stays near b at most, and no vehicle comes nearer than s0 (section III)."""
    gap, now, dt, hardest = 400.0, speed, 0.01, 0.0
    for _ in range(20000):
        acceleration = idm_acceleration(now, speed, gap, 0.0)
        hardest = max(hardest, -acceleration)
        now = max(now + acceleration * dt, 0.0)
        gap -= now * dt
    assert gap == pytest.approx(GAP, abs=0.3)
    assert hardest < 1.2 * 1.67


def expected_change(speeds, along, length, to_inner):
    """The criteria of Kesting, Treiber and Helbing 2007 for European rules, written out for five vehicles.

    They are the leaders on the outer and the inner lane, the vehicle itself, and the followers there.
    """
    ahead = {0: 0, 1: 1}
    behind = {0: 3, 1: 4}
    own, new = 2, 1 if to_inner else 0

    def acceleration(follower, leader):
        desired, gap = min(speeds[follower], LIMIT), along[leader] - along[follower] - length
        wanted = GAP + max(0.0, speeds[follower] * HEADWAY + speeds[follower] * (speeds[follower] - speeds[leader])
                           / (2.0 * math.sqrt(0.73 * 1.67)))  # fmt: skip
        return 0.73 * (1.0 - (speeds[follower] / desired) ** 4 - (wanted / gap) ** 2)

    inner, outer = acceleration(own, ahead[1]), acceleration(own, ahead[0])
    if speeds[own] > speeds[1] > 60.0 / 3.6:  # it may not pass on the outer side
        outer = min(outer, inner)
    before, after = (outer, inner) if to_inner else (inner, outer)
    is_safe = min(acceleration(behind[new], own), acceleration(own, ahead[new])) >= -4.0
    follower = behind[1]  # of the inner lane alone
    follower_gain = acceleration(follower, own) - acceleration(follower, ahead[1])
    if to_inner:
        return is_safe, after - before + 0.2 * follower_gain - (0.1 + 0.3)
    return is_safe, after - before - 0.2 * follower_gain - (0.1 - 0.3)


@pytest.mark.parametrize("to_inner", [True, False])
def test_it_changes_lanes_by_the_published_criteria_in_generated_traffic(to_inner):
    random, decided = np.random.default_rng(7), []
    network = motorway()
    while len(decided) < 30:
        speeds = random.uniform([14, 18, 20, 14, 18], [26, 30, 30, 28, 30])
        along = 400.0 + np.array([*random.uniform(25.0, 150.0, 2), 0.0, *-random.uniform(25.0, 150.0, 2)])
        lanes = [0, 1, 0 if to_inner else 1, 0, 1]
        world = world_on(network, speeds, along, lanes)
        order = np.argsort(-along, kind="stable").astype(np.int32)
        trips, length = world.traffic.trips, float(world.vehicles.front_reach[0] + world.vehicles.rear_reach[0])
        first = np.full(len(trips.graph.length) + 1, 5, np.int32)
        first[0] = 0
        lane_order = LaneOrder(first, order, np.argsort(order).astype(np.int32))
        is_safe, gain = expected_change(speeds, along, length, to_inner)
        is_slower = speeds[2] > speeds[0] + lane_changes.SLOWLY  # which an overtaking needs besides
        if abs(gain) < 1e-3 or (to_inner and not is_slower):
            continue
        others = trips._others._replace(order=lane_order)
        goal, graph = world.vehicles.autopilot.goal, trips.graph
        decided.append(is_safe and gain > 0.0)
        assert is_worth_it(2, int(to_inner), others, goal, trips.paths, graph) == decided[-1]
    assert 2 < sum(decided) < 28


def decides(speeds, gaps, lanes, own, to):
    """Whether MOBIL changes the lane of one of some vehicles, which are given from the foremost one on."""
    length = 4.5
    along = 360.0 - np.concatenate([[0.0], np.cumsum(np.asarray(gaps) + length)])
    world = world_on(motorway(), speeds, along, lanes)
    trips = world.traffic.trips
    count, legs = len(speeds), len(trips.graph.length)
    first = np.full(legs + 1, count, np.int32)
    first[0] = 0
    order = LaneOrder(first, np.arange(count, dtype=np.int32), np.arange(count, dtype=np.int32))
    others = trips._others._replace(order=order)
    return is_worth_it(own, to, others, world.vehicles.autopilot.goal, trips.paths, trips.graph)


@pytest.mark.parametrize(("gap", "expected"), [(60.0, True), (160.0, True), (230.0, False)])
def test_a_lane_change_pays_from_the_threshold_and_the_bias_on(gap, expected):
    """Behind a vehicle at 20 m/s the disadvantage a (s* / s)^2 must exceed 0.1 + 0.3 m/s^2."""
    speed = 27.0
    wanted = GAP + speed * HEADWAY + speed * 7.0 / (2.0 * math.sqrt(0.73 * 1.67))
    assert (0.73 * (wanted / gap) ** 2 > 0.4) == expected
    assert decides([20.0, speed], [gap], [0, 0], own=1, to=1) == expected


@pytest.mark.parametrize(("gap", "expected"), [(20.0, False), (150.0, True)])
def test_a_fast_follower_on_the_other_lane_forbids_a_change(gap, expected):
    """It would have to brake by more than 4 m/s^2."""
    needed = idm_acceleration(30.0, 30.0, gap, 20.0)
    assert (needed >= -4.0) == expected
    assert decides([16.0, 20.0, 30.0], [30.0, gap], [0, 0, 1], own=1, to=1) == expected


@pytest.mark.parametrize(("gap", "expected"), [(250.0, False), (345.0, True)])
def test_a_vehicle_keeps_to_the_outer_lane_unless_it_loses_more_than_the_bias(gap, expected):
    """It returns if that costs less than 0.3 - 0.1 m/s^2."""
    speed = 27.0
    wanted = GAP + speed * HEADWAY + speed * 9.0 / (2.0 * math.sqrt(0.73 * 1.67))
    assert (0.73 * (wanted / gap) ** 2 < 0.2) == expected
    assert decides([18.0, speed], [gap], [0, 1], own=1, to=0) == expected


# ---- in traffic


@pytest.mark.parametrize("on_left", [False, True])
def test_a_car_overtakes_a_lorry_on_the_inner_lane_and_returns(on_left):
    world = world_on(motorway(on_left=on_left), [16.7, 27.0], np.array([200.0, 50.0]), [0, 0])
    vehicles, lanes, sides = world.vehicles, [], []
    for _ in range(600):
        world.step()
        assert not touching(world)
        lanes.append(int(vehicles.traffic_lane[1]))
        sides.append(float(vehicles.traffic_aside[1]))
    assert lanes[-1] == 0
    assert max(lanes) == 1
    assert (np.abs(sides) < 3.5 + 1e-9).all()
    assert max(sides, key=abs) == pytest.approx(3.5 if on_left else -3.5)
    assert not vehicles.traffic_lane[0]
    assert vehicles.odometer[1] > 790.0  # not held up: 27 m/s for 30 s are 810 m
    assert vehicles.odometer[0] == pytest.approx(16.7 * 30.0, rel=0.01)


@pytest.mark.parametrize(("speed", "passes"), [(20.0, False), (12.0, True)])
def test_vehicles_pass_on_the_outer_side_only_below_60_km_per_hour(speed, passes):
    world = world_on(motorway(), [speed, 27.0], np.array([200.0, 100.0]), [1, 0])
    vehicles = world.vehicles
    for _ in range(400):
        vehicles.traffic_lane[0], vehicles.traffic_lane_time[0] = 1, 0.0  # it stays there
        world.step()
    gained = vehicles.odometer[1] - vehicles.odometer[0] - 100.0
    assert (gained > 0.0) == passes
    assert not vehicles.traffic_lane[1]


def test_a_car_stays_behind_a_lorry_on_one_lane():
    world = world_on(motorway(lanes=1), [16.7, 27.0], np.array([300.0, 150.0]), [0, 0])
    world.run(seconds=60.0)
    assert world.vehicles.speed[1] == pytest.approx(16.7, abs=0.2)
    assert not world.vehicles.traffic_lane.any()


@pytest.mark.parametrize("apart", [-6.0, 0.5, 6.0])
def test_two_lorries_side_by_side_do_not_block_the_road(apart):
    world = world_on(motorway(), [16.7, 16.7, 27.0], np.array([200.0 + apart, 200.0, 80.0]), [1, 0, 1])
    for _ in range(1200):
        world.step()
        assert not touching(world)
    vehicles = world.vehicles
    assert vehicles.odometer[2] > 16.7 * 60.0 + 200.0
    assert not vehicles.traffic_lane[:2].any()


def mixed(network, count, *, seconds, seed=0):
    """A world with a fifth of slow vehicles after some time, in which none has touched another one."""
    world = mp.World(fleets=[("bicycle", count)], network=network, terrain=mp.Terrain.flat(size=2000.0), dt=1 / 20)
    world.place_vehicles(slice(None), *world.traffic.place(range(count)))
    world.traffic.join(range(count), parking=False)
    world.vehicles.max_speed[:] = LIMIT
    random = np.random.default_rng(seed)
    world.vehicles.desired_speed[:] = np.where(np.arange(count) % 5 == 0, 16.7, random.uniform(22.0, LIMIT, count))
    for _ in range(round(seconds / world.dt)):
        world.step()
        assert not touching(world)
    return world


def test_a_second_lane_makes_cars_faster_than_lorries():
    world = mixed(motorway(), 45, seconds=120.0)
    vehicles = world.vehicles
    before = vehicles.odometer.copy()
    world.run(seconds=60.0)
    speeds = (vehicles.odometer - before) / 60.0
    assert speeds[vehicles.desired_speed > 17.0].mean() > 18.0
    assert speeds[vehicles.desired_speed < 17.0].mean() == pytest.approx(16.7, abs=0.3)
    assert set(vehicles.traffic_lane.tolist()) == {0, 1}


def test_where_a_lane_ends_vehicles_merge_one_after_the_other():
    whole = motorway(length=1500.0, pieces=3, limit=20.0).sections
    world = mixed(
        RoadNetwork(sections=[*whole[:2], dataclasses.replace(whole[2], lanes_forward=1, width=3.5)]), 30, seconds=60.0
    )  # fmt: skip
    vehicles = world.vehicles
    for _ in range(20):
        before = vehicles.odometer.copy()
        world.run(seconds=30.0)
        assert (vehicles.odometer - before > 1.0).all()
        assert not vehicles.traffic_lane[vehicles.traffic_leg == 4].any()


def test_on_inner_lanes_vehicles_only_go_straight_on_where_no_way_leaves_on_their_side():
    four = cross(4, lanes_forward=2, lanes_backward=2, width=14.0)
    graph = mp.World(fleets=["bicycle"], network=four, terrain=mp.Terrain.flat(size=600.0)).traffic.graph
    assert not goes_on(1, 4, 1, graph)  # others turn to the left out of its road
    values = {"lanes_forward": 2, "lanes_backward": 0, "width": 7.0}
    for y, expected in ((-60.0, True), (60.0, False)):  # an exit on the right, or on the left
        into = section(0, 1, (-300.0, 0.0), (0.0, 0.0), **values)
        on = section(1, 2, (0.0, 0.0), (300.0, 0.0), **values)
        out = section(1, 3, (0.0, 0.0), (150.0, y), lanes_backward=0, width=3.5)
        network = RoadNetwork(sections=[into, on, out])
        graph = mp.World(fleets=["bicycle"], network=network, terrain=mp.Terrain.flat(size=900.0)).traffic.graph
        assert goes_on(0, 2, 1, graph) == expected
        assert not goes_on(0, 4, 1, graph)


def test_a_vehicle_that_a_user_drives_on_the_inner_lane_holds_up_only_that_lane():
    world = world_on(motorway(), [0.0, 14.0], np.array([200.0, 100.0]), [1, 0])
    world.vehicles.goal[0] = 0
    world.run(seconds=15.0)
    assert world.vehicles.traffic_leg[0] == 0
    assert world.vehicles.traffic_lane[0] == 1
    assert world.vehicles.odometer[1] > 180.0
