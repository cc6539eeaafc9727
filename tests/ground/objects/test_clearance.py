"""The clearance map: a bound from below that is not far from the distance itself."""

import math

import numpy as np
import pytest

from motorpool.ground.objects.clearance import CELL, REACH, clearance_at, map_clearance
from motorpool.ground.objects.grid import Circles, build_grid

AREA = (-200.0, -100.0, 300.0, 400.0)


def circles(x, y, radius):
    x, y, radius = (np.asarray(column, np.float64) for column in (x, y, radius))
    return Circles(x, y, radius, build_grid(x, y, AREA, 50.0))


def scattered(count=60):
    random = np.random.default_rng(1)
    x, y = random.uniform(-300.0, 400.0, count), random.uniform(-200.0, 500.0, count)
    return circles(x, y, random.uniform(0.2, 8.0, count)), random


def test_no_object_is_nearer_than_the_map_says():
    objects, random = scattered()
    clearance = map_clearance(objects, AREA)
    for x, y in zip(random.uniform(-200.0, 300.0, 500), random.uniform(-100.0, 400.0, 500), strict=True):
        nearest = float(np.min(np.hypot(objects.x - x, objects.y - y) - objects.radius))
        assert clearance_at(x, y, clearance) <= max(nearest, 0.0)


def test_the_map_loses_no_more_than_a_cell_and_a_metre():
    objects, random = scattered(8)
    clearance = map_clearance(objects, AREA)
    most = REACH * CELL - float(objects.radius.max())
    for x, y in zip(random.uniform(-200.0, 300.0, 500), random.uniform(-100.0, 400.0, 500), strict=True):
        nearest = float(np.min(np.hypot(objects.x - x, objects.y - y) - objects.radius))
        assert clearance_at(x, y, clearance) > min(nearest - math.sqrt(2.0) * CELL, most) - 1.001


@pytest.mark.parametrize("place", [(1e6, 0.0), (0.0, -1e6), (math.nan, 0.0), (0.0, math.inf)])
def test_beyond_the_map_nothing_is_known(place):
    assert clearance_at(*place, map_clearance(circles([0.0], [0.0], [1.0]), AREA)) == 0.0


def test_without_objects_all_is_free():
    assert clearance_at(0.0, 0.0, map_clearance(circles([], [], []), AREA)) == REACH * CELL - 1.0


def test_an_object_that_its_cells_cannot_hold_leaves_nothing_free():
    assert clearance_at(290.0, 390.0, map_clearance(circles([-200.0], [-100.0], [500.0]), AREA)) == 0.0
