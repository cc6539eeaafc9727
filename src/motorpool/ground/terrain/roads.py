"""Roads: lines on the ground with a width and a surface class, given or generated.

``pave`` draws them into a surface, ``clears`` keeps objects away from them. ``make_roads`` generates a network between
flat places: each new road follows the cheapest path from its place to the existing roads, over a coarse lattice with
high costs for steep ground and low costs along existing roads, and is then smoothed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, require, unknown_name
from ...base.wording import span
from .area import Area, Filter, flattest_area
from .drawing import Segments, draw
from .heightfield import Terrain
from .surface import CLASSES, Surface

WIDTH = 6.0  # [m]
WIDEST = 200.0  # [m]
MOST_POINTS = 100_000  # limit for one road
KIND = "gravel"
VERGE = 2.0  # beside a road, kept free of objects [m]
MOST_ROADS = 40  # limit of generated roads

LATTICE = 40_000  # cells of the lattice of the path search
LEAST_CELL = 20.0  # lower limit of its cells [m]
# factor of the squared grade: a metre at 10 % costs 2.5 times as much. If too small, roads climb straight over hills
# [1]
GRADE_COST = 150.0
MAX_GRADE = 0.2  # of a generated road, from cell to cell [1]
WINDING = 0.6  # random part of the cost, so that roads on level ground are not straight [1]
GENTLE = 0.08  # limit of the slope at the places that roads lead to, if the terrain has such places [1]
CANDIDATES = 40  # random places, of which the one farthest from the existing roads is chosen
NETWORK_SIZE = 8_000.0  # side of the square with the generated roads [m]
WINDOW = 5  # cells over which a road is averaged
ROUNDS = 3  # iterations of corner cutting
SEED = 0x20AD  # separates these random numbers from those of other purposes

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Road:
    """Line on the ground with a width and a surface class."""

    points: Floats  # (points, 2): x, y [m]
    width: float = WIDTH  # [m]
    kind: str = KIND  # surface class
    lane: float = 0.0  # distance from the line up to which the middles of vehicles are [m]
    lanes: tuple[int, int] = (0, 0)  # forward and backward; none if they are unknown

    def __post_init__(self) -> None:
        points = np.ascontiguousarray(self.points, np.float64)
        if points.ndim != 2 or points.shape[1:] != (2,) or not 2 <= len(points) <= MOST_POINTS:
            raise WorldError(f"the points of a road have the shape {points.shape}; they must be (2 or more, 2)")
        if not np.isfinite(points).all():
            raise WorldError("a point of a road is not finite; give each as x, y [m]")
        if not 0.0 < self.width <= WIDEST:
            raise WorldError(f"the width of a road is {self.width} m; it must be positive and at most {WIDEST:g} m")
        if self.kind not in CLASSES:
            raise WorldError(unknown_name("", "soil", self.kind, CLASSES, listed="docs/ground.md"))
        object.__setattr__(self, "points", points)

    def __repr__(self) -> str:
        return (
            f"<Road of {self.kind}: {self.length:.4g} m long, {self.width:.3g} m wide, {len(self.points)} points\n"
            f" x {span(self.points[:, 0], 'm')}, y {span(self.points[:, 1], 'm')}>"
        )

    @property
    def length(self) -> float:
        """Return the length of the centre line [m]."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())


def make_roads(
    terrain: Terrain,
    *,
    count: int,
    seed: int = 0,
    width: float = WIDTH,
    kind: str = KIND,
    area: Area | None = None,
) -> list[Road]:
    """Return a network of ``count`` roads over flat ground, the same for the same seed.

    Args:
        count: at most 40; a larger count includes the roads of a smaller one.
        seed: a whole number, not negative.
        area: area of the roads [m]; by default the flattest 8 x 8 km of the terrain.

    Raises:
        WorldError: a value is out of range.
        MissingExtraError: SciPy is not installed.
    """
    if not 0 <= count <= MOST_ROADS or seed < 0:
        raise WorldError(f"roads: count {count} and seed {seed}; a count is 0 to {MOST_ROADS}, a seed not negative")
    lattice = _Lattice(terrain, area or flattest_area(terrain, NETWORK_SIZE), seed)
    roads: list[Road] = []
    lines = lattice.middles(lattice.on_roads)
    for _ in range(count):
        cells = lattice.next_path()
        if len(cells) < 2:  # all other places need too steep a climb
            break
        line = lattice.middles(cells)
        # starts on the centre line of the road that it branches from
        line[0] = lines[np.argmin(np.hypot(*(lines - line[0]).T))]
        roads.append(Road(_smoothed(line), width, kind))
        lines = np.vstack([lines, roads[-1].points])
    return roads


def pave(surface: Surface, roads: Sequence[Road]) -> Surface:
    """Return the surface with roads drawn into it, later ones on top.

    A cell becomes road if its centre lies on the road or the centre line crosses it, so that a road narrower than a
    cell has no gaps; on a road with lanes, every cell that the middle of a vehicle can be in.
    """
    classes, made = surface.classes.copy(), surface
    for road in roads:
        made = made.with_class(road.kind)
    if roads:
        counts = [len(road.points) - 1 for road in roads]
        segments = Segments(
            np.concatenate([road.points[:-1] for road in roads]),
            np.concatenate([road.points[1:] for road in roads]),
            np.repeat([0.5 * road.width for road in roads], counts),
            np.repeat(np.array([made.names.index(road.kind) for road in roads], np.uint8), counts),
            np.repeat([road.lane for road in roads], counts),
        )
        draw(classes, made, segments)
    return replace(made, classes=classes)


def clears(roads: Sequence[Road]) -> Filter:
    """Return a filter of circles (x, y, radius) [m] that is true for those clear of the roads and their verges."""

    def is_clear(east: Floats, north: Floats, size: Floats) -> NDArray[np.bool_]:
        order = np.argsort(east, kind="stable")
        east, north, size = east[order], north[order], size[order]
        widest = float(size.max(initial=0.0))
        hit = np.zeros(len(east), bool)
        for road in roads:
            reach = 0.5 * road.width + VERGE
            for here, there in zip(road.points[:-1], road.points[1:], strict=True):
                low, high = sorted((float(here[0]), float(there[0])))
                near = slice(*np.searchsorted(east, [low - reach - widest, high + reach + widest]))
                gap = distance_to_line(east[near], north[near], here, there)
                hit[near] |= gap < reach + size[near]
        clear = np.ones(len(east), bool)
        clear[order] = ~hit
        return clear

    return is_clear


def distance_to_line(x: Any, y: Any, start: Any, end: Any) -> Any:
    """Return the distance of points of any shape from the straight line between two positions, all x and y [m]."""
    along_x, along_y = float(end[0] - start[0]), float(end[1] - start[1])
    square = along_x * along_x + along_y * along_y
    east, north = x - start[0], y - start[1]
    share = np.clip((east * along_x + north * along_y) / square, 0.0, 1.0) if square > 0.0 else 0.0
    return np.hypot(east - share * along_x, north - share * along_y)


class _Lattice:
    """Coarse cells of an area, and the cheapest paths between them."""

    def __init__(self, terrain: Terrain, area: Area, seed: int):
        self._west, self._south, east, north = area
        wide, deep = east - self._west, north - self._south
        self._cell = max(LEAST_CELL, math.sqrt(wide * deep / LATTICE))
        self._columns, self._rows = max(2, int(wide / self._cell)), max(2, int(deep / self._cell))
        self._random = np.random.default_rng([seed, SEED])
        rows, columns = np.indices((self._rows, self._columns))
        x, y = self._west + (columns + 0.5) * self._cell, self._south + (rows + 0.5) * self._cell
        height, slope_x, slope_y = terrain.sample(x, y)
        self._x, self._y, self._height = x.ravel(), y.ravel(), height
        self._slope: Floats = np.hypot(slope_x, slope_y).ravel()
        self._graph = self._cost_graph(self._random.uniform(1.0, 1.0 + WINDING, self._slope.size))
        gentle = np.flatnonzero(self._slope <= max(GENTLE, float(np.quantile(self._slope, 0.1))))
        self._gentle = gentle
        middle = np.hypot(self._x - self._x.mean(), self._y - self._y.mean())
        self.on_roads = [int(gentle[np.argmin(middle[gentle])])]  # cells; the first is the hub

    def next_path(self) -> list[int]:
        """Return the cells of the cheapest path from the existing roads to a distant flat place.

        Of some flat places the one farthest away is chosen (Mitchell's best candidate); empty if none is reachable.
        """
        graph = require("scipy.sparse.csgraph", extra="app", purpose="making roads")
        cost, before, _ = graph.dijkstra(
            self._graph, directed=False, indices=self.on_roads, min_only=True, return_predecessors=True
        )
        some = self._random.choice(self._gentle, CANDIDATES)
        some = some[np.isfinite(cost[some])]
        if not some.size:
            return []
        x, y = self._x[self.on_roads][:, None], self._y[self.on_roads][:, None]
        cells = [int(some[np.argmax(np.hypot(self._x[some] - x, self._y[some] - y).min(axis=0))])]
        while before[cells[-1]] >= 0:
            cells.append(int(before[cells[-1]]))
        self.on_roads += cells[:-1]
        return cells[::-1]

    def middles(self, cells: list[int]) -> Floats:
        return np.asarray(np.column_stack([self._x[cells], self._y[cells]]), np.float64)

    def _cost_graph(self, price: Floats) -> Any:
        sparse = require("scipy.sparse", extra="app", purpose="making roads")
        numbers, height = np.arange(price.size).reshape(self._rows, self._columns), self._height
        price, slope = price.reshape(height.shape), self._slope.reshape(height.shape)
        begins: list[Any] = []
        ends: list[Any] = []
        costs: list[Any] = []
        for north, east in ((0, 1), (1, 0), (1, 1), (1, -1)):
            here = (slice(None, -north or None), slice(-east if east < 0 else None, -east if east > 0 else None))
            there = (slice(north, None), slice(east if east > 0 else None, east if east < 0 else None))
            length = self._cell * math.hypot(north, east)
            grade = (height[there] - height[here]) / length
            mean_slope = 0.5 * (slope[here] + slope[there])
            cost_factor = 1.0 + GRADE_COST * (grade * grade + 0.3 * mean_slope * mean_slope)
            usable = np.abs(grade) <= MAX_GRADE
            begins.append(numbers[here][usable])
            ends.append(numbers[there][usable])
            costs.append((0.5 * length * (price[here] + price[there]) * cost_factor)[usable])
        pairs = (np.concatenate(begins), np.concatenate(ends))
        return sparse.csr_matrix((np.concatenate(costs), pairs), (price.size, price.size))


def _smoothed(line: Floats) -> Floats:
    """Return the line without the corners of the lattice; its ends do not change."""
    reach = WINDOW // 2
    for _ in range(2):
        padded = (
            np.pad(line, ((reach, reach), (0, 0)), mode="reflect", reflect_type="odd") if len(line) > reach else line
        )
        if len(padded) > len(line):
            inner = np.stack([padded[k : k + len(line)] for k in range(WINDOW)]).mean(axis=0)
            line = np.vstack([line[:1], inner[1:-1], line[-1:]])
    for _ in range(ROUNDS if len(line) > 2 else 0):  # Chaikin, "An algorithm for high-speed curve generation" (1974)
        early, late = line[:-1], line[1:]
        cut = np.stack([0.75 * early + 0.25 * late, 0.25 * early + 0.75 * late], axis=1).reshape(-1, 2)
        line = np.vstack([line[:1], cut[1:-1], line[-1:]])
    return simplified_line(np.asarray(line, np.float64))


def simplified_line(line: Floats, tolerance: float = 0.25) -> Floats:
    """Return the points that are needed to stay within ``tolerance`` [m] of a line (Douglas and Peucker 1973)."""
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    todo = [(0, len(line) - 1)]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        gap = distance_to_line(line[first + 1 : last, 0], line[first + 1 : last, 1], line[first], line[last])
        worst = int(np.argmax(gap))
        if gap[worst] > tolerance:
            keep[first + 1 + worst] = True
            todo += [(first, first + 1 + worst), (first + 1 + worst, last)]
    return line[keep]
