"""A real Chromium looks at 20 000 vehicles: those near its camera move, all are counted on the map."""

import math
import re

import numpy as np
import pytest
from pages import LIGHT, opened_pages, until_it_holds, wait_until

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.terrain.heightfield import Terrain

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

COUNT = 20_000
IS_LIVE = "least => window.motorpool?.state().connected && window.motorpool.vehicles().length > least"


@pytest.fixture(scope="module")
def world():
    """Cars and tracked vehicles all over the western half of a flat map; ten steps a second are cheap."""
    world = mp.World(
        fleets=[mp.Fleet("bicycle", COUNT // 2), mp.Fleet("tracked", COUNT // 2)],
        terrain=Terrain.flat(size=20_000.0, spacing=500.0),
        dt=0.1,
    )
    random = np.random.default_rng(0)
    x, y = random.uniform(-9500.0, 0.0, COUNT), random.uniform(-9500.0, 9500.0, COUNT)
    world.place_vehicles(slice(0, COUNT), x, y, random.uniform(-math.pi, math.pi, COUNT))
    world.vehicles.desired_speed[:] = 5.0
    world.step()
    return world


@pytest.fixture(scope="module")
def page(browser, world):
    with Viewer(world, port=0) as viewer, opened_pages(browser, viewer, is_live=(IS_LIVE, 500)) as open_page:
        yield open_page(query=LIGHT)


def of_vehicle(page, vehicle):
    """The vehicle as the page draws it, None while it does not know it."""
    return page.evaluate("id => window.motorpool.vehicles().find(one => one.id === id) ?? null", vehicle)


def test_the_page_shows_what_is_near_and_counts_all(page):
    wait_until(page, "count => Math.abs(window.motorpool.state().counted - count) < 50", COUNT)
    shown = page.evaluate("() => window.motorpool.vehicles()")
    eye = page.evaluate("() => window.motorpool.eye()")
    assert 500 < len(shown) < COUNT
    away = sorted(math.hypot(one["x"] - eye["x"], one["y"] - eye["y"]) for one in shown)
    assert away[0] < 100.0
    assert away[-1] > 2000.0


def test_near_and_far_vehicles_are_drawn_where_they_are(page, world):
    """While the world stands still, so that both can be read at the same moment."""
    page.get_by_test_id("pause").click()
    wait_until(page, "() => window.motorpool.state().paused")

    def are_where_they_are():  # the step that went on may still end; every vehicle of the area comes once within 5 s
        shown = page.evaluate("() => window.motorpool.vehicles()")
        columns = world.vehicles
        assert page.evaluate("() => window.motorpool.state().tick") == world.tick
        assert max(math.hypot(one["x"] - columns.x[one["id"]], one["y"] - columns.y[one["id"]]) for one in shown) < 0.5

    try:
        until_it_holds(are_where_they_are)
    finally:
        page.get_by_test_id("pause").click()  # the page is that of all tests


def test_vehicles_near_the_camera_move(page):
    eye = page.evaluate("() => window.motorpool.eye()")
    shown = page.evaluate("() => window.motorpool.vehicles()")
    near = min(shown, key=lambda one: math.hypot(one["x"] - eye["x"], one["y"] - eye["y"]))
    script = """({ id, x, y }) => {
        const now = window.motorpool.vehicles().find(one => one.id === id)
        return now && Math.hypot(now.x - x, now.y - y) > 2
    }"""
    wait_until(page, script, near)


def test_the_map_shows_where_vehicles_are_that_are_not_sent(page):
    page.keyboard.press("m")
    canvas = page.get_by_test_id("map")
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    for _ in range(8):
        page.mouse.wheel(0, 500)  # the whole map
    spread = """() => {
        const canvas = document.querySelector('[data-testid=map]')
        const { width, height } = canvas
        const [top, rows] = [Math.floor(height / 4), Math.floor(height / 2)]
        const { data } = canvas.getContext('2d').getImageData(0, top, width, rows)
        return Array.from({ length: width }, (_, column) => {
            const reds = Array.from({ length: rows }, (_, row) => data[4 * (row * width + column)])
            const mean = reds.reduce((sum, red) => sum + red, 0) / rows
            return Math.sqrt(reds.reduce((sum, red) => sum + (red - mean) ** 2, 0) / rows)
        })
    }"""  # of the red in the middle of each column: where dots are, it varies
    wait_until(page, f"() => ({spread})().filter(value => value > 7).length > 80")
    columns = np.array(page.evaluate(spread))
    dotted = np.flatnonzero(np.convolve(columns, np.full(9, 1 / 9), mode="same") > 7.0) / len(columns)
    assert 0.2 < dotted[-1] - dotted[0] < 0.6  # half of the map, which has some room beside it
    assert dotted[-1] < 0.75
    page.keyboard.press("m")


def test_a_vehicle_far_away_is_found_by_its_name_and_driven(page, world):
    eye = page.evaluate("() => window.motorpool.eye()")
    away = np.hypot(world.vehicles.x - eye["x"], world.vehicles.y - eye["y"])
    known = {one["id"] for one in page.evaluate("() => window.motorpool.vehicles()")}
    vehicle = max(set(range(COUNT // 2, COUNT)) - known, key=lambda one: away[one])
    page.keyboard.press("l")
    page.get_by_test_id("find-vehicle").fill(f"tracked {vehicle - COUNT // 2 + 1}")
    page.get_by_test_id("find-vehicle").press("Enter")
    wait_until(page, "id => window.motorpool.state().selected === id", vehicle)
    wait_until(page, "id => window.motorpool.vehicles().some(one => one.id === id)", vehicle)
    page.keyboard.press("l")
    page.evaluate("id => window.motorpool.take(id)", vehicle)
    wait_until(page, "id => window.motorpool.own()?.id === id", vehicle)
    place = of_vehicle(page, vehicle)
    page.keyboard.down("KeyW")
    wait_until(page, "({ x, y }) => Math.hypot(window.motorpool.own().x - x, window.motorpool.own().y - y) > 5", place)
    page.keyboard.up("KeyW")
    near = "({ x, y }) => Math.hypot(window.motorpool.eye().x - x, window.motorpool.eye().y - y) < 200"
    wait_until(page, near, place)


def test_the_bar_says_how_large_the_world_is_wherever_the_camera_is_and_how_much_of_it_is_shown(page):
    said = re.compile(r"20\u202f000 vehicles, ([\d\u202f]+) shown")
    words = "() => document.querySelector('[data-testid=status-line]').innerText"
    shown = said.search(page.evaluate(words))[1]
    page.evaluate("() => window.motorpool.hoverAt({ x: -9000, y: 9000, z: 50, yaw: 0, elevation: 0 })")
    wait_until(page, f"before => !({words})().includes(`, ${{before}} shown`)", shown)
    assert said.search(page.evaluate(words))
