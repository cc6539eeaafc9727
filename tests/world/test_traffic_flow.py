"""Traffic goes on: after a long time as after a short one, where roads are short and full, and on roundabouts."""

import numpy as np
import pytest
from small_networks import cross, grid, ring, roundabout, section, short_roads

import motorpool as mp
from motorpool.ground.roads.graph import graph_of
from motorpool.ground.roads.network import RoadNetwork
from motorpool.ground.roads.routing import positions_on
from motorpool.world.traffic.ahead import GAP, HEADWAY, LINE_BACK, line_back
from motorpool.world.traffic.long_vehicles import SWING, sweeps

EVERY = 5.0  # between two looks [s]
NEAR = 6.0  # distance within which a vehicle stands [m]
LONGEST = 120.0  # time for which a vehicle stands in a queue that moves, at most [s]


def traffic_on(network, count, *, seed=1, model="bicycle"):
    farthest = max(float(np.abs(each.points[:, :2]).max()) for each in network.sections)
    ground = mp.Terrain.flat(size=2.0 * farthest + 400.0, spacing=50.0)
    world = mp.World(fleets=[(model, count)], network=network, terrain=ground, dt=1 / 20, seed=seed)
    world.place_vehicles(slice(None), *world.traffic.place(range(count)))
    world.traffic.join(range(count), parking=False)
    world.vehicles.desired_speed[:] = world.vehicles.max_speed
    return world


def watched(world, minutes):
    """The longest time for which a vehicle has stood near a place [s], and the distance driven in each minute [m]."""
    vehicles, longest, driven = world.vehicles, 0.0, []
    x, y, since = vehicles.x.copy(), vehicles.y.copy(), np.zeros(world.count)
    for _ in range(minutes):
        before = vehicles.odometer.sum()
        for _ in range(round(60.0 / EVERY)):
            world.run(seconds=EVERY)
            has_left = np.hypot(vehicles.x - x, vehicles.y - y) > NEAR
            since = np.where(has_left, 0.0, since + EVERY)
            x[has_left], y[has_left] = vehicles.x[has_left], vehicles.y[has_left]
            longest = max(longest, float(since.max()))
        driven.append(float(vehicles.odometer.sum() - before))
    return longest, np.array(driven)


def test_a_small_roundabout_does_not_fill():
    longest, driven = watched(traffic_on(roundabout(), 20, seed=5), 6)
    assert longest < LONGEST
    assert driven[-2:].sum() > 0.7 * driven[1:3].sum()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("network", "count"),
    [
        (roundabout(12.0, 100.0, 3), 15),
        (roundabout(ring_limit=13.0, arm_limit=8.0, on_left=True), 22),
        (roundabout(40.0, 150.0, 6), 45),
        (grid(4, 120.0), 90),
        (cross(5, 200.0), 25),
    ],
    ids=["mini roundabout", "fast roundabout on the left", "roundabout of six roads", "grid", "dead ends"],
)
def test_traffic_flows_after_twenty_minutes_as_after_five(network, count):
    world = traffic_on(network, count)
    longest, driven = watched(world, 20)
    assert longest < LONGEST
    assert driven[15:].sum() > 0.8 * driven[5:10].sum()
    assert world.recovery.recoveries == 0


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "count"), [(5, 12), (8, 4), (10, 4)])
def test_traffic_on_roads_shorter_than_vehicles_comes_on(seed, count):
    """Dead ends of a metre and crossings side by side, where vehicles are in each other's way wherever they stand."""
    _, driven = watched(traffic_on(short_roads(seed), count), 15)
    assert driven.reshape(5, 3).sum(axis=1).min() > 500.0


def one_way_square(side):
    """Streets around houses, and at each corner a street that leads there."""
    corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
    away = [(-60.0, -20.0), (side + 20.0, -60.0), (side + 60.0, side + 20.0), (-20.0, side + 60.0)]
    streets = [section(each, (each + 1) % 4, corners[each], corners[(each + 1) % 4], lanes_backward=0, width=4.0)
               for each in range(4)]  # fmt: skip
    return [*streets, *(section(4 + each, each, away[each], corners[each], lanes_backward=0) for each in range(4))]


def test_a_circle_of_full_roads_comes_on():
    """Nobody has room, and all come on at the same time."""
    graph = graph_of(network := RoadNetwork(sections=one_way_square(110.0)))
    along = [np.arange(3.0, graph.stop[leg] - graph.begin[leg] - 5.0, 6.8) for leg in (0, 2, 4, 6)]
    legs = np.repeat([0, 2, 4, 6], [len(each) for each in along])
    count = len(legs)
    world = mp.World(fleets=[("bicycle", count)], network=network, terrain=mp.Terrain.flat(size=600.0), dt=1 / 20)
    poses = positions_on(graph, legs, graph.begin[legs] + np.concatenate(along), graph.lane[legs])
    world.place_vehicles(slice(None), *poses)
    world.traffic.join(range(count), parking=False)
    _, driven = watched(world, 4)
    assert count > 50
    assert world.vehicles.traffic_rotations.sum() > 0
    assert driven[2:].min() > 100.0


@pytest.mark.parametrize("on_left", [False, True])
def test_a_roundabout_is_known_by_its_shape(on_left):
    graph = graph_of(roundabout(on_left=on_left))
    assert np.flatnonzero(graph.is_round).tolist() == [0, 6, 12, 18]  # not the outer ring, which has two directions
    wrong_way = roundabout(on_left=not on_left).sections
    assert not graph_of(RoadNetwork(sections=wrong_way, drives_on_left=on_left)).is_round.any()


def test_one_way_streets_around_houses_are_no_roundabout():
    assert not graph_of(RoadNetwork(sections=one_way_square(110.0))).is_round.any()


@pytest.mark.parametrize("pieces", [3, 12])
def test_a_bend_of_several_sections_is_driven_as_fast_as_one(pieces):
    """The corner of the line where two sections meet is no sharper than those within them."""
    world = traffic_on(ring(159.0, pieces, lanes_backward=0, speed_limit=13.9), 1)
    world.run(seconds=10.0)
    for _ in range(60):
        world.run(seconds=1.0)
        assert world.vehicles.speed[0] == pytest.approx(13.9, abs=0.01)


def test_the_flow_on_a_ring_is_that_of_the_constant_time_headway_policy():
    """Flow = density v, with v = min(limit, (1 / density - length - 2 m) / 1.4 s), on both branches."""
    network = ring(500.0 / (2.0 * np.pi), lanes_backward=0, width=3.5, speed_limit=10.0)
    for count in (10, 30):
        world = traffic_on(network, count)
        world.run(seconds=120.0)
        vehicles = world.vehicles
        before = vehicles.odometer.copy()
        world.run(seconds=60.0)
        length = float(vehicles.front_reach[0] + vehicles.rear_reach[0])
        expected = min(10.0, (500.0 / count - length - GAP) / HEADWAY)
        assert (vehicles.odometer - before).mean() / 60.0 == pytest.approx(expected, rel=0.005)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "on_left"), [(15, False), (15, True)])
def test_articulated_lorries_do_not_touch_on_a_grid(count, on_left):
    """Their trailers cut corners; seven pairs of ten touched in ten minutes when they passed crossings as cars do."""
    network = RoadNetwork(sections=grid(4, 160.0).sections, drives_on_left=on_left)
    world = traffic_on(network, count, model="articulated-lorry")
    candidates = world.contact._candidates
    for _ in range(round(300.0 / world.dt)):
        world.step()
        assert not candidates.pairs.touches.any()
    assert world.vehicles.odometer.min() > 500.0


def test_a_turning_lorry_has_the_crossing_for_itself():
    world = traffic_on(grid(3, 160.0), 2, model="articulated-lorry")
    body, graph = world.vehicles.entity.body, world.traffic.graph
    (leg,) = np.flatnonzero((graph.tail == 3) & (graph.head == 4))
    ways = {
        int(graph.head[way]): int(way) for way in graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]]
    }
    assert [sweeps(0, int(leg), ways[node], body, graph) for node in (1, 5, 7)] == [True, False, True]
    car = traffic_on(grid(3, 160.0), 1)
    assert not sweeps(0, int(leg), ways[1], car.vehicles.entity.body, graph)
    assert line_back(0, body) == LINE_BACK
    assert line_back(0, car.vehicles.entity.body) == 0.0


def swept(world, seconds):
    """Tracks of hitch and trailer axle, (steps, 2) [m], and the moves to the roadside of a lorry alone."""
    fleet, vehicles, hitches, axles, aside = world.fleets[0], world.vehicles, [], [], []
    offset, length = (float(np.ravel(getattr(fleet.params, name))[0]) for name in ("hitch_offset", "trailer_length"))
    for _ in range(round(seconds / world.dt)):
        world.step()
        yaw = float(vehicles.yaw[0])
        behind = yaw + float(np.ravel(fleet.state.hitch_angle)[0])
        hitch = np.array([vehicles.x[0] - offset * np.cos(yaw), vehicles.y[0] - offset * np.sin(yaw)])
        hitches.append(hitch)
        axles.append(hitch - length * np.array([np.cos(behind), np.sin(behind)]))
        aside.append(float(vehicles.traffic_aside[0]))
    return np.array(hitches), np.array(axles), np.array(aside)


def beyond_roads(network, places):
    """How far places are beyond the edges of straight roads [m]."""
    nearest = np.full(len(places), np.inf)
    for each in network.sections:
        start, way = each.points[0, :2], each.points[-1, :2] - each.points[0, :2]
        share = np.clip((places - start) @ way / (way @ way), 0.0, 1.0)
        apart = np.hypot(*(places - start - share[:, None] * way).T)
        nearest = np.minimum(nearest, apart - 0.5 * each.width)
    return nearest


@pytest.mark.slow
@pytest.mark.parametrize("on_left", [False, True])
def test_a_lorry_swings_out_before_a_turn_and_its_trailer_follows_the_tractrix(on_left):
    """Its axle came 3.3 m beyond roads of 6 m when lorries turned from the middle of their lane."""
    network = RoadNetwork(sections=grid(3, 160.0, width=6.0).sections, drives_on_left=on_left)
    world = traffic_on(network, 1, model="articulated-lorry")
    hitches, axles, aside = swept(world, 240.0)
    inward = aside if on_left else -aside
    assert inward.max() == pytest.approx(SWING, abs=0.01)
    assert beyond_roads(network, axles).max() < 2.2
    follows = [axles[0]]  # the axle moves towards the hitch, at its distance
    length = np.hypot(*(hitches[0] - axles[0]))
    for hitch in hitches[1:]:
        behind = hitch - follows[-1]
        follows.append(hitch - length * behind / np.hypot(*behind))
    assert np.hypot(*(np.array(follows) - axles).T).max() < 0.5
