"""Rewinding: a world goes on from where it was, as it did then."""

import pytest
from two_players import TwoPlayers
from worlds import digest

import motorpool as mp
from motorpool.app.viewer import rewinding
from motorpool.app.viewer.rewinding import History
from motorpool.recording.journal import checksums
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER
from motorpool.world.sources.player import Player


@pytest.fixture
def world():
    return mp.load("playground").build()


@pytest.fixture
def history():
    return History()


def test_a_world_that_was_rewound_goes_on_as_it_did(world, history):
    world.observers.append(history)
    world.run(seconds=9.0)
    expected = checksums(world)
    world.run(seconds=3.0)
    assert history.rewind(world, 8.0) == pytest.approx(8.0)
    assert world.time == pytest.approx(4.0)
    world.run(seconds=5.0)
    assert checksums(world) == expected


def test_the_nearest_copy_is_taken_and_later_ones_are_forgotten(world, history):
    world.observers.append(history)
    world.run(seconds=5.5)
    assert history.reach(world) == pytest.approx(4.5)
    assert history.rewind(world, 2.2) == pytest.approx(2.5)
    assert history.reach(world) == pytest.approx(2.0)


def test_no_more_than_a_minute_is_kept(world, history):
    world.observers.append(history)
    world.run(seconds=70.0)
    assert history.reach(world) == pytest.approx(60.0)


def test_drivers_keep_their_vehicles_and_leave_those_that_they_had_then(world, history):
    player = Player()
    world.sources.append(player)
    world.observers.append(history)
    player.take(20)
    world.run(seconds=2.0)
    player.release(20)
    player.take(21)
    player.set(21, throttle=0.5)
    world.run(seconds=2.0)
    history.rewind(world, 2.0)
    assert world.vehicles.driver[[20, 21]].tolist() == [PLAYER, AUTOPILOT]
    player.reclaim(world)
    world.step()
    assert world.vehicles.driver[[20, 21]].tolist() == [AUTOPILOT, PLAYER]
    assert world.vehicles.throttle[21] == 0.5


def test_what_two_people_did_is_undone_wholly(world, history):
    world.run(seconds=1.0, observers=[history])
    before = digest(world)
    people = TwoPlayers(world, (7, 20))
    world.run(seconds=20.0, observers=[people])
    assert digest(world) != before
    history.rewind(world, 20.0)
    assert digest(world) == before


# ---- refused


def test_a_world_that_has_just_begun_cannot_be_rewound(world, history):
    assert "nothing to go back to" in history.refusal(world)


def test_a_world_that_is_recorded_cannot_be_rewound(world, history, tmp_path):
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.observers += [history, recorder]
        world.run(seconds=1.0)
        assert history.refusal(world).startswith("a recording is running")
    assert history.refusal(world) is None


def test_a_world_with_inputs_from_elsewhere_cannot_be_rewound(world, history):
    class Wind:
        def read(self, world):
            """Blow."""

    world.observers.append(history)
    world.sources.append(Wind())
    world.run(seconds=1.0)
    assert "has inputs that cannot be rewound" in history.refusal(world)


def test_a_world_that_is_too_large_keeps_no_copy(world, history, monkeypatch):
    monkeypatch.setattr(rewinding, "MOST_BYTES", 100_000)
    world.observers.append(history)
    world.run(seconds=2.0)
    assert history.reach(world) == 0.0
    assert history.refusal(world) == "a world of 34 vehicles is too large to keep copies of for rewinding"
