"""Lanelet2: lanes between two borders become one-way sections of road.

A lanelet leads from the pair of points where its borders begin to the pair where they end; lanelets that share a pair
are connected. Its centre line is the mean of the borders, at equal shares of their lengths, with the mean of their
heights (``ele``). The borders may be stored in either direction: the left one is to the left of the lanelet's.
Format: https://github.com/fzi-forschungszentrum-informatik/Lanelet2, lanelet2_core/doc/LaneletPrimitives.md.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from ...ground.roads.network import RoadNetwork, RoadSection
from ..place_map import PlaceMap
from .elements import LARGEST_ID, MOST_RELATIONS, SCALE
from .lanelet_rules import Rule, Signs, read_rule, with_rules
from .positions import Projection, unwrapped, utm_around
from .tags import count, speed_limit, tag_word
from .xml_reading import RULE, read_xml

DRIVEN = ("road", "highway", "play_street", "bus_lane", "emergency_lane", "exit", "unknown")  # subtypes of roads
LIMITS = {("urban", "road"): 50.0, ("nonurban", "road"): 100.0, ("nonurban", "highway"): 130.0}  # [km/h]
PLAY_STREET = 10.0  # limit that no tag gives [km/h]
WIDTHS = (0.5, 30.0)  # range of the widths of a lanelet that are believed [m]
STEP = 5.0  # between points of a centre line, at most [m]
MOST_STEPS = 100_000  # of one lanelet
MOST_NODES = 5_000_000  # of a file
SHORTEST = 1e-2  # length of a lanelet that is a road [m]

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Tags = Iterable[tuple[str, str]]


class _Lanelet(NamedTuple):
    """Lanelet of a file."""

    number: int
    left: list[int]  # ways
    right: list[int]
    rules: list[int]  # regulatory elements
    tags: dict[str, str]


@dataclass(eq=False)
class Lanelets:
    """Nodes, borders and lanelets of a file."""

    label: str  # of the file, for messages
    nodes: dict[int, tuple[float, ...]] = field(default_factory=dict[int, tuple[float, ...]])  # see ``add_node``
    ways: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    signs: dict[int, str] = field(default_factory=dict[int, str])  # subtypes of traffic signs, by their ways
    rules: dict[int, Rule] = field(default_factory=dict[int, Rule])  # regulatory elements
    lanelets: list[_Lanelet] = field(default_factory=list[_Lanelet])
    left_out: Counter[str] = field(default_factory=Counter[str])

    def add_node(self, number: int, longitude: int, latitude: int, tags: Tags = (), version: int = 0) -> None:
        """Store longitude, latitude [deg], local x, y and height [m] of a node; NaN for those that are not given."""
        known = dict(tags)
        is_there = abs(longitude) <= 180 * SCALE and abs(latitude) <= 90 * SCALE
        place = (longitude / SCALE, latitude / SCALE) if is_there else (math.nan, math.nan)
        self.nodes[number] = (*place, *(_number(known.get(key, "")) for key in ("local_x", "local_y", "ele")))
        if len(self.nodes) > MOST_NODES:
            raise self.too_many(MOST_NODES, "nodes")

    def add_way(self, number: int, references: list[int], tags: Tags, version: int = 0) -> None:
        """Store a border, or a traffic sign."""
        self.ways[number] = references
        known = dict(tags)
        if known.get("type") == "traffic_sign":
            self.signs[number] = known.get("subtype", "")

    def add_relation(self, number: int, ways: list[int], roles: list[str], tags: Tags, version: int = 0) -> None:
        """Store a lanelet or a regulatory element; count any other relation."""
        known = dict(tags)
        members = [*zip(roles, ways, strict=True)]
        if known.get("type") == RULE:
            if (rule := read_rule(members, known, self.left_out)) is not None:
                self.rules[number] = rule
            return
        if known.get("type") != "lanelet":
            count(self.left_out, f"relations of {tag_word('type', known.get('type', ''))}")
            return
        left, right, rules = ([way for own, way in members if own == role] for role in ("left", "right", RULE))
        self.lanelets.append(_Lanelet(number, left, right, rules, known))
        if len(self.lanelets) > MOST_RELATIONS:
            raise self.too_many(MOST_RELATIONS, "lanelets")

    def limit_of(self, rules: list[int]) -> float | None:
        """Return the lowest speed limit of regulatory elements [m/s]; None if none of them has one."""
        limits = [self.rules[rule].limit(self.signs, self.left_out) for rule in rules if rule in self.rules]
        return min((limit for limit in limits if limit is not None), default=None)

    def add_deleted(self, kind: str, number: int, version: int = 0) -> None:
        """Count a deleted element."""
        self.left_out[f"deleted {kind}s"] += 1

    def too_many(self, limit: int, words: str) -> TerrainError:
        """Return the error of a file beyond a limit."""
        return TerrainError(f"{self.label} has more than {limit} {words}; cut a part out of it")


def read_lanelets(
    path: Path,
    project: Projection | None = None,
    *,
    drives_on_left: bool | None = None,
    progress: Callable[[float], None] | None = None,
) -> PlaceMap:
    """Return the roads of a Lanelet2 map, in metres.

    Args:
        project: as for ``read_osm``; nodes without a longitude and a latitude have their local positions.

    Raises:
        TerrainError: the file is damaged, beyond a limit, or has no lanelet that is a road for vehicles.
    """
    content = Lanelets(path.name)
    read_xml(path, content, progress or (lambda _: None))
    numbers = {node: place for place, node in enumerate(content.nodes)}
    table = np.array([*content.nodes.values()], np.float64).reshape(-1, 5)
    points, crs, origin = _placed(table, project, path.name)
    ends: dict[frozenset[int], int] = {}
    sections: list[RoadSection] = []
    owners: list[tuple[int, list[int]]] = []  # numbers of lanelets and of their regulatory elements
    for lanelet in content.lanelets:
        if (section := _section(lanelet, content, numbers, points, ends)) is not None:
            sections.append(section)
            owners.append((lanelet.number, lanelet.rules))
    if not sections:
        raise TerrainError(f"{path.name} is a Lanelet2 map without a lanelet that is a road for vehicles")

    def place(way: int) -> Floats | None:
        nodes = [numbers[node] for node in content.ways.get(way, ()) if node in numbers]
        middle = points[nodes, :2].mean(axis=0) if nodes else np.full(2, math.nan)
        return middle if np.isfinite(middle).all() else None

    sections = with_rules(sections, owners, content.rules, Signs(content.signs, place), content.left_out)
    network = RoadNetwork(sections=sections, drives_on_left=bool(drives_on_left))
    return PlaceMap(network=network, crs=crs, origin=origin, left_out=content.left_out)


def _placed(table: Floats, project: Projection | None, label: str) -> tuple[Floats, str | None, tuple[float, float]]:
    """Return x, y, z of nodes [m], the reference system, and the origin."""
    on_earth = np.isfinite(table[:, 0])
    if len(np.unique(table[on_earth, :2], axis=0)) < 2:  # Autoware writes none, or one for all
        return table[:, 2:], None, (0.0, 0.0)
    crs, origin = None, (0.0, 0.0)
    longitude, latitude = unwrapped(table[on_earth, 0]), table[on_earth, 1]
    if project is None:
        crs, origin, project = utm_around(longitude, latitude, label)
    points = np.full((len(table), 3), math.nan)
    points[on_earth, :2] = np.column_stack([np.asarray(axis, np.float64) for axis in project(longitude, latitude)])
    points[:, 2] = table[:, 4]
    return points, crs, origin


def _section(
    lanelet: _Lanelet, content: Lanelets, numbers: dict[int, int], points: Floats, ends: dict[frozenset[int], int]
) -> RoadSection | None:
    """Return the section of a lanelet; None, counted, if it is no road or is damaged."""
    tags, left_out = lanelet.tags, content.left_out
    subtype = tags.get("subtype", "road")
    if subtype not in DRIVEN or tags.get("participant:vehicle") == "no":
        count(left_out, f"lanelets of {tag_word('subtype', subtype)}, which are not for vehicles")
        return None
    borders = [_border([content.ways.get(way, []) for way in ways]) for ways in (lanelet.left, lanelet.right)]
    nodes: list[Indices] = [np.array([numbers.get(node, -1) for node in border], np.intp) for border in borders]
    if any(len(border) < 2 or (border < 0).any() or not np.isfinite(points[border, :2]).all() for border in nodes):
        count(left_out, "lanelets whose borders are not whole")
        return None
    left, right = _directed(nodes[0], nodes[1], points)
    line, width = _between(points[left], points[right])
    if not (np.hypot(*np.diff(line[:, :2], axis=0).T).sum() > SHORTEST and WIDTHS[0] <= width <= WIDTHS[1]):
        count(left_out, "lanelets without a length or a width of a road")
        return None
    pairs = zip(left[[0, -1]].tolist(), right[[0, -1]].tolist(), strict=True)
    first, last = (ends.setdefault(frozenset(pair), len(ends)) for pair in pairs)
    speed = _speed(tags, subtype, content.limit_of(lanelet.rules), left_out)
    return RoadSection(
        points=line, start=first, end=last, width=width, category=subtype,
        lanes_backward=int(tags.get("one_way", "yes") == "no"), speed_limit=speed,
        source_id=f"relation/{lanelet.number}",
    )  # fmt: skip


def _border(ways: list[list[int]]) -> list[int]:
    """Return the nodes of ways that follow each other, each in the direction that continues the ones before."""
    line = list(ways[0]) if ways else []
    for number, way in enumerate(ways[1:]):
        if number == 0 and line and way and line[-1] not in (way[0], way[-1]):
            line.reverse()
        if not line or not way or line[-1] not in (way[0], way[-1]):
            return []
        line += way[1:] if line[-1] == way[0] else way[-2::-1]
    return line


def _directed(left: Indices, right: Indices, points: Floats) -> tuple[Indices, Indices]:
    """Return the borders in the direction of the lanelet."""

    def gap(one: int, other: int) -> float:
        return float(np.hypot(*(points[left[one], :2] - points[right[other], :2])))

    if gap(0, 0) + gap(-1, -1) > gap(0, -1) + gap(-1, 0):
        right = right[::-1]
    around = points[np.concatenate([left, right[::-1]]), :2]
    x, y = (around - around[0]).T
    area = float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())
    return (left[::-1], right[::-1]) if area > 0.0 else (left, right)  # a lane has its left border on its left


def _between(left: Floats, right: Floats) -> tuple[Floats, float]:
    """Return the line (points, 3) in the middle of two borders, and the mean distance between them [m]."""
    along: list[Floats] = [
        np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line[:, :2], axis=0).T))]) for line in (left, right)
    ]
    steps = max(len(left), len(right)) - 1
    steps = max(steps, min(MOST_STEPS, math.ceil(max(each[-1] for each in along) / STEP)))
    share = np.linspace(0.0, 1.0, steps + 1)
    sides: list[Floats] = []
    for far, line in zip(along, (left, right), strict=True):
        columns: list[Floats] = [np.interp(share * far[-1], far, line[:, axis]) for axis in range(3)]
        sides.append(np.stack(columns, axis=1))
    line = 0.5 * (sides[0] + sides[1])
    keep = np.concatenate([[True], np.hypot(*np.diff(line[:, :2], axis=0).T) > 1e-6])
    return line[keep], float(np.hypot(*(sides[1] - sides[0])[:, :2].T).mean())


def _speed(tags: dict[str, str], subtype: str, signed: float | None, left_out: Counter[str]) -> float:
    """Return the speed limit [m/s]: its tag, that of a sign, or the usual one of the place."""
    if "speed_limit" in tags:
        speed = speed_limit(tags["speed_limit"])
        if speed is not None:
            return speed
        count(left_out, "values of speed_limit that are no speed")
    if signed is not None:
        return signed
    return LIMITS.get((tags.get("location", "urban"), subtype), PLAY_STREET if subtype == "play_street" else 50.0) / 3.6


def _number(text: str) -> float:
    try:
        value = float(text or "nan")
    except ValueError:
        return math.nan
    return value if math.isfinite(value) and abs(value) < LARGEST_ID else math.nan
