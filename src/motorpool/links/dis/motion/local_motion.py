"""Motion of local vehicles as it is sent: velocity, acceleration and yaw rate.

Few models compute accelerations, so acceleration is the smoothed change of velocity. Without smoothing, each change of
the pedals would make other programs extrapolate less accurately than with no acceleration at all.
"""

from typing import Any, NamedTuple

import numpy as np

from ....models.mathematics import clamp, sincos
from ....models.rotation import Vector
from ....world.entity.columns import Motion as MotionColumns
from ....world.entity.columns import Pose as PoseColumns
from .columns import MOTION_ROWS, Floats, InVectors, Motions, Vectors, empty_vector, motion_over

SMOOTHED_OVER = 0.3  # time constant of accelerations and yaw rates [s]
HIGHEST_ACCELERATION = 15.0  # limit; larger values come from a collision or a vehicle that was repositioned [m/s^2]
STEEPEST = 1.4  # limit of pitch and roll; beyond it a vehicle is overturned [rad]


class Estimate(NamedTuple):
    """Estimated motion of each vehicle, in the axes of the world."""

    velocity: Vectors  # [m/s]
    acceleration: Vectors  # [m/s^2]
    yaw_rate: Floats  # about the body's z axis [rad/s]


def no_estimate(count: int) -> Estimate:
    """Return the estimate before the first step: velocities are NaN."""
    velocity = Vector(*(np.full(count, np.nan) for _ in range(3)))
    return Estimate(velocity, empty_vector(count), np.zeros(count))


def estimate_rows(pose: PoseColumns, motion: MotionColumns, estimate: Estimate, dt: float) -> InVectors:
    """Update the velocity of each vehicle after a step, its acceleration and its yaw rate."""
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
    """Return the state of motion of some vehicles in new arrays."""
    block = np.zeros((MOTION_ROWS, np.size(rows)))
    columns = (*pose[:6], *estimate.velocity, *estimate.acceleration)
    for values, column in zip(block, columns, strict=False):
        values[:] = column[rows]
    block[-1] = estimate.yaw_rate[rows]
    return motion_over(block)
