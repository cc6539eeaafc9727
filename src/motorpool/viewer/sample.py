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

    def known(self, ids: Ids) -> Ids:
        """Return those of the ids that are in the sample."""
        if len(self.ids) == 0:
            return ids[:0]
        rows = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        return ids[self.ids[rows] == ids]

    def take(self, ids: Ids) -> Any:
        """Return the columns of these vehicles, all of them in the sample."""
        rows = np.searchsorted(self.ids, ids)
        return SimpleNamespace(**{name: column[rows] for name, column in self.columns.items()})
