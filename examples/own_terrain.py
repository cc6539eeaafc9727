"""Make a terrain of your own from an array, put soils on it, and let vehicles drive about on it.

    python own_terrain.py                 # shows the map
    python own_terrain.py map.png         # saves it

Needs motorpool[app].

A file works as well: ``mp.load_terrain("dem.tif")`` reads GeoTIFF, SRTM, DTED, ESRI grids and NumPy's .npz.
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp
from motorpool.ground.terrain.surface import Surface

SPACING = 10.0  # between posts [m]
SECONDS = 40.0

# Heights: rows go from south to north, columns from west to east. A ridge, a bowl and some roughness.
x, y = np.meshgrid(np.arange(-500.0, 501.0, SPACING), np.arange(-500.0, 501.0, SPACING))
ridge = 60.0 * np.exp(-(((x - 0.4 * y) / 120.0) ** 2))
bowl = -35.0 * np.exp(-((x - 280.0) ** 2 + (y + 150.0) ** 2) / 150.0**2)
heights = ridge + bowl + 2.0 * np.sin(x / 37.0) * np.cos(y / 29.0)
terrain = mp.Terrain.from_heights(heights, SPACING, name="ridge and bowl")

# What the ground is made of: the bowl is mud, all else dry earth. Vehicles slow down on soft ground.
is_mud = bowl[:-1, :-1] < -15.0
surface = Surface.from_classes(is_mud.astype(int), spacing=SPACING, legend={0: "dry-earth", 1: "mud"})

# A world on it: forty vehicles that wander, and trees where the slope suits them.
world = mp.World(
    fleets=[mp.Fleet("bicycle", 20, name="cars"), mp.Fleet("tracked", 20, name="tanks")],
    terrain=terrain,
    surface=surface,
    objects=mp.scatter_objects(terrain, count=600, seed=3),
    seed=3,
)
world.scatter_vehicles()
print(world)

tracks = []


class Watcher:
    """An observer: it is shown the world after each step; columns change in place, so it copies what it keeps."""

    def observe(self, world):
        """Keep where every vehicle is, a few times a second."""
        if world.tick % 15 == 0:
            tracks.append((world.vehicles.x.copy(), world.vehicles.y.copy()))


world.run(seconds=SECONDS, observers=[Watcher()])
print(world.vehicles)

figure, axes = plt.subplots(figsize=(6.4, 5.6), layout="constrained")
shown = axes.contourf(x, y, heights, levels=24, cmap="gist_earth", alpha=0.8)
figure.colorbar(shown, label="height [m]")
axes.contourf(x[:-1, :-1], y[:-1, :-1], is_mud, levels=[0.5, 1.5], colors="none", hatches=["..."])
axes.plot(world.objects.x, world.objects.y, ".", color="darkgreen", markersize=2)
for rows, colour in zip(world.vehicles.rows, ("tab:red", "black"), strict=True):
    ways = np.array(tracks)[:, :, rows]
    axes.plot(ways[:, 0], ways[:, 1], color=colour, linewidth=1)
    axes.plot(ways[-1, 0], ways[-1, 1], "o", color=colour, markersize=3)
axes.set(title="Cars (red), tanks (black), mud (dotted)", xlabel="x, east [m]", ylabel="y, north [m]", aspect="equal")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
