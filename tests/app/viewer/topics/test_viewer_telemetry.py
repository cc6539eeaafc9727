"""Telemetry: drivers' instruments, and what is sent to those who watch an autopilot."""

import json
import math
import time

import numpy as np
import pytest
from pace import patience
from page_topics import topic_of
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.frames.telemetry import TelemetrySampler
from motorpool.app.viewer.topics.autopilot import AutopilotTopic, autopilot_state
from motorpool.app.viewer.topics.instruments import InstrumentsTopic, instruments
from motorpool.app.viewer.topics.sensors import SensorsTopic
from motorpool.app.viewer.topics.topic import encode
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.avoidance.perception import OBJECT, VEHICLE

FORWARD = {"throttle": 1.0}
MODELS = ["bicycle", "friction-circle/tracked", "friction-circle/wheeled", "park1992/tracked"]


@pytest.fixture
def world():
    terrain = Terrain.flat(size=2000.0)
    world = mp.World(fleets=[mp.Fleet(model, 2) for model in MODELS], terrain=terrain, seed=3)
    world.scatter_vehicles()
    return world


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.mark.parametrize("vehicle", range(0, 8, 2))
def test_instruments_are_finite_numbers_named_in_si_units(world, vehicle):
    world.run(seconds=3.0)
    message = instruments(world, vehicle)
    assert json.loads(encode(message))["vehicle"] == vehicle
    assert message["model"] == world.fleets[vehicle // 2].model.name
    assert message["is_dynamic"] == (vehicle > 0)
    assert all(map(math.isfinite, message["values"].values()))
    assert message["values"]["speed"] == world.vehicles.speed[vehicle]
    assert message["values"]["odometer"] > 1.0 or MODELS[vehicle // 2].startswith("park1992")  # which starts slowly


def test_a_model_with_inertia_shows_forces_engine_and_fuel(world):
    world.run(seconds=3.0)
    values, tank = instruments(world, 3)["values"], world.fleets[1]
    for name in ("engine_speed", "surge_force", "drag_force", "gravity_force", "fuel_used"):
        assert values[name] == getattr(tank.state, name)[1]
    assert (values["left_force"], values["right_force"]) == (tank.control.left_force[1], tank.control.right_force[1])
    assert (values["mass"], values["max_engine_speed"]) == (57154.0, 314.0)
    assert values["fuel"] == 1590.0 - values["fuel_used"] < 1590.0
    assert 0.0 < values["engine_speed"] <= values["max_engine_speed"]


def test_acceleration_is_the_mean_since_the_notes_before(world):
    taker = TelemetrySampler([topic_of(InstrumentsTopic, world)])
    vehicles = world.vehicles
    vehicles.speed[0] = 2.0
    (first,) = taker.sample(world, now=0.0, driven={0}, watched=()).messages_for(driven=0, watched=-1)
    assert first["values"]["acceleration"] == 0.0
    vehicles.speed[0], world._scene.tick = 2.6, 18
    assert taker.sample(world, now=0.05, driven={0}, watched=()).number == 1  # not yet due
    (second,) = taker.sample(world, now=0.1, driven={0}, watched=()).messages_for(driven=0, watched=-1)
    assert second["values"]["acceleration"] == pytest.approx(0.6 / 0.3)
    (paused,) = taker.sample(world, now=0.2, driven={0}, watched=()).messages_for(driven=0, watched=-1)
    assert paused["values"]["acceleration"] == pytest.approx(2.0)


def test_what_is_not_finite_is_said_as_null():
    told = encode({"type": "x", "value": math.nan, "list": [math.inf, 1.0]})
    assert told == '{"type":"x","value":null,"list":[null,1.0]}'
    assert encode({"x": 0.1 + 0.2}) == '{"x":0.3}'


def test_a_driver_gets_only_the_own_instruments_ten_times_a_second(viewer):
    with ScreenlessBrowser(viewer) as anna, ScreenlessBrowser(viewer) as ben:
        anna.take(2)
        anna.until(lambda frame: frame.own["speed"] > 1.0, driving=FORWARD)
        began = anna.frame().header["time"]
        count = len([one for one in anna.messages if one["type"] == "instruments"])
        anna.until(lambda frame: frame.header["time"] > began + 2.0, driving=FORWARD)
        told = [one for one in anna.messages if one["type"] == "instruments"]
        assert len(told) - count == pytest.approx(20, abs=4)
        assert {one["vehicle"] for one in told} == {2}
        assert told[-1]["values"]["throttle"] == 1.0
        for _ in range(10):
            ben.frame()
        assert not [one for one in ben.messages if one["type"] == "instruments"]


def test_switches_reach_the_vehicle_and_come_back_with_the_instruments(viewer, world):
    with ScreenlessBrowser(viewer) as browser:
        browser.take(0)
        browser.until(lambda frame: frame.own["speed"] > 3.0, driving=FORWARD)
        browser.say(type="switches", cruise=True, parking_brake=False, engine_stop=False)
        while not browser.told("instruments")["switches"]["cruise"]:
            browser.drive(throttle=0.0)
        before = browser.frame().own["speed"]
        time = browser.frames[-1].header["time"]
        after = browser.until(lambda frame: frame.header["time"] > time + 1.5, driving={"throttle": 0.0})
        assert after.own["speed"] == pytest.approx(before, abs=0.05)
        browser.until(lambda frame: frame.own["speed"] == 0.0)  # silent: braked, and the cruising is over
        browser.messages.clear()
        assert browser.told("instruments")["switches"] == {
            "cruise": False,
            "parking_brake": False,
            "engine_stop": False,
        }


# ---------------------------------------------------------------- autopilots


def alone(*, objects=()):
    """A vehicle at the origin that looks east, and one far away."""
    terrain = Terrain.flat(size=2000.0)
    x, y, radius = np.array(objects or [(900.0, 900.0, 1.0)]).T
    world = mp.World(
        fleets=[mp.Fleet("bicycle", 2)], terrain=terrain, objects=place_objects(terrain, x=x, y=y, radius=radius)
    )
    world.place_vehicles(slice(0, 2), [0.0, -500.0], [0.0, 500.0], 0.0)
    world.avoidance.choose([0, 1], "search-cone")  # it turns by a fixed angle, and sees what stands ahead at once
    return world


def test_an_autopilots_state_has_the_obstacle_and_the_desired_yaw():
    world = alone(objects=[(18.0, 0.5, 1.5)])
    world.step()
    told = autopilot_state(world, 0)
    assert (told["seen"], told["seen_x"], told["seen_y"], told["seen_radius"]) == ("object", 18.0, 0.5, 1.5)
    assert told["is_avoiding"] is True
    assert told["desired_yaw"] == pytest.approx(-math.pi / 4)  # away from what is on the left
    assert told["course_yaw"] == 0.0
    assert told["reach"] == pytest.approx(20.0 + world.vehicles.speed[0])
    assert told["half_angle"] == pytest.approx(math.radians(10.0))
    nothing = autopilot_state(world, 1)
    assert (nothing["seen"], nothing["seen_x"], nothing["is_avoiding"]) == ("nothing", None, False)


def test_the_way_that_is_left_of_a_route_is_reported():
    world = alone()
    assert autopilot_state(world, 0)["route"] == []
    world.guidance.route([0], [(100.0, 0.0), (100.0, 80.0)])
    assert autopilot_state(world, 0)["route"] == [[100.0, 0.0], [100.0, 80.0]]
    world.guidance.route([0], [(float(x), 0.0) for x in range(10, 1000, 10)])
    assert len(autopilot_state(world, 0)["route"]) == 64


def test_a_seen_vehicle_is_reported_where_it_is():
    world = alone()
    world.place_vehicles(1, 15.0, -0.3, 0.0)
    world.vehicles.desired_speed[:] = 0.0
    world.step()
    told = autopilot_state(world, 0)
    assert (told["seen"], told["seen_x"], told["seen_y"]) == ("vehicle", 15.0, pytest.approx(-0.3))
    assert told["seen_radius"] == world.vehicles.radius[1]


def test_an_autopilot_of_a_vehicle_driven_by_hand_sees_nothing():
    world = alone(objects=[(18.0, 0.5, 1.5)])
    world.step()
    world.vehicles.driver[0] = 2
    told = autopilot_state(world, 0)
    assert (told["seen"], told["is_avoiding"]) == ("nothing", False)
    assert world.vehicles.seen[0] in (OBJECT, VEHICLE)


def test_a_watched_autopilot_is_sent_until_watching_ends(viewer):
    with ScreenlessBrowser(viewer) as browser:
        browser.frame()
        assert not [one for one in browser.messages if one["type"] == "autopilot"]
        browser.say(type="watch", vehicle=5)
        assert browser.told("autopilot")["vehicle"] == 5
        browser.say(type="watch", vehicle=-1)
        for _ in range(5):
            browser.frame()
        browser.messages.clear()
        for _ in range(15):
            browser.frame()
        assert not [one for one in browser.messages if one["type"] == "autopilot"]
        browser.say(type="watch", vehicle=8)
        assert "from 0 to 7" in browser.told("refused")["reason"]


def test_looking_takes_little_of_a_step(world):
    """Eight drivers and eight watchers cost less than two milliseconds every tenth of a second, on the reference."""
    taker = TelemetrySampler([topic_of(kind, world) for kind in (InstrumentsTopic, AutopilotTopic, SensorsTopic)])
    ids, best = range(8), math.inf
    for now in range(20):
        began = time.process_time()
        taker.sample(world, now=float(now), driven=ids, watched=ids)
        best = min(best, time.process_time() - began)
    assert best < patience(2e-3)
