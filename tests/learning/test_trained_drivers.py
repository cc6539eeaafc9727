"""Trained drivers that are in the checkout."""

from pathlib import Path

import pytest

from motorpool.learning import Policy
from motorpool.learning.scores import score

FOLDER = Path(__file__).parents[2] / "examples" / "learning"
FILES = {"back_trailer.npz": "BackTrailer-v0", "park.npz": "Park-v0"}


def test_each_file_of_weights_is_tried():
    assert sorted(path.name for path in FOLDER.glob("*.npz")) == sorted(FILES)


@pytest.mark.parametrize(("file", "task"), FILES.items())
def test_a_trained_driver_succeeds(file, task):
    policy = Policy.load(FOLDER / file)
    assert policy.task == task
    assert score(task, policy, name="learned", episodes=200).success >= 0.9
