"""Cost of a step per vehicle in worlds of more and more vehicles at equal density.

Half of the vehicles are tracked and half wheeled, on rolling ground; they wander, and avoid each other and objects.
Density is that of 100 000 vehicles and 40 000 objects on 29 by 31 km.
"""

import math
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.area import area_of
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World

SIZES, QUICK_SIZES = (500, 5_000, 20_000, 100_000), (500, 5_000)
AREA_A_VEHICLE = 29_000.0 * 31_000.0 / 100_000  # [m^2]
OBJECTS_A_VEHICLE = 0.4
SPACING = 30.0  # of the ground's posts [m]
LEAST_VEHICLES = 10
LEAST_FOR_MEMORY = 5_000  # vehicles: of fewer, what every world takes would count
WARM_UP_STEPS = 120
VEHICLE_STEPS = 3_000_000  # to time
LEAST_STEPS = 30


class Scale(NamedTuple):
    """Cost of a world of so many vehicles."""

    vehicles: int
    nanoseconds: float  # of processor time, a vehicle and step
    real_time: float  # simulated time over time on the clock
    bytes_a_vehicle: float | None  # of memory; None for few vehicles, or where the system does not tell
    build_seconds: float


def sizes(*, quick: bool) -> tuple[int, ...]:
    """Return the numbers of vehicles to measure."""
    return QUICK_SIZES if quick else SIZES


def measure_world(vehicles: int) -> Scale:
    """Build a world, run it until its vehicles drive, and time its steps.

    Raises:
        WorldError: there is no room for them.
    """
    world_of(LEAST_VEHICLES).step()  # compiles
    before, begin = _resident_bytes(), time.perf_counter()
    world = world_of(vehicles)
    world.step()
    build_seconds = time.perf_counter() - begin
    after = _resident_bytes()
    for _ in range(WARM_UP_STEPS):
        world.step()
    steps = max(LEAST_STEPS, VEHICLE_STEPS // vehicles)
    clock, processor = time.perf_counter(), time.process_time()
    for _ in range(steps):
        world.step()
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    memory = None
    if before is not None and after is not None and vehicles >= LEAST_FOR_MEMORY:
        memory = max(0.0, (after - before) / vehicles)
    return Scale(vehicles, 1e9 * processor / (steps * vehicles), steps * world.dt / clock, memory, build_seconds)


def world_of(vehicles: int) -> World:
    """Return the world, its vehicles at random places."""
    side = math.sqrt(vehicles * AREA_A_VEHICLE)
    terrain = _rolling_ground(side)
    objects = scatter_objects(terrain, count=round(OBJECTS_A_VEHICLE * vehicles), seed=1, area=area_of(terrain))
    fleets = [Fleet("tracked", vehicles // 2, name="tracked"), Fleet("bicycle", vehicles - vehicles // 2, name="cars")]
    world = World(fleets=fleets, terrain=terrain, objects=objects, seed=1)
    for fleet in range(len(fleets)):
        world.scatter_fleet(fleet)
    world.avoidance.choose(slice(None), "dynamic-window")
    return world


def _rolling_ground(side: float) -> Terrain:
    places = np.arange(-0.5 * side - SPACING, 0.5 * side + 2.0 * SPACING, SPACING)
    east, north = np.meshgrid(places, places)
    heights = 20.0 * np.sin(east / 180.0) * np.cos(north / 150.0) + 6.0 * np.sin((east + 2.0 * north) / 70.0)
    return Terrain.from_heights(heights, SPACING, name="rolling ground")


def _resident_bytes() -> float | None:
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return None
    return 4096.0 * pages
