"""Actuation: offset, ratio and delay between a steering command and the wheels, and the place of a position sensor.

The delay is the filter whose step lasts ``steer_delay`` on average and whose gain is maximally flat: two states, so it
is a part of the vehicle as any other, whatever the time step and the backend. A command of frequency f arrives late by
the delay with an error of (2 pi f delay)^2 / 6 of it, and at 1 / sqrt(1 + (2 pi f delay)^4 / 4) of its size: for 0.1 s
at 1 Hz 7 % of the delay and 98 %. A step arrives with an overshoot of 4 %.

Source: the truncated series of e^(s T) as a denominator, 1 / (1 + s T + (s T)^2 / 2): the Pade approximant (0, 2) of a
delay, which is Butterworth's filter of second order; Oppenheim and Schafer, "Discrete-Time Signal Processing", 3rd ed.,
appendix B. Its solution for a command that is constant over the step is exact.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from .fields import Positive, Range
from .mathematics import Real, exp, maximum, sincos

SHORTEST = 1e-6  # a delay or a step below this is taken as this long where it divides [s]

SteerOffset = Annotated[float, Range(low=-0.5, high=0.5, words="in -0.5..0.5 (in radians; 0.1 is 6 degrees)")]
Delay = Annotated[float, Range(low=0.0, high=1.0, words="in 0..1 (in seconds)")]


class State(NamedTuple):
    """Steering command on its way to the wheels."""

    delayed_steer_angle: float = 0.0  # steering command that arrives, left positive [rad]
    delayed_steer_change: float = 0.0  # of it, by its present rate over the delay, left positive [rad]


class Params(NamedTuple):
    """Steering: wheel angle = steer_ratio * delayed command + steer_offset."""

    steer_offset: SteerOffset = 0.0  # true wheel angle minus the commanded one, left positive [rad]
    steer_ratio: Positive = 1.0  # change of the wheel angle over that of the command [1]
    steer_delay: Delay = 0.0  # from a steering command to the wheels [s]


class Steering(NamedTuple):
    """Steering after a step: the delayed command and the wheel angle."""

    state: State
    angle: Real  # wanted of the wheels, mean of the step, left positive [rad]


def actuated(state: State, steer_angle: Real, params: Params, dt: Real) -> Steering:
    """Return the wheel angle of a step for a commanded one [rad], left positive, and the command still on its way."""
    length = dt / maximum(params.steer_delay, SHORTEST)
    sine, cosine = sincos(length)
    left = exp(-length)
    error, change = state.delayed_steer_angle - steer_angle, state.delayed_steer_change
    error_after = left * (error * cosine + (error + change) * sine)
    change_after = left * (change * cosine - (2.0 * error + change) * sine)
    fallen = change - change_after + 2.0 * (error - error_after)  # twice the integral of the error, over the delay
    mean = steer_angle + 0.5 * fallen * params.steer_delay / maximum(dt, SHORTEST)
    after = State(steer_angle + error_after, change_after)
    return Steering(after, params.steer_ratio * mean + params.steer_offset)
