"""Batches: each row equals an environment of its own, to the bit."""

import numpy as np
import pytest

from motorpool.compile import columns
from motorpool.errors import WorldError
from motorpool.learning import Batch, load, names
from motorpool.learning.task_format import TaskPart

TASK, PARK = "BackTrailer-v0", "Park-v0"


def actions_of(seed: int, decisions: int, inputs: int) -> np.ndarray:
    """Return the actions of an environment, which depend on its seed only."""
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (decisions, inputs))


def run(task, seeds, decisions=150):
    """Return observations, rewards and causes of environments with these seeds, which begin anew when they are over."""
    batch = Batch(task, len(seeds), most_decisions=60)
    batch.reset(seed=list(seeds))
    inputs = np.stack([actions_of(seed, decisions, len(batch.task.inputs)) for seed in seeds], axis=1)
    found = []
    for given in inputs:
        result = batch.step(given)
        found.append((result.observation.copy(), result.reward.copy(), batch.causes.copy()))
        over = result.is_over | result.is_cut
        if batch.agents:
            over = batch.agents.closed(over)
        if over.any():
            batch.reset(over)
    return [np.stack(column, axis=1) for column in zip(*found, strict=True)]


@pytest.mark.parametrize("task", names())
def test_each_row_of_many_equals_an_environment_of_its_own(task):
    many = run(task, range(100, 164))
    assert np.ptp(many[0], axis=0).max() > 0.5  # the rows differ
    size = load(task).agents
    for row in (0, 17, 63):
        first = row // size * size
        for whole, alone in zip(many, run(task, range(100 + first, 100 + first + size)), strict=True):
            assert (whole[first : first + size] == alone).all()


@pytest.mark.parametrize("task", names())
def test_the_order_of_rows_and_the_number_of_threads_change_nothing(task, monkeypatch):
    seeds, size = np.arange(40), load(task).agents
    backward = np.arange(40).reshape(-1, size)[::-1].ravel()  # whole groups
    expected = run(task, seeds.tolist())
    monkeypatch.setattr(columns, "ROWS_A_THREAD", 8)
    try:
        columns.limit_threads(1)
        reverse = run(task, seeds[backward].tolist())
    finally:
        columns.limit_threads(None)
    for one, other in zip(expected, reverse, strict=True):
        assert (one[backward] == other).all()


def test_a_row_that_begins_anew_goes_through_its_own_episodes():
    batch = Batch(TASK, 3)
    first = batch.reset(seed=5).copy()
    second = batch.reset([1]).copy()
    assert (second[[0, 2]] == first[[0, 2]]).all()
    assert (second[1] != first[1]).any()
    assert (batch.reset([1], seed=6)[1] == first[1]).all()  # the seed of row 1 begins with its first episode
    assert (batch.reset([1])[1] == second[1]).all()


def test_what_is_no_longer_varied_leaves_the_other_numbers_as_they_are():
    task = load(TASK)
    content: TaskPart = task.content.model_copy(update={"vary": {}})
    varied, plain = Batch(task, 20), Batch(task._replace(content=content), 20)
    varied.reset(seed=1)
    plain.reset(seed=1)
    assert np.ptp(varied.world.fleets[0].params.trailer_length) > 0.1
    assert np.ptp(plain.world.fleets[0].params.trailer_length) == 0.0
    assert (varied.world.fleets[0].state.hitch_angle == plain.world.fleets[0].state.hitch_angle).all()


def test_the_time_limit_cuts_an_episode_off():
    batch = Batch(TASK, 1, most_decisions=3)
    batch.reset(seed=0)
    found = [batch.step([[0.0]]) for _ in range(3)]
    assert found[-1].is_cut[0]
    assert not found[-1].is_over[0]


def test_starts_are_where_the_task_puts_them():
    start = load(TASK).content.start
    batch = Batch(TASK, 500)
    batch.reset(seed=0)
    ahead, left = batch.entries[:, 0] * 25.0, batch.entries[:, 1] * 6.0
    for values, (least, most) in ((ahead, start.ahead), (left, start.left)):
        assert least <= values.min() < values.max() <= most
        assert values.max() - values.min() > 0.9 * (most - least)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (np.zeros((2, 2)), r"actions have the shape \(2, 2\); it must be \(2, 1\), a row for each environment"),
        ([[0.0], [np.nan]], r"the action of environment 1 is NaN; it must be in -1\.\.1"),
        ([[0.0], [np.inf]], r"the action of environment 1 is inf; it must be in -1\.\.1"),
        ([[-np.inf], [0.0]], r"the action of environment 0 is -inf; it must be in -1\.\.1"),
        ([[0.0], [None]], r"the action of environment 1 is None; it must be in -1\.\.1"),
        (None, r"actions are None; give numbers in -1\.\.1"),
        (np.array([["left"], ["right"]]), r"actions are not an array of numbers: could not convert .*left"),
        (np.array([[{}], [{}]], object), r"actions are not an array of numbers: float\(\) argument must be"),
    ],
)
def test_actions_that_are_none_are_refused(actions, sentence):
    batch = Batch(TASK, 2)
    batch.reset(seed=0)
    with pytest.raises(WorldError, match=sentence):
        batch.step(actions)


def test_as_many_seeds_as_environments_are_asked_for():
    with pytest.raises(WorldError, match="3 seeds for 2 environments; give one for each"):
        Batch(TASK, 2).reset(seed=[1, 2, 3])
