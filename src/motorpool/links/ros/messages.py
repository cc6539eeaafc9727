"""ROS messages as plain structures, and their text in the rosbridge protocol.

The fields of a structure are those of the ROS 2 message of the same name, in their order. Arrays are NumPy arrays of
the message's element type. Sources: the packages ``common_interfaces``, ``geometry2`` and ``ackermann_msgs`` of ROS 2;
the rosbridge protocol (v2.0) for JSON: bytes are base64, and numbers that are not finite are null.
"""

import base64
import math
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_NANOSECONDS = 1_000_000_000  # in a second


class Time(NamedTuple):
    """Time of the simulation."""

    sec: int
    nanosec: int


class Header(NamedTuple):
    """Time and frame of a message."""

    stamp: Time
    frame_id: str


class Clock(NamedTuple):
    """Simulated time."""

    clock: Time


class Vector3(NamedTuple):
    """Vector in a frame."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class Point(NamedTuple):
    """Position in a frame [m]."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class Quaternion(NamedTuple):
    """Orientation."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 1.0


class Transform(NamedTuple):
    """Position [m] and orientation of a frame in another."""

    translation: Vector3
    rotation: Quaternion


class TransformStamped(NamedTuple):
    """Transform between two frames at a time."""

    header: Header
    child_frame_id: str
    transform: Transform


class TFMessage(NamedTuple):
    """Transforms."""

    transforms: tuple[TransformStamped, ...]


class Pose(NamedTuple):
    """Position and orientation."""

    position: Point
    orientation: Quaternion


class PoseWithCovariance(NamedTuple):
    """Pose with its covariance (36,), by rows."""

    pose: Pose
    covariance: Floats


class Twist(NamedTuple):
    """Linear [m/s] and angular [rad/s] velocity."""

    linear: Vector3
    angular: Vector3


class TwistWithCovariance(NamedTuple):
    """Velocity with its covariance (36,), by rows."""

    twist: Twist
    covariance: Floats


class Odometry(NamedTuple):
    """Pose in the frame of the header, and velocity in the child's frame."""

    header: Header
    child_frame_id: str
    pose: PoseWithCovariance
    twist: TwistWithCovariance


class JointState(NamedTuple):
    """Positions of joints: rotations [rad]."""

    header: Header
    name: tuple[str, ...]
    position: Floats
    velocity: Floats
    effort: Floats


class TypedMessage(NamedTuple):
    """Message of any type with a header."""

    ros_type: str
    fields: dict[str, Any]  # by name, in their order; nested messages likewise, in lists for arrays


ROS_TYPES: dict[type, str] = {
    Time: "builtin_interfaces/msg/Time",
    Header: "std_msgs/msg/Header",
    Clock: "rosgraph_msgs/msg/Clock",
    Vector3: "geometry_msgs/msg/Vector3",
    Point: "geometry_msgs/msg/Point",
    Quaternion: "geometry_msgs/msg/Quaternion",
    Transform: "geometry_msgs/msg/Transform",
    TransformStamped: "geometry_msgs/msg/TransformStamped",
    TFMessage: "tf2_msgs/msg/TFMessage",
    Pose: "geometry_msgs/msg/Pose",
    PoseWithCovariance: "geometry_msgs/msg/PoseWithCovariance",
    Twist: "geometry_msgs/msg/Twist",
    TwistWithCovariance: "geometry_msgs/msg/TwistWithCovariance",
    Odometry: "nav_msgs/msg/Odometry",
    JointState: "sensor_msgs/msg/JointState",
}


def ros_type(message: Any) -> str:
    """Return the ROS type of a message or of its structure: nav_msgs/msg/Odometry."""
    if isinstance(message, TypedMessage):
        return message.ros_type
    return ROS_TYPES[message if isinstance(message, type) else type(message)]


def time_of(seconds: float) -> Time:
    """Return simulated time [s] as a message."""
    return Time(*divmod(nanoseconds_of(seconds), _NANOSECONDS))


def nanoseconds_of(seconds: float) -> int:
    """Return simulated time in nanoseconds."""
    return round(seconds * _NANOSECONDS)


def json_of(value: Any) -> Any:
    """Return a message, or a value in it, as rosbridge writes it in JSON."""
    if isinstance(value, TypedMessage):
        return json_of(value.fields)
    if isinstance(value, np.ndarray):
        return _json_of_array(cast("NDArray[Any]", value))
    if isinstance(value, dict):
        return {name: json_of(field) for name, field in cast("dict[str, Any]", value).items()}
    if hasattr(value, "_fields"):
        return {name: json_of(field) for name, field in zip(value._fields, value, strict=True)}
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (tuple, list)):
        return [json_of(each) for each in cast("Sequence[Any]", value)]
    return value


def _json_of_array(values: NDArray[Any]) -> Any:
    if values.dtype == np.uint8:
        return base64.b64encode(values.tobytes()).decode()
    if np.isfinite(values).all():
        return values.tolist()
    return [value if math.isfinite(value) else None for value in values.tolist()]
