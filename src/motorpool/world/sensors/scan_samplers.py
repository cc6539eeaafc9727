"""Scans of vehicles: ranges along beams and heights of the ground, with the errors of the sensor.

    range = quantise(truth + bias + noise)

A lost beam has no return. Source: Thrun, Burgard, Fox, "Probabilistic Robotics" (2005), section 6.3 (beam model).
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...vehicles.sensor_kinds import Mount, Reading, SensorSpec
from .channel import Carriers
from .draws import ONCE, Floats, normals, uniforms
from .error_models import quantised
from .scan import ScanWorld, scan_world
from .scan_stages import Poses
from .seen import Seen, mounted_positions, rotation_of

NOISE, LOST, BIAS = 1, 2, 3  # streams
FLOAT32 = 7  # datatype of PackedElementField (Foxglove) and PointField (ROS)


def sensor_poses(seen: Seen, ids: NDArray[Any], mount: Mount) -> Poses:
    """Return the poses of sensors that vehicles carry.

    Args:
        ids: ids of the vehicles (n,), which the rays of each one's sensor leave out.
        mount: on the vehicles.
    """
    x, y, z = np.ascontiguousarray(mounted_positions(seen, mount).T)
    yaw, pitch, roll = seen.yaw, seen.pitch, seen.roll
    if any(mount[3:]):
        turned = rotation_of(yaw, pitch, roll) @ rotation_of(*(np.array(angle) for angle in mount[3:]))
        yaw = np.arctan2(turned[:, 1, 0], turned[:, 0, 0])
        pitch = -np.arcsin(np.clip(turned[:, 2, 0], -1.0, 1.0))
        roll = np.arctan2(turned[:, 2, 1], turned[:, 2, 2])
    return Poses(x, y, z, yaw, pitch, roll, ids.astype(np.int32))


Measure = Callable[[ScanWorld, Poses, SensorSpec], Floats]  # returns readings without errors (n, ...)


class HeightSampler:
    """Scanners of some vehicles, whose readings have no limits.

    Args:
        measure: returns the readings without errors.
        name: name of their value.
    """

    def __init__(self, spec: SensorSpec, carriers: Carriers, *, measure: Measure, name: str):
        self.spec, self.given, self._measure, self._name = spec, spec.parameters, measure, name
        self.grow(carriers)

    def grow(self, carriers: Carriers) -> None:
        """Begin with vehicles, or take further ones at the end."""
        self.carriers, self._seen = carriers, carriers.seen
        self._bias = self.given.bias * normals(carriers.keys, ONCE, BIAS, 1)

    def restart(self, rows: NDArray[np.bool_]) -> None:
        """Do nothing: scanners keep no motion."""

    def step(self, seen: Seen, dt: float) -> None:
        """Take the poses after a step."""
        self._seen = seen

    def read(self, reading: int, interval: float) -> tuple[dict[str, Floats], NDArray[np.bool_]]:
        """Return readings by name, and which vehicles (n,) have one."""
        ids, keys = self.carriers.ids, self.carriers.keys
        truth = self._measure(
            scan_world(self.carriers.world), sensor_poses(self._seen, ids, self.spec.mount), self.spec
        )
        flat = truth.reshape(len(ids), -1)
        values = flat + self._bias
        if self.given.noise > 0.0:
            values += self.given.noise * normals(keys, reading, NOISE, flat.shape[1])
        values = self.limited(quantised(values, self.given.step), flat, reading)
        return {self._name: values.reshape(truth.shape)}, np.ones(len(ids), np.bool_)

    def limited(self, values: Floats, truth: Floats, reading: int) -> Floats:
        """Return readings (n, rays) within the limits of the sensor."""
        return values


class RangeSampler(HeightSampler):
    """Scanners whose beams have a shortest and a longest range, and may be lost."""

    def limited(self, values: Floats, truth: Floats, reading: int) -> Floats:
        """Return ranges, infinite beyond the longest and of lost beams."""
        given = self.given
        values = np.where(truth > given.min_range, np.maximum(values, given.min_range), truth)
        values[values > given.max_range] = np.inf
        if given.dropout > 0.0:
            values[uniforms(self.carriers.keys, reading, LOST, truth.shape[1]) < given.dropout] = np.inf
        return values


def azimuths_of(spec: SensorSpec) -> Floats:
    """Return the angles of the beams, counter-clockwise from the sensor's x axis (beams,) [rad]."""
    given: Any = spec.parameters
    return np.linspace(float(given.first_angle), float(given.last_angle), int(given.beams))


def hit_points(reading: Reading, elevations: Floats) -> Floats:
    """Return the points that beams have hit, along the sensor's axes (points, 3) [m].

    Args:
        reading: with ``ranges``.
        elevations: elevations of the beams; they broadcast with the azimuths [rad].
    """
    azimuths, level = azimuths_of(reading.spec), np.cos(elevations)
    axes = np.cos(azimuths) * level, np.sin(azimuths) * level, np.sin(elevations)
    directions, ranges = np.stack(np.broadcast_arrays(*axes), axis=-1), reading.values["ranges"]
    is_hit = np.isfinite(ranges)
    return directions[is_hit] * ranges[is_hit][:, None]


def point_cloud(points: Floats) -> dict[str, Any]:
    """Return points (points, 3) [m] for Foxglove."""
    return {
        "point_stride": 12,
        "fields": [{"name": name, "offset": 4 * place, "type": FLOAT32} for place, name in enumerate("xyz")],
        "data": points.astype("<f4").tobytes(),
    }


def text_of_hits(values: Mapping[str, Any]) -> str:
    """Return a scan in a few words."""
    hits = values["ranges"][np.isfinite(values["ranges"])]
    return f"{hits.size} of {values['ranges'].size} beams, nearest {hits.min():.1f} m" if hits.size else "nothing hit"
