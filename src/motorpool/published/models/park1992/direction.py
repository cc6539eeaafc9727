"""Turning of a vehicle.

Document 003, appendix B: ``sum_angular_forces``, ``calc_torque`` and ``calc_direction``. Its direction grows to
the right and its torque is left minus right; both have the opposite sign here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....models.mathematics import Real, atan2, clamp, sin, sincos
from .state import State, VehicleControl, VehicleParams

if TYPE_CHECKING:
    from . import tracked, wheeled
from .inertia import yaw_inertia

STANDING_SHARE = 0.6  # of the force difference, for a tracked vehicle that stands
MOVING_SHARE = 0.8  # and for any that moves
SMOOTH_DIFFERENCE = 100.0  # below which a wheeled vehicle feels none: "for the smooth motion" [N]


def force_difference(control: VehicleControl, params: VehicleParams) -> Real:
    """``torque`` of ``sum_angular_forces``: right minus left, within the limits of the engine's force [N]."""
    if control.engine_stop > 0.5 and params.engine_stop_keeps_surge < 0.5:
        return 0.0
    return clamp(control.right_force - control.left_force, -params.max_drive_force, params.max_drive_force)


def net_torque(difference: Real, speed: Real) -> Real:
    """``calc_torque`` of a tracked vehicle: a share of the force difference, larger when it moves."""
    return difference * (STANDING_SHARE if speed == 0.0 else MOVING_SHARE)


def tracked_yaw_rate(state: State, control: tracked.Control, params: tracked.Params, dt: Real, speed: Real) -> Real:
    """The tracked half of ``calc_direction``: as printed, force over inertia is taken for a rate [rad/s].

    Args:
        state: the ``State`` of the vehicle.
        control: the ``Control`` of the vehicle.
        params: the ``Params`` of the vehicle.
        dt: time step [s].
        speed: at the end of the step, forward positive [m/s].
    """
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
    """Moment of the ground against a turn of the tracks [N m], where ``torque_as_rate`` is mended: ours."""
    return 0.25 * params.turning_resistance * params.mass * params.gravity * params.length


def wheeled_yaw_rate(control: wheeled.Control, params: wheeled.Params, speed: Real) -> Real:
    """The wheeled half of ``calc_direction``: as printed, half the wheel's tangent is a rate at any speed [rad/s].

    Mended it is ``speed cos(sideslip) tan(steer_angle) / wheelbase``. Both hold without tangents up to 90 degrees.

    Args:
        control: the ``Control`` of the vehicle.
        params: the ``Params`` of the vehicle.
        speed: at the end of the step, forward positive [m/s].
    """
    if control.parking_brake > 0.5 or speed == 0.0:
        return 0.0
    sine, cosine = sincos(control.steer_angle)
    sideslip = atan2(0.5 * sine, cosine)
    rate = sideslip
    if params.yaw_independent_of_speed < 0.5:
        rate = 2.0 * speed * sin(sideslip) / params.wheelbase  # as tan(sideslip) is half the wheel's
    difference = force_difference(control, params)
    if params.torque_as_rate > 0.5 and abs(difference) > SMOOTH_DIFFERENCE:
        rate += MOVING_SHARE * difference / yaw_inertia(params)
    return rate
