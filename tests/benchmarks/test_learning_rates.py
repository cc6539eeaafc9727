"""Rates of learning environments, and the loop in C that they are compared with."""

import numpy as np
import pytest
import rates
from rates import c_reference, learning_loop, learning_rates, parts

import motorpool.learning
from motorpool.errors import ModelError
from motorpool.learning import Batch, load, names, parallel_env

TASK = learning_loop.TASK


@pytest.fixture(scope="module")
def library():
    if not c_reference.find_compilers():
        pytest.skip("there is no C compiler")
    found = learning_loop.compiled()
    assert found is not None
    return found


@pytest.fixture
def one_task(monkeypatch):
    """Only BackTrailer-v0 is measured, for a moment, without other programs."""
    monkeypatch.setattr(learning_rates, "_task_names", lambda: [TASK])
    monkeypatch.setattr(learning_rates, "_has", lambda module: module == "gymnasium")
    monkeypatch.setattr(learning_rates, "QUICK_MOMENT", 0.0)
    monkeypatch.setattr(learning_rates, "QUICK_COUNTS", (1, 3))


def test_the_loop_in_c_equals_a_batch_until_its_episodes_end(library):
    learning_loop.check(learning_loop.CLoop(library, learning_loop.CHECKED))


@pytest.mark.parametrize("what", ["observations", "rewards", "ends"])
def test_a_loop_that_differs_is_refused(library, what):
    class Wrong(learning_loop.CLoop):
        def step(self, actions):
            super().step(actions)
            column = {"observations": self.observations, "rewards": self.rewards, "ends": self.causes}[what]
            column[7] += 1

    with pytest.raises(ModelError, match=rf"back_trailer\.c differs from BackTrailer-v0 by 1 in {what}"):
        learning_loop.check(Wrong(library, learning_loop.CHECKED))


def test_the_loop_begins_anew_at_starts_of_the_task(library):
    count = 500
    loop, batch = learning_loop.CLoop(library, count), Batch(TASK, count)
    loop.begin()
    seen = [loop.observations.copy()]
    loop.step(np.ones(count, np.float32))
    while not (loop.causes == 2).any():
        loop.step(np.ones(count, np.float32))
    seen.append(loop.observations[loop.causes == 2])  # jack-knifed, and begun anew
    ours = batch.reset(seed=0)
    for found in seen:
        assert (abs(found) <= abs(ours).max(axis=0) + 0.05).all()
    assert seen[0].std(axis=0) == pytest.approx(ours.std(axis=0), abs=0.05)
    assert np.unique(seen[0][:, 0]).size == count


def test_without_a_compiler_there_is_no_loop_and_the_notes_say_so(monkeypatch):
    monkeypatch.setenv("CC", "none")
    assert learning_loop.compiled() is None
    assert learning_rates.NO_C in learning_rates.missing_environments()


def test_each_way_to_step_a_task_has_a_row(one_task, monkeypatch, capsys):
    monkeypatch.setenv("CC", "none")
    rows = rates.run_bench(parts=["learning"], quick=True)["learning"]
    assert [(row["name"], row["environments"]) for row in rows] == [
        (f"{TASK}, single", 1),
        (f"{TASK}, vector", 1),
        (f"{TASK}, vector", 3),
    ]
    assert all(row["steps_a_second"] > 0.0 and row["processor"] > 0.0 for row in rows)
    said = capsys.readouterr().out
    assert "pip install 'gymnasium[box2d]' brings it." in said
    assert "pip install 'highway-env' brings it." in said


@pytest.mark.parametrize("name", names())
def test_every_task_is_measured(name, monkeypatch):
    monkeypatch.setattr(learning_rates, "_has", lambda module: module == "pettingzoo")
    size = load(name).agents
    made = learning_rates._task(name, (1, size + 1))
    assert [(contender.name, contender.environments) for contender in made] == [
        (f"{name}, single" if size == 1 else f"{name}, parallel", size),
        (f"{name}, vector", size),
        (f"{name}, vector", 2 * size),
    ]
    for contender in made:
        contender.work()


def test_a_group_begins_anew_when_all_its_episodes_are_over(monkeypatch):
    made = []
    monkeypatch.setattr(motorpool.learning, "parallel_env", lambda task: made.append(parallel_env(task)) or made[0])
    contender = learning_rates._group(load("Convoy-v0").limited(2))
    for _ in range(5):
        contender.work()
    assert made[0].batch.episodes.tolist() == [2] * 4


def test_without_gymnasium_nothing_is_measured(monkeypatch, capsys):
    monkeypatch.setattr(learning_rates, "_has", lambda module: False)
    assert rates.run_bench(parts=["learning"], quick=True)["learning"] == []
    assert learning_rates.NEEDED in capsys.readouterr().out


def test_a_row_has_steps_and_processor_time_of_one_environment():
    rate = learning_rates.LearningRate("Own, vector", "words", 64, 0.2, 1_234_567.0, 4e-6)
    row = parts.row_of_learning(rate)
    assert row.key == ("Own, vector", "64")
    assert row.cells == ("words", "0.2", "1,230,000", "4", "247,000")


def test_an_environment_begins_anew_after_its_end():
    class Short:
        """Environment whose episodes last for three decisions."""

        class action_space:  # noqa: N801
            seed = staticmethod(lambda _: None)
            sample = staticmethod(lambda: 0.0)

        steps, resets = 0, []

        def reset(self, seed=None):
            self.resets.append(self.steps)

        def step(self, action):
            self.steps += 1
            return None, 0.0, False, self.steps % 3 == 0, {}

    env = Short()
    work = learning_rates._looped(env)
    for _ in range(7):
        work()
    assert env.resets == [0, 3, 6]
