"""The Python blocks of the documentation in the browser's Python: those that are offered run, and no others would."""

import contextlib
import functools
import io
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe import wcag_issues
from node import node
from pages import wait_until

ROOT = Path(__file__).parents[2]
from docs_blocks import DOCS, FENCE, Block, blocks  # noqa: E402
from docs_examples import source_page  # noqa: E402
from gallery import EXAMPLES, programs  # noqa: E402

CLIENT = ROOT / "client"
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")  # the last digit differs where the two have other sines
NOTEBOOK = CLIENT / "src" / "site" / "blocks" / "notebook.py"


class Page(NamedTuple):
    """A page of the documentation with the blocks that are offered on it, and the others."""

    offered: list[Block]
    others: list[Block]

    @property
    def texts(self) -> list[str]:
        """The blocks' texts, those that are offered first."""
        return [block.text for block in (*self.offered, *self.others)]


@functools.cache  # tests of several pages read one; to look through what a block imports takes long
def page_of(name: str) -> Page:
    """Read a page."""
    found = blocks(TEXTS[name])
    return Page([block for block in found if not block.needs], [block for block in found if block.needs])


DOCUMENTS = {path.relative_to(DOCS).as_posix(): path.read_text() for path in sorted(DOCS.rglob("*.md"))}
NOTEBOOKS = {f"examples/{Path(name).stem}.md": source_page(EXAMPLES / name, title)
             for name, title in programs().items() if name.endswith(".ipynb")}  # fmt: skip
TEXTS = {name: text for name, text in (DOCUMENTS | NOTEBOOKS).items() if FENCE.search(text)}  # of pages with blocks


@pytest.fixture(scope="module")
def in_pyodide(site_folder: Path) -> dict[str, list[dict[str, str]]]:
    """What the blocks of each page come to in the browser's Python: those that are offered, then the others."""
    assert site_folder.is_dir()  # with it, the Python of the pages was packed
    texts = json.dumps([page_of(name).texts for name in TEXTS])
    command = [node(), str(Path(__file__).with_name("run_blocks.mjs")), str(CLIENT)]
    ran = subprocess.run(command, input=texts, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return dict(zip(TEXTS, json.loads(ran.stdout), strict=True))


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The notebook's own function that runs a block, in this Python, with no names yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", sys.argv)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    return runpy.run_path(str(NOTEBOOK))["run"]


@pytest.mark.parametrize("name", TEXTS)
def test_a_block_runs_in_the_browser_exactly_if_it_is_offered_there(name: str, in_pyodide: Any) -> None:
    page, outcomes = page_of(name), in_pyodide[name]
    errors = {block.line: outcome["error"] for block, outcome in zip(page.offered, outcomes, strict=False)}
    assert {line: error for line, error in errors.items() if error} == {}
    refused = dict(zip([block.line for block in page.others], outcomes[len(page.offered) :], strict=True))
    assert [line for line, outcome in refused.items() if not outcome["error"]] == []


@pytest.mark.parametrize("name", TEXTS)
def test_a_block_says_in_the_browser_what_it_says_here(name: str, in_pyodide: Any, run_here: Any) -> None:
    for number, (block, there) in enumerate(zip(page_of(name).offered, in_pyodide[name], strict=False), start=1):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            here = json.loads(run_here(block.text, f"block {number}"))
        assert there["error"] == here["error"], f"line {block.line}"
        said_here, said_there = printed.getvalue() + here["value"], there["printed"] + there["value"]
        assert NUMBER.split(said_there) == NUMBER.split(said_here), f"line {block.line}"
        numbers = [[float(number) for number in NUMBER.findall(said)] for said in (said_here, said_there)]
        assert numbers[1] == pytest.approx(numbers[0], rel=1e-9, abs=1e-12), f"line {block.line}"


def test_every_cell_of_the_notebook_for_the_browser_is_offered_there() -> None:
    page = page_of("examples/one_vehicle.md")
    assert page.others == []
    assert len(page.offered) == 6


def test_an_error_is_reported_by_its_last_line_and_where_it_was(run_here: Any) -> None:
    error = lambda text: json.loads(run_here(text, "block 1"))["error"]  # noqa: E731
    assert error("one = 1\n\none / 0") == "line 3: ZeroDivisionError: division by zero"
    assert error("def late():\n    return nothing\n\nlate()").startswith("line 2: NameError: name 'nothing'")
    assert error("one = 1\ntwo = = 2") == "line 2: SyntaxError: invalid syntax"
    assert error("import no_such_package").startswith("line 1: the browser's Python has no no_such_package")


def test_the_last_expression_is_shown_and_names_stay(run_here: Any) -> None:
    assert json.loads(run_here("one = 1\none + 1", "block 1")) == {"value": "2", "html": "", "error": ""}
    assert json.loads(run_here("one", "block 2"))["value"] == "1"
    assert json.loads(run_here("one = None\none", "block 3"))["value"] == ""
    shown = json.loads(run_here("import motorpool as mp\nmp.Vehicle('bicycle')", "block 4"))
    assert "<table" in shown["html"]


@pytest.mark.browser
@pytest.mark.timeout(600)
def test_a_reader_runs_edits_and_stops_a_block(visit: Any) -> None:
    page = visit("cookbook.html")
    first, second = (page.locator("[data-runs]").nth(index) for index in (0, 1))
    wait_until(page, "() => document.querySelector('.mp-block-run')")
    assert page.locator("[data-needs]").first.inner_text().endswith("Needs NumPy: run it on your own machine.")
    second.get_by_role("button", name="Run block 2").click()
    wait_until(page, "() => document.querySelectorAll('.mp-block-printed').length === 2")
    assert "60 steps: x 5.137965, y 5.671198" in first.locator(".mp-block-output").inner_text()

    first.locator("code").click()
    wait_until(page, "() => document.activeElement.matches('.cm-content')")
    page.keyboard.press("Control+a")
    page.keyboard.type("half = 0.5\nmp.Vehicle('bicycle', x=half)")
    page.keyboard.press("Control+Enter")
    wait_until(page, "() => document.querySelector('.mp-block-html table')")
    page.keyboard.press("Control+a")
    page.keyboard.type("half / 0")
    page.keyboard.press("Control+Enter")
    wait_until(page, "() => document.querySelector('.mp-block-error')")
    assert first.locator(".mp-block-error").inner_text() == "line 1: ZeroDivisionError: division by zero"
    assert wcag_issues(page) == []

    page.keyboard.press("Control+a")
    page.keyboard.type("while True: print(half)")
    page.keyboard.press("Control+Enter")
    wait_until(page, "() => document.querySelector('.mp-block-printed')?.textContent.includes('0.5')")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Stop"
    page.keyboard.press("Enter")
    wait_until(page, "() => document.querySelector('.mp-block-error')?.textContent.startsWith('Stopped.')")
    first.get_by_role("button", name="Reset").click()
    first.get_by_role("button", name="Run block 1").click()
    wait_until(page, "() => document.querySelector('.mp-block-printed')?.textContent.includes('5.671198')")
