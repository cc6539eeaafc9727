"""Gearbox and torque curve: which gear is in, how fast the engine turns, and the force that reaches the ground.

The torque follows a parabola about its peak; while the box shifts nothing drives. It shifts up at high engine speed
if the next gear holds the speed against slope, rolling resistance and air. It shifts down at low engine speed, and
earlier (kickdown) if the gear that is in does not hold the speed. A gear that does not hold the speed is never shifted
into, so that the box does not hunt uphill. Each gear is ``gear_step`` times shorter than the next higher one.

Source: Wong, "Theory of Ground Vehicles", 4th ed., section 3.4.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import NonNegative, Positive
from ..mathematics import Flag, Real, clamp, floor, maximum, minimum, select, sqrt
from .attitude import GRAVITY

SCALES = ("max_engine_speed",)

SLOWEST = 0.1  # below this a vehicle without throttle goes into neutral [m/s]
SHIFT_DURATION = 0.3  # of a gear change, in which nothing drives [s]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]
SHIFT_UP, SHIFT_DOWN = 0.95, 0.3  # of the greatest engine speed: where the box changes [1]
KICKDOWN = 0.9  # of the greatest engine speed, that the lower gear must stay below for a kickdown [1]
LEAST_TORQUE = 0.3  # of the peak, that the parabola keeps [1]


class Params(NamedTuple):
    """Gears, and the engine that turns them."""

    gear_count: NonNegative = 0.0  # 0: no gears, the engine gives its power at any speed [1]
    gear_step: Positive = 1.45  # each gear is so many times shorter than the next [1]
    top_gear_ratio: Positive = 3.0  # engine turns for a turn of the wheels in the highest gear [1]
    wheel_radius: Positive = 0.31  # under load; of a tracked vehicle, of its sprockets [m]
    peak_torque: Positive = 180.0  # of the engine [N m]
    peak_torque_speed: Positive = 370.0  # of the engine at its greatest torque [rad/s]
    torque_fall: NonNegative = 1.0  # of the torque's parabola about its peak, over the greatest engine speed [1]
    idle_speed: Positive = 85.0  # of the engine [rad/s]
    max_engine_speed: Positive = 630.0  # where it is cut off [rad/s]


class Demand(NamedTuple):
    """Load on the gearbox."""

    throttle: Real  # -1..1, negative drives backward [1]
    direction: Real  # 1 forward, -1 backward [1]
    speed: Real  # magnitude of the vehicle's [m/s]
    slope: Real  # of the ground ahead, in the direction of travel [1]
    mass: Real  # of the vehicle [kg]
    resistance: Real  # rolling resistance and drag of the air [N]
    efficiency: Real  # of the drive train [1]


class Geared(NamedTuple):
    """Gearbox after a step, and force and engine speed in it."""

    gear: Real  # forward positive, 0 neutral [1]
    shift_time: Real  # until the gear is in [s]
    force: Real  # at the ground at full load, of the gear that is in [N]
    engine_speed: Real  # [rad/s]
    ratio: Real  # engine's turns for a turn of the wheels [1]


def gearbox_step(gear: Real, shift_time: Real, demand: Demand, load: Real, params: Params, dt: Real) -> Geared:
    """Return the gearbox after ``dt`` [s], and the force at the ground of an engine at a share ``load`` of its torque.

    The ``gear`` is forward positive, 0 neutral; ``shift_time`` is the time until it is in [s].
    """
    changed = gear_for(gear, shift_time, demand, params)
    is_new = (changed != gear) & (dt > 0.0)
    shifts = is_new & (changed != 0.0) & (gear != 0.0)
    time_left = select(shifts, SHIFT_DURATION, maximum(shift_time - dt, 0.0))
    ratio = ratio_of(changed, params)
    turning = demand.speed * ratio / params.wheel_radius
    crank = clamp(turning, params.idle_speed, params.max_engine_speed)
    torque = torque_at(crank, params)
    torque = select(turning > params.max_engine_speed, 0.0 * torque, torque)
    force = demand.efficiency * torque * ratio / params.wheel_radius
    force = load * force * share_in_gear(shift_time, dt)
    return Geared(select(dt > 0.0, changed, gear), time_left, force, crank, ratio)


def share_in_gear(shift_time: Real, dt: Real) -> Real:
    """Return the share of a step in which a gear is in; ``shift_time`` is the time until it is [s]."""
    return 1.0 - minimum(shift_time, dt) / maximum(dt, SHORTEST)


def gear_for(gear: Real, shift_time: Real, demand: Demand, params: Params) -> Real:
    """Return the gear that the box selects: up at high engine speed, down at low, the first to start with [1].

    Args:
        gear: that is in, forward positive, 0 neutral [1].
        shift_time: until it is in [s].
    """
    now = select(demand.direction * gear > 0.5, abs(gear), 1.0)
    holding = force_to_hold(demand)
    teeth = ratio_of(now, params) / params.wheel_radius
    turning = demand.speed * teeth
    is_fast = turning > SHIFT_UP * params.max_engine_speed
    up = select(is_fast & holds_next_gear(now, holding, demand, params), 1.0, 0.0)
    is_low = turning * params.gear_step < KICKDOWN * params.max_engine_speed
    kicked = is_low & (full_force(turning, teeth, demand, params) < holding)
    down = select((turning < SHIFT_DOWN * params.max_engine_speed) | kicked, 1.0, 0.0)
    ready = select(shift_time > 0.0, 0.0, 1.0)
    highest = select(demand.direction > 0.0, maximum(params.gear_count, 1.0), 1.0)
    selected = demand.direction * clamp(now + ready * (up - down), 1.0, highest)
    return select(demand.throttle == 0.0, select(demand.speed > SLOWEST, gear, 0.0 * selected), selected)


def holds_next_gear(gear: Real, holding: Real, demand: Demand, params: Params) -> Flag:
    """Return whether the next gear gives the force ``holding`` [N] at the speed that is left once it is in."""
    teeth = ratio_of(gear + 1.0, params) / params.wheel_radius
    lost = SHIFT_DURATION * maximum(holding, 0.0) / demand.mass
    left = (demand.speed - lost) * teeth
    return (full_force(left, teeth, demand, params) > holding) & (left > SHIFT_DOWN * params.max_engine_speed)


def force_to_hold(demand: Demand) -> Real:
    """Return the force at the ground [N] that holds the speed against slope, rolling resistance and air."""
    slope = demand.slope
    return demand.mass * GRAVITY * slope / sqrt(1.0 + slope * slope) + demand.resistance


def full_force(turning: Real, teeth: Real, demand: Demand, params: Params) -> Real:
    """Return the force [N] at the ground at full throttle; ``turning`` [rad/s] is the engine's, ``teeth`` [rad/m]."""
    crank = clamp(turning, params.idle_speed, params.max_engine_speed)
    return demand.efficiency * torque_at(crank, params) * teeth


def force_in_gear(gear: Real, speed: Real, efficiency: Real, params: Params) -> Real:
    """Return the force [N] at the ground at full throttle in a gear, from 1, at a speed magnitude [m/s]."""
    teeth = ratio_of(gear, params) / params.wheel_radius
    crank = clamp(speed * teeth, params.idle_speed, params.max_engine_speed)
    return efficiency * torque_at(crank, params) * teeth


def torque_at(crank: Real, params: Params) -> Real:
    """Return the greatest torque of the engine [N m] at a speed of its crankshaft [rad/s]."""
    off_peak = (crank - params.peak_torque_speed) / params.max_engine_speed
    return params.peak_torque * maximum(1.0 - off_peak * off_peak * params.torque_fall, LEAST_TORQUE)


def ratio_of(gear: Real, params: Params) -> Real:
    """Return the engine's turns for a turn of the wheels in a gear [1]."""
    below = clamp(params.gear_count - maximum(abs(gear), 1.0), 0.0, 15.0)
    step = params.gear_step
    ratio, rest, power = params.top_gear_ratio, floor(below), step
    for _ in range(4):
        half = floor(0.5 * rest)
        ratio = ratio * select(rest - 2.0 * half > 0.5, power, 1.0)
        rest, power = half, power * power
    return ratio
