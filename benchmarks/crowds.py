"""Cost of a vehicle in worlds of many vehicles, and how well they drive.

`python benchmarks/crowds.py --vehicles 20000` builds the default mix (half tracked, half wheeled, kinematic models;
guns, avoidance by the dynamic window, contact, ground, soft ground) on 29 by 31 km with 40 000 objects, and prints
processor time and time on the wall for each vehicle and step, how fast the world runs as a multiple of real time, the
share of each stage, and how the vehicles drove. `--map FILE` takes the heights of a file, or `jacksboro`; procedural
hills otherwise. `--equal-density` gives every world as much ground and as many objects for a vehicle as 100 000
vehicles have on that map.

`--models dynamic` lets `skid-steer` and `single-track` move them, bodies on springs with soil under each vehicle. The
memory that is told is what a vehicle takes: what the process has grown by since ground and objects were made.

`--quality SEEDS` runs the default scenario with `--vehicles` instead, every one bound for a place of its own, once for
each seed, and prints contacts a kilometre and arrivals. The tables are markdown. The script uses only what the package
exports, and components of worlds, so that it runs against an older version, too:
`PYTHONPATH=OTHER/src python benchmarks/crowds.py`.
"""

import argparse
import gc
import math
import mmap
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from world import STAGES, clocks_on_stages

import motorpool as mp
from motorpool.ground.terrain.soil_map import map_of_terrain
from motorpool.world.gunnery.guns import Armament

try:
    from motorpool.ground.objects.spawn_sampler import along_hilbert_curve
except ImportError:  # an older version
    along_hilbert_curve = None

WIDTH, DEPTH = 29_000.0, 31_000.0  # of the map [m]
OBJECTS = 40_000
CROWD = 100_000  # vehicles on the map whose density worlds of equal density have
SPACING = 30.0  # between the posts of procedural hills [m]
RELIEF = 120.0  # standard deviation of their heights [m]
LATTICE = 14.0  # least distance of the places that vehicles start from [m]
FLEETS = (  # as in the scenario jacksboro
    ("tracked", "tracked/arc", {"track_gauge": 2.8}, (7.9, 3.7, 2.4), (5.0, 10.0)),
    ("wheeled", "bicycle/arc", {"wheelbase": 3.3}, (4.6, 2.2, 1.8), (6.0, 14.0)),
)
DYNAMIC = (  # the same bodies
    ("tracked", "skid-steer", {}, (7.9, 3.7, 2.4), (5.0, 10.0)),
    ("wheeled", "single-track", {}, (4.6, 2.2, 1.8), (6.0, 14.0)),
)
SECOND_GUN = {
    "muzzle_speed": 850.0,
    "reload_duration": 0.5,
    "slew_rate": 1.5,
    "round_damage": 0.1,
    "barrel_length": 1.6,
}
GOAL_DISTANCE = 500.0  # of the places that vehicles are bound for when their driving is judged [m]
QUALITY_SECONDS = 100.0


class Costs(NamedTuple):
    """Costs of one run, of a vehicle and step [ns], and its driving."""

    processor: float
    wall: float
    real_time: float  # simulated time over time on the wall
    stages: dict[str, float]
    contacts_per_km: float
    mean_speed: float  # [m/s]
    memory: float  # of a vehicle [bytes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vehicles", type=int, nargs="+", default=[20_000])
    parser.add_argument("--map", default=None, help="file of heights, or jacksboro; procedural hills by default")
    parser.add_argument("--equal-density", action="store_true", help="ground and objects in proportion to the vehicles")
    parser.add_argument("--models", choices=("kinematic", "dynamic"), default="kinematic")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--warm-up", type=float, default=6.0, help="simulated seconds before the clocks start")
    parser.add_argument("--steps", type=int, default=0, help="timed steps; 20 000 000 vehicle-steps by default")
    parser.add_argument("--quality", type=int, default=0, metavar="SEEDS")
    options = parser.parse_args()
    if options.quality:
        print_quality(options.quality, options.vehicles[0])
        return
    costs: dict[int, Costs] = {}
    print("| vehicles | processor [ns] | wall [ns] | times real time | contacts per km | mean speed [m/s] | bytes |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for count in options.vehicles:
        shrink = CROWD / count if options.equal_density else 1.0
        world, before = crowd(
            count, options.seed, options.map, shrink, DYNAMIC if options.models == "dynamic" else FLEETS
        )
        steps = options.steps or max(24, 20_000_000 // count // 6 * 6)
        cost = costs[count] = measure(world, options.warm_up, steps, before)
        times = f"{cost.processor:,.0f} | {cost.wall:,.0f} | {cost.real_time:.2f}"
        driving = f"{cost.contacts_per_km:.4f} | {cost.mean_speed:.2f} | {cost.memory:,.0f}"
        print(f"| {count:,} | {times} | {driving} |", flush=True)
    print_stages(costs)


def crowd(
    count: int, seed: int, heights: str | None, shrink: float, kinds: tuple[Any, ...] = FLEETS, **settings: Any
) -> tuple[mp.World, int]:
    """Return a world of ``count`` vehicles on the map, or on a part of its area and objects, and the memory without."""
    side = 1.0 / math.sqrt(shrink)
    terrain = mp.load_terrain(heights) if heights else hills(WIDTH * side, DEPTH * side, seed)
    area = (terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north)
    objects = mp.scatter_objects(terrain, count=round(OBJECTS / shrink), seed=seed, area=area)
    soil = map_of_terrain(terrain, seed=seed)
    before = resident_memory()
    fleets = [
        mp.Fleet(model, half, name=name, body=mp.Body(*body), **params)
        for (name, model, params, body, _), half in zip(kinds, (count // 2, count - count // 2), strict=True)
    ]
    armament = {"tracked": Armament(), "wheeled": Armament(**SECOND_GUN)}
    world = mp.World(
        fleets=fleets,
        terrain=terrain,
        objects=objects,
        surface=soil,
        area=area,
        seed=seed,
        armament=armament,
        **settings,
    )
    place(world, np.random.default_rng([seed, 0xC0]))
    world.avoidance.choose(slice(None), "dynamic-window")
    return world, before


def resident_memory() -> int:
    """Return what the process occupies now [bytes]; 0 where there is no ``/proc``."""
    gc.collect()
    statistics = Path("/proc/self/statm")
    return int(statistics.read_text("utf-8").split()[1]) * mmap.PAGESIZE if statistics.exists() else 0


def hills(width: float, depth: float, seed: int) -> mp.Terrain:
    """Return hills whose heights have the spectrum of real ground, about wave number to the power of -2.2."""
    rows, columns = round(depth / SPACING) + 1, round(width / SPACING) + 1
    noise = np.fft.rfft2(np.random.default_rng([seed, 0x411]).standard_normal((rows, columns)))
    wave = np.hypot(np.fft.fftfreq(rows)[:, None], np.fft.rfftfreq(columns)[None, :])
    wave[0, 0] = np.inf
    heights = np.fft.irfft2(noise * np.maximum(wave, SPACING / 6000.0) ** -2.2, (rows, columns))
    return mp.Terrain.from_heights(heights / heights.std() * RELIEF, SPACING)


def place(world: mp.World, random: np.random.Generator) -> None:
    """Put every vehicle on a point of a lattice, clear of objects, with its own heading and speed.

    A fleet's vehicles have the order that ``World.scatter_vehicles`` gives them: random in older versions.
    """
    west, south, east, north = world.area
    columns, rows = int((east - west) / LATTICE), int((north - south) / LATTICE)
    is_free = np.ones(columns * rows, bool)
    for dx in (-0.75, 0.0, 0.75):
        for dy in (-0.75, 0.0, 0.75):
            column = ((world.objects.x - west) / LATTICE + dx).astype(int).clip(0, columns - 1)
            is_free[((world.objects.y - south) / LATTICE + dy).astype(int).clip(0, rows - 1) * columns + column] = False
    points = random.choice(np.flatnonzero(is_free), world.count, replace=False)
    if along_hilbert_curve is not None:
        for rows_of_fleet in world.vehicles.rows:
            own = points[rows_of_fleet]
            points[rows_of_fleet] = own[along_hilbert_curve(own % columns, own // columns)]
    x, y = west + (points % columns + 0.5) * LATTICE, south + (points // columns + 0.5) * LATTICE
    world.place_vehicles(slice(None), x, y, random.uniform(-math.pi, math.pi, world.count))
    for rows_of_fleet, (*_, speeds) in zip(world.vehicles.rows, FLEETS, strict=True):
        slots = world.vehicles.desired_speed[rows_of_fleet]
        slots[:] = random.uniform(*speeds, slots.size)
    world.resolve_positions()


class Contacts:
    """An observer that counts contacts of vehicles with each other and with objects, each when it begins."""

    def __init__(self) -> None:
        self.count = 0
        self._before: set[tuple[int, int, int]] = set()

    def observe(self, world: mp.World) -> None:
        """Count the contacts that have begun in this step."""
        found = world.events.contacts
        now = set(zip(found.vehicle.tolist(), found.other.tolist(), found.object.tolist(), strict=True))
        self.count += len(now - self._before)
        self._before = now


def measure(world: mp.World, warm_up: float, steps: int, memory_before: int) -> Costs:
    """Let the vehicles get going, then time steps, then their stages."""
    contacts = Contacts()
    world.run(seconds=warm_up, observers=[contacts])
    world.run(seconds=steps * world.dt / 4)  # the clocks below start on warm caches
    metres, began = float(world.vehicles.odometer.sum()), (time.process_time(), time.perf_counter())
    world.run(seconds=steps * world.dt)
    processor, wall = time.process_time() - began[0], time.perf_counter() - began[1]
    share = 1e9 / (steps * world.count)
    driven = (float(world.vehicles.odometer.sum()) - metres) / world.count
    assert driven > 0.5 * steps * world.dt, "most vehicles stand still, so the times mean nothing"
    spent = dict.fromkeys(STAGES, 0.0)
    with clocks_on_stages(world, spent):
        world.run(seconds=steps * world.dt / 2)
    return Costs(
        processor * share,
        wall * share,
        steps * world.dt / wall,
        {stage: seconds * 2.0 * share for stage, seconds in spent.items()},
        contacts.count / (metres / 1000.0),
        driven / (steps * world.dt),
        (resident_memory() - memory_before) / world.count,
    )


def print_stages(costs: dict[int, Costs]) -> None:
    """A column for each number of vehicles, the time on the wall of a vehicle and step in nanoseconds."""
    print("\n| stage, wall, ns a vehicle (share) | " + " | ".join(f"{count:,} vehicles" for count in costs) + " |")
    print("|---|" + "---:|" * len(costs))
    for stage in STAGES:
        totals = [(cost.stages[stage], sum(cost.stages.values())) for cost in costs.values()]
        cells = [f"{spent:,.1f} ({100.0 * spent / total:.0f} %)" for spent, total in totals]
        print(f"| {stage} | " + " | ".join(cells) + " |")


def print_quality(seeds: int, vehicles: int) -> None:
    """Print a row for each seed of the default scenario with so many vehicles, and their sums."""
    print("| seed | contacts | km | contacts per km | arrived | stuck |")
    print("|---:|---:|---:|---:|---:|---:|")
    rows = [driven(seed, vehicles) for seed in range(seeds)]
    for name, (contacts, metres, arrived, stuck) in [*enumerate(rows), ("all", np.sum(rows, axis=0))]:
        kilometres = metres / 1000.0
        cells = [
            f"{contacts:.0f}",
            f"{kilometres:.1f}",
            f"{contacts / kilometres:.3f}",
            f"{arrived:.0f}",
            f"{stuck:.0f}",
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def driven(seed: int, vehicles: int) -> NDArray[np.float64]:
    """Return contacts, metres, arrivals and vehicles that stand short of their place, of the default scenario."""
    world = mp.load("jacksboro").changed(vehicles=vehicles).build(seed=seed)
    random = np.random.default_rng([seed, 0x60A1])
    west, south, east, north = world.area
    table: Any = world.vehicles
    for vehicle in range(world.count):
        bearing = random.uniform(-math.pi, math.pi)
        x = float(np.clip(table.x[vehicle] + GOAL_DISTANCE * math.cos(bearing), west, east))
        y = float(np.clip(table.y[vehicle] + GOAL_DISTANCE * math.sin(bearing), south, north))
        world.guidance.route([vehicle], [(x, y)])
    contacts = Contacts()
    world.run(seconds=QUALITY_SECONDS, observers=[contacts])
    is_stuck = (table.has_arrived == 0) & (np.abs(table.speed) < 0.3)
    return np.array([contacts.count, table.odometer.sum(), np.count_nonzero(table.has_arrived), is_stuck.sum()])


if __name__ == "__main__":
    main()
