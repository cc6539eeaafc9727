"""Motion of this world's vehicles as it is sent: velocity, acceleration and rate of turn beside the pose.

Models know speeds, and few know accelerations. So acceleration is the change of velocity, smoothed: one that jumps with
every touch of a pedal would make others extrapolate farther from the truth than none at all.
"""

from typing import Any, NamedTuple

import numpy as np

from ...models.mathematics import clamp, sincos
from ...models.rotation import Vector
from ...world.entity.columns import Motion as MotionColumns
from ...world.entity.columns import Pose as PoseColumns
from .columns import MOTION_ROWS, Floats, InVectors, Motions, Vectors, empty_vector, motion_over

SMOOTHED_OVER = 0.3  # time constant of accelerations and rates of turn [s]
HIGHEST_ACCELERATION = 15.0  # more is a collision, or a vehicle that was placed elsewhere [m/s^2]
STEEPEST = 1.4  # pitch and roll beyond which a vehicle lies rather than drives [rad]


class Estimate(NamedTuple):
    """Motion of each vehicle, along the axes of the world."""

    velocity: Vectors  # [m/s]
    acceleration: Vectors  # [m/s^2]
    yaw_rate: Floats  # about the body's z axis [rad/s]


def no_estimate(count: int) -> Estimate:
    """Return the motion of vehicles of which nothing is known: velocities are not numbers."""
    velocity = Vector(*(np.full(count, np.nan) for _ in range(3)))
    return Estimate(velocity, empty_vector(count), np.zeros(count))


def estimate_rows(pose: PoseColumns, motion: MotionColumns, estimate: Estimate, dt: float) -> InVectors:
    """Take the velocity of each vehicle after a step, and what has changed since the step before.

    Args:
        pose: of the vehicles, a world's columns.
        motion: of the vehicles, likewise; speed, lateral speed and yaw rate are read.
        estimate: is written.
        dt: the step [s].
    """
    velocity, acceleration = estimate.velocity, estimate.acceleration
    share = dt / (SMOOTHED_OVER + dt)
    for i in range(estimate.yaw_rate.size):
        sine, cosine = sincos(pose.yaw[i])
        forward, left = motion.speed[i], motion.lateral_speed[i]
        sine_pitch, cosine_pitch = sincos(clamp(pose.pitch[i], -STEEPEST, STEEPEST))
        sine_roll, cosine_roll = sincos(clamp(pose.roll[i], -STEEPEST, STEEPEST))
        x, y = cosine * forward - sine * left, sine * forward + cosine * left
        z = left * sine_roll / (cosine_roll * cosine_pitch) - forward * sine_pitch / cosine_pitch
        is_known = velocity.x[i] == velocity.x[i]
        ax = clamp((x - velocity.x[i]) / dt, -HIGHEST_ACCELERATION, HIGHEST_ACCELERATION)
        ay = clamp((y - velocity.y[i]) / dt, -HIGHEST_ACCELERATION, HIGHEST_ACCELERATION)
        acceleration.x[i] = acceleration.x[i] + share * (ax - acceleration.x[i]) if is_known else 0.0
        acceleration.y[i] = acceleration.y[i] + share * (ay - acceleration.y[i]) if is_known else 0.0
        rate = estimate.yaw_rate[i]
        estimate.yaw_rate[i] = rate + share * (motion.yaw_rate[i] - rate) if is_known else motion.yaw_rate[i]
        velocity.x[i], velocity.y[i], velocity.z[i] = x, y, z


def motion_of(pose: Any, estimate: Estimate, rows: Any) -> Motions:
    """Return the state of motion of some vehicles, in new arrays.

    Args:
        pose: of all vehicles, a world's columns.
        estimate: of all vehicles.
        rows: ids.
    """
    block = np.zeros((MOTION_ROWS, np.size(rows)))
    columns = (*pose, *estimate.velocity, *estimate.acceleration)
    for values, column in zip(block, columns, strict=False):
        values[:] = column[rows]
    block[-1] = estimate.yaw_rate[rows]
    return motion_over(block)
