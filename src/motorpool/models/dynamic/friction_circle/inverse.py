"""Inverse dynamics: the forces and wheel angles that give a commanded speed or yaw rate.

Source: document 003, section IV.B.2, equation 4.2 and calc_inverse_direction. There both branches of the tracked
vehicle turned it to the right, the limit of 45 was in radians, the wheel angle was multiplied by the step, equation 4.2
folded beyond 90 degrees, a relative angle was compared with an absolute one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mathematics import Real, atan, clamp, cos, maximum, select, sin, sqrt
from ...parts.attitude import GRAVITY
from .drive import SHORTEST, SLOWEST, surge_to_reach
from .turning import turning_resistance, yaw_inertia

if TYPE_CHECKING:
    from . import tracked, vehicle, wheeled

GRIP_SHARE = 0.8  # of the grip that a careful driver uses [1]


def force_difference_for(yaw_rate: Real, state: tracked.State, params: tracked.Params, dt: Real) -> Real:
    """Return right minus left track force [N] for a yaw rate [rad/s], left positive, after ``dt``, within the grip."""
    own, vehicle = params.vehicle, state.vehicle
    normal = cos(vehicle.pitch) * cos(vehicle.roll)
    resistance = turning_resistance(normal, params)
    direction = select(yaw_rate > 0.0, 1.0, select(yaw_rate < 0.0, -1.0, 0.0))
    inertia = yaw_inertia(params) * (yaw_rate - state.yaw_rate) / maximum(dt, SHORTEST)
    most = own.static_friction * own.mass * GRAVITY * normal
    return clamp(2.0 * (inertia + direction * resistance) / params.track_gauge, -most, most)


def wheel_angle_for(yaw_rate: Real, speed: Real, params: wheeled.Params) -> Real:
    """Return the wheel angle [rad] that gives a wheeled vehicle a yaw rate [rad/s] at a speed [m/s]; left is positive.

    With s = yaw_rate * wheelbase / speed = tan(angle) / sqrt(1 + tan(angle)^2 / 4): tan(angle) = s / sqrt(1 - s^2 / 4).

    Args:
        yaw_rate: counter-clockwise positive [rad/s].
    """
    most = params.max_steer_angle
    rolling_speed = select(abs(speed) < SLOWEST, select(speed < 0.0, -SLOWEST, SLOWEST), speed)
    turn = clamp(yaw_rate * params.wheelbase / rolling_speed, -1.99, 1.99)  # beyond, no wheel angle is large enough
    return clamp(atan(turn / sqrt(1.0 - 0.25 * turn * turn)), -most, most)


def surge_for(speed: Real, state: vehicle.State, params: vehicle.Params, dt: Real) -> Real:
    """Return the surge force [N] towards a ``speed`` [m/s] of a careful driver, within a share of the grip.

    Args:
        speed: commanded, forward positive [m/s].
    """
    pitch, normal = state.pitch, cos(state.pitch) * cos(state.roll)
    most = GRIP_SHARE * params.sliding_friction * params.mass * GRAVITY * normal
    return clamp(surge_to_reach(speed, state.speed, sin(pitch), normal, params, dt), -most, most)


def largest_yaw_rate(state: vehicle.State, params: vehicle.Params) -> Real:
    """Return the yaw rate [rad/s] at which a share of the grip still turns the velocity with the vehicle."""
    most = GRIP_SHARE * params.sliding_friction * GRAVITY * cos(state.pitch)
    return most / maximum(abs(state.speed), SLOWEST)


def is_to_stand(speed: Real, state: vehicle.State) -> Real:
    """Return 1 where a vehicle at rest is commanded to stay, else 0: its parking brake then holds it."""
    return select(state.speed == 0.0, select(speed == 0.0, 1.0, 0.0), 0.0)
