"""Steered wheels: their angle follows the driver's at a limited rate.

Source: ISO 8855 for the steer angle, left positive; the limit on its rate is a plain one.
"""

from __future__ import annotations

from typing import NamedTuple

from ..fields import Positive, SteerAngle
from ..mathematics import Real, clamp
from . import steering_lock


class State(NamedTuple):
    """Angle of the steered wheels."""

    wheel_angle: float = 0.0  # of the front wheels, left positive [rad]


class Control(NamedTuple):
    """Driver input to the steering."""

    steer_angle: SteerAngle = 0.0  # wanted of the front wheels, left positive [rad]


class Params(NamedTuple):
    """Limits of the steering."""

    steering_lock: steering_lock.Params = steering_lock.Params()
    max_steer_rate: Positive = 1.0  # the wheels turn no faster [rad/s]


def rate_limited(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the wheels on their way to the wanted angle, no faster than they can.

    Args:
        state: of the wheels.
        control: of the wheels.
        params: of the wheels, with the steering lock.
        dt: time step [s].
    """
    lock = params.steering_lock.max_steer_angle
    wanted = clamp(control.steer_angle, -lock, lock)
    most = dt * params.max_steer_rate
    return State(state.wheel_angle + clamp(wanted - state.wheel_angle, -most, most))
