"""First contact of moving bodies: the time within a step at which a rectangle first touches another, or a circle.

Between two steps a body moves with the velocity that it has at the end of the step. Times are relative to that end: a
step of ``dt`` begins at ``-dt`` and ends at 0. Scalar functions for compiled kernels.

Conservative advancement: time advances by the gap divided by a bound of the closing speed, so it never passes a
contact. Without rotation the gap is a convex function of time, and its tangent is such a bound: rectangles need at most
one advance for each axis. Rotation adds the speed of the outermost points.

Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", thesis, Berkeley (1996), section 2.3;
Ericson, "Real-Time Collision Detection" (2005), section 5.5, on moving objects.
"""

from typing import NamedTuple

from ...models.mathematics import Flag, Real, clamp, maximum, minimum, select, sincos, sqrt
from .contact_points import OTHER_END, OWN_END, OWN_SIDE, TwoRectangles, nearest_face

TOUCH = 1e-4  # gap that counts as a contact; larger values report contacts earlier [m]
NEVER = 1.0  # time of no contact in the step; times of contacts are 0 or less [s]
SHARE = 0.5  # growth of the distance of two rotating bodies for which an advance is valid [1]
SLOWEST = 1e-9  # relative speed that limits such an advance, at least [m/s]
LONG = 1e9  # advance to a contact that no motion leads to [s]
MOST_ADVANCES = 64  # rotating bodies need about ten; contacts that need more are found at the end of the step


class MovingRectangle(NamedTuple):
    """Rectangle at the end of a step, and its velocity during the step."""

    x: Real  # centre, east [m]
    y: Real  # centre, north [m]
    yaw: Real  # counter-clockwise from east [rad]
    velocity_x: Real  # of the centre, east [m/s]
    velocity_y: Real  # north [m/s]
    yaw_rate: Real  # counter-clockwise [rad/s]
    half_length: Real  # [m]
    half_width: Real  # [m]


def greatest_relative_speed(first: MovingRectangle, second: MovingRectangle) -> Real:
    """Return an upper bound of the speed of any point of one rectangle relative to the other [m/s]."""
    x, y = second.velocity_x - first.velocity_x, second.velocity_y - first.velocity_y
    return _length(x, y) + _rim_speed(first) + _rim_speed(second)


def greatest_speed(body: MovingRectangle) -> Real:
    """Return an upper bound of the speed of any point of a rectangle [m/s]."""
    return _length(body.velocity_x, body.velocity_y) + _rim_speed(body)


def first_touch(first: MovingRectangle, second: MovingRectangle, start: float) -> float:
    """Return the time at which two rectangles first touch, from ``start`` to 0, or ``NEVER`` [s].

    It is ``start`` if they overlap then.
    """
    velocity_x, velocity_y = second.velocity_x - first.velocity_x, second.velocity_y - first.velocity_y
    time = start
    for _ in range(MOST_ADVANCES):
        two = rectangles_at(first, second, time)
        gap, closing, is_own = widest_gap(two, velocity_x, velocity_y)
        if gap <= TOUCH:
            return time
        distance, turning = _length(two.dx, two.dy), abs(select(is_own, first.yaw_rate, second.yaw_rate))
        corner = select(is_own, _corner(second), _corner(first))
        spin = abs(second.yaw_rate - first.yaw_rate) * corner + (1.0 + SHARE) * distance * turning
        speed = closing + spin
        advance = select(speed > 0.0, gap / select(speed > 0.0, speed, 1.0), LONG)
        if turning > 0.0:  # the bound is valid while the distance grows by no more than its share
            advance = minimum(advance, SHARE * distance / maximum(_length(velocity_x, velocity_y), SLOWEST))
        time += advance
        if not time <= 0.0:  # also for NaN
            return NEVER
    return NEVER


def rectangles_at(first: MovingRectangle, second: MovingRectangle, time: Real) -> TwoRectangles:
    """Return two rectangles at a time of the step, relative to its end [s]."""
    return TwoRectangles(
        second.x - first.x + time * (second.velocity_x - first.velocity_x),
        second.y - first.y + time * (second.velocity_y - first.velocity_y),
        first.yaw + time * first.yaw_rate, first.half_length, first.half_width,
        second.yaw + time * second.yaw_rate, second.half_length, second.half_width,
    )  # fmt: skip


def widest_gap(two: TwoRectangles, velocity_x: Real, velocity_y: Real) -> tuple[Real, Real, Flag]:
    """Return the widest gap of two rectangles along an axis, negative if they overlap [m], and its closing speed [m/s].

    The third result says whether the axis is one of the first rectangle. Rotation is not part of the closing speed.

    Args:
        velocity_x, velocity_y: velocity of the second centre relative to the first [m/s].
    """
    face, depth = nearest_face(two)
    is_own = face <= OWN_SIDE
    sine, cosine = sincos(select(is_own, two.yaw, two.other_yaw))
    is_end = (face == OWN_END) | (face == OTHER_END)
    axis_x, axis_y = select(is_end, cosine, -sine), select(is_end, sine, cosine)
    parting = velocity_x * axis_x + velocity_y * axis_y
    return -depth, select(two.dx * axis_x + two.dy * axis_y < 0.0, parting, -parting), is_own


def first_touch_of_circle(body: MovingRectangle, x: Real, y: Real, radius: Real, start: float) -> float:
    """Return the time at which a rectangle first touches a fixed circle, from ``start`` to 0, or ``NEVER`` [s].

    It is ``start`` if they overlap then.

    Args:
        x, y: centre of the circle, east and north [m].
        radius: radius of the circle [m].
    """
    time = start
    for _ in range(MOST_ADVANCES):
        sine, cosine = sincos(body.yaw + time * body.yaw_rate)
        dx, dy = x - body.x - time * body.velocity_x, y - body.y - time * body.velocity_y
        ahead, left = dx * cosine + dy * sine, dy * cosine - dx * sine
        out_ahead = ahead - clamp(ahead, -body.half_length, body.half_length)
        out_left = left - clamp(left, -body.half_width, body.half_width)
        distance = _length(out_ahead, out_left)
        gap = distance - radius
        if gap <= TOUCH:
            return time
        speed_ahead = body.velocity_x * cosine + body.velocity_y * sine
        speed_left = body.velocity_y * cosine - body.velocity_x * sine
        speed = (speed_ahead * out_ahead + speed_left * out_left) / distance + _rim_speed(body)
        if not speed * -time >= gap:  # also for NaN
            return NEVER
        time += gap / speed
    return NEVER


def _rim_speed(body: MovingRectangle) -> Real:
    """Return the speed of the corners around the centre [m/s]."""
    return abs(body.yaw_rate) * _corner(body)


def _corner(body: MovingRectangle) -> Real:
    """Return the distance of the corners from the centre [m]."""
    return _length(body.half_length, body.half_width)


def _length(x: Real, y: Real) -> Real:
    return sqrt(x * x + y * y)
