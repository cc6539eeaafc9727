"""Checks of the positions in a scenario: all that are off the terrain, each in a sentence with its line."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...base.errors import ScenarioError
from ...base.wording import KeyPath, counted, shown_path
from ...ground.terrain.area import area_of
from ...ground.terrain.heightfield import Terrain
from ..scenario_keys import Problem
from .document import parse
from .format import FleetPart, ScenarioPart
from .problems import refusal
from .start import in_formation, in_grid

Rectangle = tuple[float, float, float, float]  # x_west, y_south, x_east, y_north [m]


def check_positions(scenario: ScenarioPart, terrain: Terrain, *, where: str, text: str) -> None:
    """Refuse a scenario with positions off its terrain; files of positions are checked when they are read.

    Args:
        text: text of the file, for the lines of the values; empty if it is not known.

    Raises:
        ScenarioError: with a line for each position.
    """
    problems = list(position_problems(scenario, area_of(terrain)))
    if problems:
        raise ScenarioError(refusal(parse(text, where)._replace(has_lines=bool(text)), problems))


def position_problems(scenario: ScenarioPart, whole: Rectangle) -> Iterator[Problem]:
    """Yield each position, and each area, that is off the terrain.

    Args:
        scenario: the checked content of the file.
        whole: rectangle of the terrain.
    """
    for path, area in (
        (("area",), scenario.area),
        (("objects", "area"), scenario.objects.area),
        (("roads", "area"), scenario.roads.area if scenario.roads.count else None),
    ):
        yield from _area_problems(path, area, whole)
    for number, line in enumerate(scenario.roads.lines):
        path = ("roads", "lines", number, "points")
        yield from _point_problems(path, line.points, whole, "leads to")
    for number, bookmark in enumerate(scenario.bookmarks):
        path = ("bookmarks", number)
        if not _is_inside(bookmark.x, bookmark.y, whole):
            yield Problem(path, _sentence(f"{shown_path(path)} is at", bookmark.x, bookmark.y, whole))
    for index, fleet in enumerate(scenario.vehicles):
        yield from _start_problems(("vehicles", index, "start"), fleet, whole)
        if fleet.route is not None:
            path = ("vehicles", index, "route", "waypoints")
            yield from _point_problems(path, fleet.route.waypoints, whole, "leads to")


def _start_problems(path: KeyPath, fleet: FleetPart, whole: Rectangle) -> Iterator[Problem]:
    """Yield the start positions of a fleet off the terrain: each listed one, the first of an arrangement."""
    start = fleet.start
    yield from _area_problems((*path, "area"), start.area, whole)
    for number, (x, y, _) in enumerate(start.positions or ()):
        if not _is_inside(x, y, whole):
            sentence = _sentence(f"{shown_path(path)} puts vehicle {number} at", x, y, whole)
            yield Problem((*path, "positions", number), sentence)
    if start.grid is not None:
        key, (x, y, _) = "grid", in_grid(start.grid, fleet.count)
    elif start.formation is not None:
        key, (x, y, _) = "formation", in_formation(start.formation, fleet.count)
    else:
        return
    west, south, east, north = whole
    outside = np.flatnonzero((x < west) | (x > east) | (y < south) | (y > north))
    if outside.size:
        first = int(outside[0])
        begin = f"{shown_path(path)} puts vehicle {first} at"
        more = counted(outside.size - 1, "other vehicle")
        others = f"; {more} of the fleet, too" if outside.size > 1 else ""
        yield Problem((*path, key), _sentence(begin, float(x[first]), float(y[first]), whole) + others)


def _point_problems(path: KeyPath, points: Sequence[Sequence[float]], whole: Rectangle, verb: str) -> Iterator[Problem]:
    """Yield each point of a line, at the path of the list of points, that is off the terrain."""
    owner = shown_path(path[:-1])
    for number, (x, y, *_) in enumerate(points):
        if not _is_inside(x, y, whole):
            yield Problem((*path, number), _sentence(f"{owner} {verb}", x, y, whole))


def _area_problems(path: KeyPath, area: Rectangle | None, whole: Rectangle) -> Iterator[Problem]:
    if area is None or (_is_inside(area[0], area[1], whole) and _is_inside(area[2], area[3], whole)):
        return
    west, south, east, north = area
    yield Problem(
        path,
        f"{shown_path(path)} is x {west:g} to {east:g}, y {south:g} to {north:g} m; it must be within the terrain, "
        f"{_shown(whole)}",
    )


def _is_inside(x: float, y: float, whole: Rectangle) -> bool:
    west, south, east, north = whole
    return west <= x <= east and south <= y <= north


def _sentence(begin: str, x: float, y: float, whole: Rectangle) -> str:
    return f"{begin} ({x:g}, {y:g}) m; it must be on the terrain, {_shown(whole)}"


def _shown(whole: Rectangle) -> str:
    west, south, east, north = whole
    return f"x {west:g} to {east:g}, y {south:g} to {north:g} m"
