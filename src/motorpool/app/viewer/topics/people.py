"""Connected users and bans, for instructors."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ....world.sources.command import INSTRUCTOR, Role
from .drivers import MarkOfName, PersonNumber
from .topic import StateTopic, Update

if TYPE_CHECKING:
    from ..client import Client


class Person(TypedDict):
    """Connected user."""

    person: PersonNumber
    name: Annotated[str, Field(description="empty if the person has none yet")]
    mark: MarkOfName
    role: Role
    vehicle: Annotated[int, Field(description="id of the vehicle that is driven, -1 for none")]
    address: Annotated[str, Field(description="that counts as one, such as that of a proxy or an IPv6 network")]


class Barred(TypedDict):
    """Banned address, from which no driver is admitted."""

    address: str
    name: Annotated[str, Field(description="of the person who was banned")]


class People(TypedDict):
    """Connected users and bans, sent to instructors on connection and on each change."""

    type: Literal["people"]
    people: list[Person]
    barred: list[Barred]


class PeopleTopic(StateTopic):
    """Connected users and bans."""

    name = "people"
    messages = (People,)

    def is_for(self, client: "Client") -> bool:
        """Return whether the client is an instructor."""
        return client.role == INSTRUCTOR

    def changes(self) -> Iterable[Update]:
        """Return the message if it has changed and there is an instructor."""
        if any(self.is_for(client) for client in self.hub.clients.values()):
            return super().changes()
        self._sent = ""
        return ()

    def message(self) -> People:
        """Return all people and bans."""
        names, bans = self.hub.names, self.hub.admission.access.bans()
        people: list[Person] = [
            {
                "person": names.number_of(client.name),
                "name": names.given(client.name),
                "mark": names.mark_of(client.name, may_rule=client.role == INSTRUCTOR),
                "role": client.role,
                "vehicle": client.vehicle,
                "address": client.shown.address,
            }
            for client in self.hub.clients.values()
        ]
        barred: list[Barred] = [{"address": address, "name": name} for address, name in bans.items()]
        return {"type": "people", "people": people, "barred": barred}
