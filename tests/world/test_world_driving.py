"""Driving in a world: on its ground, within its borders, among its objects, by autopilots and by people."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
import worlds
from worlds import hills, mixed_fleets

from motorpool.errors import Status, WorldError
from motorpool.ground.objects.contact import push_out
from motorpool.ground.objects.grid import build_grid
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain, attitude
from motorpool.vehicles import motor_pool
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.avoidance.perception import VEHICLE
from motorpool.world.avoidance.rules import index_of
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER
from motorpool.world.guidance.goal_kinds import HOLD
from motorpool.world.sources.player import Player


@pytest.fixture
def crowd():
    return worlds.crowd_on_hills()


@pytest.fixture
def lonely():
    return worlds.two_on_flat_ground()


# ---------------------------------------------------------------- the ground


def test_height_pitch_and_roll_are_the_grounds(crowd):
    crowd.run(seconds=2.0)
    vehicles = crowd.vehicles
    z, slope_x, slope_y = crowd.terrain.sample(vehicles.x, vehicles.y)
    pitch, roll = attitude(slope_x, slope_y, vehicles.yaw)
    assert np.allclose(vehicles.z, z, atol=1e-11)
    assert np.allclose(vehicles.pitch, pitch, atol=1e-14)
    assert np.allclose(vehicles.roll, roll, atol=1e-14)
    assert np.ptp(vehicles.z) > 1.0  # there are hills


def test_vehicles_are_put_on_the_ground_before_the_first_step(crowd):
    assert crowd.tick == 0
    assert np.allclose(crowd.vehicles.z, crowd.terrain.sample(crowd.vehicles.x, crowd.vehicles.y)[0], atol=1e-11)
    assert not crowd.vehicles.odometer.any()


def test_a_vehicle_that_wants_no_speed_does_not_move_at_all():
    world = World(fleets=mixed_fleets(2), terrain=hills())
    world.scatter_vehicles()
    world.vehicles.desired_speed[:] = 0.0
    before = [column.copy() for column in world.vehicles.columns("x", "y", "yaw", "z")]
    world.run(seconds=60.0)
    assert all(map(np.array_equal, before, world.vehicles.columns("x", "y", "yaw", "z")))


def test_the_odometer_is_the_length_of_the_path(lonely):
    lonely.vehicles.desired_speed[:] = 8.0
    lonely.run(seconds=5.0)
    expected = np.abs(lonely.vehicles.x - [-200.0, 200.0])
    assert lonely.vehicles.odometer == pytest.approx(expected, rel=1e-12)


# ---------------------------------------------------------------- borders


def farthest_of_a_minute(world):
    """Return the largest distance of any vehicle from the middle, on either axis [m]."""
    farthest = []

    def observe(world):
        farthest.append(max(np.abs(world.vehicles.x).max(), np.abs(world.vehicles.y).max()))

    world.run(seconds=60.0, observers=[SimpleNamespace(observe=observe)])
    return max(farthest)


def test_autopilots_turn_round_at_the_border_of_their_area():
    """A vehicle that drives along one border when it reaches the other needs two turning radii beyond the first."""
    area = (-120.0, -120.0, 120.0, 120.0)
    world = World(fleets=mixed_fleets(40), terrain=Terrain.flat(size=1000.0), area=area, seed=2)
    world.scatter_vehicles()
    world.vehicles.avoidance_rule[:] = index_of("none")  # a crowd that avoids itself pushes its outermost out
    diameter = 2.0 * np.max(world.vehicles.desired_speed**2 / world.vehicles.max_lateral_acceleration)
    assert 120.0 < farthest_of_a_minute(world) < 120.0 + diameter + 6.0
    assert world.vehicles.odometer.min() > 200.0  # who runs into another backs off


def test_left_to_itself_no_vehicle_drives_to_the_edge_of_the_map():
    world = World(fleets=mixed_fleets(40), terrain=Terrain.flat(size=600.0), seed=2)
    world.scatter_vehicles()
    assert farthest_of_a_minute(world) < 300.0
    assert world.vehicles.odometer.min() > 300.0


def test_an_autopilot_that_gets_to_the_edge_of_the_map_finds_its_way_back():
    """Its area is the whole map here, so that all of them do."""
    area = (-100.0, -100.0, 100.0, 100.0)
    world = World(fleets=mixed_fleets(20), terrain=Terrain.flat(size=200.0), area=area, seed=2)
    world.scatter_vehicles()
    world.vehicles.avoidance_rule[:] = index_of("none")  # in a crowd like this one waits for another
    assert farthest_of_a_minute(world) == 100.0
    before = world.vehicles.odometer.copy()
    world.run(seconds=20.0)
    assert (world.vehicles.odometer - before).min() > 20.0


@pytest.mark.parametrize("area", [(-900.0, -10.0, 10.0, 10.0), (10.0, -10.0, -10.0, 10.0), (0.0, 0.0, math.nan, 1.0)])
def test_an_area_that_is_not_on_the_map_is_refused(area):
    with pytest.raises(WorldError, match="each range must increase and be within the terrain"):
        World(fleets=[Fleet("tracked", 1)], terrain=Terrain.flat(size=200.0), area=area)


def test_a_driver_is_stopped_at_the_edge_of_the_map_and_informed(lonely):
    player = Player()
    lonely.sources.append(player)
    lonely.place_vehicles(1, 480.0, 0.0, 0.0)
    player.take(1)
    player.set(1, throttle=1.0)
    lonely.run(seconds=10.0)
    assert lonely.vehicles.x[1] == 500.0
    assert lonely.vehicles.status[1] & Status.OFF_MAP
    assert "the vehicle is at the edge of the map; turn back" in lonely.problems()[0]
    player.set(1, throttle=-1.0)
    lonely.run(seconds=2.0)
    assert lonely.vehicles.x[1] < 500.0
    assert lonely.problems() == []


# ---------------------------------------------------------------- objects


def overlaps(world):
    """Return the depth [m] of each vehicle in the object that it is deepest in, by looking at every pair."""
    vehicles, objects = world.vehicles, world.objects
    return np.array(
        [
            max(
                push_out(x, y, yaw, length, width, object_x, object_y, radius)[2]
                for object_x, object_y, radius in zip(objects.x, objects.y, objects.radius, strict=True)
            )
            for x, y, yaw, length, width in zip(
                *vehicles.columns("x", "y", "yaw", "half_length", "half_width"), strict=True
            )
        ]
    )


def test_vehicles_do_not_stand_inside_objects():
    """Objects that are far enough apart: a vehicle can touch one at a time, and is out of it at once."""
    ground = Terrain.flat(size=400.0)
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(-150.0, 151.0, 30.0), np.arange(-150.0, 151.0, 30.0)))
    world = World(fleets=mixed_fleets(15), terrain=ground, objects=place_objects(ground, x=x, y=y, radius=1.5), seed=4)
    world.scatter_vehicles()
    assert overlaps(world).max() < 1e-9
    touched = 0
    for _ in range(8):
        world.run(seconds=5.0)
        touched += np.count_nonzero(world.vehicles.status & Status.BLOCKED)
        assert overlaps(world).max() < 1e-9
    assert world.vehicles.odometer.min() > 10.0


@pytest.fixture
def walled():
    """A car and a tracked vehicle that drive north, a few metres from a wall of objects, by a rule that touches it."""
    ground = Terrain.flat(size=400.0)
    wall = place_objects(ground, x=np.arange(-60.0, 61.0, 1.0), y=20.0, radius=1.0)
    fleets = [Fleet(model, 1, x=x, y=15.0, yaw=math.pi / 2) for model, x in (("bicycle", -20.0), ("tracked", 20.0))]
    world = World(fleets=fleets, terrain=ground, objects=wall)
    world.avoidance.choose(slice(None), "search-cone")
    return world


def test_a_blocked_vehicle_stops_backs_off_and_tries_another_course(walled):
    course, speeds, was_blocked = walled.vehicles.course_yaw[0], [], []

    def observe(world):
        speeds.append(world.vehicles.speed[0])
        was_blocked.append(bool(world.vehicles.status[0] & Status.BLOCKED))

    walled.run(seconds=8.0, observers=[SimpleNamespace(observe=observe)])
    blocked_at = was_blocked.index(True)
    assert speeds[blocked_at] == 0.0
    assert min(speeds[blocked_at:]) < -1.0
    assert walled.vehicles.course_yaw[0] != course
    assert overlaps(walled).max() < 1e-6


def test_a_vehicle_that_backs_into_something_drives_on():
    """Blocked in reverse, it does not go on reversing for ever."""
    ground = Terrain.flat(size=400.0)
    tree = place_objects(ground, x=-5.0, y=0.0, radius=1.0)
    world = World(fleets=[Fleet("bicycle", 1)], terrain=ground, objects=tree)
    world.avoidance.choose([0], "search-cone")  # guidance backs off for it; other rules do so themselves
    world.vehicles.back_off_time[:] = 2.5
    world.run(seconds=2.0)
    assert world.vehicles.status[0] & Status.BLOCKED
    assert world.vehicles.x[0] == pytest.approx(-4.0 + world.vehicles.half_length[0], abs=0.01)
    world.run(seconds=10.0)
    assert world.vehicles.odometer[0] > 50.0


def test_a_driver_is_stopped_by_a_wall_and_may_drive_back(walled):
    player = Player()
    walled.sources.append(player)
    for vehicle_id in (0, 1):
        player.take(vehicle_id)
        player.set(vehicle_id, throttle=1.0)
    walled.run(seconds=5.0)
    reach = walled.vehicles.y + walled.vehicles.half_length
    assert reach == pytest.approx([19.0, 19.0], abs=0.3)
    assert (walled.vehicles.status & Status.BLOCKED).all()
    assert walled.problems()[0].endswith("an object stands in the way; drive around it")
    for vehicle_id in (0, 1):
        player.set(vehicle_id, throttle=-1.0)
    walled.run(seconds=3.0)
    assert walled.vehicles.y.max() < 13.0
    assert walled.problems() == []


# ---------------------------------------------------------------- a person drives


def test_a_person_takes_a_vehicle_drives_and_gives_it_back(lonely):
    player, vehicles = Player(), lonely.vehicles
    lonely.sources.append(player)
    player.take(0)
    player.set(0, throttle=1.0)
    lonely.run(seconds=3.0)
    assert vehicles.driver.tolist() == [PLAYER, AUTOPILOT]
    assert vehicles.speed[0] == pytest.approx(3.0 * vehicles.acceleration[0])
    assert vehicles.x[0] > -200.0
    assert vehicles.x[1] == 200.0
    player.set(0, throttle=0.3, steer=1.0)
    lonely.run(seconds=2.0)
    assert vehicles.yaw[0] > 0.1
    player.set(0, brake=1.0)
    lonely.run(seconds=4.0)
    assert vehicles.speed[0] == 0.0
    player.release(0)
    vehicles.desired_speed[0] = 5.0
    lonely.run(seconds=5.0)
    assert vehicles.driver[0] == AUTOPILOT
    assert vehicles.speed[0] == pytest.approx(5.0)


@pytest.mark.filterwarnings("ignore::motorpool.errors.UnitWarning")  # commands beyond 1 are clamped
def test_drivers_and_autopilots_stay_within_what_their_vehicle_can_do(crowd):
    player = Player()
    crowd.sources.append(player)
    random = np.random.default_rng(1)
    for vehicle_id in (0, 9):
        player.take(vehicle_id)
    vehicles = crowd.vehicles
    for _ in range(60):
        for vehicle_id in (0, 9):
            throttle, steer = random.uniform(-9.0, 9.0, 2)
            player.set(vehicle_id, throttle=throttle, brake=random.uniform(-1.0, 0.5), steer=steer)
        crowd.run(seconds=0.2)
        assert (vehicles.speed <= vehicles.max_speed).all()
        assert (vehicles.speed >= -vehicles.max_reverse_speed).all()
        assert (np.abs(vehicles.steer) <= 1.0).all()
        assert (np.abs(vehicles.yaw) <= math.pi).all()


def test_a_vehicle_whose_parameter_is_not_finite_stands_still_and_the_others_drive_on(lonely):
    lonely.fleets[0].params.wheelbase[0] = math.nan
    lonely.vehicles.desired_speed[:] = 5.0
    lonely.run(seconds=2.0)
    assert lonely.vehicles.x[0] == -200.0
    assert lonely.vehicles.x[1] > 203.0
    assert lonely.problems()[0].startswith("bicycle/arc: 1 of 1 vehicles (first 0): a control, parameter or result")


def test_two_that_meet_head_on_see_each_other_and_pass(lonely):
    world, vehicles = lonely, lonely.vehicles
    world.avoidance.choose(slice(None), "search-cone")
    vehicles.yaw[:] = vehicles.course_yaw[:] = vehicles.desired_yaw[:] = [0.0, math.pi]
    vehicles.desired_speed[:] = 10.0
    nearest, was_seen = math.inf, False
    for _ in range(round(45.0 / world.dt)):
        world.step()
        nearest = min(nearest, math.hypot(vehicles.x[0] - vehicles.x[1], vehicles.y[0] - vehicles.y[1]))
        was_seen |= bool(np.all(vehicles.seen == VEHICLE))
    assert was_seen
    assert nearest > vehicles.radius[0] + vehicles.half_width[1]
    assert vehicles.x[0] > 100.0
    assert vehicles.x[1] < -100.0


def test_a_vehicle_that_holds_stands_still(lonely):
    world = lonely
    world.vehicles.desired_speed[:] = 10.0
    world.vehicles.goal[0] = HOLD
    world.run(seconds=5.0)
    assert world.vehicles.speed[0] == 0.0
    assert world.vehicles.speed[1] > 5.0


def test_vehicles_are_filed_anew_as_a_grid_built_from_scratch_would_file_them(crowd):
    world = crowd
    world.run(seconds=3.0)
    filed, ground = world.circles().grid, world.terrain
    bounds = (ground.x_west, ground.y_south, ground.x_east, ground.y_north)
    fresh = build_grid(world.vehicles.x, world.vehicles.y, bounds, filed.cell)
    assert np.array_equal(filed.first, fresh.first)
    assert np.array_equal(filed.item, fresh.item)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.3, 0.6])
@pytest.mark.parametrize("kind", motor_pool.names())
def test_an_autopilot_that_brakes_hard_in_a_bend_does_not_slide(kind, share):
    """The bend asks for a share of the lateral acceleration that the driver allows."""
    world = World(fleets=[(kind, 1)], terrain=Terrain.flat(size=4000.0, spacing=100.0), dt=1 / 30)
    vehicles = world.vehicles
    speed = min(0.9 * float(vehicles.max_speed[0]), 18.0)
    radius = speed**2 / (share * float(vehicles.max_lateral_acceleration[0]))
    bearings = np.radians(np.arange(-85.0, 720.0, 5.0))
    world.guidance.route([0], np.column_stack([radius * np.cos(bearings), radius + radius * np.sin(bearings)]).tolist())
    vehicles.desired_speed[0] = speed
    world.run(seconds=25)
    vehicles.desired_speed[0] = 2.0
    for _ in range(300):
        world.step()
        assert abs(vehicles.lateral_speed[0]) < 0.3 * max(vehicles.speed[0], 1.0)
    assert vehicles.speed[0] == pytest.approx(2.0, abs=0.1)
