"""Steering control: toward a heading, within the limits of rate and lateral acceleration.

A steering command is a fraction of full steer in -1..1, left positive.
"""

from ...models.mathematics import Real, clamp, maximum, minimum, select, sqrt, wrap_angle

STANDSTILL = 0.5  # speed below which the path of a pivoting vehicle has no curvature worth limiting [m/s]
GAIN = 2.0  # steering command over the heading error, if it is small; larger values make vehicles weave [1/rad]


def steer_toward(
    yaw: Real, desired_yaw: Real, steer: Real, steer_rate: Real, dt: Real, full_yaw_rate: Real = 1.0, limit: Real = 1.0
) -> Real:
    """Return the steering command after ``dt`` of turning, by the shorter way, toward a desired yaw.

    To return from a command s to 0 takes s / steer_rate, in which the vehicle turns by another
    s^2 full_yaw_rate / (2 steer_rate); this decides when to straighten. A vehicle that turns faster than
    ``full_yaw_rate`` overshoots; one that turns more slowly takes longer.

    Yaws are counter-clockwise from east [rad]; ``full_yaw_rate`` [rad/s] is negative while the vehicle rolls backward.
    The largest command is ``limit``, 0..1; see ``steer_limit``.

    Args:
        steer: present steering command, in -1..1, left positive.
        steer_rate: greatest rate of the command [1/s].

    Source: the square-root controller of ArduPilot (AP_Math/control.cpp), linear near the target, for this plant.
    """
    error = wrap_angle(desired_yaw - yaw)
    target = clamp(straightening_command(error, steer_rate, full_yaw_rate), -limit, limit)
    return turn_wheel(steer, target, steer_rate, dt)


def straightening_command(error: Real, steer_rate: Real, full_yaw_rate: Real) -> Real:
    """Return the largest command that can be returned to 0 before the heading error vanishes.

    It is proportional to small errors, up to the angle at which the square root has the same slope; odd in ``error``
    and ``full_yaw_rate``.

    Args:
        error: desired yaw minus yaw, in (-pi, pi] [rad].
        steer_rate: the greatest rate of the command [1/s].
        full_yaw_rate: present yaw rate at full steer [rad/s].
    """
    yaw_rate = maximum(abs(full_yaw_rate), 1e-3)
    linear = steer_rate / (yaw_rate * GAIN * GAIN)
    size = abs(error)
    root = sqrt(2.0 * steer_rate / yaw_rate * maximum(size - 0.5 * linear, 0.5 * linear))
    command = minimum(GAIN * size, root)
    return select(error < 0.0, -command, command) * select(full_yaw_rate < 0.0, -1.0, 1.0)


def turn_wheel(steer: Real, target: Real, steer_rate: Real, dt: Real) -> Real:
    """Return a steering command moved toward its target, at its greatest rate; exact for any ``dt``.

    Args:
        steer: present command, -1..1, left positive.
        target: -1..1, left positive.
        steer_rate: the greatest rate of the command [1/s].
    """
    return clamp(target, steer - steer_rate * dt, steer + steer_rate * dt)


def full_steer_curvature(
    speed: Real, full_curvature: Real, pivot_yaw_rate: Real, full_lateral_acceleration: Real
) -> Real:
    """Return the curvature of the path at full steer [1/m], of which tracked models keep the lateral acceleration.

    Args:
        speed: speed, of either sign [m/s].
        full_curvature: growth of the yaw rate with speed [1/m].
        pivot_yaw_rate: at full steer, standing [rad/s].
        full_lateral_acceleration: greatest at full steer [m/s^2].
    """
    magnitude = maximum(abs(speed), STANDSTILL)
    return minimum(full_curvature + pivot_yaw_rate / magnitude, full_lateral_acceleration / (magnitude * magnitude))


def steer_limit(speed: Real, full_curvature: Real, max_lateral_acceleration: Real) -> Real:
    """Return the largest steering command, in (0, 1], at which the lateral acceleration keeps its limit.

    Args:
        speed: speed, of either sign [m/s].
        full_curvature: curvature of the path at full steer [1/m].
        max_lateral_acceleration: limit of speed squared times curvature [m/s^2].
    """
    lateral_acceleration = full_curvature * speed * speed
    is_slow = lateral_acceleration <= max_lateral_acceleration
    return select(is_slow, 1.0, max_lateral_acceleration / select(is_slow, 1.0, lateral_acceleration))
