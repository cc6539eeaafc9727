"""Turns of junctions: sections that are ways through a junction, and no roads on which vehicles wait.

OpenDRIVE draws each way through a junction as a road of its own. These lie over each other, and vehicles on them would
hold each other. In a road graph all ends of roads that turns join are one crossing, and the turns say which roads
follow each other there; vehicles drive the curve between the two lanes, as at crossings of other maps.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bends import along_of
from .network import RoadSection

ALIKE = -0.64  # cosine of the turn at a node up to which a road follows another one: 130°, as at other junctions [1]
REACH = 2.0  # length at the end of a section over which its direction is measured [m]

Floats = NDArray[np.float64]


class End(NamedTuple):
    """End of a section."""

    number: int  # 2 * section, + 1 for its last point
    node: int
    point: Floats  # (2,) [m]
    out: Floats  # (2,): direction from the node into the section, a unit vector


class Junctions(NamedTuple):
    """Sections that are no turns, and the crossings that turns make of their ends."""

    sections: Sequence[RoadSection]  # those at a crossing with its node
    after: dict[int, set[int]]  # ends that follow each end at a crossing; numbers as in ``End``, of these sections
    bearing: dict[int, float]  # of each of these ends, from the middle of the crossing [rad]


def without_turns(sections: Sequence[RoadSection]) -> Junctions:
    """Return the crossings that turns make of the ends of other sections."""
    roads = [section for section in sections if not section.is_turn]
    if not roads or len(roads) == len(sections):
        return Junctions(sections, {}, {})
    leaving, joined = defaultdict[int, list[tuple[End, End]]](list), _Groups()
    for section in sections:
        if section.is_turn:
            first, last = _ends(0, section)
            joined.join(first.node, last.node)
            if section.lanes_forward:
                leaving[first.node].append((first, last))
            if section.lanes_backward:
                leaving[last.node].append((last, first))
    at_node, ends = defaultdict[int, list[End]](list), list[End]()
    for end in itertools.chain.from_iterable(_ends(number, section) for number, section in enumerate(roads)):
        if end.node in joined.above:
            at_node[end.node].append(end)
            ends.append(end)
    after = {end.number: _after(end, leaving, at_node) for end in ends}
    groups = defaultdict[int, list[End]](list)
    for end in ends:
        groups[joined.root(end.node)].append(end)
    bearing: dict[int, float] = {}
    for group in groups.values():
        middle = np.mean([end.point for end in group], axis=0)
        for end in group:
            east, north = end.point - middle + 1e-3 * end.out
            bearing[end.number] = float(np.arctan2(north, east))
    renamed = {end.number: joined.root(end.node) for end in ends}
    return Junctions([_moved(section, number, renamed) for number, section in enumerate(roads)], after, bearing)


def _moved(section: RoadSection, number: int, nodes: dict[int, int]) -> RoadSection:
    """Return a section at other nodes, with its signs and lights."""
    moved = section.at(section.points)
    vars(moved).update(start=nodes.get(2 * number, section.start), end=nodes.get(2 * number + 1, section.end))
    return moved


def _ends(number: int, section: RoadSection) -> tuple[End, End]:
    line = section.points[:, :2]
    along = along_of(line)
    reach = min(REACH, float(along[-1]))

    def end(is_last: bool) -> End:
        place = float(along[-1]) - reach if is_last else reach
        step = [np.interp(place, along, line[:, axis]) for axis in (0, 1)] - line[-is_last]
        return End(
            2 * number + is_last, section.end if is_last else section.start, line[-is_last], step / np.hypot(*step)
        )

    return end(False), end(True)


def _after(end: End, leaving: dict[int, list[tuple[End, End]]], at_node: dict[int, list[End]]) -> set[int]:
    """Return the ends of roads that follow an end: those at its node, and those to which turns lead, one or several."""
    found, seen, todo = set[int](), set[int](), [(end.node, end.out)]
    while todo:
        node, back = todo.pop()
        ahead = {other.number for other in at_node[node] if other.number != end.number and _follows(back, other.out)}
        found |= ahead
        if ahead and seen:
            continue
        for first, last in leaving[node]:
            if id(last) not in seen and _follows(back, first.out):
                seen.add(id(last))
                todo.append((last.node, last.out))
    return found


def _follows(back: Floats, out: Floats) -> bool:
    """Return whether a way leads on in a direction, from one that comes with ``back`` behind it."""
    return float(-back @ out) > ALIKE


class _Groups:
    """Nodes that are one crossing."""

    def __init__(self) -> None:
        self.above: dict[int, int] = {}

    def root(self, node: int) -> int:
        """Return the node that stands for the group."""
        while self.above[node] != node:
            self.above[node] = self.above[self.above[node]]
            node = self.above[node]
        return node

    def join(self, one: int, two: int) -> None:
        """Make one group of those of two nodes."""
        roots: Iterable[int] = (self.root(self.above.setdefault(node, node)) for node in (one, two))
        low, high = sorted(roots)
        self.above[high] = low
