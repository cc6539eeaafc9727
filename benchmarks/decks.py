"""Costs of decks: the same vehicles on bare ground, and with a tenth of them on railed decks.

    python benchmarks/decks.py --vehicles 2000 --rounds 40

The worlds are stepped in turns in one process, so that other programs slow all of them; each round gives the time of
ten steps of each, and the medians of the ratios within a round are printed. Times are those of the processor.
"""

import argparse
import time
from dataclasses import replace

import numpy as np

import motorpool as mp
from motorpool.ground.terrain.decks import Deck

DECK, WIDTH, HEIGHT = 200.0, 10.0, 8.0  # length, width and height of a deck [m]
STEPS = 10  # of a round


def terrain_with(count: int, size: float) -> mp.Terrain:
    """Return flat ground with ``count`` parallel decks, their rows 2.5 m apart."""
    flat = mp.Terrain.flat(size=size, spacing=10.0)
    x = np.arange(0.0, DECK + 1.0, 2.5) - 0.5 * DECK
    left = np.column_stack([x, np.full_like(x, 0.5 * WIDTH), np.full_like(x, HEIGHT)])
    points = np.stack([left, left * (1.0, -1.0, 1.0)], axis=1)
    return replace(flat, decks=tuple(Deck(points + np.array([0.0, y, 0.0])) for y in places(count, size)))


def places(count: int, size: float) -> np.ndarray:
    """Return the places of decks across their direction [m]."""
    return np.linspace(-0.45 * size, 0.45 * size, count)


def world_on(terrain: mp.Terrain, vehicles: int, size: float) -> mp.World:
    """Return a world of vehicles that drive to and fro, a tenth of them where decks are or would be."""
    chance, on = np.random.default_rng(5), vehicles // 10
    world = mp.World(fleets=[("bicycle", vehicles)], terrain=terrain)
    x, y = chance.uniform(-0.45 * size, 0.45 * size, (2, vehicles))
    z, yaw = np.zeros(vehicles), chance.uniform(-np.pi, np.pi, vehicles)
    x[:on], y[:on] = chance.uniform(-0.4 * DECK, 0.4 * DECK, on), places(on, size)
    z[:on], yaw[:on] = HEIGHT if terrain.decks else 0.0, 0.0
    world.place_vehicles(slice(None), x, y, yaw, z=z)
    world.resolve_positions()
    for i in range(vehicles):
        ends = [(-0.4 * DECK, y[i]), (0.4 * DECK, y[i])] if i < on else list(chance.uniform(-500.0, 500.0, (4, 2)))
        world.guidance.route([i], [tuple(map(float, end)) for end in ends], loops=True)
    return world


def main() -> None:
    """Measure, and print the medians."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--vehicles", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=40)
    asked = parser.parse_args()
    size = 30.0 * asked.vehicles / 10.0
    grounds = terrain_with(0, size), terrain_with(asked.vehicles // 10, size)
    worlds = [world_on(terrain, asked.vehicles, size) for terrain in grounds]
    times = np.zeros((asked.rounds, len(worlds)))
    for world in worlds:
        world.run(seconds=2)
    for row in times:
        for k, world in enumerate(worlds):
            start = time.process_time()
            for _ in range(STEPS):
                world.step()
            row[k] = (time.process_time() - start) / STEPS
    ratios, on = times[:, 1] / times[:, 0], int((worlds[1].vehicles.level != 0).sum())
    low, middle, high = (float(np.quantile(ratios, share)) for share in (0.25, 0.5, 0.75))
    bare, decked = 1e3 * np.median(times, axis=0)
    print(f"{asked.vehicles} vehicles, {on} of them on decks: {decked:.3f} ms a step, {bare:.3f} on bare ground")
    print(f"ratio {middle:.2f}, quartiles {low:.2f} and {high:.2f}")


if __name__ == "__main__":
    main()
