"""The page in a real Chromium sounds only when it is told to, and its chase camera faces the way of travel."""

import math

import pytest
from pages import DESK, SHARP, opened_pages, take, until_it_holds, wait_until

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.terrain.heightfield import Terrain

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

LISTENING = """
window.contexts = []
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.contexts.push(this) }
}
"""
STATES = "() => window.contexts.map(context => context.state).join()"


@pytest.fixture
def viewer():
    """One tank on the flat."""
    world = mp.World(fleets=[mp.Fleet("tracked", 1, name="tank")], terrain=Terrain.flat(size=1000.0))
    world.place_vehicles(slice(0, 1), [0.0], [0.0], [0.0])
    world.vehicles.desired_speed[:] = 0.0
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.fixture
def page(browser, viewer):
    with opened_pages(browser, viewer, script=LISTENING) as open_one:
        yield open_one(DESK, query=SHARP)


def test_engines_sound_after_the_key_alone_and_stop_after_it(page):
    page.mouse.click(400, 300)
    page.wait_for_timeout(500)
    assert page.evaluate(STATES) == ""  # no sound that was not asked for
    page.keyboard.press("Shift+M")
    wait_until(page, "() => window.contexts.length === 1 && window.contexts[0].state === 'running'")
    page.keyboard.press("o")
    assert page.get_by_test_id("display-sound").input_value() == "on"
    page.get_by_test_id("display-sound").select_option("off")
    wait_until(page, "() => window.contexts[0].state === 'suspended'")


def test_the_chase_camera_turns_astern_behind_a_vehicle_that_keeps_reversing(page, viewer):
    take(page, 0)
    page.evaluate("() => window.motorpool.setCamera('chase')")
    eye = "() => window.motorpool.eye()"
    ahead = lambda: math.copysign(1.0, page.evaluate(eye)["x"] - float(viewer.world.vehicles.x[0]))  # noqa: E731
    until_it_holds(lambda: _is(ahead(), -1.0))
    page.keyboard.down("s")
    until_it_holds(lambda: _is(ahead(), 1.0))
    page.keyboard.up("s")


def _is(found, wanted):
    assert found == wanted
