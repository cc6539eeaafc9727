"""The Hilbert curve: each cell once, and from each to a neighbour."""

import numpy as np

from motorpool.ground.objects.spawn_sampler import along_hilbert_curve, place_on_curve


def test_the_curve_visits_every_cell_and_goes_from_neighbour_to_neighbour():
    row, column = np.indices((32, 32)).reshape(2, -1)
    order = along_hilbert_curve(column, row)
    assert sorted(place_on_curve(column, row)) == list(range(1024))
    assert (np.abs(np.diff(column[order])) + np.abs(np.diff(row[order])) == 1).all()


def test_neighbours_in_the_order_are_neighbours_on_the_ground():
    random = np.random.default_rng(5)
    column, row = random.integers(0, 1000, (2, 5000))
    order = along_hilbert_curve(column, row)
    steps = np.hypot(np.diff(column[order]), np.diff(row[order]))
    assert np.median(steps) < 2.0 * 1000.0 / np.sqrt(5000.0) < 0.1 * np.median(np.hypot(np.diff(column), np.diff(row)))


def test_no_cells_have_no_order():
    assert along_hilbert_curve(np.zeros(0, np.intp), np.zeros(0, np.intp)).size == 0
