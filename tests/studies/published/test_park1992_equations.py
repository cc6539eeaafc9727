"""Equations of document 003 that its vehicles do not follow, and the way back from a direction: printed and "
"corrected."""

import math

import equations_1992 as equations
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from park1992_runs import FRAME, GRAVITY

from motorpool.studies.published.models.park1992 import inverse

# ---------------------------------------------------------------- equations that the program does not follow

angles = st.floats(-1.2, 1.2)


def test_equation_2_8_is_zero_as_printed_for_every_particle():
    arm, velocity = (1.0, 2.0, -0.5), (0.3, -1.0, 2.0)
    assert equations.published_angular_momentum(arm, 3.0) == (0.0, 0.0, 0.0)
    assert equations.angular_momentum(arm, velocity, 3.0) == pytest.approx(3.0 * np.cross(arm, velocity))


def test_equation_2_18_as_printed_does_not_converge_to_a_turn():
    """A body that turns at a constant rate: as printed it turns too far, by half the rate times the step."""
    assert equations.orientation_after(0.0, 2.0, 0.0, 0.1) == pytest.approx(0.2)
    assert equations.published_orientation_after(0.0, 2.0, 0.1) == pytest.approx(0.21)
    fall = equations.orientation_after(0.0, 2.0, 3.0, 0.1)
    assert fall == pytest.approx(equations.position_after(0.0, 2.0, 3.0, 0.1))
    assert equations.velocity_after(2.0, 3.0, 0.1) == pytest.approx(2.3)


def test_equations_2_14_to_2_16_keep_a_free_bodys_spin_about_a_principal_axis():
    """And the energy of any other: the torque that is missing does no work."""
    moments = tuple(equations.box_inertia(50000.0, 7.9, 3.66, 2.4))
    for axis in range(3):
        spin = tuple(float(axis == other) for other in range(3))
        assert equations.torque(moments, spin, (0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)
    spin = (0.3, -0.2, 0.7)
    needed = equations.torque(moments, spin, (0.0, 0.0, 0.0))
    assert np.dot(needed, spin) == pytest.approx(0.0, abs=1e-9)


def test_equation_3_15_gives_the_normal_force_the_name_of_the_sliding_force():
    mass, slope = 1000.0, math.radians(30.0)
    assert equations.normal_force(mass, GRAVITY, slope) == pytest.approx(mass * GRAVITY * math.sqrt(0.75))
    assert equations.sliding_force(mass, GRAVITY, slope) == pytest.approx(0.5 * mass * GRAVITY)
    assert equations.sliding_force(mass, GRAVITY, 0.0) == 0.0


@given(angle=angles, distance=st.floats(0.01, 1.5), d=st.floats(1.6, 3.0))
def test_equations_3_4_and_3_5_mended_keep_the_vehicle_rigid(angle, distance, d):
    advance = equations.rear_advance(angle, distance, d)
    assert math.hypot(*equations.next_orientation(angle, distance, d, advance)) == pytest.approx(1.0, abs=1e-12)
    stretched = equations.next_orientation(
        angle, distance, d, equations.published_rear_advance(angle, distance, d, advance)
    )
    assert abs(math.hypot(*stretched) - 1.0) > 1e-6


@given(angle=st.floats(0.01, 1.2), distance=st.floats(0.01, 1.5), turn=st.floats(-0.5, 0.5))
def test_equation_3_6_mended_tells_left_from_right(angle, distance, turn):
    left, right = (equations.next_angle(sign * angle, distance, 1.65, path_turn=sign * turn) for sign in (1.0, -1.0))
    assert right == pytest.approx(-left, abs=1e-12)
    printed = [equations.published_next_angle(sign * angle, distance, 1.65) for sign in (1.0, -1.0)]
    assert printed[0] == pytest.approx(printed[1], abs=1e-12)
    assert printed[0] == pytest.approx(abs(equations.next_angle(angle, distance, 1.65)), abs=1e-6)


@given(radius=st.floats(2.0, 100.0))
def test_equation_3_2_is_that_of_wheels_that_roll(radius):
    """Rear axle and front axle each stand square to the line to the centre of the turn."""
    d = 1.65
    rear_radius = math.sqrt(radius * radius - d * d)
    assert equations.wheel_angle_of_turn(d, radius) == pytest.approx(math.atan(2.0 * d / rear_radius), rel=1e-12)


# ---------------------------------------------------------------- inverse dynamics of the direction

directions = st.floats(-3.1, 3.1).filter(lambda angle: abs(angle) > 1e-3)


@given(wanted=directions)
def test_the_printed_way_back_turns_a_tank_right_whatever_is_wanted(wanted):
    resting = inverse.TrackForces(0.0, 0.0)
    printed = inverse.track_forces_towards(resting, 0.0, wanted, mass=50000.0)
    right = inverse.track_forces_towards(resting, 0.0, wanted, mass=50000.0, is_as_published=False)
    assert printed.left > 0.0 > printed.right
    assert (right.left > 0.0) is (wanted > 0.0)
    assert abs(printed.left) == abs(right.left) == pytest.approx(abs(wanted) * 500.0)
    assert inverse.track_forces_towards(resting, wanted, wanted, mass=50000.0) == resting


@given(direction_now=directions, turn=st.floats(-1.5, 1.5).filter(lambda angle: abs(angle) > 1e-3))
def test_the_printed_way_back_of_a_truck_takes_a_direction_for_a_difference(direction_now, turn):
    """Mended, only the difference counts, and it turns there from wherever it points."""
    wanted = direction_now + turn
    right = inverse.wheel_angle_towards(direction_now, wanted, dt=FRAME, is_as_published=False)
    assert (right > 0.0) is (turn > 0.0)
    assert right == pytest.approx(inverse.wheel_angle_towards(0.0, turn, dt=FRAME, is_as_published=False), abs=1e-9)
    printed = [inverse.wheel_angle_towards(each, wanted, dt=FRAME) for each in (direction_now, 0.0)]
    assert printed[0] == printed[1]


def test_the_printed_wheel_angle_shrinks_with_the_frame():
    angles = [inverse.wheel_angle_towards(0.0, 0.3, dt=dt) for dt in (0.1, 0.05)]
    assert angles[0] == pytest.approx(2.0 * angles[1])
    mended_angles = {inverse.wheel_angle_towards(0.0, 0.3, dt=dt, is_as_published=False) for dt in (0.1, 0.05)}
    assert mended_angles == {math.atan2(2.0 * math.sin(0.3), math.cos(0.3))}


def test_the_printed_wheel_angle_turns_away_from_what_lies_behind_and_has_no_limit():
    """The tangent has forgotten the half turn; 45 radians are more than any arc tangent."""
    behind = math.radians(120.0)
    assert inverse.wheel_angle_towards(0.0, behind, dt=FRAME) < 0.0
    assert inverse.wheel_angle_towards(0.0, behind, dt=FRAME, is_as_published=False) == math.radians(45.0)
    assert inverse.wheel_angle_towards(0.0, 1.5, dt=1.0) > math.radians(80.0)


# ---------------------------------------------------------------- inertia


def test_the_printed_inertia_matrix_is_no_inertia_matrix():
    """Products that a block does not have, more than moments can bear, and not symmetric."""
    printed, matrix = equations.calc_inertia(50000.0, 7.9, 3.66, 2.4)
    assert (printed.xy, printed.xz, printed.yz) > (0.0, 0.0, 0.0)
    assert matrix[1][2] == -matrix[2][1] != 0.0
    assert not np.all(np.linalg.eigvals(np.array(matrix)).real > 0.0)
    right = equations.box_inertia(50000.0, 7.9, 3.66, 2.4)
    assert max(right) <= sum(right) - max(right)  # as of every body


@given(st.lists(st.floats(-10, 10), min_size=9, max_size=9))
def test_the_printed_determinant_and_inverse_are_right(numbers):
    matrix = np.array(numbers).reshape(3, 3)
    as_tuples = tuple(map(tuple, matrix.tolist()))
    assert equations.determinant(as_tuples) == pytest.approx(np.linalg.det(matrix), rel=1e-6, abs=1e-6)
    if abs(np.linalg.det(matrix)) > 1.0:
        assert np.allclose(np.array(equations.calc_inverse_inertia(as_tuples)) @ matrix, np.eye(3), atol=1e-7)


def test_a_matrix_without_an_inverse_divides_by_zero():
    with pytest.raises(ZeroDivisionError):
        equations.calc_inverse_inertia(((1.0, 2.0, 3.0), (2.0, 4.0, 6.0), (0.0, 0.0, 1.0)))
