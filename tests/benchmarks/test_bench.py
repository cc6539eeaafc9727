import json
import math
import types
from pathlib import Path

import numpy as np
import pytest
import rates
from rates import (
    agreement,
    c_reference,
    cases,
    dynamic_models,
    operation_count,
    parts,
    peers,
    relative_rates,
    report,
    starts,
    timing,
    world_scaling,
)
from rich.console import Console

from motorpool.errors import ModelError, MotorpoolError
from motorpool.models.kinematic.tracked import arc
from motorpool.models.mathematics import select, sincos, sqrt
from motorpool.models.registry import find
from motorpool.studies import page

TRACKED = "tracked/arc"


@pytest.fixture
def without_compiler(monkeypatch):
    monkeypatch.setenv("CC", "none")


@pytest.fixture
def no_clock(monkeypatch):
    """Everything but the measuring: each row takes one second."""
    told = lambda ours, theirs, **_: timing.Timing(1.0, 1.0 if theirs else None)  # noqa: E731
    monkeypatch.setattr(cases, "time_pairs", told)
    monkeypatch.setattr(relative_rates, "time_pairs", told)


@pytest.fixture
def compiler():
    found = c_reference.find_compilers()
    if not found:
        pytest.skip("there is no C compiler")
    return found[0]


def test_without_a_compiler_the_report_says_so_and_compares_with_nothing(without_compiler, no_clock, capsys):
    rows = rates.run_bench([TRACKED], quick=True)["models"]
    assert report.NO_COMPILER in capsys.readouterr().out
    assert {row["times_c"] for row in rows} == {None}


def test_json_holds_every_row_and_the_machine(without_compiler, no_clock, tmp_path, capsys):
    file = tmp_path / "numbers.json"
    assert rates.main(["--models", TRACKED, "--quick", "--json", str(file)]) == 0
    written = json.loads(file.read_text())
    rows = {(row["model"], row["float_type"], row["vehicles"], row["steps"]) for row in written["parts"]["models"]}
    assert rows == {(TRACKED, kind, 10_000, steps) for kind in ("float64", "float32") for steps in (1, 100)}
    assert all(
        row["million_vehicle_steps_a_second"] == row["vehicles"] * row["steps"] / 1e6
        for row in written["parts"]["models"]
    )
    assert written["machine"]["processor"]
    assert {(row["model"], row["times_bicycle_arc"]) for row in written["parts"]["beside"]} == {(TRACKED, 1.0)}
    assert capsys.readouterr().out.count(TRACKED) == len(written["parts"]["models"]) + 2


def test_a_page_gets_the_tables_machine_date_and_command_between_its_markers(without_compiler, no_clock, tmp_path):
    file = tmp_path / "page.md"
    file.write_text(f"# Rates\n\nBefore.\n\n{page.BEGIN}\n\nof 1992: 7\n\n{page.END}\n\nAfter.\n")
    for _ in range(2):  # the second run replaces what the first one wrote
        rates.main(["--models", TRACKED, "--parts", "models", "--quick", "--write", str(file)])
    text = file.read_text()
    assert text.startswith(f"# Rates\n\nBefore.\n\n{page.BEGIN}\n\nMeasured on 20")
    assert text.endswith(f"{page.END}\n\nAfter.\n")
    assert f"`python benchmarks/bench.py --models {TRACKED} --parts models --quick --write {file}`" in text
    assert "1992" not in text
    assert text.count(f"| {TRACKED} | float64 | 10,000 | 100 |") >= 1
    assert "| ---: |" in text
    assert report.NO_COMPILER in text
    assert text.count("### ") == 1


@pytest.mark.parametrize("content", ["no markers", f"{page.END} {page.BEGIN}", f"{page.BEGIN} {page.BEGIN} {page.END}"])
def test_a_page_without_a_place_for_tables_is_refused_before_anything_is_measured(tmp_path, content):
    file = tmp_path / "page.md"
    file.write_text(content)
    with pytest.raises(MotorpoolError, match=r"page.md has no place for the tables"):
        rates.run_bench([TRACKED], page=file)


def test_only_what_is_measured_is_checked(without_compiler, no_clock, monkeypatch, tmp_path):
    checked = []
    monkeypatch.setattr(
        rates, "check_agreement", lambda model, float_type, builds: checked.append((model.name, float_type)) or {}
    )
    rates.run_bench([TRACKED], parts=["models"], quick=True)
    assert checked == [(TRACKED, "float64"), (TRACKED, "float32")]


def test_an_older_run_is_compared_row_by_row(without_compiler, no_clock, tmp_path, capsys):
    file = tmp_path / "older.json"
    rates.run_bench([TRACKED], parts=["beside"], quick=True, json_file=file)
    older = json.loads(file.read_text())
    older["parts"]["beside"][0]["value"] *= 0.5  # it was half as fast in float64, and float32 is new
    del older["parts"]["beside"][1]
    file.write_text(json.dumps(older))
    capsys.readouterr()
    rates.run_bench([TRACKED], parts=["beside"], quick=True, compare=file)
    header, first, second = capsys.readouterr().out.splitlines()[-3:]
    assert header.endswith("x older")
    assert first.split()[-1] == "2.00"
    assert second.split()[-1] == "-"


def test_a_time_is_better_the_shorter_it_is():
    part = next(part for part in parts.PARTS if part.name == "starts")
    row = parts.row_of_start(starts.Start("import", 0.5, None))
    assert report.times_older(part, row, {("starts", ("import",)): 1.0}) == "2.00"


@pytest.mark.parametrize("content", ["[]", "{", '{"parts": {"models": [{}]}}', '{"results": []}'])
def test_a_file_that_no_run_wrote_is_refused(tmp_path, content):
    file = tmp_path / "older.json"
    file.write_text(content)
    with pytest.raises(MotorpoolError, match=r"older.json was not written by `benchmarks/bench.py --json`"):
        rates.run_bench([TRACKED], parts=["beside"], compare=file)


def test_a_row_is_printed_before_the_next_is_measured(capsys):
    seen = []

    def rows():
        for name in ("first", "second"):
            seen.append(capsys.readouterr().out)
            yield parts.Row((name,), ("1",), 1.0, {})

    part = parts.Part("models", "title", ("what", ">rate"), True, len, rows)
    report.Printer(Console(), None).print_part(part, rows())
    assert "first" in seen[1]


def test_a_world_is_measured_and_moves(monkeypatch):
    monkeypatch.setattr(world_scaling, "VEHICLE_STEPS", 2000)
    scale = world_scaling.measure_world(20)
    assert scale.vehicles == 20
    assert scale.nanoseconds > 0.0
    assert scale.bytes_a_vehicle is None


def test_a_kernel_that_differs_from_the_scalar_function_is_not_timed(without_compiler, monkeypatch):
    monkeypatch.setattr(parts, "measure", lambda *_, **__: pytest.fail("it was timed"))
    right = agreement.Fleet.step

    def wrong(self, dt, steps=1, *, threads=None):
        right(self, dt, steps, threads=threads)
        self.state.x[7] += 1e-6

    monkeypatch.setattr(agreement.Fleet, "step", wrong)
    with pytest.raises(ModelError, match=r"tracked/arc float64: the kernel says x = .* for vehicle 7"):
        rates.run_bench([TRACKED], quick=True)


def test_a_status_bit_that_is_not_set_is_noticed(monkeypatch):
    monkeypatch.setattr(agreement.Fleet, "step", lambda self, dt, steps=1, *, threads=None: None)
    with pytest.raises(ModelError, match="status of vehicle 5"):
        agreement.check_agreement(TRACKED, "float64", [])


@pytest.fixture(scope="module")
def built():
    """The C reference, built once with two sets of flags."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(c_reference, "FLAGS", c_reference.FLAGS[:2])
        reference = c_reference.CReference()
    with reference:
        yield reference


def test_a_c_build_that_differs_is_named_and_left_out(compiler):
    class Idle(c_reference.Build):
        def stepper(self, fleet):
            return lambda dt, steps, threads: None

    wrong = agreement.check_agreement(TRACKED, "float64", [Idle("cc -Owrong", None)])
    assert list(wrong) == ["cc -Owrong"]
    assert "cc -Owrong" in wrong["cc -Owrong"]


@pytest.mark.parametrize("float_type", ["float64", "float32"])
@pytest.mark.parametrize("model", ["bicycle/arc", "tracked/arc"])
def test_every_build_of_the_c_reference_equals_the_scalar_function(compiler, built, model, float_type):
    builds = built.builds(model, float_type)
    assert builds
    assert agreement.check_agreement(model, float_type, builds) == {}


def test_the_c_reference_steps_the_same_rows_on_any_number_of_threads(compiler, built):
    fleets = [agreement.random_fleet(TRACKED, 5000, "float64") for _ in range(2)]
    build = built.builds(TRACKED, "float64")[0]
    for fleet, threads in zip(fleets, (1, 2), strict=True):
        build.stepper(fleet)(0.1, 3, threads)
    assert all(np.array_equal(a, b) for a, b in zip(fleets[0].state, fleets[1].state, strict=True))


def test_models_without_c_text_are_measured_alone(compiler, built):
    assert built.builds("arc", "float64") == []


def test_a_model_of_ones_own_can_be_measured(without_compiler, no_clock):
    module = types.ModuleType("own_tracked")
    vars(module).update(State=arc.State, Control=arc.Control, Params=arc.Params, step=arc.step)
    rows = rates.run_bench([module], quick=True)["models"]
    assert {row["float_type"] for row in rows} == {"float64", "float32"}


def test_the_ratio_is_the_median_over_neighbours_of_theirs_to_ours(monkeypatch):
    ticks = iter([*range(8), 0, 1, 1, 4, *(tick for k in range(10, 200, 10) for tick in (k, k + 1, k + 1, k + 4))])
    clock = lambda: float(next(ticks))  # noqa: E731
    monkeypatch.setattr(timing.time, "thread_time", clock)
    monkeypatch.setattr(timing.time, "perf_counter", lambda: 0.0 if calls["ours"] < 12 else 10.0)
    calls = {"ours": 0}

    def ours():
        calls["ours"] += 1

    measured = timing.time_pairs(ours, lambda: None, budget=1.0, threads=1)
    assert measured.ratio == 3.0
    assert measured.seconds == 1.0


def test_a_row_has_a_dash_where_there_is_no_c():
    case = cases.Case(find("arc"), "float64", 10_000, 1, 1)
    row = parts.row_of_result(cases.Result(case, timing.Timing(1e-4, None)))
    assert row.key == ("arc", "float64", "10,000", "1", "1")
    assert row.cells == ("100", "-")


def test_the_tolerance_is_rounding():
    assert agreement.tolerance("float64") < 1e-13 < 1e-6 < agreement.tolerance("float32") < 1e-4
    assert math.isfinite(agreement.tolerance("float32"))


# ---------------------------------------------------------------- every model beside bicycle/arc


def test_the_operations_of_a_step_are_counted():
    """A step whose operations are counted by hand."""

    def step(state, control, params, dt):
        sine, cosine = sincos(state.yaw)  # 2 sines and the like
        path = 0.5 * (control.left_track_speed + control.right_track_speed) * dt  # 3
        root = sqrt(abs(path)) / params.track_gauge  # 1 root and 1 division
        return arc.State(state.x + path * cosine, select(root > 1.0, sine, 0.0), -state.yaw)  # 4

    module = types.ModuleType("by_hand")
    vars(module).update(State=arc.State, Control=arc.Control, Params=arc.Params, step=step)
    assert operation_count.operations_of(find(module)) == operation_count.OperationCount(
        columns=7, functions=2, divisions=2, others=7
    )


def test_a_model_that_branches_has_no_count_but_a_reason():
    module = types.ModuleType("branching")
    vars(module).update(State=arc.State, Control=arc.Control, Params=arc.Params, step=arc.step)
    module.BRANCHES = "it is written as in 1992"
    assert operation_count.operations_of(find(module)) is None
    assert operation_count.why_slow(find(module), find("bicycle/arc")) == (
        "it is written as in 1992; both sides of each case are computed, on 7 columns"
    )


def test_a_model_below_a_quarter_has_a_reason_and_any_other_has_none(monkeypatch):
    for ratio, is_slow in ((0.2, True), (0.3, False)):
        monkeypatch.setattr(relative_rates, "time_pairs", lambda *_, r=ratio, **__: timing.Timing(1.0, r))
        row = relative_rates.measure_relative_rates(find(TRACKED), "float64", budget=0.1)
        assert bool(row.reason) == is_slow
        assert bool(parts.row_beside(row).note) == is_slow
        assert "divisions" in row.reason or not is_slow


# ---------------------------------------------------------------- beside other programs


@pytest.fixture
def instant(monkeypatch):
    """Contenders that do nothing but count how often they worked."""
    worked = {}

    def contender(name):
        def work():
            worked[name] = worked.get(name, 0) + 1

        return dynamic_models.Contender(name, "words", work, 600, 0.01)

    monkeypatch.setattr(dynamic_models, "_ours", lambda name, count: contender(name))
    monkeypatch.setattr(dynamic_models, "_mujoco", lambda: [contender("MuJoCo")])
    monkeypatch.setattr(dynamic_models, "_commonroad", lambda: [contender("CommonRoad")])
    return worked


def test_all_are_warmed_up_and_then_timed_in_turns(instant, monkeypatch):
    monkeypatch.setattr(dynamic_models.importlib.util, "find_spec", lambda name: object())
    rows = list(
        dynamic_models.measure_dynamic_models(["friction-circle/wheeled"], quick=True, advance=lambda words: None)
    )
    assert [row.name for row in rows] == ["friction-circle/wheeled", "MuJoCo", "CommonRoad"]
    assert set(instant.values()) == {1 + dynamic_models.ROUNDS}
    assert dynamic_models.missing_programs() == []
    assert all(row.in_real_time == pytest.approx(0.01 * row.steps_a_second) for row in rows)


def test_a_program_that_is_not_installed_is_a_sentence(instant, monkeypatch):
    monkeypatch.setattr(dynamic_models.importlib.util, "find_spec", lambda name: None)
    rows = list(
        dynamic_models.measure_dynamic_models(["friction-circle/wheeled"], quick=True, advance=lambda words: None)
    )
    assert [row.name for row in rows] == ["friction-circle/wheeled"]
    assert dynamic_models.missing_programs() == [
        dynamic_models.MISSING.format("MuJoCo"),
        dynamic_models.MISSING.format("CommonRoad"),
    ]


def test_the_other_programs_cars_drive():
    """The timed car drives on its wheels: it has not rolled over or fallen through the ground."""
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(str(Path(dynamic_models.__file__).parent / "four_wheels.xml"))
    data = mujoco.MjData(model)
    data.ctrl[:] = (0.0, 0.0, 300.0, 300.0)
    mujoco.mj_step(model, data, 1000)  # five seconds
    force = 600.0 / 0.31
    assert data.qvel[0] == pytest.approx(5.0 * force / sum(model.body_mass), rel=0.1)
    assert data.qpos[2] == pytest.approx(0.55, abs=0.02)


def test_numpy_and_jax_compute_our_arc():
    assert [each.name for each in peers._numpy(50)] == ["NumPy"]
    pytest.importorskip("jax")
    assert [each.name for each in peers._jax(50)] == ["JAX"]


def test_a_program_with_another_arc_is_refused():
    with pytest.raises(ModelError, match=r"Other differs from bicycle/arc by \S+ in x, so nothing is timed"):
        peers._check("Other", [np.zeros(50)] * 3, 50)


def test_peers_that_are_installed_are_timed_and_the_others_named(monkeypatch):
    monkeypatch.setattr(peers, "MOMENT", 1e-3)
    monkeypatch.setattr(peers, "DISCS", 9)
    monkeypatch.setattr(peers.importlib.util, "find_spec", lambda name: None)
    rates = list(peers.measure_peers(quick=True, advance=lambda words: None))
    assert {"NumPy", "Motorpool, float64", "Motorpool's world"} <= {rate.name for rate in rates}
    assert all(rate.steps_a_second > 0.0 for rate in rates)
    assert len(peers.missing_peers()) == len(peers.MODULES)


def test_our_fleet_drives_on_hills_of_many_soils():
    contender = dynamic_models._ours("friction-circle/wheeled", 500)
    assert contender.steps == 500 * dynamic_models.STEPS


def test_the_starts_of_commands_are_measured_with_warm_caches(monkeypatch: pytest.MonkeyPatch):
    called: list[list[str]] = []

    def run(arguments: list[str], **environment: str) -> starts.Run:
        called.append(arguments)
        return starts.Run("[1, 1, 1, 1]" if "Vehicle(" in arguments[-1] else "1", 0.25 * len(called), 0.5)

    monkeypatch.setattr(starts, "_python", run)
    begun: list[str] = []
    found = {start.name: start for start in starts.measure_starts(quick=True, advance=begun.append)}
    assert len(begun) == starts.START_COUNT
    first, second = (number for number, arguments in enumerate(called, 1) if arguments[-1] == "scenarios")
    assert found["motorpool scenarios"].wall == 0.25 * second > 0.25 * first
    assert starts.SHIPPED.joinpath("training-area.yaml").is_file()
