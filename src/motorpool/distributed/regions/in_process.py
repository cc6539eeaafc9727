"""Regions in this process, one stepped after the other: for tests, and to see what a partition costs by itself."""

from collections.abc import Sequence

from .plan import WorldPlan
from .region import Packet, Region, Report


class RegionsInProcess:
    """The regions of a partitioned world as plain objects.

    Args:
        plan: of the world.

    Attributes:
        regions: one for each rectangle.
    """

    def __init__(self, plan: WorldPlan):
        self.regions = [Region(plan, index) for index in range(len(plan.rectangles))]
        self._packets: list[dict[int, Packet]] = []

    def load(self, reports: Sequence[Report], guests: Sequence[Sequence[int]]) -> None:
        """Begin with these vehicles.

        Args:
            reports: of each region.
            guests: ghosts of each fleet to expect, of each region.
        """
        self._packets = [
            region.load(report, few) for region, report, few in zip(self.regions, reports, guests, strict=True)
        ]

    def advance(self, steps: int) -> None:
        """Make so many steps."""
        for _ in range(steps):
            inboxes = [
                {peer: self._packets[peer][index] for peer in region.peers} for index, region in enumerate(self.regions)
            ]
            self._packets = [region.step(inbox) for region, inbox in zip(self.regions, inboxes, strict=True)]

    def reports(self, since: int) -> list[Report]:
        """Return what each region reports, with the events after the tick ``since``."""
        return [region.report(since) for region in self.regions]

    def revive(self, dead: Sequence[int]) -> None:
        """Start regions anew; those of this process do not die."""

    def close(self) -> None:
        """End; nothing is to be done."""
