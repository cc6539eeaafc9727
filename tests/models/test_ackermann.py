"""The Ackermann car against document 002: its formulas as printed, its vectors, and what it means not to slip."""

import math
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool import Fleet, Vehicle
from motorpool.errors import ModelError, Status
from motorpool.models.kinematic.ackermann import arc, geometry
from motorpool.models.kinematic.bicycle import arc as bicycle
from motorpool.models.mathematics import wrap_angle

SINGLE_STEP = 1e-12  # as the vector file states it
START = arc.State(1.0, 2.0, 0.4)
CAR = arc.Params(wheelbase=2.6, track_width=1.5)


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The section of the vector file, whose tolerance must be that used here."""
    assert "closed-form single steps: abs 1e-12" in vector_file["_meta"]["tolerance"]
    return vector_file["c_zorin"]


class Case(NamedTuple):
    """A car in motion that can move so: its inner front wheel stands at less than 90 degrees."""

    state: arc.State
    control: arc.Control
    params: arc.Params


@st.composite
def cases(draw, least_angle=0.0):
    """Cars of any proportions in any turn of either side, forwards and backwards, close to the limit too."""
    params = arc.Params(draw(st.floats(0.5, 8.0)), draw(st.floats(0.3, 4.0)))
    size = draw(st.floats(least_angle, 0.98)) * math.atan(params.wheelbase / params.track_width)
    control = arc.Control(draw(st.sampled_from((size, -size))), draw(st.sampled_from((5.0, -0.7, 12.0))))
    return Case(arc.State(1.0, -2.0, draw(st.floats(-3.0, 3.0))), control, params)


turning, any_motion = cases(least_angle=0.02), cases()


def moved(case, dt):
    return arc.step(case.state, case.control, case.params, dt)


def assert_pose(actual, expected, tolerance=SINGLE_STEP):
    """Places agree, and directions as directions."""
    assert actual[:2] == pytest.approx(expected[:2], abs=tolerance, rel=0.0)
    assert wrap_angle(actual[2] - expected[2]) == pytest.approx(0.0, abs=tolerance)


# ---------------------------------------------------------------- what the document prints


def documents_steps(state, alpha, s, dt, wheelbase, track_width):
    """Document 002's three steps for a left turn, as they stand: the pose and the centre c."""
    d = np.array([math.cos(state.yaw), math.sin(state.yaw)])
    perpendicular = np.array([-d[1], d[0]])
    p = np.array(state[:2])
    outer_rear = p - wheelbase / 2.0 * d - track_width / 2.0 * perpendicular
    c = outer_rear + wheelbase / math.tan(alpha) * perpendicular
    turn = s / (wheelbase / math.tan(alpha)) * dt
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    x, y = c + rotation @ (p - c)
    direction = rotation @ d
    return (x, y, math.atan2(direction[1], direction[0])), c


@given(turning, st.floats(0.001, 0.5))
def test_a_left_turn_is_what_the_documents_three_steps_give(case, dt):
    case = case._replace(control=case.control._replace(outer_wheel_angle=abs(case.control.outer_wheel_angle)))
    pose, centre = documents_steps(case.state, *case.control, dt, *case.params[:2])
    assert_pose(moved(case, dt), pose, 1e-10)
    assert geometry.centre_of_rotation(*case) == pytest.approx(tuple(centre), abs=1e-10)


@given(turning)
def test_the_inner_wheel_is_as_much_nearer_to_the_centre_as_the_track_is_wide(case):
    """The exercise of document 002, from its figure: l cot beta = l cot alpha - w."""
    alpha = abs(case.control.outer_wheel_angle)
    beta = geometry.inner_wheel_angle(alpha, case.params)
    to_outer = case.params.wheelbase / math.tan(alpha)
    assert case.params.wheelbase / math.tan(beta) == pytest.approx(to_outer - case.params.track_width, abs=1e-11)
    assert alpha < beta < math.pi / 2


# ---------------------------------------------------------------- not to slip


@given(any_motion)
def test_every_wheel_moves_along_itself_at_its_speed(case):
    """The chord from a moment before to a moment after is parallel to the path, exactly, on a circle."""
    moment = 1e-3
    now = geometry.wheels(*case)
    before, after = (geometry.wheels(moved(case, dt), case.control, case.params) for dt in (-moment, moment))
    for wheel, earlier, later in zip(now, before, after, strict=True):
        x, y = (later.x - earlier.x) / (2.0 * moment), (later.y - earlier.y) / (2.0 * moment)
        cosine, sine = math.cos(wheel.yaw), math.sin(wheel.yaw)
        assert y * cosine - x * sine == pytest.approx(0.0, abs=1e-9)
        assert x * cosine + y * sine == pytest.approx(wheel.speed, rel=1e-3, abs=1e-9)


@given(turning)
def test_every_wheel_stands_across_its_line_to_the_centre_of_rotation(case):
    """So that all axles meet there."""
    centre_x, centre_y = geometry.centre_of_rotation(*case)
    for wheel in geometry.wheels(*case):
        along = (centre_x - wheel.x) * math.cos(wheel.yaw) + (centre_y - wheel.y) * math.sin(wheel.yaw)
        assert along == pytest.approx(0.0, abs=1e-9)


@given(turning, st.floats(0.0, 30.0))
def test_all_points_stay_as_far_from_the_centre_of_rotation_as_they_were(case, dt):
    """Over any step, however long: the motion is exact."""
    after = Case(moved(case, dt), case.control, case.params)
    centre = geometry.centre_of_rotation(*case)
    assert geometry.centre_of_rotation(*after) == pytest.approx(centre, abs=1e-9)
    for wheel, later in zip(geometry.wheels(*case), geometry.wheels(*after), strict=True):
        assert math.dist((later.x, later.y), centre) == pytest.approx(math.dist((wheel.x, wheel.y), centre), abs=1e-9)


@given(turning)
def test_wheels_roll_as_fast_as_they_are_far_from_the_centre(case):
    """The speed of a point at distance r is omega r; the outer rear wheel's is the one that is asked for."""
    centre = geometry.centre_of_rotation(*case)
    _, _, yaw_rate = arc.body_twist(case.control, case.params)
    wheels = geometry.wheels(*case)
    for wheel in wheels:
        assert abs(wheel.speed) == pytest.approx(abs(yaw_rate) * math.dist((wheel.x, wheel.y), centre), abs=1e-9)
    outer_rear = wheels.rear_right if case.control.outer_wheel_angle > 0.0 else wheels.rear_left
    outer_front = wheels.front_right if case.control.outer_wheel_angle > 0.0 else wheels.front_left
    assert outer_rear.speed == pytest.approx(case.control.outer_rear_speed, rel=1e-12)
    assert outer_front.steer_angle == case.control.outer_wheel_angle


# ---------------------------------------------------------------- sides and directions


def test_wheels_that_stand_straight_drive_straight():
    assert arc.step(arc.State(), arc.Control(0.0, 3.0), CAR, 2.0) == (6.0, 0.0, 0.0)
    assert all(math.isnan(part) for part in geometry.centre_of_rotation(START, arc.Control(0.0, 3.0), CAR))
    for wheel in geometry.wheels(START, arc.Control(0.0, 3.0), CAR):
        assert (wheel.yaw, wheel.speed) == (START.yaw, 3.0)


@given(any_motion, st.floats(0.0, 5.0))
def test_a_right_turn_is_the_mirror_image_of_a_left_turn(case, dt):
    case = case._replace(state=arc.State())
    angle, speed = case.control
    there, mirrored = moved(case, dt), moved(case._replace(control=arc.Control(-angle, speed)), dt)
    assert_pose(mirrored, (there.x, -there.y, -there.yaw))


@given(turning)
def test_the_wheels_of_a_right_turn_are_those_of_a_left_turn_exchanged(case):
    case = case._replace(state=arc.State())
    other = case._replace(control=case.control._replace(outer_wheel_angle=-case.control.outer_wheel_angle))
    here, mirrored = geometry.wheels(*case), geometry.wheels(*other)
    for left, right in (("front_left", "front_right"), ("rear_left", "rear_right")):
        for one, two in ((left, right), (right, left)):
            x, y, yaw, steer_angle, speed = getattr(mirrored, one)
            assert (x, -y, -yaw, -steer_angle, speed) == pytest.approx(getattr(here, two), abs=1e-12)


@given(any_motion, st.floats(0.0, 5.0))
def test_driving_back_returns_to_the_start(case, dt):
    there = moved(case, dt)
    angle, speed = case.control
    assert_pose(arc.step(there, arc.Control(angle, -speed), case.params, dt), case.state, 1e-11)


def test_in_reverse_the_centre_of_rotation_is_the_same():
    centres = [geometry.centre_of_rotation(START, arc.Control(0.3, speed), CAR) for speed in (5.0, -5.0)]
    assert centres[0] == centres[1]


@given(turning)
def test_angles_of_the_wheels_convert_both_ways(case):
    outer = case.control.outer_wheel_angle
    inner = geometry.inner_wheel_angle(outer, case.params)
    middle = geometry.steer_angle_of_bicycle(outer, case.params)
    assert geometry.outer_wheel_angle(inner, case.params) == pytest.approx(outer, abs=1e-12)
    assert abs(outer) < abs(middle) < abs(inner)


@given(any_motion, st.floats(0.0, 5.0))
def test_the_equivalent_bicycle_drives_the_same_arc(case, dt):
    """With the speed of the middle of the rear axle, the mean of its two wheels."""
    wheels = geometry.wheels(*case)
    speed = 0.5 * (wheels.rear_left.speed + wheels.rear_right.speed)
    steer_angle = geometry.steer_angle_of_bicycle(case.control.outer_wheel_angle, case.params)
    params = bicycle.Params(case.params.wheelbase, speed_reference=0.0)
    assert_pose(moved(case, dt), bicycle.step(case.state, bicycle.Control(steer_angle, speed), params, dt), 1e-10)


def test_geometry_takes_arrays():
    angles = np.array([0.3, -0.3, 0.0])
    control, params = arc.Control(angles, 5.0 + 0.0 * angles), arc.Params(2.6 + 0.0 * angles, 1.5 + 0.0 * angles)
    state = arc.State(1.0 + 0.0 * angles, 2.0 + 0.0 * angles, 0.4 + 0.0 * angles)
    wheels, centre = geometry.wheels(state, control, params), geometry.centre_of_rotation(state, control, params)
    for index, angle in enumerate(angles.tolist()):
        one = geometry.wheels(START, arc.Control(angle, 5.0), CAR)
        for many, single in zip(wheels, one, strict=True):
            assert [part[index] for part in many] == pytest.approx(single, abs=1e-14)
        single = geometry.centre_of_rotation(START, arc.Control(angle, 5.0), CAR)
        assert [part[index] for part in centre] == pytest.approx(single, abs=1e-13, nan_ok=True)


# ---------------------------------------------------------------- the limit

LIMIT = math.atan(2.6 / 1.5)


def test_at_the_limit_the_inner_wheels_are_across_and_at_rest():
    """The car turns about its inner rear wheel."""
    for side, name in ((1.0, "left"), (-1.0, "right")):
        wheels = geometry.wheels(START, arc.Control(side * LIMIT, 5.0), CAR)
        rear = getattr(wheels, f"rear_{name}")
        assert getattr(wheels, f"front_{name}").steer_angle == pytest.approx(side * math.pi / 2, abs=1e-12)
        assert rear.speed == pytest.approx(0.0, abs=1e-12)
        centre = geometry.centre_of_rotation(START, arc.Control(side * LIMIT, 5.0), CAR)
        assert centre == pytest.approx((rear.x, rear.y), abs=1e-12)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_an_angle_is_valid_up_to_the_limit(side):
    assert arc.is_valid(arc.Control(side * 0.999 * LIMIT, 1.0), CAR, 0.1)
    assert not arc.is_valid(arc.Control(side * 1.001 * LIMIT, 1.0), CAR, 0.1)
    assert not arc.is_valid(arc.Control(side * arc.limit_angle(CAR), 1.0), CAR, 0.1)


@pytest.mark.parametrize("steer", [1.0, -1.0])
@pytest.mark.parametrize(("wheelbase", "track_width"), [(2.6, 1.5), (1.0, 4.0), (6.0, 0.5)])
def test_a_full_command_steers_within_the_limit_whatever_the_car(wheelbase, track_width, steer):
    params = arc.Params(wheelbase, track_width, max_wheel_angle=1.5)
    control = arc.control_from_command(START, 3.0, steer, params, 1.0)
    assert arc.is_valid(control, params, 0.1)
    assert abs(control.outer_wheel_angle) == pytest.approx(0.99 * math.atan(wheelbase / track_width), rel=1e-12)


@given(st.floats(-1.0, 1.0), st.floats(-20.0, 20.0))
def test_the_speed_to_drive_at_is_that_of_the_middle_of_the_rear_axle(steer, speed):
    wheels = geometry.wheels(START, arc.control_from_command(START, speed, steer, CAR, 1.0), CAR)
    assert 0.5 * (wheels.rear_left.speed + wheels.rear_right.speed) == pytest.approx(speed, abs=1e-12)


def test_a_vehicle_beyond_the_limit_is_refused_with_a_sentence():
    with pytest.raises(ModelError, match=r"outer_wheel_angle=1.1.*must be below atan\(wheelbase / track_width\)"):
        Vehicle("ackermann", wheelbase=2.6, track_width=1.5, outer_wheel_angle=1.1)
    Vehicle("ackermann", wheelbase=2.6, track_width=1.2, outer_wheel_angle=1.1)  # a narrower car steers so far


def test_a_fleet_with_one_car_beyond_the_limit_is_refused_with_a_sentence():
    with pytest.raises(ModelError, match=r"track_width=1.5.*must be below atan\(wheelbase / track_width\)"):
        Fleet("ackermann", 3, wheelbase=2.6, track_width=[1.2, 1.5, 1.2], outer_wheel_angle=1.1)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_vehicle_steered_beyond_the_limit_stays_and_says_so(side):
    car = Vehicle("ackermann", wheelbase=2.6, track_width=1.5, outer_rear_speed=5.0, x=1.0)
    car.outer_wheel_angle = side * 1.1
    car.step(0.1)
    assert (car.x, car.y, car.yaw) == (1.0, 0.0, 0.0)
    assert car.status == Status.OUT_OF_RANGE
    assert "atan(wheelbase / track_width)" in car.problems()[0]


@pytest.mark.parametrize("float_type", ["float64", "float32"])
def test_of_a_fleet_only_the_cars_beyond_the_limit_stay(float_type):
    fleet = Fleet("ackermann", 4, wheelbase=2.6, track_width=1.5, outer_rear_speed=5.0, dtype=float_type)
    fleet.control.outer_wheel_angle = np.array([0.3, 1.1, -1.1, -0.3], float_type)
    fleet.step(0.1, 2)
    assert fleet.status.tolist() == [0, Status.OUT_OF_RANGE, Status.OUT_OF_RANGE, 0]
    assert fleet.state.x[1:3].tolist() == [0.0, 0.0]
    assert np.all(fleet.state.x[[0, 3]] > 0.5)
    assert "first 1, 2" in fleet.problems()[0]


# ---------------------------------------------------------------- the vector file


def case_of(vector):
    """A case of the vector file, as ours."""
    return Case(
        arc.State(*vector["p"], vector["heading"]),
        arc.Control(vector["alpha"], vector["s"]),
        arc.Params(vector["l"], vector["w"]),
    )


def test_vectors_of_single_steps(vectors):
    for vector in vectors["steps"]:
        case = case_of(vector)
        assert_pose(moved(case, vector["dt"]), vector["result"])
        assert arc.body_twist(case.control, case.params) == pytest.approx(
            (vector["vx_body"], vector["vy_body"], vector["omega"]), abs=SINGLE_STEP
        )


def test_vectors_of_the_wheels_and_the_centre(vectors):
    for vector in vectors["steps"]:
        case = case_of(vector)
        beta = geometry.inner_wheel_angle(vector["alpha"], case.params)
        assert beta == pytest.approx(vector["beta_inner"], abs=SINGLE_STEP)
        assert geometry.centre_of_rotation(*case) == pytest.approx(vector["centre"], abs=SINGLE_STEP)


def test_vectors_of_the_documents_own_formula(vectors):
    """Ours in a left turn; in a right turn it takes the other rear wheel for the outer one, and ends elsewhere."""
    for vector in vectors["steps"]:
        case = case_of(vector)
        printed, _ = documents_steps(case.state, *case.control, vector["dt"], vector["l"], vector["w"])
        if vector["alpha"] > 0.0:
            assert_pose(printed, vector["text_formula"])
            assert_pose(moved(case, vector["dt"]), vector["text_formula"])
        else:
            assert_pose(printed, vector["text_formula_wrong_side"])
            assert math.dist(moved(case, vector["dt"])[:2], vector["text_formula_wrong_side"][:2]) > 0.08


def test_the_printed_formula_of_a_right_turn_is_that_of_the_inner_wheels(vectors):
    """Fed with the inner wheel's angle and speed, it gives our right turn."""
    vector = next(vector for vector in vectors["steps"] if vector["alpha"] < 0.0)
    case = case_of(vector)
    inner_speed = geometry.wheels(*case).rear_right.speed
    pose, _ = documents_steps(case.state, vector["beta_inner"], inner_speed, vector["dt"], vector["l"], vector["w"])
    assert_pose(pose, vector["result"])


def test_vectors_of_the_limits(vectors):
    limits = vectors["limits"]
    params = arc.Params(limits["l"], limits["w"])
    assert arc.limit_angle(params) == pytest.approx(limits["alpha_inner_rear_pivots"], abs=SINGLE_STEP)
    delta = geometry.steer_angle_of_bicycle(0.3, params)
    assert delta == pytest.approx(limits["equiv_singletrack_delta_for_alpha0p3"], abs=SINGLE_STEP)
    on_the_axle = geometry.steer_angle_of_bicycle(limits["alpha_centre_on_axle_mid"], params)
    assert on_the_axle == pytest.approx(math.pi / 2, abs=SINGLE_STEP)


def test_vectors_of_the_speeds_of_a_turn(vectors):
    limits = vectors["limits"]
    control, params = arc.Control(0.3, 5.0), arc.Params(limits["l"], limits["w"])
    forward_speed, lateral_speed, _ = arc.body_twist(control, params)
    wheels = geometry.wheels(START, control, params)
    assert forward_speed == pytest.approx(limits["rear_mid_speed_for_s5_alpha0p3"], abs=SINGLE_STEP)
    assert math.hypot(forward_speed, lateral_speed) == pytest.approx(limits["centre_speed"], abs=SINGLE_STEP)
    assert wheels.rear_left.speed == pytest.approx(limits["inner_rear_speed"], abs=SINGLE_STEP)
    assert wheels.front_right.speed == pytest.approx(limits["outer_front_speed"], abs=SINGLE_STEP)
