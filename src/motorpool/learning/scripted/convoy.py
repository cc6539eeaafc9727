"""Scripted driver of Convoy-v0: each vehicle tracks its goal's pose and speed.

Source: Kanayama, Kimura, Miyazaki, Noguchi, "A Stable Tracking Control Method for an Autonomous Mobile Robot", IEEE
International Conference on Robotics and Automation (1990), equation 8: here as a curvature and a speed.
"""

import numpy as np
from numpy.typing import NDArray

ALONG = 0.6  # speed for an error along the heading [1/s]
ACROSS = 0.02  # curvature for an error to the left [1/m^2]
TURNED = 0.25  # curvature for the sine of the heading error [1/m]
FULL_CURVATURE = 0.25  # of the path at full steer, about [1/m]
FIRM = 1.0  # throttle for an error of the speed [s/m]


def drive(observations: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return throttle and steering of each row's vehicle.

    Args:
        observations: (rows, entries), as Convoy-v0 declares them.
    """
    seen = observations.astype(np.float64)
    ahead = np.where(abs(seen[:, 1]) < 1.0, 2.0 * seen[:, 1], 20.0 * seen[:, 0])
    left = np.where(abs(seen[:, 3]) < 1.0, 2.0 * seen[:, 3], 20.0 * seen[:, 2])
    sine, cosine = seen[:, 4], seen[:, 5]
    faster, speed = 5.0 * seen[:, 6], 15.0 * seen[:, 7]
    wanted = np.maximum((speed + faster) * cosine + ALONG * ahead, 0.0)
    curvature = ACROSS * left + TURNED * sine
    return np.stack([np.clip(FIRM * (wanted - speed), -1.0, 1.0), np.clip(curvature / FULL_CURVATURE, -1.0, 1.0)], 1)
