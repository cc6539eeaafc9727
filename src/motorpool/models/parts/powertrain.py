"""Powertrain: engine, governor and tank; the force that reaches the ground, and the fuel that it takes.

Without gears (``gear_count`` 0) the engine gives its power at any speed, up to the greatest force: a good automatic
transmission. With gears see ``gearbox``. Either way the engine follows the pedal with a lag.

An engine whose throttle is closed resists by its friction and pumping (``engine_drag``): net force = load * pull -
(1 - load) * engine_drag * pull, against the motion. Beyond the governed speed the vehicle drives the engine, and a
retarder or exhaust brake resists as well (``overrun_drag``). Both fade to 0 by the implicit Euler step of a force in
proportion to the speed, so that they stop nothing that rolls and turn nothing round, at any step.

Sources: Wong, "Theory of Ground Vehicles", 4th ed., sections 3.3 and 3.4; the governor is linear in the last two
hundredths of the greatest speed. Heywood, "Internal Combustion Engine Fundamentals", chapter 13: friction and pumping
of a motored engine, here as a share of its full torque; retarders: Limpert, "Brake Design and Safety".
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ..fields import OPTIONAL, Fraction, NonNegative, Positive, Range
from ..mathematics import Real, clamp, exp, maximum, minimum, select
from .gearbox import Demand, force_in_gear, gearbox_step, ratio_of, share_in_gear, torque_at
from .gearbox import Params as Gearbox

Efficiency = Annotated[float, Range(low=1e-3, high=1.0, words="in 0.001..1")]
MassFactor = Annotated[float, Range(low=1.0, words="1 or more")]

SCALES = ("max_drive_force", "fuel_capacity")

SLOWEST = 0.1  # below this no engine here is limited by its power [m/s]
GOVERNED = 0.02  # share of the greatest speed in which the governor closes, and overrun drag builds up [1]
CLUTCH_OPENS = 1.0  # speed below which the clutch opens, so that the drag of the engine fades [m/s]
LIGHTEST = 1e-3  # mass of the turning parts over the vehicle's, at least: no belt is without inertia [1]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class State(NamedTuple):
    """Engine, gear and tank."""

    engine_load: Fraction = 0.0  # the engine's output over its greatest [1]
    gear: float = 0.0  # forward positive, 0 neutral [1]
    shift_time: NonNegative = 0.0  # until the gear is in [s]
    fuel_used: NonNegative = 0.0  # since the tank was full [kg]
    engine_speed: float = 0.0  # of the crankshaft [rad/s]


class Params(NamedTuple):
    """Engine, governor and tank."""

    engine_power: Positive = 90e3  # of the engine at its best [W]
    drive_efficiency: Efficiency = 0.85  # share of it that reaches the ground [1]
    max_drive_force: Positive = 7.0e3  # of the driven wheels or tracks together [N]
    engine_lag: Positive = 0.2  # in which it follows the pedal [s]
    max_speed: Positive = 50.0  # forward [m/s]
    max_reverse_speed: Positive = 8.0  # backward [m/s]
    rotating_mass_factor: MassFactor = 1.05  # mass that moves with its turning parts, over the mass [1]
    fuel_capacity: Positive = 40.0  # of the tank [kg]
    fuel_consumption: NonNegative = 6.9e-8  # per work of the engine [kg/J]
    idle_fuel_rate: NonNegative = 2e-4  # of the running engine [kg/s]
    engine_drag: Annotated[Fraction, OPTIONAL] = 0.0  # at closed throttle, over its full pull in that gear [1]
    overrun_drag: Annotated[NonNegative, OPTIONAL] = 0.0  # beyond the governed speed, over that pull [1]


class Load(NamedTuple):
    """Vehicle that the powertrain moves."""

    mass: Real  # [kg]
    slope: Real  # of the ground of the last step along body x [1]
    resistance: Real  # rolling resistance and air drag in the last step [N]
    speed: Real  # of the driven wheels or tracks along the ground [m/s]
    slowed_mass: Real  # that a force of the engine slows at least: of tracks that slip, their own [kg]
    driveline: Real  # share of the drag that it passes on: 0 where the brake pedal has opened it [1]


class Drag(NamedTuple):
    """Forces against the motion of an engine that the vehicle drives, at the ground."""

    engine: Real  # at closed throttle [N]
    overrun: Real  # beyond the governed speed [N]


class Drive(NamedTuple):
    """Powertrain after a step, and its force in it."""

    state: State
    force: Real  # that it would bring to the ground, forward positive [N]
    drag: Real  # part of it that the engine resists with, not negative [N]


def powertrain_step(
    state: State, throttle: Real, engine_stop: Real, load: Load, params: Params, gears: Gearbox, dt: Real
) -> Drive:
    """Return the powertrain after a step; a throttle in -1..1 drives backward below 0; ``engine_stop`` is 0 or 1.

    Args:
        throttle: throttle, -1..1; negative values drive backward [1].
    """
    running = is_running(state.fuel_used, engine_stop, params.fuel_capacity)
    pedal = abs(throttle) * running
    engine_load = state.engine_load + (pedal - state.engine_load) * (1.0 - exp(-dt / params.engine_lag))
    direction = select(throttle < 0.0, -1.0, 1.0)
    speed = abs(load.speed)

    has_gears = gears.gear_count > 0.5
    slope = direction * load.slope
    demand = Demand(throttle, direction, speed, slope, load.mass, load.resistance, params.drive_efficiency)
    geared = gearbox_step(state.gear, state.shift_time, demand, engine_load, gears, dt)

    able = params.drive_efficiency * params.engine_power / maximum(speed, SLOWEST)
    powered = minimum(pedal * params.max_drive_force, engine_load * able)
    top = select(direction > 0.0, params.max_speed, params.max_reverse_speed)
    governed = clamp((top - direction * load.speed) / maximum(GOVERNED * top, 1e-6), 0.0, 1.0)
    force = direction * governed * select(has_gears, minimum(geared.force, params.max_drive_force), powered)

    shown = gears.idle_speed + (gears.max_engine_speed - gears.idle_speed) * clamp(
        maximum(engine_load, speed / top), 0.0, 1.0
    )
    drag = drag_by_ratio(load.speed, geared.gear, geared.ratio, load.slowed_mass, params, gears, dt)
    resisting = (1.0 - engine_load * governed) * drag.engine + drag.overrun
    resisting = resisting * load.driveline * share_in_gear(state.shift_time, dt)
    resisting = minimum(resisting, load.slowed_mass * speed / maximum(dt, SHORTEST))
    work = maximum(abs(force) - resisting, 0.0) * speed / params.drive_efficiency
    burnt = dt * running * (params.fuel_consumption * work + params.idle_fuel_rate)
    after = State(
        engine_load=engine_load,
        gear=geared.gear,
        shift_time=geared.shift_time,
        fuel_used=state.fuel_used + burnt,
        engine_speed=running * select(has_gears, geared.engine_speed, shown),
    )
    driven = force * running
    slowed = driven - select(load.speed < 0.0, -resisting, resisting)
    return Drive(after, select(resisting > 0.0, slowed, driven), resisting)


def drag_of(speed: Real, gear: Real, slowed_mass: Real, params: Params, gears: Gearbox, dt: Real) -> Drag:
    """Return the drag of an engine in a ``gear``, arguments as ``drag_by_ratio``."""
    return drag_by_ratio(speed, gear, ratio_of(gear, gears), slowed_mass, params, gears, dt)


def drag_by_ratio(
    speed: Real, gear: Real, ratio: Real, slowed_mass: Real, params: Params, gears: Gearbox, dt: Real
) -> Drag:
    """Return the drag of an engine that the vehicle drives; none in neutral or in a gear of the other direction.

    Where the engine would turn slower than it idles, the clutch slips and the drag fades.

    Args:
        speed: speed of the driven wheels or tracks [m/s].
        gear: that is in, negative in reverse, 0 neutral [1].
        ratio: its ratio, of ``gearbox.ratio_of`` [1].
        slowed_mass: mass that the force slows at least [kg].
    """
    magnitude, has_gears = abs(speed), gears.gear_count > 0.5
    teeth, run = ratio / gears.wheel_radius, gears.wheel_radius / ratio
    top = select(speed < 0.0, params.max_reverse_speed, params.max_speed)
    top = select(has_gears, minimum(top, gears.max_engine_speed * run), top)
    opens = select(has_gears, maximum(gears.idle_speed * run, CLUTCH_OPENS), CLUTCH_OPENS)
    engaged = select(has_gears & (gear * speed <= 0.0), 0.0, 1.0)
    band = maximum(GOVERNED * top, 1e-6)
    most, bounded = params.max_drive_force, minimum(magnitude, top)  # the pull is constant beyond the top
    crank = clamp(bounded * teeth, gears.idle_speed, gears.max_engine_speed)
    able = params.drive_efficiency * params.engine_power / maximum(bounded, SLOWEST)
    pull = minimum(most, select(has_gears, params.drive_efficiency * torque_at(crank, gears) * teeth, able))
    overrun = minimum(params.overrun_drag * pull, most)
    return Drag(
        engaged * faded(params.engine_drag * pull, magnitude, opens, dt / slowed_mass),
        engaged * faded(overrun, maximum(magnitude - top, 0.0), band, dt / slowed_mass),
    )


def faded(force: Real, speed: Real, band: Real, change: Real) -> Real:
    """Return a force [N] against a ``speed``, not negative [m/s], in proportion to it below ``band`` [m/s].

    It is the force at the end of the step, so that it alone takes no more than the speed, at any step.

    Args:
        change: change of the speed in the step by a force, over it [s/kg].
    """
    return force * speed / maximum(band + change * force, speed)


def turning_mass(mass: Real, params: Params) -> Real:
    """Return the mass of the turning parts of a vehicle of a ``mass`` [kg], as they move at the ground [kg]."""
    return mass * maximum(params.rotating_mass_factor - 1.0, LIGHTEST)


def is_running(fuel_used: Real, engine_stop: Real, fuel_capacity: Real) -> Real:
    """Return 1 while the engine has fuel (used and capacity in kg) and is not stopped (0 or 1), else 0."""
    return select(fuel_used < fuel_capacity, 1.0, 0.0) * (1.0 - engine_stop)


def pull_of(state: State, speed: Real, params: Params, gears: Gearbox) -> Real:
    """Return the force [N] that the engine brings to the ground at its present load, in the direction of the gear.

    Args:
        speed: speed of the vehicle [m/s].
    """
    return minimum(params.max_drive_force, state.engine_load * full_pull(speed, state.gear, params, gears))


def full_pull(speed: Real, gear: Real, params: Params, gears: Gearbox) -> Real:
    """Return the force [N] of the engine at the ground at full load, before the limit of the driveline.

    Args:
        speed: speed of the vehicle [m/s].
        gear: that is in, negative in reverse; 0 for neutral, after which comes the first [1].
    """
    able = params.drive_efficiency * params.engine_power / maximum(abs(speed), SLOWEST)
    geared = force_in_gear(maximum(abs(gear), 1.0), abs(speed), params.drive_efficiency, gears)
    return select(gears.gear_count > 0.5, geared, able)


def throttle_for(force: Real, drag: Drag, speed: Real, gear: Real, params: Params, gears: Gearbox) -> Real:
    """Return the throttle that brings about a force [N] at the ground, forward positive, where the engine can.

    Args:
        drag: drag at this speed, which the throttle makes up for.
        speed: speed of the vehicle [m/s].
        gear: that is in, negative in reverse; 0 for neutral, after which comes the first [1].
    """
    most = minimum(params.max_drive_force, full_pull(speed, gear, params, gears))
    return clamp(undragged(force, drag.engine + drag.overrun, speed) / (most + drag.engine), -1.0, 1.0)


def undragged(force: Real, drag: Real, speed: Real) -> Real:
    """Return the force [N] that is asked of engine and brakes where a ``drag`` [N] acts against the speed [m/s]."""
    return force + select(speed < 0.0, -drag, drag)
