"""Processor time of each compiled stage in a world of equal density.

`python benchmarks/crowd_stages.py 20000 100000` builds the worlds of `benchmarks/bench.py --parts world`, lets each go
for two seconds, and prints for each stage the processor time of a vehicle and step, then a hash of all columns.
One thread. It runs against an older version, too: `PYTHONPATH=OTHER/src python benchmarks/crowd_stages.py`.
"""

import hashlib
import os
import sys
import time
from collections import Counter
from typing import Any

os.environ["MOTORPOOL_THREADS"] = "1"

import numpy as np

from motorpool.compile.rows import Stages, name_of

try:
    from rates.world_scaling import WARM_UP_STEPS, world_of
except ImportError:  # an older version
    from motorpool.bench.world_scaling import WARM_UP_STEPS, world_of

VEHICLE_STEPS = 3_600_000  # to time
LEAST = 0.5  # of a stage that is listed [ns]


def main() -> None:
    for count in map(int, sys.argv[1:] or ["20000"]):
        spent: Counter[str] = Counter()
        world = timed(count, spent)
        print(f"\n| {count:,} vehicles | ns of processor time a vehicle-step |")
        print("|---|---:|")
        for stage, seconds in spent.most_common():
            if 1e9 * seconds > LEAST * VEHICLE_STEPS:
                print(f"| {stage} | {1e9 * seconds / VEHICLE_STEPS:.1f} |")
        print(f"\ncolumns: {digest(world)}", flush=True)


def timed(count: int, spent: Counter[str]) -> Any:
    """Return a world after its timed steps, with the processor time of each stage, and of the whole step."""
    run = Stages.run

    def run_timed(self: Any, stage: Any, *arguments: Any, **rows: Any) -> None:
        began = time.process_time()
        run(self, stage, *arguments, **rows)
        spent[name_of(stage)] += time.process_time() - began

    Stages.run = run_timed
    try:
        world = world_of(count)
        for _ in range(WARM_UP_STEPS):
            world.step()
        spent.clear()
        began = time.process_time()
        for _ in range(VEHICLE_STEPS // count):
            world.step()
        spent["the whole step"] = time.process_time() - began
    finally:
        Stages.run = run
    return world


def digest(world: Any) -> str:
    """Return a hash of all columns of the vehicle table."""
    columns = [np.ascontiguousarray(getattr(world.vehicles, name)) for name in world.vehicles.names]
    return hashlib.sha256(b"".join(column.tobytes() for column in columns)).hexdigest()[:16]


if __name__ == "__main__":
    main()
