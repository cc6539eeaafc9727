"""Tests of the traffic lights that browsers get: where they stand on connection, and their states as they change."""

import json
from types import SimpleNamespace

import pytest
from screenless_browser import ScreenlessBrowser
from small_networks import cross, with_lights

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.topics.traffic_lights import TrafficLightsTopic


def world_on(network):
    return mp.World(fleets=[("bicycle", 1)], network=network, terrain=mp.Terrain.flat(size=400.0))


def test_states_are_sent_when_they_change():
    world = world_on(with_lights(cross()))
    topic = TrafficLightsTopic(SimpleNamespace(world=world, clock=None))

    def states():
        return [json.loads(text)["states"] for _, text in topic.changes()]

    assert states() == ["grgr"]
    assert states() == []
    world.run(seconds=32.0)
    assert states() == ["yryr"]
    world.run(seconds=3.0)
    assert states() == ["rrrr"]


def test_a_browser_gets_the_lights_on_connection():
    world = world_on(with_lights(cross()))
    with Viewer(world, port=0) as viewer, ScreenlessBrowser(viewer) as browser:
        places = browser.told("traffic_lights")
        assert places["x"] == pytest.approx(world.traffic.lights.x.tolist(), abs=1e-3)
        assert len(places["yaw"]) == len(places["y"]) == 4
        assert set(browser.told("traffic_light_states")["states"]) <= set("gyr")


def test_worlds_without_lights_send_none():
    topic = TrafficLightsTopic(SimpleNamespace(world=world_on(cross()), clock=None))
    assert [*topic.welcome(None), *topic.changes()] == []
