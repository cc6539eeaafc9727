"""Scripted driver of Park: follow the shortest path of arcs and straight lines, forward or backward.

At each decision it finds the shortest path anew, of one turn, a straight line or another turn, and a last turn, and
drives its beginning. Turns of the path are a little wider than the car's tightest, to leave room for corrections.

Source: Reeds, Shepp, "Optimal paths for a car that goes both forwards and backwards", Pacific Journal of Mathematics
145-2 (1990), sections 8.1 to 8.3: the families CSC, C|C|C and C|CC. Families of four and five parts are left out; they
are a little shorter where they exist.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

TURN = 2.0 * math.pi  # [rad]
POSITION, SPEED = 15.0, 1.5  # scales of the observations [m, m/s]
REAR_AXLE = 1.35  # behind the middle of the wheelbase [m]
FULL_CURVATURE = math.tan(0.6) / 2.7  # of the rear axle's path at full steer [1/m]
CURVATURE = 0.92 * FULL_CURVATURE  # of the turns of a path [1/m]
PREVIEW = 0.9  # length of the path that the steering is the mean of [m]
SLIGHT = 0.02  # parts of the path up to this length are left out [m]
SLOW, APPROACH = 0.3, 4.0  # speed at the next stop [m/s], and for each metre to it [1/s]
WAIT = 1.5  # share of the speed for each unit that the steering is not yet turned
SETTLING = 0.4  # of the speed [s]
ACCELERATION, COASTING = 1.5, 0.3  # of the car [m/s^2]


def drive(observations: NDArray[np.float32]) -> Numbers:
    """Return throttle and steering, of shape (rows, 2), for observations of Park-v0."""
    seen = np.asarray(observations, np.float64).T
    ahead, left, sine, cosine = seen[0] * POSITION, seen[1] * POSITION, seen[7], seen[8]
    behind, aside = ahead + REAR_AXLE * (1.0 - cosine), left - REAR_AXLE * sine
    x, y = -cosine * behind - sine * aside, sine * behind - cosine * aside  # goal of the rear axle, from the car
    turns, lengths = shortest_path(x * CURVATURE, y * CURVATURE, -np.arctan2(sine, cosine))
    lengths = lengths / CURVATURE
    is_slight = np.abs(lengths) < SLIGHT
    direction = np.sign(np.take_along_axis(lengths, is_slight.argmin(axis=0)[None], 0)[0])
    is_same = (lengths * direction > 0.0) | is_slight  # up to the next stop
    is_same[1] &= is_same[0]
    is_same[2] &= is_same[1]
    along = np.where(is_same, np.abs(lengths), 0.0)
    ends = np.minimum(np.cumsum(along, axis=0), PREVIEW)
    parts = np.diff(ends, axis=0, prepend=0.0)
    mean = (turns * parts).sum(axis=0) / np.maximum(ends[-1], 1e-9)
    steer = np.clip(mean * (CURVATURE / FULL_CURVATURE), -1.0, 1.0)
    is_turned = np.clip(1.0 - WAIT * np.abs(steer - seen[10]), 0.0, 1.0)
    wanted = direction * np.minimum(SPEED, SLOW + APPROACH * along.sum(axis=0)) * is_turned
    throttle = ((wanted - seen[9] * SPEED) / SETTLING + direction * COASTING) / (ACCELERATION + COASTING)
    return np.stack([np.clip(throttle, -1.0, 1.0), steer], axis=1)


def shortest_path(x: Numbers, y: Numbers, yaw: Numbers) -> tuple[Numbers, Numbers]:
    """Return the parts of the shortest path to a pose, seen from the car, for turns with a radius of 1.

    Returns:
        turns: (3, rows), 1 left, 0 straight, -1 right.
        lengths: (3, rows), backward negative.
    """
    found: list[tuple[Numbers, Numbers]] = []
    x_back, y_back = x * np.cos(yaw) + y * np.sin(yaw), x * np.sin(yaw) - y * np.cos(yaw)
    for time in (1.0, -1.0):  # forward and backward exchanged
        for side in (1.0, -1.0):  # left and right exchanged
            goal = time * x, side * y, time * side * yaw
            back = time * x_back, side * y_back, time * side * yaw
            for turns, lengths in (
                ((1, 0, 1), _left_straight_left(*goal)),
                ((1, 0, -1), _left_straight_right(*goal)),
                ((1, -1, 1), _left_right_left(*goal)),
                ((1, -1, 1), _left_right_left(*back)[::-1]),
            ):
                found.append((side * np.array(turns, float)[:, None] + 0.0 * x, time * lengths))
    totals = np.array([np.abs(lengths).sum(axis=0) for _, lengths in found])
    best, rows = np.nanargmin(totals, axis=0), np.arange(x.size)
    turns, lengths = (np.array(column)[best, :, rows].T for column in zip(*found, strict=True))
    return turns, lengths


def _left_straight_left(x: Numbers, y: Numbers, yaw: Numbers) -> Any:
    """Return the lengths of the parts, of which none is driven backward (formula 8.1)."""
    east, north = x - np.sin(yaw), y - 1.0 + np.cos(yaw)
    first = np.arctan2(north, east) % TURN
    return np.array([first, np.hypot(east, north), (yaw - first) % TURN])


def _left_straight_right(x: Numbers, y: Numbers, yaw: Numbers) -> Any:
    """Return the lengths of the parts, of which none is driven backward; NaN without such a path (formula 8.2)."""
    east, north = x + np.sin(yaw), y - 1.0 - np.cos(yaw)
    square = east**2 + north**2 - 4.0
    straight = np.sqrt(np.where(square >= 0.0, square, np.nan))
    first = (np.arctan2(north, east) + np.arctan2(2.0, straight)) % TURN
    return np.array([first, straight, (first - yaw) % TURN])


def _left_right_left(x: Numbers, y: Numbers, yaw: Numbers) -> Any:
    """Return the lengths of the parts, the second driven backward; NaN without such a path (formula 8.3)."""
    east, north = x - np.sin(yaw), y - 1.0 + np.cos(yaw)
    quarter = 0.25 * np.hypot(east, north)
    second = -2.0 * np.arcsin(np.where(quarter <= 1.0, quarter, np.nan))
    first = _wrapped(np.arctan2(north, east) + 0.5 * second + math.pi)
    lengths = np.array([first, second, _wrapped(yaw - first + second)])
    return np.where(first >= 0.0, lengths, np.nan)


def _wrapped(angle: Numbers) -> Numbers:
    return (angle + math.pi) % TURN - math.pi
