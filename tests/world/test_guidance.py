"""Where autopilots are sent: along routes, to points close and behind, one behind the other."""

import math

import numpy as np
import pytest
from worlds import digest

from motorpool.errors import WorldError
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.avoidance.rollout import Motion
from motorpool.world.avoidance.rules import index_of
from motorpool.world.avoidance.surroundings import is_in_line
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER
from motorpool.world.guidance.goal_kinds import FOLLOW, HOLD, ROUTE, WANDER
from motorpool.world.navigation.following import GAP_GAIN, gap_speed
from motorpool.world.navigation.pure_pursuit import approach_speed, corner_curvature, point_on_leg, pursuit_curvature
from motorpool.world.navigation.turning import REVERSE, is_within_circle
from motorpool.world.navigation.wander import detour_angle
from motorpool.world.sources.player import Player

MODELS = [
    "bicycle",
    "tracked",
    "ackermann",
    "friction-circle/wheeled",
    "friction-circle/tracked",
    "tracked/simple",
    "bicycle/drift",
]


def one(model, **start):
    """A vehicle alone on level ground."""
    world = World(fleets=[Fleet(model, 1, **start)], terrain=Terrain.flat(size=2000.0))
    return world, world.vehicles


def drive(world, seconds, watch=None):
    """The values of some columns of vehicle 0, every tenth of a second."""
    seen = []
    for _ in range(round(10 * seconds)):
        world.run(seconds=0.1)
        seen.append([float(column[0]) for column in world.vehicles.columns(*(watch or ("x", "y", "speed")))])
    return np.array(seen)


# ---------------------------------------------------------------- the parts


def test_the_circle_of_pure_pursuit_goes_through_the_point():
    bearing, distance = 0.4, 12.0
    curvature = pursuit_curvature(bearing, distance)
    x, y = distance * math.cos(bearing), distance * math.sin(bearing)
    assert math.hypot(x, y - 1.0 / curvature) == pytest.approx(1.0 / curvature)


def test_the_arc_that_rounds_a_corner_touches_both_legs():
    """A right angle, cut five metres before it: a circle of five metres."""
    assert corner_curvature(0.5 * math.pi, 5.0) == pytest.approx(1.0 / 5.0)
    assert corner_curvature(-0.5 * math.pi, 5.0) == pytest.approx(1.0 / 5.0)
    assert corner_curvature(0.0, 5.0) == 0.0


def test_a_point_on_a_leg_is_ahead_of_the_foot_of_the_perpendicular_and_never_beyond_the_end():
    assert point_on_leg(3.0, 4.0, 5.0, 0.0, 0.0, 20.0, 0.0) == pytest.approx((8.0, 0.0, 17.0, 4.0))
    assert point_on_leg(18.0, 4.0, 5.0, 0.0, 0.0, 20.0, 0.0)[:2] == pytest.approx((20.0, 0.0))
    assert point_on_leg(23.0, 4.0, 5.0, 0.0, 0.0, 20.0, 0.0)[2] == pytest.approx(-3.0)
    assert point_on_leg(1.0, 2.0, 5.0, 7.0, 8.0, 7.0, 8.0)[:2] == (7.0, 8.0)


@pytest.mark.parametrize(("ahead", "left"), [(0.0, 4.0), (1.0, 4.9), (-3.0, 5.0), (6.0, 1.0), (0.0, -4.0), (5.0, -9.9)])
def test_a_point_is_within_the_circle_that_the_vehicle_would_drive(ahead, left):
    radius = 5.0
    inside = math.hypot(ahead, abs(left) - radius) < radius
    assert is_within_circle(math.atan2(left, ahead), math.hypot(ahead, left), radius) == inside


def test_approaching_takes_half_the_brakes():
    assert approach_speed(16.0, 0.0, 4.0) ** 2 == pytest.approx(2.0 * 2.0 * 16.0)
    assert approach_speed(-1.0, 3.0, 4.0) == 3.0


def test_detours_go_left_then_right_and_wider_each_time():
    degrees = [round(math.degrees(detour_angle(float(number)))) for number in range(1, 9)]
    assert degrees == [45, -45, 90, -90, 135, -135, 45, -45]


def test_at_its_gap_a_follower_is_as_fast_as_its_leader():
    assert gap_speed(5.0 + 1.5 * 8.0, 8.0, 5.0, 1.5, 6.0) == pytest.approx(8.0)
    assert gap_speed(4.0, 0.0, 5.0, 1.5, 6.0) == 0.0


# ---------------------------------------------------------------- routes


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("point", [(-7.0, 7.0), (0.0, 6.0), (-60.0, 7.0), (0.5, -8.0)])
def test_what_is_close_and_behind_is_reached(model, point):
    """Document 000's vehicles circled such targets endlessly."""
    world, vehicles = one(model)
    world.guidance.route([0], [point], arrival_radius=2.0)
    drive(world, 25.0)
    assert vehicles.has_arrived[0]
    assert abs(vehicles.speed[0]) < 0.01
    assert math.dist((vehicles.x[0], vehicles.y[0]), point) < 2.0
    assert vehicles.odometer[0] < 2.5 * math.hypot(*point) + 25.0


def test_a_tracked_vehicle_turns_on_the_spot_and_a_car_backs():
    tracked, its = one("tracked")
    tracked.guidance.route([0], [(-7.0, 7.0)], arrival_radius=2.0)
    path = drive(tracked, 2.0)
    assert np.abs(path[:, :2]).max() < 0.5
    assert abs(its.yaw[0]) > 1.0
    car, _ = one("bicycle")
    car.guidance.route([0], [(0.0, 6.0)], arrival_radius=2.0)
    path = drive(car, 3.0, watch=("turning", "speed"))
    assert (path[:, 0] == REVERSE).any()
    assert path[:, 1].min() < -1.0


def test_a_car_that_cannot_back_loops_round():
    """A wall behind it: it drives on until it can turn back."""
    ground = Terrain.flat(size=400.0)
    wall = place_objects(ground, x=-4.0, y=np.arange(-6.0, 7.0), radius=0.6)
    world = World(fleets=[Fleet("bicycle", 1)], terrain=ground, objects=wall)
    world.vehicles.avoidance_rule[:] = index_of("none")
    world.guidance.route([0], [(0.0, 6.0)], arrival_radius=2.0)
    drive(world, 40.0)
    assert world.vehicles.has_arrived[0]


@pytest.mark.parametrize("model", MODELS)
def test_a_route_is_driven_along_its_legs(model):
    world, vehicles = one(model)
    corners = [(100.0, 0.0), (100.0, 80.0), (0.0, 80.0)]
    world.guidance.route([0], corners, speed=8.0)
    path = drive(world, 60.0)
    assert vehicles.has_arrived[0]
    legs = [((0.0, 0.0), corners[0]), (corners[0], corners[1]), (corners[1], corners[2])]
    off = [min(distance_to_leg(x, y, *leg) for leg in legs) for x, y, _ in path]
    assert max(off) < 5.0
    assert path[:, 2].max() == pytest.approx(8.0, abs=0.3)


def distance_to_leg(x, y, start, end):
    """From a point to a line segment, by the textbook."""
    start, along = np.array(start), np.subtract(end, start)
    share = np.clip(np.dot((x, y) - start, along) / np.dot(along, along), 0.0, 1.0)
    return math.dist((x, y), start + share * along)


def test_it_slows_down_for_corners_and_stops_gently_at_the_end():
    world, vehicles = one("bicycle")
    vehicles.avoidance_rule[:] = index_of("none")  # rules that set the speed do so ten times a second, and brake harder
    world.guidance.route([0], [(150.0, 0.0), (150.0, 150.0)], speed=15.0, arrival_radius=5.0)
    path = drive(world, 45.0, watch=("x", "y", "speed"))
    at_corner = path[(path[:, 0] > 145.0) & (path[:, 1] < 2.0)]
    assert path[:, 2].max() > 14.0
    assert at_corner[:, 2].max() < math.sqrt(vehicles.max_lateral_acceleration[0] * 5.0)  # a circle of five metres
    braking = -np.diff(path[:, 2]) / 0.1
    assert braking[path[1:, 2] > 1.0].max() == pytest.approx(0.5 * vehicles.braking[0], rel=0.1)
    assert math.dist((vehicles.x[0], vehicles.y[0]), (150.0, 150.0)) < 0.5


def test_each_leg_has_its_speed():
    world, _ = one("bicycle")
    world.guidance.route([0], [(100.0, 0.0, 4.0), (300.0, 0.0, 10.0), (350.0, 0.0, 6.0)])
    path = drive(world, 70.0)
    for low, high, speed in ((30.0, 94.0, 4.0), (150.0, 250.0, 10.0), (302.0, 325.0, 6.0)):
        on_leg = path[(path[:, 0] > low) & (path[:, 0] < high)]
        assert on_leg[:, 2] == pytest.approx(np.full(len(on_leg), speed), abs=0.05)


def test_a_loop_goes_round_and_round():
    world, vehicles = one("tracked")
    world.guidance.route([0], [(50.0, 0.0), (50.0, 50.0), (0.0, 50.0), (0.0, 0.0)], loops=True, speed=10.0)
    indices = drive(world, 120.0, watch=("route_index", "has_arrived"))
    turns = np.diff(indices[:, 0])
    assert np.count_nonzero(turns == -3.0) >= 2
    assert set(turns) == {0.0, 1.0, -3.0}
    assert not vehicles.has_arrived[0]
    assert world.guidance.waypoints_of(0).shape == (4, 2)


def test_a_waypoint_that_is_passed_aside_is_passed():
    """Pushed off its way, it does not turn back for a waypoint in the middle of a route."""
    world, vehicles = one("bicycle", y=9.0)
    world.guidance.route([0], [(0.5, 0.0), (40.0, 0.0), (200.0, 0.0)], speed=10.0)
    vehicles.route_index[0] = 1
    world.place_vehicles(0, 39.0, 9.0, 0.0)
    drive(world, 1.5)
    assert vehicles.route_index[0] == 2


def test_it_gets_round_what_it_ran_into():
    ground = Terrain.flat(size=400.0)
    wall = place_objects(ground, x=30.0, y=np.arange(-10.0, 11.0), radius=0.6)
    world = World(fleets=[Fleet("bicycle", 1), Fleet("tracked", 1, y=1.0)], terrain=ground, objects=wall)
    world.vehicles.avoidance_rule[:] = index_of("none")  # so that it does run into it
    world.guidance.route([0, 1], [(60.0, 0.0)], speed=6.0)
    drive(world, 120.0)
    assert world.vehicles.has_arrived.tolist() == [1, 1]


@pytest.mark.parametrize("rule", ["search-cone", "dynamic-window"])
def test_what_stands_beyond_the_end_does_not_matter(rule):
    ground = Terrain.flat(size=400.0)
    wall = place_objects(ground, x=66.0, y=np.arange(-30.0, 31.0), radius=0.6)
    world = World(fleets=[Fleet("bicycle", 1)], terrain=ground, objects=wall)
    world.vehicles.avoidance_rule[0] = index_of(rule)
    world.guidance.route([0], [(60.0, 0.0)], arrival_radius=1.5)
    path = drive(world, 20.0)
    assert world.vehicles.has_arrived[0]
    assert np.abs(path[:, 1]).max() < 0.5


def test_a_person_may_take_it_along_the_route_and_give_it_back():
    world, vehicles = one("bicycle")
    player = Player()
    world.sources.append(player)
    world.guidance.route([0], [(30.0, 0.0), (60.0, 0.0), (60.0, 100.0)], speed=8.0)
    drive(world, 2.0)
    player.take(0)
    player.set(0, throttle=0.6)
    drive(world, 7.0)
    assert vehicles.driver[0] == PLAYER
    assert vehicles.route_index[0] == 2  # what the person drove past is done
    player.release(0)
    drive(world, 40.0)
    assert vehicles.driver[0] == AUTOPILOT
    assert vehicles.has_arrived[0]


# ---------------------------------------------------------------- behind each other


def column(model, count, gap=14.0):
    """Vehicles in a row from the first, at (0, 0), to the west."""
    world = World(fleets=[Fleet(model, count, body=Body(7.0, 2.5, 3.0))], terrain=Terrain.flat(size=2000.0))
    world.place_vehicles(slice(0, count), -gap * np.arange(count), np.zeros(count), np.zeros(count))
    return world, world.vehicles


@pytest.mark.parametrize("model", ["bicycle", "tracked", "friction-circle/wheeled"])
def test_a_convoy_of_ten_keeps_to_the_trail_of_the_first(model):
    world, vehicles = column(model, 10)
    world.guidance.route([0], [(250.0, 0.0), (250.0, 200.0), (0.0, 200.0)], speed=8.0, arrival_radius=15.0)
    world.guidance.convoy(range(10))
    first, others = [], []
    for _ in range(1300):
        world.run(seconds=0.1)
        first.append((vehicles.x[0], vehicles.y[0]))
        others.append((vehicles.x[1:].copy(), vehicles.y[1:].copy()))
        between = np.hypot(np.diff(vehicles.x), np.diff(vehicles.y)) - 7.0
        assert between.min() > 2.5
    trail = np.array([*[(x, 0.0) for x in np.arange(-140.0, 0.0)], *first])
    for x, y in others[::10]:
        off = np.hypot(x[:, None] - trail[:, 0], y[:, None] - trail[:, 1]).min(axis=1)
        assert off.max() < 5.5
    assert (vehicles.goal[1:] == FOLLOW).all()
    assert set(vehicles.convoy) == {0}
    assert np.abs(vehicles.speed).max() < 1.0  # all have come to rest behind the first
    assert between.max() < 7.5


def test_a_disturbance_does_not_grow_along_the_convoy():
    """The first one's speed swings; each further one's swings less."""
    world, vehicles = column("bicycle", 10, gap=27.0)
    world.guidance.route([0], [(900.0, 0.0)])
    world.guidance.convoy(range(10))
    vehicles.speed[:] = 9.0
    speeds = []
    for step in range(800):
        vehicles.desired_speed[0] = 9.0 + 2.0 * math.sin(0.5 * step * 0.1)
        world.run(seconds=0.1)
        speeds.append(vehicles.speed.copy())
    swing = np.ptp(np.array(speeds)[300:], axis=0)
    assert swing[0] == pytest.approx(4.0, abs=0.3)
    assert (np.diff(swing) < 0.0).all()


def test_the_gap_law_damps_every_frequency():
    """The transfer function from leader to follower, of gap_speed written out."""
    headway, omega = 1.5, np.logspace(-3.0, 2.0, 400)
    s = 1j * omega
    follower = (s + GAP_GAIN) / (s * (1.0 + GAP_GAIN * headway) + GAP_GAIN)
    assert np.abs(follower).max() <= 1.0
    slope = (gap_speed(30.1, 8.0, 5.0, headway, 1e9) - gap_speed(30.0, 8.0, 5.0, headway, 1e9)) / 0.1
    assert slope == pytest.approx(GAP_GAIN / (1.0 + GAP_GAIN * headway))


def test_a_follower_stops_behind_a_leader_that_brakes_with_all_it_has():
    world, vehicles = column("bicycle", 2, gap=24.0)
    world.guidance.route([0], [(900.0, 0.0)], speed=12.0)
    world.guidance.convoy([0, 1])
    world.run(seconds=15.0)
    player = Player()
    world.sources.append(player)
    player.take(0)
    player.set(0, brake=1.0)
    nearest = math.inf
    for _ in range(150):
        world.run(seconds=0.1)
        nearest = min(nearest, vehicles.x[0] - vehicles.x[1] - 7.0)
    assert vehicles.speed[0] == 0.0
    assert nearest > 4.0
    assert vehicles.x[0] - vehicles.x[1] - 7.0 == pytest.approx(5.0, abs=0.3)


def test_a_vehicle_that_follows_drives_round_the_corner_not_across_it():
    """A leader round a wood: straight at it would go through."""
    world, vehicles = column("bicycle", 2, gap=40.0)
    world.guidance.route([0], [(100.0, 0.0), (100.0, 120.0), (40.0, 120.0)], speed=10.0)
    world.guidance.follow([1], 0, gap=60.0)
    path = []
    for _ in range(500):
        world.run(seconds=0.1)
        path.append((vehicles.x[1], vehicles.y[1]))
    corner = [math.dist(place, (100.0, 0.0)) for place in path]
    assert min(corner) < 6.0


def test_a_follower_makes_way_for_a_leader_that_comes_back():
    world = World(fleets=[Fleet("bicycle", 2, x=[0.0, 40.0], yaw=[0.0, math.pi])], terrain=Terrain.flat(size=2000.0))
    world.avoidance.choose(slice(None), "dynamic-window")
    world.guidance.route([1], [(-200.0, 0.0)], speed=10.0)
    world.guidance.follow([0], 1)
    touched = 0
    for _ in range(round(30.0 / world.dt)):
        world.step()
        touched += len(world.events.contacts[0])
    assert touched == 0
    assert world.vehicles.has_arrived[1]


@pytest.mark.parametrize(
    ("x", "y", "yaw", "is_safe"),
    [(12.0, 0.0, 0.3, True), (-12.0, 1.0, 0.0, True), (1.0, 2.5, 0.0, False), (12.0, 0.0, 3.0, False)],
    ids=["ahead", "behind", "beside", "oncoming"],
)
def test_a_mate_ahead_or_behind_is_no_danger(x, y, yaw, is_safe):
    world = World(fleets=[Fleet("bicycle", 2, x=[0.0, x], y=[0.0, y], yaw=[0.0, yaw])])
    assert is_in_line(1, Motion(0.0, 0.0, 0.0, 5.0, 0.0), 0, world.vehicles.entity) == is_safe


def test_a_leader_that_wanders_or_is_driven_is_followed_and_a_chain_may_be_cut():
    world, vehicles = column("tracked", 3)
    world.guidance.convoy([0, 1, 2])
    assert vehicles.convoy.tolist() == [0, 0, 0]
    world.guidance.hold([1])
    assert vehicles.convoy.tolist() == [-1, 1, 1]
    assert (vehicles.goal.tolist(), vehicles.leader.tolist()) == ([WANDER, HOLD, FOLLOW], [-1, -1, 1])
    world.run(seconds=10.0)
    assert vehicles.x[0] > 30.0
    assert vehicles.speed[2] < 0.5
    world.guidance.wander([1])
    world.run(seconds=10.0)
    assert vehicles.speed[2] > 3.0


# ---------------------------------------------------------------- the world


def test_a_world_is_put_back_to_the_bit_with_routes_and_trails():
    world, vehicles = column("bicycle", 4)
    world.guidance.route([0], [(60.0, 0.0), (60.0, 60.0)], speed=8.0)
    world.guidance.convoy(range(4))
    world.run(seconds=5.0)
    saved = world.snapshot()
    world.run(seconds=5.0)
    expected = digest(world)
    world.guidance.route([0], [(-60.0, 0.0)])
    world.run(seconds=3.0)
    world.restore(saved)
    assert vehicles.goal[0] == ROUTE
    world.run(seconds=5.0)
    assert digest(world) == expected


def test_a_route_that_is_there_already_is_not_stored_again():
    world, vehicles = column("bicycle", 3)
    for vehicle in range(3):
        world.guidance.route([vehicle], [(60.0, 0.0), (60.0, 60.0)])
    assert set(vehicles.route_first) == {0}


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (lambda goals: goals.route([0], []), "at least one waypoint"),
        (lambda goals: goals.route([0], [(1.0,)]), r"waypoint 0 is \[1.0\]; give x, y and"),
        (lambda goals: goals.route([0], [(1.0, math.nan)]), "positions must be finite"),
        (lambda goals: goals.route([0], [(1.0, 1.0, 0.0)]), "a speed positive"),
        (lambda goals: goals.route([0], [(1.0, 1.0)], speed=-1.0), "must be positive and finite"),
        (lambda goals: goals.route([0], [(1.0, 1.0)], arrival_radius=0.0), "arrival_radius is 0.0"),
        (lambda goals: goals.route([3], [(1.0, 1.0)]), "there is no vehicle 3; the world has 3"),
        (lambda goals: goals.follow([0], 0), "vehicle 0 would follow itself"),
        (lambda goals: goals.convoy([0, 1, 2, 0]), "vehicle 2 would follow itself"),
        (lambda goals: goals.follow([0], -1), "there is no vehicle -1"),
        (lambda goals: goals.follow([0], 1, gap=-1.0), "gap is -1.0 m"),
    ],
)
def test_an_order_that_means_nothing_is_refused(order, sentence):
    world, _ = column("bicycle", 3)
    with pytest.raises(WorldError, match=sentence):
        order(world.guidance)
