"""Cost of contacts: 500 and 50 000 vehicles at random among 40 000 objects, of which few touch anything.

    python benchmarks/contact.py

Prints, for each, how many vehicles touch something or nearly do, and the median time [ms] of ``ContactSolver.resolve``.
"""

import statistics
import time

import numpy as np

from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World

SIZE, OBJECTS, ROUNDS = 8000.0, 40_000, 50


def main() -> None:
    """Measure both."""
    ground = Terrain.flat(size=SIZE, spacing=50.0)
    objects = scatter_objects(ground, count=OBJECTS)
    for count in (500, 50_000):
        fleets = [Fleet("bicycle", count // 2), Fleet("tracked", count - count // 2)]
        world = World(fleets=fleets, terrain=ground, objects=objects)
        random = np.random.default_rng(0)
        x, y = random.uniform(-0.49 * SIZE, 0.49 * SIZE, (2, count))
        world.place_vehicles(slice(None), x, y, random.uniform(-3.0, 3.0, count))
        world.run(seconds=0.5)
        collisions, times = world.contact, []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            collisions.resolve(world.time, world.dt)
            times.append(time.perf_counter() - begun)
        print(
            f"{count} vehicles, {collisions.near_count} near something: {1e3 * statistics.median(times):.3f} ms a step"
        )


if __name__ == "__main__":
    main()
