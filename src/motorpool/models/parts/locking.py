"""Wheels that brakes lock: an axle or wheel without antilock whose brakes demand more than the ground carries.

A locked wheel does not turn. The ground opposes its sliding with the sliding friction, in the direction of the slide,
wherever the wheel points: so it neither steers nor guides. Along and across the wheel the force has the shares of the
speeds, F (u, v) / sqrt(u^2 + v^2). Ideal antilock brakes hold the greatest force instead and leave the rest of the grip
to the side. The turning parts count as slowed with the body.

Source: Wong, "Theory of Ground Vehicles", 4th ed., section 3.8, antilock devices; Gillespie, "Fundamentals of Vehicle
Dynamics", chapter 3, locking of front and of rear wheels.
"""

from typing import NamedTuple

from ..mathematics import Flag, Real, maximum, select, sqrt
from .axle import AxleForces, Demand, Road
from .four_wheels import Angle, Wheels
from .tyre import TINY, Patch, TyreForce, secant_of

STANDING = 0.1  # speed of an axle below which nothing slides: what stands is held by its greatest friction [m/s]
LEAST_COSINE = 0.1  # of a locked wheel's angle, in place of a smaller divisor [1]


class Slide(NamedTuple):
    """Sliding of an axle."""

    is_locked: Flag
    along: Real  # speed of the axle along its wheels [m/s]
    by_speed: Real  # friction of its tyres that slide, over the speed of the axle [N s/m]


class CornerSpeeds(NamedTuple):
    """Speeds of the places of four wheels in the body's frame."""

    left: Real  # ahead, on the left side [m/s]
    right: Real  # ahead, on the right side [m/s]
    front: Real  # to the left, at the front [m/s]
    rear: Real  # to the left, at the rear [m/s]


def slide_of(forces: AxleForces, brake: Real, along: Real, square: Real, antilock: Real, road: Road) -> Slide:
    """Return the sliding of an axle; ``antilock`` is 0 or 1.

    Args:
        brake: force that the brakes demand of the axle [N].
        along: speed of the axle along its wheels [m/s].
        square: squared speed of the axle in any direction [m^2/s^2].
    """
    is_locked = (antilock < 0.5) & (brake > forces.brake) & (square > STANDING * STANDING)
    return Slide(is_locked, along, road.sliding_ratio * forces.grip / sqrt(maximum(square, TINY)))


def slides_of(
    forces: Wheels[AxleForces],
    brakes: Wheels[Real],
    angles: Wheels[Angle],
    at: CornerSpeeds,
    antilock: Real,
    road: Road,
) -> Wheels[Slide]:
    """Return the sliding of each wheel, of which the brakes demand ``brakes`` [N]."""
    return Wheels(
        wheel_slide(forces.front_left, brakes.front_left, at.left, at.front, angles.front_left, antilock, road),
        wheel_slide(forces.front_right, brakes.front_right, at.right, at.front, angles.front_right, antilock, road),
        wheel_slide(forces.rear_left, brakes.rear_left, at.left, at.rear, angles.rear_left, antilock, road),
        wheel_slide(forces.rear_right, brakes.rear_right, at.right, at.rear, angles.rear_right, antilock, road),
    )


def wheel_slide(
    forces: AxleForces, brake: Real, ahead: Real, across: Real, angle: Angle, antilock: Real, road: Road
) -> Slide:
    """Return the sliding of a wheel at an angle that moves ``ahead`` and to the left, ``across`` [m/s]."""
    along = ahead * angle.cosine + across * angle.sine
    return slide_of(forces, brake, along, ahead * ahead + across * across, antilock, road)


def locked_forces(
    forces: AxleForces, slide: Slide, cosine: Real, resistance: Real, share: Real, demand: Demand
) -> AxleForces:
    """Return the forces of an axle; a locked one has no drive, and its brake force along the body is that of its slide.

    Args:
        cosine: cosine of the angle of its wheels [1].
        resistance: coefficient of rolling resistance, at this speed [1].
        share: share of the brake force at this axle [1].
    """
    ground = slide.by_speed * cosine * abs(slide.along)
    limit = ground + demand.turning * (ground + share * demand.forces_against_motion)  # as ``wheels.rim_limit``
    brake = maximum(limit - resistance * forces.load, 0.0)
    drive = select(slide.is_locked, 0.0, forces.drive)
    return AxleForces(forces.load, forces.grip, drive, select(slide.is_locked, brake, forces.brake))


def rolls_or_slides(slide: Slide, rolls: Real, cosine: Real) -> Real:
    """Return the share of the brake force along the body by which that across it is in proportion to the sine [1].

    Args:
        rolls: the same of an axle that is not locked, as ``brakes.rolls_along`` [1].
        cosine: cosine of the angle of its wheels [1].
    """
    return select(slide.is_locked, 1.0 / maximum(cosine, LEAST_COSINE), rolls)


def secant(tyre_force: TyreForce, slip_speed: Real, patch: Patch, slide: Slide, dt: Real) -> Real:
    """Return the secant stiffness at a slip speed [m/s], times ``dt`` [kg], of a tyre that rolls or is locked."""
    rolling = secant_of(tyre_force, slip_speed, patch)
    return dt * select(slide.is_locked, slide.by_speed, rolling)
