"""Messages in CDR, the binary format of ROS 2, with the definitions and hashes of their types, by ``rosbags``.

Definitions are those of ROS 2 Jazzy; the messages of this package have not changed since Humble. A type's hash
(REP-2016, RIHS01) is the SHA-256 of its description.
"""

import dataclasses
import functools
import struct
from typing import Any, cast

import numpy as np

from ...base.errors import RosError, require
from .messages import ROS_TYPES, Header, TFMessage, TypedMessage, ros_type

_ACKERMANN = {
    "ackermann_msgs/msg/AckermannDrive": (
        "float32 steering_angle\nfloat32 steering_angle_velocity\nfloat32 speed\nfloat32 acceleration\nfloat32 jerk\n"
    ),
    "ackermann_msgs/msg/AckermannDriveStamped": "std_msgs/Header header\nackermann_msgs/AckermannDrive drive\n",
}
LONGEST_PAYLOAD = 4096  # of a received message [bytes]


def encode(message: Any) -> bytes:
    """Return a message of ``messages`` in CDR, little-endian."""
    if isinstance(message, TFMessage):
        return _transforms(message)
    store = _store()
    kind = ros_type(message)
    foreign = _typed(store, message.fields, kind) if isinstance(message, TypedMessage) else _foreign(store, message)
    return bytes(store.serialize_cdr(foreign, kind, little_endian=True))


def _transforms(message: TFMessage) -> bytes:
    """Return transforms in CDR, which may be thousands; the library takes several times as long."""
    body = bytearray(struct.pack("<I", len(message.transforms)))
    for header, child, (place, turn) in message.transforms:
        body += bytes(-len(body) % 4) + struct.pack("<iI", *header.stamp)
        for name in (header.frame_id, child):
            text = name.encode() + b"\0"
            body += bytes(-len(body) % 4) + struct.pack("<I", len(text)) + text
        body += bytes(-len(body) % 8) + struct.pack("<7d", *place, *turn)
    return b"\0\1\0\0" + body


def decode(data: bytes, ros_type: str) -> dict[str, Any]:
    """Return the fields of a received message, by name.

    Raises:
        RosError: it is no message of this type.
    """
    if len(data) > LONGEST_PAYLOAD:
        raise RosError(f"a {ros_type} has {len(data)} bytes; at most {LONGEST_PAYLOAD} are read")
    try:
        return _plain(_store().deserialize_cdr(data, ros_type))
    except Exception as error:  # each library version has its own exceptions for bytes that are no message
        raise RosError(f"{len(data)} bytes are no {ros_type} in CDR") from error


def definition(ros_type: str) -> str:
    """Return the text of a type's definition with all types in it, as bags have it (ros2msg)."""
    return str(_store().generate_msgdef(ros_type, ros_version=2)[0])


def type_hash(ros_type: str) -> str:
    """Return the hash of a type: RIHS01_ and 64 hexadecimal digits."""
    return str(_store().hash_rihs01(ros_type))


@functools.cache
def _store() -> Any:
    types = require("rosbags.typesys", extra="ros", purpose="writing ROS messages")
    store = types.get_typestore(types.Stores.ROS2_JAZZY)
    for name, text in _ACKERMANN.items():
        store.register(types.get_types_from_msg(text, name))
    return store


def _foreign(store: Any, value: Any) -> Any:
    """Return a message as the class of the library; other values as they are."""
    kind = ROS_TYPES.get(cast("Any", type(value)))
    if kind is not None:
        fields = {name: _foreign(store, field) for name, field in zip(value._fields, value, strict=True)}
        return store.types[kind](**fields)
    return [_foreign(store, each) for each in cast("tuple[Any, ...]", value)] if isinstance(value, tuple) else value


def _typed(store: Any, value: Any, ros_type: str) -> Any:
    """Return a value of a ``TypedMessage`` as that of the library; fields name the types of the messages in them."""
    if isinstance(value, dict):
        made = [_typed(store, value[name], kind) for name, kind in _types_in(ros_type)]
        return store.types[ros_type](*made)
    if isinstance(value, list):
        return [_typed(store, each, ros_type) for each in cast("list[Any]", value)]
    return _foreign(store, value) if isinstance(value, Header) else value


@functools.cache
def _types_in(ros_type: str) -> tuple[tuple[str, str], ...]:
    """Return the fields of a type with their types, of arrays that of an element."""
    fields = _store().fielddefs[ros_type][1]
    return tuple((name, kind[0][1] if isinstance(kind[0], tuple) else kind) for name, (_, kind) in fields)


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: _plain(getattr(value, name)) for name in names if not name.startswith("__")}
    return cast("Any", value.item() if isinstance(value, np.generic) else value)
