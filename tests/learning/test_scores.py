"""Scores of drivers, and the file that keeps them."""

import json

import learning_scores
import numpy as np
import pytest

from motorpool.errors import MotorpoolError
from motorpool.learning import Batch, load, scores
from motorpool.learning.scores import Score

TASK = "BackTrailer-v0"


def saved(folder, observations=9, actions=1):
    """Return a file of weights, as the example saves them."""
    random, sizes = np.random.default_rng(0), (observations, 4, 4, actions)
    arrays = {f"policy.{layer}": random.normal(size=sizes[layer : layer + 2]).astype(np.float32) for layer in range(3)}
    arrays |= {f"policy.{layer}.bias": np.full(sizes[layer + 1], 0.1, np.float32) for layer in range(3)}
    np.savez(folder / "policy.npz", task=TASK, **arrays)
    return folder / "policy.npz", arrays


def test_the_scripted_driver_succeeds_and_random_actions_do_not():
    random, scripted = learning_scores.scores_of(TASK, episodes=40)
    assert (random.driver, scripted.driver) == ("random actions", "scripted")
    assert random.success < 0.1 < 0.4 < scripted.success
    assert random.mean_return < 0.0 < scripted.mean_return


def test_a_return_is_the_sum_of_the_rewards_until_the_end_of_the_episode():
    found = scores.score(TASK, lambda seen: np.ones((len(seen), 1)), name="left", episodes=1)
    batch = Batch(TASK, 1)
    batch.reset(seed=scores.FIRST_SEED)
    total, is_over = 0.0, False
    while not is_over:
        result = batch.step([[1.0]])
        total, is_over = total + float(result.reward[0]), bool(result.is_over[0] or result.is_cut[0])
    assert found == Score("left", 0.0, total, 1)


def test_weights_are_the_network_that_the_example_trains(tmp_path):
    file, arrays = saved(tmp_path)
    seen = np.random.default_rng(1).uniform(-1.0, 1.0, (5, 9)).astype(np.float32)
    values = seen
    for layer in range(3):
        values = values @ arrays[f"policy.{layer}"] + arrays[f"policy.{layer}.bias"]
        values = np.tanh(values) if layer < 2 else values
    assert (learning_scores.weighted(file, load(TASK))(seen) == np.clip(values, -1.0, 1.0)).all()


def test_weights_of_another_task_are_refused(tmp_path):
    file, _ = saved(tmp_path, observations=7)
    with pytest.raises(MotorpoolError, match="is for 7 observations and 1 actions; BackTrailer-v0 has 9 and 1"):
        learning_scores.weighted(file, load(TASK))


def test_a_file_that_is_no_weights_is_refused(tmp_path):
    (tmp_path / "policy.npz").write_text("no")
    with pytest.raises(MotorpoolError, match=r"policy\.npz has no weights of a driver; examples/learning/ppo\.py"):
        learning_scores.weighted(tmp_path / "policy.npz", load(TASK))


def test_a_file_keeps_what_was_not_measured_again(tmp_path):
    file = tmp_path / "scores.json"
    learned, old, new = (Score(*row) for row in (("learned", 0.9, 2.0, 10), ("scripted", 0.5, 1.0, 10),
                                                 ("scripted", 0.6, 1.5, 20)))  # fmt: skip
    learning_scores.write(file, {TASK: [old, learned], "Own": [old]})
    learning_scores.write(file, {TASK: [new]})
    known = json.loads(file.read_text())["tasks"]
    assert {task: [Score(**row) for row in rows] for task, rows in known.items()} == {
        TASK: [new, learned],
        "Own": [old],
    }
