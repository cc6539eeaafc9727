"""Weather of the world."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ....ground.terrain.weather import WeatherKind
from .topic import StateTopic


class Weather(TypedDict):
    """Weather, sent on connection and on each change."""

    type: Literal["weather"]
    kind: Annotated[WeatherKind, Field(description="all over the world")]


class WeatherTopic(StateTopic):
    """Weather of the world."""

    name = "weather"
    messages = (Weather,)

    def message(self) -> Weather:
        """Return the weather."""
        return {"type": "weather", "kind": self.world.weather.kind}
