"""Objects of a place: buildings as rows of circles, trees of woods and orchards, and single trees and rocks.

An object is a circle that vehicles avoid, drawn as a tree, a rock or a house. A building is covered by squares along
its longest side, each of which is one object; its circle goes through the corners of the square, so that no vehicle
passes between two. Where such a circle would reach into a carriageway it is made smaller; where its centre lies in one,
it is left out.
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..ground.objects.object_files import TALLEST
from ..ground.objects.objects import KINDS
from ..ground.roads.lines import Integers, joined, lengths_of, pieces_of
from ..ground.roads.network import RoadSection
from ..ground.terrain.heightfield import Terrain
from .place_map import THINGS, Floats, MapArea, MapBuilding, MapThings
from .profiles import STEP
from .rasters import Lattice, fill

LARGEST_SQUARE = 12.0  # side of the squares of a building [m]
LARGEST_AROUND = 6.0  # of a building with courtyards [m]
MOST_SQUARES = 400  # of one building
BLOCK = 100_000  # positions whose distances from roads are computed at once
MOST_TREES = 60_000  # of woods, by default; denser woods are thinned evenly
VERGE = 1.0  # between a carriageway and an object [m]
LEAST_RADIUS = 0.3  # of an object that is made smaller [m]
CONIFERS = 0.7  # share of trees in woods [1]
TREE_RADII = (0.3, 0.55)  # [m]
CONIFER_HEIGHTS, BROADLEAF_HEIGHTS = (9.0, 22.0), (7.0, 15.0)  # [m]
TREE_LINE = 2300.0  # height above which woods of the map have no trees [m]
CELL = 10.0  # of the raster on which trees are counted [m]
SEED = 0x7EE5  # separates these random numbers from those of other purposes

CONIFER, BROADLEAF, ROCK, BUILDING = (KINDS.index(kind) for kind in ("conifer", "broadleaf", "rock", "building"))


class Table(NamedTuple):
    """Columns of objects."""

    x: Floats  # [m]
    y: Floats  # [m]
    radius: Floats  # [m]
    height: Floats  # [m]
    yaw: Floats  # of the long side, counter-clockwise from east [rad]
    kind: NDArray[np.intp]  # index into ``KINDS``


class Found(NamedTuple):
    """Objects of a map."""

    table: Table
    buildings: int  # those of which at least one square is left
    trees: int  # of woods
    trees_wanted: int  # by the density of the woods


def objects_of(
    terrain: Terrain,
    buildings: Sequence[MapBuilding],
    areas: Sequence[MapArea],
    things: MapThings,
    sections: Sequence[RoadSection],
    *,
    seed: int = 0,
    most_trees: int = MOST_TREES,
    left_out: Counter[str] | None = None,
) -> Found:
    """Return the objects of a map, clear of its roads; trees are clear of buildings and of water, too.

    Args:
        left_out: counts what has no room.
    """
    counted = Counter[str]() if left_out is None else left_out
    clear = Clearance(sections)
    houses, number = _houses(buildings, clear, counted)
    singles = _singles(things, clear, counted)
    woods, wanted = _woods(terrain, areas, seed, most_trees)
    woods = _without(woods, clear.room(woods.x, woods.y) < woods.radius + VERGE)
    woods = _without(woods, _is_near(woods, houses))
    inside = _on_ground(_joined(houses, singles, woods), terrain)
    return Found(inside, number, len(woods.x), wanted)


class Clearance:
    """Distance from the carriageways of roads."""

    def __init__(self, sections: Sequence[RoadSection]):
        self._sections = sections

    @cached_property
    def _points(self) -> tuple[Any, Floats]:
        """Points along the roads, as a tree, and half the width of the road of each [m]; of use to objects only."""
        lines, counts = joined([section.points[:, :2] for section in self._sections])
        points, counts = _points_along(lines, counts, 0.5 * STEP)
        spatial = require("scipy.spatial", extra="app", purpose="keeping objects off roads")
        return spatial.cKDTree(points), np.repeat([0.5 * section.width for section in self._sections], counts)

    def room(self, x: Floats, y: Floats, *, most: float = 30.0) -> Floats:
        """Return the distance of positions from the nearest carriageway, at most ``most``; negative on one [m]."""
        found = np.full(len(x), most)
        if not self._sections or not len(x):
            return found
        for at in range(0, len(x), BLOCK):
            block = slice(at, at + BLOCK)
            found[block] = np.minimum(self._gap(np.column_stack([x[block], y[block]]), most), most)
        return found

    def _gap(self, places: Floats, most: float) -> Floats:
        tree, halves = self._points
        distance, index = tree.query(places, k=8, distance_upper_bound=most + float(halves.max()) + STEP)
        # Between two points of a line, 5 m apart, the line is nearer than they are.
        gap = np.sqrt(np.maximum(distance**2 - (0.25 * STEP) ** 2, 0.0))
        half = np.append(halves, 0.0)[np.minimum(index, len(halves))]
        return np.where(np.isfinite(distance), gap - half, most).min(axis=1)


def _points_along(points: Floats, counts: Integers, step: float) -> tuple[Floats, Integers]:
    """Return the points of lines and points between, at most ``step`` apart [m], and the counts of lines."""
    begin, _ = pieces_of(counts)
    parts = np.ones(len(points), np.intp)  # a line's last point has no piece
    parts[begin] = np.maximum(1, np.ceil(lengths_of(points, begin) / step))
    piece = np.repeat(np.arange(len(points)), parts)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[piece]
    step_to_next = np.append(points[1:] - points[:-1], points[-1:], axis=0)
    ends = np.cumsum(parts)[np.cumsum(counts) - 1]
    return points[piece] + share[:, None] * step_to_next[piece], np.diff(ends, prepend=0)


# ---- buildings


def _houses(buildings: Sequence[MapBuilding], clear: Clearance, left_out: Counter[str]) -> tuple[Table, int]:
    tables: list[Table] = []
    owner: list[NDArray[np.intp]] = []
    for number, building in enumerate(buildings):
        squares = squares_of(building.outline, building.courtyards)
        x, y, side, yaw = squares
        radius = np.full(len(x), side * math.sqrt(0.5))
        height = np.full(len(x), min(max(building.height, 1.0), TALLEST))
        tables.append(Table(x, y, radius, height, np.full(len(x), yaw), np.full(len(x), BUILDING)))
        owner.append(np.full(len(x), number))
    whole = _joined(*tables)
    room = clear.room(whole.x, whole.y) - VERGE
    fitted = whole._replace(radius=np.minimum(whole.radius, room))
    blocked = fitted.radius < LEAST_RADIUS
    kept = _without(fitted, blocked)
    left = len(np.unique(np.concatenate(owner)[~blocked])) if owner else 0
    if len(buildings) > left:
        left_out["building on a road"] += len(buildings) - left
    return kept, left


def squares_of(outline: Floats, courtyards: Sequence[Floats] = ()) -> tuple[Floats, Floats, float, float]:
    """Return x and y of the centres of squares that cover an outline, their side [m], and the angle of their rows.

    The squares are parallel to the longest side of the outline. Those whose centre is outside, or in a courtyard, are
    left out; of an outline thinner than a square the middle one stays.
    """
    edges = np.roll(outline, -1, axis=0) - outline
    longest = edges[int(np.argmax(np.hypot(*edges.T)))]
    yaw = math.atan2(longest[1], longest[0])
    turn = np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])
    local = outline @ turn
    low, high = local.min(axis=0), local.max(axis=0)
    wide, deep = np.maximum(high - low, 0.5)
    largest = LARGEST_AROUND if courtyards else LARGEST_SQUARE
    side = min(min(wide, deep) / math.ceil(min(wide, deep) / largest), largest)
    side = max(side, math.sqrt(wide * deep / MOST_SQUARES))
    columns, rows = max(1, round(wide / side)), max(1, round(deep / side))
    x = low[0] + (np.arange(columns) + 0.5) * wide / columns
    y = low[1] + (np.arange(rows) + 0.5) * deep / rows
    centre: Floats = np.column_stack([np.tile(x, rows), np.repeat(y, columns)])
    inside = _is_inside(centre, local)
    built = inside.copy()
    for ring in courtyards:
        built &= ~_is_inside(centre, ring @ turn)
    if built.any():
        inside = built
    if not inside.any():
        inside[len(inside) // 2] = True
    east, north = (centre[inside] @ turn.T).T
    return east, north, float(max(wide / columns, deep / rows)), yaw


def _is_inside(points: Floats, ring: Floats) -> NDArray[np.bool_]:
    inside = np.zeros(len(points), bool)
    for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if ay != by:
            crosses = (ay > points[:, 1]) != (by > points[:, 1])
            inside ^= crosses & (points[:, 0] < ax + (bx - ax) * (points[:, 1] - ay) / (by - ay))
    return inside


# ---- trees and rocks


def _singles(things: MapThings, clear: Clearance, left_out: Counter[str]) -> Table:
    kinds = {"tree": BROADLEAF, "rock": ROCK, "building": BUILDING}
    x, y = things.points.T
    kind = np.array([kinds[name] for name in THINGS])[things.kind]
    whole = Table(x, y, things.radius, things.height, np.zeros(len(x)), kind)
    room = clear.room(x, y) - VERGE
    fitted = whole._replace(radius=np.minimum(things.radius, room))
    blocked = fitted.radius < np.minimum(things.radius, LEAST_RADIUS)
    if blocked.any():
        left_out["single object on a road"] += int(np.count_nonzero(blocked))
    return _without(fitted, blocked)


def _woods(terrain: Terrain, areas: Sequence[MapArea], seed: int, most: int) -> tuple[Table, int]:
    """Return the trees of areas, uniform in each cell, and how many there would be without the limit."""
    rows, columns = math.ceil(terrain.depth / CELL), math.ceil(terrain.width / CELL)
    lattice = Lattice(terrain.x_west + 0.5 * CELL, terrain.y_south + 0.5 * CELL, CELL, rows, columns)
    density = np.zeros((rows, columns), np.float32)
    covering = [area for area in areas if area.kind is not None or area.trees_per_hectare > 0.0 or area.is_water]
    trees = [0.0 if area.is_water else area.trees_per_hectare for area in covering]
    fill(density, [area.outlines for area in covering], trees, lattice)
    row, column = np.nonzero(density if any(trees) else density[:0])
    x, y = lattice.x_west + column * CELL, lattice.y_south + row * CELL
    below = terrain.sample(x, y)[0] < TREE_LINE
    row, column = row[below], column[below]
    expected = density[row, column].astype(np.float64) * CELL * CELL / 1e4
    total = float(expected.sum())
    random = np.random.default_rng([seed, SEED])
    counts = random.poisson(expected * min(1.0, most / max(total, 1.0)))
    row, column = np.repeat(row, counts), np.repeat(column, counts)
    number = len(row)
    x = lattice.x_west + (column + random.uniform(-0.5, 0.5, number)) * CELL
    y = lattice.y_south + (row + random.uniform(-0.5, 0.5, number)) * CELL
    kind = np.where(random.uniform(size=number) < CONIFERS, CONIFER, BROADLEAF)
    share = random.uniform(size=number)
    low = np.where(kind == CONIFER, CONIFER_HEIGHTS[0], BROADLEAF_HEIGHTS[0])
    high = np.where(kind == CONIFER, CONIFER_HEIGHTS[1], BROADLEAF_HEIGHTS[1])
    radius = random.uniform(*TREE_RADII, number)
    return Table(x, y, radius, low + share * (high - low), np.zeros(number), kind), round(total)


def _is_near(trees: Table, houses: Table) -> NDArray[np.bool_]:
    """Return which trees stand in or at a building."""
    if not len(trees.x) or not len(houses.x):
        return np.zeros(len(trees.x), bool)
    spatial = require("scipy.spatial", extra="app", purpose="keeping trees off buildings")
    tree = spatial.cKDTree(np.column_stack([houses.x, houses.y]))
    distance, index = tree.query(np.column_stack([trees.x, trees.y]), k=min(4, len(houses.x)))
    distance, index = distance.reshape(len(trees.x), -1), index.reshape(len(trees.x), -1)
    return (distance < houses.radius[index] + trees.radius[:, None] + VERGE).any(axis=1)


# ---- tables


def _joined(*tables: Table) -> Table:
    if not tables:
        none = np.zeros(0)
        return Table(none, none, none, none, none, np.zeros(0, np.intp))
    names = Table._fields
    joined = {name: np.concatenate([getattr(table, name) for table in tables]) for name in names}
    return Table(**joined)


def _without(table: Table, gone: NDArray[np.bool_]) -> Table:
    kept = {name: getattr(table, name)[~gone] for name in Table._fields}
    return Table(**kept)


def _on_ground(table: Table, terrain: Terrain) -> Table:
    inside = (table.x > terrain.x_west) & (table.x < terrain.x_east)
    inside &= (table.y > terrain.y_south) & (table.y < terrain.y_north)
    return _without(table, ~inside)
