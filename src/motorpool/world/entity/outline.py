"""Rectangle of a vehicle's own body; scalar functions for compiled stages."""

from typing import Any, NamedTuple

from ...ground.objects.free_position import Rectangle
from ...models.mathematics import Real, sincos
from .columns import Body, Pose


class Centre(NamedTuple):
    """Centre of a body."""

    x: Real  # east [m]
    y: Real  # north [m]


def rectangle_of(vehicles: Any, vehicle: int) -> Rectangle:
    """Return the rectangle that a vehicle covers, with its trailers straight behind it.

    Args:
        vehicles: the vehicle table.
    """
    front, rear = float(vehicles.front_reach[vehicle]), float(vehicles.rear_reach[vehicle])
    return Rectangle(0.5 * (front + rear), float(vehicles.half_width[vehicle]), 0.5 * (front - rear))


def centre_offset(i: int, pose: Pose, body: Body) -> Centre:
    """Return the vector from a vehicle's reference point to the centre of its body, in the world's axes.

    Args:
        i: row of the vehicle.
    """
    sine, cosine = sincos(pose.yaw[i])
    return Centre(body.body_offset[i] * cosine, body.body_offset[i] * sine)


def centre_of(i: int, pose: Pose, body: Body) -> Centre:
    """Return the centre of a vehicle's body.

    Args:
        i: row of the vehicle.
    """
    offset = centre_offset(i, pose, body)
    return Centre(pose.x[i] + offset.x, pose.y[i] + offset.y)
