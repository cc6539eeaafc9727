"""Bookmarks: sixteen places that all browsers of a world share; they last as long as the world does."""

from typing import TYPE_CHECKING

from ..terrain.area import area_of
from ..terrain.bookmarks import Bookmark as WorldBookmark
from .json_encoding import encode
from .schema.live import Bookmark, StoreBookmark

if TYPE_CHECKING:
    from ..world import World


def store_bookmark(world: "World", place: StoreBookmark) -> str | None:
    """Store a bookmark in its slot; return None, or one sentence that says why not."""
    west, south, east, north = area_of(world.terrain)
    if not (west <= place.x <= east and south <= place.y <= north):
        return f"({place.x:.0f}, {place.y:.0f}) is not on the map; choose a place that is"
    world.bookmarks[place.slot] = WorldBookmark(place.title, place.x, place.y, place.yaw)
    return None


def bookmarks_message(world: "World") -> str:
    """Return the message of all bookmarks, by slot."""
    bookmarks: list[Bookmark] = [
        {"slot": slot, "title": place.title, "x": place.x, "y": place.y, "yaw": place.yaw}
        for slot, place in sorted(world.bookmarks.items())
    ]
    return encode({"type": "bookmarks", "bookmarks": bookmarks})
