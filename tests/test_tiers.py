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
import sharing
import tiers
from sharing import in_order

ROOT = Path(__file__).parents[1]
import tier_report  # noqa: E402

SOURCES = ROOT / "src" / "motorpool"
PACKAGES = sorted(path.parent.name for path in SOURCES.glob("*/__init__.py"))
ROOMS = ("app", "compile", "ground", "links", "studies", "studies/distributed")  # of several subjects
INNER = [(room, path.parent.name) for room in ROOMS for path in SOURCES.glob(f"{room}/*/__init__.py")]
COMPONENTS = {path.parent.name for path in SOURCES.glob("world/*/component.py")}
OTHER_NAMES = {  # beginnings of the names of tests in tests/world; by default they begin with the component's name
    "attitude": (
        "test_world_driving.py::test_height_pitch_and_roll",
        "test_world_driving.py::test_vehicles_are_put_on_the_ground",
        "test_world_driving.py::test_a_driver_is_stopped_at_the_edge",
    ),
    "avoidance": ("test_orca.py", "test_search_cone.py", "test_clear_way.py", "test_dynamic_window.py"),
    "drivers": ("test_manual_control.py", "test_switches.py"),
    "entity": ("test_turning.py", "test_world.py::test_values_given_to_a_fleet"),
    "guidance": ("test_guidance.py", "test_route_planning.py", "test_trafficability.py"),
    "gunnery": ("test_gunnery.py", "test_ballistics.py"),
    "motion": ("test_world_models.py", "test_world_driving.py::test_the_odometer"),
}
TESTS = {name: OTHER_NAMES.get(name, (f"test_{name}.py", f"test_{name}_")) for name in COMPONENTS}
PARTS = {
    **{package: (f"tests/{package}/",) for package in PACKAGES},
    **{f"{room}/{part}": (f"tests/{room}/{part}/",) for room, part in INNER},
    **{f"world/{name}": tuple(f"tests/world/{begin}" for begin in begins) for name, begins in TESTS.items()},
    "links/dis/wire": ("tests/links/dis/test_dis_",),
    "app/examples": ("tests/test_examples_command.py",),
    "base": ("tests/test_errors.py", "tests/test_files.py"),
    "links/serving": ("tests/app/viewer/", "tests/hostile/test_origins.py"),
    "app/viewer/schema": ("tests/app/viewer/test_page_messages.py", "tests/app/viewer/frames/test_wire.py"),
}
FEWEST = 2  # functions of a part in the quick tier
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


def parts_without_tests(quick: set[str]) -> list[str]:
    """Return the parts of the package that have too few functions in the quick tier, of which the names are given."""
    return [part for part, begins in PARTS.items() if sum(name.startswith(begins) for name in quick) < FEWEST]


def quick_functions(request: pytest.FixtureRequest) -> set[str]:
    """Return the names of all functions of which a case is in the quick tier, by the rule itself."""
    option, items = request.config.option, request.session.items
    folders = {tuple(Path(item.nodeid.partition("::")[0]).parts[:2]) for item in items}
    is_whole = (
        not option.keyword
        and not option.markexpr
        and {("tests", package) for package in PACKAGES if (ROOT / "tests" / package).is_dir()} <= folders
    )
    if is_whole:
        return {tiers.function_of(item.nodeid) for item in items if tiers.is_quick(item)}
    command = [
        sys.executable,
        "tools/checks/tier_report.py",
        "--quick",
    ]  # this run has collected some of the tests only
    return set(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines())


@pytest.mark.quick  # in part of a run it takes longer
def test_each_part_of_the_package_has_tests_in_the_quick_tier(request: pytest.FixtureRequest) -> None:
    assert parts_without_tests(quick_functions(request)) == []


def test_each_component_of_a_world_is_one_of_the_parts() -> None:
    folders = {path.parent.name for path in SOURCES.glob("world/*/__init__.py")}
    assert folders - {"navigation", "scenario", "sensors", "sources"} == COMPONENTS >= OTHER_NAMES.keys()
    assert all((SOURCES / part / "__init__.py").is_file() for part in PARTS)


def test_a_part_whose_tests_are_slow_is_noticed(took: Any) -> None:
    took(0.0)
    names = {f"{begin}_{number}" for begins in PARTS.values() for begin in begins for number in range(FEWEST)}
    marks = {"tests/app/viewer/frames/test_wire.py": "browser", "tests/app/viewer/test_page_messages.py": "slow"}
    tests = [made_test(name, *(mark for begin, mark in marks.items() if name.startswith(begin))) for name in names]
    quick = {test.nodeid for test in tests if tiers.is_quick(test)}
    assert parts_without_tests(names) == []
    assert parts_without_tests(quick) == ["app/viewer/schema"]


def test_only_a_slow_test_is_left_out_and_only_after_the_time_limit(took: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tiers.BEGAN, str(time.time() - 100.0))
    for seconds in (0.0, tiers.LIMIT + 0.1):
        took(seconds)
        tiers.leave_out_late(made_test(), None)
        tiers.leave_out_late(made_test(), 1000.0)
    with pytest.raises(pytest.skip.Exception, match="--within"):
        tiers.leave_out_late(made_test(), 50.0)
    took(0.0)
    tiers.leave_out_late(made_test(), 50.0)


def test_where_time_may_run_out_the_cheapest_shares_are_first() -> None:
    names = [*[name for name, seconds in tiers.times().items() if seconds > 1.0][:5], "tests/a/test_a.py::test_b"]
    tests = [SimpleNamespace(nodeid=name) for name in names]
    assert in_order(tests)[0].nodeid != "tests/a/test_a.py::test_b"  # type: ignore[arg-type]
    assert in_order(tests, cheapest_first=True)[0].nodeid == "tests/a/test_a.py::test_b"  # type: ignore[arg-type]


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


def test_a_run_writes_the_processor_time_of_each_test_and_lists_the_dearest_files(tmp_path: Path) -> None:
    stopwatch, item = tiers.Stopwatch(tmp_path / "times", listed=1), SimpleNamespace(user_properties=[])
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
    reports[1].user_properties = told["user_properties"][:1]  # what a skipped test took to prepare
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTEST_XDIST_WORKER", raising=False)
        for report in reports:
            stopwatch.pytest_runtest_logreport(report)
    ((name, seconds),) = (json.loads(line) for line in (tmp_path / "times").read_text().splitlines())
    assert name == MEASURED
    assert seconds >= 0.15
    said: list[str] = []
    stopwatch.pytest_terminal_summary(SimpleNamespace(section=said.append, write_line=said.append))
    assert said == ["processor time, 0 s in all files", f"{seconds:7.1f} s  tests/one/test_one.py"]


def test_a_measurement_takes_cases_together_and_forgets_tests_that_are_gone() -> None:
    names = {"f.py::test_a": 5, "f.py::test_b": 1, "f.py::test_c": 1, "f.py::test_d": 1}
    old = {"f.py::test_b": 1.0, "f.py::test_c": 1.0, "f.py::test_d": 1.0, "f.py::test_gone": 1.0}
    measured = [(f"f.py::test_a[{case}]", 0.5) for case in range(4)] + [("f.py::test_a[4]", 9.0)]  # which imports
    measured += [("f.py::test_b", 1.2), ("f.py::test_c", 2.0), ("f.py::test_gone", 2.0)]
    assert tier_report.merged(old, measured, names) == {
        "f.py::test_a": 2.5, "f.py::test_b": 1.0, "f.py::test_c": 2.0, "f.py::test_d": 1.0,
    }  # fmt: skip


def test_the_longest_shares_come_first_and_a_random_order_is_that_of_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"tests/{file}.py::test_{number}" for file in ("a", "b", "c") for number in range(5)]
    tests: list[Any] = [SimpleNamespace(nodeid=name) for name in names]

    def order(seed: str | None) -> list[str]:
        return [test.nodeid for test in in_order(tests, seed=seed)]

    assert order(None) == names
    assert order("7") == order("7") != order("8")
    monkeypatch.setattr(sharing, "times", lambda: {"tests/b.py::test_0": 2.0, "tests/c.py::test_4": 3.0})
    assert order(None) == names[10:] + names[5:10] + names[:5]
    for seed in ("7", "8"):
        assert sorted(order(seed)) == names
        files = [name.partition("::")[0] for name in order(seed)]
        assert len([file for file, _ in itertools.groupby(files)]) == 3


@pytest.fixture(scope="module", params=["plain", "compiled"])
def way(request: pytest.FixtureRequest) -> str:
    """A fixture that all tests of this file share, in two ways."""
    return request.param


@pytest.mark.parametrize("number", range(2))
def test_the_parameters_of_fixtures_that_tests_share_are_known(
    way: str, number: int, request: pytest.FixtureRequest
) -> None:
    assert sharing.wide_parameters(request.node) == (("way", ["plain", "compiled"].index(way)),)


def test_a_random_order_makes_the_fixtures_of_a_file_no_oftener(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "share_of", lambda _: "one share of both files")
    monkeypatch.setattr(sharing, "wide_parameters", lambda test: test.way)
    cases = itertools.product("ab", range(3), range(5))
    tests: list[Any] = [SimpleNamespace(nodeid=f"{file}.py::test[{way}-{n}]", way=way) for file, way, n in cases]
    orders = [in_order(tests, seed=str(seed)) for seed in range(5)]
    assert len({tuple(test.nodeid for test in order) for order in orders}) == 5
    for order in orders:
        made = [key for key, _ in itertools.groupby((sharing.file_of(test), test.way) for test in order)]
        assert len(made) == len(set(made)) == 6


def test_ci_runs_tests_in_a_random_order() -> None:
    assert "--shuffle new" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.slow  # a program of its own with two workers
def test_parallel_workers_share_a_new_random_order() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--shuffle", "new", "tests/test_clock.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
