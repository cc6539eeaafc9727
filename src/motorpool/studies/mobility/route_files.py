"""Files of a route: waypoints as CSV, a line as GeoJSON, or a scenario in which the vehicle drives it.

    write_route(route, "way.csv", mobility)

CSV has a row for each waypoint with distance and time from the start, and with easting, northing, longitude and
latitude if the map has a coordinate reference system. GeoJSON follows RFC 7946: longitude and latitude on WGS 84. A
scenario (.yaml) runs with ``motorpool run``: terrain, soil and weather of the map, one vehicle at the start, the route.
"""

import csv
import io
import json
import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from ...base.files import check_output, whole_file
from ...ground.terrain.projection import transform_between
from .maps import MobilityMap
from .routes import Route
from .travel import Travel, travel_along

SCENARIOS = (".yaml", ".yml")
SUFFIXES = (".csv", ".geojson", ".json", *SCENARIOS)
WGS84 = "EPSG:4326"
WEATHER = {"dry": "dry", "wet": "rain"}

Floats = NDArray[np.float64]


class Scene(NamedTuple):
    """Values of a scenario for the terrain and the soil of a map."""

    terrain: str  # a name or a file
    surface: dict[str, Any]  # value of the scenario's key ``surface``


def write_route(route: Route, path: str | Path, mobility: MobilityMap, *, scene: Scene | None = None) -> Path:
    """Write a route in the format given by the suffix of the file; return the path.

    Args:
        path: ending in .csv, .geojson, .json, .yaml or .yml.
        scene: terrain and soil, for a scenario.

    Raises:
        WorldError: the suffix is unknown, the file cannot be written, or the format needs a value that is not known.
        MissingExtraError: GeoJSON needs pyproj, which is not installed.
    """
    path = checked_route_path(path, scene=scene)
    if path.suffix.lower() == ".csv":
        text = _csv(route, mobility)
    elif scene is not None and path.suffix.lower() in SCENARIOS:
        text = _scenario(route, mobility, scene)
    else:
        text = json.dumps(_geojson(route, mobility), indent=1) + "\n"
    with whole_file(path, error=WorldError, advice="choose another place") as new:
        new.write_text(text, encoding="utf-8", newline="")
    return path


def checked_route_path(path: str | Path, *, scene: Scene | None = None) -> Path:
    """Check and return the path of a route to write; a scenario needs a ``scene``.

    Raises:
        WorldError: its suffix is unknown, it cannot be written, or a scenario has no terrain.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise WorldError(f"{path.name} is not the name of a file for a route; end it in {', '.join(SUFFIXES)}")
    check_output(path, error=WorldError)
    if scene is None and path.suffix.lower() in SCENARIOS:
        raise WorldError(f"a scenario such as {path.name} needs the terrain; pass --terrain, or write .csv")
    return path


def legs_of(route: Route, mobility: MobilityMap) -> list[Travel]:
    """Return length, time and speed of each leg of a route over its map."""
    return [travel_along(mobility, route.waypoints[leg : leg + 2]) for leg in range(len(route.waypoints) - 1)]


def _csv(route: Route, mobility: MobilityMap) -> str:
    points, legs = route.waypoints, legs_of(route, mobility)
    columns: dict[str, Floats] = {
        "x": points[:, 0],
        "y": points[:, 1],
        "distance": np.cumsum([0.0, *(leg.length for leg in legs)]),
        "time": np.cumsum([0.0, *(leg.time for leg in legs)]),
    }
    digits = dict.fromkeys(columns, 2)
    if mobility.crs is not None:
        longitude, latitude = _degrees(points, mobility)
        columns |= {
            "easting": points[:, 0] + mobility.origin_easting,
            "northing": points[:, 1] + mobility.origin_northing,
            "longitude_deg": longitude,
            "latitude_deg": latitude,
        }
        digits |= {"easting": 2, "northing": 2, "longitude_deg": 7, "latitude_deg": 7}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow(f"{value:.{digits[name]}f}" for name, value in zip(columns, row, strict=True))
    return file.getvalue()


def _geojson(route: Route, mobility: MobilityMap) -> dict[str, Any]:
    if mobility.crs is None:
        raise WorldError(
            "GeoJSON has longitude and latitude, and this map has no coordinate reference system; write a .csv"
        )
    longitude, latitude = _degrees(route.waypoints, mobility)
    line = [[round(float(x), 7), round(float(y), 7)] for x, y in zip(longitude, latitude, strict=True)]
    properties = {
        "vehicle": route.vehicle,
        "season": route.season,
        "length_m": round(route.travel.length, 1),
        "time_s": round(route.time, 1),
        "mean_speed_m_s": round(route.travel.length / max(route.time, 1e-9), 3),
        "length_share_by_limit": {name: round(share, 4) for name, share in route.length_share_by_reason().items()},
    }
    feature = {"type": "Feature", "properties": properties, "geometry": {"type": "LineString", "coordinates": line}}
    return {"type": "FeatureCollection", "features": [feature]}


def _degrees(points: Floats, mobility: MobilityMap) -> tuple[Floats, Floats]:
    to_degrees = transform_between(str(mobility.crs), WGS84)
    return to_degrees(points[:, 0] + mobility.origin_easting, points[:, 1] + mobility.origin_northing)


def _scenario(route: Route, mobility: MobilityMap, scene: Scene) -> str:
    """Return a scenario as text, with values in JSON, which is valid YAML.

    Each leg has the speed of the drive, or the map's mean speed on it if the drive is not known.
    """
    first, ahead = route.waypoints[0], route.waypoints[1] - route.waypoints[0]
    heading = (90.0 - math.degrees(math.atan2(ahead[1], ahead[0]))) % 360.0
    if route.drive is not None:
        legs, radius = route.drive.waypoints, f"      arrival_radius: {route.drive.arrival_radius:.1f}\n"
    else:
        speeds = [leg.speed for leg in legs_of(route, mobility)]
        legs, radius = np.column_stack([route.waypoints[1:], speeds]), ""
    waypoints = "\n".join(f"        - [{x:.2f}, {y:.2f}, {speed:.2f}]" for x, y, speed in legs)
    return (
        f"description: {json.dumps(f'{route.vehicle}, the fastest way')}\n"
        f"terrain: {{source: {json.dumps(scene.terrain)}}}\n"
        f"surface: {json.dumps(scene.surface)}\n"
        f"weather: {WEATHER[route.season]}\n"
        "vehicles:\n"
        f"  - vehicle: {json.dumps(route.vehicle)}\n"
        f"    start: {{positions: [[{first[0]:.2f}, {first[1]:.2f}, {heading:.1f}]]}}\n"
        "    route:\n"
        f"{radius}"
        "      waypoints:\n"
        f"{waypoints}\n"
    )
