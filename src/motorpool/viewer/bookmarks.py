"""Bookmarks: sixteen positions that all browsers of a world share, kept as long as the world.

A driver may change only its own bookmarks, at most a quarter of all; an instructor may change all.
"""

from typing import TYPE_CHECKING, NamedTuple

from ..terrain.area import area_of
from ..terrain.bookmarks import SLOTS
from ..terrain.bookmarks import Bookmark as WorldBookmark
from .json_encoding import encode
from .schema.live import Bookmark

if TYPE_CHECKING:
    from ..world import World
    from .client import Client
    from .session_commands import StoreBookmark

MOST_OF_ONE = SLOTS // 4  # bookmarks of one driver


class _Owner(NamedTuple):
    """Owner of a bookmark: the browser that stored it last, and the name of its user."""

    guest: str  # id of the browser
    name: str  # at that time


class Bookmarks:
    """Bookmarks of a world, with the owner of each one that a user has stored."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._owners: dict[int, _Owner] = {}  # by slot

    def store(self, client: "Client", place: "StoreBookmark", *, name: str) -> str | None:
        """Store a bookmark in its slot; return None, or the reason for a refusal in one sentence."""
        west, south, east, north = area_of(self._world.terrain)
        if not (west <= place.x <= east and south <= place.y <= north):
            return f"({place.x:.0f}, {place.y:.0f}) is not on the map; choose a place that is"
        if not self._may_change(client, place.slot):
            return f"bookmark {place.slot + 1} belongs to {self._owner_words(place.slot)}; store yours in an empty one"
        own = [slot for slot, owner in self._owners.items() if owner.guest == client.guest and slot != place.slot]
        if client.role != "instructor" and len(own) >= MOST_OF_ONE:
            numbers = ", ".join(str(slot + 1) for slot in sorted(own))
            return f"you have {len(own)} bookmarks ({numbers}), the most of one driver; choose one of these"
        self._world.bookmarks[place.slot] = WorldBookmark(place.title, place.x, place.y, place.yaw)
        before = self._owners.get(place.slot)
        if before is None or before.guest == client.guest:  # not an instructor who changes it
            self._owners[place.slot] = _Owner(client.guest, name)
        return None

    def message(self, client: "Client") -> str:
        """Return the message of all bookmarks, by slot, for one client."""
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
            for slot, place in sorted(self._world.bookmarks.items())
        ]
        return encode({"type": "bookmarks", "bookmarks": bookmarks})

    def _may_change(self, client: "Client", slot: int) -> bool:
        if client.role == "instructor" or slot not in self._world.bookmarks:
            return True
        owner = self._owners.get(slot)
        return owner is not None and owner.guest == client.guest

    def _owner_words(self, slot: int) -> str:
        return self._owners[slot].name if slot in self._owners else "the scenario"
