"""Slope of the ground under a vehicle: the plane that it stands on."""

from typing import NamedTuple


class Ground(NamedTuple):
    """Slope of the ground; level by default."""

    slope_x: float = 0.0  # height gained per metre east [1]
    slope_y: float = 0.0  # height gained per metre north [1]
