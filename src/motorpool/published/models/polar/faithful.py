"""Polar movement as document 001 codes it: speed and direction chase a wanted direction, defects and all.

Right where it was meant: a character in a game at one frame rate, with a key held down. Wrong where the frame rate
changes, since the damping carries ``dt`` twice: half the step, half the damping, and more overshoot. Its other
defects: without a key (acceleration -1) it never slows from top speed, runs away when the wanted direction is
opposed, and creeps at rest; above top speed it turns the wrong way; an angle more than one turn off is wrapped only
once. ``polar/corrected`` has none of these.

The lines that the document lost, of its steps 2 and 9, are restored as its text describes them. The position is not
in its function; here the new speed moves it along the new direction, ``yaw``, that of the speed vector. ``yaw`` is
kept in (-pi, pi], and only made 0..2 pi for the difference; so of the two single wraps only that of the difference
shows, with a linear turn and a wanted direction beyond -pi..2 pi.

Source: "Using Polar Coordinates for Movement in a Game" (document 001), its function ``speed``, steps 1 to 10.
Symbols there: speedMagnitude speed, speedAngle yaw, angularVelocity yaw_rate, accelerationAngle acceleration_yaw,
frameTime dt; MAX_SPEED, ACCELERATION and TURN_RATE are "magic numbers" without values.
"""

from typing import NamedTuple

from ....models.fields import Positive
from ....models.kinematic.polar.arrows import wanted_yaw
from ....models.kinematic.polar.character import Control, State
from ....models.kinematic.polar.laws import (
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
from ....models.mathematics import PI, TWO_PI, Real, maximum, select, sincos, wrap_angle

__all__ = ["KIND", "Control", "Params", "State", "control_from_command", "step"]

KIND = "point"
REFERENCE_POINT = "the character"


class Params(NamedTuple):
    """The magic numbers, and which of the document's laws hold; the code's by default."""

    max_speed: Positive = 10.0  # towards which it regulates itself [m/s]
    max_acceleration: Positive = 20.0  # at rest [m/s^2]
    turn_rate: Positive = 5.0  # most angular acceleration; with no angular velocity, the turn rate in 1/s [rad/s^2]
    turn_law: TurnLaw = 0.0  # how the turn grows with the angle that is left [1]
    brake_law: PrintedBrakeLaw = 3.0  # how the angular velocity is braked [1]
    speed_law: SpeedLaw = 1.0  # how the acceleration depends on the speed [1]
    angular_velocity: AngularVelocity = 0.0  # kept from step to step, or none: no overshoot then [1]


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """The state after ``dt`` [s], by the document's ten steps in its order.

    Args:
        state: before the step: a ``State`` of numbers, or of arrays of shape (vehicles,).
        control: inputs, constant over the step: a ``Control`` of the same shapes.
        params: a ``Params`` of the same shapes.
        dt: time step [s].
    """
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
    """The turn [rad] of the speed vector in the step and its new angular velocity [rad/s].

    Args:
        state: the ``State`` before the step.
        angle: from the speed vector to the acceleration vector, left positive [rad].
        sine, cosine: of that angle.
        params: the ``Params`` of the vehicle.
        dt: time step [s].
    """
    fraction = turn_fraction(params.turn_law, angle, sine, 1.0 - state.speed / params.max_speed)
    brake = -state.yaw_rate * brake_fraction(params.brake_law, angle, cosine) * dt * params.turn_rate  # and dt again:
    kept = state.yaw_rate + (fraction + brake) * dt * params.turn_rate
    without = turn_without_overshoot(fraction * params.turn_rate, angle, dt)
    is_kept = params.angular_velocity == KEPT
    return select(is_kept, kept * dt, without), select(is_kept, kept, turn_rate_of(without, dt, state.yaw_rate))


def in_whole_turn(yaw: Real) -> Real:
    """The direction in 0..2 pi, as the document keeps it, of one in (-pi, pi]."""
    return select(yaw < 0.0, yaw + TWO_PI, yaw)


def wrapped_once(angle: Real) -> Real:
    """The angle [rad] by the shorter way, for one in -3 pi..3 pi; no more than a turn is taken off."""
    return select(angle > PI, angle - TWO_PI, select(angle < -PI, angle + TWO_PI, angle))


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """The arrow keys for a speed [m/s] and a steering command in -1..1, left positive; see ``polar.arrows``.

    So much of the acceleration as reaches the speed in this step. Coasting does not brake near top speed: there it
    slows down late.

    Args:
        state: a ``State`` of numbers, or of arrays of shape (vehicles,).
        speed: commanded speed [m/s], forward positive.
        steer: steering command in -1..1, left positive.
        params: a ``Params`` of the same shapes.
        dt: time step that the control is for [s].
    """
    yaw = wanted_yaw(state, speed, steer)
    _, cosine = sincos(yaw - state.yaw)
    fraction = speed_fraction(params.speed_law, cosine, state.speed / params.max_speed)
    gain = fraction * params.max_acceleration * dt
    return Control(share_of(maximum(speed, 0.0) - state.speed, gain), yaw)
