"""Named places: nodes with the tags ``place`` and ``name``, which become bookmarks."""

from ..place_map import MapPlace
from .elements import Elements
from .positions import Positions

RANKS = ("city", "town", "village", "suburb", "hamlet")  # the most important first
LONGEST_NAME = 200  # characters


def named_nodes(elements: Elements) -> list[int]:
    """Return the indices of the nodes of named places, the most important first, and count them no more as unused."""
    found: list[tuple[int, int]] = []
    for node, tags in elements.node_tags.items():
        if tags.get("place") in RANKS and tags.get("name"):
            found.append((RANKS.index(tags["place"]), node))
            what = f"nodes of place={tags['place']}"
            if elements.left_out[what] > 0:
                elements.left_out[what] -= 1
    elements.left_out += type(elements.left_out)()  # drops what is zero
    return [node for _, node in sorted(found)]


def places_of(nodes: list[int], elements: Elements, positions: Positions) -> list[MapPlace]:
    """Return the named places of nodes."""
    found: list[MapPlace] = []
    for node in nodes:
        number = int(positions.nodes[node])
        if number >= 0:
            x, y = positions.points[number].tolist()
            found.append(MapPlace(x, y, elements.node_tags[node]["name"][:LONGEST_NAME]))
    return found
