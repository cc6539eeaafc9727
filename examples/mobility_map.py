"""Map where an M1A1 and an M998 can go on a rough piece of ground with a muddy valley, dry and wet.

    python mobility_map.py                # shows the maps
    python mobility_map.py maps.png       # saves them, and GeoTIFFs for a GIS beside them

Needs motorpool[app,geo].
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp
from motorpool.ground.terrain.surface import Surface
from motorpool.studies.mobility import mobility_map, write
from motorpool.studies.mobility.summary import summarise

# Two ridges and a valley, 2 x 1.5 km, posts 20 m apart; mud on the valley's floor.
x, y = np.meshgrid(np.arange(-50, 51) * 20.0, np.arange(-38, 38) * 20.0)
heights = 160.0 * np.exp(-(((x + 500.0) / 220.0) ** 2)) + 130.0 * np.exp(-(((x - 450.0) / 160.0) ** 2))
heights *= 1.0 - 0.7 * np.exp(-(((y - 0.3 * x) / 260.0) ** 2))  # a pass over each
heights += 12.0 * np.sin(x / 90.0) * np.cos(y / 120.0)
terrain = mp.Terrain.from_heights(heights, 20.0, name="two ridges")
numbers = np.where(np.abs(x + 40.0 + 0.1 * y) < 90.0, 1, 0)
soils = Surface.from_classes(numbers, spacing=20.0, legend=["dry-earth", "mud"])

figure, panels = plt.subplots(2, 2, figsize=(9.0, 5.6), layout="constrained", sharex=True, sharey=True)
for vehicle, row in zip(("M1A1", "M998"), panels, strict=True):
    for season, axes in zip(("dry", "wet"), row, strict=True):
        found = mobility_map(terrain, soils, vehicle, season=season)
        summary = summarise(found)
        print(f"{vehicle}, {season}: {100 * summary.no_go:.1f} % no-go, V90 {3.6 * summary.v90:.0f} km/h")
        slowest = np.where(found.slowest() > 0.0, 3.6 * found.slowest(), np.nan)
        extent = (x.min() - 10.0, x.max() + 10.0, y.min() - 10.0, y.max() + 10.0)
        axes.set_facecolor("#9c2b2b")  # no-go in some heading
        picture = axes.imshow(slowest, origin="lower", extent=extent, vmin=0.0, vmax=60.0, cmap="viridis")
        axes.contour(x, y, heights, levels=10, colors="white", linewidths=0.4)
        axes.set_title(f"{vehicle}, {season}: {100 * summary.no_go:.0f} % no-go", fontsize="medium")
        if len(sys.argv) > 1:
            write(found, Path(sys.argv[1]).with_name(f"{vehicle}-{season}.tif"))
panels[1, 0].set(xlabel="x, east [m]", ylabel="y, north [m]")
figure.colorbar(picture, ax=panels, label="slowest heading [km/h]; red: no-go in some heading")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
