"""Simulation of one world in several processes or on several machines: regions of the map that step together.

with PartitionedWorld(world, regions=4, runs_on="ray") as partitioned:
    partitioned.run(seconds=60)
    print(world.vehicles.odometer.mean())
"""

from .partitioned_world import PartitionedWorld as PartitionedWorld

__all__ = ["PartitionedWorld"]
