"""Scripted driver of Forest-v0: it turns to the free cone that leads nearest to the goal, and drives as far as it sees.

Source: the choice among free sectors by their distance from the goal's direction is that of Borenstein and Koren, "The
vector field histogram - fast obstacle avoidance for mobile robots", IEEE Transactions on Robotics and Automation 7
(1991) 278-288.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BEARINGS = np.radians([-90, -70, -52, -36, -24, -12, 0, 12, 24, 36, 52, 70, 90.0])  # of the cones
CONES = slice(8, 21)  # of the observation
REACH, FAR, NEAR, SPEED = 25.0, 150.0, 30.0, 10.0  # scales of the observation [m], [m], [m], [m/s]
AHEAD = 6  # cone ahead

FREE = 22.0  # free way that is enough [m]
TURN_COST, BLOCK_COST = 1.25, 4.0  # of a radian away from the goal, and of a way that is not free
FAST, BRAKING, STAND = 5.75, 1.4, 8.6  # greatest speed [m/s], deceleration [m/s^2], distance that remains [m]
STEERING = 2.0  # of the bearing [1/rad]


def drive(observations: NDArray[np.float32]) -> Floats:
    """Return actions for observations of the task.

    Args:
        observations: (rows, entries).

    Returns:
        (rows, actions): throttle and steering wheel.
    """
    seen = observations.astype(np.float64)
    goal = np.arctan2(seen[:, 2], seen[:, 3])
    distance = np.where(seen[:, 1] < 1.0, seen[:, 1] * NEAR, seen[:, 0] * FAR)
    free = seen[:, CONES] * REACH
    needed = np.minimum(FREE, distance)[:, None]
    blocked = np.clip(1.0 - (free - STAND) / np.maximum(needed - STAND, 1.0), 0.0, 1.0)
    cost = TURN_COST * np.abs(BEARINGS - np.clip(goal, BEARINGS[0], BEARINGS[-1])[:, None]) + BLOCK_COST * blocked
    bearing = BEARINGS[np.argmin(cost, axis=1)]
    target = np.sqrt(2.0 * BRAKING * np.maximum(free[:, AHEAD] - STAND, 0.0))
    target = np.minimum(target, FAST) * np.clip(1.2 - np.abs(bearing), 0.0, 1.0)
    throttle = np.clip(0.8 * (target - seen[:, 4] * SPEED), -1.0, 1.0)
    return np.stack([throttle, np.clip(STEERING * bearing, -1.0, 1.0)], axis=1)
