"""Time until a vehicle moves: the import, one vehicle's step, and the whole program.

`python benchmarks/startup.py` measures in fresh processes. The live page's first moving frame has a script of its own,
`live_page.py`. Processor time tells what a start costs on a machine that others use, too. The table is markdown.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

from motorpool.bench.machine import describe_machine

IMPORT = """
import sys, time
began = time.perf_counter()
import motorpool
motorpool.Vehicle
seconds = time.perf_counter() - began
assert "numba" not in sys.modules and "starlette" not in sys.modules and "numpy" not in sys.modules
print(seconds)
"""
VEHICLE_STEP = """
import json, timeit
from motorpool import Vehicle
car, tank = Vehicle("bicycle", speed=10.0, steer_angle=0.2), Vehicle("tracked", left_track_speed=4.0)
def cost(vehicle, steps):
    return min(timeit.repeat(lambda: vehicle.step(1 / 60, steps), number=2000, repeat=15)) / 2000 / steps
print(json.dumps([cost(vehicle, steps) for vehicle in (car, tank) for steps in (1, 100)]))
"""
HEADLESS = ["-m", "motorpool", "run", "--headless", "--seconds", "0.02"]


class Run(NamedTuple):
    """A process that ended well."""

    output: str
    wall: float  # [s]
    processor: float  # [s]


def main() -> None:
    machine = describe_machine()
    print(f"{machine['processor']}, {machine['processors']} processors; {machine['software']}\n")
    print("| what | on the wall | processor time | limit |")
    print("|---|---:|---:|---:|")
    imports = [float(python(["-c", IMPORT]).output) for _ in range(15)]
    row("`import motorpool`, and `Vehicle`", statistics.median(imports), None, "0.15 s")
    costs = json.loads(python(["-c", VEHICLE_STEP]).output)
    names = [f"{model}{calls}" for model in ("bicycle/arc", "tracked/arc") for calls in ("", ", 100 steps a call")]
    for name, cost in zip(names, costs, strict=True):
        print(f"| a step of one `Vehicle`: {name} | {1e6 * cost:.1f} us | | |")
    with tempfile.TemporaryDirectory() as cache:
        report("empty", [headless(cache)], "15 s")
        report("warm", [headless(cache) for _ in range(5)], "5 s")


def report(cache: str, runs: list[Run], limit: str) -> None:
    """A row for the program, from the median of its runs."""

    def median(of: Callable[[Run], float]) -> float:
        return statistics.median(map(of, runs))

    words = f"`motorpool run --headless --seconds 0.02`, {cache} kernel cache"
    row(words, median(lambda run: run.wall), median(lambda run: run.processor), limit)


def row(words: str, wall: float, processor: float | None, limit: str) -> None:
    """Print a row of the table, times in seconds."""
    print(f"| {words} | {wall:.3g} s | {'' if processor is None else f'{processor:.3g} s'} | {limit} |", flush=True)


def headless(cache: str) -> Run:
    """The installed program, from its start to its end after one step of its standard world."""
    return python(HEADLESS, MOTORPOOL_CACHE=cache)


def python(arguments: list[str], **environment: str) -> Run:
    """Run this Python with ``arguments``; a failure is shown and ends the benchmark."""
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True
    )
    wall, after = time.perf_counter() - began, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(done.stdout, wall, used)


if __name__ == "__main__":
    main()
