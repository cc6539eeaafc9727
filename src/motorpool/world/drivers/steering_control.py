"""Turn the steering: toward a heading, and no further than the speed allows.

A steering command is a fraction of full steer in -1..1, left positive.
"""

from typing import Any

from ...models.mathematics import clamp, maximum, minimum, select, sqrt, wrap_angle

GAIN = 2.0  # steering command per angle still to turn, near the desired heading [1/rad]


def steer_toward(
    yaw: Any, desired_yaw: Any, steer: Any, steer_rate: Any, dt: Any, full_yaw_rate: Any = 1.0, limit: Any = 1.0
) -> Any:
    """The steering command after ``dt`` [s] of turning, by the shorter way, toward ``desired_yaw`` [rad].

    It moves by at most ``steer_rate`` [1/s], toward a target within ``limit``. ``full_yaw_rate`` [rad/s] is how
    fast the vehicle turns at full steer now, negative while it rolls backward. It tells when to straighten:
    unwinding a command s takes s / steer_rate, in which the vehicle turns by another s^2 full_yaw_rate / (2
    steer_rate). A vehicle that turns faster than is said here overshoots; one that turns more slowly only takes
    longer.

    Source: the square-root controller of ArduPilot (AP_Math/control.cpp), linear near the target, for this plant.
    """
    error = wrap_angle(desired_yaw - yaw)
    target = clamp(straightening_command(error, steer_rate, full_yaw_rate), -limit, limit)
    return turn_wheel(steer, target, steer_rate, dt)


def straightening_command(error: Any, steer_rate: Any, full_yaw_rate: Any) -> Any:
    """The largest command that can still be unwound, at ``steer_rate``, before ``error`` [rad] is used up.

    Proportional below the angle where the square root is as steep as that; odd in ``error`` and ``full_yaw_rate``.
    """
    yaw_rate = maximum(abs(full_yaw_rate), 1e-3)
    linear = steer_rate / (yaw_rate * GAIN * GAIN)
    size = abs(error)
    root = sqrt(2.0 * steer_rate / yaw_rate * maximum(size - 0.5 * linear, 0.5 * linear))
    command = minimum(GAIN * size, root)
    return select(error < 0.0, -command, command) * select(full_yaw_rate < 0.0, -1.0, 1.0)


def turn_wheel(steer: Any, target: Any, steer_rate: Any, dt: Any) -> Any:
    """``steer`` moved toward ``target`` by at most ``steer_rate dt``; exact for any ``dt``."""
    return clamp(target, steer - steer_rate * dt, steer + steer_rate * dt)


def steer_limit(speed: Any, full_curvature: Any, max_lateral_acceleration: Any) -> Any:
    """The largest steering command at ``speed`` [m/s], in (0, 1]: curvature times speed squared stays allowed.

    ``full_curvature`` [1/m] is the path's curvature at full steer.
    """
    lateral_acceleration = full_curvature * speed * speed
    is_slow = lateral_acceleration <= max_lateral_acceleration
    return select(is_slow, 1.0, max_lateral_acceleration / select(is_slow, 1.0, lateral_acceleration))
