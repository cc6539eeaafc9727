"""Draw the figure of docs/traffic.md: flow against density of vehicles on a ring, and tracks over a crossing.

python tools/pictures/traffic_figure.py docs/figures/traffic.png
"""

import sys
from typing import Any

import numpy as np

import motorpool as mp
from motorpool.base.plotting.style import PALE_INK, label_axes, label_map, new_figure, save_figure
from motorpool.ground.roads.network import RoadNetwork, RoadSection

RADIUS, LIMIT = 159.155, 13.9  # of a ring of 1 km [m], and its speed limit [m/s]
COUNTS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 70)


def ring() -> RoadNetwork:
    """Return a one-way ring of 1 km."""
    angles = 2.0 * np.pi * np.linspace(0.0, 1.0, 181).reshape(1, -1)
    parts = [angles[0, 60 * part : 60 * part + 61] for part in range(3)]
    sections = [
        RoadSection(
            points=np.column_stack([RADIUS * np.cos(part), RADIUS * np.sin(part), np.full(61, np.nan)]),
            start=number, end=(number + 1) % 3, lanes_backward=0, speed_limit=LIMIT,
        )
        for number, part in enumerate(parts)
    ]  # fmt: skip
    return RoadNetwork(sections=sections)


def crossing() -> RoadNetwork:
    """Return four roads from a crossing to dead ends."""
    ways = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    lines = [np.column_stack([np.outer(np.linspace(0.0, 120.0, 13), way), np.full(13, np.nan)]) for way in ways]
    return RoadNetwork(
        sections=[RoadSection(points=line, start=0, end=number + 1) for number, line in enumerate(lines)]
    )


def world_on(network: RoadNetwork, count: int) -> mp.World:
    """Return a world with cars in traffic without parking."""
    world = mp.World(fleets=[("bicycle", count)], network=network, terrain=mp.Terrain.flat(size=800))
    world.place_vehicles(slice(None), *world.traffic.place(range(count)))
    world.traffic.join(range(count), parking=False)
    world.vehicles.desired_speed[:] = world.vehicles.max_speed
    return world


def draw_flow(axes: Any) -> None:
    """Draw the mean flow over two minutes at each density."""
    flows: list[float] = []
    for count in COUNTS:
        world = world_on(ring(), count)
        world.run(seconds=60.0)
        before = world.vehicles.odometer.sum()
        world.run(seconds=120.0)
        flows.append(float(world.vehicles.odometer.sum() - before) / 120.0 / 1000.0 * 3600.0)
        print(f"{count} vehicles per km: {flows[-1]:.0f} vehicles per hour")
    axes.plot(COUNTS, flows, "o-", color="#2166ac")
    free = np.array([0.0, 40.0])
    axes.plot(free, free * LIMIT * 3.6, "--", color=PALE_INK, linewidth=1.0)
    axes.set_ylim(0.0, 2200.0)
    label_axes(axes, x=("density", "vehicles/km"), y=("flow", "vehicles/h"), title="A ring of 1 km")


def draw_crossing(axes: Any) -> None:
    """Draw the tracks of 14 cars in five minutes."""
    world = world_on(crossing(), 14)
    tracks: list[Any] = []
    for _ in range(3000):
        world.run(seconds=0.1)
        tracks.append((world.vehicles.x.copy(), world.vehicles.y.copy()))
    x, y = (np.array(column) for column in zip(*tracks, strict=True))
    for vehicle in range(14):
        axes.plot(x[:, vehicle], y[:, vehicle], linewidth=0.5, alpha=0.7)
    label_map(axes, title="Tracks over a crossing, five minutes")
    axes.set_xlim(-30.0, 30.0)
    axes.set_ylim(-30.0, 30.0)
    axes.set_aspect("equal", adjustable="box")


def main() -> None:
    """Draw the figure into the file that is named."""
    figure, axes = new_figure(columns=2)
    draw_flow(axes[0])
    draw_crossing(axes[1])
    save_figure(figure, sys.argv[1])


if __name__ == "__main__":
    main()
