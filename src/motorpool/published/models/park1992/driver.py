"""Inverse dynamics: the engine's force that takes a vehicle to a speed. Ours; written without cases, for arrays.

Document 003 calls the translational part "autocruise" and prints none of it. What its program will do with a force
is known, printed or mended, so friction, air and slope are made up for before they act.
"""

from ....models.mathematics import Real, clamp, maximum, select, sin
from .forces import air_drag, friction_limits
from .state import State, VehicleParams

LAUNCH = 0.4  # speed after the first step from a standstill, clear of the dead band [m/s]
SHORTEST = 1e-3  # step for which forces are planned [s]
STILL = 1e-9  # speed and acceleration that carry a parked vehicle nowhere [m/s], [m/s^2]


def surge_for(state: State, speed: Real, params: VehicleParams, dt: Real) -> Real:
    """The force of engine and brakes [N] that takes it to a speed [m/s] in a step, or as near as their limits allow.

    Args:
        state: the ``State`` of the vehicle.
        speed: commanded, forward positive [m/s].
        params: the ``Params`` of the vehicle.
        dt: time step [s].
    """
    aim = select(state.speed == 0.0, first_speed(speed, params), speed)
    needed = params.mass * (aim - state.speed) / maximum(dt, SHORTEST)
    forward, backward = surge_limits(state.speed, params)
    return clamp(needed + resistance(state, aim, params) - gravity_ahead(state, params), -backward, forward)


def first_speed(speed: Real, params: VehicleParams) -> Real:
    """Target speed from a standstill [m/s]: not too much, and as published not so little that it becomes zero."""
    return select(params.dead_band > 0.5, sign(speed) * LAUNCH, clamp(speed, -LAUNCH, LAUNCH))


def surge_limits(speed: Real, params: VehicleParams) -> tuple[Real, Real]:
    """The largest force forward and backward [N]; as printed, at a standstill only the sum of all forces has one."""
    drive, brake = params.max_drive_force, params.max_brake_force
    standing = select(params.standing_power_unlimited > 0.5, params.max_force, drive)
    forward = select(speed == 0.0, standing, select(speed > 0.0, drive, brake))
    return forward, select(speed == 0.0, standing, select(speed > 0.0, brake, drive))


def resistance(state: State, aim: Real, params: VehicleParams) -> Real:
    """The friction and air drag [N], backward positive, that the next step will have.

    Args:
        state: the ``State`` of the vehicle.
        aim: speed that it is to have, forward positive [m/s].
        params: the ``Params`` of the vehicle.
    """
    standing, rolling = friction_limits(params, state.pitch)
    was_steady = state.acceleration == 0.0
    remembers = was_steady & (params.friction_memory > 0.5)
    moving = select(remembers, state.friction_force, sign(state.speed) * rolling)
    printed = select(was_steady, 0.0, standing)
    starting = select(params.static_friction_direction > 0.5, printed, sign(aim) * standing)
    return select(state.speed == 0.0, starting, moving) + air_drag(state.speed, params)


def gravity_ahead(state: State, params: VehicleParams) -> Real:
    """The pull of the slope [N], forward positive, if it stays what it was."""
    downhill = params.mass * params.gravity * sin(state.pitch)
    return select((params.gravity_sign > 0.5) & (state.speed > 0.0), -downhill, downhill)


def parking_brake(state: State, speed: Real) -> Real:
    """1 where it is to stand and does, with no acceleration left that, as printed, would carry it on."""
    stands = (abs(state.speed) < STILL) & (abs(state.acceleration) < STILL)
    return select((abs(speed) < STILL) & stands, 1.0, 0.0)


def sign(value: Real) -> Real:
    """-1, 0 or 1."""
    return select(value > 0.0, 1.0, select(value < 0.0, -1.0, 0.0))
