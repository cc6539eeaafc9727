"""Shapes of tagged ways, relations and nodes, before their geometry is made.

A way may become several things (a road on a dam that is a waterway, too). What becomes nothing is counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .elements import Elements, Relation, Tags
from .roads import RoadWay, is_open
from .tags import (
    BARRIERS,
    FEATURES,
    GATES,
    GROUND,
    HIGHWAYS,
    INTERMITTENT,
    OTHER_FEATURES,
    SIGNS,
    THINGS,
    WATERWAYS,
    WETLANDS,
    Ground,
    Thing,
    count,
    tag_word,
    whole_number,
)

_GROUND_KEYS = tuple(dict.fromkeys(word.partition("=")[0] for word in GROUND))
_RANKS = {word: rank for rank, word in enumerate(GROUND)}
_THING_KEYS = tuple(dict.fromkeys(word.partition("=")[0] for word in THINGS))


class Shape(NamedTuple):
    """Polygon of one closed way, or of the ways of a multipolygon."""

    ways: tuple[int, ...]  # indices of ways
    tags: Tags
    category: str  # tag that made it a shape, such as "natural=wood"
    source_id: str
    ground: Ground | None = None  # None: a building
    inner: tuple[bool, ...] = ()  # of a multipolygon: true for ways with the role "inner"

    @property
    def is_multipolygon(self) -> bool:
        """Return whether the ways must be assembled to rings."""
        return bool(self.inner)


class Line(NamedTuple):
    """Waterway, row of trees, or wall."""

    way: int  # index of the way
    tags: Tags


class Place(NamedTuple):
    """Single object at a node."""

    node: int  # index of the node
    thing: Thing
    tags: Tags


@dataclass(eq=False)
class Shapes:
    """Everything that elements become."""

    roads: list[RoadWay] = field(default_factory=list[RoadWay])
    buildings: list[Shape] = field(default_factory=list[Shape])
    areas: list[Shape] = field(default_factory=list[Shape])
    waterways: list[Line] = field(default_factory=list[Line])
    tree_rows: list[Line] = field(default_factory=list[Line])
    barriers: list[Line] = field(default_factory=list[Line])  # walls, fences and hedges
    gates: list[int] = field(default_factory=list[int])  # indices of nodes
    places: list[Place] = field(default_factory=list[Place])
    signs: list[tuple[int, Tags]] = field(default_factory=list[tuple[int, Tags]])  # indices of nodes

    def used_ways(self, number: int) -> NDArray[np.bool_]:
        """Return the mask (number,) of the ways that are used."""
        is_used = np.zeros(number, np.bool_)
        is_used[[road.way for road in self.roads]] = True
        is_used[[line.way for line in (*self.waterways, *self.tree_rows, *self.barriers)]] = True
        is_used[[way for shape in (*self.buildings, *self.areas) for way in shape.ways]] = True
        return is_used


def shapes_of(elements: Elements) -> Shapes:
    """Return the shapes of a file's elements; elements without a shape are counted in ``elements.left_out``."""
    sorting = _Sorting(elements)
    for relation in elements.relations:
        sorting.add_relation(relation)
    for way, tags in elements.way_tags.items():
        sorting.add_way(way, tags)
    for node, tags in elements.node_tags.items():
        sorting.add_node(node, tags)
    sorting.count_untagged()
    return sorting.shapes


def ground_of(tags: Tags) -> tuple[str, Ground] | None:
    """Return the ground of an area and the tag that says it; None if no tag does."""
    words = [f"{key}={tags[key]}" for key in _GROUND_KEYS if key in tags]
    word = min((word for word in words if word in GROUND), key=_RANKS.__getitem__, default=None)
    if word is None:
        return None
    ground = GROUND[word]
    if word == "natural=wetland":
        ground = WETLANDS.get(tags.get("wetland", ""), ground)
    if ground.is_water and tags.get("intermittent") == "yes":
        ground = INTERMITTENT
    return word, ground


def is_underground(tags: Tags) -> bool:
    """Return whether an element lies below the ground."""
    layer = whole_number(tags.get("layer", "0"), -100, 100)
    is_tunnel = tags.get("tunnel", "no") != "no"
    return is_tunnel or tags.get("location") == "underground" or (layer is not None and layer < 0)


class _Sorting:
    """Sorts elements into shapes."""

    def __init__(self, elements: Elements):
        self._elements = elements
        self._left_out = elements.left_out
        self.shapes = Shapes()
        numbers = np.frombuffer(elements.way_numbers, np.int64)
        self._numbers, self._places = np.unique(numbers, return_index=True)
        self._is_first = np.zeros(numbers.size, np.bool_)
        self._is_first[self._places] = True
        self._is_member = np.zeros(numbers.size, np.bool_)  # of multipolygons
        self._has_shape: set[int] = set()  # ways whose tags have become those of a multipolygon

    # ---- relations

    def add_relation(self, relation: Relation) -> None:
        """Add a multipolygon; count any other relation."""
        kind = relation.tags.get("type", "")
        if kind != "multipolygon":
            count(self._left_out, f"relations of {tag_word('type', kind)}" if kind else "relations without a type")
            return
        ways, inner = self._ways_of(relation)
        if len(ways) < len(relation.ways):
            self._left_out["multipolygons with a missing way"] += 1
        self._is_member[[*ways]] = True
        tags = relation.tags
        if not self._has_use(tags):
            tags = self._tags_of_outer_ways(ways, inner) or tags
        if not ways or not self._add_shapes(ways, tags, f"relation/{relation.number}", inner):
            count(self._left_out, f"multipolygons {_reason(tags)}")

    def _ways_of(self, relation: Relation) -> tuple[tuple[int, ...], tuple[bool, ...]]:
        """Return the indices of the ways of a multipolygon, and which are inner ones; missing ways are left out."""
        if not relation.ways or not self._numbers.size:
            return (), ()
        wanted = np.array(relation.ways, np.int64)
        place = np.minimum(np.searchsorted(self._numbers, wanted), self._numbers.size - 1)
        is_known = self._numbers[place] == wanted
        inner = tuple(role == "inner" for role, known in zip(relation.roles, is_known.tolist(), strict=True) if known)
        return tuple(self._places[place[is_known]].tolist()), inner

    def _tags_of_outer_ways(self, ways: Sequence[int], inner: Sequence[bool]) -> Tags | None:
        """Return the tags of the first useful outer way, as before 2017, and take them from the ways."""
        outer = [way for way, is_inner in zip(ways, inner, strict=True) if not is_inner]
        found = next((self._elements.way_tags[way] for way in outer if self._has_use(self._tags(way))), None)
        if found is not None:
            self._has_shape.update(way for way in outer if _use(self._tags(way)) == _use(found))
        return found

    def _tags(self, way: int) -> Tags:
        return self._elements.way_tags.get(way, {})

    @staticmethod
    def _has_use(tags: Tags) -> bool:
        return any(_use(tags))

    # ---- ways

    def add_way(self, way: int, tags: Tags) -> None:
        """Add the shapes of a way; count it if it has none."""
        number = self._elements.way_numbers[way]
        if not self._is_first[way]:
            return
        was_used = self._add_road(way, tags, number)
        was_used |= self._add_line(way, tags)
        if way in self._has_shape:
            return
        if self._is_closed(way):
            was_used |= self._add_shapes((way,), tags, f"way/{number}", ())
        elif self._has_use(tags) and not self._is_member[way] and not was_used:
            count(self._left_out, f"ways {_reason(tags)} that are not closed")
            return
        if not was_used and not (self._is_member[way] and not _is_feature(tags)):
            count(self._left_out, f"ways {_reason(tags)}")

    def _add_road(self, way: int, tags: Tags, number: int) -> bool:
        if tags.get("highway") not in HIGHWAYS or (tags.get("area") == "yes" and self._is_closed(way)):
            return False
        if is_open(tags):
            self.shapes.roads.append(RoadWay(way, tags, number))
        else:
            count(self._left_out, f"ways of {tag_word('highway', tags['highway'])} closed to vehicles")
        return True

    def _add_line(self, way: int, tags: Tags) -> bool:
        if tags.get("natural") == "tree_row":
            self.shapes.tree_rows.append(Line(way, tags))
            return True
        if tags.get("barrier") in BARRIERS and not is_underground(tags):
            self.shapes.barriers.append(Line(way, tags))
            return True
        if tags.get("waterway") not in WATERWAYS:
            return False
        if is_underground(tags):
            count(self._left_out, "waterways below the ground")
        elif tags.get("intermittent") == "yes":
            count(self._left_out, "waterways with intermittent=yes")
        else:
            self.shapes.waterways.append(Line(way, tags))
        return True

    def _add_shapes(self, ways: tuple[int, ...], tags: Tags, source_id: str, inner: tuple[bool, ...]) -> bool:
        """Add a building, an area of ground, or both; return whether there was something to add."""
        building, found = _use(tags)
        if building:
            if tags.get("location") == "underground":
                count(self._left_out, "buildings below the ground")
            else:
                self.shapes.buildings.append(Shape(ways, tags, building, source_id, None, inner))
        if found:
            if is_underground(tags):
                count(self._left_out, "areas below the ground")
            else:
                self.shapes.areas.append(Shape(ways, tags, *found[:1], source_id, found[1], inner))
        return bool(building or found)

    def _is_closed(self, way: int) -> bool:
        first, last = self._elements.first_references[way], self._elements.first_references[way + 1] - 1
        references = self._elements.references
        return last - first >= 3 and references[first] == references[last]

    # ---- nodes

    def add_node(self, node: int, tags: Tags) -> None:
        """Add a single object; count a node that becomes nothing."""
        for key in _THING_KEYS:
            word = f"{key}={tags[key]}" if key in tags else ""
            if word in THINGS:
                self.shapes.places.append(Place(node, THINGS[word], tags))
                return
        if tags.get("barrier") in GATES:
            self.shapes.gates.append(node)
            return
        if tags.get("highway") in SIGNS:
            self.shapes.signs.append((node, tags))
            return
        if _is_feature(tags):
            count(self._left_out, f"nodes {_reason(tags)}")

    def count_untagged(self) -> None:
        """Count the ways without a tag of interest that belong to no multipolygon."""
        is_left = self._is_first & ~self._is_member
        is_left[[*self._elements.way_tags]] = False
        count(self._left_out, "ways without a known tag", int(is_left.sum()))


def _use(tags: Tags) -> tuple[str, tuple[str, Ground] | None]:
    """Return the tag that makes a closed way a building, empty if none does, and the ground of an area."""
    building = tag_word("building", tags["building"]) if tags.get("building", "no") != "no" else ""
    found = ground_of(tags)
    if found is None and tags.get("area") == "yes" and tags.get("highway") in (*HIGHWAYS, "pedestrian"):
        usual = HIGHWAYS.get(tags["highway"])
        found = tag_word("highway", tags["highway"]), Ground(usual.kind if usual else "concrete")
    return building, found


def _is_feature(tags: Tags) -> bool:
    return any(key in tags for key in (*FEATURES, *OTHER_FEATURES))


def _reason(tags: Tags) -> str:
    """Return the words for an element that becomes nothing."""
    for key in FEATURES:
        if key in tags:
            return f"of {tag_word(key, tags[key])}"
    key = next((key for key in OTHER_FEATURES if key in tags), None)
    return f"of {key}=*" if key else "without a known tag"
