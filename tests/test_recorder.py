"""Recordings: what goes in comes out within the stated resolution, and nothing that was written is lost."""

import contextlib
import math
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import patience

from motorpool import Fleet, Recorder, World, read_recording
from motorpool.errors import RecordingError
from motorpool.observers.growing_parquet import find_contents
from motorpool.observers.recording import recover_recording
from motorpool.observers.recording_format import COLUMNS
from motorpool.observers.thrift import Field, Items, Pairs, decode_struct, encode_struct

RESOLUTIONS = {"x": 1e-3, "y": 1e-3, "z": 1e-3, "yaw": 1e-4, "pitch": 1e-4, "roll": 1e-4, "speed": 1e-3, "steer": 1e-3}


class Wanderers:
    """A world's columns, each step a random walk: what a recorder sees of a world, without the world."""

    def __init__(self, count: int = 7, seed: int = 1):
        self.random = np.random.default_rng(seed)
        self.count, self.tick, self.dt, self.seed, self.scenario = count, 0, 1 / 60, seed, "name: wanderers\n"
        self.terrain = SimpleNamespace(name="flat", source="a level square")
        self.objects = SimpleNamespace(count=0)
        body = Fleet("bicycle", 1).body
        model = SimpleNamespace(name="bicycle/arc")
        self.fleets = [SimpleNamespace(name="cars", model=model, kind="wheeled", count=count, body=body)]
        floats = {column.quantity: np.zeros(count) for column in COLUMNS[:-2]}
        integers = {"driver": np.zeros(count, np.int8), "status": np.zeros(count, np.uint32)}
        self.vehicles = SimpleNamespace(**floats, **integers)

    def step(self) -> None:
        self.tick += 1
        for name in ("x", "y", "z", "speed"):
            getattr(self.vehicles, name)[:] += self.random.normal(0.0, 30.0, self.count)
        for name in ("yaw", "pitch", "roll"):
            getattr(self.vehicles, name)[:] = self.random.uniform(-math.pi, math.pi, self.count)
        for name in ("steer", "throttle", "brake"):
            getattr(self.vehicles, name)[:] = self.random.uniform(-1.0, 1.0, self.count)
        self.vehicles.driver[:] = self.random.integers(0, 3, self.count)
        self.vehicles.status[:] = self.random.integers(0, 1 << 32, self.count, dtype=np.uint32)

    def copy(self) -> dict[str, Any]:
        return {name: np.array(column) for name, column in vars(self.vehicles).items()}


def record(world: Any, path: Path, *, ticks: int, **options: Any) -> list[dict[str, Any]]:
    seen = []
    with Recorder(path, **options) as recorder:
        for _ in range(ticks):
            world.step()
            seen.append(world.copy())
            recorder.observe(world)
    return seen


def chunk_ends(path: Path) -> list[int]:
    """Where the head and each whole chunk of the file end."""
    data = path.read_bytes()
    ends: list[int] = []
    while (found := find_contents(data[: ends[0] - 1] if ends else data)) is not None:
        ends.insert(0, found.end)
    return ends


def test_every_column_comes_back_within_its_resolution(tmp_path: Path):
    seen = record(Wanderers(), tmp_path / "walk.parquet", ticks=150, chunk_seconds=1.0)
    recording = read_recording(tmp_path / "walk.parquet")
    for vehicle in range(7):
        track = recording.vehicle(vehicle)
        assert np.array_equal(track.time, np.arange(1, 151) * (1 / 60))
        for name, resolution in RESOLUTIONS.items():
            expected = [tick[name][vehicle] for tick in seen]
            np.testing.assert_allclose(getattr(track, name), expected, rtol=0.0, atol=0.5001 * resolution)
        assert track.driver.tolist() == [tick["driver"][vehicle] for tick in seen]
        assert track.status.tolist() == [tick["status"][vehicle] for tick in seen]


def test_any_parquet_reader_reads_a_complete_recording(tmp_path: Path):
    seen = record(Wanderers(), tmp_path / "walk.parquet", ticks=130, chunk_seconds=1.0)
    table = parquet.read_table(tmp_path / "walk.parquet")
    assert table.num_rows == 130 * 7
    rows = table.to_pydict()
    for tick, vehicle, x in zip(rows["tick"], rows["vehicle"], rows["x_mm"], strict=True):
        assert abs(x - 1000.0 * seen[tick - 1]["x"][vehicle]) <= 0.5001


def test_the_rows_of_a_chunk_are_sorted_by_vehicle_then_tick(tmp_path: Path):
    record(Wanderers(), tmp_path / "walk.parquet", ticks=90, chunk_seconds=1.0)
    file = parquet.ParquetFile(tmp_path / "walk.parquet")
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == [60 * 7, 30 * 7]
    for group in range(file.num_row_groups):
        rows = file.read_row_group(group).to_pydict()
        keys = list(zip(rows["vehicle"], rows["tick"], strict=True))
        assert keys == sorted(keys)


def test_a_value_that_is_not_finite_is_missing_and_its_neighbours_are_not(tmp_path: Path):
    world = Wanderers()
    with Recorder(tmp_path / "walk.parquet") as recorder:
        world.step()
        world.vehicles.x[2], world.vehicles.yaw[3], world.vehicles.z[4] = math.nan, math.inf, 1e300
        recorder.observe(world)
    rows = parquet.read_table(tmp_path / "walk.parquet").to_pydict()
    assert [row is None for row in rows["x_mm"]] == [False, False, True, False, False, False, False]
    assert [row is None for row in rows["yaw_tenth_mrad"]] == [False, False, False, True, False, False, False]
    assert rows["z_mm"][4] == 2**31 - 1
    assert math.isnan(read_recording(tmp_path / "walk.parquet").vehicle(2).x[0])


def test_a_yaw_of_many_turns_is_the_same_direction(tmp_path: Path):
    world = Wanderers()
    with Recorder(tmp_path / "walk.parquet") as recorder:
        world.step()
        world.vehicles.yaw[:] = 0.5 + 2.0 * math.pi * np.arange(-3, 4)
        recorder.observe(world)
    recording = read_recording(tmp_path / "walk.parquet")
    np.testing.assert_allclose([recording.vehicle(i).yaw[0] for i in range(7)], 0.5, rtol=0.0, atol=3e-4)


def test_a_recording_says_where_it_came_from(tmp_path: Path):
    record(Wanderers(seed=42), tmp_path / "walk.parquet", ticks=30)
    recording = read_recording(tmp_path / "walk.parquet")
    assert recording.about["seed"] == 42
    assert recording.about["dt"] == 1 / 60
    assert recording.about["scenario"] == "name: wanderers\n"
    assert [(fleet["name"], fleet["model"], fleet["count"]) for fleet in recording.about["fleets"]] == [
        ("cars", "bicycle/arc", 7)
    ]
    assert str(recording).endswith("walk.parquet: 0.5 s of 7 vehicles (210 rows), complete")


def test_every_nth_tick_is_recorded(tmp_path: Path):
    record(Wanderers(), tmp_path / "walk.parquet", ticks=60, every=6)
    recording = read_recording(tmp_path / "walk.parquet")
    assert (recording.vehicle(0).time * 60).round().tolist() == [6, 12, 18, 24, 30, 36, 42, 48, 54, 60]
    assert recording.duration == pytest.approx(1.0)


def test_a_recorder_that_saw_nothing_leaves_no_file_and_spoils_none(tmp_path: Path):
    path = tmp_path / "nothing.parquet"
    with Recorder(path):
        pass
    assert not path.exists()
    path.write_text("precious")
    Recorder(path, overwrite=True).close()
    assert path.read_text() == "precious"


def test_overwriting_leaves_nothing_of_the_old_file(tmp_path: Path):
    path = tmp_path / "walk.parquet"
    path.write_bytes(b"x" * 1_000_000)
    record(Wanderers(), path, ticks=10, overwrite=True)
    assert path.stat().st_size < 100_000
    assert parquet.read_table(path).num_rows == 70


def test_a_recorder_that_nobody_closes_is_closed_when_it_goes(tmp_path: Path):
    world, recorder = Wanderers(), Recorder(tmp_path / "walk.parquet")
    for _ in range(10):
        world.step()
        recorder.observe(world)
    del recorder
    assert read_recording(tmp_path / "walk.parquet").is_complete
    assert read_recording(tmp_path / "walk.parquet").row_count == 70


def test_a_real_world_is_recorded_as_it_ran(tmp_path: Path):
    world = World(fleets=[Fleet("bicycle", 3), Fleet("tracked", 2)], seed=3)
    world.scatter_vehicles()
    world.run(seconds=1.0, observers=[Recorder(tmp_path / "run.parquet")])
    recording = read_recording(tmp_path / "run.parquet")
    assert recording.row_count == 60 * 5
    for vehicle in range(5):
        assert recording.vehicle(vehicle).x[-1] == pytest.approx(world.vehicles.x[vehicle], abs=5.1e-4)
        assert recording.vehicle(vehicle).yaw[-1] == pytest.approx(world.vehicles.yaw[vehicle], abs=5.1e-5)


def test_the_documentation_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    text = (Path(__file__).parents[1] / "docs" / "recording.md").read_text(encoding="utf-8")
    first, second = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(first + second, {})
    promised = re.findall(r"print\(recording\) +# (.*)", second)[0]
    assert capsys.readouterr().out.strip() == promised
    names = [column.name for column in COLUMNS]
    assert all(f"`{name}`" in text for name in ["tick", "vehicle", *names])


# ---- interrupted


def test_a_recording_cut_anywhere_keeps_every_whole_chunk(tmp_path: Path):
    whole, cut = tmp_path / "whole.parquet", tmp_path / "cut.parquet"
    seen = record(Wanderers(count=2), whole, ticks=40, chunk_seconds=10 / 60)
    data, ends = whole.read_bytes(), chunk_ends(whole)
    assert len(ends) == 1 + 4  # the head, then four chunks of ten ticks
    for size in (ends[0], ends[1] - 1, ends[1], ends[2] + 1, ends[3] + 100, ends[4], len(data) - 1):
        chunks = sum(size >= end for end in ends[1:])
        cut.write_bytes(data[:size])
        recording = read_recording(cut)
        assert not recording.is_complete
        assert recording.row_count == chunks * 10 * 2
        if chunks:
            expected = [tick["x"][1] for tick in seen[: chunks * 10]]
            np.testing.assert_allclose(recording.vehicle(1).x, expected, rtol=0.0, atol=5.1e-4)


def test_a_half_written_chunk_over_the_old_footer_is_never_read_as_data(tmp_path: Path):
    path, torn = tmp_path / "whole.parquet", tmp_path / "torn.parquet"
    record(Wanderers(count=2), path, ticks=40, chunk_seconds=10 / 60)
    data, ends = path.read_bytes(), chunk_ends(path)
    garbage = np.random.default_rng(5).bytes(len(data))
    for at in range(ends[3] + 1, ends[4], 37):
        torn.write_bytes(data[:at] + garbage[at:])
        assert read_recording(torn).row_count == 3 * 10 * 2


def test_recovering_makes_an_ordinary_parquet_file(tmp_path: Path):
    path = tmp_path / "walk.parquet"
    record(Wanderers(), path, ticks=40, chunk_seconds=10 / 60)
    path.write_bytes(path.read_bytes()[: chunk_ends(path)[2] + 50])
    assert recover_recording(path).row_count == 2 * 10 * 7
    assert parquet.read_table(path).num_rows == 2 * 10 * 7
    assert "interrupted" in str(read_recording(path))


RUN_FOR_EVER = """
import sys
from motorpool import Fleet, Recorder, World
world = World(fleets=[Fleet("bicycle", 20), Fleet("tracked", 20)], seed=3)
world.scatter_vehicles()
world.run(seconds=1e6, observers=[Recorder(sys.argv[1], chunk_seconds=1.0)])
"""


def test_a_killed_process_leaves_all_its_whole_chunks(tmp_path: Path):
    path = tmp_path / "killed.parquet"
    process = subprocess.Popen([sys.executable, "-c", RUN_FOR_EVER, str(path)])
    try:
        wait_for(lambda: path.exists() and path.stat().st_size > 200_000, process)
        process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    recording = read_recording(path)
    assert not recording.is_complete
    assert recording.row_count % (60 * 40) == 0
    assert recording.row_count > 0
    track = recording.vehicle(39)
    assert np.array_equal(np.round(track.time * 60), np.arange(1, recording.row_count // 40 + 1))
    steps = np.hypot(np.diff(track.x), np.diff(track.y))
    assert steps.max() <= 20.0 / 60 + 0.01  # nobody drives faster than 20 m/s: no rows are missing or mixed up
    recover_recording(path)
    assert parquet.read_table(path).num_rows == recording.row_count


def wait_for(condition: Any, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + patience(120.0)
    while not condition():
        assert process.poll() is None, "the process ended by itself"
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


# ---- refused


def test_an_existing_file_is_not_overwritten_unless_asked(tmp_path: Path):
    path = tmp_path / "precious.parquet"
    path.write_text("precious")
    with pytest.raises(RecordingError, match="exists already"):
        Recorder(path)
    assert path.read_text() == "precious"


def test_a_missing_folder_and_a_folder_are_refused_with_a_sentence(tmp_path: Path):
    with pytest.raises(RecordingError, match="there is no folder"):
        Recorder(tmp_path / "nowhere" / "out.parquet")
    folder = tmp_path / "folder.parquet"
    folder.mkdir()
    with pytest.raises(RecordingError, match=r"exists already|is a directory"):
        Recorder(folder)
    with pytest.raises(RecordingError, match="is a directory"):
        Recorder(folder, overwrite=True)


def test_files_that_are_no_recordings_are_refused_with_a_sentence(tmp_path: Path):
    path = tmp_path / "other"
    with pytest.raises(RecordingError, match="there is no recording"):
        read_recording(path)
    for content in (b"", b"PAR1", b"hello, world", b"PAR1" + b"\xff" * 100):
        path.write_bytes(content)
        with pytest.raises(RecordingError):
            read_recording(path)
    parquet.write_table(pyarrow.table({"x": [1.0]}), path)
    with pytest.raises(RecordingError, match="no Motorpool recording"):
        read_recording(path)


def test_a_vehicle_that_is_not_there_is_refused(tmp_path: Path):
    record(Wanderers(), tmp_path / "walk.parquet", ticks=3)
    with pytest.raises(RecordingError, match="vehicles 0 to 6; there is no vehicle 7"):
        read_recording(tmp_path / "walk.parquet").vehicle(7)


def test_a_closed_recorder_says_so(tmp_path: Path):
    world, recorder = Wanderers(), Recorder(tmp_path / "walk.parquet")
    recorder.observe(world)
    recorder.close()
    recorder.close()
    with pytest.raises(RecordingError, match="closed already"):
        recorder.observe(world)


FULL_DISK = """
import resource, signal, sys
sys.path.insert(0, sys.argv[2])
from test_recorder import Wanderers
from motorpool import Recorder
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
world = Wanderers(count=50)
recorder = Recorder(sys.argv[1], chunk_seconds=1.0)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
try:
    for _ in range(100_000):
        world.step()
        recorder.observe(world)
except Exception as error:
    print(type(error).__name__, error)
try:
    recorder.close()
except Exception as error:
    print(type(error).__name__, error)
"""


def test_a_full_disk_ends_the_recording_with_a_sentence_and_keeps_what_fitted(tmp_path: Path):
    path = tmp_path / "full.parquet"
    command = [sys.executable, "-c", FULL_DISK, str(path), str(Path(__file__).parent)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=True)
    first, second = done.stdout.splitlines()
    assert first == second
    assert first.startswith("RecordingError")
    assert "file too large" in first
    rows = parquet.read_table(path).num_rows
    assert rows > 0
    assert rows % (60 * 50) == 0
    assert f"the {rows} rows before that are safe" in first


# ---- bounded


MANY_ROWS = """
import resource, sys
sys.path.insert(0, sys.argv[2])
from test_recorder import Wanderers
from motorpool import Recorder
world = Wanderers(count=500)
world.step()
with Recorder(sys.argv[1], chunk_seconds=2.0) as recorder:
    for tick in range(8000):
        world.tick = tick
        recorder.observe(world)
        if tick == 1000:
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - early) // 1024)
"""


def test_memory_does_not_grow_with_the_length_of_a_recording(tmp_path: Path):
    path = tmp_path / "long.parquet"
    command = [sys.executable, "-c", MANY_ROWS, str(path), str(Path(__file__).parent)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=True)
    assert int(done.stdout) < 40  # MiB; the 7000 ticks in between are 336 MB of columns
    assert read_recording(path).row_count == 8000 * 500


# ---- the footer's encoding


KINDS = st.sampled_from([1, 3, 4, 5, 6, 7, 8, 13])


def values_of(kind: int) -> st.SearchStrategy[Any]:
    if kind == 1:
        return st.booleans()
    if kind in (4, 5, 6):
        return st.integers(-(2 ** (16 * (kind - 3) - 1)), 2 ** (16 * (kind - 3) - 1) - 1)
    size = {3: 1, 7: 8, 13: 16}.get(kind)
    return st.binary(max_size=40) if size is None else st.binary(min_size=size, max_size=size)


def structs() -> st.SearchStrategy[list[Field]]:
    plain = KINDS.flatmap(lambda kind: st.tuples(st.just(kind), values_of(kind)))
    lists = KINDS.flatmap(
        lambda kind: st.tuples(st.just(9), st.lists(values_of(kind), max_size=20).map(lambda v: Items(kind, v)))
    )
    maps = st.lists(st.tuples(values_of(8), values_of(5)), min_size=1, max_size=5).map(lambda v: (11, Pairs(8, 5, v)))
    flat = st.lists(st.one_of(plain, lists, maps), max_size=6).map(_numbered)
    return st.recursive(flat, lambda inner: st.lists(inner.map(lambda v: (12, v)), max_size=3).map(_numbered))


def _numbered(values: list[tuple[int, Any]]) -> list[Field]:
    return [Field(7 * index + 1, kind, value) for index, (kind, value) in enumerate(values)]


def _normal(fields: list[Field]) -> list[Field]:
    return [
        Field(n, 1 if kind in (1, 2) else kind, _normal(value) if kind == 12 else value) for n, kind, value in fields
    ]


@settings(max_examples=100, deadline=None)
@given(structs())
def test_thrift_structs_survive_a_round_trip(fields: list[Field]):
    encoded = encode_struct(fields)
    decoded, end = decode_struct(encoded)
    assert end == len(encoded)
    assert _normal(decoded) == fields


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_garbage_is_no_thrift_struct_or_some_thrift_struct_but_nothing_worse(data: bytes):
    with contextlib.suppress(ValueError):
        decode_struct(data)


def test_a_footer_by_pyarrow_is_encoded_again_to_the_same_bytes(tmp_path: Path):
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table({"a": [1, 2, 3], "b": ["x", None, "z"]}), sink)
    data = sink.getvalue().to_pybytes()
    size = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - size : -8]
    assert encode_struct(decode_struct(footer)[0]) == footer
