"""The quick tier: what is in it by rule, and that no package is without tests in it."""

import itertools
import json
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tiers
from sharing import in_order

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import tier_report  # noqa: E402

PACKAGES = sorted(path.parent.name for path in (ROOT / "src" / "motorpool").glob("*/__init__.py"))
MEASURED = "tests/one/test_one.py::test_one"


def made_test(name: str = MEASURED, *marks: str, needs: tuple[str, ...] = ()) -> Any:
    """Return what the rule reads of a test."""
    return SimpleNamespace(
        nodeid=name, iter_markers=lambda: [SimpleNamespace(name=mark) for mark in marks], fixturenames=needs
    )


@pytest.fixture
def took(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that sets what the one test took."""
    return lambda seconds: monkeypatch.setattr(tiers, "times", lambda: {MEASURED: seconds})


def test_the_processor_time_of_all_cases_decides(took: Any) -> None:
    took(tiers.LIMIT + 0.1)
    assert not tiers.is_quick(made_test())
    assert not tiers.is_quick(made_test(f"{MEASURED}[case]"))
    took(tiers.LIMIT - 0.1)
    assert tiers.is_quick(made_test())
    assert tiers.is_quick(made_test("tests/one/test_one.py::test_never_measured"))


def test_marks_go_before_what_was_measured(took: Any) -> None:
    took(tiers.LIMIT + 0.1)
    assert tiers.is_quick(made_test(MEASURED, "quick"))
    took(0.0)
    assert not tiers.is_quick(made_test(MEASURED, "slow"))
    assert not tiers.is_quick(made_test(MEASURED, "soak", "quick"))


def test_browsers_clusters_and_the_site_are_quick_only_by_a_mark(took: Any) -> None:
    took(0.0)
    for marks, needs in ((("browser",), ()), ((), ("nodes",)), ((), ("site_folder",))):
        assert not tiers.is_quick(made_test(MEASURED, *marks, needs=needs))
        assert tiers.is_quick(made_test(MEASURED, *marks, "quick", needs=needs))


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_has_tests_in_the_quick_tier(package: str) -> None:
    measured = {name: seconds for name, seconds in tiers.times().items() if name.startswith(f"tests/{package}/")}
    assert sum(seconds <= tiers.LIMIT for seconds in measured.values()) >= 2, f"tests/{package} has too few quick tests"


def test_the_tier_leaves_out_what_is_slow_and_soaks_wait_to_be_asked_for() -> None:
    tests = {mark: SimpleNamespace(**vars(made_test(MEASURED, mark))) for mark in ("quick", "slow", "soak")}
    for mark, test in tests.items():
        test.get_closest_marker = lambda name, mark=mark: name == mark
    kept = {
        (quick, expression): names_of(tests, kept_of(list(tests.values()), quick=quick, expression=expression))
        for quick in (False, True)
        for expression in ("", "soak")
    }
    assert kept == {
        (True, ""): {"quick"},
        (False, ""): {"quick", "slow"},
        (True, "soak"): {"quick"},
        (False, "soak"): {"quick", "slow", "soak"},
    }


def kept_of(tests: list[Any], *, quick: bool, expression: str) -> list[Any]:
    """Return the tests that a run keeps."""
    left_out: list[Any] = []
    config: Any = SimpleNamespace(
        option=SimpleNamespace(markexpr=expression),
        getoption=lambda _: quick,
        hook=SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items)),
    )
    kept = list(tests)
    tiers.keep_tier(config, kept)
    assert len(kept) + len(left_out) == len(tests)
    return kept


def names_of(tests: dict[str, Any], kept: list[Any]) -> set[str]:
    """Return the names of the tests that are kept."""
    return {name for name, test in tests.items() if test in kept}


def test_a_run_writes_the_processor_time_of_each_test(tmp_path: Path) -> None:
    stopwatch, item = tiers.Stopwatch(tmp_path / "times"), SimpleNamespace(user_properties=[])
    for phase in (stopwatch.pytest_runtest_setup, stopwatch.pytest_runtest_call, stopwatch.pytest_runtest_teardown):
        measured = phase(item)  # pyright: ignore
        next(measured)
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        with pytest.raises(StopIteration):
            measured.send(None)
    told = {"user_properties": item.user_properties}
    reports: list[Any] = [
        SimpleNamespace(when="call", nodeid="f.py::test_b", skipped=True, **told),
        SimpleNamespace(when="teardown", nodeid="f.py::test_b", skipped=False, **told),
        SimpleNamespace(when="teardown", nodeid=MEASURED, skipped=False, **told),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTEST_XDIST_WORKER", raising=False)
        for report in reports:
            stopwatch.pytest_runtest_logreport(report)
    ((name, seconds),) = (json.loads(line) for line in (tmp_path / "times").read_text().splitlines())
    assert name == MEASURED
    assert seconds >= 0.15


def test_a_measurement_takes_cases_together_and_forgets_tests_that_are_gone() -> None:
    names = {"f.py::test_a": 5, "f.py::test_b": 1, "f.py::test_c": 1, "f.py::test_d": 1}
    old = {"f.py::test_b": 1.0, "f.py::test_c": 1.0, "f.py::test_d": 1.0, "f.py::test_gone": 1.0}
    measured = [(f"f.py::test_a[{case}]", 0.5) for case in range(4)] + [("f.py::test_a[4]", 9.0)]  # which imports
    measured += [("f.py::test_b", 1.2), ("f.py::test_c", 2.0), ("f.py::test_gone", 2.0)]
    assert tier_report.merged(old, measured, names) == {
        "f.py::test_a": 2.5, "f.py::test_b": 1.0, "f.py::test_c": 2.0, "f.py::test_d": 1.0,
    }  # fmt: skip


def test_a_random_order_is_that_of_its_seed_and_keeps_shares_together() -> None:
    names = [f"tests/{file}.py::test_{number}" for file in ("a", "b", "c") for number in range(5)]
    tests: list[Any] = [SimpleNamespace(nodeid=name) for name in names]

    def order(seed: str | None) -> list[str]:
        return [test.nodeid for test in in_order(tests, seed=seed)]

    assert order(None) == names
    assert order("7") == order("7") != order("8")
    for seed in ("7", "8"):
        assert sorted(order(seed)) == names
        files = [name.partition("::")[0] for name in order(seed)]
        assert len([file for file, _ in itertools.groupby(files)]) == 3


@pytest.mark.slow  # a program of its own with two workers
def test_parallel_workers_share_a_new_random_order() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--shuffle", "new", "tests/test_clock.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
