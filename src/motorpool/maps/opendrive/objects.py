"""Objects beside roads: boxes, cylinders, outlines and rows of them, as buildings, trees and areas."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.terminal import printable
from ..place_map import MapArea, MapBuilding, MapThing
from .road import Road, road_position
from .sampling import FARTHEST
from .xml_elements import Element, WrongValue

LOWEST = 0.3  # height of an object that stops a vehicle [m]
CLEARANCE = 2.0  # objects that begin higher above the road are driven under [m]
HIGHEST = 1_000.0  # limit of heights [m]
LARGEST = 1_000.0  # limit of lengths, widths and radii [m]
THINNEST = 0.05  # least length, width or radius; missing ones are this large [m]
TREE_RADIUS, TREE_HEIGHT = 0.3, 8.0  # of a trunk and of a tree without a size [m]
FOREST = 400.0  # trees of an area of vegetation [1/ha]
ROW_STEP = 5.0  # between the sections of a continuous object [m]
MOST = 200_000  # objects of a file, with those of rows
MOST_IN_ROWS = 40_000  # objects of rows, and pieces of continuous ones, of a file
MOST_CORNERS = 10_000  # of an outline
TREES = frozenset({"tree", "vegetation"})
FLAT = frozenset({"crosswalk", "parkingSpace", "patch", "roadMark", "roadSurface", "trafficIsland", "none"})

Floats = NDArray[np.float64]
Counts = Counter[str]


@dataclass(eq=False)
class FoundObjects:
    """Objects beside roads."""

    buildings: list[MapBuilding] = field(default_factory=list[MapBuilding])
    things: list[MapThing] = field(default_factory=list[MapThing])
    areas: list[MapArea] = field(default_factory=list[MapArea])
    in_rows: int = 0  # objects of rows, and pieces of continuous ones, before they are placed

    @property
    def count(self) -> int:
        """Return the number of objects."""
        return len(self.buildings) + len(self.things) + len(self.areas)

    def has_room_for_row(self, count: int, left_out: Counts) -> bool:
        """Count the objects of a row, or the pieces of a wall; return whether they may be placed."""
        if self.in_rows + count > MOST_IN_ROWS:
            left_out[f"objects of rows beyond the first {MOST_IN_ROWS}"] += count
            return False
        self.in_rows += count
        return True


class _Shape(NamedTuple):
    """One object at one position of a road."""

    s: float  # [m]
    t: float  # [m]
    above: float  # height of its foot above the road [m]
    heading: float  # relative to the road [rad]
    length: float  # [m]
    width: float  # [m]
    radius: float  # [m]; zero for a box
    height: float  # [m]


def objects_of(roads: list[Road], left_out: Counts) -> FoundObjects:
    """Return the objects of roads.

    Args:
        left_out: counts by description, changed in place.
    """
    found = FoundObjects()
    for road in roads:
        for element in road.objects:
            try:
                _add(road, element, found, left_out)
            except WrongValue as reason:
                left_out[str(reason)] += 1
    return found


def _add(road: Road, element: Element, found: FoundObjects, left_out: Counts) -> None:
    kind = element.get("type").strip()
    if kind in FLAT:
        left_out[f"objects of the type {kind}, which are flat"] += 1
        return
    source = f"object {printable(element.get('id')[:40])} of road {road.id}"
    outline = element.first("outlines", "outline") or element.first("outline")
    repeats = element.all("repeat")
    if outline is not None:
        if repeats:
            left_out["rows of objects with an outline, of which one is placed"] += 1
        _add_outline(road, element, outline, found, left_out, source=source)
        return
    shape = _shape(road, element)
    for repeat in repeats:
        if repeat.number("distance") > 0.0:
            for each in _row(road, shape, repeat, found, left_out):
                _add_shape(road, kind, each, found, left_out, source=source)
        else:
            _add_wall(road, shape, repeat, found, left_out, source=source)
    if not repeats:
        _add_shape(road, kind, shape, found, left_out, source=source)


def _size(element: Element, name: str) -> float:
    value = element.number(name, 0.0)
    if not 0.0 <= value <= LARGEST:
        raise WrongValue(f"<{element.tag}> with a wrong {name}")
    return value


def _shape(road: Road, element: Element) -> _Shape:
    is_tree = element.get("type").strip() in TREES
    s = element.number("s")
    if not 0.0 <= s <= road.length + 1.0:
        raise WrongValue("objects beyond the ends of their roads")
    return _Shape(
        s=s,
        t=element.number("t"),
        above=element.number("zOffset", 0.0),
        heading=element.number("hdg", 0.0),
        length=_size(element, "length"),
        width=_size(element, "width"),
        radius=_size(element, "radius"),
        height=_size(element, "height") or (TREE_HEIGHT if is_tree else 0.0),
    )


def _row(road: Road, shape: _Shape, repeat: Element, found: FoundObjects, left_out: Counts) -> Iterator[_Shape]:
    """Yield the objects of a row."""
    start, length, distance = repeat.number("s"), repeat.number("length"), repeat.number("distance")
    length = min(length, road.length - start)
    if start < 0.0 or length < 0.0 or length / distance > MOST:
        raise WrongValue("<repeat> with a wrong s, length or distance")
    count = int(length / distance + 1e-9) + 1
    for number in range(count if found.has_room_for_row(count, left_out) else 0):
        yield _between(shape, repeat, start=start, along=number * distance, length=length)


def _between(shape: _Shape, repeat: Element, *, start: float, along: float, length: float) -> _Shape:
    """Return the object of a row at a distance from the row's start; its sizes change linearly."""
    fraction = along / length if length > 0.0 else 0.0

    def value(name: str, default: float) -> float:
        first = repeat.number(f"{name}Start", default)
        return first + fraction * (repeat.number(f"{name}End", first) - first)

    def size(name: str, default: float) -> float:
        return min(max(value(name, default), 0.0), LARGEST)

    return shape._replace(
        s=start + along,
        t=value("t", shape.t),
        above=value("zOffset", shape.above),
        length=size("length", shape.length),
        width=size("width", shape.width),
        radius=size("radius", shape.radius),
        height=size("height", shape.height),
    )


def _is_obstacle(shape: _Shape, left_out: Counts) -> bool:
    if shape.above > CLEARANCE:
        left_out[f"objects more than {CLEARANCE:g} m above the road"] += 1
    elif shape.above + shape.height < LOWEST:
        left_out[f"objects lower than {LOWEST:g} m"] += 1
    else:
        return True
    return False


def _add_shape(road: Road, kind: str, shape: _Shape, found: FoundObjects, left_out: Counts, *, source: str) -> None:
    """Add a box, a cylinder or a tree."""
    if not _is_obstacle(shape, left_out) or not _has_room(found, left_out):
        return
    x, y, heading = _placed(road, shape.s, shape.t)
    height = min(shape.above + shape.height, HIGHEST)
    if kind in TREES:
        radius = shape.radius or 0.5 * max(shape.length, shape.width) or TREE_RADIUS
        found.things.append(MapThing(x=x, y=y, kind="tree", radius=radius, height=height))
    elif shape.radius > 0.0 or max(shape.length, shape.width) == 0.0:
        radius = max(shape.radius, THINNEST)
        found.things.append(MapThing(x=x, y=y, kind="building", radius=radius, height=height))
    else:
        u = 0.5 * max(shape.length, THINNEST) * np.array([1.0, -1.0, -1.0, 1.0])
        v = 0.5 * max(shape.width, THINNEST) * np.array([1.0, 1.0, -1.0, -1.0])
        outline = _turned(u, v, x, y, heading + shape.heading)
        found.buildings.append(MapBuilding(outline=outline, height=height, source_id=source))


def _add_wall(
    road: Road, shape: _Shape, repeat: Element, found: FoundObjects, left_out: Counts, *, source: str
) -> None:
    """Add a continuous object along the road, as boxes between its sections."""
    start, length = repeat.number("s"), repeat.number("length")
    length = min(length, road.length - start)
    if start < 0.0 or length <= 0.0:
        raise WrongValue("<repeat> with a wrong s, length or distance")
    count = math.ceil(length / ROW_STEP)
    if not found.has_room_for_row(count, left_out):
        return
    along = np.linspace(0.0, length, 1 + count)
    shapes = [_between(shape, repeat, start=start, along=float(each), length=length) for each in along]
    s, t = (np.array([getattr(each, name) for each in shapes]) for name in ("s", "t"))
    half = 0.5 * np.maximum([each.width or 2.0 * each.radius for each in shapes], THINNEST)
    left, right = (np.stack(road_position(road, s, t + side * half)[:2], axis=-1) for side in (1.0, -1.0))
    if not np.abs(np.stack([left, right])).max() <= FARTHEST:
        raise WrongValue("positions out of range")
    for number, each in enumerate(shapes[:-1]):
        if _is_obstacle(each, left_out) and _has_room(found, left_out):
            ring = np.stack([left[number], right[number], right[number + 1], left[number + 1]])
            height = min(each.above + each.height, HIGHEST)
            found.buildings.append(MapBuilding(outline=ring, height=height, source_id=source))


def _add_outline(
    road: Road, element: Element, outline: Element, found: FoundObjects, left_out: Counts, *, source: str
) -> None:
    """Add an object with an outline: a building, or an area of trees."""
    corners = [each for each in outline.children if each.tag in ("cornerRoad", "cornerLocal")]
    if not 3 <= len(corners) <= MOST_CORNERS:
        left_out["outlines with fewer than three corners, or too many"] += 1
        return
    shape = _shape(road, element)
    x, y, heading = _placed(road, shape.s, shape.t)
    ring = np.concatenate([_corner(road, each, x, y, heading + shape.heading) for each in corners])
    if not np.abs(ring).max() <= FARTHEST:
        raise WrongValue("positions out of range")
    height = max(shape.height, *(each.number("height", 0.0) for each in corners))
    above = shape.above if corners[0].tag == "cornerLocal" else min(each.number("dz", 0.0) for each in corners)
    if not _is_obstacle(shape._replace(height=height, above=above), left_out) or not _has_room(found, left_out):
        return
    if element.get("type").strip() in TREES:
        category = f"object={element.get('type').strip()}"
        found.areas.append(MapArea(outlines=[ring], trees_per_hectare=FOREST, category=category, source_id=source))
    else:
        height = min(above + height, HIGHEST)
        found.buildings.append(MapBuilding(outline=ring, height=height, source_id=source))


def _corner(road: Road, corner: Element, x: float, y: float, heading: float) -> Floats:
    """Return the position of a corner; shape (1, 2) [m]."""
    if corner.tag == "cornerRoad":
        s, t = corner.number("s"), corner.number("t")
        if not -1.0 <= s <= road.length + 1.0:
            raise WrongValue("objects beyond the ends of their roads")
        return np.array([_placed(road, s, t)[:2]])
    return _turned(np.array([corner.number("u")]), np.array([corner.number("v")]), x, y, heading)


def _placed(road: Road, s: float, t: float) -> tuple[float, float, float]:
    """Return x [m], y [m] and the heading [rad] of a position of a road."""
    point = road_position(road, np.array([min(max(s, 0.0), road.length)]), np.array([t]))
    x, y, heading = float(point.x[0]), float(point.y[0]), float(point.heading[0])
    if not max(abs(x), abs(y)) <= FARTHEST:
        raise WrongValue("positions out of range")
    return x, y, heading


def _turned(u: Floats, v: Floats, x: float, y: float, heading: float) -> Floats:
    cosine, sine = math.cos(heading), math.sin(heading)
    return np.stack([x + cosine * u - sine * v, y + sine * u + cosine * v], axis=-1)


def _has_room(found: FoundObjects, left_out: Counts) -> bool:
    if found.count < MOST:
        return True
    left_out[f"objects beyond the first {MOST}"] += 1
    return False
