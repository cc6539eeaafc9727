"""Steered wheels: their angle follows the driver's at a limited rate.

Source: ISO 8855 for the steer angle, left positive; the limit on its rate is a plain one.
"""

from typing import NamedTuple

from ..fields import MaxSteerAngle, Positive, SteerAngle
from ..mathematics import Real, clamp


class State(NamedTuple):
    """Angle of the steered wheels."""

    wheel_angle: float = 0.0  # of the front wheels, left positive [rad]


class Control(NamedTuple):
    """Driver input to the steering."""

    steer_angle: SteerAngle = 0.0  # wanted of the front wheels, left positive [rad]


class Params(NamedTuple):
    """Limits of the steering."""

    max_steer_angle: MaxSteerAngle = 0.6  # the wheels turn no further [rad]
    max_steer_rate: Positive = 1.0  # the wheels turn no faster [rad/s]


def limit_rate(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the steered wheels after ``dt`` [s] at no more than their greatest rate."""
    commanded = clamp(control.steer_angle, -params.max_steer_angle, params.max_steer_angle)
    most = dt * params.max_steer_rate
    return State(state.wheel_angle + clamp(commanded - state.wheel_angle, -most, most))
