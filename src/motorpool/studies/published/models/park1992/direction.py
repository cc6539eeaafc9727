"""Turning of a vehicle.

Document 003, appendix B: ``sum_angular_forces``, ``calc_torque`` and ``calc_direction``. Its direction is positive to
the right and its torque is left minus right; both have the opposite sign here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....models.mathematics import Real, atan2, clamp, sin, sincos
from .state import State, VehicleControl, VehicleParams

if TYPE_CHECKING:
    from . import tracked, wheeled
from .inertia import yaw_inertia

STANDING_SHARE = 0.6  # fraction of the force difference that acts on a tracked vehicle at rest
MOVING_SHARE = 0.8  # fraction for any vehicle in motion
SMOOTH_DIFFERENCE = 100.0  # lower limit for a wheeled vehicle: "for the smooth motion" [N]


def force_difference(control: VehicleControl, params: VehicleParams) -> Real:
    """Return ``torque`` of ``sum_angular_forces``: right minus left, within the limits of the engine's force [N]."""
    if control.engine_stop > 0.5 and params.engine_stop_keeps_surge < 0.5:
        return 0.0
    return clamp(control.right_force - control.left_force, -params.max_drive_force, params.max_drive_force)


def net_torque(difference: Real, speed: Real) -> Real:
    """Return ``calc_torque`` of a tracked vehicle: a fraction of the force difference, larger in motion."""
    return difference * (STANDING_SHARE if speed == 0.0 else MOVING_SHARE)


def tracked_yaw_rate(state: State, control: tracked.Control, params: tracked.Params, dt: Real, speed: Real) -> Real:
    """Return the yaw rate of ``calc_direction`` for tracked vehicles: as published, force over inertia [rad/s]."""
    if control.parking_brake > 0.5:
        return 0.0
    difference = force_difference(control, params)
    inertia = yaw_inertia(params)
    if params.torque_as_rate > 0.5:
        return net_torque(difference, speed) / inertia
    free = state.yaw_rate + 0.5 * params.width * difference / inertia * dt
    lost = turning_moment(params) / inertia * dt
    return free - clamp(free, -lost, lost)


def turning_moment(params: tracked.Params) -> Real:
    """Return the moment of the ground against a turn of the tracks [N m], if ``torque_as_rate`` is corrected; ours."""
    return 0.25 * params.turning_resistance * params.mass * params.gravity * params.length


def wheeled_yaw_rate(control: wheeled.Control, params: wheeled.Params, speed: Real) -> Real:
    """Return the yaw rate of ``calc_direction`` for wheeled vehicles: as published, independent of the speed [rad/s].

    As published it is the angle with half the tangent of the steer angle; corrected, ``speed cos(sideslip)
    tan(steer_angle) / wheelbase``. Both are computed without tangents, up to 90 degrees. The speed is that at
    the end of the step, positive forward [m/s].
    """
    if control.parking_brake > 0.5 or speed == 0.0:
        return 0.0
    sine, cosine = sincos(control.steer_angle)
    sideslip = atan2(0.5 * sine, cosine)
    rate = sideslip
    if params.yaw_independent_of_speed < 0.5:
        rate = 2.0 * speed * sin(sideslip) / params.wheelbase  # as tan(sideslip) is half of tan(steer_angle)
    difference = force_difference(control, params)
    if params.torque_as_rate > 0.5 and abs(difference) > SMOOTH_DIFFERENCE:
        rate += MOVING_SHARE * difference / yaw_inertia(params)
    return rate
