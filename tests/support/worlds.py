"""Small worlds that several tests drive about in."""

import hashlib

import numpy as np

from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World


def hills(size=600.0, seed=0):
    """Rolling ground, smooth enough to drive on."""
    random = np.random.default_rng(seed)
    x = np.arange(0.0, size + 1.0, 20.0)
    heights = sum(
        random.uniform(1.0, 6.0)
        * np.sin(np.outer(np.ones_like(x), x) / random.uniform(40, 90) + random.uniform(0, 6))
        * np.cos(np.outer(x, np.ones_like(x)) / random.uniform(40, 90))
        for _ in range(4)
    )
    return Terrain.from_heights(heights, 20.0)


def mixed_fleets(count=8):
    """As many wheeled vehicles as tracked ones."""
    return [Fleet("bicycle", count, body=Body(4.5, 1.8, 1.5)), Fleet("tracked", count, body=Body(7.0, 3.4, 2.3))]


def crowd_on_hills():
    """Sixteen vehicles among many objects on small hills."""
    ground = hills()
    world = World(fleets=mixed_fleets(), terrain=ground, objects=scatter_objects(ground, count=400, seed=3), seed=7)
    world.scatter_vehicles()
    return world


def two_on_flat_ground():
    """One car and one tracked vehicle, far apart, at rest, wishing no speed."""
    fleets = [Fleet("bicycle", 1, x=-200.0), Fleet("tracked", 1, x=200.0)]
    world = World(fleets=fleets, terrain=Terrain.flat(size=1000.0))
    world.vehicles.desired_speed[:] = 0.0
    return world


def digest(world):
    """Everything that moves, to the bit."""
    return hashlib.sha256(b"".join(column.tobytes() for column in world.vehicles.all_columns())).hexdigest()
