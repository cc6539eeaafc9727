"""Generated hills: smooth random ground of a chosen steepness, the same for a seed on every machine.

The height is a sum of octaves of noise. Each is a cubic B-spline over a square lattice of random numbers: its slope and
curvature are continuous, and its mean square slope follows from the spline, so that the steepness needs no measurement.
Only sums and products of numbers occur, in a fixed order.

Source of the integrals of the cubic B-spline: de Boor, "A Practical Guide to Splines" (1978), chapter IX.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from .heightfield import Terrain

HILLS = "hills"  # their name in scenarios
SIZE, SPACING, STEEPNESS = 2000.0, 10.0, 0.2  # defaults [m], [m], [1]
MOST_POSTS = 4001  # along a side
STEEPEST = 2.0  # allowed steepness [1]
OCTAVES = ((320.0, 0.7), (130.0, 1.0), (60.0, 0.5))  # side of a lattice cell [m], relative slope
SQUARE, SQUARE_OF_SLOPE = 151.0 / 315.0, 2.0 / 3.0  # integrals of the spline squared, and of its derivative squared [1]
VARIANCE = 1.0 / 3.0  # of numbers that are evenly distributed in -1..1

Floats = NDArray[np.float64]


def make_hills(seed: int, *, size: float = SIZE, spacing: float = SPACING, steepness: float = STEEPNESS) -> Terrain:
    """Return a square of hills around the origin.

    Example:
        ground = make_hills(7, size=1000.0, steepness=0.3)
        print(ground)  # slopes of 0.3 in the root mean square

    Args:
        size: side [m].
        spacing: between posts [m]; adjusted to divide the side into whole intervals.
        steepness: root mean square of the slope; the steepest places have about 2.4 times that [1].

    Raises:
        TerrainError: a value is out of range.
    """
    if not (math.isfinite(size) and size > 0.0 and math.isfinite(spacing) and spacing > 0.0):
        raise TerrainError(f"hills of {size} m with posts {spacing} m apart; both must be positive")
    intervals = max(1, round(size / spacing))
    if intervals >= MOST_POSTS:
        raise TerrainError(
            f"hills of {size:g} m with posts {spacing:g} m apart; at most {MOST_POSTS - 1} intervals make a side: "
            "choose a larger spacing"
        )
    if not 0.0 <= steepness <= STEEPEST:
        raise TerrainError(f"the steepness of hills is {steepness}; it must be 0 to {STEEPEST:g}")
    random = np.random.default_rng(seed)
    places: Floats = np.asarray(np.arange(intervals + 1) * (size / intervals), np.float64)
    total = math.sqrt(sum(slope * slope for _, slope in OCTAVES))
    of_unit = math.sqrt(2.0 * VARIANCE * SQUARE * SQUARE_OF_SLOPE)  # slope of noise with cells of 1 m
    heights = np.zeros((intervals + 1, intervals + 1))
    for cell, slope in OCTAVES:
        heights += (steepness * slope / total * cell / of_unit) * _noise(random, np.asarray(places / cell, np.float64))
    return Terrain.from_heights(
        heights, size / intervals, name="hills", source=f"generated hills, seed {seed}, steepness {steepness:g}"
    )


def _noise(random: np.random.Generator, places: Floats) -> Floats:
    """Return spline noise on a square lattice of places, counted in cells from 0."""
    count = math.floor(places[-1]) + 4
    lattice = random.uniform(-1.0, 1.0, (count, count))
    return _along_rows(np.ascontiguousarray(_along_rows(lattice, places).T), places).T


def _along_rows(values: Floats, places: Floats) -> Floats:
    """Interpolate the rows of an array by the cubic B-spline."""
    first = places.astype(np.intp)
    u = (places - first)[:, None]
    rest = 1.0 - u
    return (
        values[first] * (rest * rest * rest / 6.0)
        + values[first + 1] * ((3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0)
        + values[first + 2] * ((3.0 * rest * rest * rest - 6.0 * rest * rest + 4.0) / 6.0)
        + values[first + 3] * (u * u * u / 6.0)
    )
