"""Polar movement, corrected: the same at every frame rate; coasts to a stop, stays there, and turns the right way.

Right for a character in a game: it loses speed in a turn, and with little damping swings past its direction. Wrong for
a vehicle: nothing here knows of wheels, grip or size. First order in ``dt``.

It differs from ``polar/faithful``, the document's code, in what is a defect there. The damping is a parameter of its
own and carries ``dt`` once; braking never reinforces. Without a key it slows down by ``coast_deceleration`` to a stop
and stands. Only a key held turns it about. Above top speed it does not turn, instead of the wrong way; a difference
of angles is wrapped however many turns it has.

Source: "Using Polar Coordinates for Movement in a Game" (document 001), corrected: with D the angle to turn and
p = speed / top speed, yaw_rate' = turn_rate (sin D (1 - p) - damping yaw_rate max(cos D, 0)) and
speed' = acceleration (cos D - p) max_acceleration; the other laws of its text may take the places of sin and cos.
"""

from typing import NamedTuple

from ...convergence import Convergence
from ...fields import NonNegative, Positive
from ...mathematics import Real, clamp, maximum, minimum, select, sincos, wrap_angle
from .arrows import wanted_yaw
from .character import Control, State
from .laws import (
    KEPT,
    AngularVelocity,
    BrakeLaw,
    SpeedLaw,
    TurnLaw,
    brake_fraction,
    pushed_speed,
    share_of,
    speed_fraction,
    turn_fraction,
    turn_rate_of,
    turn_without_overshoot,
)

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

NAME = "polar/corrected"
KIND = "point"
REFERENCE_POINT = "the character"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
CONVERGENCE = (Convergence(1),)


class Params(NamedTuple):
    """The magic numbers, and which of the document's laws hold; the code's by default."""

    max_speed: Positive = 10.0  # towards which it regulates itself [m/s]
    max_acceleration: Positive = 20.0  # at rest [m/s^2]
    coast_deceleration: NonNegative = 10.0  # with no key held, at any speed [m/s^2]
    turn_rate: Positive = 5.0  # most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]
    damping: NonNegative = 1.0  # of the angular velocity, in units of the turn rate [s]
    turn_law: TurnLaw = 0.0  # how the turn grows with the angle that is left [1]
    brake_law: BrakeLaw = 3.0  # how the angular velocity is braked [1]
    speed_law: SpeedLaw = 1.0  # how the acceleration depends on the speed [1]
    angular_velocity: AngularVelocity = 0.0  # kept from step to step, or none: no overshoot then [1]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s]."""
    angle = wrap_angle(control.acceleration_yaw - state.yaw)
    sine, cosine = sincos(angle)
    pushed = pushed_speed(
        params.speed_law, state.speed, cosine, control.acceleration, params.max_speed, params.max_acceleration, dt
    )
    coasted = maximum(state.speed + control.acceleration * params.coast_deceleration * dt, 0.0)
    speed = select(control.acceleration > 0.0, pushed, coasted)
    turn, yaw_rate = yaw_after(state, angle, sine, cosine, params, dt)
    is_turned_about = speed < 0.0
    stands = (control.acceleration <= 0.0) & (speed <= 0.0) & (dt > 0.0)
    yaw = wrap_angle(select(is_turned_about, control.acceleration_yaw, select(stands, state.yaw, state.yaw + turn)))
    sine, cosine = sincos(yaw)
    path = abs(speed) * dt
    return State(
        state.x + path * cosine,
        state.y + path * sine,
        yaw,
        abs(speed),
        select(is_turned_about | stands, 0.0, yaw_rate),
    )


def yaw_after(state: State, angle: Real, sine: Real, cosine: Real, params: Params, dt: Real) -> tuple[Real, Real]:
    """Return the turn [rad] of the speed vector in the step and its new angular velocity [rad/s].

    The ``angle`` is that from the speed vector to the acceleration vector, left positive [rad].
    """
    ease = 1.0 - clamp(state.speed / params.max_speed, 0.0, 1.0)
    fraction = turn_fraction(params.turn_law, angle, sine, ease)
    brake = params.damping * state.yaw_rate * maximum(brake_fraction(params.brake_law, angle, cosine), 0.0)
    kept = state.yaw_rate + (fraction - brake) * params.turn_rate * dt
    without = turn_without_overshoot(fraction * params.turn_rate, angle, dt)
    is_kept = params.angular_velocity == KEPT
    return select(is_kept, kept * dt, without), select(is_kept, kept, turn_rate_of(without, dt, state.yaw_rate))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the arrow keys for a speed [m/s] and a steering command in -1..1, left positive; see ``polar.arrows``.

    So much of the acceleration as reaches the speed in this step; no key while it is faster, so it coasts.
    """
    yaw = wanted_yaw(state, speed, steer)
    _, cosine = sincos(yaw - state.yaw)
    fraction = speed_fraction(params.speed_law, cosine, state.speed / params.max_speed)
    gap = maximum(speed, 0.0) - state.speed
    push = share_of(gap, fraction * params.max_acceleration * dt)
    coast = minimum(share_of(gap, params.coast_deceleration * dt), 0.0)
    return Control(select((gap >= 0.0) | (speed < 0.0) & (push > 0.0), maximum(push, 0.0), coast), yaw)
