"""Traffic lights of the road network: where they stand, and their states."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ..client import Client
    from ..hub import Hub

STATES = "gyr"  # letters of the states of ``ground.roads.traffic_lights``: green, yellow, red


class TrafficLights(TypedDict):
    """Traffic lights, sent on connection to a world that has some."""

    type: Literal["traffic_lights"]
    x: Annotated[list[float], Field(description="of each light, at the edge of the road where vehicles stop, east [m]")]
    y: Annotated[list[float], Field(description="north [m]")]
    yaw: Annotated[list[float], Field(description="direction of the vehicles that it is for [rad]")]


class TrafficLightStates(TypedDict):
    """States of the traffic lights, sent on connection and on each change, at most ten times a second."""

    type: Literal["traffic_light_states"]
    states: Annotated[str, Field(description="letter for each light: g green, y yellow, r red")]


class TrafficLightsTopic(Topic):
    """Traffic lights of a world."""

    name = "traffic_lights"
    messages = (TrafficLights, TrafficLightStates)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._has_lights = len(self.world.traffic.lights.x) > 0
        self._sent = ""

    def welcome(self, client: "Client") -> Iterator[Update]:
        """Yield the positions and the states."""
        if self._has_lights:
            lights = self.world.traffic.lights
            places: TrafficLights = {
                "type": "traffic_lights", "x": lights.x.tolist(), "y": lights.y.tolist(), "yaw": lights.yaw.tolist()
            }  # fmt: skip
            yield self.name, encode(places)
            yield TrafficLightStates.__name__, self._states()

    def changes(self) -> Iterator[Update]:
        """Yield the states, if they have changed."""
        if self._has_lights and (states := self._states()) != self._sent:
            self._sent = states
            yield TrafficLightStates.__name__, states

    def _states(self) -> str:
        states = self.world.traffic.lights.state.tolist()
        message: TrafficLightStates = {
            "type": "traffic_light_states", "states": "".join(STATES[state] for state in states)
        }  # fmt: skip
        return encode(message)
