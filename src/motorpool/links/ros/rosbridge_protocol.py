"""The rosbridge protocol, version 2.0: one client's session, without a network.

Source: ``ROSBRIDGE_PROTOCOL.md`` of github.com/RobotWebTools/rosbridge_suite. Supported are advertise, unadvertise,
publish, subscribe (with throttle_rate and queue_length), unsubscribe, call_service for the lists of ``rosapi``,
set_level and status; all else is refused with a status message. Messages are sent whole and in plain JSON, which every
client reads: a request for fragments, PNG or CBOR is answered by a warning. A queue or an interval beyond the server's
limit gets the limit.

A frame is text in JSON. What it holds is bounded: bytes, subscriptions, advertised topics, and frames a second.
"""

import json
import math
import reprlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard, cast

from ...base.errors import MotorpoolError, RosError
from .messages import json_of

if TYPE_CHECKING:
    from .node import RosNode
    from .topics import CommandTopic

LONGEST_FRAME = 1 << 16  # [bytes]
MOST_SUBSCRIPTIONS = 1024  # of a client
MOST_ADVERTISED = 256  # topics of a client
MOST_A_SECOND = 2000  # frames of a client; further ones are refused
LONGEST_QUEUE = 100  # messages of a subscription that wait
MOST_QUEUED = 2048  # messages of a client that wait beside the newest of each topic
LONGEST_NAME = 256  # of a topic, a service or an id [characters]
LONGEST_THROTTLE = 3_600_000.0  # [ms]
READ_AS_JSON = (None, "", "none", "png", "cbor")  # compressions whose clients read plain JSON, too
LEVELS = ("none", "error", "warning", "info")  # of status messages that are sent
SERVICES = {
    "/rosapi/topics": "rosapi_msgs/srv/Topics",
    "/rosapi/topics_for_type": "rosapi_msgs/srv/TopicsForType",
    "/rosapi/topic_type": "rosapi_msgs/srv/TopicType",
    "/rosapi/services": "rosapi_msgs/srv/Services",
    "/rosapi/nodes": "rosapi_msgs/srv/Nodes",
}
NODE = "/motorpool"
Identity = str | int  # of an interaction; clients count or name theirs


class Publication:
    """A message of a topic; encoded when the first client gets it, once for all clients."""

    def __init__(self, topic: str, message: Any):
        self._topic, self._message = topic, message

    @cached_property
    def text(self) -> str:
        """Frame of the message."""
        return publish_text(self._topic, json_of(self._message))


class _Subscription(NamedTuple):
    """A subscription of a client to a topic, by its id."""

    interval: float  # between two messages, on the clock [s]
    queue_length: int  # messages that may wait; 0 for the default, which is one


class _Waiting:
    """Messages of a topic that wait to be sent to a client."""

    def __init__(self) -> None:
        self.subscriptions: dict[Identity, _Subscription] = {}
        self.messages: deque[Publication] = deque()
        self.sent = -math.inf  # time of the last message on the clock [s]
        self.interval, self.longest = 0.0, 1

    def fit(self) -> None:
        """Follow the subscriptions: the fastest and the longest queue count, as in rosbridge."""
        self.interval = min(each.interval for each in self.subscriptions.values())
        self.longest = max(1, *(each.queue_length for each in self.subscriptions.values()))


class RosbridgeSession:
    """Session of one client.

    Args:
        node: whose topics the client uses.
        clock: gives the time [s].

    Attributes:
        subscribed: names of the topics that the client has subscribed to; replaced, never changed.
        refused_count: number of refused frames.
    """

    def __init__(self, node: "RosNode", *, clock: Callable[[], float] = time.monotonic):
        self._node, self._clock = node, clock
        self._advertised: dict[str, str] = {}  # types by topic
        self._topics: dict[str, _Waiting] = {}
        self._due: dict[str, _Waiting] = {}  # topics with messages that wait; those that wait longest come first
        self._queued_count = 0  # messages that wait beside the newest of each topic
        self.subscribed: frozenset[str] = frozenset()
        self._level = "error"
        self._frames: deque[float] = deque(maxlen=MOST_A_SECOND)
        self.refused_count = 0

    def receive(self, frame: str | bytes) -> list[str]:
        """Execute a frame and return the frames of the answer; whatever comes, nothing is raised."""
        try:
            request = self._parsed(frame)
        except RosError as error:
            self.refused_count += 1
            return self._status("error", str(error))
        given = request.get("id")
        identity = given if _is_identity(given) else None
        try:
            operation = request.get("op")
            execute = _OPERATIONS.get(operation) if isinstance(operation, str) else None
            if execute is None:
                raise RosError(f"the operation {_shown(operation)} is not supported; {', '.join(_OPERATIONS)} are")
            return execute(self, request)
        except MotorpoolError as error:
            self.refused_count += 1
            return self._status("error", str(error), identity)

    def offer(self, topic: str, message: Publication) -> None:
        """Queue a message of a topic that the client has subscribed to; the oldest is dropped if too many wait."""
        waiting = self._topics.get(topic)
        if waiting is None:
            return
        longest = waiting.longest if self._queued_count < MOST_QUEUED else 1
        while len(waiting.messages) >= longest:
            self._take(waiting)
        self._queued_count += bool(waiting.messages)
        waiting.messages.append(message)
        self._due.setdefault(topic, waiting)

    def due(self) -> Iterator[Publication]:
        """Yield the messages that may be sent now."""
        now = self._clock()
        for name, waiting in list(self._due.items()):
            while waiting.messages and now - waiting.sent >= waiting.interval:
                waiting.sent, message = now, self._take(waiting)
                if not waiting.messages:
                    del self._due[name]
                yield message

    def _take(self, waiting: _Waiting) -> Publication:
        message = waiting.messages.popleft()
        self._queued_count -= bool(waiting.messages)
        return message

    # ---- operations

    def _advertise(self, request: dict[str, Any]) -> list[str]:
        name = _name(request, "topic")
        topic = self._command_topic(name)
        _check_type(request, topic.ros_type, name)
        if name not in self._advertised and len(self._advertised) >= MOST_ADVERTISED:
            raise RosError(f"a client advertises at most {MOST_ADVERTISED} topics; unadvertise some")
        self._advertised[name] = topic.ros_type
        return []

    def _command_topic(self, name: str) -> "CommandTopic":
        """Return the topic of a name that takes messages.

        Raises:
            RosError: there is none.
        """
        topic = self._node.topics.commands.get(name)
        if topic is None:
            raise RosError(f"{_shown(name)} is no topic that takes messages; /rosapi/topics lists the topics")
        return topic

    def _unadvertise(self, request: dict[str, Any]) -> list[str]:
        name = _name(request, "topic")
        if self._advertised.pop(name, None) is None:
            raise RosError(f"{_shown(name)} is not advertised")
        return []

    def _publish(self, request: dict[str, Any]) -> list[str]:
        name = _name(request, "topic")
        topic = self._command_topic(name)
        refusal = self._node.command(topic, request.get("msg", {}))
        if refusal is not None:
            raise RosError(refusal)
        return []

    def _subscribe(self, request: dict[str, Any]) -> list[str]:
        name = _name(request, "topic")
        topic = self._node.topics.published.get(name)
        if topic is None:
            raise RosError(f"{_shown(name)} is no topic that is published; /rosapi/topics lists the topics")
        _check_type(request, topic.ros_type, name)
        if request.get("compression") not in READ_AS_JSON:
            raise RosError(f"the compression {_shown(request['compression'])} is not supported; use none")
        _number(request, "fragment_size", math.inf)
        milliseconds = _number(request, "throttle_rate", LONGEST_THROTTLE)
        length = int(_number(request, "queue_length", LONGEST_QUEUE))
        identity = _identity(request)
        waiting = self._topics.get(name) or _Waiting()
        if identity not in waiting.subscriptions and self._subscription_count() >= MOST_SUBSCRIPTIONS:
            raise RosError(f"a client has at most {MOST_SUBSCRIPTIONS} subscriptions; unsubscribe some")
        waiting.subscriptions[identity] = _Subscription(1e-3 * milliseconds, length)
        waiting.fit()
        self._topics[name] = waiting
        self.subscribed |= {name}
        return self._status("warning", warning, identity) if (warning := _unmet(request)) else []

    def _unsubscribe(self, request: dict[str, Any]) -> list[str]:
        name = _name(request, "topic")
        waiting = self._topics.get(name)
        if waiting is None:
            raise RosError(f"{_shown(name)} has no subscription of this client")
        if "id" in request:
            waiting.subscriptions.pop(_identity(request), None)
        else:
            waiting.subscriptions.clear()
        if waiting.subscriptions:
            waiting.fit()
        else:
            while waiting.messages:
                self._take(waiting)
            self._due.pop(name, None)
            del self._topics[name]
            self.subscribed -= {name}
        return []

    def _call_service(self, request: dict[str, Any]) -> list[str]:
        name = _name(request, "service")
        name = name if name.startswith("/") else f"/{name}"
        values, is_done = self._answer(name, request.get("args", {}))
        answer = {"op": "service_response", "service": request["service"], "values": values, "result": is_done}
        return [json.dumps(answer | ({"id": _identity(request)} if "id" in request else {}))]

    def _set_level(self, request: dict[str, Any]) -> list[str]:
        level = request.get("level")
        if level not in LEVELS:
            raise RosError(f"the level is {_shown(level)}; it must be one of {', '.join(LEVELS)}")
        self._level = cast("str", level)
        return []

    def _answer(self, service: str, arguments: Any) -> tuple[Any, bool]:
        """Return the values of a service's answer, and whether it was done."""
        types = self._node.topics.types()
        given = cast("dict[str, Any]", arguments if isinstance(arguments, dict) else {})
        if service == "/rosapi/topics":
            return {"topics": list(types), "types": list(types.values())}, True
        if service == "/rosapi/topics_for_type":
            wanted = _full_type(str(given.get("type", "")))
            return {"topics": [name for name, kind in types.items() if kind == wanted]}, True
        if service == "/rosapi/topic_type":
            return {"type": types.get(str(given.get("topic", "")), "")}, True
        if service == "/rosapi/services":
            return {"services": list(SERVICES)}, True
        if service == "/rosapi/nodes":
            return {"nodes": [NODE]}, True
        return f"there is no service {_shown(service)}; the services are {', '.join(SERVICES)}", False

    # ---- checks

    def _parsed(self, frame: str | bytes) -> dict[str, Any]:
        now = self._clock()
        if len(self._frames) == MOST_A_SECOND and now - self._frames[0] < 1.0:
            raise RosError(f"a client sends at most {MOST_A_SECOND} frames a second; this one was dropped")
        self._frames.append(now)
        if not isinstance(frame, str):
            raise RosError("a frame of bytes is not supported; send text in JSON")
        if len(frame) > LONGEST_FRAME:
            raise RosError(f"a frame has {len(frame)} characters; at most {LONGEST_FRAME} are read")
        try:
            request = json.loads(frame)
        except (ValueError, RecursionError) as error:
            raise RosError("a frame is not valid JSON") from error
        if not isinstance(request, dict):
            raise RosError("a frame must be a JSON object with an op")
        return cast("dict[str, Any]", request)

    def _subscription_count(self) -> int:
        return sum(len(waiting.subscriptions) for waiting in self._topics.values())

    def _status(self, level: str, text: str, identity: Identity | None = None) -> list[str]:
        if LEVELS.index(level) > LEVELS.index(self._level):
            return []
        status = {"op": "status", "level": level, "msg": text}
        return [json.dumps(status | ({"id": identity} if identity is not None else {}))]


_Execute = Callable[[RosbridgeSession, dict[str, Any]], list[str]]
_OPERATIONS: dict[str, _Execute] = {
    "advertise": RosbridgeSession._advertise,  # pyright: ignore[reportPrivateUsage] - the table of this class
    "unadvertise": RosbridgeSession._unadvertise,  # pyright: ignore[reportPrivateUsage]
    "publish": RosbridgeSession._publish,  # pyright: ignore[reportPrivateUsage]
    "subscribe": RosbridgeSession._subscribe,  # pyright: ignore[reportPrivateUsage]
    "unsubscribe": RosbridgeSession._unsubscribe,  # pyright: ignore[reportPrivateUsage]
    "call_service": RosbridgeSession._call_service,  # pyright: ignore[reportPrivateUsage]
    "set_level": RosbridgeSession._set_level,  # pyright: ignore[reportPrivateUsage]
}


def publish_text(topic: str, message: Any) -> str:
    """Return the frame of a published message, whose values are as JSON has them."""
    return json.dumps({"op": "publish", "topic": topic, "msg": message}, separators=(",", ":"), allow_nan=False)


def _name(request: dict[str, Any], key: str) -> str:
    name = request.get(key)
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        raise RosError(f"{key} is {_shown(name)}; it must be a name of at most {LONGEST_NAME} characters")
    return name


def _identity(request: dict[str, Any]) -> Identity:
    identity = request.get("id", "")
    if not _is_identity(identity):
        raise RosError(
            f"id is {_shown(identity)}; it must be a text of at most {LONGEST_NAME} characters or a whole number"
        )
    return identity


def _is_identity(value: Any) -> TypeGuard[Identity]:
    if isinstance(value, str):
        return len(value) <= LONGEST_NAME
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 64


def _number(request: dict[str, Any], key: str, most: float) -> float:
    """Return a number of a request, at most ``most``; 0 if it is missing."""
    value = request.get(key)
    if value is None:
        return 0.0
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not value >= 0:
        raise RosError(f"{key} is {_shown(value)}; it must be a number of at least 0")
    return float(min(value, most)) if value < 1e300 else most


def _unmet(request: dict[str, Any]) -> str:
    """Return a sentence on the unmet requests of a subscription; empty if all are met."""
    asked = {name: request.get(name) or 0 for name in ("queue_length", "throttle_rate", "fragment_size")}
    unmet = {
        f"queue_length is at most {LONGEST_QUEUE}": asked["queue_length"] > LONGEST_QUEUE,
        f"throttle_rate is at most {LONGEST_THROTTLE:g}": asked["throttle_rate"] > LONGEST_THROTTLE,
        "messages are sent whole": asked["fragment_size"] > 0,
        "messages are sent without compression": request.get("compression") in ("png", "cbor"),
    }
    return "; ".join(sentence for sentence, is_so in unmet.items() if is_so)


def _check_type(request: dict[str, Any], ros_type: str, name: str) -> None:
    given = request.get("type")
    if given is not None and (not isinstance(given, str) or _full_type(given) != ros_type):
        raise RosError(f"{name} has the type {ros_type}, not {_shown(given)}")


def _full_type(given: str) -> str:
    """Return a type's name with its part "msg", which older clients leave out."""
    package, _, name = given.partition("/")
    return given if name.startswith("msg/") else f"{package}/msg/{name}"


def _shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a whole number with many digits"
    return reprlib.repr(value)
