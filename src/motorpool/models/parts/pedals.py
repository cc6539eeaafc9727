"""Pedals and hand brake: the driver's inputs to engine and brakes, and the ones that take a vehicle to a speed.

Source: Wong, "Theory of Ground Vehicles", 4th ed., section 3.1: the equation of motion along the ground, solved for
the force.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Fraction, Signed, Switch
from ..mathematics import Real, clamp, maximum, select, sin
from .attitude import GRAVITY
from .body import Params as Body
from .body import State as BodyState
from .brakes import Params as Brakes
from .gearbox import Params as Gearbox
from .powertrain import Params as Powertrain
from .powertrain import throttle_for

FIRM = 0.05  # brake beyond what a stop takes, so that the speed reaches 0 [1]
HARD_ROAD = 0.015  # rolling resistance that the driver allows for at least, over the load [1]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Control(NamedTuple):
    """Driver inputs to engine and brakes."""

    throttle: Signed = 0.0  # of the engine, negative drives backward [1]
    brake: Fraction = 0.0  # of the greatest brake force [1]
    parking_brake: Switch = 0.0  # locks all wheels or tracks [1]
    engine_stop: Switch = 0.0  # does not drive; the brakes remain [1]


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
    speed: Real, body: BodyState, gear: Real, vehicle: Longitudinal, powertrain: Powertrain, gears: Gearbox, dt: Real
) -> Control:
    """Return throttle, brake and parking brake that take a vehicle to a ``speed`` [m/s] at the end of the step.

    The force balances slope, air drag and rolling resistance, at least that of a hard road. To start uphill the driver
    gives throttle while the brakes still stop the vehicle from rolling back, because the engine follows with a lag.

    Args:
        speed: commanded, forward positive [m/s].
        gear: that is in, negative in reverse, 0 neutral [1].
    """
    moving_mass = vehicle.mass * vehicle.mass_factor
    direction = select(speed == 0.0, body.speed, speed)
    sign = select(direction > 0.0, 1.0, select(direction < 0.0, -1.0, 0.0))
    resisting = maximum(
        vehicle.resistance, vehicle.mass * GRAVITY * HARD_ROAD
    ) * sign + vehicle.air_drag * body.speed * abs(body.speed)
    force = moving_mass * (speed - body.speed) / maximum(dt, SHORTEST) + resisting
    force = force - vehicle.mass * GRAVITY * sin(body.pitch - body.body_pitch)
    brakes = force * select(body.speed == 0.0, speed, body.speed) < 0.0
    stands = select((body.speed == 0.0) & (speed == 0.0), 1.0, 0.0)
    stops = speed == 0.0
    rolls_back = (body.speed * speed < 0.0) & (speed * force > 0.0)
    coasts = (brakes & (rolls_back == 0)) | stops
    throttle = select(coasts, 0.0, throttle_for(force, body.speed, gear, powertrain, gears))
    brake = select(brakes, abs(force) / vehicle.max_brake_force, 0.0) + select(stops, FIRM, 0.0)
    return Control(throttle, clamp(brake, 0.0, 1.0) * (1.0 - stands), stands, 0.0 * stands)
