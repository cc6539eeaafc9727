"""Time that mobility maps take: the dynamic model on its lattice of conditions, all cells and headings, the files.

python benchmarks/mobility.py                          # jacksboro, M1A1 and M998, dry and wet
python benchmarks/mobility.py --terrain dem.tif        # your own elevation model
python benchmarks/mobility.py --vehicle LAV-25 --headings 16
python benchmarks/mobility.py --drive                  # shares of cells in which a minute of driving bears the map out
python benchmarks/mobility.py --routes                 # routes across the terrain, driven in a world to their end

The kernels of a vehicle's model are compiled once and then kept; the first line says what that took here.
"""

import argparse
import contextlib
import math
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import motorpool as mp
from motorpool.errors import ModelError
from motorpool.ground.terrain.soil_map import map_of_terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.studies.mobility import conditions_of, mobility_map, write
from motorpool.studies.mobility.driven import drive_cells
from motorpool.studies.mobility.driver_maps import driver_ground
from motorpool.studies.mobility.route_files import Scene, write_route
from motorpool.studies.mobility.routes import find_driven_route
from motorpool.studies.mobility.trials import model_of
from motorpool.studies.page import Table, describe_machine, write_page
from motorpool.vehicles.motor_pool import names

VEHICLES = ("M1A1", "M998")
SPACING = 60.0  # of the posts of the terrain that is driven on [m]
START, GOAL = (-9000.0, -9000.0), (9000.0, 8000.0)  # of the routes [m]
SOIL = {"by": "terrain", "seed": 0}  # of a scenario, as ``map_of_terrain`` makes it
CELLS = 600  # cells and headings that are driven


def main() -> None:
    """Measure and print a line for each vehicle and season."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--terrain", default="jacksboro", help="a terrain's name, or a file")
    parser.add_argument("--vehicle", action="append", help="may be repeated")
    parser.add_argument("--headings", type=int, default=8)
    parser.add_argument("--drive", action="store_true", help="drive on cells drawn at random instead of timing")
    parser.add_argument("--routes", action="store_true", help="drive routes to their end instead of timing")
    parser.add_argument("--write", type=Path, metavar="FILE", help="with --drive: replace the table of a page")
    options = parser.parse_args()
    if options.drive:
        table = drive(options.terrain, options.vehicle or mapped_vehicles())
        if options.write is not None:
            command = f"python benchmarks/mobility.py --drive --write {options.write}"
            write_page(options.write, [table], machine=describe_machine(), command=command)
        return
    if options.routes:
        print(drive_routes(options.terrain, options.vehicle or VEHICLES))
        return
    start = time.perf_counter()
    terrain = mp.load_terrain(options.terrain)
    surface = map_of_terrain(terrain)
    print(f"terrain and soil map: {time.perf_counter() - start:.1f} s")
    for vehicle in options.vehicle or VEHICLES:
        print(f"{vehicle}: kernels and a map of one class of soil in {compiled(vehicle):.1f} s")
        for season in ("dry", "wet"):
            measure(terrain, surface, vehicle, season, options.headings)


def mapped_vehicles() -> list[str]:
    """Return the vehicles of the motor pool that maps support."""
    found: list[str] = []
    for name in names():
        with contextlib.suppress(ModelError):
            model_of(name)
            found.append(name)
    return found


def drive(source: str, vehicles: Sequence[str]) -> Table:
    """Return a table of vehicles and shares of the cells in which driving ends within a tenth of the map's speed.

    Args:
        source: a terrain's name, or a file.
        vehicles: their names.
    """
    terrain = mp.load_terrain(source, spacing=SPACING)
    surface = map_of_terrain(terrain)
    rows: list[list[str]] = []
    for vehicle in vehicles:
        shares: list[float] = []
        for season in ("dry", "wet"):
            known = conditions_of(surface, vehicle, season=season)
            found = mobility_map(terrain, surface, vehicle, season=season, conditions=known, ride_limit=math.inf)
            shares += drive_cells(found, terrain, surface, vehicle, count=CELLS).share_within(0.1)
        rows.append([vehicle, *(f"{share:.1%}" for share in shares)])
        print(*rows[-1], flush=True)
    columns = ("vehicle", ">dry, rolling start", ">dry, from rest", ">wet, rolling start", ">wet, from rest")
    return Table("cells in which a minute of driving ends within 10 % of the map's speed", columns, rows, [])


def drive_routes(source: str, vehicles: Sequence[str]) -> str:
    """Return a table of routes: their length, the time that they tell, and that of a world's autopilot.

    Args:
        source: a terrain's name, or a file.
        vehicles: their names.
    """
    terrain = mp.load_terrain(source)
    surface = map_of_terrain(terrain)
    lines = [
        "| vehicle | season | length | route's time | driven | ratio |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for vehicle in vehicles:
        for season in ("dry", "wet"):
            found = mobility_map(terrain, surface, vehicle, season=season)
            driver = driver_ground(found, terrain, surface)
            route = find_driven_route(found, driver, start=START, goal=GOAL)
            with tempfile.TemporaryDirectory() as folder:
                path = write_route(route, Path(folder) / "way.yaml", found, scene=Scene(source, SOIL))
                seconds = driven_time(mp.load(path).build(), longest=3.0 * route.time)
            lines.append(
                f"| {vehicle} | {season} | {route.travel.length:.0f} m | {route.time:.0f} s | {seconds:.0f} s | "
                f"{seconds / route.time:.3f} |"
            )
            print(lines[-1], flush=True)
    return "\n".join(lines)


def driven_time(world: mp.World, *, longest: float) -> float:
    """Return the time in which the first vehicle arrives at the end of its route [s]; infinite if it does not.

    Args:
        world: with the vehicle on its route.
        longest: time that it is given [s].
    """
    while world.time < longest:
        world.run(seconds=1.0)
        if world.vehicles.has_arrived[0]:
            return world.time
    return math.inf


def compiled(vehicle: str) -> float:
    """Return the time of a map of 9 cells [s]: mostly that of compiling, where no kernels are kept."""
    start = time.perf_counter()
    small = mp.Terrain.flat(size=20.0, spacing=10.0)
    mobility_map(small, Surface.uniform("concrete", small), vehicle)
    return time.perf_counter() - start


def measure(terrain: mp.Terrain, surface: Surface, vehicle: str, season: str, headings: int) -> None:
    """Print the times of one map.

    Args:
        terrain: that is mapped.
        surface: its soils.
        vehicle: its name.
        season: "dry" or "wet".
        headings: how many.
    """
    start = time.perf_counter()
    known = conditions_of(surface, vehicle, season=season, is_cached=False)
    run = time.perf_counter()
    found = mobility_map(terrain, surface, vehicle, season=season, headings=headings, conditions=known)
    mapped = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        write(found, Path(folder) / "map.tif")
    written = time.perf_counter()
    print(
        f"  {season}: {found.columns} x {found.rows} cells x {headings} headings in {mapped - start:.1f} s "
        f"(model {run - start:.1f} s, cells {mapped - run:.1f} s), {written - mapped:.1f} s for the files"
    )


if __name__ == "__main__":
    main()
