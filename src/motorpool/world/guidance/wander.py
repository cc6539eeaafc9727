"""Wander about: keep a course, turn back at the edge of one's area, and back off what one ran into.

Ours; the thesis leaves open what a vehicle does that its avoidance rule drove against an object.
"""

import math

from ...models.mathematics import Real, maximum, select, sincos, wrap_angle

BACK_OFF_TIME = 2.5  # how long a blocked vehicle drives back [s]
BACK_OFF_SPEED = -2.0  # how fast [m/s]
NEW_COURSE = 0.25 * math.pi  # it then tries a course this much further left [rad]


def keep_inside(x: Real, y: Real, course_yaw: Real, west: Real, south: Real, east: Real, north: Real) -> Real:
    """The course [rad], reflected from the side of the area that (x, y) [m] has reached or crossed outward.

    Args:
        x, y: position of the vehicle [m].
        course_yaw: course, counter-clockwise from east [rad].
        west, south, east, north: sides of the area [m].
    """
    sine, cosine = sincos(course_yaw)
    leaves_east_west = select(cosine > 0.0, x - east, west - x) >= 0.0
    leaves_north_south = select(sine > 0.0, y - north, south - y) >= 0.0
    reflected = select(leaves_east_west, math.pi - course_yaw, course_yaw)
    return wrap_angle(select(leaves_north_south, -reflected, reflected))


def back_off(time_left: Real, is_blocked: Real, dt: Real) -> Real:
    """Remaining time to reverse [s]: begins when blocked (not 0) and runs down to 0, blocked again or not.

    Args:
        time_left: before the step [s].
        is_blocked: not 0 while it is blocked.
        dt: time step [s].
    """
    return select(time_left > 0.0, maximum(time_left - dt, 0.0), select(is_blocked > 0.5, BACK_OFF_TIME, 0.0))
