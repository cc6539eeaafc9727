"""Regions in this process, one stepped after the other: for tests, and to see what a partition costs by itself."""

from collections.abc import Sequence

from ..world.guidance.stages import Trails
from .plan import WorldPlan
from .region import Packet, Region, Report, Share


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

    def load(self, shares: Sequence[Share], guests: Sequence[Sequence[int]], tick: int, trails: Trails) -> None:
        """Begin with these vehicles.

        Args:
            shares: of each region.
            guests: ghosts of each fleet to expect, of each region.
            tick: steps made before.
            trails: of all leaders.
        """
        self._packets = [
            region.load(share, few, tick, trails)
            for region, share, few in zip(self.regions, shares, guests, strict=True)
        ]

    def advance(self, steps: int) -> None:
        """Make so many steps."""
        for _ in range(steps):
            inboxes = [
                {peer: self._packets[peer][index] for peer in region.peers} for index, region in enumerate(self.regions)
            ]
            self._packets = [region.step(inbox) for region, inbox in zip(self.regions, inboxes, strict=True)]

    def reports(self) -> list[Report]:
        """Return what each region reports."""
        return [region.report() for region in self.regions]

    def close(self) -> None:
        """End; nothing is to be done."""
