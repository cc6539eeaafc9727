"""Free positions for vehicles: teleport moves one there at once and sets its speed to zero."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import WorldError
from ...ground.objects.free_position import FARTHEST, nearest_free_position
from ...models.mathematics import wrap_angle
from ..entity.outline import rectangle_of

if TYPE_CHECKING:
    from .. import World


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
    place = _free_place(world, vehicle, x, y, yaw, others=np.arange(world.count) != vehicle)
    world.place_vehicles(vehicle, *place, float(wrap_angle(yaw)))
    still = ("speed", "residual_lateral_speed", "residual_yaw_rate", "steer", "cruise", "is_cruising", "is_avoiding")
    for column in vehicles.columns(*still):
        column[vehicle] = 0.0
    vehicles.back_off_time[vehicle] = 0.0
    fleet, row = world.moved_by(vehicle)
    fleet.halt(row)


def place_beside(world: "World", vehicle: int) -> tuple[float, float]:
    """Return the free position nearest to a vehicle for another one like it, x and y [m].

    Raises:
        WorldError: there is no room.
    """
    x, y, yaw = (float(column[vehicle]) for column in world.vehicles.columns("x", "y", "yaw"))
    return _free_place(world, vehicle, x, y, yaw, others=slice(None))


def _free_place(world: "World", vehicle: int, x: float, y: float, yaw: float, *, others: Any) -> tuple[float, float]:
    """Return the free position nearest to (x, y) [m] for a vehicle of the size of one.

    Args:
        others: rows of the vehicles that it must not touch.
    """
    vehicles = world.vehicles
    place = nearest_free_position(
        x,
        y,
        yaw,
        rectangle=rectangle_of(vehicles, vehicle),
        terrain=world.terrain,
        objects=world.objects,
        others=(vehicles.x[others], vehicles.y[others], vehicles.radius[others]),
    )
    if place is None:
        raise WorldError(
            f"there is no room for vehicle {vehicle} within {FARTHEST:g} m of ({x:.0f}, {y:.0f}); choose another place"
        )
    return place
