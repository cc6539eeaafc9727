"""A world over several processes or machines: the map is partitioned into regions, which step together.

with PartitionedWorld(world, regions=4, runs_on="ray") as partitioned:
    partitioned.run(seconds=60)
    print(world.vehicles.odometer.mean())
"""

from .partitioned_world import PartitionedWorld as PartitionedWorld

__all__ = ["PartitionedWorld"]
