"""Objects that a driver must swerve for: in whose surroundings they count."""

import dataclasses

import numpy as np
import pytest

from motorpool.ground.objects.objects import empty_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.mobility.mapping import MARGIN, denied_share


def test_an_object_counts_in_the_cell_around_the_nearest_post_and_in_its_neighbours():
    terrain = Terrain.from_heights(np.zeros((20, 20)), spacing=10.0)
    x, y = np.array([terrain.x_west + 106.0]), np.array([terrain.y_south + 46.0])  # nearest to column 11, row 5
    tree = dataclasses.replace(empty_objects(terrain), x=x, y=y, radius=np.array([0.4]))
    denied = denied_share(terrain, tree, width=3.0)
    assert set(zip(*(found.tolist() for found in np.nonzero(denied)), strict=True)) == {
        (row, column) for row in (4, 5, 6) for column in (10, 11, 12)
    }
    area = np.pi * (0.4 + 1.5 + MARGIN) ** 2
    assert denied[5, 11] == pytest.approx(1.0 - np.exp(-area / 900.0))
