"""Geodesy: conversion between a world's grid, geodetic positions and the geocentric coordinates of DIS.

A world is a metric map. Its x and y are easting and northing of the terrain's coordinate reference system, less those
of the world's origin:

    easting = x + terrain.origin_easting,  northing = y + terrain.origin_northing

Its z is the height in the terrain file, usually above the geoid (mean sea level). DIS needs the height above the
ellipsoid: z plus ``geoid_offset``, the height of the geoid above the WGS 84 ellipsoid at the map (negative in
California). It is one number for a map, 0 by default.

A grid is not a tangent plane, and grid north is not true north. So positions are converted from the grid to longitude
and latitude (by pyproj, which handles projections and old datums) and then to geocentric coordinates; ``grid_frame``
has the formulas for vectors and attitudes.

An entity can be extrapolated in the grid between two states: convert its state once, on arrival.
"""

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ....base.errors import TerrainError, require
from ....ground.terrain.heightfield import Terrain
from ....ground.terrain.projection import is_known
from ....models.rotation import Vector
from .columns import QUIET, Buffers, Floats, Motions, rows_of, set_rows
from .grid_frame import (
    REACH,
    GridFrame,
    Neighbourhood,
    Place,
    empty_work,
    geocentric_of,
    grid_frame,
    to_geocentric_rows,
    to_grid_rows,
)

WGS84 = "EPSG:4326"
EXACT = 1e-9  # a round trip with a smaller error needs no refinement [m]

_PURPOSE = "placing a world on the Earth"


class Geodetic(NamedTuple):
    """Position on or above the Earth, in WGS 84."""

    latitude: Any  # [rad]
    longitude: Any  # [rad]
    height: Any  # above the ellipsoid [m]


class Geodesy:
    """Conversion between a world's grid and the Earth; not thread-safe.

    Positions are columns or numbers, states of motion are columns.

    Args:
        crs: coordinate reference system of the grid, in metres eastward and northward.
        origin_easting, origin_northing: east and northing of the world's (0, 0) in it [m].
        geoid_offset: height of the world's z = 0 above the WGS 84 ellipsoid [m].
        run: function that runs stages, such as ``World.run_stage``; by default a new ``Stages``.

    Raises:
        TerrainError: the system is unknown, or the origin is outside its domain.
    """

    def __init__(
        self,
        crs: str,
        *,
        origin_easting: float = 0.0,
        origin_northing: float = 0.0,
        geoid_offset: float = 0.0,
        run: Callable[..., None] | None = None,
    ):
        if not is_known(crs):
            raise TerrainError(
                f"the coordinate reference system {crs[:60]!r} is unknown to PROJ; write it as WKT or as a code like "
                "EPSG:32610"
            )
        if not math.isfinite(geoid_offset):
            raise TerrainError(f"geoid_offset_m is {geoid_offset}; it must be a finite number of metres")
        if run is None:
            from ....compile.rows import Stages

            run = Stages().run
        self.crs, self.geoid_offset = crs, geoid_offset
        self._easting, self._northing, self._run = origin_easting, origin_northing, run
        pyproj = require("pyproj", extra="dis", purpose=_PURPOSE)
        self._to_ellipsoid = _operation(crs, origin_easting, origin_northing)
        self._of_geocentric = pyproj.Transformer.from_pipeline("+proj=pipeline +step +inv +proj=cart +ellps=WGS84")
        self._buffers = {stage: Buffers(empty_work) for stage in (to_geocentric_rows, to_grid_rows)}
        self._is_refined = False
        place = self.geodetic(0.0, 0.0, 0.0)
        if not all(map(math.isfinite, map(float, place))):
            raise TerrainError(
                f"the world's origin, easting {origin_easting:g} and northing {origin_northing:g} m, is nowhere on "
                f"Earth in the coordinate reference system {crs[:60]!r}; correct the terrain's georeference"
            )
        self._is_refined = max(map(abs, map(float, self.from_geodetic(place)[:2]))) > EXACT

    @classmethod
    def of_terrain(
        cls,
        terrain: Terrain,
        *,
        geoid_offset: float = 0.0,
        origin_deg: tuple[float, float] | None = None,
        run: Callable[..., None] | None = None,
    ) -> "Geodesy":
        """Return the geodesy of a world on a terrain.

        Args:
            geoid_offset: height of the world's z = 0 above the ellipsoid [m].
            origin_deg: latitude and longitude of the world's (0, 0), for a terrain without a reference system [deg].

        Raises:
            TerrainError: the position is given both by the terrain and by ``origin_deg``, or by neither.
        """
        if terrain.crs is None:
            if origin_deg is None:
                raise TerrainError(
                    f"the terrain {terrain.name!r} has no coordinate reference system, so that its place on the Earth "
                    "is unknown; give the latitude and longitude of its origin"
                )
            return cls.around(*origin_deg, geoid_offset=geoid_offset, run=run)
        if origin_deg is not None:
            raise TerrainError(
                f"the terrain {terrain.name!r} lies in {terrain.crs[:60]}, and its origin is given as latitude "
                f"{origin_deg[0]:g}, longitude {origin_deg[1]:g} as well; remove that"
            )
        easting, northing = terrain.origin_easting, terrain.origin_northing
        return cls(terrain.crs, origin_easting=easting, origin_northing=northing, geoid_offset=geoid_offset, run=run)

    @classmethod
    def around(
        cls,
        latitude_deg: float,
        longitude_deg: float,
        *,
        geoid_offset: float = 0.0,
        run: Callable[..., None] | None = None,
    ) -> "Geodesy":
        """Return the geodesy of a world without a projection: a transverse Mercator map around its origin.

        On the meridian of the origin, y is true north and the scale is 1.

        Args:
            latitude_deg: latitude of the world's (0, 0), -90 to 90.
            longitude_deg: longitude of the world's (0, 0), -180 to 180.
            geoid_offset: height of the world's z = 0 above the ellipsoid [m].

        Raises:
            TerrainError: latitude or longitude is out of range.
        """
        if not (-90.0 <= latitude_deg <= 90.0 and -180.0 <= longitude_deg <= 180.0):
            raise TerrainError(
                f"the origin is at latitude {latitude_deg}, longitude {longitude_deg}; they must be within -90 to 90 "
                "and -180 to 180 degrees"
            )
        crs = f"+proj=tmerc +lat_0={latitude_deg!r} +lon_0={longitude_deg!r} +k=1 +datum=WGS84 +units=m +type=crs"
        return cls(crs, geoid_offset=geoid_offset, run=run)

    def geodetic(self, x: Any, y: Any, z: Any) -> Geodetic:
        """Return geodetic positions of grid positions x, y, z [m]; NaN outside the projection's domain."""
        place = self._place(x, y)
        return Geodetic(place.latitude, place.longitude, z + self.geoid_offset)

    @QUIET
    def from_geodetic(self, place: Geodetic) -> Vector[Any]:
        """Return grid positions x, y, z [m] of geodetic ones; NaN outside the projection's domain."""
        longitude, latitude = place.longitude, place.latitude
        easting, northing = self._eastings(longitude, latitude)
        if self._is_refined:  # PROJ's inverse through another datum is wrong by up to a millimetre
            again = self._eastings(*self._to_ellipsoid.transform(easting, northing, radians=True))
            with np.errstate(invalid="ignore"):
                first = self._eastings(longitude, latitude)
                easting, northing = easting + (first[0] - again[0]), northing + (first[1] - again[1])
        return Vector(
            _finite(easting - self._easting), _finite(northing - self._northing), place.height - self.geoid_offset
        )

    def geocentric(self, x: Any, y: Any, z: Any) -> Vector[Any]:
        """Return geocentric coordinates (ECEF, WGS 84) of grid positions x (east), y (north), z (up) [m]."""
        place = self.geodetic(x, y, z)
        return geocentric_of(Place(place.longitude, place.latitude), place.height)

    @QUIET
    def from_geocentric(self, place: Any) -> Vector[Any]:
        """Return grid positions x, y, z [m] of geocentric ones; NaN outside the projection's domain."""
        return self.from_geodetic(self._geodetic_of(place))

    def convergence(self, x: Any, y: Any) -> Any:
        """Return the meridian convergence at x, y [m]: the clockwise angle from true north to grid north [rad].

        A true heading is the grid heading plus this angle.
        """
        frame, place = self.frame(x, y, 0.0 * (x + y)), self._place(x, y)
        east = Vector(-np.sin(place.longitude), np.cos(place.longitude), 0.0 * place.longitude)
        north_of_east, east_of_east = (
            sum(a * b for a, b in zip(v, east, strict=True)) for v in (frame.north, frame.east)
        )
        return np.arctan2(north_of_east, east_of_east)

    def frame(self, x: Any, y: Any, z: Any) -> GridFrame:
        """Return the axes of the grid at grid positions x, y, z [m], in geocentric coordinates."""
        return grid_frame(self._neighbourhood(np.asarray(x), np.asarray(y), np.asarray(z) + self.geoid_offset))

    @QUIET
    def to_geocentric(self, motion: Motions, algorithm: Any) -> Motions:
        """Convert states of motion to geocentric axes, with body axes forward, right and down instead of left and up.

        From dead reckoning algorithm 6 on, velocity and acceleration are in body axes.
        """
        pose = motion.pose
        around = self._neighbourhood(pose.x, pose.y, pose.z + self.geoid_offset)
        return self._converted(
            to_geocentric_rows, motion, algorithm, geocentric_of(around.centre, around.height), around
        )

    @QUIET
    def to_grid(self, motion: Motions, algorithm: Any) -> Motions:
        """Convert received states of motion to the grid, with body axes forward, left and up; NaN outside its domain.

        From dead reckoning algorithm 6 on, velocity and acceleration are in body axes.
        """
        place = self.from_geocentric(motion.pose)
        around = self._neighbourhood(place.x, place.y, place.z + self.geoid_offset)
        return self._converted(to_grid_rows, motion, algorithm, place, around)

    def _converted(
        self, stage: Callable[..., None], motion: Motions, algorithm: Any, place: Vector[Any],
        around: Neighbourhood[Any],
    ) -> Motions:  # fmt: skip
        rows = slice(0, around.height.size)
        buffers = self._buffers[stage].for_rows(rows.stop)
        for columns, values in (
            (buffers.conversion.source, motion),
            (buffers.conversion.algorithm, algorithm),
            (buffers.conversion.place, place),
            (buffers.around, around),
        ):
            set_rows(columns, rows, values)
        self._run(stage, *buffers)
        return rows_of(buffers.conversion.target, rows)

    def _neighbourhood(self, x: Floats, y: Floats, height: Floats) -> Neighbourhood[Any]:
        shift_x = np.array([0.0, REACH, -REACH, 0.0, 0.0]).reshape(5, *(1,) * x.ndim)
        shift_y = np.array([0.0, 0.0, 0.0, REACH, -REACH]).reshape(5, *(1,) * y.ndim)
        longitude, latitude = self._place(x + shift_x, y + shift_y)
        places: Iterator[Place[Any]] = map(Place, longitude, latitude)
        centre, east, west, north, south = places
        return Neighbourhood(centre, east, west, north, south, height)

    def _place(self, x: Any, y: Any) -> Place[Any]:
        longitude, latitude = self._to_ellipsoid.transform(x + self._easting, y + self._northing, radians=True)
        return Place(_finite(longitude), _finite(latitude))

    def _eastings(self, longitude: Any, latitude: Any) -> Any:
        return self._to_ellipsoid.transform(longitude, latitude, radians=True, direction="INVERSE")

    def _geodetic_of(self, place: Any) -> Geodetic:
        longitude, latitude, height = self._of_geocentric.transform(place.x, place.y, place.z, radians=True)
        return Geodetic(_finite(latitude), _finite(longitude), _finite(height))


def _operation(crs: str, easting: float, northing: float) -> Any:
    """Return one transformation from a grid to WGS 84 longitude and latitude, the same in both directions.

    An old datum has many transformations, each for its area, and the best may need a grid file that is not installed.
    """
    pyproj = require("pyproj", extra="dis", purpose=_PURPOSE)
    transformer = require("pyproj.transformer", extra="dis", purpose=_PURPOSE)
    area_of_interest = require("pyproj.aoi", extra="dis", purpose=_PURPOSE).AreaOfInterest
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        first = pyproj.Transformer.from_crs(crs, WGS84, always_xy=True)
        longitude, latitude = first.transform(easting, northing)
        if not (math.isfinite(longitude) and math.isfinite(latitude)):
            return first
        area = area_of_interest(longitude, latitude, longitude, latitude)
        found = transformer.TransformerGroup(crs, WGS84, always_xy=True, area_of_interest=area).transformers
    return found[0] if found else first


def _finite(values: Any) -> Any:
    if isinstance(values, (float, int)):
        return values if math.isfinite(values) else math.nan
    return np.where(np.isfinite(values), values, np.nan)
