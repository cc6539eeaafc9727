"""Score of a driver: share of successes and mean return, in episodes of given seeds.

Drivers that are compared drive the same episodes: those of seeds from ``FIRST_SEED``, which no training uses. An
episode of a driver is the same on every machine that computes its actions to the bit.
"""

import os
from typing import NamedTuple

import numpy as np

from .batch import Batch
from .scripted import Policy
from .task import Task

EPISODES, FIRST_SEED = 1000, 1_000_000  # of a score, for an error below 2 %; first of their seeds


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
