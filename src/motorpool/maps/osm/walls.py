"""Rows along lines: trees, and walls and fences, which are rows of upright cylinders that touch, open at gates."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .positions import Positions
from .tags import BARRIER_RADIUS, GATE_WIDTH

Floats = NDArray[np.float64]


def spaced(points: Floats, spacing: float, *, most: int) -> Floats:
    """Return points (n, 2) along a line at equal distances of about ``spacing`` [m], with both ends, ``most`` + 1."""
    if len(points) < 2:
        return points
    along: Floats = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    number = min(max(1, round(float(along[-1]) / spacing)), most) + 1
    at: Floats = np.linspace(0.0, float(along[-1]), number)
    return np.column_stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)])


def gates_of(nodes: Sequence[int], positions: Positions) -> Floats:
    """Return the positions (gates, 2) of gates [m].

    Args:
        nodes: indices of nodes in the file.
    """
    known = positions.nodes[np.array(nodes, np.intp)]
    return positions.points[known[known >= 0]]


def wall_points(points: Floats, gates: Floats, *, most: int) -> Floats:
    """Return the middles (n, 2) of the cylinders of a wall, without those in a gate [m].

    Args:
        points: corners of the wall (corners, 2) [m].
        gates: positions (gates, 2); those that are no corner of this wall count, too, if they are near [m].
    """
    if len(points) < 2:
        return points[:0]
    sides = [spaced(np.stack(side), 2.0 * BARRIER_RADIUS, most=most) for side in pairwise(points)]
    middles = np.concatenate([sides[0][:1], *(side[1:] for side in sides)])
    low, high = points.min(axis=0) - GATE_WIDTH, points.max(axis=0) + GATE_WIDTH
    for gate in gates[((gates >= low) & (gates <= high)).all(axis=1)]:
        middles = middles[np.hypot(*(middles - gate).T) > 0.5 * GATE_WIDTH + BARRIER_RADIUS]
    return middles
