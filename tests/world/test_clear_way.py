"""The clear way: never said of a way that a trial finds blocked or narrow, and said of most that are free."""

import math
from types import SimpleNamespace

import numpy as np

from motorpool.ground.objects.clearance import map_clearance
from motorpool.ground.objects.grid import Circles, build_grid, with_few_in_a_cell
from motorpool.ground.terrain.area import Bounds
from motorpool.world.avoidance.clear_way import (
    Other,
    Pace,
    Standing,
    clears_objects,
    stays_clear,
    stays_clear_at_each_step,
    stays_inside,
    straight_way,
)
from motorpool.world.avoidance.rollout import COMFORT, Ability, Discs, Motion, Obstacles, try_heading
from motorpool.world.avoidance.surroundings import add_objects, add_vehicle, centre_motion, look_at
from motorpool.world.drivers.kinds import AUTOPILOT
from motorpool.world.entity.trailers import room_for

GROUND = Bounds(-500.0, -500.0, 500.0, 500.0)
CAR = Ability(2.25, 0.9, 0.2, 0.0, 2.0, 4.0, 2.0, 4.0, body_offset=0.4)
REACH = 50.0


def discs(count=60):
    return Discs(*(np.zeros(count, np.int64 if name == "obstacle_index" else np.float64) for name in Discs._fields))


def circles(x, y, radius):
    return Circles(x, y, radius, build_grid(x, y, GROUND, 16.0))


def drives(random):
    """A vehicle near the middle that drives about as it wants to, its heading and its target speed."""
    speed = random.uniform(0.0, 12.0)
    yaw = random.uniform(-math.pi, math.pi)
    start = Motion(*random.uniform(-5.0, 5.0, 2), yaw, speed, random.normal(0.0, 0.02))
    return start, yaw + random.normal(0.0, 0.03), max(speed + random.normal(0.0, 1.0), 1.0)


def goes(start, heading, target, near, count):
    straight = max(8.0, 2.5 * target)
    trial = try_heading(start, CAR, Obstacles(near, count, GROUND), heading, target, straight, False)
    return straight_way(start, heading, target, straight, CAR.body_offset), trial


def test_a_way_clear_of_objects_is_free_and_wide():
    random, clear, free = np.random.default_rng(3), 0, 0
    for _ in range(150):
        start, heading, target = drives(random)
        x, y = random.uniform(-60.0, 60.0, (2, 8))
        objects = circles(x, y, random.uniform(0.3, 3.0, 8))
        near = discs()
        count, *_ = add_objects(start, CAR, REACH, near, objects)
        way, trial = goes(start, heading, target, near, count)
        is_wide = trial.is_free and trial.room == COMFORT
        free += is_wide
        standing = Standing(with_few_in_a_cell(objects), float(objects.radius.max()), map_clearance(objects, GROUND))
        if clears_objects(centre_motion(start, CAR.body_offset), way, REACH, 2.25, 0.9, standing):
            clear += 1
            assert is_wide
    assert clear > 0.6 * free > 20


SIZE = {"half_length": 3.0, "half_width": 1.5, "body_offset": -0.7}


def surroundings_with(x, y, yaw, speed, intended_speed, intended_yaw):
    """Surroundings of one other vehicle."""
    column = {name: np.array([value]) for name, value in SIZE.items()}
    return SimpleNamespace(
        entity=SimpleNamespace(
            body=SimpleNamespace(**column),
            motion=SimpleNamespace(speed=np.array([speed])),
            pose=SimpleNamespace(yaw=np.array([yaw])),
        ),
        near=SimpleNamespace(circles=SimpleNamespace(x=np.array([x]), y=np.array([y]))),
        avoidance=SimpleNamespace(
            avoidance_rule=np.array([0]),
            avoidance_speed=np.array([intended_speed]),
            desired_yaw=np.array([intended_yaw]),
        ),
        inputs=SimpleNamespace(driver=np.array([AUTOPILOT])),
        standstill=SimpleNamespace(standing_time=np.array([0.0])),
        rule=0,
        trailers=room_for(1, 0),
    )


def looks_at_vehicles(seed, count, most_change):
    """Ways, paces and another vehicle, and whether a trial finds each way free and wide."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        start, heading, target = drives(random)
        target += random.uniform(0.0, most_change)
        dx, dy = random.uniform(-45.0, 45.0, 2)
        if math.hypot(dx, dy) < 10.0:
            continue
        yaw, speed = random.uniform(-math.pi, math.pi), random.uniform(0.0, 12.0)
        faster = random.normal(0.0, 2.0) + random.uniform(-0.5, 1.0) * most_change
        intended = max(speed + faster, 0.0), yaw + random.normal(0.0, 0.4)
        around = surroundings_with(start.x + dx, start.y + dy, yaw, speed, *intended)
        near = discs()
        entered = add_vehicle(0, start, CAR, False, 0.0, near, 0, around)
        way, trial = goes(start, heading, target, near, entered)
        pace = Pace(start.speed, target, CAR.acceleration, CAR.braking, max(8.0, 2.5 * target))
        yield (
            way,
            pace,
            look_at(0, centre_motion(start, CAR.body_offset), CAR.braking, around),
            trial.is_free and trial.room == COMFORT,
        )


def test_a_way_clear_of_a_vehicle_is_free_and_wide():
    looks = list(looks_at_vehicles(4, 600, 0.0))
    clear = [is_wide for way, _, other, is_wide in looks if stays_clear(way, 2.25, 0.9, other)]
    assert all(clear)
    assert len(clear) > 0.7 * sum(is_wide for *_, is_wide in looks) > 100


def test_a_way_clear_of_a_vehicle_at_each_step_is_free_and_wide_and_found_where_the_bound_of_speeds_fails():
    looks = list(looks_at_vehicles(5, 700, 8.0))
    clear = [is_wide for way, pace, other, is_wide in looks if stays_clear_at_each_step(way, pace, 2.25, 0.9, other)]
    coarse = sum(stays_clear(way, 2.25, 0.9, other) for way, _, other, _ in looks)
    assert all(clear)
    free = sum(is_wide for *_, is_wide in looks)
    assert len(clear) - coarse > 0.25 * (free - coarse) > 20


def test_a_turning_vehicle_is_only_clear_of_objects_out_of_reach():
    start = Motion(0.0, 0.0, 0.0, 5.0, 0.0)
    way = straight_way(start, 1.0, 5.0, 20.0)
    far = Other(40.0, 40.0, 0.0, 0.0, 0.0, 0.0, 2.0, 1.5, 9.0)
    assert not way.is_straight
    assert not stays_clear(way, 2.25, 0.9, far)
    assert stays_clear(straight_way(start, 0.0, 5.0, 20.0), 2.25, 0.9, far)


def test_the_edge_of_the_ground_is_not_overlooked():
    inside, near_edge = Motion(0.0, 0.0, 0.0, 8.0, 0.0), Motion(490.0, 0.0, 0.0, 8.0, 0.0)
    assert stays_inside(inside, straight_way(inside, 0.0, 8.0, 20.0), GROUND)
    assert not stays_inside(near_edge, straight_way(near_edge, 0.0, 8.0, 20.0), GROUND)
