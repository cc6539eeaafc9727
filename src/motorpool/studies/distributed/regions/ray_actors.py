"""Regions as actors of a Ray cluster, each in a process of its own on any machine of the cluster.

A step of a region depends only on the packets of its peers after their last step: the submitting program may be ahead,
and packets go from actor to actor through Ray's object stores. The plan is stored there once; regions on one machine
share its arrays.
"""

import os
from collections.abc import Sequence
from typing import Any

from ....base.errors import ClusterError
from ....compile.columns import limit_threads
from ..cluster import REMEDY, Cluster
from .plan import WorldPlan, peers_of
from .region import LostRegionError, Packet, Region, Report


class RegionActor:
    """Region in a process of its own, whose steps use a number of threads."""

    def __init__(self, plan: WorldPlan, index: int, threads: int):
        limit_threads(threads)
        self._region = Region(plan, index)

    def load(self, report: Report, guests: Sequence[int]) -> Any:
        """Initialise the region; see ``Region.load``."""
        return self._outputs(self._region.load(report, guests))

    def step(self, *packets: Packet) -> Any:
        """Make a step with the packet of each peer after its last step."""
        return self._outputs(self._region.step(dict(zip(self._region.peers, packets, strict=True))))

    def report(self, since: int) -> Report:
        """Return the region's own vehicles, and the events after a tick."""
        return self._region.report(since)

    def process(self) -> int:
        """Return the process id; used to check that the process is alive."""
        return os.getpid()

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of own vehicles, of ghosts, and of vehicles handed over to other regions."""
        return self._region.own_count, self._region.ghost_count, self._region.handed_over

    def _outputs(self, packets: dict[int, Packet]) -> Any:
        outputs = (self._region.world.tick, *(packets[peer] for peer in self._region.peers))
        return outputs if len(outputs) > 1 else outputs[0]


class RegionsOnRay:
    """The regions of a partitioned world as actors."""

    def __init__(self, plan: WorldPlan, cluster: Cluster):
        self._plan, self._cluster, self._ray = plan, cluster, cluster.ray
        self._peers = peers_of(plan)
        self._threads = max(1, cluster.processor_count // len(plan.rectangles))
        self._plan_in_store = cluster.ray.put(plan)
        self.actors = [self._start(index) for index in range(len(plan.rectangles))]
        self._packets: list[list[Any]] = []
        self._done: list[Any] = []

    def load(self, reports: Sequence[Report], guests: Sequence[Sequence[int]]) -> None:
        """Initialise the regions with vehicles and the expected numbers of ghosts by fleet."""
        self._done = []
        self._packets = [
            self._submit(index, self.actors[index].load, report, expected)
            for index, (report, expected) in enumerate(zip(reports, guests, strict=True))
        ]

    def advance(self, steps: int) -> None:
        """Submit steps."""
        for _ in range(steps):
            outputs = self._packets
            self._packets = [
                self._submit(
                    index,
                    self.actors[index].step,
                    *(outputs[peer][self._peers[peer].index(index)] for peer in self._peers[index]),
                )
                for index in range(len(self.actors))
            ]

    def reports(self, since: int) -> list[Report]:
        """Return a report of each region after all submitted steps, with the events after the tick ``since``.

        Raises:
            LostRegionError: an actor has died.
            ClusterError: the cluster was lost.
        """
        try:
            self._cluster.get(self._done)
            self._done = []
            return self._cluster.get([actor.report.remote(since) for actor in self.actors])
        except self._ray.exceptions.RayError as error:
            dead = [index for index, actor in enumerate(self.actors) if not self._is_alive(actor)]
            if not dead and isinstance(error, self._ray.exceptions.RayTaskError):
                raise  # an error of the region's own
            if not dead:
                raise ClusterError(f"the cluster cannot go on: {' '.join(str(error).split())}; {REMEDY}") from error
            raise LostRegionError(dead) from error

    def revive(self, dead: Sequence[int]) -> None:
        """Restart actors that have died."""
        for index in dead:
            self.actors[index] = self._start(index)

    def close(self) -> None:
        """End all actors."""
        for actor in self.actors:
            self._ray.kill(actor)

    def _start(self, index: int) -> Any:
        actor = self._ray.remote(RegionActor).options(scheduling_strategy="SPREAD")
        return actor.remote(self._plan_in_store, index, self._threads)

    def _submit(self, index: int, method: Any, *arguments: Any) -> list[Any]:
        """Submit a call to a region; return references to its packets, in the order of its peers."""
        outputs = method.options(num_returns=1 + len(self._peers[index])).remote(*arguments)
        if not self._peers[index]:  # Ray returns a reference, not a list
            self._done.append(outputs)
            return []
        self._done.append(outputs[0])
        return outputs[1:]

    def _is_alive(self, actor: Any) -> bool:
        try:
            self._cluster.get([actor.process.remote()])
        except self._ray.exceptions.RayError:
            return False
        return True
