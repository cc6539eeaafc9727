"""``motorpool run --regions N``: the steps of a world are made by regions, each in a process of its own."""

import contextlib
from collections.abc import Generator
from typing import TYPE_CHECKING, NamedTuple

from ..errors import WorldError
from ..world import World

if TYPE_CHECKING:
    from ..distributed.cluster import Cluster
    from ..distributed.regions import PartitionedWorld

SHOWN_STEPS = 2  # between two steps that a page shows: it is sent thirty frames a second


class Partition(NamedTuple):
    """A partition that is asked for."""

    regions: int
    address: str | None = None  # of a Ray cluster; None for RAY_ADDRESS, or one on this machine


def partition_of(regions: int | None, address: str | None, *, has_exercise: bool, scenarios: int) -> Partition | None:
    """Return the partition that the options ask for; None for none.

    Args:
        regions: ``--regions``.
        address: ``--ray``.
        has_exercise: the world is to take part in an exercise.
        scenarios: number of scenarios on the command line.

    Raises:
        WorldError: they do not go together.
    """
    if regions is None:
        if address is not None:
            raise WorldError("--ray goes with --regions N; it says where the regions run")
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
    """Refuse to partition a world that takes part in an exercise.

    Raises:
        WorldError: it does.
    """
    if has_exercise:
        raise WorldError(
            "--regions does not go with an exercise: regions have no vehicles of other programs; add --no-dis"
        )


def connection(partition: Partition) -> "contextlib.AbstractContextManager[Cluster]":
    """Connect to the cluster of a partition; ``partitioned`` then uses this connection.

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: the cluster cannot be used.
    """
    from ..distributed.cluster import connected

    return connected(partition.address)


@contextlib.contextmanager
def partitioned(world: World, partition: Partition, *, gather_steps: int) -> Generator["PartitionedWorld", None, None]:
    """Partition a world; its regions and the connection end with the context.

    Args:
        world: at its beginning.
        partition: that is asked for.
        gather_steps: steps between two that observers are told of.

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
        divided.gather()  # which waits until every region is there
        yield divided
