"""A route of a mobility map, driven by a world's autopilot to its end."""

import functools
import itertools
import math
import re

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.cli import run
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import save_terrain
from motorpool.ground.terrain.soil_map import map_of_terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.mobility import mobility_map
from motorpool.studies.mobility.driver_maps import driver_ground, driver_map
from motorpool.studies.mobility.route_files import Scene, write_route
from motorpool.studies.mobility.routes import find_driven_route, find_route

CROP = (-9100.0, -9100.0, -6500.0, -6500.0)  # of Jacksboro, a steep part of it [m]


START, GOAL = (-1200.0, -1200.0), (1100.0, 1100.0)  # [m]


def hills():
    """A part of Jacksboro, around the origin."""
    return mp.load_terrain("jacksboro").cropped(*CROP)


@functools.cache
def found_route(vehicle, season):
    """Return a terrain and a soil, a map of them, the driver's ground and a route across it."""
    terrain = hills()
    surface = Surface.uniform("dry-earth", terrain)
    mobility = mobility_map(terrain, surface, vehicle, season=season, ride_limit=np.inf)
    driver = driver_ground(mobility, terrain, surface)
    route = find_driven_route(mobility, driver, start=START, goal=GOAL)
    return terrain, surface, mobility, driver, route


def drive_to_the_end(world, *, longest):
    """Run a world until its first vehicle has arrived, for ``longest`` seconds at most."""
    while not world.vehicles.has_arrived[0] and world.time < longest:
        world.run(seconds=1.0)


@pytest.mark.slow
@pytest.mark.parametrize(("vehicle", "season"), [("M998", "wet"), ("M1A1", "wet")])
def test_a_route_is_driven_to_its_end_in_the_time_that_it_tells(vehicle, season, tmp_path):
    terrain, surface, mobility, _, route = found_route(vehicle, season)
    path = write_route(route, tmp_path / "way.yaml", mobility, scene=Scene("flat", {"kind": "dry-earth"}))
    legs = route.drive.waypoints
    assert f"arrival_radius: {route.drive.arrival_radius:.1f}" in path.read_text()
    world = mp.World(fleets=[mp.Fleet(vehicle, 1)], terrain=terrain, surface=surface)
    world.weather.change("rain" if season == "wet" else "dry")
    world.avoidance.choose([0], "none")
    ahead = legs[0, :2] - route.waypoints[0]
    world.place_vehicles(0, *route.waypoints[0], np.arctan2(ahead[1], ahead[0]))
    world.resolve_positions()
    world.guidance.route([0], legs.tolist(), arrival_radius=route.drive.arrival_radius)
    drive_to_the_end(world, longest=2.0 * route.time)
    print(f"{vehicle}, {season}: {world.time:.0f} s of {route.time:.0f} s")
    assert world.vehicles.has_arrived[0]
    assert world.time <= 1.15 * route.time


@pytest.mark.slow
def test_a_drivers_map_is_no_faster_than_the_map_and_its_reserve_closes_cells():
    _, _, mobility, driver, route = found_route("M998", "wet")
    wide, narrow = (driver_map(mobility, driver, reserve=reserve) for reserve in (1.0, 0.7))
    assert (wide.speed <= mobility.speed).all()
    assert (narrow.speed <= wide.speed).all()
    assert (narrow.speed > 0.0).mean() < (wide.speed > 0.0).mean()
    fastest = find_route(mobility, start=START, goal=GOAL)
    assert fastest.travel.time <= route.travel.time <= route.time
    assert fastest.drive is None
    assert fastest.time == fastest.travel.time


@pytest.mark.slow
def test_the_command_writes_a_scenario_whose_legs_are_slower_in_bends_and_that_is_driven_to_its_end(
    tmp_path, monkeypatch, capsys
):
    pytest.importorskip("rasterio")
    monkeypatch.chdir(tmp_path)
    north, east = np.indices((61, 61)) * 20.0 - 600.0
    gap = 1.0 - 0.95 * np.exp(-(((north - 330.0) / 110.0) ** 2))
    save_terrain(
        Terrain.from_heights(90.0 * np.exp(-((east / 120.0) ** 2)) * gap, spacing=20.0), tmp_path / "ridge.npz"
    )
    ground = ["--terrain", "ridge.npz", "--soil", "dry-earth"]
    assert run(["mobility", *ground, "--vehicle", "M998", "--season", "wet", "--out", "map.tif"]) == 0
    assert run(["route", "-450,-400", "450,-300", "--map", "map.tif", *ground, "--out", "way.yaml"]) == 0
    minutes, seconds = re.search(r"^ *time +(\d+) min (\d+) s", capsys.readouterr().out, re.MULTILINE).groups()
    legs = re.findall(r"- \[(-?[\d.]+), (-?[\d.]+), ([\d.]+)\]", (tmp_path / "way.yaml").read_text())
    points = np.array([(-450.0, -400.0, math.nan), *legs], np.float64)
    headings = [math.atan2(y - from_y, x - from_x) for (from_x, from_y, _), (x, y, _) in itertools.pairwise(points)]
    turns = np.array([abs(float(wrap_angle(after - before))) for before, after in itertools.pairwise(headings)])
    speeds = points[1:, 2]
    at_corners = np.minimum(speeds[:-1], speeds[1:])  # of the legs before and after
    assert np.count_nonzero(turns > 0.5) >= 2
    assert (at_corners[turns > 0.5] < 0.95 * speeds.max()).all()
    world = mp.load("way.yaml").build()
    drive_to_the_end(world, longest=600.0)
    assert world.vehicles.has_arrived[0]
    assert world.time <= 1.15 * (60.0 * int(minutes) + int(seconds))


@pytest.mark.soak
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("season", ["dry", "wet"])
@pytest.mark.parametrize("vehicle", ["M1A1", "M998"])
def test_the_routes_of_the_documentation_are_driven_in_the_time_that_they_tell(vehicle, season, tmp_path):
    terrain = mp.load_terrain("jacksboro")
    surface = map_of_terrain(terrain)
    mobility = mobility_map(terrain, surface, vehicle, season=season)
    driver = driver_ground(mobility, terrain, surface)
    route = find_driven_route(mobility, driver, start=(-9000.0, -9000.0), goal=(9000.0, 8000.0))
    path = write_route(route, tmp_path / "way.yaml", mobility, scene=Scene("jacksboro", {"by": "terrain", "seed": 0}))
    world = mp.load(path).build()
    drive_to_the_end(world, longest=2.0 * route.time)
    print(f"{vehicle}, {season}: {world.time:.0f} s of {route.time:.0f} s")
    assert world.vehicles.has_arrived[0]
    assert world.time <= 1.15 * route.time
