"""The two tiers of tests: the quick one, which `make test` runs, and all, which `make test-all` runs.

A test function, with all its cases, is in the quick tier unless it is marked `slow` or `soak`, drives a browser, uses
a Ray cluster or the built site, or took more than ``LIMIT`` of processor time when it was last measured. The mark
`quick` keeps it there: one visit in a browser, one test of a cluster. A case can be marked like a function.

With `--within SECONDS`, as CI runs all, a slow test that has not begun after so long is left out, by name: a slow
machine runs the quick tier and as many others as it can, the cheapest first; a fast one runs all.

``times.json`` holds what was measured, in seconds of processor time, programs that a test starts included and kernels
compiled before. `make times` writes it; a test that is not in it counts as quick.
"""

import functools
import json
import os
import time
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

TIMES = Path(__file__).parents[1] / "times.json"
LIMIT = 0.26  # of a function with all its cases, in the quick tier [s of processor time]
BUDGET = 200.0  # of all functions of the quick tier; compiling, collecting and starting come on top [same]
BEGAN = "TESTS_BEGAN"  # parallel workers inherit when the session began, on the clock of the system [s]
DEAR = {"nodes", "site_folder"}  # fixtures: a cluster, the site
PROPERTY = "processor_time"  # of a report


@functools.cache
def times() -> dict[str, float]:
    """Return the processor time of each test function that was measured [s], by the function's node id."""
    of_files: dict[str, dict[str, float]] = json.loads(TIMES.read_text(encoding="utf-8"))
    return {f"{file}::{name}": value for file, values in of_files.items() for name, value in values.items()}


def function_of(nodeid: str) -> str:
    """Return the node id of a test without its case."""
    return nodeid.partition("[")[0]


def is_quick(test: pytest.Item) -> bool:
    """Return whether a test belongs to the quick tier."""
    marks = {mark.name for mark in test.iter_markers()}
    if marks & {"slow", "soak"}:
        return False
    if "quick" in marks:
        return True
    fixtures: Iterable[str] = getattr(test, "fixturenames", ())
    is_dear = "browser" in marks or not DEAR.isdisjoint(fixtures)
    return not is_dear and times().get(function_of(test.nodeid), 0.0) <= LIMIT


def keep_tier(config: pytest.Config, tests: list[pytest.Item]) -> None:
    """Deselect soaks unless they are asked for, and with `--quick` all that is not in the quick tier."""
    soaks = "soak" in config.option.markexpr
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for test in tests:
        waits = bool(test.get_closest_marker("soak")) and not soaks
        (left_out if waits or (config.getoption("quick") and not is_quick(test)) else kept).append(test)
    config.hook.pytest_deselected(items=left_out)
    tests[:] = kept


def leave_out_late(test: pytest.Item, within: float | None) -> None:
    """Skip a slow test that is to begin more than ``within`` seconds after the session."""
    if within is not None and time.time() - float(os.environ[BEGAN]) > within and not is_quick(test):
        pytest.skip(f"left out: slow, and its turn came after {within:.0f} s; --within")


def processor_time() -> float:
    """Return the processor time of this process and of the programs that it started and that have ended [s]."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


class Stopwatch:
    """A plugin that measures each test, and lists the files that took most.

    Parallel workers send what they measure with their reports; the process that prints adds and writes.
    """

    def __init__(self, path: Path | None = None, *, listed: int = 0):
        """Measure tests.

        Args:
            path: file for a line of JSON for each test, ``[node id, seconds of processor time]``; None for no file.
            listed: files in the list.
        """
        self._path = path
        self._listed = listed
        self._of_files: Counter[str] = Counter()
        self._skipped: set[str] = set()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Measure the preparation of a test; fixtures of a whole file are part of its first test."""
        return (yield from self._measured(item))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Measure the test itself."""
        return (yield from self._measured(item))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Measure what ends it."""
        return (yield from self._measured(item))

    def _measured(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = processor_time()
        try:
            return (yield)
        finally:
            item.user_properties.append((PROPERTY, processor_time() - before))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a phase's report; the last one of a test has the times of all. A skipped test was not measured."""
        if report.skipped:
            self._skipped.add(report.nodeid)
        if report.when != "teardown" or "PYTEST_XDIST_WORKER" in os.environ:
            return
        spent = sum(value for name, value in report.user_properties if name == PROPERTY)
        self._of_files[report.nodeid.partition("::")[0]] += spent
        if self._path is not None and report.nodeid not in self._skipped:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([report.nodeid, round(spent, 4)]) + "\n")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the files that took most, with what they prepare and the programs that they start."""
        if not self._listed:
            return
        terminalreporter.section(f"processor time, {self._of_files.total():.0f} s in all files")
        for file, seconds in self._of_files.most_common(self._listed):
            terminalreporter.write_line(f"{seconds:7.1f} s  {file}")
