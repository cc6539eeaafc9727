"""Logs as MCAP files: the numbers of all messages by topic and field, on common times.

Times are those at which messages were logged. A value is NaN where its topic has no message.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ...base.errors import FitError, require
from .ros import RosMessages
from .sparse_columns import MOST_BYTES, Columns, listed
from .topics import Topics, checked_name

MOST_UNPACKED = 100  # greatest ratio of compression; logs are compressed to a half or a tenth
ALWAYS_UNPACKED = 1 << 24  # allowed for any file [bytes]


class Sent(NamedTuple):
    """Message with its schema and channel."""

    schema: Any  # None if its channel has none
    channel: Any
    message: Any


def messages(path: Path) -> Iterator[Sent]:
    """Yield all messages of a file.

    Raises:
        FitError: its chunks are too large, or a message has no channel.
        Exception: any error class of the library, which has several, if the file is no MCAP file.
    """
    records = require("mcap.records", extra="app", purpose="reading an MCAP log")
    schemas: dict[int, Any] = {}
    channels: dict[int, Any] = {}
    with path.open("rb") as stream:
        for record in _records(stream, path.stat().st_size):
            match record:
                case records.Schema():
                    schemas[record.id] = record
                case records.Channel():
                    channels[record.id] = record
                case records.Message():
                    channel = channels.get(record.channel_id)
                    if channel is None:
                        raise FitError("it has a message of a channel that it does not describe")
                    yield Sent(schemas.get(channel.schema_id), channel, record)
                case _:
                    pass


def _records(stream: BinaryIO, size: int) -> Iterator[Any]:
    reader = require("mcap.stream_reader", extra="app", purpose="reading an MCAP log")
    records = require("mcap.records", extra="app", purpose="reading an MCAP log")
    exceptions = require("mcap.exceptions", extra="app", purpose="reading an MCAP log")
    most = min(MOST_BYTES, ALWAYS_UNPACKED + MOST_UNPACKED * size)
    unpacked = 0
    for record in reader.StreamReader(stream, emit_chunks=True).records:
        if not isinstance(record, records.Chunk):
            yield record
            continue
        unpacked += record.uncompressed_size
        if unpacked > most:
            raise FitError(
                f"its chunks hold at least {unpacked} bytes unpacked; those of a file of {size} bytes may hold at most "
                f"{most}: cut it into several logs"
            )
        inside = io.BytesIO(_unpacked(record))
        try:
            yield from reader.StreamReader(inside, skip_magic=True, emit_chunks=True).records
        except exceptions.EndOfFile:
            continue


def _unpacked(chunk: Any) -> bytes:
    """Return the content of a chunk, which must have its stated size."""
    most = chunk.uncompressed_size + 1
    match chunk.compression:
        case "":
            content: bytes = chunk.data
        case "zstd":
            zstandard = require("zstandard", extra="app", purpose="reading an MCAP log")
            content = zstandard.ZstdDecompressor().stream_reader(chunk.data).read(most)
        case "lz4":
            lz4 = require("lz4.frame", extra="app", purpose="reading an MCAP log")
            content = lz4.LZ4FrameDecompressor().decompress(chunk.data, max_length=most)
        case other:
            raise FitError(f"it has a chunk compressed by {other[:20]!r}; chunks must be compressed by zstd or lz4")
    if len(content) != chunk.uncompressed_size:
        raise FitError(
            f"it has a chunk that states {chunk.uncompressed_size} bytes unpacked and holds "
            f"{'more' if len(content) > chunk.uncompressed_size else len(content)}; the file is damaged"
        )
    return content


STATE_TOPIC = "/state"  # topic of Motorpool's own files: a message of all vehicles of a fleet
MOST_FIELDS = 4096  # of one message; by its schema even an empty message can have any number


def read_mcap(path: Path, vehicle: int | None) -> Columns:
    """Return the numbers of an MCAP file.

    Args:
        vehicle: number of the vehicle in our own messages; None where they have one only.

    Raises:
        FitError: it cannot be read, is too large, or has no numbers.
    """
    require("mcap.reader", extra="app", purpose="reading an MCAP log")
    protobuf = require("mcap_protobuf.decoder", extra="app", purpose="reading an MCAP log").DecoderFactory()
    topics, ros = Topics(path), RosMessages()
    try:
        for sent in messages(path):
            name = checked_name(sent.channel.topic)
            values = _values_of(sent, protobuf, ros, vehicle)
            if values is None:
                topics.leave_out(name, sent.channel.message_encoding)
            else:
                topics.add(name, sent.message.log_time * 1e-9, values)
    except FitError as error:
        raise error if str(error).startswith(str(path)) else FitError(f"{path}: {error}") from error
    except Exception as error:
        reason = " ".join(str(error).split())[:200] or "it ends in the middle of a record"
        raise FitError(f"{path} is no MCAP file that can be read: {reason}") from error
    return topics.columns("protobuf, JSON or CDR")


def _values_of(sent: Sent, protobuf: Any, ros: RosMessages, vehicle: int | None) -> Mapping[str, float] | None:
    """Return the numbers of a message; None if its encoding is unknown."""
    encoding, data = sent.channel.message_encoding, sent.message.data
    if encoding == "json":
        return _few(_flat(json.loads(data)), sent)
    if encoding in ("cdr", "ros1") and sent.schema is not None:
        text = sent.schema.data.decode(errors="replace")
        numbers = ros.numbers(sent.schema.name, data, definition=text, is_ros1=encoding == "ros1")
        return None if numbers is None else _few(numbers.items(), sent)
    decode = protobuf.decoder_for(encoding, sent.schema) if encoding == "protobuf" else None
    if decode is None:
        return None
    decoded = decode(data)
    if sent.channel.topic.endswith(STATE_TOPIC) and hasattr(decoded, "vehicles"):
        return _own_state(decoded, vehicle)
    return _few(_flat_message(decoded), sent)


def _few(values: Iterable[tuple[str, float]], sent: Sent) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, value in values:
        found[name] = value
        if len(found) > MOST_FIELDS:
            raise FitError(
                f"a message of {listed([sent.channel.topic])} has more than {MOST_FIELDS} numbers; that is the "
                "most that is read: write those that the fit needs as CSV instead"
            )
    return found


def _own_state(message: Any, vehicle: int | None) -> dict[str, float]:
    """Return the fields of one vehicle of Motorpool's own message; by default those of the only vehicle."""
    ids = [one.vehicle for one in message.vehicles]
    if vehicle is None and len(ids) > 1:
        first, last = (ids[0], ids[-1])
        raise FitError(f"it has the vehicles {first} to {last}; choose one: --vehicle {first}")
    found = [one for one in message.vehicles if vehicle is None or one.vehicle == vehicle]
    return {field.name: float(getattr(found[0], field.name)) for field in found[0].DESCRIPTOR.fields} if found else {}


def _flat(value: Any, name: str = "") -> Iterable[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from _flat(inner, checked_name(f"{name}.{key}" if name else str(key)))  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, (int, float)):
        yield name, float(value)


def _flat_message(message: Any, name: str = "") -> Iterable[tuple[str, float]]:
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        full = checked_name(f"{name}.{field.name}" if name else field.name)
        if isinstance(value, (int, float)):
            yield full, float(value)
        elif hasattr(value, "DESCRIPTOR") and message.HasField(field.name):  # otherwise a recursive schema has no end
            yield from _flat_message(value, full)
