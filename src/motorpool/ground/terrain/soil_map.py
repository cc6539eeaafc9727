"""Synthetic soil maps derived from the terrain, for areas without a survey.

Water collects in valleys, as the topographic wetness index ln(a / tan b) shows, with the catchment per metre a and the
slope angle b. The wettest ground of a map becomes mud, the next wettest wet earth; steep ground is partly gravel, flat
dry ground has patches of sand, the rest is dry earth. Noise makes the borders irregular. The fractions are estimates
for hilly country.

Sources: Beven and Kirkby, "A physically based, variable contributing area model of basin hydrology" (1979), for the
index; O'Callaghan and Mark, "The extraction of drainage networks from digital elevation data" (1984), for the flow from
each cell to its lowest neighbour.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError
from .heightfield import Terrain
from .surface import CLASSES, Surface

SPACING = 10.0  # default side of a cell [m]
MOST_CELLS = 4_000_000  # limit; larger areas get larger cells
FLOW_CELLS = 120_000  # cells of the lattice of the water flow
FLOW_STEPS = 60  # cells of that lattice over which water is followed. With fewer, wide valleys stay dry
MUD_SHARE, WET_SHARE = 0.012, 0.09  # fractions of all ground: mud; mud and wet earth
# slope at which half of the ground is gravel, and the width of the transition [1]
STONY_SLOPE, STONY_RANGE = 0.42, 0.12
SAND_SHARE, SAND_SLOPE = 0.06, 0.06  # fraction of the flat dry ground, and limit of the slope of flat ground
NOISE_CELL = 120.0  # wavelength of the coarse noise [m]
GRAIN = 0.35  # amplitude of the fine noise relative to the coarse [1]
SEED = 0x5011  # separates these random numbers from those of other purposes

Floats = NDArray[np.float32]


def map_of_terrain(terrain: Terrain, *, seed: int = 0, spacing: float | None = None) -> Surface:
    """Return a soil map for a terrain, the same for the same seed.

    Args:
        seed: a whole number, not negative.
        spacing: side of a cell [m]; by default 10 m, or more to stay below 4 million cells.

    Raises:
        WorldError: seed or spacing is out of range.
    """
    least = math.sqrt(terrain.width * terrain.depth / MOST_CELLS)
    cell = max(SPACING, math.ceil(least)) if spacing is None else spacing
    if not (math.isfinite(cell) and cell >= least and seed >= 0):
        raise WorldError(
            f"a soil map with cells of {cell} m and seed {seed}; cells must be {least:.3g} m or more here, a seed not "
            "negative"
        )
    rows, columns = max(1, math.ceil(terrain.depth / cell)), max(1, math.ceil(terrain.width / cell))
    random = np.random.default_rng([seed, SEED])
    wet, stony, sandy = _scores(terrain, random)
    # The fine noise is the same for all three scores.
    grain = _finer(random.standard_normal((rows // 3 + 2, columns // 3 + 2)).astype(np.float32), rows, columns)
    grain *= np.float32(GRAIN)
    classes = np.full((rows, columns), CLASSES.index("dry-earth"), np.uint8)
    classes[_finer(sandy, rows, columns) + grain > 0.0] = CLASSES.index("dry-sand")
    classes[_finer(stony, rows, columns) + grain > 0.0] = CLASSES.index("gravel")
    wetness = _finer(wet, rows, columns) + grain
    classes[wetness > 0.0] = CLASSES.index("wet-earth")
    classes[wetness > 1.0] = CLASSES.index("mud")
    return Surface(classes, float(cell), terrain.x_west, terrain.y_south)


def _scores(terrain: Terrain, random: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Return scores on a coarse lattice: wet above 0 and muddy above 1; stony above 0; sandy above 0."""
    cell = max(terrain.spacing, math.sqrt(terrain.width * terrain.depth / FLOW_CELLS))
    rows, columns = max(3, round(terrain.depth / cell)), max(3, round(terrain.width / cell))
    y = terrain.y_south + (np.arange(rows) + 0.5) * terrain.depth / rows
    x = terrain.x_west + (np.arange(columns) + 0.5) * terrain.width / columns
    height, slope_x, slope_y = terrain.sample(*np.meshgrid(x, y))
    slope = np.hypot(slope_x, slope_y)
    coarse = [_noise(random, rows, columns, cell) for _ in range(3)]
    index = np.log(_catchment(height) * cell / (slope + 0.01)) + 0.8 * coarse[0]
    wet_from, mud_from = np.quantile(index, [1.0 - WET_SHARE, 1.0 - MUD_SHARE])
    wet = (index - wet_from) / max(mud_from - wet_from, 1e-6)
    stony = (slope - STONY_SLOPE) / STONY_RANGE + coarse[1]
    is_flat_and_dry = (slope < SAND_SLOPE) & (wet < 0.0)
    patches = coarse[2][is_flat_and_dry] if is_flat_and_dry.any() else coarse[2]
    sandy = 2.0 * (coarse[2] - np.quantile(patches, 1.0 - SAND_SHARE))
    sandy = np.minimum(sandy, 4.0 * (1.0 - slope / SAND_SLOPE))
    return wet.astype(np.float32), stony.astype(np.float32), sandy.astype(np.float32)


def _catchment(height: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the number of cells that drain through each cell, followed for ``FLOW_STEPS`` cells; includes the cell."""
    rows, columns = height.shape
    padded = np.pad(height, 1, constant_values=np.inf)
    numbers = np.asarray(np.arange(rows * columns), np.intp).reshape(rows, columns)
    best = np.asarray(np.zeros(height.shape), np.float64)
    target = numbers
    for north, east in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        beside = np.asarray(padded[1 + north : 1 + north + rows, 1 + east : 1 + east + columns], np.float64)
        fall = (height - beside) / math.hypot(north, east)
        target = np.asarray(np.where(fall > best, numbers + north * columns + east, target), np.intp)
        best = np.maximum(best, fall)
    is_flowing, into = np.asarray(best.ravel() > 0.0, np.float64), np.asarray(target.ravel(), np.intp)
    flow = total = np.asarray(np.ones(rows * columns), np.float64)
    for _ in range(FLOW_STEPS):
        flow = np.asarray(np.bincount(into, flow * is_flowing, rows * columns), np.float64)
        total = total + flow
    return total.reshape(rows, columns)


def _noise(random: np.random.Generator, rows: int, columns: int, cell: float) -> NDArray[np.float64]:
    """Return smooth noise of about unit variance in two octaves."""
    total = np.zeros((rows, columns))
    for length, weight in ((4.0 * NOISE_CELL, 1.0), (NOISE_CELL, 0.6)):
        shape = (math.ceil(rows * cell / length) + 2, math.ceil(columns * cell / length) + 2)
        total += weight * _finer(random.standard_normal(shape).astype(np.float32), rows, columns)
    return total / 0.8


def _finer(values: Floats, rows: int, columns: int) -> Floats:
    """Interpolate a coarse lattice bilinearly to a finer one over the same ground."""
    return _stretched(np.ascontiguousarray(_stretched(values, rows).T), columns).T


def _stretched(values: Floats, count: int) -> Floats:
    """Interpolate the rows of an array to another number of rows."""
    place = np.clip((np.arange(count) + 0.5) * len(values) / count - 0.5, 0.0, len(values) - 1.0)
    first = np.minimum(place.astype(np.intp), max(len(values) - 2, 0))
    share = (place - first).astype(np.float32)[:, None]
    after = np.minimum(first + 1, len(values) - 1)
    mixed = values[first] * (np.float32(1.0) - share) + values[after] * share
    return np.asarray(mixed, np.float32)
