"""Partition a world into four regions, see who is handed over, and find every vehicle where the undivided world has it.

    python regions.py                              # shows the plot; all regions in this process
    python regions.py regions.png                  # saves it
    python regions.py regions.png 10.0.0.1:6379    # regions as actors of a Ray cluster: motorpool[app,cluster]

Needs motorpool[app].
"""

import contextlib
import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.distributed.cluster import connected
from motorpool.studies.distributed.regions import PartitionedWorld
from motorpool.studies.distributed.regions.ray_actors import RegionsOnRay


def build():
    """Return a world of 512 vehicles on 3 by 3 km, which wander and avoid each other."""
    world = mp.World(
        fleets=[("bicycle", 256), ("tracked", 256)], terrain=Terrain.flat(size=3000.0, spacing=50.0), seed=5
    )
    world.scatter_vehicles()
    world.avoidance.choose(slice(None), "dynamic-window")
    return world


undivided, world = build(), build()
undivided.run(seconds=30)
with contextlib.ExitStack() as stack:
    where = {}
    if len(sys.argv) > 2:
        cluster = stack.enter_context(connected(sys.argv[2]))
        where["runs_on"] = lambda plan: RegionsOnRay(plan, cluster)
    partitioned = stack.enter_context(PartitionedWorld(world, regions=4, **where))
    rectangles, halo = partitioned.plan.rectangles, partitioned.plan.halo
    start = world.vehicles.x.copy(), world.vehicles.y.copy()
    partitioned.run(seconds=30)

now = world.vehicles.x, world.vehicles.y
before, after = (np.select([each.contains(*places) for each in rectangles], range(4)) for places in (start, now))
apart = np.hypot(world.vehicles.x - undivided.vehicles.x, world.vehicles.y - undivided.vehicles.y)
print(f"{world.count} vehicles in 4 regions, {np.count_nonzero(before != after)} in another than at the beginning")
print(f"farthest from where the undivided world has it: {apart.max():.3g} m")

figure, axes = plt.subplots(figsize=(6, 6), layout="constrained")
for number, rectangle in enumerate(rectangles):
    here = after == number
    axes.scatter(now[0][here], now[1][here], s=9, label=f"region {number}: {np.count_nonzero(here)}")
    is_ghost = rectangle.is_within(halo, *now) & ~here
    axes.scatter(now[0][is_ghost], now[1][is_ghost], s=40, facecolors="none", edgecolors=f"C{number}", linewidths=0.6)
axes.set(
    title=f"Own vehicles and, ringed, the ghosts of each region ({halo:.0f} m)", xlabel="east [m]", ylabel="north [m]"
)
axes.set_aspect("equal")
axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=4, frameon=False, fontsize="small")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=90)
else:
    plt.show()
