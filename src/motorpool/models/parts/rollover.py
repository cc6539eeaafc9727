"""Rollover: wheels of one side, or one track, leave the ground, and the vehicle rolls about the others.

As long as the moment of the side force about the outer wheels is less than that of the load, nothing lifts. Beyond,
the body rises like a pendulum that stands on its head. Past the balance, its centre over the outer wheels, it falls.

Source: Gillespie, "Fundamentals of Vehicle Dynamics", chapter 9, equations 9-1 to 9-5; the lifted body as an inverted
pendulum about the line of contact.
"""

from typing import NamedTuple

from ..mathematics import HALF_PI, Real, clamp, select, sincos


class Stance(NamedTuple):
    """Lever arms of a rollover."""

    half_track: Real  # from the middle to the line of contact of the outer wheels or track [m]
    height: Real  # of the centre of mass above the ground [m]


def rollover_step(
    angle: Real, rate: Real, force_left: Real, support: Real, stance: Stance, gyration: Real, dt: Real
) -> tuple[Real, Real]:
    """Return the roll onto one side [rad], right side down positive, and its rate [rad/s] after ``dt`` [s].

    Args:
        force_left: lateral force of the ground on the body, over its mass [m/s^2].
        support: normal force of the ground, over the mass [m/s^2].
        gyration: radius of gyration about body x [m].
    """
    side = select(angle > 0.0, 1.0, select(angle < 0.0, -1.0, select(force_left < 0.0, -1.0, 1.0)))
    height, half_track = stance.height, stance.half_track
    sine, cosine = sincos(side * clamp(angle, -HALF_PI, HALF_PI))
    moment = side * force_left * (height * cosine + half_track * sine) - support * (half_track * cosine - height * sine)
    square = gyration * gyration + height * height + half_track * half_track  # about the line of contact
    rate = side * rate + dt * moment / square
    lean = side * angle + dt * rate
    is_down = (lean <= 0.0) & (dt > 0.0)  # on all wheels
    is_flat = (lean >= HALF_PI) & (dt > 0.0)  # on its side
    lean = select(is_down, 0.0, select(is_flat, HALF_PI, lean))
    rate = select(is_down | is_flat, 0.0, rate)
    return side * lean, side * rate


def has_fallen(angle: Real, half_track: Real, height: Real) -> Real:
    """Return 1 where a vehicle that leans by ``angle`` [rad] is past its balance, else 0; lengths are in m."""
    sine, cosine = sincos(abs(angle))
    return select(height * sine > half_track * cosine, 1.0, 0.0)
