"""Scripted driver of Drift-v0: cascaded control of path, speed, side-slip angle and yaw rate.

A drifting car uses all its grip, so its path is the tighter the slower it is. The offset from the circle and the course
error ask for a speed; the speed error for a side-slip angle, by which the thrust drives the car or holds it back; this
for a yaw rate, which the front wheels control: they point along the velocity of the front axle, plus what the yaw rate
lacks.

Source: Goh, Goel and Gerdes, "Toward automated vehicle control beyond the stability limits: drifting along a general
path", Journal of Dynamic Systems, Measurement, and Control 142(2) (2020), for the cascade of course, side-slip and yaw
rate; here with constant gains, by random search on 100 starts.
"""

import numpy as np
from numpy.typing import NDArray

FRONT_AXLE_OFFSET = 1.2  # of the car that the task declares, ahead of its centre of mass [m]
MAX_STEER_ANGLE = 0.7  # [rad]
GRIP = 3.9  # centripetal acceleration that the yaw rate is fed forward for [m/s^2]
LEAST_RADIUS = 45.0  # of the path, while the car gathers speed [m]
ENTRY_SPEED = 10.4  # below it the side-slip is controlled less, by the square of the speed [m/s]
SPEED = 8.2  # wanted on the circle, where the car drives faster: its side-slip is more than ``SIDE_SLIP`` [m/s]
BY_OFFSET, BY_COURSE = 0.9, 13.0  # lower speed for the offset from the circle [1/s] and an outward course [m/s]
SIDE_SLIP = 0.77  # at the wanted speed, a magnitude [rad]
BY_SPEED = 0.15  # more of it for each m/s above [rad s/m]
LEAST_SIDE_SLIP, MOST_SIDE_SLIP = 0.11, 1.5  # [rad]
YAW = 1.5  # yaw rate for an error of the side-slip angle [1/s]
STEER = 0.8  # angle of the front wheels for an error of the yaw rate [s]
THROTTLE, MORE_THROTTLE = 0.6, 0.08  # at the wanted speed [1], and for each m/s below [s/m]


def drive(observations: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return throttle and steering command (rows, 2) for observations (rows, entries) of Drift-v0."""
    seen = observations.astype(np.float64)
    offset, ahead, left = 15.0 * seen[:, 0], 35.0 * seen[:, 1], 35.0 * seen[:, 2]
    forward, lateral, yaw_rate = 15.0 * seen[:, 3], 15.0 * seen[:, 4], 2.0 * seen[:, 6]
    speed, side_slip = np.hypot(forward, lateral), np.arctan2(lateral, forward)
    course = side_slip - (np.arctan2(left, ahead) - 0.5 * np.pi)  # inward of the circle's tangent
    course = np.arctan2(np.sin(course), np.cos(course))
    excess = speed - (SPEED - BY_OFFSET * offset + BY_COURSE * course)
    wanted = -np.clip(SIDE_SLIP + BY_SPEED * excess, LEAST_SIDE_SLIP, MOST_SIDE_SLIP)
    turn = np.minimum(GRIP / np.maximum(speed, 1.0), speed / LEAST_RADIUS)
    wanted_yaw_rate = turn + YAW * np.minimum(speed / ENTRY_SPEED, 1.0) ** 2 * (side_slip - wanted)
    along = np.arctan2(lateral + FRONT_AXLE_OFFSET * yaw_rate, np.maximum(forward, 1.0))
    steer_angle = along + STEER * (wanted_yaw_rate - yaw_rate)
    throttle = THROTTLE - MORE_THROTTLE * excess
    return np.clip(np.stack([throttle, steer_angle / MAX_STEER_ANGLE], axis=1), -1.0, 1.0)
