"""Curves between lanes: those of the graph's table are those that vehicles compute, for any network."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool.ground.roads.graph import graph_of
from motorpool.ground.roads.lanes import curve_in, curve_joining, lane_length, lane_point, turn_at
from motorpool.ground.roads.network import RoadNetwork, RoadSection

NODES = 6


@st.composite
def networks(draw):
    """Roads between random places, some of them one-way or with several lanes, with points in between."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    places = random.uniform(-200.0, 200.0, (NODES, 2))
    pairs = draw(st.sets(st.sampled_from([(a, b) for a in range(NODES) for b in range(a)]), min_size=1, max_size=9))
    sections = []
    for start, end in sorted(pairs):
        share = np.linspace(0.0, 1.0, int(random.integers(2, 9)))[:, None]
        line = places[start] + share * (places[end] - places[start])
        line[1:-1] += random.normal(0.0, 8.0, line[1:-1].shape)
        forward, backward = draw(st.sampled_from([(1, 1), (1, 0), (0, 1), (2, 1), (3, 0)]))
        points = np.column_stack([line, np.full(len(line), np.nan)])
        sections.append(
            RoadSection(points=points, start=start, end=end, lanes_forward=forward, lanes_backward=backward)
        )
    return RoadNetwork(sections=sections, drives_on_left=draw(st.booleans()))


@settings(max_examples=60, deadline=None)
@given(networks())
def test_the_table_has_the_curve_of_every_turn(network):
    graph = graph_of(network)
    for leg in range(len(graph.length)):
        for turn in range(graph.follow_first[leg], graph.follow_first[leg + 1]):
            following = int(graph.follow[turn])
            assert turn_at(graph, leg, following) == turn
            end, begin = lane_point(graph, leg, lane_length(graph, leg), 0.0), lane_point(graph, following, 0.0, 0.0)
            drawn, kept = curve_joining(end, begin), curve_in(graph, turn)
            for one, other in zip(drawn, kept, strict=True):
                assert one == pytest.approx(other, rel=1e-12, abs=1e-12)
