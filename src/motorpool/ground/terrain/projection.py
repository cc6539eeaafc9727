"""Projection of a file's coordinates to a metric map with square posts.

Vehicles need the same metres everywhere and in both directions. A raster in degrees, in feet, or in a projection with a
large scale error (Web Mercator) is therefore projected to the UTM zone of its centre on WGS 84, whose scale is correct
within 1 in 1000 across the zone. A metric raster stays in its own projection.

Projection files: the coordinate reference system of a grid, in a ``.prj`` file beside it.

The text is WKT or a code such as EPSG:32610, or ArcInfo's older format with a keyword and a value on each line
("Projection GEOGRAPHIC", "Datum WGS84"). Without a file, coordinates that can only be degrees are taken as longitude
and latitude on WGS 84, others as metres.

Source of the older format: ArcInfo Workstation's projection files, as in GTOPO30 and SRTM30.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError, require
from ...base.files import read_text
from .raster import WGS84, Raster

MAX_STRETCH = 0.01  # limit of the scale error at the centre of a projection that counts as metric
MAX_WIDTH_DEG = 6.0  # of longitude; at its edges UTM's scale is wrong by up to 4 in 1000
UTM_LATITUDES_DEG = (-80.0, 84.0)  # range in which UTM is defined
STEPS = (0.001, 10_000.0)  # range of spacings on the map; others are errors of the file [m]
LARGEST_DEGREE_STEP = 0.2  # steps in degrees are smaller, steps in metres larger [deg]
MAX_CRS_LENGTH = 65_536  # limit of the characters of WKT
OTHER_FILES = re.compile(  # paths and web addresses as values of WKT and PROJJSON
    r"""(parameterfile|extension)\s*[\[(]\s*"[^"]*"\s*,\s*"[^"]*[/\\]|"value"\s*:\s*"[^"]*/""", re.IGNORECASE
)
EDGE_POINTS = 65  # points along each side of a raster, to find its outline after projection

Floats = NDArray[np.float64]
Transform = Callable[[Floats, Floats], tuple[Floats, Floats]]


class Box(NamedTuple):
    """Rectangle on the map [m]."""

    west: float
    south: float
    east: float
    north: float


@dataclass(frozen=True, eq=False)
class Placement:
    """Position of a raster on the map."""

    crs: str | None  # of the map; None: metres at an unknown position
    to_map: Transform  # from the raster's coordinates to eastings and northings
    to_raster: Transform  # inverse of ``to_map``
    is_same: bool  # whether the map has the raster's coordinates
    covered: Box  # box that lies completely in the raster
    step_x: float  # length on the map of a step of the raster eastward, at its centre [m]
    step_y: float  # length of a step northward [m]


def place(raster: Raster) -> Placement:
    """Return the placement of a raster on a metric map: its own projection if that is metric, otherwise UTM.

    Raises:
        TerrainError: no flat metric map fits the raster.
    """
    _check_lattice(raster)
    if raster.crs is None:
        return _placed(raster)
    exceptions = require("pyproj.exceptions", extra="geo", purpose="placing a terrain on a metric map")
    try:
        return _placed(raster)
    except exceptions.ProjError as error:
        raise TerrainError(
            f"{raster.label} lies in '{raster.crs[:60]}', which PROJ cannot transform to a map of Earth in metres; "
            "reproject it with gdalwarp, or correct its coordinate reference system"
        ) from error


def _placed(raster: Raster) -> Placement:
    """Return the placement of a raster with a known reference system."""
    crs = _metric_crs(raster)
    if crs == raster.crs:
        _check_metres(raster)
        covered = Box(raster.west, raster.south, raster.east, raster.north)
        return Placement(crs, _unchanged, _unchanged, True, covered, raster.step_x, raster.step_y)
    assert raster.crs is not None
    assert crs is not None
    _check_width(raster)
    to_map = _transform(raster.crs, crs)
    to_raster = _unrolled(_transform(crs, raster.crs), raster)
    steps = _steps(raster, to_map)
    _check_steps(raster, *steps)
    return Placement(crs, to_map, to_raster, False, _covered_box(raster, crs, to_map), *steps)


def utm_crs(longitude_deg: float, latitude_deg: float) -> str:
    """Return the code of the UTM zone on WGS 84 at a position (regular zones of six degrees)."""
    zone = int((longitude_deg + 180.0) % 360.0 // 6.0) + 1
    return f"EPSG:{(32600 if latitude_deg >= 0.0 else 32700) + zone}"


def transform_between(source: str, target: str) -> Transform:
    """Return the transform of coordinates (eastward, northward) between two systems; inf outside its domain.

    Raises:
        TerrainError: there is no transformation between the systems.
    """
    errors = require("pyproj.exceptions", extra="geo", purpose="placing something on a metric map")
    try:
        return _transform(source, target)
    except errors.ProjError as error:
        raise TerrainError(f"PROJ cannot transform the coordinate reference system {source} to {target}") from error


def is_known(crs: str) -> bool:
    """Return whether pyproj understands a coordinate reference system without reading other files."""
    exceptions = require("pyproj.exceptions", extra="geo", purpose="placing a terrain on a metric map")
    try:
        reference_system(crs)
    except exceptions.CRSError:
        return False
    return True


@lru_cache(maxsize=32)
def reference_system(crs: str) -> Any:
    """Return pyproj's coordinate reference system of a code, a PROJ string, WKT or PROJJSON.

    Raises:
        CRSError: the error class of pyproj: the system is unknown, or refers to other files, which PROJ would open.
    """
    exceptions = require("pyproj.exceptions", extra="geo", purpose="placing a terrain on a metric map")
    if len(crs) > MAX_CRS_LENGTH or _refers_to_files(crs):
        raise exceptions.CRSError("it is too long or refers to other files")
    try:
        return _pyproj().CRS.from_user_input(crs)
    except (UnicodeError, RecursionError) as error:  # RecursionError: deeply nested JSON
        raise exceptions.CRSError("it cannot be read") from error


def _refers_to_files(crs: str) -> bool:
    """Return whether a text has a path or a web address in a place from which PROJ opens files."""
    text = crs.lstrip()
    if text.startswith("{"):
        return "\\" in text or OTHER_FILES.search(text) is not None
    value = text.partition("=")[2]  # of a PROJ string, also of one in WKT
    return "/" in value or "\\" in value or OTHER_FILES.search(text) is not None


def foreign_unit(crs: str | None) -> str | None:
    """Return the unit of a projected system whose coordinates are not metres; None for any other system."""
    system = None if crs is None else reference_system(crs)
    if system is None or not system.is_projected or system.axis_info[0].unit_conversion_factor == 1.0:
        return None
    return str(system.axis_info[0].unit_name)


def looks_like_degrees(west: float, south: float, step_x: float, step_y: float) -> bool:
    """Return whether a lattice, in its own unit, can only be in longitudes and latitudes."""
    return max(step_x, step_y) < LARGEST_DEGREE_STEP and abs(west) <= 360.0 and abs(south) <= 90.0


def outline(box: Box) -> tuple[Floats, Floats]:
    """Return points along the four sides of a box: x and y."""
    t = np.linspace(0.0, 1.0, EDGE_POINTS)
    x, y = box.west + t * (box.east - box.west), box.south + t * (box.north - box.south)
    one = np.ones(EDGE_POINTS)
    return (
        np.concatenate([x, x, box.west * one, box.east * one]),
        np.concatenate([box.south * one, box.north * one, y, y]),
    )


def _check_lattice(raster: Raster) -> None:
    """Raise an error if the lattice is not finite and increasing, or its reference system is unknown."""
    numbers = raster.west, raster.south, raster.east, raster.north, raster.step_x, raster.step_y
    if not all(map(math.isfinite, numbers)) or min(raster.step_x, raster.step_y) <= 0.0:
        raise TerrainError(
            f"{raster.label} goes from ({raster.west:g}, {raster.south:g}) to ({raster.east:g}, {raster.north:g}) in "
            f"steps of {raster.step_x:g} and {raster.step_y:g}; all must be finite and the steps positive: correct the "
            "file's georeference"
        )
    if raster.crs is not None and not is_known(raster.crs):
        raise TerrainError(
            f"{raster.label} names the coordinate reference system '{raster.crs[:60]}', which is unknown to PROJ; "
            "write it as WKT or as a code like EPSG:32610"
        )


def _check_metres(raster: Raster) -> None:
    """Raise an error if coordinates that are declared as metres are degrees."""
    if raster.crs is not None and looks_like_degrees(raster.west, raster.south, raster.step_x, raster.step_y):
        area = reference_system(raster.crs).area_of_use
        longitudes, latitudes = _transform(raster.crs, WGS84)(*(np.array([value]) for value in _centre(raster)))
        longitude, latitude = float(longitudes[0]), float(latitudes[0])
        if area is not None and not _is_in(area, longitude, latitude):
            raise TerrainError(
                f"{raster.label} goes from ({raster.west:g}, {raster.south:g}) to ({raster.east:g}, {raster.north:g}) "
                f"in {raster.crs}, whose coordinates are metres, and these look like degrees; set the right system: "
                "rio edit-info --crs EPSG:4326 FILE"
            )
    _check_steps(raster, raster.step_x, raster.step_y)


def _is_in(area: Any, longitude: float, latitude: float) -> bool:
    """Return whether a position is in a system's area of use, which may extend across the date line."""
    width = area.east - area.west + (360.0 if area.east < area.west else 0.0)
    return (longitude - area.west) % 360.0 <= width and area.south <= latitude <= area.north


def _check_steps(raster: Raster, step_x: float, step_y: float) -> None:
    shortest, longest = STEPS
    if not (shortest <= min(step_x, step_y) and max(step_x, step_y) <= longest):
        raise TerrainError(
            f"{raster.label} has posts {step_x:g} m apart eastward and {step_y:g} m northward; {shortest:g} to "
            f"{longest:g} m are supported: correct the file's georeference, its unit may be wrong"
        )


def _metric_crs(raster: Raster) -> str | None:
    x, y = _centre(raster)
    if raster.crs is None or _is_metric(raster.crs, x, y):
        return raster.crs
    longitudes, latitudes = _transform(raster.crs, WGS84)(np.array([x]), np.array([y]))
    longitude, latitude = float(longitudes[0]), float(latitudes[0])
    if not (math.isfinite(longitude) and math.isfinite(latitude)):
        raise TerrainError(
            f"{raster.label} has its centre at ({x:g}, {y:g}), which is nowhere on Earth in its coordinate reference "
            f"system {raster.crs}; correct the file's georeference"
        )
    if not UTM_LATITUDES_DEG[0] <= latitude <= UTM_LATITUDES_DEG[1]:
        raise TerrainError(
            f"{raster.label} lies at latitude {latitude:.1f} degrees; UTM goes from -80 to 84, so reproject the file "
            "to a metric projection of the pole first: gdalwarp -t_srs EPSG:3413 (north) or EPSG:3031 (south)"
        )
    return utm_crs(longitude, latitude)


def _is_metric(crs: str, x: float, y: float) -> bool:
    """Return whether coordinates around (x, y) are metres on the ground, eastward and northward."""
    system = reference_system(crs)
    if not system.is_projected or any(axis.unit_conversion_factor != 1.0 for axis in system.axis_info[:2]):
        return False
    pyproj = _pyproj()
    longitude, latitude = pyproj.Transformer.from_crs(system, system.geodetic_crs, always_xy=True).transform(x, y)
    factors = pyproj.Proj(system).get_factors(longitude, latitude)
    return all(abs(scale - 1.0) <= MAX_STRETCH for scale in (factors.meridional_scale, factors.parallel_scale))


def _covered_box(raster: Raster, crs: str, to_map: Transform) -> Box:
    """Return an upright box on the map that lies completely in the raster.

    A meridian is not vertical on the map: the edges of the raster become slanted curves, and wedges along them are
    lost.
    """
    x, y = np.linspace(raster.west, raster.east, EDGE_POINTS), np.linspace(raster.south, raster.north, EDGE_POINTS)
    one = np.ones(EDGE_POINTS)
    box = Box(
        west=float(np.max(to_map(raster.west * one, y)[0])),
        south=float(np.max(to_map(x, raster.south * one)[1])),
        east=float(np.min(to_map(raster.east * one, y)[0])),
        north=float(np.min(to_map(x, raster.north * one)[1])),
    )
    if not (all(map(math.isfinite, box)) and box.west < box.east and box.south < box.north):
        raise TerrainError(
            f"{raster.label} covers no upright rectangle on the map {crs}; it is too small, too wide or too slanted "
            "there: reproject it with gdalwarp first"
        )
    return box


def _steps(raster: Raster, to_map: Transform) -> tuple[float, float]:
    """Return the lengths on the map of one step eastward and one northward, at the raster's centre [m]."""
    x, y = _centre(raster)
    easting, northing = to_map(np.array([x, x + raster.step_x, x]), np.array([y, y, y + raster.step_y]))
    east, north = (math.hypot(easting[i] - easting[0], northing[i] - northing[0]) for i in (1, 2))
    return east, north


def _unrolled(to_raster: Transform, raster: Raster) -> Transform:
    """Return a transform with the raster's range of longitudes: 190, say, instead of -170 degrees."""
    if raster.crs is None or not reference_system(raster.crs).is_geographic:
        return to_raster
    centre = _centre(raster)[0]

    def unrolled(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        longitude, latitude = to_raster(x, y)
        return longitude - 360.0 * np.round((longitude - centre) / 360.0), latitude

    return unrolled


def _check_width(raster: Raster) -> None:
    """Raise an error if the raster is too wide for a flat map."""
    width = raster.east - raster.west
    if reference_system(raster.crs).is_geographic and width > MAX_WIDTH_DEG:
        raise TerrainError(
            f"{raster.label} spans {width:.1f} degrees of longitude; a flat map in metres is true for at most "
            f"{MAX_WIDTH_DEG:g}: cut a piece out of the file first, with gdal_translate -projwin"
        )


def _centre(raster: Raster) -> tuple[float, float]:
    return 0.5 * (raster.west + raster.east), 0.5 * (raster.south + raster.north)


def _unchanged(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    return x, y


def _transform(source: str, target: str) -> Transform:
    return _pyproj().Transformer.from_crs(reference_system(source), reference_system(target), always_xy=True).transform


def _pyproj() -> Any:
    return require("pyproj", extra="geo", purpose="placing a terrain on a metric map")


MAX_BYTES = 65_536  # limit of a .prj file; real ones have at most a few kB [bytes]
# codes: degrees, UTM north, UTM south; plus the zone
DATUMS = {"WGS84": (4326, 32600, 32700), "NAD83": (4269, 26900, None)}


def crs_beside(path: Path, west: float, south: float, step_x: float, step_y: float) -> str | None:
    """Return the coordinate reference system of a raster whose format has none.

    It is read from the projection file. Without one it is WGS 84 if the lattice can only be in degrees, otherwise None:
    metres at an unknown position.

    The projection file has the raster's name and the suffix .prj; the lattice is in its own unit.

    Raises:
        TerrainError: the file is unreadable or names an unknown system.
    """
    beside = next((path.with_suffix(suffix) for suffix in (".prj", ".PRJ") if path.with_suffix(suffix).exists()), None)
    if beside is None:
        return WGS84 if looks_like_degrees(west, south, step_x, step_y) else None
    words = read_text(beside, max_bytes=MAX_BYTES, error=TerrainError, encoding="latin-1").strip()
    crs = _of_arcinfo(words) if words.lower().startswith("projection") else words
    if crs is None or not is_known(crs):
        raise TerrainError(
            f"{beside.name} names no coordinate reference system that PROJ knows; write it as WKT or as a code like "
            "EPSG:32610, or remove the file if the grid is in metres"
        )
    return crs


def _of_arcinfo(words: str) -> str | None:
    """Return the code of an ArcInfo projection file in degrees or UTM; None for any other."""
    pairs = [line.lower().split() for line in words.splitlines()]
    values = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
    if values.get("zunits", "meters") not in ("meters", "metres", "no"):
        return None
    degrees, north, south = DATUMS.get(values.get("datum", "").upper().replace("_", ""), (None, None, None))
    if values.get("projection") == "geographic" and values.get("units", "dd") == "dd" and degrees is not None:
        return f"EPSG:{degrees}"
    zone = values.get("zone", "")
    first = south if values.get("yshift", "0").startswith("1000000") else north
    is_zone = zone.isdecimal() and 1 <= int(zone) <= 60
    if values.get("projection") == "utm" and values.get("units", "meters") == "meters" and is_zone and first:
        return f"EPSG:{first + int(zone)}"
    return None
