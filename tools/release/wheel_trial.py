"""Tries the wheel as a stranger to the project does: without a checkout, with the extra ``app`` alone.

    python tools/release/wheel_trial.py dist/motorpool-1.0.0-py3-none-any.whl
    python tools/release/wheel_trial.py dist/motorpool-1.0.0-py3-none-any.whl --only mobility    # examples and pages

It installs the wheel into a clean environment in a temporary folder, runs the live world and the headless one, every
example and every Python block of the documentation, and prints a table of what ran and what did not, with the reason.
An example or a block that needs another extra must say so in one sentence that names the extra. The exit code is 1 if
anything else fails.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from build_dist import install, motorpool_of, say

from motorpool.app.examples import all_examples, cells_of, folder

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "docs"))

from docs_blocks import DOCS, FENCE  # noqa: E402

LONGEST = 900.0  # of a program or of all blocks of a page [s]
OPTIONS = {"game_engines": ("--seconds", "0.1")}  # of programs without a plot; the others save one
EXTRA = re.compile(r"pip install '\.\[([a-z,-]+)\]'|pip install ([\w-]+)|No module named '(\w+)'")
UNBOUND = re.compile(r"NameError: name '\w+' is not defined")
RUN_BLOCKS = """
import contextlib, io, json, pathlib, sys, types
page = types.ModuleType("__main__")
sys.modules["__main__"] = page
for line, text in json.load(sys.stdin):
    file = pathlib.Path(f"block_{line}.py").absolute()  # a model's text must be in a file
    file.write_text(text)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, str(file), "exec"), page.__dict__)
        error = ""
    except BaseException as raised:
        error = f"{type(raised).__name__}: {raised}"
    print(json.dumps([line, error]), flush=True)
"""


class Outcome(NamedTuple):
    """What became of a part of the trial."""

    kind: str  # "command", "example" or "block"
    name: str
    error: str  # empty if it ran

    @property
    def extra(self) -> str:
        """The extra or package that the error names; empty if it names none, or a module of Motorpool."""
        found = EXTRA.search(self.error)
        return found[found.lastindex or 0].partition("motorpool")[0] if found else ""


def main(arguments: list[str]) -> int:
    """Try a wheel; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--python", default=sys.executable, help="interpreter of the environment")
    parser.add_argument("--only", default="", help="try only examples and pages with this text in their name")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        python = install(options.wheel.resolve(), Path(place), options.python)
        work = Path(place) / "work"
        work.mkdir()
        only = options.only
        outcomes: list[Outcome] = []
        for outcome in chain(commands(python, work), examples(python, work, only), blocks(python, work, only)):
            outcomes.append(outcome)
            print(row(outcome), flush=True)
    say(f"{summary(outcomes)}, in {time.monotonic() - start:.0f} s")
    return int(any(outcome.error and not outcome.extra for outcome in outcomes))


def row(outcome: Outcome) -> str:
    """Return a line of the table."""
    what = "ran" if not outcome.error else f"needs [{outcome.extra}]" if outcome.extra else f"FAILED {outcome.error}"
    return f"  {outcome.kind:8} {outcome.name:44} {what}"


def summary(outcomes: Iterable[Outcome]) -> str:
    """Return how many of each kind ran, need another extra, and failed."""
    counts = Counter((one.kind, bool(one.error), bool(one.extra)) for one in outcomes)
    kinds = dict.fromkeys(kind for kind, _, _ in counts)
    return "; ".join(
        f"{kind}s: {counts[kind, False, False]} ran, {counts[kind, True, True]} need another extra, "
        f"{counts[kind, True, False]} failed"
        for kind in kinds
    )


# ---------------------------------------------------------------- what is tried


def commands(python: Path, work: Path) -> Iterator[Outcome]:
    """Run the world without its page, and with it."""
    ran = ["run", "--headless", "--seconds", "1"]
    yield Outcome("command", f"motorpool {' '.join(ran)}", error_of([motorpool_of(python), *ran], work))
    yield Outcome("command", "motorpool run --no-browser, GET /", error_of_live_page(python, work))
    copied = [str(python), "-m", "motorpool.examples", "--copy", "examples"]
    yield Outcome("command", "python -m motorpool.examples --copy", error_of(copied, work))


def error_of_live_page(python: Path, work: Path) -> str:
    """Serve the live world, read its page, and end it; return what went wrong."""
    command = [motorpool_of(python), "run", "--no-browser", "--port", "0", "--vehicles", "20"]
    with subprocess.Popen(command, cwd=work, env=environment(), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next((found[0] for line in server.stdout if (found := re.search(r"http://\S+", line))), None)
            if address is None:
                return f"no address is printed, exit code {server.wait(LONGEST)}"
            with urllib.request.urlopen(address, timeout=60.0) as answer:
                page = answer.read().decode()
            return "" if answer.status == 200 and "<script" in page else f"status {answer.status}: {page[:80]!r}"
        finally:
            server.terminate()


def examples(python: Path, work: Path, only: str) -> Iterator[Outcome]:
    """Run every program and the cells of every notebook."""
    for example in all_examples():
        if only not in example.name:
            continue
        if example.is_program:
            words = OPTIONS.get(example.name, (f"{example.name}.png",))
            command = [str(python), "-m", "motorpool.examples", example.name, *words]
            yield Outcome("example", example.name, error_of(command, work))
        elif example.file.endswith(".ipynb"):
            cells = [text for kind, text in cells_of(folder() / example.file) if kind == "code"]
            error = "\n".join(each for _, each in run_blocks(python, work, list(enumerate(cells, start=1))) if each)
            yield Outcome("example", example.name, error)


def blocks(python: Path, work: Path, only: str) -> Iterator[Outcome]:
    """Run the Python blocks of each page of the documentation, in the order of the page."""
    for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))):
        name, text = page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")
        if only not in name:
            continue
        found = [(text.count("\n", 0, match.start()) + 1, match["text"]) for match in FENCE.finditer(text)]
        refused = ""  # what an earlier block of the page lacked, and so bound no names
        for line, error in run_blocks(python, work, found):
            reason = f"{error}, after: {refused}" if refused and UNBOUND.match(error) else error
            outcome = Outcome("block", f"{name}:{line}", reason)
            refused = error if outcome.extra and not refused else refused
            yield outcome


# ---------------------------------------------------------------- how


def run_blocks(python: Path, work: Path, found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Run blocks one after another, as cells of a notebook; return line and error of each."""
    if not found:
        return []
    command = [str(python), "-c", RUN_BLOCKS]
    ended = "ended before"
    with contextlib.suppress(subprocess.TimeoutExpired):
        ran = subprocess.run(
            command,
            input=json.dumps(found),
            cwd=work,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        told = dict(json.loads(line) for line in ran.stdout.splitlines() if line.startswith("["))
        return [(line, told.get(line, ended + ran.stderr[-200:])) for line, _ in found]
    return [(line, f"takes more than {LONGEST:.0f} s") for line, _ in found]


def error_of(command: list[str], work: Path) -> str:
    """Run a command; return the last line of its errors if it fails, else nothing."""
    try:
        ran = subprocess.run(command, cwd=work, env=environment(), capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return f"takes more than {LONGEST:.0f} s"
    if ran.returncode == 0:
        return ""
    lines = [line for line in ran.stderr.splitlines() if line.strip()]
    return lines[-1] if lines else f"exit code {ran.returncode}"


def environment() -> dict[str, str]:
    """Return the environment of what is tried: nothing of this checkout, and no screen."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return kept | {"MPLBACKEND": "Agg", "SDL_VIDEODRIVER": "dummy"}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
