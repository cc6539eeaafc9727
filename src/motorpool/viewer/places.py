"""The sixteen saved places that all browsers of a world share; they last as long as the world does."""

from typing import TYPE_CHECKING

from ..terrain.area import area_of
from ..terrain.bookmarks import SavedPlace
from .said import encode
from .schema.live import Place
from .schema.live import SavedPlace as ToldPlace

if TYPE_CHECKING:
    from ..world import World


def save_place(world: "World", place: Place) -> str | None:
    """Keep a place, in the stead of what was in its slot; None, or one sentence that says why not."""
    west, south, east, north = area_of(world.terrain)
    if not (west <= place.x <= east and south <= place.y <= north):
        return f"({place.x:.0f}, {place.y:.0f}) is not on the map; choose a place that is"
    world.saved_places[place.slot] = SavedPlace(place.title, place.x, place.y, place.yaw)
    return None


def places_message(world: "World") -> str:
    """All saved places, by slot."""
    places: list[ToldPlace] = [
        {"slot": slot, "title": place.title, "x": place.x, "y": place.y, "yaw": place.yaw}
        for slot, place in sorted(world.saved_places.items())
    ]
    return encode({"type": "places", "places": places})
