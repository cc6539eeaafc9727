"""Engine and gearbox: how much force reaches the ground, at which engine speed, for how much fuel.

Without gears (``gear_count`` 0) the engine gives its power at any speed, up to the greatest force: a good automatic
transmission. With gears the torque follows a parabola about its peak; the box shifts up and down with hysteresis, and
while it shifts nothing drives. Uphill it keeps a gear where the next one could not climb on. Either way the engine
follows the pedal with a lag.

Source: Wong, "Theory of Ground Vehicles", 4th ed., sections 3.3 and 3.4; the governor is linear in the last two
hundredths of the greatest speed.
"""

from typing import Any, NamedTuple

from ...mathematics import clamp, exp, floor, maximum, minimum, select, sincos, sqrt
from ...park.attitude import GRAVITY

SLOWEST = 0.1  # below this no engine here is limited by its power [m/s]
GOVERNED = 0.02  # share of the greatest speed in which the governor closes [1]
SHIFT_DURATION = 0.3  # of a gear change, in which nothing drives [s]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]
SHIFT_UP, SHIFT_DOWN = 0.95, 0.4  # of the greatest engine speed: where the box changes [1]
LEAST_TORQUE = 0.3  # of the peak, that the parabola keeps [1]


class Drive(NamedTuple):
    """What the engine does in a step."""

    force: Any  # that it would bring to the ground, forward positive [N]
    load: Any  # what it gives of what it can, after the step [1]
    gear: Any  # forward positive, 0 neutral [1]
    shift_time: Any  # until the gear is in [s]
    speed: Any  # of the crankshaft [rad/s]
    fuel_used: Any  # since the tank was full [kg]


def driven_by(state: Any, control: Any, params: Any, dt: Any, speed: Any) -> Drive:
    """The engine at a vehicle's ``speed`` [m/s], its controls constant for ``dt`` [s]."""
    running = select(state.fuel_used < params.fuel_capacity, 1.0, 0.0) * (1.0 - control.engine_stop)
    pedal = abs(control.throttle) * running
    load = state.engine_load + (pedal - state.engine_load) * (1.0 - exp(-dt / params.engine_lag))
    way = select(control.throttle < 0.0, -1.0, 1.0)
    pace = abs(speed)

    has_gears = params.gear_count > 0.5
    changed = gear_for(state, params, way, pace, control.throttle)
    is_new = (changed != state.gear) & (dt > 0.0)
    shifts = is_new & (changed != 0.0) & (state.gear != 0.0)
    shift_time = select(shifts, SHIFT_DURATION, maximum(state.shift_time - dt, 0.0))
    ratio = ratio_of(changed, params)
    turning = pace * ratio / params.wheel_radius
    crank = clamp(turning, params.idle_speed, params.max_engine_speed)
    torque = torque_at(crank, params)
    torque = select(turning > params.max_engine_speed, 0.0 * torque, torque)
    geared = params.drive_efficiency * torque * ratio / params.wheel_radius
    geared = load * geared * (1.0 - minimum(state.shift_time, dt) / maximum(dt, SHORTEST))  # but while it shifts

    able = params.drive_efficiency * params.engine_power / maximum(pace, SLOWEST)
    powered = minimum(pedal * params.max_drive_force, load * able)
    top = select(way > 0.0, params.max_speed, params.max_reverse_speed)
    room = clamp((top - way * speed) / maximum(GOVERNED * top, 1e-6), 0.0, 1.0)
    force = way * room * select(has_gears, minimum(geared, params.max_drive_force), powered)

    shown = params.idle_speed + (params.max_engine_speed - params.idle_speed) * clamp(
        maximum(load, pace / top), 0.0, 1.0
    )
    work = abs(force * speed) / params.drive_efficiency
    burnt = dt * running * (params.fuel_consumption * work + params.idle_fuel_rate)
    return Drive(
        force=force * running,
        load=load,
        gear=select(dt > 0.0, changed, state.gear),
        shift_time=shift_time,
        speed=running * select(has_gears, crank, shown),
        fuel_used=state.fuel_used + burnt,
    )


def gear_for(state: Any, params: Any, way: Any, pace: Any, throttle: Any) -> Any:
    """The gear that the box wants: up at high engine speed, down at low, the first to start with [1]."""
    now = select(way * state.gear > 0.5, abs(state.gear), 1.0)
    turning = pace * ratio_of(now, params) / params.wheel_radius
    is_fast = turning > SHIFT_UP * params.max_engine_speed
    up = select(is_fast & climbs_on(state, params, way, pace, now), 1.0, 0.0)
    down = select(turning < SHIFT_DOWN * params.max_engine_speed, 1.0, 0.0)
    ready = select(state.shift_time > 0.0, 0.0, 1.0)
    highest = select(way > 0.0, maximum(params.gear_count, 1.0), 1.0)
    wanted = way * clamp(now + ready * (up - down), 1.0, highest)
    return select(throttle == 0.0, select(pace > SLOWEST, state.gear, 0.0 * wanted), wanted)


def climbs_on(state: Any, params: Any, way: Any, pace: Any, gear: Any) -> Any:
    """Whether the gear after ``gear`` has the force for the slope, and is still quick enough once it is in."""
    sine, cosine = sincos(state.yaw)
    slope = way * (state.last_slope_x * cosine + state.last_slope_y * sine)
    climb = GRAVITY * slope / sqrt(1.0 + slope * slope)
    teeth = ratio_of(gear + 1.0, params) / params.wheel_radius
    left = (pace - SHIFT_DURATION * climb) * teeth
    crank = clamp(left, params.idle_speed, params.max_engine_speed)
    force = params.drive_efficiency * torque_at(crank, params) * teeth
    return (slope <= 0.0) | ((force > params.mass * climb) & (left > SHIFT_DOWN * params.max_engine_speed))


def torque_at(crank: Any, params: Any) -> Any:
    """The greatest torque of the engine [N m] at a speed of its crankshaft [rad/s]."""
    off_peak = (crank - params.peak_torque_speed) / params.max_engine_speed
    return params.peak_torque * maximum(1.0 - off_peak * off_peak * params.torque_fall, LEAST_TORQUE)


def ratio_of(gear: Any, params: Any) -> Any:
    """Engine turns for a turn of the wheels in a gear: each gear is ``gear_step`` times shorter than the next [1]."""
    below = clamp(params.gear_count - maximum(abs(gear), 1.0), 0.0, 15.0)
    step = params.gear_step
    ratio, rest, power = params.top_gear_ratio, floor(below), step
    for _ in range(4):
        half = floor(0.5 * rest)
        ratio = ratio * select(rest - 2.0 * half > 0.5, power, 1.0)
        rest, power = half, power * power
    return ratio


def throttle_for(force: Any, state: Any, params: Any) -> Any:
    """The throttle that brings about a force [N] at the ground, forward positive, where the engine can."""
    able = params.drive_efficiency * params.engine_power / maximum(abs(state.speed), SLOWEST)
    return clamp(force / minimum(params.max_drive_force, able), -1.0, 1.0)
