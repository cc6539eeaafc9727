"""Regions as actors of a Ray cluster, each in a process of its own, on whichever machine Ray puts it.

A step of a region waits for what its neighbours told at the end of their last steps, and for nothing else: the program
that submits the steps may be ahead, and a packet goes from actor to actor through Ray's object stores. The plan is put
there once; regions of one machine share its arrays.
"""

import os
from collections.abc import Sequence
from typing import Any

from ...compile.columns import limit_threads
from ..cluster import Cluster
from .lost import LostRegionError
from .plan import WorldPlan, peers_of
from .region import Packet, Region, Report


class RegionActor:
    """A region in a process of its own.

    Args:
        plan: of the whole.
        index: of the region.
        threads: that its steps may run on.
    """

    def __init__(self, plan: WorldPlan, index: int, threads: int):
        limit_threads(threads)
        self._region = Region(plan, index)

    def load(self, report: Report, guests: Sequence[int]) -> Any:
        """Begin with these vehicles; see ``Region.load``."""
        return self._told(self._region.load(report, guests))

    def step(self, *packets: Packet) -> Any:
        """Make a step, with what each neighbour told at the end of the last one."""
        return self._told(self._region.step(dict(zip(self._region.peers, packets, strict=True))))

    def report(self, since: int) -> Report:
        """Return the region's own vehicles, and the events after a tick."""
        return self._region.report(since)

    def process(self) -> int:
        """Return the number of its process: it answers, so it is alive."""
        return os.getpid()

    def counts(self) -> tuple[int, int, int]:
        """Return its own vehicles, those that it mirrors, and those that have gone to other regions."""
        return self._region.own_count, self._region.ghost_count, self._region.handed_over

    def _told(self, packets: dict[int, Packet]) -> Any:
        """Return the tick, then the packet for each neighbour; Ray makes an object of each."""
        told = (self._region.world.tick, *(packets[peer] for peer in self._region.peers))
        return told if len(told) > 1 else told[0]


class RegionsOnRay:
    """The regions of a partitioned world as actors.

    Args:
        plan: of the world.
        cluster: that the actors run on.

    Attributes:
        actors: one for each rectangle.
    """

    def __init__(self, plan: WorldPlan, cluster: Cluster):
        self._plan, self._ray = plan, cluster.ray
        self._peers = peers_of(plan)
        self._threads = max(1, cluster.processor_count // len(plan.rectangles))
        self._plan_in_store = cluster.ray.put(plan)
        self.actors = [self._start(index) for index in range(len(plan.rectangles))]
        self._packets: list[list[Any]] = []
        self._done: list[Any] = []

    def load(self, reports: Sequence[Report], guests: Sequence[Sequence[int]]) -> None:
        """Begin with these vehicles.

        Args:
            reports: of each region.
            guests: ghosts of each fleet to expect, of each region.
        """
        self._done = []
        self._packets = [
            self._submit(index, self.actors[index].load, report, few)
            for index, (report, few) in enumerate(zip(reports, guests, strict=True))
        ]

    def advance(self, steps: int) -> None:
        """Submit so many steps."""
        for _ in range(steps):
            told = self._packets
            self._packets = [
                self._submit(
                    index,
                    self.actors[index].step,
                    *(told[peer][self._peers[peer].index(index)] for peer in self._peers[index]),
                )
                for index in range(len(self.actors))
            ]

    def reports(self, since: int) -> list[Report]:
        """Return what each region reports, once all steps are made.

        Args:
            since: tick up to which events are known already.

        Raises:
            LostRegionError: an actor has died.
        """
        try:
            self._ray.get(self._done)
            self._done = []
            return self._ray.get([actor.report.remote(since) for actor in self.actors])
        except self._ray.exceptions.RayError as error:
            dead = [index for index, actor in enumerate(self.actors) if not self._is_alive(actor)]
            if not dead:
                raise
            raise LostRegionError(dead) from error

    def revive(self, dead: Sequence[int]) -> None:
        """Start actors anew in the place of those that have died."""
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
        """Submit a call to a region; returns references to its packets, in the order of its neighbours."""
        told = method.options(num_returns=1 + len(self._peers[index])).remote(*arguments)
        if not self._peers[index]:  # Ray returns one reference, and no list
            self._done.append(told)
            return []
        self._done.append(told[0])
        return told[1:]

    def _is_alive(self, actor: Any) -> bool:
        try:
            self._ray.get(actor.process.remote())
        except self._ray.exceptions.RayError:
            return False
        return True
