"""Projection: from the coordinates of a file to a metric map with square posts.

Vehicles need metres that are the same everywhere and both ways. A raster in degrees, in feet, or in a
projection that stretches (Web Mercator) therefore goes to the UTM zone of its centre on WGS 84, whose
scale is true within 1 in 1000 across the zone. A raster in honest metres stays in its own projection.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import TerrainError, require
from .raster import WGS84, Raster

MAX_STRETCH = 0.01  # a projection whose scale is off by more than that in the centre is not taken as metric
MAX_WIDTH_DEG = 6.0  # of longitude: at its edges UTM's scale is off by up to 4 in 1000
UTM_LATITUDES_DEG = (-80.0, 84.0)  # between which UTM is defined
STEPS = (0.001, 10_000.0)  # between posts on the map; finer and coarser ones are a mistake of the file's [m]
LARGEST_DEGREE_STEP = 0.2  # a cell in degrees is smaller [deg]; one in metres is larger [m]
MAX_CRS_LENGTH = 65_536  # characters of WKT
OTHER_FILES = re.compile(r"(init|grids|file)=[^\s\"]*[/\\]", re.IGNORECASE)  # in the strings of PROJ
EDGE_POINTS = 65  # along each side of a raster, to see where it lies after projection

Floats = NDArray[np.float64]
Transform = Callable[[Floats, Floats], tuple[Floats, Floats]]


class Box(NamedTuple):
    """A rectangle on the map [m]."""

    west: float
    south: float
    east: float
    north: float


@dataclass(frozen=True, eq=False)
class Placement:
    """Position of a raster on the map."""

    crs: str | None  # of the map; None: metres of unknown place
    to_map: Transform  # from the raster's coordinates to eastings and northings
    to_raster: Transform  # and back
    is_same: bool  # the map's coordinates are the raster's own
    covered: Box  # what the raster surely covers
    step_x: float  # one step of the raster eastward, in its centre, on the map [m]
    step_y: float  # likewise northward [m]


def place(raster: Raster) -> Placement:
    """Puts a raster on its metric map: in its own projection where that is metric, else in UTM.

    Raises:
        TerrainError: no flat map in metres fits the raster.
    """
    _check_lattice(raster)
    if raster.crs is None:
        return _placed(raster)
    exceptions = require("pyproj.exceptions", extra="geo", purpose="placing a terrain on a metric map")
    try:
        return _placed(raster)
    except exceptions.ProjError as error:
        raise TerrainError(
            f"{raster.label} lies in '{_crs(raster.crs).name[:60]}', from which PROJ knows no way to a map of Earth in "
            "metres; reproject it with gdalwarp, or correct its coordinate reference system"
        ) from error


def _placed(raster: Raster) -> Placement:
    """The placement of a raster whose system is known."""
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
    """The code of the UTM zone on WGS 84 that holds a place (the regular zones of six degrees)."""
    zone = int((longitude_deg + 180.0) % 360.0 // 6.0) + 1
    return f"EPSG:{(32600 if latitude_deg >= 0.0 else 32700) + zone}"


def transform_between(source: str, target: str) -> Transform:
    """The function that takes coordinates (eastward, northward) from one system to another; inf for what has no place.

    Raises:
        TerrainError: the systems have nothing in common.
    """
    errors = require("pyproj.exceptions", extra="geo", purpose="placing something on a metric map")
    try:
        return _transform(source, target)
    except errors.ProjError as error:
        raise TerrainError(f"no way leads from the coordinate reference system {source} to {target}") from error


def is_known(crs: str) -> bool:
    """Return whether pyproj understands a coordinate reference system, and needs no files of its own for it."""
    if len(crs) > MAX_CRS_LENGTH or OTHER_FILES.search(crs):
        return False
    exceptions = require("pyproj.exceptions", extra="geo", purpose="placing a terrain on a metric map")
    try:
        _crs(crs)
    except (exceptions.CRSError, UnicodeError, RecursionError):  # the last: of JSON in JSON in JSON
        return False
    return True


def foreign_unit(crs: str | None) -> str | None:
    """Return the name of the unit of a projected system whose coordinates are not metres; None for any other."""
    system = None if crs is None else _crs(crs)
    if system is None or not system.is_projected or system.axis_info[0].unit_conversion_factor == 1.0:
        return None
    return str(system.axis_info[0].unit_name)


def looks_like_degrees(west: float, south: float, step_x: float, step_y: float) -> bool:
    """Return whether a lattice can only be one of longitudes and latitudes.

    Args:
        west: coordinate of its western posts, in its own unit like the others.
        south: of its southern posts.
        step_x: between its columns.
        step_y: between its rows.
    """
    return max(step_x, step_y) < LARGEST_DEGREE_STEP and abs(west) <= 360.0 and abs(south) <= 90.0


def outline(box: Box) -> tuple[Floats, Floats]:
    """Points along the four sides of a box: x and y."""
    t = np.linspace(0.0, 1.0, EDGE_POINTS)
    x, y = box.west + t * (box.east - box.west), box.south + t * (box.north - box.south)
    one = np.ones(EDGE_POINTS)
    return (
        np.concatenate([x, x, box.west * one, box.east * one]),
        np.concatenate([box.south * one, box.north * one, y, y]),
    )


def _check_lattice(raster: Raster) -> None:
    """Refuse a lattice that is none, and a system that nobody knows."""
    numbers = raster.west, raster.south, raster.east, raster.north, raster.step_x, raster.step_y
    if not all(map(math.isfinite, numbers)) or min(raster.step_x, raster.step_y) <= 0.0:
        raise TerrainError(
            f"{raster.label} goes from ({raster.west:g}, {raster.south:g}) to ({raster.east:g}, {raster.north:g}) in "
            f"steps of {raster.step_x:g} and {raster.step_y:g}; all must be finite and the steps positive: correct the "
            "file's georeference"
        )
    if raster.crs is not None and not is_known(raster.crs):
        raise TerrainError(
            f"{raster.label} names the coordinate reference system '{raster.crs[:60]}', which PROJ does not know; "
            "write it as WKT or as a code like EPSG:32610"
        )


def _check_metres(raster: Raster) -> None:
    """Refuse degrees in a file that says that it is in metres."""
    if raster.crs is not None and looks_like_degrees(raster.west, raster.south, raster.step_x, raster.step_y):
        area = _crs(raster.crs).area_of_use
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
    """Return whether a place lies in a system's area of use, whose west may be east of the date line."""
    width = area.east - area.west + (360.0 if area.east < area.west else 0.0)
    return (longitude - area.west) % 360.0 <= width and area.south <= latitude <= area.north


def _check_steps(raster: Raster, step_x: float, step_y: float) -> None:
    shortest, longest = STEPS
    if not (shortest <= min(step_x, step_y) and max(step_x, step_y) <= longest):
        raise TerrainError(
            f"{raster.label} has posts {step_x:g} m apart eastward and {step_y:g} m northward; {shortest:g} to "
            f"{longest:g} m make sense for vehicles: correct the file's georeference, its unit may be wrong"
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
    system = _crs(crs)
    if not system.is_projected or any(axis.unit_conversion_factor != 1.0 for axis in system.axis_info[:2]):
        return False
    pyproj = _pyproj()
    longitude, latitude = pyproj.Transformer.from_crs(system, system.geodetic_crs, always_xy=True).transform(x, y)
    factors = pyproj.Proj(system).get_factors(longitude, latitude)
    return all(abs(scale - 1.0) <= MAX_STRETCH for scale in (factors.meridional_scale, factors.parallel_scale))


def _covered_box(raster: Raster, crs: str, to_map: Transform) -> Box:
    """An upright box on the map that the raster surely covers.

    A meridian is not vertical on the map: the raster's edges become slanted curves, so wedges along
    them are given up.
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
    """The lengths on the map of one step eastward and one northward, in the raster's centre [m]."""
    x, y = _centre(raster)
    easting, northing = to_map(np.array([x, x + raster.step_x, x]), np.array([y, y, y + raster.step_y]))
    east, north = (math.hypot(easting[i] - easting[0], northing[i] - northing[0]) for i in (1, 2))
    return east, north


def _unrolled(to_raster: Transform, raster: Raster) -> Transform:
    """A transform whose longitudes are those that the raster uses: 190, say, instead of -170 degrees."""
    if raster.crs is None or not _crs(raster.crs).is_geographic:
        return to_raster
    centre = _centre(raster)[0]

    def unrolled(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        longitude, latitude = to_raster(x, y)
        return longitude - 360.0 * np.round((longitude - centre) / 360.0), latitude

    return unrolled


def _check_width(raster: Raster) -> None:
    """Refuses what is so wide that metres would differ from place to place."""
    width = raster.east - raster.west
    if _crs(raster.crs).is_geographic and width > MAX_WIDTH_DEG:
        raise TerrainError(
            f"{raster.label} spans {width:.1f} degrees of longitude; a flat map in metres is true for at most "
            f"{MAX_WIDTH_DEG:g}: cut a piece out of the file first, with gdal_translate -projwin"
        )


def _centre(raster: Raster) -> tuple[float, float]:
    return 0.5 * (raster.west + raster.east), 0.5 * (raster.south + raster.north)


def _unchanged(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    return x, y


def _transform(source: str, target: str) -> Transform:
    """Return the same as ``transform_between``; where there is none, PROJ's own error passes."""
    return _pyproj().Transformer.from_crs(_crs(source), _crs(target), always_xy=True).transform


@lru_cache(maxsize=32)
def _crs(crs: str | None) -> Any:
    """The object that pyproj makes of a code or of WKT."""
    return _pyproj().CRS.from_user_input(crs)


def _pyproj() -> Any:
    return require("pyproj", extra="geo", purpose="placing a terrain on a metric map")
