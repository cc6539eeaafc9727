"""Motion of a vehicle in its last step, and the steer angles of its front wheels."""

import math
from typing import NamedTuple

from ...models.mathematics import cos, sin, tan, wrap_angle
from ...vehicles.shape.vehicle_shape import VehicleShape


class Pose(NamedTuple):
    """Position and direction of a vehicle."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]


class Arc(NamedTuple):
    """Arc from one pose to another."""

    path: float  # length, forward positive [m]
    turn: float  # left positive [rad]
    has_centre: bool  # it turns
    centre_x: float  # centre of rotation, 0 if it is straight [m]
    centre_y: float  # [m]


class Motion(NamedTuple):
    """Motion of a vehicle in its last step."""

    speed: float = 0.0  # along its body, forward positive [m/s]
    yaw_rate: float = 0.0  # left positive [rad/s]
    centre: tuple[float, float] | None = None  # centre of rotation; None for straight motion [m]


def motion_between(before: Pose, after: Pose, dt: float) -> Motion:
    """Return the motion along the arc between two poses (x, y [m], yaw [rad]) that are ``dt`` [s] apart.

    The motion is zero for ``dt`` 0.
    """
    if dt <= 0.0:
        return Motion()
    arc = arc_between(before, after)
    return Motion(arc.path / dt, arc.turn / dt, (arc.centre_x, arc.centre_y) if arc.has_centre else None)


def arc_between(before: Pose, after: Pose) -> Arc:
    """Return the arc between two poses, which turns by less than half a turn."""
    turn = wrap_angle(after.yaw - before.yaw)
    east, north = after.x - before.x, after.y - before.y
    middle = before.yaw + 0.5 * turn
    chord = east * cos(middle) + north * sin(middle)
    half_sine = sin(0.5 * turn)
    path = chord if abs(half_sine) < 1e-9 else chord * 0.5 * turn / half_sine
    if abs(turn) < 1e-6:
        return Arc(path, turn, False, 0.0, 0.0)
    aside = 0.5 / tan(0.5 * turn)
    centre_x, centre_y = 0.5 * (before.x + after.x) - aside * north, 0.5 * (before.y + after.y) + aside * east
    return Arc(path, turn, True, centre_x, centre_y)


def front_wheels(shape: VehicleShape, control: dict[str, float]) -> tuple[float, float]:
    """Return the steer angles [rad] of the left and the right front wheel by Ackermann geometry."""
    if "outer_wheel_angle" in control:  # steer angle of the wheel outside the turn
        angle, beside = control["outer_wheel_angle"], 0.5 * shape.track_width
    else:
        angle, beside = _steer_angle(control), 0.0
    sine, cosine = math.sin(angle), math.cos(angle)
    along = shape.wheelbase * sine
    to_middle = shape.wheelbase * cosine - beside * abs(sine)  # times the tangent: no division, no straight case
    half = 0.5 * shape.track_width * sine
    return math.atan2(along, to_middle - half), math.atan2(along, to_middle + half)


def _steer_angle(control: dict[str, float]) -> float:
    return next((control[name] for name in ("wheel_angle", "steer_angle") if name in control), 0.0)
