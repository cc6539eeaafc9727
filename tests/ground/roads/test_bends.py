"""Tests of round bends."""

import numpy as np
import pytest

from motorpool.errors import TerrainError
from motorpool.ground.roads.bends import (
    FREE_WINDOWS,
    RADIUS,
    WINDOW,
    WINDOWS_PER_POINT,
    along_of,
    round_bends,
    turns_of,
    with_round_bends,
)
from motorpool.ground.roads.network import RoadSection


def corner(turn_deg, leg=80.0):
    """Two straight legs that meet at the origin."""
    turn = np.radians(turn_deg)
    return np.array([(-leg, 0.0), (0.0, 0.0), (leg * np.cos(turn), leg * np.sin(turn))])


def least_radius(line):
    """Least radius of a line over a length of 4 m."""
    along = along_of(line)
    places = np.arange(2.0, along[-1] - 2.0, 0.5)
    total = np.concatenate([[0.0], np.cumsum(turns_of(line))])
    low, high = (np.searchsorted(along[1:-1], places + side, side="right") for side in (-2.0, 2.0))
    return 4.0 / np.abs(total[high] - total[low]).max()


def distances(points, line):
    start, step = line[:-1], np.diff(line, axis=0)
    share = np.clip(((points[:, None] - start) * step).sum(axis=2) / (step * step).sum(axis=1), 0.0, 1.0)
    return np.hypot(*np.moveaxis(points[:, None] - start - share[..., None] * step, -1, 0)).min(axis=1)


@pytest.mark.parametrize(("turn", "radius"), [(40.0, 0.9 * RADIUS), (90.0, 0.9 * RADIUS), (-130.0, 6.0), (160.0, 4.0)])
def test_a_corner_becomes_a_bend_that_a_car_can_drive(turn, radius):  # which needs 4 m
    old = corner(turn)
    (new,) = round_bends([old])
    assert least_radius(old) < 6.0
    assert least_radius(new) > radius
    assert distances(new, old).max() < 6.0
    np.testing.assert_array_equal(new[[0, -1]], old[[0, -1]])


def test_a_bend_that_turns_left_mirrors_one_that_turns_right():
    (left,), (right,) = round_bends([corner(120.0)]), round_bends([corner(-120.0)])
    np.testing.assert_allclose(left * (1.0, -1.0), right, atol=1e-9)


def test_wide_bends_and_surveyed_roads_stay_as_they_are():
    angle = np.linspace(0.0, 3.0, 40)
    wide = 25.0 * np.column_stack([np.cos(angle), np.sin(angle)])
    assert round_bends([wide])[0] is wide
    sharp = corner(120.0)
    surveyed = RoadSection(points=np.column_stack([sharp, np.zeros(3)]), start=0, end=1)
    drawn = RoadSection(points=np.column_stack([sharp, np.full(3, np.nan)]), start=0, end=1)
    first, second = with_round_bends([surveyed, drawn])
    assert first is surveyed
    assert len(second.points) > 10
    assert np.isnan(second.points[:, 2]).all()


def zigzag(count, leg):
    """Return a line that turns back and forth at every point."""
    return np.column_stack([np.arange(count), leg * (np.arange(count) % 2)])


def test_lines_with_a_corner_at_every_point_are_refused_before_the_work():
    count = int(FREE_WINDOWS / (1.0 - WINDOWS_PER_POINT)) + 10
    with pytest.raises(TerrainError, match=rf"sharp bends .* at most {FREE_WINDOWS + count // 2} .* {count} points"):
        round_bends([zigzag(count, 130.0)])


def test_a_line_among_others_is_rounded_as_it_is_alone():
    lines = [corner(90.0), *(zigzag(count, 3.0 * count) for count in range(WINDOW, WINDOW + 12, 4)), corner(150.0)]
    for one, together in zip(lines, round_bends(lines), strict=True):
        np.testing.assert_array_equal(round_bends([one])[0], together)
