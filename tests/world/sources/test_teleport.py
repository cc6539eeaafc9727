"""Putting a vehicle elsewhere at once, and the bookmarks that people store."""

import math

import numpy as np
import pytest
from screenless_browser import ScreenlessBrowser

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.errors import ScenarioError, WorldError
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.sources.actions import Teleport
from motorpool.world.sources.player import Player
from motorpool.world.sources.teleport import teleport

SIDE = 1000.0


def world_with(x=(), y=(), radius=0.5):
    """Three vehicles in the west of a flat square, and objects where they are asked for."""
    terrain = Terrain.flat(size=SIDE, spacing=50.0)
    objects = place_objects(terrain, x=np.array(x, float), y=np.array(y, float), radius=radius)
    world = mp.World(
        fleets=[mp.Fleet("bicycle", 2), mp.Fleet("friction-circle/tracked", 1)], terrain=terrain, objects=objects
    )
    world.place_vehicles(slice(0, 3), -300.0, [-100.0, 0.0, 100.0], 0.0)
    world.resolve_positions()
    return world


def place_of(world, vehicle):
    return tuple(float(column[vehicle]) for column in world.vehicles.columns("x", "y", "yaw"))


def test_on_free_ground_it_is_just_there():
    world = world_with()
    teleport(world, 0, x=12.5, y=-40.0, yaw=1.25)
    assert place_of(world, 0) == (12.5, -40.0, 1.25)
    assert world.vehicles.course_yaw[0] == 1.25


@pytest.mark.parametrize("vehicle", [0, 2])
def test_its_momentum_is_gone_its_fuel_and_way_are_not(vehicle):
    world = world_with()
    world.run(seconds=8.0)
    odometer, state = world.vehicles.odometer[vehicle], world.fleets[1].state
    burnt = state.fuel_used[0]
    assert world.vehicles.speed[vehicle] > 2.0
    teleport(world, vehicle, x=0.0, y=200.0, yaw=0.0)
    assert (world.vehicles.speed[vehicle], world.vehicles.odometer[vehicle]) == (0.0, odometer)
    if vehicle == 2:
        assert (state.speed[0], state.lateral_speed[0], state.yaw_rate[0], state.surge_force[0]) == 4 * (0.0,)
        assert state.fuel_used[0] == burnt > 0.0
    world.vehicles.desired_speed[:] = 0.0
    world.run(seconds=1.0)
    assert place_of(world, vehicle)[:2] == (0.0, 200.0)


def test_off_an_object_it_stands_as_near_as_it_can_and_touches_nothing():
    world = world_with([0.0, 3.0], [0.0, 3.0], 2.0)
    teleport(world, 0, x=0.5, y=0.5, yaw=0.3)
    x, y, _ = place_of(world, 0)
    assert 1.0 < math.hypot(x - 0.5, y - 0.5) < 10.0
    world.resolve_positions()
    assert place_of(world, 0)[:2] == (x, y)  # nothing pushed it


def test_it_keeps_out_of_other_vehicles():
    world = world_with()
    x, y, _ = place_of(world, 2)
    teleport(world, 0, x=x, y=y, yaw=0.7)
    vehicles = world.vehicles
    distance = math.hypot(vehicles.x[0] - x, vehicles.y[0] - y)
    assert vehicles.radius[2] < distance < 15.0


@pytest.mark.parametrize(("x", "y"), [(1e6, 0.0), (0.0, -1e7), (-501.0, 501.0)])
def test_beyond_the_map_means_at_its_edge(x, y):
    world = world_with()
    teleport(world, 0, x=x, y=y, yaw=0.0)
    assert np.all(np.abs(place_of(world, 0)[:2]) <= SIDE / 2 - world.vehicles.half_width[0])
    assert max(np.abs(place_of(world, 0)[:2])) > SIDE / 2 - 5.0


def test_without_room_it_stays_and_a_sentence_says_so():
    posts = np.arange(-60.0, 61.0, 2.0)
    x, y = map(np.ravel, np.meshgrid(posts, posts))
    world = world_with(x, y, 0.9)
    before = place_of(world, 0)
    with pytest.raises(WorldError, match=r"no room for vehicle 0 within 30 m of \(0, 0\); choose another place"):
        teleport(world, 0, x=0.0, y=0.0, yaw=0.0)
    with pytest.raises(WorldError, match="give finite numbers"):
        teleport(world, 0, x=math.nan, y=0.0, yaw=0.0)
    assert place_of(world, 0) == before


def test_a_map_smaller_than_a_vehicle_is_no_accident():
    world = mp.World(fleets=[mp.Fleet("bicycle", 1)], terrain=Terrain.flat(size=4.0, spacing=1.0))
    teleport(world, 0, x=3.0, y=3.0, yaw=0.0)
    assert place_of(world, 0)[:2] == (0.0, 0.0)


def test_a_player_teleports_only_what_is_taken_and_hears_of_it():
    world, player, answers = world_with(), Player(), []
    player.take(0)
    player.take(1)
    player.send(Teleport(1, x=80.0, y=0.0, yaw=0.0), answers.append)
    player.send(Teleport(0, x=0.0, y=0.0, yaw=0.0), answers.append)
    player.send(Teleport(0, x=50.0, y=0.0, yaw=0.0), answers.append)  # the newer one counts
    player.release(1)
    with pytest.raises(WorldError, match="vehicle 1 is not taken; take it before driving it"):
        player.send(Teleport(1, x=80.0, y=0.0, yaw=0.0))
    player.read(world)
    assert answers == ["vehicle 1 is not yours any more", None]
    assert place_of(world, 0)[0] == 50.0


# ---------------------------------------------------------------- by browser


@pytest.fixture
def viewer():
    with Viewer(world_with([0.0], [0.0], 3.0), port=0) as viewer:
        yield viewer


def test_a_driver_goes_elsewhere_and_stands(viewer):
    with ScreenlessBrowser(viewer) as browser:
        browser.say(type="teleport", x=100.0, y=50.0, yaw=1.0)
        assert browser.told("refused")["reason"] == "you drive no vehicle; take one first"
        browser.take(0)
        browser.until(lambda frame: frame.own["speed"] > 2.0, driving={"throttle": 1.0})
        browser.say(type="teleport", x=100.0, y=50.0, yaw=1.0)
        frame = browser.until(lambda frame: frame.own["x"] > 90.0)
        assert (frame.own["x"], frame.own["y"]) == (pytest.approx(100.0, abs=1.0), pytest.approx(50.0, abs=1.0))
        assert frame.own["speed"] < 1.0


def test_a_client_that_teleports_without_end_is_asked_to_wait(viewer):
    with ScreenlessBrowser(viewer) as browser:
        browser.take(0)
        for number in range(30):
            browser.say(type="teleport", x=float(number), y=50.0, yaw=1.0)
        assert "wait a moment" in browser.told("refused")["reason"]
        browser.frame()


def test_a_bookmark_is_everybodys_and_outlives_its_browser(viewer):
    place = {"slot": 3, "x": 10.0, "y": -20.0, "yaw": 0.5, "title": "The ford"}
    with ScreenlessBrowser(viewer) as anna, ScreenlessBrowser(viewer) as ben:
        assert ben.told("bookmarks")["bookmarks"] == []
        anna.say(type="bookmark", **place)
        said = place | {"owner": "an instructor", "may_change": True}
        assert ben.told("bookmarks")["bookmarks"] == [said]
        anna.say(type="bookmark", **place | {"x": 11.0})
        assert ben.told("bookmarks")["bookmarks"] == [said | {"x": 11.0}]
        anna.say(type="bookmark", **place | {"slot": 0, "x": 501.0})
        assert "not on the map" in anna.told("refused")["reason"]
    with Viewer(viewer.world, port=0) as later, ScreenlessBrowser(later) as browser:
        assert browser.told("bookmarks")["bookmarks"] == [said | {"x": 11.0, "owner": ""}]


def test_a_scenario_brings_bookmarks(tmp_path):
    file = tmp_path / "ford.yaml"
    text = "terrain: flat\nvehicles: [{model: bicycle}]\nbookmarks:\n"
    file.write_text(
        text + "  - {title: The ford, x: 10.0, y: -20.0, heading_deg: 90.0}\n  - {title: Home, x: 0.0, y: 0.0}\n"
    )
    saved = mp.load(file).build().bookmarks
    assert saved == {
        0: ("The ford", 10.0, -20.0, pytest.approx(0.0)),
        1: ("Home", 0.0, 0.0, pytest.approx(math.pi / 2)),
    }
    file.write_text(text + 17 * "  - {title: Home, x: 0.0, y: 0.0}\n")
    with pytest.raises(ScenarioError, match="bookmarks"):
        mp.load(file)
    file.write_text(text + "  - {title: Nowhere, x: 5000.0, y: 0.0}\n")
    with pytest.raises(ScenarioError, match=r"bookmarks\[0\] is at \(5000, 0\) m; it must be on the terrain"):
        mp.load(file).build()
