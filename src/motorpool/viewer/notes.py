"""Notes: what drivers and watchers are told ten times a second, beside the frames.

They are taken in the simulation's thread, which copies some twenty numbers for each vehicle that somebody drives or
watches, and are encoded in the server's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .instruments import instruments
from .schema.live import Instruments, Thought
from .thoughts import thought

if TYPE_CHECKING:
    from ..world import World

INTERVAL = 0.1  # between notes [s]


@dataclass(frozen=True)
class Notes:
    """What there is to tell at one moment."""

    number: int = 0
    instruments: Mapping[int, Instruments] = field(default_factory=dict[int, Instruments])  # by vehicle
    thoughts: Mapping[int, Thought] = field(default_factory=dict[int, Thought])

    def about(self, *, driven: int, watched: int) -> list[Instruments | Thought]:
        """What one browser is to be told."""
        found = self.instruments.get(driven), self.thoughts.get(watched)
        return [message for message in found if message is not None]


class NoteTaker:
    """Takes notes at a steady rate; remembers speeds, for accelerations."""

    def __init__(self) -> None:
        self.newest = Notes()
        self._due = 0.0  # when the next notes are due, on the clock
        self._before: dict[int, tuple[float, float, float]] = {}  # simulated time, speed, acceleration by vehicle

    def look(self, world: "World", *, now: float, driven: Iterable[int], watched: Iterable[int]) -> Notes:
        """The newest notes; new ones if they are due."""
        if now >= self._due:
            self._due = max(self._due + INTERVAL, now)
            before, self._before = self._before, {}
            shown = {vehicle: self._instruments(world, vehicle, before.get(vehicle)) for vehicle in driven}
            thoughts = {vehicle: thought(world, vehicle) for vehicle in watched}
            self.newest = Notes(self.newest.number + 1, shown, thoughts)
        return self.newest

    def _instruments(self, world: "World", vehicle: int, before: tuple[float, float, float] | None) -> Instruments:
        """A driver's instruments, the mean acceleration since the notes before among them."""
        message = instruments(world, vehicle)
        speed = message["values"]["speed"]
        time_then, speed_then, acceleration = before or (world.time, speed, 0.0)
        if world.time > time_then:
            acceleration = (speed - speed_then) / (world.time - time_then)
        self._before[vehicle] = world.time, speed, acceleration
        message["values"]["acceleration"] = acceleration
        return message
