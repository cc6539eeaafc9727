"""Rotations against SciPy's, and by their laws."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from motorpool.models.rotation import (
    EulerAngles,
    Vector,
    angle_between,
    conjugate,
    euler_angles_of,
    product,
    quaternion_of,
    rotate,
    rotation_by,
    rotation_vector_of,
)

turns = st.floats(-math.pi, math.pi)
pitches = st.one_of(st.floats(-math.pi / 2, math.pi / 2), st.sampled_from([-math.pi / 2, math.pi / 2]))
attitudes = st.builds(EulerAngles, turns, pitches, turns)
vectors = st.builds(Vector, *[st.floats(-3.0, 3.0)] * 3)


def scipy_of(angles):
    return Rotation.from_euler("ZYX", list(angles))


@settings(max_examples=200, deadline=None)
@given(attitudes, vectors)
def test_a_quaternion_turns_as_scipy_s_rotation(angles, vector):
    q = quaternion_of(angles)
    assert rotate(q, vector) == pytest.approx(scipy_of(angles).apply(vector), abs=1e-14 * 20)
    assert rotate(conjugate(q), rotate(q, vector)) == pytest.approx(vector, abs=1e-14 * 20)


@settings(max_examples=300, deadline=None)
@given(attitudes)
def test_euler_angles_come_back_as_the_same_rotation_straight_up_and_down_too(angles):
    back = euler_angles_of(quaternion_of(angles))
    assert angle_between(quaternion_of(angles), quaternion_of(back)) < 1e-14
    assert (scipy_of(angles).inv() * scipy_of(back)).magnitude() < 1e-7


@settings(max_examples=200, deadline=None)
@given(attitudes, attitudes)
def test_products_and_angles_are_scipy_s(first, second):
    p, q = quaternion_of(first), quaternion_of(second)
    ours = Rotation.from_quat([*product(p, q)[1:], product(p, q).w])
    assert np.abs(ours.as_matrix() - (scipy_of(first) * scipy_of(second)).as_matrix()).max() < 1e-14
    assert angle_between(p, q) == pytest.approx((scipy_of(first).inv() * scipy_of(second)).magnitude(), abs=1e-7)


@settings(max_examples=200, deadline=None)
@given(st.builds(Vector, *[st.floats(-1.8, 1.8)] * 3), st.floats(-300.0, 0.0))
def test_a_rotation_vector_comes_back(vector, power):
    small = Vector(*(10.0**power * component for component in vector))
    for v in (vector, small):
        rounding = max(1e-15 * max(map(abs, v)), 1e-290)
        assert rotation_vector_of(rotation_by(v)) == pytest.approx(v, rel=1e-12, abs=rounding)


def test_the_shortest_way_is_taken():
    vector = rotation_vector_of(rotation_by(Vector(0.0, 0.0, 1.9 * math.pi)))
    assert vector == pytest.approx((0.0, 0.0, -0.1 * math.pi), abs=1e-14)


@pytest.mark.parametrize("angle", [1e-160, 1e-12, 1e-6, 1e-3, 1.0, 3.0, math.pi])
def test_small_angles_keep_their_digits(angle):
    assert angle_between(rotation_by(Vector(0.0, 0.0, 0.0)), rotation_by(Vector(0.0, angle, 0.0))) == pytest.approx(
        angle, rel=1e-14, abs=1e-140
    )
