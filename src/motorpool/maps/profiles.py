"""Heights along roads: one least-squares fit of all roads of a network to the ground, smooth and of limited grade.

The unknowns are the heights of the nodes, which sections share, and of points between them at most ``STEP`` apart. The
sum of squares has these terms:

* the distance from the ground under the centre line, for a point of a road on the ground; a point with its own height
  (OpenDRIVE) keeps it; a point of a bridge or a tunnel has no ground, so that its deck is straight between its ends;
* the change of grade from piece to piece, also through a node for two sections that go straight on: features of the
  ground shorter than ``SMOOTHING`` are levelled out;
* the excess of a piece's grade over the greatest one of its class (``GRADES``), added where a fit exceeds it.

Then roads of different levels are led over each other (``overpasses``).

Source: Easa, "Selection of roadway grades that minimize earthwork cost using linear programming", Transportation
Research Part A 22 (1988) 121-136, for the formulation with limited grades; here with squares instead of costs.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..ground.roads.lines import along_of, any_of, joined, lengths_of, parted, pieces_of
from ..ground.roads.network import RoadSection
from ..ground.terrain.heightfield import Terrain
from .grade_separation import Spans
from .overpasses import STEP, Integers, Lines, crossings_of, grade_of, led_over, spans_of
from .place_map import Floats

SMOOTHING = 40.0  # length below which features of the ground are levelled [m]
ROUNDS = 12  # fits, at most, in which excessive grades are reduced
STRAIGHT_ON = math.cos(math.radians(30.0))  # largest change of direction at a node, for one profile through it
FREE, OWN, LIMIT = 1e-6, 1e4, 300.0  # weights: without ground, own height, greatest grade
NODE_DISTANCE = 1e-6  # of points that are one [m]
ROUNDING = 1e-9  # difference of heights by rounding alone [m]
MOST_ENDS = 12  # of sections at a node of which all pairs are looked at


@dataclass(frozen=True, eq=False)
class Profiles:
    """Fitted heights of the roads of a network."""

    sections: list[RoadSection]  # those that are kept, in order
    lines: list[Floats]  # (points, 3) of each, at most ``STEP`` apart [m]
    steepest: float  # greatest grade of a piece of a line [1]
    crossings: int  # of roads of different levels
    spans: Spans  # where sections are over or under the ground


def fit_profiles(sections: Sequence[RoadSection], terrain: Terrain) -> Profiles:
    """Return the heights of roads on the ground.

    Raises:
        MissingExtraError: SciPy is not installed.
    """
    lines = _lines(sections)
    heights = _fit(sections, lines, terrain)
    pieces, shares = crossings_of(sections, lines)
    led = led_over(sections, lines, heights, pieces, shares)
    points = np.column_stack([lines.points[:, :2], led[lines.unknown]])
    begin, end = lines.begin, lines.begin + 1
    grades = np.abs(points[end, 2] - points[begin, 2]) / (lines.along[end] - lines.along[begin])
    steepest = float(grades.max(initial=0.0))
    spans = spans_of(sections, lines, points, pieces, shares, heights, terrain)
    return Profiles(list(sections), parted(points, lines.counts), steepest, len(pieces), spans)


def _fit(sections: Sequence[RoadSection], lines: Lines, terrain: Terrain) -> Floats:
    if not sections:
        return np.zeros(0)
    is_structure = np.array([section.is_bridge or section.is_tunnel for section in sections])
    target, weight = _targets(lines, is_structure, terrain)
    rows = _Rows(lines.unknowns)
    rows.add(np.arange(lines.unknowns)[:, None], np.ones((lines.unknowns, 1)), target, weight)
    _add_smoothness(rows, sections, lines)
    begin, end = lines.begin, lines.begin + 1
    most = np.array([grade_of(section) for section in sections])[lines.owner]
    pieces = np.column_stack([lines.unknown[begin], lines.unknown[end]])
    return _limited(rows, pieces, most * (lines.along[end] - lines.along[begin]))


def _lines(sections: Sequence[RoadSection]) -> Lines:
    """Return the points of sections, with the unknown heights: first those of nodes."""
    points, counts = _with_points_between(*joined([section.points for section in sections]))
    known = dict.fromkeys(node for section in sections for node in (section.start, section.end))
    nodes = {node: number for number, node in enumerate(known)}
    last = np.cumsum(counts) - 1
    first = last - counts + 1
    is_end = np.zeros(len(points), bool)
    is_end[first] = is_end[last] = True
    unknown = len(nodes) + np.cumsum(~is_end) - 1
    unknown[first] = [nodes[section.start] for section in sections]
    unknown[last] = [nodes[section.end] for section in sections]
    begin, owner = pieces_of(counts)
    along = along_of(lengths_of(points, begin), counts)
    return Lines(points, counts, begin, owner, unknown, along, len(nodes) + int(np.count_nonzero(~is_end)))


def _with_points_between(points: Floats, counts: Integers) -> tuple[Floats, Integers]:
    """Return lines without repeated points, and with points between so that no piece is longer than ``STEP``."""
    begin, owner = pieces_of(counts)
    has_repeats = any_of(lengths_of(points, begin) <= NODE_DISTANCE, owner, len(counts))
    if has_repeats.any():
        lines = zip(parted(points, counts), has_repeats.tolist(), strict=True)
        points, counts = joined([_without_repeats(line) if has else line for line, has in lines])
        begin, _ = pieces_of(counts)
    parts = np.ones(len(points), np.intp)  # a line's last point has no piece
    parts[begin] = np.maximum(1, np.ceil(lengths_of(points, begin) / STEP))
    corner = np.repeat(np.arange(len(points)), parts)
    share = (np.arange(len(corner)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[corner]
    between = points[corner]
    inner = np.flatnonzero(share > 0.0)  # 0 * NaN would lose the height of a corner beside one without
    after = corner[inner] + 1
    between[inner] += share[inner, None] * (points[after] - points[after - 1])
    return between, np.bincount(np.repeat(np.arange(len(counts)), counts), parts, len(counts)).astype(np.intp)


def _without_repeats(points: Floats) -> Floats:
    """Return a line without repeated points; its last point stays, and the one before it goes."""
    keep = np.concatenate([[True], np.hypot(*np.diff(points[:, :2], axis=0).T) > NODE_DISTANCE])
    if not keep[-1]:
        keep[np.flatnonzero(keep)[-1]] = len(np.flatnonzero(keep)) == 1
        keep[-1] = True
    return points[keep]


def _targets(lines: Lines, is_structure: NDArray[np.bool_], terrain: Terrain) -> tuple[Floats, Floats]:
    """Return the height that each unknown is drawn to, and the weight of it."""
    points, unknown, count = lines.points, lines.unknown, lines.unknowns
    ground = np.asarray(terrain.sample(points[:, 0], points[:, 1])[0], np.float64)
    own = np.isfinite(points[:, 2])
    on_ground = np.where(np.repeat(is_structure, lines.counts), 0.0, np.maximum(_mean_steps(lines) / STEP, 0.1))
    pull = np.where(own, OWN, on_ground)
    total, weight, ground_of = np.zeros(count), np.zeros(count), np.zeros(count)
    ground_of[unknown] = ground
    np.add.at(total, unknown, pull * np.where(own, points[:, 2], ground))
    np.add.at(weight, unknown, pull)
    free = weight <= 0.0
    total[free], weight[free] = FREE * ground_of[free], FREE
    return total / weight, np.sqrt(weight)


def _mean_steps(lines: Lines) -> Floats:
    """Return the mean of the steps before and after each point, (points,) [m]; the only one at an end."""
    before, after = np.arange(len(lines.points)) - 1, np.arange(len(lines.points)) + 1
    before[lines.first], after[lines.last] = lines.first, lines.last
    span = lines.along[after] - lines.along[before]
    return np.where(after - before < 2, span, 0.5 * span)


def _add_smoothness(rows: "_Rows", sections: Sequence[RoadSection], lines: Lines) -> None:
    strength = SMOOTHING * SMOOTHING / math.sqrt(STEP)
    is_middle = np.ones(len(lines.points), bool)
    is_middle[lines.first] = is_middle[lines.last] = False
    middle = np.flatnonzero(is_middle)
    before, here, after = (lines.along[middle + step] for step in (-1, 0, 1))
    numbers = np.column_stack([lines.unknown[middle + step] for step in (-1, 0, 1)])
    rows.add(numbers, *_bend(here - before, after - here, strength))
    _add_through(rows, sections, lines, strength)


def _add_through(rows: "_Rows", sections: Sequence[RoadSection], lines: Lines, strength: float) -> None:
    """Add the change of grade through nodes, for two sections of which one goes straight on as the other."""
    node = np.unique([(section.start, section.end) for section in sections], return_inverse=True)[1].ravel()
    ends = np.column_stack([lines.first, lines.last]).ravel()
    beside = np.column_stack([lines.first + 1, lines.last - 1]).ravel()
    outer, inner = lines.unknown[ends], lines.unknown[beside]
    away = lines.points[beside, :2] - lines.points[ends, :2]
    for one, other in _pairs(node, away):
        before, after = np.hypot(*away[one].T), np.hypot(*away[other].T)
        straight = -(away[one] * away[other]).sum(axis=1) >= STRAIGHT_ON * before * after
        kept = np.flatnonzero(straight & (inner[one] != inner[other]))
        one, other = one[kept], other[kept]
        rows.add(np.column_stack([inner[one], outer[one], inner[other]]), *_bend(before[kept], after[kept], strength))


def _pairs(node: Integers, away: Floats) -> Iterator[tuple[Integers, Integers]]:
    """Yield pairs of ends at one node: all of them, but at a node of more than ``MOST_ENDS`` neighbours by direction.

    The first of a pair is the one that comes first.
    """
    axis = np.arctan2(away[:, 1], away[:, 0]) % math.pi  # the same for opposite ends
    count = np.bincount(node)
    by_number = np.lexsort([np.arange(len(node)), node])
    by_axis = np.lexsort([axis, node])
    for order, is_chosen in ((by_number, count[node] <= MOST_ENDS), (by_axis, count[node] > MOST_ENDS)):
        chosen = order[is_chosen[order]]
        for distance in range(1, MOST_ENDS):
            first, second = chosen[:-distance], chosen[distance:]
            same = node[first] == node[second]
            yield np.minimum(first[same], second[same]), np.maximum(first[same], second[same])


def _bend(before: Floats, after: Floats, strength: float) -> tuple[Floats, Floats, Floats]:
    """Return the factors, targets and weights of changes of grade between pieces of these lengths [m]."""
    factors = np.column_stack([1.0 / before, -1.0 / before - 1.0 / after, 1.0 / after])
    shortest = np.minimum(np.minimum(before, after), STEP) / STEP
    return factors, np.zeros(len(before)), strength * shortest


def _limited(rows: "_Rows", pieces: Integers, most: Floats) -> Floats:
    """Return the heights of the fit, with the grades of pieces reduced to ``most`` (rise [m]) as far as possible."""
    heights = rows.solve()
    steep = np.zeros(len(pieces), bool)
    for _ in range(ROUNDS):
        rise = heights[pieces[:, 1]] - heights[pieces[:, 0]]
        new = (np.abs(rise) > 1.02 * most) & ~steep
        if not new.any():
            break
        steep |= new
        target = np.sign(rise[new]) * most[new]
        factors = np.tile([-1.0, 1.0], (int(new.sum()), 1))
        rows.add(pieces[new], factors, target, np.full(len(target), LIMIT))
        heights = rows.solve()
    return heights


class _Rows:
    """Rows of a least-squares problem: factors of unknowns, targets and weights."""

    def __init__(self, count: int):
        self._count = count
        self._parts: list[Any] = []

    def add(self, numbers: Any, factors: Floats, target: Floats, weight: Floats) -> None:
        """Add equations: the sum of ``factors`` times the unknowns (rows, terms) is ``target``."""
        self._parts.append((np.asarray(numbers, np.intp), factors * weight[:, None], target * weight))

    def solve(self) -> Floats:
        """Return the unknowns with the least sum of squares."""
        targets = [target for _, _, target in self._parts]
        level = targets[0][0] / self._parts[0][1][0, 0] if self._count else 0.0
        if self._is_met_by(level):
            return np.full(self._count, level)
        sparse = require("scipy.sparse", extra="app", purpose="computing heights of roads")
        solver = require("scipy.sparse.linalg", extra="app", purpose="computing heights of roads")
        whole = sparse.csr_matrix(
            (
                np.concatenate([factors.ravel() for _, factors, _ in self._parts]),
                np.concatenate([numbers.ravel() for numbers, _, _ in self._parts]),
                np.concatenate([[0], *(np.full(len(each), each.shape[1]) for each, _, _ in self._parts)]).cumsum(),
            ),
            (sum(map(len, targets)), self._count),
        )
        normal = (whole.T @ whole).tocsc()
        # The matrix is symmetric and positive definite (each unknown has a target), so that its diagonal needs no
        # pivots; those of SuperLU's default fill the factor up, as the square of the length of roads.
        factor = solver.splu(normal, permc_spec="COLAMD", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
        return np.asarray(factor.solve(whole.T @ np.concatenate(targets)))

    def _is_met_by(self, level: float) -> bool:
        """Return whether one height for all unknowns meets every equation, as that of flat ground does."""
        return all(
            (np.abs(factors.sum(axis=1) * level - target) <= ROUNDING * np.abs(factors).sum(axis=1)).all()
            for _, factors, target in self._parts
        )
