"""Time that mobility maps take: the dynamic model on its lattice of conditions, all cells and headings, the files.

python benchmarks/mobility.py                          # jacksboro, M1A1 and M998, dry and wet
python benchmarks/mobility.py --terrain dem.tif        # your own elevation model
python benchmarks/mobility.py --vehicle LAV-25 --headings 16

The kernels of a vehicle's model are compiled once and then kept; the first line says what that took here.
"""

import argparse
import tempfile
import time
from pathlib import Path

import motorpool as mp
from motorpool.mobility import conditions_of, mobility_map, write
from motorpool.terrain.soil_map import map_of_terrain
from motorpool.terrain.surface import Surface

VEHICLES = ("M1A1", "M998")


def main() -> None:
    """Measure and print a line for each vehicle and season."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--terrain", default="jacksboro", help="a terrain's name, or a file")
    parser.add_argument("--vehicle", action="append", help="may be repeated")
    parser.add_argument("--headings", type=int, default=8)
    options = parser.parse_args()
    start = time.perf_counter()
    terrain = mp.load_terrain(options.terrain)
    surface = map_of_terrain(terrain)
    print(f"terrain and soil map: {time.perf_counter() - start:.1f} s")
    for vehicle in options.vehicle or VEHICLES:
        print(f"{vehicle}: kernels and a map of one class of soil in {compiled(vehicle):.1f} s")
        for season in ("dry", "wet"):
            measure(terrain, surface, vehicle, season, options.headings)


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
    known = conditions_of(surface, vehicle, season=season)
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
