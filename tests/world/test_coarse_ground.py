"""Coarse ground holds the classes and the steepest slope of its cells and their neighbours."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.terrain.surface import CLASSES, Surface
from motorpool.world.navigation import coarse_ground as module
from motorpool.world.navigation.coarse_ground import CoarseGround, coarse_ground

SIDE = 5  # of a coarse cell, in posts and in fine cells


def ground(blocks: int, monkeypatch: pytest.MonkeyPatch) -> tuple[mp.Terrain, Surface, CoarseGround]:
    random = np.random.default_rng(4)
    terrain = mp.Terrain.from_heights(random.uniform(0.0, 20.0, (91, 121)), 8.0)
    some = random.integers(len(CLASSES), size=(90, 120), dtype=np.uint8)
    classes = np.where(random.uniform(size=some.shape) < 0.01, some, 0).astype(np.uint8)
    surface = Surface(classes, 8.0, terrain.x_west, terrain.y_south)
    monkeypatch.setattr(module, "BLOCKS_AT_ONCE", blocks)
    table = mp.World(fleets=[("bicycle", 1)], terrain=terrain, surface=surface).guidance.ground.table
    return terrain, surface, coarse_ground(terrain, surface, table)


def test_a_cell_has_what_is_in_it_and_beside_it(monkeypatch: pytest.MonkeyPatch):
    terrain, surface, found = ground(4, monkeypatch)
    slopes = np.hypot(*np.gradient(terrain.heights.astype(np.float64), terrain.spacing))
    assert found.spacing == SIDE * terrain.spacing
    rows, columns = found.classes.shape
    for row, column in np.ndindex(rows, columns):
        low_row, low_column = max(row - 1, 0) * SIDE, max(column - 1, 0) * SIDE
        # The last cells include the last line of posts.
        high_row = (row + 2) * SIDE + int(row + 2 >= rows)
        high_column = (column + 2) * SIDE + int(column + 2 >= columns)
        near = np.s_[low_row:high_row, low_column:high_column]
        assert found.classes[row, column] == sum(1 << int(kind) for kind in np.unique(surface.classes[near]))
        assert found.steepness[row, column] == slopes[near].max()


def test_the_number_of_rows_in_memory_does_not_matter(monkeypatch: pytest.MonkeyPatch):
    some, whole = ground(1, monkeypatch)[2], ground(1000, monkeypatch)[2]
    assert np.array_equal(some.classes, whole.classes)
    assert np.array_equal(some.steepness, whole.steepness)
