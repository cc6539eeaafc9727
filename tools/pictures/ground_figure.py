"""Draws docs/figures/ground.png: the soil map and the roads of the scenario jacksboro, where its vehicles are."""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from motorpool.ground.terrain.hillshade import shade_of_slopes
from motorpool.world.scenario import load

OUT = Path(__file__).parents[2] / "docs" / "figures" / "ground.png"


def main() -> None:
    """Build the world, draw its ground, and tell the shares."""
    world = load("jacksboro").build()
    surface, terrain = world.surface, world.terrain
    west, south, east, north = world.area
    figure, axes = plt.subplots(figsize=(9.6, 7.0), dpi=120, layout="constrained")
    extent = np.array([0, surface.columns, 0, surface.rows]) * surface.spacing / 1000
    extent += np.repeat([surface.x_west, surface.y_south], 2) / 1000
    colours = ListedColormap(surface.colours)
    last = len(surface.names) - 0.5
    axes.imshow(
        surface.classes, extent=extent, origin="lower", cmap=colours, vmin=-0.5, vmax=last, interpolation="nearest"
    )
    x, y = np.linspace(west, east, 500), np.linspace(south, north, 500)
    _, east_slope, north_slope = terrain.sample(*np.meshgrid(x, y))
    shade = shade_of_slopes(east_slope, north_slope, exaggeration=1.5)
    box = np.array([west, east, south, north]) / 1000
    axes.imshow(shade, extent=box, origin="lower", cmap="gray", vmin=0.0, vmax=1.0, alpha=0.25)
    for road in world.roads:
        axes.plot(*(road.points.T / 1000), color="#2b2622", linewidth=3.4)
        axes.plot(*(road.points.T / 1000), color="#f3e9d2", linewidth=1.8)
    columns = ((np.array([west, east]) - surface.x_west) / surface.spacing).astype(int)
    rows = ((np.array([south, north]) - surface.y_south) / surface.spacing).astype(int)
    part = surface.classes[slice(*rows), slice(*columns)]
    shares = np.bincount(part.ravel(), minlength=len(surface.names)) / part.size
    shown = [number for number in np.argsort(-shares) if shares[number] > 0.0]
    legend = [
        Patch(facecolor=surface.colours[k], edgecolor="#333", label=f"{surface.names[k]}, {shares[k]:.1%}")
        for k in shown
    ]
    legend.append(Line2D([], [], color="#f3e9d2", linewidth=1.8, label="roads (gravel)"))
    figure.legend(handles=legend, loc="outside right center", facecolor="#c9bda6", edgecolor="none")
    axes.set(xlim=box[:2], ylim=box[2:], xlabel="x, east [km]", ylabel="y, north [km]")
    axes.set(title="What the ground is made of in the scenario jacksboro", aspect="equal")
    figure.savefig(OUT)
    length = sum(road.length for road in world.roads) / 1000
    print(
        f"{OUT.name}: {len(world.roads)} roads, {length:.1f} km; "
        + ", ".join(f"{surface.names[k]} {shares[k]:.1%}" for k in shown)
    )


if __name__ == "__main__":
    main()
