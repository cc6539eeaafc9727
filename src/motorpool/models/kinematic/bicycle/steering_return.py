"""A steering wheel that returns to the middle when no key is held, and never past it.

Valid for rates of zero and above and any ``dt``. The document's rate of 0.01 rad/s would take half a minute for 17
degrees; 1 to 2 rad/s feel like a car.

Source: "Simple 2D car steering physics in games" (document 004), its comment 17. Symbols there: steerAngle,
returnRate (here without its dt).
"""

from ...mathematics import Real, clamp


def returned(steer_angle: Real, rate: Real, dt: Real) -> Real:
    """Return the steering angle [rad], left positive, after ``dt`` [s] of returning at ``rate`` [rad/s], at least 0."""
    most = rate * dt
    return steer_angle - clamp(steer_angle, -most, most)


def returned_with_speed(steer_angle: Real, speed: Real, rate_per_speed: Real, dt: Real) -> Real:
    """Return the steering angle reduced at ``rate_per_speed`` [rad/m], at least 0, times the speed [m/s].

    Args:
        steer_angle: left positive [rad].
    """
    return returned(steer_angle, rate_per_speed * abs(speed), dt)
