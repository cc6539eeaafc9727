"""Pieces of tasks about drifting: driving a circle around the goal with a large side-slip angle.

The side-slip angle is that of ISO 8855: from the vehicle's heading to its velocity, counter-clockwise positive. A car
that drifts counter-clockwise, its nose inward, has a negative one. At low speed a car that turns has a side-slip angle
of the other sign, as its centre of mass is ahead of its rear axle; that is no drift.
"""

from ..models.mathematics import Flag, Real, atan2, clamp, select, sqrt
from .view import Errors, Memory, View


def side_slip(view: View, errors: Errors) -> Real:
    """Return the side-slip angle, from heading to velocity, counter-clockwise positive; 0 at standstill."""
    return atan2(view.lateral_speed, view.speed)


def nose_inward(view: View, errors: Errors) -> Real:
    """Return the angle by which the nose points inward of the velocity in a turn; negative outward."""
    angle = side_slip(view, errors)
    return select(view.yaw_rate < 0.0, angle, -angle)


def circle_offset(view: View, errors: Errors, radius: Real) -> Real:
    """Return the distance of the part outside a circle around the goal."""
    return sqrt(errors.ahead * errors.ahead + errors.left * errors.left) - radius


def drift(
    view: View, errors: Errors, error: Real, memory: Memory, radius: Real, width: Real, angle: Real, speed: Real
) -> Real:
    """Return the seconds of drifting: of the decision, times shares of drift angle, speed and closeness to a circle."""
    closeness = 1.0 - abs(circle_offset(view, errors, radius)) / width
    slipping = nose_inward(view, errors) / angle
    return (
        view.decision
        * clamp(closeness, 0.0, 1.0)
        * clamp(slipping, 0.0, 1.0)
        * clamp(_magnitude(view) / speed, 0.0, 1.0)
    )


def drifting(view: View, errors: Errors, radius: Real, width: Real, angle: Real, speed: Real) -> Flag:
    """Return whether the vehicle drifts on a circle: within a width, with its nose inward, at a speed."""
    return (
        (abs(circle_offset(view, errors, radius)) <= width)
        & (nose_inward(view, errors) >= angle)
        & (_magnitude(view) >= speed)
    )


def spun(view: View, errors: Errors, angle: Real) -> Flag:
    """Return whether the side-slip angle is beyond a limit."""
    return abs(side_slip(view, errors)) > angle


def off_circle(view: View, errors: Errors, radius: Real, width: Real) -> Flag:
    """Return whether the part is farther than a width from a circle around the goal."""
    return abs(circle_offset(view, errors, radius)) > width


def standing(view: View, errors: Errors, speed: Real, after: Real) -> Flag:
    """Return whether the vehicle is slower than a limit, some time after the start."""
    return (_magnitude(view) < speed) & (view.time > after)


def _magnitude(view: View) -> Real:
    return sqrt(view.speed * view.speed + view.lateral_speed * view.lateral_speed)
