"""Soil map of a place: areas by their classes, water, and roads on top.

Water is a class of its own, ``WATER``: it bears no vehicle, so that guidance, planned routes and mobility maps refuse
it, and a vehicle that gets into it is immobilised. A waterway narrower than ``WADED`` can be crossed on wet earth.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..roads.network import RoadSection
from ..terrain.heightfield import Terrain
from ..terrain.surface import CLASSES, Surface
from .place_map import Floats, MapArea
from .rasters import Lattice, cells_on, in_rings, near_segments, segments_of

BASE = "grass"  # of ground in no area
WATER, WATER_COLOUR = "water", "#4a7fa5"
# Least friction, greatest resistance, cone index 0: no drive is left on it. In the order of ``surface.FIELDS``.
WATER_ROW = (0.01, 0.01, 1.0, 1.0, 0.0, 0.01, 0.0)
BANK = "wet-earth"  # of narrow waterways
WADED = 3.0  # width from which a waterway is water [m]
CELL = 5.0  # side of a cell, at least [m]
MOST_CELLS = 40_000_000


def soil_map(
    terrain: Terrain, areas: Sequence[MapArea], waterways: Sequence[tuple[Floats, float]],
    sections: Sequence[RoadSection],
) -> Surface:  # fmt: skip
    """Return the surface of the ground, with roads paved: later areas cover earlier ones, roads cover all."""
    cell = max(min(CELL, terrain.spacing), math.sqrt(terrain.width * terrain.depth / MOST_CELLS))
    rows, columns = math.ceil(terrain.depth / cell), math.ceil(terrain.width / cell)
    classes = np.full((rows, columns), CLASSES.index(BASE), np.uint8)
    surface = Surface(classes, cell, terrain.x_west, terrain.y_south)
    surface = surface.with_row(WATER, WATER_ROW, colour=WATER_COLOUR)
    classes, numbers = surface.classes.copy(), {name: number for number, name in enumerate(surface.names)}
    lattice = Lattice(terrain.x_west + 0.5 * cell, terrain.y_south + 0.5 * cell, cell, rows, columns)
    for area in areas:
        kind = WATER if area.is_water else area.kind
        if kind is not None:
            _fill(classes, area.outlines, lattice, numbers[kind])
    narrow = [numbers[BANK if width < WADED else WATER] for _, width in waterways]
    draw_lines(classes, [line for line, _ in waterways], np.array([w for _, w in waterways]), narrow, lattice)
    kinds = [numbers[section.kind] for section in sections]
    lines = [section.points[:, :2] for section in sections]
    draw_lines(classes, lines, np.array([section.width for section in sections]), kinds, lattice)
    return Surface(classes, cell, terrain.x_west, terrain.y_south, surface.names, surface.table, surface.colours)


def draw_lines(
    classes: NDArray[np.uint8], lines: Sequence[Floats], widths: Floats, values: Sequence[int], lattice: Lattice
) -> None:
    """Draw lines into a raster: cells whose centre is on a line's width, or that its middle crosses."""
    if not lines:
        return
    segments, value = segments_of(lines), np.asarray(values, np.uint8)
    for near in near_segments(segments, 0.5 * widths[segments.line], lattice):
        classes[near.row, near.column] = value[segments.line[near.segment]]
    segment, row, column = cells_on(segments, lattice)
    classes[row, column] = value[segments.line[segment]]


def _fill(classes: NDArray[np.uint8], rings: Sequence[Floats], lattice: Lattice, value: int) -> None:
    for row, column, mask in in_rings(rings, lattice):
        part = classes[row : row + mask.shape[0], column : column + mask.shape[1]]
        part[mask] = value
