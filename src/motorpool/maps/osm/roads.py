"""Roads: ways with a highway tag become sections between the nodes that they share."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.roads.network import RoadSection
from .elements import Tags
from .positions import Indices, Positions
from .signs import ON_NO_ROAD, Mark, rule_of, with_signs
from .tags import (
    ACCESS_KEYS,
    HIGHWAYS,
    LAYERS,
    NO_ACCESS,
    NO_BRIDGES,
    NO_TUNNELS,
    ONE_WAY_MARGIN,
    ONE_WAYS,
    ROUNDABOUTS,
    SERVICE_WIDTHS,
    SMOOTHNESS,
    SURFACES,
    TRACKTYPES,
    Highway,
    count,
    length_within,
    speed_limit,
    tag_word,
    whole_number,
)

WIDTHS = (1.0, 60.0)  # range of the widths that are believed [m]
MOST_LANES = 20
LONGEST_NAME = 200  # characters
_SAME = 1e-3  # distance of points that count as one [m]


class RoadWay(NamedTuple):
    """Road of one way of the file."""

    way: int  # index of the way
    tags: Tags
    number: int  # of the way, as the file has it


def is_open(tags: Tags) -> bool:
    """Return whether vehicles may use a road: the most specific tag of access decides."""
    return next((tags[key] for key in ACCESS_KEYS if key in tags), "yes") not in NO_ACCESS


def sections_of(
    roads: list[RoadWay], positions: Positions, left_out: Counter[str], signs: Mapping[int, Tags]
) -> list[RoadSection]:
    """Return the sections of all roads, split at the nodes where roads meet; node numbers begin at zero.

    Args:
        signs: tags of signs and traffic lights, by node.
    """
    pieces = [(road, _runs(positions.way(road.way))) for road in roads]
    runs = [run for _, some in pieces for run in some]
    if not runs:
        return []
    uses = np.bincount(np.concatenate(runs), minlength=len(positions.points))
    for run in runs:
        uses[run[[0, -1]]] += 2
    cut = _Cutting(positions, uses, left_out, signs)
    sections = [section for road, some in pieces if some for section in cut.sections(road, some)]
    count(left_out, ON_NO_ROAD, len(signs) - len(cut.seen))
    return with_signs(sections, cut.rules, cut.marks, left_out)


class _Cutting:
    """Cuts roads at the nodes where they meet.

    Attributes:
        rules: right of way of sections, by their numbers.
        marks: nodes with signs and traffic lights; the first and the last one of a section have a mark at its end.
        seen: nodes with these.
    """

    def __init__(self, positions: Positions, uses: NDArray[np.intp], left_out: Counter[str], signs: Mapping[int, Tags]):
        self._positions, self._signs = positions, signs
        self._is_signed = np.zeros(len(positions.points), np.bool_)
        self._is_signed[[*signs]] = True
        self.rules: dict[int, str] = {}
        self.marks: list[Mark] = []
        self.seen: set[int] = set()
        self._count = 0  # of sections
        self._is_cut = uses > 1
        self._left_out = left_out
        self._numbers: dict[int, int] = {}  # of the network's nodes, by those of the map

    def sections(self, road: RoadWay, runs: list[Indices]) -> Iterator[RoadSection]:
        """Yield the sections of a road's runs of nodes."""
        pattern, is_reversed = _pattern(road, self._left_out)
        rule = rule_of(road.tags)
        for run in runs:
            on_run = self._positions.points[run]
            has_repeats = not (np.hypot(*np.diff(on_run, axis=0).T) > _SAME).all()
            lifted = np.column_stack([on_run, np.full(len(run), np.nan)])
            cuts = [0, *(np.flatnonzero(self._is_cut[run[1:-1]]) + 1).tolist(), len(run) - 1]
            for begin, end in itertools.pairwise(cuts):
                points = lifted[begin : end + 1].copy()
                if has_repeats:
                    points = _without_repeats(points)
                    if len(points) < 2:
                        self._left_out["sections of road without length"] += 1
                        continue
                first, last = int(run[begin]), int(run[end])
                if is_reversed:
                    first, last, points = last, first, points[::-1]
                start, stop = (self._numbers.setdefault(node, len(self._numbers)) for node in (first, last))
                section = pattern.at(points, start=start, end=stop)
                if rule:
                    self.rules[self._count] = rule
                self._mark(section, run[begin : end + 1], is_reversed=is_reversed)
                self._count += 1
                yield section

    def _mark(self, section: RoadSection, run: Indices, *, is_reversed: bool) -> None:
        """Note the signs on a section whose nodes in the order of its way are given."""
        places = np.flatnonzero(self._is_signed[run])
        if not len(places):
            return
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(self._positions.points[run], axis=0).T))])
        if is_reversed:
            along = along[-1] - along
        for place in places.tolist():
            is_end = place in (0, len(run) - 1)
            at = (section.length if along[place] > 0.0 else 0.0) if is_end else float(along[place])
            node = int(run[place])
            self.seen.add(node)
            self.marks.append(Mark(node, self._count, at, self._signs[node], is_reversed))


def _runs(nodes: Indices) -> list[Indices]:
    """Return the parts of a way between missing nodes, without repetitions of a node."""
    if (nodes < 0).any():
        breaks = np.flatnonzero(nodes < 0)
        return [run for part in np.split(nodes, breaks) for run in _runs(part[part >= 0])]
    if len(nodes) > 1:
        nodes = nodes[np.concatenate([[True], nodes[1:] != nodes[:-1]])]
    return [nodes] if len(nodes) > 1 else []


def _without_repeats(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a line without points that repeat the one before; its ends stay."""
    far = np.hypot(*np.diff(points[:, :2], axis=0).T) > _SAME
    if far.all():
        return points
    kept = points[np.concatenate([[True], far])]
    if len(kept) > 1:
        kept[-1] = points[-1]
    return kept


def _pattern(road: RoadWay, left_out: Counter[str]) -> tuple[RoadSection, bool]:
    """Return a section without points that has the values of a road's tags, and whether it goes against its way."""
    tags = road.tags
    usual = HIGHWAYS[tags["highway"]]
    direction = _direction(tags, usual, left_out)
    lanes, forward, backward = _lanes(tags, usual, direction, left_out)
    is_bridge = "bridge" in tags and tags["bridge"] not in NO_BRIDGES
    is_tunnel = "tunnel" in tags and tags["tunnel"] not in NO_TUNNELS
    pattern = RoadSection(
        points=np.empty((0, 3)),
        start=-1,
        end=-1,
        width=_width(tags, usual, lanes, direction, left_out),
        kind=surface_class(tags, usual.kind, left_out),
        category=tags["highway"],
        lanes_forward=forward,
        lanes_backward=backward,
        speed_limit=_speed(tags, usual, left_out),
        level=_level(tags, is_bridge, is_tunnel, left_out),
        is_bridge=is_bridge,
        is_tunnel=is_tunnel,
        name=tags.get("name", "")[:LONGEST_NAME],
        source_id=f"way/{road.number}",
    )
    return pattern, direction < 0


def surface_class(tags: Tags, usual: str, left_out: Counter[str]) -> str:
    """Return the surface class by the tags of surface, track type and smoothness, in this order, or the usual one."""
    for key, classes in (("surface", SURFACES), ("tracktype", TRACKTYPES), ("smoothness", SMOOTHNESS)):
        if key in tags:
            value = tags[key].partition(";")[0].strip()
            if value in classes:
                return classes[value]
            count(left_out, f"values of {tag_word(key, tags[key])}")
    return usual


def _direction(tags: Tags, usual: Highway, left_out: Counter[str]) -> int:
    """Return 1 or -1 for a one-way road with or against its way, else 0."""
    is_one_way = usual.is_one_way or tags.get("junction") in ROUNDABOUTS
    if "oneway" in tags:
        if tags["oneway"] in ONE_WAYS:
            return ONE_WAYS[tags["oneway"]]
        count(left_out, f"values of {tag_word('oneway', tags['oneway'])}")
    return int(is_one_way)


def _lanes(tags: Tags, usual: Highway, direction: int, left_out: Counter[str]) -> tuple[int | None, int, int]:
    """Return the number of lanes, None if none is tagged, and that of each direction."""
    numbers = {key: _lane_number(tags, key, left_out) for key in ("lanes", "lanes:forward", "lanes:backward")}
    total, forward, backward = numbers.values()
    if direction:
        return total, total or (usual.lanes if usual.is_one_way else 1), 0
    if forward is not None and backward is not None:
        return forward + backward, forward, backward
    lanes = total or usual.lanes
    if forward is not None or backward is not None:
        one = forward or backward or 1
        other = max(1, lanes - one)
        return total, *((one, other) if forward is not None else (other, one))
    return total, max(1, (lanes + 1) // 2), max(1, lanes // 2)


def _lane_number(tags: Tags, key: str, left_out: Counter[str]) -> int | None:
    if key not in tags:
        return None
    number = whole_number(tags[key], 1, MOST_LANES)
    if number is None:
        count(left_out, f"values of {key} that are no number of lanes")
    return number


def _width(tags: Tags, usual: Highway, lanes: int | None, direction: int, left_out: Counter[str]) -> float:
    if "width" in tags:
        width = length_within(tags["width"], WIDTHS)
        if width is not None:
            return width
        count(left_out, "values of width that are no width of a road")
    if lanes:
        return lanes * usual.lane_width
    if usual.is_one_way or not direction:
        return SERVICE_WIDTHS.get(tags.get("service", ""), usual.width) if tags["highway"] == "service" else usual.width
    return min(usual.width, usual.lane_width + ONE_WAY_MARGIN)


def _speed(tags: Tags, usual: Highway, left_out: Counter[str]) -> float:
    keys = ("maxspeed",) if "maxspeed" in tags else ("maxspeed:forward", "maxspeed:backward")
    speeds = [speed_limit(tags[key]) for key in keys if key in tags]
    count(left_out, "values of maxspeed that are no speed", speeds.count(None))
    return min((speed for speed in speeds if speed is not None), default=usual.speed_kmh / 3.6)


def _level(tags: Tags, is_bridge: bool, is_tunnel: bool, left_out: Counter[str]) -> int:
    if "layer" in tags:
        level = whole_number(tags["layer"], -LAYERS, LAYERS)
        if level is not None:
            return level
        count(left_out, "values of layer that are no level")
    return int(is_bridge) - int(is_tunnel)
