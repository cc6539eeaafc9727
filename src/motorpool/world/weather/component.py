"""Weather component: rain and snow change the soils of the whole ground at once."""

from typing import Annotated, ClassVar, NamedTuple

from ...ground.terrain.weather import WeatherKind, checked_weather, class_in, table_in
from ..component import Component
from ..guidance.component import Guidance
from ..ruts.component import Ruts
from ..scene import Scene
from ..settings import Key


class WeatherSettings(NamedTuple):
    """Settings of the weather."""

    weather: Annotated[WeatherKind, Key("weather at the beginning")] = "dry"


class Weather(Component):
    """The weather of one world.

    Attributes:
        kind: "dry", "rain", "snow" or "fog".
    """

    name: ClassVar[str] = "weather"
    settings = WeatherSettings

    def __init__(self, scene: Scene, settings: WeatherSettings):
        self.kind: WeatherKind = "dry"
        self._surface, self._dry = scene.surface, scene.surface.table.copy()
        self._guidance, self._ruts = scene.of(Guidance), scene.of(Ruts)
        if settings.weather != "dry":
            self.change(settings.weather)

    def __repr__(self) -> str:
        return f"<Weather: {self.kind}>"

    def change(self, kind: str) -> None:
        """Change the weather from the next step on.

        Raises:
            WorldError: there is no such weather.
        """
        self.kind = checked_weather(kind)
        self._surface.table[:] = table_in(kind, self._surface.names, self._dry)
        self._guidance.refresh_soils()
        self._ruts.change_weather(self.kind)

    def class_of(self, name: str) -> str:
        """Return the class that a class of the surface becomes in this weather."""
        return class_in(self.kind, name)

    def snapshot(self) -> WeatherKind:
        """Return the weather."""
        return self.kind

    def restore(self, snapshot: WeatherKind) -> None:
        """Restore the weather."""
        if snapshot != self.kind:
            self.change(snapshot)
