"""Values of the readings of each kind of sensor: names, shapes, units, meanings."""

from typing import Any, NamedTuple

import numpy as np

from ..vehicles.sensor_specs import SensorSpec


class Value(NamedTuple):
    """One array of a channel's ``values``."""

    name: str
    unit: str
    meaning: str
    shape: tuple[str, ...] = ()  # of one vehicle's values: numbers, or names of parameters; "wheels" of the vehicle
    is_flag: bool = False

    def shape_in(self, spec: SensorSpec, wheels: int = 0) -> tuple[int, ...]:
        """Return the shape of one vehicle's values for a sensor, with this number of wheels."""
        known = {"3": 3, "wheels": wheels}
        return tuple(known[word] if word in known else int(getattr(spec.parameters, word)) for word in self.shape)

    @property
    def dtype(self) -> type[Any]:
        """Type of the array."""
        return np.bool_ if self.is_flag else np.float64

    @property
    def missing(self) -> Any:
        """Value before the first reading."""
        return False if self.is_flag else np.nan


VALUES: dict[str, tuple[Value, ...]] = {
    "imu": (
        Value("specific_force", "m/s^2", "along the sensor's axes; (0, 0, 9.81) at rest on level ground", ("3",)),
        Value("angular_rate", "rad/s", "about the sensor's axes", ("3",)),
    ),
    "gnss": (
        Value("latitude", "deg", "of the antenna, north positive; NaN without a fix"),
        Value("longitude", "deg", "of the antenna, east positive; NaN without a fix"),
        Value("height", "m", "of the antenna, above the zero of the terrain's heights; NaN without a fix"),
        Value("has_fix", "", "whether there is a position: false in an outage", is_flag=True),
    ),
    "odometry": (
        Value("x", "m", "of the reference point in the odometry frame, ahead of its origin"),
        Value("y", "m", "of the reference point in the odometry frame, left of its origin"),
        Value("yaw", "rad", "in the odometry frame, counter-clockwise"),
        Value("speed", "m/s", "mean since the last reading, forward positive"),
        Value("yaw_rate", "rad/s", "mean since the last reading, counter-clockwise"),
    ),
    "wheel-speeds": (
        Value("speed", "rad/s", "of each wheel from the front, the left one first, or of both sprockets", ("wheels",)),
    ),
    "scan-2d": (Value("ranges", "m", "along each beam; infinite without a return", ("beams",)),),
    "scan-3d": (Value("ranges", "m", "along each beam of each ring; infinite without a return", ("rings", "beams")),),
    "height-scan": (
        Value("heights", "m", "of the ground at each point, above the ground under the sensor", ("rows", "columns")),
    ),
}
