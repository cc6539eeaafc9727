"""Draws docs/figures/terrain.png: the default terrain from above, and what driving over its posts feels like."""

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.colors import LightSource
from PIL import Image

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain
from motorpool.ground.terrain.hillshade import hillshade

matplotlib.use("Agg")
import matplotlib.pyplot as plt

FIGURE = Path(__file__).parents[2] / "docs" / "figures" / "terrain.png"
LOWEST, HIGHEST = -250.0, 1250.0  # ends of the tints [m]: the lowest third, the sea's blue, is not for valleys
SECTION_LENGTH = 600.0  # [m]


def main() -> None:
    """Draws the figure."""
    terrain = load_terrain("jacksboro")
    figure, (above, beside) = plt.subplots(1, 2, figsize=(11.0, 5.2), width_ratios=(1.15, 1.0), layout="constrained")
    row, column = np.unravel_index(terrain.heights.argmax(), terrain.heights.shape)
    summit_x, summit_y = terrain.x_west + column * terrain.spacing, terrain.y_south + row * terrain.spacing
    draw_map(figure, above, terrain)
    above.plot(summit_x / 1000.0, summit_y / 1000.0, "k^", markersize=5)
    above.annotate("Cross Mountain, 1077 m", (summit_x / 1000.0, summit_y / 1000.0), (4, 5), textcoords="offset points")
    draw_section(beside, terrain, summit_x, summit_y + 0.37 * terrain.spacing)
    FIGURE.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(FIGURE, dpi=100)
    Image.open(FIGURE).convert("RGB").quantize(128).save(FIGURE, optimize=True)  # half the bytes
    print(FIGURE)


def draw_map(figure: Any, axes: Any, terrain: Terrain) -> None:
    """Tints and a hillshade with the light from the north-west; x and y are those of the world."""
    colours = plt.cm.ScalarMappable(plt.Normalize(LOWEST, HIGHEST), plt.get_cmap("gist_earth"))
    shade = hillshade(terrain.heights, spacing=terrain.spacing, exaggeration=2.0)
    shaded = LightSource().blend_soft_light(colours.to_rgba(terrain.heights)[..., :3], shade[..., None])
    edges = [edge / 1000.0 for edge in (terrain.x_west, terrain.x_east, terrain.y_south, terrain.y_north)]
    axes.imshow(shaded, extent=edges, origin="lower")
    axes.set(xlabel="x, east [km]", ylabel="y, north [km]", title='"jacksboro": hillshade, 30 m posts')
    figure.colorbar(colours, ax=axes, label="height [m]", shrink=0.8).ax.set_ylim(200.0, 1100.0)


def draw_section(axes: Any, terrain: Terrain, x: float, y: float) -> None:
    """Height and slope along a line to the east: that of the facets jumps, ours does not."""
    east = np.linspace(0.0, SECTION_LENGTH, 1201)
    height, slope, _ = terrain.sample(x + east, np.full_like(east, y))
    posts = np.arange(0.0, SECTION_LENGTH + 1.0, terrain.spacing)
    axes.plot(east, height, color="tab:brown", label="height")
    axes.plot(posts, terrain.sample(x + posts, np.full_like(posts, y))[0], "o", color="tab:brown", markersize=3)
    axes.set(xlabel="east of the summit [m]", ylabel="height [m]", title="Driving east from Cross Mountain")
    steepness = axes.twinx()
    steepness.plot(east, np.gradient(height, east), color="tab:gray", linewidth=0.9, label="slope of the facets")
    steepness.plot(east, slope, color="tab:blue", label="slope as sampled")
    steepness.set_ylabel("slope towards east [1]")
    lines = [*axes.get_lines()[:1], *steepness.get_lines()]
    axes.legend(lines, [line.get_label() for line in lines], loc="lower left")


if __name__ == "__main__":
    main()
