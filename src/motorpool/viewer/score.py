"""Score by side: shots, hits on others, vehicles destroyed, and own ones lost; counted from a world's events.

A round that hits its own side counts as a shot. A destroyed vehicle counts for every vehicle that hit it in that step.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..world.gunnery.damage import DEAD
from ..world.gunnery.rounds import VEHICLE
from .schema.live import Score, SideScore

if TYPE_CHECKING:
    from ..fleet import Fleet
    from ..world.events import Events

NONE = -1  # of a vehicle that is on no side


class ScoreCount:
    """Counts of shots, hits, destroyed and lost vehicles of each side.

    Args:
        fleets: of the world, in its order.
        sides: name of the side of each fleet that is on one, by the fleet's name.
    """

    def __init__(self, fleets: Iterable["Fleet"], sides: Mapping[str, str]) -> None:
        self._names: list[str] = []
        self._counts = np.zeros((0, 4), np.int64)  # shots, hits, destroyed, lost
        self.fit(fleets, sides)

    def fit(self, fleets: Iterable["Fleet"], sides: Mapping[str, str]) -> None:
        """Find the sides of the vehicles that the world has now; the counts of each side stay.

        Args:
            fleets: of the world, in its order.
            sides: name of the side of each fleet that is on one, by the fleet's name.
        """
        found = list(fleets)
        names = list(dict.fromkeys([*self._names, *(sides[fleet.name] for fleet in found if fleet.name in sides)]))
        counts = np.zeros((len(names), 4), np.int64)
        counts[: len(self._counts)] = self._counts
        self._names, self._counts = names, counts
        numbers = [self._names.index(sides[fleet.name]) if fleet.name in sides else NONE for fleet in found]
        self._side_of = np.repeat(np.array(numbers, np.intp), [fleet.count for fleet in found])

    def count(self, events: "Events") -> None:
        """Add the events of a step."""
        if not self._names:
            return
        self._add(0, events.shots.shooter)
        impacts = events.impacts
        dead = events.changes.vehicle[events.changes.condition == DEAD]
        for shooter, met, struck in zip(impacts.shooter, impacts.met, impacts.met_index, strict=True):
            if met == VEHICLE and self._side(shooter) != self._side(struck):
                self._add(1, [shooter])
                if struck in dead:
                    self._add(2, [shooter])
        self._add(3, dead)

    def message(self) -> Score:
        """Return the message for browsers."""
        sides: list[SideScore] = [
            {"side": name, "shots": int(shots), "hits": int(hits), "destroyed": int(destroyed), "lost": int(lost)}
            for name, (shots, hits, destroyed, lost) in zip(self._names, self._counts, strict=True)
        ]
        return {"type": "score", "sides": sides}

    @property
    def has_sides(self) -> bool:
        """Return whether the world has sides."""
        return bool(self._names)

    def _side(self, vehicle: int) -> int:
        return int(self._side_of[vehicle]) if 0 <= vehicle < len(self._side_of) else NONE

    def _add(self, what: int, vehicles: Iterable[int]) -> None:
        for vehicle in vehicles:
            if (side := self._side(int(vehicle))) != NONE:
                self._counts[side, what] += 1
