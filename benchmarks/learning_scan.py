"""Steps a second of environments that see by a planar laser scanner.

`python benchmarks/learning_scan.py` steps the task examples/learning/forest_scan.yaml (61 beams of 30 m) with random
actions, and the same task without the scan. `--rows N` chooses another number of environments. Each figure is the
median of five runs of 20 decisions, after the observations of three rows have been compared with those of single
environments.
"""

import argparse
import statistics
import time
from pathlib import Path

import numpy as np

from motorpool import learning
from motorpool.learning.task import task_of

FILE = Path(__file__).parents[1] / "examples" / "learning" / "forest_scan.yaml"
RUNS, DECISIONS = 5, 20


def main() -> None:
    """Print a line for each task."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=4096)
    rows: int = parser.parse_args().rows
    text = FILE.read_text(encoding="utf-8")
    kept = "\n".join(line for line in text.splitlines() if "kind: scan-2d" not in line)
    print("| task | environments | steps/s | us of processor time a step |")
    print("|---|---:|---:|---:|")
    for name, each in (("with a scan", text), ("without", kept)):
        task = task_of(each, name="forest-scan", folder=FILE.parent, where=FILE.name)
        check(task, rows)
        rate, spent = measure(task, rows)
        print(f"| {name} | {rows} | {rate:,.0f} | {spent:.2f} |", flush=True)


def check(task: learning.Task, rows: int) -> None:
    """Compare the observations of some rows with those of single environments."""
    batch = learning.Batch(task, rows)
    batch.reset(seed=0)
    found = batch.step(np.ones((rows, 2))).observation
    for row in (0, rows // 2, rows - 1):
        single = learning.Batch(task, 1)
        single.reset(seed=row)
        assert (single.step(np.ones((1, 2))).observation[0] == found[row]).all()


def measure(task: learning.Task, rows: int) -> tuple[float, float]:
    """Return steps a second and microseconds of processor time a step."""
    batch = learning.Batch(task, rows)
    batch.reset(seed=0)
    random = np.random.default_rng(0)
    rates: list[float] = []
    spent: list[float] = []
    for _ in range(RUNS):
        began, worked = time.perf_counter(), time.process_time()
        for _ in range(DECISIONS):
            batch.step(random.uniform(-1.0, 1.0, (rows, 2)))
        rates.append(rows * DECISIONS / (time.perf_counter() - began))
        spent.append(1e6 * (time.process_time() - worked) / (rows * DECISIONS))
        batch.reset()
    return statistics.median(rates), statistics.median(spent)


if __name__ == "__main__":
    main()
