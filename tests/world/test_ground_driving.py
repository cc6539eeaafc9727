"""Autopilots that look at the ground: round mud, slower before sand and on wet bends, and back to a route they left."""

import math

import numpy as np
import pytest

from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.navigation.refused_headings import DIRECTIONS, headings_refused, is_refused

LEVEL = Terrain.flat(size=800.0)


def ground(patch, within, around="dry-earth"):
    """Cells of 5 m of one class where ``within`` (x, y) says so, and of another elsewhere."""
    middles = -400.0 + 5.0 * (np.arange(160) + 0.5)
    x, y = np.meshgrid(middles, middles)
    return Surface.from_classes(np.where(within(x, y), 1, 0), spacing=5.0, legend=[around, patch])


def world_of(vehicle, surface, *, rule="none", speed=12.0, terrain=LEVEL):
    """A world with one vehicle on its way east."""
    world = World(fleets=[Fleet(vehicle, 1)], terrain=terrain, surface=surface)
    world.avoidance.choose([0], rule)
    world.place_vehicles(0, -200.0, 0.0, 0.0)
    world.vehicles.desired_speed[:] = speed
    world.resolve_positions()
    return world


def names_driven_over(world, seconds):
    """Return the classes that the vehicle stands on, every half a second."""
    vehicles, found = world.vehicles, set()
    for _ in range(2 * seconds):
        world.run(seconds=0.5)
        found.add(world.surface.name_at(float(vehicles.x[0]), float(vehicles.y[0])))
    return found


@pytest.mark.parametrize("rule", ["none", "dynamic-window"])
def test_a_truck_that_wanders_turns_away_from_mud(rule):
    world = world_of("M998", ground("mud", lambda x, y: (x > 0.0) & (np.abs(y) < 150.0)), rule=rule)
    assert names_driven_over(world, 60) == {"dry-earth"}
    assert world.vehicles.odometer[0] > 400.0


def test_a_tank_that_mud_bears_goes_through_it():
    world = world_of("M1A1", ground("mud", lambda x, y: (x > 0.0) & (x < 30.0)), speed=8.0)
    assert "mud" in names_driven_over(world, 60)


def test_a_truck_that_begins_on_too_steep_a_slope_takes_the_shortest_way_off_it():
    """A ramp of 46 % begins 20 m behind the truck."""
    rise = 0.46 * np.maximum(20.0 * np.arange(41) - 400.0 + 220.0, 0.0)
    terrain = Terrain.from_heights(np.tile(rise, (41, 1)), 20.0)
    world = world_of("M998", Surface.uniform("dry-earth", terrain), terrain=terrain)
    world.run(seconds=30.0)
    assert world.vehicles.x[0] < -220.0


def test_it_is_slow_before_the_slow_ground_begins_and_not_only_on_it():
    world = world_of("M998", ground("dry-sand", lambda x, y: x > 0.0))
    vehicles = world.vehicles
    before = 0.0
    while vehicles.x[0] < 0.0:
        world.run(seconds=0.1)
        before = max(before, float(vehicles.speed[0]))
    assert before > 11.0
    assert vehicles.speed[0] < 9.3  # it holds 7.6 m/s on sand


@pytest.mark.parametrize(("vehicle", "grade", "least"), [("M998", 0.3, 5.5), ("M35A2", 0.26, 2.5)])
def test_a_gearbox_does_not_hunt_on_a_long_grade(vehicle, grade, least):
    """The driver presses as the gear that is in needs it: with less a gear seems to hold the speed, and does not."""
    posts = np.tile(grade * 20.0 * np.arange(121), (11, 1))
    world = world_of(vehicle, ground("dry-earth", lambda x, y: x > -1e9), terrain=Terrain.from_heights(posts, 20.0))
    world.place_vehicles(0, world.terrain.x_west + 100.0, 0.0, 0.0)
    world.resolve_positions()
    world.guidance.route([0], [(world.terrain.x_east - 50.0, 0.0)], speed=30.0)
    world.run(seconds=40.0)
    gears, start = set(), float(world.vehicles.x[0])
    for _ in range(300):
        world.run(seconds=0.1)
        gears.add(float(world.fleets[0].state.gear[0]))
    assert len(gears) == 1
    assert (world.vehicles.x[0] - start) / 30.0 > least


def test_no_truck_drives_along_a_slope_on_which_it_slides():
    """A side slope of 45 % beside level ground, on wet grass."""
    rise = np.where(np.arange(41) > 20, 0.45 * 20.0 * (np.arange(41) - 20), 0.0)
    terrain = Terrain.from_heights(np.tile(rise[:, None], (1, 41)), 20.0)
    world = world_of("M998", Surface.uniform("wet-grass", terrain), terrain=terrain)
    world.place_vehicles(0, -200.0, -60.0, math.radians(30.0))
    world.resolve_positions()
    world.run(seconds=60.0)
    assert world.vehicles.y[0] < 20.0
    assert world.vehicles.odometer[0] > 300.0


def corner_speed(weather):
    """Return the least speed of an M998 on a route round a right angle."""
    world = world_of("M998", Surface.uniform("grass", LEVEL))
    world.weather.change(weather)
    world.guidance.route([0], [(-100.0, 0.0), (100.0, 0.0), (100.0, 200.0)], speed=15.0, arrival_radius=15.0)
    vehicles, least = world.vehicles, math.inf
    while vehicles.route_index[0] < 2:
        world.run(seconds=0.1)
    for _ in range(30):
        world.run(seconds=0.1)
        least = min(least, float(vehicles.speed[0]))
    return least


def test_a_bend_is_driven_more_slowly_in_rain():
    dry, wet = corner_speed("dry"), corner_speed("rain")
    assert wet < 0.95 * dry


def test_a_vehicle_that_has_left_its_route_is_led_back_and_goes_on():
    field = ground("mud", lambda x, y: (np.abs(x - 60.0) < 60.0) & (y > 20.0) & (y < 70.0))
    world = world_of("M998", field)
    vehicles = world.vehicles
    world.guidance.route([0], [(-150.0, 0.0), (200.0, 0.0), (200.0, -100.0)], speed=8.0)
    world.run(seconds=15.0)
    world.place_vehicles(0, 60.0, 100.0, 0.5 * math.pi)
    world.run(seconds=8.0)
    assert vehicles.resumed_count[0] == 3
    saved = world.snapshot()
    assert names_driven_over(world, 90) == {"dry-earth"}
    assert vehicles.has_arrived[0]
    end = float(vehicles.x[0]), float(vehicles.y[0])
    assert math.dist(end, (200.0, -100.0)) < 6.0
    world.restore(saved)
    world.run(seconds=90.0)
    assert (float(vehicles.x[0]), float(vehicles.y[0])) == end


def test_a_new_route_ends_the_way_back_to_the_old_one():
    world = world_of("M998", Surface.uniform("dry-earth", LEVEL))
    world.guidance.route([0], [(-150.0, 0.0), (200.0, 0.0)], speed=8.0)
    world.run(seconds=15.0)
    world.place_vehicles(0, 0.0, 100.0, 0.0)
    world.run(seconds=8.0)
    assert world.vehicles.resumed_count[0] == 2
    world.guidance.route([0], [(0.0, -50.0)], speed=8.0)
    assert world.vehicles.resumed_count[0] == 0
    assert world.guidance.waypoints_of(0).tolist() == [[0.0, -50.0]]


def test_refused_headings_are_those_that_lead_onto_bad_ground():
    world = world_of("M998", ground("mud", lambda x, y: x > 0.0))
    refused = headings_refused(world.guidance.ground, 0, -4.0, 0.0, 3.0)
    for number in range(DIRECTIONS):
        heading = 2.0 * math.pi * number / DIRECTIONS
        assert is_refused(refused, heading) == (13.0 * math.cos(heading) > 4.0)
    assert not is_refused(0, 1.0)
    assert is_refused(refused, 2.0 * math.pi - 0.01)
    assert is_refused(refused, -0.01)


def test_kinematic_vehicles_are_left_alone():
    world = world_of("bicycle", ground("mud", lambda x, y: x > 0.0))
    world.run(seconds=30.0)
    assert world.vehicles.course_yaw[0] == 0.0
    assert world.vehicles.x[0] > 0.0
