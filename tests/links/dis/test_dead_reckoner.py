"""Dead reckoning of many entities in compiled code, its thresholds, and how long a state is true."""

import math

import numpy as np
import pytest
from dead_reckoner import DeadReckoner, extrapolate_rows
from scipy.spatial.transform import Rotation

from motorpool.compile.rows import plain_stage
from motorpool.links.dis.motion.columns import EntityStates, empty_pose, empty_states, rows_of, set_rows
from motorpool.links.dis.motion.dead_reckoning import Thresholds, algorithm_of, effective_algorithm
from motorpool.models.dead_reckoning import Motion, Pose, dead_reckon
from motorpool.models.rotation import Vector


def some_states(count=300, seed=5):
    random = np.random.default_rng(seed)

    def three(scale):
        return Vector(*(scale * random.standard_normal((3, count))))

    pose = Pose(*(5e6 * random.standard_normal((3, count))), *random.uniform(-1.5, 1.5, (3, count)))
    motion = Motion(pose, three(20.0), three(2.0), three(1.0))
    return EntityStates(motion, random.integers(0, 11, count).astype(np.int8), random.uniform(0.0, 5.0, count))


@pytest.fixture(scope="module")
def reckoner():
    return DeadReckoner()


def test_compiled_poses_are_those_of_the_formulas(reckoner):
    states, poses = some_states(), empty_pose(300)
    reckoner.extrapolate(states, poses, 6.0)
    expected = dead_reckon(states.motion, states.algorithm, 6.0 - states.time)
    assert np.array(poses[:3]) == pytest.approx(np.array(expected[:3]), rel=1e-14, abs=1e-7)
    assert np.array(poses[3:]) == pytest.approx(np.array(expected[3:]), abs=1e-11)


def test_the_stage_gives_the_same_uncompiled(reckoner):
    states, compiled, plain = some_states(20), empty_pose(20), empty_pose(20)
    reckoner.extrapolate(states, compiled, 6.0)
    plain_stage(extrapolate_rows)(states, plain, 6.0)
    assert np.array(plain) == pytest.approx(np.array(compiled), rel=1e-13, abs=1e-11)


def one_state(pose, algorithm=1):
    states = empty_states(1)
    set_rows(states.motion.pose, 0, pose)
    states.algorithm[0] = algorithm
    return states


def column(pose):
    return Pose(*(np.array([value]) for value in pose))


def test_the_distance_is_that_in_space(reckoner):
    states = one_state(Pose(1.0, 2.0, 3.0, 0.0, 0.0, 0.0))
    errors = reckoner.measure(states, column(Pose(3.0, 5.0, 9.0, 0.0, 0.0, 0.0)), 0.0)
    assert errors.distance[0] == pytest.approx(7.0, rel=1e-15)


def test_the_angle_is_that_of_one_rotation_and_not_of_angles(reckoner):
    # Looking up: yaw and roll turn about the same axis, and cancel.
    sent = Pose(0.0, 0.0, 0.0, 0.9, -math.pi / 2, 0.9)
    same = Pose(0.0, 0.0, 0.0, -1.3, -math.pi / 2, 3.1)
    errors = reckoner.measure(one_state(sent), column(same), 0.0)
    assert errors.angle[0] < 1e-14
    # Half a degree about each of two axes
    tilted = Pose(0.0, 0.0, 0.0, 0.0, 0.2, 0.25)
    errors = reckoner.measure(one_state(Pose(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)), column(tilted), 0.0)
    assert errors.angle[0] == pytest.approx(Rotation.from_euler("ZYX", tilted[3:]).magnitude(), abs=1e-14)


@pytest.mark.parametrize(
    ("truth", "is_beyond"),
    [
        (Pose(0.999, 0.0, 0.0, 0.0, 0.0, 0.0), False),
        (Pose(1.001, 0.0, 0.0, 0.0, 0.0, 0.0), True),
        (Pose(0.6, 0.6, 0.6, 0.0, 0.0, 0.0), True),  # more than 1 m in space, not along any axis
        (Pose(0.0, 0.0, 0.0, math.radians(2.99), 0.0, 0.0), False),
        (Pose(0.0, 0.0, 0.0, math.radians(-3.01), 0.0, 0.0), True),
        (Pose(0.0, 0.0, 0.0, 2.0 * math.pi - 0.01, 0.0, 0.0), False),
        (Pose(math.nan, 0.0, 0.0, 0.0, 0.0, 0.0), True),
    ],
)
def test_thresholds(reckoner, truth, is_beyond):
    states = one_state(Pose(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert reckoner.exceeds(states, column(truth), 3.0).tolist() == [is_beyond]


def test_thresholds_are_settings(reckoner):
    states = one_state(Pose(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    truth = column(Pose(0.4, 0.0, 0.0, 0.02, 0.0, 0.0))
    assert not reckoner.exceeds(states, truth, 0.0)[0]
    assert reckoner.exceeds(states, truth, 0.0, Thresholds(distance=0.3))[0]
    assert reckoner.exceeds(states, truth, 0.0, Thresholds(angle=0.01))[0]


def test_a_vehicle_that_goes_on_as_it_was_sent_stays_within_the_thresholds(reckoner):
    states = some_states()
    truth = dead_reckon(states.motion, states.algorithm, 9.0 - states.time)
    assert not reckoner.exceeds(states, truth, 9.0).any()
    assert reckoner.exceeds(states, truth, 9.5).any()


def test_standing_vehicles_are_sent_as_static_and_moving_ones_by_algorithm_4():
    speeds, yaw_rates = np.array([0.0, 0.0, 5.0, -5.0]), np.array([0.0, 0.3, 0.0, 0.0])
    assert algorithm_of(speeds, yaw_rates).tolist() == [1, 4, 4, 4]


def test_the_frozen_bit_makes_an_entity_static():
    appearance = np.array([0, 1 << 21, 0xFFFFFFFF, 1 << 20], np.uint32)
    assert effective_algorithm(np.array([4, 4, 8, 2], np.int8), appearance).tolist() == [4, 1, 1, 2]


def test_rows_are_taken_and_set():
    states = some_states(10)
    some = rows_of(states, np.array([2, 7]))
    assert some.motion.velocity.y.tolist() == states.motion.velocity.y[[2, 7]].tolist()
    target = empty_states(10)
    set_rows(target, np.array([0, 1]), some)
    assert target.motion.pose.roll[:3].tolist() == [*some.motion.pose.roll, 0.0]
    assert target.algorithm[:2].tolist() == some.algorithm.tolist()
