"""Logs that no vehicle drove: each is refused by ``fit`` in one sentence, before anything is compiled.

What reads them takes time and memory in proportion to a file's size.
"""

import json
import struct
import time
import tracemalloc
from types import SimpleNamespace

import lz4.frame
import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest
import zstandard
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from mcap.data_stream import RecordBuilder
from mcap.records import Channel, Chunk, DataEnd, Footer, Header, Message, Schema

from motorpool.app.cli import run
from motorpool.errors import FitError
from motorpool.studies.logs import read_log, sparse_columns
from motorpool.studies.logs.tables import read_table

ROWS = 400
TIME = np.arange(ROWS) * 0.02
HEAD = "time,speed,yaw_rate,steer_angle"


def rows(**columns):
    """The text of a log of a car on a winding path, with other columns."""
    usual = {"time": TIME, "speed": 5.0, "yaw_rate": 0.3 * np.sin(TIME), "steer_angle": 0.1 * np.sin(TIME)}
    values = {name: np.broadcast_to(column, ROWS) for name, column in {**usual, **columns}.items()}
    lines = [",".join(f"{column[row]:.12g}" for column in values.values()) for row in range(ROWS)]
    return "\n".join([",".join(values), *lines]) + "\n"


LOGS = {
    "nothing": ("", "0 lines"),
    "a line of headings": (f"{HEAD}\n", "1 lines"),
    "one row": (f"{HEAD}\n0,1,0,0\n", "1 rows with a time"),
    "zeros of bytes": ("\0" * 1000, "1 lines"),
    "words": (f"{HEAD}\n" + "a,b,c,d\n" * 300, "no column of times"),
    "no times": (rows(time=np.nan), "no column of times"),
    "times that stand still": (rows(time=0.0), "goes back or stands still in 399 of 400"),
    "times backward": (rows(time=TIME[::-1]), "goes back or stands still in 399 of 400"),
    "two rows, one of them later": (f"{HEAD}\n1,5,0,0\n0,5,0,0\n", "goes back or stands still in 1 of 2"),
    "times in disorder": (rows(time=np.random.default_rng(0).permutation(TIME)), "goes back or stands still"),
    "times in nanoseconds": (rows(time=1e9 * TIME), "--column time_ns=COLUMN"),
    "times without end": (rows(time=1e300 * TIME), "rows are 2e+298 s apart"),
    "times in no time": (rows(time=1e-12 * TIME), "rows are 2e-14 s apart"),
    "a drive of a row each minute": (rows(time=3000.0 * TIME), "rows are 60 s apart"),
    "gaps everywhere": (rows(time=TIME + 10.0 * (np.arange(ROWS) // 20)), "has no stretch"),
    "commands for a moment": (rows(steer_angle=np.where(TIME < 0.3, 0.1, np.nan)), "has no stretch"),
    "no commands": (rows(steer_angle=np.nan), "no command steer_angle"),
    "infinite commands": (rows(steer_angle=np.inf), "no command steer_angle"),
    "nothing measured": (rows(yaw_rate=np.nan), "nothing that bicycle/arc predicts"),
    "a speed without end": (rows(speed=1e300), "speed is 1e+300"),
    "a yaw rate without end": (rows(yaw_rate=-1e308), "yaw_rate is 1e+308"),
    "a vehicle that stands": (rows(speed=0.0), "the vehicle stands"),
    "a speed of noise": (rows(speed=np.random.default_rng(1).normal(0.0, 0.1, ROWS)), "the vehicle stands"),
    "five rows": ("\n".join(rows().splitlines()[:6]), "is too short"),
    "twenty thousand columns": (
        f"{HEAD.replace('yaw_rate', 'c')}," + ",".join(f"c{n}" for n in range(20_000)) + "\n" + "0,1,0,0\n" * 20,
        "goes back or stands still",
    ),
}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_no_vehicle_drove_is_refused_in_one_sentence(name, tmp_path, capsys):
    text, sentence = LOGS[name]
    file = tmp_path / "drive.csv"
    file.write_text(text)
    assert run(["fit", str(file), "--model", "bicycle", "--out", str(tmp_path / "my.toml")]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1, lines
    assert sentence in lines[0]
    assert not list(tmp_path.glob("my.*"))


def test_one_bad_log_among_good_ones_is_named(tmp_path, capsys):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(rows())
    bad.write_text(rows(time=TIME + 10.0 * (np.arange(ROWS) // 20)))
    assert run(["fit", str(good), str(bad), "--model", "bicycle", "--out", str(tmp_path / "my.toml")]) == 2
    assert "bad.csv has no stretch" in capsys.readouterr().err


# ---- work that grows with a file, and no faster


def text_of(head, lines):
    return "\n".join([head, *lines]).encode() + b"\n"


def headings(count):
    return ",".join(["time", *(f"c{number}" for number in range(count))])


def mcap_file(*records):
    """An MCAP file of records, without a summary."""
    builder = RecordBuilder()
    for record in (Header("", ""), *records, DataEnd(0), Footer(0, 0, 0)):
        record.write(builder)
    magic = bytes((137, 77, 67, 65, 80, 48, 13, 10))
    return magic + builder.end() + magic


def json_message(time, values, *, channel=1):
    data = values if isinstance(values, bytes) else json.dumps(values).encode()
    return Message(channel_id=channel, data=data, log_time=int(time * 1e9), publish_time=0, sequence=0)


def json_channel(number=1, topic="/car"):
    return Channel(id=number, topic=topic, message_encoding="json", metadata={}, schema_id=0)


GROWING = {  # files that are about four times as large for a number four times as large
    "many headings and many short rows": (
        "csv", 1500, lambda n: text_of(headings(n), [f"{row},1" for row in range(n)]),
    ),
    "one long row among many short ones": (
        "csv", 1500,
        lambda n: text_of(headings(n), [",".join(["0"] * n), *(f"{row},1" for row in range(1, n))]),
    ),
    "headings of spaces": (
        "csv", 10_000, lambda n: text_of(f"time,a{' ' * n}b,{'(' * n}", [f"{row},1,2" for row in range(5)]),
    ),
    "many headings for one quantity": (
        "csv", 1000,
        lambda n: text_of(",".join(["time", *("v" + "_" * number for number in range(1, 200))]) + "\n" * n,
                          [f"{row}," for row in range(8 * n)]),
    ),
    "a new key in each message": (
        "mcap", 1500, lambda n: mcap_file(json_channel(), *(json_message(row, {f"c{row}": 1}) for row in range(n))),
    ),
    "the same keys in each topic": (
        "mcap", 300,
        lambda n: mcap_file(*(json_channel(number, f"/car{number}") for number in range(n)),
                            *(json_message(row, {"speed": 1, "x": 2, "y": 3}, channel=row) for row in range(n))),
    ),
    "long keys in long keys": ("mcap", 200, lambda n: mcap_file(json_channel(), json_message(0, nested(n)))),
}  # fmt: skip


def nested(depth):
    return b'{"v":1,"%s":' % (b"a" * 100) * depth + b"1" + b"}" * depth


def read_all(path):
    """Read a log with all that ``fit`` asks of it; a refusal is an answer."""
    try:
        return read_log(path)
    except FitError as error:
        return error


def work(path):
    """The processor time [s], the least of some readings, and the peak of memory [bytes] of a reading."""
    tracemalloc.start()
    read_all(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    times = []
    for _ in range(3):
        begin = time.process_time()
        read_all(path)
        times.append(time.process_time() - begin)
    return SimpleNamespace(seconds=min(times), peak=peak)


@pytest.mark.parametrize("name", GROWING)
def test_a_file_of_four_times_the_size_takes_no_more_than_nine_times_the_work(name, tmp_path):
    """The square of the size would be sixteen times."""
    suffix, count, made = GROWING[name]
    sizes, works = [], []
    for factor in (1, 4):
        path = tmp_path / f"drive-{factor}.{suffix}"
        path.write_bytes(made(factor * count))
        sizes.append(path.stat().st_size)
        works.append(work(path))
    assert 3.0 < sizes[1] / sizes[0] < 5.0
    assert works[1].seconds < 9.0 * works[0].seconds + 0.02
    assert works[1].peak < 9.0 * works[0].peak


# ---- more than a log may have


@pytest.mark.parametrize(("limit", "words"), [("ROWS", "rows"), ("NUMBERS", "numbers"), ("COLUMNS", "columns")])
@pytest.mark.parametrize("suffix", ["csv", "parquet", "mcap"])
def test_a_log_beyond_a_limit_is_refused_with_both_numbers(limit, words, suffix, tmp_path, monkeypatch):
    monkeypatch.setattr(sparse_columns, f"MOST_{limit}", 3)
    path = tmp_path / f"drive.{suffix}"
    names = ("time", "speed", "x", "y", "yaw")
    match suffix:
        case "csv":
            path.write_bytes(text_of(",".join(names), ["1,2,3,4,5"] * 5))
        case "parquet":
            parquet.write_table(pyarrow.table({name: [1.0] * 5 for name in names}), path)
        case _:
            path.write_bytes(mcap_file(json_channel(), *(json_message(n, dict.fromkeys(names, n)) for n in range(5))))
    with pytest.raises(FitError, match=rf"drive\.{suffix} has (at least )?\d+ {words}; a log may have at most 3: "):
        read_log(path)


def test_a_small_parquet_file_of_millions_of_equal_rows_is_refused_before_it_is_unpacked(tmp_path):
    path = tmp_path / "drive.parquet"
    column = pyarrow.nulls(sparse_columns.MOST_ROWS + 1).cast(pyarrow.float64()).fill_null(1.0)
    parquet.write_table(pyarrow.table({"time": column, "speed": column}), path)
    assert path.stat().st_size < 100_000
    pool = pyarrow.proxy_memory_pool(pyarrow.default_memory_pool())
    before = pyarrow.default_memory_pool()
    pyarrow.set_memory_pool(pool)
    try:
        with pytest.raises(FitError, match=r"drive\.parquet has 4194305 rows; a log may have at most 4194304"):
            read_table(path, vehicle=None)
    finally:
        pyarrow.set_memory_pool(before)
    assert pool.max_memory() < 10_000_000


def test_text_in_a_parquet_file_is_not_unpacked(tmp_path):
    """A dictionary of one long text has as many rows as it likes."""
    path = tmp_path / "drive.parquet"
    text = pyarrow.DictionaryArray.from_arrays(np.zeros(2000, np.int32), ["x" * 30_000]).cast(pyarrow.large_string())
    columns = {"time": 0.02 * np.arange(2000), "speed": np.ones(2000), "note": text}
    lists = pyarrow.array([[1.0] * 1500] * 2000)
    parquet.write_table(pyarrow.table({**columns, "list": lists}), path)
    assert path.stat().st_size < 100_000
    pool = pyarrow.proxy_memory_pool(pyarrow.default_memory_pool())
    before = pyarrow.default_memory_pool()
    pyarrow.set_memory_pool(pool)
    try:
        assert list(read_table(path, vehicle=None).columns) == ["time", "speed"]
    finally:
        pyarrow.set_memory_pool(before)
    assert pool.max_memory() < 10_000_000


PACKED = {"zstd": zstandard.compress, "lz4": lz4.frame.compress}


def chunk(content, packing, *, states=None):
    size = len(content) if states is None else states
    data = PACKED[packing](content)
    return Chunk(packing, data, message_end_time=0, message_start_time=0, uncompressed_crc=0, uncompressed_size=size)


def content_of(*records):
    builder = RecordBuilder()
    for record in records:
        record.write(builder)
    return builder.end()


@pytest.mark.parametrize("packing", PACKED)
def test_compressed_chunks_are_read(packing, tmp_path):
    path = tmp_path / "drive.mcap"
    messages = [json_message(0.02 * row, {"speed": row}) for row in range(9)]
    path.write_bytes(mcap_file(*(chunk(content_of(json_channel(), *messages[n : n + 3]), packing) for n in (0, 3, 6))))
    assert np.allclose(read_log(path).values["speed"], np.arange(9))


BOMB = 12_000_000  # in each chunk [bytes]


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize(
    ("states", "sentence"),
    [
        (None, r"hold at least \d+ bytes unpacked; those of a file of \d+ bytes may hold at most \d+: "),
        (1000, "states 1000 bytes unpacked and holds more"),
    ],
    ids=["as much as it holds", "less"],
)  # fmt: skip
def test_chunks_that_unpack_to_more_than_their_file_may_hold_are_refused(packing, states, sentence, tmp_path):
    path = tmp_path / "drive.mcap"
    unknown_record = b"\x80" + struct.pack("<Q", BOMB) + bytes(BOMB)
    path.write_bytes(mcap_file(*([chunk(unknown_record, packing, states=states)] * 60)))
    assert path.stat().st_size < BOMB / 3
    tracemalloc.start()
    with pytest.raises(FitError, match=sentence):
        read_table(path, vehicle=None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * BOMB


BAD_CHUNKS = {
    "compressed by something else": (Chunk("snappy", b"", 0, 0, 0, 0), "compressed by 'snappy'"),
    "cut short": (Chunk("zstd", zstandard.compress(bytes(100))[:-4], 0, 0, 0, 100), "the file is damaged"),
    "no frame": (Chunk("lz4", b"x" * 100, 0, 0, 0, 100), "is no MCAP file that can be read"),
    "of endless size": (Chunk("zstd", b"", 0, 0, 0, 1 << 63), "bytes unpacked"),
    "with a message of no channel": (json_message(0, {}, channel=7), "of a channel that it does not describe"),
}


@pytest.mark.parametrize("name", BAD_CHUNKS)
def test_a_chunk_that_is_none_is_refused(name, tmp_path):
    record, sentence = BAD_CHUNKS[name]
    path = tmp_path / "drive.mcap"
    path.write_bytes(mcap_file(record))
    with pytest.raises(FitError, match=sentence) as refusal:
        read_table(path, vehicle=None)
    assert str(path) in str(refusal.value)


def test_a_chunk_inside_a_chunk_is_not_unpacked(tmp_path):
    inner = chunk(content_of(json_channel(), json_message(0, {"speed": 1})), "zstd")
    path = tmp_path / "drive.mcap"
    path.write_bytes(mcap_file(chunk(content_of(inner), "zstd")))
    with pytest.raises(FitError, match="has no messages with numbers"):
        read_table(path, vehicle=None)


def schema_of(levels, width):
    """A schema of messages that have messages, with two fields of each next level or many numbers at the end."""
    file = FileDescriptorProto(name="a.proto", package="a", syntax="proto3")
    for level in range(levels):
        message = file.message_type.add(name=f"M{level}")
        if level + 1 == levels:
            for number in range(width):
                message.field.add(name=f"f{number}", number=1 + number, type="TYPE_DOUBLE", label="LABEL_OPTIONAL")
            continue
        for number in (1, 2):
            message.field.add(
                name=f"f{number}",
                number=number,
                type="TYPE_MESSAGE",
                label="LABEL_OPTIONAL",
                type_name=f".a.M{level + 1}",
            )
    data = FileDescriptorSet(file=[file]).SerializeToString()
    return Schema(id=1, name="a.M0", encoding="protobuf", data=data)


@pytest.mark.parametrize(
    ("levels", "width", "sentence"),
    [(40, 1, "has no messages with numbers"), (1, 5000, "a message of /car has more than 4096 numbers")],
    ids=["two to the fortieth", "five thousand"],
)
def test_an_empty_message_of_a_large_schema_takes_no_time(levels, width, sentence, tmp_path):
    path = tmp_path / "drive.mcap"
    channel = Channel(id=1, topic="/car", message_encoding="protobuf", metadata={}, schema_id=1)
    path.write_bytes(mcap_file(schema_of(levels, width), channel, json_message(0, b"")))
    with pytest.raises(FitError, match=sentence):
        read_table(path, vehicle=None)


@pytest.mark.parametrize(
    ("topic", "key"), [("/" + "t" * 300, "speed"), ("/car", "s" * 300)], ids=["a topic", "a key"]
)  # fmt: skip
def test_an_endless_name_is_refused(topic, key, tmp_path):
    path = tmp_path / "drive.mcap"
    path.write_bytes(mcap_file(json_channel(topic=topic), json_message(0, {key: 1.0})))
    with pytest.raises(FitError, match=r"of 30\d characters; a topic and a field may have at most 250"):
        read_table(path, vehicle=None)


def test_a_heading_that_never_ends_its_quotation_is_refused(tmp_path):
    path = tmp_path / "drive.csv"
    path.write_text('time,"speed\n0,1\n1,2\n')
    with pytest.raises(FitError, match="no column of times"):
        read_log(path)
