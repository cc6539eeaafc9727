"""Measure a partitioned world: what its steps, borders and snapshots cost, in this process and as actors of Ray.

    python benchmarks/regions.py --vehicles 2000 20000 --regions 1 2 4

Vehicles drive about with the rule ``dynamic-window``, one on 9000 m^2, among as many objects. The undivided world and
the regions in this process run on one thread, so that their times are processor times; the actors of a cluster share
the processors of this machine.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

os.environ["MOTORPOOL_THREADS"] = "1"

import motorpool as mp
from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.distributed.cluster import connected
from motorpool.studies.distributed.regions import PartitionedWorld
from motorpool.studies.distributed.regions.ray_actors import RegionsOnRay
from motorpool.world.world import play_area

MEGABYTE = 1e6
MODELS = {"kinematic": ("bicycle", "tracked"), "dynamic": ("M998", "M1A1")}


def build(vehicles: int, models: tuple[str, str]) -> mp.World:
    """Return a world of two models."""
    ground = Terrain.flat(size=max(3000.0, 1.3 * (vehicles * 9000.0) ** 0.5), spacing=50.0)
    fleets = [mp.Fleet(model, vehicles // 2, name=model) for model in models]
    world = mp.World(
        fleets=fleets,
        terrain=ground,
        objects=scatter_objects(ground, count=vehicles, seed=1),
        area=play_area(ground, vehicles),
        seed=1,
    )
    world.scatter_vehicles()
    world.avoidance.choose(slice(None), "dynamic-window")
    return world


def seconds_a_step(advance: Callable[[int], None], steps: int) -> float:
    """Return the median time of a step in five runs of so many [s]."""
    times: list[float] = []
    for _ in range(5):
        start = time.perf_counter()
        advance(steps)
        times.append((time.perf_counter() - start) / steps)
    return statistics.median(times)


def undivided(vehicles: int, models: tuple[str, str], steps: int) -> float:
    """Print and return the time of a step [s]."""
    world = build(vehicles, models)

    def advance(count: int) -> None:
        for _ in range(count):
            world.step()

    advance(60)
    took = seconds_a_step(advance, steps)
    print(f"  undivided: {took * 1e3:.2f} ms a step, {took / vehicles * 1e9:.0f} ns a vehicle-step", flush=True)
    return took


def in_process(vehicles: int, models: tuple[str, str], regions: int, steps: int, whole: float) -> None:
    """Print the cost of a partition by itself: all regions one after the other."""
    partitioned = PartitionedWorld(build(vehicles, models), regions=regions)
    partitioned.advance(60)
    parts: Any = partitioned.regions
    before = sum(region.handed_over for region in parts.regions)
    took = seconds_a_step(partitioned.advance, steps)
    handed_over = (sum(region.handed_over for region in parts.regions) - before) / (5 * steps / 60)
    ghosts = sum(region.ghost_count for region in parts.regions)
    told = sum(packet.rows.nbytes for packets in parts._packets for packet in packets.values())
    start = time.perf_counter()
    partitioned.gather()
    gathering = time.perf_counter() - start
    snapshot = sum(report.rows.nbytes for report in parts.reports(0))
    print(
        f"  {regions} regions, one after the other: {took * 1e3:.2f} ms a step, {took / whole:.2f} of the undivided; "
        f"{ghosts} ghosts, {told / MEGABYTE:.2f} MB a step to neighbours, {handed_over:.1f} handed over a second; "
        f"snapshot {snapshot / MEGABYTE:.1f} MB ({snapshot / vehicles:.0f} bytes a vehicle), {gathering * 1e3:.0f} ms",
        flush=True,
    )


def on_ray(cluster: Any, vehicles: int, models: tuple[str, str], regions: int, steps: int, whole: float) -> None:
    """Print the cost of steps by actors."""
    with PartitionedWorld(
        build(vehicles, models), regions=regions, runs_on=lambda plan: RegionsOnRay(plan, cluster)
    ) as partitioned:
        partitioned.advance(60)
        partitioned.gather()
        parts: Any = partitioned.regions

        def advance(count: int) -> None:
            partitioned.advance(count)
            cluster.ray.get(parts._done)

        took = seconds_a_step(advance, steps)
        start = time.perf_counter()
        partitioned.gather()
        gathering = time.perf_counter() - start
        calls = [_call(cluster.ray, parts.actors[0]) for _ in range(300)]
    print(
        f"  {regions} actors on {os.cpu_count()} processors: {took * 1e3:.2f} ms a step, {took / whole:.2f} of the "
        f"undivided; snapshot {gathering * 1e3:.0f} ms; a call and its answer {np.median(calls) * 1e3:.2f} ms",
        flush=True,
    )


def _call(ray: Any, actor: Any) -> float:
    start = time.perf_counter()
    ray.get(actor.process.remote())
    return time.perf_counter() - start


def main() -> None:
    """Print a line for each number of vehicles and of regions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vehicles", type=int, nargs="+", default=[2000, 20_000])
    parser.add_argument("--regions", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--models", choices=MODELS, nargs="+", default=list(MODELS))
    parser.add_argument("--steps", type=int, default=60)
    asked = parser.parse_args()
    with connected("local") as cluster:
        for kind in asked.models:
            for vehicles in asked.vehicles:
                print(f"{vehicles} vehicles, {kind} models ({', '.join(MODELS[kind])})")
                whole = undivided(vehicles, MODELS[kind], asked.steps)
                for regions in asked.regions:
                    in_process(vehicles, MODELS[kind], regions, asked.steps, whole)
                    on_ray(cluster, vehicles, MODELS[kind], regions, asked.steps, whole)


if __name__ == "__main__":
    main()
