"""Driver of each vehicle that has one."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ....world.sources.command import Role
from ..people.driver_assignment import NO_PASS
from ..people.driver_names import NameMark
from .topic import StateTopic, Update

PersonNumber = Annotated[int, Field(title="person", description="number of the person")]
MarkOfName = Annotated[
    NameMark,
    Field(
        title="mark",
        description="warning about the name: letters of several scripts in a word, the name of a role, or a name "
        "that looks like another person's; empty for none",
    ),
]


class Driver(TypedDict):
    """Driver of a vehicle."""

    vehicle: Annotated[int, Field(description="id of the vehicle")]
    name: Annotated[str, Field(description="of the driver")]
    mark: MarkOfName
    role: Role
    person: PersonNumber


class Drivers(TypedDict):
    """All drivers, sent on connection and on each change; a driver stays for a minute after the connection is lost."""

    type: Literal["drivers"]
    drivers: list[Driver]


class DriversTopic(StateTopic):
    """Drivers of vehicles, by name."""

    name = "drivers"
    messages = (Drivers,)

    def message(self) -> Drivers:
        """Return all drivers."""
        clients = self.hub.drivers.by_vehicle()
        return {"type": "drivers", "drivers": [self._driver(vehicle, client) for vehicle, client in clients.items()]}

    def changes(self) -> Iterable[Update]:
        """Forget the names of people that left, and return the message if it has changed."""
        hub = self.hub
        hub.names.keep_only(hub.clients.keys() | set(hub.drivers.by_vehicle().values()))
        return super().changes()

    def _driver(self, vehicle: int, client: str) -> Driver:
        names, role = self.hub.names, (self.hub.drivers.bearer_of(client) or NO_PASS).role
        return {
            "vehicle": vehicle,
            "name": names.of(client),
            "mark": names.mark_of(client, may_rule=role == "instructor"),
            "role": role,
            "person": names.number_of(client),
        }
