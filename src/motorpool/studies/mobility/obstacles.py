"""Obstacles: share of the ground that trees, rocks and buildings deny to a vehicle, and the speed that remains.

The middle of a vehicle must stay half its width and a margin away from each object, so each object denies a disc.
Random discs of area ``A``, ``n`` per square metre, deny a share 1 - exp(-n A) of the ground (the Boolean model: Chiu,
Stoyan, Kendall and Mecke, "Stochastic Geometry and its Applications", 3rd ed., section 3.1). At a share of 0.676 the
discs connect from side to side and leave no way through (Quintanilla and Ziff, "Asymmetry in the percolation thresholds
of fully penetrable disks", Physical Review E 76 (2007) 051115, for discs of one size); the cell is "no-go". Below it a
driver must swerve and slow down. That the speed falls in proportion to the share is an assumption of this project.
"""

import numpy as np

from ...ground.objects.objects import Objects
from ...ground.terrain.heightfield import Terrain
from .trials import Floats

MARGIN = 0.5  # clearance between the vehicle's side and an object [m]
BLOCKED = 0.676  # denied share of the ground, at which no way through is left [1]
NEIGHBOURS = 1  # cells on each side of a cell over which the density of objects is averaged


def denied_share(terrain: Terrain, objects: Objects, *, width: float) -> Floats:
    """Return the share [1] of ground around each cell, (rows, columns), denied to the middle of a width [m]."""
    areas: Floats = np.zeros((terrain.rows, terrain.columns))
    row = np.floor((objects.y - terrain.y_south) / terrain.spacing + 0.5).astype(np.intp)
    column = np.floor((objects.x - terrain.x_west) / terrain.spacing + 0.5).astype(np.intp)
    inside = (row >= 0) & (row < terrain.rows) & (column >= 0) & (column < terrain.columns)
    reach = objects.radius + 0.5 * width + MARGIN
    np.add.at(areas, (row[inside], column[inside]), np.pi * reach[inside] ** 2)
    return 1.0 - np.exp(-_mean_around(areas) / terrain.spacing**2)


def speed_share(denied: Floats) -> Floats:
    """Return the speed where a share of the ground is denied, over that without obstacles [1]; 0 is "no-go"."""
    return np.maximum(1.0 - denied / BLOCKED, 0.0)


def _mean_around(values: Floats) -> Floats:
    """Return the mean over each cell and its neighbours; cells at the border have fewer."""
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
