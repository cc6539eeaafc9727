"""Grade separations: roads with own heights that cross at different ones. The upper one lies on a deck there.

The ground has the height of the lowest road at each post. A road above it does not lift these posts; over all cells
that they belong to it lies on a deck (``ground.terrain.decks``), and its own ground begins behind them.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import TerrainError
from ..ground.roads.network import RoadSection
from ..ground.terrain.decks import OPEN, Deck
from ..ground.terrain.heightfield import Terrain
from .place_map import Floats
from .rasters import Integers
from .road_surfaces import Pairs, cross_sections, pairs_of

APART = 0.5  # difference of heights from which roads over each other are a crossing; a smaller one is levelled [m]
MOST_TURN = 2.5  # of a part of a road, which cannot cross itself with less than half a turn [rad]
BEYOND = 1.5  # length of a deck beyond the last post that it spans; over the diagonal of a cell [posts]
MOST_COMPARED = 10_000_000  # pairs of pieces of two roads that are compared
MOST_CROSSINGS = 5_000  # each takes a few milliseconds


Spans = dict[int, list[tuple[float, float]]]  # of parts by their number: distances along them from and to [m]


@dataclass(frozen=True, eq=False)
class Separations:
    """Roads at different heights."""

    sections: list[RoadSection]  # parts of the roads
    decks: tuple[Deck, ...] = ()
    count: int = 0  # crossings

    @property
    def notes(self) -> list[str]:
        """Return the sentence on crossings."""
        if not self.count:
            return []
        return [
            f"{self.count} {'crossing' if self.count == 1 else 'crossings'} at different heights: the upper road lies "
            f"on a deck there, {len(self.decks)} in all"
        ]


class Crossing(NamedTuple):
    """Crossing of two parts: their numbers, and the height of the one over the other [m]."""

    one: int
    other: int
    apart: float


def separated(
    sections: Sequence[RoadSection], pairs: Pairs, terrain: Terrain, *, has_structures: bool
) -> tuple[Separations, Pairs]:
    """Return parts of roads with decks where they are above others, and the posts on and beside those on the ground.

    Args:
        pairs: posts of ``sections``.
        has_structures: bridges and tunnels lie on decks, too, over and under ground that stays as it is.

    Raises:
        TerrainError: there are too many crossings.
    """
    parts = parts_of(sections)
    if len(parts) > len(sections):
        pairs = pairs_of(parts, terrain)
    is_structure = np.array([has_structures and (part.is_bridge or part.is_tunnel) for part in parts])
    if not len(_overlaps(pairs, terrain.spacing)[0]) and not is_structure.any():
        return Separations(parts), pairs
    parts = [resampled(part, 0.5 * terrain.spacing) for part in parts]
    pairs = pairs_of(parts, terrain)
    crossings = list(itertools.islice(crossings_of(parts, pairs, terrain.spacing), MOST_CROSSINGS + 1))
    if len(crossings) > MOST_CROSSINGS:
        raise TerrainError(
            f"roads of the map cross at different heights at more than {MOST_CROSSINGS} places; cut a part out of it"
        )
    is_above = _above(parts, pairs, {(crossing.one, crossing.other) for crossing in crossings})
    is_above |= is_structure[pairs.section]
    spans = _spans(parts, pairs.at(is_above), terrain.spacing)
    spans |= {number: [(0.0, parts[number].length)] for number in np.flatnonzero(is_structure).tolist()}
    decks = tuple(decks_over(parts, spans, terrain.spacing))
    return Separations(parts, decks, len(crossings)), pairs.at(~is_above)


def _above(parts: Sequence[RoadSection], pairs: Pairs, crossed: set[tuple[int, int]]) -> NDArray[np.bool_]:
    """Return the entries of ``pairs`` of roads above another one that has the same post.

    Args:
        crossed: numbers of parts that cross each other; those that continue them are looked at, too.
    """
    at_node: dict[int, list[int]] = {}
    for number, part in enumerate(parts):
        for node in (part.start, part.end):
            at_node.setdefault(node, []).append(number)
    order = np.argsort(pairs.section, kind="stable")
    first = np.searchsorted(pairs.section[order], np.arange(len(parts) + 1))
    both: set[tuple[int, int]] = set()
    for pair in crossed:
        near = [{each, *at_node[parts[each].start], *at_node[parts[each].end]} for each in pair]
        both |= {(min(two), max(two)) for two in itertools.product(*near) if two[0] != two[1]}
    is_above = np.zeros(len(pairs.post), bool)
    for one, other in sorted(both):
        here, there = (order[first[number] : first[number + 1]] for number in (one, other))
        _, a, b = np.intersect1d(pairs.post[here], pairs.post[there], assume_unique=True, return_indices=True)
        apart = pairs.height[here[a]] - pairs.height[there[b]]
        is_above[here[a[apart > APART]]] = True
        is_above[there[b[apart < -APART]]] = True
    return is_above


def _spans(parts: Sequence[RoadSection], above: Pairs, spacing: float) -> Spans:
    """Return where parts are above the posts of others."""
    spans: Spans = {}
    numbers: list[int] = np.unique(above.section).tolist()
    for number in numbers:
        along = _along(parts[number])
        place = np.sort(np.interp(above.along[above.section == number], np.arange(len(along)), along))
        cuts = np.flatnonzero(np.diff(place) > 2.0 * BEYOND * spacing)
        lows, highs = place[np.concatenate([[0], cuts + 1])], place[np.concatenate([cuts, [len(place) - 1]])]
        spans[number] = list(zip(map(float, lows), map(float, highs), strict=True))
    return spans


def longer(parts: Sequence[RoadSection], spans: Spans, by: float) -> Spans:
    """Return spans that are longer by a length at both ends [m]; at the end of a part they continue behind its node."""
    ends: dict[int, list[tuple[int, bool]]] = {}
    for number, part in enumerate(parts):
        ends.setdefault(part.start, []).append((number, True))
        ends.setdefault(part.end, []).append((number, False))
    found: Spans = {}
    for number, own in spans.items():
        part, length = parts[number], parts[number].length
        for low, high in ((low - by, high + by) for low, high in own):
            found.setdefault(number, []).append((max(low, 0.0), min(high, length)))
            for rest, node in ((-low, part.start), (high - length, part.end)):
                for other, is_start in ends[node] if rest > 0.0 else ():
                    if other != number:
                        size = parts[other].length
                        found.setdefault(other, []).append((0.0, rest) if is_start else (size - rest, size))
    return {number: joined_spans(own) for number, own in found.items()}


def decks_over(parts: Sequence[RoadSection], spans: Spans, spacing: float) -> Iterator[Deck]:
    """Yield the decks of parts over spans, which begin and end where all posts around are the road's."""
    for number, found in longer(parts, spans, BEYOND * spacing).items():
        part, rows, along = parts[number], cross_sections(parts[number]), _along(parts[number])
        for low, high in found:
            first = max(int(np.searchsorted(along, low, side="right")) - 1, 0)
            last = min(int(np.searchsorted(along, high)), len(rows) - 1)
            if last > first:
                yield Deck(
                    rows[first : last + 1], part.name or part.source_id, OPEN
                )  # rails would stand across junctions


def joined_spans(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return spans without overlaps, in their order."""
    found: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found


def outside(line: Floats, spans: Sequence[tuple[float, float]]) -> list[Floats]:
    """Return the parts of a line (points, 3) that are in no span."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line[:, :2], axis=0).T))])
    ends = [0.0, *itertools.chain.from_iterable(joined_spans(list(spans))), float(along[-1])]
    found: list[Floats] = []
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        if high - low > 1e-3:
            inner = line[(along > low + 1e-6) & (along < high - 1e-6)]
            edges = [[float(np.interp(place, along, line[:, axis])) for axis in range(3)] for place in (low, high)]
            found.append(np.vstack([edges[:1], inner, edges[1:]]))
    return found


def _along(part: RoadSection) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(part.points[:, :2], axis=0).T))])


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


def resampled(section: RoadSection, longest: float) -> RoadSection:
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
        yield from (Crossing(one, other, apart) for apart in found)
        if not found:
            half = 0.5 * min(parts[one].width, parts[other].width)
            apart = np.hypot(*(_at(a, pairs.along[here]) - _at(b, pairs.along[there])).T[:2])
            deepest = int(np.argmin(apart))
            if apart[deepest] < half:
                yield Crossing(one, other, float(pairs.height[here[deepest]] - pairs.height[there[deepest]]))


def _at(points: Floats, along: Floats) -> Floats:
    begin = np.minimum(along.astype(np.intp), len(points) - 2)
    return points[begin] + (along - begin)[:, None] * (points[begin + 1] - points[begin])


def _intersections(a: Floats, b: Floats, windows: list[tuple[int, int]]) -> Iterator[float]:
    """Yield the heights of a over b at the crossings of two lines within windows of their points [m]."""
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
            yield float(z - under)
