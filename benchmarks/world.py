"""Speed of a headless world as a multiple of real time, and the share of each stage.

`python benchmarks/world.py` builds the scenario `jacksboro` (500 vehicles, half tracked, half wheeled,
40 000 objects, avoidance, the ground of Jacksboro), and the same with 5 000 and 50 000 vehicles, and runs each for some
simulated seconds, several times; then once more with a recorder. The tables are markdown.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

import motorpool as mp
from motorpool.studies.page import describe_machine

STAGES = (  # of ``World.step``: a method of the world, or of one of its components
    "read_sources", "neighbours.step", "guidance.step", "avoidance.step", "drivers.step", "gunnery.fire", "motion.step",
    "contact.step", "attitude.step", "stability.step", "gunnery.fly_rounds", "notify_observers",
)  # fmt: skip
LIMIT = 50.0  # times real time, for 500 vehicles on 2 processors
ROUNDS = 7
FORCES = {  # what they replace in the standard scenario: the models, and parameters that the others do not have
    "1992": {
        "tracked/arc": "friction-circle/tracked",
        "bicycle/arc": "friction-circle/wheeled",
        "    wheelbase: 3.3\n": "",
    },
    "modern": {"tracked/arc": "skid-steer", "bicycle/arc": "single-track", "    wheelbase: 3.3\n": ""},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vehicles", type=int, nargs="+", default=[500, 5_000, 50_000])
    parser.add_argument("--scenario", default="jacksboro")
    parser.add_argument("--dynamic", type=int, default=0, help="so many vehicles are moved by their second model")
    parser.add_argument("--forces", choices=FORCES, nargs="?", const="1992", help="models with mass move jacksboro's")
    options = parser.parse_args()
    machine = describe_machine()
    print(f"{machine['processor']}, {machine['processors']} processors; {machine['software']}\n")
    print("| vehicles | recorder | times real time, median (best) | a step [us] | processor time a step [us] |")
    print("|---:|---|---:|---:|---:|")
    scenario = mp.load(options.scenario)
    if options.forces:
        with tempfile.TemporaryDirectory() as folder:
            scenario = mp.load(of_forces(Path(folder), FORCES[options.forces]))
    costs = {count: measure(scenario, count, options.dynamic) for count in options.vehicles}
    print(f"\nThe limit for 500 vehicles on 2 processors is {LIMIT:.0f} times real time.\n")
    print_stages(costs)


def of_forces(folder: Path, models: dict[str, str]) -> Path:
    """The standard scenario with models that have mass instead of its own, in a file of that folder."""
    text = (files("motorpool") / "world" / "scenario" / "scenarios" / "jacksboro.yaml").read_text("utf-8")
    for own, other in models.items():
        assert own in text, f"jacksboro no longer has {own.strip()}"
        text = text.replace(own, other)
    file = folder / "forces.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def measure(scenario: Any, vehicles: int, dynamic: int) -> dict[str, float]:
    """Print the rows for a number of vehicles; returns each stage's seconds a step."""
    world = scenario.changed(vehicles=vehicles).build()
    for vehicle in range(dynamic):
        world.model_switching.choose(vehicle, is_dynamic=True)
    world.run(seconds=2.0)  # compile, and let the vehicles get going
    before = world.snapshot()
    seconds = min(20.0, 20.0 * 500 / vehicles)
    report(world, "no", [timed_run(world, seconds) for _ in range(ROUNDS)])
    with tempfile.TemporaryDirectory() as folder, mp.Recorder(Path(folder) / "run.parquet") as recorder:
        report(world, "yes", [timed_run(world, seconds, recorder) for _ in range(ROUNDS)])
    assert np.all(np.isfinite(world.vehicles.x)), "a vehicle got lost, so the times mean nothing"
    assert np.mean(world.vehicles.odometer - before_odometer(world, before) > 1.0) > 0.5, "most vehicles stand still"
    return stage_seconds(world, seconds)


def before_odometer(world: mp.World, before: Any) -> Any:
    """The odometers as they were in a snapshot."""
    return before.columns[world.vehicles.names.index("odometer")]


def timed_run(world: mp.World, seconds: float, *observers: Any) -> tuple[float, float, float]:
    """Simulated time, time on the wall and processor time of a run, all in seconds."""
    began = world.time, time.perf_counter(), time.process_time()
    world.run(seconds=seconds, observers=observers)
    return world.time - began[0], time.perf_counter() - began[1], time.process_time() - began[2]


def report(world: mp.World, recorder: str, runs: list[tuple[float, float, float]]) -> None:
    """A row of the table, from the median of the runs."""
    speeds = [simulated / wall for simulated, wall, _ in runs]
    wall, processor = (1e6 * world.dt * statistics.median(run[i] / run[0] for run in runs) for i in (1, 2))
    speed = f"{statistics.median(speeds):.3g} ({max(speeds):.3g})"
    print(f"| {world.count:,} | {recorder} | {speed} | {wall:,.0f} | {processor:,.0f} |", flush=True)


def stage_seconds(world: mp.World, seconds: float) -> dict[str, float]:
    """Return the duration of each stage of a step [s], and of the step as a whole."""
    spent = dict.fromkeys(STAGES, 0.0)
    began, tick = time.perf_counter(), world.tick
    with clocks_on_stages(world, spent):
        world.run(seconds=seconds)
    steps = world.tick - tick
    return {stage: total / steps for stage, total in spent.items()} | {"step": (time.perf_counter() - began) / steps}


@contextmanager
def clocks_on_stages(world: mp.World, spent: dict[str, float]) -> Iterator[None]:
    """Wrap the world's stages by clocks that add to ``spent``."""

    def clocked(stage: str) -> Any:
        owner, method = place_of(world, stage)
        work = getattr(owner, method)

        def run() -> None:
            began = time.perf_counter()
            work()
            spent[stage] += time.perf_counter() - began

        return run

    for stage in STAGES:
        owner, method = place_of(world, stage)
        setattr(owner, method, clocked(stage))
    try:
        yield
    finally:
        for stage in STAGES:
            owner, method = place_of(world, stage)
            delattr(owner, method)


def place_of(world: mp.World, stage: str) -> tuple[Any, str]:
    """The object that has a stage, and the name of the method."""
    component, _, method = stage.rpartition(".")
    return (getattr(world, component) if component else world), method


def print_stages(costs: dict[int, dict[str, float]]) -> None:
    """A column for each number of vehicles, in microseconds a step and nanoseconds a vehicle."""
    print("| stage, us a step (ns a vehicle) | " + " | ".join(f"{count:,} vehicles" for count in costs) + " |")
    print("|---|" + "---:|" * len(costs))
    for stage in (*STAGES, "step"):
        cells = [f"{1e6 * cost[stage]:,.1f} ({1e9 * cost[stage] / count:,.0f})" for count, cost in costs.items()]
        print(f"| {stage} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
