"""Pedals and hand brake: the driver's inputs to engine and brakes, and the ones that take a vehicle to a speed.

Source: Wong, "Theory of Ground Vehicles", 4th ed., section 3.1: the equation of motion along the ground, solved for
the force.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Fraction, Signed, Switch
from ..mathematics import Real, clamp, maximum, minimum, select, sin
from .attitude import GRAVITY
from .body import Params as Body
from .body import State as BodyState
from .brakes import Params as Brakes
from .gearbox import Params as Gearbox
from .powertrain import Drag, drag_of, pull_of, throttle_for, undragged
from .powertrain import Params as Powertrain
from .powertrain import State as Engine

FIRM = 0.05  # brake beyond what a stop takes, so that the speed reaches 0 [1]
HARD_ROAD = 0.015  # rolling resistance that the driver allows for at least, over the load [1]
REVERSAL_SPEED = 1.5  # of the vehicle, above which no gear of the other direction is engaged [m/s]
GENTLE = 0.5  # brake pedal of a full throttle against the motion; larger values lock wheels [1]
RELEASED = 0.9  # brake pedal from which the driveline opens, until its end; nearer to 1 engines beat brakes [1]
CREEPING = 0.5  # speed backward below which a driver who starts uphill uses no service brake [m/s]
STEEP = 0.9  # share of the brakes that a slope takes, from which the parking brake holds; at 1 tracks creep [1]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Control(NamedTuple):
    """Driver inputs to engine and brakes."""

    throttle: Signed = 0.0  # of the engine, negative drives backward [1]
    brake: Fraction = 0.0  # of the greatest brake force [1]
    parking_brake: Switch = 0.0  # locks all wheels or tracks [1]
    engine_stop: Switch = 0.0  # does not drive; the brakes remain [1]


class Acting(NamedTuple):
    """Driver inputs as engine and brakes get them."""

    throttle: Real  # of the engine, negative drives backward [1]
    brake: Real  # of the greatest brake force [1]
    parking_brake: Real  # locks all wheels or tracks [1]
    engine_stop: Real  # does not drive; the brakes remain [1]
    driveline: Real  # share of the engine's force that it passes on; 0 at the end of the brake pedal [1]


def acting(pedals: Control, speed: Real, gear: Real) -> Acting:
    """Return the pedals as engine and brakes get them at a ``speed`` [m/s], forward positive.

    A throttle against the motion brakes, at most by half, until the vehicle is slow enough for a gear of the other
    direction: a gear that is engaged at speed locks the driven wheels. The end of the brake pedal opens the driveline:
    in the lowest gear engines are stronger than brakes, and must not drive against them.

    Args:
        gear: that is in, negative in reverse, 0 neutral [1].
    """
    is_against = (pedals.throttle * speed < 0.0) & (pedals.throttle * gear <= 0.0) & (abs(speed) > REVERSAL_SPEED)
    brake = select(is_against, maximum(pedals.brake, GENTLE * abs(pedals.throttle)), pedals.brake)
    closed = driveline(brake)
    throttle = select(is_against, 0.0, pedals.throttle) * closed
    return Acting(throttle, brake, pedals.parking_brake, pedals.engine_stop, closed)


def driveline(brake: Real) -> Real:
    """Return the share of the throttle that drives the wheels at a brake pedal in 0..1; 0 at its end."""
    return minimum((1.0 - brake) / (1.0 - RELEASED), 1.0)


class Longitudinal(NamedTuple):
    """Masses, resistances and brakes of a vehicle along its path."""

    mass: Real  # of all that moves [kg]
    mass_factor: Real  # mass that moves with the turning parts, over the mass [1]
    air_drag: Real  # force over speed squared [kg/m]
    resistance: Real  # motion resistance in the last step [N]
    max_brake_force: Real  # [N]


def longitudinal_of(body: Body, powertrain: Powertrain, brakes: Brakes, resistance: Real) -> Longitudinal:
    """Return masses, resistances and brakes of a vehicle that is one body.

    Args:
        resistance: motion resistance in the last step [N].
    """
    return Longitudinal(body.mass, powertrain.rotating_mass_factor, body.air_drag, resistance, brakes.max_brake_force)


def pedals_for(
    speed: Real, body: BodyState, engine: Engine, vehicle: Longitudinal, drive: Powertrain, gears: Gearbox, dt: Real
) -> Control:
    """Return throttle, brake and parking brake that take a vehicle to a ``speed`` [m/s] at the end of the step.

    The force balances slope, air drag and rolling resistance, at least that of a hard road. To start uphill the driver
    gives throttle and holds the vehicle by the parking brake until the engine, which follows with a lag, pulls more
    than the slope. The parking brake also holds it, below walking pace, where the service brake cannot. The brakes take
    what the drag of the engine leaves.

    Args:
        speed: commanded, forward positive [m/s].
        engine: state of the powertrain.
    """
    moving_mass = vehicle.mass * vehicle.mass_factor
    direction = select(speed == 0.0, body.speed, speed)
    sign = select(direction > 0.0, 1.0, select(direction < 0.0, -1.0, 0.0))
    resisting = maximum(
        vehicle.resistance, vehicle.mass * GRAVITY * HARD_ROAD
    ) * sign + vehicle.air_drag * body.speed * abs(body.speed)
    force = moving_mass * (speed - body.speed) / maximum(dt, SHORTEST) + resisting
    slope = vehicle.mass * GRAVITY * sin(body.pitch - body.body_pitch)
    force = force - slope
    rolls_back = (body.speed * speed < 0.0) & (speed * force > 0.0)
    drag = drag_of(body.speed, engine.gear, vehicle.mass, drive, gears, dt)
    drag = Drag(select(rolls_back, 0.0, drag.engine), select(rolls_back, 0.0, drag.overrun))
    asked = undragged(force, drag.engine + drag.overrun, body.speed)
    brakes = asked * select(body.speed == 0.0, speed, body.speed) < 0.0
    stands = select((body.speed == 0.0) & (speed == 0.0), 1.0, 0.0)
    stops = speed == 0.0
    coasts = (brakes & (rolls_back == 0)) | stops
    throttle = select(coasts, 0.0, throttle_for(force, drag, body.speed, engine.gear, drive, gears))
    starts_uphill = (speed * slope < 0.0) & (body.speed * speed <= 0.0) & (abs(body.speed) < CREEPING)
    pull = pull_of(engine, body.speed, drive, gears)
    is_weak = pull < abs(slope) - vehicle.mass * GRAVITY * HARD_ROAD
    slips = brakes & (abs(slope) > STEEP * vehicle.max_brake_force) & (abs(body.speed) < CREEPING)
    holds = select((starts_uphill & is_weak) | ((starts_uphill == 0) & slips), 1.0, 0.0)
    left = undragged(force, (1.0 - engine.engine_load) * drag.engine + drag.overrun, body.speed)
    brake = select(brakes, abs(left) / vehicle.max_brake_force, 0.0) + select(stops, FIRM, 0.0)
    brake = select(starts_uphill, 0.0, clamp(brake, 0.0, 1.0)) * (1.0 - stands)
    return Control(throttle, brake, maximum(stands, holds), 0.0 * stands)
