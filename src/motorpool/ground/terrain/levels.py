"""Levels: the ground, and decks that lie over or under it, such as bridges, tunnels and the decks of car parks.

The ground has one height at each position; decks add others. A vehicle stands on the surface that is nearest to its own
height: one that drives onto a bridge stays on it, and one below drives on below. Where a deck ends, the ground has its
height, so that nobody notices the change. ``stand`` is a scalar function for compiled kernels; ``decks`` makes decks.
"""

from typing import NamedTuple

import numpy as np

from ...base.arrays import FloatTable, Indices
from ...models.mathematics import Real
from .heightfield import Heightfield, sample_heightfield

GROUND = 0  # level of vehicles on the ground; those of decks count from 1
PREFERRED = 0.25  # difference of height in favour of a deck: it has the road's exact form, the ground that of posts [m]
CLIMB = 3.0  # height above or below a vehicle up to which a deck is found; a larger one reaches the next storey [m]
STOREY = 2.5  # difference of height from which what is on two levels is over each other; a lower one touches it [m]
EDGE = 1e-6  # of a triangle beyond its sides, so that no gap stays between two [1]

# Columns of ``Decks.planes``.
X, Y, Z, U_X, U_Y, V_X, V_Y, SLOPE_X, SLOPE_Y = range(9)


class Decks(NamedTuple):
    """Triangles of all decks by the cells that they touch, for stages; without decks there are no rows of cells."""

    x_west: float  # of the cells [m]
    y_south: float  # [m]
    cell: float  # side of a cell [m]
    columns: int
    rows: int
    first: Indices  # (columns * rows + 1,): beginning of each cell in ``item``
    item: Indices  # numbers of triangles by cell
    planes: FloatTable  # (triangles, 9): a corner, two rows that give the shares of the others, and the slopes
    level: Indices  # (triangles,): number of the deck, from 1


NO_DECKS = Decks(
    0.0, 0.0, 1.0, 0, 0, np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros((1, 9)), np.zeros(1, np.int32)
)


def stand(ground: Heightfield, decks: Decks, x: Real, y: Real, z: Real) -> tuple[Real, Real, Real, int]:
    """Return height [m], slopes towards east and north [1] and level of the surface that carries a vehicle.

    It is the deck whose height is nearest to the vehicle's, if none is farther than ``CLIMB`` and the ground is not
    nearer by more than ``PREFERRED``; else the ground.

    Args:
        x, y: east and north [m].
        z: height of the vehicle before [m].
    """
    height, slope_x, slope_y = sample_heightfield(ground, x, y)
    level = GROUND
    u, v = (x - decks.x_west) / decks.cell, (y - decks.y_south) / decks.cell
    if 0.0 <= u < decks.columns and 0.0 <= v < decks.rows:  # false for NaN
        cell = int(v) * decks.columns + int(u)
        gap = abs(height - z) + PREFERRED
        if gap > CLIMB:
            gap = CLIMB
        for entry in range(decks.first[cell], decks.first[cell + 1]):
            number: int = decks.item[entry]
            if not is_on(decks, number, x, y):
                continue
            plane_x, plane_y = decks.planes[number, SLOPE_X], decks.planes[number, SLOPE_Y]
            over = decks.planes[number, Z]
            over += plane_x * (x - decks.planes[number, X]) + plane_y * (y - decks.planes[number, Y])
            if abs(over - z) < gap:
                gap, height, level = abs(over - z), over, int(decks.level[number])
                slope_x, slope_y = plane_x, plane_y
    return height, slope_x, slope_y, level


def slopes_at(ground: Heightfield, decks: Decks, x: Real, y: Real) -> tuple[Real, Real]:
    """Return the slopes towards east and north [1] that drivers expect at a position [m]: of a deck, or of the ground.

    A driver who looks ahead does not ask for levels: over and under a bridge there are roads, and both are about as
    steep, but the ground at the end of a bridge is a wall for neither.
    """
    _, slope_x, slope_y = sample_heightfield(ground, x, y)
    u, v = (x - decks.x_west) / decks.cell, (y - decks.y_south) / decks.cell
    if 0.0 <= u < decks.columns and 0.0 <= v < decks.rows:  # false for NaN
        cell = int(v) * decks.columns + int(u)
        for entry in range(decks.first[cell], decks.first[cell + 1]):
            number: int = decks.item[entry]
            if is_on(decks, number, x, y):
                slope_x, slope_y = decks.planes[number, SLOPE_X], decks.planes[number, SLOPE_Y]
    return slope_x, slope_y


def is_on(decks: Decks, number: int, x: Real, y: Real) -> bool:
    """Return whether a position [m] is on a triangle, seen from above."""
    east, north = x - decks.planes[number, X], y - decks.planes[number, Y]
    share = decks.planes[number, U_X] * east + decks.planes[number, U_Y] * north
    other = decks.planes[number, V_X] * east + decks.planes[number, V_Y] * north
    return share >= -EDGE and other >= -EDGE and share + other <= 1.0 + EDGE
