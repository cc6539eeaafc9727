"""Route planning over the ground: limited slopes, clear of objects, at the lowest cost.

The ground becomes a graph: cells with edges to their eight neighbours. An edge costs its length, more the steeper it
climbs or leans, and is missing where it is too steep or passes an object too closely (the edge itself is tested, not
a raster of it, so cells may be larger than the gaps). On a surface a metre costs one over the speed factor of its
class, so that roads are preferred; an edge is missing where the vehicle would be immobilised or slide. SciPy searches
the graph by Dijkstra's algorithm, from the destination outward, so one search serves many starts. Line-of-sight
smoothing reduces the path from cell to cell to a few waypoints, where the straight line costs no more.
"""

import math
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, require
from ...compile.array_cache import cached, flattened, version_of
from ...ground.objects.objects import Objects
from ...ground.terrain.area import Area, area_of, within
from ...ground.terrain.heightfield import Heightfield, Terrain
from ...ground.terrain.surface import Surface
from .trafficability import GRADES, USABLE, Footing, utilisation
from .trafficability_table import Mobility, any_vehicle, ground_map

MAX_CELLS = 300_000  # of one search, which takes some seconds; larger regions have larger cells, which miss gaps
MARGIN = 250.0  # around start and destination, searched first [m]
STEEPNESS_COST = 4.0  # additional cost of an edge at the limit of steepness; smaller values climb more [1]
SLOWEST = 0.02  # least speed factor in a cost, which limits the cost of passable ground [1]
MOST_SAMPLES = 9  # of the surface along one edge
WORTH = 1.02  # cost of a straight line over that of the cells that it replaces, at most [1]

CODE = ("world/navigation", "ground/terrain", "ground/objects", "models")  # that a stored route depends on
NO_HEIGHTS = Heightfield(np.zeros((2, 2), np.float32), 0.0, 0.0, 1.0)  # of a table that is used with given slopes
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # to half of the neighbours: rows north, columns east

Floats = NDArray[np.float64]
Place = tuple[float, float]
Slowness = Callable[[Floats, Floats, float], Floats]  # time for a metre [s/m] at x, y [m] in a direction [rad]


class Ability(NamedTuple):
    """Ground that a vehicle can drive over."""

    clearance: float = 2.0  # from its centre to the nearest object [m]
    max_grade: float = 0.6  # rise over run, up or down [1]
    max_side_slope: float = 0.4  # rise over run across [1]
    rests_on: str = ""  # "wheels" or "tracks"; "" for a vehicle that soils do not stop
    vehicle_cone_index: float = 0.0  # of soil, below which it bogs down: its VCI1, see ``soils`` [lb/in^2]
    driven_share: float = 1.0  # of its weight that its driven wheels can use [1]
    vehicles: tuple[Mobility, ...] = ()  # that drive there, whose own parameters replace the two before


def plan_route(
    terrain: Terrain,
    objects: Objects,
    *,
    start: Place,
    goal: Place,
    ability: Ability | None = None,
    area: Area | None = None,
    surface: Surface | None = None,
    slowness: Slowness | None = None,
) -> Floats:
    """Return the waypoints from ``start`` to ``goal``, without the start; x and y [m] in columns.

    Args:
        start, goal: x and y [m].
        area: area of the search; all of the terrain by default.
        surface: classes of the ground; the same everywhere by default.
        slowness: time for a metre at x, y [m] in a direction, infinite where the ground is impassable; replaces the
            cost of slopes and of the surface, for the fastest route.

    Raises:
        WorldError: there is no way, or a position is not on the ground.
        MissingExtraError: SciPy is not installed.
    """
    found = plan_routes(
        terrain,
        objects,
        starts=[start],
        goal=goal,
        ability=ability,
        area=area,
        surface=surface,
        slowness=slowness,
    )
    return found[0]


def plan_routes(
    terrain: Terrain,
    objects: Objects,
    *,
    starts: Sequence[Place],
    goal: Place,
    ability: Ability | None = None,
    area: Area | None = None,
    surface: Surface | None = None,
    slowness: Slowness | None = None,
) -> list[Floats]:
    """Plan routes from many positions to one by a single search; see ``plan_route``.

    Return points (x, y), shape (points, 2) [m], for each start.

    Raises:
        WorldError: a place is outside or too close to an object, or there is no way.
        MissingExtraError: SciPy is not installed.
    """
    able = ability or Ability()
    soil = _Soil(surface, able) if surface is not None and slowness is None else None
    whole = within(area, terrain) if area else area_of(terrain)
    ends = [(float(x), float(y)) for x, y in [*starts, goal]]
    for x, y in ends:
        _check_place(x, y, whole, objects, able)
    found = _Search(terrain, objects, able, soil or slowness, _around(ends, whole)).routes(ends[:-1], ends[-1])
    if any(route is None for route in found):
        found = _Search(terrain, objects, able, soil or slowness, whole).routes(ends[:-1], ends[-1])
    routes = [route for route in found if route is not None]
    if len(routes) == len(found):
        return routes
    x, y = next(start for start, route in zip(ends, found, strict=False) if route is None)
    limits = f"climbs at most {able.max_grade:.0%}, leans at most {able.max_side_slope:.0%}, "
    raise WorldError(
        f"there is no way from ({x:g}, {y:g}) to ({goal[0]:g}, {goal[1]:g}) m that "
        f"{limits if slowness is None else ''}keeps {able.clearance:g} m from objects"
        f"{'' if slowness is None else ' and is go for the vehicle'}"
        f"{'' if soil is None or not able.rests_on else f', and bears {able.rests_on}'}; "
        "choose another place, or allow more"
    )


def cached_routes(
    terrain: Terrain, objects: Objects, surface: Surface, *, starts: Sequence[Place], goal: Place, ability: Ability
) -> list[Floats]:
    """Return the ways of ``plan_routes`` through the cache of arrays: a scenario's first are equal at each start.

    Raises:
        WorldError: as ``plan_routes``.
        MissingExtraError: SciPy is not installed.
    """

    def make() -> dict[str, Floats]:
        ways = plan_routes(terrain, objects, starts=starts, goal=goal, ability=ability, surface=surface)
        return {str(number): way for number, way in enumerate(ways)}

    require("scipy", extra="app", purpose="planning routes")
    # The values in the key determine the results of a drive's functions.
    kinds = [(each._replace(drive=None), each.drive and each.drive[:-1]) for each in ability.vehicles]
    ground = (terrain.heights, terrain.spacing, terrain.x_west, terrain.y_south)
    soil = (surface.classes, surface.spacing, surface.x_west, surface.y_south, surface.table)
    obstacles = (objects.x, objects.y, objects.radius)
    asked = (ability._replace(vehicles=()), kinds, starts, goal, version("scipy"))
    inputs = flattened((ground, soil, obstacles, asked))
    found = cached("routes", inputs, code=version_of(*CODE), make=make)
    return [found[str(number)] for number in range(len(starts))]


class _Soil:
    """Cost of a metre on each class of ground for some vehicles, and the slopes that all of them pass there.

    Both come from the table of ``trafficability``, which drivers use, too.
    """

    def __init__(self, surface: Surface, able: Ability):
        if able.rests_on not in ("", "wheels", "tracks"):
            raise WorldError(f"rests_on is {able.rests_on!r}; it must be 'wheels', 'tracks' or ''")
        known = able.vehicles or (
            any_vehicle(
                rests_on=able.rests_on, vehicle_cone_index=able.vehicle_cone_index, driven_share=able.driven_share
            ),
        )
        self._surface, self._fleets = surface, range(len(known))
        self._table = ground_map(known, surface, NO_HEIGHTS, slows=True).table
        used = np.zeros(len(surface.names), bool)
        used[np.unique(surface.classes)] = True
        fastest = np.array([each.top_speed for each in known])[:, None]
        level = np.minimum(self._table.speed[..., GRADES // 2], fastest * self._table.speed_factor)
        self._price = (fastest / np.maximum(level, SLOWEST * fastest)).max(axis=0)
        self._price /= self._price[used].min()  # so that all of one class costs what no surface does
        self.spacing = surface.spacing
        self.is_plain = not able.rests_on and bool((self._price[used] == 1.0).all())

    def price(self, x: Any, y: Any, grade: Any, lean: Any) -> Any:
        """Return the cost of a metre at positions with these slopes; infinite where the ground is impassable."""
        kind: Any = self._surface.sample(np.asarray(x), np.asarray(y))
        footing = Footing(kind, grade, lean)
        holds = np.all([utilisation(self._table, fleet, footing) <= USABLE for fleet in self._fleets], axis=0)
        return np.where(holds, self._price[kind], np.inf)


def _around(ends: Sequence[Place], whole: Area) -> Area:
    """Return a box around the positions, with a margin of half of their distance."""
    x, y = np.array(ends).T
    margin = max(MARGIN, 0.5 * math.hypot(float(np.ptp(x)), float(np.ptp(y))))
    west, south, east, north = whole
    return (
        max(west, float(x.min()) - margin),
        max(south, float(y.min()) - margin),
        min(east, float(x.max()) + margin),
        min(north, float(y.max()) + margin),
    )


def _check_place(x: float, y: float, whole: Area, objects: Objects, able: Ability) -> None:
    west, south, east, north = whole
    if not (west <= x <= east and south <= y <= north):
        raise WorldError(
            f"a way was asked for to or from ({x:g}, {y:g}) m; it must be on the ground, "
            f"x {west:g} to {east:g}, y {south:g} to {north:g} m"
        )
    gap = np.hypot(objects.x - x, objects.y - y) - objects.radius
    if gap.size and gap.min() < able.clearance:
        raise WorldError(
            f"({x:g}, {y:g}) m is {max(gap.min(), 0.0):.1f} m from an object; a place to drive to or from must keep "
            f"{able.clearance:g} m"
        )


class _Search:
    """Graph of one region, and routes through it."""

    def __init__(
        self, terrain: Terrain, objects: Objects, able: Ability, ground: _Soil | Slowness | None, region: Area
    ):
        west, south, east, north = region
        self._soil = ground if isinstance(ground, _Soil) and not ground.is_plain else None
        self._slowness = None if isinstance(ground, _Soil) else ground
        self._able, self._west, self._south = able, west, south
        self._terrain = terrain
        self.cell = max(0.75 * able.clearance, math.sqrt((east - west) * (north - south) / MAX_CELLS))
        self.columns = max(2, math.ceil((east - west) / self.cell))
        self.rows = max(2, math.ceil((north - south) / self.cell))
        reach = objects.radius + able.clearance
        inside = (objects.x + reach > west) & (objects.x - reach < east)
        inside &= (objects.y + reach > south) & (objects.y - reach < north)
        order = np.argsort(objects.x[inside])
        self._x, self._y, self._reach = (column[inside][order] for column in (objects.x, objects.y, reach))
        self._widest = float(self._reach.max(initial=0.0))

    def routes(self, starts: Sequence[Place], goal: Place) -> list[Floats | None]:
        """Return a route for each start, or None if there is none."""
        graph = require("scipy.sparse.csgraph", extra="app", purpose="planning routes")
        first = self._node_near(goal)
        if first is None:
            return [None] * len(starts)
        self._cost, before = graph.dijkstra(self._graph(), directed=True, indices=first, return_predecessors=True)
        return [self._way(start, goal, before) for start in starts]

    def _way(self, start: Place, goal: Place, before: NDArray[Any]) -> Floats | None:
        node = self._node_near(start)
        if node is None or not math.isfinite(self._cost[node]):
            return None
        nodes: list[int] = []
        while node >= 0:
            nodes.append(node)
            node = int(before[node])
        rows, columns = np.divmod(nodes, self.columns)
        path = np.vstack([start, np.column_stack(self._middle(rows, columns)), goal])
        return path[self._pulled_tight(path)[1:]]

    # ---- the graph

    def _middle(self, rows: Any, columns: Any) -> tuple[Any, Any]:
        return self._west + (columns + 0.5) * self.cell, self._south + (rows + 0.5) * self.cell

    def _graph(self) -> Any:
        """Return a sparse matrix of the costs [m of level ground] from cell to cell, in both directions."""
        sparse = require("scipy.sparse", extra="app", purpose="planning routes")
        count = self.rows * self.columns
        numbers = np.arange(count).reshape(self.rows, self.columns)
        x, y = self._middle(*np.indices((self.rows, self.columns)))
        if self._slowness is not None:
            return self._timed_graph(self._slowness, numbers, x, y)
        slope_x, slope_y = self._slopes(x, y)
        total = sparse.csr_matrix((count, count))
        for north, east in STEPS:
            here, there = _pairs(north, east)
            length = self.cell * math.hypot(north, east)
            mean_x, mean_y = 0.5 * (slope_x[here] + slope_x[there]), 0.5 * (slope_y[here] + slope_y[there])
            ways = (east * self.cell / length, north * self.cell / length)
            cost = length * self._price(mean_x, mean_y, *ways)
            if self._soil is not None:
                cost = cost * self._soil_price(x[here], y[here], mean_x, mean_y, *ways, length)
            cost[self._blocked(north, east)[here]] = np.inf
            usable = np.isfinite(cost)
            pairs = (numbers[here][usable], numbers[there][usable])
            total = total + sparse.csr_matrix((cost[usable], pairs), (count, count))
        return total + total.T

    def _timed_graph(self, slowness: Slowness, numbers: NDArray[Any], x: Floats, y: Floats) -> Any:
        """Return a sparse matrix of times [s]: at (here, there) that of driving from there to here, as searched."""
        sparse = require("scipy.sparse", extra="app", purpose="planning routes")
        total = sparse.csr_matrix((numbers.size, numbers.size))
        for north, east in STEPS:
            here, there = _pairs(north, east)
            length, yaw = self.cell * math.hypot(north, east), math.atan2(north, east)
            blocked = self._blocked(north, east)[here]
            middle = 0.5 * (x[here] + x[there]), 0.5 * (y[here] + y[there])
            for direction, first, last in ((yaw + math.pi, here, there), (yaw, there, here)):
                time = np.where(blocked, np.inf, length * slowness(*middle, direction))
                usable = np.isfinite(time)
                pairs = (numbers[first][usable], numbers[last][usable])
                total = total + sparse.csr_matrix((time[usable], pairs), total.shape)
        return total

    def _slopes(self, x: Any, y: Any) -> tuple[Floats, Floats]:
        _, slope_x, slope_y = cast("tuple[Floats, Floats, Floats]", self._terrain.sample(x, y))
        return slope_x, slope_y

    def _price(self, slope_x: Any, slope_y: Any, east: Any, north: Any) -> Any:
        """Return the cost of a metre in the direction (east, north) on a slope; infinite if it is too steep."""
        grade = np.abs(slope_x * east + slope_y * north) / self._able.max_grade
        lean = np.abs(slope_y * east - slope_x * north) / self._able.max_side_slope
        steepness = np.maximum(grade, lean)
        return np.where(steepness <= 1.0, 1.0 + STEEPNESS_COST * steepness**2, np.inf)

    def _soil_price(self, x: Any, y: Any, slope_x: Any, slope_y: Any, east: Any, north: Any, length: float) -> Any:
        """Return the factor of the soil on the cost of a metre from (x, y) in the direction (east, north)."""
        assert self._soil is not None
        count = min(max(2, math.ceil(2.0 * length / self._soil.spacing)), MOST_SAMPLES)
        grade, lean = np.abs(slope_x * east + slope_y * north), np.abs(slope_y * east - slope_x * north)
        total: Any = 0.0
        for share in length * (np.arange(count) + 0.5) / count:
            here_x, here_y = x + share * east, y + share * north
            total = total + self._soil.price(here_x, here_y, grade, lean)
            for aside in (-0.5, 0.5) if self._able.rests_on else ():  # impassable soil must not be near, either
                left = aside * self._able.clearance
                beside = self._soil.price(here_x - left * north, here_y + left * east, grade, lean)
                total = np.where(np.isfinite(beside), total, np.inf)
        return total / count

    def _blocked(self, north: int, east: int) -> NDArray[np.bool_]:
        """Return a mask of the cells whose edge in one direction passes an object too closely."""
        blocked = np.zeros((self.rows, self.columns), bool)
        column = np.floor((self._x - self._west) / self.cell).astype(np.intp)
        row = np.floor((self._y - self._south) / self.cell).astype(np.intp)
        wide = np.ceil(self._reach / self.cell).astype(np.intp) + 1
        for size in np.unique(wide):
            who = np.flatnonzero(wide == size)
            for row_step in range(-size, size + 1):
                for column_step in range(-size, size + 1):
                    rows, columns = row[who] + row_step, column[who] + column_step
                    inside = (rows >= 0) & (rows < self.rows) & (columns >= 0) & (columns < self.columns)
                    these, rows, columns = who[inside], rows[inside], columns[inside]
                    x, y = self._middle(rows, columns)
                    gap = _distance_to_segment(
                        self._x[these] - x, self._y[these] - y, east * self.cell, north * self.cell
                    )
                    hit = gap < self._reach[these]
                    blocked[rows[hit], columns[hit]] = True
        return blocked

    # ---- straight lines

    def _node_near(self, place: Place) -> int | None:
        """Return the nearest cell that a straight line reaches."""
        x, y = place
        row, column = int((y - self._south) / self.cell), int((x - self._west) / self.cell)
        rows, columns = np.indices((7, 7)).reshape(2, -1) + np.array([[row - 3], [column - 3]])
        inside = (rows >= 0) & (rows < self.rows) & (columns >= 0) & (columns < self.columns)
        rows, columns = rows[inside], columns[inside]
        middle_x, middle_y = self._middle(rows, columns)
        for nearest in np.argsort(np.hypot(middle_x - x, middle_y - y)):
            if self._is_clear(place, (float(middle_x[nearest]), float(middle_y[nearest]))):
                return int(rows[nearest] * self.columns + columns[nearest])
        return None

    def _is_clear(self, start: Place, end: Place) -> bool:
        """Return whether a straight line keeps clear of every object."""
        low, high = sorted((start[0], end[0]))
        near = slice(*np.searchsorted(self._x, [low - self._widest, high + self._widest]))
        gap = _distance_to_segment(
            self._x[near] - start[0], self._y[near] - start[1], end[0] - start[0], end[1] - start[1]
        )
        return not bool((gap < self._reach[near]).any())

    def _line_cost(self, start: Floats, end: Floats) -> float:
        """Return the cost of a straight line, by that of edges."""
        east, north = float(end[0] - start[0]), float(end[1] - start[1])
        length = math.hypot(east, north)
        if length == 0.0:
            return 0.0
        count = max(1, math.ceil(length / self.cell))
        shares = (np.arange(count) + 0.5) / count
        if self._slowness is not None:
            places = start[0] + shares * east, start[1] + shares * north
            return length * float(self._slowness(*places, math.atan2(north, east)).mean())
        slope_x, slope_y = self._slopes(start[0] + shares * east, start[1] + shares * north)
        price: Any = self._price(slope_x, slope_y, east / length, north / length)
        if self._soil is not None:
            x, y, step = start[0] + shares * east, start[1] + shares * north, length / count
            ways = (east / length, north / length)
            price = price * self._soil_price(
                x - 0.5 * step * ways[0], y - 0.5 * step * ways[1], slope_x, slope_y, *ways, step
            )
        return length * float(price.mean())

    def _pulled_tight(self, path: Floats) -> list[int]:
        """Return the points of a path that line-of-sight smoothing keeps: after each, the farthest one in its sight."""
        costs = [self._line_cost(path[place], path[place + 1]) for place in range(len(path) - 1)]
        so_far = np.concatenate([[0.0], np.cumsum(np.where(np.isfinite(costs), costs, 0.0))])

        def is_as_good(here: int, there: int) -> bool:
            worth = WORTH * (so_far[there] - so_far[here]) + 1e-9
            start, end = path[here], path[there]
            return self._line_cost(start, end) <= worth and self._is_clear(tuple(start), tuple(end))

        kept, last = [0], len(path) - 1
        while kept[-1] < last:
            here, stride = kept[-1], 1
            while here + 2 * stride <= last and is_as_good(here, here + 2 * stride):
                stride *= 2
            there = here + stride
            while stride >= 1:
                if there + stride <= last and is_as_good(here, there + stride):
                    there += stride
                stride //= 2
            kept.append(there)
        return kept


def _pairs(north: int, east: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return slices of all cells with a neighbour in a direction, and of those neighbours."""
    here = (slice(None, -north or None), slice(-east if east < 0 else None, -east if east > 0 else None))
    there = (slice(north, None), slice(east if east > 0 else None, east if east < 0 else None))
    return here, there


def _distance_to_segment(x: Any, y: Any, east: float, north: float) -> Any:
    """Return the distance of points from the line segment from the origin to (east, north) [m]."""
    square = east * east + north * north
    share = np.clip((x * east + y * north) / square, 0.0, 1.0) if square > 0.0 else 0.0
    return np.hypot(x - share * east, y - share * north)
