"""Readings of sensors as MCAP with Foxglove's messages, one topic for each sensor of each vehicle: ``/cars/3/scanner``.

| kind | message |
|---|---|
| scan-2d | foxglove.LaserScan |
| scan-3d, height-scan | foxglove.PointCloud |
| gnss | foxglove.LocationFix, at fixes only |
| odometry | foxglove.Odometry in the frame ``cars/3/odom`` |
| wheel-speeds | foxglove.JointStates: velocities |
| imu | JSON (motorpool.Imu): specific_force and angular_rate |

Frames are those of the vehicles' file (``cars/3``), with the mount as the pose; open both files in Foxglove together.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import RecordingError, require
from ..sensors.channel import Channel
from ..vehicles.sensor_specs import SensorSpec
from .foxglove_messages import message_class, nanoseconds_of, quaternions, word_of

if TYPE_CHECKING:
    from ..world import World

_PURPOSE = "a recording of sensors for Foxglove"
FLOAT32 = 7  # foxglove.PackedElementField.FLOAT32
MESSAGES = {
    "scan-2d": "LaserScan",
    "scan-3d": "PointCloud",
    "height-scan": "PointCloud",
    "gnss": "LocationFix",
    "odometry": "Odometry",
    "wheel-speeds": "JointStates",
}
_VECTOR = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
IMU_SCHEMA = {
    "title": "motorpool.Imu",
    "type": "object",
    "properties": {
        "timestamp": {
            "type": "object",
            "properties": {"sec": {"type": "integer"}, "nsec": {"type": "integer"}},
        },
        "frame_id": {"type": "string"},
        "specific_force": {**_VECTOR, "description": "along the sensor's axes [m/s^2]"},
        "angular_rate": {**_VECTOR, "description": "about the sensor's axes [rad/s]"},
    },
}


class McapSensorLog:
    """Readings as messages of an MCAP file."""

    def __init__(self, path: Path, world: "World"):
        writer = require("mcap.writer", extra="app", purpose=_PURPOSE)
        try:
            self._file = path.open("wb")
        except OSError as error:
            raise RecordingError(
                f"{path} cannot be written: {(error.strerror or str(error)).lower()}; choose another place"
            ) from error
        self._world = world
        self._writer = writer.Writer(self._file)
        self._writer.start(profile="", library="motorpool")
        self._schemas: dict[str, int] = {}
        self._topics: dict[tuple[int, str], int] = {}

    def add(self, channel: Channel, rows: NDArray[np.intp]) -> None:
        """Add the last readings of some rows of a channel."""
        make = _MAKERS[channel.kind]
        for row in rows.tolist():
            vehicle = int(channel.vehicle_ids[row])
            frame = self._frame(vehicle)
            time = nanoseconds_of(float(channel.time[row]))
            values = {name: array[row] for name, array in channel.values.items()}
            data = make(channel.spec, frame, time, values)
            if data is None:
                continue
            self._writer.add_message(
                self._topic(channel, vehicle, frame), log_time=time, publish_time=time, data=data,
                sequence=int(channel.sequence[row]),
            )  # fmt: skip

    def close(self) -> None:
        """Write the index and close the file."""
        if not self._file.closed:
            self._writer.finish()
            self._file.close()

    def _frame(self, vehicle: int) -> str:
        fleet = self._world.fleets[int(self._world.vehicles.fleet_index[vehicle])]
        return f"{word_of(fleet.name)}/{vehicle}"

    def _topic(self, channel: Channel, vehicle: int, frame: str) -> int:
        key = vehicle, channel.name
        if key not in self._topics:
            is_json = channel.kind not in MESSAGES
            self._topics[key] = self._writer.register_channel(
                topic=f"/{frame}/{channel.name}",
                message_encoding="json" if is_json else "protobuf",
                schema_id=self._schema(channel.kind),
                metadata={"kind": channel.kind, "sensor": json.dumps(channel.spec.table())},
            )
        return self._topics[key]

    def _schema(self, kind: str) -> int:
        name = MESSAGES.get(kind, "")
        if name not in self._schemas:
            if not name:
                data = json.dumps(IMU_SCHEMA).encode()
                self._schemas[name] = self._writer.register_schema("motorpool.Imu", "jsonschema", data)
            else:
                message = message_class(name)
                files = require("mcap_protobuf.schema", extra="app", purpose=_PURPOSE).build_file_descriptor_set(
                    message
                )
                self._schemas[name] = self._writer.register_schema(
                    message.DESCRIPTOR.full_name, "protobuf", files.SerializeToString()
                )
        return self._schemas[name]


def _stamped(name: str, frame: str, time: int) -> Any:
    message = message_class(name)()
    message.timestamp.seconds, message.timestamp.nanos = divmod(time, 10**9)
    message.frame_id = frame
    return message


def _set_pose(pose: Any, place: tuple[float, ...], angles: tuple[float, float, float]) -> None:
    """Set a pose from a position and yaw, pitch, roll."""
    pose.position.x, pose.position.y, pose.position.z = place
    turn = quaternions(*(np.array([angle]) for angle in angles))[0]
    pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w = turn.tolist()


def _laser_scan(spec: SensorSpec, frame: str, time: int, values: dict[str, Any]) -> bytes:
    message = _stamped("LaserScan", frame, time)
    _set_pose(message.pose, spec.mount[:3], spec.mount[3:])
    message.start_angle, message.end_angle = float(spec.angles[0]), float(spec.angles[-1])
    message.ranges.extend(values["ranges"].tolist())
    return message.SerializeToString()


def _points_of_scan(spec: SensorSpec, frame: str, time: int, values: dict[str, Any]) -> bytes:
    azimuth, elevation = spec.angles[None, :], spec.elevations[:, None]
    directions = np.stack(
        np.broadcast_arrays(
            np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)
        ),
        axis=-1,
    )
    ranges = values["ranges"]
    is_hit = np.isfinite(ranges)
    points = directions[is_hit] * ranges[is_hit][:, None]
    return _cloud(frame, time, points, spec.mount[:3], spec.mount[3:])


def _points_of_ground(spec: SensorSpec, frame: str, time: int, values: dict[str, Any]) -> bytes:
    points = np.concatenate((spec.points, values["heights"][:, :, None]), axis=-1).reshape(-1, 3)
    x, y, _ = spec.mount[:3]
    return _cloud(frame, time, points, (x, y, 0.0), (spec.mount.yaw, 0.0, 0.0))


def _cloud(frame: str, time: int, points: NDArray[np.float64], place: Any, angles: Any) -> bytes:
    message = _stamped("PointCloud", frame, time)
    _set_pose(message.pose, place, angles)
    message.point_stride = 12
    for number, name in enumerate(("x", "y", "z")):
        message.fields.add(name=name, offset=4 * number, type=FLOAT32)
    message.data = points.astype("<f4").tobytes()
    return message.SerializeToString()


def _fix(spec: SensorSpec, frame: str, time: int, values: dict[str, Any]) -> bytes | None:
    if not values["has_fix"]:
        return None
    message = _stamped("LocationFix", frame, time)
    given = spec.parameters
    message.latitude, message.longitude = float(values["latitude"]), float(values["longitude"])
    message.altitude = float(values["height"])
    horizontal = given.horizontal_noise**2 + given.horizontal_drift**2
    vertical = given.vertical_noise**2 + given.vertical_drift**2
    message.position_covariance.extend([horizontal, 0.0, 0.0, 0.0, horizontal, 0.0, 0.0, 0.0, vertical])
    message.position_covariance_type = 2  # DIAGONAL_KNOWN
    return message.SerializeToString()


def _odometry(spec: SensorSpec, frame: str, time: int, values: dict[str, Any]) -> bytes:
    message = _stamped("Odometry", f"{frame}/odom", time)
    message.body_frame_id = frame
    _set_pose(message.pose, (float(values["x"]), float(values["y"]), 0.0), (float(values["yaw"]), 0.0, 0.0))
    message.linear_velocity.x, message.angular_velocity.z = float(values["speed"]), float(values["yaw_rate"])
    return message.SerializeToString()


def _wheels(spec: SensorSpec, frame: str, time: int, values: dict[str, Any]) -> bytes:
    message = message_class("JointStates")()
    message.timestamp.seconds, message.timestamp.nanos = divmod(time, 10**9)
    for number, speed in enumerate(values["speed"].tolist()):
        message.joints.add(name=f"{frame}/wheel_{number}", velocity=speed)
    return message.SerializeToString()


def _imu(spec: SensorSpec, frame: str, time: int, values: dict[str, Any]) -> bytes:
    seconds, nanoseconds = divmod(time, 10**9)
    arrays = {name: array.tolist() for name, array in values.items()}
    return json.dumps({"timestamp": {"sec": seconds, "nsec": nanoseconds}, "frame_id": frame, **arrays}).encode()


_MAKERS: dict[str, Any] = {
    "scan-2d": _laser_scan,
    "scan-3d": _points_of_scan,
    "height-scan": _points_of_ground,
    "gnss": _fix,
    "odometry": _odometry,
    "wheel-speeds": _wheels,
    "imu": _imu,
}
