"""Points with properties from GeoJSON, in world coordinates.

RFC 7946 has longitude and latitude on WGS 84 [deg], which are projected to the terrain's map. The ``crs`` member of the
older GeoJSON (2008) may name another system, or be null: then coordinates are metres from the terrain's centre.
"""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...base.errors import TerrainError, WorldError
from ..terrain.geojson import parsed_geojson
from ..terrain.heightfield import Terrain
from ..terrain.projection import is_known, transform_between

RFC_7946 = "OGC:CRS84"  # longitude and latitude on WGS 84 [deg]
LIMIT_DEG = (360.0, 90.0)  # of longitude and latitude

Row = tuple[int, Mapping[str, Any]]


def read_geojson(text: str, path: Path, terrain: Terrain) -> tuple[str, Iterator[Row]]:
    """Return a label for messages, and the properties of each point with its x and y [m], of a FeatureCollection.

    Raises:
        WorldError: the text is not GeoJSON, has other geometry than points, or cannot be placed on the terrain.
    """
    collection = parsed_geojson(text, path)
    features = _features(collection, path)
    system = _system(collection, path)
    label = f"{path}".replace("{", "{{").replace("}", "}}") + ": features[{}]"
    points = [_point(feature, label.format(number)) for number, feature in enumerate(features)]
    x, y = _in_world(points, system, path, terrain, label)
    properties = (_properties(feature, label.format(number)) for number, feature in enumerate(features))
    rows = (
        (number, {**values, "x": east, "y": north})
        for number, (values, east, north) in enumerate(zip(properties, x, y, strict=True))
    )
    return label, rows


def _features(collection: Mapping[str, Any], path: Path) -> list[Any]:
    kind, features = collection.get("type"), collection.get("features")
    if kind == "Feature":
        return [collection]
    if kind != "FeatureCollection" or not isinstance(features, list):
        raise WorldError(f"{path} is not a list of GeoJSON features; it must be of type FeatureCollection")
    return cast("list[Any]", features)


def _system(collection: Mapping[str, Any], path: Path) -> str | None:
    """Return the coordinate reference system for pyproj; None for metres from the terrain's centre."""
    if "crs" not in collection:
        return RFC_7946
    crs = collection["crs"]
    if crs is None:
        return None
    name: Any = None
    if isinstance(crs, dict):
        properties: Any = cast("dict[str, Any]", crs).get("properties")
        name = cast("dict[str, Any]", properties).get("name") if isinstance(properties, dict) else None
    if not isinstance(name, str) or not is_known(name):
        raise WorldError(
            f'{path}: crs is not understood; it must be {{"type": "name", "properties": {{"name": "EPSG:32610"}}}} or '
            "similar, null for metres from the terrain's centre, or omitted for longitude and latitude"
        )
    return name


def _point(feature: Any, where: str) -> tuple[float, float]:
    geometry: Any = cast("dict[str, Any]", feature).get("geometry") if isinstance(feature, dict) else None
    if not isinstance(geometry, dict):
        raise WorldError(f"{where} has no geometry; it must be a Point")
    mapping = cast("dict[str, Any]", geometry)
    if mapping.get("type") != "Point":
        raise WorldError(f"{where} is a {str(mapping.get('type'))[:40]}; an object must be a Point")
    coordinates: Any = mapping.get("coordinates")
    pair = cast("list[Any]", coordinates)[:2] if isinstance(coordinates, list) else []
    try:
        east, north = (float(value) if isinstance(value, (int, float)) else math.nan for value in pair)
    except (OverflowError, ValueError):
        east = north = math.nan
    if not (math.isfinite(east) and math.isfinite(north)):
        raise WorldError(f"{where}: the coordinates of a Point must be two finite numbers, eastward and northward")
    return east, north


def _properties(feature: Any, where: str) -> Mapping[str, Any]:
    properties = feature.get("properties")
    if properties is not None and not isinstance(properties, dict):
        raise WorldError(f"{where}: properties must be a mapping or null")
    return cast("dict[str, Any]", properties or {})


def _in_world(
    points: list[tuple[float, float]], system: str | None, path: Path, terrain: Terrain, label: str
) -> tuple[list[float], list[float]]:
    """Return the points' x and y [m]."""
    x, y = np.array(points, np.float64).reshape(-1, 2).T
    if system is None or not points:
        return x.tolist(), y.tolist()
    if terrain.crs is None:
        raise WorldError(
            f"{path}: the terrain {terrain.name} has no coordinate reference system, so that degrees cannot be "
            'placed; give metres from its centre, with "crs": null'
        )
    if system == RFC_7946:
        _check_degrees(x, y, label)
    try:
        east, north = transform_between(system, terrain.crs)(x, y)
    except TerrainError as error:
        raise WorldError(f"{path}: {error}") from error
    lost = np.flatnonzero(~(np.isfinite(east) & np.isfinite(north)))
    if lost.size:
        raise WorldError(f"{label.format(lost[0])} at ({x[lost[0]]:g}, {y[lost[0]]:g}) is outside the terrain's map")
    return (east - terrain.origin_easting).tolist(), (north - terrain.origin_northing).tolist()


def _check_degrees(x: Any, y: Any, label: str) -> None:
    wrong = np.flatnonzero((abs(x) > LIMIT_DEG[0]) | (abs(y) > LIMIT_DEG[1]))
    if wrong.size:
        raise WorldError(
            f"{label.format(wrong[0])} is at ({x[wrong[0]]:g}, {y[wrong[0]]:g}), which is not in degrees; "
            'name the system in a member "crs", or give "crs": null for metres from the terrain\'s centre'
        )
