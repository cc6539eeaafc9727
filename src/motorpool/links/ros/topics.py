"""Topics of a world: names, types and rates, and their messages from the columns of the world.

Each vehicle has a namespace, its fleet's name and its id: ``/tanks_3/odom``. Frames are those of REP-103 and REP-105:
``map`` is the world (x east, y north, z up), ``tanks_3/odom`` is fixed where the vehicle was when the topics began (or
when it came), ``tanks_3/base_link`` moves with the vehicle's reference point on the ground (x forward, y left, z up).
"""

import math
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...models.periods import is_due
from ...world.drivers.kinds import ABSENT
from . import commands, messages
from .joints import Joints, joints_of, steering_of

if TYPE_CHECKING:
    from ...vehicles.fleet import Fleet
    from ...world import World

MAP = "map"
POSE_RATE = 30.0  # of transforms, odometry and joints [Hz]
CLOCK_RATE = 100.0  # limit; the clock is sent after each step [Hz]
STATIC_RATE = 1.0  # of the frames of sensors [Hz]
MOST_VEHICLES = 1000  # vehicles with topics; further ones have none
CLOCK, TF, TF_STATIC = "/clock", "/tf", "/tf_static"
NO_COVARIANCE = np.zeros(36)
COMMAND_TOPICS = {
    "cmd_vel": commands.TWIST,
    "cmd_vel_stamped": commands.TWIST_STAMPED,
    "ackermann_cmd": commands.ACKERMANN,
}


class Topic(NamedTuple):
    """A topic that the world publishes."""

    name: str  # with its namespace
    ros_type: str
    rate: float  # messages in a simulated second, at most one a step [Hz]
    make: Callable[[], Any]  # returns the message of this step; None if there is none
    is_latched: bool = False  # late subscribers get the last message (transient local)


class CommandTopic(NamedTuple):
    """A topic that commands a vehicle."""

    name: str  # with its namespace
    ros_type: str
    vehicle: int  # its id


class _Start(NamedTuple):
    """Place of a vehicle's odometry frame on the map."""

    x: float
    y: float
    z: float
    yaw: float


class Topics:
    """Topics of a world, which grow with it.

    Attributes:
        published: by name.
        commands: by name.
        vehicles: namespaces of the vehicles that have topics, by their ids.
        version: number of changes of these tables.
    """

    def __init__(self, world: "World"):
        self._world = world
        self.published: dict[str, Topic] = {}
        self.commands: dict[str, CommandTopic] = {}
        self.version = 0
        self._starts: dict[int, _Start] = {}
        self._joints: dict[int, Joints] = {}
        self.static_transforms: dict[str, messages.TransformStamped] = {}  # by their child frames
        self.vehicles: dict[int, str] = {}
        self.add(
            Topic(CLOCK, messages.ros_type(messages.Clock), CLOCK_RATE, self._clock),
            Topic(TF, messages.ros_type(messages.TFMessage), POSE_RATE, self._transforms),
            Topic(TF_STATIC, messages.ros_type(messages.TFMessage), STATIC_RATE, self._static, is_latched=True),
        )
        self.follow()

    def add(self, *topics: Topic) -> None:
        """Add topics that are published; the tables are replaced, because other threads read them."""
        if topics:
            self.published = {**self.published, **{topic.name: topic for topic in topics}}
            self.version += 1

    def follow(self) -> None:
        """Add the topics of vehicles that have come since the last call."""
        present = self._world.present_ids[:MOST_VEHICLES].tolist()
        come = [vehicle for vehicle in present if vehicle not in self.vehicles]
        come = come[: max(0, MOST_VEHICLES - len(self.vehicles))]
        published: list[Topic] = []
        commanded: dict[str, CommandTopic] = {}
        for vehicle in come:
            name = self.vehicles[vehicle] = namespace(self._world, vehicle)
            published += self._topics_of(vehicle, name)
            for word, kind in COMMAND_TOPICS.items():
                if kind != commands.ACKERMANN or steering_of(self._world, vehicle) is not None:
                    commanded[f"/{name}/{word}"] = CommandTopic(f"/{name}/{word}", kind, vehicle)
        self.commands = {**self.commands, **commanded} if commanded else self.commands
        self.add(*published)

    def due(self, names: Iterable[str]) -> list[Topic]:
        """Return the named topics that have a message in this step."""
        found: list[Topic] = []
        for name in names:
            topic = self.published.get(name)
            if topic is not None and self.is_due(topic):
                found.append(topic)
        return found

    def is_due(self, topic: Topic) -> bool:
        """Return whether a topic has a message in this step."""
        return is_due(self._world.tick, self._world.dt, rate=topic.rate)

    def types(self) -> dict[str, str]:
        """Return the types of all topics, by name."""
        tables: tuple[dict[str, Any], ...] = (self.published, self.commands)
        return {topic.name: topic.ros_type for table in tables for topic in table.values()}

    def start_of(self, vehicle: int) -> _Start:
        """Return the place of a vehicle's odometry frame, which is the vehicle's at the first call."""
        if vehicle not in self._starts:
            x, y, z, yaw = (float(column[vehicle]) for column in self._world.vehicles.columns("x", "y", "z", "yaw"))
            self._starts[vehicle] = _Start(x, y, z, yaw)
        return self._starts[vehicle]

    def is_present(self, vehicle: int) -> bool:
        """Return whether a vehicle is in the world."""
        return vehicle < self._world.count and bool(self._world.vehicles.driver[vehicle] != ABSENT)

    def _topics_of(self, vehicle: int, name: str) -> Iterable[Topic]:
        odometry, states = messages.ros_type(messages.Odometry), messages.ros_type(messages.JointState)
        yield Topic(f"/{name}/odom", odometry, POSE_RATE, lambda: self._odometry(vehicle, name))
        fleet = int(self._world.vehicles.fleet_index[vehicle])
        joints = joints_of(self._world, fleet)
        if joints.names:
            self._joints[vehicle] = joints
            yield Topic(f"/{name}/joint_states", states, POSE_RATE, lambda: self._joint_state(vehicle))

    def _clock(self) -> messages.Clock:
        return messages.Clock(messages.time_of(self._world.time))

    def _header(self, frame: str) -> messages.Header:
        return messages.Header(messages.time_of(self._world.time), frame)

    def _transforms(self) -> messages.TFMessage:
        made: list[messages.TransformStamped] = []
        on_map = self._header(MAP)
        for vehicle, name in self.vehicles.items():
            if not self.is_present(vehicle):
                self._starts.pop(vehicle, None)
                continue
            start = self.start_of(vehicle)
            place = messages.Transform(messages.Vector3(start.x, start.y, start.z), rotation(start.yaw))
            made.append(messages.TransformStamped(on_map, f"{name}/odom", place))
            position, turn = self._pose_in_odometry_frame(vehicle)
            moved = messages.Transform(messages.Vector3(*position), turn)
            made.append(messages.TransformStamped(self._header(f"{name}/odom"), f"{name}/base_link", moved))
        return messages.TFMessage(tuple(made))

    def _static(self) -> messages.TFMessage | None:
        if not self.static_transforms:
            return None
        return messages.TFMessage(tuple(self.static_transforms.values()))

    def _odometry(self, vehicle: int, name: str) -> messages.Odometry | None:
        if not self.is_present(vehicle):
            return None
        vehicles = self._world.vehicles
        position, turn = self._pose_in_odometry_frame(vehicle)
        linear = messages.Vector3(float(vehicles.speed[vehicle]), float(vehicles.lateral_speed[vehicle]))
        angular = messages.Vector3(z=float(vehicles.yaw_rate[vehicle]))
        return messages.Odometry(
            self._header(f"{name}/odom"),
            f"{name}/base_link",
            messages.PoseWithCovariance(messages.Pose(messages.Point(*position), turn), NO_COVARIANCE),
            messages.TwistWithCovariance(messages.Twist(linear, angular), NO_COVARIANCE),
        )

    def _pose_in_odometry_frame(self, vehicle: int) -> tuple[tuple[float, float, float], messages.Quaternion]:
        pose, start = self._world.vehicles.pose, self.start_of(vehicle)
        x, y, z, yaw, pitch, roll = (float(column[vehicle]) for column in pose[:6])
        east, north = x - start.x, y - start.y
        cosine, sine = math.cos(start.yaw), math.sin(start.yaw)
        position = (cosine * east + sine * north, cosine * north - sine * east, z - start.z)
        return position, rotation(yaw - start.yaw, pitch, roll)

    def _joint_state(self, vehicle: int) -> messages.JointState | None:
        if not self.is_present(vehicle):
            return None
        joints, none = self._joints[vehicle], np.zeros(0)
        position = np.array(joints.read(vehicle), np.float64)
        return messages.JointState(self._header(""), joints.names, position, none, none)


def namespace(world: "World", vehicle: int) -> str:
    """Return the namespace of a vehicle, without slashes: its fleet's name in ROS's letters, and its id."""
    return f"{ros_name(world.fleets[int(world.vehicles.fleet_index[vehicle])])}_{vehicle}"


def ros_name(fleet: "Fleet") -> str:
    """Return a fleet's name as part of a topic: letters, digits and single underscores, a letter first."""
    name = re.sub(r"[^0-9A-Za-z]+", "_", fleet.name).strip("_")
    return name if re.match(r"[A-Za-z]", name) else f"v{name}"


def rotation(yaw: float, pitch: float = 0.0, roll: float = 0.0) -> messages.Quaternion:
    """Return an orientation: yaw about z, then pitch about y, then roll about x [rad]."""
    sine_y, cosine_y = math.sin(0.5 * yaw), math.cos(0.5 * yaw)
    sine_p, cosine_p = math.sin(0.5 * pitch), math.cos(0.5 * pitch)
    sine_r, cosine_r = math.sin(0.5 * roll), math.cos(0.5 * roll)
    return messages.Quaternion(
        sine_r * cosine_p * cosine_y - cosine_r * sine_p * sine_y,
        cosine_r * sine_p * cosine_y + sine_r * cosine_p * sine_y,
        cosine_r * cosine_p * sine_y - sine_r * sine_p * cosine_y,
        cosine_r * cosine_p * cosine_y + sine_r * sine_p * sine_y,
    )
