"""Topics by Zenoh, in the form of rmw_zenoh: ROS 2 programs with ``RMW_IMPLEMENTATION=rmw_zenoh_cpp`` see them.

The session is a client of a Zenoh router (``ros2 run rmw_zenoh_cpp rmw_zenohd``); it opens no port. A message is
encoded only while a subscriber matches its key.
"""

import contextlib
import json
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from ...base.errors import RosError, require
from . import cdr, rmw_zenoh
from .topics import COMMAND_TOPICS, Topic

if TYPE_CHECKING:
    from .node import RosNode

HOST, PORT = "localhost", 7447
NODE = "motorpool"
CONNECTION_PATIENCE = 3000  # [ms]
MOST_A_SECOND = 10_000  # received commands; further ones are dropped
LARGEST_DOMAIN = 232  # of ROS_DOMAIN_ID, by DDS
PURPOSE = "ROS by Zenoh"


class ZenohSession:
    """Session with a Zenoh router, an outlet of a node.

    Args:
        node: whose topics are published.
        host, port: address of the router.
        domain: domain id of ROS; by default that of the environment variable ROS_DOMAIN_ID, or 0.

    Attributes:
        url: address of the router.
        rejected: numbers of received messages that were refused, by reason.
        unsent_count: number of messages that Zenoh did not take.

    Raises:
        RosError: no router answers.
    """

    def __init__(self, node: "RosNode", *, host: str = HOST, port: int = PORT, domain: int | None = None):
        zenoh = require("zenoh", extra="ros", purpose=PURPOSE)
        cdr.definition(COMMAND_TOPICS["cmd_vel"])  # raises if rosbags is missing
        self._node, self._domain = node, _domain() if domain is None else domain
        self.url = f"tcp/[{host}]:{port}" if ":" in host else f"tcp/{host}:{port}"
        self.rejected: Counter[str] = Counter()
        self._received: deque[float] = deque(maxlen=MOST_A_SECOND)
        self._lock = threading.Lock()
        self._wanted: frozenset[str] = frozenset()  # replaced, never changed
        self._listeners: list[Any] = []
        self._publishers: dict[str, _Publisher] = {}
        self._subscriptions: list[Any] = []
        self._tokens: dict[str, Any] = {}  # by topic; kept alive here
        self._put, self._error = zenoh.SampleKind.PUT, zenoh.ZError
        self.unsent_count = 0
        config: dict[str, Any] = {
            "mode": "client",
            "connect": {"endpoints": [self.url], "timeout_ms": CONNECTION_PATIENCE, "exit_on_failure": True},
            "timestamping": {"enabled": True},  # which the cache of latched topics needs
            "scouting": {"multicast": {"enabled": False}},
        }
        try:
            self._session = zenoh.open(zenoh.Config.from_json5(json.dumps(config)))
        except zenoh.ZError as error:
            raise RosError(
                f"no Zenoh router answers at {self.url}; start one, by ros2 run rmw_zenoh_cpp rmw_zenohd or zenohd"
            ) from error
        self._id = str(self._session.zid())
        token = rmw_zenoh.node_token(self._domain, self._id, NODE)
        self._tokens[""] = self._session.liveliness().declare_token(token)
        self._listen()
        self.follow()

    def wanted(self) -> Collection[str]:
        """Return the names of the topics that have subscribers."""
        return self._wanted

    def take(self, topic: Topic, message: Any, time: float) -> None:
        """Send a message; without a connection it is dropped and counted."""
        try:
            self._publishers[topic.name].send(cdr.encode(message))
        except self._error:
            self.unsent_count += 1

    def follow(self) -> None:
        """Declare the topics that have come."""
        for topic in self._node.topics.published.values():
            if topic.name not in self._publishers:
                self._publishers[topic.name] = self._publisher(topic)
        for command in self._node.topics.commands.values():
            if command.name not in self._tokens:
                self._declare(rmw_zenoh.SUBSCRIPTION, command.name, command.ros_type)

    def close(self) -> None:
        """End the session; its keys and tokens vanish, at the latest when the router notices that it is gone."""
        with contextlib.suppress(self._error):  # the router does not answer
            self._session.close()

    def _publisher(self, topic: Topic) -> "_Publisher":
        token = self._declare(rmw_zenoh.PUBLISHER, topic.name, topic.ros_type, is_latched=topic.is_latched)
        key = rmw_zenoh.topic_key(self._domain, topic.name, topic.ros_type, cdr.type_hash(topic.ros_type))
        if topic.is_latched:
            extension = require("zenoh.ext", extra="ros", purpose=PURPOSE)
            cache = extension.CacheConfig(max_samples=1)
            publisher = extension.declare_advanced_publisher(self._session, key, cache=cache, publisher_detection=True)
            self._wanted |= {topic.name}  # it keeps the last message for those who come later
        else:
            publisher = self._session.declare_publisher(key)
            note = self._noting(topic.name)
            self._listeners.append(publisher.declare_matching_listener(note))
            note(publisher.matching_status)
        return _Publisher(publisher, rmw_zenoh.gid_of(token))

    def _noting(self, name: str) -> Callable[[Any], None]:
        def note(status: Any) -> None:
            with self._lock:
                self._wanted = self._wanted | {name} if status.matching else self._wanted - {name}

        return note

    def _declare(self, kind: str, name: str, ros_type: str, *, is_latched: bool = False) -> str:
        entity = rmw_zenoh.Entity(kind, len(self._tokens), name, ros_type, cdr.type_hash(ros_type), is_latched)
        token = rmw_zenoh.topic_token(self._domain, self._id, NODE, entity)
        self._tokens[name] = self._session.liveliness().declare_token(token)
        return token

    def _listen(self) -> None:
        """Subscribe to the commands of all vehicles, one subscription for each type."""
        for word, ros_type in COMMAND_TOPICS.items():
            key = rmw_zenoh.topic_key(self._domain, f"/*/{word}", ros_type, cdr.type_hash(ros_type))
            self._subscriptions.append(self._session.declare_subscriber(key, self._receiving(ros_type)))

    def _receiving(self, ros_type: str) -> Callable[[Any], None]:
        def receive(sample: Any) -> None:
            now = time.monotonic()
            if len(self._received) == MOST_A_SECOND and now - self._received[0] < 1.0:
                self.rejected["too many"] += 1
                return
            self._received.append(now)
            if sample.kind == self._put:
                self._receive(str(sample.key_expr), bytes(sample.payload), ros_type)

        return receive

    def _receive(self, key: str, payload: bytes, ros_type: str) -> None:
        name = "/" + "/".join(key.split("/")[1:3])
        topic = self._node.topics.commands.get(name)
        if topic is None or topic.ros_type != ros_type:
            self.rejected["no such topic"] += 1
            return
        try:
            fields = cdr.decode(payload, ros_type)
        except RosError:
            self.rejected["no message of its type"] += 1
            return
        if self._node.command(topic, fields) is not None:
            self.rejected["no command that the vehicle takes"] += 1


class _Publisher:
    """Publisher of a topic, with its number of messages."""

    def __init__(self, publisher: Any, gid: bytes):
        self._publisher, self._gid, self._sequence = publisher, gid, 0

    def send(self, payload: bytes) -> None:
        """Send a message."""
        self._sequence += 1
        self._publisher.put(payload, attachment=rmw_zenoh.attachment(self._sequence, time.time_ns(), self._gid))


def _domain() -> int:
    """Return the domain of the environment.

    Raises:
        RosError: it is no number of a domain.
    """
    given = os.environ.get("ROS_DOMAIN_ID", "") or "0"
    if not (given.isascii() and given.isdigit() and len(given) <= 3 and int(given) <= LARGEST_DOMAIN):
        raise RosError(f"ROS_DOMAIN_ID is {given[:40]!r}; it must be a whole number in 0..{LARGEST_DOMAIN}")
    return int(given)
