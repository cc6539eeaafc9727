"""Traffic over junctions whose turns are sections that lie over each other, as those of OpenDRIVE."""

import numpy as np
import pytest
from small_networks import cross, drawn_junction
from test_traffic_flow import LONGEST, traffic_on, watched

from motorpool.ground.roads.graph import graph_of
from motorpool.ground.roads.network import RoadNetwork
from motorpool.ground.roads.network_files import load_network, save_network
from motorpool.world.traffic.ways import exits_of, ways_of


def watched_closely(world, minutes):
    """As ``watched``, with the number of steps in which vehicles touch."""
    step, touches = world.step, []

    def step_and_look():
        step()
        touches.append(bool(world.contact._candidates.pairs.touches.any()))

    world.run = lambda seconds: [step_and_look() for _ in range(round(seconds / world.dt))]
    return *watched(world, minutes), sum(touches)


def followers(graph, leg):
    return set(graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]].tolist())


@pytest.mark.parametrize("arms", [3, 4, 5])
@pytest.mark.parametrize("on_left", [False, True])
def test_turns_make_one_crossing_of_the_ends_of_roads(arms, on_left):
    graph = graph_of(drawn_junction(arms, on_left=on_left, has_ring=False))
    assert len(graph.length) == 2 * arms
    into = 2 * np.arange(arms) + 1
    assert len({*graph.head[into].tolist()}) == 1
    for leg in into.tolist():
        assert followers(graph, leg) == set((2 * np.arange(arms)).tolist()) - {leg - 1}
    assert np.argsort(graph.arm[0::2]).tolist() in [np.roll(np.arange(arms), shift).tolist() for shift in range(arms)]


def test_only_the_turns_of_the_map_are_driven(tmp_path):
    whole = drawn_junction(4, has_ring=False)
    kept = [each for each in whole.sections if not each.is_turn or (each.start, each.end) != (0, 1)]
    save_network(RoadNetwork(sections=kept), tmp_path / "roads.geojson")
    graph = graph_of(load_network(tmp_path / "roads.geojson"))
    assert followers(graph, 1) == {4, 6}
    assert followers(graph, 3) == {0, 4, 6}


def test_a_turn_of_several_sections_is_one():
    whole = drawn_junction(3, has_ring=False)
    turn = next(each for each in whole.sections if each.is_turn)
    halves = [turn.at(turn.points[:7], end=99), turn.at(turn.points[6:], start=99)]
    rest = [each for each in whole.sections if each is not turn]
    one, two = (graph_of(RoadNetwork(sections=sections)) for sections in (whole.sections, rest + halves))
    assert [followers(two, leg) for leg in range(6)] == [followers(one, leg) for leg in range(6)]


def test_no_path_turns_round_in_a_short_dead_end_if_others_are_there():
    sections = cross(4, 150.0).sections
    short = cross(4, 25.0).sections[3]
    graph = graph_of(RoadNetwork(sections=[*sections[:3], short]))
    ways = ways_of(graph, exits_of(graph))
    assert not any(6 in followers(ways.graph, leg) for leg in (1, 3, 5))
    assert followers(ways.graph, 7) == {0, 2, 4}
    only = graph_of(RoadNetwork(sections=cross(1, 25.0).sections))
    assert len(ways_of(only, exits_of(only)).legs)


CASES = [(3, 1, False, 10), (4, 1, False, 40), (5, 1, True, 40), (4, 2, False, 40), (3, 2, True, 40)]


@pytest.mark.slow
@pytest.mark.parametrize(("arms", "lanes", "on_left", "count"), CASES)
def test_traffic_flows_over_drawn_turns_and_no_vehicles_touch(arms, lanes, on_left, count):
    world = traffic_on(drawn_junction(arms, lanes, on_left=on_left), count)
    longest, driven, touches = watched_closely(world, 60)
    assert longest < LONGEST
    assert touches == 0
    assert driven[45:].sum() > 0.8 * driven[5:20].sum()
