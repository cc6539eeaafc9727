"""Obstacles: how much of a cell trees, rocks and buildings deny to a vehicle, and what that leaves of its speed.

The middle of a vehicle must stay half its width and a margin away from each object: each denies a disc. Of discs that
lie at random, ``n`` of area ``A`` a square metre, a share 1 - exp(-n A) of the ground is denied (the Boolean model:
Chiu, Stoyan, Kendall and Mecke, "Stochastic Geometry and its Applications", 3rd ed., section 3.1). No way through is
left once the discs hang together from side to side, which happens at a share of 0.676 (Quintanilla and Ziff, "Asymmetry
in the percolation thresholds of fully penetrable disks", Physical Review E 76 (2007) 051115, for discs of one size):
"no-go". Below, a driver must swerve and slow down; that the speed falls in proportion is ours.
"""

import numpy as np

from ..objects.objects import Objects
from ..terrain.heightfield import Terrain
from .trials import Floats

MARGIN = 0.5  # that a driver keeps from an object on either side [m]
BLOCKED = 0.676  # share of the ground denied, at which no way through is left [1]
NEIGHBOURS = 1  # cells on each side of a cell that count for how dense its objects are


def denied_share(terrain: Terrain, objects: Objects, *, width: float) -> Floats:
    """Return the share of each cell's surroundings that objects deny to a vehicle's middle [1], (rows, columns).

    Args:
        terrain: whose posts are the middles of the cells.
        objects: that stand on it.
        width: of the vehicle [m].
    """
    areas: Floats = np.zeros((terrain.rows, terrain.columns))
    row = np.floor((objects.y - terrain.y_south) / terrain.spacing + 0.5).astype(np.intp)
    column = np.floor((objects.x - terrain.x_west) / terrain.spacing + 0.5).astype(np.intp)
    inside = (row >= 0) & (row < terrain.rows) & (column >= 0) & (column < terrain.columns)
    reach = objects.radius + 0.5 * width + MARGIN
    np.add.at(areas, (row[inside], column[inside]), np.pi * reach[inside] ** 2)
    return 1.0 - np.exp(-_mean_around(areas) / terrain.spacing**2)


def speed_share(denied: Floats) -> Floats:
    """Return the share of its speed that a driver keeps where a share of the ground is denied [1]; 0 is "no-go"."""
    return np.maximum(1.0 - denied / BLOCKED, 0.0)


def _mean_around(values: Floats) -> Floats:
    """Return the mean over each cell and its neighbours; fewer of them at the border."""
    size = 2 * NEIGHBOURS + 1

    def summed(padded: Floats) -> Floats:
        for axis in (0, 1):
            sums = np.cumsum(padded, axis=axis)
            zero = np.zeros_like(np.take(sums, [0], axis=axis))
            sums = np.concatenate([zero, sums], axis=axis)
            count = sums.shape[axis]
            padded = np.take(sums, range(size, count), axis=axis) - np.take(sums, range(count - size), axis=axis)
        return padded

    around = NEIGHBOURS
    return summed(np.pad(values, around)) / summed(np.pad(np.ones_like(values), around))
