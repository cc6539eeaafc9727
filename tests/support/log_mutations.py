"""Logs of other programs with random changes, for fuzzers: CSV, Parquet, and MCAP with JSON and protobuf."""

import dataclasses
import io
import json
import random
from collections.abc import Callable
from typing import Any

import pyarrow
import pyarrow.parquet as parquet
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.struct_pb2 import ListValue, Struct, Value
from google.protobuf.wrappers_pb2 import DoubleValue
from mcap.data_stream import RecordBuilder
from mcap.records import Channel, Chunk, DataEnd, Footer, Header, Message, Schema
from mutations import NASTY, changed_bytes, changed_json

ROW_COUNT = 40
COLUMNS: dict[str, Callable[[int], float]] = {
    "time": lambda row: 0.02 * row,
    "speed": lambda row: 5.0 + 0.1 * row,
    "yaw_rate": lambda row: 0.01 * row,
    "steer_angle": lambda row: 0.002 * row,
    "vehicle": lambda row: 0.0,
}
CELLS = (
    "", " ", "nan", "inf", "-1e308", "1e999", "9" * 400, "9" * 5000, "0x10", "1_000", "2024-01-02T03:04:05.5Z",
    "9999-12-31T00:00:00", "0000-00-00T00", "-", '"', '"" "', "x" * 140_000, "1\r2", "\x1b[2J", "\x00", "\u202e", "1,5",
    ";", "\t", "#", "٣",
)  # fmt: skip
HEADINGS = (
    "",
    "time",
    "speed",
    "speed [",
    "speed (m/s",
    "v" + " " * 5000,
    "(" * 5000,
    "vehicle",
    "speed_deg",
    "x" * 9000,
)
MCAP_MAGIC = bytes((137, 77, 67, 65, 80, 48, 13, 10))


def mutated_log(chance: random.Random) -> tuple[str, bytes]:
    """Return the suffix and the content of a log with a change, or a few."""
    suffix, made = chance.choice(((".csv", _csv), (".parquet", _parquet), (".mcap", _mcap)))
    file = made(chance, chance.choice((1, 1, 2, 5)))
    return suffix, changed_bytes(file, chance) if chance.random() < 0.3 else file


# ---- CSV


def _csv(chance: random.Random, change_count: int) -> bytes:
    rows = [list(COLUMNS), *([f"{value(row):g}" for value in COLUMNS.values()] for row in range(ROW_COUNT))]
    for _ in range(change_count):
        place = chance.randrange(len(rows))
        row = rows[place]
        match chance.randrange(8):
            case 0 if rows[0]:
                rows[0][chance.randrange(len(rows[0]))] = chance.choice(HEADINGS)
            case 1:
                row[:] = row[: chance.randrange(len(row) + 1)]
            case 2:
                row.extend([chance.choice(CELLS)[:300]] * chance.choice((1, 5, 3000)))
            case 3:
                chance.shuffle(rows)
            case 4:
                rows[place:place] = [list(row) for _ in range(chance.choice((1, 3, 200)))]
            case 5:
                del rows[chance.randrange(len(rows)) :]
            case _:
                for cells in chance.sample(rows, min(len(rows), chance.choice((1, 1, 40)))):
                    if cells:
                        cells[chance.randrange(len(cells))] = chance.choice(CELLS)
        if not rows:
            break
    sign, end = chance.choice((",", ",", ";", "\t")), chance.choice(("\n", "\n", "\r\n", "\r"))
    return end.join(sign.join(row) for row in rows).encode(chance.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16")))


# ---- Parquet


def _parquet(chance: random.Random, change_count: int) -> bytes:
    columns: dict[str, Any] = {
        name: pyarrow.array([value(row) for row in range(ROW_COUNT)]) for name, value in COLUMNS.items()
    }
    for _ in range(change_count):
        columns[chance.choice((*columns, "note", "a.b", ""))] = _odd_column(chance)
    table = pyarrow.table(columns).slice(0, chance.choice((ROW_COUNT, ROW_COUNT, 1, 0)))
    sink = io.BytesIO()
    options = {"compression": chance.choice(("none", "zstd", "snappy")), "use_dictionary": chance.random() < 0.5}
    parquet.write_table(table, sink, row_group_size=chance.choice((1, 7, 100)), **options)
    return sink.getvalue()


def _odd_column(chance: random.Random) -> Any:
    whole = list(range(ROW_COUNT))
    kinds = (
        lambda: pyarrow.array(whole).cast(chance.choice((pyarrow.uint8(), pyarrow.uint64(), pyarrow.float32()))),
        lambda: pyarrow.array(whole, pyarrow.timestamp(chance.choice(("s", "ns")), tz=chance.choice((None, "UTC")))),
        lambda: pyarrow.array([1 << 50] * ROW_COUNT, pyarrow.timestamp("s")),
        lambda: pyarrow.array(whole, chance.choice((pyarrow.date32(), pyarrow.time64("us"), pyarrow.duration("s")))),
        lambda: pyarrow.array([str(number) for number in whole]),
        lambda: pyarrow.array([None] * ROW_COUNT, chance.choice((pyarrow.float64(), pyarrow.int8(), pyarrow.null()))),
        lambda: pyarrow.array([chance.choice((None, float("nan"), 1e308, -float("inf"))) for _ in whole]),
        lambda: pyarrow.array([number % 2 == 0 for number in whole]),
        lambda: pyarrow.array([[float(number)] * number for number in whole]),
        lambda: pyarrow.array([{"x": float(number)} for number in whole]),
        lambda: pyarrow.array(whole).cast(pyarrow.decimal128(30, 5)),
        lambda: pyarrow.array([str(number % 3) for number in whole]).dictionary_encode(),
        lambda: pyarrow.array([(1 << 64) - 1] * ROW_COUNT, pyarrow.uint64()),
    )
    return chance.choice(kinds)()


# ---- MCAP


def _mcap(chance: random.Random, change_count: int) -> bytes:
    records = [*_json_records(), *_protobuf_records()]
    for _ in range(change_count):
        place = chance.randrange(len(records))
        records[place] = _changed_record(records[place], chance)
        if chance.random() < 0.2:
            chance.shuffle(records)
    parts = [_content(Header("", ""))]
    while records:
        count = chance.randrange(1, 50)
        content = b"".join(map(_content, records[:count]))
        del records[:count]
        parts.append(content if chance.random() < 0.3 else _content(_chunk(content, chance)))
    parts += [_content(DataEnd(0)), _content(Footer(0, 0, 0))]
    return MCAP_MAGIC + b"".join(parts) + MCAP_MAGIC


def _json_records() -> list[Any]:
    channel = Channel(id=1, topic="/car", message_encoding="json", metadata={}, schema_id=0)
    rows = ({name: value(row) for name, value in COLUMNS.items()} for row in range(ROW_COUNT))
    return [
        channel,
        *(_message(1, row, json.dumps({**values, "part": {"of": 1}}).encode()) for row, values in enumerate(rows)),
    ]


def _protobuf_records() -> list[Any]:
    """Return messages of protobuf's own types, the second of which have messages in messages."""
    structures = FileDescriptorProto()
    Struct.DESCRIPTOR.file.CopyToProto(structures)
    wrappers = FileDescriptorProto()
    DoubleValue.DESCRIPTOR.file.CopyToProto(wrappers)
    data = FileDescriptorSet(file=[structures, wrappers]).SerializeToString()
    records: list[Any] = [
        Schema(id=1, name="google.protobuf.DoubleValue", encoding="protobuf", data=data),
        Schema(id=2, name="google.protobuf.Value", encoding="protobuf", data=data),
        Channel(id=2, topic="/speed", message_encoding="protobuf", metadata={}, schema_id=1),
        Channel(id=3, topic="/state", message_encoding="protobuf", metadata={}, schema_id=2),
    ]
    for row in range(0, ROW_COUNT, 4):
        nested = Value(list_value=ListValue(values=[Value(number_value=row)]))
        records.append(_message(2, row, DoubleValue(value=row).SerializeToString()))
        records.append(_message(3, row, Value(struct_value=Struct(fields={"a": nested})).SerializeToString()))
    return records


def _message(channel: int, row: int, data: bytes) -> Message:
    return Message(channel_id=channel, data=data, log_time=20_000_000 * row, publish_time=0, sequence=row)


def _changed_record(record: Any, chance: random.Random) -> Any:
    """Return a record with another value of one of its fields."""
    field = chance.choice(dataclasses.fields(record))
    value = getattr(record, field.name)
    match value:
        case bytes():
            changed: Any = chance.choice((changed_json, changed_bytes))(value, chance)
        case int():
            changed = chance.choice((0, 1, 2, 3, 65_535))
        case str():
            texts = [text for text in NASTY if isinstance(text, str)]
            changed = chance.choice((*texts, "json", "protobuf", "ros2", "/car", "google.protobuf.Value"))
        case _:
            changed = value
    return dataclasses.replace(record, **{field.name: changed})


def _chunk(content: bytes, chance: random.Random) -> Chunk:
    import lz4.frame
    import zstandard

    packings: dict[str, Callable[[bytes], bytes]] = {
        "": bytes, "zstd": zstandard.compress, "lz4": lz4.frame.compress, "x": bytes,
    }  # fmt: skip
    name = chance.choice(("", "zstd", "zstd", "zstd", "lz4", "lz4", *(["x"] if chance.random() < 0.05 else [])))
    data, size = packings[name](content), len(content)
    if chance.random() < 0.1:
        data = changed_bytes(data, chance)
    if chance.random() < 0.1:
        size = chance.choice((0, size - 1, size + 1, 1 << 20, 1 << 30, (1 << 64) - 1))
    return Chunk(name, data, message_end_time=0, message_start_time=0, uncompressed_crc=0, uncompressed_size=size)


def _content(record: Any) -> bytes:
    builder = RecordBuilder()
    record.write(builder)
    return builder.end()
