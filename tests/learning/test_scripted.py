"""Scripted drivers: each acts within the limits of its task, and succeeds more often than chance."""

import numpy as np
import pytest

from motorpool.errors import ScenarioError
from motorpool.learning import Batch, names
from motorpool.learning.scripted import driver_of, module_name, module_names

DRIVEN = [name for name in names() if module_name(name) in module_names()]


def successes_of(policy, task, episodes=50, seed=1_000_000):
    """Return the share of first episodes that succeed."""
    batch = Batch(task, episodes)
    batch.reset(seed=seed)
    is_over = np.zeros(episodes, np.bool_)
    while not is_over.all():
        result = batch.step(policy(batch.entries), frozen=is_over)
        is_over = is_over | result.is_over | result.is_cut
    return batch.is_success(batch.causes).mean()


def test_every_driver_is_that_of_a_task():
    assert sorted(map(module_name, DRIVEN)) == module_names()


@pytest.mark.parametrize("task", DRIVEN)
def test_a_driver_acts_in_every_state_within_the_limits(task):
    batch = Batch(task, 8)
    entries = np.random.default_rng(0).uniform(-1.0, 1.0, batch.entries.shape).astype(np.float32)
    actions = driver_of(task)(entries)
    assert actions.shape == (8, len(batch.task.inputs))
    assert (abs(actions) <= 1.0).all()
    assert (driver_of(task)(entries[3:4]) == actions[3:4]).all()  # rows do not depend on each other


@pytest.mark.parametrize(("task", "least"), [("BackTrailer-v0", 0.5), ("Drift-v0", 0.9)])
def test_a_driver_succeeds_from_many_starts(task, least):
    assert successes_of(driver_of(task), task) > least


@pytest.mark.parametrize(("task", "module"), [("BackTrailer-v0", "back_trailer"), ("Park-v1", "park"), ("Own", "own")])
def test_the_module_of_a_driver_is_the_name_of_its_task(task, module):
    assert module_name(task) == module


def test_a_task_without_a_driver_is_refused_with_the_drivers_that_there_are():
    with pytest.raises(ScenarioError, match=r"Nowhere-v0 has no scripted driver; those are: .*back_trailer"):
        driver_of("Nowhere-v0")
