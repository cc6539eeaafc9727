"""A route of a mobility map, driven by a world's autopilot to its end."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.mobility import mobility_map
from motorpool.mobility.driver_maps import driver_ground, driver_map
from motorpool.mobility.route_files import Scene, write_route
from motorpool.mobility.routes import find_driven_route, find_route
from motorpool.terrain.surface import Surface

CROP = (-9100.0, -9100.0, -6500.0, -6500.0)  # of Jacksboro, a steep part of it [m]


START, GOAL = (-1200.0, -1200.0), (1100.0, 1100.0)  # [m]


def hills():
    """A part of Jacksboro, around the origin."""
    return mp.load_terrain("jacksboro").cropped(*CROP)


def found_route(vehicle, season, terrain, surface):
    """Return a map, the driver's ground and a route across it."""
    mobility = mobility_map(terrain, surface, vehicle, season=season, ride_limit=np.inf)
    driver = driver_ground(mobility, terrain, surface)
    return mobility, driver, find_driven_route(mobility, driver, start=START, goal=GOAL)


@pytest.mark.slow
@pytest.mark.parametrize(("vehicle", "season"), [("M998", "wet"), ("M1A1", "wet")])
def test_a_route_is_driven_to_its_end_in_the_time_that_it_tells(vehicle, season, tmp_path):
    terrain = hills()
    surface = Surface.uniform("dry-earth", terrain)
    mobility, _, route = found_route(vehicle, season, terrain, surface)
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
    while not world.vehicles.has_arrived[0] and world.time < 2.0 * route.time:
        world.run(seconds=1.0)
    print(f"{vehicle}, {season}: {world.time:.0f} s of {route.time:.0f} s")
    assert world.vehicles.has_arrived[0]
    assert world.time <= 1.15 * route.time


@pytest.mark.slow
def test_a_drivers_map_is_no_faster_than_the_map_and_its_reserve_closes_cells():
    terrain = hills()
    surface = Surface.uniform("dry-earth", terrain)
    mobility, driver, route = found_route("M998", "wet", terrain, surface)
    wide, narrow = (driver_map(mobility, driver, reserve=reserve) for reserve in (1.0, 0.7))
    assert (wide.speed <= mobility.speed).all()
    assert (narrow.speed <= wide.speed).all()
    assert (narrow.speed > 0.0).mean() < (wide.speed > 0.0).mean()
    fastest = find_route(mobility, start=START, goal=GOAL)
    assert fastest.travel.time <= route.travel.time <= route.time
    assert fastest.drive is None
    assert fastest.time == fastest.travel.time
