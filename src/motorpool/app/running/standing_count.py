"""Count of the vehicles that stand for long in a run, with the reasons and the way in which they came free."""

from typing import TYPE_CHECKING

import numpy as np

from ...base.wording import counted
from ...world.recovery.component import STANDING
from ...world.recovery.events import RECOVERED
from ...world.recovery.summary import brief_reason, tallied

if TYPE_CHECKING:
    from ...world import World

INTERVAL = 1.0  # simulated, between two checks of all vehicles [s]


class StandingCount:
    """Observer that counts vehicles that stand for more than 30 s although they have a goal.

    Attributes:
        reasons: last reason for which each of these vehicles stood, by its id.
        freed: ids of vehicles that came free without help.
        recovered: ids of vehicles that were recovered.
        most_at_once: greatest number of vehicles that stood at the same time.
    """

    def __init__(self) -> None:
        self.reasons: dict[int, str] = {}
        self.freed: set[int] = set()
        self.recovered: set[int] = set()
        self.most_at_once = 0
        self._standing: set[int] = set()
        self._due = 0.0  # simulated time of the next check of all vehicles [s]

    def observe(self, world: "World") -> None:
        """Count recoveries of the step and, once a second, the vehicles that stand."""
        events = world.recovery.standstills
        for vehicle in events.vehicle[np.isin(events.what, RECOVERED)].tolist():
            if vehicle in self._standing:
                self._standing.discard(vehicle)
                self.recovered.add(vehicle)
        if world.time < self._due:
            return
        self._due = world.time + INTERVAL
        now = set(world.recovery.standing().tolist())
        self.freed |= self._standing - now
        self.freed -= now
        self.recovered -= now
        self.reasons |= {vehicle: brief_reason(world, vehicle) for vehicle in now}
        self.most_at_once = max(self.most_at_once, len(now))
        self._standing = now

    def sentence(self, world: "World") -> str:
        """Return a sentence with the number of vehicles that stood, the reasons, and the outcome."""
        if not self.reasons:
            return f"no vehicle stood for more than {STANDING:g} s"
        outcomes = (
            (len(self.freed), "freed themselves"),
            (len(self.recovered), "recovered"),
            (len(self._standing), "still standing"),
        )
        ends = ", ".join(f"{count} {words}" for count, words in outcomes if count)
        return (
            f"{len(self.reasons)} of {counted(world.present, 'vehicle')} stood for more than {STANDING:g} s, up to "
            f"{self.most_at_once} at a time: {tallied(self.reasons.values())}; {ends}"
        )
