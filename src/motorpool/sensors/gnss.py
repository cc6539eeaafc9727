"""Satellite positions: latitude, longitude and height of an antenna, with correlated errors and outages.

Positions on the map are converted by the projection of the terrain (``terrain.crs``). A terrain without one is taken as
the tangent plane of WGS 84 at an origin: north along the meridian, east along the parallel. Heights are those of the
terrain. Errors are in metres on the map. Sources: Groves (2013), sections 2.4 (radii of curvature) and 9.3 (errors).
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..terrain.projection import transform_between
from ..terrain.raster import WGS84
from ..vehicles.sensor_kinds import AT_REFERENCE, Gnss, Mount
from ..vehicles.sensor_specs import SensorSpec
from .draws import ONCE, Floats, Words32, uniforms
from .error_models import ErrorModel
from .seen import Seen, mounted_positions

SEMI_MAJOR_AXIS = 6378137.0  # of WGS 84 [m]
FLATTENING = 1.0 / 298.257223563  # of WGS 84 [1]
HORIZONTAL, VERTICAL, OUTAGES = 1, 2, 3  # streams

Locate = Callable[[Floats, Floats], tuple[Floats, Floats]]


def locator(terrain: Any, origin: tuple[float, float] = (0.0, 0.0)) -> Locate:
    """Return the function from x and y [m] to latitude and longitude [deg].

    Args:
        terrain: its projection and origin are used if it has them.
        origin: latitude and longitude of (0, 0) on a terrain without a projection [deg].
    """
    crs = getattr(terrain, "crs", None)
    if crs is None:
        return lambda x, y: on_tangent_plane(x, y, origin)
    transform, east, north = transform_between(crs, WGS84), terrain.origin_easting, terrain.origin_northing

    def located(x: Floats, y: Floats) -> tuple[Floats, Floats]:
        longitude, latitude = transform(x + east, y + north)
        return latitude, longitude

    return located


def on_tangent_plane(x: Floats, y: Floats, origin: tuple[float, float]) -> tuple[Floats, Floats]:
    """Return latitude and longitude [deg] of positions east and north [m] of an origin (latitude, longitude) [deg]."""
    sine = math.sin(math.radians(origin[0]))
    square = FLATTENING * (2.0 - FLATTENING)
    root = math.sqrt(1.0 - square * sine * sine)
    meridian, normal = SEMI_MAJOR_AXIS * (1.0 - square) / root**3, SEMI_MAJOR_AXIS / root
    longitude = origin[1] + np.degrees(x / (normal * math.cos(math.radians(origin[0]))))
    return origin[0] + np.degrees(y / meridian), longitude


def gnss_readings(seen: Seen, locate: Locate, mount: Mount = AT_REFERENCE, errors: Floats | None = None) -> Floats:
    """Return latitude, longitude [deg] and height [m] of antennas, shape (n, 3).

    Args:
        locate: see ``locator``.
        errors: east, north, up (n, 3) [m]; none by default.
    """
    position = mounted_positions(seen, mount)
    if errors is not None:
        position = position + errors
    latitude, longitude = locate(position[:, 0], position[:, 1])
    return np.stack((latitude, longitude, position[:, 2]), axis=-1)


class GnssSampler:
    """Receivers of some vehicles."""

    def __init__(self, spec: SensorSpec, keys: Words32, seen: Seen, locate: Locate):
        given: Gnss = spec.parameters
        self._given, self._mount, self._locate = given, spec.mount, locate
        drift_time = given.drift_time
        self._horizontal = ErrorModel(
            HORIZONTAL, 2, noise=given.horizontal_noise, drift=(given.horizontal_drift, drift_time)
        )
        self._vertical = ErrorModel(VERTICAL, 1, noise=given.vertical_noise, drift=(given.vertical_drift, drift_time))
        self._keys, self._left, self._is_out = keys[:0], np.zeros(0), np.zeros(0, np.bool_)
        self.grow(keys, seen)

    def grow(self, keys: Words32, seen: Seen) -> None:
        """Begin with vehicles, or take further ones at the end."""
        first = len(self._keys)
        self._horizontal.start(keys, slice(first, len(keys)))
        self._vertical.start(keys, slice(first, len(keys)))
        self._is_out = np.concatenate((self._is_out[:first], np.zeros(len(keys) - first, np.bool_)))
        interval = self._given.outage_interval
        begun = -interval * np.log(uniforms(keys[first:], ONCE, 8 * OUTAGES, 1)[:, 0])
        self._left = np.concatenate((self._left, begun if interval > 0.0 else np.full(len(begun), np.inf)))
        self._keys, self._seen = keys, seen

    def restart(self, rows: NDArray[np.bool_]) -> None:
        """Do nothing: receivers keep no motion."""

    def step(self, seen: Seen, dt: float) -> None:
        """Take the positions after a step."""
        self._seen = seen

    def read(self, reading: int, interval: float) -> tuple[dict[str, NDArray[Any]], NDArray[np.bool_]]:
        """Return readings by name, and which vehicles (n,) have one; without a fix positions are NaN."""
        self._advance_outages(reading, interval)
        zeros = np.zeros((len(self._keys), 2))
        errors = np.concatenate(
            (self._horizontal.read(zeros, reading, interval), self._vertical.read(zeros[:, :1], reading, interval)),
            axis=1,
        )
        values = gnss_readings(self._seen, self._locate, self._mount, errors)
        values[self._is_out] = np.nan
        latitude, longitude, height = (np.ascontiguousarray(column) for column in values.T)
        fixes = {"latitude": latitude, "longitude": longitude, "height": height, "has_fix": ~self._is_out}
        return fixes, np.ones(len(self._keys), np.bool_)

    def _advance_outages(self, reading: int, interval: float) -> None:
        """Begin and end outages; a receiver changes at most once in a reading."""
        self._left = self._left - interval
        is_due = self._left <= 0.0
        if not is_due.any():
            return
        self._is_out = self._is_out ^ is_due
        mean = np.where(self._is_out, self._given.outage_duration, self._given.outage_interval)
        drawn = -mean * np.log(uniforms(self._keys, reading, 8 * OUTAGES, 1)[:, 0])
        self._left = np.where(is_due, np.maximum(self._left + drawn, 0.0), self._left)
