"""Recordings of worlds in which vehicles come and go."""

import json

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import RecordingError, WorldError
from motorpool.recording.playback import Playback
from motorpool.recording.verification import EQUAL, played_scenario, scenario_in, told, verify
from motorpool.world.sources.actions import AddVehicles, RemoveVehicles

SCENARIO = """
seed: 4
terrain: {source: flat, size: 3000}
vehicles:
  - {model: bicycle, count: 6, name: cars, wheelbase: 3.1}
  - {model: M1A1, count: 3}
"""


def recorded(path, **given):
    """Record 8 s of a world in which vehicles come and go, from before its first step on; return the world."""
    scenario = path.with_name("coming.yaml")
    scenario.write_text(SCENARIO)
    world = mp.load(scenario).build()
    world.add("cars", x=300.0, y=300.0)
    with mp.Recorder(path, **given) as recorder:
        world.observers.append(recorder)
        for step in range(480):
            if step == 100:
                tanks = world.add("M1A1", x=[10.0, 50.0], y=[20.0, 21.0], yaw=0.3)
            if step == 200:
                world.add("tracked", x=np.linspace(-500.0, 500.0, 11), y=-700.0)
            if step == 300:
                world.remove([tanks[0], 2])
            if step == 400:
                world.add("cars", x=400.0, y=4.5, speed=np.float64(2.5))
            world.step()
    return world


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    path = tmp_path_factory.mktemp("coming") / "drive.parquet"
    return recorded(path, chunk_seconds=3.0), mp.read_recording(path)


def test_a_recording_names_the_fleets_that_came(drive):
    world, recording = drive
    named = [(fleet["name"], fleet["first"], fleet["count"]) for fleet in recording.about["fleets"]]
    rows = [(fleet.name, own.start, fleet.count) for fleet, own in zip(world.fleets, world.vehicles.rows, strict=True)]
    assert named == rows
    assert recording.is_complete
    assert recording.vehicle_count == world.count > recording.built_count == 9


def test_a_vehicle_has_rows_while_it_is_in_the_world(drive):
    _, recording = drive
    first = next(fleet["first"] for fleet in recording.about["fleets"] if fleet["name"] == "M1A1 (2)")
    ticks = np.rint(recording.vehicle(first).time / recording.about["dt"])
    assert (ticks[0], ticks[-1], len(ticks)) == (101, 300, 200)
    assert np.rint(recording.vehicle(first + 1).time[-1] / recording.about["dt"]) == 480
    frame = recording.to_pandas()
    assert set(frame.fleet.unique()) == {fleet["name"] for fleet in recording.about["fleets"]}


def test_a_replay_repeats_all_comings_and_goings_to_the_bit(drive):
    _, recording = drive
    outcome = verify(recording, scenario_in(recording).build())
    assert outcome.result == EQUAL, told(recording, outcome)
    assert (outcome.ticks, outcome.actions) == (480, 5)


def test_a_playback_shows_every_vehicle_that_came(drive):
    world, recording = drive
    playback = Playback(played_scenario(recording).build(), recording)
    playback.seek(playback.end)
    shown = playback.world
    assert (shown.vehicles.driver == world.vehicles.driver).all()
    there = world.present_ids
    np.testing.assert_allclose(shown.vehicles.x[there], world.vehicles.x[there], atol=6e-4)
    playback.seek(1.0)
    assert shown.present == 10


def test_an_interrupted_recording_knows_them_too(tmp_path):
    path = tmp_path / "cut.parquet"
    (tmp_path / "s.yaml").write_text(SCENARIO)
    world = mp.load(tmp_path / "s.yaml").build()
    recorder = mp.Recorder(path, chunk_seconds=0.5)
    world.observers.append(recorder)
    world.run(seconds=0.5)
    world.add("tracked", x=0.0, y=500.0)
    world.run(seconds=1.0)
    for _ in range(300):
        found = mp.read_recording(path)
        if found.tick_count >= 60:
            break
        world.run(seconds=0.1)
    assert not found.is_complete
    assert found.about["fleets"][-1]["name"] == "tracked/arc"
    recorder.close()
    assert mp.read_recording(path).is_complete


@pytest.mark.parametrize("suffix", ["csv", "mcap"])
def test_other_formats_have_the_rows_of_all(drive, tmp_path, suffix):
    world, recording = drive
    path = tmp_path / f"drive.{suffix}"
    recorded(path)
    names = {fleet.name for fleet in world.fleets}
    if suffix == "csv":
        pandas = pytest.importorskip("pandas")
        table = pandas.read_csv(path)
        assert len(table) == recording.row_count - _absent_rows(recording)
        assert set(table.fleet) == names
    else:
        reader = pytest.importorskip("mcap.reader")
        with path.open("rb") as stream:
            read = reader.make_reader(stream)
            topics = {channel.topic for _, channel, _ in read.iter_messages()}
        assert len({topic.rpartition("/")[0] for topic in topics}) == len(names)


def _absent_rows(recording):
    return sum(int(np.count_nonzero(rows.by_tick("driver") == 4)) for rows in recording.chunks())


def test_a_recording_that_begins_later_has_all_vehicles_but_is_not_verified(tmp_path):
    world = mp.World(fleets=[("bicycle", 3)])
    world.add("tracked", x=0.0, y=500.0)
    world.run(seconds=0.5)
    with mp.Recorder(tmp_path / "later.parquet") as recorder:
        world.run(seconds=0.5, observers=[recorder])
    recording = mp.read_recording(tmp_path / "later.parquet")
    assert [fleet["name"] for fleet in recording.about["fleets"]] == ["bicycle/arc", "tracked/arc"]
    assert len(recording.vehicle(3).time) == 30


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "'nonsense' says nothing of vehicles"),
        ("[" * 100_000, "says nothing of vehicles"),
        (json.dumps({"what": "evil.py", "x": 0, "y": 0, "yaw": 0, "values": {}}), "is no vehicle that ships"),
        (json.dumps({"what": "os.path", "x": 0, "y": 0, "yaw": 0, "values": {}}), "is no vehicle that ships"),
        (json.dumps({"what": "/etc/x.toml", "x": 0, "y": 0, "yaw": 0, "values": {}}), "is no vehicle that ships"),
        (json.dumps({"what": None, "x": 0, "y": 0, "yaw": 0, "values": {}}), "no name stands for"),
        (json.dumps({"what": "bicycle", "x": 0, "y": 0, "values": {}}), "no name stands for"),
        (json.dumps({"what": "bicycle", "x": 0, "y": 0, "yaw": 0, "count": 10**12, "values": {}}), "are too many"),
        (json.dumps({"what": "bicycle", "x": [0] * 3, "y": {}, "yaw": 0, "values": {}}), "give one number"),
        (json.dumps({"what": "bicycle", "x": 0, "y": 0, "yaw": 0, "values": {"shape": "x.glb"}}), "shape"),
        (json.dumps({"what": "bicycle", "x": 0, "y": 0, "yaw": 0, "values": {"body": [1]}}), "body"),
        (json.dumps({"what": "bicycle", "x": 0, "y": 0, "yaw": 0, "values": {"device": "cuda"}}), "device"),
    ],
)
def test_an_addition_that_no_recorder_wrote_is_refused(text, sentence):
    world = mp.World(fleets=[("bicycle", 3)])
    with pytest.raises(mp.MotorpoolError, match=sentence):
        AddVehicles(text).apply(world)
    assert (world.count, len(world.fleets)) == (3, 1)


@pytest.mark.parametrize("text", ["{}", "[null]", "[7]", '["a"]', "[true]"])
def test_a_removal_that_no_recorder_wrote_is_refused(text):
    world = mp.World(fleets=[("bicycle", 3)])
    with pytest.raises(WorldError):
        RemoveVehicles(text).apply(world)
    assert world.present == 3


def test_a_recording_whose_chunk_of_a_fleet_is_missing_is_refused(tmp_path, monkeypatch):
    recorded(tmp_path / "drive.parquet")
    monkeypatch.setattr("motorpool.recording.recording.Recording._journal_of", lambda *_: [])
    with pytest.raises(RecordingError, match="the chunk that names the fleets of the vehicles from 9 on is not there"):
        mp.read_recording(tmp_path / "drive.parquet")
