"""Resistance to a turn of two tracks: the vehicle's inertia, and the ground under tracks that scrub sideways.

Source: document 003, calc_inertia, calc_torque and calc_direction, corrected: there nothing resisted, a turn while
moving was easier than a pivot by 0.8 to 0.6, and a force over an inertia was a yaw rate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...mathematics import Real, clamp, maximum, select
from ...parts.attitude import GRAVITY
from .drive import SLOWEST_TURN
from .friction import after_resistance

if TYPE_CHECKING:
    from . import tracked


def steering_moment(state: tracked.State, demanded: Real, power: Real) -> Real:
    """Return the moment [N m] of the track forces; where it drives the turn, the engine's power [W] limits it.

    Args:
        demanded: moment of the track forces, counter-clockwise positive [N m].
    """
    limit = power / maximum(abs(state.yaw_rate), SLOWEST_TURN)
    return select(demanded * state.yaw_rate > 0.0, clamp(demanded, -limit, limit), demanded)


def yaw_rate_after(state: tracked.State, moment: Real, normal: Real, params: tracked.Params, dt: Real) -> Real:
    """Return the yaw rate [rad/s] after ``dt`` [s] of a moment [N m], counter-clockwise positive, and the resistance.

    ``normal`` is the load on the ground over the weight.
    """
    inertia = yaw_inertia(params)
    resistance = dt * turning_resistance(normal, params) / inertia
    return after_resistance(state.yaw_rate, state.yaw_rate + dt * moment / inertia, resistance, resistance)


def yaw_inertia(params: tracked.Params) -> Real:
    """Return the yaw inertia of a box about its vertical axis [kg m^2], equation 2.12.

    The published code multiplies the sides, not their squares.
    """
    return params.vehicle.mass * (params.length * params.length + params.width * params.width) / 12.0


def turning_resistance(normal: Real, params: tracked.Params) -> Real:
    """Return the moment [N m] that scrubs the tracks sideways: friction * weight * contact length / 4."""
    weight = params.vehicle.mass * GRAVITY * normal
    return 0.25 * params.turning_friction * weight * params.contact_length
