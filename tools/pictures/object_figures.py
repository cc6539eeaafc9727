"""Draws docs/figures/objects.png and docs/figures/avoid.png: run it after a change to objects or avoidance.

The map: 40 000 objects over the Jacksboro terrain. The drive: cars on course east among some of them, by the
scalar functions themselves.
"""

import math
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D
from PIL import Image

from motorpool.ground.objects.contact import deepest_contact
from motorpool.ground.objects.grid import nearest_in_cone
from motorpool.ground.objects.objects import KINDS, Objects, scatter_objects
from motorpool.ground.terrain.area import flattest_area
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain
from motorpool.ground.terrain.hillshade import hillshade
from motorpool.models.kinematic.arc import along_arc
from motorpool.world.avoidance.search_cone import HALF_ANGLE, avoid, reach
from motorpool.world.navigation.speed_control import keep_speed, slow_for
from motorpool.world.navigation.steering_control import steer_limit, steer_toward

FIGURES = Path(__file__).parents[2] / "docs" / "figures"
COLOURS = ("#14532d", "#84a83b", "#57534e", "#c2410c")  # by kind
HALF_LENGTH, HALF_WIDTH, CURVATURE, DT = 2.4, 1.1, 0.2, 1.0 / 60.0


def draw_map(terrain: Terrain, objects: Objects) -> None:
    """All objects, and one square kilometre of them."""
    shade = hillshade(terrain.heights, spacing=terrain.spacing, exaggeration=3.0)
    whole = flattest_area(terrain, 8000.0)
    figure, axes = plt.subplots(1, 2, figsize=(12.6, 6.4), layout="constrained")
    part = (2300.0, 4200.0, 3300.0, 5200.0)
    for axis, (west, south, east, north), sizes in (
        (axes[0], whole, [0.7, 0.7, 0.7, 3.0]),
        (axes[1], part, [7.0, 9.0, 9.0, 0.0]),
    ):
        extent = (terrain.x_west, terrain.x_east, terrain.y_south, terrain.y_north)
        axis.imshow(shade, cmap="gray", origin="lower", extent=extent, vmin=-0.6, vmax=1.1)
        for kind, (name, colour) in enumerate(zip(KINDS, COLOURS, strict=True)):
            own = objects.kind == kind
            count = f"{name}: {own.sum()}"
            axis.scatter(objects.x[own], objects.y[own], sizes[kind], colour, linewidth=0, label=count)
        axis.set(xlim=(west, east), ylim=(south, north), xlabel="x, east [m]", ylabel="y, north [m]")
    axes[0].set_title(f"{objects.count} objects in the gentlest 8 x 8 km of {terrain.name}")
    axes[0].legend(loc="upper left", markerscale=4.0, framealpha=0.9)
    axes[0].add_patch(plt.Rectangle(part[:2], 1000.0, 1000.0, fill=False, color="black", linewidth=1.2))
    axes[1].set_title("one square kilometre of it")
    for index in np.flatnonzero(objects.kind == KINDS.index("building")):
        x, y, radius = objects.x[index], objects.y[index], objects.radius[index]
        turn = Affine2D().rotate_around(x, y, objects.yaw[index])
        house = plt.Rectangle((x - 0.8 * radius, y - 0.6 * radius), 1.6 * radius, 1.2 * radius, color=COLOURS[3])
        house.set_transform(turn + axes[1].transData)
        axes[1].add_patch(house)
    save(figure, "objects.png")


def drive(objects: Objects, x: float, y: float, *, until_x: float) -> tuple[np.ndarray, int]:
    """A car's path east: columns x, y, whether it was avoiding; and in how many steps it touched something."""
    yaw, speed, steer, desired_yaw, is_avoiding, touches = 0.0, 10.0, 0.0, 0.0, 0.0, 0
    path = []
    while x < until_x and len(path) < 10_000:
        index, distance, right = nearest_in_cone(x, y, yaw, reach(speed), HALF_ANGLE, objects.circles, HALF_WIDTH)
        desired_yaw, is_avoiding = avoid(yaw, 0.0, desired_yaw, is_avoiding, float(index >= 0), right)
        limit = steer_limit(speed, CURVATURE, 4.0)
        steer = steer_toward(yaw, desired_yaw, steer, 2.0, DT, CURVATURE * speed, limit)
        speed = keep_speed(speed, slow_for(distance - HALF_LENGTH, 10.0, 3.0, 4.0), 2.5, 6.0, DT)
        x, y, yaw = along_arc(x, y, yaw, speed * DT, CURVATURE * steer * speed * DT)
        _, x, y, depth = deepest_contact(x, y, yaw, HALF_LENGTH, HALF_WIDTH, objects.circles)
        touches += depth > 0.0
        path.append((x, y, is_avoiding))
    return np.array(path), touches


def draw_drive(objects: Objects) -> None:
    """Where the wood is thickest."""
    tree = objects.kind < 2
    counts, east, north = np.histogram2d(objects.x[tree], objects.y[tree], bins=20)
    column, row = np.unravel_index(counts.argmax(), counts.shape)
    west, south = east[column], north[row]
    figure, axis = plt.subplots(figsize=(11.0, 6.4), layout="constrained")
    for kind, colour in enumerate(COLOURS):
        for index in np.flatnonzero(objects.kind == kind):
            axis.add_patch(plt.Circle((objects.x[index], objects.y[index]), objects.radius[index], color=colour))
    touches = 0
    for start in np.linspace(south + 40.0, south + 310.0, 10):
        path, contact = drive(objects, west - 100.0, float(start), until_x=west + 480.0)
        touches += contact
        is_avoiding = path[:, 2] > 0.5
        axis.plot(path[:, 0], path[:, 1], color="#1d4ed8", linewidth=1.2)
        axis.plot(*np.where(is_avoiding, path[:, :2].T, math.nan), color="#dc2626", linewidth=1.8)
    axis.plot([], [], color="#1d4ed8", label="on course")
    axis.plot([], [], color="#dc2626", label="turning away from what is in the cone")
    axis.legend(loc="upper right", framealpha=0.9)
    axis.set(xlim=(west - 60.0, west + 480.0), ylim=(south + 10.0, south + 340.0), aspect="equal")
    axis.set(xlabel="x, east [m]", ylabel="y, north [m]", title="Ten cars at 10 m/s through a wood, on course east")
    save(figure, "avoid.png")
    print(f"avoid.png: {touches} steps in contact")


def save(figure: Figure, name: str) -> None:
    """With a palette, which is a third of the bytes."""
    figure.savefig(FIGURES / name, dpi=90)
    with Image.open(FIGURES / name) as image:
        small = image.convert("RGB").quantize(128, Image.Quantize.MAXCOVERAGE)
    small.save(FIGURES / name, optimize=True)


def main() -> None:
    """Both figures."""
    FIGURES.mkdir(exist_ok=True)
    terrain = load_terrain("jacksboro")
    objects = scatter_objects(terrain)
    draw_map(terrain, objects)
    draw_drive(objects)


if __name__ == "__main__":
    main()
