"""Wheels: their track width and ground, and the turning parts between engine or brakes and the ground.

A force at the rim (of engine or brakes, over the wheel's radius) moves the mass and spins the turning parts up, which
weigh ``rotating_mass_factor - 1`` times the mass there. The contact carries what moves the mass only, and its limit is
the grip: friction times load, whatever the wheels' inertia. So the greatest force at the rim is above the grip by what
the turning parts take for themselves when the tyre is at its limit.

While it rolls, the turning parts go with the speed ahead and so are part of the energy: where the body turns, the
speed to the side that becomes speed ahead has to spin them up. Locked, or in the air, they move as the body does.

Sources: Wong, "Theory of Ground Vehicles", 4th ed., section 3.4, mass factor, and 3.3, tractive effort within
friction times load; Rajamani, "Vehicle Dynamics and Control", 2nd ed., section 5.2: the wheel's own equation, taken as
quasi-static.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import NonNegative, Positive
from ..mathematics import Flag, Real, clamp, maximum, select, sqrt
from . import surface
from .body import Params as BodyParams
from .body import rotate

TINY = 1e-12  # keeps divisors above zero


class Params(NamedTuple):
    """The wheels' places across the vehicle."""

    track_width: Positive = 1.5  # between the wheel planes of an axle [m]


class Ground(NamedTuple):
    """The ground as wheels find it; dry asphalt by default."""

    surface: surface.Ground = surface.Ground()
    wheel_resistance: NonNegative = 0.013  # of rolling, over the load [1]


class Inertia(NamedTuple):
    """Masses of a vehicle in a step, and their inverses."""

    mass: Real  # [kg]
    factor: Real  # mass that moves ahead with its turning parts, over the mass: 1 where no wheel rolls [1]
    turning: Real  # the turning parts' share, factor - 1 [1]
    by_force: Real  # inverse mass [1/kg]
    by_rolling_force: Real  # inverse mass with the turning parts [1/kg]
    by_moment: Real  # inverse yaw inertia [1/(kg m^2)]


def inertia_of(is_loose: Flag, factor: Real, body: BodyParams) -> Inertia:
    """Return the masses in a step in which wheels roll, or are locked or in the air (``is_loose``).

    ``factor`` is the mass with the turning parts, over the mass.
    """
    factor = select(is_loose, 1.0, factor)
    by_force = 1.0 / body.mass
    return Inertia(body.mass, factor, factor - 1.0, by_force, by_force / factor, 1.0 / body.yaw_inertia)


def rim_limit(grip: Real, share: Real, other_forces: Real, turning: Real) -> Real:
    """Return the greatest force [N] at the rims of an axle or wheel, none of it spent on slip.

    At the limit the mass m speeds up by (pull + all grips) / m; the turning parts of the axle take their share of it.

    Args:
        grip: that the contact can carry, along the wheel [N].
        share: share of the vehicle's total force of that kind that acts at these rims [1].
        other_forces: sum of all other forces on the vehicle, in the direction of the force [N].
        turning: mass of the turning parts, over all that moves on the ground [1].
    """
    return maximum((1.0 + turning) * grip + turning * share * other_forces, 0.0)


def ground_share(rim: Real, spin_up: Real, factor: Real) -> Real:
    """Return the share of forces at the rims that reaches the ground, 1 / factor..1 [1].

    Args:
        rim: impulse of all of them in the step [N s].
        spin_up: what the turning parts took, their mass times the change of speed [N s].
    """
    return clamp(1.0 - spin_up * rim / (rim * rim + TINY), 1.0 / maximum(factor, 1.0), 1.0)


def rotated_rolling(ahead: Real, left: Real, angle: Real, factor: Real) -> tuple[Real, Real]:
    """Return a velocity [m/s] turned by an angle [rad] in a body with turning parts, exactly; their energy stays.

    With ``factor`` f (mass with turning parts over mass), m f u' = m r v and m v' = -m r u: (sqrt(f) u, v) turns at the
    rate r / sqrt(f).

    Args:
        angle: counter-clockwise positive [rad].
    """
    root = sqrt(maximum(factor, TINY))
    heavy, across = rotate(ahead * root, left, angle / root)
    return heavy / root, across
