"""Messages to browsers about the weather, and an instructor's command to change it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..sources.actions import ChangeWeather
from ..sources.instructor import Instructor
from ..terrain.weather import WeatherKind
from .json_encoding import encode

if TYPE_CHECKING:
    from ..world import World


class WeatherUpdates:
    """The weather of a world as browsers are told of it.

    Attributes:
        instructor: the source that carries changes into the world.
    """

    def __init__(self, world: "World") -> None:
        self.instructor = Instructor()
        self._world: World = world
        self._sent = world.weather.kind

    def change(self, kind: WeatherKind) -> None:
        """Let there be another weather from the next step on."""
        self.instructor.ask(ChangeWeather(kind))

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
