"""Tracked vehicle, exact: tracks that do not slip carry it along a circular arc.

Valid while both track speeds are constant over the step; then exact for any ``dt``.
Real tracks slip sideways when they turn: this vehicle turns 1.3 to 1.6 times as fast as a tank.

Source: "tracked vehicle movement" (document 000), whose quotient by (T1 - T2) is written here as a
sinc, so that equal track speeds need no branch. Symbols there: T1, T2 left and right track speeds,
2d track gauge, g half the turn, t the chord.
"""

from typing import NamedTuple

from ...convergence import EXACT, Convergence
from ...fields import Positive
from ...mathematics import Real, clamp
from ..arc import State, along_arc

NAME = "tracked/arc"
KIND = "tracked"
REFERENCE_POINT = "the point midway between the tracks"
CONVERGENCE = (Convergence(EXACT),)


class Control(NamedTuple):
    """Driver inputs."""

    left_track_speed: float = 0.0  # forward positive [m/s]
    right_track_speed: float = 0.0  # forward positive [m/s]


class Params(NamedTuple):
    """Parameters of the vehicle."""

    track_gauge: Positive = 2.8  # between track centre lines [m]
    max_yaw_rate: Positive = 0.8  # of a full steering command in drive() [rad/s]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] at constant track speeds, for the point midway between the tracks."""
    speed = 0.5 * (control.left_track_speed + control.right_track_speed)
    yaw_rate = (control.right_track_speed - control.left_track_speed) / params.track_gauge
    return State(*along_arc(state.x, state.y, state.yaw, speed * dt, yaw_rate * dt))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the track speeds for a speed [m/s] of the middle and a steering command in -1..1, left positive."""
    return track_speeds(speed, steer, params.track_gauge, params.max_yaw_rate)


def track_speeds(speed: Real, steer: Real, track_gauge: Real, max_yaw_rate: Real) -> Control:
    """Return the track speeds for a speed [m/s] of the middle and a share ``steer`` of ``max_yaw_rate`` [rad/s].

    Args:
        speed: speed of the middle, forward positive [m/s].
        steer: steering command in -1..1, left positive.
    """
    half_difference = 0.5 * track_gauge * max_yaw_rate * clamp(steer, -1.0, 1.0)
    return Control(speed - half_difference, speed + half_difference)
