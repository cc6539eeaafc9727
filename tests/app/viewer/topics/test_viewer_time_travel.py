"""Travels through time over a real socket: a recording that is played, a running world that is set back."""

import math

import pytest
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.recording.playback import Playback
from motorpool.world.clock import Pacer
from motorpool.world.recovery.component import Recovery
from motorpool.world.recovery.reasons import NO_WAY
from motorpool.world.sources.player import Player


@pytest.fixture
def film(tmp_path):
    """A viewer that plays ten seconds of the playground, in which somebody drives a tank."""
    world, player = mp.load("playground").build(), Player()
    world.sources.append(player)
    player.take(7)
    player.set(7, throttle=0.8)
    with mp.Recorder(tmp_path / "film.parquet") as recorder:
        world.run(seconds=10.0, observers=[recorder])
    playback = Playback(mp.load("playground").build(), mp.read_recording(tmp_path / "film.parquet"))
    with Viewer(playback.world, port=0, pacer=Pacer(playback)) as viewer:
        yield viewer


def test_a_recording_tells_its_length_its_people_and_its_marks(film):
    with ScreenlessBrowser(film) as browser:
        message = browser.told("recording")
        assert (message["file"], message["people"]) == ("film.parquet", [7])
        assert (message["start"], message["end"], message["step"]) == pytest.approx((1 / 60, 10.0, 1 / 60))
        assert {"time": 0.017, "kind": "taken", "vehicle": 7, "other": -1} in message["marks"]
        assert not message["note"]


def test_a_moment_is_shown_even_while_it_is_paused(film):
    with ScreenlessBrowser(film) as browser:
        browser.say(type="pause")
        for time in (9.0, 2.0, 9.5):
            browser.say(type="seek", time=time)
            frame = browser.until(lambda frame, time=time: abs(float(frame.header["time"]) - time) < 0.01)
            assert frame.header["flags"] & 1  # paused
        assert browser.records[7]["x"] == pytest.approx(1000.0 * film.world.vehicles.x[7], abs=1.0)


def test_a_recording_says_what_stands_at_the_moment_that_is_sought(tmp_path, monkeypatch):
    monkeypatch.setattr(Recovery, "step", lambda self: None)  # the columns stay as they are set
    world = mp.load("playground").build()
    with mp.Recorder(tmp_path / "film.parquet") as recorder:
        world.run(seconds=2.0, observers=[recorder])
        world.vehicles.standing_time[3], world.vehicles.standing_reason[3] = 40.0, NO_WAY
        world.run(seconds=6.0, observers=[recorder])
    playback = Playback(mp.load("playground").build(), mp.read_recording(tmp_path / "film.parquet"))
    with Viewer(playback.world, port=0, pacer=Pacer(playback)) as viewer, ScreenlessBrowser(viewer) as browser:
        browser.say(type="pause")
        for time, words in ((7.5, ["without a free path"]), (1.0, [])):
            browser.say(type="seek", time=time)
            while [one["words"] for one in browser.told("standing")["vehicles"]] != words:
                pass


def test_it_pauses_at_the_end_and_begins_anew(film):
    with ScreenlessBrowser(film) as browser:
        browser.say(type="seek", time=9.9)
        browser.until(lambda frame: float(frame.header["time"]) >= 9.999 and frame.header["flags"] & 1)
        browser.say(type="resume")
        browser.until(lambda frame: float(frame.header["time"]) < 1.0 and not frame.header["flags"] & 1)


def test_the_way_of_a_vehicle_is_reported_on_request(film):
    with ScreenlessBrowser(film) as browser:
        browser.say(type="trail", vehicle=7)
        message = browser.told("trail")
        times, x, y = zip(*message["points"], strict=True)
        assert message["vehicle"] == 7
        assert (times[0], times[-1]) == pytest.approx((0.02, 10.0))
        assert math.hypot(x[-1] - x[0], y[-1] - y[0]) > 5.0


def test_nothing_can_be_driven_in_a_recording(film):
    with ScreenlessBrowser(film) as browser:
        for command in ({"type": "take", "vehicle": 3}, {"type": "repair", "vehicle": 3}, {"type": "fire"}):
            browser.say(**command)
            assert browser.told("refused")["reason"] == "this is a recording; nothing in it can be driven or changed"


# ---- a running world


@pytest.fixture
def live():
    world = mp.load("playground").build()
    pacer = Pacer(world, rate=20.0)
    with Viewer(world, port=0, pacer=pacer) as viewer:
        yield viewer


def test_a_running_world_is_set_back_and_its_driver_stays(live):
    with ScreenlessBrowser(live) as browser:
        browser.take(7)
        browser.until(lambda frame: float(frame.header["time"]) > 12.0, driving={"throttle": 0.5})
        browser.say(type="pause")
        paused = browser.until(lambda frame: frame.header["flags"] & 1)
        browser.say(type="rewind", seconds=10)
        told = browser.told("rewound")
        assert told["seconds"] == pytest.approx(10.0, abs=0.51)
        frame = browser.until(lambda frame: float(frame.header["time"]) < float(paused.header["time"]) - 9.0)
        assert frame.header["own_vehicle"] == 7
        browser.say(type="resume")
        browser.until(lambda frame: float(frame.header["time"]) > told["time"] + 1.0)


def test_it_says_how_far_it_can_be_rewound(live):
    with ScreenlessBrowser(live) as browser:
        first = browser.told("history")["seconds"]  # 0, unless the machine is slow
        while browser.told("history")["seconds"] < first + 3.0:
            pass


def test_a_running_world_is_no_recording(live):
    with ScreenlessBrowser(live) as browser:
        browser.say(type="seek", time=3.0)
        assert browser.told("refused")["reason"] == "this is a running world, not a recording; it can be rewound"


def test_a_recorded_world_says_why_it_cannot_be_rewound(tmp_path):
    world = mp.load("playground").build()
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.observers.append(recorder)
        with Viewer(world, port=0) as viewer, ScreenlessBrowser(viewer) as browser:
            assert browser.told("history")["reason"].startswith("a recording is running")
            browser.say(type="rewind", seconds=5)
            assert browser.told("refused")["reason"].startswith("a recording is running")
