"""Document 004's bicycle car: the six lines and what its commenters made of them.

The models compute in the car's own axes and must agree with the document's code, which computes in the world's.
Comments are counted as the document counts them. Their drift has a file of its own, test_bicycle_drift.py, and so have
their mistakes, test_bicycle_mistakes.py.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from six_lines import MULTI_STEP, SINGLE_STEP, assert_pose, direction, documents_six_lines, driven, unit

import motorpool as mp
from motorpool.errors import Status
from motorpool.models.kinematic.bicycle import arc
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.bicycle import longer_front, old_line, rear_follows, six_line, six_line_limit


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The vector file's part about document 004."""
    return vector_file["d_bicycle"]


# ---------------------------------------------------------------- the document's code, as it stands


def comment_4(x, y, heading, speed, steer, base, dt):
    """The six lines with the front step that Christopher Night gives."""
    r = speed * dt
    big_b, big_c = (base - r) * math.cos(steer), r * (2 * base - r)
    front = complex(x, y) + base / 2 * unit(heading) + (math.sqrt(big_b**2 + big_c) - big_b) * unit(heading + steer)
    back = complex(x, y) - base / 2 * unit(heading) + r * unit(heading)
    location = (front + back) / 2
    return location.real, location.imag, direction(front - back)


def comment_20(x, y, heading, speed, steer, base, dt):
    """Its code."""
    location = complex(x, y)
    front = location + base / 2 * unit(heading)
    front += speed * dt * unit(heading + steer)
    back = location - base / 2 * unit(heading)
    heading = direction(front - back)
    location = front - base / 2 * unit(heading)
    return location.real, location.imag, heading


def comment_49(x, y, heading, speed, steer, base, dt):
    """Its three steps; the place on the back wheel's line is found by bisection."""
    location = complex(x, y)
    front = location + base / 2 * unit(heading) + speed * dt * unit(heading + steer)
    old_back = location - base / 2 * unit(heading)
    beside = ((front - old_back) * unit(-heading)).real  # on the line, where it is nearest to the front wheel
    near, far = beside, beside - 2 * base
    for _ in range(80):
        middle = (near + far) / 2
        near, far = (middle, far) if abs(front - old_back - middle * unit(heading)) < base else (near, middle)
    back = old_back + near * unit(heading)
    location = (front + back) / 2
    return location.real, location.imag, direction(front - back)


AS_WRITTEN = {six_line: documents_six_lines, longer_front: comment_4, rear_follows: comment_20, old_line: comment_49}
VARIANTS = pytest.mark.parametrize("model", AS_WRITTEN, ids=lambda model: model.__name__.rpartition(".")[2])
NAMES_IN_VECTORS = {six_line: "six", longer_front: "night", rear_follows: "commenter20", old_line: "comment49"}


@VARIANTS
@given(
    place=st.tuples(st.floats(-100, 100), st.floats(-100, 100), st.floats(-3.1, 3.1)),
    speed=st.floats(-10, 25),
    steer=st.floats(-1.0, 1.0),
    wheelbase=st.floats(2.0, 6.0),
    dt=st.floats(0.0, 1 / 30),
)
def test_the_model_does_what_the_documents_code_does(model, place, speed, steer, wheelbase, dt):
    """Up to 25 m/s forward and 10 m/s backward at 30 frames a second: there every variant has an answer."""
    after = driven(model, speed, steer, wheelbase, dt=dt, start=place)
    assert_pose(after, AS_WRITTEN[model](*place, speed, steer, wheelbase, dt), 1e-11)


@VARIANTS
def test_backwards_with_the_wheel_to_the_left_the_car_turns_to_the_right(model):
    after = driven(model, -4.0, 0.3, 2.7, dt=1 / 60, steps=60)
    assert after.x < -3.0
    assert after.yaw < -0.3


# ---------------------------------------------------------------- the published accuracy table (replies to comment 20)

FRAME_TIMES = (0.1, 0.01, 0.001)


@pytest.mark.parametrize(
    ("model", "published"),
    [(six_line, ("2.497", "2.497", "2.497")), (rear_follows, ("2.378", "2.484", "2.496"))],
    ids=["the six lines", "comment 20"],
)
def test_the_published_accuracy_table(model, published):
    """From (0, 0, 0), wheelbase 2, speed 1, 5 degrees, one second: the heading in degrees at three frame times."""
    headings = [driven(model, 1.0, math.radians(5.0), 2.0, dt=dt, steps=round(1.0 / dt)).yaw for dt in FRAME_TIMES]
    assert tuple(f"{math.degrees(heading):.3f}" for heading in headings) == published


@pytest.mark.parametrize("model", [six_line, rear_follows, old_line])
def test_the_columns_of_the_table_have_one_limit(model):
    """Not two algorithms of different accuracy: all turn by speed * sin(steer_angle) / wheelbase in the end."""
    turn = driven(model, 1.0, math.radians(5.0), 2.0, dt=1e-4, steps=10_000).yaw
    assert turn == pytest.approx(math.sin(math.radians(5.0)) / 2.0, rel=1e-4)


def test_the_table_says_nothing_about_comment_4_whose_speed_is_that_of_the_rear():
    turn = driven(longer_front, 1.0, math.radians(5.0), 2.0, dt=1e-4, steps=10_000).yaw
    assert turn == pytest.approx(math.tan(math.radians(5.0)) / 2.0, rel=1e-5)


# ---------------------------------------------------------------- what the six lines are, and are not


@pytest.mark.parametrize("steer", [0.05, 0.5, 1.2, -0.8])
def test_the_limit_of_the_six_lines_is_the_six_lines_with_tiny_frames(steer):
    """The error shrinks as the frame does."""
    right = driven(six_line_limit, 3.0, steer, 2.5, dt=2.0)
    errors = [math.dist(driven(six_line, 3.0, steer, 2.5, dt=2.0 / n, steps=n)[:2], right[:2]) for n in (1000, 2000)]
    assert errors[1] == pytest.approx(0.5 * errors[0], rel=0.02)


def axle_velocities(model, speed, steer, wheelbase):
    """Of the front and the back axle, by a central difference, for a car that faces east."""
    before, after = (driven(model, speed, steer, wheelbase, dt=dt) for dt in (-1e-5, 1e-5))

    def axle(state, ahead):
        return complex(state.x, state.y) + ahead * unit(state.yaw)

    return [(axle(after, ahead) - axle(before, ahead)) / 2e-5 for ahead in (wheelbase / 2, -wheelbase / 2)]


@pytest.mark.parametrize("degrees", [5, 10, 20, 30, 45, 60])
def test_the_six_lines_let_the_front_wheel_slip_sideways(degrees):
    """It moves off the way it points by delta - atan(2 tan(delta / 2)); the back wheel does not slip, but is slower."""
    steer = math.radians(degrees)
    front, back = axle_velocities(six_line_limit, 1.0, steer, 2.7)
    assert steer - direction(front) == pytest.approx(steer - math.atan(2.0 * math.tan(0.5 * steer)), abs=1e-9)
    assert back == pytest.approx(complex(0.5 * (1.0 + math.cos(steer)), 0.0), abs=1e-9)


@pytest.mark.parametrize("degrees", [5, 10, 20, 30, 45, 60])
def test_vectors_of_the_curvature_of_the_six_lines(vectors, degrees):
    case, steer = vectors["six_curvature_error"][str(degrees)], math.radians(degrees)
    front, back = axle_velocities(six_line_limit, 1.0, steer, 2.0)
    yaw_rate = driven(six_line_limit, 1.0, steer, 2.0, dt=1.0).yaw
    assert yaw_rate / abs(back) / (math.tan(steer) / 2.0) == pytest.approx(case["ratio"], rel=1e-8)
    assert math.degrees(steer - direction(front)) == pytest.approx(case["front_slip_deg"], abs=1e-6)


# ---------------------------------------------------------------- the distance between the wheels


def wheels_of(state, wheelbase):
    """Where the front and the back wheel stand."""
    middle = complex(state.x, state.y)
    return middle + wheelbase / 2 * unit(state.yaw), middle - wheelbase / 2 * unit(state.yaw)


@pytest.mark.parametrize("model", [longer_front, old_line], ids=["longer front", "old line"])
@given(speed=st.floats(-10, 25), steer=st.floats(-1.0, 1.0), wheelbase=st.floats(2, 6), dt=st.floats(0.0, 1 / 30))
def test_both_wheels_move_the_way_they_point_and_stay_a_wheelbase_apart(model, speed, steer, wheelbase, dt):
    """A car that is put together again from its middle: no wheel has left its line."""
    start = model.State(1.0, -2.0, 0.7)
    before = wheels_of(start, wheelbase)
    after = wheels_of(driven(model, speed, steer, wheelbase, dt=dt, start=start), wheelbase)
    for wheel, points in ((0, start.yaw + steer), (1, start.yaw)):
        assert ((after[wheel] - before[wheel]) * unit(-points)).imag == pytest.approx(0.0, abs=1e-12)


def test_the_six_lines_put_the_wheels_back_a_wheelbase_apart_by_moving_them_sideways():
    start = six_line.State()
    before = wheels_of(start, 2.5)
    after = wheels_of(driven(six_line, 3.0, 0.5, 2.5, dt=0.1), 2.5)
    sideways = ((after[0] - before[0]) * unit(-0.5)).imag
    assert abs(sideways) > 1e-3


def wheels_tracked_separately(front_step, frames):
    """Comment 4's experiment: wheels that are moved and never put back; baseline 50, speed 50, 20 degrees, 60 Hz."""
    steer, distance = math.radians(20.0), 50.0 / 60.0
    front, back = complex(50.0, 0.0), 0j
    baselines = []
    for _ in range(frames):
        heading = direction(front - back)
        front_distance = front_step(abs(front - back), distance, steer)
        back += distance * unit(heading)
        front += front_distance * unit(heading + steer)
        baselines.append(abs(front - back))
    return baselines


def same_step(_baseline, distance, _steer):
    return distance


def longer_step(baseline, distance, steer):
    along = (baseline - distance) * math.cos(steer)
    return math.sqrt(along**2 + distance * (2 * baseline - distance)) - along


def test_wheels_that_are_never_put_back_come_together_as_comment_4_found():
    """He read 26.2 at frame 500; this bookkeeping passes it at frame 484, and the law is v (1 - cos delta) a second."""
    baselines = wheels_tracked_separately(same_step, 500)
    assert baselines[483] == pytest.approx(26.2, abs=0.05)
    lost = 50.0 * (1.0 - math.cos(math.radians(20.0))) * 500 / 60
    assert 50.0 - baselines[-1] == pytest.approx(lost, rel=0.03)


def test_with_the_longer_front_step_of_comment_4_they_stay_apart():
    assert wheels_tracked_separately(longer_step, 500) == pytest.approx([50.0] * 500, rel=1e-12)


def test_put_together_every_frame_as_comment_5_says_the_six_lines_keep_their_wheelbase():
    """The same 500 frames of the model: its wheels are a wheelbase apart by construction, and it drives a circle."""
    steer = math.radians(20.0)
    poses = [driven(six_line, 50.0, steer, 50.0, dt=1 / 60, steps=steps) for steps in (100, 300, 500)]
    expected = math.atan2(50 / 60 * math.sin(steer), 50.0 + 50 / 60 * (math.cos(steer) - 1.0))
    assert [pose.yaw for pose in poses] == pytest.approx([wrap_angle(n * expected) for n in (100, 300, 500)], abs=1e-9)


def test_vectors_of_the_shrinking_baseline(vectors):
    baselines = wheels_tracked_separately(same_step, 500)
    for frame, expected in vectors["night_baseline_shrink"].items():
        assert baselines[int(frame) - 1] == pytest.approx(expected, abs=MULTI_STEP)
    linear = 50.0 - 50.0 * (1.0 - math.cos(math.radians(20.0))) * 500 / 60
    assert linear == pytest.approx(vectors["night_baseline_linear"], abs=MULTI_STEP)


# ---------------------------------------------------------------- the other variants' geometry


@given(steer=st.floats(-1.5, 1.5), distance=st.floats(-2.0, 2.0))
def test_pulled_along_its_old_line_the_car_turns_by_the_angle_whose_sine_is_the_side_step(steer, distance):
    turn = driven(old_line, distance, steer, 2.5, dt=1.0).yaw
    assert turn == pytest.approx(math.asin(distance * math.sin(steer) / 2.5), abs=1e-12)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_pulled_along_its_old_line_a_car_steered_by_90_degrees_turns_about_its_back_wheel(side):
    """Up to the second order of the step, as long as the back wheel is pulled along a line and not turned in place."""
    pulled = []
    for dt in (0.1, 0.05):
        start = old_line.State(1.0, 2.0, 0.3)
        after = driven(old_line, 2.0, side * math.pi / 2, 2.5, dt=dt, start=start)
        pulled.append(abs(wheels_of(after, 2.5)[1] - wheels_of(start, 2.5)[1]))
        assert after.yaw - 0.3 == pytest.approx(side * math.asin(2.0 * dt / 2.5), rel=1e-12)
    assert pulled[1] == pytest.approx(0.25 * pulled[0], rel=0.01)


def test_the_longer_front_step_is_singular_at_90_degrees():
    """From the printed formula: B = 0, so r = 0.5 and b = 2.5 give a front step of sqrt(0.5 * 4.5) = 1.5."""
    after = driven(longer_front, 0.5, math.pi / 2, 2.5, dt=1.0)
    assert after.yaw == pytest.approx(math.atan2(1.5, 2.0), rel=1e-12)


@pytest.mark.parametrize(
    ("model", "reference"), [(longer_front, 0.0), (rear_follows, 1.0), (old_line, 1.0)], ids=["4", "20", "49"]
)
@pytest.mark.parametrize("speed", [4.0, -4.0])
def test_the_speed_of_a_variant_is_that_of_the_axle_it_says(model, reference, speed):
    """Both axles' velocities are those of the exact bicycle with that reference."""
    exact = arc.Params(2.7, reference)
    expected = arc.step(arc.State(), arc.Control(0.4, speed), exact, 0.5)
    errors = [math.dist(driven(model, speed, 0.4, 2.7, dt=0.5 / n, steps=n)[:2], expected[:2]) for n in (500, 1000)]
    assert errors[0] < 0.01
    assert errors[1] == pytest.approx(0.5 * errors[0], rel=0.02)


# ---------------------------------------------------------------- beyond what a variant can answer


def test_reversing_steered_hard_in_long_frames_the_longer_front_step_has_no_answer():
    car = mp.Vehicle("bicycle/longer-front", wheelbase=2.0, steer_angle=1.2, speed=-5.0)
    car.step(dt=0.001)
    assert car.status == Status(0)
    before = (car.x, car.y, car.yaw)
    car.step(dt=0.1)  # (2 + 0.5) sin 1.2 = 2.33, more than the wheelbase
    assert car.status == Status.OUT_OF_RANGE
    assert (car.x, car.y, car.yaw) == before
    assert "wheels apart" in car.problems()[0]


@given(speed=st.floats(-200, 200), steer=st.floats(-1.5, 1.5), wheelbase=st.floats(1, 6))
def test_the_limit_of_the_longer_front_step_is_where_its_root_ends(speed, steer, wheelbase):
    r = speed * 0.05
    square = ((wheelbase - r) * math.cos(steer)) ** 2 + r * (2 * wheelbase - r)
    if abs(square) > 1e-9:
        control, params = longer_front.Control(steer, speed), longer_front.Params(wheelbase)
        assert longer_front.is_valid(control, params, 0.05) == (square > 0.0)


def test_a_front_wheel_that_leaves_the_back_wheels_line_by_more_than_a_wheelbase_is_refused():
    fleet = mp.Fleet("bicycle/old-line", 2, wheelbase=2.0, steer_angle=1.0, speed=[23.0, 24.0])
    fleet.step(0.1)  # 2.3 sin 1 = 1.94, 2.4 sin 1 = 2.02
    assert fleet.status.tolist() == [0, Status.OUT_OF_RANGE]
    assert fleet.state.x[0] > 1.0
    assert fleet.state.x[1] == 0.0


# ---------------------------------------------------------------- the vector file


@VARIANTS
def test_vectors_of_single_steps(vectors, model):
    for case in vectors["bicycle_steps"]:
        start = case["x"], case["y"], case["h"]
        after = driven(model, case["v"], case["delta"], case["wheelbase"], dt=case["dt"], start=start)
        assert_pose(after, case[NAMES_IN_VECTORS[model]], SINGLE_STEP)
        if model is six_line:
            assert after.yaw - case["h"] == pytest.approx(case["six_dh_closed"], abs=SINGLE_STEP)


@VARIANTS
def test_vectors_of_a_second_at_5_degrees(vectors, model):
    for dt, expected in vectors["bicycle_5deg"][NAMES_IN_VECTORS[model]].items():
        after = driven(model, 1.0, math.radians(5.0), 2.0, dt=float(dt), steps=round(1.0 / float(dt)))
        assert_pose(after, (expected["x"], expected["y"], math.radians(expected["deg"])), MULTI_STEP)


ORDERS = [
    (six_line, "six_vs_own_limit", "ref_six_limit", 1.0, 1.0),
    (six_line, "six_vs_true_rear", "ref_rear", 0.0, 0.0),
    (six_line, "six_vs_true_front", "ref_front", 0.0, 1.0),
    (longer_front, "night_vs_true_rear", "ref_rear", 1.0, 1.0),
    (rear_follows, "commenter20_vs_true_front", "ref_front", 1.0, 1.0),
    (old_line, "comment49_vs_true_front", "ref_front", 1.0, 2.0),
]


@pytest.mark.parametrize(("model", "rows", "reference", "place_order", "heading_order"), ORDERS)
def test_vectors_of_the_orders(vectors, model, rows, reference, place_order, heading_order):
    """Two seconds at 30 degrees: the errors of the table, and the order that the last two rows show."""
    case = vectors["orders"]
    table = case[rows]
    errors = []
    for dt, place_error, heading_error in table["rows"]:
        after = driven(model, case["v"], case["delta"], case["b"], dt=dt, steps=round(case["T"] / dt))
        right = case[reference]
        errors.append((math.dist(after[:2], right[:2]), abs(wrap_angle(after.yaw - right[2]))))
        assert errors[-1] == pytest.approx((place_error, heading_error), abs=MULTI_STEP)
    found = [math.log2(before / after) for before, after in zip(*errors[-2:], strict=True)]
    assert found == pytest.approx([table["order_pos"][-1], table["order_heading"][-1]], abs=1e-6)
    assert found == pytest.approx([place_order, heading_order], abs=0.02)


def test_vectors_of_the_limit_of_the_six_lines(vectors):
    case = vectors["orders"]
    after = driven(six_line_limit, case["v"], case["delta"], case["b"], dt=case["T"])
    assert_pose(after, case["ref_six_limit"], SINGLE_STEP)
