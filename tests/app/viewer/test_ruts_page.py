"""The page in a real Chromium shows tracks in mud at a glance, and none on a road."""

import numpy as np
import pytest
from pages import DESK, SHARP, opened_pages, still_shot

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.terrain.roads import Road
from motorpool.ground.terrain.surface import Surface

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

ABOVE = {"x": 0.0, "y": 0.0, "z": 60.0, "yaw": np.pi / 2, "elevation": -1.5}  # 14 pixels a metre, north up
MUD, ROAD = slice(160, 560), slice(875, 955)  # columns of the picture in the west and on the middle of the road
ROWS = slice(100, 600)  # without the cards


def rutted_world(passes: int) -> mp.World:
    """Mud with a road from south to north, 20 m east of the middle, and the tracks of a truck from west to east."""
    terrain = mp.Terrain.flat(size=400.0)
    road = Road(np.array([[20.0, -190.0], [20.0, 190.0]]), 9.0, "dry-asphalt")
    surface = Surface.uniform("mud", terrain)  # of the road, too: the page hides ruts under it
    world = mp.World(fleets=["M998"], terrain=terrain, surface=surface, roads=[road], ruts=True, seed=1)
    for _ in range(passes):
        for x in np.arange(-60.0, 60.0, 0.5):
            world.place_vehicles(0, x, 0.0, 0.0)
            world.ruts.step()
            world.show_tick(world.tick + 1)
    world.place_vehicles(0, 0.0, -150.0, 0.0)
    world.vehicles.desired_speed[:] = 0.0
    return world


def picture_of(browser, passes):
    """The ground from above after so many passes."""
    with Viewer(rutted_world(passes), port=0) as viewer, opened_pages(browser, viewer) as open_one:
        page = open_one(DESK, query=SHARP)
        page.evaluate("place => window.motorpool.hoverAt(place)", ABOVE)
        return still_shot(page, f"ruts-{passes}.png")[ROWS].mean(axis=2)


@pytest.mark.parametrize("passes", [1, 3])
def test_tracks_in_mud_have_lighter_walls_and_a_road_has_none(browser, passes):
    plain, rutted = picture_of(browser, 0), picture_of(browser, passes)
    lighter = (rutted - plain > 0.06)[:, MUD].sum(axis=0)
    darker = (plain - rutted > 0.02)[:, MUD].sum(axis=0)
    assert np.median(lighter) > 8  # pixels across the four walls of two tracks
    assert np.median(darker) > 8
    assert np.abs(rutted - plain)[:, ROAD].max() < 0.03
