"""Ballistics: what a round meets on its parabola, against formulas and against looking at many moments."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from worlds import hills

from motorpool.ground.objects.grid import NOTHING, Circles, build_grid
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models.frames import body_axes
from motorpool.world.entity.trailers import room_for
from motorpool.world.gunnery.ballistics import (
    GRAVITY,
    NEVER,
    Box,
    Boxes,
    Cylinders,
    Flight,
    first_at_zero,
    meet_box,
    meet_cylinder,
    meet_ground,
    meet_objects,
    meet_vehicles,
    slowed,
)

HILLS = hills()
MOMENTS = 4001  # of a flight that are looked at

places = st.floats(-30.0, 30.0)
paces = st.floats(-60.0, 60.0)
angles = st.floats(-math.pi, math.pi)
tilts = st.floats(-0.6, 0.6)


def flight(place, velocity, times):
    """Where a round is at each of the times."""
    x, y, z = (at + pace * times for at, pace in zip(place, velocity, strict=True))
    return x, y, z - 0.5 * GRAVITY * times**2


def toward(place, target, time):
    """The velocity with which a round gets from one place to another in a time."""
    x, y, z = ((to - at) / time for at, to in zip(place, target, strict=True))
    return x, y, z + 0.5 * GRAVITY * time


def seen_first(is_in, times):
    """The first of the moments at which something is so, or never."""
    found = np.flatnonzero(is_in)
    return times[found[0]] if found.size else NEVER


def agree(time, seen, times):
    """Return whether an exact time agrees with sampled moments: not later, and at most a moment earlier.

    What is seen was met; what was met between two moments may have been left before the second.
    """
    moment = times[1] - times[0]
    return time <= seen + 1e-9 and (seen == NEVER or time > seen - moment - 1e-9)


# ---------------------------------------------------------------- when a quadratic is zero


@given(st.floats(0.1, 5.0), st.floats(0.1, 5.0), st.floats(-3.0, 3.0))
def test_the_first_root_is_found_of_a_quadratic_that_has_two(first, apart, factor):
    assume(factor > 0.01)
    second = first + apart
    time = first_at_zero(factor * first * second, -factor * (first + second), factor, 0.0, 10.0)
    assert time == pytest.approx(first, rel=1e-6)


@given(st.floats(0.1, 5.0), st.floats(-1e-14, 1e-14))
def test_a_vanishing_square_leaves_the_root_of_the_line(root, quadratic):
    assert first_at_zero(root, -1.0, quadratic, 0.0, 10.0) == pytest.approx(root, rel=1e-12)


def test_what_is_below_zero_at_the_start_is_so_at_the_start_and_what_stays_above_never_is():
    assert first_at_zero(1.0, -1.0, 0.0, 2.0, 3.0) == 2.0
    assert first_at_zero(-1.0, 5.0, 0.0, 0.0, 3.0) == 0.0
    assert first_at_zero(1.0, 0.0, 0.0, 0.0, 9.0) == NEVER
    assert first_at_zero(1.0, -1.0, 1.0, 0.0, 9.0) == NEVER
    assert first_at_zero(1.0, -1.0, 0.0, 0.0, 0.5) == NEVER


# ---------------------------------------------------------------- ground

sixty_fourths = st.integers(-40, 40).map(lambda whole: whole / 64.0)  # heights of such slopes are exact as float32


@given(sixty_fourths, sixty_fourths, places, places, st.floats(0.5, 40.0), paces, paces, st.floats(-20.0, 40.0))
def test_on_a_slope_the_impact_is_where_the_parabola_meets_the_plane(east, north, x, y, above, u, v, w):
    posts = 16.0 * np.arange(-40, 41)
    terrain = Terrain.from_heights(east * posts[None, :] + north * posts[:, None], 16.0)
    z = east * x + north * y + above
    climb = w - east * u - north * v  # over the slope
    time = (climb + math.sqrt(climb * climb + 2.0 * GRAVITY * above)) / GRAVITY
    assume(max(abs(x + u * time), abs(y + v * time)) < 600.0)
    met = meet_ground(Flight(x, y, z, u, v, w), 60.0, terrain)
    assert met == pytest.approx(time, rel=1e-9)


@given(st.floats(-250.0, 250.0), st.floats(-250.0, 250.0), st.floats(0.1, 30.0), paces, paces, st.floats(-20.0, 25.0))
def test_on_hills_the_round_is_above_ground_until_it_meets_it(x, y, above, u, v, w):
    z = HILLS.sample(x, y)[0] + above
    times = np.linspace(0.0, 4.0, MOMENTS)
    east, north, up = flight((x, y, z), (u, v, w), times)
    over = (abs(east) <= HILLS.x_east) & (abs(north) <= HILLS.y_north)
    is_under = (up < HILLS.sample(east, north)[0] - 1e-9) & (np.cumsum(~over) == 0)
    met = meet_ground(Flight(x, y, z, u, v, w), 4.0, HILLS)
    assert agree(met, seen_first(is_under, times), times)
    if met < NEVER:
        east, north, up = flight((x, y, z), (u, v, w), met)
        assert up == pytest.approx(HILLS.sample(east, north)[0], abs=1e-7)


def test_one_long_step_finds_what_many_short_ones_find():
    """A crest between start and end of a step stops the round, however long the step."""
    heights = np.zeros((3, 41), np.float32)
    heights[:, 20] = 10.0
    ridge = Terrain.from_heights(heights, 10.0)
    met = meet_ground(Flight(-100.0, 0.0, 5.0, 400.0, 0.0, 0.0), 0.5, ridge)
    # z = 5 - g t^2 / 2 meets the western side, h = x + 10 = 400 t - 90.
    assert met == pytest.approx((math.sqrt(400.0**2 + 2.0 * GRAVITY * 95.0) - 400.0) / GRAVITY, rel=1e-12)


def test_beyond_the_map_there_is_no_ground():
    flat = Terrain.flat(size=100.0)
    assert meet_ground(Flight(60.0, 0.0, 1.0, 10.0, 0.0, 0.0), 9.0, flat) == NEVER
    assert meet_ground(Flight(49.0, 0.0, 1.0, 100.0, 0.0, 0.0), 9.0, flat) == NEVER
    assert meet_ground(Flight(math.nan, 0.0, 1.0, 1.0, 0.0, 0.0), 9.0, flat) == NEVER


# ---------------------------------------------------------------- cylinders and boxes


from_there = st.tuples(places, places, st.floats(-2.0, 25.0))
to_here = st.tuples(st.floats(-6.0, 6.0), st.floats(-6.0, 6.0), st.floats(-3.0, 12.0))
flight_times = st.floats(0.05, 1.9)


@given(from_there, to_here, flight_times, st.floats(0.2, 8.0))
def test_a_cylinder_is_met_when_the_round_is_first_in_it(place, target, flight_time, radius):
    velocity = toward(place, target, flight_time)
    times = np.linspace(0.0, 2.0, MOMENTS)
    east, north, up = flight(place, velocity, times)
    seen = seen_first((np.hypot(east, north) < radius - 1e-9) & (up < 10.0 - 1e-9), times)
    time = meet_cylinder(Flight(*place, *velocity), 2.0, radius, 10.0)
    assert agree(time, seen, times)
    if time < NEVER:
        east, north, up = flight(place, velocity, time)
        assert math.hypot(east, north) <= radius + 1e-7
        assert up <= 10.0 + 1e-7


@given(from_there, to_here, flight_times, angles, tilts, tilts)
def test_a_box_is_met_when_the_round_is_first_in_it(place, target, flight_time, yaw, pitch, roll):
    velocity = toward(place, target, flight_time)
    half_length, half_width, height = 3.5, 1.7, 2.3
    times = np.linspace(0.0, 2.0, MOMENTS)
    axes = body_axes(yaw, pitch, roll)

    def outside(times):
        path = flight(place, velocity, times)
        ahead, left, up = (sum(one * at for one, at in zip(axis, path, strict=True)) for axis in axes)
        return np.maximum(np.maximum(abs(ahead) - half_length, abs(left) - half_width), abs(up - 0.5 * height) - 1.15)

    time = meet_box(Flight(*place, *velocity), 2.0, Box(yaw, pitch, roll, half_length, half_width, height))
    assert agree(time, seen_first(outside(times) < -1e-9, times), times)
    if time < NEVER:
        assert outside(time) <= 1e-7


@given(angles, tilts, tilts)
def test_body_axes_are_the_rotation_of_yaw_then_pitch_then_roll(yaw, pitch, roll):
    def about(axis, angle):
        turn = np.eye(3)
        one, two = [(1, 2), (2, 0), (0, 1)][axis]
        turn[one, one] = turn[two, two] = math.cos(angle)
        turn[two, one], turn[one, two] = math.sin(angle), -math.sin(angle)
        return turn

    rotation = about(2, yaw) @ about(1, pitch) @ about(0, roll)
    assert np.allclose(np.array(body_axes(yaw, pitch, roll)).T, rotation, atol=1e-12)


def test_of_several_objects_the_first_on_the_way_is_met():
    x, y, z = np.array([80.0, 40.0, 60.0]), np.zeros(3), np.zeros(3)
    radius, height = np.full(3, 2.0), np.array([30.0, 1.0, 30.0])
    grid = build_grid(x, y, (0.0, -50.0, 100.0, 50.0), 16.0)
    objects = Cylinders(Circles(x, y, radius, grid), z, height)
    shot = Flight(0.0, 0.0, 5.0, 100.0, 0.0, 0.0)
    met, time = meet_objects(shot, 1.0, objects)
    assert (met, time) == (2, pytest.approx(0.58))  # over the low one, into the side of the next
    met, time = meet_objects(shot, 0.5, objects)
    assert (met, time) == (NOTHING, NEVER)


def test_the_shooter_is_never_met_and_the_nearest_other_is():
    x, zeros = np.array([0.0, 50.0, 30.0]), np.zeros(3)
    grid = build_grid(x, zeros, (-100.0, -100.0, 100.0, 100.0), 25.0)
    size = (np.full(3, 2.0), np.full(3, 1.0), np.full(3, 2.0), zeros)  # the last: offset of the centre
    circles = Circles(x, zeros, np.full(3, math.hypot(2.0, 1.0)), grid)
    boxes = Boxes(circles, zeros, zeros, zeros, zeros, *size, room_for(3, 0))
    shot = Flight(0.0, 0.0, 1.5, 100.0, 0.0, 0.0)
    assert meet_vehicles(shot, 1.0, 0, boxes) == (2, pytest.approx(0.28))
    assert meet_vehicles(shot, 1.0, 1, boxes) == (0, 0.0)
    assert meet_vehicles(shot, 0.2, 0, boxes) == (NOTHING, NEVER)


# ---------------------------------------------------------------- air


@given(paces, paces, paces, st.floats(0.0, 0.1), st.floats(0.0, 5.0), st.floats(0.0, 5.0))
def test_air_alone_slows_a_round_by_the_formula_and_two_parts_are_the_whole(u, v, w, drag, first, second):
    whole = slowed(u, v, w, drag, first + second)
    assert slowed(*slowed(u, v, w, drag, first), drag, second) == pytest.approx(whole, rel=1e-9, abs=1e-9)
    speed = math.hypot(u, v, w)
    assert math.hypot(*whole) == pytest.approx(speed / (1.0 + drag * speed * (first + second)))
