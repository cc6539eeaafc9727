"""First visits: five people who have never seen the page, each before a window of their own, do what they came for.

One small world serves them all. Pictures of what they saw are left in ``tests/output/first-visits``.
"""

from pathlib import Path
from typing import Any

import pytest
from axe import serious_issues
from pages import opened_pages, wait_for_text, wait_until
from screenless_browser import eventually

from motorpool.app.viewer import Viewer
from motorpool.world.drivers.kinds import SCRIPT
from motorpool.world.scenario import load

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PICTURES = Path(__file__).parents[2] / "output" / "first-visits"
QUERY = "quality=low&pixels=0.35&fps=3"  # software WebGL draws slowly
QUERY_4K = "quality=low&pixels=0.15&fps=2"
FINGERS = {"has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def viewer():
    """The playground's two rows of parked vehicles."""
    with Viewer(load("playground").build(), port=0) as viewer:
        yield viewer


@pytest.fixture
def open_page(browser, viewer):
    """Opens pages, each of a person of its own."""
    with opened_pages(browser, viewer) as open_one:
        yield lambda wide, high, query=QUERY, **options: open_one(
            {"width": wide, "height": high}, query=query, **options
        )


class Visit:
    """A visitor before a page, who leaves pictures."""

    def __init__(self, page: Any, name: str):
        self.page, self._name, self._count = page, name, 0

    def picture(self, what: str) -> None:
        """Keep a picture of what is seen, in which axe-core must find nothing serious."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self._count += 1
        wait_until(self.page, "() => document.querySelector('.splash') === null")
        self.page.screenshot(path=PICTURES / f"{self._name}-{self._count}-{what}.png")
        assert serious_issues(self.page) == []

    def find(self, name: str) -> int:
        """Find a vehicle by name among the people and vehicles, and return its id."""
        self.page.keyboard.press("l")
        self.page.get_by_test_id("find-vehicle").fill(name)
        self.page.get_by_test_id("find-vehicle").press("Enter")
        wait_until(self.page, "() => window.motorpool.state().selected >= 0")
        self.page.keyboard.press("Escape")
        return self.page.evaluate("() => window.motorpool.state().selected")

    def owns(self, vehicle: int) -> None:
        """Wait until the vehicle is the visitor's."""
        wait_until(self.page, "id => window.motorpool.own()?.id === id", vehicle)

    def is_on_foot(self) -> None:
        """Wait until the visitor drives nothing."""
        wait_until(self.page, "() => window.motorpool.own() === null")


HEAR = """() => {
  window.heard = []
  const note = () => window.heard.push(document.querySelector('[data-testid=toast]')?.textContent ?? '')
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""


def test_a_game_programmer_finds_a_tank_drives_it_and_leaves_it_parked(open_page, viewer):
    visit = Visit(open_page(1280, 720), "game-programmer")
    page = visit.page
    visit.picture("arrival")
    page.keyboard.press("h")
    page.get_by_test_id("help-overlay").get_by_text("drive the selected vehicle").wait_for()
    visit.picture("keys")
    page.keyboard.press("Escape")
    for card in ("people", "bookmarks", "view"):
        page.get_by_test_id(f"{card}-button").click()
        page.get_by_test_id(card).wait_for()
        assert serious_issues(page) == []
    page.keyboard.press("j")
    page.get_by_test_id("devices").wait_for()
    assert serious_issues(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    tank = visit.find("tank 2")
    wait_for_text(page, "panel-driver", "parked")
    page.keyboard.press("Enter")
    visit.owns(tank)
    page.keyboard.down("w")
    wait_until(page, "() => window.motorpool.own()?.speed > 5")
    visit.picture("driving")
    page.keyboard.up("w")
    page.keyboard.down("Space")
    wait_until(page, "() => window.motorpool.own()?.speed === 0")
    page.keyboard.up("Space")
    page.evaluate(HEAR)  # a toast may be gone when a slow machine looks
    page.keyboard.press("Escape")
    visit.is_on_foot()
    wait_until(page, "() => window.heard.some((text) => text.includes('parks again'))")
    vehicles = viewer.world.vehicles
    eventually(lambda: (vehicles.driver[tank], vehicles.brake[tank]) == (SCRIPT, 1.0), "the tank being parked")


def test_a_student_drives_a_car_on_a_phone_and_gives_it_back(open_page):
    visit = Visit(open_page(360, 640, **FINGERS), "student")
    page = visit.page
    assert "Tap a vehicle" in page.locator(".panel").inner_text()  # a phone has no Enter key
    page.get_by_test_id("empty-next-vehicle").tap()
    wait_until(page, "() => window.motorpool.state().selected >= 0")
    visit.picture("choosing")
    page.get_by_test_id("take").tap()
    wait_until(page, "() => window.motorpool.own() !== null")
    pad = page.get_by_role("button", name="drive", exact=True)
    pad.dispatch_event("pointerdown")
    wait_until(page, "() => window.motorpool.own()?.speed > 3")
    visit.picture("driving")
    pad.dispatch_event("pointerup")
    page.get_by_test_id("bar-more").tap()
    page.get_by_test_id("people-button").wait_for()
    visit.picture("menu")
    page.get_by_test_id("bar-more").tap()
    page.get_by_test_id("take").tap()
    visit.is_on_foot()


def test_a_teacher_prepares_a_projector(open_page):
    visit = Visit(open_page(1920, 1080), "teacher")
    page = visit.page
    page.keyboard.press("o")
    page.get_by_test_id("display-theme").select_option("light")
    page.get_by_test_id("display-scale").select_option("1.5")
    visit.picture("settings")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    wait_until(page, "() => document.querySelector('.map.is-large') !== null")
    visit.picture("map")
    page.keyboard.press("Escape")
    page.get_by_test_id("camera-overview").click()
    page.get_by_test_id("overview-legend").get_by_text("parked tanks").wait_for()
    visit.picture("overview")
    page.get_by_test_id("pause").click()
    wait_until(page, "() => window.motorpool.state().paused")
    page.get_by_test_id("pause").click()
    wait_until(page, "() => !window.motorpool.state().paused")


PRESS_B_ONCE_DRIVING = """() => {
  const look = setInterval(() => {
    if (window.motorpool.own() === null) return
    clearInterval(look)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', code: 'KeyB' }))
  }, 1)
}"""


def test_a_researcher_before_4k_reads_the_instruments_and_sets_the_parking_brake(open_page, viewer):
    visit = Visit(open_page(3840, 2160, query=QUERY_4K), "researcher")
    page = visit.page
    car = visit.find("car 3")
    page.evaluate(PRESS_B_ONCE_DRIVING)  # before the first instruments have come
    page.keyboard.press("Enter")
    visit.owns(car)
    page.keyboard.press("i")
    wait_for_text(page, "reading-heading", "000°")
    eventually(lambda: viewer.world.vehicles.parking_brake[car] == 1.0, "the parking brake")
    wait_for_text(page, "warnings", "Parking brake")
    behind = "({ x, y }) => Math.hypot(window.motorpool.eye().x - x, window.motorpool.eye().y - y) < 30"
    wait_until(page, behind, {"x": float(viewer.world.vehicles.x[car]), "y": float(viewer.world.vehicles.y[car])})
    visit.picture("instruments")
    assert page.get_by_test_id("take").bounding_box()["height"] > 50  # readable from where one sits before 4K
    page.get_by_test_id("take").click()
    visit.is_on_foot()


def test_two_simulation_engineers_meet_and_one_waits_for_the_others_vehicle(open_page):
    alice = Visit(open_page(960, 600), "engineer-alice")
    bob = Visit(open_page(844, 390, **FINGERS), "engineer-bob")
    car = alice.find("car 5")
    alice.page.keyboard.press("Enter")
    alice.owns(car)
    alice.page.get_by_test_id("name").fill("Alice")
    alice.page.get_by_test_id("name").press("Enter")
    bob.page.evaluate("id => window.motorpool.select(id)", car)
    wait_for_text(bob.page, "panel-driver", "driven by Alice")
    assert bob.page.get_by_test_id("take").is_disabled()
    bob.picture("looking-on")
    alice.page.keyboard.down("ArrowUp")
    wait_until(alice.page, "() => window.motorpool.own()?.speed > 3")
    alice.picture("driving")
    alice.page.keyboard.up("ArrowUp")
    alice.page.get_by_test_id("take").click()
    alice.is_on_foot()
    wait_until(bob.page, "() => !document.querySelector('[data-testid=take]').disabled")
    bob.page.get_by_test_id("take").tap()
    bob.owns(car)
    bob.picture("driving")
