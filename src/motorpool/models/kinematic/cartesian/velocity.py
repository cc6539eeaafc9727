"""A velocity of two components: its length, its direction, and where it takes a point."""

from typing import Any

from ...mathematics import atan2, clamp, select, sincos, sqrt, wrap_angle


def length(along: Any, across: Any) -> Any:
    """Of a vector; with a gradient of zero where it has none."""
    square = along * along + across * across
    return select(square > 0.0, sqrt(select(square > 0.0, square, 1.0)), 0.0)


def moved_by(state: Any, along: Any, across: Any, axis_yaw: Any, dt: Any) -> tuple[Any, Any, Any, Any]:
    """Place, direction and speed after ``dt`` [s] at a velocity.

    Args:
        state: before; a point that stands keeps its yaw, and one whose step takes no time all of it.
        along: the velocity along an axis [m/s].
        across: to the left of it [m/s].
        axis_yaw: direction of that axis [rad].
        dt: the step [s].
    """
    speed = length(along, across)
    is_moving = (speed > 0.0) & (dt > 0.0)
    turned = wrap_angle(axis_yaw + atan2(select(is_moving, across, 0.0), select(is_moving, along, 1.0)))
    sine, cosine = sincos(axis_yaw)
    return (
        state.x + (along * cosine - across * sine) * dt,
        state.y + (along * sine + across * cosine) * dt,
        select(is_moving, turned, state.yaw),
        select(dt > 0.0, speed, state.speed),
    )


def stick(speed: Any, max_speed: Any) -> Any:
    """Deflection of a stick for a speed [m/s], 0..1; -1, nothing held, for a speed of zero or below."""
    share = clamp(speed / max_speed, 0.0, 1.0)
    return select(share > 0.0, share, -1.0)
