"""Let a convoy of cars follow a leader along a route, and plot the gaps between them.

    python convoy.py                      # shows the plot
    python convoy.py convoy.png           # saves it

Needs motorpool[app].
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import motorpool as mp

COUNT = 6
SECONDS = 60.0
ROUTE = [(60.0, 0.0), (160.0, 60.0), (260.0, 60.0), (320.0, 0.0), (320.0, -80.0)]  # x, y [m]

# The cars stand in a row, looking east; the first of them is at the origin.
world = mp.World(fleets=[mp.Fleet("car", COUNT, name="cars")], name="convoy")
cars = range(COUNT)
world.place_vehicles(slice(None), x=-14.0 * np.arange(COUNT), y=0.0, yaw=0.0)
world.resolve_positions()  # stands them on the ground

# The leader drives the route; each of the others follows the one before it.
world.guidance.route([0], ROUTE, speed=8.0)
world.guidance.convoy(list(cars))
print(world, world.guidance, sep="\n")

times, places = [], []


class Watcher:
    """An observer: it is shown the world after each step; columns change in place, so it copies what it keeps."""

    def observe(self, world):
        """Keep where every vehicle is, a few times a second."""
        if world.tick % 6 == 0:
            times.append(world.time)
            places.append(np.column_stack([world.vehicles.x, world.vehicles.y]))


world.run(seconds=SECONDS, observers=[Watcher()])
ways = np.array(places)  # (samples, cars, 2)
gaps = np.linalg.norm(np.diff(ways, axis=1), axis=2)  # between middles [m]
print(f"largest gap {gaps.max():.1f} m, smallest {gaps.min():.1f} m; the leader has arrived: ", end="")
print(bool(world.vehicles.has_arrived[0]))

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
for car in cars:
    left.plot(ways[:, car, 0], ways[:, car, 1], color=plt.cm.viridis(car / COUNT), label=f"car {car}")
left.plot(*np.array(ROUTE).T, "kx", markersize=5)
left.set(title="Tracks", xlabel="x, east [m]", ylabel="y, north [m]", aspect="equal")
left.legend(fontsize="small")
for follower in range(1, COUNT):
    right.plot(times, gaps[:, follower - 1], color=plt.cm.viridis(follower / COUNT))
right.set(title="Distance to the car before", xlabel="time [s]", ylabel="between middles [m]", ylim=(0, None))
right.grid(alpha=0.3)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=80)
else:
    plt.show()
