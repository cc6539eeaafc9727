"""Draws docs/figures/route.png: a planned way over the ground at Jacksboro, and the straight line beside it."""

import itertools
import math
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from motorpool.ground.objects.objects import empty_objects
from motorpool.ground.terrain.heightfield_files import load_terrain
from motorpool.ground.terrain.hillshade import shade_of_slopes
from motorpool.world.navigation.route_planning import Ability, plan_route

START, GOAL = (-8000.0, 6000.0), (3000.0, -6000.0)
ABLE = Ability(max_grade=0.4, max_side_slope=0.3)
OUT = Path(__file__).parents[2] / "docs" / "figures" / "route.png"


def main() -> None:
    """Plan, draw, and tell the lengths."""
    terrain = load_terrain("jacksboro")
    route = np.vstack([START, plan_route(terrain, empty_objects(terrain), start=START, goal=GOAL, ability=ABLE)])
    figure, axes = plt.subplots(figsize=(7.2, 6.6), dpi=120, layout="constrained")
    x = np.linspace(-11_000.0, 6_000.0, 600)
    y = np.linspace(-8_000.0, 8_000.0, 560)
    _, slope_x, slope_y = terrain.sample(*np.meshgrid(x, y))
    shade = shade_of_slopes(slope_x, slope_y, exaggeration=1.5)
    extent = (x[0] / 1000, x[-1] / 1000, y[0] / 1000, y[-1] / 1000)
    axes.imshow(shade, extent=extent, origin="lower", cmap="gray", vmin=-0.3, vmax=1.2, alpha=0.8)
    steep = np.where(np.hypot(slope_x, slope_y) > ABLE.max_grade, 1.0, np.nan)
    axes.imshow(steep, extent=extent, origin="lower", cmap=matplotlib.colors.ListedColormap(["#D55E00"]), alpha=0.28)
    axes.plot(*(np.array([START, GOAL]).T / 1000), color="#56B4E9", linestyle="--", linewidth=1.8)
    axes.plot(*(route.T / 1000), color="#0072B2", linewidth=2.4)
    axes.plot(*(route[1:-1].T / 1000), ".", color="#0072B2", markersize=7)
    box = {"facecolor": "white", "alpha": 0.85, "edgecolor": "none", "pad": 2}
    axes.annotate("start", np.array(START) / 1000, (-8, 8), textcoords="offset points", ha="right", bbox=box)
    axes.annotate("destination", np.array(GOAL) / 1000, (8, -12), textcoords="offset points", bbox=box)
    length = sum(math.dist(*pair) for pair in itertools.pairwise(route)) / 1000
    straight = math.dist(START, GOAL) / 1000
    place = route[np.argmax(np.abs(np.cross(np.subtract(GOAL, START), route - START)))] / 1000
    axes.annotate(
        f"planned, {length:.1f} km",
        place,
        (-14, -26),
        textcoords="offset points",
        ha="right",
        color="#0072B2",
        bbox=box,
    )
    axes.annotate(
        f"straight, {straight:.1f} km", (-3.4, 1.0), (12, 10), textcoords="offset points", color="#1F78A8", bbox=box
    )
    axes.text(0.02, 0.02, f"orange: steeper than {ABLE.max_grade:.0%}", transform=axes.transAxes, bbox=box)
    axes.set(xlabel="x, east [km]", ylabel="y, north [km]", title="A planned way over the ground at Jacksboro")
    figure.savefig(OUT)
    print(f"{OUT.name}: {len(route)} points, {length:.2f} km, straight {straight:.2f} km")


if __name__ == "__main__":
    main()
