"""The spawn sampler: every vehicle of a large world finds a place of its own."""

import numpy as np
from scipy.spatial import cKDTree

from motorpool.ground.objects.objects import empty_objects
from motorpool.ground.objects.spawn_sampler import SpawnSampler
from motorpool.ground.terrain.heightfield import Terrain

COUNT, SIZE = 300_000, 6.0  # vehicles, and the length of each [m]


def test_more_vehicles_get_more_places_and_keep_apart():
    terrain = Terrain.flat(size=20_000.0, spacing=500.0)
    area = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    places = SpawnSampler(area, size=SIZE, terrain=terrain, objects=empty_objects(terrain), count=COUNT)
    x, y, _ = places.scatter(COUNT, np.random.default_rng(1), where="all")
    nearest, _ = cKDTree(np.column_stack([x, y])).query(np.column_stack([x, y]), k=2)
    assert nearest[:, 1].min() > SIZE


def test_the_places_of_many_vehicles_follow_the_ground():
    terrain = Terrain.flat(size=8_000.0, spacing=500.0)
    area = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    places = SpawnSampler(area, size=SIZE, terrain=terrain, objects=empty_objects(terrain))
    x, y, _ = places.scatter(10_000, np.random.default_rng(2), where="all")
    assert np.median(np.hypot(np.diff(x), np.diff(y))) < 200.0
