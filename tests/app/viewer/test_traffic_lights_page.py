"""The page in a real Chromium shows traffic lights: a lit lamp on a post in the scene, and dots on the map."""

import numpy as np
import pytest
from pages import LIGHT, SHARP, opened_pages, shot, until_it_holds
from small_networks import cross, with_lights

import motorpool as mp
from motorpool.app.viewer import Viewer

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

GREEN, RED = (47, 224, 122), (255, 74, 64)  # on the map
LAMP = (32, 255, 112)  # that is green
SMALL = {"width": 640, "height": 480}


@pytest.fixture
def viewer():
    ground = mp.Terrain.flat(size=300.0, spacing=20.0)
    world = mp.World(fleets=[("bicycle", 1)], network=with_lights(cross(4, 100.0)), terrain=ground)
    world.place_vehicles(0, -100.0, 100.0, 0.0)
    with Viewer(world, port=0) as viewer:
        yield viewer


def count_of(picture, colour, *, within=30):
    return np.count_nonzero((np.abs(255.0 * picture - colour) < within).all(axis=2))


def test_dots_on_the_map_and_lamps_in_the_scene_show_the_states(browser, viewer):
    with opened_pages(browser, viewer) as open_one:
        page = open_one(SMALL, query=LIGHT)
        page.keyboard.press("m")

        def map_shows_both():
            picture = shot(page, "traffic-lights-map.png")
            assert min(count_of(picture, GREEN), count_of(picture, RED)) > 4

        until_it_holds(map_shows_both)
    lights = viewer.world.traffic.lights
    x, y, yaw = (float(column[0]) for column in (lights.x, lights.y, lights.yaw))
    with opened_pages(browser, viewer) as open_one:
        page = open_one(SMALL, query=SHARP)
        place = {"x": x - 6.0 * np.cos(yaw), "y": y - 6.0 * np.sin(yaw), "z": 3.0, "yaw": yaw, "elevation": 0.0}
        page.evaluate("place => window.motorpool.hoverAt(place)", place)

        def lamp_is_lit():  # it is green in the first half minute of each cycle
            assert count_of(shot(page, "traffic-lights-scene.png"), LAMP, within=60) > 20

        until_it_holds(lamp_is_lit)
