"""Where a scenario puts vehicles that it does not scatter: in a grid, or as listed."""

import math
from typing import Any

import numpy as np

from ..surroundings.places import Poses
from .format import GridPart


def in_grid(grid: GridPart, count: int) -> Poses:
    """Rows from south to north, each filled from west to east."""
    rows, columns = np.divmod(np.arange(count), grid.columns)
    yaw = np.full(count, yaw_of(grid.heading_deg))
    return grid.x + columns * grid.spacing, grid.y + rows * grid.spacing, yaw


def as_listed(places: list[Any]) -> Poses:
    """Places given as x, y and heading."""
    x, y, heading_deg = np.array(places, np.float64).T
    return x, y, np.array([yaw_of(heading) for heading in heading_deg])


def yaw_of(heading_deg: float) -> float:
    """A compass heading, clockwise from north [degrees], as yaw [rad] in (-pi, pi]."""
    yaw = math.remainder(0.5 * math.pi - math.radians(heading_deg), 2.0 * math.pi)
    return math.pi if yaw <= -math.pi else yaw
