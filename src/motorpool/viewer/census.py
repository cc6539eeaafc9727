"""Positions of all vehicles of a large world, a few times a second: counted by cells of the map, and found by them.

A `Census` is common to all browsers. The simulation's thread copies the places; whoever asks first sorts and counts.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .schema import binary
from .schema.world import DensityDescription

if TYPE_CHECKING:
    from ..world import World

EVERYBODY = 750  # vehicles that every browser is sent, all of them; of more, those in its area of interest
INTERVAL = 0.33  # between two censuses [s]
MOST_CELLS_ACROSS = 96  # one row of them travels in each frame
LEAST_CELL = 25.0  # [m]
KINDS = tuple(field.name for field in binary.DENSITY_CELL.fields)
MOST_COUNTED = 65_535  # in one cell, of one kind

Places = NDArray[np.float32]
Ids = NDArray[np.int32]


class CellGrid(NamedTuple):
    """Square cells over the map; what lies beyond it belongs to the cells at its edge."""

    x_west: float  # outer edge [m]
    y_south: float  # outer edge [m]
    spacing: float  # side of a cell [m]
    columns: int
    rows: int

    def describe(self) -> DensityDescription:
        """Return the grid as browsers are told of it."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "spacing": self.spacing,
            "x_west": self.x_west,
            "y_south": self.y_south,
        }

    def cells_of(self, x: Places, y: Places) -> NDArray[np.int16]:
        """Return the number of the cell of each place; rows follow one another from the south."""
        column, row = (
            np.clip(np.nan_to_num((values - edge) / self.spacing), 0, count - 1).astype(np.int16)
            for values, edge, count in ((x, self.x_west, self.columns), (y, self.y_south, self.rows))
        )
        return row * np.int16(self.columns) + column


class Census:
    """The places of all vehicles at one moment.

    Args:
        grid: in whose cells they are counted.
        kinds: index in `KINDS` of each vehicle.
        places: x, y, z of each vehicle [m]; not copied.
    """

    def __init__(self, grid: CellGrid, kinds: NDArray[np.int8], places: Sequence[Places]) -> None:
        self.grid, self._kinds = grid, kinds
        self.x, self.y, self.z = places

    def prepare(self) -> None:
        """Sort and count now, for all who will ask."""
        _ = self.density, self._first, self._order

    @cached_property
    def density(self) -> NDArray[np.void]:
        """The number of vehicles of each kind, (rows, columns) of `binary.DENSITY_CELL`."""
        size = self.grid.rows * self.grid.columns
        numbers = np.bincount(self._cells.astype(np.intp) * len(KINDS) + self._kinds, minlength=size * len(KINDS))
        columns = np.minimum(numbers, MOST_COUNTED).astype("<u2").reshape(size, len(KINDS))
        return columns.view(binary.DENSITY_CELL.dtype).reshape(self.grid.rows, self.grid.columns)

    def within(self, x: float, y: float, *, reach: float, most: int) -> tuple[Ids, float]:
        """Find the vehicles around a place.

        Args:
            x: east of the place [m].
            y: north of it [m].
            reach: how far away a vehicle may be [m].
            most: vehicles to be found, about; where there are more, the reach becomes shorter.

        Returns:
            ids of all vehicles up to the reach, and of some beyond it, and the reach [m].
        """
        nearest = self._distances(x, y)
        steps = np.minimum(nearest / self.grid.spacing, 10_000.0).astype(np.intp)
        counts = np.cumsum(np.bincount(steps.ravel(), weights=self._counts))
        step = int(np.searchsorted(counts, most, side="right"))  # the first one that holds too many
        if step < len(counts):
            reach = min(reach, max(step, 1) * self.grid.spacing)
        has_some = nearest <= reach
        runs: list[Ids] = []
        for row in np.flatnonzero(has_some.any(axis=1)).tolist():
            columns = np.flatnonzero(has_some[row])  # one run: the circle is round
            first, last = (row * self.grid.columns + int(columns[k]) for k in (0, -1))
            runs.append(self._order[self._first[first] : self._first[last + 1]])
        return (np.concatenate(runs) if runs else np.zeros(0, np.int32)), reach

    def _distances(self, x: float, y: float) -> NDArray[np.float64]:
        """Return the distance from a place to the nearest point of each cell [m]."""
        grid, half = self.grid, 0.5 * self.grid.spacing
        across = np.abs(grid.x_west + grid.spacing * (np.arange(grid.columns) + 0.5) - x) - half
        along = np.abs(grid.y_south + grid.spacing * (np.arange(grid.rows) + 0.5) - y)[:, np.newaxis] - half
        return np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0))

    @cached_property
    def _cells(self) -> NDArray[np.int16]:
        return self.grid.cells_of(self.x, self.y)

    @cached_property
    def _counts(self) -> NDArray[np.intp]:
        return np.bincount(self._cells, minlength=self.grid.rows * self.grid.columns)

    @cached_property
    def _first(self) -> NDArray[np.intp]:
        """Return the beginning of each cell's ids in ``_order``."""
        return np.concatenate([[0], np.cumsum(self._counts)])

    @cached_property
    def _order(self) -> Ids:
        """All ids, cell by cell."""
        return np.argsort(self._cells, kind="stable").astype(np.int32)


class CensusTaker:
    """Takes the censuses of one world."""

    def __init__(self, world: "World") -> None:
        self._grid = grid_of(world)
        kinds = [KINDS.index(fleet.kind) for fleet in world.fleets]
        self._kinds = np.repeat(np.array(kinds, np.int8), [fleet.count for fleet in world.fleets])
        self._newest: Census | None = None
        self._due = 0.0  # when the next one is due, on the clock

    def take(self, world: "World", *, now: float) -> Census:
        """Return the newest census; a new one if it is due."""
        if self._newest is None or now >= self._due:
            self._due = now + INTERVAL
            places = [_copy(column) for column in (world.vehicles.x, world.vehicles.y, world.vehicles.z)]
            self._newest = Census(self._grid, self._kinds, places)
        return self._newest


def grid_of(world: "World") -> CellGrid:
    """Return the cells of a world's map."""
    terrain = world.terrain
    spacing = max(LEAST_CELL, terrain.width / MOST_CELLS_ACROSS, terrain.depth / MOST_CELLS_ACROSS)
    columns, rows = (max(1, int(np.ceil(extent / spacing - 1e-9))) for extent in (terrain.width, terrain.depth))
    return CellGrid(terrain.x_west, terrain.y_south, spacing, columns, rows)


def _copy(column: NDArray[Any]) -> Places:
    with np.errstate(over="ignore"):
        return column.astype(np.float32)
