"""The example that trains a driver: it learns, saves what it has learned, and refuses nothing that it says it takes."""

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("optax")
sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "learning"))

import ppo

from motorpool.learning.task import FOLDER


@pytest.mark.slow
def test_a_driver_learns_and_its_weights_are_saved(tmp_path):
    settings = ppo.Settings(environments=256, decisions=32, passes=4, parts=4)
    weights, curve = ppo.train("motorpool/BackTrailer-v0", updates=80, settings=settings, out=tmp_path)
    returns = [point.mean_return for point in curve]
    assert np.nanmean(returns[-10:]) > np.nanmean(returns[:10]) + 0.3
    with np.load(tmp_path / "policy.npz") as saved:
        assert str(saved["task"]) == "motorpool/BackTrailer-v0"
        for name, values in weights.items():
            assert (saved[name] == np.asarray(values)).all()
    assert len((tmp_path / "curve.csv").read_text().splitlines()) == len(curve) + 1
    assert 0.0 <= ppo.evaluate("motorpool/BackTrailer-v0", weights, episodes=50) <= 1.0


def test_a_task_file_is_trained_as_a_name_is(tmp_path):
    text = (FOLDER / "BackTrailer-v0.yaml").read_text(encoding="utf-8")
    (tmp_path / "my_task.yaml").write_text(text.replace("ahead: [14, 24]", "ahead: [14, 14]"), encoding="utf-8")
    own = ppo.environments_of(str(tmp_path / "my_task.yaml"), 4, "SameStep")
    known = ppo.environments_of("motorpool/BackTrailer-v0", 4, "SameStep")
    assert (own.reset(seed=0)[0][:, 0] == np.float32(14 / 25)).all()
    assert own.observation_space == known.observation_space


def test_advantages_are_sums_of_later_errors_up_to_the_end_of_an_episode():
    reward, value = np.array([[1.0], [2.0], [4.0]], np.float32), np.zeros((3, 1), np.float32)
    is_over = np.array([[0.0], [1.0], [0.0]], np.float32)
    found = ppo.advantages(reward, value, np.zeros((3, 1), np.float32), is_over, is_over, 0.5, 1.0)
    assert np.asarray(found)[:, 0].tolist() == [2.0, 2.0, 4.0]
