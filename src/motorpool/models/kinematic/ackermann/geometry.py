"""Geometry of an Ackermann car: positions, angles and speeds of its wheels, and the centre of rotation.

For drawings, for odometry, and for other cars: any steered axle of four wheels that do not slip. All angles are
left positive, all speeds forward positive; written in the vocabulary, so numbers and arrays both do.

Source: Denis Zorin, "Kinematics of a turning car" (document 002), which leaves the angle of the inner wheel as an
exercise. A line from the centre of rotation, perpendicular to the car, meets the rear axle; the wheelbase over the
distance of a wheel from that line's foot is the tangent of the wheel's angle: cot beta = cot alpha - w / l.
"""

import math
from typing import NamedTuple

from ...mathematics import Real, atan2, select, sincos, tan
from .arc import Control, Params, State, body_twist


class Wheel(NamedTuple):
    """A wheel on the ground."""

    x: Real  # of its middle, east [m]
    y: Real  # of its middle, north [m]
    yaw: Real  # of its rolling direction, counter-clockwise from east; not wrapped [rad]
    steer_angle: Real  # against the car's body, left positive [rad]
    speed: Real  # at which it rolls, forward positive [m/s]


class Wheels(NamedTuple):
    """All four."""

    front_left: Wheel
    front_right: Wheel
    rear_left: Wheel
    rear_right: Wheel


def wheels(state: State, control: Control, params: Params) -> Wheels:
    """Place, direction and rolling speed of each wheel."""
    twist = body_twist(control, params)
    left, right = front_wheel_angles(control, params)
    ahead, aside = 0.5 * params.wheelbase, 0.5 * params.track_width
    return Wheels(
        _wheel(state, twist, ahead, aside, left),
        _wheel(state, twist, ahead, -aside, right),
        _wheel(state, twist, -ahead, aside, 0.0 * left),
        _wheel(state, twist, -ahead, -aside, 0.0 * right),
    )


def centre_of_rotation(state: State, control: Control, params: Params) -> tuple[Real, Real]:
    """Return the point (x, y) [m] where all axles meet; (NaN, NaN) straight ahead, where there is none."""
    tangent = tan(control.outer_wheel_angle)
    is_straight = tangent == 0.0
    to_outer = select(is_straight, math.nan, params.wheelbase / select(is_straight, 1.0, tangent))
    to_middle = to_outer - select(tangent > 0.0, 0.5, -0.5) * params.track_width
    sine, cosine = sincos(state.yaw)
    x_rear = state.x - 0.5 * params.wheelbase * cosine
    y_rear = state.y - 0.5 * params.wheelbase * sine
    return x_rear - to_middle * sine, y_rear + to_middle * cosine


def front_wheel_angles(control: Control, params: Params) -> tuple[Real, Real]:
    """Steering angles [rad] of the left and the right front wheel."""
    outer = control.outer_wheel_angle
    inner = inner_wheel_angle(outer, params)
    is_left_turn = outer > 0.0
    return select(is_left_turn, inner, outer), select(is_left_turn, outer, inner)


def inner_wheel_angle(outer_wheel_angle: Real, params: Params) -> Real:
    """Angle [rad] of the inner front wheel, the larger one, from that of the outer."""
    return _angle_further_inside(outer_wheel_angle, params.track_width, params.wheelbase)


def outer_wheel_angle(inner_wheel_angle: Real, params: Params) -> Real:
    """Angle [rad] of the outer front wheel, the smaller one, from that of the inner."""
    return _angle_further_inside(inner_wheel_angle, -params.track_width, params.wheelbase)


def steer_angle_of_bicycle(outer_wheel_angle: Real, params: Params) -> Real:
    """Angle [rad] of the one front wheel, in the middle, of the bicycle that drives the same arcs."""
    return _angle_further_inside(outer_wheel_angle, 0.5 * params.track_width, params.wheelbase)


def _angle_further_inside(angle: Real, nearer: Real, wheelbase: Real) -> Real:
    """Angle of a wheel that is ``nearer`` [m] to the centre of rotation than one at ``angle``."""
    sine, cosine = sincos(angle)
    return atan2(wheelbase * sine, wheelbase * cosine - nearer * abs(sine))


def _wheel(state: State, twist: tuple[Real, Real, Real], ahead: Real, left: Real, steer_angle: Real) -> Wheel:
    """Return the wheel that stands ``ahead`` and ``left`` [m] of the car's centre."""
    forward_speed, lateral_speed, yaw_rate = twist
    sine, cosine = sincos(state.yaw)
    turned_sine, turned_cosine = sincos(steer_angle)
    along, across = forward_speed - yaw_rate * left, lateral_speed + yaw_rate * ahead
    return Wheel(
        state.x + ahead * cosine - left * sine,
        state.y + ahead * sine + left * cosine,
        state.yaw + steer_angle,
        steer_angle,
        along * turned_cosine + across * turned_sine,
    )
