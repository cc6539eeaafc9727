"""Starts in fresh processes: the import, one vehicle's step, and the program from its start to its end."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import motorpool

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
HEADLESS = ["-m", "motorpool", "run", "jacksboro", "--headless", "--seconds", "0.02"]
LIVE = ("training-area", "jacksboro")  # live worlds
SHIPPED = Path(motorpool.__file__).parent / "world" / "scenario" / "scenarios"
COMMANDS = {  # that need no compiled kernel, by their title
    "--help": ["--help"],
    "models": ["models"],
    "scenarios": ["scenarios"],
    "vehicles": ["vehicles"],
    "export M1A1 --to c": ["export", "M1A1", "--to", "c"],
    "check training-area.yaml": ["check", str(SHIPPED / "training-area.yaml")],
}
START_COUNT = 9  # steps of progress


class Start(NamedTuple):
    """Duration of a start."""

    name: str
    wall: float  # on the clock [s]
    processor: float | None  # of it and what it starts [s]


class Run(NamedTuple):
    """A process that ended well."""

    output: str
    wall: float  # [s]
    processor: float  # [s]


def measure_starts(*, quick: bool, advance: Callable[[str], None]) -> Iterator[Start]:
    """Yield each start when it is measured.

    Raises:
        CalledProcessError: a process ended with an error, which is shown.
    """
    advance("importing motorpool")
    imports = [float(_python(["-c", IMPORT]).output) for _ in range(1 if quick else 9)]
    yield Start("import motorpool, and Vehicle", statistics.median(imports), None)
    advance("stepping one vehicle")
    costs = json.loads(_python(["-c", VEHICLE_STEP]).output)
    names = [f"{model}{calls}" for model in ("bicycle/arc", "tracked/arc") for calls in ("", ", 100 steps a call")]
    for name, cost in zip(names, costs, strict=True):
        yield Start(f"a step of one Vehicle: {name}", cost, None)
    with tempfile.TemporaryDirectory() as cache:
        advance("commands that show or check something")
        for title, arguments in COMMANDS.items():
            command = ["-m", "motorpool", *arguments]
            runs = [_python(command, MOTORPOOL_CACHE=cache) for _ in range(2 if quick else 6)][1:]  # caches are warm
            yield Start(
                f"motorpool {title}",
                statistics.median(run.wall for run in runs),
                statistics.median(run.processor for run in runs),
            )
        for scenario in LIVE:
            for title in ("empty", "warm"):
                advance(f"motorpool run {scenario}, {title} cache, to the first moving vehicle")
                folder = str(Path(cache) / scenario)
                run = _python(["-m", "motorpool.app.viewer.first_motion", scenario], MOTORPOOL_CACHE=folder)
                name = f"motorpool run {scenario}, {title} cache: first moving vehicle in a browser's frame"
                yield Start(name, float(run.output.splitlines()[-1]), run.processor)
        for title, count in (("empty", 1), ("warm", 1 if quick else 5)):
            advance(f"motorpool run jacksboro --headless, {title} kernel cache")
            runs = [_python(HEADLESS, MOTORPOOL_CACHE=cache) for _ in range(count)]
            yield Start(
                f"motorpool run jacksboro --headless --seconds 0.02, {title} kernel cache",
                statistics.median(run.wall for run in runs),
                statistics.median(run.processor for run in runs),
            )


def _python(arguments: list[str], **environment: str) -> Run:
    # Without the byte code on disk every start would read all sources again.
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | environment
    before, began = os.times(), time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], env=ours, stdout=subprocess.PIPE, text=True, check=True)
    wall, after = time.perf_counter() - began, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(done.stdout, wall, used)
