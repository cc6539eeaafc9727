"""The session's cards in a real Chromium: another world for everybody, told while it is built, and the way in."""

import threading

import pytest
from axe import serious_issues
from pace import patience
from pages import DESK, LIGHT, opened_pages, take, wait_for_text, wait_for_world, wait_until

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.scenario_choice import Built
from motorpool.ground.terrain.heightfield import Terrain

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PHONE = {"width": 360, "height": 640}
LINK = "http://198.51.100.7:8765/?token=" + "t" * 32
COUNTS = {"few": 3, "more": 5}
DRIVERS = "name => document.querySelector('[data-testid=people]').innerText.includes(name)"


class Builder:
    """Two worlds; the next one is built when it is let."""

    def __init__(self) -> None:
        self.may_build = threading.Event()

    def scenarios(self):
        return [
            {"name": name, "title": name, "description": f"A world of {count}.", "vehicles": count}
            for name, count in COUNTS.items()
        ]

    def offers(self, name):
        return name in COUNTS

    def refusal(self):
        return None

    def build(self, name, stand):
        assert self.may_build.wait(patience(300.0))
        return Built(name, small_world(name))


def small_world(name: str) -> mp.World:
    """Vehicles that stand on a flat square."""
    terrain = Terrain.flat(size=500.0, spacing=50.0)
    world = mp.World(fleets=[mp.Fleet("bicycle", COUNTS[name])], terrain=terrain, name=name)
    world.scatter_vehicles()
    world.vehicles.desired_speed[:] = 0.0
    return world


def test_a_scenario_is_chosen_and_both_pages_load_it(browser):
    builder = Builder()
    with (
        Viewer(small_world("few"), port=0).offer(builder) as viewer,
        opened_pages(browser, viewer) as open_one,
    ):
        teacher = open_one(DESK, query=LIGHT)
        student = open_one(PHONE, query=LIGHT, has_touch=True)
        student.evaluate("() => localStorage.setItem('motorpool-name', 'Bob')")

        teacher.keyboard.press("Shift+O")
        teacher.get_by_role("radio", name="more").check()
        assert teacher.get_by_role("radio", name="few").is_checked() is False
        assert serious_issues(teacher, within="[data-testid=session]") == []
        teacher.get_by_role("button", name="Start for everybody: more").press("Enter")
        wait_for_text(student, "building", "Preparing more")
        wait_until(teacher, "() => document.querySelector('[data-testid=start-scenario]').disabled")

        builder.may_build.set()
        for page in (teacher, student):
            wait_for_world(page, COUNTS["more"])
        wait_until(student, "() => document.querySelector('[data-testid=building]').hidden")
        take(student, 4)
        teacher.keyboard.press("l")
        wait_until(teacher, DRIVERS, "Bob")

        student.keyboard.press("Shift+L")
        wait_for_text(student, "join", "0.0.0.0")
        viewer.links._addressed = lambda _: [LINK]  # as if other machines could reach it
        teacher.keyboard.press("Shift+L")
        wait_until(teacher, "() => document.querySelector('[data-testid=join-code]')?.naturalWidth > 20")
        assert teacher.get_by_test_id("join-link").input_value() == LINK
        assert serious_issues(teacher, within="[data-testid=join]") == []
