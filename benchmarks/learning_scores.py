"""Measure drivers of learning tasks: share of successes and mean return, in episodes of given seeds.

    python benchmarks/learning_scores.py                                       # all tasks: random actions, scripted
    python benchmarks/learning_scores.py BackTrailer-v0 --weights policy.npz   # and a learned driver
    python benchmarks/learning_scores.py --write                               # benchmarks/results, and docs/tasks

All drivers of a task drive the same episodes, see ``motorpool.learning.scores``.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorpool import learning
from motorpool.errors import MotorpoolError
from motorpool.learning import Task, load
from motorpool.learning.scores import EPISODES, Score, score
from motorpool.learning.scripted import Policy, driver_of, module_name, module_names

ROOT = Path(__file__).parents[1]
FILE = ROOT / "benchmarks" / "results" / "learning-scores.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="all by default")
    parser.add_argument("--weights", type=Path, help="of the one task, as examples/learning/ppo.py saves them")
    parser.add_argument("--episodes", type=int, default=EPISODES)
    parser.add_argument("--write", action="store_true", help=f"store them in {FILE.relative_to(ROOT)}, and in the docs")
    options = parser.parse_args()
    if options.weights is not None and len(options.tasks) != 1:
        parser.error("--weights needs the one task that they are for")
    print("| task | driver | successes | mean return |")
    print("|---|---|---:|---:|")
    measured: dict[str, list[Score]] = {}
    for name in options.tasks or learning.names():
        measured[name] = []
        for row in scores_of(name, options.weights, episodes=options.episodes):
            print(f"| {name} | {row.driver} | {100.0 * row.success:.1f} % | {row.mean_return:.2f} |", flush=True)
            measured[name].append(row)
    if options.write:
        write(FILE, measured)
        subprocess.run([sys.executable, str(ROOT / "tools" / "generated" / "task_pages.py"), "--write"], check=True)


def scores_of(task: str | Task, weights: Path | None = None, *, episodes: int = EPISODES) -> Iterator[Score]:
    """Yield the scores of random actions, of the scripted driver if there is one, and of weights if they are given."""
    loaded = load(task)
    yield score(loaded, random_actions(loaded), name="random actions", episodes=episodes)
    if module_name(loaded.name) in module_names():
        yield score(loaded, driver_of(loaded.name), name="scripted", episodes=episodes)
    if weights is not None:
        yield score(loaded, weighted(weights, loaded), name="learned", episodes=episodes)


def random_actions(task: Task, seed: int = 0) -> Policy:
    """Return a driver whose actions are random, even in -1..1."""
    random = np.random.default_rng(seed)

    def drive(observations: NDArray[np.float32]) -> NDArray[Any]:
        return random.uniform(-1.0, 1.0, (len(observations), len(task.inputs)))

    return drive


def weighted(file: Path, task: Task) -> Policy:
    """Return the driver of a file of weights, as ``examples/learning/ppo.py`` saves them, without random actions.

    Raises:
        MotorpoolError: the file has no such weights, or for another task.
    """
    layers = _layers(file)
    shape, wanted = (layers[0][0].shape[0], layers[-1][0].shape[1]), (len(task.entries), len(task.inputs))
    if shape != wanted:
        raise MotorpoolError(
            f"{file} is for {shape[0]} observations and {shape[1]} actions; {task.name} has {wanted[0]} and {wanted[1]}"
        )

    def drive(observations: NDArray[np.float32]) -> NDArray[Any]:
        values: NDArray[Any] = observations
        for number, (matrix, bias) in enumerate(layers, 1):
            values = values @ matrix + bias
            values = np.tanh(values) if number < len(layers) else values
        return np.clip(values, -1.0, 1.0)

    return drive


def _layers(file: Path) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    try:
        with np.load(file) as stored:
            return [(stored[f"policy.{layer}"], stored[f"policy.{layer}.bias"]) for layer in range(3)]
    except (OSError, KeyError, ValueError) as error:
        raise MotorpoolError(
            f"{file} has no weights of a driver; examples/learning/ppo.py saves such a file as policy.npz"
        ) from error


def write(file: Path, measured: dict[str, list[Score]]) -> None:
    """Write the scores of these tasks to a file; it keeps those of others, and of drivers that were not measured."""
    known = json.loads(file.read_text(encoding="utf-8"))["tasks"] if file.is_file() else {}
    for name, new in measured.items():
        drivers = {row.driver for row in new}
        kept = [row for row in known.get(name, []) if row["driver"] not in drivers]
        known[name] = [row._asdict() for row in new] + kept
    text = json.dumps({"tasks": dict(sorted(known.items()))}, indent=1) + "\n"
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
