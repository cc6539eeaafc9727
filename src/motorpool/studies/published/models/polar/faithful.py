"""Polar movement as coded in document 001: speed and direction follow a desired direction, with all defects.

Valid for its purpose: a character in a game at one frame rate, with a key held down. Not valid for other frame rates,
because the damping is multiplied by ``dt`` twice: with half the step, half the damping and more overshoot. Its other
defects: without a key (acceleration -1) it never slows from top speed, accelerates if the desired direction is opposed,
and creeps at rest; above top speed it turns the wrong way; an angle of more than one turn is wrapped only once.
``polar/corrected`` has none of these.

The lines that the document lost, of its steps 2 and 9, are restored from its text. Its function does not compute the
position; here the new speed moves it along the new direction, ``yaw``, that of the speed vector. ``yaw`` is kept in
(-pi, pi], and converted to 0..2 pi only for the difference; so of the two single wraps only that of the difference has
an effect, with a linear turn and a desired direction beyond -pi..2 pi.

Source: "Using Polar Coordinates for Movement in a Game" (document 001), its function ``speed``, steps 1 to 10.
Symbols there: speedMagnitude speed, speedAngle yaw, angularVelocity yaw_rate, accelerationAngle acceleration_yaw,
frameTime dt; MAX_SPEED, ACCELERATION and TURN_RATE are "magic numbers" without values.
"""

from typing import NamedTuple

from .....models.convergence import Convergence
from .....models.fields import Positive
from .....models.kinematic.polar.arrows import wanted_yaw
from .....models.kinematic.polar.character import Control, State
from .....models.kinematic.polar.laws import (
    KEPT,
    AngularVelocity,
    PrintedBrakeLaw,
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
from .....models.mathematics import PI, TWO_PI, Real, maximum, select, sincos, wrap_angle

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

KIND = "point"
REFERENCE_POINT = "the character"
CONVERGENCE = (Convergence(1),)


class Params(NamedTuple):
    """Constants of the document, and selected laws; those of its code by default."""

    max_speed: Positive = 10.0  # towards which it regulates itself [m/s]
    max_acceleration: Positive = 20.0  # at rest [m/s^2]
    turn_rate: Positive = 5.0  # most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]
    turn_law: TurnLaw = 0.0  # how the turn grows with the angle that is left [1]
    brake_law: PrintedBrakeLaw = 3.0  # how the angular velocity is braked [1]
    speed_law: SpeedLaw = 1.0  # how the acceleration depends on the speed [1]
    angular_velocity: AngularVelocity = 0.0  # kept from step to step, or none: no overshoot then [1]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s], by the document's ten steps in its order."""
    angle = wrapped_once(control.acceleration_yaw - in_whole_turn(state.yaw))  # 1, 2
    sine, cosine = sincos(angle)  # 3
    turn, yaw_rate = turned(state, angle, sine, cosine, params, dt)  # 4, 5, 7, 8
    speed = pushed_speed(
        params.speed_law, state.speed, cosine, control.acceleration, params.max_speed, params.max_acceleration, dt
    )  # 6
    is_turned_about = speed < 0.0  # 10
    yaw = wrap_angle(select(is_turned_about, control.acceleration_yaw, state.yaw + turn))  # 9
    sine, cosine = sincos(yaw)
    path = abs(speed) * dt
    return State(
        state.x + path * cosine, state.y + path * sine, yaw, abs(speed), select(is_turned_about, 0.0, yaw_rate)
    )


def turned(state: State, angle: Real, sine: Real, cosine: Real, params: Params, dt: Real) -> tuple[Real, Real]:
    """Return the turn [rad] of the speed vector in the step and its new angular velocity [rad/s].

    The ``angle`` is from the speed vector to the acceleration vector, positive to the left [rad].
    """
    fraction = turn_fraction(params.turn_law, angle, sine, 1.0 - state.speed / params.max_speed)
    # multiplied by dt again below
    brake = -state.yaw_rate * brake_fraction(params.brake_law, angle, cosine) * dt * params.turn_rate
    kept = state.yaw_rate + (fraction + brake) * dt * params.turn_rate
    without = turn_without_overshoot(fraction * params.turn_rate, angle, dt)
    is_kept = params.angular_velocity == KEPT
    return select(is_kept, kept * dt, without), select(is_kept, kept, turn_rate_of(without, dt, state.yaw_rate))


def in_whole_turn(yaw: Real) -> Real:
    """Return a direction in 0..2 pi, as in the document, of one in (-pi, pi]."""
    return select(yaw < 0.0, yaw + TWO_PI, yaw)


def wrapped_once(angle: Real) -> Real:
    """Return an angle of -3 pi..3 pi [rad] by the shorter way; at most one turn is subtracted."""
    return select(angle > PI, angle - TWO_PI, select(angle < -PI, angle + TWO_PI, angle))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the arrow keys for a speed [m/s] and a steering command in -1..1, left positive; see ``polar.arrows``.

    The acceleration is just enough to reach the speed in this step. Coasting does not brake near top speed, so it slows
    down late.
    """
    yaw = wanted_yaw(state, speed, steer)
    _, cosine = sincos(yaw - state.yaw)
    fraction = speed_fraction(params.speed_law, cosine, state.speed / params.max_speed)
    gain = fraction * params.max_acceleration * dt
    return Control(share_of(maximum(speed, 0.0) - state.speed, gain), yaw)
