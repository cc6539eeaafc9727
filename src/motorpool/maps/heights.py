"""Ground of a map before its roads are built: an elevation model cut to it, the roads' own heights, or flat ground.

The elevation model decides the projection: the map is moved to it (``placing.placed``). Without one the map keeps its
own projection.
"""

import math
from pathlib import Path

import numpy as np

from ..base.errors import TerrainError
from ..ground.roads.network import RoadNetwork
from ..ground.terrain.heightfield import Terrain
from ..ground.terrain.heightfield_files import readable, terrain_of
from ..ground.terrain.projection import Box, place
from .elevation import Elevation
from .membrane import filled
from .place_map import Floats, MapArea, PlaceMap
from .placing import MARGIN, box_between, box_of

SPACING = 6.0  # between posts, about the width of a road: wider ones tilt roads that lie close together [m]
MOST_POSTS = 20_000_000  # of the default spacing: 80 MB of heights, which the live page loads
LIMIT_POSTS = 50_000_000  # of a chosen spacing
ROUND = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)  # of the default spacing, by decade [m]
LARGEST_SIDE = 400_000.0  # of a map; a flat map in metres is not true for larger ones [m]


def ground_of(
    map_: PlaceMap,
    heights: Elevation | None,
    *,
    spacing: float | None = None,
    area: tuple[float, ...] | None = None,
) -> Terrain:
    """Return the ground of a map.

    Args:
        heights: elevation model or image; None for the roads' own heights, or flat ground if they have none.
        spacing: between posts [m]; by default 6 m, more for a large map.
        area: part of the map: west, south, east, north [degrees; metres if the map has no position on Earth].

    Raises:
        TerrainError: the heights cannot be read, or do not cover the map.
    """
    box = box_of(map_, area)
    if max(box.east - box.west, box.north - box.south) > LARGEST_SIDE:
        raise TerrainError(
            f"the map is {(box.east - box.west) / 1000:.0f} x {(box.north - box.south) / 1000:.0f} km; at most "
            f"{LARGEST_SIDE / 1000:.0f} km are taken: choose a part of it with --area west,south,east,north"
        )
    step = spacing_for(box, spacing)
    return _level_ground(map_, box, step) if heights is None else _elevation(map_, heights, box, step)


def bare_place(heights: Elevation) -> PlaceMap:
    """Return a place with nothing on the ground that heights cover."""
    placement = place(heights.raster)
    box = placement.covered
    east, north = 0.5 * (box.west + box.east), 0.5 * (box.south + box.north)
    x, y = 0.5 * (box.east - box.west), 0.5 * (box.north - box.south)
    around = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
    return PlaceMap(
        network=RoadNetwork(), areas=[MapArea(outlines=[around])], crs=placement.crs, origin=(east, north)
    )  # fmt: skip


def own_spacing(heights: Elevation) -> float:
    """Return the distance between the posts of heights on the map [m], or more if there would be too many."""
    placement = place(heights.raster)
    box = placement.covered
    square = (box.east - box.west + 2.0 * MARGIN) * (box.north - box.south + 2.0 * MARGIN)
    return max(min(placement.step_x, placement.step_y), math.sqrt(square / MOST_POSTS))


def spacing_for(box: Box, spacing: float | None) -> float:
    """Return the distance between posts [m] for a box, after checking that it can be held in memory.

    Raises:
        TerrainError: there would be too many posts.
    """
    square = (box.east - box.west) * (box.north - box.south)
    if spacing is None:
        least = max(SPACING, math.sqrt(square / MOST_POSTS))
        decade = 10.0 ** math.floor(math.log10(least))
        return next(value * decade for value in ROUND if value * decade >= least * (1.0 - 1e-9))
    if not (math.isfinite(spacing) and spacing > 0.0):
        raise TerrainError(f"the spacing is {spacing:g} m; it must be positive")
    if square / spacing**2 > LIMIT_POSTS:
        raise TerrainError(
            f"posts {spacing:g} m apart would be {square / spacing**2 / 1e6:.0f} million; at most "
            f"{LIMIT_POSTS / 1e6:.0f} million are held: choose a larger spacing, or a part of the map with --area"
        )
    return spacing


def _elevation(map_: PlaceMap, heights: Elevation, box: Box, spacing: float) -> Terrain:
    """Return an elevation model within the map's box, at the posts that both have."""
    found = heights.around(box, map_.crs)
    label = found.raster.label
    placement = place(found.raster)
    if found.is_placed and map_.crs is None and (map_.network.sections or placement.crs is not None):
        raise TerrainError(
            f"the map does not say where on Earth it lies, so that {label} cannot be placed under it; leave the "
            "heights out"
        )
    if placement.crs is None and map_.crs is not None:
        raise TerrainError(f"{label} does not say where on Earth it lies; name a file with a reference system")
    wanted = box if map_.crs is None or placement.crs is None else box_between(map_.crs, placement.crs, box)
    covered = placement.covered
    common = Box(
        max(wanted.west, covered.west), max(wanted.south, covered.south),
        min(wanted.east, covered.east), min(wanted.north, covered.north),
    )  # fmt: skip
    if common.east - common.west < 2.0 * spacing or common.north - common.south < 2.0 * spacing:
        raise TerrainError(
            f"{label} does not cover the map: in {placement.crs} the heights go from ({covered.west:.0f}, "
            f"{covered.south:.0f}) to ({covered.east:.0f}, {covered.north:.0f}) m, the map from ({wanted.west:.0f}, "
            f"{wanted.south:.0f}) to ({wanted.east:.0f}, {wanted.north:.0f}) m; name other heights"
        )
    found.check_whole(placement.crs, common)
    with readable(Path(label)):
        return terrain_of(found.raster, spacing, common)


def _level_ground(map_: PlaceMap, box: Box, spacing: float) -> Terrain:
    """Return flat ground, or ground through the roads' own heights."""
    columns = max(2, math.ceil((box.east - box.west) / spacing) + 1)
    rows = max(2, math.ceil((box.north - box.south) / spacing) + 1)
    middle = 0.5 * (box.west + box.east), 0.5 * (box.south + box.north)
    known = [section.points for section in map_.network.sections]
    points = np.concatenate(known) if known else np.zeros((0, 3))
    points = points[np.isfinite(points[:, 2])]
    source = "heights of the roads of the map" if len(points) else "a map without heights: flat ground"
    place_fields = {"crs": map_.crs, "origin_easting": middle[0], "origin_northing": middle[1]}
    flat = Terrain.from_heights(np.zeros((rows, columns)), spacing, name="map", source=source, **place_fields)
    if not len(points):
        return flat
    shift = np.array([map_.origin[0] - middle[0], map_.origin[1] - middle[1], 0.0])
    return Terrain.from_heights(_between(points + shift, flat), spacing, name="map", source=source, **place_fields)


def _between(points: Floats, flat: Terrain) -> Floats:
    """Return heights at posts: those of the points (points, 3) [m] next to them, and smooth ground between."""
    column = np.clip(np.rint((points[:, 0] - flat.x_west) / flat.spacing), 0, flat.columns - 1).astype(np.intp)
    row = np.clip(np.rint((points[:, 1] - flat.y_south) / flat.spacing), 0, flat.rows - 1).astype(np.intp)
    post, size = row * flat.columns + column, flat.rows * flat.columns
    count = np.bincount(post, minlength=size).reshape(flat.rows, flat.columns)
    total = np.bincount(post, points[:, 2], size).reshape(flat.rows, flat.columns)
    return filled(total / np.maximum(count, 1), count > 0)
