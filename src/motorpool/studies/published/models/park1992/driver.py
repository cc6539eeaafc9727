"""Inverse dynamics: the engine force for a commanded speed. Ours; written without branches, for arrays.

Document 003 calls the translational part "autocruise" and does not list it. Friction, air drag and slope, as published
or corrected, are compensated before they act.
"""

from .....models.mathematics import Real, clamp, maximum, select, sin
from .forces import air_drag, friction_limits
from .state import State, VehicleParams

LAUNCH = 0.4  # speed after the first step from rest, above the dead band [m/s]
SHORTEST = 1e-3  # lower limit of the step for which forces are computed [s]
STILL = 1e-9  # speed [m/s] and acceleration [m/s^2] that count as zero for a parked vehicle


def surge_for(state: State, speed: Real, params: VehicleParams, dt: Real) -> Real:
    """Return the force of engine and brakes [N] that reaches a commanded speed [m/s] in a step, within their limits."""
    aim = select(state.speed == 0.0, first_speed(speed, params), speed)
    needed = params.mass * (aim - state.speed) / maximum(dt, SHORTEST)
    forward, backward = surge_limits(state.speed, params)
    return clamp(needed + resistance(state, aim, params) - gravity_ahead(state, params), -backward, forward)


def first_speed(speed: Real, params: VehicleParams) -> Real:
    """Return the target speed from rest [m/s]: limited, and as published above the dead band."""
    return select(params.dead_band > 0.5, sign(speed) * LAUNCH, clamp(speed, -LAUNCH, LAUNCH))


def surge_limits(speed: Real, params: VehicleParams) -> tuple[Real, Real]:
    """Return the limits of the force forward and backward [N]; as published, at rest only their sum is limited."""
    drive, brake = params.max_drive_force, params.max_brake_force
    standing = select(params.standing_power_unlimited > 0.5, params.max_force, drive)
    forward = select(speed == 0.0, standing, select(speed > 0.0, drive, brake))
    return forward, select(speed == 0.0, standing, select(speed > 0.0, brake, drive))


def resistance(state: State, aim: Real, params: VehicleParams) -> Real:
    """Return the friction and air drag [N], positive backward, of the next step, towards a target speed [m/s]."""
    standing, rolling = friction_limits(params, state.pitch)
    was_steady = state.acceleration == 0.0
    remembers = was_steady & (params.friction_memory > 0.5)
    moving = select(remembers, state.friction_force, sign(state.speed) * rolling)
    published = select(was_steady, 0.0, standing)
    starting = select(params.static_friction_direction > 0.5, published, sign(aim) * standing)
    return select(state.speed == 0.0, starting, moving) + air_drag(state.speed, params)


def gravity_ahead(state: State, params: VehicleParams) -> Real:
    """Return the gravity force along the slope [N], positive forward, for an unchanged slope."""
    downhill = params.mass * params.gravity * sin(state.pitch)
    return select((params.gravity_sign > 0.5) & (state.speed > 0.0), -downhill, downhill)


def parking_brake(state: State, speed: Real) -> Real:
    """Return 1 if the vehicle should be and is at rest, without an acceleration that, as published, would move it."""
    stands = (abs(state.speed) < STILL) & (abs(state.acceleration) < STILL)
    return select((abs(speed) < STILL) & stands, 1.0, 0.0)


def sign(value: Real) -> Real:
    """Return -1, 0 or 1."""
    return select(value > 0.0, 1.0, select(value < 0.0, -1.0, 0.0))
