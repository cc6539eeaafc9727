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
from pages import wait_until
from visits import sizes_of_requests, visitor

LIVE = "() => window.motorpoolPlayground?.state()?.tick > 0"
MOST_BYTES = 8_000_000
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


def test_a_visitor_loads_little_until_the_first_drive(playground: Any, sizes: dict[str, int]) -> None:
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
