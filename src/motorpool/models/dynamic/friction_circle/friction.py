"""Dry friction that can end a motion but never begin one: exact impulses instead of forces with a sign.

In a step friction takes away as much velocity as it needs to hold the vehicle, or as much as its limit allows. So a
vehicle stops, stands still to the last bit and does not chatter, at any ``dt``; there is no speed below which it is
declared to stand.

Source: document 003, calc_drag_force and calc_velocity, whose friction was a mass plus a constant in newtons, always
pushed backward from rest, was kept in variables of the whole file, and needed a dead band of 0.3 m/s.
"""

from typing import NamedTuple

from ...mathematics import Flag, Real, clamp, minimum, select, sqrt

ROUNDING = 1e-5  # of squares: a vehicle exactly at its limit still holds [1]


class Velocity(NamedTuple):
    """Along the ground, in the axes of the path."""

    ahead: Real  # [m/s]
    left: Real  # [m/s]


class Grip(NamedTuple):
    """Share of the demanded force that the ground can transmit."""

    ahead: Real  # share of drive and brakes [1]
    left: Real  # share of what holds the vehicle sideways [1]


def without(value: Real, loss: Real) -> Real:
    """Reduce the magnitude of ``value`` by ``loss``, at most to zero."""
    return value - clamp(value, -loss, loss)


def after_resistance(before: Real, free: Real, standing: Real, moving: Real) -> Real:
    """Velocity after resistance, from the velocity ``free`` that the body would have without it.

    Args:
        before: its velocity at the start of the step.
        free: its velocity at the end, were there no resistance.
        standing: the change of velocity that holds it at rest or as it comes to rest.
        moving: the change of velocity that slows it down.
    """
    holds = select(before * free <= 0.0, standing, moving)
    return select(abs(free) <= holds, 0.0, without(free, moving))


def grip_of_sliding(before: Velocity, free: Velocity, static: Real, sliding: Real) -> Real:
    """Return the share of the velocity ``free``, without friction, that the ground takes from a sliding vehicle.

    Args:
        before: velocity at the start of the step.
        static, sliding: changes of velocity that the ground can give to what does not slide, and to what slides [m/s].
    """
    demand = free.ahead * free.ahead + free.left * free.left
    is_held = _is_held(demand, before.ahead * free.ahead + before.left * free.left, static, sliding)
    return select(is_held, 1.0, _within_circle(demand, sliding))


def grip_of_rolling(push: Real, before: Real, free: Real, static: Real, sliding: Real) -> Grip:
    """Friction on wheels or tracks that roll ahead and may slide sideways.

    A slide, however fast, asks for no more than the grip; so drive and brakes keep their part of the circle.

    Args:
        push: the change of velocity that drive and brakes ask for [m/s].
        before, free: velocity of the slide at the start of the step, and at its end without contact [m/s].
        static, sliding: changes of velocity that the ground can give to what does not slide, and to what slides [m/s].
    """
    side = minimum(abs(free), sliding)
    is_held = _is_held(push * push + free * free, before * free, static, sliding)
    share = _within_circle(push * push + side * side, sliding)
    of_slide = side / select(free == 0.0, 1.0, abs(free))
    return Grip(select(is_held, 1.0, share), select(is_held, 1.0, share * of_slide))


def _is_held(demand: Real, advance: Real, static: Real, sliding: Real) -> Flag:
    """Return whether a ``demand``, squared, lies in the circle: the smaller one while a slide goes on (``advance``)."""
    limit = select(advance > 0.0, sliding, static)
    return demand <= limit * limit * (1.0 + ROUNDING)


def _within_circle(demand: Real, limit: Real) -> Real:
    """Share of a demand, given its square, that lies within the limit."""
    return select(demand > limit * limit, limit / sqrt(select(demand > limit * limit, demand, 1.0)), 1.0)
