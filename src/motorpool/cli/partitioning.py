"""``motorpool run --regions N``: a world is stepped by regions, each in its own process."""

import contextlib
from collections.abc import Generator
from typing import TYPE_CHECKING, NamedTuple

from ..errors import WorldError
from ..world import World

if TYPE_CHECKING:
    from ..distributed.cluster import Cluster
    from ..distributed.regions import PartitionedWorld

SHOWN_STEPS = 2  # number of steps between two frames of a page, which receives thirty a second


class Partition(NamedTuple):
    """Number of regions, and the cluster that runs them."""

    regions: int
    address: str | None = None  # address of a Ray cluster; None for RAY_ADDRESS, or this machine


def partition_of(regions: int | None, address: str | None, *, has_exercise: bool, scenarios: int) -> Partition | None:
    """Return the partition of the options ``--regions`` and ``--ray``; None for no partition.

    Raises:
        WorldError: a number is out of its range, or options exclude each other.
    """
    if regions is None:
        if address is not None:
            raise WorldError("--ray goes with --regions N; it is the cluster that runs the regions")
        return None
    if regions < 1:
        raise WorldError(f"--regions is {regions}; it must be 1 or more")
    if has_exercise:
        raise WorldError(
            "--regions does not go with an exercise: a partitioned world has no vehicles of other programs"
        )
    if scenarios > 1:
        raise WorldError(f"--regions runs one scenario, not {scenarios}")
    return Partition(regions, address)


def refuse_exercise(has_exercise: bool) -> None:
    """Raise an error if a world to be partitioned takes part in an exercise.

    Raises:
        WorldError: it takes part in one.
    """
    if has_exercise:
        raise WorldError(
            "--regions does not go with an exercise: regions have no vehicles of other programs; add --no-dis"
        )


def connection(partition: Partition) -> "contextlib.AbstractContextManager[Cluster]":
    """Connect to the cluster of a partition; ``partitioned`` uses this connection.

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: the cluster cannot be used.
    """
    from ..distributed.cluster import connected

    return connected(partition.address)


@contextlib.contextmanager
def partitioned(world: World, partition: Partition, *, gather_steps: int) -> Generator["PartitionedWorld", None, None]:
    """Partition a world at its beginning; its regions and the connection end with the context.

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: the cluster cannot be used.
        WorldError: the world cannot be partitioned.
    """
    from ..distributed.regions import PartitionedWorld
    from ..distributed.regions.plan import refuse_what_stays_whole
    from ..distributed.regions.ray_actors import RegionsOnRay

    refuse_what_stays_whole(world, partition.regions)
    with (
        connection(partition) as cluster,
        PartitionedWorld(
            world,
            regions=partition.regions,
            runs_on=lambda plan: RegionsOnRay(plan, cluster),
            gather_steps=gather_steps,
        ) as divided,
    ):
        divided.gather()  # waits until every region has started
        yield divided
