"""Telemetry ten times a second besides the frames: instruments and sensors of drivers, states of watched autopilots.

The simulation's thread samples it, some twenty numbers for each driven or watched vehicle; the server's thread encodes
it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ....world import World
    from ..topics.topic import Message, VehicleTopic

INTERVAL = 0.1  # between samples [s]


class Telemetry(NamedTuple):
    """Messages about single vehicles at one moment."""

    number: int = 0
    samples: Sequence[tuple["VehicleTopic", Mapping[int, "Message"]]] = ()  # of each topic, by vehicle

    def messages_for(self, *, driven: int, watched: int) -> list["Message"]:
        """Return the messages for one browser."""
        found = [messages.get(watched if topic.is_watched else driven) for topic, messages in self.samples]
        return [message for message in found if message is not None]


class TelemetrySampler:
    """Samples topics at a constant rate."""

    def __init__(self, topics: Sequence["VehicleTopic"] = ()) -> None:
        self.newest = Telemetry()
        self._topics = topics
        self._due = 0.0  # when the next sample is due, on the clock

    def sample(self, world: "World", *, now: float, driven: Collection[int], watched: Collection[int]) -> Telemetry:
        """Return the newest telemetry; a new sample if one is due.

        Args:
            now: time by the clock [s].
        """
        if now >= self._due:
            self._due = max(self._due + INTERVAL, now)
            samples = [(topic, topic.sample(world, watched if topic.is_watched else driven)) for topic in self._topics]
            self.newest = Telemetry(self.newest.number + 1, samples)
        return self.newest
