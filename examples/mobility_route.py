"""Find the fastest way of an M998 over two ridges, dry and wet, then drive it and compare the time.

    python mobility_route.py              # shows the ways
    python mobility_route.py ways.png     # saves them

Needs motorpool[app].
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp
from motorpool.ground.terrain.surface import Surface
from motorpool.studies.mobility import mobility_map
from motorpool.studies.mobility.route_files import legs_of
from motorpool.studies.mobility.routes import find_route

# Two ridges and a valley, 2 x 1.5 km, posts 20 m apart; mud on the valley's floor, but for a firm ford in the north.
x, y = np.meshgrid(np.arange(-50, 51) * 20.0, np.arange(-38, 38) * 20.0)
heights = 160.0 * np.exp(-(((x + 500.0) / 220.0) ** 2)) + 130.0 * np.exp(-(((x - 450.0) / 160.0) ** 2))
heights *= 1.0 - 0.7 * np.exp(-(((y - 0.3 * x) / 260.0) ** 2))  # a pass over each
terrain = mp.Terrain.from_heights(heights, 20.0, name="two ridges")
numbers = np.where((np.abs(x + 40.0 + 0.1 * y) < 90.0) & (np.abs(y - 500.0) > 40.0), 1, 0)
soils = Surface.from_classes(numbers, spacing=20.0, legend=["dry-earth", "mud"])
START, GOAL = (-900.0, -250.0), (900.0, 350.0)


def drive(route, mobility, weather):
    """Return how long a world's driver takes for a route, at the map's speed on each leg [s]."""
    world = mp.World(fleets=[mp.Fleet("M998", 1)], terrain=terrain, surface=soils)
    world.weather.change(weather)
    points = route.waypoints
    ahead = points[1] - points[0]
    world.place_vehicles([0], x=points[0, 0], y=points[0, 1], yaw=np.arctan2(ahead[1], ahead[0]))
    world.resolve_positions()
    speeds = [leg.speed for leg in legs_of(route, mobility)]
    world.guidance.route([0], np.column_stack([points[1:], speeds]))
    while not world.vehicles.has_arrived[0] and world.time < 1200.0:
        world.run(seconds=1.0)
    return world.time


figure, panels = plt.subplots(1, 2, figsize=(10.0, 4.0), layout="constrained", sharey=True)
for axes, (season, weather) in zip(panels, [("dry", "dry"), ("wet", "rain")], strict=True):
    mobility = mobility_map(terrain, soils, "M998", season=season)
    route = find_route(mobility, start=START, goal=GOAL)
    driven = drive(route, mobility, weather)
    print(route)
    print(f"{season}: planned {route.travel.time:.0f} s, driven {driven:.0f} s\n")
    slowest = np.where(mobility.slowest() > 0.0, 3.6 * mobility.slowest(), np.nan)
    extent = (x.min() - 10.0, x.max() + 10.0, y.min() - 10.0, y.max() + 10.0)
    axes.set_facecolor("#9c2b2b")  # no-go in some heading
    picture = axes.imshow(slowest, origin="lower", extent=extent, vmin=0.0, vmax=60.0, cmap="viridis")
    axes.contour(x, y, heights, levels=10, colors="white", linewidths=0.4)
    axes.plot(*route.waypoints.T, color="white", linewidth=4.0)
    axes.plot(*route.waypoints.T, color="#e7298a", linewidth=2.0)
    axes.set_title(f"{season}: {route.travel.length:.0f} m, planned {route.travel.time:.0f} s, driven {driven:.0f} s")
    axes.set_xlabel("x, east [m]")
panels[0].set_ylabel("y, north [m]")
figure.colorbar(picture, ax=panels, label="slowest heading [km/h]; red: no-go in some")
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
