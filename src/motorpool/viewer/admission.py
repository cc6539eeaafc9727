"""Admission control by instructors: the list of connected people, removal, bans and new links."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import ViewerError
from ..sources.command import DRIVER, Role
from .access import Access, Pass
from .json_encoding import encode
from .schema.live import Barred, Invitation, LinksChanged, Person

if TYPE_CHECKING:
    from .client import Client
    from .driver_names import Names
    from .join import JoinLinks

PEOPLE = "people"  # topic of their message


class Admission:
    """Admission to a server's worlds, as its instructors see and change it.

    Args:
        access: keys, passes and bans; without keys by default.
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

    def invite(self) -> Invitation:
        """Make a drivers' link that admits one browser, and return the message with it.

        Raises:
            ViewerError: no other machine can reach the page.
        """
        return {"type": "invitation", "links": self._checked_links().hand_out(self.access.invite())}

    def rotate(self, role: Role, *, drop: bool, spare: Pass) -> LinksChanged:
        """Replace the link of a role, and return the message with the new one.

        Raises:
            ViewerError: no other machine can reach the page.
        """
        links = self._checked_links()
        self.access.rotate(role, drop=drop, spare=spare)
        token = self.access.driver_token if role == DRIVER else self.access.instructor_token
        return {"type": "links", "role": role, "links": links.hand_out(token)}

    def remove(self, driver: "Client") -> None:
        """Disconnect a driver."""
        self.access.remove(driver.shown)

    def ban(self, driver: "Client", *, name: str, clients: Iterable["Client"]) -> None:
        """Disconnect a driver, and admit no further driver from that address."""
        self.access.ban(driver.shown, name=name, present=[one.shown for one in clients])

    def _checked_links(self) -> "JoinLinks":
        if self._links is None or not self._links.urls:
            raise ViewerError("no other machine can reach this page; start it with --host 0.0.0.0")
        return self._links
