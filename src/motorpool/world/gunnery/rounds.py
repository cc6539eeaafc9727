"""Rounds in the air: flat columns of a fixed size and a list of their free rows.

A round keeps its row from launch to end, so that rows do not depend on the number of threads, and no memory is
allocated while a world steps. If no row is free, guns do not fire.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Words = NDArray[np.int8]  # one of a few constants
Indices = NDArray[np.int32]

NO_ROUND = 0  # the row is free
FLYING = 1  # in the air
GROUND = 2  # flew, and met this in the last step
OBJECT = 3  # likewise
VEHICLE = 4  # likewise
GONE = 5  # flew off the map, or for too long

LONGEST_FLIGHT = 60.0  # after which a round is removed; at 45 degrees, 425 m/s fly as long [s]


class Rounds:
    """Columns over all rows for rounds, changed in place."""

    what: Words  # a constant of this module
    x: Floats  # east; of a round that met something, where [m]
    y: Floats  # north [m]
    z: Floats  # up [m]
    velocity_x: Floats  # [m/s]
    velocity_y: Floats
    velocity_z: Floats
    drag: Floats  # deceleration by the air over speed squared [1/m]
    strength: Floats  # damage that a hit does [1]
    age: Floats  # since the launch [s]
    shooter: Indices  # id of the vehicle that fired it
    met_index: Indices  # of the object or vehicle that it met, else -1
    met_time: Floats  # from the step's beginning to that [s]

    def __init__(self, capacity: int):
        self.capacity = capacity
        for name, kind in _COLUMNS.items():
            setattr(self, name, np.zeros(capacity, _TYPES[kind]))
        self._free = np.arange(capacity - 1, -1, -1, dtype=np.int32)  # a stack, its top at the end
        self._free_count = capacity

    @staticmethod
    def capacity_of(snapshot: tuple[Any, ...]) -> int:
        """Return the number of rows in a copy."""
        return len(snapshot[0])

    def with_capacity(self, capacity: int) -> "Rounds":
        """Return the same rounds with more rows, the new ones free.

        Args:
            capacity: number of rows, larger than now.
        """
        larger, more = Rounds(capacity), capacity - self.capacity
        for name in _COLUMNS:
            getattr(larger, name)[: self.capacity] = getattr(self, name)
        free = self._free[: self._free_count]
        larger._free[:more] = np.arange(capacity - 1, self.capacity - 1, -1)
        larger._free[more : more + free.size], larger._free_count = free, more + free.size
        return larger

    @property
    def count(self) -> int:
        """Return the number of rounds in the air."""
        return self.capacity - self._free_count

    @property
    def room(self) -> int:
        """Return the number of free rows."""
        return self._free_count

    def launch(self, shooter: Indices, **values: Any) -> None:
        """Launch one round of each shooter; there must be enough free rows.

        Args:
            shooter: ids of the vehicles.
            values: ``x, y, z, velocity_x, velocity_y, velocity_z, drag, strength``, each with a value for each round.
        """
        count = len(shooter)
        assert count <= self._free_count, "launch no more than there is room for"
        self._free_count -= count
        places = self._free[self._free_count : self._free_count + count]
        for name, column in values.items():
            getattr(self, name)[places] = column
        self.shooter[places], self.what[places], self.met_index[places], self.age[places] = shooter, FLYING, -1, 0.0

    def ended(self) -> NDArray[np.intp]:
        """Return the rows of the rounds that hit something or were removed in the last step."""
        return np.flatnonzero(self.what > FLYING)

    def free(self, places: NDArray[np.intp]) -> None:
        """Free rows."""
        self.what[places] = NO_ROUND
        self._free[self._free_count : self._free_count + len(places)] = places
        self._free_count += len(places)

    def snapshot(self) -> tuple[Any, ...]:
        """Return a copy of all columns; ``restore`` restores it to the bit."""
        return (*(getattr(self, name).copy() for name in _COLUMNS), self._free.copy(), self._free_count)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Restore a copy."""
        *columns, free, self._free_count = snapshot
        for name, saved in zip(_COLUMNS, columns, strict=True):
            getattr(self, name)[:] = saved
        self._free[:] = free


_COLUMNS: dict[str, Any] = dict(Rounds.__annotations__)
_TYPES = {Words: np.int8, Indices: np.int32, Floats: np.float64}
