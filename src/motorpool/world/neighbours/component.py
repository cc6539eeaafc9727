"""The neighbours component: files every vehicle under the cell of a grid that it is in, so that others find it."""

import math

import numpy as np

from ...objects.grid import Circles, Grid, build_grid, sort_into_cells
from ...terrain.heightfield import Terrain
from ..columns import Whole
from ..component import Component, Settings
from ..scene import Scene
from ..vehicle_table import VehicleTable

LEAST_CELL = 25.0  # of the grid in which vehicles find each other [m]


class Neighbours(Component):
    """The grid of the vehicles of one world.

    Attributes:
        circles: around the vehicles, filed in the grid where they were at the last ``step``.
    """

    name = "neighbours"

    def __init__(self, scene: Scene, settings: Settings):
        vehicles = scene.vehicles
        self._run = scene.run
        self.circles = Circles(vehicles.x, vehicles.y, vehicles.radius, _grid_for(vehicles, scene.terrain))

    def step(self) -> None:
        """File every vehicle where it is now."""
        self._run(file_vehicles, self.circles)


def file_vehicles(vehicles: Whole[Circles]) -> None:
    """File every vehicle under the cell that it is in now."""
    sort_into_cells(vehicles.x, vehicles.y, vehicles.grid)


def _grid_for(vehicles: VehicleTable, terrain: Terrain) -> Grid:
    """Return a grid of some four cells for each vehicle, none smaller than a vehicle or a look around."""
    bounds = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    a_fourth = math.sqrt(terrain.width * terrain.depth / (4 * max(vehicles.count, 1)))
    cell = max(LEAST_CELL, a_fourth, float(np.max(vehicles.radius, initial=0.0)))
    return build_grid(np.zeros(vehicles.count), np.zeros(vehicles.count), bounds, cell)
