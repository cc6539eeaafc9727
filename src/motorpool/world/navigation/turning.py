"""Turning round for a point inside the tightest turn, which a vehicle cannot reach by steering alone.

The vehicles of document 000 always drove forward and circled such a target without end. Here a vehicle that can pivot
does so first. Another vehicle backs with the opposite steer angle until the point is in reach (the first half of a
three-point turn), or, if its rear is blocked, drives on until it can loop.
"""

import math

from ...models.mathematics import Flag, Real, Whole, maximum, minimum, select, sincos, wrap_angle

FORWARD = 0  # as usual
PIVOT = 1  # turns on the spot
REVERSE = 2  # backs, turning toward the point
LOOP = 3  # drives straight on, away from the point

PIVOTS = 0.05  # yaw rate at standstill from which a vehicle can pivot [rad/s]
PIVOT_BEGIN = math.radians(75.0)  # bearing from which a vehicle pivots toward a point ... [rad]
PIVOT_END = math.radians(10.0)  # ... down to this bearing [rad]
TURN_SPEED = 2.0  # when backing, and when driving on to loop [m/s]
MARGIN = 1.3  # distance over the turning circle before a vehicle drives forward again; near 1 it alternates [1]
WIDER = 1.1  # radius of the driven circle over the tightest [1]


def tightest_radius(full_curvature: Real, pivot_yaw_rate: Real) -> Real:
    """Return the radius of the tightest turn at ``TURN_SPEED`` [m]."""
    return WIDER / maximum(full_curvature + pivot_yaw_rate / TURN_SPEED, 1e-3)


def is_within_circle(bearing: Real, distance: Real, radius: Real) -> Flag:
    """Return whether a point lies inside the turning circle of ``radius`` [m]; the bearing is left positive [rad].

    Args:
        bearing: bearing of the point from the nose, left positive [rad].
    """
    sine, _ = sincos(bearing)
    return distance < 2.0 * radius * abs(sine)


def next_turning(
    turning: Whole, bearing: Real, distance: Real, radius: Real,
    can_pivot: Flag, can_back: Flag, is_blocked: Flag, is_busy: Flag,
) -> Whole:  # fmt: skip
    """Return the kind of turn toward a point.

    Args:
        turning: last result of this function; FORWARD at the beginning.
        bearing: bearing of the point, left positive [rad].
        distance: to the point [m].
        radius: radius of the tightest turn [m].
        is_blocked: it is in contact with something.
        is_busy: it avoids something or backs off; the result is FORWARD then.
    """
    aside = abs(bearing)
    pivot = select(aside > select(turning == PIVOT, PIVOT_END, PIVOT_BEGIN), PIVOT, FORWARD)
    pivot = select(is_within_circle(bearing, distance, radius) & (aside > PIVOT_END), PIVOT, pivot)
    wide = is_within_circle(bearing, distance, select(turning == FORWARD, radius, MARGIN * radius))
    back = select((turning == LOOP) | (is_blocked & (turning == REVERSE)), LOOP, REVERSE)
    back = select(is_blocked & (turning == LOOP), REVERSE, back)
    back = select(can_back, back, LOOP)
    return select(is_busy, FORWARD, select(can_pivot, pivot, select(wide, back, FORWARD)))


def turning_speed(turning: Whole, target: Real, max_reverse_speed: Real) -> Real:
    """Return the speed [m/s] during a turn; ``target`` without one.

    Args:
        max_reverse_speed: greatest speed in reverse, at least 0 [m/s].
    """
    slow = minimum(target, TURN_SPEED)
    back = -minimum(TURN_SPEED, max_reverse_speed)
    return select(turning == FORWARD, target, select(turning == PIVOT, 0.0, select(turning == REVERSE, back, slow)))


def turning_course(turning: Whole, yaw: Real, bearing: Real, course: Real) -> Real:
    """Return the heading to steer [rad]: straight on in a loop, toward the point in other turns, else ``course``.

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
        bearing: bearing of the point from the nose, left positive [rad].
    """
    return select(turning == LOOP, yaw, select(turning == FORWARD, course, wrap_angle(yaw + bearing)))
