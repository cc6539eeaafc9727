"""Positions of all vehicles of a large world, a few times a second: counts and queries on a uniform grid.

All browsers share one `Census`. The simulation's thread copies the positions; another thread sorts and counts them, so
that neither the simulation nor the server waits.
"""

import threading
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....world.drivers.kinds import ABSENT
from ..schema import binary
from ..schema.world import DensityDescription

if TYPE_CHECKING:
    from ....world import World

SMALL_WORLD = 750  # vehicles; in larger worlds a browser is sent only its area of interest
INTERVAL = 0.33  # between two censuses [s]
COUNTED_PER_SECOND = 300_000  # largest number of vehicles, including sorting: about 0.02 of a processor
MOST_CELLS_ACROSS = 96  # one row of cells is sent in each frame
LEAST_CELL = 25.0  # [m]
KINDS = tuple(field.name for field in binary.DENSITY_CELL.fields)
LOTS = 65_536  # number of different lots of vehicles
LIMIT_STEP = 0.85  # ratio of one limit to the next that is tried
MOST_COUNTED = 65_535  # in one cell, of one kind

Places = NDArray[np.float32]
Ids = NDArray[np.int32]


class CellGrid(NamedTuple):
    """Square cells over the map; positions outside the map belong to the cells at its edge."""

    x_west: float  # outer edge [m]
    y_south: float  # outer edge [m]
    spacing: float  # side of a cell [m]
    columns: int
    rows: int

    def describe(self) -> DensityDescription:
        """Return the description of the grid for browsers."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "spacing": self.spacing,
            "x_west": self.x_west,
            "y_south": self.y_south,
        }

    def cells_of(self, x: Places, y: Places) -> NDArray[np.int16]:
        """Return the index of the cell of each position, row by row from the south."""
        column, row = (
            np.clip(np.nan_to_num((values - edge) / self.spacing), 0, count - 1).astype(np.int16)
            for values, edge, count in ((x, self.x_west, self.columns), (y, self.y_south, self.rows))
        )
        return row * np.int16(self.columns) + column


class Found(NamedTuple):
    """Vehicles around a position."""

    ids: Ids
    x: Places
    y: Places
    z: Places
    lots: Places  # as fractions
    limit: float  # distance up to which all vehicles were found, beyond it a sample [m]


class Census:
    """Positions of all vehicles at one moment.

    Args:
        places: x, y, z of each vehicle [m]; not copied.
        is_absent: mask of free rows, which are in no cell.
    """

    def __init__(
        self,
        grid: CellGrid,
        kinds: NDArray[np.int8],
        places: Sequence[Places],
        is_absent: NDArray[np.bool_] | None = None,
    ) -> None:
        self.grid, self._kinds, self._is_absent = grid, kinds, is_absent
        self.x, self.y, self.z = places

    def prepare(self) -> None:
        """Sort and count now, so that later queries are fast."""
        _ = self.present_count, self.density, self._first, self._keys, self._sorted

    @cached_property
    def present_count(self) -> int:
        """Number of vehicles without free rows."""
        return len(self.x) - (0 if self._is_absent is None else int(np.count_nonzero(self._is_absent)))

    @cached_property
    def density(self) -> NDArray[np.void]:
        """The number of vehicles of each kind, (rows, columns) of `binary.DENSITY_CELL`."""
        size = self.grid.rows * self.grid.columns
        numbers = np.bincount(self._cells.astype(np.intp) * len(KINDS) + self._kinds, minlength=size * len(KINDS))
        columns = np.minimum(numbers[: size * len(KINDS)], MOST_COUNTED).astype("<u2").reshape(size, len(KINDS))
        return columns.view(binary.DENSITY_CELL.dtype).reshape(self.grid.rows, self.grid.columns)

    def around(self, x: float, y: float, *, reach: float, most: int) -> Found:
        """Find the vehicles around a position: all nearby, and a sample that thins out with the distance.

        A vehicle is found if its distance times the square root of its lot, as a fraction, is below a limit, so
        rings whose width is proportional to their radius have equally many.

        Args:
            x: east [m].
            y: north [m].
            reach: largest distance [m].
            most: approximate number of vehicles to find; a few more are returned.
        """
        nearest = self._distances(x, y).ravel()
        cells = np.flatnonzero((nearest <= reach) & (self._counts > 0))
        nearest, counts, limit = nearest[cells], self._counts[cells], reach
        while _shares(limit, nearest) @ counts > most and limit > self.grid.spacing:
            limit *= LIMIT_STEP
        highest = np.floor(_shares(limit, nearest) * (LOTS - 1)).astype(np.int64)
        first = self._first[cells]
        lengths = np.searchsorted(self._keys, cells * LOTS + highest, side="right") - first
        rows: NDArray[np.intp] = np.arange(int(lengths.sum())) + np.repeat(
            first - np.cumsum(lengths) + lengths, lengths
        )
        order, east, north, up, lots = self._sorted
        return Found(order[rows], east[rows], north[rows], up[rows], lots[rows], limit)

    def _distances(self, x: float, y: float) -> NDArray[np.float64]:
        """Return the distance from a position to the nearest point of each cell [m]."""
        grid, half = self.grid, 0.5 * self.grid.spacing
        across = np.abs(grid.x_west + grid.spacing * (np.arange(grid.columns) + 0.5) - x) - half
        along = np.abs(grid.y_south + grid.spacing * (np.arange(grid.rows) + 0.5) - y)[:, np.newaxis] - half
        return np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0))

    @cached_property
    def _cells(self) -> NDArray[np.int16]:
        cells = self.grid.cells_of(self.x, self.y)
        if self._is_absent is not None:
            cells[self._is_absent] = self.grid.rows * self.grid.columns  # after the last cell
        return cells

    @cached_property
    def _counts(self) -> NDArray[np.intp]:
        size = self.grid.rows * self.grid.columns
        return np.bincount(self._cells, minlength=size)[:size]

    @cached_property
    def _first(self) -> NDArray[np.intp]:
        return np.concatenate([[0], np.cumsum(self._counts)])

    @cached_property
    def _order(self) -> Ids:
        """All ids, cell by cell, in each cell by their lots."""
        by_lot = _order_of_lots(len(self.x))
        return by_lot[np.argsort(self._cells[by_lot], kind="stable")]

    @cached_property
    def _sorted(self) -> tuple[Ids, Places, Places, Places, Places]:
        """Ids, places and lots in that order, so that neighbours lie together in memory."""
        order = self._order
        lots = lots_of(order).astype(np.float32) / np.float32(LOTS)
        return order, self.x[order], self.y[order], self.z[order], lots

    @cached_property
    def _keys(self) -> NDArray[np.int64]:
        """Cell and lot of the vehicles in that order, as one rising number."""
        return self._cells[self._order].astype(np.int64) * LOTS + lots_of(self._order)


class CensusTaker:
    """Makes the censuses of one world."""

    def __init__(self, world: "World") -> None:
        self._grid = grid_of(world)
        kinds = [KINDS.index(fleet.kind) for fleet in world.fleets]
        self._kinds = np.repeat(np.array(kinds, np.int8), [fleet.count for fleet in world.fleets])
        self._newest: Census | None = None
        self._due = 0.0  # time of the next one on the clock
        self._counting: threading.Thread | None = None

    def take(self, world: "World", *, now: float) -> Census:
        """Return the newest sorted census, and start another one if it is due."""
        if self._newest is None:
            self._newest = self._copy(world)
            self._newest.prepare()
        elif now >= self._due and (self._counting is None or not self._counting.is_alive()):
            self._due = now + max(INTERVAL, world.count / COUNTED_PER_SECOND)
            self._counting = threading.Thread(target=self._count, args=(self._copy(world),), daemon=True)
            self._counting.start()
        return self._newest

    def _copy(self, world: "World") -> Census:
        places = [_copy(column) for column in (world.vehicles.x, world.vehicles.y, world.vehicles.z)]
        is_absent = world.vehicles.driver == ABSENT
        return Census(self._grid, self._kinds, places, is_absent if is_absent.any() else None)

    def _count(self, census: Census) -> None:
        census.prepare()
        self._newest = census


def grid_of(world: "World") -> CellGrid:
    """Return the cells of a world's map."""
    terrain = world.terrain
    spacing = max(LEAST_CELL, terrain.width / MOST_CELLS_ACROSS, terrain.depth / MOST_CELLS_ACROSS)
    columns, rows = (max(1, int(np.ceil(extent / spacing - 1e-9))) for extent in (terrain.width, terrain.depth))
    return CellGrid(terrain.x_west, terrain.y_south, spacing, columns, rows)


def _shares(limit: float, distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of the vehicles that are found at these distances."""
    return np.minimum((limit / np.maximum(distances, 1.0)) ** 2, 1.0)


def lots_of(ids: Ids) -> NDArray[np.uint16]:
    """Return the lot of each vehicle, from 0 to 65535, drawn evenly also among neighbours in a row (Knuth's hash)."""
    return (ids.astype(np.uint32) * np.uint32(2_654_435_761) >> np.uint32(16)).astype(np.uint16)


@lru_cache(maxsize=2)
def _order_of_lots(count: int) -> Ids:
    """Return the ids of so many vehicles by their lots."""
    return np.argsort(lots_of(np.arange(count, dtype=np.int32)), kind="stable").astype(np.int32)


def _copy(column: NDArray[Any]) -> Places:
    with np.errstate(over="ignore"):
        return column.astype(np.float32)
