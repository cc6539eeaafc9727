"""Heights of the ground around a vehicle, by ``scan.height_scan``."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ...models.fields import Fraction, NonNegative, Positive
from ...vehicles.sensor_kinds import Delay, Message, Mount, Rate, Reading, Rings, SensorKind, SensorSpec, Value
from .draws import Floats
from .scan import ScanWorld, height_scan
from .scan_samplers import HeightSampler, point_cloud
from .scan_stages import Poses


class HeightScan(NamedTuple):
    """Heights of the ground at a grid of points around the vehicle, above the ground under the sensor."""

    rate: Rate = 10.0  # scans a second [Hz]
    delay: Delay = 0.0  # from a scan to its delivery [s]
    dropout: Fraction = 0.0  # share of scans that are lost [1]
    rows: Rings = 16.0  # number of points ahead [1]
    columns: Rings = 16.0  # number of points across [1]
    spacing: Positive = 1.0  # of the points [m]
    noise: NonNegative = 0.0  # standard deviation of the white noise of each height [m]
    bias: NonNegative = 0.0  # standard deviation of the constant bias of all heights [m]
    step: NonNegative = 0.0  # quantisation of the heights; 0 for none [m]


def points_of(spec: SensorSpec) -> Floats:
    """Return the points, ahead and left of the sensor (rows, columns, 2) [m].

    The first row is the rearmost one, the first column the right one.
    """
    given: HeightScan = spec.parameters
    rows, columns, spacing = int(given.rows), int(given.columns), float(given.spacing)
    found = np.empty((rows, columns, 2))
    found[:, :, 0] = (spacing * (np.arange(rows) - 0.5 * (rows - 1)))[:, None]
    found[:, :, 1] = spacing * (np.arange(columns) - 0.5 * (columns - 1))
    return found


def measure(surroundings: ScanWorld, poses: Poses, spec: SensorSpec) -> Floats:
    """Return heights without errors (n, rows, columns) [m]."""
    points = points_of(spec)
    return height_scan(surroundings, poses, points.reshape(-1, 2)).reshape(-1, *points.shape[:2])


def ground_points(reading: Reading) -> dict[str, Any]:
    """Return the points of the ground for Foxglove."""
    heights, mount = reading.values["heights"], reading.spec.mount
    points = np.concatenate((points_of(reading.spec), heights[:, :, None]), axis=-1).reshape(-1, 3)
    return {"pose": Mount(mount.x, mount.y, yaw=mount.yaw), **point_cloud(points)}


MEANING = "of the ground at each point, above the ground under the sensor"
KIND = SensorKind(
    "height-scan",
    parameters=HeightScan,
    values=(Value("heights", "m", MEANING, ("rows", "columns")),),
    sampler=partial(HeightSampler, measure=measure, name="heights"),
    foxglove=Message("PointCloud", ground_points),
    place=7,
)
