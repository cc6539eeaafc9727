"""Messages to browsers about remote vehicles: the host that moves each, and the age of its newest state.

``RemoteUpdates`` reads the world in the simulation's thread once a second; the server's thread sends the messages.
"""

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .census import SMALL_WORLD, Ids
from .json_encoding import encode
from .schema.live import RemoteVehicle

if TYPE_CHECKING:
    from ..world import World

TOPIC = "remotes"
INTERVAL = 1.0  # between two readings [s]


class RemoteUpdates:
    """An observer that writes messages about the vehicles that other programs move.

    Attributes:
        has_audience: whether a browser is connected; if not, observing costs nothing.
    """

    def __init__(self, world: "World", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.has_audience = False
        self._clock = clock
        self._due = 0.0  # time of the next reading on the clock
        self._vehicles: list[RemoteVehicle] = []  # replaced, never changed
        self._is_news = False
        self.fit(world)

    def fit(self, world: "World") -> None:
        """Note whether each browser has messages of its own, as in a large world."""
        self._is_large = world.count > SMALL_WORLD

    def observe(self, world: "World") -> None:
        """Read the remote vehicles, if it is time; called at the end of a step, in the simulation's thread."""
        if not self.has_audience or self._clock() < self._due:
            return
        self._due = self._clock() + INTERVAL
        had_some = bool(self._vehicles)
        self._vehicles = [
            {"vehicle": one.vehicle, "host": one.host, "marking": one.marking, "age": round(one.age, 2)}
            for one in world.remote.origins()
        ]
        self._is_news = had_some or bool(self._vehicles)

    def updates(self) -> Iterator[tuple[str, str]]:
        """Yield the waiting message, if all browsers get the same; in the server's thread."""
        if not self._is_large and self.due():
            yield TOPIC, self.message()

    def due(self) -> bool:
        """Return, once, whether a new message is due."""
        news, self._is_news = self._is_news, False
        return news

    def message(self, vehicles: Ids | None = None) -> str:
        """Return the message about the remote vehicles among these ids, by default about all."""
        told = self._vehicles
        if vehicles is not None:
            wanted = set(vehicles.tolist())
            told = [one for one in told if one["vehicle"] in wanted]
        return encode({"type": TOPIC, "remotes": told})
