"""Scanner with rings of beams: distances along beams at several elevations, by ``scan.scan_3d``."""

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ...models.fields import Fraction, NonNegative, Positive
from ...vehicles.sensor_kinds import (
    Angle,
    Beams,
    Delay,
    Elevation,
    Message,
    Rate,
    Reading,
    Rings,
    SensorKind,
    SensorSpec,
    Value,
)  # fmt: skip
from .draws import Floats
from .scan import ScanWorld, scan_3d
from .scan_samplers import FLOAT32, RangeSampler, azimuths_of, hit_points, point_cloud, text_of_hits
from .scan_stages import Poses

POINT_BYTES = 12  # x, y and z in float32 [bytes]


class Scan3d(NamedTuple):
    """Scanner with rings of beams: distances along beams at several elevations."""

    rate: Rate = 10.0  # scans a second [Hz]
    delay: Delay = 0.0  # from a scan to its delivery [s]
    dropout: Fraction = 0.0  # share of beams that return nothing although they hit [1]
    rings: Rings = 16.0  # number of rings [1]
    beams: Beams = 360.0  # number of beams of a ring [1]
    first_angle: Angle = -math.pi  # of the first beam, counter-clockwise from the sensor's x axis [rad]
    last_angle: Angle = math.pi  # of the last beam [rad]
    lowest: Elevation = -0.26  # elevation of the first ring [rad]
    highest: Elevation = 0.26  # elevation of the last ring [rad]
    min_range: NonNegative = 0.0  # distance at which beams begin; a solid there is measured at this distance [m]
    max_range: Positive = 100.0  # a longer distance is no return [m]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each distance [m]
    bias: NonNegative = 0.0  # standard deviation of the constant bias of all distances [m]
    step: NonNegative = 0.0  # quantisation of the distances; 0 for none [m]


def elevations_of(spec: SensorSpec) -> Floats:
    """Return the elevations of the rings (rings,) [rad]."""
    given: Scan3d = spec.parameters
    return np.linspace(float(given.lowest), float(given.highest), int(given.rings))


def measure(surroundings: ScanWorld, poses: Poses, spec: SensorSpec) -> Floats:
    """Return ranges without errors (n, rings, beams) [m]."""
    given, angles = spec.parameters, azimuths_of(spec)
    return scan_3d(surroundings, poses, angles, elevations_of(spec), given.max_range, min_range=given.min_range)


def points(reading: Reading) -> Floats:
    """Return the points that beams have hit, along the sensor's axes (points, 3) [m]."""
    return hit_points(reading, elevations_of(reading.spec)[:, None])


def foxglove_cloud(reading: Reading) -> dict[str, Any]:
    """Return a scan for Foxglove."""
    return point_cloud(points(reading))


def ros_cloud(reading: Reading) -> dict[str, Any]:
    """Return a scan for ROS as points in the sensor's axes, a row a ring; NaN without a return."""
    ranges = reading.values["ranges"]
    azimuths, elevations = azimuths_of(reading.spec), elevations_of(reading.spec)
    distance = np.where(np.isfinite(ranges), ranges, math.nan)
    level = distance * np.cos(elevations)[:, None]
    places = np.empty((*ranges.shape, 3), "<f4")
    places[..., 0], places[..., 1] = level * np.cos(azimuths), level * np.sin(azimuths)
    places[..., 2] = distance * np.sin(elevations)[:, None]
    rings, beams = ranges.shape
    return {
        "height": rings,
        "width": beams,
        "fields": [
            {"name": name, "offset": 4 * place, "datatype": FLOAT32, "count": 1} for place, name in enumerate("xyz")
        ],
        "is_bigendian": False,
        "point_step": POINT_BYTES,
        "row_step": POINT_BYTES * beams,
        "data": np.frombuffer(places.tobytes(), np.uint8),
        "is_dense": bool(np.isfinite(ranges).all()),
    }


KIND = SensorKind(
    "scan-3d",
    parameters=Scan3d,
    values=(Value("ranges", "m", "along each beam of each ring; infinite without a return", ("rings", "beams")),),
    sampler=partial(RangeSampler, measure=measure, name="ranges"),
    foxglove=Message("PointCloud", foxglove_cloud),
    ros=Message("sensor_msgs/msg/PointCloud2", ros_cloud),
    text=text_of_hits,
    points=points,
    drops_beams=True,
    place=6,
)
