"""Recordings as MCAP with Foxglove's protobuf messages, which Foxglove, Lichtblick and ROS tools show.

A fleet has its own topics: ``/tanks/scene`` has its bodies, once; ``/tanks/transforms`` their poses and
``/tanks/state`` all columns in SI units, at each recorded tick; ``/tanks/locations`` latitude and longitude, once a
second, where the terrain's place on Earth is known. Times are simulated, from zero. The metadata "motorpool" is what
the recording says about itself.

The file is written by the records of the mcap library. Its index (the summary) is written again behind each new
chunk, so that the file is complete between two writes, also when its writer has died.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..ground.terrain.projection import transform_between
from ..ground.terrain.raster import WGS84
from ..world.drivers.kinds import ABSENT
from . import foxglove_messages as messages
from .columns import QUANTITIES
from .formats import FleetRows, RecorderKind, VehicleRows

MAGIC = b"\x89MCAP0\r\n"
CHUNK_BYTES = 1 << 22  # approximate size of the messages that are compressed together
LOCATIONS_EVERY = 1.0  # [s]
_VEHICLE_BYTES = 250  # approximate size of the messages of one vehicle at one tick
_PURPOSE = "a recording for Foxglove"


class McapLog:
    """Encodes rows as chunks of messages."""

    def __init__(self, about: Mapping[str, Any], vehicles: VehicleRows):
        """Prepare schemas, channels and the head."""
        self._records = require("mcap.records", extra="app", purpose=_PURPOSE)
        self._dt = float(about["dt"])
        self._schemas: list[Any] = []
        self._channels: list[Any] = []
        self._indexes: list[Any] = []
        self._counts: dict[int, int] = {}
        self._times: tuple[int, int] | None = None
        self._located_until = -1.0
        self._locate = locator(about["terrain"])
        self._fleets: list[FleetChannels] = []
        self._vehicle_count = 0
        self._metadata_index: Any = None
        self._unwritten: list[Any] = []  # schemas and channels that are not in the file yet
        self.grow(vehicles)
        self.head = self._head(about)

    def grow(self, vehicles: VehicleRows) -> None:
        """Prepare channels for the fleets of further vehicles."""
        known = len(self._schemas), len(self._channels)
        first = len(self._fleets)
        self._fleets += [FleetChannels(self, fleet, first + k, self._locate) for k, fleet in enumerate(vehicles.fleets)]
        self._vehicle_count += len(vehicles.ids)
        self._ticks_at_once = max(1, CHUNK_BYTES // (_VEHICLE_BYTES * max(1, self._vehicle_count)))
        self._unwritten += [*self._schemas[known[0] :], *self._channels[known[1] :]]

    def encoded(self, values: NDArray[np.float64], ticks: NDArray[np.int32], at: int) -> bytes:
        """Return chunks of (columns, ticks, vehicles) for byte ``at``, each with the index of its messages."""
        parts = [_built(*self._unwritten)]
        at += len(parts[0])
        self._unwritten = []
        for start in range(0, len(ticks), self._ticks_at_once):
            stop = start + self._ticks_at_once
            parts.append(self._chunk(values[:, start:stop], ticks[start:stop], at))
            at += len(parts[-1])
        return b"".join(parts)

    def ending(self, at: int) -> bytes:
        """Return the end of the messages, the summary and the footer."""
        records, opcodes = self._records, require("mcap.opcode", extra="app", purpose=_PURPOSE).Opcode
        end = _built(records.DataEnd(data_section_crc=0))
        groups = [
            (opcodes.SCHEMA, self._schemas),
            (opcodes.CHANNEL, self._channels),
            (opcodes.STATISTICS, [self._statistics()]),
            (opcodes.CHUNK_INDEX, self._indexes),
            (opcodes.METADATA_INDEX, [self._metadata_index]),
        ]
        start = at + len(end)
        parts: list[bytes] = []
        offsets: list[Any] = []
        position = start
        for opcode, group in groups:
            content = _built(*group)
            if content:
                offsets.append(
                    records.SummaryOffset(group_opcode=opcode, group_start=position, group_length=len(content))
                )
            parts.append(content)
            position += len(content)
        summary = b"".join([*parts, _built(*offsets)])
        footer = _built(records.Footer(summary_start=start, summary_offset_start=position, summary_crc=0))
        checksum = zlib.crc32(footer[:-4], zlib.crc32(summary))
        return b"".join([end, summary, footer[:-4], checksum.to_bytes(4, "little"), MAGIC])

    def channel(self, topic: str, schema: str) -> int:
        """Return the number of a new channel for a message of that name."""
        message = messages.message_class(schema)
        name = message.DESCRIPTOR.full_name
        known = [one.id for one in self._schemas if one.name == name]
        if not known:
            files = require("mcap_protobuf.schema", extra="app", purpose=_PURPOSE).build_file_descriptor_set(message)
            data, number = files.SerializeToString(), len(self._schemas) + 1
            self._schemas.append(self._records.Schema(id=number, data=data, encoding="protobuf", name=name))
            known = [number]
        number = len(self._channels) + 1
        self._channels.append(
            self._records.Channel(id=number, topic=topic, message_encoding="protobuf", schema_id=known[0], metadata={})
        )
        return number

    def _head(self, about: Mapping[str, Any]) -> bytes:
        from .. import __version__

        texts = {key: value if isinstance(value, str) else json.dumps(value) for key, value in about.items()}
        metadata = _built(self._records.Metadata(name="motorpool", metadata=texts))
        header = MAGIC + _built(self._records.Header(profile="", library=f"motorpool {__version__}"))
        self._metadata_index = self._records.MetadataIndex(offset=len(header), length=len(metadata), name="motorpool")
        described, self._unwritten = self._unwritten, []
        return b"".join([header, metadata, _built(*described)])

    def _chunk(self, values: NDArray[np.float64], ticks: NDArray[np.int32], at: int) -> bytes:
        records = self._records
        builder = _builder()
        places: dict[int, list[tuple[int, int]]] = {}
        for channel, time, data in self._messages(values, ticks):
            places.setdefault(channel, []).append((time, builder.count))
            sequence = self._counts[channel] = self._counts.get(channel, 0) + 1
            records.Message(channel_id=channel, log_time=time, publish_time=time, sequence=sequence, data=data).write(
                builder
            )
        raw = builder.end()
        first, last = (messages.nanoseconds_of(float(ticks[side]) * self._dt) for side in (0, -1))
        compressed = require("zstandard", extra="app", purpose=_PURPOSE).compress(raw, 3)
        chunk = _built(
            records.Chunk(
                compression="zstd",
                data=compressed,
                message_start_time=first,
                message_end_time=last,
                uncompressed_crc=zlib.crc32(raw),
                uncompressed_size=len(raw),
            )
        )
        indexes: list[bytes] = []
        offsets: dict[int, int] = {}
        position = at + len(chunk)
        for channel, entries in places.items():
            offsets[channel] = position
            indexes.append(_built(records.MessageIndex(channel_id=channel, records=entries)))
            position += len(indexes[-1])
        self._indexes.append(
            records.ChunkIndex(
                chunk_start_offset=at,
                chunk_length=len(chunk),
                compression="zstd",
                compressed_size=len(compressed),
                message_start_time=first,
                message_end_time=last,
                message_index_offsets=offsets,
                message_index_length=position - at - len(chunk),
                uncompressed_size=len(raw),
            )
        )
        self._times = (self._times[0] if self._times else first, last)
        return b"".join([chunk, *indexes])

    def _messages(self, values: NDArray[np.float64], ticks: NDArray[np.int32]) -> Iterator[tuple[int, int, bytes]]:
        """Yield channel, time [ns] and message, in the order of time."""
        for index, tick in enumerate(ticks):
            seconds = float(tick) * self._dt
            time = messages.nanoseconds_of(seconds)
            is_located = seconds >= self._located_until
            if is_located:
                self._located_until = seconds + LOCATIONS_EVERY - 0.5 * self._dt
            for fleet in self._fleets:
                state = {
                    quantity.name: block[index, fleet.places]
                    for quantity, block in zip(QUANTITIES, values, strict=True)
                }
                yield from fleet.messages(state, time, is_located=is_located)

    def _statistics(self) -> Any:
        start, end = self._times or (0, 0)
        return self._records.Statistics(
            attachment_count=0,
            channel_count=len(self._channels),
            channel_message_counts=dict(self._counts),
            chunk_count=len(self._indexes),
            message_count=sum(self._counts.values()),
            metadata_count=1,
            message_start_time=start,
            message_end_time=end,
            schema_count=len(self._schemas),
        )


class Channels(Protocol):
    """Place of channels: a file or a server."""

    def channel(self, topic: str, schema: str) -> int:
        """Return the number of a new channel for a message of that name."""
        ...


class FleetChannels:
    """Channels of a fleet, and their messages."""

    def __init__(self, log: Channels, fleet: FleetRows, number: int, locate: "messages.Locate | None"):
        name = messages.topic_name(fleet)
        self.places = fleet.places
        self._scene: bytes = messages.scene(fleet, number=number).SerializeToString()
        self.shows_scene = True  # with the next messages
        self._scene_channel = log.channel(f"/{name}/scene", "SceneUpdate")
        self._each_tick = [
            (log.channel(f"/{name}/transforms", "FrameTransforms"), messages.Transforms(fleet)),
            (log.channel(f"/{name}/state", messages.STATE), messages.States(fleet)),
        ]
        self._locations: list[tuple[int, Any]] = []
        if locate is not None:
            channel = log.channel(f"/{name}/locations", "LocationFixes")
            self._locations.append((channel, messages.Locations(fleet, locate)))

    def messages(self, state: dict[str, Any], time: int, *, is_located: bool) -> Iterator[tuple[int, int, bytes]]:
        """Yield channel, time [ns] and message of one tick; none while all vehicles are absent."""
        if (state["driver"] == ABSENT).all():
            return
        if self.shows_scene:
            yield self._scene_channel, time, self._scene
            self.shows_scene = False
        for channel, encoder in (*self._each_tick, *(self._locations if is_located else ())):
            yield channel, time, encoder.encoded(state, time)


def locator(terrain: Mapping[str, Any]) -> "messages.Locate | None":
    """Return the function from x, y to latitude and longitude; None if the terrain has no location on Earth."""
    crs = terrain.get("crs")
    if crs is None:
        return None
    to_degrees = transform_between(crs, WGS84)
    east, north = terrain["origin_easting"], terrain["origin_northing"]

    def locate(x: messages.Floats, y: messages.Floats) -> tuple[messages.Floats, messages.Floats]:
        longitudes, latitudes = to_degrees(x + east, y + north)
        return latitudes, longitudes

    return locate


def _builder() -> Any:
    return require("mcap.data_stream", extra="app", purpose=_PURPOSE).RecordBuilder()


def _built(*records: Any) -> bytes:
    builder = _builder()
    for record in records:
        record.write(builder)
    return builder.end()


FORMAT = RecorderKind("mcap", "for Foxglove", McapLog)
