"""Attitude on a slope: components of gravity along, across and into it, and lengths projected on the map.

The ground under the vehicle is the plane of its two slopes. Seen in a direction with the slopes a ahead and b to the
left, the path's unit vectors are t = (1, 0, a) / T, n = (-a, -b, 1) / N and l = n x t = (-ab, T^2, b) / (N T), with
T^2 = 1 + a^2 and N^2 = 1 + a^2 + b^2; their third components are the shares of gravity.

Source: document 003, equations 3.14 to 3.16 and angle_momentum, corrected: equation 3.15 is the
force into the ground and not along it; the sign of gravity was wrong uphill; a side slope pulled nothing; the ground
was looked at on one side only.
"""

from typing import NamedTuple

from ..mathematics import Real, atan, sincos, sqrt

GRAVITY = 9.81  # as document 003 takes it [m/s^2]


class Tilt(NamedTuple):
    """Tilt of the ground along a path in one direction."""

    ahead: Real  # share of gravity that pulls along the path, negative uphill [1]
    left: Real  # share of gravity that pulls to the left of the path [1]
    normal: Real  # share of gravity that presses on the ground [1]
    ahead_run: Real  # distance ahead on the map of a metre along the path [1]
    drift_run: Real  # distance ahead on the map of a metre to the left, square to the path [1]
    left_run: Real  # distance to the left on the map of a metre to the left [1]
    turn_run: Real  # turn on the map of a turn about the ground's normal [1]


def tilt_of(slope_x: Real, slope_y: Real, direction: Real) -> Tilt:
    """Return the tilt of the ground along a direction counter-clockwise from east [rad]; slopes are east and north."""
    return tilt_along(*slopes_of(slope_x, slope_y, direction))


def tilt_along(ahead: Real, left: Real) -> Tilt:
    """Return the tilt of a ground that rises by ``ahead`` along the path and by ``left`` to its left [1]."""
    steep = sqrt(1.0 + ahead * ahead)
    normal = sqrt(1.0 + ahead * ahead + left * left)
    both = steep * normal
    return Tilt(
        ahead=-ahead / steep,
        left=-left / both,
        normal=1.0 / normal,
        ahead_run=1.0 / steep,
        drift_run=-ahead * left / both,
        left_run=steep / normal,
        turn_run=steep * steep / normal,
    )


def normal_share(slope_x: Real, slope_y: Real) -> Real:
    """Return the share of gravity that presses on a ground with two slopes [1], in any direction."""
    return 1.0 / sqrt(1.0 + slope_x * slope_x + slope_y * slope_y)


def pitch_and_roll(slope_x: Real, slope_y: Real, yaw: Real) -> tuple[Real, Real]:
    """Return pitch (nose down +) and roll (right side down +) [rad] on ground with slopes to the east and north [1].

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
    """
    ahead, left = slopes_of(slope_x, slope_y, yaw)
    return -atan(ahead), atan(left / sqrt(1.0 + ahead * ahead))


def slopes_of(slope_x: Real, slope_y: Real, direction: Real) -> tuple[Real, Real]:
    """Return the slopes [1] of the ground ahead and to the left in a direction counter-clockwise from east [rad]."""
    sine, cosine = sincos(direction)
    return slope_x * cosine + slope_y * sine, slope_y * cosine - slope_x * sine
