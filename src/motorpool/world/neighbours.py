"""The stage that files vehicles in the grid in which others find them; see ``rows``."""

from ..objects.grid import Circles, sort_into_cells
from .columns import Whole


def file_vehicles(vehicles: Whole[Circles]) -> None:
    """File every vehicle under the cell that it is in now."""
    sort_into_cells(vehicles.x, vehicles.y, vehicles.grid)
