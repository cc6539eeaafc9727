"""Rays of laser scanners a second on one core, and scanners beside a world in real time.

`python benchmarks/scans.py` builds Jacksboro with 20 000 objects and 500 vehicles, each with a planar scanner (1080
beams over 270 degrees) and a spatial one (16 rings of 900 beams). First the ranges of some vehicles are compared with
brute force, every ray against every patch, cylinder and box around it. Then the table has rays a second of processor
time on one thread (the fastest of some scans) and the share of rays that meet something. The last rows are the world at
60 steps a second with a planar scan of all vehicles at 10 Hz: simulated time over processor time on one thread, and
over time on the wall on all threads.
`--objects` and `--vehicles` set the numbers, `--seconds` the simulated time of the last rows. `--spacing 2` takes the
middle of Jacksboro with posts 2 m apart in place of 30 m, 3 km along a side.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import motorpool as mp
from motorpool.compile.columns import limit_threads
from motorpool.world.sensors.scan import Poses, ScanWorld, scan_2d, scan_3d, scan_world

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "world" / "sensors"))
from brute_rays import Scene, directions, ranges

HEIGHT = 1.0  # of a scanner over the ground [m]
PLANAR = np.radians(np.linspace(-135.0, 135.0, 1080))
AZIMUTHS, ELEVATIONS = np.linspace(-np.pi, np.pi, 900, endpoint=False), np.radians(np.linspace(-15.0, 15.0, 16))
SHORT, LONG = 30.0, 100.0  # ranges of scanners [m]
TARGETS = {"2-D": 10e6, "3-D": 3e6}  # rays a second
SIDE = 3000.0  # of the ground with posts at another spacing [m]
CHECKED = 12  # vehicles whose rays are compared
RATE = 10.0  # of the scans beside the world [Hz]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, default=20_000)
    parser.add_argument("--vehicles", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--spacing", type=float, help="of the posts [m]; by default that of Jacksboro, all of it")
    options = parser.parse_args()
    world = world_of(options.objects, options.vehicles, options.spacing)
    world.run(seconds=2.0)
    check(world, CHECKED if options.spacing is None else CHECKED // 12)
    print("| scan | range [m] | million rays/s | target | meet something |")
    print("|---|---:|---:|---:|---:|")
    seen, poses = scan_world(world), poses_of(world)
    for reach in (SHORT, LONG):
        rate("2-D", reach, lambda out, reach=reach: scan_2d(seen, poses, PLANAR, reach, out=out), options.repeats)
    rate("3-D", LONG, lambda out: scan_3d(seen, poses, AZIMUTHS, ELEVATIONS, LONG, out=out), options.repeats)
    print()
    print(f"| {world.count} vehicles, {PLANAR.size} beams of {SHORT:g} m at {RATE:g} Hz | alone | with scans |")
    print("|---|---:|---:|")
    for threads, clock, words in (
        (1, time.thread_time, "processor time, one thread"),
        (None, time.perf_counter, "on the wall, all threads"),
    ):
        limit_threads(threads)
        alone, scanning = (pace(world, clock, options.seconds, scans=scans) for scans in (False, True))
        print(f"| times real time, {words} | {alone:.1f} | {scanning:.1f} |", flush=True)


def world_of(objects: int, vehicles: int, spacing: float | None) -> mp.World:
    """Return vehicles that wander over Jacksboro, or over its middle with posts at another spacing [m]."""
    terrain = mp.load_terrain("jacksboro")
    if spacing is not None:
        along = spacing * (np.arange(round(SIDE / spacing) + 1) - 0.5 * round(SIDE / spacing))
        x, y = np.meshgrid(along, along)
        terrain = mp.Terrain.from_heights(terrain.sample(x.ravel(), y.ravel())[0].reshape(x.shape), spacing)
    fleets = [mp.Fleet("bicycle", vehicles // 2), mp.Fleet("tracked", vehicles - vehicles // 2)]
    things = mp.scatter_objects(terrain, count=objects, seed=1)
    world = mp.World(fleets=fleets, terrain=terrain, objects=things, seed=1)
    world.scatter_vehicles()
    return world


def poses_of(world: mp.World) -> Poses:
    """Return scanners over the middle of all vehicles."""
    pose = world.vehicles.pose
    return Poses(pose.x, pose.y, pose.z + HEIGHT, pose.yaw, pose.pitch, pose.roll, world.vehicles.vehicle_id)


def check(world: mp.World, count: int) -> None:
    """Compare the ranges of so many vehicles with brute force."""
    seen, poses = scan_world(world), poses_of(world)
    azimuths, elevations = PLANAR[::9], ELEVATIONS[::5]
    planar = scan_2d(seen, poses, azimuths, SHORT)
    spatial = scan_3d(seen, poses, azimuths, elevations, LONG)
    hits = 0
    for row in np.linspace(0, world.count - 1, count).astype(int):
        scene, place = surroundings(seen, poses, row)
        attitude = poses.yaw[row], poses.pitch[row], poses.roll[row]
        for found, rings, reach in ((planar, np.zeros(1), SHORT), (spatial, elevations, LONG)):
            expected = ranges(scene, place, directions(attitude, azimuths, rings), 0.0, reach).astype(float)
            np.testing.assert_allclose(found[row].ravel(), expected, rtol=0.0, atol=1e-9)
            hits += np.count_nonzero(np.isfinite(expected))
    assert hits > 0, "no ray of the comparison met anything"
    print(f"{count * azimuths.size * (1 + elevations.size)} rays equal brute force to 1e-9 m, {hits} met something\n")


def surroundings(seen: ScanWorld, poses: Poses, row: int) -> tuple[Scene, tuple[float, float, float]]:
    """Return what a vehicle may see within the long range, for brute force, and the place of its scanner."""
    (field, *_), objects, vehicles = seen.columns
    x, y, z = poses.x[row], poses.y[row], poses.z[row]
    columns, rows = (
        slice(max(int((place - side - LONG) / field.spacing), 0), int((place - side + LONG) / field.spacing) + 2)
        for place, side in ((x, field.x_west), (y, field.y_south))
    )
    west, south = field.x_west + columns.start * field.spacing, field.y_south + rows.start * field.spacing
    circles = objects.circles
    near = np.hypot(circles.x - x, circles.y - y) < LONG + circles.radius
    cylinders = np.column_stack([circles.x, circles.y, circles.radius, objects.foot, objects.top])[near]
    others = np.hypot(vehicles.circles.x - x, vehicles.circles.y - y) < LONG + vehicles.largest
    others[row] = False
    boxes = np.column_stack([vehicles.circles.x, vehicles.circles.y, *vehicles[1:8]])[others]
    return Scene(field.heights[rows, columns], west, south, field.spacing, cylinders, boxes), (x, y, z)


def rate(name: str, reach: float, scan: Callable[[np.ndarray | None], np.ndarray], repeats: int) -> None:
    """Print a row of the table: a scan of all vehicles on one thread."""
    limit_threads(1)
    out = scan(None)
    fastest = min(clocked(lambda: scan(out), time.thread_time) for _ in range(repeats))
    share = np.isfinite(out).mean()
    print(
        f"| {name} | {reach:g} | {1e-6 * out.size / fastest:.1f} | {1e-6 * TARGETS[name]:g} | {100 * share:.0f} % |",
        flush=True,
    )


def pace(world: mp.World, clock: Callable[[], float], seconds: float, *, scans: bool) -> float:
    """Return how many times as fast as real time a world runs, with or without scans."""
    steps, every = round(seconds / world.dt), round(1.0 / RATE / world.dt)
    out = np.empty((world.count, PLANAR.size))

    def run() -> None:
        for step in range(steps):
            world.step()
            if scans and step % every == 0:
                scan_2d(scan_world(world), poses_of(world), PLANAR, SHORT, out=out)

    return seconds / clocked(run, clock)


def clocked(work: Callable[[], object], clock: Callable[[], float]) -> float:
    """Return the time that some work takes by a clock [s]."""
    start = clock()
    work()
    return clock() - start


if __name__ == "__main__":
    main()
