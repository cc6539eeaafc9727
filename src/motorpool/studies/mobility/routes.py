"""Routes: fastest path between two positions on a mobility map, whose speeds depend on the direction.

    route = find_route(mobility, start=(-5000.0, 2000.0), goal=(3000.0, -1000.0))
    print(route)

The cells form a graph with edges to their eight neighbours. The time of an edge is that of its two halves, each at the
speed of its cell in the direction of the edge, so a slope can be passable downhill and not uphill. An edge is missing
if one of its cells is no-go in that direction, or if it passes diagonally between two no-go cells. SciPy searches by
Dijkstra's algorithm from the start. The path through the middles of cells is then shortened: a straight leg replaces
several legs if it takes no longer.

The path is exact for the graph; on uniform ground it is the straight line. In general, a path with other directions
than the eight of the graph can be slightly faster.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, require
from ...ground.terrain.area import Area
from .driver_maps import DriverGround, driver_map
from .driving_time import Drive, drive_along
from .maps import REASONS, MobilityMap
from .travel import Travel, bracketing_headings, slowness, travel_along

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # rows north, columns east, from east
RESERVES = (0.8, 0.9, 1.0)  # greatest shares of the vehicle's abilities, tried in this order until a route exists [1]
WORTH = 1.0 + 1e-9  # greatest time of a straight leg, over that of the legs it replaces [1]

Floats = NDArray[np.float64]
Place = tuple[float, float]


class Route(NamedTuple):
    """A path over a mobility map."""

    vehicle: str  # its name
    season: str
    waypoints: Floats  # (points, 2) with start and goal, x and y [m]
    travel: Travel  # length, time, and limits of the speed
    drive: Drive | None = None  # with bends, braking and acceleration; None if the ground is not known

    @property
    def straight_length(self) -> float:
        """Distance from start to goal [m]."""
        return math.dist(self.waypoints[0], self.waypoints[-1])

    @property
    def time(self) -> float:
        """Time of the drive if the ground is known, otherwise that of the map, without bends [s]."""
        return self.travel.time if self.drive is None else self.drive.time

    def length_share_by_reason(self) -> dict[str, float]:
        """Return the share of the path by limit of the speed, the largest first [1]."""
        shares = self.travel.length_by_reason / max(self.travel.length, 1e-9)
        order = np.argsort(-shares, kind="stable")
        return {REASONS[index]: float(shares[index]) for index in order if shares[index] > 0.0}

    def rows(self) -> list[tuple[str, str]]:
        """Return the figures as a table: name and value, both as text."""
        return [
            ("length", f"{self.travel.length:.0f} m"),
            ("straight line", f"{self.straight_length:.0f} m"),
            ("time", _duration(self.time)),
            *(() if self.drive is None else (("without bends and acceleration", _duration(self.travel.time)),)),
            ("mean speed", f"{3.6 * self.travel.length / max(self.time, 1e-9):.1f} km/h"),
            ("waypoints", str(len(self.waypoints))),
            *((f"limited by {name}", f"{share:.1%}") for name, share in self.length_share_by_reason().items()),
        ]

    def __str__(self) -> str:
        rows = [f"{name:<26}{value}" for name, value in self.rows()]
        return "\n".join([f"{self.vehicle}, {self.season} season", *rows])


def find_route(mobility: MobilityMap, *, start: Place, goal: Place) -> Route:
    """Return the fastest path from ``start`` to ``goal``, both x and y [m].

    Raises:
        WorldError: there is no path, or a position is off the map or no-go.
        MissingExtraError: SciPy is not installed.
    """
    first, last = (_cell_at(mobility, place) for place in (start, goal))
    if first == last:
        return _route(mobility, _fastest(mobility, [np.array([start, goal], np.float64)], start, goal))
    times, before = _search(mobility, first)
    if not math.isfinite(times[last]):
        raise WorldError(_no_way(mobility, times, start, goal))
    nodes = [last]
    while nodes[-1] != first:
        nodes.append(int(before[nodes[-1]]))
    middles = _middles(mobility, np.array(nodes[::-1]))
    ends = np.array([start, goal], np.float64)
    ways = [
        np.vstack([ends[:1], middles[1:-1], ends[1:]]),
        np.vstack([ends[:1], middles, ends[1:]]),
        middles,  # if a position can only be reached from the middle of its cell in a no-go direction
    ]
    return _route(mobility, _pulled_tight(mobility, _fastest(mobility, ways, start, goal)))


def find_driven_route(mobility: MobilityMap, driver: DriverGround, *, start: Place, goal: Place) -> Route:
    """Return the fastest path that a driver can follow, with the speeds and the time of the drive.

    The driver keeps the largest reserve with which the goal can be reached, see ``RESERVES``.

    Args:
        driver: see ``driver_ground``.
        start, goal: x and y [m].

    Raises:
        WorldError: as ``find_route``.
        MissingExtraError: SciPy is not installed.
    """
    for reserve in RESERVES:
        known = driver_map(mobility, driver, reserve=reserve)
        try:
            route = find_route(known, start=start, goal=goal)
        except WorldError:
            continue
        return route._replace(drive=drive_along(route.waypoints, known, driver))
    route = find_route(mobility, start=start, goal=goal)
    return route._replace(drive=drive_along(route.waypoints, mobility, driver))


def _route(mobility: MobilityMap, points: Floats) -> Route:
    return Route(mobility.vehicle, mobility.season, points, travel_along(mobility, points))


def _fastest(mobility: MobilityMap, ways: list[Floats], start: Place, goal: Place) -> Floats:
    """Return the fastest of the first two paths, or the third if neither can be driven."""
    times = [travel_along(mobility, way).time for way in ways]
    best = int(np.argmin(times[:2]))
    if math.isfinite(times[best]):
        return ways[best]
    if math.isfinite(times[-1]):
        return ways[-1]
    raise WorldError(
        f"({start[0]:g}, {start[1]:g}) and ({goal[0]:g}, {goal[1]:g}) m lie in one cell, and {mobility.vehicle} cannot "
        f"drive in that direction there; choose places more than {mobility.spacing:g} m apart"
    )


def _cell_at(mobility: MobilityMap, place: Place) -> int:
    """Return the node of the cell at a position.

    Raises:
        WorldError: the position is off the map, or no-go in every direction.
    """
    x, y = place
    east = mobility.x_west + mobility.columns * mobility.spacing
    north = mobility.y_south + mobility.rows * mobility.spacing
    check_on_map(place, (mobility.x_west, mobility.y_south, east, north))
    row, column = (int(index) for index in mobility.cell_of(x, y))
    if not (mobility.speed[:, row, column] > 0.0).any():
        reason = REASONS[int(mobility.reason[0, row, column])]
        raise WorldError(f"({x:g}, {y:g}) m is no-go for {mobility.vehicle} ({reason}){_nearest_go(mobility, x, y)}")
    return row * mobility.columns + column


def check_on_map(place: Place, area: Area) -> None:
    """Check that a position x, y [m] is on a map.

    Raises:
        WorldError: the position is off the map.
    """
    (x, y), (west, south, east, north) = place, area
    if not (west <= x <= east and south <= y <= north):
        raise WorldError(
            f"the start or goal of a route is ({x:g}, {y:g}) m; it must be on the map, x {west:g} to {east:g}, "
            f"y {south:g} to {north:g} m"
        )


def _nearest_go(mobility: MobilityMap, x: float, y: float) -> str:
    """Return advice: the middle of the nearest cell that is go in any direction."""
    nodes = np.flatnonzero(mobility.is_go.any(axis=0))
    if not nodes.size:
        return ", as is all of the map"
    middles = _middles(mobility, nodes)
    nearest = middles[np.argmin(np.hypot(middles[:, 0] - x, middles[:, 1] - y))]
    return f"; the nearest position where it can drive is ({nearest[0]:g}, {nearest[1]:g}) m"


def _middles(mobility: MobilityMap, nodes: NDArray[Any]) -> Floats:
    rows, columns = np.divmod(nodes, mobility.columns)
    x = mobility.x_west + (columns + 0.5) * mobility.spacing
    y = mobility.y_south + (rows + 0.5) * mobility.spacing
    return np.column_stack([x, y])


# ---- the graph


def _search(mobility: MobilityMap, first: int) -> tuple[Floats, NDArray[Any]]:
    search = require("scipy.sparse.csgraph", extra="app", purpose="finding routes")
    return search.dijkstra(_graph(mobility), directed=True, indices=first, return_predecessors=True)


def _graph(mobility: MobilityMap) -> Any:
    """Return a sparse matrix of the times from cell to cell [s]."""
    sparse = require("scipy.sparse", extra="app", purpose="finding routes")
    count = mobility.rows * mobility.columns
    numbers = np.arange(count, dtype=np.int32).reshape(mobility.rows, mobility.columns)
    starts: list[NDArray[Any]] = []
    ends: list[NDArray[Any]] = []
    times: list[Floats] = []
    for step in STEPS:
        slow = _slowness_along(mobility, step)
        here, there = _neighbours(slow.shape, step)
        length = mobility.spacing * math.hypot(*step)
        time = 0.5 * length * (slow[here] + slow[there])
        if step[0] and step[1]:
            beside, above = _neighbours(slow.shape, step, corner=True)
            time[np.isinf(slow[beside]) & np.isinf(slow[above])] = np.inf
        is_edge = np.isfinite(time)
        starts.append(numbers[here][is_edge])
        ends.append(numbers[there][is_edge])
        times.append(time[is_edge])
    edges = (np.concatenate(starts), np.concatenate(ends))
    return sparse.csr_matrix((np.concatenate(times), edges), shape=(count, count))


def _slowness_along(mobility: MobilityMap, step: tuple[int, int]) -> Floats:
    """Return the time per metre in every cell in the direction of a step [s/m], infinite for no-go."""
    before, after, share = bracketing_headings(mobility, math.atan2(*step))
    everywhere = (slice(None), slice(None))
    slow = slowness(mobility, int(before), *everywhere)
    if float(share) == 0.0:
        return slow
    return (1.0 - float(share)) * slow + float(share) * slowness(mobility, int(after), *everywhere)


def _neighbours(shape: tuple[int, ...], step: tuple[int, int], *, corner: bool = False) -> tuple[Any, Any]:
    """Return two windows of a raster: the cells with a neighbour at a step, and those neighbours.

    Args:
        step: rows and columns to the neighbour.
        corner: return the two cells on either side of a diagonal step instead.
    """
    low = [slice(max(0, -move), size - max(0, move)) for move, size in zip(step, shape, strict=True)]
    high = [slice(max(0, move), size - max(0, -move)) for move, size in zip(step, shape, strict=True)]
    return ((low[0], high[1]), (high[0], low[1])) if corner else ((low[0], low[1]), (high[0], high[1]))


# ---- straight legs


def _pulled_tight(mobility: MobilityMap, points: Floats) -> Floats:
    """Return the points that remain after straight legs replace several legs that take as long or longer."""
    times = [travel_along(mobility, points[index : index + 2]).time for index in range(len(points) - 1)]
    spent = np.concatenate([[0.0], np.cumsum(times)])

    def is_worth(here: int, there: int) -> bool:
        straight = travel_along(mobility, points[[here, there]]).time
        return straight <= WORTH * float(spent[there] - spent[here])

    kept = [0]
    while kept[-1] < len(points) - 1:
        here, step = kept[-1], 1
        while here + 2 * step < len(points) and is_worth(here, here + 2 * step):
            step *= 2
        near, far = here + step, min(here + 2 * step, len(points))
        while far - near > 1:  # bisect for the farthest point
            middle = (near + far) // 2
            near, far = (middle, far) if is_worth(here, middle) else (near, middle)
        kept.append(near)
    return points[kept]


# ---- unreachable goals


def _no_way(mobility: MobilityMap, times: Floats, start: Place, goal: Place) -> str:
    """Return the message for an unreachable goal: the nearest position that can be reached, and the obstacle there."""
    is_reached = np.isfinite(times)
    nodes = np.flatnonzero(is_reached)
    middles = _middles(mobility, nodes)
    gaps = np.hypot(middles[:, 0] - goal[0], middles[:, 1] - goal[1])
    nearest = int(np.argmin(gaps))
    x, y = middles[nearest]
    area = nodes.size * mobility.spacing**2 / 1e6
    return (
        f"{mobility.vehicle} has no route from ({start[0]:g}, {start[1]:g}) to ({goal[0]:g}, {goal[1]:g}) m in the "
        f"{mobility.season} season; it reaches {area:.3g} km2 from there, and gets no nearer to the goal than "
        f"{gaps[nearest]:.0f} m, at ({x:g}, {y:g}) m, where {_barrier(mobility, int(nodes[nearest]), goal)} stops it"
    )


def _barrier(mobility: MobilityMap, node: int, goal: Place) -> str:
    """Return the reason that stops a vehicle in a cell on the step that points most directly to the goal."""
    row, column = divmod(node, mobility.columns)
    ((x, y),) = _middles(mobility, np.array([node]))
    bearing = math.atan2(goal[1] - y, goal[0] - x)
    for step in sorted(STEPS, key=lambda step: -math.cos(math.atan2(*step) - bearing)):
        there = (row + step[0], column + step[1])
        if not (0 <= there[0] < mobility.rows and 0 <= there[1] < mobility.columns):
            continue
        before, after, share = bracketing_headings(mobility, math.atan2(*step))
        for heading in (int(before), int(after)) if float(share) else (int(before),):
            for cell in ((row, column), there):
                if not mobility.speed[(heading, *cell)] > 0.0:
                    return REASONS[int(mobility.reason[(heading, *cell)])]
    return "the ground around it"


def _duration(seconds: float) -> str:
    """Return a time as text: "1 h 02 min 05 s", "49 s"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min {rest:02d} s"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
