"""The first picture of a world in a real browser: vehicles that stand until their kernels are compiled, then move."""

import contextlib
import json
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from pace import patience
from pages import LIGHT, listened_to, opened_pages, wait_for_text, wait_until

from motorpool.app.cli.precompilation import ListStep
from motorpool.app.running.live import OfferedScenarios
from motorpool.app.running.options import RunOptions
from motorpool.app.running.run import Run
from motorpool.app.viewer import Viewer, first_motion

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

OUTPUT = Path(__file__).parents[2] / "output" / "first-picture.json"
MOVED = """() => {
    const vehicles = window.motorpool?.vehicles() ?? []
    window.firstPlaces ??= vehicles.length ? vehicles.map(each => [each.x, each.y]) : undefined
    const first = window.firstPlaces
    const moved = (each, [x, y]) => Math.hypot(each.x - x, each.y - y) > 0.05
    return !!first && vehicles.some((each, i) => first[i] && moved(each, first[i]))
}"""


HOW_MANY = 5
SCENARIO = f"terrain: {{source: flat, size: 1000}}\nvehicles: [{{model: bicycle, count: {HOW_MANY}}}]\n"
HAS_VEHICLES = "n => window.motorpool?.state().connected && window.motorpool.vehicles().length === n"


def test_the_page_shows_vehicles_that_stand_until_their_kernels_are_compiled(browser, tmp_path):
    may_compile, path = threading.Event(), tmp_path / "few.yaml"
    path.write_text(SCENARIO)

    @contextlib.contextmanager
    def compiling(*_: object, **__: object) -> Generator[ListStep, None, None]:
        yield lambda _: lambda: assert_set(may_compile)

    offered = OfferedScenarios(Run(RunOptions(scenario=[str(path)])), compiling=compiling)
    with (
        Viewer(port=0).offer(offered, first=str(path)) as viewer,
        opened_pages(browser, viewer, is_live=(HAS_VEHICLES, HOW_MANY)) as open_one,
    ):
        page = open_one(query=LIGHT)
        wait_for_text(page, "building", "Preparing")
        assert page.evaluate(MOVED) is False
        assert viewer.world.tick == 0
        may_compile.set()
        wait_until(page, MOVED)
        wait_until(page, "() => document.querySelector('[data-testid=building]').hidden")


def assert_set(gate: threading.Event) -> None:
    assert gate.wait(patience(300.0))


@pytest.mark.slow
def test_vehicles_move_in_the_page_of_the_default_world_and_the_time_is_recorded(browser, tmp_path):
    """The time stands in ``tests/output/first-picture.json``; benchmarks, not tests, hold it to a limit."""
    with first_motion.started(environment={"MOTORPOOL_CACHE": str(tmp_path)}) as (process, url, began):
        with browser.new_context(viewport={"width": 960, "height": 600}) as context:
            page = context.new_page()
            complaints = listened_to(page)
            page.goto(f"{url}?{LIGHT}")
            opened = time.monotonic() - began
            wait_until(page, MOVED)
            moved = time.monotonic() - began
            assert [each for each in complaints if "503" not in each] == []
        assert process.poll() is None
    assert opened < moved
    seconds = {"page opened [s]": round(opened, 2), "first motion in the page [s]": round(moved, 2)}
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(seconds, indent=2) + "\n", encoding="utf-8")
