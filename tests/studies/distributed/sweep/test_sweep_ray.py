"""Sweeps in a Ray cluster of several nodes: what processes of this machine make, whoever is killed meanwhile."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clusters import Nodes
from killed_sweeps import kill_in_its_midst, measures_of
from listening import processes_below
from pace import patience
from programs import program
from traps import TRAP

import motorpool as mp
from motorpool.base.trust import digest
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.studies.distributed.sweep import sweep, vary
from motorpool.studies.distributed.sweep.jobs import MOST_DEATHS
from motorpool.studies.distributed.sweep.ray_tasks import ray_tasks
from motorpool.studies.distributed.sweep.runs import Task, runs_of
from motorpool.studies.distributed.sweep.workers import perform

CARS = """
name: cars
terrain: {source: hill.npz}
vehicles:
  - {name: one, vehicle: own.toml, avoidance: none, start: {positions: [[0, 0, 90]]}, desired_speed: 5}
  - {name: two, model: bicycle/arc, start: {area: [-90, -90, 90, 90]}, desired_speed: 5}
"""
OWN = 'title = "Own"\nsummary = "A heavier one."\nbase = "M1A1"\n[params]\nmass = 60000.0\n'
MEASURE = """
import os, signal, sys, time
from pathlib import Path

HERE = Path(__file__).parent
STEP = 0.5


def climb(world, vehicles):
    return _rounded(world.vehicles.z[vehicles].max())


def _rounded(height):
    return {"high": STEP * round(height / STEP), "copied": not world_is_here(Path.cwd())}


def world_is_here(folder):
    return folder.is_relative_to(HERE)


def slow(world, vehicles):
    ray = sys.modules.get("ray")
    if ray is not None and ray.is_initialized():  # in a cluster only
        time.sleep(0.25)
    return 1.0


def deadly(world, vehicles):
    seed = int(world.seed)
    tries = len(list(HERE.glob(f"{seed}-*")))
    (HERE / f"{seed}-{tries}").touch()
    if seed == 2 or (seed == 1 and tries == 0):
        os.kill(os.getpid(), signal.SIGKILL)
    return float(tries)
"""


@pytest.fixture
def cars(tmp_path: Path) -> Path:
    (tmp_path / "cars.yaml").write_text(CARS)
    (tmp_path / "own.toml").write_text(OWN)
    (tmp_path / "own.py").write_text(MEASURE)
    heights = [[0.02 * x * y for x in range(41)] for y in range(41)]
    save_terrain(mp.Terrain.from_heights(heights, 5.0), tmp_path / "hill.npz")
    return tmp_path / "cars.yaml"


def alone(cars: Path, count: int, *measures: str) -> dict[str, dict[str, float]]:
    """Return the measures of seeds 0 to ``count`` made one by one in this process, by the runs' keys."""
    task = Task(mp.load(cars), 0.5, tuple(f"{cars.parent}/own.py:{name}" for name in measures))
    runs = runs_of(task, [{"seed": seed} for seed in range(count)])
    return {outcome.run.key: outcome.measures for run in runs for outcome in perform(task, [[run]])}


@pytest.mark.quick
def test_a_sweep_in_a_cluster_is_what_its_runs_are_one_by_one(nodes: Nodes, cars: Path, tmp_path: Path):
    """With a measure of one's own and the files of the scenario, which the nodes read as copies."""
    results = sweep(
        cars, [vary("seed=0:6")], out=tmp_path / "out", seconds=0.5, measures=[f"{tmp_path}/own.py:climb"],
        ray=nodes.address,
    )  # fmt: skip
    assert not results.failures
    assert results.column("copied").all()
    expected = alone(cars, 6, "climb")
    assert measures_of(results) == {key: values | {"copied": 1.0} for key, values in expected.items()}


@pytest.mark.quick
def test_a_worker_of_a_cluster_runs_no_code_that_data_names(nodes: Nodes, tmp_path: Path):
    """The program that sends the work refuses it first; here it does not, as one that was taken over would."""
    trace, code = tmp_path / "trace", tmp_path / "x.py"
    code.write_text(TRAP.format(trace=str(trace)))
    scenario = tmp_path / "hostile.yaml"
    scenario.write_text("terrain: {source: flat, size: 400}\nvehicles: [{model: ./x.py}]\n")
    points: list[dict[str, str]] = [
        {},
        {"vehicles.0.model": str(code)},
        {"vehicles.0.model": "bicycle", "vehicles.0.alternate_model": "./x.py:drag=1"},
    ]

    def errors(trusted: set[str]) -> list[str]:
        task = Task(mp.load(scenario), 0.05, (), frozenset(trusted))
        runs = runs_of(task, points)
        with ray_tasks(nodes.address, task, runs, own={}) as pool:
            started = [pool.start([[run]]) for run in runs]
            return [outcome.error for one in started for outcome in pool.result(one)]

    refused = errors({"0" * 64})
    assert not trace.exists()
    assert ["does not run" in error for error in refused] == [True] * 3, refused
    allowed = errors({digest(code.read_bytes())})  # else the trap would catch nothing
    assert trace.read_text() == "ran"
    assert ["it was imported" in error for error in allowed] == [True] * 3, allowed


def test_a_killed_worker_of_a_cluster_costs_its_runs_another_try(nodes: Nodes, cars: Path, tmp_path: Path):
    results = sweep(
        cars, [vary("seed=0:5")], out=tmp_path / "out", seconds=0.1, measures=[f"{tmp_path}/own.py:deadly"],
        ray=nodes.address,
    )  # fmt: skip
    (failure,) = results.failures
    assert failure.run.values == {"seed": 2}
    assert f"its process ended {MOST_DEATHS} times" in failure.error
    assert len(list(tmp_path.glob("2-*"))) >= MOST_DEATHS
    assert results.column("deadly")[1] >= 1.0


def test_a_killed_driver_goes_on_where_it_was(nodes: Nodes, cars: Path, tmp_path: Path):
    """The same command again: what was done is read, the rest is made, and all is as if nobody had disturbed it."""
    command = [sys.executable, "-m", "motorpool", "sweep", cars, "--vary", "seed=0:14", "--seconds", "0.5",
               "--measure", f"{tmp_path}/own.py:slow", "--out", tmp_path / "out"]  # fmt: skip
    journal = tmp_path / "out" / "runs.jsonl"
    kept = kill_in_its_midst(command, journal, os.environ | {"RAY_ADDRESS": nodes.address})
    assert kept.count(b"\n") < 14
    assert not (tmp_path / "out" / "results.parquet").exists()
    again = subprocess.run([*command, "--ray", nodes.address], capture_output=True, text=True, timeout=patience(200.0))
    assert again.returncode == 0, again.stderr
    assert "14 runs done, 0 failed" in again.stdout
    assert journal.read_bytes().startswith(kept)
    lines = [json.loads(line.partition(b" ")[2]) for line in journal.read_bytes().splitlines()]
    assert len(lines) == 14
    assert {line["key"]: line["measures"] for line in lines} == alone(cars, 14, "slow")


def test_a_killed_node_costs_its_runs_another_try(nodes: Nodes, cars: Path, tmp_path: Path):
    """Every run is made, no one is blamed, though the machine died with some of them."""
    victims = [nodes.add()]

    def kill_a_node(done: int, count: int, failed: int) -> None:
        if done >= 2 and victims:
            nodes.kill(victims.pop())

    results = sweep(
        cars, [vary("seed=0:14")], out=tmp_path / "out", seconds=0.5, measures=[f"{tmp_path}/own.py:slow"],
        ray=nodes.address, told=kill_a_node,
    )  # fmt: skip
    nodes.wait_for_obituaries()
    assert not victims
    assert not results.failures
    expected = alone(cars, 14, "slow")
    assert measures_of(results) == expected


@pytest.mark.soak  # a real node takes a minute to come and go; tests of the cluster hold the sentence without one
def test_the_death_of_rays_node_on_this_machine_is_one_sentence_and_what_is_done_is_kept(cars: Path, tmp_path: Path):
    command = [sys.executable, "-m", "motorpool", "sweep", cars, "--vary", "seed=0:400", "--seconds", "0.5",
               "--measure", f"{tmp_path}/own.py:slow", "--out", tmp_path / "out", "--ray", "local"]  # fmt: skip
    journal = tmp_path / "out" / "runs.jsonl"
    with program(command) as process:
        deadline = time.monotonic() + patience(200.0)
        while not (journal.exists() and journal.read_bytes().count(b"\n") >= 2):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        (node,) = [each for each in processes_below(process.pid) if name_of(each) == "raylet"]
        os.kill(node, signal.SIGKILL)
        _, said = process.communicate(timeout=patience(120.0))
    kept = journal.read_bytes().count(b"\n")
    last = said.splitlines()[-1]
    assert process.returncode == 2, said
    assert last.startswith(
        "motorpool: Ray's node on this machine has died: it was killed, or lacked memory; start the "
    )
    assert last.endswith(f"; finished runs are kept in {tmp_path / 'out'}; the same command goes on from there")
    assert "Raylet" not in said
    assert 2 <= kept < 400


def name_of(process: int) -> str:
    return Path(f"/proc/{process}/comm").read_text().strip()
