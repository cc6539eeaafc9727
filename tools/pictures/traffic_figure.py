"""Draw the figure of docs/traffic.md: tracks of cars over a crossing; ``benchmarks/traffic_flow.py`` draws the other.

python tools/pictures/traffic_figure.py docs/figures/traffic.png
"""

import sys
from typing import Any

import numpy as np

import motorpool as mp
from motorpool.base.plotting.style import label_map, new_figure, save_figure
from motorpool.ground.roads.network import RoadNetwork, RoadSection


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
    figure, (axes,) = new_figure(columns=1)
    draw_crossing(axes)
    save_figure(figure, sys.argv[1])


if __name__ == "__main__":
    main()
