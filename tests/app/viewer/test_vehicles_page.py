"""A real Chromium draws vehicles of every kind, one fleet in a shape of its own, and complains of nothing."""

import io
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from glb import box_glb
from pace import patience
from pages import SHARP
from screenless_browser import eventually

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.terrain.heightfield import Terrain

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

OUTPUT = Path(__file__).parents[2] / "output"
PATIENCE = 1000.0 * patience(60.0)  # software WebGL draws slowly [ms]
WHITE = (1.0, 1.0, 1.0)
MAGENTA = (255, 0, 220)  # no colour of ground, sky or fleets


@pytest.fixture
def world(tmp_path):
    """A toy car in a shape with a magenta picture on it, and one of every other look, side by side on the flat."""
    picture = io.BytesIO()
    matplotlib.image.imsave(picture, np.full((2, 2, 3), MAGENTA, np.uint8), format="png")
    hull = {"hull": ((2.0, 1.5, 4.0), (0.0, 0.75, 0.0), WHITE)}
    (tmp_path / "toy.glb").write_bytes(box_glb(hull, picture=picture.getvalue()))
    fleets = [
        mp.Fleet("bicycle", 1, name="toys", shape=tmp_path / "toy.glb"),
        mp.Fleet("bicycle", 1, name="cars"),
        mp.Fleet("bicycle", 1, name="trucks", body=mp.Body(6.7, 2.4, 2.9)),
        mp.Fleet("tracked", 1, name="tanks", body=mp.Body(7.9, 3.7, 2.4)),
        mp.Fleet("tracked", 1, name="carriers", body=mp.Body(4.9, 2.7, 2.5)),
        mp.Fleet("polar", 1, name="dots"),
    ]
    world = mp.World(fleets=fleets, terrain=Terrain.flat(size=1000.0, spacing=50.0))
    world.place_vehicles(slice(0, 6), [0.0] * 6, [6.0 * k for k in range(6)], [0.0] * 6)
    world.vehicles.desired_speed[:] = 0.0
    return world


def test_vehicles_of_every_kind_are_drawn_and_a_fleet_wears_its_own_shape(browser, world):
    with Viewer(world, port=0) as viewer:
        page = browser.new_page(viewport={"width": 640, "height": 480})
        page.set_default_timeout(PATIENCE)
        complaints = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda word: complaints.append(word.text) if _is_complaint(word) else None)
        page.goto(f"{viewer.url}?{SHARP}")
        page.wait_for_function("() => window.motorpool?.vehicles().length === 6", polling=100)
        page.evaluate("() => { window.motorpool.select(0); window.motorpool.setCamera('orbit') }")
        OUTPUT.mkdir(exist_ok=True)
        eventually(lambda: _magenta_pixels(page) > 500, "the shape of the user's own")
        page.close()
    assert complaints == []


def _is_complaint(word):
    return word.type == "error" or (word.type == "warning" and word.text.startswith("motorpool"))


def _magenta_pixels(page):
    path = OUTPUT / "vehicles.png"
    page.screenshot(path=path)
    red, green, blue = matplotlib.image.imread(path)[..., :3].transpose(2, 0, 1)
    return int(((red > 2.0 * green) & (blue > 1.5 * green) & (red > 0.25)).sum())
