"""Avoidance rules side by side: contacts in swaps, streams and a wood, and the time of a step.

    python benchmarks/avoidance_rules.py
    python benchmarks/avoidance_rules.py --sizes 500 5000 --minutes 2

Swaps: 2 to 16 vehicles of three kinds on a circle drive to the place opposite to theirs. Streams: 200 vehicles of two
kinds cross at right angles. Wood: 500 vehicles wander among 40 000 objects, as in ``avoidance.py``. The time is that of
processors for a step of such a world on open ground, over its vehicles; the table is markdown.
"""

import argparse
import math
import time
from typing import Any

import numpy as np
from avoidance import standard_world

import motorpool as mp

RULES = ("search-cone", "orca", "dynamic-window")
KINDS = ("bicycle", "tracked", "M35A2")
COUNTS = (2, 3, 4, 6, 8, 12, 16)


class Contacts:
    """An observer that counts impacts, and adds up speeds and standing vehicles."""

    def __init__(self) -> None:
        self.count, self.speed, self.steps = 0, 0.0, 0

    def observe(self, world: mp.World) -> None:
        """Count the contacts of a step."""
        self.count += len(world.events.contacts.vehicle)
        self.speed += float(np.abs(world.vehicles.speed).mean())
        self.steps += 1


def swap(kind: str, count: int, rule: str) -> mp.World:
    """Return a world of vehicles on a circle that drive to the place opposite to theirs."""
    world = mp.World(fleets=[(kind, count)], terrain=mp.Terrain.flat(size=2000.0))
    radius = max(40.0, 1.2 * count * float(world.vehicles.radius.max()))
    angle = 2.0 * math.pi * np.arange(count) / count + np.random.default_rng(0).normal(0.0, 0.03, count)
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    world.place_vehicles(slice(None), x, y, angle + math.pi)
    world.avoidance.choose(slice(None), rule)
    for vehicle in range(count):
        world.guidance.route([vehicle], [(-float(x[vehicle]), -float(y[vehicle]))], speed=8.0)
    return world


def streams(rule: str, count: int = 200) -> mp.World:
    """Return a world of two streams that cross at right angles."""
    half = count // 2
    world = mp.World(fleets=[("bicycle", half), ("tracked", half)], terrain=mp.Terrain.flat(size=4000.0))
    row, column = np.arange(half) % 5, np.arange(half) // 5
    away, aside = -150.0 - 25.0 * column, 20.0 * (row - 2.0)
    world.place_vehicles(range(half), away, aside, 0.0)
    world.place_vehicles(range(half, count), aside, away, 0.5 * math.pi)
    world.avoidance.choose(slice(None), rule)
    for vehicle in range(half):
        world.guidance.route([vehicle], [(1200.0, float(aside[vehicle]))], speed=8.0)
        world.guidance.route([half + vehicle], [(float(aside[vehicle]), 1200.0)], speed=8.0)
    return world


def open_ground(rule: str, count: int) -> mp.World:
    """Return a world of wandering vehicles, 9000 m^2 for each."""
    ground = mp.Terrain.flat(size=max(2000.0, 1.1 * math.sqrt(9000.0 * count)), spacing=50.0)
    world = mp.World(fleets=[("bicycle", count // 2), ("tracked", count // 2)], terrain=ground, seed=1)
    world.scatter_vehicles()
    world.avoidance.choose(slice(None), rule)
    return world


def driven(world: mp.World, seconds: float) -> Contacts:
    """Run a world and return what was counted."""
    contacts = Contacts()
    world.run(seconds=seconds, observers=[contacts])
    return contacts


def nanoseconds(world: mp.World) -> float:
    """Return the processors' time of a step over the number of vehicles [ns]."""
    world.run(seconds=3.0)
    steps = max(24, 1_000_000 // world.count)
    began = time.process_time()
    for _ in range(steps):
        world.step()
    return 1e9 * (time.process_time() - began) / steps / world.count


def row_of(rule: str, sizes: Any, minutes: float) -> str:
    """Return the table's row of a rule."""
    swaps = sum(driven(swap(kind, count, rule), 90.0).count for kind in KINDS for count in COUNTS)
    crossing = driven(streams(rule), 180.0)
    wood = standard_world(1)
    wood.avoidance.choose(slice(None), rule)
    counted = driven(wood, 60.0 * minutes)
    costs = " | ".join(f"{nanoseconds(open_ground(rule, size)):.0f}" for size in sizes)
    return (
        f"| `{rule}` | {swaps} | {crossing.count} | {counted.count} | {len(wood.recovery.standing())} | "
        f"{counted.speed / counted.steps:.1f} | {costs} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[500, 5000, 50_000], help="numbers of vehicles")
    parser.add_argument("--minutes", type=float, default=10.0, help="simulated time in the wood")
    options = parser.parse_args()
    costs = " | ".join(f"ns, {size} vehicles" for size in options.sizes)
    print(f"| rule | contacts, swaps | streams | wood | standing there | mean speed there [m/s] | {costs} |")
    print(f"|---|{'---:|' * (5 + len(options.sizes))}")
    for rule in RULES:
        print(row_of(rule, options.sizes, options.minutes), flush=True)


if __name__ == "__main__":
    main()
