"""The first picture of the default world: with empty caches, in a real browser, which shows vehicles that move."""

import json
import time
from pathlib import Path

import pytest
from pages import LIGHT, listened_to, wait_until

from motorpool.viewer import first_motion

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

OUTPUT = Path(__file__).parents[1] / "output" / "first-picture.json"
MOVED = """() => {
    const vehicles = window.motorpool?.vehicles() ?? []
    window.firstPlaces ??= vehicles.length ? vehicles.map(each => [each.x, each.y]) : undefined
    const first = window.firstPlaces
    const moved = (each, [x, y]) => Math.hypot(each.x - x, each.y - y) > 0.05
    return !!first && vehicles.some((each, i) => first[i] && moved(each, first[i]))
}"""


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
