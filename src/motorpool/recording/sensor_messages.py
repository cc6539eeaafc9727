"""Readings of sensors as MCAP with Foxglove's messages, one topic for each sensor of each vehicle: ``/cars/3/scanner``.

The message is that of the sensor's kind (``vehicles.sensor_kinds.SensorKind.foxglove``); a kind without one is written
as JSON with its values. Frames are those of the vehicles' file (``cars/3``), with the mount as the pose; open both
files in Foxglove together.
"""

import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from ..base.errors import RecordingError, require
from ..vehicles.sensor_kinds import Mount, Reading, SensorKind
from ..world.sensors.channel import Channel
from .foxglove_messages import message_class, nanoseconds_of, quaternions, word_of

if TYPE_CHECKING:
    from ..world import World

_PURPOSE = "a recording of sensors for Foxglove"


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
        encode = _as_json if channel.about.foxglove is None else _as_protobuf
        for row in rows.tolist():
            vehicle = int(channel.vehicle_ids[row])
            time = nanoseconds_of(float(channel.time[row]))
            reading = channel.reading(row, self._frame(vehicle))
            data = encode(channel.about, reading, time)
            if data is None:
                continue
            self._writer.add_message(
                self._topic(channel, vehicle, reading.frame), log_time=time, publish_time=time, data=data,
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
            self._topics[key] = self._writer.register_channel(
                topic=f"/{frame}/{channel.name}",
                message_encoding="json" if channel.about.foxglove is None else "protobuf",
                schema_id=self._schema(channel.about),
                metadata={"kind": channel.kind, "sensor": json.dumps(channel.spec.table())},
            )
        return self._topics[key]

    def _schema(self, kind: SensorKind) -> int:
        schema = _json_schema(kind) if kind.foxglove is None else _protobuf_schema(kind.foxglove.schema)
        if schema[0] not in self._schemas:
            self._schemas[schema[0]] = self._writer.register_schema(*schema)
        return self._schemas[schema[0]]


def _json_schema(kind: SensorKind) -> tuple[str, str, bytes]:
    """Return name, encoding and text of the schema of a kind: motorpool.Imu."""
    whole = {"type": "integer"}
    properties: dict[str, Any] = {
        "timestamp": {"type": "object", "properties": {"sec": whole, "nsec": whole}},
        "frame_id": {"type": "string"},
    }
    for value in kind.values:
        found: dict[str, Any] = {"type": "boolean" if value.is_flag else "number"}
        for word in reversed(value.shape):
            found = {"type": "array", "items": found}
            if word.isdigit():
                found |= {"minItems": int(word), "maxItems": int(word)}
        meaning = value.meaning.partition(";")[0]
        properties[value.name] = {**found, "description": f"{meaning} [{value.unit}]" if value.unit else meaning}
    name = "motorpool." + "".join(word.capitalize() for word in kind.name.split("-"))
    return name, "jsonschema", json.dumps({"title": name, "type": "object", "properties": properties}).encode()


@cache
def _protobuf_schema(name: str) -> tuple[str, str, bytes]:
    message = message_class(name)
    files = require("mcap_protobuf.schema", extra="app", purpose=_PURPOSE).build_file_descriptor_set(message)
    return message.DESCRIPTOR.full_name, "protobuf", files.SerializeToString()


def _as_json(kind: SensorKind, reading: Reading, time: int) -> bytes:
    seconds, nanoseconds = divmod(time, 10**9)
    values = {name: _finite(array.tolist()) for name, array in reading.values.items()}
    return json.dumps(
        {"timestamp": {"sec": seconds, "nsec": nanoseconds}, "frame_id": reading.frame, **values}
    ).encode()


def _finite(value: Any) -> Any:
    """Return numbers that JSON has: null for others."""
    if isinstance(value, list):
        return [_finite(each) for each in cast("list[Any]", value)]
    return value if math.isfinite(value) else None


def _as_protobuf(kind: SensorKind, reading: Reading, time: int) -> bytes | None:
    assert kind.foxglove is not None
    fields = kind.foxglove.fields(reading)
    if fields is None:
        return None
    structure, known = _structure(kind.foxglove.schema)
    seconds, nanoseconds = divmod(time, 10**9)
    fields["timestamp"] = {"seconds": seconds, "nanos": nanoseconds}
    if "frame_id" in known:
        fields.setdefault("frame_id", reading.frame)
    if "pose" in known:
        fields["pose"] = _pose(fields.get("pose", reading.spec.mount))
    return structure(**fields).SerializeToString()


@cache
def _structure(schema: str) -> tuple[Any, frozenset[str]]:
    """Return the class of a message and the names of its fields."""
    structure = message_class(schema)
    return structure, frozenset(structure.DESCRIPTOR.fields_by_name)


def _pose(mount: Mount) -> dict[str, dict[str, float]]:
    turn = quaternions(*(np.array([angle]) for angle in mount[3:]))[0]
    return {
        "position": dict(zip("xyz", mount[:3], strict=True)),
        "orientation": dict(zip("xyzw", turn.tolist(), strict=True)),
    }
