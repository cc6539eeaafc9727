"""A topic: one subject of the messages to browsers, which decides on content, time and receivers."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

if TYPE_CHECKING:
    from ....world import World
    from ..client import Client
    from ..frames.interest import Viewpoint
    from ..hub import Hub

DIGITS = 7  # significant, of a number; a position to a millimetre

Message = Mapping[str, Any]  # of one of the types in `Topic.messages`
Update = tuple[str, str]  # a key, and the JSON text; with a frame goes the newest text of each key


class Topic:
    """One subject of the messages to browsers. A subclass defines the methods that it needs.

    `observe`, `look` and `fit` run in the simulation's thread, all others in the server's. A topic without clients
    should cost nothing: ``has_audience`` says whether a browser is connected.
    """

    name: ClassVar[str] = ""  # type of its message
    messages: ClassVar[tuple[Any, ...]] = ()  # types of its messages, for the page and the documentation

    def __init__(self, hub: "Hub") -> None:
        self.hub, self.world, self.clock = hub, hub.world, hub.clock
        self.has_audience = False

    def attend(self, clients: Sequence["Client"]) -> None:
        """Set the clients that are connected now."""
        self.has_audience = bool(clients)

    def fit(self, world: "World") -> None:
        """Make room for the vehicles that were added to the world."""

    def observe(self, world: "World") -> None:
        """Read the world at the end of a step."""

    def look(self, world: "World") -> None:
        """Read a world that is paused, ten times a second at most: a recording may show another moment."""

    def is_for(self, client: "Client") -> bool:
        """Return whether a client gets the messages."""
        return True

    def welcome(self, client: "Client") -> Iterable[Update]:
        """Return the messages for a client that has just connected."""
        return ()

    def updates(self) -> Iterable[Update]:
        """Return the news for all clients, before each frame."""
        return ()

    def changes(self) -> Iterable[Update]:
        """Return the news for all clients, ten times a second and after each command."""
        return ()

    def is_due(self) -> bool:
        """Return, once, whether each client of a large world gets its `message_near` with the next frame."""
        return False

    def message_near(self, client: "Client") -> str:
        """Return the message about vehicles near the camera of a client of a large world."""
        raise NotImplementedError

    def stream(self) -> "Stream | None":
        """Return the binary messages for a new client, if this topic has some in this world."""
        return None


class StateTopic(Topic):
    """A topic with one message for all clients, sent on connection and when it differs from the last one."""

    _sent = ""

    def message(self) -> Message:
        """Return the message as it is now."""
        raise NotImplementedError

    def welcome(self, client: "Client") -> Iterable[Update]:
        """Return the message."""
        return [(self.name, encode(self.message()))]

    def changes(self) -> Iterable[Update]:
        """Return the message if it has changed."""
        before, self._sent = self._sent, encode(self.message())
        return [(self.name, self._sent)] if self._sent != before else ()


class VehicleTopic(Topic):
    """A topic about single vehicles, ten times a second: each client gets the message about its own vehicle."""

    is_watched: ClassVar[bool] = False  # about the vehicle that a client watches, not the one that it drives

    def sample(self, world: "World", vehicles: Iterable[int]) -> Mapping[int, Message]:
        """Return the messages about these vehicles; in the simulation's thread."""
        raise NotImplementedError


class Stream(Protocol):
    """Binary messages for one client."""

    def look(self, viewpoint: "Viewpoint") -> None:
        """Set the camera of the client."""
        ...

    def take(self) -> bytes | None:
        """Return the message that goes out after the next frame, once; None if there is none."""
        ...


def encode(message: Message) -> str:
    """Return a message as JSON; a number that is not finite becomes null."""
    return json.dumps(_tidy(message), separators=(",", ":"), allow_nan=False)


def _tidy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _tidy(one) for key, one in cast(dict[str, Any], value).items()}
    if isinstance(value, (list, tuple)):
        return [_tidy(one) for one in cast(list[Any], value)]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
    return value
