"""Objects of a place: buildings as rows of circles, trees of woods and orchards, and single trees and rocks.

An object is a circle that vehicles avoid, drawn as a tree, a rock or a house. A building is covered by squares along
its longest side, each of which is one object; its circle goes through the corners of the square, so that no vehicle
passes between two. Where such a circle would reach into a carriageway it is made smaller; where its centre lies in one,
it is left out.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import require
from ..objects.object_files import TALLEST
from ..objects.objects import KINDS
from ..roads.network import RoadSection
from ..terrain.heightfield import Terrain
from .place_map import Floats, MapArea, MapBuilding, MapThing
from .profiles import STEP
from .rasters import Lattice, in_rings

LARGEST_SQUARE = 12.0  # side of the squares of a building [m]
LARGEST_AROUND = 6.0  # of a building with courtyards [m]
MOST_SQUARES = 400  # of one building
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
    things: Sequence[MapThing],
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
        points = [_points_along(section.points[:, :2], 0.5 * STEP) for section in sections]
        self._half = np.repeat([0.5 * section.width for section in sections], [len(line) for line in points])
        self._widest = float(self._half.max(initial=0.0))
        self._tree = None
        if points:
            spatial = require("scipy.spatial", extra="app", purpose="keeping objects off roads")
            self._tree = spatial.cKDTree(np.concatenate(points))

    def room(self, x: Floats, y: Floats, *, most: float = 30.0) -> Floats:
        """Return the distance of positions from the nearest carriageway, at most ``most``; negative on one [m]."""
        found = np.full(len(x), most)
        if self._tree is None or not len(x):
            return found
        pairs = self._tree.query(np.column_stack([x, y]), k=8, distance_upper_bound=most + self._widest + STEP)
        distance, index = pairs
        known = np.isfinite(distance)
        # Between two points of a line, 5 m apart, the line is nearer than they are.
        gap = np.sqrt(np.maximum(distance**2 - (0.25 * STEP) ** 2, 0.0))
        half = np.append(self._half, 0.0)[np.minimum(index, len(self._half))]
        gap = np.where(known, gap - half, most)
        return np.minimum(gap.min(axis=1), most)


def _points_along(line: Floats, step: float) -> Floats:
    lengths = np.hypot(*np.diff(line, axis=0).T)
    counts = np.maximum(1, np.ceil(lengths / step)).astype(np.intp)
    piece = np.repeat(np.arange(len(lengths)), counts)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[piece]
    return np.vstack([line[piece] + share[:, None] * (line[piece + 1] - line[piece]), line[-1:]])


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


def _singles(things: Sequence[MapThing], clear: Clearance, left_out: Counter[str]) -> Table:
    kinds = {"tree": BROADLEAF, "rock": ROCK, "building": BUILDING}
    columns = [(each.x, each.y, each.radius, each.height, 0.0, kinds[each.kind]) for each in things]
    x, y, radius, height, yaw, kind = np.array(columns, np.float64).reshape(-1, 6).T
    whole = Table(x, y, radius, height, yaw, kind.astype(np.intp))
    room = clear.room(x, y) - VERGE
    fitted = whole._replace(radius=np.minimum(np.maximum(radius, LEAST_RADIUS), room))
    blocked = fitted.radius < LEAST_RADIUS
    if blocked.any():
        left_out["single object on a road"] += int(np.count_nonzero(blocked))
    return _without(fitted, blocked)


def _woods(terrain: Terrain, areas: Sequence[MapArea], seed: int, most: int) -> tuple[Table, int]:
    """Return the trees of areas, uniform in each cell, and how many there would be without the limit."""
    rows, columns = math.ceil(terrain.depth / CELL), math.ceil(terrain.width / CELL)
    lattice = Lattice(terrain.x_west + 0.5 * CELL, terrain.y_south + 0.5 * CELL, CELL, rows, columns)
    density = np.zeros((rows, columns), np.float32)
    for area in areas:
        if area.kind is None and area.trees_per_hectare <= 0.0 and not area.is_water:
            continue
        for row, column, mask in in_rings(area.outlines, lattice):
            density[row : row + mask.shape[0], column : column + mask.shape[1]][mask] = (
                0.0 if area.is_water else area.trees_per_hectare
            )
    row, column = np.nonzero(density)
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
