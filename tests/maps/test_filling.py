"""Areas on rasters: a point has the value of the last area that it is in, whatever the areas are filled with."""

from collections.abc import Sequence

import numpy as np
import pytest

from motorpool.maps import rasters
from motorpool.maps.rasters import Lattice, fill

LATTICE = Lattice(-50.0, -40.0, 2.5, 33, 41)
Areas = list[list[np.ndarray]]


def _areas(seed: int) -> Areas:
    """Return areas of up to three rings: small, thin, beyond the lattice, and rectangles on its lines."""
    chance = np.random.default_rng(seed)
    made: Areas = []
    for _ in range(60):
        middle, size = chance.uniform(-80.0, 80.0, 2), chance.choice([0.5, 3.0, 15.0, 40.0], 2)
        corners = [chance.integers(1, 12) for _ in range(chance.integers(0, 4))]
        made.append([middle + size * chance.uniform(-1.0, 1.0, (count, 2)) for count in corners])
        if chance.uniform() < 0.4:
            west, south = np.round(chance.uniform(-60.0, 60.0, 2) / 2.5) * 2.5
            east, north = west + 2.5 * chance.integers(1, 9), south + 2.5 * chance.integers(1, 9)
            made[-1] = [np.array([(west, south), (east, south), (east, north), (west, north)])]
    return made


def _inside(rings: Sequence[np.ndarray]) -> np.ndarray:
    """Return the lattice points in rings, (rows, columns): those with an odd number of edges to the west."""
    x = LATTICE.x_west + LATTICE.spacing * np.arange(LATTICE.columns)
    y = LATTICE.y_south + LATTICE.spacing * np.arange(LATTICE.rows)
    inside = np.zeros((LATTICE.rows, LATTICE.columns), bool)
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if len(ring) > 2 and ay != by:
                crosses = (ay <= y) != (by <= y)
                inside ^= crosses[:, None] & (x >= (ax + (y - ay) / (by - ay) * (bx - ax))[:, None])
    return inside


@pytest.mark.parametrize("at_once", [1, 100, 5000, 250_000])
@pytest.mark.parametrize("seed", range(4))
def test_each_point_has_the_value_of_the_last_area_around_it(seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rasters, "AT_ONCE", at_once)
    areas = _areas(seed)
    values = (np.random.default_rng(seed).permutation(len(areas)) + 1).tolist()
    wanted = np.zeros((LATTICE.rows, LATTICE.columns), np.uint8)
    for rings, value in zip(areas, values, strict=True):
        wanted[_inside(rings)] = value
    raster = np.zeros_like(wanted)
    fill(raster, areas, values, LATTICE)
    assert len(np.unique(wanted)) > 10
    assert np.array_equal(raster, wanted)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_an_area_with_a_corner_that_is_not_finite_is_left_out(wrong: float):
    ring = np.array([(0.0, 0.0), (30.0, 0.0), (30.0, 30.0)])
    lost = ring.copy()
    lost[1, 0] = wrong
    raster, wanted = np.zeros((2, LATTICE.rows, LATTICE.columns), np.float32)
    fill(raster, [[ring], [lost]], [1.0, 2.0], LATTICE)
    fill(wanted, [[ring]], [1.0], LATTICE)
    assert wanted.any()
    assert np.array_equal(raster, wanted)


def test_nothing_is_filled_without_areas():
    raster = np.zeros((LATTICE.rows, LATTICE.columns))
    fill(raster, [], [], LATTICE)
    fill(raster, [[], [np.zeros((2, 2))]], [1.0, 1.0], LATTICE)
    assert not raster.any()
