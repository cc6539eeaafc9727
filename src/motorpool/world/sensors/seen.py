"""Columns of a world that sensors read, as arrays over some vehicles."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...vehicles.sensor_kinds import Mount
from .draws import Floats

if TYPE_CHECKING:
    from ..vehicle_table import VehicleTable


class Seen(NamedTuple):
    """Pose and velocity of the reference points of vehicles, arrays (n,)."""

    x: Floats  # east [m]
    y: Floats  # north [m]
    z: Floats  # up [m]
    yaw: Floats  # counter-clockwise from east [rad]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    speed: Floats  # along the heading, on the map, forward positive [m/s]
    lateral_speed: Floats  # to the left of the heading, on the map [m/s]


def seen_of(vehicles: "VehicleTable", ids: NDArray[Any]) -> Seen:
    """Return a copy of the columns of some vehicles."""
    return Seen(*(np.asarray(getattr(vehicles, name)[ids], np.float64) for name in Seen._fields))


def rotation_of(yaw: Floats, pitch: Floats, roll: Floats) -> Floats:
    """Return the matrices (n, 3, 3) that turn body axes into those of the world: Rz(yaw) Ry(pitch) Rx(roll)."""
    sine_y, cosine_y = np.sin(yaw), np.cos(yaw)
    sine_p, cosine_p = np.sin(pitch), np.cos(pitch)
    sine_r, cosine_r = np.sin(roll), np.cos(roll)
    turned = np.empty((*np.shape(yaw), 3, 3))
    turned[..., 0, 0] = cosine_y * cosine_p
    turned[..., 0, 1] = cosine_y * sine_p * sine_r - sine_y * cosine_r
    turned[..., 0, 2] = cosine_y * sine_p * cosine_r + sine_y * sine_r
    turned[..., 1, 0] = sine_y * cosine_p
    turned[..., 1, 1] = sine_y * sine_p * sine_r + cosine_y * cosine_r
    turned[..., 1, 2] = sine_y * sine_p * cosine_r - cosine_y * sine_r
    turned[..., 2, 0] = -sine_p
    turned[..., 2, 1] = cosine_p * sine_r
    turned[..., 2, 2] = cosine_p * cosine_r
    return turned


def mounted_positions(seen: Seen, mount: Mount) -> Floats:
    """Return the positions (n, 3) of sensors that vehicles carry: east, north, up [m]."""
    arm = rotation_of(seen.yaw, seen.pitch, seen.roll) @ np.array(mount[:3])
    return np.stack((seen.x, seen.y, seen.z), axis=-1) + arm


def wrapped(angle: Floats) -> Floats:
    """Return an angle in -pi..pi [rad]."""
    return (angle + np.pi) % (2.0 * np.pi) - np.pi


def cross(first: Floats, second: Floats) -> Floats:
    """Return the cross products of vectors (n, 3); ``numpy.cross`` takes several times as long."""
    a, b = np.moveaxis(first, -1, 0), np.moveaxis(second, -1, 0)
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]), axis=-1)


def is_elsewhere(before: Seen, now: Seen, dt: float) -> NDArray[np.bool_]:
    """Return which vehicles (n,) have been placed elsewhere: they moved further than they drive in a step [s]."""
    fastest = np.maximum(np.hypot(before.speed, before.lateral_speed), np.hypot(now.speed, now.lateral_speed))
    return np.hypot(now.x - before.x, now.y - before.y) > 2.0 * fastest * dt + JUMP


JUMP = 1.0  # way in a step that speeds do not explain, from which a vehicle counts as placed elsewhere [m]
