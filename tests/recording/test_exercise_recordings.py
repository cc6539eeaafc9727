"""Recordings of a world in an exercise: rows of those who are there, and how far they can be verified."""

import contextlib
import time

import numpy as np
import pytest
from pace import patience
from sockets import free_port

import motorpool as mp
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.dis.gateway import Gateway
from motorpool.links.dis.settings import settings_of
from motorpool.recording.playback import Playback
from motorpool.recording.verification import scenario_in, verify
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import ABSENT, REMOTE
from motorpool.world.remote.guests import guest_fleets, vacate_guests

ROOM = 4  # for as many wheeled guests, and as many tracked ones
SCENARIO = """
name: platoon
terrain: {{source: flat, size: 1000.0}}
vehicles: [{{model: bicycle, count: 3}}]
exercise: {{address: "127.0.0.1:{to}", port: {port}, application: 1, room: 4, origin_deg: [36.3, -84.2]}}
"""


@pytest.fixture
def exercise(tmp_path):
    """Record a platoon in an exercise, alone for half a second, then with somebody else; returns the recording."""

    def record(name="run.parquet", *, seconds_together=0.0, **options):
        ports = free_port(), free_port()
        (tmp_path / "platoon.yaml").write_text(SCENARIO.format(to=ports[1], port=ports[0]))
        scenario = mp.load(tmp_path / "platoon.yaml")
        world = scenario.build()
        with contextlib.ExitStack() as stack:
            recorder = stack.enter_context(mp.Recorder(tmp_path / name, chunk_seconds=0.25, **options))
            gateway = stack.enter_context(Gateway(world, settings_of(scenario.content.exercise)))
            world.run(seconds=0.5, observers=[recorder])
            if seconds_together:
                stack.enter_context(other_program(ports, gateway))
                world.run(seconds=seconds_together, observers=[recorder])
        return tmp_path / name

    return record


@contextlib.contextmanager
def other_program(ports, gateway):
    """A world with one vehicle, whose state has come when this begins."""
    world = World(fleets=[Fleet("bicycle", 1), *guest_fleets(2)], terrain=Terrain.flat(size=1000.0))
    vacate_guests(world)
    settings = gateway.settings._replace(address=f"127.0.0.1:{ports[0]}", port=ports[1], application=2)
    with Gateway(world, settings):
        before, end = gateway.endpoint.counts.received, time.monotonic() + patience(10.0)
        world.step()
        while gateway.endpoint.counts.received == before and time.monotonic() < end:
            time.sleep(0.001)
        yield


def test_a_platoon_with_room_for_guests_is_recorded_as_a_platoon(exercise):
    recording = mp.read_recording(exercise())
    assert recording.vehicle_count == 3 + 2 * ROOM
    assert recording.row_count == 30 * 3
    assert "0.5 s of 3 vehicles (90 rows)" in str(recording)
    assert sorted(set(recording.table()["vehicle"].to_pylist())) == [0, 1, 2]
    assert len(recording.to_pandas()) == 90
    assert len(recording.vehicle(5).time) == 0


def test_an_exercise_in_which_nothing_came_is_verified(exercise):
    recording = mp.read_recording(exercise())
    outcome = verify(recording, scenario_in(recording).build())
    assert (outcome.result, outcome.ticks, outcome.checks) == ("equal", 30, 1)


def test_an_exercise_is_verified_until_something_came(exercise):
    recording = mp.read_recording(exercise(seconds_together=0.4))
    outcome = verify(recording, scenario_in(recording).build())
    assert (outcome.result, outcome.ticks, outcome.difference) == ("not verified", 30, "")
    assert outcome.missing == "from tick 31 on other programs (DIS) took part, whose part no recording holds"


def test_a_guest_has_rows_while_it_is_there(exercise):
    path = exercise(seconds_together=0.4)
    recording = mp.read_recording(path)
    guest = recording.vehicle(3)
    assert set(guest.driver) == {REMOTE}
    assert guest.time[0] == pytest.approx(31 / 60)
    assert recording.row_count < 54 * 4 + 15
    frame = recording.to_pandas()
    assert sorted(set(frame["vehicle"])) == [0, 1, 2, 3]
    assert not (frame["driver"] == ABSENT).any()
    data = recording.to_xarray()
    assert set(np.unique(data.driver.sel(vehicle=7))) == {ABSENT}


@pytest.mark.parametrize("suffix", [".csv", ".mcap"])
def test_other_formats_leave_absent_vehicles_out(exercise, tmp_path, suffix):
    if suffix == ".csv":
        lines = exercise("run.csv").read_text().splitlines()
        assert len(lines) == 1 + 90
        return
    reader = pytest.importorskip("mcap.reader")
    with exercise("run.mcap", seconds_together=0.1).open("rb") as stream:
        topics = {channel.topic for _, channel, _ in reader.make_reader(stream).iter_messages()}
    assert {topic.rpartition("/")[0] for topic in topics} == {"/bicycle/arc", "/guests__wheeled"}


def test_a_guest_is_played_while_it_is_there(exercise):
    recording = mp.read_recording(exercise(seconds_together=0.4))
    playback = Playback(scenario_in(recording).build(), recording)
    driver = playback.world.vehicles.driver
    for time_, expected in ((0.0, ABSENT), (0.8, REMOTE), (0.1, ABSENT)):
        playback.seek(time_)
        assert driver[3] == expected
        assert (driver[4:] == ABSENT).all()
        assert (driver[:3] != ABSENT).all()
