"""Soil map of a place: areas by their classes, water, and roads on top.

Water is a class of its own, ``WATER``: it bears no vehicle, so that guidance, planned routes and mobility maps refuse
it, and a vehicle that gets into it is immobilised. A waterway narrower than ``WADED`` can be crossed on wet earth.
"""

import math
from collections.abc import Sequence
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from ..ground.roads.network import RoadSection, lane_reach
from ..ground.terrain.heightfield import Terrain
from ..ground.terrain.surface import CLASSES, Surface
from .place_map import Floats, MapArea
from .rasters import Integers, Lattice, beside, cells_on, fill, segments_of, spans_near

BASE = "grass"  # of ground in no area
WATER, WATER_COLOUR = "water", "#4a7fa5"
# Least friction, greatest resistance, cone index 0: no drive is left on it. In the order of ``surface.FIELDS``.
WATER_ROW = (0.01, 0.01, 1.0, 1.0, 0.0, 0.01, 0.0)
BANK = "wet-earth"  # of narrow waterways
WADED = 3.0  # width from which a waterway is water [m]
CELL = 5.0  # side of a cell, at least [m]
MOST_CELLS = 40_000_000
WIDE = 8  # cells of a span, on average, from which a loop over spans is faster than an index of all their cells


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
    kinds = [(area.outlines, WATER if area.is_water else area.kind) for area in areas]
    covered = [(outlines, numbers[kind]) for outlines, kind in kinds if kind is not None]
    fill(classes, [outlines for outlines, _ in covered], [number for _, number in covered], lattice)
    narrow = [numbers[BANK if width < WADED else WATER] for _, width in waterways]
    draw_lines(classes, [line for line, _ in waterways], np.array([w for _, w in waterways]), narrow, lattice)
    paved = [numbers[section.kind] for section in sections]
    lines = [section.points[:, :2] for section in sections]
    widths, lanes = (np.array(list(map(each, sections))) for each in (attrgetter("width"), lane_reach))
    draw_lines(classes, lines, widths, paved, lattice, lanes=lanes)
    return Surface(classes, cell, terrain.x_west, terrain.y_south, surface.names, surface.table, surface.colours)


def draw_lines(
    classes: NDArray[np.uint8], lines: Sequence[Floats], widths: Floats, values: Sequence[int], lattice: Lattice,
    *, lanes: Floats | None = None,
) -> None:  # fmt: skip
    """Draw lines into a raster: cells whose centre is on a line's width, or that its middle crosses.

    Args:
        lanes: distance from each line up to which the middles of vehicles are; cells there belong to it, too [m].
    """
    if not lines:
        return
    segments, value = segments_of(lines), np.asarray(values, np.uint8)
    for segment, row, first, end in spans_near(segments, 0.5 * widths[segments.line], lattice):
        _draw_spans(classes.reshape(-1), row * lattice.columns + first, end - first, value[segments.line[segment]])
    for side in (0.0,) if lanes is None else (-1.0, 1.0, 0.0):
        aside = segments if lanes is None else beside(segments, side * lanes[segments.line])
        for segment, row, column in cells_on(aside, lattice):
            classes[row, column] = value[segments.line[segment]]


def _draw_spans(cells: NDArray[np.uint8], begin: Integers, counts: Integers, values: NDArray[np.uint8]) -> None:
    """Set ``counts`` cells from each of ``begin`` to its value; a loop is faster for wide spans only."""
    if counts.sum() <= WIDE * len(counts):
        each = np.repeat(begin - np.cumsum(counts) + counts, counts)
        cells[each + np.arange(len(each))] = np.repeat(values, counts)
        return
    for first, count, value in zip(begin.tolist(), counts.tolist(), values.tolist(), strict=True):
        cells[first : first + count] = value
