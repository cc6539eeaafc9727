"""Track: its shear forces on the ground, as stiffnesses against the speed at which it slips.

The part of the track on the ground is taken in eight stations. At each the shear stress is opposed to the slip of the
track there, and has built up since that piece of the track came to lie on the ground: ``1 - exp(-j / K)``, with the
shear displacement j and the ground's length K; on hard ground it is there at once. The friction falls from its peak to
that of sliding as the slip gets faster than ``SLIDING``. Slower than ``CREEP`` it is in proportion to the slip: a track
that stands is held by ``block_friction`` instead.

As for tyres, the forces are secants: ``-stiffness * slip``, so a step that takes the slip at its own end is stable at
any ``dt``, takes energy and never gives any, and settles where the forces are the true ones.

Source: Wong and Chiang, "A general theory for skid steering of tracked vehicles on firm ground", Proc. IMechE D 215
(2001), equations 4 to 13; the shear stress: Janosi and Hanamoto (1961). There a displacement in the ground is gathered
along the track; here the slip at the station counts for all the time since the piece came to lie on the ground.
"""

from __future__ import annotations

from typing import NamedTuple

from ...fields import NonNegative, Positive
from ...mathematics import Real, clamp, exp, maximum, select, sqrt
from ...parts import surface

CREEP = 0.05  # slip below which friction is in proportion to it [m/s]
SLIDING = 1.0  # slip at which half of the way from the peak to sliding friction is gone [m/s]
HARDEST = 1e-5  # a shear length below this is taken as this: hard ground [m]
SPREAD = 42.0 / 512.0  # mean square of the stations' places, over the square of the contact length [1]
MOST_LEANING = 16.0 / 7.0  # beyond this the outermost station would pull at the ground [1]


class State(NamedTuple):
    """Speeds of the belts."""

    left_track_speed: float = 0.0  # of the left belt round its wheels, forward positive [m/s]
    right_track_speed: float = 0.0  # of the right belt round its wheels, forward positive [m/s]


class Params(NamedTuple):
    """Both tracks; those of a main battle tank by default."""

    track_gauge: Positive = 2.845  # between track centre lines [m]
    contact_length: Positive = 4.575  # of each track on the ground [m]
    track_grip: Positive = 1.0  # of its tracks, over what the ground gives usual ones [1]
    side_grip: Positive = 0.875  # across its tracks, over the grip along them [1]


class Ground(NamedTuple):
    """The ground as tracks find it; dry asphalt by default."""

    surface: surface.Ground = surface.Ground()
    track_resistance: NonNegative = 0.035  # of rolling on tracks, over the load [1]
    shear_length: NonNegative = 0.0  # of soil, in which the shear stress builds up; 0: hard ground [m]


class Soil(NamedTuple):
    """The soil under the track."""

    friction: Real  # greatest, along the track [1]
    sliding_friction: Real  # of a track that slides [1]
    shear_length: Real  # in which the shear stress builds up; 0: hard ground [m]


class Slip(NamedTuple):
    """Slip of a track on the ground, and its load."""

    along: Real  # of the track's middle, the hull's speed there less the belt's [m/s]
    across: Real  # of the track's middle, left positive [m/s]
    turning: Real  # difference of that between its front and its rear end [m/s]
    belt: Real  # speed of the belt, forward positive [m/s]
    load: Real  # on it [N]
    leaning: Real  # of the pressure towards the front: its difference between the ends, over its mean [1]


class Grip(NamedTuple):
    """Friction of a track for each m/s of slip; positions count from the middle, over the contact length."""

    along: Real  # [N s/m]
    across: Real  # [N s/m]
    lever: Real  # sum over the stations of that times their place [N s/m]
    square: Real  # the same times their squared place [N s/m]


def shear_stiffness(slip: Slip, soil: Soil, side_grip: Real, length: Real) -> Grip:
    """Return the stiffness of a track of a contact ``length`` [m] that has ``side_grip`` times the friction across."""
    way = clamp(slip.belt / CREEP, -1.0, 1.0)
    softness = length / (maximum(abs(slip.belt), CREEP) * maximum(soil.shear_length, HARDEST))
    a = station_stiffness(-0.4375, slip, soil, way, softness)
    b = station_stiffness(-0.3125, slip, soil, way, softness)
    c = station_stiffness(-0.1875, slip, soil, way, softness)
    d = station_stiffness(-0.0625, slip, soil, way, softness)
    e = station_stiffness(0.0625, slip, soil, way, softness)
    f = station_stiffness(0.1875, slip, soil, way, softness)
    g = station_stiffness(0.3125, slip, soil, way, softness)
    h = station_stiffness(0.4375, slip, soil, way, softness)
    lever = 0.0625 * (e - d) + 0.1875 * (f - c) + 0.3125 * (g - b) + 0.4375 * (h - a)
    inner, outer = 0.0625 * 0.0625 * (d + e) + 0.1875 * 0.1875 * (c + f), 0.3125 * 0.3125 * (b + g)
    square = inner + (outer + 0.4375 * 0.4375 * (a + h))
    total = (a + h) + (b + g) + ((c + f) + (d + e))
    return Grip(total, side_grip * total, side_grip * lever, side_grip * square)


def station_stiffness(place: Real, slip: Slip, soil: Soil, way: Real, softness: Real) -> Real:
    """Return the stiffness of the station at a ``place`` along the track, against slip in any direction [N s/m].

    Args:
        place: from the middle, over the contact length [1].
        way: in which the belt runs; at 1 a piece comes to lie on the ground at the front, at -1 at the rear [1].
        softness: shear displacement for each m/s of slip along the whole track, over the shear length [s/m].
    """
    across = slip.across + place * slip.turning
    square = slip.along * slip.along + across * across + CREEP * CREEP
    slip_speed = sqrt(square)
    built_up = 1.0 - exp(-slip_speed * softness * (0.5 - place * way))
    friction = soil.sliding_friction * square + soil.friction * (SLIDING * SLIDING)
    load = 0.125 * slip.load * (1.0 + slip.leaning * place)
    return load * built_up * friction / ((square + SLIDING * SLIDING) * slip_speed)


def stiffness_at_end(grip: Grip, begin: Slip, along: Real, across: Real, soil: Soil, length: Real) -> Grip:
    """Return the stiffness at the slip of the step's end, ``along`` and ``across`` [m/s], from that at the ``begin``.

    All stations change as the middle of the track, and the shear stress builds up as x / (1 + x) and not 1 - exp(-x).
    """
    first = begin.along * begin.along + begin.across * begin.across + CREEP * CREEP
    last = along * along + across * across + CREEP * CREEP
    reach = 2.0 * maximum(abs(begin.belt), CREEP) * maximum(soil.shear_length, HARDEST) / length
    less = (soil.sliding_friction * last + soil.friction * (SLIDING * SLIDING)) * (first + SLIDING * SLIDING)
    more = (soil.sliding_friction * first + soil.friction * (SLIDING * SLIDING)) * (last + SLIDING * SLIDING)
    share = less * (reach + sqrt(first)) / (more * (reach + sqrt(last)))
    return Grip(share * grip.along, share * grip.across, share * grip.lever, share * grip.square)


def pressure_shift(force_ahead: Real, support: Real, height: Real, length: Real) -> Real:
    """Return the forward shift of the pressure under the tracks [1]; speeding up takes load off the front.

    ``force_ahead`` and ``support`` are the ground's forces on the body over its mass [m/s^2].

    Args:
        support: normal force of the ground, over the mass; positive [m/s^2].
    """
    shift = -height * force_ahead / (support * length)
    return clamp(shift / SPREAD, -MOST_LEANING, MOST_LEANING)


def grip_towards(ahead: Real, left: Real, side_grip: Real) -> Real:
    """Return the grip of a block that slides in a direction, over that along its tracks: an ellipse [1].

    ``side_grip`` is the friction across the tracks over that along them.
    """
    sideways = left / side_grip
    stretched = ahead * ahead + sideways * sideways
    moves = stretched > 0.0
    ratio = select(moves, ahead * ahead + left * left, 1.0) / select(moves, stretched, 1.0)
    return sqrt(maximum(select(moves, ratio, 1.0), 0.0))
