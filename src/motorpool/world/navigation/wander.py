"""Wandering: keep a course, turn back at the edge of the area, back off from an obstruction, and drive round it.

A detour backs off and drives aside for a while, farther at each attempt; it needs no map. Our own method; the thesis
does not describe a vehicle that has hit an object.
"""

import math

from ...ground.terrain.area import Bounds
from ...models.mathematics import PI, Real, floor, maximum, minimum, select, sincos, wrap_angle

BACK_OFF_TIME = 2.5  # time for which a blocked vehicle drives backward [s]
BACK_OFF_SPEED = -2.0  # its speed [m/s]
NEW_COURSE = 0.25 * math.pi  # change of its course afterwards, to the left [rad]
DETOUR = 0.25 * math.pi  # angle of the first detour, to the left; the second has the same angle to the right [rad]
WIDEST = 3.0  # largest angle over the first; the sequence then repeats [1]
FIRST_DURATION = 2.5  # of the first detour; shorter ones end before the obstruction is passed [s]
MORE_DURATION = 0.75  # additional duration of each further detour [s]
DETOUR_SPEED = 5.0  # during a detour, at most [m/s]
MOST = 60  # number of detours that are counted


def keep_inside(x: Real, y: Real, course_yaw: Real, west: Real, south: Real, east: Real, north: Real) -> Real:
    """Return the course [rad], reflected at the side of the area that (x, y) [m] has reached or crossed outward.

    Args:
        course_yaw: course, counter-clockwise from east [rad].
    """
    sine, cosine = sincos(course_yaw)
    leaves_east_west = select(cosine > 0.0, x - east, west - x) >= 0.0
    leaves_north_south = select(sine > 0.0, y - north, south - y) >= 0.0
    reflected = select(leaves_east_west, math.pi - course_yaw, course_yaw)
    return wrap_angle(select(leaves_north_south, -reflected, reflected))


def back_off(time_left: Real, is_blocked: Real, dt: Real) -> Real:
    """Return the remaining time of driving backward [s]: it begins when the vehicle is blocked, and falls to 0."""
    return select(time_left > 0.0, maximum(time_left - dt, 0.0), select(is_blocked > 0.5, BACK_OFF_TIME, 0.0))


def turned_back(x: float, y: float, yaw: float, area: Bounds) -> float:
    """Return a heading [rad] that does not lead out of the area; inside of it, the given one.

    Args:
        x, y: position of the vehicle [m].
        yaw: heading, counter-clockwise from east [rad].
    """
    if area.x_west < x < area.x_east and area.y_south < y < area.y_north and abs(yaw) < PI:
        return yaw
    return keep_inside(x, y, yaw, area.x_west, area.y_south, area.x_east, area.y_north)


def detour_angle(number: Real) -> Real:
    """Return the direction [rad] of the ``number``-th detour, counted from 1, relative to the course, left positive."""
    pair = floor(0.5 * (number - 1.0))
    step = pair - WIDEST * floor(pair / WIDEST) + 1.0
    return DETOUR * step * select(number - 1.0 > 2.0 * pair, -1.0, 1.0)


def detour_duration(number: Real) -> Real:
    """Return the duration [s] of the ``number``-th detour."""
    return FIRST_DURATION + MORE_DURATION * minimum(number - 1.0, 20.0)
