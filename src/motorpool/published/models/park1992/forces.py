"""The forces along the vehicle: friction, air, engine and brakes, gravity, and their sum.

Document 003, appendix B: ``calc_drag_force``, ``calc_engine_force`` and ``sum_linear_forces``.
"""

from typing import NamedTuple

from ....models.mathematics import Real, clamp, cos, select
from .attitude import gravity_force
from .state import State, VehicleControl, VehicleParams

EXTRA_STATIC_FRICTION = 1000.0  # "SFRICITION + 1000.0 + mass" [N]
FRICTION_PER_MASS = 1.0  # the mass is added to a force as it is [N/kg]
PRINTED_AIR_DRAG = 10.0  # times speed squared [kg/m]
AIR_DENSITY = 1.225  # at sea level, 15 degrees Celsius [kg/m^3]


class Forces(NamedTuple):
    """Forces along the vehicle [N]."""

    friction: float  # backward positive
    air: float  # backward positive
    drag: float  # both, forward positive
    surge: float  # engine and brakes, forward positive
    gravity: float  # forward positive


def sum_linear_forces(state: State, control: VehicleControl, params: VehicleParams, pitch_up: Real) -> Forces:
    """``sum_linear_forces``, before the sum; with the parking brake set, what ``integration`` leaves of them.

    The branch of ``calc_engine_force`` for a stopped engine stands in a call that a stopped engine skips: as
    printed, every force stays what it was, and the vehicle drives on.

    Args:
        state: the ``State`` of the vehicle.
        control: the ``Control`` of the vehicle.
        params: the ``Params`` of the vehicle.
        pitch_up: of the ground, nose up positive [rad].
    """
    if control.parking_brake > 0.5:
        return Forces(state.friction_force, state.air_drag, 0.0, state.surge_force, 0.0)
    if control.engine_stop > 0.5 and params.engine_stop_keeps_surge > 0.5:
        return Forces(state.friction_force, state.air_drag, state.drag_force, state.surge_force, state.gravity_force)
    gravity = gravity_force(state.speed, pitch_up, params)
    surge = (1.0 - control.engine_stop) * surge_force(state.speed, control, params)
    friction = friction_force(state, params, gravity + surge, pitch_up)
    air = air_drag(state.speed, params)
    drag = -(friction + air)
    if control.cruise > 0.5:  # cruise_on(), ours: the engine makes up for whatever changes outside
        surge = state.surge_force - (drag + gravity - state.drag_force - state.gravity_force)
    return Forces(friction, air, drag, surge, gravity)


def friction_force(state: State, params: VehicleParams, applied: Real, pitch_up: Real) -> Real:
    """``friction`` of ``calc_drag_force``, backward positive [N]; ``applied``: all other forces but the air.

    As printed, what stands and accelerates is pushed backward, what stands still is not held, and what
    moves at constant speed keeps the friction of the step before.

    Args:
        state: the ``State`` of the vehicle.
        params: the ``Params`` of the vehicle.
        applied: sum of all other forces but the air's, forward positive [N].
        pitch_up: of the ground, nose up positive [rad].
    """
    standing, rolling = friction_limits(params, pitch_up)
    if state.speed == 0.0:
        if params.static_friction_direction < 0.5:
            return clamp(applied, -standing, standing)
        return 0.0 if state.acceleration == 0.0 else standing
    if state.acceleration == 0.0 and params.friction_memory > 0.5:
        return state.friction_force
    return rolling if state.speed > 0.0 else -rolling


def friction_limits(params: VehicleParams, pitch_up: Real) -> tuple[Real, Real]:
    """The friction of a standing and of a rolling vehicle [N]: as printed the mass, in newtons, and a constant."""
    is_printed = params.friction_law > 0.5
    by_mass = FRICTION_PER_MASS * params.mass
    by_weight = params.rolling_resistance * params.mass * params.gravity * cos(pitch_up)
    standing = select(is_printed, params.static_friction + EXTRA_STATIC_FRICTION + by_mass, by_weight)
    return standing, select(is_printed, params.rolling_friction + by_mass, by_weight)


def air_drag(speed: Real, params: VehicleParams) -> Real:
    """``air_resist``, backward positive [N]: as printed ten times the square of the speed, whatever the vehicle."""
    factor = select(params.air_drag_law > 0.5, PRINTED_AIR_DRAG, 0.5 * AIR_DENSITY * params.drag_area)
    return factor * speed * abs(speed)


def surge_force(speed: Real, control: VehicleControl, params: VehicleParams) -> Real:
    """``calc_engine_force``, forward positive [N]: drive and brake limits, but as printed none at a standstill.

    Args:
        speed: forward positive [m/s].
        control: the ``Control`` of the vehicle.
        params: the ``Params`` of the vehicle.
    """
    surge = control.right_force + control.left_force
    drive, brake = params.max_drive_force, params.max_brake_force
    if speed > 0.0:
        return clamp(surge, -brake, drive)
    if speed < 0.0:
        return clamp(surge, -drive, brake)
    if params.standing_power_unlimited < 0.5:
        return clamp(surge, -drive, drive)
    return surge


def total_force(forces: Forces, params: VehicleParams) -> Real:
    """The sum [N], limited; as printed the limit cuts gravity, too."""
    limit = params.max_force
    if params.clamp_cuts_gravity > 0.5:
        return clamp(forces.drag + forces.surge + forces.gravity, -limit, limit)
    return clamp(forces.drag + forces.surge, -limit, limit) + forces.gravity
