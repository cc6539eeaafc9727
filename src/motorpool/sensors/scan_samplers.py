"""Scans of vehicles: ranges along beams and heights of the ground, with the errors of the sensor.

    range = quantise(truth + bias + noise)

A lost beam has no return. Source: Thrun, Burgard, Fox, "Probabilistic Robotics" (2005), section 6.3 (beam model).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..vehicles.sensor_kinds import Mount
from ..vehicles.sensor_specs import SensorSpec
from .draws import ONCE, Floats, Words32, normals, uniforms
from .error_models import quantised
from .scan import ScanWorld, height_scan, scan_2d, scan_3d
from .scan_stages import Poses
from .seen import Seen, mounted_positions, rotation_of

NOISE, LOST, BIAS = 1, 2, 3  # streams


def sensor_poses(seen: Seen, ids: NDArray[Any], mount: Mount) -> Poses:
    """Return the poses of sensors that vehicles carry.

    Args:
        ids: of the vehicles (n,), which the rays of each one's sensor leave out.
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


class ScanSampler:
    """Scanners of some vehicles.

    Args:
        ids: of the vehicles (n,).
        surroundings: returns what the rays meet.
    """

    def __init__(
        self, spec: SensorSpec, keys: Words32, seen: Seen, ids: NDArray[Any], surroundings: Callable[[], ScanWorld]
    ):
        self._spec, self._given, self._surroundings = spec, spec.parameters, surroundings
        self.grow(keys, seen, ids, surroundings)

    def grow(self, keys: Words32, seen: Seen, ids: NDArray[Any], surroundings: Callable[[], ScanWorld]) -> None:
        """Begin with vehicles, or take further ones at the end."""
        self._keys, self._seen, self._ids = keys, seen, ids
        self._bias = self._given.bias * normals(keys, ONCE, BIAS, 1)

    def restart(self, rows: NDArray[np.bool_]) -> None:
        """Do nothing: scanners keep no motion."""

    def step(self, seen: Seen, dt: float) -> None:
        """Take the poses after a step."""
        self._seen = seen

    def read(self, reading: int, interval: float) -> tuple[dict[str, Floats], NDArray[np.bool_]]:
        """Return readings by name, and which vehicles (n,) have one."""
        count = len(self._ids)
        truth = self._truth()
        flat = truth.reshape(count, -1)
        values = flat + self._bias
        if self._given.noise > 0.0:
            values += self._given.noise * normals(self._keys, reading, NOISE, flat.shape[1])
        values = quantised(values, self._given.step)
        if self._spec.kind == "height-scan":
            return {"heights": values.reshape(truth.shape)}, np.ones(count, np.bool_)
        values = np.where(flat > self._given.min_range, np.maximum(values, self._given.min_range), flat)
        values[values > self._given.max_range] = np.inf
        if self._given.dropout > 0.0:
            values[uniforms(self._keys, reading, LOST, flat.shape[1]) < self._given.dropout] = np.inf
        return {"ranges": values.reshape(truth.shape)}, np.ones(count, np.bool_)

    def _truth(self) -> Floats:
        """Return the readings without errors."""
        spec, given = self._spec, self._given
        surroundings, poses = self._surroundings(), sensor_poses(self._seen, self._ids, spec.mount)
        if spec.kind == "height-scan":
            points = spec.points
            return height_scan(surroundings, poses, points.reshape(-1, 2)).reshape(-1, *points.shape[:2])
        if spec.kind == "scan-3d":
            return scan_3d(
                surroundings, poses, spec.angles, spec.elevations, given.max_range, min_range=given.min_range
            )
        return scan_2d(surroundings, poses, spec.angles, given.max_range, min_range=given.min_range)
