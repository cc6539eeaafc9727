"""Draws docs/figures/rutted-road.png: a hundred trucks, one after the other, on three kinds of ground with ruts.

`python tools/pictures/rut_figure.py` also prints the table of docs/ruts.md. Each truck, an M998 with its load, starts
from rest at full throttle and drives 30 m in the ruts of the trucks before it. The mud is firmer than that of the
surface table: its row is in the first line of the table.
"""

import math
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

import motorpool as mp
from motorpool.ground.terrain.surface import Surface
from motorpool.world.drivers.kinds import PLAYER

mpl.use("Agg")
from matplotlib import pyplot as plt

OUT = Path(__file__).parents[2] / "docs" / "figures" / "rutted-road.png"
TRUCKS, DISTANCE = 100, 30.0
MUD = (0.5, 0.45, 0.15, 0.12, 0.03, 0.5, 90.0)  # friction, sliding, wheels, tracks, shear length, speed, cone index
ROADS = {"mud": ("mud", MUD), "dry sand": ("dry-sand", None), "dry earth": ("dry-earth", None)}
COLOURS = {"mud": "#6b4a2b", "dry sand": "#c9a227", "dry earth": "#8a8f99"}
SHOWN = (1, 2, 3, 10, 30, 100)  # trucks of the table


class Drive(NamedTuple):
    """What each truck met and left, (trucks,)."""

    rut: NDArray[np.float64]  # depth after it [m]
    resistance: NDArray[np.float64]  # over the load [1]
    cone_index: NDArray[np.float64]  # [lb/in^2]
    time: NDArray[np.float64]  # for the distance, from rest [s]


def main() -> None:
    """Drive on all roads, draw the figure, and print the table."""
    drives = {title: drive(kind, row) for title, (kind, row) in ROADS.items()}
    figure, axes = plt.subplots(1, 3, figsize=(10.5, 3.4), layout="constrained")
    titles = "depth of the ruts [m]", "motion resistance over load [1]", f"time for {DISTANCE:g} m [s]"
    for title, found in drives.items():
        for axis, values in zip(axes, (found.rut, found.resistance, found.time), strict=True):
            axis.plot(np.arange(1, TRUCKS + 1), values, color=COLOURS[title], label=title)
    for axis, title in zip(axes, titles, strict=True):
        axis.set(title=title, xlabel="truck", ylim=(0.0, None))
        axis.grid(alpha=0.3)
    axes[0].legend(frameon=False)
    figure.savefig(OUT, dpi=110)
    print("| ground | truck | rut after it [m] | resistance | cone index | time [s] |")
    print("|---|---:|---:|---:|---:|---:|")
    for title, found in drives.items():
        for truck in SHOWN:
            rut, resistance, cone_index, time = (values[truck - 1] for values in found)
            print(f"| {title} | {truck} | {rut:.4f} | {resistance:.4f} | {cone_index:.1f} | {time:.2f} |")


def drive(kind: str, row: tuple[float, ...] | None) -> Drive:
    """Drive all trucks over one ground."""
    terrain = mp.Terrain.flat(size=200.0)
    surface = Surface.uniform(kind, terrain)
    if row is not None:
        surface = surface.with_row(kind, row)
    world = mp.World(fleets=["M998"], terrain=terrain, surface=surface, ruts=True)
    vehicles, (fleet, index) = world.vehicles, world.moved_by(0)
    vehicles.driver[0], vehicles.throttle[0] = PLAYER, 1.0
    found: list[tuple[float, ...]] = []
    for _ in range(TRUCKS):
        fleet.halt(index)
        world.place_vehicles(0, 0.0, 0.0, 0.0)
        start = world.time
        while vehicles.x[0] <= DISTANCE and world.time < start + 60.0:
            world.step()
        time = world.time - start - float((vehicles.x[0] - DISTANCE) / vehicles.speed[0])
        ground = float(vehicles.ground_resistance[0]), float(vehicles.ground_cone_index[0])
        found.append((world.ruts.depth_at(20.0, 0.91), *ground, time if vehicles.x[0] > DISTANCE else math.nan))
    return Drive(*np.array(found).T)


if __name__ == "__main__":
    main()
