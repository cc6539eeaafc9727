"""Shape of a vehicle from above, as far as its model describes it: body, wheels and steer angles.

A model has no looks. Where its parameters name a dimension that is what is drawn; the rest follows from the
proportions of common vehicles. The reference point of every model here is the middle of the wheelbase.
"""

import math
from typing import Any, NamedTuple

from ..models.mathematics import wrap_angle

SMALLEST, LARGEST = 0.1, 100.0  # dimension that is drawn as it is [m]


class Shape(NamedTuple):
    """Dimensions, the reference point in the middle."""

    kind: str  # "wheeled", "tracked" or "point"
    length: float  # of the body, along x [m]
    width: float  # of the body, along y [m]
    wheelbase: float  # front to rear axle, or the length of track on the ground [m]
    track_width: float  # between the middles of the left and the right wheels or tracks [m]


class Motion(NamedTuple):
    """Motion of a vehicle in its last step."""

    speed: float = 0.0  # along its body, forward positive [m/s]
    yaw_rate: float = 0.0  # left positive [rad/s]
    centre: tuple[float, float] | None = None  # of the rotation; None where it went straight [m]


def shape_of(kind: str, params: dict[str, float]) -> Shape:
    """The shape of a vehicle of that kind with those parameters, no smaller or larger than can be drawn."""
    known = {name: min(LARGEST, max(SMALLEST, value)) for name, value in params.items()}
    if kind == "point":
        return Shape(kind, 1.2, 1.2, 0.0, 0.0)
    if kind == "tracked":
        gauge = known.get("track_gauge", 0.82 * known.get("width", 3.4))
        length = known.get("length", 2.2 * gauge)
        return Shape(kind, length, known.get("width", 1.22 * gauge), 0.74 * length, gauge)
    wheelbase = known.get("wheelbase", 2.7)
    track_width = known.get("track_width", 0.56 * wheelbase)
    length = known.get("length", 1.58 * wheelbase)
    return Shape(kind, length, known.get("width", track_width + 0.12 * wheelbase), wheelbase, track_width)


def motion_between(before: Any, after: Any, dt: float) -> Motion:
    """Return the motion along the arc from one pose to the next.

    Args:
        before: x, y [m] and yaw [rad].
        after: likewise.
        dt: the time between them; no motion for 0 [s].
    """
    if dt <= 0.0:
        return Motion()
    turn = wrap_angle(after.yaw - before.yaw)
    east, north = after.x - before.x, after.y - before.y
    middle = before.yaw + 0.5 * turn
    chord = east * math.cos(middle) + north * math.sin(middle)
    half_sine = math.sin(0.5 * turn)
    path = chord if abs(half_sine) < 1e-9 else chord * 0.5 * turn / half_sine
    return Motion(path / dt, turn / dt, _centre(before, after, turn))


def front_wheels(shape: Shape, control: dict[str, float]) -> tuple[float, float]:
    """Angles [rad] of the left and the right front wheel, their axles meeting on that of the rear wheels."""
    if "outer_wheel_angle" in control:  # Ackermann: that of the wheel outside the turn
        angle, beside = control["outer_wheel_angle"], 0.5 * shape.track_width
    else:
        angle, beside = _steer_angle(control), 0.0
    sine, cosine = math.sin(angle), math.cos(angle)
    along = shape.wheelbase * sine
    to_middle = shape.wheelbase * cosine - beside * abs(sine)  # times the tangent: no division, no straight case
    half = 0.5 * shape.track_width * sine
    return math.atan2(along, to_middle - half), math.atan2(along, to_middle + half)


def _steer_angle(control: dict[str, float]) -> float:
    return next((value for name, value in control.items() if name in ("steer_angle", "wheel_angle")), 0.0)


def _centre(before: Any, after: Any, turn: float) -> tuple[float, float] | None:
    """Return the point on the perpendicular of the chord that sees the chord under that turn."""
    if abs(turn) < 1e-6:
        return None
    aside = 0.5 / math.tan(0.5 * turn)
    east, north = after.x - before.x, after.y - before.y
    return 0.5 * (before.x + after.x) - aside * north, 0.5 * (before.y + after.y) + aside * east
