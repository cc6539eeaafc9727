"""The page in a real Chromium says why vehicles stand: on card, map and label, in the list and to the driver."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from axe import serious_issues
from pages import DESK, LIGHT, opened_pages, take, wait_for_text, wait_until
from screenless_browser import eventually

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.world.recovery import phases, reasons
from motorpool.world.recovery.component import Recovery
from motorpool.world.recovery.events import BEGAN, NO_STANDSTILLS, standstills_of
from motorpool.world.recovery.wording import sentence

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

OUTPUT = Path(__file__).parents[2] / "output"
SIZES = {"desk": {"width": 1280, "height": 720}, "phone": {"width": 390, "height": 800}}
GRADE = 0.05
MAP_MARK = (255, 176, 0)  # of a vehicle that stands


@pytest.fixture
def world():
    """Earth that rises eastward and becomes mud; an M998 stands before the mud, and three of another fleet."""
    heights = np.tile(GRADE * np.linspace(-1000.0, 1000.0, 101), (101, 1))
    classes = np.zeros((100, 100), np.uint8)
    classes[:, 50:] = 1
    surface = Surface.from_classes(classes, spacing=20.0, legend=("dry-earth", "mud"))
    fleets = [mp.Fleet("M998", 1, name="scouts"), mp.Fleet("bicycle", 3, name="supply trucks")]
    world = mp.World(fleets=fleets, terrain=Terrain.from_heights(heights, 20.0), surface=surface, seed=3)
    world.place_vehicles(slice(0, 4), [-15.0, 300.0, 330.0, -300.0], [0.0, 50.0, -50.0, 0.0], [0.0] * 4)
    world.vehicles.desired_speed[:] = 0.0
    world.resolve_positions()
    return world


@pytest.fixture
def viewer(world):
    # Fixtures that change the world come before this one, which steps it.
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.fixture
def open_page(browser, viewer):
    with opened_pages(browser, viewer) as open_one:
        yield lambda size=DESK, **options: open_one(size, query=LIGHT, **options)


@pytest.fixture
def standing(world, monkeypatch):
    """Two trucks that have stood for long, one in mud and one behind the other; gives a list for events to come."""
    coming: list[Any] = []
    monkeypatch.setattr(
        Recovery, "step", lambda self: setattr(self, "standstills", coming.pop() if coming else NO_STANDSTILLS)
    )
    vehicles = world.vehicles
    vehicles.standing_time[1:3], vehicles.standing_reason[1:3] = (70.0, 40.0), (reasons.SOIL, reasons.VEHICLE)
    vehicles.blocked_by[2], vehicles.recovery_phase[1] = 1, phases.BACKING
    vehicles.needed_force[1], vehicles.available_force[1] = 38_400.0, 21_300.0
    return coming


def kept(page, name):
    """Keep a picture of a page in which axe-core finds nothing serious."""
    OUTPUT.mkdir(exist_ok=True)
    page.screenshot(path=OUTPUT / name)
    assert serious_issues(page) == []


def test_a_driver_in_mud_learns_why_the_vehicle_stands(open_page, world):
    page = open_page()
    take(page, 0)
    page.keyboard.down("w")
    wait_for_text(page, "warnings", "Stuck in mud: needs ")
    words = sentence(world, 0)[1:]
    wait_for_text(page, "warnings", f"S{words}")
    wait_for_text(page, "driving-warnings", f"S{words}")
    wait_for_text(page, "events", f"Scout 1 is s{words}")
    page.keyboard.press("m")
    wait_until(page, f"() => ({MARKED})({list(MAP_MARK)}) > 10")
    kept(page, "standing-driver.png")
    page.keyboard.up("w")
    wait_until(page, "() => document.querySelector('[data-testid=driving-warnings]').hidden")
    wait_until(page, "() => document.querySelector('[data-testid=warnings]').innerText === ''")


MARKED = """colour => {
    const canvas = document.querySelector('[data-testid=map]')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4)
        if (colour.every((value, channel) => Math.abs(data[at + channel] - value) < 12)) count++
    return count
}"""


@pytest.mark.parametrize("size", SIZES)
def test_the_vehicles_that_stand_are_counted_marked_and_found(world, standing, open_page, size):
    page = open_page(SIZES[size], has_touch=size == "phone")
    wait_for_text(page, "standing-summary", "2 stand: 1 in mud, 1 blocked")
    wait_until(page, f"() => ({MARKED})({list(MAP_MARK)}) > 10")
    page.get_by_test_id("standing-open").click()
    rows = page.get_by_role("list", name="Vehicles that stand").get_by_role("button")
    rows.nth(1).wait_for()
    assert [row.split("\n") for row in rows.all_inner_texts()] == [
        ["Supply truck 1", "Stuck in mud: needs 38 kN, has 21"],
        ["Supply truck 2", "Blocked by supply truck 1"],
    ]
    page.evaluate("() => { window.row = document.querySelector('.standing [data-vehicle]') }")
    began = world.time
    eventually(lambda: world.time > began + 2.0, "two messages, in which the time of standing differs here")
    assert page.evaluate("() => window.row.isConnected")  # a row is not replaced while it says the same
    rows.first.click()
    wait_until(page, "() => window.motorpool.state().selected === 1")
    wait_until(page, "() => Math.hypot(window.motorpool.eye().x - 300, window.motorpool.eye().y - 50) < 60")
    wait_for_text(page, "warnings", "Stuck in mud: needs 38 kN, has 21")
    wait_until(page, "() => document.querySelector('.label-selected').innerText.includes('stuck in mud')")
    page.keyboard.press("v")
    wait_for_text(page, "autopilot", "Stuck in mud: needs 38 kN, has 21\n\nBacks out")
    standing.append(standstills_of([(1, reasons.SOIL, BEGAN, -1, 300.0, 50.0)], world.time))
    wait_until(page, "() => /upply truck 1 is stuck in mud/.test(document.querySelector('.events').textContent)")
    kept(page, f"standing-{size}.png")
    page.keyboard.press("m")
    page.get_by_test_id("map-symbols").get_by_text("Stands").wait_for(state="attached")  # a small map has it closed
    kept(page, f"standing-map-{size}.png")
    world.vehicles.standing_time[:] = 0.0
    page.get_by_test_id("standing").wait_for(state="hidden")
