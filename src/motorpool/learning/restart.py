"""Restart: puts some vehicles of a world back to what they were when the world was built, all columns of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..world.world import World


class Restart:
    """First states of the vehicles of one world, of a single fleet.

    Args:
        world: at its start.
    """

    def __init__(self, world: World):
        self._columns: list[NDArray[Any]] = [*world.vehicles.all_columns(), *world.fleets[0].own_columns()]
        self._first = [column.copy() for column in self._columns]

    def run(self, rows: NDArray[np.intp]) -> None:
        """Put these rows back."""
        for column, first in zip(self._columns, self._first, strict=True):
            column[rows] = first[rows]
