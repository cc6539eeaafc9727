"""Heights along roads: one least-squares fit of all roads of a network to the ground, smooth and of limited grade.

The unknowns are the heights of the nodes, which sections share, and of points between them at most ``STEP`` apart. The
sum of squares has these terms:

* the distance from the ground under the centre line, for a point of a road on the ground; a point with its own height
  (OpenDRIVE) keeps it; a point of a bridge or a tunnel has no ground, so that its deck is straight between its ends;
* the change of grade from piece to piece, also through a node for two sections that go straight on: features of the
  ground shorter than ``SMOOTHING`` are levelled out;
* the excess of a piece's grade over the greatest one of its class (``GRADES``), added where a fit exceeds it;
* the difference of height where two roads of different levels cross: a heightfield has one height there, so a bridge
  and the road under it meet at grade, and both change their heights towards it.

A tunnel that would need a cutting deeper than ``DEEPEST_CUTTING`` is left out of the network.

Source: Easa, "Selection of roadway grades that minimize earthwork cost using linear programming", Transportation
Research Part A 22 (1988) 121-136, for the formulation with limited grades; here with squares instead of costs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import require
from ..roads.network import RoadSection
from ..terrain.heightfield import Terrain
from .place_map import Floats

STEP = 10.0  # longest piece of a road with one grade [m]
SMOOTHING = 40.0  # length below which features of the ground are levelled [m]
GRADES = {  # greatest grade by the category of a road [1]
    "motorway": 0.07, "trunk": 0.10, "primary": 0.12, "secondary": 0.12, "tertiary": 0.14, "track": 0.22, "path": 0.25,
    "service": 0.18,
}  # fmt: skip
GRADE = 0.15  # of any other [1]
DEEPEST_CUTTING = 40.0  # of a tunnel that becomes an open cutting [m]
ROUNDS = 12  # fits, at most, in which excessive grades are reduced
STRAIGHT_ON = math.cos(math.radians(30.0))  # largest change of direction at a node, for one profile through it
FREE, OWN, LIMIT, TIE = 1e-6, 1e4, 300.0, 300.0  # weights: without ground, own height, greatest grade, crossing
NODE_DISTANCE = 1e-6  # of points that are one [m]

Integers = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Line:
    """Points of one section, at most ``STEP`` apart, with the numbers of their heights among the unknowns."""

    points: Floats  # (points, 3) [m]; z is NaN on the ground
    unknown: Integers  # (points,)
    along: Floats  # (points,) distance along the section [m]
    is_structure: bool  # bridge or tunnel
    grade: float  # greatest [1]


@dataclass(frozen=True, eq=False)
class Profiles:
    """Fitted heights of the roads of a network."""

    sections: list[RoadSection]  # those that are kept, in order
    lines: list[Floats]  # (points, 3) of each, at most ``STEP`` apart [m]
    steepest: float  # greatest grade [1]
    crossings: int  # of roads of different levels, which meet at one height
    deep_tunnels: int  # sections that are left out


def fit_profiles(sections: Sequence[RoadSection], terrain: Terrain) -> Profiles:
    """Return the heights of roads on the ground.

    Raises:
        MissingExtraError: SciPy is not installed.
    """
    kept = list(sections)
    lines, heights, crossings = _fit(kept, terrain)
    deep = _deep_tunnels(kept, lines, heights, terrain)
    if deep:
        kept = [section for number, section in enumerate(kept) if number not in deep]
        lines, heights, crossings = _fit(kept, terrain)
    found = [np.column_stack([line.points[:, :2], heights[line.unknown]]) for line in lines]
    grades = [np.abs(np.diff(heights[line.unknown])) / np.diff(line.along) for line in lines]
    steepest = max((float(grade.max()) for grade in grades), default=0.0)
    return Profiles(kept, found, steepest, crossings, len(deep))


def draped(section: RoadSection, line: Floats) -> Floats:
    """Return the points of a section with the heights of its fitted line, (points, 3) [m]."""
    along, fitted = _along(section.points), _along(line)
    points = np.array(section.points, np.float64)
    points[:, 2] = np.interp(along, fitted, line[:, 2])
    return points


def _fit(sections: Sequence[RoadSection], terrain: Terrain) -> tuple[list[Line], Floats, int]:
    lines, count = _lines(sections)
    if not lines:
        return [], np.zeros(0), 0
    target, weight = _targets(lines, count, terrain)
    rows = _Rows(count)
    rows.add(np.arange(count)[:, None], np.ones((count, 1)), target, weight)
    _add_smoothness(rows, sections, lines)
    ties = crossings_of(sections, lines)
    for first, second, share, other in ties:
        numbers = np.concatenate([first, second])[None, :]
        factors = np.array([[1.0 - share, share, other - 1.0, -other]])
        rows.add(numbers, factors, np.zeros(1), np.array([TIE]))
    begin = np.concatenate([line.unknown[:-1] for line in lines])
    end = np.concatenate([line.unknown[1:] for line in lines])
    length = np.concatenate([np.diff(line.along) for line in lines])
    most = np.concatenate([np.full(len(line.along) - 1, line.grade) for line in lines]) * length
    return lines, _limited(rows, np.column_stack([begin, end]), most), len(ties)


def _lines(sections: Sequence[RoadSection]) -> tuple[list[Line], int]:
    """Return the points of sections, and the number of unknown heights: first those of nodes."""
    known = dict.fromkeys(node for section in sections for node in (section.start, section.end))
    nodes = {node: number for number, node in enumerate(known)}
    count, lines = len(nodes), list[Line]()
    for section in sections:
        points = _with_points_between(np.asarray(section.points, np.float64))
        inner = np.arange(count, count + len(points) - 2, dtype=np.intp)
        count += len(inner)
        unknown = np.concatenate([[nodes[section.start]], inner, [nodes[section.end]]]).astype(np.intp)
        structure = section.is_bridge or section.is_tunnel
        category = section.category.removesuffix("_link")
        lines.append(Line(points, unknown, _along(points), structure, GRADES.get(category, GRADE)))
    return lines, count


def _along(points: Floats) -> Floats:
    steps = np.hypot(*np.diff(points[:, :2], axis=0).T)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _with_points_between(points: Floats) -> Floats:
    """Return a line without repeated points, and with points between so that no piece is longer than ``STEP``."""
    steps = np.hypot(*np.diff(points[:, :2], axis=0).T)
    keep = np.concatenate([[True], steps > NODE_DISTANCE])
    if not keep[-1]:  # the last point stays, and the one before it goes
        keep[np.flatnonzero(keep)[-1]] = len(np.flatnonzero(keep)) == 1
        keep[-1] = True
    points = points[keep]
    steps = np.hypot(*np.diff(points[:, :2], axis=0).T)
    counts = np.maximum(1, np.ceil(steps / STEP)).astype(np.intp)
    piece = np.repeat(np.arange(len(steps)), counts)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[piece]
    between = points[piece] + share[:, None] * (points[piece + 1] - points[piece])
    is_corner = share == 0.0  # 0 * NaN would lose the height of a corner beside one without
    between[is_corner] = points[piece[is_corner]]
    return np.vstack([between, points[-1:]])


def _targets(lines: Sequence[Line], count: int, terrain: Terrain) -> tuple[Floats, Floats]:
    """Return the height that each unknown is drawn to, and the weight of it."""
    total, weight = np.zeros(count), np.full(count, 0.0)
    ground_of: Floats = np.zeros(count)
    for line in lines:
        ground = np.asarray(terrain.sample(line.points[:, 0], line.points[:, 1])[0], np.float64)
        ground_of[line.unknown] = ground
        own = np.isfinite(line.points[:, 2])
        mean = np.gradient(line.along) if len(line.along) > 1 else np.ones(1)
        pull = np.where(own, OWN, 0.0 if line.is_structure else np.maximum(mean / STEP, 0.1))
        np.add.at(total, line.unknown, pull * np.where(own, line.points[:, 2], ground))
        np.add.at(weight, line.unknown, pull)
    free = weight <= 0.0
    total[free], weight[free] = FREE * ground_of[free], FREE
    return total / weight, np.sqrt(weight)


def _add_smoothness(rows: "_Rows", sections: Sequence[RoadSection], lines: Sequence[Line]) -> None:
    strength = SMOOTHING * SMOOTHING / math.sqrt(STEP)
    for line in lines:
        if len(line.along) < 3:
            continue
        before, after = np.diff(line.along)[:-1], np.diff(line.along)[1:]
        numbers = np.column_stack([line.unknown[:-2], line.unknown[1:-1], line.unknown[2:]])
        rows.add(numbers, *_bend(before, after, strength))
    at_node: dict[int, list[tuple[Line, int]]] = {}
    for section, line in zip(sections, lines, strict=True):
        at_node.setdefault(section.start, []).append((line, 1))
        at_node.setdefault(section.end, []).append((line, -1))
    for ends in at_node.values():
        for number, one in enumerate(ends):
            for other in ends[number + 1 :]:
                _add_through(rows, one, other, strength)


def _add_through(rows: "_Rows", one: tuple[Line, int], other: tuple[Line, int], strength: float) -> None:
    """Add the change of grade through a node, for two sections of which one goes straight on as the other."""
    (a, at_a), (b, at_b) = _end(*one), _end(*other)
    towards, away = a[0] - a[1], b[1] - b[0]
    before, after = float(np.hypot(*towards)), float(np.hypot(*away))
    if float(towards @ away) < STRAIGHT_ON * before * after or at_a[1] == at_b[1]:
        return
    numbers = np.array([[at_a[1], at_a[0], at_b[1]]])
    rows.add(numbers, *_bend(np.array([before]), np.array([after]), strength))


def _end(line: Line, direction: int) -> tuple[Floats, Integers]:
    """Return the last two points of a line at one end, the outermost first, and their unknowns."""
    chosen = slice(0, 2) if direction > 0 else slice(-1, -3, -1)
    return line.points[chosen, :2], line.unknown[chosen]


def _bend(before: Floats, after: Floats, strength: float) -> tuple[Floats, Floats, Floats]:
    """Return the factors, targets and weights of changes of grade between pieces of these lengths [m]."""
    factors = np.column_stack([1.0 / before, -1.0 / before - 1.0 / after, 1.0 / after])
    shortest = np.minimum(np.minimum(before, after), STEP) / STEP
    return factors, np.zeros(len(before)), strength * shortest


def crossings_of(
    sections: Sequence[RoadSection], lines: Sequence[Line]
) -> list[tuple[Integers, Integers, float, float]]:
    """Return where roads of different levels cross: the unknowns of both pieces, and the shares of their lengths."""
    raised = [number for number, each in enumerate(sections) if each.level or each.is_bridge or each.is_tunnel]
    if not raised:
        return []
    starts = np.concatenate([line.points[:-1, :2] for line in lines])
    ends = np.concatenate([line.points[1:, :2] for line in lines])
    numbers = np.concatenate([np.column_stack([line.unknown[:-1], line.unknown[1:]]) for line in lines])
    owner: list[int] = np.repeat(np.arange(len(lines)), [len(line.along) - 1 for line in lines]).tolist()
    tree = require("scipy.spatial", extra="app", purpose="finding crossings").cKDTree(0.5 * (starts + ends))
    is_raised = np.zeros(len(lines), bool)
    is_raised[raised] = True
    found: list[tuple[Integers, Integers, float, float]] = []
    pieces: list[int] = np.flatnonzero(is_raised[np.array(owner, np.intp)]).tolist()
    for piece in pieces:
        near: list[int] = tree.query_ball_point(0.5 * (starts[piece] + ends[piece]), STEP + 1e-6)
        for other in near:
            one, two = sections[owner[piece]], sections[owner[other]]
            is_done = is_raised[owner[other]] and other <= piece
            if is_done or one.level == two.level or {one.start, one.end} & {two.start, two.end}:
                continue
            shares = _crossing(starts[piece], ends[piece], starts[other], ends[other])
            if shares is not None:
                found.append((numbers[piece], numbers[other], *shares))
    return found


def _crossing(a: Floats, b: Floats, c: Floats, d: Floats) -> tuple[float, float] | None:
    """Return the shares of the segments a-b and c-d up to their crossing; None if they do not cross."""
    along, across, between = b - a, d - c, c - a
    area = float(along[0] * across[1] - along[1] * across[0])
    if area == 0.0:
        return None
    first = float(between[0] * across[1] - between[1] * across[0]) / area
    second = float(between[0] * along[1] - between[1] * along[0]) / area
    return (first, second) if 0.0 <= first < 1.0 and 0.0 <= second < 1.0 else None


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


def _deep_tunnels(
    sections: Sequence[RoadSection], lines: Sequence[Line], heights: Floats, terrain: Terrain
) -> set[int]:
    """Return the numbers of tunnel sections, with those connected to them, that would need too deep a cutting."""
    depth: dict[int, float] = {}
    for number, (section, line) in enumerate(zip(sections, lines, strict=True)):
        if section.is_tunnel:
            ground = np.asarray(terrain.sample(line.points[:, 0], line.points[:, 1])[0], np.float64)
            depth[number] = float(np.max(ground - heights[line.unknown]))
    deep = {number for number, value in depth.items() if value > DEEPEST_CUTTING}
    inside = {node for number in deep for node in (sections[number].start, sections[number].end)}
    while True:
        more = {number for number in depth if {sections[number].start, sections[number].end} & inside} - deep
        if not more:
            return deep
        deep |= more
        inside |= {node for number in more for node in (sections[number].start, sections[number].end)}


class _Rows:
    """Rows of a least-squares problem: factors of unknowns, targets and weights."""

    def __init__(self, count: int):
        self._count = count
        self._normal: Any = None
        self._right: Floats = np.zeros(count)

    def add(self, numbers: Any, factors: Floats, target: Floats, weight: Floats) -> None:
        """Add equations: the sum of ``factors`` times the unknowns (rows, terms) is ``target``."""
        sparse = require("scipy.sparse", extra="app", purpose="the heights of roads")
        terms = factors.shape[1]
        row = np.repeat(np.arange(len(target)), terms)
        values = (factors * weight[:, None]).ravel()
        matrix = sparse.csr_matrix((values, (row, np.asarray(numbers).ravel())), (len(target), self._count))
        self._right += matrix.T @ (target * weight)
        self._parts = [*getattr(self, "_parts", []), matrix]

    def solve(self) -> Floats:
        """Return the unknowns with the least sum of squares."""
        sparse = require("scipy.sparse", extra="app", purpose="the heights of roads")
        solver = require("scipy.sparse.linalg", extra="app", purpose="the heights of roads")
        whole = sparse.vstack(self._parts, format="csr")
        self._parts = [whole]
        normal = (whole.T @ whole).tocsc()
        return np.asarray(
            solver.splu(normal, permc_spec="MMD_AT_PLUS_A", options={"SymmetricMode": True}).solve(self._right)
        )
