"""Refused headings: directions in which the ground near a vehicle is bad, as bits of one number.

Guidance sets them when it evaluates the ground; avoidance rules test the headings that they consider. Bit k stands for
the directions around 2 pi k / ``DIRECTIONS``, counter-clockwise from east.
"""

import math

from ...models.mathematics import floor
from .trafficability import USABLE, GroundMap, utilisation_at

DIRECTIONS = 16  # bits of the number; more of them refuse narrower sectors and take more looks
LOOKS, LOOK = 3, 5.0  # number of sample points in each direction, and their spacing [m]


def is_refused(refused_headings: int, heading: float) -> bool:
    """Return whether a heading, counter-clockwise from east [rad], is refused."""
    if refused_headings == 0:
        return False
    turns = heading / (2.0 * math.pi)
    number = int((turns - floor(turns)) * DIRECTIONS + 0.5)
    bit = 1
    for _ in range(number if number < DIRECTIONS else 0):
        bit += bit
    return (refused_headings & bit) != 0


def headings_refused(ground: GroundMap, fleet: int, x: float, y: float, reach: float) -> int:
    """Return the refused headings at a position [m].

    The first sample point is at the distance ``reach`` [m].
    """
    refused, bit = 0, 1
    for number in range(DIRECTIONS):
        heading = 2.0 * math.pi * number / DIRECTIONS
        east, north = math.cos(heading), math.sin(heading)
        for look in range(LOOKS):
            along = reach + LOOK * look
            if utilisation_at(ground, fleet, x + along * east, y + along * north, heading) > USABLE:
                refused += bit
                break
        bit += bit
    return refused
