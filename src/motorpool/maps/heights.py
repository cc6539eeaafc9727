"""Ground of a map before its roads are built: an elevation model cut to it, the roads' own heights, or flat ground.

The elevation model decides the projection: the map is moved to it (``placing.placed``). Without one the map keeps its
own projection.
"""

import math
from pathlib import Path

import numpy as np

from ..base.errors import TerrainError
from ..base.operating_system import expanded
from ..ground.terrain.heightfield import Terrain
from ..ground.terrain.heightfield_files import load_terrain, reader_for
from ..ground.terrain.projection import Box, place
from .membrane import filled
from .place_map import Floats, PlaceMap
from .placing import box_between, box_of

SPACING = 6.0  # between posts, about the width of a road: wider ones tilt roads that lie close together [m]
MOST_POSTS = 20_000_000  # of the default spacing: 80 MB of heights, which the live page loads
LIMIT_POSTS = 50_000_000  # of a chosen spacing
ROUND = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)  # of the default spacing, by decade [m]
LARGEST_SIDE = 400_000.0  # of a map; a flat map in metres is not true for larger ones [m]


def ground_of(
    map_: PlaceMap, heights: str | Path | None, *, spacing: float | None = None, area: tuple[float, ...] | None = None
) -> Terrain:
    """Return the ground of a map.

    Args:
        heights: file of an elevation model that ``load_terrain`` reads; None for the roads' own heights, or flat
            ground if they have none.
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
    return _level_ground(map_, box, step) if heights is None else _elevation(map_, Path(heights), box, step)


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


def _elevation(map_: PlaceMap, path: Path, box: Box, spacing: float) -> Terrain:
    """Return an elevation model within the map's box, at the posts that both have."""
    if map_.crs is None:
        raise TerrainError(
            f"the map does not say where on Earth it lies, so that {path.name} cannot be placed under it; leave the "
            "heights out"
        )
    placement = place(reader_for(expanded(path))(expanded(path)))
    if placement.crs is None:
        raise TerrainError(f"{path.name} does not say where on Earth it lies; name a file with a reference system")
    wanted, covered = box_between(map_.crs, placement.crs, box), placement.covered
    common = Box(
        max(wanted.west, covered.west), max(wanted.south, covered.south),
        min(wanted.east, covered.east), min(wanted.north, covered.north),
    )  # fmt: skip
    if common.east - common.west < 2.0 * spacing or common.north - common.south < 2.0 * spacing:
        raise TerrainError(
            f"{path.name} does not cover the map: in {placement.crs} the heights go from ({covered.west:.0f}, "
            f"{covered.south:.0f}) to ({covered.east:.0f}, {covered.north:.0f}) m, the map from ({wanted.west:.0f}, "
            f"{wanted.south:.0f}) to ({wanted.east:.0f}, {wanted.north:.0f}) m; name other heights"
        )
    return load_terrain(path, spacing=spacing, crop=common)


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
