"""Placing of a map on a terrain: one projection and one origin for both, and the map cut at the terrain's edges."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..base.errors import TerrainError
from ..ground.roads.lines import any_of, joined, parted
from ..ground.roads.network import RoadNetwork, RoadSection
from ..ground.terrain.heightfield import Terrain
from ..ground.terrain.projection import Box, outline, transform_between
from ..ground.terrain.raster import WGS84
from .place_map import Floats, MapPlace, MapStart, MapThings, PlaceMap

MARGIN = 150.0  # ground around the outermost roads [m]

Move = Callable[[Floats], Floats]  # of positions (points, 2 or more) [m]


class Edges(NamedTuple):
    """Edges of the world [m]."""

    west: float
    south: float
    east: float
    north: float


def box_of(place: PlaceMap, area: Sequence[float] | None) -> Box:
    """Return the box of a map, in its own eastings and northings [m]: its roads with a margin, or a chosen area.

    Args:
        area: west, south, east, north, in degrees for a map with a position on Earth, else in the map's metres.

    Raises:
        TerrainError: the map has nothing in it, or the area is not a box.
    """
    if area is not None:
        return _box_of_area(place, area)
    found = [section.points[:, :2] for section in place.network.sections]
    found = found or [building.outline for building in place.buildings]
    found = found or [ring for part in place.areas for ring in part.outlines]
    if not found:
        raise TerrainError("the map has no roads, buildings or areas in it; name another file")
    points = np.concatenate(found)
    low, high = points.min(axis=0) - MARGIN, points.max(axis=0) + MARGIN
    east, north = place.origin
    return Box(float(low[0] + east), float(low[1] + north), float(high[0] + east), float(high[1] + north))


def _box_of_area(place: PlaceMap, area: Sequence[float]) -> Box:
    if len(area) != 4 or not all(map(math.isfinite, area)) or not (area[0] < area[2] and area[1] < area[3]):
        raise TerrainError(
            f"the area is {tuple(area)}; it must be west, south, east, north with west < east and south < north"
        )
    chosen = Box(*map(float, area))
    box = chosen if place.crs is None else box_between(WGS84, place.crs, chosen)
    whole = box_of(place, None)
    if box.west >= whole.east or box.east <= whole.west or box.south >= whole.north or box.north <= whole.south:
        known = whole if place.crs is None else box_between(place.crs, WGS84, whole)
        raise TerrainError(
            f"the area ({_sides(chosen)}) has nothing of the map, which covers ({_sides(known)}); "
            "choose west, south, east, north within it"
        )
    return box


def _sides(box: Box) -> str:
    return ", ".join(f"{side:.7g}" for side in box)


def box_between(source: str, target: str, box: Box) -> Box:
    """Return the box of another system that contains a box.

    Raises:
        TerrainError: the box is outside the domain of the other system.
    """
    x, y = transform_between(source, target)(*outline(box))
    found = Box(*(float(value) for value in (np.min(x), np.min(y), np.max(x), np.max(y))))
    if not all(map(math.isfinite, found)):
        raise TerrainError(f"the area ({', '.join(f'{side:g}' for side in box)}) is outside the map {target}")
    return found


def placed(place: PlaceMap, terrain: Terrain) -> PlaceMap:
    """Return a map in the coordinates of a terrain, cut at its edges; parts beyond are counted in ``left_out``.

    Raises:
        TerrainError: there is no transformation between map and terrain.
    """
    move = _move(place, terrain)
    edges = Edges(terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    left_out = Counter(place.left_out)
    lines = _all_moved([section.points for section in place.network.sections], move)
    surfaces = _all_moved([s.surface.reshape(-1, 3) for s in place.network.sections if s.surface is not None], move)
    across = iter(surfaces)
    sections = [
        section.at(points)
        if section.surface is None
        else section.at(points, surface=next(across).reshape(section.surface.shape))
        for section, points in zip(place.network.sections, lines, strict=True)
    ]
    network = RoadNetwork(
        sections=_cut(sections, edges, left_out),
        drives_on_left=place.network.drives_on_left,
        attribution=place.network.attribution or place.attribution,
    )
    outlines = _all_moved([each.outline for each in place.buildings], move)
    courtyards = _nested([each.courtyards for each in place.buildings], move)
    buildings = [
        replace(each, outline=outline, courtyards=rings)
        for each, outline, rings in zip(place.buildings, outlines, courtyards, strict=True)
    ]
    kept = [each for each in buildings if _is_in(each.outline.mean(axis=0), edges)]
    _count(left_out, "building outside the heights or the area", len(buildings) - len(kept))
    inside = _things_inside(place.things, move, edges)
    _count(left_out, "single object outside the heights or the area", len(place.things) - len(inside))
    return replace(
        place,
        network=network,
        buildings=kept,
        areas=[
            replace(each, outlines=rings)
            for each, rings in zip(place.areas, _nested([each.outlines for each in place.areas], move), strict=True)
        ],
        waterways=[(move(line), width) for line, width in place.waterways],
        things=inside,
        places=_places_inside(place.places, move, edges),
        start=_start_inside(place.start, move, edges),
        crs=terrain.crs,
        origin=(terrain.origin_easting, terrain.origin_northing),
        left_out=left_out,
    )


def _move(place: PlaceMap, terrain: Terrain) -> Move:
    transform = None
    if place.crs is not None and terrain.crs is not None and place.crs != terrain.crs:
        transform = transform_between(place.crs, terrain.crs)
    from_east, from_north = place.origin
    to_east, to_north = terrain.origin_easting, terrain.origin_northing

    def move(points: Floats) -> Floats:
        moved = np.array(points, np.float64)
        east, north = moved[:, 0] + from_east, moved[:, 1] + from_north
        if transform is not None:
            east, north = transform(east, north)
        moved[:, 0], moved[:, 1] = east - to_east, north - to_north
        return moved

    return move


def _all_moved(lines: Sequence[Floats], move: Move) -> list[Floats]:
    """Return moved lines or rings, all of them at once."""
    points, counts = joined(lines)
    return parted(move(points), counts) if lines else []


def _nested(groups: Sequence[Sequence[Floats]], move: Move) -> list[list[Floats]]:
    """Return moved groups of rings."""
    moved = iter(_all_moved([ring for group in groups for ring in group], move))
    return [list(itertools.islice(moved, len(group))) for group in groups]


def _things_inside(things: MapThings, move: Move, edges: Edges) -> MapThings:
    """Return things in the coordinates of a terrain, without those outside its edges."""
    moved = move(things.points)
    x, y = moved.T
    return things.at(moved, (x > edges.west) & (x < edges.east) & (y > edges.south) & (y < edges.north))


def _places_inside(places: Sequence[MapPlace], move: Move, edges: Edges) -> list[MapPlace]:
    """Return places in the coordinates of a terrain, without those outside its edges."""
    moved = move(np.array([(each.x, each.y) for each in places], np.float64).reshape(-1, 2)).tolist()
    return [each._replace(x=x, y=y) for each, (x, y) in zip(places, moved, strict=True) if _is_in((x, y), edges)]


def _start_inside(start: MapStart | None, move: Move, edges: Edges) -> MapStart | None:
    """Return a start in the coordinates of a terrain; None outside its edges."""
    if start is None:
        return None
    ((x, y),) = move(np.array([(start.x, start.y)], np.float64)).tolist()
    return start._replace(x=x, y=y) if _is_in((x, y), edges) else None


def _is_in(position: Sequence[float] | Floats, edges: Edges) -> bool:
    x, y = float(position[0]), float(position[1])
    return edges.west < x < edges.east and edges.south < y < edges.north


def _count(left_out: Counter[str], what: str, number: int) -> None:
    if number:
        left_out[what] += number


def _cut(sections: Sequence[RoadSection], edges: Edges, left_out: Counter[str]) -> list[RoadSection]:
    """Return the parts of sections within the edges; new ends get nodes of their own."""
    found: list[RoadSection] = []
    node = 1 + max((max(section.start, section.end) for section in sections), default=0)
    points, counts = joined([section.points for section in sections])
    x, y, line = points[:, 0], points[:, 1], np.repeat(np.arange(len(counts)), counts)
    inside = (x >= edges.west) & (x <= edges.east) & (y >= edges.south) & (y <= edges.north)
    is_lost, is_cut = (any_of(~each, line, len(counts)) for each in (np.isfinite(x) & np.isfinite(y), inside))
    for section, *states in zip(sections, is_lost.tolist(), is_cut.tolist(), strict=True):
        if states[0]:
            _count(left_out, "road outside the terrain's map", 1)
            continue
        if not states[1]:
            found.append(section)
            continue
        surface = section.surface
        beside = () if surface is None else (surface.reshape(len(surface), -1),)
        parts = _parts(np.column_stack([section.points, *beside]), edges)
        _count(left_out, "road outside the heights or the area" if not parts else "road cut at the edge", 1)
        for points, has_start, has_end in parts:
            start, end = (section.start if has_start else node), (section.end if has_end else node + 1)
            node += 2
            across = None if surface is None else points[:, 3:].reshape(len(points), *surface.shape[1:])
            found.append(section.at(points[:, :3], start=start, end=end, surface=across))
    return found


def _parts(points: Floats, edges: Edges) -> list[tuple[Floats, bool, bool]]:
    """Return the parts of a line within the edges, and whether each has the line's first and last point.

    Source: Liang and Barsky, "A new concept and method for line clipping", ACM Transactions on Graphics 3 (1984).
    """
    parts: list[tuple[list[Floats], bool, bool]] = []
    is_open = False
    for number, (here, there) in enumerate(itertools.pairwise(points)):
        span = _visible(here, there, edges)
        if span is None:
            is_open = False
            continue
        low, high = span
        if not is_open:
            parts.append(([here + low * (there - here)], number == 0 and low == 0.0, False))
        line, has_start, _ = parts[-1]
        line.append(here + high * (there - here))
        is_open = high == 1.0
        parts[-1] = line, has_start, is_open and number == len(points) - 2
    whole = [(np.array(line), has_start, has_end) for line, has_start, has_end in parts]
    return [part for part in whole if np.hypot(*np.diff(part[0][:, :2], axis=0).T).sum() > 0.0]


def _visible(here: Floats, there: Floats, edges: Edges) -> tuple[float, float] | None:
    """Return the shares of a segment between which it is within the edges; None if it is outside."""
    low, high = 0.0, 1.0
    for axis, (least, most) in enumerate(((edges.west, edges.east), (edges.south, edges.north))):
        start, step = float(here[axis]), float(there[axis] - here[axis])
        if step == 0.0:
            if not least <= start <= most:
                return None
            continue
        enter, leave = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, enter), min(high, leave)
    return (low, high) if low < high else None
