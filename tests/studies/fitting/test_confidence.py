"""Intervals of fitted values: residuals that follow one another, and windows that contradict each other."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from motorpool.models.registry import find
from motorpool.studies.fitting.confidence import Noise, covariance, covariance_of_windows, intervals, noise_at
from motorpool.studies.fitting.parameters import candidates


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


def test_a_parameter_without_effect_at_its_value_has_the_interval_of_its_range():
    """A steering rate that no command reaches: the derivatives by it are 0 there."""
    model = find("single-track")
    parameters = candidates(model, model.module.Params._field_defaults, ())
    own = [one for one in parameters if one.name in ("tyre_grip", "max_steer_rate")]
    bread = np.diag([100.0 * (one.name == "tyre_grip") for one in own])
    spread = covariance(bread, bread)
    noise = Noise(np.ones(1), np.full(1, 500.0), np.full(1, 500.0), np.ones(1))
    at = np.array([one.coordinate(one.start) for one in own])
    found = dict(zip([one.name for one in own], intervals(own, at, spread, noise, spread, 4), strict=True))
    assert 0.7 < found["tyre_grip"].low < 1.0 < found["tyre_grip"].high < 1.4
    assert found["max_steer_rate"] == pytest.approx((1.0 / 30.0, 30.0))
