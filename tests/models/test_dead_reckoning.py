"""Dead reckoning against published cases, against integrals by the matrix exponential, and against itself."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm

from motorpool.compile.specialise import Specialiser
from motorpool.compile.vocabulary import CPU, CUDA
from motorpool.models.dead_reckoning import MAX_ROTATION, Motion, Pose, dead_reckon
from motorpool.models.rotation import Vector

DEG = math.pi / 180.0
ANGLES = (15.0 * DEG, 20.0 * DEG, 25.0 * DEG)
VELOCITY = Vector(30.0, 35.0, 40.0)
ACCELERATION = Vector(-80.0, -85.0, -90.0)
RATES = Vector(60.0 * DEG, 65.0 * DEG, 70.0 * DEG)
ALGORITHMS = range(1, 10)


def matrix_of(pose):
    """Rz(yaw) Ry(pitch) Rx(roll), written down by itself."""
    (sz, cz), (sy, cy), (sx, cx) = ((math.sin(a), math.cos(a)) for a in (pose.yaw, pose.pitch, pose.roll))
    about_z = np.array([[cz, -sz, 0.0], [sz, cz, 0.0], [0.0, 0.0, 1.0]])
    about_y = np.array([[cy, 0.0, sy], [0.0, 1.0, 0.0], [-sy, 0.0, cy]])
    about_x = np.array([[1.0, 0.0, 0.0], [0.0, cx, -sx], [0.0, sx, cx]])
    return about_z @ about_y @ about_x


def cross_matrix(w):
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def expected(motion, algorithm, time):
    """Position and rotation by matrix exponentials: of [w], and of an augmented matrix whose blocks are R1 and R2."""
    rotates, accelerates = algorithm in (3, 4, 7, 8), algorithm in (4, 5, 8, 9)
    position, start = np.array(motion.pose[:3]), matrix_of(motion.pose)
    if algorithm == 1:
        return position, start
    skew = cross_matrix(motion.angular_velocity) * rotates * time
    v, a = np.array(motion.velocity) * time, np.array(motion.acceleration) * accelerates * time * time
    # d/ds (F, Q, P) with unit time: exp of [[skew, I, 0], [0, 0, I], [0, 0, 0]] holds int exp and int int exp
    zero, one = np.zeros((3, 3)), np.eye(3)
    whole = expm(np.block([[skew, one, zero], [zero, zero, one], [zero, zero, zero]]))
    turn, r1, r1_of_r1 = whole[:3, :3], whole[:3, 3:6], whole[:3, 6:]
    r2 = r1 - r1_of_r1  # int s exp(skew s) ds = R1 - int int exp
    way = start @ (r1 @ v + r2 @ a) if algorithm >= 6 else v + 0.5 * a
    return position + way, start @ turn


@pytest.mark.parametrize(
    ("algorithm", "place"),
    [
        (6, (6378157.13, 18.06, 28.85)),
        (7, (6378156.77, 18.75, 28.74)),
        (8, (6378144.03, 10.46, 18.32)),
        (9, (6378144.46, 9.62, 18.47)),
    ],
)
def test_published_positions_of_the_algorithms_along_body_axes(algorithm, place):
    motion = Motion(Pose(6378137.0, 5.0, 10.0, *ANGLES), VELOCITY, ACCELERATION, Vector(*(-rate for rate in RATES)))
    assert dead_reckon(motion, algorithm, 0.5)[:3] == pytest.approx(place, abs=0.005 + 1e-4)


def test_published_position_and_attitude_of_algorithm_4():
    motion = Motion(Pose(-6378137.0, -5.0, -10.0, *ANGLES), VELOCITY, ACCELERATION, RATES)
    pose = dead_reckon(motion, 4, 0.5)
    assert pose[:3] == pytest.approx((-6378132.0, 1.875, -1.25), abs=1e-8)
    assert np.degrees(pose[3:]) == pytest.approx((64.32, 14.84, 72.50), abs=0.005 + 1e-4)


@pytest.mark.parametrize("algorithm", [3, 4, 7, 8])
def test_published_attitude_with_rates_of_the_other_sign(algorithm):
    motion = Motion(Pose(6378137.0, 5.0, 10.0, *ANGLES), VELOCITY, ACCELERATION, Vector(*(-rate for rate in RATES)))
    assert np.degrees(dead_reckon(motion, algorithm, 0.5)[3:]) == pytest.approx((-23.07, -8.68, -10.86), abs=0.0051)


numbers = st.floats(-100.0, 100.0)
vectors = st.builds(Vector, numbers, numbers, numbers)
angles = st.floats(-math.pi, math.pi)
rates = st.one_of(
    vectors,
    st.builds(lambda v, power: Vector(*(c * 10.0**power for c in v)), vectors, st.floats(-30.0, 1.0)),
    st.just(Vector(0.0, 0.0, 0.0)),
)
poses = st.builds(Pose, numbers, numbers, numbers, angles, st.floats(-math.pi / 2, math.pi / 2), angles)
motions = st.builds(Motion, poses, vectors, vectors, rates)


@settings(max_examples=300, deadline=None)
@given(motions, st.sampled_from(ALGORITHMS), st.floats(0.0, 12.0))
def test_every_algorithm_agrees_with_a_matrix_exponential(motion, algorithm, time):
    position, rotation = expected(motion, algorithm, time)
    pose = dead_reckon(motion, algorithm, time)
    turned = 1.0 + math.hypot(*motion.angular_velocity) * time  # expm squares as often as it turns
    scale = 1.0 + np.abs(motion.pose[:3]).max() + 100.0 * time + 100.0 * time * time
    assert np.abs(np.array(pose[:3]) - position).max() < 1e-9 * scale
    assert np.abs(matrix_of(pose) - rotation).max() < 1e-12 * turned + 1e-12


@pytest.mark.parametrize("algorithm", [7, 8])
@pytest.mark.parametrize(
    "angle", [0.0, 1e-150, 1e-140, 1e-12, 1e-8, 1e-4, 1e-2, 0.5, 1.0 - 1e-13, 1.0, 1.0 + 1e-13, 3.0]
)
def test_there_is_no_jump_near_zero_rates_and_where_the_series_ends(algorithm, angle):
    def place(turned):
        motion = Motion(Pose(0.0, 0.0, 0.0, 0.3, 0.2, 0.1), VELOCITY, ACCELERATION, Vector(0.0, 0.0, turned))
        return np.array(dead_reckon(motion, algorithm, 1.0))

    step = 1e-14
    assert np.abs(place(angle + step) - place(angle)).max() < 1e-12 * 50.0
    position, _ = expected(
        Motion(Pose(0.0, 0.0, 0.0, 0.3, 0.2, 0.1), VELOCITY, ACCELERATION, Vector(0.0, 0.0, angle)), algorithm, 1.0
    )
    assert place(angle)[:3] == pytest.approx(position, rel=1e-12)


@pytest.mark.parametrize(("body", "of_world"), [(6, 2), (9, 5)])
def test_body_axes_that_are_the_world_s_make_no_difference(body, of_world):
    motion = Motion(Pose(1.0, 2.0, 3.0, 0.0, 0.0, 0.0), VELOCITY, ACCELERATION, RATES)
    assert dead_reckon(motion, body, 2.0) == pytest.approx(dead_reckon(motion, of_world, 2.0), rel=1e-14)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_time_changes_nothing(algorithm):
    motion = Motion(Pose(1.0, 2.0, 3.0, 0.4, 0.5, 0.6), VELOCITY, ACCELERATION, RATES)
    assert dead_reckon(motion, algorithm, 0.0) == pytest.approx(motion.pose, rel=1e-14)


@pytest.mark.parametrize("algorithm", [0, 1, 10, 255])
def test_static_and_unknown_algorithms_stay(algorithm):
    motion = Motion(Pose(1.0, 2.0, 3.0, 0.4, 0.5, 0.6), VELOCITY, ACCELERATION, RATES)
    assert dead_reckon(motion, algorithm, 7.0) == pytest.approx(motion.pose, rel=1e-14)


def test_a_circle_at_constant_speed_closes():
    motion = Motion(
        Pose(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), Vector(10.0, 0.0, 0.0), Vector(0.0, 0.0, 0.0), Vector(0.0, 0.0, 0.5)
    )
    quarter = dead_reckon(motion, 7, math.pi)
    assert quarter[:4] == pytest.approx((20.0, 20.0, 0.0, math.pi / 2), abs=1e-12)
    assert dead_reckon(motion, 7, 4.0 * math.pi)[:3] == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)


@pytest.mark.parametrize("rate", [1e9, 1e30, 3e38])
def test_a_rate_beyond_all_sense_leaves_the_body_within_its_reach(rate):
    motion = Motion(Pose(0.0, 0.0, 0.0, 0.4, 0.5, 0.6), VELOCITY, Vector(0.0, 0.0, 0.0), Vector(rate, -rate, rate))
    pose = dead_reckon(motion, 7, 12.0)
    assert math.hypot(*pose[:3]) <= 12.0 * math.hypot(*VELOCITY)
    assert np.isfinite(pose).all()
    assert rate * 12.0 > MAX_ROTATION


def columns(count=200, seed=3):
    """States of motion in columns, and an algorithm for each."""
    random = np.random.default_rng(seed)

    def three(scale):
        return Vector(*(scale * random.standard_normal((3, count))))

    pose = Pose(*(1000.0 * random.standard_normal((3, count))), *random.uniform(-1.5, 1.5, (3, count)))
    return Motion(pose, three(20.0), three(2.0), three(1.0)), random.integers(0, 11, count)


def test_arrays_give_what_numbers_give():
    motion, algorithm = columns()
    together = np.array(dead_reckon(motion, algorithm, 2.5))
    for row, number in enumerate(algorithm):
        alone = Motion(*(type(part)(*(float(column[row]) for column in part)) for part in motion))
        assert together[:, row] == pytest.approx(dead_reckon(alone, int(number), 2.5), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("vocabulary", [CPU, CUDA], ids=["CPU", "CUDA"])
def test_the_vocabularies_of_kernels_give_what_numbers_give(vocabulary):
    in_kernel = Specialiser(vocabulary["float64"], "float64", lambda function: function).compiled(dead_reckon)
    motion, algorithm = columns(count=20)
    for row, number in enumerate(algorithm):
        alone = Motion(*(type(part)(*(float(column[row]) for column in part)) for part in motion))
        expected = dead_reckon(alone, int(number), 2.5)
        assert in_kernel(alone, float(number), 2.5) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_jax_gives_what_numpy_gives_and_has_gradients():
    jax = pytest.importorskip("jax")
    with jax.enable_x64(True):
        motion, algorithm = columns(count=50)
        result = jax.jit(dead_reckon)(motion, algorithm, 2.5)
        assert np.array(result) == pytest.approx(np.array(dead_reckon(motion, algorithm, 2.5)), rel=1e-11, abs=1e-11)
        still = Motion(*(type(part)(*(0.0 for _ in part)) for part in motion))
        gradient = jax.grad(
            lambda rate: (
                dead_reckon(
                    still._replace(velocity=Vector(1.0, 0.0, 0.0), angular_velocity=Vector(0.0, 0.0, rate)), 7, 2.0
                ).y
            )
        )(0.3)
        # y = (1 - cos(r t)) / r
        assert float(gradient) == pytest.approx((2.0 * math.sin(0.6) * 0.3 - (1.0 - math.cos(0.6))) / 0.09, rel=1e-9)
