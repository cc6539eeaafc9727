"""Picture of a world that was made of a map: relief, soils, roads by their class, buildings, and the licence line."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import require
from ..base.plotting.style import INK, MOST_PIXELS, fractions, label_map, new_figure, note
from ..ground.roads.network import RoadSection
from ..ground.terrain.decks import Deck
from ..ground.terrain.heightfield import Terrain
from ..ground.terrain.hillshade import hillshade
from ..ground.terrain.surface import Surface
from .map_objects import BUILDING, Table
from .place_map import Floats, MapPlace

WIDTH = 8.5  # of the picture [inch]
MOST_CELLS = 1400  # along a side of the relief
SHADES = (0.45, 0.75)  # brightness of the soils in shadow, and what the light adds [1]
WOOD = np.array([0.36, 0.50, 0.30])  # colour of ground with trees
ROADS = {  # colour, width [pt] and order by category
    "motorway": ("#c4452f", 2.0, 6), "trunk": ("#d2632f", 1.8, 5), "primary": ("#df8a33", 1.5, 4),
    "secondary": ("#f0c04a", 1.2, 3), "tertiary": ("#fbe9a0", 1.0, 2), "track": ("#8a6238", 0.6, 1),
}  # fmt: skip
OTHER_ROAD = ("#ffffff", 0.7, 1)
DECK_EDGE = 1.6  # width of the dark edges of a deck, both together [pt]
DECK_ORDER = 7.5  # of decks: over the roads and under the houses
MOST_NAMES = 12


def draw_map(
    path: Path,
    terrain: Terrain,
    surface: Surface,
    objects: Table,
    sections: list[RoadSection],
    places: list[MapPlace],
    *,
    title: str = "",
    attribution: str = "",
) -> None:
    """Draw the picture of a world.

    Args:
        path: .png, .svg or .pdf.
        attribution: licence line, at the lower right of the map.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    ratio = min(max(terrain.depth / terrain.width, 0.4), 1.6)
    figure, (axes,) = new_figure(width=WIDTH, height=WIDTH * ratio + 0.6)
    figure.set_dpi(MOST_PIXELS / WIDTH)
    extent = (terrain.x_west, terrain.x_east, terrain.y_south, terrain.y_north)
    axes.imshow(_ground(terrain, surface, objects), extent=extent, origin="lower", interpolation="nearest", zorder=0)
    _draw_roads(axes, sections)
    _draw_decks(axes, terrain.decks, sections)
    houses = objects.kind == BUILDING
    axes.scatter(objects.x[houses], objects.y[houses], s=0.6, c="#5b3a32", linewidths=0, zorder=8, rasterized=True)
    for each in places[:MOST_NAMES]:
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "alpha": 0.65, "linewidth": 0}
        axes.annotate(each.name[:24], (each.x, each.y), fontsize=7.5, color=INK, zorder=10, ha="center", bbox=box)
    if attribution:
        box = {"boxstyle": "square,pad=0.2", "facecolor": "white", "alpha": 0.85, "linewidth": 0}
        note(axes, attribution, x=0.995, y=0.005, ha="right", va="bottom", color=INK, zorder=12, bbox=box)
    label_map(axes, title=title)
    axes.set_aspect("equal", adjustable="box")
    axes.set_xlim(extent[:2])
    axes.set_ylim(extent[2:])
    axes.grid(False)
    figure.savefig(path, facecolor="white")


def _draw_roads(axes: Any, sections: list[RoadSection]) -> None:
    lines = require("matplotlib.collections", extra="app", purpose="a picture of a map").LineCollection
    groups: dict[tuple[str, float, int], list[NDArray[np.float64]]] = {}
    for section in sections:
        look = ROADS.get(section.category.removesuffix("_link"), OTHER_ROAD)
        groups.setdefault(look, []).append(section.points[:, :2])
    for (colour, width, order), members in groups.items():
        axes.add_collection(lines(members, colors="#4a4038", linewidths=width + 0.6, zorder=1), autolim=False)
        axes.add_collection(lines(members, colors=colour, linewidths=width, zorder=1 + order), autolim=False)


def _draw_decks(axes: Any, decks: Sequence[Deck], sections: list[RoadSection]) -> None:
    """Draw decks over the roads, the lower ones first, in the colours of the roads that they carry."""
    lines = require("matplotlib.collections", extra="app", purpose="a picture of a map").LineCollection
    categories = {section.name or section.source_id: section.category for section in sections}
    for deck in sorted(decks, key=lambda deck: float(deck.points[..., 2].mean())):
        colour, width, _ = ROADS.get(categories.get(deck.name, "").removesuffix("_link"), OTHER_ROAD)
        for drawn, wide in (("#1d1a17", width + DECK_EDGE), (colour, width)):
            line = lines([deck.middle()], colors=drawn, linewidths=wide, capstyle="butt", zorder=DECK_ORDER)
            axes.add_collection(line, autolim=False)


def _ground(terrain: Terrain, surface: Surface, objects: Table) -> NDArray[np.float64]:
    """Return the colours of the ground, (rows, columns, 3), in the light of the relief."""
    stride = max(1, -(-max(terrain.heights.shape) // MOST_CELLS))
    heights = terrain.heights[::stride, ::stride]
    rows, columns = heights.shape
    light = SHADES[0] + SHADES[1] * hillshade(heights, spacing=terrain.spacing * stride)
    x: Floats = terrain.x_west + stride * terrain.spacing * np.arange(columns, dtype=np.float64)
    y: Floats = terrain.y_south + stride * terrain.spacing * np.arange(rows, dtype=np.float64)
    classes = surface.sample(x[None, :] + 0.0 * y[:, None], y[:, None] + 0.0 * x[None, :])
    colours = np.array([fractions(colour) for colour in surface.colours])[classes]
    trees = np.zeros((rows, columns), bool)
    is_tree = objects.kind < BUILDING - 1
    row = np.clip((objects.y[is_tree] - terrain.y_south) / (stride * terrain.spacing), 0, rows - 1).astype(np.intp)
    column = np.clip((objects.x[is_tree] - terrain.x_west) / (stride * terrain.spacing), 0, columns - 1).astype(np.intp)
    trees[row, column] = True
    around = np.pad(trees, 2)  # thinned trees stand for the wood around them
    near = sum(
        around[down : down + rows, right : right + columns].astype(int) for down in range(5) for right in range(5)
    )
    share = np.minimum(np.asarray(near, np.float64) / 2.0, 1.0)[..., None]
    colours = colours + share * (WOOD - colours)
    is_water = np.array([name == "water" for name in surface.names])[classes]
    light = np.where(is_water, 1.0, light)
    return np.clip(colours * light[..., None], 0.0, 1.0)
