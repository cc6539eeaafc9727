"""Fastest paths on a road graph: the search A* over its legs, as compiled functions and for single queries.

The cost of a leg is the time at its speed limit; each junction costs ``JUNCTION`` more. The heuristic is the straight
distance at the greatest speed limit, which never exceeds the time that is left, so that paths are the fastest. Of equal
paths the same one is always found, because equal entries of the heap are ordered by their legs.

Source: Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices
from ...base.errors import WorldError
from ...models.mathematics import minimum, sqrt
from .road_graph import LEFT_X, LEFT_Y, RoadGraph, X, Y

JUNCTION = 2.0  # time that a junction costs [s]
NO_LEG = -1
FAR = 1e18  # cost of a leg that is not reached [s]

Integers = NDArray[np.intp]


class Search(NamedTuple):
    """Memory of a search, and its result."""

    cost: Floats  # (legs,): time to the end of each leg [s]
    before: Indices  # (legs,): leg from which it is reached
    heap: Indices  # legs in the binary heap
    key: Floats  # of each entry: estimate of the whole time [s]
    path: Indices  # (legs,): the legs from start to goal
    found: Indices  # (1,): number of legs of the path; 0 if there is none
    time: Floats  # (1,): of the path, without its first leg [s]


class Nearest(NamedTuple):
    """Place on a road network."""

    leg: int  # whose side of the road the position is on
    along: float  # distance from the leg's start [m]
    distance: float  # from the centre line [m]


class RoadPath(NamedTuple):
    """Fastest path on a road network."""

    legs: NDArray[np.int32]
    length: float  # [m]
    time: float  # at the speed limits, with ``JUNCTION`` for each junction [s]
    start: float  # distance along the first leg at which it begins [m]
    end: float  # distance along the last leg at which it ends [m]


def search_memory(graph: RoadGraph) -> Search:
    """Return memory for searches on a graph."""
    legs, entries = len(graph.length), len(graph.follow) + 2
    index = np.zeros((3, legs), np.int32)
    return Search(
        np.zeros(legs), index[0], np.zeros(entries, np.int32), np.zeros(entries), index[1], np.zeros(1, np.int32),
        np.zeros(1),
    )  # fmt: skip


def find_path(graph: RoadGraph, search: Search, start: int, goal: int, fastest: float) -> None:
    """Find the fastest path from the end of a leg to the end of another; for compiled functions.

    A path to the leg itself leads round to it again only if a vehicle is behind its place on it; see the callers.

    Args:
        fastest: greatest speed limit of the graph [m/s].
    """
    for leg in range(graph.length.size):
        search.cost[leg] = FAR
    search.found[0], search.time[0] = 0, 0.0
    search.cost[start], search.before[start] = 0.0, NO_LEG
    size = _pushed(search, 0, start, _estimate(graph, start, goal, fastest))
    while size > 0:
        leg: int = search.heap[0]
        key = search.key[0]
        size = _popped(search, size)
        if leg == goal:
            break
        if key > search.cost[leg] + _estimate(graph, leg, goal, fastest) + 1e-9:
            continue  # a better entry was there before
        for place in range(graph.follow_first[leg], graph.follow_first[leg + 1]):
            other: int = graph.follow[place]
            cost = search.cost[leg] + graph.length[other] / graph.speed[other] + JUNCTION
            if cost < search.cost[other]:
                search.cost[other], search.before[other] = cost, leg
                size = _pushed(search, size, other, cost + _estimate(graph, other, goal, fastest))
    if search.cost[goal] < FAR:
        _write_path(search, goal)


def _write_path(search: Search, goal: int) -> None:
    """Write the legs of the path, from its start on."""
    count, leg = 0, goal
    while leg >= 0:
        count += 1
        leg = search.before[leg]
    leg = goal
    for place in range(count - 1, -1, -1):
        search.path[place] = leg
        leg = search.before[leg]
    search.found[0], search.time[0] = count, search.cost[goal]


def _estimate(graph: RoadGraph, leg: int, goal: int, fastest: float) -> float:
    """Return the least time from the end of a leg to the end of another [s]."""
    here, there = _end_point(graph, leg), _end_point(graph, goal)
    dx, dy = graph.points[here, X] - graph.points[there, X], graph.points[here, Y] - graph.points[there, Y]
    return sqrt(dx * dx + dy * dy) / fastest


def _end_point(graph: RoadGraph, leg: int) -> int:
    section = leg // 2
    return graph.point_first[section + 1] - 1 if leg % 2 == 0 else graph.point_first[section]


def _is_before(key: float, leg: int, other_key: float, other: int) -> bool:
    return key < other_key or (key == other_key and leg < other)


def _pushed(search: Search, size: int, leg: int, key: float) -> int:
    """Return the size of the heap with an entry more."""
    place = size
    while place > 0:
        above = (place - 1) // 2
        if not _is_before(key, leg, search.key[above], search.heap[above]):
            break
        search.heap[place], search.key[place] = search.heap[above], search.key[above]
        place = above
    search.heap[place], search.key[place] = leg, key
    return size + 1


def _popped(search: Search, size: int) -> int:
    """Return the size of the heap without its first entry."""
    size -= 1
    leg: int = search.heap[size]
    key = search.key[size]
    place = 0
    while 2 * place + 1 < size:
        below = 2 * place + 1
        right = below + 1
        if right < size and _is_before(search.key[right], search.heap[right], search.key[below], search.heap[below]):
            below = right
        if not _is_before(search.key[below], search.heap[below], key, leg):
            break
        search.heap[place], search.key[place] = search.heap[below], search.key[below]
        place = below
    search.heap[place], search.key[place] = leg, key
    return size


# ---- single queries


def nearest_place(graph: RoadGraph, x: float, y: float, yaw: float | None = None, z: float | None = None) -> Nearest:
    """Return the place on the network that is nearest to a position.

    Args:
        x, y: position [m].
        yaw: yaw of a vehicle there, for the choice of the direction that differs less; by default the direction on
            whose side of the road the position is [rad].
        z: height, which counts as much as the distance in the plane where roads lie over each other [m].
    """
    first = np.setdiff1d(np.arange(len(graph.x) - 1), graph.point_first[1:] - 1)
    start = np.column_stack([graph.x[first], graph.y[first]])
    ahead = np.column_stack([graph.x[first + 1], graph.y[first + 1]]) - start
    square = np.maximum((ahead * ahead).sum(axis=1), 1e-12)
    to = np.array([x, y]) - start
    share = np.clip((to * ahead).sum(axis=1) / square, 0.0, 1.0)
    gap = np.hypot(*(to - share[:, None] * ahead).T)
    if z is not None:
        gap = np.hypot(gap, graph.z[first] + share * (graph.z[first + 1] - graph.z[first]) - z)
    best = int(np.argmin(gap))
    section = int(np.searchsorted(graph.point_first, int(first[best]), side="right")) - 1
    size = float(np.sqrt(square[best]))
    along = float(graph.along[first[best]]) + float(share[best]) * size
    aside = float(ahead[best, 0] * to[best, 1] - ahead[best, 1] * to[best, 0])
    is_backward = aside > 0.0 if not graph.keeps_left else aside < 0.0
    if yaw is not None:
        is_backward = bool(ahead[best, 0] * np.cos(yaw) + ahead[best, 1] * np.sin(yaw) < 0.0)
    leg = 2 * section + int(is_backward)
    if not graph.is_open[leg]:
        leg ^= 1
    return Nearest(leg, float(graph.length[leg]) - along if leg % 2 else along, float(gap[best]))


def position_on(graph: RoadGraph, leg: int, along: float, aside: float = 0.0) -> tuple[float, float, float]:
    """Return x, y [m] and yaw [rad] at a distance along a leg.

    Args:
        along: from the leg's start [m].
        aside: to the right of the centre line, in the direction of the leg [m].
    """
    x, y, yaw = positions_on(graph, np.array([leg]), np.array([along]), np.array([aside]))
    return float(x[0]), float(y[0]), float(yaw[0])


def positions_on(graph: RoadGraph, leg: Integers, along: Floats, aside: Floats) -> tuple[Floats, Floats, Floats]:
    """Return x, y [m] and yaw [rad] at distances along legs, see ``position_on``."""
    is_backward = leg % 2 == 1
    place = np.where(is_backward, graph.length[leg] - along, along)
    low = _points_before(graph, leg // 2, place)
    high = low + 1
    share = (place - graph.along[low]) / (graph.along[high] - graph.along[low])
    dx, dy = graph.x[high] - graph.x[low], graph.y[high] - graph.y[low]
    way = np.where(is_backward, -1.0, 1.0)
    left = -aside * way
    left_x, left_y = (
        (1.0 - share) * graph.points[low, column] + share * graph.points[high, column] for column in (LEFT_X, LEFT_Y)
    )
    x, y = graph.x[low] + share * dx + left * left_x, graph.y[low] + share * dy + left * left_y
    return x, y, np.arctan2(way * dy, way * dx)


def heights_on(graph: RoadGraph, leg: Integers, along: Floats) -> Floats:
    """Return the heights [m] at distances along legs [m]."""
    place = np.where(leg % 2 == 1, graph.length[leg] - along, along)
    low = _points_before(graph, leg // 2, place)
    share = (place - graph.along[low]) / (graph.along[low + 1] - graph.along[low])
    return np.asarray(graph.z[low] + share * (graph.z[low + 1] - graph.z[low]), np.float64)


def _points_before(graph: RoadGraph, section: Integers, place: Floats) -> Integers:
    """Return the last point of each section at or before a distance along it [m], but not its last point."""
    low = graph.point_first[section].astype(np.intp)
    high = graph.point_first[section + 1].astype(np.intp) - 1
    while (high - low > 1).any():  # bisection of all at once
        middle = (low + high) // 2
        is_after = graph.along[middle] > place
        low, high = np.where(is_after, low, middle), np.where(is_after, middle, high)
    return low


def fastest_path(graph: RoadGraph, start: tuple[float, float], goal: tuple[float, float]) -> RoadPath:
    """Return the fastest path from the section next to a position [m] to that next to another.

    Raises:
        WorldError: no path leads there.
    """
    begin, end = nearest_place(graph, *start), nearest_place(graph, *goal)
    best: RoadPath | None = None
    search, fastest = search_memory(graph), float(graph.speed.max())
    for leg, along in _both_ways(graph, begin):
        for goal_leg, goal_along in _both_ways(graph, end):
            path = _path(graph, search, (leg, along), (goal_leg, goal_along), fastest)
            if path is not None and (best is None or path.time < best.time):
                best = path
    if best is None:
        raise WorldError(f"no road leads from ({start[0]:g}, {start[1]:g}) m to ({goal[0]:g}, {goal[1]:g}) m")
    return best


def _both_ways(graph: RoadGraph, place: Nearest) -> list[tuple[int, float]]:
    ways = [(place.leg, place.along), (place.leg ^ 1, float(graph.length[place.leg]) - place.along)]
    return [(leg, along) for leg, along in ways if graph.is_open[leg]]


def _path(
    graph: RoadGraph, search: Search, start: tuple[int, float], goal: tuple[int, float], fastest: float
) -> RoadPath | None:
    """Return the path from a place on a leg to a place on another; None if there is none."""
    (leg, along), (goal_leg, goal_along) = start, goal
    if leg == goal_leg and goal_along >= along:
        length = goal_along - along
        return RoadPath(np.array([leg], np.int32), length, length / float(graph.speed[leg]), along, goal_along)
    legs, time = path_between(graph, search, leg, goal_leg, fastest)
    if not len(legs):
        return None
    rest, over = float(graph.length[leg]) - along, float(graph.length[goal_leg]) - goal_along
    length = rest + float(graph.length[legs[1:]].sum()) - over
    time += rest / float(graph.speed[leg]) - over / float(graph.speed[goal_leg])
    return RoadPath(legs, length, time, along, goal_along)


def path_between(
    graph: RoadGraph, search: Search, leg: int, goal: int, fastest: float
) -> tuple[NDArray[np.int32], float]:
    """Return the legs of the fastest path from a leg to the end of another, and its time after the first leg [s].

    From a leg to itself it leads round. There are no legs if there is no path.
    """
    if leg != goal:
        find_path(graph, search, leg, goal, fastest)
        return search.path[: search.found[0]].copy(), float(search.time[0])
    best, time = np.zeros(0, np.int32), float("inf")
    for other in graph.follow[graph.follow_first[leg] : graph.follow_first[leg + 1]].tolist():
        find_path(graph, search, other, goal, fastest)
        more = JUNCTION + float(graph.length[other] / graph.speed[other])
        if search.found[0] and search.time[0] + more < time:
            best = np.concatenate([[leg], search.path[: search.found[0]]]).astype(np.int32)
            time = float(search.time[0]) + more
    return best, minimum(time, FAR)


def points_of(graph: RoadGraph, path: RoadPath) -> NDArray[np.float64]:
    """Return the points of a path's centre line, a row each: x, y [m], and the limit on the way there [m/s]."""
    parts: list[NDArray[np.float64]] = []
    for number, leg in enumerate(path.legs.tolist()):
        rows = slice(int(graph.point_first[leg // 2]), int(graph.point_first[leg // 2 + 1]))
        line = np.column_stack([graph.x[rows], graph.y[rows]])
        along = graph.along[rows] if leg % 2 == 0 else graph.length[leg] - graph.along[rows]
        low = path.start if number == 0 else 0.0
        high = path.end if number == len(path.legs) - 1 else float(graph.length[leg])
        order = np.argsort(along)
        inner = line[order[(along[order] > low) & (along[order] < high)]]
        ends = [position_on(graph, leg, place)[:2] for place in (low, high)]
        points = np.vstack([ends[0], inner, ends[1]])[min(number, 1) :]
        parts.append(np.column_stack([points, np.full(len(points), graph.speed[leg])]))
    return np.concatenate(parts)
