"""Scripted driver of OffRoad-v0: of nine directions it takes the one that costs least, and steers to it.

A direction costs what it turns away from the goal, and what its slopes along and across exceed the limits of the truck.

Source: the choice of a heading by costs of its slopes follows Kelly and Stentz, "Rough Terrain Autonomous Mobility",
Autonomous Robots 5 (1998) 129-161, with straight lines in place of arcs.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BEARINGS = np.radians([-90.0, -60.0, -40.0, -20.0, 0.0, 20.0, 40.0, 60.0, 90.0])  # of the scan
DISTANCES = np.array([8.0, 20.0, 40.0, 70.0])  # of the scan [m]
SLOPES = slice(11, 47)  # of the observation: of each bearing, of each distance
RESISTANCES = slice(47, 68)  # of the observation: at seven bearings, without the outer ones, 8, 16 and 26 m away
FAR, NEAR, SPEED, RESISTANCE = 400.0, 40.0, 15.0, 0.4  # scales of the observation

CLIMB, FALL, SIDE = 0.26, 0.4, 0.31  # slopes from which a direction costs, uphill, downhill and across [1]
# weights of ground that is steep, leans or is soft, and of a turn; larger ones take longer ways round it [1]
STEEP_COST, SIDE_COST, TURN_COST, SOFT_COST = 9.0, 9.5, 0.8, 17.0
SOFT = 0.2  # resistance from which a direction costs [1]
FAST, SLOW = 8.6, 5.0  # speeds ahead and in tight turns or on steep ground [m/s]
STEERING = 1.1  # of the bearing [1/rad]


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
    steepness = _steepness(seen[:, SLOPES].reshape(-1, BEARINGS.size, DISTANCES.size), distance)
    turned = np.abs(BEARINGS - np.clip(goal, BEARINGS[0], BEARINGS[-1])[:, None])
    cost = TURN_COST * turned + steepness + SOFT_COST * _softness(seen[:, RESISTANCES].reshape(-1, 7, 3))
    best = np.argmin(cost, axis=1)
    bearing = np.where(np.abs(turned[np.arange(best.size), best]) < 0.2, np.clip(goal, -1.6, 1.6), BEARINGS[best])
    calm = np.clip(1.0 - np.abs(bearing) - 0.5 * steepness[np.arange(best.size), best], 0.0, 1.0)
    target = SLOW + (FAST - SLOW) * calm
    throttle = np.clip(0.6 * (target - seen[:, 5] * SPEED), -1.0, 1.0)
    return np.stack([throttle, np.clip(STEERING * bearing, -1.0, 1.0)], axis=1)


def _steepness(slopes: Floats, distance: Floats) -> Floats:
    """Return the cost of the slopes along and across each bearing, up to the goal.

    Args:
        slopes: mean slopes up to each distance, (rows, bearings, distances) [1].
        distance: distance of the goal (rows,) [m].
    """
    heights = slopes * DISTANCES
    lengths = np.diff(DISTANCES, prepend=0.0)
    along = np.diff(heights, axis=2, prepend=0.0) / lengths
    chord = np.empty(BEARINGS.size)
    chord[1:-1] = BEARINGS[2:] - BEARINGS[:-2]
    chord[[0, -1]] = BEARINGS[1] - BEARINGS[0]
    padded = np.concatenate([heights[:, :1], heights, heights[:, -1:]], axis=1)
    across = (padded[:, 2:] - padded[:, :-2]) / (chord[:, None] * DISTANCES)
    excess = np.maximum(along - CLIMB, 0.0) + np.maximum(-along - FALL, 0.0)
    cost = STEEP_COST * excess + SIDE_COST * np.maximum(np.abs(across) - SIDE, 0.0)
    weight = (DISTANCES - lengths < distance[:, None]) / (1.0 + DISTANCES / 40.0)
    return (cost * weight[:, None, :]).max(axis=2)


def _softness(resistances: Floats) -> Floats:
    """Return the excess of the resistance along each bearing: (rows, bearings less two, distances) to (rows, bearings).

    The outer bearings count as their neighbours do.
    """
    excess = np.maximum(resistances - SOFT / RESISTANCE, 0.0).max(axis=2)
    return np.concatenate([excess[:, :1], excess, excess[:, -1:]], axis=1)
