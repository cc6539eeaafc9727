"""Forces along the vehicle: friction, air drag, engine and brakes, gravity, and their sum.

Document 003, appendix B: ``calc_drag_force``, ``calc_engine_force`` and ``sum_linear_forces``.
"""

from typing import NamedTuple

from .....models.mathematics import Real, clamp, cos, select
from .attitude import gravity_force
from .state import State, VehicleControl, VehicleParams

EXTRA_STATIC_FRICTION = 1000.0  # "SFRICITION + 1000.0 + mass" [N]
FRICTION_PER_MASS = 1.0  # the mass is added to a force without a factor [N/kg]
PUBLISHED_AIR_DRAG = 10.0  # factor of the squared speed [kg/m]
AIR_DENSITY = 1.225  # at sea level, 15 degrees Celsius [kg/m^3]


class Forces(NamedTuple):
    """Forces along the vehicle [N]."""

    friction: float  # positive backward
    air: float  # positive backward
    drag: float  # friction and air drag, positive forward
    surge: float  # engine and brakes, positive forward
    gravity: float  # positive forward


def sum_linear_forces(state: State, control: VehicleControl, params: VehicleParams, pitch_up: Real) -> Forces:
    """Return the forces of ``sum_linear_forces`` on a ground pitched nose up [rad].

    With the parking brake set, they are those that ``integration`` keeps.

    The branch of ``calc_engine_force`` for a stopped engine is in a call that is skipped for a stopped engine: as
    published, every force keeps its value, and the vehicle drives on.
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
    if control.cruise > 0.5:  # cruise_on(), ours: the engine compensates changes of the other forces
        surge = state.surge_force - (drag + gravity - state.drag_force - state.gravity_force)
    return Forces(friction, air, drag, surge, gravity)


def friction_force(state: State, params: VehicleParams, applied: Real, pitch_up: Real) -> Real:
    """Return ``friction`` of ``calc_drag_force``, positive backward [N].

    As published, a vehicle at rest is pushed backward while it accelerates and not held otherwise, and one at constant
    speed keeps the friction of the previous step. Pitch is positive nose up [rad].

    Args:
        applied: sum of all other forces except air drag, positive forward [N].
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
    """Return the friction at rest and in motion [N]: as published the mass, in newtons, plus a constant."""
    is_published = params.friction_law > 0.5
    by_mass = FRICTION_PER_MASS * params.mass
    by_weight = params.rolling_resistance * params.mass * params.gravity * cos(pitch_up)
    standing = select(is_published, params.static_friction + EXTRA_STATIC_FRICTION + by_mass, by_weight)
    return standing, select(is_published, params.rolling_friction + by_mass, by_weight)


def air_drag(speed: Real, params: VehicleParams) -> Real:
    """Return ``air_resist``, positive backward [N]: as published ten times the squared speed for any vehicle."""
    factor = select(params.air_drag_law > 0.5, PUBLISHED_AIR_DRAG, 0.5 * AIR_DENSITY * params.drag_area)
    return factor * speed * abs(speed)


def surge_force(speed: Real, control: VehicleControl, params: VehicleParams) -> Real:
    """Return ``calc_engine_force`` at a speed [m/s], positive forward [N]: limited, but as published not at rest."""
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
    """Return the limited sum [N]; as published the limit includes gravity."""
    limit = params.max_force
    if params.clamp_cuts_gravity > 0.5:
        return clamp(forces.drag + forces.surge + forces.gravity, -limit, limit)
    return clamp(forces.drag + forces.surge, -limit, limit) + forces.gravity
