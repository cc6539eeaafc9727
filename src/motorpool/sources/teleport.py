"""Teleport: moves a vehicle to the nearest free position at once, and sets its speed to zero."""

import math
from typing import TYPE_CHECKING

import numpy as np

from ..errors import WorldError
from ..models.mathematics import wrap_angle
from ..objects.free_position import FARTHEST, nearest_free_position

if TYPE_CHECKING:
    from ..world import World


def teleport(world: "World", vehicle: int, *, x: float, y: float, yaw: float) -> None:
    """Move a vehicle to the free position nearest to x, y [m] with a yaw [rad]; call it between two steps.

    The position is on the map and clear of objects and other vehicles.

    Args:
        yaw: counter-clockwise from east [rad].

    Raises:
        WorldError: a value is not finite, or there is no room.
    """
    if not math.isfinite(x + y + yaw):
        raise WorldError(f"vehicle {vehicle} cannot be put at ({x}, {y}) m, yaw {yaw} rad; give finite numbers")
    vehicles = world.vehicles
    others = np.arange(world.count) != vehicle
    place = nearest_free_position(
        x,
        y,
        yaw,
        half_length=float(vehicles.half_length[vehicle]),
        half_width=float(vehicles.half_width[vehicle]),
        terrain=world.terrain,
        objects=world.objects,
        others=(vehicles.x[others], vehicles.y[others], vehicles.radius[others]),
    )
    if place is None:
        raise WorldError(
            f"there is no room for vehicle {vehicle} within {FARTHEST:g} m of ({x:.0f}, {y:.0f}); choose another place"
        )
    world.place_vehicles(vehicle, *place, float(wrap_angle(yaw)))
    still = ("speed", "residual_lateral_speed", "residual_yaw_rate", "steer", "cruise", "is_cruising", "is_avoiding")
    for column in vehicles.columns(*still):
        column[vehicle] = 0.0
    vehicles.back_off_time[vehicle] = 0.0
    fleet, row = world.moved_by(vehicle)
    fleet.halt(row)
