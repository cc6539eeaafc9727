"""Detours round an obstruction on a route: back off, drive aside for a while, farther at each attempt.

Our own method; it needs no map.
"""

import math

from ...models.mathematics import Real, floor, minimum, select

ANGLE = 0.25 * math.pi  # of the first detour, to the left; the second has the same angle to the right [rad]
WIDEST = 3.0  # largest angle over the first; the sequence then repeats [1]
FIRST_DURATION = 2.5  # of the first detour; shorter ones end before the obstruction is passed [s]
MORE_DURATION = 0.75  # additional duration of each further detour [s]
DETOUR_SPEED = 5.0  # during a detour, at most [m/s]
MOST = 60  # number of detours that are counted


def detour_angle(number: Real) -> Real:
    """Return the direction [rad] of the ``number``-th detour, counted from 1, relative to the course, left positive."""
    pair = floor(0.5 * (number - 1.0))
    step = pair - WIDEST * floor(pair / WIDEST) + 1.0
    return ANGLE * step * select(number - 1.0 > 2.0 * pair, -1.0, 1.0)


def detour_duration(number: Real) -> Real:
    """Return the duration [s] of the ``number``-th detour."""
    return FIRST_DURATION + MORE_DURATION * minimum(number - 1.0, 20.0)
