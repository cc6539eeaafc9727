"""Tests of the nodes that a graph has and its network has not."""

import numpy as np
from small_networks import grid, section

from motorpool.ground.roads.bends import round_bends
from motorpool.ground.roads.graph import BEND, JUNCTION, graph_of
from motorpool.ground.roads.network import RoadNetwork, RoadSection


def hairpin(radius, **values):
    """A road to the east that turns back."""
    angle = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 30)
    bend = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    line = np.vstack([(-150.0, -radius), bend, (-150.0, radius)])
    return RoadSection(points=np.column_stack([line, np.full(len(line), np.nan)]), start=0, end=1, **values)


def test_roads_that_cross_without_a_node_give_way_and_go_straight_on():
    over = section(0, 1, (-100.0, 0.0), (100.0, 0.0), is_bridge=True, level=1)
    under = section(2, 3, (0.0, -100.0), (10.0, 100.0))
    graph = graph_of(RoadNetwork(sections=[over, under]))
    assert len(graph.length) == 8
    crossing = int(np.flatnonzero(np.diff(graph.node_first) == 4)[0])
    assert graph.is_crossing[crossing] == JUNCTION
    for leg in np.flatnonzero(graph.head == crossing).tolist():
        ways = graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]].tolist()
        assert ways == [leg + (2 if leg % 2 == 0 else -2)]
    np.testing.assert_allclose(graph.length.reshape(-1, 2)[:, 0].reshape(2, 2).sum(axis=1), [200.0, 200.25], atol=0.01)


def test_a_network_whose_roads_meet_at_nodes_is_not_cut():
    network = grid()
    assert len(graph_of(network).length) == 2 * len(network.sections)


def test_a_tight_bend_lets_one_direction_through_at_a_time():
    graph = graph_of(RoadNetwork(sections=[hairpin(5.0, width=3.0)]))
    bend = int(np.flatnonzero(graph.is_crossing == BEND)[0])
    assert (graph.tail == bend).sum() == 2
    before = int(np.flatnonzero(graph.head == bend)[0])
    assert 10.0 < graph.wait[before] < 30.0  # half of the bend is 8 m long
    assert graph.clear[before ^ 1] == graph.wait[before]
    assert not (graph_of(RoadNetwork(sections=[hairpin(9.0)])).is_crossing == BEND).any()
    one_way = graph_of(
        RoadNetwork(sections=[hairpin(5.0, lanes_backward=0), section(1, 0, (-150.0, 5.0), (-150.0, -5.0))])
    )
    assert not (one_way.is_crossing == BEND).any()


def test_a_rounded_corner_is_wide_enough_for_both_directions():
    turn = np.array([(-80.0, 0.0), (0.0, 0.0), (0.0, 80.0)])
    (line,) = round_bends([turn])
    drawn, rounded = (
        RoadSection(points=np.column_stack([points, np.full(len(points), np.nan)]), start=0, end=1)
        for points in (turn, line)
    )
    assert (graph_of(RoadNetwork(sections=[drawn])).is_crossing == BEND).sum() == 1
    assert (graph_of(RoadNetwork(sections=[rounded])).is_crossing == BEND).sum() == 0
