"""Rounds in the air: flat columns of a fixed size and a list of the free places in them.

A round keeps its place from its launch to its end, so who is where does not depend on the number of threads, and
nothing is allocated while a world steps. With all places taken a gun does not fire.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Words = NDArray[np.int8]  # one of a few constants
Indices = NDArray[np.int32]

NO_ROUND = 0  # what is in a place of the columns
FLYING = 1
GROUND = 2  # flew, and met this in the last step
OBJECT = 3
VEHICLE = 4
GONE = 5  # flew off the map, or for too long

LONGEST_FLIGHT = 60.0  # of a round before it is given up; at 45 degrees 425 m/s take as long [s]


class Rounds:
    """Columns over all places for rounds, changed in place."""

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

    @property
    def count(self) -> int:
        """Number of rounds in the air."""
        return self.capacity - self._free_count

    @property
    def room(self) -> int:
        """Number of further rounds that fit."""
        return self._free_count

    def launch(self, shooter: Indices, **values: Any) -> None:
        """Put rounds into the air, of each shooter one; there must be room for them.

        Args:
            shooter: ids of the vehicles.
            values: of ``x, y, z, velocity_x, velocity_y, velocity_z, drag, strength``, for each.
        """
        count = len(shooter)
        assert count <= self._free_count, "launch no more than there is room for"
        self._free_count -= count
        places = self._free[self._free_count : self._free_count + count]
        for name, column in values.items():
            getattr(self, name)[places] = column
        self.shooter[places], self.what[places], self.met_index[places], self.age[places] = shooter, FLYING, -1, 0.0

    def ended(self) -> NDArray[np.intp]:
        """The places of the rounds that met something, or were given up, in the last step."""
        return np.flatnonzero(self.what > FLYING)

    def free(self, places: NDArray[np.intp]) -> None:
        """Give places back."""
        self.what[places] = NO_ROUND
        self._free[self._free_count : self._free_count + len(places)] = places
        self._free_count += len(places)

    def snapshot(self) -> tuple[Any, ...]:
        """A copy of everything; ``restore`` puts it back to the bit."""
        return (*(getattr(self, name).copy() for name in _COLUMNS), self._free.copy(), self._free_count)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Set everything as it was when ``snapshot`` was taken."""
        *columns, free, self._free_count = snapshot
        for name, saved in zip(_COLUMNS, columns, strict=True):
            getattr(self, name)[:] = saved
        self._free[:] = free


_COLUMNS: dict[str, Any] = dict(Rounds.__annotations__)
_TYPES = {Words: np.int8, Indices: np.int32, Floats: np.float64}
