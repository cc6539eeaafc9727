"""Foxglove messages of a fleet: bodies, poses, locations on Earth, and the state of each vehicle.

Frames are right-handed, x forward, y left, z up, as in ROS: the frame "world" is x east, y north; the frame
"tanks/12" is that of vehicle 12 of the fleet tanks, with its origin on the ground under the middle of the body.
"""

import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..world.drivers.kinds import ABSENT
from .columns import QUANTITIES
from .formats import FleetRows

Floats = NDArray[np.float64]
Locate = Callable[[Floats, Floats], tuple[Floats, Floats]]  # x, y to latitude, longitude [degrees]

WORLD = "world"
STATE = "motorpool.FleetState"
_PURPOSE = "a recording for Foxglove"
_NANOSECONDS = 1_000_000_000  # in a second
# Rounded to these, the last bytes of a double are zero, and a compressed file is half as large.
_LENGTH_STEP = 2.0**-10  # 1 mm [m]
_ANGLE_STEP = 2.0**-14  # of a component of a quaternion [1], of an angle [rad]
# red, green and blue of fleets, in turn
_COLOURS = ((0.35, 0.43, 0.28), (0.25, 0.41, 0.58), (0.71, 0.52, 0.25), (0.55, 0.32, 0.32), (0.42, 0.38, 0.55))


def message_class(name: str) -> Any:
    """Return the class of a message: one of Foxglove's schemas, such as "FrameTransforms", or ``STATE``."""
    if name == STATE:
        return _state_class()
    return getattr(require(f"foxglove_schemas_protobuf.{name}_pb2", extra="app", purpose=_PURPOSE), name)


def nanoseconds_of(time: float) -> int:
    """Return simulated time in nanoseconds."""
    return round(time * _NANOSECONDS)


def frame_of(fleet: FleetRows, vehicle_id: int) -> str:
    """Return the name of a vehicle's frame."""
    return f"{topic_name(fleet)}/{vehicle_id}"


def topic_name(fleet: FleetRows) -> str:
    """Return a fleet's name as part of a topic: without spaces, which Foxglove's paths would have to quote."""
    return word_of(fleet.about["name"])


def word_of(name: str) -> str:
    """Return a name as part of a topic or of a frame's name."""
    return re.sub(r"[^\w./-]", "_", name)


def scene(fleet: FleetRows, *, number: int) -> Any:
    """Return a SceneUpdate with the bodies of a fleet, each fixed to its vehicle's frame; ``number`` gives a colour."""
    body = fleet.about["body"]
    length, width, height = (float(body[name]) for name in ("length", "width", "height"))
    middle = float(body.get("offset") or 0.0)  # recordings of 1.0 have no offset
    colour = _COLOURS[number % len(_COLOURS)]
    update = message_class("SceneUpdate")()
    for vehicle_id in fleet.ids:
        entity = update.entities.add(id=str(vehicle_id), frame_id=frame_of(fleet, vehicle_id), frame_locked=True)
        entity.timestamp.SetInParent()
        for key in ("name", "model"):
            entity.metadata.add(key="fleet" if key == "name" else key, value=str(fleet.about[key]))
        _box(entity, x=middle, z=0.35 * height, size=(length, width, 0.7 * height), colour=colour)
        # The upper part stands towards the back, so that front and rear are told apart.
        darker = tuple(0.7 * part for part in colour)
        upper = 0.5 * length, 0.8 * width, 0.3 * height
        _box(entity, x=middle - 0.1 * length, z=0.85 * height, size=upper, colour=darker)
    return update


def _box(entity: Any, *, x: float, z: float, size: tuple[float, float, float], colour: tuple[float, ...]) -> None:
    cube = entity.cubes.add()
    cube.pose.position.x, cube.pose.position.z = x, z
    cube.pose.orientation.w = 1.0
    cube.size.x, cube.size.y, cube.size.z = size
    cube.color.r, cube.color.g, cube.color.b, cube.color.a = *colour, 1.0


class Transforms:
    """FrameTransforms of a fleet; one message object is reused for every tick."""

    def __init__(self, fleet: FleetRows):
        self._message = message_class("FrameTransforms")()
        self._parts: list[tuple[Any, Any, Any]] = []
        for vehicle_id in fleet.ids:
            part = self._message.transforms.add(parent_frame_id=WORLD, child_frame_id=frame_of(fleet, vehicle_id))
            self._parts.append((part.timestamp, part.translation, part.rotation))

    def encoded(self, state: dict[str, Floats], time: int) -> bytes:
        """Return the message of one tick; ``time`` in nanoseconds."""
        seconds, nanoseconds = divmod(time, _NANOSECONDS)
        places = np.column_stack([_rounded(state[name], _LENGTH_STEP) for name in ("x", "y", "z")])
        turns = _rounded(quaternions(state["yaw"], state["pitch"], state["roll"]), _ANGLE_STEP)
        rows = np.hstack([places, turns]).tolist()
        for (stamp, place, turn), row in zip(self._parts, rows, strict=True):
            stamp.seconds, stamp.nanos = seconds, nanoseconds
            place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w = row
        return _of_present(self._message, "transforms", state)


class States:
    """State of every vehicle of a fleet: all recorded quantities, in SI units."""

    def __init__(self, fleet: FleetRows):
        self._message = message_class(STATE)()
        self._parts = [self._message.vehicles.add(vehicle=int(vehicle_id)) for vehicle_id in fleet.ids]

    def encoded(self, state: dict[str, Floats], time: int) -> bytes:
        """Return the message of one tick; ``time`` in nanoseconds."""
        self._message.timestamp.seconds, self._message.timestamp.nanos = divmod(time, _NANOSECONDS)
        for quantity in QUANTITIES:
            name, values = quantity.name, state[quantity.name]
            step = _LENGTH_STEP if quantity.unit == "m" else _ANGLE_STEP
            if quantity.decimals is None:
                values = np.nan_to_num(values).astype(np.int64)
            else:
                values = np.round(values / step) * step
            for part, value in zip(self._parts, values.tolist(), strict=True):
                setattr(part, name, value)
        return _of_present(self._message, "vehicles", state)


class Locations:
    """LocationFixes of a fleet: latitude, longitude, height and heading of each vehicle."""

    def __init__(self, fleet: FleetRows, locate: Locate):
        self._locate = locate
        self._message = message_class("LocationFixes")()
        self._parts = [self._message.fixes.add(frame_id=frame_of(fleet, vehicle_id)) for vehicle_id in fleet.ids]

    def encoded(self, state: dict[str, Floats], time: int) -> bytes:
        """Return the message of one tick; ``time`` in nanoseconds."""
        seconds, nanoseconds = divmod(time, _NANOSECONDS)
        latitudes, longitudes = self._locate(state["x"], state["y"])
        headings = np.mod(0.5 * math.pi - state["yaw"], 2.0 * math.pi)
        rows = np.column_stack([latitudes, longitudes, state["z"], headings]).tolist()
        for part, row in zip(self._parts, rows, strict=True):
            part.timestamp.seconds, part.timestamp.nanos = seconds, nanoseconds
            part.latitude, part.longitude, part.altitude, part.heading = row
        return _of_present(self._message, "fixes", state)


def _of_present(message: Any, field: str, state: dict[str, Floats]) -> bytes:
    """Return a message without the parts of absent vehicles."""
    is_present = state["driver"] != ABSENT
    if is_present.all():
        return message.SerializeToString()
    some = type(message)()
    some.CopyFrom(message)
    some.ClearField(field)
    parts = zip(getattr(message, field), is_present, strict=True)
    getattr(some, field).extend(part for part, is_there in parts if is_there)
    return some.SerializeToString()


def quaternions(yaw: Floats, pitch: Floats, roll: Floats) -> Floats:
    """Return the quaternions x, y, z, w of the vehicles' orientations, shape (vehicles, 4).

    Yaw is about z, pitch about y as that turn left it, roll about x as both left it [rad].
    """
    sine_y, cosine_y = np.sin(0.5 * yaw), np.cos(0.5 * yaw)
    sine_p, cosine_p = np.sin(0.5 * pitch), np.cos(0.5 * pitch)
    sine_r, cosine_r = np.sin(0.5 * roll), np.cos(0.5 * roll)
    return np.column_stack(
        [
            sine_r * cosine_p * cosine_y - cosine_r * sine_p * sine_y,
            cosine_r * sine_p * cosine_y + sine_r * cosine_p * sine_y,
            cosine_r * cosine_p * sine_y - sine_r * sine_p * cosine_y,
            cosine_r * cosine_p * cosine_y + sine_r * sine_p * sine_y,
        ]
    )


def _rounded(values: Floats, step: float) -> Floats:
    return np.round(np.nan_to_num(values) / step) * step


@cache
def _state_class() -> Any:
    """Return the message class of ``STATE``, built from its description: a timestamp and a list of vehicles."""
    descriptors = require("google.protobuf.descriptor_pb2", extra="app", purpose=_PURPOSE)
    pools = require("google.protobuf.descriptor_pool", extra="app", purpose=_PURPOSE)
    factory = require("google.protobuf.message_factory", extra="app", purpose=_PURPOSE)
    stamps = require("google.protobuf.timestamp_pb2", extra="app", purpose=_PURPOSE)
    field = descriptors.FieldDescriptorProto
    file = descriptors.FileDescriptorProto(name="motorpool/FleetState.proto", package="motorpool", syntax="proto3")
    file.dependency.append("google/protobuf/timestamp.proto")
    vehicle = file.message_type.add(name="VehicleState")
    types = {None: field.TYPE_UINT32, 4: field.TYPE_FLOAT, 6: field.TYPE_FLOAT}
    one = field.LABEL_OPTIONAL
    vehicle.field.add(name="vehicle", number=1, label=one, type=field.TYPE_UINT32)
    for number, quantity in enumerate(QUANTITIES, 2):
        kind = field.TYPE_DOUBLE if quantity.unit == "m" else types[quantity.decimals]
        vehicle.field.add(name=quantity.name, number=number, label=one, type=kind)
    fleet = file.message_type.add(name="FleetState")
    for name, number, label, kind in (
        ("timestamp", 1, one, ".google.protobuf.Timestamp"),
        ("vehicles", 2, field.LABEL_REPEATED, ".motorpool.VehicleState"),
    ):
        fleet.field.add(name=name, number=number, label=label, type=field.TYPE_MESSAGE, type_name=kind)
    pool = pools.DescriptorPool()
    pool.AddSerializedFile(stamps.DESCRIPTOR.serialized_pb)
    pool.AddSerializedFile(file.SerializeToString())
    return factory.GetMessageClass(pool.FindMessageTypeByName(STATE))
