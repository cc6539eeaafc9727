"""Time of a world's step, at the start and after some minutes, beside another source tree.

`python benchmarks/world_step.py --minutes 0 10 --against ../before` runs the scenario `training-area`, for each tree in
a process of its own. The two take turns, a few steps each, so that whatever else the machine does slows both. They make
the same steps: at the end, the columns that both have are compared to the bit. The table is markdown; its times are
processor times. `--scenario jacksboro --vehicles 20000` makes a crowd of a scenario.
"""

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROUNDS = 15
STEPS = 60  # of a turn
LIMIT = 40.0  # times real time
SHOWN = 8  # of the columns that differ


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="training-area")
    parser.add_argument("--minutes", type=float, nargs="+", default=[0.0], help="of simulated time before each row")
    parser.add_argument("--against", type=Path, help="another source tree, with the folder src")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--vehicles", type=int, default=0, help="instead of the scenario's own number")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.scenario, options.vehicles)
        return
    here = Path(__file__).resolve().parents[1]
    trees = {"this tree": here, **({str(options.against): options.against.resolve()} if options.against else {})}
    workers = {name: start(tree, options.scenario, options.vehicles) for name, tree in trees.items()}
    print("| minutes | tree | a step [ms] | times real time | times as fast |")
    print("|---:|---|---:|---:|---:|")
    for minutes in sorted(options.minutes):
        for worker in workers.values():
            ask(worker, {"minutes": minutes})
        print_rows(minutes, measure(workers, options.rounds))
    columns = [ask(worker, {"columns": True}) for worker in workers.values()]
    for worker in workers.values():
        worker.communicate()
    print(f"\nThe limit for 500 vehicles on one processor is {LIMIT:.0f} times real time.")
    if len(columns) == 2:
        print_differences(*columns)


def start(tree: Path, scenario: str, vehicles: int) -> Any:
    """Return a process that runs the scenario with the sources of a tree."""
    return subprocess.Popen(
        [sys.executable, __file__, "--serve", "--scenario", scenario, "--vehicles", str(vehicles)],
        env=os.environ | {"PYTHONPATH": str(tree / "src"), "MOTORPOOL_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def ask(worker: Any, request: dict[str, Any]) -> Any:
    """Return a worker's answer."""
    worker.stdin.write(json.dumps(request) + "\n")
    worker.stdin.flush()
    return json.loads(worker.stdout.readline())


def measure(workers: dict[str, Any], rounds: int) -> dict[str, list[float]]:
    """Return the seconds of a step by tree, of each turn."""
    seconds: dict[str, list[float]] = {name: [] for name in workers}
    for _ in range(rounds):
        for name, worker in workers.items():
            seconds[name].append(ask(worker, {"steps": STEPS}) / STEPS)
    return seconds


def print_rows(minutes: float, seconds: dict[str, list[float]]) -> None:
    """Print a row for each tree, from the median of its turns."""
    first = next(iter(seconds.values()))
    for name, turns in seconds.items():
        median = statistics.median(turns)
        ratio = statistics.median(other / own for own, other in zip(first, turns, strict=True))
        faster = f"{ratio:.2f}" if turns is not first else ""
        print(f"| {minutes:g} | {name} | {1e3 * median:.3f} | {1 / 60 / median:.1f} | {faster} |", flush=True)


def print_differences(one: dict[str, str], other: dict[str, str]) -> None:
    """Print which of the columns that both trees have differ."""
    common = one.keys() & other.keys()
    different = sorted(name for name in common if one[name] != other[name])
    print(f"{len(common) - len(different)} of {len(common)} columns are equal to the bit", end="")
    more = f" and {len(different) - SHOWN} more" if len(different) > SHOWN else ""
    print(f"; the trees drive differently: {', '.join(different[:SHOWN])}{more} differ" if different else ".")


def serve(scenario: str, vehicles: int) -> None:
    """Run a scenario as the lines of the standard input ask for."""
    import motorpool as mp

    found = mp.load(scenario)
    world = (found.changed(vehicles=vehicles) if vehicles else found).build()
    world.run(seconds=0.5)  # compile
    for line in sys.stdin:
        match json.loads(line):
            case {"minutes": minutes}:
                world.run(seconds=max(0.0, 60.0 * minutes - world.time))
                answer: Any = world.time
            case {"steps": steps}:
                began = time.process_time()
                for _ in range(steps):
                    world.step()
                answer = time.process_time() - began
            case _:
                answer = digests(world)
        print(json.dumps(answer), flush=True)


def digests(world: Any) -> dict[str, str]:
    """Return a hash of each column of the vehicle table and of each fleet; both zeros are one."""
    columns = {name: getattr(world.vehicles, name) for name in world.vehicles.names}
    for fleet in world.fleets:
        columns |= {f"{fleet.name}: {name}": column for name, column in fleet.named_columns().items()}
    return {
        name: hashlib.sha256((column + column.dtype.type(0)).tobytes()).hexdigest() for name, column in columns.items()
    }


if __name__ == "__main__":
    main()
