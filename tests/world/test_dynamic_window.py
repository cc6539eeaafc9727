"""Avoidance that looks ahead and remembers: on courses, as a rule, and whatever the number of threads."""

import math
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import worlds
from rates.world_scaling import world_of

from motorpool.compile.columns import cpu_count
from motorpool.compile.scratch import scratch
from motorpool.errors import Status
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.objects.overlap import overlap
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.courses import layouts
from motorpool.studies.courses.scoring import drive_world, touches
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.avoidance import rules
from motorpool.world.avoidance.dynamic_window.decision import decide
from motorpool.world.avoidance.dynamic_window.glance import follow_course, glance
from motorpool.world.avoidance.dynamic_window.stages import begin_decision
from motorpool.world.avoidance.dynamic_window_costs import PERIOD, arriving_speed, progress
from motorpool.world.avoidance.rollout import (
    COMFORT,
    Ability,
    Discs,
    Motion,
    Obstacles,
    Trailer,
    must_yield,
    note_reach,
    try_heading,
)
from motorpool.world.avoidance.surroundings import MOST_DISCS

CAR = Ability(2.25, 0.9, 0.2, 0.0, 2.0, 4.0, 2.0, 4.0)
GROUND = (-500.0, -500.0, 500.0, 500.0)


def discs_of(*circles, margin=0.3):
    """Discs (x, y, radius, speed_x, speed_y) to keep ``margin`` from."""
    columns = np.array(circles, np.float64).reshape(-1, 5).T
    need, forever = columns[2] + margin, np.full(len(circles), 1e9)
    index = np.arange(len(circles))
    growth, *change, since = np.zeros((5, len(circles)))
    return Discs(*columns[[0, 1, 3, 4, 2]], need, growth, forever, *change, index, need, since), len(circles)


def trial(heading, *circles, speed=5.0, wish=5.0, straight=20.0):
    start = Motion(0.0, 0.0, 0.0, speed, 0.0)
    return try_heading(start, CAR, Obstacles(*discs_of(*circles), GROUND), heading, wish, straight, False)


# ------------------------------------------------------------ what a driver foresees


def test_obstacles_that_are_out_of_reach_for_a_time_change_no_trial_when_they_are_skipped_until_then():
    random, later = np.random.default_rng(8), 0
    for _ in range(200):
        speed, wish, count = random.uniform(-2.0, 12.0), random.uniform(0.0, 12.0), 12
        start = Motion(*random.uniform(-5.0, 5.0, 2), random.uniform(-3.0, 3.0), speed, random.uniform(-1.0, 1.0))
        discs, _ = discs_of(*random.uniform([-50, -50, 0.3, -9, -9], [50, 50, 3, 9, 9], (count, 5)))
        discs.growth[:] = random.uniform(0.0, 0.4, count)
        discs.change_x[:], discs.change_y[:] = random.uniform(-2.0, 2.0, (2, count))
        discs.change_time[:] = random.uniform(0.0, 3.0, count)
        heading = random.uniform(-3.0, 3.0)
        looked = try_heading(start, CAR, Obstacles(discs, count, GROUND), heading, wish, 40.0, False)
        soonest = note_reach(start, CAR, max(abs(speed), wish), discs, count)
        later += np.count_nonzero(discs.since > 1.0)
        assert try_heading(start, CAR, Obstacles(discs, count, GROUND, soonest), heading, wish, 40.0, False) == looked
    assert later > 500


def test_a_trailer_hits_what_is_inside_the_turn_of_its_vehicle_and_saves_none_that_the_vehicle_hits():
    lorry = CAR._replace(trailer=Trailer(0.0, hitch=1.5, reach=8.0, middle=2.0, half_length=5.0, half_width=1.2))
    start, inside, outside = Motion(0.0, 0.0, 0.0, 5.0, 0.0), 0, 0
    for x, y in np.random.default_rng(4).uniform([-4.0, -14.0], [14.0, 14.0], (400, 2)):
        discs, count = discs_of((x, y, 0.5, 0.0, 0.0))
        alone, towing = (
            try_heading(start, able, Obstacles(discs, count, GROUND), 0.5 * math.pi, 5.0, 20.0, False).is_free
            for able in (CAR, lorry)
        )
        assert alone or not towing
        cut = alone and not towing and x > 2.5  # what is not beside the trailer at the beginning
        inside, outside = inside + (cut and y > 0.0), outside + (cut and y < -2.0)
    assert inside > 5
    assert outside == 0


def test_nothing_near_is_free_as_far_as_it_was_tried():
    seen = trial(0.0)
    assert seen.is_free
    assert 20.0 <= seen.distance < 21.1
    assert seen.room == COMFORT


def test_a_post_ahead_is_hit_where_the_front_and_the_margin_meet_its_rim():
    seen = trial(0.0, (15.0, 0.0, 1.0, 0.0, 0.0))
    assert not seen.is_free
    assert seen.hit == 0
    assert seen.distance <= 15.0 - 1.0 - 0.3 - 2.25 <= seen.distance + 1.0  # a step of 0.2 s at 5 m/s


def test_a_post_beside_the_way_leaves_the_room_between_its_rim_and_the_side():
    seen = trial(0.0, (10.0, 2.9, 1.0, 0.0, 0.0))
    assert seen.is_free
    assert seen.room == pytest.approx(2.9 - 1.0 - 0.9)


def test_a_vehicle_that_will_have_passed_is_not_hit_and_one_that_comes_is():
    assert trial(0.0, (10.0, -30.0, 1.0, 0.0, 5.0)).is_free
    assert not trial(0.0, (10.0, -9.0, 1.0, 0.0, 5.0)).is_free


def test_a_vehicle_that_brakes_before_the_way_is_not_hit():
    discs, count = discs_of((10.0, -9.0, 1.0, 0.0, 5.0))
    discs.change_y[:], discs.change_time[:] = -5.0, 1.0  # stands after a second and 2.5 m
    start = Motion(0.0, 0.0, 0.0, 5.0, 0.0)
    assert try_heading(start, CAR, Obstacles(discs, count, GROUND), 0.0, 5.0, 20.0, False).is_free


def test_the_edge_of_the_ground_is_a_wall():
    start = Motion(490.0, 0.0, 0.0, 5.0, 0.0)
    assert not try_heading(start, CAR, Obstacles(*discs_of(), GROUND), 0.0, 5.0, 20.0, False).is_free


@pytest.mark.parametrize(
    ("ahead", "other_yaw", "yields"),
    [
        (5.0, 0.0, True),  # drives in front
        (-5.0, 0.0, False),  # behind
        (5.0, math.pi / 2, True),  # comes from the right
        (5.0, -math.pi / 2, False),  # from the left
        (5.0, math.pi, True),  # the other way
    ],
)
def test_right_of_way(ahead, other_yaw, yields):
    assert must_yield(0.0, ahead, other_yaw) is yields
    assert must_yield(3.0, ahead, 3.0 + other_yaw) is yields


def test_of_two_whose_ways_cross_exactly_one_yields():
    for turn in np.linspace(0.26, 0.74, 9) * math.pi:
        assert must_yield(0.0, 5.0, turn) != must_yield(turn, 5.0, 0.0)


def test_progress_is_toward_the_goal_or_along_the_course():
    assert progress(3.0, 0.0, 0.0, 0.0, 10.0, 0.0, 2.0) == pytest.approx(3.0)
    assert progress(3.0, 4.0, 0.0, 0.0, math.inf, math.inf, math.pi / 2) == pytest.approx(4.0)


def test_a_circle_at_the_arriving_speed_is_well_within_the_goal():
    speed = arriving_speed(30.0, 1.2, 4.0)
    radius = speed**2 / 4.0
    assert 2.0 * radius * math.sin(1.2) == pytest.approx(0.75**2 * 30.0)


# ------------------------------------------------------------ whether bodies overlap


def test_rectangles_overlap_as_their_corners_and_sides_say():
    assert overlap(4.4, 0.0, 0.0, 2.25, 0.9, 0.0, 2.25, 0.9)
    assert not overlap(4.6, 0.0, 0.0, 2.25, 0.9, 0.0, 2.25, 0.9)
    diagonal = 0.9 + math.hypot(2.25, 0.9) * math.sin(math.pi / 4 + math.atan2(0.9, 2.25))
    assert overlap(0.0, diagonal - 0.01, 0.0, 2.25, 0.9, math.pi / 4, 2.25, 0.9)
    assert not overlap(0.0, diagonal + 0.01, 0.0, 2.25, 0.9, math.pi / 4, 2.25, 0.9)


def test_overlap_is_mutual():
    random = np.random.default_rng(4)
    both = 0
    for dx, dy, yaw, other in random.uniform([-6, -6, -3, -3], [6, 6, 3, 3], (500, 4)):
        one = overlap(dx, dy, yaw, 3.5, 1.7, other, 2.2, 0.9)
        assert one == overlap(-dx, -dy, other, 2.2, 0.9, yaw, 3.5, 1.7)
        both += one
    assert 100 < both < 400


# ------------------------------------------------------------ courses


@pytest.mark.parametrize("build", [layouts.slalom, layouts.two_posts, layouts.neighbour])
def test_posts_are_passed_without_a_touch_or_a_detour(build):
    score = drive_world(build(0), "dynamic-window", seconds=60.0)
    assert score.reached == score.clean == score.vehicles == 4
    assert score.contacts == 0
    assert score.detour < 1.1


def test_two_posts_are_passed_on_one_side_without_swinging_between_them():
    world = layouts.two_posts(0)
    turns = []

    def observe(world):
        turns.append(np.sign(np.where(np.abs(world.vehicles.steer) > 0.3, world.vehicles.steer, 0.0)))

    world.observers.append(SimpleNamespace(observe=observe))
    drive_world(world, "dynamic-window", seconds=14.0)
    for column in np.array(turns).T:
        steps = column[column != 0.0]
        assert np.count_nonzero(np.diff(steps)) <= 3  # out, along, back and straight


def test_a_dead_end_is_left_which_the_rule_does_not():
    score = drive_world(layouts.u_trap(0), "dynamic-window", seconds=180.0)
    assert score.reached == score.clean == 4
    assert drive_world(layouts.u_trap(0), "search-cone", seconds=60.0).reached == 0


def test_a_dense_wood_is_crossed_clean():
    score = drive_world(layouts.forest(100, 1), "dynamic-window", seconds=120.0)
    assert score.reached == score.clean == 12


def test_streams_cross_without_a_touch():
    score = drive_world(layouts.crossing(100, 0), "dynamic-window", seconds=150.0)
    assert score.reached == score.clean == 100
    assert score.overlaps == 0


def test_as_printed_no_vehicle_gets_through():
    score = drive_world(layouts.slalom(0), "as-published", seconds=60.0)
    assert score.reached == 0
    assert score.contacts > 0


# ------------------------------------------------------------ a look along the way


def row_of(structure, i):
    """Row ``i`` of all columns of nested structures."""
    return [row_of(part, i) if isinstance(part, tuple) else part[i] for part in structure]


def set_row(structure, i, values):
    for part, value in zip(structure, values, strict=True):
        if isinstance(part, tuple):
            set_row(part, i, value)
        else:
            part[i] = value


@pytest.mark.slow
def test_a_way_that_a_look_finds_free_is_what_trials_choose():
    world = world_of(1000)
    world.vehicles.x[:] *= 0.6  # closer together
    world.vehicles.y[:] *= 0.6
    world.run(seconds=1.0)  # most speed up
    vehicles, rule = world.vehicles, world.avoidance._rules[rules.index_of("dynamic-window")]
    entity, mind, around = vehicles.entity, rule._mind, rule._surroundings
    discs, pause, found = scratch(Discs, MOST_DISCS), PERIOD, 0
    for i in range(world.count):
        pose = entity.pose
        start = Motion(pose.x[i], pose.y[i], pose.yaw[i], entity.motion.speed[i], vehicles.steer[i])
        begin_decision(i, start, mind, pause)
        seen = glance(i, start, entity, mind, around, False)
        if seen.is_free and not seen.is_calm:
            before = row_of(mind, i)
            follow_course(i, seen, mind, pause)
            at_a_look = row_of(mind, i)
            set_row(mind, i, before)
            decide(i, start, entity, mind, around, discs, pause)
            assert row_of(mind, i) == at_a_look
            found += 1
    assert found > 50


# ------------------------------------------------------------ as a rule


def lone(model, posts, *, yaw=0.0):
    ground = Terrain.flat(size=800.0)
    x, y, radius = np.array(posts, np.float64).reshape(-1, 3).T
    objects = place_objects(ground, x=x, y=y, radius=radius)
    world = World(fleets=[Fleet(model, 1, body=Body(4.5, 1.8, 1.5), x=-60.0)], terrain=ground, objects=objects)
    world.place_vehicles(0, -60.0, 0.0, yaw)
    world.vehicles.avoidance_rule[:] = rules.index_of("dynamic-window")
    world.vehicles.desired_speed[:] = 8.0
    return world


@pytest.mark.parametrize("model", ["bicycle", "tracked"])
def test_a_mirrored_driver_drives_the_mirror_image(model):
    random = np.random.default_rng(8)
    posts = [(12.0 * k - 30.0, float(random.uniform(-6.0, 6.0)), 1.0) for k in range(6)]
    world, mirrored = lone(model, posts), lone(model, [(x, -y, radius) for x, y, radius in posts])
    for _ in range(12):
        world.run(seconds=1.0)
        mirrored.run(seconds=1.0)
        assert mirrored.vehicles.x == pytest.approx(world.vehicles.x, abs=1e-6)
        assert mirrored.vehicles.y == pytest.approx(-world.vehicles.y, abs=1e-6)
    assert np.abs(world.vehicles.y).max() > 0.5


def test_two_that_meet_head_on_both_keep_right():
    ground = Terrain.flat(size=800.0)
    world = World(fleets=[Fleet("bicycle", 2)], terrain=ground)
    world.place_vehicles(slice(None), np.array([-60.0, 60.0]), np.zeros(2), np.array([0.0, math.pi]))
    world.vehicles.avoidance_rule[:] = rules.index_of("dynamic-window")
    world.vehicles.desired_speed[:] = 8.0
    lowest, highest = 0.0, 0.0
    for _ in range(16 * 60):
        world.step()
        lowest, highest = min(lowest, world.vehicles.y[0]), max(highest, world.vehicles.y[1])
        assert not touches(world)[1].any()
    assert lowest < -0.2
    assert highest > 0.2
    assert world.vehicles.x[0] > 30.0


def test_it_never_drives_or_steers_beyond_what_the_vehicle_can_do():
    world = worlds.crowd_on_hills()
    vehicles = world.vehicles
    vehicles.avoidance_rule[:] = rules.index_of("dynamic-window")
    for _ in range(600):
        before = vehicles.steer.copy()
        world.step()
        assert (np.abs(vehicles.steer) <= 1.0).all()
        assert (np.abs(vehicles.steer - before) <= vehicles.steer_rate * world.dt + 1e-12).all()
        assert (vehicles.speed <= vehicles.max_speed).all()
        assert (vehicles.speed >= -vehicles.max_reverse_speed).all()
    assert vehicles.odometer.min() > 10.0
    assert not (vehicles.status & Status.NOT_FINITE).any()


def test_a_vehicle_that_holds_stands_though_another_comes():
    world = lone("bicycle", [])
    world.vehicles.goal[:] = 1
    world.run(seconds=2.0)
    assert world.vehicles.speed[0] == 0.0


def test_a_snapshot_replays_to_the_bit():
    world = worlds.crowd_on_hills()
    world.vehicles.avoidance_rule[:] = rules.index_of("dynamic-window")
    world.run(seconds=2.0)
    saved = world.snapshot()
    world.run(seconds=3.0)
    once = worlds.digest(world)
    world.restore(saved)
    world.run(seconds=3.0)
    assert worlds.digest(world) == once


THREADED = """
import sys
sys.path.insert(0, sys.argv[1] + "/support")
import worlds
from motorpool.world.avoidance import rules
from motorpool.studies.courses import layouts
from motorpool.compile import rows
from motorpool.compile.columns import parts_of

rows.ROW_COST = 200  # so that this few vehicles deserve two threads
world = layouts.crossing(1200, 0)
world.vehicles.avoidance_rule[:] = rules.index_of("dynamic-window")
world.vehicles.speed[:] = 9.0
world.run(seconds=3.0)
print(len(parts_of(world.count, rows.ROW_COST, None)), worlds.digest(world))
"""


def test_the_number_of_threads_changes_nothing():
    if cpu_count() < 2:
        pytest.skip("one processor makes one thread")
    command = [sys.executable, "-W", "error", "-c", THREADED, str(Path(__file__).parents[1])]
    one, two = (
        subprocess.run(
            command, env=os.environ | {"MOTORPOOL_THREADS": threads}, capture_output=True, text=True, check=True
        ).stdout.split()
        for threads in ("1", "2")
    )
    assert (one[0], two[0]) == ("1", "2")
    assert one[1] == two[1]
