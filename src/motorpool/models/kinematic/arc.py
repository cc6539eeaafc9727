"""Motion along a circular arc: the exact step that every rolling model shares.

A body that moves with a constant twist (forward speed, lateral speed, yaw rate) turns about a fixed
point. Its displacement over the step is the chord of that arc: as long as the path times
``sinc(turn / 2)``, in the direction of the motion rotated by half the turn. Exact for any ``dt``,
straight lines included: no division by the yaw rate, hence no case for a yaw rate of zero.

As a model of its own it moves anything whose body twist is known: a hovercraft, a holonomic robot.
It is wrong where the twist changes during the step.

Source: integration of SE(2); the chord is that of "tracked vehicle movement" (document 000), whose
``t = d (T1 + T2) / (T1 - T2) * 2 sin(g)`` is written here as ``path * sinc(g)``.
"""

from typing import NamedTuple

from ..convergence import EXACT, Convergence
from ..mathematics import Real, select, sincos, wrap_angle

NAME = "arc"
REFERENCE_POINT = "the point whose velocities the controls give"
CONVERGENCE = (Convergence(EXACT),)


class State(NamedTuple):
    """Pose of the body's reference point, world frame."""

    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east, in (-pi, pi] [rad]


class Control(NamedTuple):
    """The body twist, constant over the step."""

    forward_speed: float = 0.0  # along body x [m/s]
    lateral_speed: float = 0.0  # along body y, left positive [m/s]
    yaw_rate: float = 0.0  # counter-clockwise positive [rad/s]


class Params(NamedTuple):
    """No parameters: the twist determines the motion."""


def step(state: State, control: Control, params: Params, dt: Real) -> State:
    """Return the state after ``dt`` [s] of constant twist."""
    forward, lateral = control.forward_speed * dt, control.lateral_speed * dt
    return State(*along_twist(state.x, state.y, state.yaw, forward, lateral, control.yaw_rate * dt))


def along_arc(x: Real, y: Real, yaw: Real, distance: Real, turn: Real) -> tuple[Real, Real, Real]:
    """Return the pose [m, m, rad] after ``distance`` [m] ahead along an arc that turns left by ``turn`` [rad]."""
    sine, cosine = sincos(yaw + 0.5 * turn)
    chord = distance * sinc(0.5 * turn)
    return x + chord * cosine, y + chord * sine, wrap_angle(yaw + turn)


def along_twist(x: Real, y: Real, yaw: Real, forward: Real, lateral: Real, turn: Real) -> tuple[Real, Real, Real]:
    """Return the pose [m, m, rad] after ``forward`` and ``lateral`` [m], in body axes, and a left ``turn`` [rad]."""
    sine, cosine = sincos(yaw + 0.5 * turn)
    shortening = sinc(0.5 * turn)
    return (
        x + shortening * (forward * cosine - lateral * sine),
        y + shortening * (forward * sine + lateral * cosine),
        wrap_angle(yaw + turn),
    )


def sinc(angle: Real) -> Real:
    """sin(angle) / angle, and 1 at zero, with finite gradients everywhere."""
    square = angle * angle
    near_zero = square < 1e-4
    series = 1.0 - square / 6.0 * (1.0 - square / 20.0)  # its error at the limit: angle^6 / 5040 = 2e-16
    sine, _ = sincos(angle)
    return select(near_zero, series, sine / select(near_zero, 1.0, angle))
