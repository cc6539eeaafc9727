"""What browsers are told of vehicles that stand: which, why, and what happened to them."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from page_topics import topic_of
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.frames.interest import Viewpoint
from motorpool.app.viewer.topics.standing import MOST_EVENTS, MOST_NEAR, StandingTopic
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.world.recovery import phases, reasons
from motorpool.world.recovery.component import Recovery
from motorpool.world.recovery.events import BEGAN, FREED, standstills_of
from motorpool.world.recovery.wording import sentence


@pytest.fixture
def world() -> mp.World:
    """Four cars and three trucks on mud, two of which stand."""
    return muddy(cars=4)


def muddy(*, cars: int) -> mp.World:
    terrain = Terrain.flat(size=2000.0)
    fleets = [mp.Fleet("bicycle", cars, name="cars"), mp.Fleet("bicycle", 3, name="supply trucks")]
    world = mp.World(fleets=fleets, terrain=terrain, surface=Surface.uniform("mud", terrain))
    world.scatter_vehicles()
    stand(world, 1, 40.0, reasons.SOIL, forces=(38_400.0, 21_300.0), phase=phases.BACKING)
    stand(world, 2, 8.0, reasons.VEHICLE, blocked_by=cars + 2)
    return world


def stand(world, vehicle, seconds, reason, *, blocked_by=-1, forces=(0.0, 0.0), phase=phases.NONE):
    vehicles = world.vehicles
    vehicles.standing_time[vehicle], vehicles.standing_reason[vehicle] = seconds, reason
    vehicles.blocked_by[vehicle], vehicles.recovery_phase[vehicle] = blocked_by, phase
    vehicles.needed_force[vehicle], vehicles.available_force[vehicle] = forces


def heard(world, *, now=0.0) -> StandingTopic:
    updates = topic_of(StandingTopic, world, clock=lambda: now)
    updates.observe(world)
    return updates


def told(updates: StandingTopic):
    return [json.loads(text) for _, text in updates.updates()]


def test_a_message_says_why_each_vehicle_stands_and_how_many_are_counted(world: mp.World):
    (message,) = told(heard(world))
    assert message["summary"] == "1 stands: in mud"
    stuck, blocked = message["vehicles"]
    assert (stuck["vehicle"], stuck["words"]) == (1, "stuck in mud: needs 38 kN, has 21")
    assert (stuck["action"], stuck["is_counted"], stuck["since"]) == ("backs out", True, -40)
    assert (stuck["x"], stuck["y"]) == (round(world.vehicles.x[1]), round(world.vehicles.y[1]))
    assert (blocked["words"], blocked["action"], blocked["is_counted"]) == ("blocked by supply truck 3", "", False)


def test_in_a_pause_the_events_of_the_last_step_are_not_reported_again(world: mp.World, monkeypatch):
    begun = standstills_of([(1, reasons.SOIL, BEGAN, -1, 0.0, 0.0)], world.time)
    monkeypatch.setattr(Recovery, "step", lambda self: setattr(self, "standstills", begun))
    world.step()
    updates = heard(world)
    assert [message["type"] for message in told(updates)] == ["standstill", "standing"]
    updates.look(world)
    assert told(updates) == []


def test_a_vehicle_that_has_just_stopped_is_not_reported(world: mp.World):
    world.vehicles.standing_time[:] = [0, 4.9, 5.0, 0, 0, 0, 0]
    assert [one["vehicle"] for one in told(heard(world))[0]["vehicles"]] == [2]


def test_a_message_comes_when_something_has_changed_and_once_a_second_at_most(world: mp.World):
    now = [0.0]
    updates = topic_of(StandingTopic, world, clock=lambda: now[0])
    updates.has_audience = False
    updates.observe(world)
    assert told(updates) == []  # nobody listens
    updates.has_audience = True
    updates.observe(world)
    assert len(told(updates)) == 1
    world.vehicles.standing_time[:] = 0.0
    updates.observe(world)
    assert told(updates) == []  # too soon
    now[0] = 1.0
    updates.observe(world)
    assert told(updates) == [{"type": "standing", "summary": "", "vehicles": []}]
    now[0] = 2.0
    updates.observe(world)
    assert told(updates) == []


def test_what_happened_is_an_event_unless_traffic_waits_as_it_should(world: mp.World):
    stand(world, 3, 8.0, reasons.PRIORITY, blocked_by=0)
    world.recovery.standstills = standstills_of(
        [
            (1, reasons.SOIL, BEGAN, -1, 10.0, 20.0),
            (2, reasons.VEHICLE, FREED, 6, 0.0, 0.0),
            (3, reasons.PRIORITY, BEGAN, 0, 0.0, 0.0),
        ],
        7.5,
    )
    began, freed, _ = told(heard(world))
    assert began == {
        "type": "standstill",
        "vehicle": 1,
        "words": "is stuck in mud: needs 38 kN, has 21",
        "x": 10.0,
        "y": 20.0,
        "time": 7.5,
    }
    assert (freed["vehicle"], freed["words"]) == (2, "is free again")


def test_no_more_events_are_sent_than_a_page_shows(world: mp.World):
    world.recovery.standstills = standstills_of([(1, reasons.SOIL, FREED, -1, 0.0, 0.0)] * 30, 1.0)
    assert len(told(heard(world))) == MOST_EVENTS + 1


def test_a_browser_of_a_large_world_gets_the_standing_vehicles_near_its_camera():
    world = muddy(cars=1000)
    world.place_vehicles(slice(0, 1003), np.arange(1003.0) - 500.0, np.zeros(1003), np.zeros(1003))
    for vehicle in range(1000):
        stand(world, vehicle, 60.0, reasons.NO_WAY)
    updates = heard(world)
    assert told(updates) == []
    assert (updates.is_due(), updates.is_due()) == (True, False)
    camera = Viewpoint(-500.0, 0.0, 10.0, (1.0, 0.0, 0.0))
    client = SimpleNamespace(interest=SimpleNamespace(viewpoint=camera), vehicle=900, watching=-1)
    message = json.loads(updates.message_near(client))
    assert [one["vehicle"] for one in message["vehicles"]] == [900, *range(MOST_NEAR - 1)]
    assert message["summary"] == "1000 stand: without a free path"


def test_a_browser_hears_on_arrival_what_stands(world: mp.World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Recovery, "step", lambda self: None)  # the columns stay as they are
    with Viewer(world, port=0) as viewer, ScreenlessBrowser(viewer) as browser:
        message = browser.told("standing")
    assert [one["vehicle"] for one in message["vehicles"]] == [1, 2]


@pytest.mark.parametrize(
    ("needed", "available", "words"),
    [
        (38_400.0, 21_300.0, "stuck in mud: needs 38 kN, has 21"),
        (2_060.0, 1_140.0, "stuck in mud: needs 2.1 kN, has 1.1"),
        (12_400.0, 11_900.0, "stuck in mud: needs 12.4 kN, has 11.9"),
        (11_700.0, 12_000.0, "stuck in mud: needs 11.7 kN, has 12.0 at most"),
        (12_010.0, 12_000.0, "stuck in mud: needs 12.0 kN, has 12.0 at most"),
        (0.0, 0.0, "stuck in mud"),
    ],
)
def test_forces_have_the_digits_that_tell_them_apart(world: mp.World, needed: float, available: float, words: str):
    stand(world, 1, 40.0, reasons.SOIL, forces=(needed, available))
    assert sentence(world, 1) == words
