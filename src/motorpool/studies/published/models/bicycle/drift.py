"""Drift by a delay in seconds: the wheels move along the heading that the car had some time ago.

The same at any frame rate, up to the error of a frame: it converges with order 1. In a steady bend the rear slides
outwards by the angle e through which the car turns in the delay, e = delay * speed / wheelbase *
(sin(steer_angle - e) + sin(e)). A picture of drifting, not its physics: tyres, grip and mass are not in it.

The history holds 20 frames, so the delay may be 20 * dt at most. Between two frames the heading is interpolated. A
history belongs to one ``dt``: change it, and the old frames count as if they had taken the new time.

Source: "Simple 2D car steering physics in games" (document 004), its comment 13, whose delay is a number of frames; the
delay in seconds and the formula of the steady bend are ours.
"""

from typing import NamedTuple

from .....models.convergence import Convergence
from .....models.fields import MaxSteerAngle, NonNegative, Positive
from .....models.kinematic.bicycle.arc import Control, control_from_command
from .....models.mathematics import Flag, Real, select
from .delayed import FRAMES, State, step_along_earlier_heading

__all__ = ["KIND", "LIMIT", "Control", "Params", "State", "control_from_command", "is_valid", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the middle of the wheelbase"
CONVERGENCE = (Convergence(1, at={"delay": 0.0}, reference="bicycle/six-line-limit"),)
ROUNDING = 1.000001  # tolerance for the rounding of 20 * dt
LIMIT = "delay may be at most 20 * dt, for the history holds 20 frames: take a shorter delay or longer steps"


class Params(NamedTuple):
    """Parameters of the vehicle."""

    wheelbase: Positive = 2.7  # front to rear axle [m]
    delay: NonNegative = 0.1  # how long ago the car pointed where its wheels move now [s]
    max_steer_angle: MaxSteerAngle = 0.6  # of a full steering command in drive() [rad]


def is_valid(control: Control, params: Params, dt: Real) -> Flag:
    """Return whether the history is long enough; a step with zero duration needs none."""
    return (params.delay <= FRAMES * dt * ROUNDING) | (dt == 0.0)


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after one frame of ``dt`` [s], for the middle of the wheelbase."""
    frames = params.delay / select(dt > 0.0, dt, 1.0)
    return step_along_earlier_heading(state, control, params, dt, frames)
