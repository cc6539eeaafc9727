"""Messages about trailers, named vehicles and axles that models count from the centre of mass."""

import json
import math
import sys
from typing import NamedTuple

import numpy as np
import pytest
from page_topics import topic_of
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.description import describe
from motorpool.app.viewer.topics.trailers import TrailersTopic, trailers_of
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models.declarations import TrailerFields


class State(NamedTuple):
    """A lorry that is led by hand."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]
    hitch_angle: float = 0.0  # of the trailer from the lorry, left positive [rad]
    hitch_rate: float = 0.0  # of that angle [rad/s]
    second_hitch_angle: float = 0.0  # of the second trailer from the first, left positive [rad]


class Control(NamedTuple):
    """Driver inputs."""

    speed: float = 0.0  # forward [m/s]
    turn: float = 0.0  # of the trailers, left positive [rad/s]


class Params(NamedTuple):
    """Parameters of the lorry."""

    hitch_offset: float = 1.5  # behind the middle [m]
    trailer_length: float = 8.1  # from the hitch to the axle [m]
    second_trailer_length: float = 6.0  # likewise [m]
    front_axle_offset: float = 1.7  # from the centre of mass [m]
    rear_axle_offset: float = 1.9  # from the centre of mass [m]


def step(state, control, params, dt):
    return State(
        state.x + control.speed * dt,
        state.y,
        state.yaw,
        state.hitch_angle + control.turn * dt,
        state.hitch_rate,
        state.second_hitch_angle - control.turn * dt,
    )


def control_from_command(state, speed, steer, params, dt):
    return Control(speed, 0.0 * steer)


KIND = "wheeled"
TRAILERS = (
    TrailerFields("hitch_angle", "hitch_offset", "trailer_length"),
    TrailerFields("second_hitch_angle", length="second_trailer_length"),
)
DIMENSIONS = {"wheelbase": ("front_axle_offset", "rear_axle_offset")}
LORRY = sys.modules[__name__]  # a model of this file


@pytest.fixture
def world():
    fleets = [mp.Fleet("bicycle", 2), mp.Fleet(LORRY, 3, name="lorries")]
    world = mp.World(fleets=fleets, terrain=Terrain.flat(size=2000.0))
    world.scatter_vehicles()
    return world


def test_a_vehicle_has_the_trailers_that_its_model_declares(world):
    assert trailers_of(world.fleets[0]) == ()
    assert trailers_of(world.fleets[1]) == TRAILERS


def test_the_description_gives_each_trailer_what_its_model_says(world):
    cars, lorries = describe(world)["fleets"]
    assert cars["trailers"] == []
    assert [(trailer["hitch"], trailer["reach"]) for trailer in lorries["trailers"]] == [(1.5, 8.1), (0.0, 6.0)]
    assert lorries["wheelbase"] == pytest.approx(3.6)
    assert cars["wheelbase"] == world.fleets[0].params.wheelbase[0]
    assert cars["vehicle"] is None


def test_a_browser_hears_of_every_trailer_on_arrival_and_as_they_turn(world):
    lorries = world.fleets[1]
    lorries.state.hitch_angle[:] = [0.1, -0.2, math.nan]
    with Viewer(world, port=0) as viewer, ScreenlessBrowser(viewer) as browser:
        assert browser.told("trailers")["trailers"] == [[2, 0.1, 0.0], [3, -0.2, 0.0], [4, None, 0.0]]
        lorries.state.hitch_angle[:] = [0.5, 0.6, 0.7]
        heard = browser.told("trailers")
        while heard["trailers"][0][1] != 0.5:
            heard = browser.told("trailers")
        assert heard["trailers"] == [[2, 0.5, 0.0], [3, 0.6, 0.0], [4, 0.7, 0.0]]


def test_trailers_that_stand_still_or_are_not_watched_cost_nothing(world):
    now = [0.0]
    news = topic_of(TrailersTopic, world, clock=lambda: now[0])
    news.has_audience = False
    news.observe(world)
    assert list(news.updates()) == []
    news.has_audience = True
    news.observe(world)
    assert len(list(news.updates())) == 1
    now[0] = 1.0
    news.observe(world)
    assert list(news.updates()) == []
    world.fleets[1].state.hitch_angle[1] = 0.3
    news.observe(world)
    assert list(news.updates()) == []  # too soon
    now[0] = 1.06
    news.observe(world)
    assert len(list(news.updates())) == 1


def test_in_a_large_world_each_browser_gets_lorries_near_it():
    fleets = [mp.Fleet("bicycle", 700), mp.Fleet(LORRY, 300, name="lorries")]
    world = mp.World(fleets=fleets, terrain=Terrain.flat(size=2000.0))
    news = topic_of(TrailersTopic, world)
    news.observe(world)
    assert [*news.updates(), *news.welcome(None)] == []
    assert (news.is_due(), news.is_due()) == (True, False)
    world.fleets[1].state.hitch_angle[[0, 299]] = 0.1, 0.2
    told = json.loads(news.message(np.array([5, 999, 700, 699], np.int32)))["trailers"]
    assert told == [[999, 0.2, 0.0], [700, 0.1, 0.0]]


def test_a_world_without_trailers_says_nothing_of_them():
    world = mp.World(fleets=[mp.Fleet("bicycle", 1)])
    news = topic_of(TrailersTopic, world)
    news.observe(world)
    assert [*news.updates(), *news.welcome(None)] == []


def test_a_vehicle_has_as_many_trailers_as_its_parameters_count():
    trains = mp.Fleet("tractor-trailer/chain", 3, trailer_count=[0.0, 2.0, 1.0])
    world = mp.World(fleets=[mp.Fleet("bicycle", 1), trains])
    assert len(describe(world)["fleets"][1]["trailers"]) == 2
    ((_, word),) = topic_of(TrailersTopic, world).welcome(None)
    assert json.loads(word)["trailers"] == [[1], [2, 0.0, 0.0], [3, 0.0]]
