"""A world as a node of ROS: publishes its topics to outlets, and takes the commands that they receive.

An outlet is a way to robot programs: ``rosbridge``, ``zenoh_session`` or a bag. The node is a source and an observer of
the world; it makes only messages of topics that an outlet wants, once for all outlets.
"""

from collections.abc import Collection, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from ...base.errors import RosError
from . import commands
from .sensor_topics import SensorTopics, sensors_of
from .topics import CommandTopic, Topic, Topics

if TYPE_CHECKING:
    from ...world import World


class Outlet(Protocol):
    """Way to robot programs."""

    def wanted(self) -> Collection[str]:
        """Return the names of the topics whose messages are wanted now."""
        ...

    def take(self, topic: Topic, message: Any, time: float) -> None:
        """Send a message of the step that ended at a simulated time [s]; called in the simulation's thread."""
        ...

    def follow(self) -> None:
        """Take note of topics that have come; called in the simulation's thread."""
        ...

    def close(self) -> None:
        """End the connections."""
        ...


class RosNode:
    """Topics and commands of a world, from now on until ``close``.

    Args:
        world: whose vehicles have topics.

    Attributes:
        topics: all topics.
        commands: source that drives the commanded vehicles.
    """

    is_recorded = True  # commands change the world by actions alone

    def __init__(self, world: "World"):
        self._world = world
        self.topics = Topics(world)
        self.commands = commands.Commands(world)
        self._sensors = SensorTopics(self.topics, world, sensors_of(world))
        self._outlets: list[Outlet] = []
        self._version = self.topics.version
        world.sources.append(self)
        world.observers.append(self)

    def __enter__(self) -> "RosNode":
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def add(self, outlet: Outlet) -> None:
        """Publish to an outlet, too."""
        self._outlets.append(outlet)

    def close(self) -> None:
        """Close the outlets, and give commanded vehicles back to their autopilots; the world must not be stepping."""
        for outlet in self._outlets:
            outlet.close()
        self._outlets.clear()
        if self in self._world.sources:
            self._world.sources.remove(self)
            self._world.observers.remove(self)
            self.commands.release()

    def command(self, topic: CommandTopic, fields: Any) -> str | None:
        """Drive a vehicle by a received message; return a sentence if it is refused, else None; from any thread."""
        try:
            command = commands.command_of(topic.ros_type, fields)
        except RosError as error:
            return str(error)
        return self.commands.receive(topic.vehicle, command)

    def read(self, world: "World") -> None:
        """Apply received commands; called before each step."""
        self.commands.read(world)

    def observe(self, world: "World") -> None:
        """Publish the messages of a step; called after each step."""
        self.topics.follow()
        self._sensors.follow()
        if self.topics.version != self._version:
            self._version = self.topics.version
            for outlet in self._outlets:
                outlet.follow()
        publish(self.topics, self._outlets, world.time)


def publish(topics: Topics, outlets: Sequence[Outlet], time: float) -> None:
    """Send the messages that are due at a simulated time [s] to the outlets that want them."""
    wanted = [(outlet, outlet.wanted()) for outlet in outlets]
    names: dict[str, None] = {}
    for _, some in wanted:
        names.update(dict.fromkeys(some))
    for topic in topics.due(names):
        message = topic.make()
        if message is None:
            continue
        for outlet, some in wanted:
            if topic.name in some:
                outlet.take(topic, message, time)
