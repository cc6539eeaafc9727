"""Received entities move to where they are said to be, without a jump and the shortest way round."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool.links.dis.motion.columns import EntityStates, empty_states, rows_of
from motorpool.links.dis.motion.smoothing import (
    MAX_CORRECTION,
    RemotePoses,
    offset_between,
    remaining_weight,
    smoothed,
)
from motorpool.models.dead_reckoning import Motion, Pose
from motorpool.models.rotation import Vector, angle_between, quaternion_of

numbers = st.floats(-10.0, 10.0)
angles = st.floats(-math.pi, math.pi)
poses = st.builds(Pose, numbers, numbers, numbers, angles, st.floats(-1.57, 1.57), angles)


@settings(max_examples=200, deadline=None)
@given(poses, poses)
def test_a_correction_begins_at_the_shown_pose_and_ends_at_the_target(shown, target):
    offset = offset_between(shown, target)
    begin, end = smoothed(target, offset, 1.0), smoothed(target, offset, 0.0)
    assert begin[:3] == pytest.approx(shown[:3], abs=1e-14 * 40)
    assert angle_between(quaternion_of(begin), quaternion_of(shown)) < 1e-14
    assert end[:3] == target[:3]
    assert angle_between(quaternion_of(end), quaternion_of(target)) < 1e-14


@settings(max_examples=200, deadline=None)
@given(poses, poses, st.floats(0.0, 1.0))
def test_a_correction_turns_the_shortest_way(shown, target, weight):
    whole = angle_between(quaternion_of(target), quaternion_of(shown))
    part = smoothed(target, offset_between(shown, target), weight)
    assert angle_between(quaternion_of(target), quaternion_of(part)) == pytest.approx(weight * whole, abs=1e-13)


def test_yaw_goes_over_half_a_turn_where_that_is_shorter():
    shown, target = Pose(0.0, 0.0, 0.0, 3.1, 0.0, 0.0), Pose(0.0, 0.0, 0.0, -3.1, 0.0, 0.0)
    assert abs(smoothed(target, offset_between(shown, target), 0.5).yaw) == pytest.approx(math.pi)


def test_the_weight_falls_from_one_to_none_and_is_level_at_both_ends():
    times = np.linspace(-0.1, 0.7, 801)
    weight = remaining_weight(times, 0.5)
    assert weight[0] == 1.0
    assert weight[-1] == 0.0
    assert (np.diff(weight) <= 0.0).all()
    assert np.abs(np.diff(weight, 2)).max() < 6.0 * (0.001 / 0.5) ** 2 + 1e-12  # the second derivative is at most 6


def state(x, y, *, vx=0.0, yaw=0.0, time=0.0, algorithm=2):
    states = empty_states(1)
    states.motion.pose.x[:], states.motion.pose.y[:], states.motion.pose.yaw[:] = x, y, yaw
    states.motion.velocity.x[:], states.time[:], states.algorithm[:] = vx, time, algorithm
    return states


def test_a_new_state_moves_what_is_shown_without_a_jump():
    remote = RemotePoses(3, duration=0.5)
    row = np.array([1])
    remote.place(row, state(0.0, 0.0, vx=10.0))
    assert remote.show(1.0).x.tolist() == pytest.approx([0.0, 10.0, 0.0])
    remote.receive(row, state(11.0, 1.0, vx=10.0, yaw=0.3, time=1.0), 1.0)
    path = []
    for time in np.linspace(1.0, 1.6, 601):
        shown = remote.show(time)
        path.append((shown.x[1], shown.y[1], shown.yaw[1]))
    path = np.array(path)
    assert path[0] == pytest.approx((10.0, 0.0, 0.0), abs=1e-12)
    assert path[-1] == pytest.approx((17.0, 1.0, 0.3), abs=1e-12)
    steps = np.diff(path, axis=0)
    # the velocity, and at most 1.5 times the mean speed of the correction
    assert (np.abs(steps).max(axis=0) <= np.array([10.0 + 3.0, 3.0, 0.9]) * 0.001 + 1e-9).all()


def test_a_state_that_comes_during_a_correction_begins_anew_from_what_is_shown():
    remote, row = RemotePoses(1, duration=1.0), np.array([0])
    remote.place(row, state(0.0, 0.0))
    remote.receive(row, state(4.0, 0.0), 0.0)
    before = float(remote.show(0.5).x[0])
    assert before == pytest.approx(2.0)
    remote.receive(row, state(0.0, 8.0), 0.5)
    shown = remote.show(0.5)
    assert (shown.x[0], shown.y[0]) == pytest.approx((before, 0.0))
    shown = remote.show(1.5)
    assert (shown.x[0], shown.y[0]) == pytest.approx((0.0, 8.0))


def test_what_was_placed_far_away_is_not_drawn_across_the_map():
    remote, row = RemotePoses(1), np.array([0])
    remote.place(row, state(0.0, 0.0))
    remote.receive(row, state(1.01 * MAX_CORRECTION, 0.0, yaw=1.0), 0.0)
    shown = remote.show(0.0)
    assert (shown.x[0], shown.yaw[0]) == pytest.approx((1.01 * MAX_CORRECTION, 1.0))


def test_a_first_state_is_shown_where_it_is_though_its_row_was_another_s():
    remote, row = RemotePoses(1), np.array([0])
    remote.place(row, state(5.0, 0.0))
    remote.receive(row, state(7.0, 0.0), 0.0)
    remote.place(row, state(9.0, 0.0))
    assert remote.show(0.1).x[0] == 9.0


def test_rows_are_corrected_each_by_itself():
    count = 50
    random = np.random.default_rng(1)

    def states(time):
        vectors = [Vector(*random.standard_normal((3, count))) for _ in range(3)]
        pose = Pose(*random.uniform(-1.0, 1.0, (6, count)))
        return EntityStates(Motion(pose, *vectors), np.full(count, 8, np.int8), np.full(count, time))

    first, second = states(0.0), states(1.0)
    together = RemotePoses(count)
    together.place(np.arange(count), first)
    together.receive(np.arange(count), second, 1.0)
    result = np.array(together.show(1.2))
    for i in (0, 17, 49):
        alone, row = RemotePoses(1), np.array([0])
        alone.place(row, rows_of(first, [i]))
        alone.receive(row, rows_of(second, [i]), 1.0)
        assert np.array(alone.show(1.2))[:, 0] == pytest.approx(result[:, i], abs=1e-12)


def test_no_states_change_nothing():
    remote, none = RemotePoses(2), np.zeros(0, np.intp)
    remote.place(none, empty_states(0))
    remote.receive(none, empty_states(0), 1.0)
    assert remote.show(1.0).x.tolist() == [0.0, 0.0]
