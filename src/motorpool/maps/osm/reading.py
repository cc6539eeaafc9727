"""Reading of a map of OpenStreetMap: from the elements of a file to a place in metres.

Nodes with the tags ``place`` and ``name`` become bookmarks. Trees along lines become rows of them, walls and fences
rows of upright cylinders that touch, open at gates.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError, require
from ...base.files import AnyPath
from ...ground.roads.network import RoadNetwork
from ..compressed import opened
from ..place_map import MapArea, MapBuilding, MapPlace, MapThing, MapThings, PlaceMap
from .elements import Elements, Tags
from .importer import SUFFIXES
from .json_reading import read_json
from .lanelets import read_lanelets
from .pbf_reading import PBF_BEGINNING, read_pbf
from .positions import Positions, Projection, place_nodes
from .rings import closed_way, extent, rings_of
from .roads import WIDTHS, sections_of, surface_class
from .shapes import Line, Shape, Shapes, shapes_of
from .signs import signed_nodes
from .tags import (
    BARRIER_RADIUS,
    BARRIERS,
    BUILDING_HEIGHT,
    BUILDING_HEIGHTS,
    GATE_WIDTH,
    HEIGHTS,
    METRES_PER_LEVEL,
    ROW_SPACING,
    THINGS,
    WATERWAYS,
    Thing,
    count,
    length_within,
)
from .xml_reading import read_xml

ATTRIBUTION = "© OpenStreetMap contributors"
MOST_THINGS = 2_000_000  # trees of rows included
MOST_LEVELS = (0.0, 300.0)  # range of the levels of a building that are believed
RANKS = ("city", "town", "village", "suburb", "hamlet")  # the most important first
LONGEST_NAME = 200  # characters

Floats = NDArray[np.float64]


def read_osm(
    path: AnyPath,
    project: Projection | None = None,
    *,
    drives_on_left: bool | None = None,
    progress: Callable[[float], None] | None = None,
) -> PlaceMap:
    """Return the content of an extract of OpenStreetMap, or the roads of a Lanelet2 map, in metres.

    Args:
        path: XML, JSON or PBF, known by its content; PBF needs osmium, of the extra ``maps``.
        project: function of longitudes and latitudes (nodes,) [deg, WGS 84] to x and y (nodes,) [m]. Longitudes go
            beyond 180 where the map crosses the antimeridian. By default the UTM zone of the centre, with the origin
            at the centre, rounded to kilometres; ``crs`` and ``origin`` of the result are set only then.
        drives_on_left: side of the road; by default that of most tags ``driving_side``, right if there are none.
        progress: called with the fraction of the file that was read.

    Raises:
        TerrainError: the file is damaged, of another kind, beyond a limit, too large for a flat map, or holds nothing
            to use.
        MissingExtraError: a library is not installed.

    Example:
        place = read_osm("andorra.osm.gz")
        print(len(place.network.sections), place.left_out.most_common(5))
    """
    elements = _read_elements(Path(path), progress or (lambda _: None))
    if any(relation.tags.get("type") == "lanelet" for relation in elements.relations):
        return read_lanelets(Path(path), project, drives_on_left=drives_on_left)
    shapes = shapes_of(elements)
    left_out = elements.left_out
    ways = shapes.used_ways(len(elements.way_numbers))
    named = named_nodes(elements)
    positions = place_nodes(elements, ways, [*(place.node for place in shapes.places), *named], project)
    if drives_on_left is None:
        drives_on_left = elements.driving_sides["left"] > elements.driving_sides["right"]
    sections = sections_of(shapes.roads, positions, left_out, signed_nodes(shapes.signs, positions, left_out))
    return PlaceMap(
        network=RoadNetwork(sections=sections, drives_on_left=drives_on_left, attribution=ATTRIBUTION),
        buildings=[made for shape in shapes.buildings for made in _buildings(shape, positions, left_out)],
        areas=_areas(shapes.areas, positions, left_out),
        waterways=[made for line in shapes.waterways for made in _waterways(line, positions, left_out)],
        things=_things(shapes, positions, left_out),
        places=places_of(named, elements, positions),
        crs=positions.crs,
        origin=positions.origin,
        attribution=ATTRIBUTION,
        left_out=left_out,
    )


def _read_elements(path: Path, progress: Callable[[float], None]) -> Elements:
    """Return the elements of a file, read by the reader for its content."""
    elements = Elements(path.name)
    _reader_of(path)(path, elements, progress)
    elements.finish()
    return elements


def _reader_of(path: Path) -> Callable[[Path, Elements, Callable[[float], None]], None]:
    """Return the reader for a file's first bytes; if they say nothing, for its suffix.

    Raises:
        TerrainError: the file cannot be opened, or is neither by its content nor by its suffix a map of OpenStreetMap.
    """
    with opened(path) as blocks:
        head = next(blocks, (b"", 0.0))[0][:200]
    begin = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1]  # UTF-16 has zeros between
    if head[4:15] == PBF_BEGINNING:
        return read_pbf
    if begin in (b"{", b"<"):
        return read_json if begin == b"{" else read_xml
    name = path.name.lower()
    if not name.endswith(SUFFIXES):
        raise TerrainError(f"{path.name} is no map of OpenStreetMap by its suffix; these are {', '.join(SUFFIXES)}")
    return read_pbf if name.endswith(".pbf") else read_json if ".json" in name else read_xml


# ---- buildings and areas


def _buildings(shape: Shape, positions: Positions, left_out: Counter[str]) -> list[MapBuilding]:
    """Return a building for each outer ring, with the courtyards of all of them."""
    courtyards: list[Floats] = []
    if shape.is_multipolygon:
        roles = [*zip(shape.ways, shape.inner, strict=True)]
        rings = rings_of((way for way, is_inner in roles if not is_inner), positions, left_out)
        courtyards = rings_of((way for way, is_inner in roles if is_inner), positions, left_out)
    else:
        rings = closed_way(shape.ways[0], positions, left_out)
    height = _building_height(shape.tags, left_out) if rings else 0.0
    return [
        MapBuilding(outline=ring, height=height, courtyards=courtyards, source_id=shape.source_id) for ring in rings
    ]


def _building_height(tags: Tags, left_out: Counter[str]) -> float:
    """Return the height of a building [m], by its tags of height and levels, or as usual for its kind."""
    if "height" in tags:
        height = length_within(tags["height"], HEIGHTS)
        if height is not None:
            return height
        count(left_out, "values of height that are no height")
    if "building:levels" in tags:
        levels = length_within(tags["building:levels"], MOST_LEVELS)
        roof = length_within(tags.get("roof:levels", "0"), MOST_LEVELS)
        if levels is not None:
            return max(1.0, levels + (roof or 0.0)) * METRES_PER_LEVEL
        count(left_out, "values of building:levels that are no number")
    return BUILDING_HEIGHTS.get(tags["building"], BUILDING_HEIGHT)


def _areas(shapes: list[Shape], positions: Positions, left_out: Counter[str]) -> list[MapArea]:
    """Return areas, large ones first and water last, because later ones cover earlier ones."""
    made: list[MapArea] = []
    for shape in shapes:
        is_ring = not shape.is_multipolygon
        rings = closed_way(shape.ways[0], positions, left_out) if is_ring else rings_of(shape.ways, positions, left_out)
        ground = shape.ground
        if not rings or ground is None:
            continue
        made.append(
            MapArea(
                outlines=rings,
                kind=surface_class(shape.tags, ground.kind, left_out) if ground.kind else None,
                trees_per_hectare=ground.trees_per_hectare,
                is_water=ground.is_water,
                category=shape.category,
                source_id=shape.source_id,
            )
        )
    return sorted(made, key=lambda area: (area.is_water, -extent(area.outlines)))


# ---- lines and things


def _waterways(line: Line, positions: Positions, left_out: Counter[str]) -> list[tuple[Floats, float]]:
    """Return the line of a waterway and its width [m]."""
    width = WATERWAYS[line.tags["waterway"]]
    if "width" in line.tags:
        tagged = length_within(line.tags["width"], WIDTHS)
        count(left_out, "values of width that are no width of a waterway", int(tagged is None))
        width = width if tagged is None else tagged
    nodes = positions.known(line.way)
    return [(positions.points[nodes], width)] if len(nodes) > 1 else []


def _things(shapes: Shapes, positions: Positions, left_out: Counter[str]) -> MapThings:
    """Return the single objects at nodes, the trees of rows, and walls."""
    made: list[MapThing] = []
    for place in shapes.places:
        node = int(positions.nodes[place.node])
        if node < 0:
            left_out["things outside the map"] += 1
            continue
        x, y = positions.points[node].tolist()
        height = length_within(place.tags.get("height", ""), HEIGHTS) or place.thing.height
        made.append(MapThing(x=x, y=y, kind=place.thing.kind, radius=place.thing.radius, height=height))
    tree, parts = THINGS["natural=tree"], [MapThings.of(made)]
    room = max(0, MOST_THINGS - len(made))
    for line in shapes.tree_rows:
        points = spaced(positions.points[positions.known(line.way)], ROW_SPACING, most=room)
        count(left_out, "trees and walls beyond the limit", len(points) - room)
        parts.append(_row(points[:room], tree, line.tags))
        room -= len(parts[-1])
    gates = Gates(shapes.gates, positions)
    count(left_out, "gates that belong to no way", len(shapes.gates) - len(gates.points))
    for line in shapes.barriers:
        points, beyond = wall_points(positions.points[positions.known(line.way)], gates, most=room)
        count(left_out, "trees and walls beyond the limit", beyond)
        parts.append(_row(points, BARRIERS[line.tags["barrier"]], line.tags))
        room -= len(parts[-1])
    return MapThings.joined(parts)


def _row(points: Floats, thing: Thing, tags: Tags) -> MapThings:
    """Return a thing at each point (points, 2)."""
    height = length_within(tags.get("height", ""), HEIGHTS) or thing.height
    return MapThings.row(points, thing.kind, radius=thing.radius, height=height)


def named_nodes(elements: Elements) -> list[int]:
    """Return the indices of the nodes of named places, the most important first, and count them no more as unused."""
    found: list[tuple[int, int]] = []
    for node, tags in elements.node_tags.items():
        if tags.get("place") in RANKS and tags.get("name"):
            found.append((RANKS.index(tags["place"]), node))
            what = f"nodes of place={tags['place']}"
            if elements.left_out[what] > 0:
                elements.left_out[what] -= 1
    elements.left_out += type(elements.left_out)()  # drops what is zero
    return [node for _, node in sorted(found)]


def places_of(nodes: list[int], elements: Elements, positions: Positions) -> list[MapPlace]:
    """Return the named places of nodes."""
    found: list[MapPlace] = []
    for node in nodes:
        number = int(positions.nodes[node])
        if number >= 0:
            x, y = positions.points[number].tolist()
            found.append(MapPlace(x, y, elements.node_tags[node]["name"][:LONGEST_NAME]))
    return found


def spaced(points: Floats, spacing: float, *, most: int) -> Floats:
    """Return points (n, 2) along a line at equal distances of about ``spacing`` [m], with both ends, ``most`` + 1."""
    if len(points) < 2:
        return points
    along: Floats = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    number = min(max(1, round(float(along[-1]) / spacing)), most) + 1
    at: Floats = np.linspace(0.0, float(along[-1]), number)
    return np.column_stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)])


class Gates:
    """Positions of gates, found by their distance.

    Args:
        nodes: indices of nodes in the file.
    """

    def __init__(self, nodes: Sequence[int], positions: Positions) -> None:
        known = positions.nodes[np.array(nodes, np.intp)]
        self.points: Floats = positions.points[known[known >= 0]]
        trees = require("scipy.spatial", extra="app", purpose="opening walls at gates")
        self._tree: Any = trees.cKDTree(self.points) if len(self.points) else None

    def without(self, middles: Floats) -> Floats:
        """Return the middles (n, 2) of a wall's cylinders, without those in a gate [m]."""
        if self._tree is None or not len(middles):
            return middles
        low, high = middles.min(axis=0) - GATE_WIDTH, middles.max(axis=0) + GATE_WIDTH
        if not ((self.points >= low) & (self.points <= high)).all(axis=1).any():
            return middles
        reach = 0.5 * GATE_WIDTH + BARRIER_RADIUS
        distance, _ = self._tree.query(middles, distance_upper_bound=np.nextafter(reach, np.inf))
        return middles[distance > reach]


def wall_points(points: Floats, gates: Gates, *, most: int) -> tuple[Floats, int]:
    """Return the middles (n, 2) of a wall's cylinders, without those in a gate [m], and the number beyond ``most``.

    Args:
        points: corners of the wall (corners, 2) [m].
        gates: those that are no corner of this wall count, too, if they are near.
    """
    if len(points) < 2:
        return points[:0], 0
    lengths = np.hypot(*np.diff(points, axis=0).T)
    ends = np.cumsum(np.maximum(1.0, np.rint(lengths / (2.0 * BARRIER_RADIUS)))) + 1.0  # number up to each corner
    sides = int(np.searchsorted(ends, most)) + 1
    made = [spaced(np.stack(side), 2.0 * BARRIER_RADIUS, most=most) for side in pairwise(points[: sides + 1])]
    middles = np.concatenate([made[0][:1], *(side[1:] for side in made)])[:most]
    return gates.without(middles), max(0, int(min(float(ends[-1]), 1e15)) - most)
