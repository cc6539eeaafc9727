"""Cost of sweeps: many parameter sets beside one fleet of as many, and many short worlds beside a loop over them.

python benchmarks/sweeps.py                    # both, in processes of this machine; about four minutes on two cores
python benchmarks/sweeps.py --ray              # the short worlds also in a Ray cluster on this machine
python benchmarks/sweeps.py --runs 200         # shorter

A batch may take 1.2 times as long as one fleet; a sweep of 1000 short worlds may lose 10 % to what is not simulation.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import motorpool as mp
from motorpool.base.operating_system import processor_count
from motorpool.studies.distributed.sweep import sweep, vary
from motorpool.studies.distributed.sweep.runs import Task, runs_of
from motorpool.studies.distributed.sweep.workers import perform

TANK = """
name: tank
terrain: {source: flat, size: 2000}
surface: wet-earth
vehicles:
  - {name: tank, vehicle: M1A1, avoidance: none, start: {positions: [[0, 0, 0]]},
     route: {waypoints: [[0, 200], [200, 200], [200, 0], [0, 0]], speed: 12, loops: true}}
"""


def main() -> None:
    """Measure both and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000, help="parameter sets, and short worlds")
    parser.add_argument("--ray", action="store_true", help="the short worlds also in a cluster on this machine")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        batch(Path(folder), options.runs)
        for ray in (False, "local")[: 1 + options.ray]:
            short_worlds(Path(folder), options.runs, ray=ray)


def batch(folder: Path, count: int) -> None:
    """Compare a sweep of parameter sets, in one process, with one world of as many equal vehicles."""
    path = folder / "tank.yaml"
    path.write_text(TANK, encoding="utf-8")
    scenario = mp.load(path)
    task = Task(scenario, 60.0)
    runs = runs_of(task, [{"vehicles.tank.mass": 50000.0 + 20000.0 * i / count} for i in range(count)])
    alike = {"alone": True, "vehicles.0.count": count, "vehicles.0.start": {"positions": [[0, 0, 0]] * count}}
    perform(Task(scenario, 0.1), [runs[:2]])  # compiled
    fleet = timed(lambda: scenario.varied(alike).build().run(seconds=60.0))
    swept = timed(lambda: perform(task, [runs]))
    ratio = swept / fleet
    print(f"{count} parameter sets over 60 s: {swept:.2f} s; one fleet of {count}: {fleet:.2f} s; {ratio:.2f} times")


def short_worlds(folder: Path, count: int, *, ray: str | bool) -> None:
    """Compare a sweep of short worlds, on all processors, with the time that the worlds themselves take.

    Args:
        folder: for the results.
        count: number of worlds.
        ray: a cluster's address, or False for processes of this machine.
    """
    workers, begun = processor_count(), list[float]()

    def told(done: int, count: int, failed: int) -> None:
        if done and not begun:
            begun.append(time.perf_counter())  # the workers have started, and the first job is done

    start = time.perf_counter()
    out = folder / f"worlds-{ray}"
    results = sweep("playground", [vary(f"seed=0:{count}")], out=out, seconds=20.0, ray=ray, told=told)
    passed = time.perf_counter() - start
    inside = sum(outcome.cost for outcome in results.outcomes) / workers
    where = "in a Ray cluster" if ray else "in processes"
    print(
        f"{count} worlds of 20 s {where} on {workers} processors: {passed:.1f} s, of which the worlds {inside:.1f} s: "
        f"{100.0 * (passed / inside - 1.0):.1f} % more; the first was done after {begun[0] - start:.1f} s"
    )


def timed(work: Callable[[], Any]) -> float:
    """Return how long a piece of work takes [s]."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
