"""Vehicles and bookmarks of a world that is made of a map: a convoy on a long road, traffic, and named places."""

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..ground.roads.bends import turns_of
from ..ground.roads.graph import graph_of, loops_of
from ..ground.roads.lines import joined, pieces_of
from ..ground.roads.network import RoadNetwork, RoadSection
from ..ground.terrain.bookmarks import SLOTS
from ..ground.terrain.heightfield import Terrain
from .place_map import Floats, MapPlace, MapStart

Way = tuple[Floats, float, float]  # points of a road in the direction of the drive, width [m], time [s]

LONGEST_DRIVE = 30_000.0  # of the convoy [m]
APART = 8.0  # of its waypoints, at most [m]
ARRIVAL_RADIUS = 3.5  # at which a waypoint counts as reached; larger ones cut bends [m]
CONVOY_SPEED = 12.0  # limit of its speed [m/s]
SIDE_FORCE = 1.5  # lateral acceleration in the bends of its route [m/s^2]
SLOWEST = 2.5  # speed in the tightest bends [m/s]
CONVOY, CONVOY_GAP = 4, 80.0  # its vehicles, and the distance between them at the start [m]
# turn [rad] and length [m] of hairpins that the convoy avoids, and the detour that it makes for that [s]
TIGHT_TURN, TIGHT_LENGTH, DETOUR = 1.9, 20.0, 900.0
LEVEL, TILTED = 0.1, 30.0  # side slope above which the convoy takes a longer way, and how much longer [1]
FIRST_WAYPOINT = 8.0  # distance of it from the start of a vehicle [m]
MOST_CARS, CARS_PER_KILOMETRE = 200, 1.0  # of the traffic
LEAST_TRAFFIC = 1.0  # length of roads below which there are no cars [km]
SCOUTS = {"M998": 3.5, "F1TENTH": 0.5}  # vehicles for ground without roads, and the room that each needs [m]
LONGEST_TITLE = 24  # of a bookmark
MOST_CUT = 1.0  # by which its line cuts a corner of the map's line [m]
NEAR_MIDDLE = 1.5  # by which the convoy keeps closer to the middle than a lane's centre, to take hairpins [m]
NARROWEST = 5.0  # road of the convoy, if there are wide ones [m]


def convoy_route(sections: Sequence[RoadSection], terrain: Terrain, *, drives_on_left: bool = False) -> Floats | None:
    """Return a long drive along roads, (points, 2) on its side of the road [m]; None without roads.

    It leads from the node that is farthest from the middle of the network to the one that is farthest from there, on
    the fastest way, of which roads with a side slope are no part as far as possible; it ends after ``LONGEST_DRIVE``.

    Raises:
        MissingExtraError: SciPy is not installed.
    """
    usable = [section for section in sections if section.width >= NARROWEST] or list(sections)
    if not usable:
        return None
    nodes = sorted({node for section in usable for node in (section.start, section.end)})
    number = {node: index for index, node in enumerate(nodes)}
    ways = _ways(usable, number, terrain)
    middle = np.mean([section.points[0, :2] for section in usable], axis=0)
    order = sorted(usable, key=lambda section: float(np.hypot(*(section.points[0, :2] - middle))))
    times = require("scipy.sparse.csgraph", extra="app", purpose="finding a drive").dijkstra
    graph = _graph(ways, len(nodes))
    best: tuple[float, list[int]] = (0.0, [])
    for section in order[: min(8, len(order))]:  # some of them may lie on a piece without connection
        begin = number[section.start]
        for _ in range(2):
            cost, before = times(graph, indices=begin, return_predecessors=True)
            end = int(np.argmax(np.where(np.isfinite(cost), cost, -1.0)))
            if float(cost[end]) > best[0]:
                path = [end]
                while before[path[-1]] >= 0:
                    path.append(int(before[path[-1]]))
                best = float(cost[end]), path[::-1]
            begin = end
        if best[0] > 600.0:
            break
    if len(best[1]) < 2:
        return None
    return _beside(_without_tight_turns([ways[pair] for pair in itertools.pairwise(best[1])]), drives_on_left)


def waypoints_of(line: Floats) -> list[list[float]]:
    """Return waypoints of a line with the speed of the leg that leads to each: x, y [m], speed [m/s]."""
    steps = np.diff(line, axis=0)
    length = np.hypot(*steps.T)
    turn = np.abs(np.diff(np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))))
    curvature = np.zeros(len(line))
    curvature[1:-1] = turn / np.maximum(0.5 * (length[:-1] + length[1:]), 1.0)
    speed = np.sqrt(SIDE_FORCE / np.maximum(curvature, SIDE_FORCE / CONVOY_SPEED**2))
    slowest = np.minimum(np.minimum(speed, np.roll(speed, 1)), np.roll(speed, -1))
    kept = np.clip(slowest, SLOWEST, CONVOY_SPEED)
    return [[round(float(x), 2), round(float(y), 2), round(float(v), 1)] for (x, y), v in zip(line, kept, strict=True)]


def fleets_of(
    sections: Sequence[RoadSection],
    terrain: Terrain,
    *,
    drives_on_left: bool = False,
    start: MapStart | None = None,
) -> list[dict[str, Any]]:
    """Return the fleets of a scenario: a convoy on its drive and cars in traffic; a parked vehicle without roads.

    Args:
        start: place of that vehicle, which is one that has room there; anywhere by default.
    """
    route = convoy_route(sections, terrain, drives_on_left=drives_on_left)
    if route is None:
        model = next((name for name, room in SCOUTS.items() if start and start.room >= room), None)
        place = {"start": {"positions": [[round(start.x, 2), round(start.y, 2), 90.0]]}} if start and model else {}
        return [{"name": "scout", "model": model or next(iter(SCOUTS)), "driver": "parked", **place}]
    along = _distance(route)
    count = int(np.clip((along[-1] - 30.0) // CONVOY_GAP, 1, CONVOY))
    found: list[dict[str, Any]] = []
    for index in range(count):
        begin = 5.0 + CONVOY_GAP * (count - 1 - index)
        ahead = route[along > begin + FIRST_WAYPOINT]
        found.append(
            {
                "name": f"convoy {index + 1}",
                "model": "M998",
                "avoidance": "none",  # keeps to the line of its route, at the speeds of the others
                "start": {"positions": [_pose(route, along, begin)]},
                "route": {"waypoints": waypoints_of(ahead if len(ahead) > 1 else route[-2:]),
                          "arrival_radius": ARRIVAL_RADIUS},
            }
        )  # fmt: skip
    cars = int(min(MOST_CARS, _length_of_traffic(sections) * CARS_PER_KILOMETRE))
    if cars:
        found.append({"name": "cars", "model": "car", "count": cars, "traffic": True})
    return found


def _length_of_traffic(sections: Sequence[RoadSection]) -> float:
    """Return the length of roads on which traffic can drive without an end [km]; a short one has no parking places."""
    graph = graph_of(RoadNetwork(sections=list(sections)))
    legs = np.flatnonzero(loops_of(graph) == 0)
    length = 0.5 * float(np.asarray(graph.length)[legs].sum()) / 1000.0
    return length if len(legs) > 1 and length > LEAST_TRAFFIC else 0.0


def bookmarks_of(places: Sequence[MapPlace], fleets: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return bookmarks of named places, and of the convoy's start."""
    found: list[dict[str, Any]] = []
    for fleet in fleets[:1]:
        if "start" in fleet:
            x, y, heading = fleet["start"]["positions"][0]
            found.append({"title": "Convoy", "x": x, "y": y, "heading_deg": heading})
    for each in places[: SLOTS - len(found)]:
        title = " ".join(each.name.split())[:LONGEST_TITLE].strip()
        if title:
            found.append({"title": title, "x": round(each.x, 1), "y": round(each.y, 1)})
    return found


def _leans(sections: Sequence[RoadSection], terrain: Terrain) -> Floats:
    """Return the largest side slope of each section [1]."""
    points, counts = joined([section.points[:, :2] for section in sections])
    begin, _ = pieces_of(counts)
    steps = points[begin + 1] - points[begin]
    middle = points[begin] + 0.5 * steps
    _, east, north = terrain.sample(middle[:, 0], middle[:, 1])  # of all roads at once
    length = np.maximum(np.hypot(*steps.T), 1e-9)
    lean = np.abs((north * steps[:, 0] - east * steps[:, 1]) / length)
    return np.maximum.reduceat(lean, np.cumsum(counts - 1) - (counts - 1))


def _without_tight_turns(ways: list[Way]) -> list[Way]:
    """Return the longest part of a drive that turns sharply from one road into another at no junction."""
    parts: list[list[Way]] = [ways[:1]]
    for before, after in itertools.pairwise(ways):
        joined = np.vstack([before[0], after[0][1:]])
        end = float(_distance(before[0])[-1])
        along = _distance(joined)
        near = np.clip(end + TIGHT_LENGTH * np.array([-0.5, 0.0, 0.5]), 0.0, along[-1])
        steps = np.diff(np.column_stack([np.interp(near, along, joined[:, axis]) for axis in (0, 1)]), axis=0)
        turn = np.diff(np.unwrap(np.arctan2(steps[:, 1], steps[:, 0])))
        if abs(float(turn[0])) > TIGHT_TURN:
            parts.append([])
        parts[-1].append(after)
    return max(parts, key=lambda part: sum(float(_distance(way[0])[-1]) for way in part))


def _is_tight(line: Floats) -> bool:
    """Return whether a line turns by more than ``TIGHT_TURN`` within ``TIGHT_LENGTH``: a hairpin without a bend."""
    if np.abs(turns_of(line)).sum() <= TIGHT_TURN:  # most roads; chords of a line turn by no more than the line
        return False
    along = _distance(line)
    if along[-1] < TIGHT_LENGTH:
        return False
    at = np.arange(0.0, along[-1], 0.25 * TIGHT_LENGTH)
    steps = np.diff(np.column_stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)]), axis=0)
    yaw = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    return len(yaw) > 4 and bool((np.abs(yaw[4:] - yaw[:-4]) > TIGHT_TURN).any())


def _ways(sections: Sequence[RoadSection], number: dict[int, int], terrain: Terrain) -> dict[tuple[int, int], Way]:
    """Return the fastest section between two nodes: its points in that direction, its width, and the time [s]."""
    found: dict[tuple[int, int], Way] = {}
    for section, lean in zip(sections, _leans(sections, terrain).tolist(), strict=True):
        time = section.length / max(section.speed_limit, 1.0)
        time *= 1.0 + TILTED * max(lean - LEVEL, 0.0)
        time += DETOUR * _is_tight(section.points[:, :2])
        start, end, line = number[section.start], number[section.end], section.points[:, :2]
        aside = section.width if section.lanes_backward and section.lanes_forward else 0.0
        for is_open, pair, points in (
            (section.lanes_forward, (start, end), line), (section.lanes_backward, (end, start), line[::-1])
        ):  # fmt: skip
            if is_open and start != end and (pair not in found or time < found[pair][2]):
                found[pair] = points, aside, time
    return found


def _graph(ways: dict[tuple[int, int], Way], count: int) -> Any:
    sparse = require("scipy.sparse", extra="app", purpose="finding a drive")
    pairs = np.array(list(ways), np.intp).reshape(-1, 2)
    times = np.array([way[2] for way in ways.values()])
    return sparse.csr_matrix((np.maximum(times, 1e-3), (pairs[:, 0], pairs[:, 1])), (count, count))


def _beside(ways: Sequence[Way], drives_on_left: bool) -> Floats:
    """Return the line of a drive, a quarter of the carriageway beside the middle, with corners rounded."""
    line = np.concatenate([np.asarray(way[0] if index == 0 else way[0][1:]) for index, way in enumerate(ways)])
    width = np.concatenate(
        [np.full(len(way[0]) - (index > 0), way[1]) for index, way in enumerate(ways)]
    )  # of the carriageway, 0 on one-way roads
    line, aside = _rounded(line, width)
    steps: Floats = np.column_stack([np.gradient(line[:, 0]), np.gradient(line[:, 1])])
    right = np.column_stack([steps[:, 1], -steps[:, 0]]) / np.maximum(np.hypot(*steps.T), 1e-9)[:, None]
    shift = np.clip(0.25 * aside - NEAR_MIDDLE, 0.0, 2.0) * (-1.0 if drives_on_left else 1.0)
    return line + shift[:, None] * right


def _rounded(line: Floats, width: Floats) -> tuple[Floats, Floats]:
    """Return a line with points at most ``APART`` apart, means over neighbouring ones, and the width at each."""
    along = _distance(line)
    keep = np.concatenate([[True], np.diff(along) > 0.01])
    along, line, width = along[keep], line[keep], width[keep]
    end = min(float(along[-1]), LONGEST_DRIVE)
    points = np.linspace(0.0, end, max(2, math.ceil(end / APART) + 1))
    fine = np.column_stack([np.interp(points, along, line[:, axis]) for axis in (0, 1)])
    mean = fine.copy()
    for _ in range(2):
        mean[1:-1] = 0.25 * mean[:-2] + 0.5 * mean[1:-1] + 0.25 * mean[2:]
    away = mean - fine
    length = np.maximum(np.hypot(*away.T), 1e-9)[:, None]
    return fine + away * np.minimum(1.0, MOST_CUT / length), np.interp(points, along, width)


def _distance(line: Floats) -> NDArray[np.float64]:
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def _pose(line: Floats, along: Floats, at: float) -> list[float]:
    """Return x, y [m] and the heading [deg] clockwise from north at a distance along a line."""
    x, y = (float(np.interp(at, along, line[:, axis])) for axis in (0, 1))
    ahead_x, ahead_y = (float(np.interp(at + 3.0, along, line[:, axis])) for axis in (0, 1))
    heading = math.degrees(math.atan2(ahead_x - x, ahead_y - y)) % 360.0
    return [round(x, 2), round(y, 2), round(heading, 1)]
