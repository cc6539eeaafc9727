"""Messages to browsers about the weather."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..terrain.weather import WeatherKind
from .json_encoding import encode

if TYPE_CHECKING:
    from ..world import World


class WeatherUpdates:
    """Messages about the weather of a world, on arrival and on each change."""

    def __init__(self, world: "World") -> None:
        self._world: World = world
        self._sent = world.weather.kind

    def snapshot(self) -> Iterator[tuple[str, str]]:
        """Yield the message for a new browser."""
        yield _message(self._world.weather.kind)

    def updates(self) -> Iterator[tuple[str, str]]:
        """Yield the message of a change since the last call."""
        now = self._world.weather.kind
        if now != self._sent:
            self._sent = now
            yield _message(now)


def _message(kind: WeatherKind) -> tuple[str, str]:
    return "weather", encode({"type": "weather", "kind": kind})
