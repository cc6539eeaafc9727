"""Neighbours component: neighbour queries on a uniform grid."""

import math
from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, FloatTable, Words
from ...ground.objects.grid import Circles, Grid, build_grid, sort_into_cells
from ...ground.terrain.heightfield import Terrain
from ..columns import InVectors, Whole, is_any
from ..component import Component, Settings
from ..entity.columns import Pose
from ..entity.component import Entities
from ..scene import Scene
from ..vehicle_table import VehicleTable

LEAST_CELL = 25.0  # side of a cell, at least; smaller cells make queries visit more of them [m]
LEAST_CELLS = 20_000  # number of cells for few vehicles
DRIFT = 3.0  # distance after which the grid is built anew; queries must reach as much farther [m]


class Filed(NamedTuple):
    """Positions of the vehicles when the grid was built."""

    x: Floats  # (vehicles,) [m]
    y: Floats  # [m]
    has_moved: Words  # farther than ``DRIFT`` since then, or not finite


class Neighbourhood(NamedTuple):
    """Vehicles by cell; none has moved farther than ``DRIFT`` since the grid was built."""

    circles: Circles  # around the present positions of the vehicles
    places: FloatTable  # (vehicles, 2): x and y [m] in the grid, in the order of its items


class Neighbours(Component):
    """Grid of the vehicles of one world.

    Attributes:
        neighbourhood: vehicles by cell, for queries with ``DRIFT`` added to their range.
        circles: around the vehicles, in a grid that is exact after ``refresh`` until a vehicle moves.
        are_alone: queries find no vehicle.
    """

    name = "neighbours"

    def __init__(self, scene: Scene, settings: Settings):
        self._scene, self.are_alone = scene, scene.of(Entities).are_alone

    def bind(self) -> None:
        """Make the grid for the vehicles' number and size; the next step fills it."""
        scene, vehicles = self._scene, self._scene.vehicles
        self._pose = vehicles.pose
        grid = _grid_for_nobody() if self.are_alone else _grid_for(vehicles, scene.terrain, scene.largest_radius)
        found = slice(0) if self.are_alone else slice(None)
        self.circles = Circles(vehicles.x[found], vehicles.y[found], vehicles.radius[found], grid)
        self.neighbourhood = Neighbourhood(self.circles, np.zeros((self.circles.x.size, 2)))
        nowhere = np.full((2, vehicles.count), np.nan)
        self._filed = Filed(nowhere[0], nowhere[1], np.zeros(vehicles.count, np.int8))

    def step(self) -> None:
        """Rebuild the grid of vehicles if one has moved farther than ``DRIFT``."""
        self._scene.run(notice_drift, self._pose, self._filed)
        if is_any(self._filed.has_moved):
            self.refresh()

    def refresh(self) -> None:
        """Build the grid anew from the present positions."""
        self._scene.run(file_vehicles, self.neighbourhood, self._filed)


def notice_drift(pose: Pose, filed: Filed) -> InVectors:
    """Find the vehicles that have moved farther than ``DRIFT`` since the grid was built."""
    for i in range(pose.x.size):
        dx, dy = pose.x[i] - filed.x[i], pose.y[i] - filed.y[i]
        filed.has_moved[i] = not dx * dx + dy * dy <= DRIFT * DRIFT


def file_vehicles(near: Whole[Neighbourhood], filed: Whole[Filed]) -> None:
    """Sort the vehicles into the cells of their present positions."""
    circles, places = near.circles, near.places
    sort_into_cells(circles.x, circles.y, circles.grid)
    for i in range(circles.x.size):
        filed.x[i], filed.y[i] = circles.x[i], circles.y[i]
    for entry in range(circles.x.size):
        i = circles.grid.item[entry]
        places[entry, 0], places[entry, 1] = circles.x[i], circles.y[i]


def _grid_for_nobody() -> Grid:
    return build_grid(np.zeros(0), np.zeros(0), (0.0, 0.0, LEAST_CELL, LEAST_CELL), LEAST_CELL)


def _grid_for(vehicles: VehicleTable, terrain: Terrain, largest_radius: float) -> Grid:
    """Return a grid with at least two cells for each vehicle, none smaller than a vehicle or ``LEAST_CELL``."""
    bounds = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    cells = max(2 * vehicles.count, LEAST_CELLS)
    cell = max(LEAST_CELL, math.sqrt(terrain.width * terrain.depth / cells), largest_radius)
    return build_grid(np.zeros(vehicles.count), np.zeros(vehicles.count), bounds, cell)
