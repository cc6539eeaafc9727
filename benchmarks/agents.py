"""Scores of scripted and of random drivers in the tasks of many agents.

`python benchmarks/agents.py` drives 100 groups of each task from seed 0, each agent for one episode, then prints the
ends of the first agent's episodes, the mean return of all, and their mean distance from the goal.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from motorpool.learning import Batch, load
from motorpool.learning.scripted import convoy, pursuit

GROUPS = 100


def drive(task: str, name: str, policy: Callable[[Any], Any]) -> None:
    """Drive all groups until their episodes are over, and print a line."""
    size = load(task).agents
    batch = Batch(task, GROUPS * size)
    vehicles, episode = batch.world.vehicles, batch.episode
    observations, total = batch.reset(seed=0), np.zeros(batch.count)
    over, distances = np.zeros(batch.count, np.bool_), []
    while not over.all():
        result = batch.step(policy(observations))
        total += result.reward
        over = result.is_over | result.is_cut
        distances.append(np.hypot(vehicles.x - episode.goal_x, vehicles.y - episode.goal_y)[~over])
    names = np.array(["cut off", *(condition.name for condition in batch.task.conditions)])
    kinds, counts = np.unique(names[batch.causes[::size]], return_counts=True)
    ends = ", ".join(f"{count} {kind}" for kind, count in zip(kinds, counts, strict=True))
    print(f"{task}, {name}: {ends}; return {total.mean():.2f}, {np.concatenate(distances).mean():.2f} m from the goal")


def main() -> None:
    """Print a line for each driver of each task."""
    random = np.random.default_rng(0)
    for task, policy in (("Convoy-v0", convoy.drive), ("Pursuit-v0", pursuit.drive)):
        drive(task, "scripted", policy)
        drive(task, "random", lambda observations: random.uniform(-1.0, 1.0, (len(observations), 2)))


if __name__ == "__main__":
    main()
