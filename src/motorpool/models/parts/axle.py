"""Axle: its place, its tyres' stiffness, and the drive and brake force that it can bring to the ground.

Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 2.3 and chapter 4; Wong, "Theory of Ground Vehicles",
4th ed., section 3.3: tractive effort within friction times load.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Positive
from ..mathematics import Flag, Real, clamp, maximum, minimum, select
from . import surface
from .ground_contact import LIGHT
from .tyre import TINY, traction
from .wheels import rim_limit


class Params(NamedTuple):
    """One axle."""

    offset: Positive = 1.3  # from the centre of mass, forward or backward [m]
    cornering_coefficient: Positive = 20.0  # side force for each radian of slip, over the load [1/rad]


class Road(NamedTuple):
    """Friction of the ground in this step."""

    friction: Real  # greatest, before a tyre slides [1]
    sliding_ratio: Real  # of sliding friction to that; 0 for an immobilised vehicle [1]
    can_drive: Real  # 0 for an immobilised vehicle, else 1 [1]


class Demand(NamedTuple):
    """Forces demanded of all axles together, and the forces that help them."""

    drive: Real  # of the powertrain, forward positive [N]
    brake: Real  # of the brakes [N]
    forces_with_drive: Real  # of all else on the vehicle, in the direction of the drive force [N]
    forces_against_motion: Real  # of all else on the vehicle, against the motion [N]
    turning: Real  # mass of the turning parts, over the mass [1]


class Shares(NamedTuple):
    """Parts of the demand that go through one axle or wheel."""

    drive: Real  # [1]
    brake: Real  # [1]


class AxleForces(NamedTuple):
    """Load, grip and forces at the rims of an axle or wheel."""

    load: Real  # [N]
    grip: Real  # greatest force on the ground [N]
    drive: Real  # forward positive [N]
    brake: Real  # greatest, against the motion [N]


def road_of(surface: surface.Ground, immobilised: Flag) -> Road:
    """Return the friction of the ground for a vehicle that is immobilised, or not."""
    sliding_ratio = select(immobilised, 0.0, surface.sliding_friction / maximum(surface.friction, TINY))
    return Road(surface.friction, sliding_ratio, select(immobilised, 0.0, 1.0))


def demand_of(
    drive: Real, brake: Real, other_forces: Real, rolling_resistance: Real, speed: Real, turning: Real
) -> Demand:
    """Return the forces demanded of all axles.

    Args:
        other_forces: force of gravity, air and turning on the vehicle, forward positive [N].
        speed: speed of the vehicle, forward positive [m/s].
        turning: mass of the turning parts, over the mass [1].
    """
    motion = select(speed < 0.0, -1.0, 1.0)
    forces_with_drive = select(drive < 0.0, -1.0, 1.0) * (other_forces - motion * rolling_resistance)
    return Demand(drive, brake, forces_with_drive, -motion * other_forces, turning)


def axle_forces(
    load: Real, rolling_resistance: Real, grip: Real, shares: Shares, demand: Demand, road: Road
) -> AxleForces:
    """Return the forces of an axle within its grip; loads, resistance and grip in N."""
    limit = road.can_drive * rim_limit(grip, shares.drive, demand.forces_with_drive, demand.turning)
    drive = traction(shares.drive * demand.drive, limit, road.sliding_ratio * limit)
    limit = rim_limit(grip, shares.brake, demand.forces_against_motion, demand.turning) - rolling_resistance
    return AxleForces(load, grip, drive, minimum(shares.brake * demand.brake, maximum(limit, 0.0)))


def front_share(force_ahead: Real, support: Real, front: Real, rear: Real, centre_height: Real) -> Real:
    """Return the share of the load that the front one of two axles carries [1]: speeding up takes it away.

    ``force_ahead`` and ``support`` are forces over the mass [m/s^2]; offsets and height are in metres.
    """
    lever = centre_height * force_ahead / maximum(support, LIGHT)
    return clamp((rear - lever) / (front + rear), 0.0, 1.0)
