"""Drift as a picture: draws a car turned farther into the bend than it is. Nothing moves by it.

Valid as an ornament of any model of a car; the path stays that of the model.

Source: "Simple 2D car steering physics in games" (document 004), its comment 18. Symbols there: carHeading, steerAngle,
carSpeed, carSpeedMax, driftDampening.
"""

from ...mathematics import Real, clamp, wrap_angle


def drift_heading_as_written(yaw: Real, steer_angle: Real, speed: Real, max_speed: Real, damping: Real) -> Real:
    """Return the yaw [rad] to draw: ever more beyond ``max_speed``, the other way backwards, and not wrapped.

    Args:
        yaw: yaw of the car, counter-clockwise from east [rad].
        steer_angle: left positive [rad].
        speed: forward positive [m/s].
        max_speed: speed at which the whole drift is drawn [m/s].
        damping: share of the steering angle that is drawn [1].
    """
    return yaw + steer_angle * (speed / max_speed) * damping


def drift_heading(yaw: Real, steer_angle: Real, speed: Real, max_speed: Real, damping: Real) -> Real:
    """The yaw [rad] to draw, in (-pi, pi]: at most ``steer_angle * damping`` from ``yaw``, and none of it backwards.

    Args:
        yaw: yaw of the car, counter-clockwise from east [rad].
        steer_angle: left positive [rad].
        speed: forward positive [m/s].
        max_speed: speed from which on the whole drift is drawn [m/s].
        damping: share of the steering angle that is drawn [1].
    """
    return wrap_angle(yaw + steer_angle * clamp(speed / max_speed, 0.0, 1.0) * damping)
