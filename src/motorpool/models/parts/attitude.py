"""Attitude on a slope: components of gravity along, across and into it, and lengths projected on the map.

The ground under the vehicle is the plane of its two slopes. Seen in a direction with the slopes a ahead and b to the
left, the path's unit vectors are t = (1, 0, a) / T, n = (-a, -b, 1) / N and l = n x t = (-ab, T^2, b) / (N T), with
T^2 = 1 + a^2 and N^2 = 1 + a^2 + b^2; their third components are the shares of gravity.

Source: document 003, equations 3.14 to 3.16 and angle_momentum, with their defects mended: equation 3.15 is the
force into the ground and not along it; the sign of gravity was wrong uphill; a side slope pulled nothing; the ground
was looked at on one side only.
"""

from typing import NamedTuple, Protocol

from ..mathematics import Real, atan, sincos, sqrt

GRAVITY = 9.81  # as document 003 takes it [m/s^2]


class State(NamedTuple):
    """Attitude of the body."""

    pitch: float = 0.0  # nose down positive [rad]
    roll: float = 0.0  # right side down positive [rad]


class Slopes(Protocol):
    """A ground with two slopes."""

    @property
    def slope_x(self) -> Real:
        """Height gained per metre east [1]."""
        ...

    @property
    def slope_y(self) -> Real:
        """Height gained per metre north [1]."""
        ...


class Tilt(NamedTuple):
    """The ground as a path in one direction finds it."""

    ahead: Real  # share of gravity that pulls along the path, negative uphill [1]
    left: Real  # share of gravity that pulls to the left of the path [1]
    normal: Real  # share of gravity that presses on the ground [1]
    ahead_run: Real  # distance ahead on the map of a metre along the path [1]
    drift_run: Real  # distance ahead on the map of a metre to the left, square to the path [1]
    left_run: Real  # distance to the left on the map of a metre to the left [1]
    turn_run: Real  # turn on the map of a turn about the ground's normal [1]


def tilt_of(ground: Slopes, direction: Real) -> Tilt:
    """The tilt of the ground for a path in a ``direction`` [rad], counter-clockwise from east."""
    return tilt_along(*slopes_of(ground, direction))


def tilt_along(ahead: Real, left: Real) -> Tilt:
    """The tilt of a ground that rises by ``ahead`` along the path and by ``left`` to its left [1]."""
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


def pressing(ground: Slopes) -> Real:
    """The share of gravity that presses on the ground [1], whatever the direction."""
    return 1.0 / sqrt(1.0 + ground.slope_x * ground.slope_x + ground.slope_y * ground.slope_y)


def pitch_and_roll(ground: Slopes, yaw: Real) -> tuple[Real, Real]:
    """Pitch (nose down positive) and roll (right side down positive) [rad] of a vehicle that faces ``yaw`` [rad]."""
    ahead, left = slopes_of(ground, yaw)
    return -atan(ahead), atan(left / sqrt(1.0 + ahead * ahead))


def slopes_of(ground: Slopes, direction: Real) -> tuple[Real, Real]:
    """The ground's slopes ahead and to the left [1], seen in a ``direction`` [rad]."""
    sine, cosine = sincos(direction)
    return ground.slope_x * cosine + ground.slope_y * sine, ground.slope_y * cosine - ground.slope_x * sine
