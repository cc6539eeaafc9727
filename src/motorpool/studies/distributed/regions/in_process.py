"""Regions in this process, stepped one after the other: for tests, and to measure the overhead of a partition."""

from collections.abc import Sequence

from .plan import WorldPlan
from .region import Packet, Region, Report


class RegionsInProcess:
    """The regions of a partitioned world as plain objects."""

    def __init__(self, plan: WorldPlan):
        self.regions = [Region(plan, index) for index in range(len(plan.rectangles))]
        self._packets: list[dict[int, Packet]] = []

    def load(self, reports: Sequence[Report], guests: Sequence[Sequence[int]]) -> None:
        """Initialise the regions with vehicles and the expected numbers of ghosts by fleet."""
        self._packets = [
            region.load(report, count) for region, report, count in zip(self.regions, reports, guests, strict=True)
        ]

    def advance(self, steps: int) -> None:
        """Make steps."""
        for _ in range(steps):
            inboxes = [
                {peer: self._packets[peer][index] for peer in region.peers} for index, region in enumerate(self.regions)
            ]
            self._packets = [region.step(inbox) for region, inbox in zip(self.regions, inboxes, strict=True)]

    def reports(self, since: int) -> list[Report]:
        """Return a report of each region, with the events after the tick ``since``."""
        return [region.report(since) for region in self.regions]

    def revive(self, dead: Sequence[int]) -> None:
        """Restart regions; has no effect, because regions in this process are not lost."""

    def close(self) -> None:
        """Do nothing."""
