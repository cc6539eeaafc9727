"""Simulation of one world in several processes or on several machines: regions of the map that step together.

with PartitionedWorld(world, regions=4, runs_on="ray") as partitioned:
    partitioned.run(seconds=60)
    print(world.vehicles.odometer.mean())
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .partitioned_world import PartitionedWorld

__all__ = ["PartitionedWorld"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    from .partitioned_world import PartitionedWorld

    return PartitionedWorld
