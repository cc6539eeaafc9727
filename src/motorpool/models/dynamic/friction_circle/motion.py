"""Along and across the path: gravity, drive and brakes, the grip of the ground, rolling resistance and air.

The grip is one circle for all directions. It turns the velocity with the vehicle, holds it on a side slope, stops it
and pushes it, until all that together asks for more; then the vehicle slides.

Source: document 003, sum_linear_forces and calc_velocity, and its sentence after equation 3.15: an unmoving vehicle
should slide if gravity exceeds friction. Nothing there did so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...kinematic.arc import along_twist
from ...mathematics import Real, clamp, select, sincos, wrap_angle
from ...parts.attitude import GRAVITY, Tilt
from .drive import Effort
from .friction import Velocity, after_resistance, grip_of_rolling, grip_of_sliding, without

if TYPE_CHECKING:
    from . import vehicle


class Motion(NamedTuple):
    """Velocity after a step, and the force that held the vehicle."""

    speed: Real  # along the path [m/s]
    lateral_speed: Real  # to the left of the path: the slide [m/s]
    resistance: Real  # of ground and air along the path, forward positive [N]


def motion_after(
    state: vehicle.State, effort: Effort, locked: Real, turn: Real, tilt: Tilt, params: vehicle.Params, dt: Real
) -> Motion:
    """Return the velocity after ``dt`` [s] on a path that turns by ``turn`` [rad], counter-clockwise positive."""
    velocity = _gripped(state, effort, locked, turn, tilt, params, dt)
    pressed = (1.0 - locked) * GRAVITY * dt * tilt.normal  # what is locked does not roll
    standing, moving = params.static_resistance * pressed, params.rolling_resistance * pressed
    air = params.air_drag / params.mass * abs(state.speed)
    speed = after_resistance(state.speed, velocity.ahead, standing, moving) / (1.0 + dt * air)
    return Motion(speed, velocity.left, _resistance(speed, effort, locked, tilt, params))


def _gripped(
    state: vehicle.State, effort: Effort, locked: Real, turn: Real, tilt: Tilt, params: vehicle.Params, dt: Real
) -> Velocity:
    """Return the velocity that gravity, drive, brakes and the grip of the ground make."""
    ahead, left = GRAVITY * dt * tilt.ahead, GRAVITY * dt * tilt.left
    pressed = GRAVITY * dt * tilt.normal
    static, sliding = params.static_friction * pressed, params.sliding_friction * pressed
    sine, cosine = sincos(turn)
    free = Velocity(  # without friction: it keeps its direction while the vehicle turns under it
        state.speed * cosine + state.lateral_speed * sine + ahead,
        state.lateral_speed * cosine - state.speed * sine + left,
    )
    kept = 1.0 - grip_of_sliding(Velocity(state.speed, state.lateral_speed), free, static, sliding)

    followed = state.speed + ahead  # as on rails
    drive, brake = dt * effort.drive / params.mass, dt * effort.brake / params.mass
    push = drive - clamp(followed, -brake, brake)
    grip = grip_of_rolling(push, state.lateral_speed, free.left, static, sliding)
    rolling = without((1.0 - grip.left) * free.ahead + grip.left * followed, grip.ahead * brake) + grip.ahead * drive
    return Velocity(
        locked * kept * free.ahead + (1.0 - locked) * rolling,
        locked * kept * free.left + (1.0 - locked) * (1.0 - grip.left) * free.left,
    )


def _resistance(speed: Real, effort: Effort, locked: Real, tilt: Tilt, params: vehicle.Params) -> Real:
    """Return the resistance [N]: at rest the holding force, else rolling (or locked: sliding) friction and air."""
    weight = params.mass * GRAVITY
    holding = -effort.surge - weight * tilt.ahead
    coefficient = locked * params.sliding_friction + (1.0 - locked) * params.rolling_resistance
    friction = coefficient * weight * tilt.normal * select(speed > 0.0, -1.0, 1.0)
    return select(speed == 0.0, holding, friction - params.air_drag * speed * abs(speed))


def pose_after(
    state: vehicle.State, motion: Motion, drift: Real, turn: Real, tilt: Tilt, dt: Real
) -> tuple[Real, Real, Real]:
    """Return x, y [m] and yaw [rad] on the map after a step along a path that leaves at ``drift`` [rad] from the nose.

    The mean of the speeds before and after carries it: the document's position counted ``a dt^2`` too much.

    Args:
        drift: direction of the path from the nose, left positive [rad].
        turn: change of the path's direction on the ground, counter-clockwise positive [rad].
    """
    ahead = 0.5 * dt * (state.speed + motion.speed)
    left = 0.5 * dt * (state.lateral_speed + motion.lateral_speed)
    turned = turn * tilt.turn_run
    forward = ahead * tilt.ahead_run + left * tilt.drift_run
    x, y, _ = along_twist(state.x, state.y, state.yaw + drift, forward, left * tilt.left_run, turned)
    return x, y, wrap_angle(state.yaw + turned)
