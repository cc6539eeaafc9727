"""Control of admission by instructors: the list of all who are connected, removing, bans, and new links."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..errors import ViewerError
from .access import Access
from .json_encoding import encode
from .schema.live import Ban, Barred, Invite, LiftBan, Person, Remove, RotateLink, ServerMessage

if TYPE_CHECKING:
    from .client import Client
    from .driver_names import Names
    from .join import JoinLinks

PEOPLE = "people"  # topic of their message


class Admission:
    """The way into a server's worlds, as its instructors see and change it.

    Args:
        access: the keys; none by default.
        links: that carry them; without, no link is handed out.
    """

    def __init__(self, access: Access | None = None, links: "JoinLinks | None" = None) -> None:
        self.access, self._links = access or Access(), links

    def message(self, clients: Iterable["Client"], names: "Names") -> str:
        """Return the message of all people and bans."""
        people: list[Person] = [
            {
                "person": names.number_of(client.name),
                "name": names.given(client.name),
                "mark": names.mark_of(client.name, may_rule=client.role == "instructor"),
                "role": client.role,
                "vehicle": client.vehicle,
                "address": client.shown.address,
            }
            for client in clients
        ]
        barred: list[Barred] = [{"address": address, "name": name} for address, name in self.access.bans().items()]
        return encode({"type": PEOPLE, "people": people, "barred": barred})

    def obey(
        self,
        command: Remove | Ban | LiftBan | RotateLink | Invite,
        client: "Client",
        *,
        clients: Mapping[str, "Client"],
        names: "Names",
    ) -> ServerMessage | None:
        """Carry out what an instructor asks for; return the answer, if there is one.

        Args:
            command: to be carried out.
            client: of the instructor.
            clients: all of the world, by id.
            names: of the people.

        Raises:
            ViewerError: it cannot be done, in one sentence.
        """
        match command:
            case Invite():
                return {"type": "invitation", "links": self._checked_links().hand_out(self.access.invite())}
            case RotateLink(role, drop):
                links = self._checked_links()
                self.access.rotate(role, drop=drop, spare=client.shown)
                is_driver = role == "driver"
                token = self.access.driver_token if is_driver else self.access.instructor_token
                return {"type": "links", "role": role, "links": links.hand_out(token)}
            case LiftBan(address):
                self.access.lift(address)
            case Remove(person) | Ban(person):
                driver = _driver(person, clients, names)
                if isinstance(command, Ban):
                    present = [one.shown for one in clients.values()]
                    self.access.ban(driver.shown, name=names.of(driver.name), present=present)
                else:
                    self.access.remove(driver.shown)
        return None

    def _checked_links(self) -> "JoinLinks":
        if self._links is None or not self._links.urls:
            raise ViewerError("no other machine can reach this page; start it with --host 0.0.0.0")
        return self._links


def _driver(person: int, clients: Mapping[str, "Client"], names: "Names") -> "Client":
    """Return the client of a person who may be sent away.

    Raises:
        ViewerError: there is none, or the person is an instructor.
    """
    client = clients.get(names.client_of(person) or "")
    if client is None:
        raise ViewerError("that person has left")
    if client.role == "instructor":
        raise ViewerError("an instructor cannot be sent away; replace the instructors' link instead")
    return client
