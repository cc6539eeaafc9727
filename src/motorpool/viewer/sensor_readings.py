"""Readings of the sensors of driven vehicles, for the page: a line for each sensor, and the points that scans hit."""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..sensors.channel import Channel
from ..sensors.scan_samplers import sensor_poses
from ..sensors.seen import rotation_of, seen_of
from ..sensors.sensors import Sensors
from .schema.live import SensorReading, SensorReadings

if TYPE_CHECKING:
    from ..world import World

MOST_POINTS = 1500  # of a message; beams between are left out
SCANS = ("scan-2d", "scan-3d")


class DrivenSensors:
    """Sensors of the vehicles that people drive, as long as they are driven."""

    def __init__(self) -> None:
        self._driven: dict[int, _Own] = {}

    def messages(self, world: "World", driven: Iterable[int]) -> dict[int, SensorReadings]:
        """Return the message for each driven vehicle that carries sensors."""
        known, self._driven = self._driven, {}
        for vehicle in driven:
            carrier = world.fleets[int(world.vehicles.fleet_index[vehicle])].model.vehicle
            if carrier is not None and carrier.sensors:
                own = known.get(vehicle)
                is_known = own is not None and own.world is world
                self._driven[vehicle] = own if own is not None and is_known else _Own(world, vehicle)
        return {vehicle: own.message() for vehicle, own in self._driven.items()}


class _Own:
    """Sensors of one vehicle, and the points of their last scans."""

    def __init__(self, world: "World", vehicle: int):
        self.world, self._vehicle = world, vehicle
        self._sensors = Sensors(world, vehicle_ids=[vehicle])
        self._points: dict[str, tuple[int, NDArray[np.float64]]] = {}  # number of the scan, and its points

    def message(self) -> SensorReadings:
        """Return the readings at the present step."""
        self._sensors.observe(self.world)
        for channel in self._sensors:
            sequence = int(channel.sequence[0])
            if channel.kind in SCANS and sequence != self._points.get(channel.name, (0,))[0]:
                self._points[channel.name] = sequence, scan_points(self.world, channel, 0)
        found = [points for _, points in self._points.values()]
        points = np.concatenate(found) if found else np.zeros((0, 3))
        points = points[:: 1 + len(points) // MOST_POINTS]
        lines: list[SensorReading] = [{"name": each.name, "text": text_of(each, 0)} for each in self._sensors]
        return {
            "type": "sensors",
            "vehicle": self._vehicle,
            "readings": lines,
            "points": np.round(points, 2).ravel().tolist(),
        }


def scan_points(world: "World", channel: Channel, row: int) -> NDArray[np.float64]:
    """Return the positions that the beams of a vehicle's last scan hit, from its present pose (points, 3) [m]."""
    ids = channel.vehicle_ids[row : row + 1]
    pose = sensor_poses(seen_of(world.vehicles, ids), ids, channel.mount)
    ranges = channel.values["ranges"][row]
    azimuth = channel.spec.angles
    elevation = channel.spec.elevations[:, None] if channel.kind == "scan-3d" else np.zeros(())
    level = np.cos(elevation)
    axes = np.cos(azimuth) * level, np.sin(azimuth) * level, np.sin(elevation)
    directions = np.stack(np.broadcast_arrays(*axes), axis=-1)
    is_hit = np.isfinite(ranges)
    along = directions[is_hit] * ranges[is_hit][:, None]
    turned = rotation_of(pose.yaw, pose.pitch, pose.roll)[0]
    return np.array([pose.x[0], pose.y[0], pose.z[0]]) + along @ turned.T


def text_of(channel: Channel, row: int) -> str:
    """Return the last reading of a vehicle's sensor in a few words; "no reading" before the first."""
    if channel.sequence[row] == 0:
        return "no reading"
    return _TEXTS[channel.kind]({name: array[row] for name, array in channel.values.items()})


def _imu(values: Mapping[str, Any]) -> str:
    force = ", ".join(f"{value:.2f}" for value in values["specific_force"])
    rate = ", ".join(f"{math.degrees(value):.1f}" for value in values["angular_rate"])
    return f"{force} m/s²; {rate} °/s"


def _gnss(values: Mapping[str, Any]) -> str:
    if not values["has_fix"]:
        return "no fix"
    return f"{values['latitude']:.6f}°, {values['longitude']:.6f}°, {values['height']:.1f} m"


def _odometry(values: Mapping[str, Any]) -> str:
    return f"{values['x']:.1f}, {values['y']:.1f} m; {math.degrees(values['yaw']):.0f}°"


def _wheels(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{value:.1f}" for value in values["speed"] if math.isfinite(value)) + " rad/s"


def _scan(values: Mapping[str, Any]) -> str:
    hits = values["ranges"][np.isfinite(values["ranges"])]
    return f"{hits.size} of {values['ranges'].size} beams, nearest {hits.min():.1f} m" if hits.size else "nothing hit"


def _ground(values: Mapping[str, Any]) -> str:
    heights = values["heights"]
    return f"{np.min(heights):.2f} to {np.max(heights):.2f} m"


_TEXTS = {
    "imu": _imu,
    "gnss": _gnss,
    "odometry": _odometry,
    "wheel-speeds": _wheels,
    "scan-2d": _scan,
    "scan-3d": _scan,
    "height-scan": _ground,
}
