"""The avoidance rule of 1992, corrected, and the steering that carries it out."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from motorpool.ground.objects.contact import deepest_contact
from motorpool.ground.objects.grid import Circles, build_grid, nearest_in_cone
from motorpool.models.kinematic.arc import along_arc
from motorpool.models.mathematics import wrap_angle
from motorpool.world.avoidance.search_cone import ARRIVED, HALF_ANGLE, TURN, avoid, reach
from motorpool.world.navigation.speed_control import slow_for
from motorpool.world.navigation.steering_control import steer_limit, steer_toward, turn_wheel

yaws = st.floats(-math.pi, math.pi)
offsets = st.floats(-20.0, 20.0)
flags = st.sampled_from([0.0, 1.0])


def around(circles, cell=16.0):
    """The search arguments for circles (x, y, radius)."""
    x, y, radius = np.array(circles, np.float64).reshape(-1, 3).T.copy()
    grid = build_grid(x, y, (-100.0, -100.0, 100.0, 100.0), cell)
    return Circles(x, y, radius, grid)


def same_direction(one, other):
    return abs(math.remainder(one - other, math.tau)) < 1e-12


# ------------------------------------------------------------ what is seen and decided


def test_the_corrected_rule_decides_as_the_vectors_say(vector_file):
    """Thesis frame: x as ours, z to the right, so y = -z; directions clockwise, so yaw = -direction."""
    vectors = vector_file["e_thesis_behaviour"]
    assert vectors
    for vector in vectors:
        yaw, expected = -vector["psi"], vector["corrected"]
        circles = [(x, -z, radius) for x, z, radius in vector["objs"]]
        index, distance, right = nearest_in_cone(
            vector["x"], -vector["z"], yaw, reach(vector["v"]), HALF_ANGLE, around(circles)
        )
        assert (index >= 0) == expected["detect"]
        assert index == expected["object"]
        assert distance == pytest.approx(expected["distance"], abs=1e-12)
        assert ("RIGHT" if right > 0.0 else "LEFT") == expected["side"]
        desired, is_avoiding = avoid(yaw, yaw, yaw, 0.0, 1.0, right)
        assert is_avoiding == 1.0
        assert same_direction(desired, -expected["desired"])


def test_the_faithful_turn_into_the_object_is_corrected():
    """Defect 14 of the thesis: an object on the right was called left, and the vehicle turned right."""
    index, _, right = nearest_in_cone(0.0, 0.0, 0.0, reach(10.0), HALF_ANGLE, around([(20.0, -2.0, 1.0)]))
    assert (index, right) == (0, 2.0)
    assert avoid(0.0, 0.0, 0.0, 0.0, 1.0, right) == (math.pi / 4, 1.0)


@given(st.floats(-60.0, 60.0))
def test_a_vehicle_looks_twenty_metres_and_a_second_ahead_either_way(speed):
    assert reach(speed) == 20.0 + abs(speed)


@given(yaws, yaws, yaws, flags, offsets)
def test_it_turns_an_eighth_of_a_circle_away_from_what_it_sees(yaw, course, desired, is_avoiding, right):
    new_desired, now_avoiding = avoid(yaw, course, desired, is_avoiding, 1.0, right)
    assert now_avoiding == 1.0
    assert same_direction(new_desired, yaw + (TURN if right > 0.0 else -TURN))
    assert -math.pi < new_desired <= math.pi


@given(yaws, yaws, yaws, offsets)
def test_with_nothing_in_sight_it_keeps_its_course(yaw, course, desired, right):
    assert avoid(yaw, course, desired, 0.0, 0.0, right) == (course, 0.0)


@given(yaws, yaws, yaws)
def test_it_holds_the_new_direction_until_it_is_reached_then_resumes_its_course(yaw, course, desired):
    error = abs(math.remainder(desired - yaw, math.tau))
    assume(abs(error - ARRIVED) > 1e-9)
    expected = (desired, 1.0) if error > ARRIVED else (course, 0.0)
    assert avoid(yaw, course, desired, 1.0, 0.0, 0.0) == expected


def test_a_direction_is_reached_across_the_seam_of_the_circle():
    assert avoid(math.pi - 0.01, 0.5, -math.pi + 0.01, 1.0, 0.0, 0.0) == (0.5, 0.0)


@given(yaws, yaws, yaws, flags, flags, offsets)
def test_a_mirrored_driver_decides_the_mirror_image(yaw, course, desired, is_avoiding, found, right):
    assume(right != 0.0)
    new_desired, now_avoiding = avoid(yaw, course, desired, is_avoiding, found, right)
    mirrored, also_avoiding = avoid(-yaw, -course, -desired, is_avoiding, found, -right)
    assert now_avoiding == also_avoiding
    assert same_direction(new_desired, -mirrored)


def test_what_is_dead_ahead_counts_as_left():
    assert avoid(0.0, 0.0, 0.0, 0.0, 1.0, 0.0) == (-math.pi / 4, 1.0)


def test_many_drivers_at_once_decide_as_each_alone():
    random = np.random.default_rng(2)
    drivers = np.vstack([random.uniform(-3.0, 3.0, (3, 500)), random.integers(0, 2, (2, 500)), random.normal(size=500)])
    together = avoid(*drivers)
    alone = np.array([avoid(*(float(value) for value in driver)) for driver in drivers.T]).T
    np.testing.assert_allclose(together, alone, atol=1e-15)


# ------------------------------------------------------------ steering


@given(
    yaws,
    yaws,
    st.floats(-1.0, 1.0),
    st.floats(0.0, 5.0),
    st.floats(0.0, 0.5),
    st.floats(-3.0, 3.0),
    st.floats(0.0, 1.0),
)
def test_the_wheel_turns_no_faster_than_it_can_and_no_further_than_it_may(
    yaw, desired, steer, rate, dt, yaw_rate, limit
):
    after = steer_toward(yaw, desired, steer, rate, dt, yaw_rate, limit)
    assert abs(after - steer) <= rate * dt + 1e-12
    assert abs(after) <= max(abs(steer), limit) + 1e-12


@given(yaws, yaws, st.floats(-1.0, 1.0))
def test_no_time_turns_no_wheel(yaw, desired, steer):
    assert steer_toward(yaw, desired, steer, 2.0, 0.0) == steer


@given(yaws, yaws, st.floats(-1.0, 1.0), st.floats(-3.0, 3.0))
def test_a_mirrored_wheel_turns_the_other_way(yaw, desired, steer, yaw_rate):
    assume(abs(wrap_angle(desired - yaw)) < math.pi - 1e-9)  # straight back, either way is as short
    after = steer_toward(yaw, desired, steer, 2.0, 0.02, yaw_rate)
    assert steer_toward(-yaw, -desired, -steer, 2.0, 0.02, yaw_rate) == pytest.approx(-after, abs=1e-12)


@given(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(0.0, 1.0), st.integers(1, 20))
def test_turning_the_wheel_does_not_depend_on_how_time_is_cut(steer, wish, duration, parts):
    stepped = steer
    for _ in range(parts):
        stepped = turn_wheel(stepped, wish, 2.0, duration / parts)
    assert stepped == pytest.approx(turn_wheel(steer, wish, 2.0, duration), abs=1e-12)


@pytest.mark.parametrize("dt", [1.0 / 60.0, 1.0 / 20.0])
def test_steering_reaches_the_heading_without_swinging_past_it(dt):
    """Vehicles of all sorts, at once: from any direction, with a straight wheel, forward and backward."""
    random = np.random.default_rng(1)
    error, rate = random.uniform(-3.1, 3.1, 2000), random.uniform(1.0, 4.0, 2000)
    full_yaw_rate = random.uniform(0.1, 2.5, 2000) * random.choice([-1.0, 1.0], 2000)
    yaw, steer, farthest = wrap_angle(2.0 - error), np.zeros(2000), np.zeros(2000)
    for _ in range(round(60.0 / dt)):
        steer = steer_toward(yaw, 2.0, steer, rate, dt, full_yaw_rate)
        yaw = wrap_angle(yaw + full_yaw_rate * steer * dt)
        farthest = np.maximum(farthest, -np.sign(error) * wrap_angle(2.0 - yaw))
    assert np.abs(wrap_angle(2.0 - yaw)).max() < math.radians(0.1)
    assert farthest.max() < math.radians(0.5) * 60.0 * dt


@given(st.floats(-60.0, 60.0), st.floats(0.001, 2.0), st.floats(0.1, 10.0))
def test_the_steering_limit_keeps_the_lateral_acceleration(speed, curvature, most):
    limit = steer_limit(speed, curvature, most)
    assert 0.0 < limit <= 1.0
    assert limit * curvature * speed * speed <= most * (1.0 + 1e-12)
    assert limit == 1.0 or limit * curvature * speed * speed == pytest.approx(most)


# ------------------------------------------------------------ the whole drive


def drive_past(circles, *, desired_speed=10.0, seconds=20.0, dt=1.0 / 60.0):
    """A car (4.8 x 2.2 m) on course east among circles: its path, and how deep [m] it ever got into one."""
    x, y, yaw, speed, steer = -60.0, 0.0, 0.0, desired_speed, 0.0
    desired_yaw, is_avoiding, deepest, path = 0.0, 0.0, 0.0, []
    everything = around(circles)
    for _ in range(round(seconds / dt)):
        index, distance, right = nearest_in_cone(x, y, yaw, reach(speed), HALF_ANGLE, everything, 1.1)
        desired_yaw, is_avoiding = avoid(yaw, 0.0, desired_yaw, is_avoiding, float(index >= 0), right)
        limit = steer_limit(speed, 0.2, 4.0)
        steer = steer_toward(yaw, desired_yaw, steer, 2.0, dt, 0.2 * speed, limit)
        speed = slow_for(distance - 2.4, desired_speed, 3.0, 4.0)
        x, y, yaw = along_arc(x, y, yaw, speed * dt, 0.2 * steer * speed * dt)
        deepest = max(deepest, deepest_contact(x, y, yaw, 2.4, 1.1, everything)[3])
        path.append((x, y, yaw))
    return np.array(path), deepest


@pytest.mark.parametrize("side", np.linspace(-3.0, 3.0, 13))
@pytest.mark.parametrize("radius", [0.4, 2.0, 6.0])
def test_a_car_drives_around_an_object_and_resumes_its_course(side, radius):
    path, deepest = drive_past([(0.0, float(side), radius)])
    assert deepest == 0.0
    assert path[-1, 0] > 40.0
    assert abs(path[-1, 2]) < math.radians(2.0)


def test_a_car_swerves_no_more_than_needed_for_what_is_beside_its_way():
    path, _ = drive_past([(0.0, 15.0, 1.0), (0.0, -15.0, 1.0)])
    assert np.abs(path[:, 1]).max() == 0.0


def test_an_object_seen_while_turning_away_from_another_is_avoided_too():
    """The first sends the car left, where the second stands; a driver who looks away while turning hits it."""
    _, deepest = drive_past([(-10.0, -0.5, 0.5), (2.0, 9.0, 0.5)])
    assert deepest == 0.0
