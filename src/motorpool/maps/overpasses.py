"""Overpasses: roads of a map without heights whose levels differ where they cross. Bridges rise, and tunnels sink.

At each crossing the road of the higher level is ``CLEARANCE`` above the other. A bridge rises for it, with the greatest
grade of its class on both sides, through junctions too; a tunnel under a road that is no bridge sinks in the same way.
Bridges, tunnels and roads so near to another one lie on decks, and the ground stays as it is.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import TerrainError, require
from ..ground.roads.cuts import OVERHEAD
from ..ground.roads.network import RoadSection
from ..ground.terrain.heightfield import Terrain
from .grade_separation import APART, BEYOND, Spans, joined_spans, longer
from .place_map import Floats

STEP = 10.0  # longest piece of a road with one grade [m]
CLEARANCE = 5.5  # of roads over each other: 4.5 m of room for vehicles (RAA 2008) and the deck [m]
FLATTEST = 0.3  # sine of the angle of crossing roads; smaller ones would make decks of their whole length [1]
SIDE = 3.0  # length of a deck that stays level beside the road under it [m]
GRADES = {  # greatest grade by the category of a road [1]
    "motorway": 0.07, "trunk": 0.10, "primary": 0.12, "secondary": 0.12, "tertiary": 0.14, "track": 0.22, "path": 0.25,
    "service": 0.18,
}  # fmt: skip
GRADE = 0.15  # of any other [1]
MOST_CROSSINGS = 10_000  # of roads of different levels; each takes half a millisecond, and a city has some hundred

Integers = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Lines:
    """Points of all sections, at most ``STEP`` apart, with the numbers of their heights among the unknowns."""

    points: Floats  # (points, 3) of one section after the other [m]; z is NaN on the ground
    counts: Integers  # (sections,) points of each
    begin: Integers  # (pieces,) number of the point that begins each piece
    owner: Integers  # (pieces,) number of its section
    unknown: Integers  # (points,)
    along: Floats  # (points,) distance along the section [m]
    unknowns: int  # number of them

    @property
    def first(self) -> Integers:
        """Return the number of the first point of each section."""
        return np.cumsum(self.counts) - self.counts

    @property
    def last(self) -> Integers:
        """Return the number of the last point of each section."""
        return np.cumsum(self.counts) - 1


class Crossing(NamedTuple):
    """Road that rises or sinks, and the one that it crosses."""

    moved: int  # number of the piece
    kept: int  # number of that of the other road
    share: float  # of the piece up to the crossing [1]
    other: float  # of the other one [1]
    sign: float  # 1 for one that rises, -1 for one that sinks


def grade_of(section: RoadSection) -> float:
    """Return the greatest grade of a road by its class [1]."""
    return GRADES.get(section.category.removesuffix("_link"), GRADE)


def led_over(
    sections: Sequence[RoadSection], lines: Lines, heights: Floats, pieces: Integers, shares: Floats
) -> Floats:
    """Return heights of points with roads of different levels over each other.

    Args:
        heights: (unknowns,) [m].
        pieces, shares: crossings, see ``crossings_of``.
    """
    if not len(pieces):
        return heights
    found, beside = heights.copy(), _beside(sections, lines)
    owner: list[int] = lines.owner.tolist()
    for crossing in _ordered(sections, lines, pieces, shares):
        moved, kept, _, other, sign = crossing
        low, high = (int(lines.unknown[lines.begin[kept] + end]) for end in (0, 1))
        goal = (1.0 - other) * float(found[low]) + other * float(found[high]) + sign * CLEARANCE
        level = 0.5 * (sections[owner[moved]].width + sections[owner[kept]].width) + SIDE
        first, last, begin = int(lines.first[owner[moved]]), int(lines.last[owner[moved]]), int(lines.begin[moved])
        near = first + np.flatnonzero(np.abs(lines.along[first : last + 1] - _place(lines, crossing)) <= level)
        starts: list[int] = lines.unknown[[*near.tolist(), begin, begin + 1]].tolist()
        _move(found, beside, dict.fromkeys(starts, goal), sign)
    return found


def _place(lines: Lines, crossing: Crossing) -> float:
    """Return the distance of a crossing along the road that is moved [m]."""
    begin = int(lines.begin[crossing.moved])
    low, high = float(lines.along[begin]), float(lines.along[begin + 1])
    return low + crossing.share * (high - low)


def _ordered(sections: Sequence[RoadSection], lines: Lines, pieces: Integers, shares: Floats) -> list[Crossing]:
    """Return crossings, those near the ground first."""
    found: list[tuple[int, Crossing]] = []
    owner: list[int] = lines.owner.tolist()
    both: list[list[int]] = pieces.tolist()
    parts: list[list[float]] = shares.tolist()
    for (one, two), (share, other) in zip(both, parts, strict=True):
        if sections[owner[one]].level < sections[owner[two]].level:
            one, two, share, other = two, one, other, share
        upper, lower = sections[owner[one]], sections[owner[two]]
        if lower.is_tunnel and not upper.is_bridge:
            found.append((-lower.level, Crossing(two, one, other, share, -1.0)))
        else:
            found.append((upper.level, Crossing(one, two, share, other, 1.0)))
    return [crossing for _, crossing in sorted(found)]


def _beside(sections: Sequence[RoadSection], lines: Lines) -> dict[int, list[tuple[int, float]]]:
    """Return the neighbours of each unknown, with the greatest difference of their heights [m]."""
    begin, end = lines.begin, lines.begin + 1
    most = np.array([grade_of(section) for section in sections])[lines.owner] * (lines.along[end] - lines.along[begin])
    found: dict[int, list[tuple[int, float]]] = {}
    for one, two, rise in zip(lines.unknown[begin].tolist(), lines.unknown[end].tolist(), most.tolist(), strict=True):
        found.setdefault(one, []).append((two, rise))
        found.setdefault(two, []).append((one, rise))
    return found


def _move(heights: Floats, beside: dict[int, list[tuple[int, float]]], goals: dict[int, float], sign: float) -> None:
    """Raise (sign 1) or sink (-1) points to their goals [m], and those around them with the greatest grades."""
    waiting = [(-sign * goal, number) for number, goal in goals.items()]
    heapq.heapify(waiting)
    while waiting:
        value, number = heapq.heappop(waiting)
        value = -value
        if value <= sign * heights[number]:
            continue
        heights[number] = sign * value
        for other, rise in beside[number]:
            heapq.heappush(waiting, (rise - value, other))


def spans_of(
    sections: Sequence[RoadSection], lines: Lines, points: Floats, pieces: Integers, shares: Floats,
    heights: Floats, terrain: Terrain,
) -> Spans:  # fmt: skip
    """Return where roads are over or under the ground: bridges and tunnels, and roads near those that they cross.

    Args:
        points: (points, 3) of all lines, with their heights [m].
        heights: (unknowns,) before roads rose and sank for crossings [m].
    """
    spans: Spans = {}
    ground = np.asarray(terrain.sample(points[:, 0], points[:, 1])[0], np.float64)
    for number, section in enumerate(sections):
        some = slice(int(lines.first[number]), int(lines.last[number]) + 1)
        if (section.is_bridge or section.is_tunnel) and np.abs(points[some, 2] - ground[some]).max() > APART:
            spans[number] = [(0.0, float(lines.along[some][-1]))]
    crossed: Spans = {}
    for crossing in _ordered(sections, lines, pieces, shares) + _over_others(sections, lines, points, heights):
        _span(sections, lines, points, crossing, 2.0 * BEYOND * terrain.spacing, crossed)
    for number, found in longer(sections, crossed, 0.0).items():
        spans[number] = joined_spans(spans.get(number, []) + found)
    return spans


def _span(
    sections: Sequence[RoadSection], lines: Lines, points: Floats, crossing: Crossing, margin: float, spans: Spans
) -> None:
    """Add where a road is over or under the other one, and a margin [m] on both sides of this."""
    numbers = [int(lines.owner[piece]) for piece in (crossing.moved, crossing.kept)]
    begins = [int(lines.begin[piece]) for piece in (crossing.moved, crossing.kept)]
    (dx, dy), (to_x, to_y) = ((points[begin + 1, :2] - points[begin, :2]).tolist() for begin in begins)
    sine = abs(dx * to_y - dy * to_x) / (math.hypot(dx, dy) * math.hypot(to_x, to_y))
    half = (0.5 * (sections[numbers[0]].width + sections[numbers[1]].width) + margin) / max(sine, FLATTEST)
    at = _place(lines, crossing)
    spans.setdefault(numbers[0], []).append((at - half, at + half))


def _over_others(sections: Sequence[RoadSection], lines: Lines, points: Floats, fitted: Floats) -> list[Crossing]:
    """Return crossings at which a road that rose or sank for another one is over or under a third one.

    Args:
        fitted: (unknowns,) heights before [m].
    """
    change = np.abs(points[:, 2] - fitted[lines.unknown])
    is_moved = np.maximum.reduceat(change, lines.first) > APART if len(change) else np.zeros(0, bool)
    if not is_moved.any():
        return []
    found: list[Crossing] = []
    pieces, shares = crossings_of(sections, lines, is_moved)
    both: list[list[int]] = pieces.tolist()
    parts: list[list[float]] = shares.tolist()
    for two, shared in zip(both, parts, strict=True):
        begins = [int(lines.begin[piece]) for piece in two]
        low, high = (
            float(points[begin, 2] + share * (points[begin + 1, 2] - points[begin, 2]))
            for begin, share in zip(begins, shared, strict=True)
        )
        if abs(high - low) > OVERHEAD:
            upper = int(high > low)
            found.append(Crossing(two[upper], two[1 - upper], shared[upper], shared[1 - upper], 1.0))
    return found


def crossings_of(
    sections: Sequence[RoadSection], lines: Lines, is_raised: NDArray[np.bool_] | None = None
) -> tuple[Integers, Floats]:
    """Return crossings of roads of different levels: numbers of both pieces (crossings, 2), shares of their lengths.

    Args:
        is_raised: (sections,) those whose crossings with all others are found, of whatever level.

    Raises:
        TerrainError: there are more than ``MOST_CROSSINGS``.
    """
    any_level = is_raised is not None
    if is_raised is None:
        is_raised = np.array([bool(each.level or each.is_bridge or each.is_tunnel) for each in sections], bool)
    if not is_raised.any():
        return np.zeros((0, 2), np.intp), np.zeros((0, 2))
    starts, ends, owner = lines.points[lines.begin, :2], lines.points[lines.begin + 1, :2], lines.owner
    tree = require("scipy.spatial", extra="app", purpose="finding crossings").cKDTree(0.5 * (starts + ends))
    level, first, last = (np.array([getattr(each, name) for each in sections]) for name in ("level", "start", "end"))
    found = [(np.zeros((0, 2), np.intp), np.zeros((0, 2)))]
    total = 0
    for piece in np.flatnonzero(is_raised[owner]).tolist():
        near = np.array(tree.query_ball_point(0.5 * (starts[piece] + ends[piece]), STEP + 1e-6), np.intp)
        one, two = owner[piece], owner[near]
        is_apart = (first[two] != first[one]) & (first[two] != last[one])
        is_apart &= (last[two] != first[one]) & (last[two] != last[one])
        near = near[is_apart & (any_level | (level[two] != level[one])) & ~(is_raised[two] & (near <= piece))]
        crossed, share, other = _crossings(starts[piece], ends[piece], starts[near], ends[near])
        if len(crossed):
            here = np.full(len(crossed), piece)
            found.append((np.column_stack([here, near[crossed]]), np.column_stack([share, other])))
            total += len(crossed)
        if total > MOST_CROSSINGS:
            raise TerrainError(
                f"bridges and tunnels of the map cross other roads at more than {MOST_CROSSINGS} places; cut a part "
                "out of it"
            )
    return np.concatenate([both for both, _ in found]), np.concatenate([shares for _, shares in found])


def _crossings(a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[Integers, Floats, Floats]:
    """Return the segments c-d (segments, 2) that the segment a-b crosses, and the shares of both up to the crossing."""
    along, across, between = b - a, d - c, c - a
    area = along[0] * across[:, 1] - along[1] * across[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        first = (between[:, 0] * across[:, 1] - between[:, 1] * across[:, 0]) / area
        second = (between[:, 0] * along[1] - between[:, 1] * along[0]) / area
        crossed = np.flatnonzero((first >= 0.0) & (first < 1.0) & (second >= 0.0) & (second < 1.0))
    return crossed, first[crossed], second[crossed]
