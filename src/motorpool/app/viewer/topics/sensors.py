"""Readings of the sensors of driven vehicles, for the page: a line for each sensor, and the points that scans hit."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from typing_extensions import TypedDict

from ....world.sensors.channel import Channel
from ....world.sensors.scan_samplers import sensor_poses
from ....world.sensors.seen import rotation_of, seen_of
from ....world.sensors.sensors import Sensors
from .topic import VehicleTopic

if TYPE_CHECKING:
    from ....world import World
    from ..hub import Hub

MOST_POINTS = 1500  # of a message; beams between are left out


class SensorReading(TypedDict):
    """Last reading of a sensor."""

    name: Annotated[str, Field(description="of the sensor")]
    text: Annotated[str, Field(description="the reading in a few words, with units")]


class SensorReadings(TypedDict):
    """Readings of the sensors that the driven vehicle's file declares, ten times a second."""

    type: Literal["sensors"]
    vehicle: Annotated[int, Field(description="id of the own vehicle, which carries them")]
    readings: list[SensorReading]
    points: Annotated[
        list[float], Field(description="positions that the last scans hit: east, north, up of each, in turn [m]")
    ]


class SensorsTopic(VehicleTopic):
    """Sensors of the vehicles that people drive, as long as they are driven."""

    name = "sensors"
    messages = (SensorReadings,)

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self._driven: dict[int, _Own] = {}

    def sample(self, world: "World", vehicles: Iterable[int]) -> dict[int, SensorReadings]:
        """Return the message for each driven vehicle that carries sensors."""
        known, self._driven = self._driven, {}
        for vehicle in vehicles:
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
            if channel.about.points is not None and sequence != self._points.get(channel.name, (0,))[0]:
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
    turned = rotation_of(pose.yaw, pose.pitch, pose.roll)[0]
    assert channel.about.points is not None
    along = channel.about.points(channel.reading(row))
    return np.array([pose.x[0], pose.y[0], pose.z[0]]) + along @ turned.T


def text_of(channel: Channel, row: int) -> str:
    """Return the last reading of a vehicle's sensor in a few words; "no reading" before the first."""
    return channel.about.text_of(channel.reading(row).values) if channel.sequence[row] else "no reading"
