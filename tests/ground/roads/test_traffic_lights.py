"""Tests of the programs of traffic lights."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from small_networks import cross, grid, section, with_lights, with_rules

from motorpool.ground.roads.graph import GIVE_WAY, PRIORITY, UNSAID, graph_of
from motorpool.ground.roads.network import RoadNetwork
from motorpool.ground.roads.traffic_lights import GREEN, RED, YELLOW, heads_of, states_at, traffic_lights_of

TIMES = np.arange(0.0, 200.0, 0.1)


def states_of(network):
    graph = graph_of(network)
    lights = traffic_lights_of(graph)
    return graph, lights, np.array([states_at(lights, time) for time in TIMES])


def test_opposite_roads_are_green_together_and_crossing_ones_never():
    _, lights, states = states_of(with_lights(cross()))
    assert lights.leg.tolist() == [1, 3, 5, 7]
    np.testing.assert_array_equal(states[:, 0], states[:, 2])
    np.testing.assert_array_equal(states[:, 1], states[:, 3])
    goes = states != RED
    assert not (goes[:, 0] & goes[:, 1]).any()
    assert (~goes).all(axis=1).any()  # all have red between two phases


def test_each_light_goes_from_green_over_yellow_to_red():
    _, _, states = states_of(with_lights(cross(3)))
    assert {tuple(pair) for each in states.T for pair in pairwise(each) if pair[0] != pair[1]} == {
        (GREEN, YELLOW), (YELLOW, RED), (RED, GREEN),
    }  # fmt: skip


@pytest.mark.parametrize("limit", [8.0, 13.9, 25.0])
def test_yellow_lasts_as_long_as_a_comfortable_stop_and_cycles_are_those_of_webster(limit):
    _, lights, _ = states_of(with_lights(cross(speed_limit=limit)))
    yellow = max(3.0, 1.0 + limit / 6.1)
    assert yellow <= lights.yellow[0] <= yellow + 0.1
    lost = lights.cycle[0] - 2.0 * lights.green[0]
    assert abs(lights.cycle[0] - (1.5 * lost + 5.0) / 0.3) <= 1.0
    assert 45.0 < lights.cycle[0] <= 90.0


def test_phases_of_the_map_replace_those_of_the_directions():
    network = with_lights(cross())
    sections = [replace(each, start_phase=phase) for each, phase in zip(network.sections, (2, 2, 5, 7), strict=True)]
    _, lights, states = states_of(RoadNetwork(sections=sections))
    np.testing.assert_array_equal(states[:, 0], states[:, 1])
    assert ((states == GREEN).sum(axis=1) <= 2).all()
    assert len(np.unique(lights.begin)) == 3


def test_a_single_light_is_red_for_as_long_as_others_would_be_green():
    network = cross(3)
    _, lights, states = states_of(
        RoadNetwork(sections=[replace(network.sections[0], start_lights=0), *network.sections[1:]])
    )
    assert 0.3 < (states[: round(10 * lights.cycle[0])] == GREEN).mean() < 0.5


def test_lights_stand_at_the_edge_of_the_road_before_the_junction():
    for on_left in (False, True):
        graph, lights, _ = states_of(with_lights(cross(on_left=on_left)))
        heads = heads_of(graph, lights, 0.0)
        aside = -3.6 if on_left else 3.6  # to the right of vehicles that come from the east
        np.testing.assert_allclose([heads.y[0], abs(heads.yaw[0])], [aside, math.pi], atol=1e-9)
        assert 5.0 < heads.x[0] < 20.0


def test_signs_stand_at_the_ends_of_cut_sections_and_count_for_nothing_beside_lights():
    crossing = [section(0, 1, (-100.0, 0.0), (100.0, 0.0), end_rule="stop"),
                section(2, 3, (0.0, -100.0), (0.0, 100.0), start_rule="priority")]  # fmt: skip
    graph = graph_of(RoadNetwork(sections=crossing))
    assert graph.rule.tolist() == [0, 0, -2, 0, 0, 1, 0, 0]
    rules = with_rules(cross(), ["priority", "give-way"] * 2)
    assert graph_of(rules).rule.tolist() == [0, PRIORITY, 0, GIVE_WAY] * 2
    assert (graph_of(with_lights(rules)).rule == UNSAID).all()


def test_junctions_do_not_change_at_the_same_time():
    _, lights, _ = states_of(with_lights(grid()))
    assert len(np.unique(np.round(lights.begin % lights.cycle, 3))) > 10
