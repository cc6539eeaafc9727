"""Drive along a line: the point on it to aim at, how to steer for a point, how fast a bend allows.

Source: pure pursuit (Coulter, "Implementation of the Pure Pursuit Path Tracking Algorithm", Carnegie Mellon
University 1992): the vehicle drives the circle that touches its heading and goes through a point of the line ahead.
"""

import math

from ...models.mathematics import Real, atan2, clamp, maximum, minimum, select, sincos, sqrt, wrap_angle
from ..drivers.steering_control import GAIN

LOOK_TIME = 0.8  # of driving that lies between a vehicle and the point it aims at [s]
NEAREST_SHARE = 0.8  # of its tightest circle's radius: no vehicle aims at a point nearer than that [1]
SLOWEST_BEND = 2.0  # speed at which the tightest bend is driven [m/s]
BEND_SHARE = 0.7  # of the lateral acceleration that the steering allows, so that it can still correct [1]
TURN_SHARE = 0.4  # of its tightest circle's curvature that a vehicle slows down for to turn back [1]
BRAKING_SHARE = 0.5  # of the brakes that are used to arrive somewhere [1]
LARGEST = 1e6  # stands for no limit [m], [m/s]


def lookahead_distance(magnitude: Real, half_length: Real) -> Real:
    """Lookahead distance along the line [m] at ``magnitude`` [m/s]: more than the vehicle's length."""
    return 2.0 * half_length + LOOK_TIME * magnitude


def minimum_lookahead(radius: Real) -> Real:
    """Least lookahead distance [m] of a vehicle with the turning circle ``radius`` [m]; with less it would weave."""
    return NEAREST_SHARE * radius


def point_on_leg(
    x: Real, y: Real, ahead: Real, start_x: Real, start_y: Real, end_x: Real, end_y: Real
) -> tuple[Real, Real, Real, Real]:
    """The point of a leg that lies ``ahead`` [m] of the vehicle at (x, y), no farther than its end.

    Returns its x and y, how far it still is along the leg to the end (negative: passed), and the distance from the
    leg's line [m]. A leg without length is its end.

    Args:
        x, y: position of the vehicle [m].
        ahead: lookahead distance [m].
        start_x, start_y: start of the leg [m].
        end_x, end_y: end of the leg [m].
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
    """Between two points [m].

    Args:
        x, y: one point [m].
        target_x, target_y: the other [m].
    """
    return sqrt((target_x - x) * (target_x - x) + (target_y - y) * (target_y - y))


def bearing_to(x: Real, y: Real, yaw: Real, target_x: Real, target_y: Real) -> Real:
    """Bearing of a point from the vehicle's nose, left positive, in (-pi, pi] [rad].

    Args:
        x, y: position of the vehicle [m].
        yaw: of the vehicle, counter-clockwise from east [rad].
        target_x, target_y: the point [m].
    """
    return wrap_angle(atan2(target_y - y, target_x - x) - yaw)


def pursuit_curvature(bearing: Real, distance: Real) -> Real:
    """Curvature [1/m] of the circle that touches the heading and goes through the point; for one behind, of half it."""
    sine, cosine = sincos(bearing)
    sharpest = select(bearing < 0.0, -1.0, 1.0)
    return 2.0 * select(cosine > 0.0, sine, sharpest) / maximum(distance, 0.1)


def required_curvature(bearing: Real, distance: Real, tightest_radius: Real) -> Real:
    """Curvature [1/m] for which to choose the speed on the way to a point; the farther aside, the tighter to turn.

    Args:
        bearing: of the point from the nose, left positive [rad].
        distance: to the point [m].
        tightest_radius: of the vehicle's turns [m].
    """
    sine, _ = sincos(0.5 * bearing)
    return maximum(abs(pursuit_curvature(bearing, distance)), TURN_SHARE * sine * sine / tightest_radius)


def course_to(yaw: Real, bearing: Real, distance: Real, full_curvature: Real) -> Real:
    """The course [rad] for which ``steer_toward`` steers as pure pursuit does toward a point.

    It steers GAIN for each radian, so the course is less than the point's bearing where the point is farther than the
    tightest circle's radius. ``full_curvature`` [1/m] is that of the path at full steer now.

    Args:
        yaw: of the vehicle, counter-clockwise from east [rad].
        bearing: of the point from the nose, left positive [rad].
        distance: to the point [m].
        full_curvature: of the path at full steer [1/m].
    """
    command = pursuit_curvature(bearing, distance) / maximum(full_curvature, 1e-3)
    error = minimum(abs(bearing), abs(command) / GAIN)
    return wrap_angle(yaw + select(abs(command) >= 1.0, bearing, select(bearing < 0.0, -error, error)))


def bend_speed(curvature: Real, max_lateral_acceleration: Real) -> Real:
    """Speed [m/s] for a bend of ``curvature`` [1/m]."""
    tight = maximum(abs(curvature), 1e-9)
    return maximum(sqrt(BEND_SHARE * max_lateral_acceleration / tight), SLOWEST_BEND)


def corner_curvature(turn: Real, cut: Real) -> Real:
    """Curvature [1/m] of the arc that rounds a corner of ``turn`` [rad], ``cut`` [m] before and after it."""
    sine, cosine = sincos(0.5 * minimum(abs(turn), math.pi))
    return sine / maximum(cosine * cut, 1e-3)


def approach_speed(distance: Real, end_speed: Real, braking: Real) -> Real:
    """The speed [m/s] from which gentle braking leads to ``end_speed`` [m/s] in ``distance`` [m].

    Args:
        distance: way that is left [m].
        end_speed: at its end [m/s].
        braking: greatest deceleration [m/s^2].
    """
    return sqrt(end_speed * end_speed + 2.0 * BRAKING_SHARE * braking * maximum(distance, 0.0))
