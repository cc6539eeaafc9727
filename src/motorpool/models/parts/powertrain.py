"""Powertrain: engine, governor, gearbox and tank; the force that reaches the ground, and the fuel that it takes.

Without gears (``gear_count`` 0) the engine gives its power at any speed, up to the greatest force: a good automatic
transmission. With gears see ``gearbox``. Either way the engine follows the pedal with a lag.

Source: Wong, "Theory of Ground Vehicles", 4th ed., sections 3.3 and 3.4; the governor is linear in the last two
hundredths of the greatest speed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..fields import Fraction, NonNegative, Positive, Range
from ..mathematics import Real, clamp, exp, maximum, minimum, select
from . import engine, fuel, gearbox, governor
from .engine import State as Engine
from .fuel import State as Fuel
from .fuel import is_running
from .gearbox import Demand, force_in_gear, gearbox_step, slope_ahead

if TYPE_CHECKING:
    from . import pedals
    from .body import State as BodyState

MassFactor = Annotated[float, Range(low=1.0, words="1 or more")]

SLOWEST = 0.1  # below this no engine here is limited by its power [m/s]
GOVERNED = 0.02  # share of the greatest speed in which the governor closes [1]


class State(NamedTuple):
    """Engine, gear and tank."""

    engine_load: Fraction = 0.0  # the engine's output over its greatest [1]
    gearbox: gearbox.State = gearbox.State()
    fuel: fuel.State = fuel.State()
    engine: engine.State = engine.State()


class Params(NamedTuple):
    """Engine, governor, gearbox and tank."""

    engine: engine.Params = engine.Params()
    engine_lag: Positive = 0.2  # in which it follows the pedal [s]
    governor: governor.Params = governor.Params()
    rotating_mass_factor: MassFactor = 1.05  # mass that moves with its turning parts, over the mass [1]
    fuel: fuel.Params = fuel.Params()
    idle_fuel_rate: NonNegative = 2e-4  # of the running engine [kg/s]
    gearbox: gearbox.Params = gearbox.Params()


class Drive(NamedTuple):
    """The powertrain after a step, and its force in it."""

    state: State
    force: Real  # that it would bring to the ground, forward positive [N]


def powertrain_step(
    state: State, pedals: pedals.Control, params: Params, body: BodyState, mass: Real, resistance: Real, speed: Real,
    dt: Real,
) -> Drive:  # fmt: skip
    """Return the powertrain after a step with constant controls.

    Args:
        state: of the powertrain.
        pedals: with throttle and engine stop.
        params: of the powertrain.
        body: the vehicle's, with its yaw and the slopes that it found.
        mass: of the vehicle [kg].
        resistance: rolling resistance and drag of the air in the last step [N].
        speed: of the driven wheels or tracks along the ground [m/s].
        dt: [s].
    """
    running = is_running(state.fuel, pedals.switches.engine_stop, params.fuel)
    pedal = abs(pedals.throttle) * running
    load = state.engine_load + (pedal - state.engine_load) * (1.0 - exp(-dt / params.engine_lag))
    direction = select(pedals.throttle < 0.0, -1.0, 1.0)
    speed_magnitude = abs(speed)

    gears = params.gearbox
    has_gears = gears.gear_count > 0.5
    slope = slope_ahead(body, direction)
    efficiency = params.engine.drive_efficiency
    demand = Demand(pedals.throttle, direction, speed_magnitude, slope, mass, resistance, efficiency)
    geared = gearbox_step(state.gearbox, demand, load, gears, dt)

    able = params.engine.drive_efficiency * params.engine.engine_power / maximum(speed_magnitude, SLOWEST)
    powered = minimum(pedal * params.engine.max_drive_force, load * able)
    top = select(direction > 0.0, params.governor.max_speed, params.governor.max_reverse_speed)
    governed = clamp((top - direction * speed) / maximum(GOVERNED * top, 1e-6), 0.0, 1.0)
    force = direction * governed * select(has_gears, minimum(geared.force, params.engine.max_drive_force), powered)

    shown = gears.idle_speed + (gears.max_engine_speed - gears.idle_speed) * clamp(
        maximum(load, speed_magnitude / top), 0.0, 1.0
    )
    work = abs(force * speed) / params.engine.drive_efficiency
    burnt = dt * running * (params.fuel.fuel_consumption * work + params.idle_fuel_rate)
    after = State(
        engine_load=load,
        gearbox=geared.state,
        fuel=Fuel(state.fuel.fuel_used + burnt),
        engine=Engine(running * select(has_gears, geared.engine_speed, shown)),
    )
    return Drive(after, force * running)


def throttle_for(force: Real, speed: Real, gear: Real, params: Params) -> Real:
    """Return the throttle that brings about a force [N] at the ground, forward positive, where the engine can.

    Args:
        force: at the ground, forward positive [N].
        speed: of the vehicle [m/s].
        gear: that is in, negative in reverse; 0 for neutral, after which comes the first [1].
        params: of the powertrain.
    """
    able = params.engine.drive_efficiency * params.engine.engine_power / maximum(abs(speed), SLOWEST)
    has_gears = params.gearbox.gear_count > 0.5
    geared = force_in_gear(maximum(abs(gear), 1.0), abs(speed), params.engine.drive_efficiency, params.gearbox)
    return clamp(force / minimum(params.engine.max_drive_force, select(has_gears, geared, able)), -1.0, 1.0)
