"""Admission to a server: removal, bans and new links by instructors, and the places that there are."""

from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ....base.errors import ViewerError
from ....links.serving.access import Access, Pass
from ....world.sources.command import DRIVER, Role
from ..schema.live import Invitation, LinksChanged

if TYPE_CHECKING:
    from ..client import Client
    from .join import JoinLinks


class Admission:
    """Admission to a server's worlds, as its instructors see and change it.

    Args:
        access: keys, passes and bans; without keys by default.
    """

    def __init__(self, access: Access | None = None, links: "JoinLinks | None" = None) -> None:
        self.access, self._links = access or Access(), links

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


class Places:
    """Places on a server; a few are reserved, so that an instructor can always connect and remove a driver.

    Args:
        count: number of places.
        for_instructors: reserved places; at most a quarter of all.
    """

    def __init__(self, count: int, *, for_instructors: int) -> None:
        self._count, self._for_instructors = count, min(for_instructors, count // 4)
        self._taken = Counter[Role]()

    @property
    def for_drivers(self) -> int:
        """Number of places that drivers may take."""
        return self._count - self._for_instructors

    @property
    def taken_count(self) -> int:
        """Number of places that are taken."""
        return self._taken.total()

    @contextmanager
    def taken(self, role: Role) -> Generator[bool, None, None]:
        """Take a place until the block ends; yield False, and take none, if none is free for that role."""
        has_room = self.taken_count < self._count and (role != "driver" or self._taken["driver"] < self.for_drivers)
        self._taken[role] += has_room
        try:
            yield has_room
        finally:
            self._taken[role] -= has_room
