"""Ways of traffic: which legs and turns vehicles choose, and the ground that their turns need."""

import numpy as np
import pytest
from small_networks import cross, grid, one_way_roads, ring, section, short_roads

import motorpool as mp
from motorpool.ground.roads.graph import graph_of
from motorpool.ground.roads.network import RoadNetwork
from motorpool.world.navigation.turning import tightest_radius
from motorpool.world.traffic.turn_tracks import ROUND, Size, turn_samples
from motorpool.world.traffic.ways import exits_of, reached_from, ways_of


def ways_on(network):
    graph = graph_of(network)
    return ways_of(graph, exits_of(graph))


@pytest.mark.parametrize("seed", range(12))
def test_every_leg_of_circulating_traffic_is_reached_from_every_other(seed):
    ways = ways_on(short_roads(seed))
    assert not ways.is_through
    for leg in ways.legs.tolist():
        assert np.isin(ways.legs, reached_from(ways.graph, [leg])).all()


@pytest.mark.parametrize("seed", range(12))
def test_roads_that_only_lead_through_have_an_entry_and_an_exit_for_each_leg(seed):
    ways = ways_on(one_way_roads(seed))
    exits = np.flatnonzero(exits_of(ways.graph))
    assert ways.is_through
    assert len(ways.entries)
    assert np.array_equal(np.intersect1d(reached_from(ways.graph, ways.entries.tolist()), ways.legs), ways.legs)
    for leg in ways.legs.tolist():
        assert np.isin(exits, reached_from(ways.graph, [leg])).any()


@pytest.mark.parametrize(("length", "is_through"), [(900.0, True), (40.0, False)])
def test_vehicles_drive_through_if_the_ways_through_are_longer_than_those_that_lead_back(length, is_through):
    """A road in, a ring of two roads, and a road out."""
    into = section(2, 0, (100.0 + length, 0.0), (100.0, 0.0), lanes_backward=0)
    out = section(1, 3, (-100.0, 0.0), (-100.0 - length, 0.0), lanes_backward=0)
    ways = ways_on(RoadNetwork(sections=[into, out, *ring(pieces=2).sections]))
    assert ways.is_through == is_through
    assert ways.is_end[0] == ways.is_end[2] == is_through


@pytest.mark.parametrize("kind", ["car", "M998", "M35A2", "articulated-lorry"])
def test_level_ground_limits_no_vehicle(kind):
    network = grid(3, 90.0)
    world = mp.World(fleets=[kind], network=network, terrain=mp.Terrain.flat(size=600.0))
    ways = world.traffic.ways_for(0)
    assert np.array_equal(ways.legs, world.traffic.legs)
    assert np.array_equal(ways.graph.follow, world.traffic.graph.follow)
    assert world.traffic.remarks() == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["car", "M998", "M35A2", "articulated-lorry"])
def test_vehicles_turn_on_the_ground_that_is_rated_for_their_turns(kind):
    world = mp.World(fleets=[kind], network=grid(3, 90.0), terrain=mp.Terrain.flat(size=600.0), dt=1 / 20)
    world.place_vehicles(slice(None), *world.traffic.place([0]))
    world.traffic.join([0], parking=False)
    vehicles, graph = world.vehicles, world.traffic.graph
    radius = float(tightest_radius(float(vehicles.full_curvature[0]), 0.0))
    size, rated, turns = Size(radius, float(vehicles.front_reach[0] + vehicles.rear_reach[0])), {}, 0
    for _ in range(2000):
        world.step()
        leg, before = int(vehicles.traffic_leg[0]), int(vehicles.traffic_before[0])
        if before < 0 or vehicles.traffic_along[0] > 20.0:
            continue
        if (before, leg) not in rated:
            rated[before, leg] = turn_samples(graph, np.array([before]), np.array([leg]), size)
        samples, turns = rated[before, leg], turns + 1
        beside = np.hypot(samples.x - vehicles.x[0], samples.y - vehicles.y[0]).min()
        assert beside < (2.5 if kind == "articulated-lorry" else 1.0)  # it swings out by 1.8 m before it turns
    assert turns > 300
    assert len(rated) > 5


def test_a_dead_end_needs_ground_for_turning_round_on_all_sides():
    graph, size = graph_of(cross(3)), Size(6.0, 5.0)
    leg = int(np.flatnonzero(graph.head == graph.head.max())[0])
    samples = turn_samples(graph, np.array([leg]), np.array([leg ^ 1]), size)
    end = int(graph.point_first[leg // 2 + 1]) - 1
    distance = np.hypot(samples.x - graph.x[end], samples.y - graph.y[end])
    assert distance.max() > ROUND * size.radius
    assert len(np.unique(np.round(samples.yaw, 6))) == 8
