"""The page in a real Chromium shows a bridge, a car on it and one under it."""

import numpy as np
import pytest
from pages import LIGHT, SHARP, opened_pages, still_shot, wait_for_pictures, wait_until

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.terrain.decks import Deck

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

HEIGHT = 8.0  # of the bridge [m]
SMALL = {"width": 480, "height": 320}
FROM_BELOW = {"x": 0.0, "y": -3.0, "z": 1.5, "yaw": np.pi / 2, "elevation": 1.0}  # the bridge is over the camera


@pytest.fixture
def viewer():
    """Level ground and a bridge over the middle, along x, with a car that stands on it and one that stands under it."""
    x = np.linspace(-150.0, 150.0, 61)
    left = np.column_stack([x, np.full_like(x, 5.0), HEIGHT * np.clip(1.0 - (np.abs(x) - 20.0) / 100.0, 0.0, 1.0)])
    flat = mp.Terrain.flat(size=400.0, spacing=5.0)
    decks = (Deck(np.stack([left, left * (1, -1, 1)], axis=1)),)
    terrain = mp.Terrain(flat.heights, 5.0, flat.x_west, flat.y_south, decks=decks)
    world = mp.World(fleets=[("M998", 2)], terrain=terrain, recovery="report")
    world.place_vehicles(0, 10.0, 0.0, 0.0, z=HEIGHT)
    world.place_vehicles(1, 0.0, 1.0, 0.5 * np.pi)
    world.resolve_positions()
    world.vehicles.desired_speed[:] = 0.0
    with Viewer(world, port=0) as viewer:
        yield viewer


def test_a_car_on_a_bridge_and_one_under_it_are_seen_at_their_heights(browser, viewer):
    with opened_pages(browser, viewer) as open_one:
        page = open_one(SMALL, query=LIGHT)
        heights = page.evaluate("() => window.motorpool.vehicles().map(({ z }) => z)")
        assert heights == pytest.approx([HEIGHT, 0.0], abs=0.1)
        for vehicle, least, most in ((0, HEIGHT + 1.0, HEIGHT + 6.0), (1, 1.0, HEIGHT - 1.2)):
            page.evaluate("id => { window.motorpool.select(id); window.motorpool.setCamera('chase') }", vehicle)
            between = "([a, b]) => { const { z } = window.motorpool.eye(); return z > a && z < b }"
            wait_until(page, between, [least, most])
            wait_for_pictures(page, 10)
            assert least < page.evaluate("() => window.motorpool.eye().z") < most


def test_the_underside_of_a_bridge_hides_the_sky(browser, viewer):
    with opened_pages(browser, viewer) as open_one:
        page = open_one(SMALL, query=SHARP)
        brightness = []
        for east in (0.0, 170.0):  # under the bridge, and beyond its end
            page.evaluate("place => window.motorpool.hoverAt(place)", FROM_BELOW | {"x": east})
            picture = still_shot(page, f"deck-{east:.0f}.png")
            brightness.append(picture[60:200, 190:290].mean())
        assert brightness[0] < 0.35 < 0.45 < brightness[1]
