"""Turn round for a point that one cannot reach by steering alone, because it lies within the tightest circle.

Document 000's vehicles, which always drove forward, circled such a target endlessly. Here a vehicle that can turn on
the spot does so first; another backs with its wheels the other way until the point is in reach (half of a three-point
turn: going on is the other half), or, with something behind it, drives on until it can loop round.
"""

import math

from ...models.mathematics import Flag, Real, Whole, maximum, minimum, select, sincos, wrap_angle

FORWARD = 0  # as usual
PIVOT = 1  # turns on the spot
REVERSE = 2  # backs, turning toward the point
LOOP = 3  # drives straight on to get away from the point

PIVOTS = 0.05  # a vehicle that turns faster than this while standing can pivot [rad/s]
PIVOT_BEGIN = math.radians(75.0)  # a point farther aside than this is turned to on the spot [rad] ...
PIVOT_END = math.radians(10.0)  # ... until it is so nearly ahead [rad]
TURN_SPEED = 2.0  # of driving back, and of driving on to loop round [m/s]
MARGIN = 1.3  # the circle must be left behind by that factor before it goes forward again [1]
WIDER = 1.1  # a circle that a vehicle really drives, over the tightest [1]


def tightest_radius(full_curvature: Real, pivot_yaw_rate: Real) -> Real:
    """Of the circles that a vehicle drives at ``TURN_SPEED`` [m]."""
    return WIDER / maximum(full_curvature + pivot_yaw_rate / TURN_SPEED, 1e-3)


def is_within_circle(bearing: Real, distance: Real, radius: Real) -> Flag:
    """Return whether a point lies inside the turning circle of ``radius`` [m] on its side of the vehicle.

    Args:
        bearing: of the point from the nose, left positive [rad].
        distance: to the point [m].
        radius: of the tightest turn [m].
    """
    sine, _ = sincos(bearing)
    return distance < 2.0 * radius * abs(sine)


def next_turning(
    turning: Whole, bearing: Real, distance: Real, radius: Real,
    can_pivot: Flag, can_back: Flag, is_blocked: Flag, is_busy: Flag,
) -> Whole:  # fmt: skip
    """The way to turn toward a point now.

    Args:
        turning: what this function returned last; FORWARD to begin with.
        bearing: of the point, left positive [rad].
        distance: to it [m].
        radius: of the tightest circle [m].
        can_pivot: whether the vehicle turns on the spot.
        can_back: whether it drives backward.
        is_blocked: whether it stands against something.
        is_busy: whether it turns away from something now, or backs off it; it does nothing else then.
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
    """The speed [m/s] to drive at, where it would else be ``target``.

    Args:
        turning: FORWARD, PIVOT, REVERSE or LOOP.
        target: desired speed [m/s].
        max_reverse_speed: of the vehicle, at least 0 [m/s].
    """
    slow = minimum(target, TURN_SPEED)
    back = -minimum(TURN_SPEED, max_reverse_speed)
    return select(turning == FORWARD, target, select(turning == PIVOT, 0.0, select(turning == REVERSE, back, slow)))


def turning_course(turning: Whole, yaw: Real, bearing: Real, course: Real) -> Real:
    """Return the heading to steer [rad]: straight on to leave a point, at it while turning round, else ``course``.

    Args:
        turning: FORWARD, PIVOT, REVERSE or LOOP.
        yaw: of the vehicle, counter-clockwise from east [rad].
        bearing: of the point from the nose, left positive [rad].
        course: heading to steer where it does not turn round [rad].
    """
    return select(turning == LOOP, yaw, select(turning == FORWARD, course, wrap_angle(yaw + bearing)))
