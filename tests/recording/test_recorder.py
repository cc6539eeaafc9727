"""Recordings: what goes in comes out within the stated resolution, and nothing that was written is lost."""

import contextlib
import io
import itertools
import math
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest
from pace import patience

from motorpool import Fleet, Recorder, Terrain, World, read_recording
from motorpool.errors import RecordingError
from motorpool.recording.chunks import Stored, stored
from motorpool.recording.columns import COLUMNS
from motorpool.recording.description import describe
from motorpool.recording.growing_file import GrowingFile
from motorpool.recording.journal import Checksums, checksums
from motorpool.recording.recording import recover_recording
from motorpool.recording.verification import played_scenario
from motorpool.world.events import Events
from motorpool.world.sources.actions import Drive

RESOLUTIONS = {"x": 1e-3, "y": 1e-3, "z": 1e-3, "yaw": 1e-4, "pitch": 1e-4, "roll": 1e-4, "speed": 1e-3, "steer": 1e-3}


class Table(SimpleNamespace):
    """Columns of vehicles, without the vehicles."""

    @property
    def names(self) -> list[str]:
        return list(vars(self))

    def all_columns(self) -> list[Any]:
        return list(vars(self).values())


class Wanderers:
    """A world's columns, each step a random walk: what a recorder sees of a world, without the world."""

    def __init__(self, count: int = 7, seed: int = 1):
        self.random = np.random.default_rng(seed)
        self.count, self.tick, self.dt, self.seed, self.scenario = count, 0, 1 / 60, seed, ""
        self.name, self.scenario_folder, self.sources, self.components = "wanderers", Path(), [], []
        self.actions, self.events, self.code = [], Events(), ()
        self.gunnery = SimpleNamespace(is_armed=False)
        self.model_switching = SimpleNamespace(alternates_in_use=list)
        self.terrain = Terrain.flat(size=100.0, spacing=50.0)
        self.objects = SimpleNamespace(count=0)
        body = Fleet("bicycle", 1).body
        model = SimpleNamespace(name="bicycle/arc", vehicle=None, trailers=())
        self.fleets = [SimpleNamespace(name="cars", model=model, kind="wheeled", count=count, body=body)]
        self.fleets[0].named_columns, self.fleets[0].addresses = dict, object()
        self.population = SimpleNamespace(built=self.fleets, built_count=count)
        floats = {column.quantity: np.zeros(count) for column in COLUMNS[:-2]}
        integers = {"driver": np.zeros(count, np.int8), "status": np.zeros(count, np.uint32)}
        self.vehicles = Table(**floats, **integers, standing_time=np.zeros(count))

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


def interrupted(world: Any, path: Path, *, ticks: int, **options: Any) -> list[dict[str, Any]]:
    """Record like ``record``, and leave the file as a killed process would."""
    recorder, seen = Recorder(path, **options), []
    for _ in range(ticks):
        world.step()
        seen.append(world.copy())
        recorder.observe(world)
    wait_until(lambda: read_recording(path).row_count == ticks * world.count)
    content = path.read_bytes()
    recorder.close()
    path.write_bytes(content)
    return seen


def contents(path: Path) -> Stored:
    with path.open("rb") as file:
        found = stored(file)
    assert found is not None
    return found


def chunk_ends(path: Path) -> list[int]:
    """Where the head and each batch of a growing file end."""
    return [*(chunk.place for chunk in contents(path).chunks), path.stat().st_size]


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
        world.vehicles.z[5] = 1e307  # infinite in millimetres
        recorder.observe(world)
    rows = parquet.read_table(tmp_path / "walk.parquet").to_pydict()
    assert [row is None for row in rows["x_mm"]] == [False, False, True, False, False, False, False]
    assert [row is None for row in rows["yaw_tenth_mrad"]] == [False, False, False, True, False, False, False]
    assert rows["z_mm"][4] == 2**31 - 1
    assert rows["z_mm"][5] is None
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
    assert recording.about["name"] == "wanderers"
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


def test_a_recorder_without_a_close_is_closed_when_it_goes(tmp_path: Path):
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
    text = (Path(__file__).parents[2] / "docs" / "recording.md").read_text(encoding="utf-8")
    first, second, third = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(first + second + third, {})
    promised = re.findall(r"print\(recording\) +# (.*)", second)[0]
    assert capsys.readouterr().out.strip() == promised
    names = [column.name for column in COLUMNS]
    assert all(f"`{name}`" in text for name in ["tick", "vehicle", *names])


# ---- interrupted


def test_a_recording_cut_anywhere_keeps_every_whole_batch(tmp_path: Path):
    whole, cut = tmp_path / "whole.parquet", tmp_path / "cut.parquet"
    seen = interrupted(Wanderers(count=2), whole, ticks=40, chunk_seconds=10 / 60, flush_seconds=0.05)
    data, ends, chunks = whole.read_bytes(), chunk_ends(whole), contents(whole).chunks
    assert len(ends) >= 1 + 4  # the head, then four chunks of ten ticks, or their parts
    sizes = {ends[0], ends[1] - 1, ends[1], ends[2] + 1, ends[3] - 100, ends[4], len(data) - 1}
    for size in sorted(sizes):
        cut.write_bytes(data[:size])
        recording = read_recording(cut)
        assert not recording.is_complete
        ticks = sum(chunk.tick_count for chunk, end in zip(chunks, ends[1:], strict=True) if end <= size)
        assert recording.row_count == ticks * 2
        if ticks:
            expected = [tick["x"][1] for tick in seen[:ticks]]
            np.testing.assert_allclose(recording.vehicle(1).x, expected, rtol=0.0, atol=5.1e-4)


def test_garbage_behind_whole_batches_is_never_read_as_data(tmp_path: Path):
    path, torn = tmp_path / "whole.parquet", tmp_path / "torn.parquet"
    interrupted(Wanderers(count=2), path, ticks=40, chunk_seconds=10 / 60, flush_seconds=0.05)
    data, ends = path.read_bytes(), chunk_ends(path)
    garbage = np.random.default_rng(5).bytes(len(data))
    rows = cells_of(read_recording(path))
    for at in range(ends[-2] + 1, ends[-1], 37):
        torn.write_bytes(data[:at] + garbage[at:])
        with contextlib.suppress(RecordingError):
            assert all(rows[key] == row for key, row in cells_of(read_recording(torn)).items())


def test_recovering_makes_a_parquet_file(tmp_path: Path):
    path = tmp_path / "walk.parquet"
    interrupted(Wanderers(), path, ticks=40, chunk_seconds=10 / 60, flush_seconds=0.05)
    path.write_bytes(path.read_bytes()[: chunk_ends(path)[-2] + 50])
    before = read_recording(path)
    recovered = recover_recording(path)
    assert recovered.row_count == before.row_count > 0
    assert recovered.chain == before.chain
    assert parquet.read_table(path).num_rows == before.row_count
    assert "interrupted" in str(read_recording(path))
    assert recover_recording(path).chain == before.chain  # again: nothing more to do


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
    assert recording.row_count % 40 == 0
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


# ---- what people did


def act(world: Wanderers) -> None:
    """Let somebody drive vehicle 1, with other inputs at each tick."""
    world.step()
    world.actions = [Drive(1, throttle=1.0 / world.tick, steer=-0.5)]


def actions_of(path: Path) -> dict[int, list[Any]]:
    return {entry.tick: list(entry.actions) for entry in read_recording(path).journal() if entry.actions}


@pytest.mark.parametrize("every", [1, 4, 100])
def test_what_people_did_is_kept_to_the_bit_whatever_ticks_have_rows(tmp_path: Path, every: int):
    world = Wanderers()
    with Recorder(tmp_path / "walk.parquet", every=every, chunk_seconds=0.1) as recorder:
        for _ in range(50):
            act(world)
            recorder.observe(world)
    expected = {tick: [Drive(1, throttle=1.0 / tick, steer=-0.5)] for tick in range(1, 51)}
    assert actions_of(tmp_path / "walk.parquet") == expected


def test_a_recording_cut_anywhere_keeps_what_people_did_in_the_ticks_that_it_keeps(tmp_path: Path):
    whole, cut, world = tmp_path / "whole.parquet", tmp_path / "cut.parquet", Wanderers(count=2)
    with Recorder(whole, chunk_seconds=10 / 60, flush_seconds=0.05) as recorder:
        for _ in range(40):
            act(world)
            recorder.observe(world)
        wait_until(lambda: read_recording(whole).row_count == 80)
        data, first = whole.read_bytes(), chunk_ends(whole)[0]
    for size in np.linspace(first, len(data) - 1, 25).astype(int):
        cut.write_bytes(data[:size])
        ticks = read_recording(cut).row_count // 2
        assert list(actions_of(cut)) == list(range(1, ticks + 1))


def test_what_people_did_is_in_the_file_as_soon_as_the_rows_are(tmp_path: Path):
    path, world = tmp_path / "walk.parquet", Wanderers()
    with Recorder(path, flush_seconds=0.01) as recorder:
        for ticks in (3, 5):
            for _ in range(ticks):
                act(world)
                recorder.observe(world)
            wait_until(lambda: read_recording(path).row_count == world.tick * 7)
            assert list(actions_of(path)) == list(range(1, world.tick + 1))


def test_other_readers_see_a_column_that_is_null_but_for_vehicle_0(tmp_path: Path):
    world = Wanderers()
    with Recorder(tmp_path / "walk.parquet") as recorder:
        for _ in range(5):
            act(world)
            recorder.observe(world)
    rows = parquet.read_table(tmp_path / "walk.parquet").to_pydict()
    assert [text is None for text in rows["journal"]] == [vehicle != 0 for vehicle in rows["vehicle"]]
    assert "journal" not in read_recording(tmp_path / "walk.parquet").table().column_names


# ---- little is lost


def test_rows_are_in_the_file_long_before_their_chunk_is_full(tmp_path: Path):
    path, world = tmp_path / "walk.parquet", Wanderers()
    with Recorder(path, flush_seconds=0.01) as recorder:
        seen = 0
        for ticks in (7, 5):
            for _ in range(ticks):
                world.step()
                recorder.observe(world)
            seen += ticks
            wait_until(lambda seen=seen: read_recording(path).row_count == seen * 7)
            with path.open("rb") as stream:
                assert pyarrow.ipc.open_stream(stream).read_all().num_rows == seen * 7
            assert not read_recording(path).is_complete


def test_a_finished_file_does_not_depend_on_when_its_parts_were_written(tmp_path: Path):
    paths = [tmp_path / name for name in ("at once.parquet", "in parts.parquet")]
    for path, flush_seconds in zip(paths, (1e6, 0.01), strict=True):
        world = Wanderers()
        with Recorder(path, chunk_seconds=20 / 60, flush_seconds=flush_seconds) as recorder:
            for tick in range(1, 51):
                world.step()
                recorder.observe(world)
                if flush_seconds < 1.0 and tick in (4, 8, 30, 47):
                    wait_until(lambda path=path, tick=tick: read_recording(path).row_count == tick * 7)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_recording_that_has_grown_since_it_was_opened_is_read_as_it_was(tmp_path: Path):
    path, world = tmp_path / "walk.parquet", Wanderers()
    with Recorder(path, flush_seconds=0.01) as recorder:
        world.step()
        recorder.observe(world)
        wait_until(lambda: read_recording(path).row_count == 7)
        early = read_recording(path)
        for _ in range(30):
            world.step()
            recorder.observe(world)
        wait_until(lambda: read_recording(path).row_count == 31 * 7)
        assert early.table().num_rows == 7
    with pytest.raises(RecordingError, match="has grown or changed since it was opened; read it again"):
        early.table()


class Steps(io.FileIO):
    """A file that keeps what is done to it."""

    def __init__(self, path: Path):
        super().__init__(path, "x+")
        self.steps: list[tuple[int, bytes] | int] = []  # written where, or cut to which size

    def write(self, data: Any) -> int:
        self.steps.append((self.tell(), bytes(data)))
        return super().write(data)

    def truncate(self, size: int | None = None) -> int:
        assert size is not None
        self.steps.append(size)
        return super().truncate(size)


class Grown(NamedTuple):
    """A growing file's life: each step, and the rows that are safe before and after it."""

    steps: list[tuple[int, bytes] | int]
    safe: list[tuple[int, int]]


def life_of_a_growing_file(path: Path) -> Grown:
    random = np.random.default_rng(8)
    values = np.cumsum(random.normal(size=(len(COLUMNS), 50, 3)), axis=1)
    values[-2:] = 0.0
    ticks = np.arange(1, 51, dtype=np.int32)
    file, safe = Steps(path), []
    about = describe(Wanderers(count=3), 1, SimpleNamespace(first_tick=1, names=[], interval=60))
    growing = GrowingFile(file, about)
    safe += [(0, 0)] * len(file.steps)
    chunks = [
        (0, 0, 10),
        (10, 13, 16, 19, 20),
        (20, 21, 30),
        (30, 30, 40),
        (40, 45, 48),
    ]  # starts of parts, then the end
    for *starts, end in chunks:
        parts = [(growing.append, start, stop) for start, stop in itertools.pairwise((*starts, end)) if stop > start]
        for append, start, stop in [*parts, (growing.pack, starts[0], end)]:
            before = growing.row_count
            append(values[:, start:stop], ticks[start:stop], [None] * (stop - start))
            safe += [(before, growing.row_count)] * (len(file.steps) - len(safe))
    growing.close()
    assert len(safe) == len(file.steps)  # the last step is a file that takes the place of this one
    return Grown(file.steps, safe)


def test_a_file_whose_writer_dies_at_any_moment_has_all_that_was_safe(tmp_path: Path):
    life = life_of_a_growing_file(tmp_path / "grown.parquet")
    assert len(life.steps) == 12
    content = bytearray()
    for step, (before, after) in zip(life.steps, life.safe, strict=True):
        for cut in cuts_of(step):
            torn = content[:]
            apply(step if isinstance(step, int) else (step[0], step[1][:cut]), torn)
            rows = rows_in(bytes(torn))
            assert before <= (0 if rows is None else len(rows)) <= after
            assert rows is not None or before == 0
            if rows is not None:
                assert rows == [(tick, vehicle) for tick in range(1, len(rows) // 3 + 1) for vehicle in range(3)]
        apply(step, content)
    assert rows_in((tmp_path / "grown.parquet").read_bytes()) == rows_in(bytes(content))
    assert parquet.read_table(tmp_path / "grown.parquet").num_rows == 48 * 3


def cuts_of(step: tuple[int, bytes] | int) -> list[int]:
    if isinstance(step, int):
        return [0]
    size, random = len(step[1]), np.random.default_rng(len(step[1]))
    return sorted({0, 1, 8, 27, 28, 29, size - 9, size - 8, size - 1, size, *random.integers(0, size, 6).tolist()})


def apply(step: tuple[int, bytes] | int, content: bytearray) -> None:
    if isinstance(step, int):
        del content[step:]
        return
    at, data = step
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(data)] = data


def rows_in(content: bytes) -> list[tuple[int, int]] | None:
    """Ticks and vehicles of the rows, sorted; None where it is no recording yet."""
    stream = io.BytesIO(content)
    found = stored(stream) if len(content) > 8 else None
    if found is None:
        return None
    rows: list[tuple[int, int]] = []
    for chunk in found.chunks:
        table = found.read(stream, chunk).select(["tick", "vehicle"])
        rows += zip(*table.to_pydict().values(), strict=True)
    return sorted(rows)


def test_a_recorder_that_ends_leaves_no_other_file_in_its_folder(tmp_path: Path):
    record(Wanderers(), tmp_path / "walk.parquet", ticks=30, chunk_seconds=10 / 60)
    assert list(tmp_path.iterdir()) == [tmp_path / "walk.parquet"]


def test_a_recording_keeps_its_permissions_and_a_link_to_it_stays_one(tmp_path: Path):
    path, link = tmp_path / "walk.parquet", tmp_path / "link.parquet"
    path.touch(mode=0o640)
    link.symlink_to(path)
    record(Wanderers(), link, ticks=30, overwrite=True)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert read_recording(path).is_complete


RUN_IN_REAL_TIME = """
import signal, sys, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a program started by nohup inherits that it is ignored
sys.path[:0] = (sys.argv[2] + "/support", sys.argv[2] + "/recording")
from test_recorder import Wanderers
from motorpool import Recorder
world = Wanderers(count=5)
world.dt = 0.01
recorder = Recorder(sys.argv[1], chunk_seconds=2.0)
while True:
    world.step()
    recorder.observe(world)
    print(world.tick, time.monotonic(), flush=True)
    time.sleep(world.dt)
"""


def test_a_killed_process_loses_about_a_second(tmp_path: Path):
    signals = (signal.SIGKILL, signal.SIGHUP)
    delays = np.random.default_rng().uniform(0.2, 3.0, len(signals))  # another draw each time: every one must do
    paths = [tmp_path / f"{index}.parquet" for index in range(len(signals))]
    command = [sys.executable, "-c", RUN_IN_REAL_TIME]
    processes = [
        subprocess.Popen([*command, str(path), str(Path(__file__).parents[1])], stdout=subprocess.PIPE, text=True)
        for path in paths
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()  # it has begun
    began = time.monotonic()
    for delay, process, number in sorted(zip(delays, processes, signals, strict=True), key=lambda kill: kill[0]):
        time.sleep(max(0.0, began + delay - time.monotonic()))
        process.send_signal(number)
    for path, process in zip(paths, processes, strict=True):
        lines = process.communicate(timeout=patience(60.0))[0].splitlines()
        times = [began, *(float(line.split()[1]) for line in lines if line.count(".") == 1 and line[-1].isdigit())]
        recorded = read_recording(path).row_count // 5
        kept = read_recording(path).table(["tick", "vehicle"]).to_pydict()
        assert sorted(kept["tick"]) == [tick for tick in range(1, recorded + 1) for _ in range(5)]
        assert times[-1] - times[max(0, min(recorded - 1, len(times) - 1))] < 1.0 + patience(1.0)


RUN_AS_FAST_AS_POSSIBLE = """
import mmap, sys
from motorpool import Fleet, Recorder, World
world = World(fleets=[Fleet("bicycle", 20)], seed=3)
world.scatter_vehicles()
file = open(sys.argv[2], "r+b")
tick = mmap.mmap(file.fileno(), 8)
class Clock:
    def observe(self, world):
        tick[:] = world.tick.to_bytes(8, "little")
world.run(seconds=1e6, observers=[Clock(), Recorder(sys.argv[1], every=int(sys.argv[3]))])
"""


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "every"), [(".parquet", 1), (".csv", 150)])
def test_a_killed_process_loses_at_most_two_simulated_seconds_or_two_rows_however_fast_it_runs(
    tmp_path: Path, suffix: str, every: int
):
    path, clock = tmp_path / f"fast{suffix}", tmp_path / "tick"
    clock.write_bytes(bytes(8))
    process = subprocess.Popen([sys.executable, "-c", RUN_AS_FAST_AS_POSSIBLE, str(path), str(clock), str(every)])
    try:
        wait_for(lambda: int.from_bytes(clock.read_bytes(), "little") > 3000, process)
        process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    simulated = int.from_bytes(clock.read_bytes(), "little")
    if suffix == ".csv":
        whole_lines = path.read_text().splitlines()[1:-1]
        recorded = int(whole_lines[-1].split(",")[1])
    else:
        recorded = max(read_recording(path).table(["tick"])["tick"].to_pylist())
    assert simulated - recorded <= max(120, 2 * every) + every


# ---- one recorder, one file


def test_a_second_recorder_of_the_same_file_is_refused_and_the_first_goes_on(tmp_path: Path):
    path, world = tmp_path / "walk.parquet", Wanderers()
    with Recorder(path) as recorder:
        for overwrite in (True, False):
            with pytest.raises(RecordingError, match="is being recorded by another program; choose another name"):
                Recorder(path, overwrite=overwrite)
        world.step()
        recorder.observe(world)
        with pytest.raises(RecordingError, match="is being recorded by another program"):
            Recorder(path, overwrite=True)
        with pytest.raises(RecordingError, match=f"^{path} is still being recorded"):
            recover_recording(path)
        program = "import sys; from motorpool import Recorder; Recorder(sys.argv[1], overwrite=True)"
        other = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, timeout=patience(60.0)
        )
        assert "is being recorded by another program" in other.stderr
    assert read_recording(path).is_complete
    assert read_recording(path).row_count == 7
    record(Wanderers(), path, ticks=2, overwrite=True)  # the claim ends with the recording
    assert read_recording(path).row_count == 2 * 7


def go_on(recorder: Recorder, world: Wanderers) -> None:
    for _ in range(3):
        world.step()
        recorder.observe(world)
    recorder.close()


def replace(path: Path) -> None:
    other = path.with_suffix(".other")
    other.write_bytes(b"precious")
    other.replace(path)


def overwrite_to_its_length(path: Path) -> None:
    """Leave the file as long as it was, as one does who overwrites it while a chunk is written behind that."""
    path.write_bytes(b"precious".ljust(path.stat().st_size, b"."))


CHANGES = {
    "deleted": Path.unlink,
    "replaced": replace,
    "overwritten": lambda path: path.write_bytes(b"precious"),
    "overwritten to its length": overwrite_to_its_length,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.parametrize("before", [0, 10, 15], ids=lambda ticks: f"after {ticks} ticks")
def test_a_file_that_is_deleted_or_replaced_meanwhile_ends_the_recording(tmp_path: Path, change: Any, before: int):
    path, world = tmp_path / "walk.parquet", Wanderers()
    recorder = Recorder(path, chunk_seconds=10 / 60)
    for _ in range(before):
        world.step()
        recorder.observe(world)
    change(path)
    with pytest.raises(RecordingError, match="was deleted, replaced or changed by another program") as told:
        go_on(recorder, world)
    assert "the recording ended there" in str(told.value)
    with contextlib.suppress(RecordingError):
        recorder.close()
    assert not path.exists() or path.read_bytes().startswith(b"precious")


def test_a_deleted_file_is_noticed_while_the_recording_goes_on(tmp_path: Path):
    path, world = tmp_path / "walk.parquet", Wanderers()
    recorder = Recorder(path, flush_seconds=0.01)
    recorder.observe(world)
    path.unlink()

    def is_noticed() -> bool:
        world.step()
        try:
            recorder.observe(world)
        except RecordingError as error:
            return "was deleted" in str(error)
        return False

    wait_until(is_noticed)
    with pytest.raises(RecordingError, match="was deleted"):
        recorder.close()


def test_the_working_directory_may_change_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    world = Wanderers()
    with Recorder("walk.parquet") as recorder:
        monkeypatch.chdir("/")
        recorder.observe(world)
    assert read_recording(tmp_path / "walk.parquet").is_complete


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_neither_read_nor_written(tmp_path: Path):
    path = tmp_path / "pipe.parquet"
    os.mkfifo(path)
    for use in (read_recording, recover_recording, Recorder, lambda path: Recorder(path, overwrite=True)):
        with pytest.raises(RecordingError, match="is a named pipe"):
            use(path)


def wait_until(condition: Any) -> None:
    deadline = time.monotonic() + patience(30.0)
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.002)


# ---- damaged


def damaged_at(path: Path, at: int, *, size: int = 1) -> None:
    content = bytearray(path.read_bytes())
    content[at : at + size] = bytes(byte ^ 0x55 for byte in content[at : at + size])
    path.write_bytes(content)


def cells_of(recording: Any) -> dict[tuple[int, int], tuple[Any, ...]]:
    table = recording.table().to_pydict()
    return {(row[0], row[1]): row for row in zip(*table.values(), strict=True)}


@pytest.mark.parametrize("is_growing", [False, True], ids=["closed", "growing"])
def test_damage_is_named_with_its_time_and_the_rest_is_saved(tmp_path: Path, is_growing: bool):
    path = tmp_path / "walk.parquet"
    options = {"chunk_seconds": 100 / 60, "flush_seconds": 100 / 60}
    (interrupted if is_growing else record)(Wanderers(), path, ticks=400, **options)
    whole, second = cells_of(read_recording(path)), contents(path).chunks[1]
    assert (second.first_tick, second.last_tick) == (101, 200)
    place = second.place if is_growing else parquet.read_metadata(path).row_group(1).column(2).data_page_offset
    damaged_at(path, place + 3000)
    with pytest.raises(
        RecordingError, match=r"damaged between 1\.7 s and 3\.3 s; `motorpool recover .*` saves the rest|"
        r"the chunk at 1\.7 s is not the one that was recorded"
    ):  # fmt: skip
        read_recording(path).table()
    with pytest.raises(RecordingError, match=r"1\.7 s"):
        read_recording(path).vehicle(3)
    done = subprocess.run(
        [sys.executable, "-m", "motorpool", "recover", str(path)],
        capture_output=True,
        text=True,
        timeout=patience(60.0),
    )
    assert done.returncode == 0
    assert "5.0 s of 7 vehicles (2100 rows)" in done.stdout
    assert "1.7 s were damaged and are left out" in done.stdout
    recording = recover_recording(path)  # again: nothing more to do
    assert f"{recording}\n" == done.stdout
    assert not recording.is_complete
    assert cells_of(recording) == {key: row for key, row in whole.items() if not 101 <= key[0] <= 200}
    assert parquet.read_table(path).num_rows == 2100


@pytest.mark.parametrize(("size", "count"), [(1, 60), (700, 30)])
def test_a_flipped_byte_anywhere_is_never_a_wrong_number(tmp_path: Path, size: int, count: int):
    path, hurt = tmp_path / "walk.parquet", tmp_path / "hurt.parquet"
    record(Wanderers(count=3), path, ticks=40, chunk_seconds=10 / 60)
    content, whole = path.read_bytes(), cells_of(read_recording(path))
    random = np.random.default_rng(3)
    told = 0
    for at in random.integers(0, len(content), count).tolist():
        hurt.write_bytes(content)
        damaged_at(hurt, at, size=size)
        try:
            recording = read_recording(hurt)
            cells = cells_of(recording)
        except RecordingError:
            told += 1
        else:
            assert all(whole[key] == row for key, row in cells.items())
            assert recording.about["dt"] == 1 / 60
            assert len(cells) == 120 or (len(cells) % 30 == 0 and not recording.is_complete)
        with contextlib.suppress(RecordingError):
            saved = cells_of(recover_recording(hurt))
            assert all(whole[key] == row for key, row in saved.items())
            assert len(saved) >= 120 - 30 * (2 if size > 1 else 1)
    assert told > count / 5


SHIPPED = sorted((Path(__file__).parents[2] / "docs" / "recordings").glob("*.parquet"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_recordings_that_ship_are_read(path: Path):
    recording = read_recording(path)
    assert recording.is_complete
    assert recording.table().equals(parquet.read_table(path).select(recording.table().column_names))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_recordings_that_ship_can_be_played(path: Path):
    recording = read_recording(path)
    assert played_scenario(recording).vehicle_count == recording.vehicle_count


# ---- refused


def test_an_existing_file_is_not_overwritten_unless_asked(tmp_path: Path):
    path = tmp_path / "precious.parquet"
    path.write_text("precious")
    with pytest.raises(RecordingError, match="exists already"):
        Recorder(path)
    assert path.read_text() == "precious"


def test_a_missing_folder_is_made_and_removed_if_nothing_is_recorded(tmp_path: Path):
    recorder = Recorder(tmp_path / "one" / "two" / "out.parquet")
    assert (tmp_path / "one" / "two" / "out.parquet").exists()
    recorder.close()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_refused_with_a_sentence(tmp_path: Path):
    folder = tmp_path / "folder.parquet"
    folder.mkdir()
    for overwrite in (False, True):
        with pytest.raises(RecordingError, match="is a folder"):
            Recorder(folder, overwrite=overwrite)


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
sys.path[:0] = (sys.argv[2] + "/support", sys.argv[2] + "/recording")
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
    command = [sys.executable, "-c", FULL_DISK, str(path), str(Path(__file__).parents[1])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=True)
    first, second = done.stdout.splitlines()
    assert first == second
    assert first.startswith("RecordingError")
    assert "file too large" in first
    rows = read_recording(path).table().num_rows
    assert rows > 0
    assert rows % 50 == 0
    assert f"the {rows} rows before that are safe" in first


# ---- bounded


MANY_ROWS = """
import resource, sys
sys.path[:0] = (sys.argv[2] + "/support", sys.argv[2] + "/recording")
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
    command = [sys.executable, "-c", MANY_ROWS, str(path), str(Path(__file__).parents[1])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(150.0), check=True)
    assert int(done.stdout) < 40  # MiB; the 7000 ticks in between are 336 MB of columns
    assert read_recording(path).row_count == 8000 * 500


def test_checksums_follow_columns_that_have_got_other_arrays():
    world = World(fleets=[Fleet("bicycle", 3, name="cars"), Fleet("single-track", 2, name="others")])
    sums, seen = Checksums(world), set()
    for number in range(3):
        for _ in range(2):
            world.step()
            values = sums.values()
            assert dict(zip(sums.names, values, strict=True)) == checksums(world)
            seen.add(tuple(values))
        world.add("bicycle", x=20.0 * number, y=50.0)
    assert len(seen) == 6
