"""The body above the wheels or tracks: where it goes, how it leans on its springs, how the ground's forces load it.

Pitch and roll follow the specific force (what the ground does to the body, over its mass) as masses on springs do, each
exactly; the force is smoothed over ``SMOOTHING`` before it loads the axles of the next step.

Source: Rajamani, "Vehicle Dynamics and Control", 2nd ed., chapters 4 and 10; load transfer without a closed loop.
"""

from typing import Any, NamedTuple

from ...arc import along_twist
from ...mathematics import clamp, exp, maximum, select, sincos
from ...park.attitude import pitch_and_roll
from .footing import Footing, heaved
from .standing import Velocity
from .suspension import respond, response
from .tipping import tipped

SMOOTHING = 0.08  # of the specific force: about what springs and tyres need to pass it on [s]
SHORTEST = 1e-6  # a step below this is taken as this long where its length divides [s]


class Sitting(NamedTuple):
    """How the body sits on its ground after a step."""

    force_ahead: Any  # specific, smoothed [m/s^2]
    force_left: Any
    heave: Any
    heave_rate: Any
    pitch: Any
    pitch_rate: Any
    roll: Any
    roll_rate: Any
    tip: Any
    tip_rate: Any


def carried(state: Any, footing: Footing, pushed: Any, aside: Any, half_track: Any, params: Any, dt: Any) -> Sitting:
    """How the body sits after the ground changed its velocity by ``pushed`` ahead and ``aside`` to the left [m/s]."""
    follow = (1.0 - exp(-dt / SMOOTHING)) / maximum(dt, SHORTEST)
    force_ahead = state.specific_force_ahead + follow * (pushed - dt * state.specific_force_ahead)
    force_left = state.specific_force_left + follow * (aside - dt * state.specific_force_left)
    springs = response(params.suspension_frequency, params.suspension_damping, dt)
    pitch, pitch_rate = respond(state.body_pitch, state.body_pitch_rate, -params.pitch_gain * force_ahead, springs)
    roll, roll_rate = respond(state.body_roll, state.body_roll_rate, params.roll_gain * force_left, springs)
    heave, heave_rate = heaved(state, footing, springs, params, dt)
    tip, tip_rate = tipped(state, force_left, footing.support, half_track, params, dt)
    return Sitting(
        force_ahead, force_left, heave, select(dt > 0.0, heave_rate, state.heave_rate),
        pitch, pitch_rate, roll, roll_rate, tip, tip_rate,
    )  # fmt: skip


def placed(state: Any, footing: Footing, velocity: Velocity, dt: Any) -> tuple[Any, Any, Any]:
    """The pose on the map after a step that ends with a velocity: the mean of before and after carries it."""
    ahead = 0.5 * dt * (footing.speed + velocity.ahead)
    left = 0.5 * dt * (footing.lateral_speed + velocity.left)
    turn = 0.5 * dt * (state.yaw_rate + velocity.turn) * footing.turn_run
    forward = ahead * footing.ahead_run + left * footing.drift_run
    return along_twist(state.x, state.y, state.yaw, forward, left * footing.left_run, turn)


def leaning(ground: Any, yaw: Any, sits: Sitting) -> tuple[Any, Any]:
    """Pitch and roll [rad] of the body as one sees it: of the ground, on its springs, and onto one side."""
    pitch, roll = pitch_and_roll(ground, yaw)
    return pitch + sits.pitch, roll + sits.roll + sits.tip


def turned_by(ahead: Any, left: Any, angle: Any) -> tuple[Any, Any]:
    """A vector turned by an angle [rad]."""
    sine, cosine = sincos(angle)
    return ahead * cosine - left * sine, ahead * sine + left * cosine


def steered(state: Any, control: Any, params: Any, dt: Any) -> Any:
    """The angle of the front wheels [rad] on their way to the wanted one, no faster than they can."""
    wanted = clamp(control.steer_angle, -params.max_steer_angle, params.max_steer_angle)
    most = dt * params.max_steer_rate
    return state.wheel_angle + clamp(wanted - state.wheel_angle, -most, most)
