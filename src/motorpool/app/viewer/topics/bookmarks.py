"""Bookmarks: sixteen positions that all browsers of a world share, kept as long as the world.

A driver may change only its own bookmarks, at most a quarter of all; an instructor may change all.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field
from typing_extensions import TypedDict

from ....ground.terrain.area import area_of
from ....ground.terrain.bookmarks import SLOTS
from ....ground.terrain.bookmarks import Bookmark as WorldBookmark
from ..schema.fields import X, Y, Yaw
from .topic import Topic, Update, encode

if TYPE_CHECKING:
    from ..client import Client
    from ..hub import Hub
    from ..session_commands import StoreBookmark

SLOT_NUMBERS = f"0 to {SLOTS - 1}"
MOST_OF_ONE = SLOTS // 4  # bookmarks of one driver


class Bookmark(TypedDict):
    """Bookmark: one of the sixteen positions that all browsers of a world share."""

    slot: Annotated[int, Field(description=SLOT_NUMBERS)]
    title: str
    x: X
    y: Y
    yaw: Yaw
    owner: Annotated[str, Field(description="name of the person who stored it; empty for one of the scenario")]
    may_change: Annotated[bool, Field(description="whether this browser may replace it")]


class Bookmarks(TypedDict):
    """All bookmarks, sent on connection and on each change."""

    type: Literal["bookmarks"]
    bookmarks: list[Bookmark]


class _Owner(NamedTuple):
    """Owner of a bookmark: the browser that stored it last, and the name of its user."""

    guest: str  # id of the browser
    name: str  # at that time


class BookmarksTopic(Topic):
    """Bookmarks of a world, with the owner of each one that a user has stored."""

    name = "bookmarks"
    messages = (Bookmarks,)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._owners: dict[int, _Owner] = {}  # by slot

    def store(self, client: "Client", place: "StoreBookmark", *, name: str) -> str | None:
        """Store a bookmark in its slot; return None, or the reason for a refusal in one sentence."""
        west, south, east, north = area_of(self.world.terrain)
        if not (west <= place.x <= east and south <= place.y <= north):
            return f"({place.x:.0f}, {place.y:.0f}) is not on the map; choose a place that is"
        if not self._may_change(client, place.slot):
            return f"bookmark {place.slot + 1} belongs to {self._owner_words(place.slot)}; store yours in an empty one"
        own = [slot for slot, owner in self._owners.items() if owner.guest == client.guest and slot != place.slot]
        if client.role != "instructor" and len(own) >= MOST_OF_ONE:
            numbers = ", ".join(str(slot + 1) for slot in sorted(own))
            return f"you have {len(own)} bookmarks ({numbers}), the most of one driver; choose one of these"
        self.world.bookmarks[place.slot] = WorldBookmark(place.title, place.x, place.y, place.yaw)
        before = self._owners.get(place.slot)
        if before is None or before.guest == client.guest:  # not an instructor who changes it
            self._owners[place.slot] = _Owner(client.guest, name)
        return None

    def welcome(self, client: "Client") -> Iterator[Update]:
        """Yield all bookmarks, by slot, for one client."""
        bookmarks: list[Bookmark] = [
            {
                "slot": slot,
                "title": place.title,
                "x": place.x,
                "y": place.y,
                "yaw": place.yaw,
                "owner": self._owners[slot].name if slot in self._owners else "",
                "may_change": self._may_change(client, slot),
            }
            for slot, place in sorted(self.world.bookmarks.items())
        ]
        message: Bookmarks = {"type": "bookmarks", "bookmarks": bookmarks}
        yield self.name, encode(message)

    def _may_change(self, client: "Client", slot: int) -> bool:
        if client.role == "instructor" or slot not in self.world.bookmarks:
            return True
        owner = self._owners.get(slot)
        return owner is not None and owner.guest == client.guest

    def _owner_words(self, slot: int) -> str:
        return self._owners[slot].name if slot in self._owners else "the scenario"
