"""Environments as functions for JAX: the numbers of a batch, and their gradients."""

import importlib.util

import numpy as np
import pytest

from motorpool.errors import ScenarioError, WorldError
from motorpool.learning import Batch
from motorpool.learning.functional import functional
from motorpool.learning.task import FOLDER, task_of

if importlib.util.find_spec("jax") is None:  # imported by its tests alone, for it takes half a second of each worker
    pytest.skip("these tests need the extra: pip install '.[jax]'", allow_module_level=True)

COUNT = 50
TEXT = (FOLDER / "BackTrailer-v0.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("task", ["BackTrailer-v0", "Park-v0"])
def test_functions_and_a_batch_agree_up_to_rounding(task):
    import jax
    import jax.numpy as jnp

    with jax.enable_x64(True):
        reset, step = functional(task)
        states, observation = jax.vmap(reset)(jnp.arange(COUNT))
        batch = Batch(task, COUNT)
        assert np.abs(batch.reset(seed=0) - np.asarray(observation)).max() < 1e-7  # a batch's are float32
        random, advance = np.random.default_rng(0), jax.jit(jax.vmap(step))
        ends = 0
        for _ in range(40):
            action = random.uniform(-1.0, 1.0, (COUNT, len(batch.task.inputs)))
            states, outcome = advance(states, jnp.asarray(action))
            result = batch.step(action)
            assert np.abs(result.observation - np.asarray(outcome.observation)).max() < 1e-7
            assert np.abs(result.reward - np.asarray(outcome.reward)).max() < 1e-12
            assert (batch.causes == np.asarray(outcome.cause)).all()
            ends += int(result.is_over.sum())
    assert ends > 0


def test_the_error_after_some_decisions_has_a_gradient():
    import jax
    import jax.numpy as jnp

    with jax.enable_x64(True):
        reset, step = functional("BackTrailer-v0")
        start, _ = reset(3)

        def error(steer):
            state = start
            for _ in range(5):
                state, _ = step(state, jnp.array([steer]))
            return state.memory.error

        slope = float(jax.jit(jax.grad(error))(0.1))
        difference = float((error(0.1 + 1e-5) - error(0.1 - 1e-5)) / 2e-5)
    assert slope == pytest.approx(difference, rel=1e-6)
    assert slope != 0.0


@pytest.mark.parametrize("action", [0.0, np.zeros(2), np.zeros((1, 1)), [0.0, 0.0]])
def test_an_action_of_another_shape_is_refused(action):
    reset, step = functional("BackTrailer-v0")
    state, _ = reset(0)
    with pytest.raises(WorldError, match=r"the action has the shape \(.*\); it must be \(1,\): use jax\.vmap\(step\)"):
        step(state, action)
    step(state, [0.0])


def test_a_task_that_looks_at_the_ground_needs_a_world():
    text = TEXT.replace("- hitch-sine", "- {kind: height-ahead, ahead: [5], left: [0]}")
    task = task_of(text, name="own", folder=FOLDER, where="own.yaml")
    with pytest.raises(ScenarioError, match="height-ahead looks at the ground or its objects, which need a world"):
        functional(task)
