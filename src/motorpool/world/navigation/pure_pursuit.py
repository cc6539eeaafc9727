"""Pure pursuit: lookahead point on a line, curvature toward a point, and speed for a bend.

Source: pure pursuit (Coulter, "Implementation of the Pure Pursuit Path Tracking Algorithm", Carnegie Mellon
University 1992): the vehicle drives on the circle that is tangent to its heading and contains the lookahead point.
"""

import math

from ...models.mathematics import Real, atan2, clamp, maximum, minimum, select, sincos, sqrt, wrap_angle
from .steering_control import GAIN

LOOK_TIME = 0.8  # lookahead time; larger values make vehicles cut corners, smaller ones make them weave [s]
NEAREST_SHARE = 0.8  # least lookahead over the radius of the tightest turn; smaller values make vehicles weave [1]
SLOWEST_BEND = 2.0  # speed in the tightest bend [m/s]
BEND_SHARE = 0.7  # share of the steering's lateral acceleration used in bends; at 1 it cannot correct errors [1]
TURN_SHARE = 0.4  # curvature for which a vehicle slows down to turn back, over that of its tightest turn [1]
BRAKING_SHARE = 0.5  # share of the greatest deceleration used before bends and stops; at 1 any delay overshoots [1]
LARGEST = 1e6  # value for no limit [m], [m/s]


def lookahead_distance(magnitude: Real, half_length: Real) -> Real:
    """Return the lookahead distance along the line [m] at ``magnitude`` [m/s]: more than the vehicle's length."""
    return 2.0 * half_length + LOOK_TIME * magnitude


def minimum_lookahead(radius: Real) -> Real:
    """Return the least lookahead distance [m] for a turning circle of ``radius`` [m]; with less, vehicles weave."""
    return NEAREST_SHARE * radius


def point_on_leg(
    x: Real, y: Real, ahead: Real, start_x: Real, start_y: Real, end_x: Real, end_y: Real
) -> tuple[Real, Real, Real, Real]:
    """Return the lookahead point of a leg, ``ahead`` [m] but at most its end, and two distances.

    The values are x and y of the point, the remaining distance along the leg (negative: passed), and the distance of
    the vehicle from the line of the leg [m]. A leg of length 0 is its end.
    """
    east, north = end_x - start_x, end_y - start_y
    length = sqrt(east * east + north * north)
    safe = select(length > 0.0, length, 1.0)
    east, north = east / safe, north / safe
    done = (x - start_x) * east + (y - start_y) * north
    aside = abs((x - start_x) * north - (y - start_y) * east)
    along = clamp(done + ahead, 0.0, length)
    return start_x + along * east, start_y + along * north, length - done, aside


def distance_to(x: Real, y: Real, target_x: Real, target_y: Real) -> Real:
    """Return the distance of two points [m]."""
    return sqrt((target_x - x) * (target_x - x) + (target_y - y) * (target_y - y))


def bearing_to(x: Real, y: Real, yaw: Real, target_x: Real, target_y: Real) -> Real:
    """Return the bearing of a point [m] relative to the heading [rad], left positive, in (-pi, pi] [rad].

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
    """
    return wrap_angle(atan2(target_y - y, target_x - x) - yaw)


def pursuit_curvature(bearing: Real, distance: Real) -> Real:
    """Return the curvature [1/m] of the circle tangent to the heading through a point; half for a point behind."""
    sine, cosine = sincos(bearing)
    sharpest = select(bearing < 0.0, -1.0, 1.0)
    return 2.0 * select(cosine > 0.0, sine, sharpest) / maximum(distance, 0.1)


def required_curvature(bearing: Real, distance: Real, tightest_radius: Real) -> Real:
    """Return the curvature [1/m] for the choice of speed on the way to a point; it grows with the bearing.

    Args:
        bearing: bearing of the point from the nose, left positive [rad].
    """
    sine, _ = sincos(0.5 * bearing)
    return maximum(abs(pursuit_curvature(bearing, distance)), TURN_SHARE * sine * sine / tightest_radius)


def course_to(yaw: Real, bearing: Real, distance: Real, full_curvature: Real) -> Real:
    """Return the course [rad] for which ``steer_toward`` steers as pure pursuit does toward a point.

    It steers GAIN for each radian; the course therefore deviates less than the bearing for points farther than the
    radius of the tightest turn.

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
        bearing: bearing of the point from the nose, left positive [rad].
        distance: to the point [m].
        full_curvature: curvature of the path at full steer [1/m].
    """
    command = pursuit_curvature(bearing, distance) / maximum(full_curvature, 1e-3)
    error = minimum(abs(bearing), abs(command) / GAIN)
    return wrap_angle(yaw + select(abs(command) >= 1.0, bearing, select(bearing < 0.0, -error, error)))


def bend_speed(curvature: Real, max_lateral_acceleration: Real) -> Real:
    """Return the speed [m/s] for a bend of ``curvature`` [1/m]."""
    tight = maximum(abs(curvature), 1e-9)
    return maximum(sqrt(BEND_SHARE * max_lateral_acceleration / tight), SLOWEST_BEND)


def corner_curvature(turn: Real, cut: Real) -> Real:
    """Return the curvature [1/m] of the arc that rounds a corner of ``turn`` [rad], ``cut`` [m] before and after it."""
    sine, cosine = sincos(0.5 * minimum(abs(turn), math.pi))
    return sine / maximum(cosine * cut, 1e-3)


def approach_speed(distance: Real, end_speed: Real, braking: Real) -> Real:
    """Return the speed [m/s] from which gentle braking leads to ``end_speed`` [m/s] in ``distance`` [m].

    Args:
        braking: greatest deceleration [m/s^2].
    """
    return sqrt(end_speed * end_speed + 2.0 * BRAKING_SHARE * braking * maximum(distance, 0.0))
