"""Scripted driver of Pursuit-v0: pursuers lead the evader, which flees from all of them and from the edge.

Sources: Isaacs, "Differential Games" (1965), for the pursuer that aims at the point where both will meet; Khatib,
"Real-Time Obstacle Avoidance for Manipulators and Mobile Robots", International Journal of Robotics Research 5 (1986),
for the evader that follows the sum of repulsions.
"""

import numpy as np
from numpy.typing import NDArray

FIELD = 60.0  # radius of the field [m]
TOP_SPEED = 8.0  # [m/s]
LEAD = 0.6  # share of the time to reach the evader by which its motion is led [1]
EDGE = 3.0  # repulsion of the edge, as a multiple of that of a pursuer at the same distance
SPREAD = 0.5  # steer for a bearing of 1 rad


def drive(observations: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return throttle and steering of each row's vehicle.

    Args:
        observations: (rows, entries), as Pursuit-v0 declares them.
    """
    seen = observations.astype(np.float64)
    pursuing = _toward(*_lead(seen))
    fleeing = _toward(*_away(seen))
    return np.where(seen[:, :1] > 0.5, pursuing, fleeing)


def _lead(seen: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the expected position of the evader, ahead and to the left [m]."""
    ahead, left = FIELD * seen[:, 1], FIELD * seen[:, 2]
    time = LEAD * np.hypot(ahead, left) / TOP_SPEED
    speed = TOP_SPEED * (seen[:, 7] + seen[:, 8])
    return ahead + time * speed * seen[:, 6], left + time * speed * seen[:, 5]


def _away(seen: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sum of repulsions, ahead and to the left."""
    distance, sine, cosine = FIELD * seen[:, 12:15], seen[:, 15:18], seen[:, 18:21]
    push = 1.0 / np.maximum(distance, 1.0)
    ahead, left = -(push * push * cosine).sum(axis=1), -(push * push * sine).sum(axis=1)
    middle_ahead, middle_left = FIELD * seen[:, 10], FIELD * seen[:, 11]
    out = np.hypot(middle_ahead, middle_left)
    gap = np.maximum(FIELD - out, 1.0)
    pull = EDGE / (gap * gap) / np.maximum(out, 1.0)
    return ahead + pull * middle_ahead, left + pull * middle_left


def _toward(ahead: NDArray[np.float64], left: NDArray[np.float64]) -> NDArray[np.float64]:
    bearing = np.arctan2(left, ahead)
    return np.stack([np.where(abs(bearing) > 2.0, 0.6, 1.0), np.clip(bearing / SPREAD, -1.0, 1.0)], axis=1)
