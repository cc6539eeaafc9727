"""The state of some vehicles of a large world, copied in the simulation's thread."""

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .census import Ids

COLUMNS = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", "driver", "status")  # that records tell


class Sample(NamedTuple):
    """Columns of some vehicles."""

    ids: Ids  # rising
    columns: dict[str, NDArray[Any]]

    @classmethod
    def of(cls, vehicles: Any, ids: Ids) -> "Sample":
        """Copy the state of these vehicles.

        Args:
            vehicles: the world's columns.
            ids: of the vehicles, rising.
        """
        return cls(ids, {name: getattr(vehicles, name)[ids] for name in COLUMNS})

    def find(self, ids: Ids) -> tuple[Ids, NDArray[np.intp]]:
        """Return those of the ids that are in the sample, and their rows."""
        if len(self.ids) == 0:
            return ids[:0], np.zeros(0, np.intp)
        rows = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        is_in = self.ids[rows] == ids
        return ids[is_in], rows[is_in]

    def take(self, rows: NDArray[np.intp]) -> Any:
        """Return the columns of these rows."""
        return SimpleNamespace(**{name: column[rows] for name, column in self.columns.items()})
