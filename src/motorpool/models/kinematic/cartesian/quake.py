"""Quake's movement on the ground: friction, then acceleration up to the commanded speed along the commanded direction.

Right for a character in a game, and to see what document 001 says of it. Only the projection of the velocity on the
wished direction is limited: who wishes beside the way that he moves gains speed beyond the top speed. Friction bounds
the gain on the ground; ``friction_rate=0`` is a character that hardly touches it, the strafe jumper. Wrong for a
vehicle. First order in ``dt``.

With the velocity v, its magnitude s, the wished direction w and the wished speed S:

    s1 = max(s - dt friction_rate max(s, stop_speed), 0),  v1 = v s1 / s
    v2 = v1 + w min(max(S - v1.w, 0), dt acceleration_rate S)

Source: Quake's published program (id Software, github.com/id-Software/Quake): ``SV_UserFriction`` and ``SV_Accelerate``
in WinQuake/sv_user.c, ``PM_Friction`` and ``PM_Accelerate`` in QW/client/pmove.c; the formula, none of the code. The
rates are its defaults (sv_friction 4, sv_accelerate 10); its speeds of 320 and 100 units a second (sv_maxspeed,
sv_stopspeed) are 10 and 3.125 m/s here. Not in it: ledges, water, the air's own limit of 30 units a second on the
wished speed.
"""

from typing import NamedTuple

from ...convergence import Convergence
from ...fields import NonNegative, Positive
from ...mathematics import PI, Real, clamp, maximum, minimum, sincos, wrap_angle
from ..polar.character import Acceleration
from .components import State
from .velocity import moved_by, stick

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

NAME = "cartesian/quake"
KIND = "point"
REFERENCE_POINT = "the character"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1),)

MAX_SIDE = PI / 6.0  # from its way to the wished direction, in control_from_command() [rad]


class Control(NamedTuple):
    """Player inputs."""

    acceleration: Acceleration = 0.0  # wished part of the top speed; none wished at 0 and below [1]
    acceleration_yaw: float = 0.0  # wished direction, counter-clockwise from east [rad]


class Params(NamedTuple):
    """Quake's variables of the server."""

    max_speed: Positive = 10.0  # the most that can be wished [m/s]
    acceleration_rate: Positive = 10.0  # acceleration, over the wished speed [1/s]
    friction_rate: NonNegative = 4.0  # deceleration, over the speed [1/s]
    stop_speed: NonNegative = 3.125  # a slower point is braked as if it had this speed [m/s]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s]."""
    braked = maximum(state.speed - dt * params.friction_rate * maximum(state.speed, params.stop_speed), 0.0)
    sine, cosine = sincos(state.yaw - control.acceleration_yaw)
    along, across = braked * cosine, braked * sine
    wished = maximum(control.acceleration, 0.0) * params.max_speed
    gain = minimum(maximum(wished - along, 0.0), dt * params.acceleration_rate * wished)
    return State(*moved_by(state, along + gain, across, control.acceleration_yaw, dt))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """The stick for a speed [m/s] and a steering command in -1..1, left positive: full is ``MAX_SIDE`` beside its way.

    The wished speed is the one asked for; for one of zero or below nothing is wished.
    """
    side = MAX_SIDE * clamp(steer, -1.0, 1.0)
    return Control(stick(speed, params.max_speed), wrap_angle(state.yaw + side))
