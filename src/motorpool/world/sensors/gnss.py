"""Satellite positions: latitude, longitude and height of an antenna, with correlated errors and outages.

Positions on the map are converted by the projection of the terrain (``terrain.crs``). A terrain without one is taken as
the tangent plane of WGS 84 at an origin: north along the meridian, east along the parallel. Heights are those of the
terrain. Errors, white and correlated, are in metres on the map. Outages begin at random with a mean interval and last a
random time with a mean duration, both exponentially distributed. Sources: Groves (2013), sections 2.4 (radii of
curvature) and 9.3 (errors).
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ground.terrain.projection import transform_between
from ...ground.terrain.raster import WGS84
from ...models.fields import Fraction, NonNegative, Positive
from ...vehicles.sensor_kinds import AT_REFERENCE, Delay, Message, Mount, Rate, Reading, SensorKind, SensorSpec, Value
from .channel import Carriers
from .draws import ONCE, Floats, uniforms
from .error_models import ErrorModel
from .seen import Seen, mounted_positions

SEMI_MAJOR_AXIS = 6378137.0  # of WGS 84 [m]
FLATTENING = 1.0 / 298.257223563  # of WGS 84 [1]
HORIZONTAL, VERTICAL, OUTAGES = 1, 2, 3  # streams
DIAGONAL_KNOWN = 2  # position_covariance_type of LocationFix and NavSatFix
NO_FIX, FIX, GPS = -1, 0, 1  # of NavSatStatus

Locate = Callable[[Floats, Floats], tuple[Floats, Floats]]


class Gnss(NamedTuple):
    """Receiver of satellite positions: latitude, longitude and height of its antenna."""

    rate: Rate = 5.0  # readings a second [Hz]
    delay: Delay = 0.0  # from a reading to its delivery [s]
    dropout: Fraction = 0.0  # share of readings that are lost [1]
    horizontal_noise: NonNegative = 0.0  # standard deviation of the white error, east and north each [m]
    horizontal_drift: NonNegative = 0.0  # standard deviation of the correlated error, east and north each [m]
    vertical_noise: NonNegative = 0.0  # standard deviation of the white error of the height [m]
    vertical_drift: NonNegative = 0.0  # standard deviation of the correlated error of the height [m]
    drift_time: Positive = 100.0  # correlation time of the correlated errors [s]
    outage_interval: NonNegative = 0.0  # mean time from the end of an outage to the next; 0 for no outages [s]
    outage_duration: Positive = 10.0  # mean duration of an outage [s]


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

    def __init__(self, spec: SensorSpec, carriers: Carriers):
        given: Gnss = spec.parameters
        self._given, self._mount = given, spec.mount
        self._locate = locator(carriers.world.terrain, carriers.origin)
        drift_time = given.drift_time
        self._horizontal = ErrorModel(
            HORIZONTAL, 2, noise=given.horizontal_noise, drift=(given.horizontal_drift, drift_time)
        )
        self._vertical = ErrorModel(VERTICAL, 1, noise=given.vertical_noise, drift=(given.vertical_drift, drift_time))
        self._keys, self._left, self._is_out = carriers.keys[:0], np.zeros(0), np.zeros(0, np.bool_)
        self.grow(carriers)

    def grow(self, carriers: Carriers) -> None:
        """Begin with vehicles, or take further ones at the end."""
        first, keys = len(self._keys), carriers.keys
        self._horizontal.start(keys, slice(first, len(keys)))
        self._vertical.start(keys, slice(first, len(keys)))
        self._is_out = np.concatenate((self._is_out[:first], np.zeros(len(keys) - first, np.bool_)))
        interval = self._given.outage_interval
        begun = -interval * np.log(uniforms(keys[first:], ONCE, 8 * OUTAGES, 1)[:, 0])
        self._left = np.concatenate((self._left, begun if interval > 0.0 else np.full(len(begun), np.inf)))
        self._keys, self._seen = keys, carriers.seen

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


def variances(given: Gnss) -> tuple[float, float]:
    """Return the variance of the position, horizontal and vertical [m^2]."""
    across = float(given.horizontal_noise) ** 2 + float(given.horizontal_drift) ** 2
    return across, float(given.vertical_noise) ** 2 + float(given.vertical_drift) ** 2


def location_fix(reading: Reading) -> dict[str, Any] | None:
    """Return a position for Foxglove; None in an outage."""
    values, (across, up) = reading.values, variances(reading.spec.parameters)
    if not values["has_fix"]:
        return None
    return {
        "latitude": float(values["latitude"]),
        "longitude": float(values["longitude"]),
        "altitude": float(values["height"]),
        "position_covariance": [across, 0.0, 0.0, 0.0, across, 0.0, 0.0, 0.0, up],
        "position_covariance_type": DIAGONAL_KNOWN,
    }


def nav_sat_fix(reading: Reading) -> dict[str, Any]:
    """Return a position for ROS."""
    values, (across, up) = reading.values, variances(reading.spec.parameters)
    return {
        "status": {"status": FIX if values["has_fix"] else NO_FIX, "service": GPS},
        "latitude": float(values["latitude"]),
        "longitude": float(values["longitude"]),
        "altitude": float(values["height"]),
        "position_covariance": np.diag([across, across, up]).ravel(),
        "position_covariance_type": DIAGONAL_KNOWN,
    }


def text(values: Mapping[str, Any]) -> str:
    """Return a position in a few words."""
    if not values["has_fix"]:
        return "no fix"
    return f"{values['latitude']:.6f}°, {values['longitude']:.6f}°, {values['height']:.1f} m"


KIND = SensorKind(
    "gnss",
    parameters=Gnss,
    values=(
        Value("latitude", "deg", "of the antenna, north positive; NaN without a fix"),
        Value("longitude", "deg", "of the antenna, east positive; NaN without a fix"),
        Value("height", "m", "of the antenna, above the zero of the terrain's heights; NaN without a fix"),
        Value("has_fix", "", "whether there is a position: false in an outage", is_flag=True),
    ),
    sampler=GnssSampler,
    foxglove=Message("LocationFix", location_fix),
    ros=Message("sensor_msgs/msg/NavSatFix", nav_sat_fix),
    text=text,
    place=2,
)
