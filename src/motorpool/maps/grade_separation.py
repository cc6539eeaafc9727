"""Grade separations: roads with own heights that cross at different ones, on ground that has one height.

At each crossing one road keeps its heights. The other one is led to it by ramps: over the width of the road that stays
it has the height of that one, and from there on it returns to its own height with the greatest grade of its class,
through junctions too. Of the two roads the one is moved whose ramps disturb no other crossing; else the one with less
cut and fill; else the upper one. If there is no room for ramps of this grade, they are steeper.
"""

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import TerrainError
from ..ground.roads.network import RoadSection
from ..ground.terrain.heightfield import Terrain
from .place_map import Floats
from .profiles import GRADE, GRADES
from .rasters import Integers
from .road_surfaces import SHOULDER, Pairs, cross_sections, pairs_of

APART = 0.5  # difference of heights from which roads over each other are a crossing; a smaller one is levelled [m]
MOST_TURN = 2.5  # of a part of a road, which cannot cross itself with less than half a turn [rad]
STEEPER = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0)  # grades that are tried, in those of the class [1]
WINDOW = 200.0  # length of both roads in which a crossing is looked at, to each side [m]
FARTHEST = 5_000.0  # of it for roads that lie over each other along their way [m]
MOST_COMPARED = 10_000_000  # pairs of pieces of two roads that are compared
MOST_CROSSINGS = 5_000  # each takes a few milliseconds


Marks = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Separations:
    """Parts of roads, of which some are led to the height of others."""

    sections: list[RoadSection]
    yields: list[Marks]  # (points,) of each part: whether it has the height of another road
    count: int = 0  # crossings
    rise: float = 0.0  # greatest change of a height [m]
    grade: float = 0.0  # greatest grade of ramps [1]

    @property
    def notes(self) -> list[str]:
        """Return the sentence on crossings."""
        if not self.count:
            return []
        noun = "crossing" if self.count == 1 else "crossings"
        return [
            f"{self.count} {noun} at different heights: the ground has one height at each position, so that one road "
            f"of each is led to the other one, by up to {self.rise:.1f} m, on ramps of up to {100 * self.grade:.0f} %"
        ]


class Crossing(NamedTuple):
    """Crossing of two parts: numbers of the parts, and of the points before it."""

    one: int
    other: int
    at: int
    other_at: int
    apart: float  # height of the one over the other [m]


def separated(sections: Sequence[RoadSection], pairs: Pairs, terrain: Terrain) -> tuple[Separations, Pairs]:
    """Return parts of roads with one height at each crossing, and the posts on and beside them.

    Args:
        pairs: posts of ``sections``.

    Raises:
        TerrainError: there are too many crossings.
    """
    parts = parts_of(sections)
    if len(parts) > len(sections):
        pairs = pairs_of(parts, terrain)
    if not len(_overlaps(pairs, terrain.spacing)[0]):
        return Separations(parts, [np.zeros(len(part.points), np.bool_) for part in parts]), pairs
    parts = [_resampled(part, 0.5 * terrain.spacing) for part in parts]
    pairs = pairs_of(parts, terrain)
    work = _Heights(parts, SHOULDER * terrain.spacing)
    crossings = list(itertools.islice(crossings_of(parts, pairs, terrain.spacing), MOST_CROSSINGS + 1))
    if len(crossings) > MOST_CROSSINGS:
        raise TerrainError(
            f"roads of the map cross at different heights at more than {MOST_CROSSINGS} places; cut a part out of it"
        )
    for crossing in sorted(crossings, key=lambda each: -abs(each.apart)):
        work.separate(crossing)
    found = work.result()
    return found, pairs_of(found.sections, terrain) if found.count else pairs


def without_yielding(pairs: Pairs, yields: Sequence[Marks]) -> Pairs:
    """Return the posts without those of roads that have the height of another one, where this one has them."""
    first = np.cumsum([len(each) for each in yields]) - [len(each) for each in yields]
    point = np.asarray(first[pairs.section] + np.rint(pairs.along), np.intp)
    does_yield = np.concatenate(yields)[point]
    post, number = np.unique(pairs.post, return_inverse=True)
    is_kept = np.bincount(number, ~does_yield, len(post))[number] > 0.0
    return pairs.at(~does_yield | ~is_kept)


def parts_of(sections: Sequence[RoadSection]) -> list[RoadSection]:
    """Return sections in parts that turn by less than half a turn each, so that none crosses itself."""
    found: list[RoadSection] = []
    node = 1 + max((max(section.start, section.end) for section in sections), default=0)
    for section in sections:
        step = np.diff(section.points[:, :2], axis=0)
        yaw = np.unwrap(np.arctan2(step[:, 1], step[:, 0]))
        number = np.floor(np.cumsum(np.abs(np.diff(yaw, prepend=yaw[:1]))) / MOST_TURN)
        cuts: list[int] = np.flatnonzero(np.diff(number)).tolist()
        if not cuts:
            found.append(section)
            continue
        ends = [0, *(cut + 1 for cut in cuts), len(step)]
        nodes = [section.start, *range(node, node + len(cuts)), section.end]
        node += len(cuts)
        surface = cross_sections(section)
        for index, (first, last) in enumerate(itertools.pairwise(ends)):
            rows = slice(first, last + 1)
            start, end = nodes[index], nodes[index + 1]
            found.append(section.at(section.points[rows], start=start, end=end, surface=surface[rows]))
    return found


def _resampled(section: RoadSection, longest: float) -> RoadSection:
    """Return a section with points at most ``longest`` apart [m]."""
    length = np.hypot(*np.diff(section.points[:, :2], axis=0).T)
    counts = np.maximum(1, np.ceil(length / longest)).astype(np.intp)
    piece = np.repeat(np.arange(len(counts)), counts)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[piece]
    points, surface = section.points, cross_sections(section)
    between = points[piece] + share[:, None] * (points[piece + 1] - points[piece])
    across = surface[piece] + share[:, None, None] * (surface[piece + 1] - surface[piece])
    return section.at(np.concatenate([between, points[-1:]]), surface=np.concatenate([across, surface[-1:]]))


def _overlaps(pairs: Pairs, spacing: float) -> tuple[Integers, Integers]:
    """Return the entries of pairs of roads over each other, near posts on both: the lower, the upper one."""
    on = np.flatnonzero(pairs.distance <= 0.5 * spacing)
    order = on[np.lexsort([pairs.height[on], pairs.post[on]])]
    lower, upper = order[:-1], order[1:]
    apart = pairs.height[upper] - pairs.height[lower]
    found = (pairs.post[lower] == pairs.post[upper]) & (apart > APART)
    return lower[found], upper[found]


def crossings_of(parts: Sequence[RoadSection], pairs: Pairs, spacing: float) -> Iterator[Crossing]:
    """Yield the crossings of parts at different heights: of their centre lines, or of parts that lie over each other.

    Raises:
        TerrainError: there are too many.
    """
    lower, upper = _overlaps(pairs, spacing)
    key = np.sort(np.column_stack([pairs.section[lower], pairs.section[upper]]), axis=1)
    both, number = np.unique(key, axis=0, return_inverse=True)
    number = number.ravel()
    order = np.argsort(number, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(number[order])) + 1)
    budget = MOST_COMPARED
    named: list[list[int]] = both.tolist()
    for (one, other), rows in zip(named, groups, strict=True):
        is_swapped = pairs.section[lower[rows]] != one
        here = np.where(is_swapped, upper[rows], lower[rows])
        there = np.where(is_swapped, lower[rows], upper[rows])
        a, b = parts[one].points, parts[other].points
        windows = [
            (max(math.floor(along.min()) - 2, 0), min(math.ceil(along.max()) + 3, len(points)))
            for along, points in ((pairs.along[here], a), (pairs.along[there], b))
        ]
        budget -= (windows[0][1] - windows[0][0]) * (windows[1][1] - windows[1][0])
        if budget < 0:
            raise TerrainError("roads of the map lie over each other at too many places; cut a part out of it")
        found = list(_intersections(a, b, windows))
        yield from (Crossing(one, other, *each) for each in found)
        if not found:
            half = 0.5 * min(parts[one].width, parts[other].width)
            apart = np.hypot(*(_at(a, pairs.along[here]) - _at(b, pairs.along[there])).T[:2])
            deepest = int(np.argmin(apart))
            if apart[deepest] < half:
                rise = float(pairs.height[here[deepest]] - pairs.height[there[deepest]])
                yield Crossing(one, other, int(pairs.along[here[deepest]]), int(pairs.along[there[deepest]]), rise)


def _at(points: Floats, along: Floats) -> Floats:
    begin = np.minimum(along.astype(np.intp), len(points) - 2)
    return points[begin] + (along - begin)[:, None] * (points[begin + 1] - points[begin])


def _intersections(a: Floats, b: Floats, windows: list[tuple[int, int]]) -> Iterator[tuple[int, int, float]]:
    """Yield the crossings of two lines within windows of their points: points before, and the height of a over b."""
    (first, last), (begin, end) = windows
    p, q = a[first:last], b[begin:end]
    along, across = np.diff(p, axis=0)[:, None, :], np.diff(q, axis=0)[None, :, :]
    between = q[None, :-1] - p[:-1, None]
    area = along[..., 0] * across[..., 1] - along[..., 1] * across[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (between[..., 0] * across[..., 1] - between[..., 1] * across[..., 0]) / area
        other = (between[..., 0] * along[..., 1] - between[..., 1] * along[..., 0]) / area
        crossed = np.argwhere((share >= 0.0) & (share < 1.0) & (other >= 0.0) & (other < 1.0))
    for row, column in crossed.tolist():
        z = p[row, 2] + share[row, column] * along[row, 0, 2]
        under = q[column, 2] + other[row, column] * across[0, column, 2]
        if abs(z - under) > APART:
            yield first + row, begin + column, float(z - under)


class Ramp(NamedTuple):
    """Heights of points that lead one road to another."""

    heights: dict[int, float]  # of numbered points [m]
    level: list[int]  # numbers of points that have the height of the other road
    conflicts: int  # points that another crossing needs where they are
    cost: float  # cut and fill along the road [m^2]


@dataclass(eq=False)
class _Heights:
    """Heights of the points of all parts, numbered so that parts share those of their nodes."""

    parts: list[RoadSection]
    shoulder: float  # [m]
    numbers: list[Integers] = field(default_factory=list[Integers])
    own: list[float] = field(default_factory=list[float])
    now: list[float] = field(default_factory=list[float])
    beside: dict[int, list[tuple[int, float, float]]] = field(default_factory=dict[int, list[tuple[int, float, float]]])
    pinned: set[int] = field(default_factory=set[int])
    level: list[set[int]] = field(default_factory=list[set[int]])  # of each part, points that have another's height
    count: int = 0
    grade: float = 0.0

    def __post_init__(self) -> None:
        nodes: dict[int, int] = {}
        for part in self.parts:
            count, size = len(part.points), len(self.own)
            z: list[float] = part.points[:, 2].tolist()
            ids: list[int] = []
            for index in range(count):
                node = part.start if index == 0 else part.end if index == count - 1 else None
                number = size if node is None else nodes.setdefault(node, size)
                if number == size:
                    self.own.append(z[index])
                    size += 1
                ids.append(number)
            self.numbers.append(np.array(ids, np.intp))
            limit = GRADES.get(part.category.removesuffix("_link"), GRADE)
            steps: list[float] = np.hypot(*np.diff(part.points[:, :2], axis=0).T).tolist()
            for (one, other), step in zip(itertools.pairwise(ids), steps, strict=True):
                self.beside.setdefault(one, []).append((other, step, limit))
                self.beside.setdefault(other, []).append((one, step, limit))
            self.level.append(set())
        self.now = list(self.own)

    def separate(self, crossing: Crossing) -> None:
        """Lead one of the roads of a crossing to the other."""
        one, other, at, other_at, _ = crossing
        apart = self.now[int(self.numbers[one][at])] - self.now[int(self.numbers[other][other_at])]
        self.count += 1
        if abs(apart) <= APART:  # by the ramps of another crossing
            return
        upper = (one, at, other, other_at) if apart > 0.0 else (other, other_at, one, at)
        best: tuple[tuple[int, int, float], Ramp, int] | None = None
        grade = 0.0
        for index, factor in enumerate(STEEPER):
            for rank, (moved, here, kept, there) in enumerate((upper, (*upper[2:], *upper[:2]))):
                ramp = self._ramp(moved, here, kept, there, factor)
                rating = ramp.conflicts, index, ramp.cost * (1.0 if rank == 0 else 1.01)
                if best is None or rating < best[0]:
                    best = rating, ramp, moved
                    grade = factor * GRADES.get(self.parts[moved].category.removesuffix("_link"), GRADE)
            if best is not None and not best[0][0]:
                break
        if best is None:
            return
        _, ramp, moved = best
        for number, height in ramp.heights.items():
            self.now[number] = height
        self.pinned.update(ramp.level)
        self.level[moved].update(ramp.level)
        for part, index in ((one, at), (other, other_at)):
            self.pinned.update(self.numbers[part][max(index - 1, 0) : index + 3].tolist())
        self.grade = max(self.grade, grade)

    def _ramp(self, moved: int, at: int, kept: int, kept_at: int, factor: float) -> Ramp:
        """Return the heights that lead a part to the one that is kept."""
        level, blocked = self._level(moved, at, kept, kept_at, WINDOW)
        sign = 1.0 if self.now[int(self.numbers[kept][kept_at])] > self.now[int(self.numbers[moved][at])] else -1.0
        heights: dict[int, float] = {}
        waiting = [(-sign * height, number, True) for number, height in level.items()]
        heapq.heapify(waiting)
        conflicts, cost = 0, 0.0
        while waiting:
            value, number, is_level = heapq.heappop(waiting)
            value = -value
            if number in heights or (not is_level and (number in level or value <= sign * self.now[number])):
                continue
            if number in blocked or number in self.pinned:
                conflicts += 1
                continue
            heights[number] = sign * value
            for beside, step, limit in self.beside[number]:
                cost += 0.5 * step * abs(sign * value - self.now[number])
                if beside not in heights:
                    heapq.heappush(waiting, (-(value - factor * limit * step), beside, False))
        return Ramp(heights, list(level), conflicts, cost)

    def _level(self, moved: int, at: int, kept: int, kept_at: int, reach: float) -> tuple[dict[int, float], set[int]]:
        """Return the heights of the moved part over the width of the kept one, and the points of this in its width."""
        line, road = self.parts[moved], self.parts[kept]
        (low, high), (begin, end) = (
            _window(part.points, index, reach) for part, index in ((line, at), (road, kept_at))
        )
        numbers: list[int] = self.numbers[kept][begin:end].tolist()
        points, other = line.points[low:high, :2], road.points[begin:end, :2]
        z = np.array([self.now[number] for number in numbers])
        surface = cross_sections(road)[begin:end]
        width = np.hypot(*(surface[:, -1, :2] - surface[:, 0, :2]).T)
        slope = np.where(width > 1.0, (surface[:, 0, 2] - surface[:, -1, 2]) / np.maximum(width, 1.0), 0.0)
        step = np.diff(other, axis=0)
        square = np.maximum((step * step).sum(axis=1), 1e-12)
        offset = points[:, None] - other[None, :-1]
        share = np.clip((offset * step).sum(axis=2) / square, 0.0, 1.0)
        away = np.hypot(*(offset - share[..., None] * step).transpose(2, 0, 1))
        nearest = away.argmin(axis=1)
        row = np.arange(len(points))
        share, distance = share[row, nearest], away[row, nearest]
        left = (step[nearest, 0] * offset[row, nearest, 1] - step[nearest, 1] * offset[row, nearest, 0]) / np.sqrt(
            square[nearest]
        )
        height = z[nearest] + share * (z[nearest + 1] - z[nearest]) + slope[nearest] * left
        is_level = distance <= 0.5 * width[nearest] + self.shoulder
        run = _run_around(is_level, at - low)
        is_cut = (run.start == 0 < low) or (run.stop == len(points) and high < len(line.points))
        if is_cut and reach < FARTHEST:
            return self._level(moved, at, kept, kept_at, 4.0 * reach)
        ids: list[int] = self.numbers[moved][low:high][run].tolist()
        targets: list[float] = height[run].tolist()
        level = dict(zip(ids, targets, strict=True))
        crossed: list[int] = np.unique(nearest[run][distance[run] <= 0.5 * line.width + self.shoulder]).tolist()
        return level, {numbers[each] for each in crossed} - set(level)

    def result(self) -> Separations:
        """Return the parts at the heights that they have now."""
        change = np.array(self.now) - np.array(self.own)
        found: list[RoadSection] = []
        yields: list[Marks] = []
        for part, numbers, level in zip(self.parts, self.numbers, self.level, strict=True):
            lift = change[numbers]
            points, surface = part.points.copy(), cross_sections(part).copy()
            points[:, 2] += lift
            surface[:, :, 2] += lift[:, None]
            found.append(part.at(points, surface=surface))
            yields.append(np.isin(numbers, list(level)))
        return Separations(found, yields, self.count, float(np.abs(change).max(initial=0.0)), self.grade)


def _window(points: Floats, at: int, reach: float) -> tuple[int, int]:
    """Return the range of points within a distance of a point, along the line."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points[:, :2], axis=0).T))])
    first, last = np.searchsorted(along, [along[at] - reach, along[at] + reach])
    return max(min(int(first), len(points) - 2), 0), min(int(last) + 1, len(points))


def _run_around(marked: Marks, at: int) -> slice:
    """Return the run of marked entries around one, which is in it."""
    first = last = at
    while first > 0 and marked[first - 1]:
        first -= 1
    while last + 1 < len(marked) and marked[last + 1]:
        last += 1
    return slice(first, last + 1)
