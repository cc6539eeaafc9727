"""Playback: a recording is shown at any moment, as it was recorded."""

import json

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.viewer.description import describe
from motorpool.errors import RecordingError
from motorpool.recording.journal import Entry, Event
from motorpool.recording.playback import KEPT_GROUPS, MOST_MARKS, Playback, marks_of, people_in
from motorpool.recording.validation import entries
from motorpool.recording.verification import played_scenario
from motorpool.world.recovery.component import Recovery
from motorpool.world.recovery.events import BEGAN, SET_BACK, standstills_of
from motorpool.world.recovery.phases import BACKING
from motorpool.world.recovery.reasons import SOIL, VEHICLE
from motorpool.world.recovery.wording import action, sentence
from motorpool.world.sources.actions import Release, Take
from motorpool.world.sources.player import Player

SHOWN = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "throttle", "brake", "driver", "status")
WORDS = ("driver", "status")
RESOLUTION = 5.1e-4  # half of the coarsest unit: mm, mm/s, 1/1000


class Seen:
    """An observer that keeps what is shown."""

    def __init__(self):
        self.ticks = {}

    def observe(self, world):
        self.ticks[world.tick] = {name: getattr(world.vehicles, name).copy() for name in SHOWN}


def recorded(path, *, seconds=3.0, **options):
    """The path of a recording of the playground, somebody driving a tank, and what was seen in it."""
    world, player, seen = mp.load("playground").build(), Player(), Seen()
    world.sources.append(player)
    player.take(7)
    player.set(7, throttle=0.8, steer=0.4)
    with mp.Recorder(path, chunk_seconds=0.5, **options) as recorder:
        world.run(seconds=seconds, observers=[seen, recorder])
    return seen.ticks


def playback_of(path):
    return Playback(mp.load("playground").build(), mp.read_recording(path))


def assert_shows(playback, expected, atol=RESOLUTION):
    for name in SHOWN:
        shown = getattr(playback.world.vehicles, name)
        assert np.allclose(shown, expected[name], rtol=0.0, atol=0.0 if name in WORDS else atol), name


def test_every_tick_is_shown_as_it_was(tmp_path):
    seen = recorded(tmp_path / "run.parquet")
    playback, shown = playback_of(tmp_path / "run.parquet"), Seen()
    playback.world.observers.append(shown)
    for _ in range(179):
        playback.step()
    assert list(shown.ticks) == list(range(2, 181))
    for tick in (2, 31, 60, 61, 180):
        for name in SHOWN:
            assert np.allclose(shown.ticks[tick][name], seen[tick][name], rtol=0.0, atol=RESOLUTION)


def test_any_moment_is_found_forwards_and_backwards(tmp_path):
    seen = recorded(tmp_path / "run.parquet")
    playback = playback_of(tmp_path / "run.parquet")
    for tick in (150, 7, 180, 30, 31, 1, 95):
        playback.seek(tick / 60)
        assert playback.world.tick == tick
        assert_shows(playback, seen[tick])
    assert len(playback._groups) == KEPT_GROUPS


def test_a_moment_outside_is_the_nearest_inside(tmp_path):
    recorded(tmp_path / "run.parquet", seconds=1.0)
    playback = playback_of(tmp_path / "run.parquet")
    playback.seek(1e6)
    assert playback.world.tick == 60
    playback.seek(0.0)
    assert playback.world.tick == 1


def test_it_stays_at_the_end_and_says_so(tmp_path):
    recorded(tmp_path / "run.parquet", seconds=0.5)
    playback, ends = playback_of(tmp_path / "run.parquet"), []
    playback.on_end = lambda: ends.append(playback.world.tick)
    playback.seek(28 / 60)
    for _ in range(3):
        playback.step()
    assert ends == [30, 30]


def test_between_rows_that_are_far_apart_vehicles_move_smoothly(tmp_path):
    seen = recorded(tmp_path / "run.parquet", every=12)
    playback = playback_of(tmp_path / "run.parquet")
    playback.seek(90 / 60)
    vehicles = playback.world.vehicles
    middle = 0.5 * (seen[84]["x"] + seen[96]["x"])
    assert np.allclose(vehicles.x, middle, rtol=0.0, atol=2 * RESOLUTION)
    turn = np.angle(np.exp(1j * (seen[96]["yaw"] - seen[84]["yaw"])))
    assert np.allclose(np.exp(1j * vehicles.yaw), np.exp(1j * (seen[84]["yaw"] + 0.5 * turn)), atol=1e-3)
    playback.seek(96 / 60)
    assert_shows(playback, seen[96])


def test_the_vehicles_of_people_are_known_and_marked(tmp_path):
    recorded(tmp_path / "run.parquet", seconds=0.5)
    playback = playback_of(tmp_path / "run.parquet")
    assert playback.people == [7]
    assert [tuple(mark) for mark in playback.marks if mark.kind == "taken"] == [(1 / 60, "taken", 7, -1)]


def test_a_world_of_other_vehicles_is_refused(tmp_path):
    recorded(tmp_path / "run.parquet", seconds=0.1)
    world = mp.load("playground").changed(vehicles=40).build()
    with pytest.raises(RecordingError, match="of 34 vehicles, and its scenario builds 40 now"):
        Playback(world, mp.read_recording(tmp_path / "run.parquet"))


# ---- marks


def test_what_happens_again_within_a_second_has_one_mark():
    journal = [Entry(tick, events=[Event("contact", 3, 9), Event("shot", 5)]) for tick in (1, 20, 50, 300, 310)]
    times = [(mark.kind, round(mark.time, 2)) for mark in marks_of(journal, 1 / 60)]
    assert times == [("contact", 0.02), ("shot", 0.02), ("contact", 5.0), ("shot", 5.0)]


def test_people_are_in_the_order_in_which_they_came():
    journal = [Entry(1, [Take(9)]), Entry(5, [Release(9), Take(2)]), Entry(9, [Take(9)])]
    assert people_in(journal) == [9, 2]
    assert [(mark.kind, mark.vehicle) for mark in marks_of(journal, 1.0)] == [
        ("taken", 9), ("released", 9), ("taken", 2), ("taken", 9),
    ]  # fmt: skip


def test_rare_marks_stay_where_there_are_too_many():
    journal = [Entry(60 * number, events=[Event("shot", number % 50)]) for number in range(5000)]
    journal[2500] = Entry(60 * 2500, events=[Event("destroyed", 7)])
    marks = marks_of(journal, 1 / 60)
    assert MOST_MARKS / 2 < len(marks) <= MOST_MARKS
    assert [mark.vehicle for mark in marks if mark.kind == "destroyed"] == [7]


def test_a_destroyed_vehicle_is_destroyed_from_then_on_and_whole_before(tmp_path, monkeypatch):
    recorded(tmp_path / "run.parquet", seconds=1.0)
    recording = mp.read_recording(tmp_path / "run.parquet")
    monkeypatch.setattr(recording, "journal", lambda: [Entry(30, events=[Event("destroyed", 4)])])
    playback = Playback(mp.load("playground").build(), recording)
    playback.seek(40 / 60)
    assert playback.world.vehicles.damage[4] == 1.0
    assert playback.world.events.changes.vehicle.tolist() == [4]
    playback.seek(41 / 60)
    assert not playback.world.events.changes.vehicle.size
    playback.seek(29 / 60)
    assert playback.world.vehicles.damage[4] == 0.0


# ---- vehicles that stand


@pytest.fixture
def standing_run(tmp_path, monkeypatch):
    """The path of a recording of six seconds: vehicle 3 stands from 2 s to 4 s on the clock, for two reasons."""
    monkeypatch.setattr(Recovery, "step", lambda self: None)  # the columns stay as they are set
    world = mp.load("playground").build()
    path = tmp_path / "standing.parquet"
    with mp.Recorder(path) as recorder:
        for second in range(6):
            is_standing = second in (2, 3)
            world.vehicles.standing_time[3] = 10.0 * is_standing
            world.vehicles.standing_reason[3] = (SOIL if second == 2 else VEHICLE) * is_standing
            world.vehicles.blocked_by[3] = 7 if second == 3 else -1
            world.vehicles.needed_force[3] = 38_410.0 * (second == 2)
            world.vehicles.recovery_phase[3] = BACKING * is_standing
            world.run(seconds=1.0, observers=[recorder])
    return path


def test_a_replay_shows_why_a_vehicle_stands_in_the_words_of_then(standing_run):
    playback = playback_of(standing_run)
    vehicles = playback.world.vehicles

    def words_at(time):
        playback.seek(time)
        return sentence(playback.world, 3), action(playback.world, 3), vehicles.standing_time[3] == pytest.approx(time)

    first, second = words_at(3.0), words_at(4.0)
    assert first[0].startswith("stuck in ")
    assert first[0].endswith("needs 38 kN, has 0")
    assert (first[1:], second[1:]) == (("backs out", True), ("backs out", True))
    assert second[0].startswith("blocked by ")
    assert words_at(5.0) == ("", "", False)
    assert words_at(3.5) == first
    assert words_at(1.0) == ("", "", False)
    assert (vehicles.standing_time == 0.0).all()


def test_a_standstill_of_any_vehicle_is_an_event_of_the_journal(tmp_path, monkeypatch):
    monkeypatch.setattr(Recovery, "step", lambda self: None)
    world = mp.load("playground").build()
    rows = [(3, VEHICLE, BEGAN, 7, 0.0, 0.0), (4, SOIL, BEGAN, 99, 0.0, 0.0), (5, SOIL, SET_BACK, -1, 0.0, 0.0)]
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=0.1, observers=[recorder])
        world.recovery.standstills = standstills_of(rows, world.time)
        world.run(seconds=1 / 60, observers=[recorder])
    events = [event for entry in mp.read_recording(tmp_path / "run.parquet").journal() for event in entry.events]
    assert [Event("stands", 3, 7), Event("stands", 4), Event("was set back on its way", 5)] == events


@pytest.mark.parametrize(
    "state", [[-1, 1, -1, 0, 0, 0, 0], [3, 99, -1, 0, 0, 0, 0], [3, 1, -1, 0, 0, 99, 0], [3, 1, -1, 10**12, 0, 0, 0]]
)
def test_a_journal_with_an_impossible_state_is_refused(state):
    text = json.dumps([{"tick": 1, "standing": [state]}]).encode()
    with pytest.raises(RecordingError, match="it says of a standing vehicle"):
        entries(text, [], vehicle_count=10)


def test_a_replay_draws_each_vehicle_by_its_own_shape(tmp_path):
    """Of a named vehicle and of a file that is based on one; the file is gone, and would not be opened."""
    own, file = tmp_path / "own.toml", tmp_path / "run.parquet"
    own.write_text('base = "LAV-25"\n')
    scenario = tmp_path / "shapes.yaml"
    scenario.write_text(
        "terrain: flat\n"
        "vehicles:\n"
        "  - {name: tank, model: M1A1, driver: parked, start: {grid: {x: 0, y: 0}}}\n"
        "  - {name: own, vehicle: own.toml, driver: parked, start: {grid: {x: 60, y: 0}}}\n"
        "  - {name: plain, model: bicycle, driver: parked, start: {grid: {x: 120, y: 0}}}\n"
    )
    world = mp.load(str(scenario)).build()
    with mp.Recorder(file) as recorder:
        world.run(seconds=0.1, observers=[recorder])
    own.unlink()
    recording = mp.read_recording(file)
    assert recording.about["vehicles"] == ["M1A1", "LAV-25", ""]
    played = Playback(played_scenario(recording).build(), recording).world
    for before, after in zip(describe(world)["fleets"], describe(played)["fleets"], strict=True):
        assert after["mesh"] == before["mesh"]
        assert after["symbol"] == before["symbol"]
