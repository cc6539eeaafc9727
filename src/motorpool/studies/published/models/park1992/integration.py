"""One frame of the document's program: speeds from forces, position from speeds, and instruments.

Document 003, appendix B: ``integration`` (its two interactive branches and the parking brake), ``calc_acceleration``,
``calc_velocity`` and ``new_position``. Ours, because the appendix lacks them: ``cruise_on`` (the speed when cruise
control was switched on), ``calc_rpm`` (proportional to the force: "changed by internal force not the vehicle speed")
and ``calc_gas`` (proportional to the engine's speed).
"""

from typing import NamedTuple

from .....models.mathematics import Real, atan, clamp, minimum, sincos, wrap_angle
from .attitude import is_undefined, slopes
from .forces import Forces, sum_linear_forces, total_force
from .state import Ground, State, VehicleControl, VehicleParams

DEAD_BAND = 0.3  # "to avoid the numerical instability near 0 speed" [m/s]


class Frame(NamedTuple):
    """Values of a frame before the turn."""

    pitch_up: float  # positive nose up [rad]
    roll: float  # positive right side down [rad]
    speed: float  # new, positive forward [m/s]
    acceleration: float  # new, along the vehicle [m/s^2]
    cruise_speed: float  # [m/s]
    cruising: float  # 1 while cruise control is on


def forces_and_frame(
    state: State, control: VehicleControl, params: VehicleParams, dt: Real, ground: Ground
) -> tuple[Forces, Frame]:
    """Return forces and speed: ``integration`` up to ``calc_torque``."""
    ahead, right = slopes(ground, state.yaw, params)
    pitch_up, roll = atan(ahead), atan(right)
    forces = sum_linear_forces(state, control, params, pitch_up)
    speed, acceleration = next_speed(state, control, params, dt, total_force(forces, params))
    cruise_speed, cruising = state.cruise_speed, state.cruising
    if control.parking_brake < 0.5:
        cruise_speed = speed if control.cruise > 0.5 else state.cruise_speed
        cruising = control.cruise
    return forces, Frame(pitch_up, roll, speed, acceleration, cruise_speed, cruising)


def next_speed(
    state: State, control: VehicleControl, params: VehicleParams, dt: Real, force: Real
) -> tuple[Real, Real]:
    """Return the new speed and acceleration by the total force [N]: braked, cruising, or driven."""
    if control.parking_brake > 0.5:
        return 0.0, state.acceleration if params.parking_brake_keeps_moving > 0.5 else 0.0
    if control.cruise > 0.5:
        speed = state.cruise_speed if state.cruising > 0.5 else state.speed
        return speed, state.acceleration if params.cruise_keeps_acceleration > 0.5 else 0.0
    acceleration = force / params.mass
    return driven_speed(state.speed, acceleration, params, dt), acceleration


def driven_speed(speed: Real, acceleration: Real, params: VehicleParams, dt: Real) -> Real:
    """Return the new speed by the scalar part of ``calc_velocity``: as published, low speeds become zero.

    Corrected, it becomes zero where its sign would change within the step. Positive is forward [m/s, m/s^2].
    """
    after = speed + dt * acceleration
    is_slow = -DEAD_BAND <= after <= DEAD_BAND if params.dead_band > 0.5 else after * speed < 0.0
    return 0.0 if is_slow else clamp(after, -params.max_reverse_speed, params.max_speed)


def new_position(
    state: State, control: VehicleControl, params: VehicleParams, dt: Real, forces: Forces, frame: Frame, yaw_rate: Real
) -> State:
    """Return the state by ``new_position`` from the yaw rate [rad/s]: vectors, position, and instruments."""
    yaw = wrap_angle(state.yaw + yaw_rate * dt)
    velocity_x, velocity_y, acceleration_x, acceleration_y = vectors(state, control, params, frame, yaw)
    if params.double_counting > 0.5:
        east = velocity_x * dt + acceleration_x * dt * dt / 2.0
        north = velocity_y * dt + acceleration_y * dt * dt / 2.0
    else:
        half_gain = 0.0 if control.parking_brake > 0.5 else 0.5 * (frame.speed - state.speed)
        sine, cosine = sincos(state.yaw)
        east, north = (velocity_x - half_gain * cosine) * dt, (velocity_y - half_gain * sine) * dt
    engine_share = (1.0 - control.parking_brake) * minimum(abs(forces.surge) / params.max_drive_force, 1.0)
    return State(
        state.x + east,
        state.y + north,
        yaw,
        yaw_rate,
        frame.speed,
        frame.acceleration,
        velocity_x,
        velocity_y,
        acceleration_x,
        acceleration_y,
        forces.friction,
        forces.air,
        forces.drag,
        forces.surge,
        forces.gravity,
        frame.cruise_speed,
        frame.cruising,
        state.fuel_used + params.max_fuel_rate * engine_share * dt,
        -frame.pitch_up,
        frame.roll,
        params.max_engine_speed * engine_share,
        is_undefined(frame.pitch_up, params),
    )


def vectors(
    state: State, control: VehicleControl, params: VehicleParams, frame: Frame, yaw: Real
) -> tuple[Real, Real, Real, Real]:
    """Return velocity and acceleration, east and north: as published along the direction before the turn.

    As published parking brake and cruise control keep vectors that still move the vehicle.
    """
    sine, cosine = sincos(state.yaw if params.velocity_lag > 0.5 else yaw)
    is_braked = control.parking_brake > 0.5
    keeps_moving = is_braked and params.parking_brake_keeps_moving > 0.5
    keeps_acceleration = keeps_moving or (
        not is_braked and control.cruise > 0.5 and params.cruise_keeps_acceleration > 0.5
    )
    velocity_x, velocity_y = frame.speed * cosine, frame.speed * sine
    acceleration_x, acceleration_y = frame.acceleration * cosine, frame.acceleration * sine
    if keeps_moving:
        velocity_x, velocity_y = state.velocity_x, state.velocity_y
    if keeps_acceleration:
        acceleration_x, acceleration_y = state.acceleration_x, state.acceleration_y
    return velocity_x, velocity_y, acceleration_x, acceleration_y
