"""A real Chromium opens the live page, takes a vehicle, presses keys and sees it move."""

import math
import threading
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from pages import LIGHT, listened_to, until_it_holds, wait_for_world, wait_until
from screenless_browser import DEADLINE, eventually

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

OUTPUT = Path(__file__).parents[2] / "output"
SMALL, LARGE = {"width": 960, "height": 600}, {"width": 1280, "height": 800}


@pytest.fixture
def world():
    """Two hills, a wood, and vehicles that stand until somebody drives them."""
    across, along = np.meshgrid(np.linspace(-1, 1, 61), np.linspace(-1, 1, 61))
    terrain = Terrain.from_heights(40 * np.exp(-8 * ((across - 0.6) ** 2 + along**2)) + 5 * along, 20.0, name="hills")
    fleets = [mp.Fleet("bicycle", 6, name="cars"), mp.Fleet("tracked", 6, name="carriers")]
    world = mp.World(fleets=fleets, terrain=terrain, objects=scatter_objects(terrain, count=300, seed=3), seed=3)
    world.scatter_vehicles()
    world.vehicles.desired_speed[:] = 0.0
    return world


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.fixture
def page(browser, viewer):
    """The page, open and live; afterwards it must have complained of nothing."""
    with browser.new_context(viewport=SMALL) as context:
        page = open_page(context, viewer)
        yield page
        assert page.complaints == []


def open_page(context, viewer):
    """A tab with the page in it, waited for until the world is there."""
    page = context.new_page()
    page.complaints = listened_to(page)
    page.goto(f"{viewer.url}{'&' if '?' in viewer.url else '?'}{LIGHT}")
    wait_for_world(page, viewer.world.count)
    return page


def text_of(page, name):
    return page.get_by_test_id(name).inner_text()


def wait_for_number(page, name, condition):
    """Until the number that an instrument shows meets the condition (JavaScript of ``n``)."""
    script = f"""name => {{
        const text = document.querySelector(`[data-testid=${{name}}]`)?.textContent ?? ''
        const n = parseFloat(text.replace('−', '-'))
        return {condition}
    }}"""
    wait_until(page, script, name)


def take(page, vehicle):
    """Select it, press the button, and wait until it is ours."""
    page.evaluate("id => window.motorpool.select(id)", vehicle)
    page.get_by_test_id("take").click()
    wait_until(page, "id => window.motorpool.own()?.id === id", vehicle)


def picture_of_map(page):
    return page.get_by_test_id("map").evaluate("canvas => canvas.toDataURL()")


@pytest.mark.quick
def test_keys_drive_a_taken_vehicle_and_panel_and_map_show_it(page, world):
    take(page, 2)
    place, map_before = (world.vehicles.x[2], world.vehicles.y[2]), picture_of_map(page)
    page.keyboard.down("ArrowUp")
    wait_for_number(page, "panel-speed", "n >= 20")
    assert world.vehicles.speed[2] * 3.6 > 15.0
    page.keyboard.down("KeyA")
    heading = text_of(page, "panel-heading")
    wait_until(page, "before => document.querySelector('[data-testid=panel-heading]').textContent !== before", heading)
    page.keyboard.up("KeyA")
    page.keyboard.up("ArrowUp")
    page.keyboard.down("Space")
    wait_for_number(page, "panel-speed", "n === 0")
    page.keyboard.up("Space")
    assert math.dist(place, (world.vehicles.x[2], world.vehicles.y[2])) > 10.0
    assert picture_of_map(page) != map_before

    def is_where_it_is():
        seen = page.evaluate("() => window.motorpool.vehicles()[2]")
        assert (seen["x"], seen["y"]) == pytest.approx((world.vehicles.x[2], world.vehicles.y[2]), abs=0.01)

    until_it_holds(is_where_it_is)


def test_the_screenshot_shows_a_scene_and_not_one_colour(page):
    page.set_viewport_size(LARGE)
    take(page, 8)
    page.keyboard.down("ArrowUp")
    wait_for_number(page, "panel-speed", "n >= 10")
    OUTPUT.mkdir(exist_ok=True)
    page.screenshot(path=OUTPUT / "browser_scene.png")
    pixels = matplotlib.image.imread(OUTPUT / "browser_scene.png")[..., :3]
    assert pixels.std(axis=(0, 1)).min() > 0.05
    assert len(np.unique((pixels * 255).astype(np.uint8).reshape(-1, 3), axis=0)) > 1000


def test_a_click_on_a_vehicle_in_the_scene_selects_it_and_enter_takes_it(page):
    assert page.evaluate("() => window.motorpool.state().selected") == -1
    scene = page.locator("canvas.stage")
    box = scene.bounding_box()
    there = (box["x"] + 0.5 * box["width"], box["y"] + 0.46 * box["height"])  # the camera looks at a vehicle

    def is_selected():
        page.mouse.move(0, 0)
        page.mouse.move(*there)
        assert "is-over-vehicle" in scene.get_attribute("class")
        page.mouse.click(*there)
        assert page.evaluate("() => window.motorpool.state().selected") >= 0

    until_it_holds(is_selected)  # the camera still drifts: a click may come too late
    page.keyboard.press("Enter")
    wait_until(page, "() => window.motorpool.own()?.id === window.motorpool.state().selected")


def test_the_panel_shows_how_the_vehicle_stands_on_the_ground(page, world):
    steepest = int(np.argmax(np.hypot(world.vehicles.pitch, world.vehicles.roll)))
    page.evaluate("id => window.motorpool.select(id)", steepest)
    nose_up, right_down = -math.degrees(world.vehicles.pitch[steepest]), math.degrees(world.vehicles.roll[steepest])
    for name, expected in (("panel-pitch", nose_up), ("panel-roll", right_down)):
        wait_for_number(page, name, f"Math.abs(n - ({expected})) < 0.11")
    heading = (90 - math.degrees(world.vehicles.yaw[steepest])) % 360
    wait_for_number(page, "panel-heading", f"Math.abs(n - {heading}) < 1.01")


def test_pause_holds_the_world_and_another_press_lets_it_go(page, viewer, world):
    page.get_by_test_id("pause").click()
    wait_until(page, "() => window.motorpool.state().paused")
    stands = threading.Event()
    viewer.pacer.between_steps(stands.set)  # the step that went on has ended
    assert stands.wait(DEADLINE)
    held = world.tick
    page.get_by_test_id("step").click()
    eventually(lambda: world.tick == held + 1, "one step")
    page.get_by_test_id("pause").click()
    wait_until(page, "held => window.motorpool.state().tick > held + 10", held)


def test_a_reload_gives_the_same_vehicle_back(page, world):
    take(page, 5)
    page.reload()
    wait_for_world(page, world.count)
    wait_until(page, "() => window.motorpool.own()?.id === 5")


def test_a_tab_closed_in_mid_drive_leaves_a_standing_vehicle_and_a_running_world(page, world):
    take(page, 1)
    page.keyboard.down("KeyW")
    wait_for_number(page, "panel-speed", "n >= 10")
    page.close()
    eventually(lambda: world.vehicles.speed[1] == 0.0 and world.vehicles.brake[1] == 1.0, "a standing vehicle")
    ticks = world.tick
    eventually(lambda: world.tick > ticks + 30, "the world going on")


def test_two_tabs_see_each_other_drive(page, viewer):
    other = open_page(page.context, viewer)
    take(other, 3)
    other.keyboard.down("ArrowUp")
    wait_until(page, "() => window.motorpool.vehicles()[3].driver === 2 && window.motorpool.vehicles()[3].speed > 1")
    assert other.complaints == []


def test_the_link_with_the_token_opens_the_page_and_the_token_leaves_the_address(browser, world):
    with Viewer(world, port=0, token="correct-horse-battery-staple") as viewer, browser.new_context() as context:
        page = open_page(context, viewer)
        assert "token" not in page.url
        take(page, 0)
        assert page.complaints == []
