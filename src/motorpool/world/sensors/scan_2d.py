"""Planar scanner: distances along beams, by ``scan.scan_2d``."""

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ...models.fields import Fraction, NonNegative, Positive
from ...vehicles.sensor_kinds import Angle, Beams, Delay, Message, Rate, Reading, SensorKind, SensorSpec, Value
from .draws import Floats
from .scan import ScanWorld, scan_2d
from .scan_samplers import RangeSampler, azimuths_of, hit_points, text_of_hits
from .scan_stages import Poses


class Scan2d(NamedTuple):
    """Planar scanner: distances along beams in the sensor's x-y plane."""

    rate: Rate = 10.0  # scans a second [Hz]
    delay: Delay = 0.0  # from a scan to its delivery [s]
    dropout: Fraction = 0.0  # share of beams that return nothing although they hit [1]
    beams: Beams = 360.0  # number of beams [1]
    first_angle: Angle = -math.pi  # of the first beam, counter-clockwise from the sensor's x axis [rad]
    last_angle: Angle = math.pi  # of the last beam [rad]
    min_range: NonNegative = 0.0  # distance at which beams begin; a solid there is measured at this distance [m]
    max_range: Positive = 30.0  # a longer distance is no return [m]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each distance [m]
    bias: NonNegative = 0.0  # standard deviation of the constant bias of all distances [m]
    step: NonNegative = 0.0  # quantisation of the distances; 0 for none [m]


def measure(surroundings: ScanWorld, poses: Poses, spec: SensorSpec) -> Floats:
    """Return ranges without errors (n, beams) [m]."""
    given = spec.parameters
    return scan_2d(surroundings, poses, azimuths_of(spec), given.max_range, min_range=given.min_range)


def foxglove_scan(reading: Reading) -> dict[str, Any]:
    """Return a scan for Foxglove."""
    angles = azimuths_of(reading.spec)
    return {
        "start_angle": float(angles[0]),
        "end_angle": float(angles[-1]),
        "ranges": reading.values["ranges"].tolist(),
    }


def ros_scan(reading: Reading) -> dict[str, Any]:
    """Return a scan for ROS."""
    given, angles = reading.spec.parameters, azimuths_of(reading.spec)
    return {
        "angle_min": float(angles[0]),
        "angle_max": float(angles[-1]),
        "angle_increment": float(angles[1] - angles[0]) if len(angles) > 1 else 0.0,
        "time_increment": 0.0,
        "scan_time": 1.0 / reading.spec.rate,
        "range_min": float(given.min_range),
        "range_max": float(given.max_range),
        "ranges": reading.values["ranges"].astype(np.float32),
        "intensities": np.zeros(0, np.float32),
    }


KIND = SensorKind(
    "scan-2d",
    parameters=Scan2d,
    values=(Value("ranges", "m", "along each beam; infinite without a return", ("beams",)),),
    sampler=partial(RangeSampler, measure=measure, name="ranges"),
    foxglove=Message("LaserScan", foxglove_scan),
    ros=Message("sensor_msgs/msg/LaserScan", ros_scan),
    text=text_of_hits,
    points=partial(hit_points, elevations=np.zeros(())),
    drops_beams=True,
    place=5,
)
