"""Yaw inertia of a block as computed in document 003, and the correct one."""

from .....models.mathematics import Real, select
from .state import VehicleParams


def yaw_inertia(params: VehicleParams) -> Real:
    """Return the yaw inertia [kg m^2]: as published, from the product of the sides, not of their squares (eq. 2.12)."""
    area = params.width * params.length
    squares = params.length * params.length + params.width * params.width
    return params.mass * select(params.inertia_formula > 0.5, area, squares) / 12.0
