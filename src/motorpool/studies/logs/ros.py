"""Messages of ROS 1 and 2 as numbers, by the definitions in the log or else those of ROS, and their bags.

A bag of ROS 1 (``.bag``) has its definitions; a database of rosbag2 (``.db3``) has none, so only types that come with
ROS are read of it. Bags in MCAP are read by ``mcap``. Numbers of fields and of short arrays are kept; images, scans and
text are not.
"""

import math
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...base.errors import FitError, require
from ...base.files import check_input
from .sparse_columns import MOST_BYTES, Columns
from .topics import Topics, checked_name

LONGEST_ARRAY = 64  # numbers of an array that become columns: joints, a covariance; not an image
MOST_DEPTH = 12  # of messages in messages
MOST_DEFINITION = 1 << 17  # characters of a type's definition


class RosMessages:
    """Decoder of messages."""

    def __init__(self):
        self._stores: dict[tuple[str, str, bool], Any] = {}

    def numbers(self, kind: str, data: bytes, *, definition: str, is_ros1: bool) -> dict[str, float] | None:
        """Return the numbers of a message by the paths of their fields; None if its type is unknown.

        Args:
            kind: type of the message, such as ``nav_msgs/msg/Odometry``.
            definition: text of the type with the types in it; empty for those of ROS.
        """
        key = (kind, definition, is_ros1)
        if key not in self._stores:
            self._stores[key] = _store(kind, definition, is_ros1=is_ros1)
        store = self._stores[key]
        if store is None:
            return None
        name = _full(kind)
        message = store.deserialize_ros1(data, name) if is_ros1 else store.deserialize_cdr(data, name)
        return dict(_numbers(message))


def _full(kind: str) -> str:
    """Return a type's name with its folder: ``nav_msgs/Odometry`` in ROS 1 is ``nav_msgs/msg/Odometry``."""
    package, _, name = kind.rpartition("/")
    return kind if "/" in package else f"{package}/msg/{name}"


def _store(kind: str, definition: str, *, is_ros1: bool) -> Any:
    """Return a store of types that knows one; None if it is neither defined nor one of ROS."""
    types = require("rosbags.typesys", extra="ros", purpose="reading messages of ROS")
    store = types.get_typestore(types.Stores.ROS1_NOETIC if is_ros1 else types.Stores.LATEST)
    name = _full(kind)
    if name in store.types:
        return store
    if not definition or len(definition) > MOST_DEFINITION:
        return None
    try:
        found = types.get_types_from_msg(definition, name)
        store.register({one: fields for one, fields in found.items() if one not in store.types})
    except Exception:  # any class of the library's parser
        return None
    return store if name in store.types else None


def _numbers(value: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, float]]:
    if depth > MOST_DEPTH:
        return
    if isinstance(value, (bool, int, float)):
        yield checked_name(name), float(value)
    elif isinstance(value, (list, np.ndarray)):
        items = cast("list[Any]", value)
        if len(items) <= LONGEST_ARRAY:
            for place, one in enumerate(items if isinstance(value, list) else value.tolist()):
                yield from _numbers(one, f"{name}[{place}]", depth + 1)
    elif {"sec", "nanosec"} == set(fields := _fields(value)):
        seconds = value.sec + 1e-9 * value.nanosec
        yield checked_name(name), seconds if seconds else math.nan  # 0 is no stamp
    else:
        for field in fields:
            yield from _numbers(getattr(value, field), f"{name}.{field}" if name else field, depth + 1)


def _fields(message: Any) -> list[str]:
    return [name for name in getattr(message, "__dataclass_fields__", ()) if not name.startswith("__")]


def read_bag(path: Path) -> Columns:
    """Return the numbers of a bag of ROS 1.

    Raises:
        FitError: it cannot be read, is too large, or has no numbers.
    """
    check_input(path, max_bytes=MOST_BYTES, error=FitError, reads=("ROS 1 bag",))
    rosbag1 = require("rosbags.rosbag1", extra="ros", purpose="reading a bag of ROS 1")
    topics, ros = Topics(path), RosMessages()
    try:
        with rosbag1.Reader(path) as reader:
            for connection, time, data in reader.messages():
                definition = getattr(connection.msgdef, "data", connection.msgdef) or ""
                _add(topics, ros, connection.topic, connection.msgtype, time, data, definition=definition, is_ros1=True)
    except FitError as error:
        raise _named(path, error) from error
    except Exception as error:  # any class of the library
        raise FitError(f"{path} is no bag of ROS 1 that can be read: {_reason(error)}") from error
    return topics.columns("ROS's types or with a definition")


def read_db3(path: Path) -> Columns:
    """Return the numbers of a database of rosbag2.

    Raises:
        FitError: it cannot be read, is too large, or has no numbers.
    """
    check_input(path, max_bytes=MOST_BYTES, error=FitError, reads=("ROS 2 bag",))
    require("rosbags.typesys", extra="ros", purpose="reading messages of ROS")
    topics, ros = Topics(path), RosMessages()
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            known = {row[0]: row[1:] for row in connection.execute("SELECT id, name, type FROM topics")}
            for topic, time, data in connection.execute(
                "SELECT topic_id, timestamp, data FROM messages ORDER BY timestamp"
            ):
                name, kind = known[topic]
                _add(topics, ros, str(name), str(kind), int(time), bytes(data), definition="", is_ros1=False)
        finally:
            connection.close()
    except FitError as error:
        raise _named(path, error) from error
    except Exception as error:  # of SQLite, or of a message
        raise FitError(f"{path} is no bag of ROS 2 that can be read: {_reason(error)}") from error
    return topics.columns("ROS's own types (a .db3 has no definitions; `mcap convert` writes a bag that has)")


def _add(topics: Topics, ros: RosMessages, name: str, kind: str, time: int, data: bytes, **how: Any) -> None:
    numbers = ros.numbers(kind, data, **how)
    if numbers is None:
        topics.leave_out(checked_name(name), kind)
    else:
        topics.add(checked_name(name), time * 1e-9, numbers)


def _named(path: Path, error: FitError) -> FitError:
    return error if str(error).startswith(str(path)) else FitError(f"{path}: {error}")


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or "it ends in the middle of a record"
