"""Planned routes of the world with a mobility map as their cost."""

import math
from itertools import pairwise

import numpy as np
import pytest
from made_maps import made_map

from motorpool.errors import WorldError
from motorpool.ground.objects.objects import empty_objects, place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.mobility.travel import planner_cost
from motorpool.world.navigation.route_planning import plan_route

FLAT = Terrain.flat(size=400.0, spacing=20.0)
PLACE = {"x_west": -200.0, "y_south": -200.0, "spacing": 20.0}
START, GOAL = (-150.0, 5.0), (150.0, 25.0)


def planned(speeds, objects=None, start=START, goal=GOAL):
    """Return the way with its start."""
    mobility = made_map(speeds, **PLACE)
    things = empty_objects(FLAT) if objects is None else objects
    way = plan_route(FLAT, things, start=start, goal=goal, slowness=planner_cost(mobility))
    return np.vstack([start, way])


def test_on_a_map_of_one_speed_it_is_the_straight_line():
    way = planned(np.full((20, 20), 5.0))
    assert way.tolist() == [list(START), list(GOAL)]


def test_it_goes_round_what_is_no_go_and_keeps_clear_of_a_tree():
    speeds = np.full((20, 20), 5.0)
    speeds[:15, 10] = 0.0  # x 0 to 20 m, up to y = 100 m
    tree = place_objects(FLAT, x=[10.0], y=[112.0], radius=3.0)
    steps, shortest = np.linspace(0.0, 1.0, 400)[:, None], math.dist(START, (0.0, 100.0)) + 20.0 + 142.0
    for things, keeps in ((None, 0.0), (tree, 3.0 + 2.0 - 1e-6)):
        way = planned(speeds, things)
        line = np.vstack([first + steps * (last - first) for first, last in pairwise(way)])
        inside = line[(line[:, 0] > 1.0) & (line[:, 0] < 19.0)]
        assert inside[:, 1].min() > 99.0  # edges are tried in their middle, so corners are exact to half a cell
        assert np.hypot(*(line - [10.0, 112.0]).T).min() >= keeps
        assert shortest - 10.0 < np.hypot(*np.diff(way, axis=0).T).sum() < 1.1 * shortest


def test_a_slope_may_be_planned_down_and_not_up():
    speeds = np.full((8, 20, 20), 5.0)
    speeds[1:4, 9:11] = 0.0  # northward
    way = planned(speeds, start=(0.0, 150.0), goal=(0.0, -150.0))
    assert way.tolist() == [[0.0, 150.0], [0.0, -150.0]]
    with pytest.raises(WorldError, match=r"there is no way .* m that keeps 2 m from objects and is go for the vehicle"):
        planned(speeds, start=(0.0, -150.0), goal=(0.0, 150.0))
