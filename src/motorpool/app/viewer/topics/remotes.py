"""Remote vehicles: the host that moves each, and the age of its newest state."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ..frames.census import SMALL_WORLD, Ids
from ..schema.fields import ItsId
from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ....world import World
    from ..client import Client
    from ..hub import Hub

INTERVAL = 1.0  # between two readings [s]
MOST = 100  # vehicles of a message in a large world: 7 kB a second


class RemoteVehicle(TypedDict):
    """Vehicle that another program moves."""

    vehicle: ItsId
    host: Annotated[str, Field(description="network address of that program's host")]
    marking: Annotated[str, Field(description="what its program calls it")]
    age: Annotated[float, Field(description="simulated time since its newest state came [s]")]


class Remotes(TypedDict):
    """Vehicles that other programs move, once a second; in a large world those near the camera."""

    type: Literal["remotes"]
    remotes: list[RemoteVehicle]


class RemotesTopic(Topic):
    """Vehicles that other programs move; in a large world those in the client's area of interest."""

    name = "remotes"
    messages = (Remotes,)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._due = 0.0  # time of the next reading on the clock
        self._vehicles: list[RemoteVehicle] = []  # replaced, never changed
        self._is_news = False

    def observe(self, world: "World") -> None:
        """Read the remote vehicles, if it is time."""
        if not self.has_audience or self.clock() < self._due:
            return
        self._due = self.clock() + INTERVAL
        had_some = bool(self._vehicles)
        self._vehicles = [
            {"vehicle": one.vehicle, "host": one.host, "marking": one.marking, "age": round(one.age, 2)}
            for one in world.remote.origins()
        ]
        self._is_news = had_some or bool(self._vehicles)

    def updates(self) -> Iterator[Update]:
        """Yield the waiting message of a small world."""
        if self.world.count <= SMALL_WORLD and self.is_due():
            yield self.name, self.message()

    def is_due(self) -> bool:
        """Return, once, whether there was a new reading."""
        news, self._is_news = self._is_news, False
        return news

    def message_near(self, client: "Client") -> str:
        """Return the message about the vehicles in the client's area of interest."""
        return self.message(client.near(MOST))

    def message(self, vehicles: Ids | None = None) -> str:
        """Return the message about the remote vehicles among these ids, by default about all."""
        remotes = self._vehicles
        if vehicles is not None:
            wanted = set(vehicles.tolist())
            remotes = [one for one in remotes if one["vehicle"] in wanted]
        message: Remotes = {"type": "remotes", "remotes": remotes}
        return encode(message)
