"""Resistance to a turn of two tracks: the vehicle's inertia, and the ground under tracks that scrub sideways.

Source: document 003, calc_inertia, calc_torque and calc_direction, put right: there nothing resisted, a turn while
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


def steering_moment(state: tracked.State, wanted: Real, power: Real) -> Real:
    """The moment [N m] of the track forces; where it drives the turn, no more than the engine's power [W] allows.

    Args:
        state: of the tracked model.
        wanted: moment of the track forces, counter-clockwise positive [N m].
        power: of the engine at the ground [W].
    """
    limit = power / maximum(abs(state.yaw_rate), SLOWEST_TURN)
    return select(wanted * state.yaw_rate > 0.0, clamp(wanted, -limit, limit), wanted)


def turned(state: tracked.State, moment: Real, normal: Real, params: tracked.Params, dt: Real) -> Real:
    """The yaw rate [rad/s] after ``dt`` [s] of the moment [N m] and the resistance of the ground.

    Args:
        state: of the tracked model.
        moment: of the track forces, counter-clockwise positive [N m].
        normal: load on the ground over the weight [1].
        params: of the tracked model.
        dt: time step [s].
    """
    inertia = yaw_inertia(params)
    resistance = dt * turning_resistance(normal, params) / inertia
    return after_resistance(state.yaw_rate, state.yaw_rate + dt * moment / inertia, resistance, resistance)


def yaw_inertia(params: tracked.Params) -> Real:
    """Of a box about its vertical axis [kg m^2], equation 2.12 (the code multiplies the sides, not their squares)."""
    return params.vehicle.mass * (params.length * params.length + params.width * params.width) / 12.0


def turning_resistance(normal: Real, params: tracked.Params) -> Real:
    """The moment [N m] that scrubs the tracks sideways: friction * weight * contact length / 4."""
    weight = params.vehicle.mass * GRAVITY * normal
    return 0.25 * params.turning_friction * weight * params.footprint.contact_length
