"""The playground without a server: a real Chromium, a plain web server of files, and no other host."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe import wcag_issues
from node import node
from pages import wait_for_text, wait_until
from visits import sizes_of_requests, visitor

from motorpool.app.playground.session import Session

LIVE = "() => window.motorpoolPlayground?.state()?.tick > 0"
HAS_PYTHON = "() => window.motorpoolPlayground.hasPython()"
MOST_BYTES = 8_000_000  # with Python
MOST_BYTES_FIRST = 250_000  # until the first drive
OF_PYTHON = ("pyodide", "python", "motorpool-")  # beginnings of the names of files of Python
ROUNDING = 2e-6  # messages are rounded to 1e-6
RECORD = """
window.seen = []
const look = () => {
  requestAnimationFrame(look)
  const playground = window.motorpoolPlayground
  const state = playground?.state()
  if (!state || state.tick === window.seen.at(-1)?.tick) return
  const { x, y, yaw, speed } = state.right
  const program = document.querySelector('[data-testid=program]').textContent
  window.seen.push({ hasPython: playground.hasPython(), tick: state.tick, gap: state.gap, x, y, yaw, speed, program })
}
look()
"""
SHOWN = "document.querySelector('[data-testid=program]').textContent"

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def copied(page: Any, language: str, words: str) -> str:
    """Return the program in a language, once it has the words that mark it."""
    page.get_by_test_id("language").select_option(language)
    wait_until(page, f"words => {SHOWN}.includes(words)", words)
    return page.get_by_test_id("program").text_content()


def printed(*command: str, folder: Path) -> list[float]:
    """Run a program, and return the numbers that it prints."""
    ran = subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return [float(word) for word in ran.stdout.replace(",", " ").split()]


@pytest.fixture(scope="module")
def sizes() -> dict[str, int]:
    """Sizes of the files that were asked for until the first drive [byte]."""
    return {}


@pytest.fixture(scope="module")
def playground(browser: Any, site: str, site_folder: Path, sizes: dict[str, int]) -> Iterator[Any]:
    """The playground, live, with a tank on the right and its demonstration going on."""
    with visitor(browser, site) as page:
        asked = sizes_of_requests(page, site, site_folder)
        page.goto(f"{site}/playground/index.html?right=M1A1")
        wait_until(page, LIVE)
        wait_until(page, "() => window.motorpoolPlayground.setUp().right.model === 'M1A1'")
        sizes |= asked
        yield page


def test_the_first_drive_needs_no_python_and_the_page_says_what_cannot_be_run(
    browser: Any, site: str, site_folder: Path
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        asked = sizes_of_requests(page, site, site_folder)
        context.route("**/pyodide*", lambda route: route.abort())
        page.goto(f"{site}/playground/index.html")
        wait_until(page, LIVE)
        wait_until(page, "() => window.motorpoolPlayground.setUp().demonstrating")
        wait_until(page, "() => document.querySelector('.program .meaning').textContent.includes('cannot be run')")
        assert not page.evaluate(HAS_PYTHON)

        page.keyboard.down("ArrowUp")
        wait_until(page, "() => window.motorpoolPlayground.state().left.speed > 1")
        page.keyboard.up("ArrowUp")
        wait_for_text(page, "program", "There is no program without Python.")
        page.get_by_test_id("scene-hill").click()
        wait_until(page, "() => document.querySelector('.toast').textContent.includes('other scenes cannot be run')")
        assert page.evaluate("() => window.motorpoolPlayground.setUp().scene.name") == "ground"
        assert wcag_issues(page) == []
    names = {path: path.rpartition("/")[2] for path in asked}
    first = {path: size for path, size in asked.items() if not names[path].startswith(OF_PYTHON)}
    assert any(name.startswith("pyodide") for name in names.values())  # it was asked for, in vain
    assert any(name.startswith("catalogue") for name in names.values())
    assert sum(first.values()) < MOST_BYTES_FIRST


def test_python_takes_over_and_every_state_on_the_screen_is_that_of_python(browser: Any, site: str) -> None:
    with visitor(browser, site) as page:
        page.add_init_script(RECORD)
        page.goto(f"{site}/playground/index.html")
        wait_until(page, "() => window.seen.filter((one) => one.hasPython).length > 20")
        seen = page.evaluate("() => window.seen")
    session = Session()
    states = {0: session.state()}
    while session.advance(session.dt) and session.tick not in states:
        states[session.tick] = session.state()
    firsts = [one for one in seen if not one["hasPython"]]
    assert len(firsts) > 20
    assert max(one["tick"] for one in seen) > 60
    for one in seen:
        expected = states[one["tick"]]
        shown = [one[name] for name in ("gap", "x", "y", "yaw", "speed")]
        right = [expected["right"][name] for name in ("x", "y", "yaw", "speed")]
        assert shown == pytest.approx([expected["gap"], *right], rel=0.0, abs=ROUNDING)
    assert len({one["program"] for one in seen}) == 1  # that of the demonstration, before and after
    taken = len(firsts)
    is_repeated = seen[taken]["tick"] < 30  # the demonstration began again meanwhile
    assert seen[taken]["tick"] > seen[taken - 1]["tick"] or is_repeated


def test_a_visitor_of_another_pair_loads_little_until_it_drives(playground: Any, sizes: dict[str, int]) -> None:
    assert any(path.endswith(".wasm") or ".wasm-" in path for path in sizes)
    assert sum(sizes.values()) < MOST_BYTES
    assert wcag_issues(playground) == []


def test_copied_javascript_prints_the_numbers_of_python_and_the_visitor_drives_on(
    playground: Any, tmp_path: Path
) -> None:
    page = playground
    (tmp_path / "m1a1.mjs").write_text(copied(page, "javascript", "export function step"))
    (tmp_path / "m1a1.py").write_text(copied(page, "motorpool", "import motorpool"))
    of_node = printed(node(), "m1a1.mjs", folder=tmp_path)
    of_python = printed(sys.executable, "m1a1.py", folder=tmp_path)
    assert max(map(abs, of_python)) > 1.0  # it has moved
    assert of_node == pytest.approx(of_python, rel=1e-9, abs=1e-9)

    page.keyboard.down("ArrowUp")
    wait_until(page, "() => !window.motorpoolPlayground.setUp().demonstrating")
    wait_until(page, "() => window.motorpoolPlayground.state().left.speed > 1")
    page.keyboard.up("ArrowUp")
