"""Wandering: keep a course, turn back at the edge of the area, and back off from an obstruction.

Our own method; the thesis does not describe a vehicle that has hit an object.
"""

import math

from ...models.mathematics import Real, maximum, select, sincos, wrap_angle

BACK_OFF_TIME = 2.5  # time for which a blocked vehicle drives backward [s]
BACK_OFF_SPEED = -2.0  # its speed [m/s]
NEW_COURSE = 0.25 * math.pi  # change of its course afterwards, to the left [rad]


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
