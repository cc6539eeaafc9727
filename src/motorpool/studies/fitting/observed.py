"""Quantities that a log has and a state has not: their means over a step, from the states at its ends.

Written in the vocabulary of models, so that they are compiled and differentiated like a step. At a place off the
reference point, the yaw acceleration and the centripetal one add to its own: Goldstein, "Classical Mechanics", 3rd ed.,
section 4.10.
"""

from typing import NamedTuple, Protocol

from ...models.mathematics import Real, maximum, sincos, wrap_angle

SHORTEST = 1e-6  # least step in a division [s]


class Velocity(NamedTuple):
    """Velocity in the vehicle's frame."""

    ahead: Real  # [m/s]
    left: Real  # [m/s]


class Turned(Protocol):
    """State with a yaw."""

    @property
    def yaw(self) -> Real:
        """Yaw [rad]."""
        ...


class Moving(Protocol):
    """State with a speed."""

    @property
    def speed(self) -> Real:
        """Speed [m/s]."""
        ...


class Turning(Protocol):
    """State with a yaw rate."""

    @property
    def yaw_rate(self) -> Real:
        """Yaw rate [rad/s]."""
        ...


class Borne(Protocol):
    """Parameters with the place of the accelerometer."""

    @property
    def imu_ahead(self) -> Real:
        """Accelerometer ahead of the reference point [m]."""
        ...

    @property
    def imu_left(self) -> Real:
        """Accelerometer left of the reference point [m]."""
        ...


class Sliding(Moving, Protocol):
    """State with a speed ahead and one to the left."""

    @property
    def lateral_speed(self) -> Real:
        """Speed to the left [m/s]."""
        ...


class Slipping(Moving, Protocol):
    """State with a speed along the path and the path's angle from the vehicle's axis."""

    @property
    def sideslip_angle(self) -> Real:
        """Angle of the path [rad]."""
        ...


def velocity_ahead(state: Moving) -> Velocity:
    """Return the velocity of a vehicle that moves along its axis."""
    return Velocity(state.speed, 0.0 * state.speed)


def velocity_sliding(state: Sliding) -> Velocity:
    """Return the velocity of a state with a lateral speed."""
    return Velocity(state.speed, state.lateral_speed)


def velocity_slipping(state: Slipping) -> Velocity:
    """Return the velocity of a state with a sideslip angle."""
    sine, cosine = sincos(state.sideslip_angle)
    return Velocity(state.speed * cosine, state.speed * sine)


def yaw_rate(now: Turned, after: Turned, dt: Real) -> Real:
    """Return the mean yaw rate [rad/s]."""
    return wrap_angle(after.yaw - now.yaw) / maximum(dt, SHORTEST)


def lateral_acceleration(now: Velocity, after: Velocity, rate: Real, dt: Real) -> Real:
    """Return the mean acceleration to the left [m/s^2] at a yaw rate [rad/s]."""
    return (after.left - now.left) / maximum(dt, SHORTEST) + rate * 0.5 * (now.ahead + after.ahead)


def lateral_lever(now: Turning, after: Turning, params: Borne, dt: Real) -> Real:
    """Return the acceleration to the left of the accelerometer beyond that of the reference point [m/s^2]."""
    rate, change = 0.5 * (now.yaw_rate + after.yaw_rate), (after.yaw_rate - now.yaw_rate) / maximum(dt, SHORTEST)
    return change * params.imu_ahead - rate * rate * params.imu_left


def longitudinal_lever(now: Turning, after: Turning, params: Borne, dt: Real) -> Real:
    """Return the acceleration ahead of the accelerometer beyond that of the reference point [m/s^2]."""
    rate, change = 0.5 * (now.yaw_rate + after.yaw_rate), (after.yaw_rate - now.yaw_rate) / maximum(dt, SHORTEST)
    return -change * params.imu_left - rate * rate * params.imu_ahead


def longitudinal_acceleration(now: Velocity, after: Velocity, rate: Real, dt: Real) -> Real:
    """Return the mean acceleration ahead [m/s^2] at a yaw rate [rad/s]."""
    return (after.ahead - now.ahead) / maximum(dt, SHORTEST) - rate * 0.5 * (now.left + after.left)
