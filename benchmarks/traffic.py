"""Traffic: a step of 5 000 vehicles on a network of 500 km, with the time of its stages, and what becomes of traffic.

With ``--minutes``, a table shows how it goes on: every ten minutes the share of the vehicles that have moved in the
last one, those that have stood for more than 30 s by their reasons, the mean speed, and the pairs that have touched
since the last row.

The network is a made one of 1 740 winding sections, or that of a file, or a scenario with its ground, buildings and
trees, of which only the vehicles are replaced:

    python benchmarks/traffic.py
    python benchmarks/traffic.py --network roads.geojson --vehicles 5000
    motorpool terrain --osm andorra.osm.gz --heights N42E001.hgt.zip --out andorra
    python benchmarks/traffic.py --scenario andorra/scenario.yaml --model car
    python benchmarks/traffic.py --scenario andorra/scenario.yaml --vehicles 1 --minutes 60
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import yaml

import motorpool as mp
from motorpool.ground.roads.network import RoadNetwork, RoadSection
from motorpool.ground.roads.network_files import load_network
from motorpool.world.scenario.loader import load

SIDE, GAP = 30, 275.0  # crossings in a row, and the distance between two [m]
PART = 60  # steps of which the fastest are shown: those beside which other programs did least
RATE = 60.0  # steps a second that the world must reach


def made_network(side: int = SIDE, gap: float = GAP, seed: int = 1) -> RoadNetwork:
    """Return a net of winding roads with three speed limits."""
    random = np.random.default_rng(seed)
    sections: list[RoadSection] = []
    share = np.linspace(0.0, 1.0, 28)[:, None]
    for row in range(side):
        for column in range(side):
            for right, up in ((1, 0), (0, 1)):
                if row + up < side and column + right < side:
                    start, way = np.array([column, row]) * gap, np.array([right, up]) * gap
                    bend = random.uniform(-12.0, 12.0) * np.sin(2.0 * np.pi * share) * np.array([-up, right])
                    line = start + share * way + bend - 0.5 * (side - 1) * gap
                    sections.append(
                        RoadSection(
                            points=np.column_stack([line, np.full(len(line), np.nan)]),
                            start=row * side + column,
                            end=(row + up) * side + column + right,
                            speed_limit=float(random.choice([8.3, 13.9, 22.2])),
                        )
                    )
    return RoadNetwork(sections=sections)


def world_on(network: RoadNetwork, model: str, vehicles: int, *, dt: float = 1.0 / RATE, seed: int = 0) -> mp.World:
    """Return a world on flat ground with vehicles in traffic on a network."""
    farthest = max(float(np.abs(section.points[:, :2]).max()) for section in network.sections)
    world = mp.World(
        fleets=[(model, vehicles)], network=network, dt=dt, seed=seed,
        terrain=mp.Terrain.flat(size=2.0 * farthest + 400.0, spacing=50.0),
    )  # fmt: skip
    ids = range(vehicles)
    world.place_vehicles(slice(None), *world.traffic.place(ids))
    world.traffic.join(ids)
    world.vehicles.desired_speed[:] = world.vehicles.max_speed
    return world


def world_of(scenario: Path, model: str, vehicles: int) -> mp.World:
    """Return the world of a scenario with vehicles in traffic instead of its own."""
    keys = yaml.safe_load(scenario.read_text(encoding="utf-8"))
    keys["vehicles"] = [{"model": model, "count": vehicles, "traffic": True}]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", dir=scenario.parent, encoding="utf-8") as file:
        file.write(yaml.safe_dump(keys, allow_unicode=True))
        file.flush()
        return load(file.name).build()


def main() -> None:
    """Print the pairs of vehicles that touch, and a table of the step's parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--network", help="GeoJSON file; by default a made network")
    parser.add_argument("--scenario", type=Path, help="scenario with a road network, instead of flat ground")
    parser.add_argument("--vehicles", type=int, default=5000)
    parser.add_argument("--model", default="bicycle")
    parser.add_argument("--seconds", type=float, default=60.0, help="simulated time before the measured steps")
    parser.add_argument("--steps", type=int, default=1200, help="that are measured, after these seconds")
    parser.add_argument("--minutes", type=int, default=0, help="show how traffic goes on for so long, and no times")
    options = parser.parse_args()
    if options.scenario:
        world = world_of(options.scenario, options.model, options.vehicles)
    else:
        network = load_network(options.network) if options.network else made_network()
        world = world_on(network, options.model, options.vehicles)
    began = time.perf_counter()
    world.step()
    print(f"first step {time.perf_counter() - began:.2f} s, with compilation unless it is cached")
    if options.minutes:
        show_minutes(world, options.minutes)
        return
    world.run(seconds=options.seconds)
    used = time.process_time()
    whole, least, parts = _measured(world, steps=options.steps)
    used = (time.process_time() - used) / options.steps
    length = 0.0005 * float(world.traffic.graph.length.sum())
    speed = float(np.abs(world.vehicles.speed).mean())
    print(f"{options.vehicles} vehicles, {length:.0f} km, {world.objects.count} objects, mean speed {speed:.1f} m/s")
    print(f"a step takes {1000.0 * whole:.2f} ms: {1.0 / whole / RATE:.2f} times real time at 60 Hz")
    print(f"it takes {1000.0 * used:.2f} ms of processors, and {1000.0 * least:.2f} ms in the fastest {PART} steps")
    print("\n| part | ms a step |\n|---|---|")
    for name, seconds in sorted(parts.items(), key=lambda part: -part[1]):
        print(f"| {name} | {1000.0 * seconds:.3f} |")


def show_minutes(world: mp.World, minutes: int) -> None:
    """Print a row every ten minutes; trips follow each other without a stop."""
    vehicles = world.vehicles
    world.traffic.join(range(world.count), parking=False)
    print("| minutes | moved in the last one | standing | mean speed [m/s] | pairs that touched |")
    print("|---|---:|---|---:|---:|")
    pairs: set[tuple[int, int]] = set()
    for minute in range(1, minutes + 1):
        before = vehicles.odometer.copy()
        for _ in range(round(60.0 / world.dt)):
            world.step()
            pairs |= touching(world)
        if minute % 10 == 0 or minute == minutes:
            moved = float((vehicles.odometer - before > 1.0).mean())
            standing = ", ".join(f"{count} {word}" for word, count in world.recovery.counts().items()) or "none"
            speed = float(np.abs(vehicles.speed).mean())
            print(f"| {minute} | {100.0 * moved:.0f} % | {standing} | {speed:.1f} | {len(pairs)} |", flush=True)
            pairs.clear()


def touching(world: mp.World) -> set[tuple[int, int]]:
    """Return the pairs of vehicles that touch now, or nearly, with their trailers."""
    candidates = world.contact._candidates
    hit = np.flatnonzero(candidates.pairs.touches)
    first, second = (candidates.owners_of(column[hit]) for column in (candidates.pairs.first, candidates.pairs.second))
    return set(zip(first.tolist(), second.tolist(), strict=True))


def _measured(world: Any, steps: int) -> tuple[float, float, dict[str, float]]:
    """Return the time of a step, that in the fastest part, and those of components and of the stages of traffic [s]."""
    parts: dict[str, float] = {}
    wrapped = {
        "guidance": (world.guidance, "step"), "traffic": (world.traffic, "step"),
        "plans": (world.traffic.trips, "_plan"),
        "avoidance": (world.avoidance, "step"), "recovery": (world.recovery, "step"),
        "drivers": (world.drivers, "step"), "motion": (world.motion, "step"), "contact": (world.contact, "step"),
        "attitude": (world.attitude, "step"), "neighbours": (world.neighbours, "step"),
        "stability": (world.stability, "step"),
    }  # fmt: skip
    for name, (owner, method) in wrapped.items():
        setattr(owner, method, _timed(getattr(owner, method), name, parts))
    run = world._scene.run

    def timed_run(stages: Any, *rest: Any) -> None:
        names = " and ".join(stage.__name__ for stage in (stages if isinstance(stages, tuple) else (stages,)))
        _timed(run, f"stage {names}", parts)(stages, *rest)

    world._scene.__dict__["run"] = timed_run
    began, marks = time.perf_counter(), list[float]()
    for step in range(steps):
        if step % PART == 0:
            marks.append(time.perf_counter())
        world.step()
    ended = time.perf_counter()
    least = float(np.diff(marks).min()) / PART if len(marks) > 1 else (ended - began) / steps
    return (ended - began) / steps, least, {name: spent / steps for name, spent in parts.items()}


def _timed(function: Callable[..., Any], name: str, parts: dict[str, float]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        began = time.perf_counter()
        try:
            return function(*arguments)
        finally:
            parts[name] = parts.get(name, 0.0) + time.perf_counter() - began

    return call


if __name__ == "__main__":
    main()
