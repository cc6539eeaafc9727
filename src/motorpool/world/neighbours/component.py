"""The neighbours component: files every vehicle under the cell of a grid that it is in, so that others find it."""

import math
from typing import NamedTuple

import numpy as np

from ...arrays import Floats, FloatTable, Words
from ...objects.grid import Circles, Grid, build_grid, sort_into_cells
from ...terrain.heightfield import Terrain
from ..columns import InVectors, Whole, is_any
from ..component import Component, Settings
from ..entity.columns import Pose
from ..entity.component import Entities
from ..scene import Scene
from ..vehicle_table import VehicleTable

LEAST_CELL = 25.0  # of the grid in which vehicles find each other [m]
LEAST_CELLS = 20_000  # of that grid, where vehicles are few
DRIFT = 3.0  # how far a vehicle moves before all are filed again [m]


class Filed(NamedTuple):
    """Positions of the vehicles when they were filed."""

    x: Floats  # (vehicles,) [m]
    y: Floats  # [m]
    has_moved: Words  # farther than ``DRIFT`` since, or nowhere


class Neighbourhood(NamedTuple):
    """Vehicles by the cells in which they were filed; since then none has moved farther than ``DRIFT``."""

    circles: Circles  # around the vehicles where they are now
    places: FloatTable  # (vehicles, 2): x and y [m] where each was filed, in the order of the grid's items


class Neighbours(Component):
    """The vehicles of one world by the cells that they are in.

    Attributes:
        neighbourhood: the vehicles near a place, for those who look ``DRIFT`` farther than they need.
        circles: around the vehicles, in a grid that is exact until one moves after ``refresh``.
        are_alone: nobody finds anybody.
    """

    name = "neighbours"

    def __init__(self, scene: Scene, settings: Settings):
        vehicles = scene.vehicles
        self._scene, self._pose, self.are_alone = scene, vehicles.pose, scene.of(Entities).are_alone
        grid = _grid_for_nobody() if self.are_alone else _grid_for(vehicles, scene.terrain)
        found = slice(0) if self.are_alone else slice(None)
        self.circles = Circles(vehicles.x[found], vehicles.y[found], vehicles.radius[found], grid)
        self.neighbourhood = Neighbourhood(self.circles, np.zeros((self.circles.x.size, 2)))
        nowhere = np.full((2, vehicles.count), np.nan)
        self._filed = Filed(nowhere[0], nowhere[1], np.zeros(vehicles.count, np.int8))

    def step(self) -> None:
        """File every vehicle where it is now, if one has moved too far."""
        self._scene.run(notice_drift, self._pose, self._filed)
        if is_any(self._filed.has_moved):
            self.refresh()

    def refresh(self) -> None:
        """File every vehicle where it is now."""
        self._scene.run(file_vehicles, self.neighbourhood, self._filed)


def notice_drift(pose: Pose, filed: Filed) -> InVectors:
    """Find the vehicles that have moved too far since they were filed."""
    for i in range(pose.x.size):
        dx, dy = pose.x[i] - filed.x[i], pose.y[i] - filed.y[i]
        filed.has_moved[i] = not dx * dx + dy * dy <= DRIFT * DRIFT


def file_vehicles(near: Whole[Neighbourhood], filed: Whole[Filed]) -> None:
    """File every vehicle under the cell that it is in now."""
    circles, places = near.circles, near.places
    sort_into_cells(circles.x, circles.y, circles.grid)
    for i in range(circles.x.size):
        filed.x[i], filed.y[i] = circles.x[i], circles.y[i]
    for entry in range(circles.x.size):
        i = circles.grid.item[entry]
        places[entry, 0], places[entry, 1] = circles.x[i], circles.y[i]


def _grid_for_nobody() -> Grid:
    return build_grid(np.zeros(0), np.zeros(0), (0.0, 0.0, LEAST_CELL, LEAST_CELL), LEAST_CELL)


def _grid_for(vehicles: VehicleTable, terrain: Terrain) -> Grid:
    """Return a grid of two cells for each vehicle or more, none smaller than a vehicle or a look around."""
    bounds = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    cells = max(2 * vehicles.count, LEAST_CELLS)
    cell = max(
        LEAST_CELL, math.sqrt(terrain.width * terrain.depth / cells), float(np.max(vehicles.radius, initial=0.0))
    )
    return build_grid(np.zeros(vehicles.count), np.zeros(vehicles.count), bounds, cell)
