"""Smooth ground between known posts: an approximate solution of Laplace's equation, held against a direct one."""

import numpy as np
import pytest
from scipy.sparse import diags, identity, kron
from scipy.sparse.linalg import spsolve

from motorpool.maps.membrane import filled


def exact(heights: np.ndarray, is_known: np.ndarray) -> np.ndarray:
    """Return the heights of which each unknown one is the mean of its neighbours, without a slope at the edges."""

    def second_difference(count):
        middle = np.full(count, 2.0)
        middle[[0, -1]] = 1.0
        return diags([middle, -np.ones(count - 1), -np.ones(count - 1)], (0, 1, -1))

    rows, columns = heights.shape
    matrix = kron(second_difference(rows), identity(columns)) + kron(identity(rows), second_difference(columns))
    free, found = ~is_known.ravel(), heights.ravel().copy()
    matrix = matrix.tocsr()[free]
    found[free] = spsolve(matrix[:, free].tocsc(), -matrix[:, ~free] @ found[~free])
    return found.reshape(heights.shape)


def lines(shape: tuple[int, int], seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return heights of random lines of posts, and where they are."""
    chance = np.random.default_rng(seed)
    heights, is_known = np.zeros(shape), np.zeros(shape, bool)
    for _ in range(5):
        (row, column), (last_row, last_column) = (chance.integers(0, shape) for _ in range(2))
        start, end = chance.uniform(-5.0, 5.0, 2)
        share = np.linspace(0.0, 1.0, 400)
        at = np.rint(row + share * (last_row - row)).astype(int), np.rint(column + share * (last_column - column))
        at = at[0], at[1].astype(int)
        heights[at] = start + share * (end - start)
        is_known[at] = True
    return heights, is_known


@pytest.mark.parametrize(("shape", "seed"), [((60, 50), 0), ((33, 130), 1), ((128, 64), 2), ((3, 40), 3), ((2, 9), 4)])
def test_the_ground_between_is_a_membrane(shape: tuple[int, int], seed: int):
    heights, is_known = lines(shape, seed)
    found, wanted = filled(heights, is_known), exact(heights, is_known)
    assert np.array_equal(found[is_known], heights[is_known])
    reach = heights[is_known].max() - heights[is_known].min()
    assert np.abs(found - wanted).mean() < 0.01 * reach
    assert np.abs(found - wanted).max() < 0.08 * reach


@pytest.mark.parametrize("size", [50, 800])
def test_ground_between_two_lines_is_an_even_slope_at_any_distance(size: int):
    heights, is_known = np.zeros((size + 31, 40)), np.zeros((size + 31, 40), bool)
    is_known[[15, 15 + size]] = True
    heights[15], heights[15 + size] = 1000.0, 1010.0
    found = filled(heights, is_known)
    assert np.diff(found, axis=0).max() < 1.5 * 10.0 / size
    assert found[15 : 16 + size] == pytest.approx(np.linspace(1000.0, 1010.0, size + 1)[:, None] * np.ones(40), abs=0.1)
    assert found[[0, -1]] == pytest.approx(np.array([[1000.0], [1010.0]]) * np.ones(40))


def test_one_height_fills_everything():
    is_known = np.zeros((40, 30), bool)
    is_known[7, 5] = True
    assert filled(np.full((40, 30), 812.5), is_known) == pytest.approx(np.full((40, 30), 812.5))
