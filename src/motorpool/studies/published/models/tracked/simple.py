"""Tracked vehicle, the approximation that document 000 starts from and then corrects.

The straight path ``s`` instead of the chord, along the heading after half the turn. With
``heading_factor`` 1, as the text implies ("the approximate calculation lacks the factor 2"), the
vehicle turns half as far as it should, at any ``dt``: it does not converge. With 2 it is the midpoint
rule: the heading is exact and the position converges with order 2. With ``lead_factor`` 0 as well the path
lies along the old heading: Euler's method, order 1. Use ``tracked/arc`` to drive; use this one to see why.

Source: "tracked vehicle movement" (document 000), before "Improving Accuracy"; its figure 1 is lost,
so this is a reconstruction. Symbols there: s the mean track speed, g half the turn.
"""

from typing import NamedTuple

from .....models.convergence import Convergence
from .....models.fields import Fraction, Positive
from .....models.kinematic.arc import State
from .....models.kinematic.tracked.arc import Control, track_speeds
from .....models.mathematics import Real, sincos, wrap_angle

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

KIND = "tracked"
REFERENCE_POINT = "the point midway between the tracks"
CONVERGENCE = (
    Convergence(2, at={"heading_factor": 2.0, "lead_factor": 1.0}, reference="tracked/arc"),
    Convergence(1, at={"heading_factor": 2.0, "lead_factor": 0.0}, reference="tracked/arc"),
    Convergence(0, at={"heading_factor": 1.0}, reference="tracked/arc"),
)


class Params(NamedTuple):
    """Parameters of the vehicle."""

    track_gauge: Positive = 2.8  # between track centre lines [m]
    max_yaw_rate: Positive = 0.8  # of a full steering command in drive() [rad/s]
    heading_factor: Positive = 1.0  # heading change in units of half the turn: 1 as written, 2 corrected [1]
    lead_factor: Fraction = 1.0  # where the path points, from the old heading 0 to that after half the turn 1 [1]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s], for the point midway between the tracks."""
    path = 0.5 * (control.left_track_speed + control.right_track_speed) * dt
    half_turn = 0.5 * (control.right_track_speed - control.left_track_speed) / params.track_gauge * dt
    sine, cosine = sincos(state.yaw + params.lead_factor * half_turn)
    return State(
        state.x + path * cosine,
        state.y + path * sine,
        wrap_angle(state.yaw + params.heading_factor * half_turn),
    )


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the track speeds for a speed [m/s] of the centre and a steering command in -1..1, positive to the left."""
    return track_speeds(speed, steer, params.track_gauge, params.max_yaw_rate)
