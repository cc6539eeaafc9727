"""Signs and traffic lights at nodes: right of way and lights at the ends of sections of road.

A node of a way stands before the junction that its tag of direction says, or the nearest one; nodes of junctions are
for all roads there, stop and give-way signs for the smaller ones, unless ``stop=all`` is tagged. Traffic lights at
junctions close to each other, as of carriageways that cross, are one set of lights.

Meanings: https://wiki.openstreetmap.org/wiki/Key:traffic_signals, Tag:highway=stop, Tag:highway=give_way.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import require
from ...ground.roads.network import GIVE_WAY, PRIORITY, STOP, RoadSection
from .elements import Tags
from .positions import Positions
from .tags import HIGHWAYS, LIGHTS, PRIORITY_ROADS, ROUNDABOUT, count, tag_word

REACH = 50.0  # distance of a sign or light from its junction, at most [m]
MOST_STEPS = 10  # sections on the way to it
TOGETHER = 40.0  # distance of junctions with one set of lights, at most [m]
ON_NO_ROAD = "signs and traffic lights that are on no road"  # words of what is left out
FORWARD, BACKWARD = ("forward", "with"), ("backward", "against")  # values of the tags of direction
_RANKS = {word: rank for rank, word in enumerate(HIGHWAYS)}  # the largest road first

End = tuple[int, bool]  # number of a section, and whether its last point is meant


class Mark(NamedTuple):
    """Node with a sign or light on a section."""

    node: int
    section: int  # number
    along: float  # distance from the section's first point [m]
    tags: Tags
    is_reversed: bool  # the section leads against its way


def rule_of(tags: Tags) -> str:
    """Return the right of way of a whole road by its tags: on a roundabout, and on a priority road."""
    is_first = tags.get("junction") == ROUNDABOUT or tags.get("priority_road") in PRIORITY_ROADS
    return PRIORITY if is_first else ""


def with_signs(
    sections: Sequence[RoadSection], rules: Mapping[int, str], marks: Sequence[Mark], left_out: Counter[str]
) -> list[RoadSection]:
    """Return the sections with rules and lights at their ends.

    Args:
        rules: right of way at both ends of sections, by their numbers.
        marks: nodes with signs and lights; one of a junction is on each section there.
        left_out: counts by description, changed in place.
    """
    if not rules and not marks:
        return [*sections]
    junctions = Junctions(sections)
    found = {end: rule for number, rule in rules.items() for end in junctions.ends_of(number)}
    lit: set[End] = set()
    by_node: defaultdict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        by_node[mark.node].append(mark)
    for own in by_node.values():
        kind, ends = own[0].tags["highway"], junctions.ends_for(own)
        if not ends:
            count(left_out, f"nodes of {tag_word('highway', kind)} before no junction")
        elif kind == LIGHTS:
            lit.update(ends)
        else:
            found.update(dict.fromkeys(ends, STOP if kind == "stop" else GIVE_WAY))
    return signed(sections, found, junctions.numbered(lit))


def signed(sections: Sequence[RoadSection], rules: Mapping[End, str], lights: Mapping[End, int]) -> list[RoadSection]:
    """Return the sections with rules and numbers of lights at their ends."""
    changes: defaultdict[int, dict[str, Any]] = defaultdict(dict)
    for values, name in ((rules, "rule"), (lights, "lights")):
        for (number, is_last), value in values.items():
            changes[number][f"{'end' if is_last else 'start'}_{name}"] = value
    return [
        replace(section, **changes[number]) if number in changes else section for number, section in enumerate(sections)
    ]


class Junctions:
    """Ends of sections by node, and the ways along them to the junctions, where three and more of them meet."""

    def __init__(self, sections: Sequence[RoadSection]) -> None:
        self._sections = sections
        self._ends: defaultdict[int, list[End]] = defaultdict(list)
        for number, section in enumerate(sections):
            self._ends[section.start].append((number, False))
            self._ends[section.end].append((number, True))

    def ends_of(self, number: int) -> list[End]:
        """Return the ends of a section to which vehicles come along it."""
        return [end for end in ((number, False), (number, True)) if self.comes(end)]

    def ends_before(self, end: End) -> list[End]:
        """Return the other ends at the node of an end to which vehicles come."""
        return [each for each in self._ends[self.node(end)] if each != end and self.comes(each)]

    def ends_behind(self, end: End) -> list[End]:
        """Return the far ends of the sections by which vehicles leave the node of an end, other than its own."""
        far = [(number, not is_last) for number, is_last in self._ends[self.node(end)] if (number, is_last) != end]
        return [each for each in far if self.comes(each)]

    def ends_for(self, marks: Sequence[Mark]) -> list[End]:
        """Return the ends of sections at which the sign or light of a node counts.

        Args:
            marks: marks of this node, one for each section that it is on.
        """
        tags, ways = marks[0].tags, list[tuple[End, float]]()
        for mark in marks:
            section = self._sections[mark.section]
            is_end = mark.along in (0.0, section.length)
            if is_end and self._is_junction(node := section.end if mark.along > 0.0 else section.start):
                ends = [end for end in self._ends[node] if self.comes(end)]
                return ends if tags["highway"] == LIGHTS else self._smaller(ends, tags)
            directions = [mark.along == 0.0] if is_end else [True, False]  # away from the node
            for is_last in directions:
                if _direction(tags) in ("", "both", "forward" if is_last != mark.is_reversed else "backward"):
                    ways.append(((mark.section, is_last), mark.along))
        found = [found for each, along in ways if (found := self._way(each, along)) is not None]
        if found and not _direction(tags):
            found = [min(found, key=lambda way: way[1])]
        return [end for end, _ in found]

    def _way(self, end: End, along: float) -> tuple[End, float] | None:
        """Return the end of a section before the next junction in a direction, and its distance [m]; None if far."""
        number, is_last = end
        section = self._sections[number]
        distance = section.length - along if is_last else along
        for _ in range(MOST_STEPS):
            if not self.comes(end) or distance > REACH:
                return None
            node = self.node(end)
            if self._is_junction(node):
                return end, distance
            others = [(other, not at_last) for other, at_last in self._ends[node] if (other, at_last) != end]
            if not others:
                return None
            end = others[0]
            distance += self._sections[end[0]].length
        return None

    def _smaller(self, ends: list[End], tags: Tags) -> list[End]:
        """Return the ends of the smaller roads of a junction; all of them with ``stop=all``."""
        if tags.get("stop") == "all":
            return ends
        ranks = [_RANKS.get(self._sections[number].category, len(_RANKS)) for number, _ in ends]
        return [end for end, rank in zip(ends, ranks, strict=True) if rank > min(ranks)]

    def numbered(self, lit: set[End], together: Sequence[tuple[End, End]] = ()) -> dict[End, int]:
        """Return the number of the lights at each end; roads between junctions with one set of lights have none.

        Args:
            together: pairs of lit ends that have one set, however far from each other they are.
        """
        ends = sorted(lit)
        if not ends:
            return {}
        nodes, node = np.unique([self.node(end) for end in ends], return_inverse=True)
        places = np.array([self._place(self._ends[each][0]) for each in nodes.tolist()])
        numbers = dict(zip(ends, node.reshape(-1).tolist(), strict=True))
        group = _groups(places, [(numbers[one], numbers[other]) for one, other in together])
        of_node = dict(zip(nodes.tolist(), group.tolist(), strict=True))
        kept = [
            (end, number)
            for end, number in zip(ends, group[node.reshape(-1)].tolist(), strict=True)
            if of_node.get(self.node((end[0], not end[1]))) != number or self._sections[end[0]].length > TOGETHER
        ]
        order = {number: place for place, number in enumerate(dict.fromkeys(number for _, number in kept))}
        return {end: order[number] for end, number in kept}

    def _is_junction(self, node: int) -> bool:
        return len(self._ends[node]) > 2

    def node(self, end: End) -> int:
        """Return the node of an end."""
        section = self._sections[end[0]]
        return section.end if end[1] else section.start

    def _place(self, end: End) -> NDArray[np.float64]:
        return self._sections[end[0]].points[-1 if end[1] else 0, :2]

    def comes(self, end: End) -> bool:
        """Return whether vehicles come to an end of a section along it."""
        section = self._sections[end[0]]
        return (section.lanes_forward if end[1] else section.lanes_backward) > 0


def _direction(tags: Tags) -> str:
    """Return the direction along its way that a sign or light is for; empty if it is not tagged."""
    value = tags.get("traffic_signals:direction", tags.get("direction", ""))
    return "forward" if value in FORWARD else "backward" if value in BACKWARD else "both" if value == "both" else ""


def _groups(places: NDArray[np.float64], pairs_of_one: Sequence[tuple[int, int]]) -> NDArray[np.intp]:
    """Return the number of the group of each place; those of a pair, or closer than ``TOGETHER``, belong to one."""
    trees = require("scipy.spatial", extra="app", purpose="joining traffic lights")
    above = np.arange(len(places))
    pairs: NDArray[np.intp] = trees.cKDTree(places).query_pairs(TOGETHER, output_type="ndarray")
    pairs = np.concatenate([pairs, np.array(pairs_of_one, np.intp).reshape(-1, 2)])
    while True:
        low = np.minimum(above[pairs[:, 0]], above[pairs[:, 1]])
        before = above.copy()
        for side in (0, 1):
            np.minimum.at(above, pairs[:, side], low)
        if (above == before).all():
            return above


def signed_nodes(nodes: Sequence[tuple[int, Tags]], positions: Positions, left_out: Counter[str]) -> dict[int, Tags]:
    """Return the tags of signs and lights by their node on the map; those that are on no way in use are counted.

    Args:
        nodes: indices of nodes in the file, with tags.
    """
    places = positions.nodes
    found = {int(places[node]): tags for node, tags in nodes if places[node] >= 0}
    count(left_out, ON_NO_ROAD, len(nodes) - len(found))
    return found
