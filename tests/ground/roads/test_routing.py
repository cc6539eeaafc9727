"""Tests of the road graph and of the fastest paths on it."""

from itertools import pairwise

import numpy as np
import pytest
from small_networks import cross, grid, ring, section

from motorpool.errors import WorldError
from motorpool.ground.roads.graph import graph_of, loops_of
from motorpool.ground.roads.network import RoadNetwork
from motorpool.ground.roads.routing import (
    JUNCTION,
    fastest_path,
    find_path,
    nearest_place,
    points_of,
    position_on,
    positions_on,
    search_memory,
)


def random_grid(seed=3):
    random = np.random.default_rng(seed)
    network = grid(6)
    sections = [
        section(each.start, each.end, each.points[0, :2], each.points[-1, :2], speed_limit=float(random.uniform(5, 25)),
                lanes_backward=int(random.random() < 0.8))
        for each in network.sections
    ]  # fmt: skip
    return graph_of(RoadNetwork(sections=sections))


@pytest.mark.slow
def test_times_of_paths_equal_those_of_scipy():
    sparse = pytest.importorskip("scipy.sparse")
    csgraph = pytest.importorskip("scipy.sparse.csgraph")
    graph, random = random_grid(), np.random.default_rng(1)
    legs = len(graph.length)
    rows = np.repeat(np.arange(legs), np.diff(graph.follow_first))
    costs = graph.length[graph.follow] / graph.speed[graph.follow] + JUNCTION
    matrix = sparse.csr_matrix((costs, (rows, graph.follow)), (legs, legs))
    search, fastest = search_memory(graph), float(graph.speed.max())
    open_legs = np.flatnonzero(graph.is_open)
    for start, goal in random.choice(open_legs, (60, 2)):
        expected = csgraph.dijkstra(matrix, indices=[start])[0][goal]
        find_path(graph, search, int(start), int(goal), fastest)
        if search.found[0] == 0:
            assert np.isinf(expected)
            continue
        assert search.time[0] == pytest.approx(expected, rel=1e-12)
        path = search.path[: search.found[0]]
        assert (path[0], path[-1]) == (start, goal)
        for leg, following in pairwise(path):
            assert following in graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]]


def test_a_path_takes_the_faster_way_round_and_respects_one_way_roads():
    direct = section(0, 1, (0.0, 0.0), (100.0, 0.0), speed_limit=2.0)
    around = [section(0, 2, (0.0, 0.0), (50.0, 50.0), speed_limit=25.0), section(2, 1, (50.0, 50.0), (100.0, 0.0))]
    ends = [section(3, 0, (-100.0, 0.0), (0.0, 0.0)), section(1, 4, (100.0, 0.0), (200.0, 0.0))]
    graph = graph_of(RoadNetwork(sections=[direct, *around, *ends]))
    assert fastest_path(graph, (-90.0, 0.0), (190.0, 0.0)).legs.tolist() == [6, 2, 4, 8]
    one_way = RoadNetwork(sections=[section(0, 1, (0.0, 0.0), (100.0, 0.0), lanes_backward=0), *ends])
    assert fastest_path(graph_of(one_way), (-90.0, 0.0), (190.0, 0.0)).legs.tolist() == [2, 0, 4]
    with pytest.raises(WorldError, match=r"no road leads from \(190, 0\) m to \(-90, 0\) m"):
        fastest_path(graph_of(one_way), (190.0, 0.0), (-90.0, 0.0))


def test_the_length_and_the_points_of_a_path_agree():
    graph = graph_of(grid())
    path = fastest_path(graph, (-200.0, -225.0), (225.0, 210.0))
    points = points_of(graph, path)[:, :2]
    assert np.hypot(*np.diff(points, axis=0).T).sum() == pytest.approx(path.length)
    np.testing.assert_allclose(points[[0, -1]], [[-200.0, -225.0], [225.0, 210.0]], atol=1e-9)


@pytest.mark.parametrize("on_left", [False, True])
def test_the_nearest_place_is_on_the_side_of_the_road_where_vehicles_drive(on_left):
    graph = graph_of(cross(on_left=on_left))
    place = nearest_place(graph, 40.0, -1.0)  # south of the road to the east
    assert place.leg % 2 == int(on_left)
    assert place.distance == pytest.approx(1.0)
    assert position_on(graph, place.leg, place.along)[:2] == pytest.approx((40.0, 0.0))
    turned = nearest_place(graph, 40.0, -1.0, yaw=np.pi)
    assert turned.leg % 2 == 1


def test_a_position_beside_a_line_lies_to_the_right_of_its_direction():
    graph = graph_of(ring(100.0))
    x, y, yaw = position_on(graph, 0, 50.0, 2.0)
    assert np.hypot(x, y) == pytest.approx(102.0, abs=0.01)
    back = position_on(graph, 1, float(graph.length[0]) - 50.0, 2.0)
    assert np.hypot(back[0], back[1]) == pytest.approx(98.0, abs=0.01)
    assert abs(yaw - back[2]) == pytest.approx(np.pi)


def test_loops_leave_out_roads_without_a_way_back():
    trap = section(0, 9, (0.0, 0.0), (0.0, -99.0), lanes_backward=0)
    graph = graph_of(RoadNetwork(sections=[*cross(3).sections, trap]))
    loops = loops_of(graph)
    assert (loops[:6] == 0).all()
    assert loops[6] > 0
    assert loops[7] == -1


def test_an_empty_network_is_refused():
    with pytest.raises(WorldError, match="no sections"):
        graph_of(RoadNetwork(sections=[]))


def test_many_positions_equal_those_along_each_centre_line():
    graph, random = graph_of(ring(300.0)), np.random.default_rng(8)
    leg = random.integers(len(graph.length), size=200)
    along = random.uniform(0.0, graph.length[leg])
    x, y, yaw = positions_on(graph, leg, along, np.zeros(200))
    for row, (number, distance) in enumerate(zip(leg.tolist(), along.tolist(), strict=True)):
        points = slice(graph.point_first[number // 2], graph.point_first[number // 2 + 1])
        place = graph.length[number] - distance if number % 2 else distance
        expected = [np.interp(place, graph.along[points], column[points]) for column in (graph.x, graph.y)]
        assert (x[row], y[row]) == pytest.approx(expected, abs=1e-9)
        assert (x[row], y[row], yaw[row]) == position_on(graph, number, distance)
