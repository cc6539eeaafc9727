"""A velocity of two components: its length, its direction, and where it takes a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mathematics import Real, atan2, clamp, select, sincos, sqrt, wrap_angle

if TYPE_CHECKING:
    from .components import State


def length(along: Real, across: Real) -> Real:
    """Of a vector; with a gradient of zero where it has none."""
    square = along * along + across * across
    return select(square > 0.0, sqrt(select(square > 0.0, square, 1.0)), 0.0)


def moved_by(state: State, along: Real, across: Real, axis_yaw: Real, dt: Real) -> tuple[Real, Real, Real, Real]:
    """Return place, direction and speed after ``dt`` [s] at a velocity along an axis and across, to its left [m/s].

    The axis has a yaw [rad]. A point that stands keeps its own, and one whose step takes no time all of its state.
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


def stick(speed: Real, max_speed: Real) -> Real:
    """Deflection of a stick for a speed [m/s], 0..1; -1, nothing held, for a speed of zero or below."""
    share = clamp(speed / max_speed, 0.0, 1.0)
    return select(share > 0.0, share, -1.0)
