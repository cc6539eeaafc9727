"""Fire over the wire: what a browser may ask of its gun, and what every browser is told."""

import json
import math

import httpx
import numpy as np
import pytest
from page_topics import topic_of
from screenless_browser import ScreenlessBrowser, eventually

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.schema import page_commands
from motorpool.app.viewer.topics.gunnery import MOST_WAITING, GunneryTopic
from motorpool.app.viewer.topics.topic import encode
from motorpool.errors import ViewerError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.gunnery.guns import Armament
from motorpool.world.sources.actions import Aim

GUN = Armament(reload_duration=0.2, round_damage=0.5)
TARGET = 300.0  # from the first tank to the second [m]


@pytest.fixture
def world():
    tanks = mp.Fleet("tracked", 2, name="tanks", body=mp.Body(7.0, 3.4, 2.5), x=[0.0, TARGET])
    car = mp.Fleet("bicycle", 1, name="car", y=[100.0])
    terrain = Terrain.flat(size=2000.0, spacing=50.0)
    world = mp.World(fleets=[tanks, car], terrain=terrain, armament={"tanks": GUN})
    world.vehicles.desired_speed[:] = 0.0
    return world


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.fixture
def browser(viewer):
    with ScreenlessBrowser(viewer) as browser:
        browser.take(0)
        yield browser


def test_every_client_gets_a_shot_its_impact_and_the_damage(viewer, browser, world):
    with ScreenlessBrowser(viewer) as watching:
        browser.say(type="fire")
        for one in (browser, watching):
            shot, impact, damage = one.told("shot"), one.told("impact"), one.told("damage")
            assert shot.keys() == {"type", "shooter", "x", "y", "z", "vx", "vy", "vz", "time"}
            assert (shot["shooter"], shot["x"], shot["y"], shot["z"]) == (0, GUN.barrel_length, 0.0, 2.0)
            assert (shot["vx"], shot["vy"], shot["vz"]) == (GUN.muzzle_speed, 0.0, 0.0)
            assert impact.keys() == {"type", "shooter", "x", "y", "z", "on", "index", "time"}
            assert (impact["shooter"], impact["on"], impact["index"]) == (0, "vehicle", 1)
            assert impact["x"] == TARGET - 3.5
            flight = impact["time"] - shot["time"]
            assert flight == pytest.approx((TARGET - 3.5 - GUN.barrel_length) / GUN.muzzle_speed, abs=1e-5)
            assert damage == {"type": "damage", "vehicle": 1, "state": "hit"}
        browser.say(type="fire")
        assert watching.told("damage") == {"type": "damage", "vehicle": 1, "state": "dead"}


def test_a_client_that_comes_later_gets_the_present_state(viewer, browser, world):
    browser.say(type="aim", yaw=0.5, elevation=0.1)
    world.vehicles.damage[1] = 1.0
    eventually(lambda: world.vehicles.turret_yaw[0] == 0.5)
    with ScreenlessBrowser(viewer) as late:
        assert late.told("turrets")["turrets"] == [[0, 0.5, 0.1]]
        assert late.told("damage") == {"type": "damage", "vehicle": 1, "state": "dead"}


def test_a_turret_is_seen_turning_at_its_rate_toward_the_aim(viewer, browser):
    with ScreenlessBrowser(viewer) as watching:
        browser.say(type="aim", yaw=-1.0, elevation=0.2)
        seen = [[0, 0.0, 0.0]]
        while seen[-1] != [0, -1.0, 0.2]:
            (turret,) = watching.told("turrets")["turrets"]
            seen.append(turret)
        yaws = np.array(seen)[:, 1]
        assert len(yaws) > 5  # it takes 1.4 s, told ten times a second
        assert (np.diff(yaws) < 0.0).any()
        assert (np.diff(yaws) <= 0.0).all()


def test_a_client_that_drives_nothing_or_no_gun_is_refused_and_nothing_is_fired(viewer, browser, world):
    with ScreenlessBrowser(viewer) as walker:
        walker.say(type="fire")
        assert walker.told("refused")["reason"] == "you drive no vehicle; take one that has a gun"
        walker.say(type="aim", yaw=1.0, elevation=0.0)
        walker.take(2)
        walker.say(type="fire")
        assert walker.told("refused")["reason"] == "vehicle 2 has no gun; take one that has"
    assert world.gunnery.rounds.count == 0
    assert not world.vehicles.aim_yaw.any()


def test_a_gun_obeys_its_own_driver_only(viewer, browser, world):
    with ScreenlessBrowser(viewer) as other:
        other.take(1)
        other.say(type="aim", yaw=1.0, elevation=0.0)
        eventually(lambda: world.vehicles.aim_yaw[1] == 1.0)
        assert world.vehicles.aim_yaw[0] == 0.0


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "aim"},
        {"type": "aim", "yaw": 0.1},
        {"type": "aim", "yaw": 0.1, "elevation": 0.1, "vehicle": 3},
        {"type": "aim", "yaw": "left", "elevation": 0.1},
        {"type": "aim", "yaw": True, "elevation": 0.1},
        {"type": "aim", "yaw": None, "elevation": 0.1},
        {"type": "aim", "yaw": [0.1], "elevation": 0.1},
        {"type": "aim", "yaw": 1e300, "elevation": 0.1},
        {"type": "aim", "yaw": 0.1, "elevation": -(10**400)},
        {"type": "fire", "vehicle": 1},
        {"type": "repair"},
        {"type": "repair", "vehicle": -1},
        {"type": "repair", "vehicle": 1.5},
    ],
)
def test_an_order_to_a_gun_is_understood_wholly_or_not_at_all(fields):
    with pytest.raises(ViewerError):
        page_commands.decode(json.dumps(fields))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_an_aim_that_is_no_finite_number_is_not_understood(number):
    with pytest.raises(ViewerError):
        page_commands.decode(f'{{"type":"aim","yaw":{number},"elevation":0}}')


def test_half_a_turn_is_understood_however_it_is_rounded():
    assert page_commands.decode(encode({"type": "aim", "yaw": 3.1416, "elevation": -0.5})) == Aim(-1, 3.1416, -0.5)


def test_an_instructor_repairs_and_a_driver_does_not(world):
    world.vehicles.damage[1] = 1.0
    world.step()
    with Viewer(world, port=0, token="a" * 43) as viewer, ScreenlessBrowser(viewer, token="a" * 43) as instructor:
        with ScreenlessBrowser(viewer, token=viewer.driver_url.partition("token=")[2]) as driver:
            driver.say(type="repair", vehicle=1)
            assert "only an instructor" in driver.told("refused")["reason"]
        assert world.vehicles.damage[1] == 1.0
        instructor.say(type="repair", vehicle=1)
        instructor.say(type="repair", vehicle=10**12)
        while instructor.told("damage")["state"] != "whole":
            pass
    assert world.vehicles.damage[1] == 0.0


def test_the_description_marks_vehicles_with_a_gun(viewer):
    tanks, car = httpx.get(f"{viewer.url}world.json").json()["fleets"]
    assert tanks["armament"] == GUN._asdict()
    assert car["armament"] is None


def test_after_the_page_the_world_has_neither_sources_nor_observers(world):
    with Viewer(world, port=0) as viewer, ScreenlessBrowser(viewer):
        assert viewer.hub.topic(GunneryTopic) in world.observers
    assert (world.observers, world.sources) == ([], [])


# ---------------------------------------------------------------- the mailbox


def test_without_an_audience_nothing_is_kept(world):
    news = topic_of(GunneryTopic, world)
    news.has_audience = False
    world.vehicles.trigger[0] = 1.0
    world.run(seconds=1.0, observers=[news])
    assert list(news.updates()) == []


def test_a_server_that_never_looks_keeps_no_more_than_so_many_messages(world):
    news = topic_of(GunneryTopic, world)
    world.vehicles.reload_duration[:] = world.dt
    world.vehicles.trigger[0] = 1.0
    world.run(seconds=5.0, observers=[news])
    waiting = list(news.updates())
    assert len(waiting) == MOST_WAITING
    assert len({topic for topic, _ in waiting}) == MOST_WAITING  # none would take another's place


def test_a_shot_from_nowhere_is_not_reported(world):
    news = topic_of(GunneryTopic, world)
    world.vehicles.z[0], world.vehicles.trigger[0] = math.nan, 1.0
    world.gunnery.fire()
    news.observe(world)
    assert world.events.shots.shooter.tolist() == [0]
    assert list(news.updates()) == []
