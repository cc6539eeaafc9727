"""Recordings as CSV and MCAP, written as the world runs or from Parquet, and as tables of other libraries."""

import contextlib
import csv
import io
import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mcap.exceptions import EndOfFile
from mcap.reader import NonSeekingReader, make_reader
from mcap_protobuf.decoder import DecoderFactory

from motorpool import Fleet, Recorder, Terrain, World, read_recording
from motorpool.base import extensions
from motorpool.errors import RecordingError
from motorpool.recording.columns import COLUMNS
from motorpool.recording.description import describe
from motorpool.recording.formats import begin_file
from motorpool.recording.journal import Journal

TICKS = 90
NAMES = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "throttle", "brake", "driver", "status")
UTM_16 = {"crs": "EPSG:32616", "origin_easting": 500_000.0, "origin_northing": 0.0}  # on its meridian and the equator


class Kept:
    """An observer that keeps what a recorder sees."""

    def __init__(self):
        self.states: list[dict[str, np.ndarray]] = []

    def observe(self, world: World) -> None:
        self.states.append({name: np.array(getattr(world.vehicles, name)) for name in NAMES})


def made_world() -> World:
    terrain = Terrain.from_heights(np.full((41, 41), 250.0), 50.0, **UTM_16)
    world = World(fleets=[Fleet("bicycle", 3), Fleet("tracked", 2)], terrain=terrain, seed=3)
    world.scatter_vehicles()
    return world


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The folder in which one run lies in all three formats, and its states."""
    folder, kept = tmp_path_factory.mktemp("formats"), Kept()
    recorders = [Recorder(folder / f"run{suffix}") for suffix in (".parquet", ".csv", ".mcap")]
    made_world().run(seconds=TICKS / 60, observers=[kept, *recorders])
    for recorder in recorders:
        recorder.close()
    return folder, kept.states


def lines_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


def messages_of(path: Path, **options: Any) -> list[tuple[str, int, Any]]:
    with path.open("rb") as stream:
        reader = make_reader(stream, validate_crcs=True, decoder_factories=[DecoderFactory()])
        return [
            (channel.topic, message.log_time, decoded)
            for _, channel, message, decoded in reader.iter_decoded_messages(**options)
        ]


# ---- while the world runs


def test_a_csv_has_a_line_for_each_vehicle_and_tick_in_si_units(run: Any):
    folder, states = run
    lines = lines_of(folder / "run.csv")
    assert list(lines[0]) == [
        *("time_s", "tick", "vehicle", "fleet", "x_m", "y_m", "z_m", "yaw_rad", "pitch_rad", "roll_rad", "speed_m_s"),
        *("steer", "throttle", "brake", "driver", "status"),
    ]
    assert [(line["tick"], line["vehicle"]) for line in lines] == [
        (str(tick), str(vehicle)) for tick in range(1, TICKS + 1) for vehicle in range(5)
    ]
    assert {line["fleet"] for line in lines[:3]} == {"bicycle/arc"}
    for line in lines:
        state = states[int(line["tick"]) - 1]
        assert float(line["time_s"]) == pytest.approx(int(line["tick"]) / 60, abs=1e-6)
        for column, limit in (("x_m", 1e-4), ("y_m", 1e-4), ("yaw_rad", 1e-6), ("speed_m_s", 1e-4), ("steer", 1e-4)):
            name = column.removesuffix("_m_s").removesuffix("_m").removesuffix("_rad")
            assert float(line[column]) == pytest.approx(state[name][int(line["vehicle"])], abs=0.51 * limit)


@pytest.mark.parametrize("name", ["red, tanks", 'the "reds"', '"', "two\nlines", "\r"])
def test_a_fleet_may_have_any_name_in_a_csv(name: str, tmp_path: Path):
    with Recorder(tmp_path / "run.csv") as recorder:
        World(fleets=[Fleet("bicycle", 2, name=name)]).run(seconds=0.05, observers=[recorder])
    with (tmp_path / "run.csv").open(newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert [(line["fleet"], line["vehicle"]) for line in lines] == 3 * [(name, "0"), (name, "1")]


def test_an_mcap_is_read_by_its_own_library_with_foxgloves_schemas(run: Any):
    folder, states = run
    with (folder / "run.mcap").open("rb") as stream:
        reader = make_reader(stream, validate_crcs=True)
        summary = reader.get_summary()
        (metadata,) = reader.iter_metadata()
    assert json.loads(metadata.metadata["fleets"])[1]["name"] == "tracked/arc"
    statistics = summary.statistics
    counts = {summary.channels[number].topic: count for number, count in statistics.channel_message_counts.items()}
    assert counts == {
        f"/{fleet}/{topic}": count
        for fleet in ("bicycle/arc", "tracked/arc")
        for topic, count in (("scene", 1), ("transforms", TICKS), ("state", TICKS), ("locations", 2))
    }
    assert (statistics.message_start_time, statistics.message_end_time) == (16_666_667, 1_500_000_000)
    schemas = {schema.name for schema in summary.schemas.values()}
    assert schemas == {f"foxglove.{name}" for name in ("SceneUpdate", "FrameTransforms", "LocationFixes")} | {
        "motorpool.FleetState"
    }
    for topic, time, message in messages_of(folder / "run.mcap", topics=["/tracked/arc/transforms"]):
        state = states[round(time * 60e-9) - 1]
        for vehicle, transform in enumerate(message.transforms, 3):
            assert (topic, transform.parent_frame_id) == ("/tracked/arc/transforms", "world")
            assert transform.child_frame_id == f"tracked/arc/{vehicle}"
            assert transform.timestamp.seconds * 10**9 + transform.timestamp.nanos == time
            assert transform.translation.x == pytest.approx(state["x"][vehicle], abs=5.1e-4)
            assert turned_forward(transform.rotation) == pytest.approx(forward(state, vehicle), abs=3e-4)


def turned_forward(quaternion: Any) -> tuple[float, float, float]:
    """The body's x axis in the world: the first column of the rotation matrix of a quaternion."""
    x, y, z, w = quaternion.x, quaternion.y, quaternion.z, quaternion.w
    return (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y))


def forward(state: dict[str, np.ndarray], vehicle: int) -> tuple[float, float, float]:
    """The same from the angles: yaw counter-clockwise from east, pitch nose down."""
    yaw, pitch = state["yaw"][vehicle], state["pitch"][vehicle]
    return (math.cos(yaw) * math.cos(pitch), math.sin(yaw) * math.cos(pitch), -math.sin(pitch))


def test_states_and_bodies_of_an_mcap_are_those_of_the_vehicles(run: Any):
    folder, states = run
    (scene,) = messages_of(folder / "run.mcap", topics=["/bicycle/arc/scene"])
    body = Fleet("bicycle", 1).body
    for vehicle, entity in enumerate(scene[2].entities):
        assert (entity.frame_id, entity.frame_locked) == (f"bicycle/arc/{vehicle}", True)
        assert (entity.cubes[0].size.x, entity.cubes[0].size.y) == (body.length, body.width)
        top = max(cube.pose.position.z + 0.5 * cube.size.z for cube in entity.cubes)
        assert top == pytest.approx(body.height)
    for _, time, message in messages_of(folder / "run.mcap", topics=["/bicycle/arc/state"]):
        state = states[round(time * 60e-9) - 1]
        assert [vehicle.vehicle for vehicle in message.vehicles] == [0, 1, 2]
        for name in NAMES:
            values = [getattr(vehicle, name) for vehicle in message.vehicles]
            assert values == pytest.approx(state[name][:3], abs=5.1e-4)


def test_locations_follow_from_the_terrains_projection(run: Any):
    """On the equator and a UTM zone's central meridian the scale is 0.9996: of WGS 84's a, and of a (1 - e^2)."""
    folder, states = run
    for _, time, message in messages_of(folder / "run.mcap", topics=["/tracked/arc/locations"]):
        state = states[round(time * 60e-9) - 1]
        for vehicle, fix in enumerate(message.fixes, 3):
            east, north = state["x"][vehicle], state["y"][vehicle]
            per_radian = 0.9996 * 6_378_137.0
            assert fix.longitude == pytest.approx(-87.0 + math.degrees(east / per_radian), abs=1e-7)
            assert fix.latitude == pytest.approx(math.degrees(north / (per_radian * (1 - 0.0066943799901))), abs=1e-7)
            assert fix.altitude == pytest.approx(250.0)
            assert math.cos(fix.heading) == pytest.approx(math.sin(state["yaw"][vehicle]))


# ---- interrupted


@pytest.mark.parametrize("suffix", [".csv", ".mcap"])
def test_a_file_is_whole_after_each_write_and_has_each_row_once(tmp_path: Path, suffix: str):
    path, rows = tmp_path / f"run{suffix}", np.zeros((len(COLUMNS), 30, 5))
    ticks = np.arange(1, 31, dtype=np.int32)
    with io.FileIO(path, "w+") as file:
        growing = begin_file(file, path, describe(made_world(), 1, Journal()))
        for start, stop in ((0, 4), (4, 5), (5, 21)):
            growing.append(rows[:, start:stop], ticks[start:stop])
            assert ticks_in(path) == ticks[:stop].tolist()
            assert path.stat().st_size == growing.size
        growing.append(rows[:, 21:], ticks[21:])
        growing.pack(rows, ticks)
        growing.append(rows, ticks + 30)
        assert growing.row_count == 60 * 5
        assert ticks_in(path) == list(range(1, 61))


def ticks_in(path: Path) -> list[int]:
    if path.suffix == ".csv":
        return sorted({int(line["tick"]) for line in lines_of(path)})
    return [round(time * 60e-9) for _, time, _ in messages_of(path, topics=["/tracked/arc/state"])]


def test_an_mcap_that_was_cut_off_in_a_write_has_all_chunks_before_it(run: Any, tmp_path: Path):
    content = (run[0] / "run.mcap").read_bytes()
    with (run[0] / "run.mcap").open("rb") as stream:
        *_, chunk = make_reader(stream).get_summary().chunk_indexes
    end = chunk.chunk_start_offset + chunk.chunk_length + chunk.message_index_length
    seen: list[int] = []
    with contextlib.suppress(EndOfFile, struct.error):  # at the cut
        for _, _, message in NonSeekingReader(io.BytesIO(content[: end + 3])).iter_messages(log_time_order=False):
            seen.append(message.log_time)
    assert max(seen) == 1_500_000_000


def test_a_fleets_name_with_a_space_makes_a_topic_without_one(tmp_path: Path):
    world = World(fleets=[Fleet("bicycle", 1, name="parked cars")])
    with Recorder(tmp_path / "run.mcap") as recorder, Recorder(tmp_path / "run.csv") as table:
        world.run(seconds=1 / 60, observers=[recorder, table])
    topics = {topic for topic, _, _ in messages_of(tmp_path / "run.mcap")}
    assert topics == {"/parked_cars/scene", "/parked_cars/transforms", "/parked_cars/state"}
    assert lines_of(tmp_path / "run.csv")[0]["fleet"] == "parked cars"


# ---- from a Parquet recording


def test_a_data_frame_and_a_data_set_have_si_units(run: Any):
    folder, states = run
    recording = read_recording(folder / "run.parquet")
    frame = recording.to_pandas()
    assert len(frame) == TICKS * 5
    assert frame.attrs["units"]["yaw"] == "rad"
    track = recording.vehicle(4)
    of_four = frame[frame.vehicle == 4]
    for name in NAMES:
        assert of_four[name].to_numpy() == pytest.approx(getattr(track, name))
    assert of_four.time.to_numpy() == pytest.approx(track.time)
    assert set(of_four.fleet) == {"tracked/arc"}
    data = recording.to_xarray()
    assert dict(data.sizes) == {"time": TICKS, "vehicle": 5}
    assert data.x.attrs == {"long_name": "east", "units": "m"}
    assert data.speed.attrs["units"] == "m/s"
    assert data.yaw.sel(vehicle=2).to_numpy() == pytest.approx([state["yaw"][2] for state in states], abs=5.1e-5)
    assert data.fleet.to_numpy().tolist() == ["bicycle/arc"] * 3 + ["tracked/arc"] * 2


def test_some_vehicles_and_some_ticks_can_be_chosen(run: Any, tmp_path: Path):
    recording = read_recording(run[0] / "run.parquet")
    frame = recording.to_pandas(vehicles="tracked/arc", every=30)
    assert frame[["vehicle"]].to_numpy().ravel().tolist() == [3, 4] * 3
    assert frame.time.unique() == pytest.approx([0.5, 1.0, 1.5])
    lines = lines_of(recording.to_csv(tmp_path / "some.csv", vehicles=[4, 1], every=45))
    assert [(line["tick"], line["vehicle"]) for line in lines] == [("45", "1"), ("45", "4"), ("90", "1"), ("90", "4")]
    path = recording.to_mcap(tmp_path / "some.mcap", vehicles=2)
    assert {topic for topic, _, _ in messages_of(path)} == {
        f"/bicycle/arc/{topic}" for topic in ("scene", "transforms", "state", "locations")
    }
    assert dict(recording.to_xarray(vehicles=[2]).sizes) == {"time": TICKS, "vehicle": 1}


def test_a_file_made_afterwards_is_the_one_made_meanwhile_but_for_the_resolution(run: Any, tmp_path: Path):
    recording = read_recording(run[0] / "run.parquet")
    later = lines_of(recording.to_csv(tmp_path / "later.csv"))
    for before, after in zip(lines_of(run[0] / "run.csv"), later, strict=True):
        assert before.keys() == after.keys()
        assert float(before["x_m"]) == pytest.approx(float(after["x_m"]), abs=5.6e-4)
        assert (before["tick"], before["fleet"], before["status"]) == (after["tick"], after["fleet"], after["status"])


# ---- refused


def test_a_suffix_that_stands_for_no_format_is_refused(tmp_path: Path):
    with pytest.raises(RecordingError, match=r"out\.xlsx must end in \.parquet .* or \.mcap"):
        Recorder(tmp_path / "out.xlsx")
    assert list(tmp_path.iterdir()) == []


LINES_OF_JSON = """
import json
from motorpool.recording.columns import DRIVER
from motorpool.recording.formats import RecorderKind

class Lines:
    head = b""

    def __init__(self, about, vehicles):
        self.dt, self.ids = about["dt"], [int(one) for one in vehicles.ids]

    def grow(self, vehicles):
        self.ids += [int(one) for one in vehicles.ids]

    def encoded(self, values, ticks, at):
        lines = [[tick * self.dt, self.ids, block[0].tolist()] for tick, block in zip(ticks, values.swapaxes(0, 1))]
        return "".join(json.dumps(line) + "\\n" for line in lines).encode()

    def ending(self, at):
        return b""

FORMAT = RecorderKind("jsonl", "lines of JSON", Lines)
"""


@pytest.fixture
def installed_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with a format of its own."""
    about = tmp_path / "lines_of_json-1.0.dist-info"
    about.mkdir()
    (tmp_path / "lines_of_json.py").write_text(LINES_OF_JSON)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lines-of-json\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[motorpool.recorders]\njsonl = lines_of_json:FORMAT\n")
    monkeypatch.syspath_prepend(tmp_path)
    extensions.installed.cache_clear()
    yield
    extensions.installed.cache_clear()


@pytest.mark.usefixtures("installed_format")
def test_a_format_of_an_installed_package_is_recorded_by_its_suffix(tmp_path: Path):
    kept, world = Kept(), made_world()
    with Recorder(tmp_path / "run.jsonl") as recorder:
        world.run(seconds=0.5, observers=[kept, recorder])
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    assert [x for _, _, x in lines] == [state["x"].tolist() for state in kept.states]
    assert [time for time, _, _ in lines] == pytest.approx(np.arange(1, 31) / 60)
    with pytest.raises(RecordingError, match=r"must end in .*\.csv \(a table\), .* or \.jsonl \(lines of JSON\)"):
        Recorder(tmp_path / "run.txt")
    with pytest.raises(RecordingError, match="is read by other programs"):
        read_recording(tmp_path / "run.jsonl")


def test_what_cannot_be_is_refused_in_a_sentence(run: Any, tmp_path: Path):
    recording = read_recording(run[0] / "run.parquet")
    with pytest.raises(RecordingError, match="vehicles 0 to 4; there is no vehicle 5"):
        recording.to_pandas(vehicles=[0, 5])
    with pytest.raises(RecordingError, match="has no fleet 'traked/arc'; did you mean 'tracked/arc'"):
        recording.to_xarray(vehicles="traked/arc")
    with pytest.raises(RecordingError, match="every is 0"):
        recording.to_pandas(every=0)
    with pytest.raises(RecordingError, match=r"must end in \.csv"):
        recording.to_csv(tmp_path / "out.txt")
    (tmp_path / "out.csv").write_text("precious")
    with pytest.raises(RecordingError, match="exists already"):
        recording.to_csv(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "precious"
    with pytest.raises(RecordingError, match=r"Motorpool reads and replays \.parquet"):
        read_recording(run[0] / "run.mcap")
