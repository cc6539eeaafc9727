"""Sweeps: equal to single runs, kept through any end, told apart by content, and honest about failures."""

import contextlib
import itertools
import json
import os
import re
import shlex
import signal
import sys
from collections.abc import Generator, Sequence
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest
from killed_sweeps import kill_in_its_midst, measures_of

import motorpool as mp
from motorpool.app.cli import main
from motorpool.errors import ScenarioError, SweepError
from motorpool.studies.distributed.sweep import Results, grid, sweep, vary
from motorpool.studies.distributed.sweep.batches import Batching
from motorpool.studies.distributed.sweep.figures import draw_effects, draw_trade_off, unbeaten
from motorpool.studies.distributed.sweep.jobs import MOST_DEATHS, outcomes
from motorpool.studies.distributed.sweep.journal import Journal
from motorpool.studies.distributed.sweep.runs import Outcome, Run, Task, runs_of
from motorpool.studies.distributed.sweep.sweeping import processes
from motorpool.studies.distributed.sweep.workers import perform
from motorpool.world.scenario import names

CARS = """
name: cars
terrain: {source: flat, size: 600}
vehicles:
  - {name: one, model: bicycle/arc, avoidance: none, start: {positions: [[0, 0, 90]]}, desired_speed: 5,
     route: {waypoints: [[20, 0]], arrival_radius: 2}}
  - {name: two, model: bicycle/arc, avoidance: none, start: {positions: [[0, 50, 90]]}, desired_speed: 5}
"""


@pytest.fixture
def cars(tmp_path: Path) -> Path:
    path = tmp_path / "cars.yaml"
    path.write_text(CARS)
    return path


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("swept")
    (folder / "cars.yaml").write_text(CARS)
    (folder / "own.py").write_text(
        "def farthest(world, vehicles):\n    return {'east': world.vehicles.x[vehicles].max(), 'n': len(vehicles)}\n"
    )
    axes = [vary("vehicles.one.wheelbase=2,3"), vary("vehicles.one.desired_speed=3,-4,6")]
    return sweep(
        folder / "cars.yaml", axes, out=folder / "out", seconds=8.0, measures=[f"{folder / 'own.py'}:farthest"],
        workers=2,
    )  # fmt: skip


# ---------------------------------------------------------------- what comes out


def test_each_run_is_what_a_single_run_is(swept: Results):
    row = next(outcome for outcome in swept.outcomes if outcome.run.values["vehicles.one.desired_speed"] == 6)
    world = mp.load(swept.folder.parent / "cars.yaml").varied(row.run.values).build()
    arrived = float("nan")
    while world.time < 8.0 - 1e-9:
        world.step()
        if np.isnan(arrived) and world.vehicles.has_arrived[0]:
            arrived = world.time
    assert row.measures["distance"] == world.vehicles.odometer.sum()
    assert row.measures["time"] == 8.0  # the second car has no route to arrive on
    assert row.measures["arrived"] == 1.0
    assert arrived < 6.0
    assert row.measures["east"] == world.vehicles.x.max()
    assert row.measures["n"] == 2.0


def test_a_run_that_fails_is_a_row_with_its_sentence(swept: Results):
    assert len(swept) == 6
    assert len(swept.failures) == 2
    assert all("desired_speed" in outcome.error for outcome in swept.failures)
    assert "4 runs done, 2 failed" in swept.summary()
    assert np.isnan(swept.column("distance")).sum() == 2


def test_the_table_is_parquet_with_units(swept: Results):
    table = pyarrow.parquet.read_table(swept.folder / "results.parquet")
    assert table.num_rows == 6
    assert table.schema.metadata[b"unit:distance"] == b"m"
    assert table["vehicles.one.wheelbase"].to_pylist() == [2, 2, 2, 3, 3, 3]
    assert [word is None for word in table["error"].to_pylist()].count(True) == 4
    assert not list(swept.folder.glob(".*"))  # no half-written file


def test_a_column_that_is_not_there_is_suggested(swept: Results):
    with pytest.raises(SweepError, match="did you mean distance"):
        swept.column("distanc")


def test_figures_are_drawn(swept: Results, tmp_path: Path):
    assert draw_effects(swept, tmp_path / "effects.png").stat().st_size > 10_000
    assert draw_trade_off(swept, "distance", "top_speed", tmp_path / "trade-off.png").stat().st_size > 5_000


def test_the_unbeaten_runs_are_those_of_the_definition():
    random = np.random.default_rng(1)
    x, y = random.integers(0, 12, (2, 60)).astype(float)
    x[7] = np.nan
    found = set(unbeaten(x, y).tolist())
    for i in range(60):
        beaten = any((x[j] <= x[i] and y[j] <= y[i]) and (x[j] < x[i] or y[j] < y[i]) for j in range(60))
        twin = any(j in found and x[j] == x[i] and y[j] == y[i] for j in range(60))
        assert (i in found or twin) == (not beaten and np.isfinite(x[i]))


# ---------------------------------------------------------------- batches

HILL = """
name: hill
terrain: {source: flat, size: 600}
surface: wet-earth
objects: {count: 40, seed: 3}
vehicles:
  - {name: tank, vehicle: M1A1, avoidance: none, start: {positions: [[0, 0, 0]]},
     route: {waypoints: [[0, 60], [60, 60]], speed: 8}}
"""


def batching(tmp_path: Path, text: str = HILL) -> Batching:
    path = tmp_path / "hill.yaml"
    path.write_text(text)
    return Batching(Task(mp.load(path), 20.0))


def runs_over(*axes: str) -> list[Run]:
    return [Run(str(number), point) for number, point in enumerate(grid([vary(axis) for axis in axes]))]


def test_runs_of_one_vehicle_with_other_parameters_are_vehicles_of_one_world(tmp_path: Path):
    """A batch measures what its runs measure one by one, though every vehicle of it begins at the same place."""
    found = batching(tmp_path)
    runs = runs_over("vehicles.tank.mass=50000:70000:4")
    assert found.units(runs, 1) == [runs]
    task = Task(mp.load(tmp_path / "hill.yaml"), 12.0)
    together, alone = perform(task, [runs]), [outcome for run in runs for outcome in perform(task, [[run]])]
    for one, other in zip(together, alone, strict=True):
        assert one.run == other.run
        assert one.measures == pytest.approx(other.measures, rel=1e-9)
    assert len({outcome.measures["distance"] for outcome in together}) == 4
    world = found.merged(runs).build()
    assert world.count == 4
    assert world.fleets[0].params.mass.tolist() == [run.values["vehicles.tank.mass"] for run in runs]


def test_other_values_make_batches_of_their_own_and_each_worker_gets_a_part(tmp_path: Path):
    runs = runs_over("seed=0,1", "vehicles.0.mass=50000:70000:4")
    units = batching(tmp_path).units(runs, 2)
    assert [len(unit) for unit in units] == [2, 2, 2, 2]
    assert all(len({run.values["seed"] for run in unit}) == 1 for unit in units)


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("start: {positions: [[0, 0, 0]]}", "start: {area: [0, 0, 50, 50]}"),
        ("avoidance: none", "avoidance: none, count: 1, armament: {}"),
        ("speed: 8}", "speed: 8}, desired_speed: [3, 9]"),
        ("vehicle: M1A1", "vehicle: M1A1, count: 2"),
    ],
)
def test_what_is_random_or_for_two_is_not_merged(tmp_path: Path, there: str, instead: str):
    text = HILL.replace(there, instead)
    if "count: 2" in instead:
        text = text.replace("[[0, 0, 0]]", "[[0, 0, 0], [9, 0, 0]]")
    runs = runs_over("vehicles.tank.mass=50000:70000:4")
    assert [len(unit) for unit in batching(tmp_path, text).units(runs, 1)] == [1] * 4


def test_a_batch_with_an_impossible_value_is_made_one_by_one(tmp_path: Path):
    batching(tmp_path)
    task = Task(mp.load(tmp_path / "hill.yaml"), 0.1)
    runs = runs_over("vehicles.tank.mass=50000,-1")
    fine, wrong = perform(task, [runs])
    assert not fine.error
    assert "must be positive" in wrong.error


# ---------------------------------------------------------------- what is kept


def test_what_is_done_is_not_made_again_and_what_is_new_is(cars: Path, tmp_path: Path):
    told: list[tuple[int, int, int]] = []
    sweep(cars, [vary("seed=0,1")], out=tmp_path / "out", seconds=0.5, workers=1)
    lines = (tmp_path / "out" / "runs.jsonl").read_text()
    grown = sweep(
        cars, [vary("seed=0,1,2")], out=tmp_path / "out", seconds=0.5, workers=1, told=lambda *n: told.append(n)
    )
    assert sorted(set(told)) == [(2, 3, 0), (3, 3, 0)]
    assert (tmp_path / "out" / "runs.jsonl").read_text().startswith(lines)
    assert grown.column("seed").tolist() == [0, 1, 2]


def test_a_run_that_failed_is_made_again_the_next_time(cars: Path, tmp_path: Path):
    flag = tmp_path / "flag"
    (tmp_path / "own.py").write_text(f"def size(world, vehicles):\n    return len(open({str(flag)!r}).read())\n")
    options = {"out": tmp_path / "out", "seconds": 0.1, "measures": [f"{tmp_path}/own.py:size"], "workers": 1}
    assert len(sweep(cars, [vary("seed=0,1")], **options).failures) == 2
    flag.write_text("abc")
    again = sweep(cars, [vary("seed=0,1")], **options)
    assert not again.failures
    assert again.column("size").tolist() == [3.0, 3.0]


def test_another_time_or_another_scenario_is_another_run(cars: Path):
    scenario = mp.load(cars)
    keys = {runs_of(Task(scenario, seconds), [{"seed": seed}])[0].key for seconds in (1.0, 2.0) for seed in (0, 1)}
    keys.add(runs_of(Task(scenario.varied({"dt": 0.02}), 1.0), [{"seed": 0}])[0].key)
    assert len(keys) == 5


def test_the_first_impossible_value_is_reported_before_anything_runs(cars: Path, tmp_path: Path):
    with pytest.raises(SweepError, match="wheelbase"):
        sweep(cars, [vary("vehicles.0.wheelbas=2,3")], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_journal_that_was_torn_or_changed_loses_that_line_only(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.add(Outcome(Run(str(number), {"seed": number}), {"distance": 0.1 * number}) for number in range(4))
    journal.close()
    content = journal.path.read_bytes()
    for end in range(len(content)):
        journal.path.write_bytes(content[:end])
        again = Journal(tmp_path)
        found = again.outcomes()
        assert [outcome.run.values["seed"] for outcome in found] == list(range(content[:end].count(b"\n")))
        again.add([Outcome(Run("new", {}), {})])
        assert again.outcomes()[-1].run.key == "new"
        again.close()
    journal.path.write_bytes(content.replace(b'"seed": 2', b'"seed": 9'))
    again = Journal(tmp_path)
    assert [outcome.run.values["seed"] for outcome in again.outcomes()] == [0, 1, 3]
    with pytest.raises(SweepError, match="another sweep is writing"):
        Journal(tmp_path)
    again.close()


def test_numbers_come_back_from_the_journal_to_the_bit(tmp_path: Path):
    journal = Journal(tmp_path)
    measures = {"a": 0.1 + 0.2, "b": float(np.pi) * 1e300, "c": float("inf")}
    journal.add([Outcome(Run("k", {"x": 1 / 3}), measures)])
    assert journal.outcomes()[0].measures == measures
    assert journal.outcomes()[0].run.values == {"x": 1 / 3}
    journal.close()


def test_a_folder_that_cannot_be_written_is_a_sentence(cars: Path, tmp_path: Path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(SweepError, match="cannot be written"):
        sweep(cars, [vary("seed=0,1")], out=tmp_path / "taken", seconds=0.1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_a_sentence(tmp_path: Path):
    journal = Journal(tmp_path)
    journal._file.close()
    journal._file = open("/dev/full", "r+b", buffering=0)  # noqa: PTH123, SIM115
    with pytest.raises(SweepError, match="no space left"):
        journal.add([Outcome(Run("k", {}), {})])
    journal.close()


@contextlib.contextmanager
def disk_of(room: int) -> Generator[None, None, None]:
    """Let no file of this process grow beyond ``room`` bytes: what is longer is written in part, then refused."""
    resource = pytest.importorskip("resource", reason="this system has no limits of files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_fills_up_costs_the_line_that_did_not_fit_and_no_more(tmp_path: Path):
    lines = [Outcome(Run(str(number), {"seed": number}), {"distance": 0.5}) for number in range(9)]
    journal = Journal(tmp_path)
    with disk_of(450), pytest.raises(SweepError, match=r"cannot be written: .*the same command goes on"):
        journal.add(lines)
    assert journal.path.stat().st_size == 450  # the disk is full, and a line is torn
    whole = journal.path.read_bytes().count(b"\n")
    assert 0 < whole < 9
    journal.close()
    again = Journal(tmp_path)
    assert again.outcomes() == lines[:whole]
    again.add(lines[whole:])
    assert again.outcomes() == lines
    again.close()


@pytest.mark.parametrize("name", ["results.parquet", "effects.png"])
def test_a_full_disk_leaves_no_half_of_a_file(swept: Results, tmp_path: Path, name: str):
    """The file of before stays, and no other is left beside it."""
    (tmp_path / name).write_text("of before")
    copy = Results(swept.outcomes, tmp_path)
    write = copy.write if name == "results.parquet" else lambda: draw_effects(copy, tmp_path / name)
    with disk_of(2000), pytest.raises(SweepError, match=f"{name} cannot be written: .*the same command writes it"):
        write()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "of before"
    write()
    assert (tmp_path / name).stat().st_size > 2000


@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="there is no folder here that nobody may write to")
def test_a_read_only_folder_gives_one_sentence(cars: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["sweep", str(cars), "--vary", "seed=0,1", "--out", "/sys/kernel/sweep"])
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert re.fullmatch(
        r"motorpool: --out /sys/kernel/sweep/\S+ cannot be written: .*; choose another place\n", printed.err
    )
    assert not printed.out


# ---------------------------------------------------------------- what dies


def dying(task: Task, units: Sequence[list[Run]]) -> list[Outcome]:
    """Perform runs, but end the process at seed 1 once, and at seed 2 always."""
    runs = [run for unit in units for run in unit]
    for run in runs:
        mark = Path(task.own_measures[0]) / f"{run.values['seed']}"
        tries = len(list(mark.parent.glob(f"{mark.name}-*")))
        mark.with_name(f"{mark.name}-{tries}").touch()
        if run.values["seed"] == 2 or (run.values["seed"] == 1 and tries == 0):
            os.kill(os.getpid(), signal.SIGKILL)
    return [Outcome(run, {"seed": float(run.values["seed"])}) for run in runs]


def test_a_killed_worker_costs_only_its_runs_another_try(cars: Path, tmp_path: Path):
    task = Task(mp.load(cars), 1.0, (str(tmp_path),))
    one, two, three, four, five = (Run(str(seed), {"seed": seed}) for seed in range(5))
    units = [[one], [two, three], [four], [five]]  # a batch among them
    with processes(task, 2, perform_units=dying) as pool:
        found = {outcome.run.key: outcome for some in outcomes(pool, units) for outcome in some}
    assert {key for key, outcome in found.items() if not outcome.error} == {"0", "1", "3", "4"}
    assert f"ended {MOST_DEATHS} times" in found["2"].error
    assert found["1"].measures == {"seed": 1.0}


SWEEPING = """
import sys
from motorpool.studies.distributed.sweep import sweep, vary
if __name__ == "__main__":
    sweep(sys.argv[1], [vary("seed=0:40")], out=sys.argv[2], seconds=float(sys.argv[3]), workers=1)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_sweep_goes_on_where_it_was(cars: Path, tmp_path: Path):
    program = tmp_path / "sweeping.py"
    program.write_text(SWEEPING)
    journal = tmp_path / "out" / "runs.jsonl"
    kept = kill_in_its_midst([sys.executable, program, cars, tmp_path / "out", "2"], journal)
    task = Task(mp.load(cars), 2.0)
    runs = runs_of(task, [{"seed": seed} for seed in range(40)])
    lines = [json.loads(line.partition(b" ")[2]) for line in kept.splitlines()]
    done = {line["key"]: line["measures"] for line in lines}
    assert set(done) <= {run.key for run in runs}
    again = sweep(cars, [vary("seed=0:40")], out=tmp_path / "out", seconds=2.0, workers=2)
    assert not again.failures
    by_key = measures_of(again)
    assert all(by_key[key] == measures for key, measures in done.items())
    assert perform(task, [[runs[-1]]])[0].measures == by_key[runs[-1].key]


# ---------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"vehicles.three.wheelbase": 2}, "there is no part three; there are 2"),
        ({"vehicles.7.wheelbase": 2}, "there is no part 7"),
        ({"seed.deeper": 2}, "seed"),
        ({"vehicles.on.wheelbase": 2}, r"did you mean one\?"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(cars: Path, values: dict[str, object], words: str):
    with pytest.raises(ScenarioError, match=words):
        mp.load(cars).varied(values)


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("distance", "write file.py:function"),
        ("nowhere.py:f", "cannot be loaded"),
        ("no_such_module:f", "cannot be loaded"),
        ("math:sqr", "did you mean sqrt"),
    ],
)
def test_a_measure_that_is_none_is_refused(cars: Path, tmp_path: Path, measure: str, words: str):
    with pytest.raises(SweepError, match=words):
        sweep(cars, [vary("seed=0,1")], out=tmp_path / "out", measures=[measure])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("lines", ["x = undefined", "raise SystemExit(3)", "1 / 0", "def f(:"])
def test_a_file_of_measures_that_fails_is_refused_in_one_sentence(cars: Path, tmp_path: Path, lines: str):
    (tmp_path / "broken.py").write_text(lines, encoding="utf-8")
    with pytest.raises(SweepError, match=r"broken\.py cannot be loaded"):
        sweep(cars, [vary("seed=0,1")], out=tmp_path / "out", measures=[f"{tmp_path}/broken.py:f"])


@pytest.mark.parametrize("name", ["time", "run", "error", "cost_s", "seed"])
def test_a_measure_does_not_replace_another_column(cars: Path, tmp_path: Path, name: str):
    (tmp_path / "same.py").write_text(f"def {name}(world, vehicles):\n    return 99\n", encoding="utf-8")
    chosen = [f"{tmp_path}/same.py:{name}"]
    results = sweep(cars, [vary("seed=0,1")], out=tmp_path / "out", seconds=0.1, measures=chosen, workers=1)
    assert [outcome.error for outcome in results.outcomes] == [
        f"measure {name} is named {name}, as another column of the table; give it another name"
    ] * 2


def test_two_measures_of_one_name_are_refused(cars: Path, tmp_path: Path):
    for file in ("one", "two"):
        (tmp_path / f"{file}.py").write_text("def size(world, vehicles):\n    return 1\n", encoding="utf-8")
    measures = [f"{tmp_path}/one.py:size", f"{tmp_path}/two.py:size"]
    with pytest.raises(SweepError, match=r"two\.py:size: there are two functions size; rename one"):
        sweep(cars, [vary("seed=0,1")], out=tmp_path / "out", measures=measures)


def test_a_measure_that_fails_fails_its_run(cars: Path, tmp_path: Path):
    (tmp_path / "bad.py").write_text("def bad(world, vehicles):\n    return 1 / 0\n")
    results = sweep(cars, [vary("seed=0,1")], out=tmp_path / "out", seconds=0.1, measures=[f"{tmp_path}/bad.py:bad"])
    assert [outcome.error for outcome in results.outcomes] == [
        "measure bad failed: ZeroDivisionError: division by zero"
    ] * 2


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf"), "1"])
def test_a_time_that_is_none_is_refused(cars: Path, tmp_path: Path, seconds: object):
    with pytest.raises(SweepError, match="positive, finite"):
        sweep(cars, [vary("seed=0,1")], out=tmp_path / "out", seconds=seconds)  # type: ignore[arg-type]


def test_a_trade_off_of_one_measure_is_refused_before_anything_runs(
    cars: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit):
        main(["sweep", str(cars), "--vary", "seed=0:3", "--trade-off", "distance", "--out", str(tmp_path / "out")])
    assert "--trade-off is 'distance'; give two measures" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


ROOT = Path(__file__).parents[4]
SWEEPS = re.findall(
    r"^motorpool sweep .*$",
    "".join((ROOT / name).read_text() for name in ("README.md", "docs/sweeps.md", "docs/cluster.md")),
    re.M,
)


@pytest.mark.parametrize("command", SWEEPS)
def test_a_sweep_of_the_documents_has_values_that_its_scenario_takes(command: str, tmp_path: Path):
    words = shlex.split(command)[2:]
    text = re.search(r"```yaml\n(.*?)```", (ROOT / "docs" / "sweeps.md").read_text(), re.DOTALL)
    assert text is not None
    (tmp_path / "corner.yaml").write_text(text[1])
    scenario = mp.load(words[0] if words[0] in names() else tmp_path / words[0])
    axes = [vary(value) for option, value in itertools.pairwise(words) if option == "--vary"]
    assert axes
    for axis in axes:
        for value in (axis.at(0.0), axis.at(1.0)):
            scenario.varied({axis.path: value})
