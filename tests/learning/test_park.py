"""Park: its scripted driver, and a reward that asks for braking."""

import numpy as np
import pytest

from motorpool.learning import Batch
from motorpool.learning.outcomes import closing_milestones
from motorpool.learning.scripted.park import drive, shortest_path
from motorpool.learning.view import Errors, Memory, size_of


def test_the_parts_of_a_path_lead_to_the_pose():
    random, count = np.random.default_rng(0), 20_000
    x, y, yaw = (random.uniform(-most, most, count) for most in (6.0, 6.0, np.pi))
    turns, lengths = shortest_path(x, y, yaw)
    found_x, found_y, found_yaw = np.zeros((3, count))
    for turn, length in zip(turns, lengths, strict=True):
        half = 0.5 * turn * length
        chord = length * np.sinc(half / np.pi)
        found_x += chord * np.cos(found_yaw + half)
        found_y += chord * np.sin(found_yaw + half)
        found_yaw += turn * length
    assert np.abs(found_x - x).max() < 1e-9
    assert np.abs(found_y - y).max() < 1e-9
    assert np.abs(np.sin(0.5 * (found_yaw - yaw))).max() < 1e-9


# Straight on, and straight back; a quarter of a turn, likewise; half a turn.
@pytest.mark.parametrize(
    ("pose", "total"),
    [
        ((3.0, 0.0, 0.0), 3.0),
        ((-3.0, 0.0, 0.0), 3.0),
        ((1.0, 1.0, 0.5 * np.pi), 0.5 * np.pi),
        ((-1.0, 1.0, -0.5 * np.pi), 0.5 * np.pi),
        ((0.0, 2.0, np.pi), np.pi),
    ],
)
def test_lengths_of_known_paths(pose, total):
    _, lengths = shortest_path(*(np.array([value]) for value in pose))
    assert np.abs(lengths).sum() == pytest.approx(total)


def test_the_driver_parks_in_most_bays():
    batch = Batch("Park-v0", 100)
    batch.reset(seed=1_000_000)
    is_over = np.zeros(100, np.bool_)
    while not is_over.all():
        result = batch.step(drive(batch.entries), frozen=is_over)
        is_over = is_over | result.is_over | result.is_cut
    assert batch.is_success(batch.causes).mean() > 0.95


def test_the_error_counts_aside_heading_and_speed():
    assert size_of(Errors(3.0, 2.0, -0.5), -1.5, 2.0, 2.0, 1.0) == pytest.approx(5.0 + 1.0 + 1.5)


def test_milestones_lie_closer_together_near_the_goal():
    def passed(error, least):
        return closing_milestones(None, None, error, Memory(16.0, 0.0, least, 0.0, 0.0), 4.0)

    assert passed(9.0, 16.0) == 0.25
    assert passed(9.1, 16.0) == 0.0
    assert passed(1.0, 9.0) == 0.5
    assert passed(0.0, 1.0) == 0.25
    assert passed(4.0, 1.0) == 0.0
