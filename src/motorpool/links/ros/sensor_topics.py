"""Topics of sensors: the readings of a world's ``Sensors`` as ROS messages, each with the time of its reading.

A sensor ``imu`` of a vehicle is the topic ``/tanks_3/imu`` in the frame ``tanks_3/imu``, whose place on the vehicle is
in ``/tf_static``. A message is sent when there is a new reading. Its type is that of the sensor's kind
(``vehicles.sensor_kinds.SensorKind.ros``); a kind without one has no topic.
"""

from typing import TYPE_CHECKING

from ...vehicles.sensor_kinds import Message
from ...world.sensors.sensors import Sensors
from . import messages
from .topics import MOST_VEHICLES, Topic, Topics, rotation

if TYPE_CHECKING:
    from ...world import World
    from ...world.sensors.channel import Channel


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
            for row, vehicle in enumerate(channel.vehicle_ids.tolist() if channel.about.ros else ()):
                if vehicle in vehicles and vehicle not in known:
                    known.add(vehicle)
                    found.append(self._topic(channel, row, vehicles[vehicle]))
        self._topics.add(*found)

    def _topic(self, channel: "Channel", row: int, name: str) -> Topic:
        frame = f"{name}/{ros_word(channel.name)}"
        assert channel.about.ros is not None
        reading = _Readings(channel, row, frame, channel.about.ros)
        rate = max(channel.spec.rate, 1.0 / self._world.dt)  # it is looked at after each step
        self._topics.static_transforms[frame] = _mount_of(channel, name, frame)
        return Topic(f"/{frame}", channel.about.ros.schema, rate, reading.new)


class _Readings:
    """Readings of one sensor of one vehicle."""

    def __init__(self, channel: "Channel", row: int, frame: str, form: Message):
        self._channel, self._row, self._frame, self._form = channel, row, frame, form
        self._sequence = int(channel.sequence[row])

    def new(self) -> messages.TypedMessage | None:
        """Return the message of a reading that was not returned before; None if there is none."""
        sequence = int(self._channel.sequence[self._row])
        if sequence == self._sequence:
            return None
        self._sequence = sequence
        if sequence == 0:
            return None
        fields = self._form.fields(self._channel.reading(self._row, self._frame))
        if fields is None:
            return None
        header = messages.Header(messages.time_of(float(self._channel.time[self._row])), self._frame)
        return messages.TypedMessage(self._form.schema, {"header": header, **fields})


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
