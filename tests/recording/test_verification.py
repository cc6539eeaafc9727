"""Verification: a recording simulated again is equal to the bit, and whatever is not is found."""

import struct
from dataclasses import replace
from types import SimpleNamespace

import pytest
from command_line import motorpool
from recording_parts import parts_of
from two_players import TwoPlayers

import motorpool as mp
from motorpool.errors import RecordingError
from motorpool.recording.recording import recover_recording
from motorpool.recording.verification import scenario_in, told, verify
from motorpool.world.sources.actions import (
    ACTIONS,
    AddAnother,
    AddVehicles,
    Drive,
    DriveByPolicy,
    Place,
    RemoveVehicle,
    RemoveVehicles,
)

TANK, STROLLER = 7, 20  # of the playground


def recorded(path, *, seconds=60.0, scenario="playground", vehicles=(TANK, STROLLER), **options):
    """A world with two people, recorded; returns it with how many things they did."""
    world = mp.load(scenario).build(seed=7)
    people = TwoPlayers(world, vehicles)
    with mp.Recorder(path, **options) as recorder:
        world.run(seconds=seconds, observers=[people, recorder])
    return SimpleNamespace(path=path, world=world, action_count=people.action_count)


def verified(path, tamper=None):
    recording = mp.read_recording(path)
    if tamper is not None:
        chunks = recording.chunks
        recording.chunks = lambda: map(tamper, chunks())
    return verify(recording, scenario_in(recording).build())


@pytest.fixture(scope="module")
def minute(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("minute") / "minute.parquet")


def test_a_minute_with_two_players_is_equal_to_the_bit(minute):
    outcome = verified(minute.path)
    assert not outcome.difference
    assert (outcome.ticks, outcome.checks) == (3600, 61)  # the first tick, and each second
    assert outcome.actions == minute.action_count > 1000
    assert outcome.columns > 100
    assert not outcome.missing
    assert told(mp.read_recording(minute.path), outcome).startswith(
        f"{minute.path} is equal to the bit: 3 600 ticks simulated again with {minute.action_count:,} ".replace(
            ",", " "
        )
    )


def test_people_did_all_there_is_to_do_in_that_minute(minute):
    done = {type(action) for entry in mp.read_recording(minute.path).journal() for action in entry.actions}
    comings = {AddAnother, AddVehicles, RemoveVehicle, RemoveVehicles}  # in test_population_recordings.py
    policies = {DriveByPolicy, Place}  # in tests/learning/test_driving.py
    assert done == set(ACTIONS.values()) - comings - policies


@pytest.mark.parametrize("bit", [0, 30, 51, 63])
def test_one_flipped_bit_of_one_input_is_found_within_a_second(minute, bit):
    flipped = []

    def tamper(rows):
        for entry in rows.journal:
            for index, action in enumerate(entry.actions):
                if not flipped and isinstance(action, Drive) and entry.tick % 60 == 59 and action.throttle:
                    (pattern,) = struct.unpack("<Q", struct.pack("<d", action.throttle))
                    (throttle,) = struct.unpack("<d", struct.pack("<Q", pattern ^ (1 << bit)))
                    entry.actions[index] = replace(action, throttle=throttle)
                    flipped.append(entry.tick)
        return rows

    outcome = verified(minute.path, tamper)
    assert flipped[0] - 60 <= outcome.ticks <= flipped[0] + 60
    assert outcome.difference.startswith("at tick ")


def test_a_recorded_row_that_was_changed_is_named(minute):
    def tamper(rows):
        index = rows.table.column_names.index("y_mm")
        values = rows.table["y_mm"].to_numpy().copy()
        values[3 * len(rows.ticks) + 11] += 1  # of vehicle 3, its twelfth row
        return rows._replace(table=rows.table.set_column(index, "y_mm", [values]))

    assert verified(minute.path, tamper).difference.startswith("at tick 12 (0.20 s) of vehicle 3: y_mm is ")


def test_a_column_that_somebody_else_changed_is_named(tmp_path):
    class Meddler:
        def observe(self, world):
            if world.tick == 90:
                world.vehicles.desired_speed[0] += 1e-12  # of one that is parked

    world = mp.load("playground").build()
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=3.0, observers=[recorder, Meddler()])
    outcome = verified(tmp_path / "run.parquet")
    assert outcome.difference.startswith("at tick 120 (2.00 s) 1 column of ")
    assert outcome.difference.endswith(" (vehicles.desired_speed)")


@pytest.mark.parametrize("every", [7, 60, 1000])
def test_nothing_is_lost_between_the_rows(tmp_path, every):
    run = recorded(tmp_path / "seldom.parquet", seconds=10.3, every=every, chunk_seconds=2.0)
    outcome = verified(run.path)
    assert not outcome.difference
    assert (outcome.actions, outcome.ticks) == (run.action_count, 618)


def test_a_recording_that_was_cut_is_verified_as_far_as_it_goes(minute, tmp_path):
    path = tmp_path / "cut.parquet"
    data = parts_of(minute.path).file(is_growing=True)
    path.write_bytes(data[: len(data) // 2])
    outcome = verified(path)
    assert not outcome.difference
    assert outcome.result == "not verified"
    assert outcome.missing == "interrupted, or still being recorded: what came after its last whole chunk is lost"
    assert outcome.ticks == mp.read_recording(path).row_count // 34 == 60 * round(outcome.seconds)
    assert 0 < outcome.ticks < 3600


def test_a_recording_whose_middle_is_damaged_is_verified_up_to_there(minute, tmp_path):
    path = tmp_path / "damaged.parquet"
    data = bytearray(minute.path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    outcome = verified(path)
    assert (outcome.result, outcome.difference) == ("not verified", "")
    assert "is damaged between" in outcome.missing
    recover_recording(path)
    outcome = verified(path)
    assert (outcome.result, outcome.difference) == ("not verified", "")
    assert 0 < outcome.ticks < 3600
    assert outcome.missing.endswith(" s were damaged and are left out")


def test_options_that_changed_the_scenario_are_in_the_recording(tmp_path):
    world = mp.load("playground").changed(vehicles=50, objects=20, seed=99).build()
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=1.0, observers=[recorder])
    assert not verified(tmp_path / "run.parquet").difference


# ---- what cannot be verified


def test_a_program_s_own_source_is_named(tmp_path):
    class Wind:
        def read(self, world):
            world.vehicles.x += 0.001

    world = mp.load("playground").build()
    world.sources.append(Wind())
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=0.1, observers=[recorder])
    with pytest.raises(RecordingError, match=r"was made with a program's own source .*Wind, which no recording holds"):
        verified(tmp_path / "run.parquet")


def test_a_world_that_no_scenario_made_cannot_be_built_again(tmp_path):
    world = mp.World(fleets=[mp.Fleet("bicycle", 1)])
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=0.1, observers=[recorder])
    with pytest.raises(RecordingError, match="was made from no scenario but by a program"):
        verified(tmp_path / "run.parquet")


def test_a_recording_that_begins_in_the_middle_says_so(tmp_path):
    world = mp.load("playground").build()
    world.run(seconds=1.0)
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=0.1, observers=[recorder])
    with pytest.raises(RecordingError, match="begins at tick 61 of its world; only one from the first tick on"):
        verified(tmp_path / "run.parquet")


# ---- the command


def test_the_command_says_that_all_is_equal_and_how_much_that_is(minute):
    answer = motorpool("replay", str(minute.path), "--verify")
    assert answer.returncode == 0, answer.stderr
    assert "minute.parquet is equal to the bit: 3 600 ticks simulated again with " in answer.stdout


@pytest.mark.parametrize(
    "minutes",
    [1, pytest.param(10, marks=[pytest.mark.soak, pytest.mark.timeout(900)])],
    ids=lambda minutes: f"{minutes} min",
)
def test_500_vehicles_with_two_players_are_equal_to_the_bit(tmp_path, minutes):
    run = recorded(tmp_path / "drive.parquet", seconds=60.0 * minutes, scenario="jacksboro", vehicles=(3, 300))
    outcome = verified(run.path)
    assert not outcome.difference
    assert (outcome.ticks, outcome.checks, outcome.actions) == (3600 * minutes, 60 * minutes + 1, run.action_count)
