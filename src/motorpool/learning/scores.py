"""Scores of drivers: share of successes and mean return, in episodes of given seeds.

    python benchmarks/learning_scores.py BackTrailer-v0 --weights output/learning/policy.npz

Drivers that are compared drive the same episodes: those of seeds from ``FIRST_SEED``, which no training uses. Random
actions are even in -1..1. An episode of a driver is the same on every machine that computes its actions to the bit.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import MotorpoolError
from ..base.files import read_text, whole_file
from .batch import Batch
from .scripted import Policy, driver_of, module_name, module_names
from .task import Task, load

FILE = "learning-scores.json"
EPISODES, FIRST_SEED = 1000, 1_000_000
MAX_BYTES = 10_000_000


class Score(NamedTuple):
    """Score of one driver in a task."""

    driver: str  # "random actions", "scripted" or "learned"
    success: float  # share of the episodes, 0..1
    mean_return: float  # of an episode: the sum of its rewards
    episodes: int


def score(task: str | os.PathLike[str] | Task, policy: Policy, *, name: str, episodes: int = EPISODES) -> Score:
    """Return the score of a driver.

    Args:
        task: a task, its name, or its file.
        policy: function of observations (rows, entries) that returns actions (rows, actions) in -1..1.
        episodes: number of them, each the first one of its seed.
    """
    batch = Batch(task, episodes)
    observations = batch.reset(seed=FIRST_SEED)
    is_over, total = np.zeros(episodes, np.bool_), np.zeros(episodes)
    while not is_over.all():
        result = batch.step(policy(observations), frozen=is_over)
        total += result.reward
        is_over = is_over | result.is_over | result.is_cut
    return Score(name, float(batch.is_success(batch.causes).mean()), float(total.mean()), episodes)


def scores_of(
    task: str | os.PathLike[str] | Task, weights: Path | None = None, *, episodes: int = EPISODES
) -> Iterator[Score]:
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


# ---- the file


def read(file: Path) -> dict[str, list[Score]]:
    """Read the scores of each task from a file that ``write`` wrote.

    Raises:
        MotorpoolError: the file cannot be read, or is none.
    """
    try:
        tasks = json.loads(read_text(file, max_bytes=MAX_BYTES, error=MotorpoolError))["tasks"]
        return {name: [Score(**row) for row in rows] for name, rows in tasks.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise MotorpoolError(f"{file} was not written by benchmarks/learning_scores.py") from error


def write(file: Path, measured: Mapping[str, Sequence[Score]]) -> None:
    """Write the scores of these tasks to a file; it keeps those of others, and of drivers that were not measured."""
    known = read(file) if file.is_file() else {}
    for name, new in measured.items():
        drivers = {score.driver for score in new}
        known[name] = [*new, *(score for score in known.get(name, []) if score.driver not in drivers)]
    rows = {name: [score._asdict() for score in known[name]] for name in sorted(known)}
    with whole_file(file, error=MotorpoolError) as path:
        path.write_text(json.dumps({"tasks": rows}, indent=1) + "\n", encoding="utf-8")
