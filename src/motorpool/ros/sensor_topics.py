"""Topics of sensors: the readings of a world's ``Sensors`` as ROS messages, each with the time of its reading.

A sensor ``imu`` of a vehicle is the topic ``/tanks_3/imu`` in the frame ``tanks_3/imu``, whose place on the vehicle is
in ``/tf_static``. A message is sent when there is a new reading. Odometry, wheel speeds and height scans have no topic.
"""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..sensors.sensors import Sensors
from . import messages
from .topics import MOST_VEHICLES, Topic, Topics, rotation

if TYPE_CHECKING:
    from ..sensors.channel import Channel
    from ..world import World

UNKNOWN = np.zeros(9)  # a covariance that is not known
NO_ORIENTATION = np.array([-1.0, *[0.0] * 8])  # by sensor_msgs/Imu
DIAGONAL_KNOWN = 2  # position_covariance_type of NavSatFix
NO_FIX, FIX, GPS = -1, 0, 1  # of NavSatStatus
FLOAT32 = 7  # datatype of PointField
POINT_BYTES = 12

Maker = Callable[["Channel", int, messages.Header], Any]  # of the message of a row of a channel


def sensors_of(world: "World") -> Sensors:
    """Return the sensors that observe a world; new ones if there are none.

    Vehicles that carry no sensor get an inertial unit (50 Hz) and a receiver of satellite positions (5 Hz) without
    errors, at their reference points.
    """
    for observer in world.observers:
        if isinstance(observer, Sensors):
            return observer
    sensors = Sensors(world)
    carried = {int(vehicle) for channel in sensors.channels for vehicle in channel.vehicle_ids}
    others = [vehicle for vehicle in world.present_ids.tolist()[:MOST_VEHICLES] if vehicle not in carried]
    if others:
        sensors.add("imu", "imu", vehicle_ids=others, rate=50.0)
        sensors.add("gnss", "gnss", vehicle_ids=others, rate=5.0)
    world.observers.append(sensors)
    return sensors


class SensorTopics:
    """Adds the topics of sensors to those of a world, also of sensors and vehicles that come later."""

    def __init__(self, topics: Topics, world: "World", sensors: Sensors):
        self._topics, self._world, self._sensors = topics, world, sensors
        self._known: dict[int, set[int]] = {}  # vehicles of each channel that have topics
        self._size: tuple[int, ...] = ()
        self.follow()

    def follow(self) -> None:
        """Add the topics of channels and vehicles that are new."""
        channels, vehicles = self._sensors.channels, self._topics.vehicles
        size = (len(vehicles), *(len(channel.vehicle_ids) for channel in channels))
        if size == self._size:
            return
        self._size = size
        found: list[Topic] = []
        for channel in channels:
            known = self._known.setdefault(id(channel), set())
            for row, vehicle in enumerate(channel.vehicle_ids.tolist() if channel.kind in MAKERS else ()):
                if vehicle in vehicles and vehicle not in known:
                    known.add(vehicle)
                    found.append(self._topic(channel, row, vehicles[vehicle]))
        self._topics.add(*found)

    def _topic(self, channel: "Channel", row: int, name: str) -> Topic:
        frame = f"{name}/{ros_word(channel.name)}"
        structure, maker = MAKERS[channel.kind]
        reading = _Readings(channel, row, frame, maker)
        rate = max(channel.spec.rate, 1.0 / self._world.dt)  # it is looked at after each step
        self._topics.static_transforms[frame] = _mount_of(channel, name, frame)
        return Topic(f"/{frame}", messages.ros_type(structure), rate, reading.new)


class _Readings:
    """Readings of one sensor of one vehicle."""

    def __init__(self, channel: "Channel", row: int, frame: str, maker: Maker):
        self._channel, self._row, self._frame, self._maker = channel, row, frame, maker
        self._sequence = int(channel.sequence[row])

    def new(self) -> Any:
        """Return the message of a reading that was not returned before; None if there is none."""
        sequence = int(self._channel.sequence[self._row])
        if sequence == self._sequence:
            return None
        self._sequence = sequence
        if sequence == 0:
            return None
        stamp = messages.time_of(float(self._channel.time[self._row]))
        return self._maker(self._channel, self._row, messages.Header(stamp, self._frame))


def ros_word(name: str) -> str:
    """Return a sensor's name as part of a topic."""
    return name.replace("-", "_").strip("_")


def _mount_of(channel: "Channel", name: str, frame: str) -> messages.TransformStamped:
    mount = channel.spec.mount
    place = messages.Transform(
        messages.Vector3(float(mount.x), float(mount.y), float(mount.z)),
        rotation(float(mount.yaw), float(mount.pitch), float(mount.roll)),
    )
    return messages.TransformStamped(messages.Header(messages.Time(0, 0), f"{name}/base_link"), frame, place)


def imu(channel: "Channel", row: int, header: messages.Header) -> messages.Imu:
    """Return the reading of an inertial unit."""
    rates, forces = (channel.values[name][row].tolist() for name in ("angular_rate", "specific_force"))
    return messages.Imu(
        header,
        messages.Quaternion(),
        NO_ORIENTATION,
        messages.Vector3(*rates),
        UNKNOWN,
        messages.Vector3(*forces),
        UNKNOWN,
    )


def fix(channel: "Channel", row: int, header: messages.Header) -> messages.NavSatFix:
    """Return the reading of a receiver of satellite positions."""
    given, values = channel.spec.parameters, channel.values
    across = float(given.horizontal_noise) ** 2 + float(given.horizontal_drift) ** 2
    up = float(given.vertical_noise) ** 2 + float(given.vertical_drift) ** 2
    return messages.NavSatFix(
        header,
        messages.NavSatStatus(FIX if values["has_fix"][row] else NO_FIX, GPS),
        float(values["latitude"][row]),
        float(values["longitude"][row]),
        float(values["height"][row]),
        np.diag([across, across, up]).ravel(),
        DIAGONAL_KNOWN,
    )


def laser_scan(channel: "Channel", row: int, header: messages.Header) -> messages.LaserScan:
    """Return a planar scan."""
    given, angles = channel.spec.parameters, channel.spec.angles
    step = float(angles[1] - angles[0]) if len(angles) > 1 else 0.0
    return messages.LaserScan(
        header,
        float(angles[0]),
        float(angles[-1]),
        step,
        0.0,
        1.0 / channel.spec.rate,
        float(given.min_range),
        float(given.max_range),
        channel.values["ranges"][row].astype(np.float32),
        np.zeros(0, np.float32),
    )


def point_cloud(channel: "Channel", row: int, header: messages.Header) -> messages.PointCloud2:
    """Return a spatial scan as points in the sensor's axes, a row a ring; NaN without a return."""
    ranges = channel.values["ranges"][row]
    azimuths, elevations = channel.spec.angles, channel.spec.elevations
    distance = np.where(np.isfinite(ranges), ranges, math.nan)
    level = distance * np.cos(elevations)[:, None]
    points = np.empty((*ranges.shape, 3), "<f4")
    points[..., 0], points[..., 1] = level * np.cos(azimuths), level * np.sin(azimuths)
    points[..., 2] = distance * np.sin(elevations)[:, None]
    rings, beams = ranges.shape
    fields = tuple(messages.PointField(name, 4 * place, FLOAT32, 1) for place, name in enumerate("xyz"))
    data = np.frombuffer(points.tobytes(), np.uint8)
    is_dense = bool(np.isfinite(ranges).all())
    row_bytes = POINT_BYTES * beams
    return messages.PointCloud2(header, rings, beams, fields, False, POINT_BYTES, row_bytes, data, is_dense)


MAKERS: dict[str, tuple[type, Maker]] = {
    "imu": (messages.Imu, imu),
    "gnss": (messages.NavSatFix, fix),
    "scan-2d": (messages.LaserScan, laser_scan),
    "scan-3d": (messages.PointCloud2, point_cloud),
}


def sensor_kinds() -> Iterator[tuple[str, str]]:
    """Yield the kinds of sensors that have topics, with the types of their messages."""
    for kind, (structure, _) in MAKERS.items():
        yield kind, messages.ros_type(structure)
