"""Pedals and hand brake: the driver's inputs to engine and brakes, and the ones that take a vehicle to a speed.

Source: Wong, "Theory of Ground Vehicles", 4th ed., section 3.1: the equation of motion along the ground, solved for
the force.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Fraction, Signed
from ..mathematics import Real, clamp, maximum, select, sin
from . import switches
from .attitude import GRAVITY
from .body import State as BodyState
from .powertrain import Params as Powertrain
from .powertrain import State as Drive
from .powertrain import throttle_for
from .switches import Control as Switches

FIRM = 0.05  # of the brakes, more than it takes: so it comes to a stop and not nearly so [1]
HARD_ROAD = 0.015  # rolling resistance that a driver reckons with at least [1]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Control(NamedTuple):
    """Driver inputs to engine and brakes."""

    throttle: Signed = 0.0  # of the engine, negative drives backward [1]
    brake: Fraction = 0.0  # of the greatest brake force [1]
    switches: switches.Control = switches.Control()


class Longitudinal(NamedTuple):
    """Longitudinal motion as the driver knows it."""

    mass: Real  # of all that moves [kg]
    mass_factor: Real  # mass that moves with the turning parts, over the mass [1]
    air_drag: Real  # force over speed squared [kg/m]
    resistance: Real  # motion resistance in the last step [N]
    max_brake_force: Real  # [N]


def pedals_for(
    speed: Real, body: BodyState, drive: Drive, vehicle: Longitudinal, powertrain: Powertrain, dt: Real
) -> Control:
    """Return throttle, brake and parking brake that take a vehicle to a ``speed`` [m/s] at the end of the step.

    The driver feels the slope, the air, and how heavily it rolls; at first as on a hard road. To start uphill the
    driver gives throttle while the brakes still stop the vehicle from rolling back: an engine takes time to pull.

    Args:
        speed: commanded, forward positive [m/s].
        body: the state of the body.
        drive: the state of the powertrain, with the gear that is in.
        vehicle: its mass and resistance.
        powertrain: its parameters.
        dt: of the step [s].
    """
    moving_mass = vehicle.mass * vehicle.mass_factor
    direction = select(speed == 0.0, body.speed, speed)
    sign = select(direction > 0.0, 1.0, select(direction < 0.0, -1.0, 0.0))
    resisting = maximum(
        vehicle.resistance, vehicle.mass * GRAVITY * HARD_ROAD
    ) * sign + vehicle.air_drag * body.speed * abs(body.speed)
    force = moving_mass * (speed - body.speed) / maximum(dt, SHORTEST) + resisting
    force = force - vehicle.mass * GRAVITY * sin(body.attitude.pitch - body.body_pitch)
    brakes = force * select(body.speed == 0.0, speed, body.speed) < 0.0
    stands = select((body.speed == 0.0) & (speed == 0.0), 1.0, 0.0)
    stops = speed == 0.0
    rolls_back = (body.speed * speed < 0.0) & (speed * force > 0.0)
    coasts = (brakes & (rolls_back == 0)) | stops
    throttle = select(coasts, 0.0, throttle_for(force, body.speed, drive.gearbox.gear, powertrain))
    brake = select(brakes, abs(force) / vehicle.max_brake_force, 0.0) + select(stops, FIRM, 0.0)
    return Control(throttle, clamp(brake, 0.0, 1.0) * (1.0 - stands), Switches(stands, 0.0 * stands))
