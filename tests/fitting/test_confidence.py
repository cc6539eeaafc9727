"""Intervals of fitted values: residuals that follow one another, and windows that contradict each other."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from motorpool.fitting.confidence import covariance_of_windows, noise_at


def found_with(**arrays: Any) -> Any:
    return cast("Any", SimpleNamespace(**arrays))


def test_residuals_that_follow_one_another_count_as_fewer():
    """The sum 1 + 2 (1/2 + 1/4 + ...) of an autoregressive process of coefficient one half is 3; that of noise is 1."""
    shocks = np.random.default_rng(4).normal(size=(40, 2000))
    following = shocks.copy()
    for row in range(1, following.shape[1]):
        following[:, row] += 0.5 * following[:, row - 1]
    raw = np.stack([following, shocks], axis=-1)
    windows = found_with(is_measured=np.ones(raw.shape, bool), number=40, free=(), channels=("yaw_rate", "speed"))
    noise = noise_at(found_with(raw=raw), windows, 0)
    assert noise.inflation == pytest.approx([3.0, 1.0], rel=0.1)
    assert noise.effective == pytest.approx(noise.rows / noise.inflation)


def test_the_windows_contradictions_are_the_sandwich_of_their_sums():
    """Cameron and Miller (2015), equation 11, with the factor n / (n - 1) for n windows."""
    slopes, values = np.random.default_rng(5).normal(size=(3, 4, 2)), np.random.default_rng(6).normal(size=(3, 4))
    scores = np.array([slope.T @ value for slope, value in zip(slopes, values, strict=True)])
    bread = np.diag([2.0, 4.0])
    expected = np.linalg.inv(bread) @ (scores.T @ scores * 1.5) @ np.linalg.inv(bread)
    assert covariance_of_windows(found_with(slopes=slopes, values=values), bread) == pytest.approx(expected)
