"""Engine and brakes: the driver's demand becomes a drive and a brake force within the vehicle's limits.

The drive ends at the engine's force, at its power over the speed, at the grip, and at the governor, which asks for no
more than keeps the top speed. A force against the motion is the brake: it stops the vehicle and cannot push it back.
Gravity is no part of them: no limit here cuts it.

Source: document 003, calc_engine_force and equation 3.7. There the surge was not limited at rest, the sum of all
forces was cut, gravity with it, speeds were cut, and a stopped engine kept its last force. ``calc_rpm`` and
``calc_gas`` are called there but not printed; chapter III says that the engine's speed follows its force, not the
vehicle's speed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...mathematics import Real, clamp, maximum, minimum, select
from ...parts.attitude import GRAVITY, Tilt
from ...parts.powertrain import is_running

if TYPE_CHECKING:
    from . import vehicle

SLOWEST = 0.1  # below this no engine here is limited by its power [m/s]
SLOWEST_TURN = 0.1  # the same for the power of a turn [rad/s]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Effort(NamedTuple):
    """Forces of engine and brakes."""

    drive: Real  # force of the engine along the path, forward positive [N]
    brake: Real  # force of the brakes, against any motion, not negative [N]
    surge: Real  # both, forward positive: the document's surge force [N]


def drives(state: vehicle.State, control: vehicle.Control, params: vehicle.Params) -> Real:
    """Return 1 while the engine has fuel, is not stopped, and the parking brake is off, else 0."""
    running = is_running(state.fuel_used, control.engine_stop, params.fuel_capacity)
    return running * (1.0 - control.parking_brake)


def effort(
    state: vehicle.State, demanded: Real, running: Real, power: Real, tilt: Tilt, params: vehicle.Params, dt: Real
) -> Effort:
    """Return the forces for a ``demanded`` surge force [N], forward positive, and the engine's spare ``power`` [W]."""
    speed = state.speed
    is_against = demanded * speed < 0.0
    holds = select(speed == 0.0, 1.0 - running, 0.0)  # at rest a running engine drives, a stopped one leaves the brakes
    brake = minimum(abs(demanded) * select(is_against, 1.0, holds), params.max_brake_force)

    grip = params.static_friction * params.mass * GRAVITY * tilt.normal
    limit = minimum(minimum(params.max_drive_force, power / maximum(abs(speed), SLOWEST)), grip)
    fastest, slowest = params.max_speed, -params.max_reverse_speed
    top = maximum(surge_to_reach(fastest, speed, tilt.ahead, tilt.normal, params, dt), 0.0)
    bottom = minimum(surge_to_reach(slowest, speed, tilt.ahead, tilt.normal, params, dt), 0.0)
    forward = select(is_against, 0.0, demanded)
    drive = running * clamp(clamp(forward, -limit, limit), bottom, top)
    return Effort(drive, brake, drive + select(is_against, clamp(demanded, -brake, brake), 0.0))


def demanded_force(
    state: vehicle.State, control: vehicle.Control, cruise_speed: Real, surge: Real, tilt: Tilt, params: vehicle.Params,
    dt: Real,
) -> Real:  # fmt: skip
    """Return the surge force [N]: the driver's, or with cruise control the one that keeps ``cruise_speed`` [m/s].

    Args:
        surge: the driver's own force, forward positive [N].
    """
    keeping = surge_to_reach(cruise_speed, state.speed, tilt.ahead, tilt.normal, params, dt)
    return control.cruise * keeping + (1.0 - control.cruise) * surge


def cruise_speed_after(state: vehicle.State, control: vehicle.Control, dt: Real) -> Real:
    """Return the speed [m/s] that the cruise control keeps: that at which it was switched on; 0 while it is off."""
    latched = control.cruise * select(state.cruise_speed == 0.0, state.speed, state.cruise_speed)
    return select(dt > 0.0, latched, state.cruise_speed)


def surge_to_reach(target: Real, speed: Real, ahead: Real, normal: Real, params: vehicle.Params, dt: Real) -> Real:
    """Return the surge force [N] that brings a speed to a target [m/s] in this step: translational inverse dynamics.

    From rest it includes the static resistance, which is a little more than that of a rolling vehicle.

    Args:
        ahead: share of gravity that pulls along the path, see ``Tilt`` [1].
        normal: share of gravity that presses on the ground [1].
    """
    way = select(target == 0.0, speed, target)
    coefficient = select(speed == 0.0, params.static_resistance, params.rolling_resistance)
    resistance = GRAVITY * coefficient * normal * select(way > 0.0, 1.0, select(way < 0.0, -1.0, 0.0))
    change = target * (1.0 + dt * params.air_drag / params.mass * abs(speed)) - speed
    return params.mass * (change / maximum(dt, SHORTEST) - GRAVITY * ahead + resistance)


def engine_speed(drive: Real, params: vehicle.Params) -> Real:
    """Return the engine speed on the tachometer [rad/s]: by its share of the greatest force (our reconstruction)."""
    return params.max_engine_speed * abs(drive) / params.max_drive_force


def fuel_burnt(power: Real, params: vehicle.Params, dt: Real) -> Real:
    """Return the fuel [kg] for ``dt`` [s] of a ``power`` [W] at the ground; an engine without load burns none."""
    return dt * params.fuel_consumption * power / params.drive_efficiency
