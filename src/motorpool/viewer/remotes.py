"""Messages to browsers about remote vehicles: which host moves each, and how old its newest state is.

``RemoteUpdates`` observes the world in the simulation's thread once a second and leaves what it found to the server's.
"""

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .census import EVERYBODY, Ids
from .json_encoding import encode
from .schema.live import RemoteVehicle

if TYPE_CHECKING:
    from ..world import World

TOPIC = "remotes"
INTERVAL = 1.0  # between two looks [s]


class RemoteUpdates:
    """An observer that writes messages about the vehicles that other programs move.

    Attributes:
        has_audience: whether anybody listens; without, observing costs nothing.
    """

    def __init__(self, world: "World", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.has_audience = False
        self._clock = clock
        self._due = 0.0  # when they are looked at again, on the clock
        self._vehicles: list[RemoteVehicle] = []  # replaced, never changed
        self._is_large, self._is_news = world.count > EVERYBODY, False

    def observe(self, world: "World") -> None:
        """Note who is remote, if it is time; called at the end of a step, in the simulation's thread."""
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
        """Return, once, whether there is something to tell."""
        news, self._is_news = self._is_news, False
        return news

    def message(self, vehicles: Ids | None = None) -> str:
        """Return the message about the remote ones among these vehicles, by default about all: it needs no other."""
        told = self._vehicles
        if vehicles is not None:
            wanted = set(vehicles.tolist())
            told = [one for one in told if one["vehicle"] in wanted]
        return encode({"type": TOPIC, "remotes": told})
