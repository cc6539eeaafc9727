"""The models against the documents that they come from: worked examples, vectors, geometry.

Document 000 measures a heading clockwise from north and gives its tracks a distance per update: its T1 and T2 are
our track speeds over one second, its d is half our track gauge.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.models import frames
from motorpool.models.fields import fields_of
from motorpool.models.kinematic import arc
from motorpool.models.kinematic.bicycle import arc as bicycle
from motorpool.models.kinematic.tracked import arc as tracked
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.tracked import simple

SINGLE_STEP, MULTI_STEP = 1e-12, 1e-9  # as the vector file states them; more than 120 steps are not in it


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The vector file, whose tolerances must be those used here."""
    tolerance = vector_file["_meta"]["tolerance"]
    assert "closed-form single steps: abs 1e-12; multi-step (<=120 steps): abs 1e-9" in tolerance
    return vector_file


def tracks(model, x, y, heading, t1, t2, d, *, steps=1, dt=1.0, **factors):
    """The pose (x, y, heading) of document 000 after so many updates; ``factors`` are those of the approximation."""
    params = model.Params(track_gauge=2.0 * d, **factors)
    state = model.State(*frames.from_tracks(x, y, heading))
    for _ in range(steps):
        state = model.step(state, model.Control(t1, t2), params, dt)
    return frames.to_tracks(*state)


def assert_pose(actual, expected, tolerance):
    """Places agree, and directions as directions."""
    assert actual[:2] == pytest.approx(expected[:2], abs=tolerance, rel=0.0)
    assert wrap_angle(actual[2] - expected[2]) == pytest.approx(0.0, abs=tolerance)


# ---------------------------------------------------------------- tracked vehicles: what the document prints


def test_the_worked_example_of_document_000_comes_out_as_printed():
    """T1 = 1, T2 = 0.5, d = 2, h = 2: the document prints t = 0.74951, x = 0.66072, y = -0.35387."""
    x, y, heading = tracks(tracked, 0.0, 0.0, 2.0, 1.0, 0.5, 2.0)
    assert math.hypot(x, y) == pytest.approx(0.74951, abs=5e-6)
    assert (x, y) == pytest.approx((0.66072, -0.35387), abs=5e-6)
    assert heading == pytest.approx(2.125, abs=1e-15)


def documents_formula(h, t1, t2, d):
    """Document 000's final formula, as it stands: x, y and heading after one update from the origin."""
    g = (t1 - t2) / (4.0 * d)
    t = 2.0 * math.sin(g) * d * (t1 + t2) / (t1 - t2)
    return t * math.sin(h + g), t * math.cos(h + g), h + 2.0 * g


@given(h=st.floats(-3, 3), t1=st.floats(-20, 20), t2=st.floats(-20, 20), d=st.floats(0.5, 60))
def test_where_the_documents_formula_is_defined_ours_gives_the_same(h, t1, t2, d):
    if abs(t1 - t2) > 1e-3:
        assert_pose(tracks(tracked, 0.0, 0.0, h, t1, t2, d), documents_formula(h, t1, t2, d), 1e-10)


def test_a_tight_turn_has_the_radius_that_the_document_says():
    """T1 = 10, T2 = -9, d = 2: R = d (T1 + T2) / (T1 - T2) = 2 / 19, whatever the number of updates."""
    centre_x, centre_y = 2.0 / 19.0, 0.0  # to the right of a vehicle that faces north
    for steps in (1, 2, 7, 40):
        x, y, heading = tracks(tracked, 0.0, 0.0, 0.0, 10.0, -9.0, 2.0, steps=steps)
        assert math.hypot(x - centre_x, y - centre_y) == pytest.approx(2.0 / 19.0, rel=1e-12)
        assert wrap_angle(heading - 4.75 * steps) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(("factor", "ratio"), [(1.0, 2.560821070932658), (2.0, 3.4237440489561917)])
def test_the_approximation_drives_too_large_a_circle(factor, ratio):
    """Its path is a polygon with sides s and corners of factor * g: the radius of the circle around it is s / 2 sin."""
    side, half_turn = 0.5, 2.375
    expected = side / (2.0 * math.sin(0.5 * factor * half_turn))
    poses = [tracks(simple, 0.0, 0.0, 0.0, 10.0, -9.0, 2.0, steps=steps, heading_factor=factor) for steps in (1, 2, 3)]
    assert circumradius(*poses) == pytest.approx(expected, rel=1e-12)
    assert expected * 19.0 / 2.0 == pytest.approx(ratio, rel=1e-12)


def circumradius(a, b, c):
    """Of the circle through three points."""
    ab, bc, ca = (math.dist(p[:2], q[:2]) for p, q in ((a, b), (b, c), (c, a)))
    twice_area = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
    return ab * bc * ca / (2.0 * twice_area)


# ---------------------------------------------------------------- tracked vehicles: geometry


def test_equal_track_speeds_go_straight():
    assert tracked.step(tracked.State(), tracked.Control(3.0, 3.0), tracked.Params(), 2.0) == (6.0, 0.0, 0.0)


def test_opposite_track_speeds_turn_on_the_spot():
    """Document 000: h' = h + T1 / d."""
    x, y, heading = tracks(tracked, 1.0, 2.0, 0.5, 0.6, -0.6, 1.5)
    assert (x, y) == (1.0, 2.0)
    assert heading == pytest.approx(0.5 + 0.6 / 1.5, abs=1e-15)


def test_opposite_track_speeds_turn_the_approximation_on_the_spot_too():
    """By half as much: the factor 2 that it lacks."""
    x, y, heading = tracks(simple, 1.0, 2.0, 0.5, 0.6, -0.6, 1.5)
    assert (x, y) == (1.0, 2.0)
    assert heading == pytest.approx(0.5 + 0.5 * 0.6 / 1.5, abs=1e-15)


def test_with_a_lead_of_zero_the_approximation_moves_along_its_old_heading():
    """Euler's method: the direction of the path is the heading before the turn, its length the mean track speed."""
    x, y, heading = tracks(simple, 0.0, 0.0, 0.0, 3.0, 1.0, 1.0, heading_factor=2.0, lead_factor=0.0)
    assert (x, y) == (pytest.approx(0.0, abs=1e-15), 2.0)
    assert heading == pytest.approx(1.0, abs=1e-15)


def test_a_stopped_track_is_the_centre_of_the_turn():
    """T2 = 0: the right track stays where it is, d to the right of the middle."""
    d, start = 1.5, (1.0, 2.0, 0.5)

    def right_track(x, y, heading):
        return x + d * math.cos(heading), y - d * math.sin(heading)

    after = tracks(tracked, *start, 1.0, 0.0, d)
    assert right_track(*after) == pytest.approx(right_track(*start), abs=1e-15)


def test_the_faster_left_track_turns_it_right():
    assert tracked.step(tracked.State(), tracked.Control(5.0, 4.0), tracked.Params(), 1.0).yaw < 0.0


@given(left=st.floats(-10, 10), right=st.floats(-10, 10), gauge=st.floats(1, 5), dt=st.floats(0.01, 10))
def test_each_track_rolls_as_far_as_its_speed_says(left, right, gauge, dt):
    """The lengths of the three arcs: of the left track, the middle, and the right one, from the radius and the turn."""
    after = tracked.step(tracked.State(), tracked.Control(left, right), tracked.Params(track_gauge=gauge), dt)
    turn = (right - left) * dt / gauge
    chord = math.hypot(after.x, after.y)
    middle = 0.5 * (left + right) * dt
    shortening = math.sin(0.5 * turn) / (0.5 * turn) if turn else 1.0
    assert chord == pytest.approx(abs(middle * shortening), rel=1e-12, abs=1e-12)
    assert wrap_angle(after.yaw - turn) == pytest.approx(0.0, abs=1e-12)


@given(left=st.floats(-10, 10), right=st.floats(-10, 10), dt=st.floats(0.0, 5))
def test_driving_back_returns_to_the_start(left, right, dt):
    params, start = tracked.Params(), tracked.State(3.0, -4.0, 1.0)
    there = tracked.step(start, tracked.Control(left, right), params, dt)
    assert_pose(tracked.step(there, tracked.Control(-left, -right), params, dt), start, 1e-12)


def test_a_thousand_short_steps_are_one_long_step():
    one = tracks(tracked, 0.0, 0.0, 2.0, 1.0, 0.5, 2.0)
    assert_pose(tracks(tracked, 0.0, 0.0, 2.0, 1.0, 0.5, 2.0, steps=1000, dt=1e-3), one, 2e-13)


def rate_of_change(state, forward, lateral, yaw_rate):
    """Return the rate of a pose by a body twist: the differential equation that ``arc`` solves."""
    cosine, sine = math.cos(state[2]), math.sin(state[2])
    return forward * cosine - lateral * sine, forward * sine + lateral * cosine, yaw_rate


def runge_kutta(state, twist, duration, steps):
    """The classical method of order 4."""
    h = duration / steps
    for _ in range(steps):
        k1 = rate_of_change(state, *twist)
        k2 = rate_of_change([s + 0.5 * h * k for s, k in zip(state, k1, strict=True)], *twist)
        k3 = rate_of_change([s + 0.5 * h * k for s, k in zip(state, k2, strict=True)], *twist)
        k4 = rate_of_change([s + h * k for s, k in zip(state, k3, strict=True)], *twist)
        state = [s + h / 6.0 * (a + 2.0 * b + 2.0 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4, strict=True)]
    return state


@pytest.mark.parametrize(
    "twist", [(5.0, 0.0, 0.0), (5.0, 1.0, 2.0), (-3.0, 2.0, -0.7), (0.0, 1.0, 1e-9), (2.0, 0.0, 1e-3)]
)
def test_the_arc_solves_the_equations_of_motion(twist):
    start = arc.State(1.0, -2.0, 0.8)
    after = arc.step(start, arc.Control(*twist), arc.Params(), 3.0)
    assert_pose(after, runge_kutta(list(start), twist, 3.0, 2000), 1e-11)


@given(angle=st.floats(-50, 50) | st.floats(-0.02, 0.02))
def test_sinc_is_sine_over_angle(angle):
    expected = math.sin(angle) / angle if abs(angle) > 1e-7 else 1.0
    assert arc.sinc(angle) == pytest.approx(expected, abs=1e-14)


# ---------------------------------------------------------------- bicycles: geometry

REFERENCES = {"rear": 0.0, "centre": 0.5, "front": 1.0}
CARS = [(speed, steer, wheelbase) for speed in (6.0, -2.5) for steer in (0.0, 0.3, -0.8) for wheelbase in (2.0, 3.4)]


def car(state, speed, steer, wheelbase, reference, dt):
    return bicycle.step(state, bicycle.Control(steer, speed), bicycle.Params(wheelbase, reference), dt)


def point(state, ahead):
    """Where the point ``ahead`` [m] of the car's middle is."""
    return state.x + ahead * math.cos(state.yaw), state.y + ahead * math.sin(state.yaw)


def velocity(speed, steer, wheelbase, reference, ahead):
    """Of a point of the car, by a central difference."""
    start = bicycle.State(1.0, 2.0, 0.7)
    before, after = (car(start, speed, steer, wheelbase, reference, dt) for dt in (-1e-5, 1e-5))
    (x0, y0), (x1, y1) = point(before, ahead), point(after, ahead)
    return (x1 - x0) / 2e-5, (y1 - y0) / 2e-5


@pytest.mark.parametrize("reference", [*REFERENCES.values(), 0.25])
@pytest.mark.parametrize(("speed", "steer", "wheelbase"), CARS)
def test_the_reference_point_moves_at_the_speed_asked_for(speed, steer, wheelbase, reference):
    moved = velocity(speed, steer, wheelbase, reference, (reference - 0.5) * wheelbase)
    assert math.hypot(*moved) == pytest.approx(abs(speed), rel=1e-8)


@pytest.mark.parametrize("reference", REFERENCES.values(), ids=REFERENCES.keys())
@pytest.mark.parametrize(("speed", "steer", "wheelbase"), CARS)
def test_neither_wheel_slips_sideways(speed, steer, wheelbase, reference):
    """The rear axle moves along the car, the front axle along its wheel."""
    for ahead, direction in ((-0.5 * wheelbase, 0.7), (0.5 * wheelbase, 0.7 + steer)):
        x, y = velocity(speed, steer, wheelbase, reference, ahead)
        assert y * math.cos(direction) - x * math.sin(direction) == pytest.approx(0.0, abs=1e-8)
        assert (x * math.cos(direction) + y * math.sin(direction)) * speed > 0.0


def test_the_rear_axle_turns_on_a_circle_of_wheelbase_over_tangent():
    wheelbase, steer = 2.7, 0.4
    radius = wheelbase / math.tan(steer)
    start = bicycle.State(0.5 * wheelbase, 0.0, 0.0)  # the rear axle at the origin, the centre of the turn on the left
    for dt in (0.1, 1.0, 20.0):
        x, y = point(car(start, 5.0, steer, wheelbase, 0.0, dt), -0.5 * wheelbase)
        assert math.hypot(x, y - radius) == pytest.approx(radius, rel=1e-12)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_at_90_degrees_with_the_speed_in_front_the_car_turns_about_its_rear_wheel(side):
    start = bicycle.State(1.0, 2.0, 0.3)
    after = car(start, 2.0, side * math.pi / 2, 2.5, 1.0, 0.5)
    assert point(after, -1.25) == pytest.approx(point(start, -1.25), abs=1e-14)
    assert after.yaw - start.yaw == pytest.approx(side * 2.0 * 0.5 / 2.5, rel=1e-14)


def test_steered_left_it_turns_left_and_in_reverse_it_turns_right():
    assert car(bicycle.State(), 5.0, 0.2, 2.7, 0.0, 0.1).yaw > 0.0
    assert car(bicycle.State(), -5.0, 0.2, 2.7, 0.0, 0.1).yaw < 0.0


def test_a_reference_may_be_named():
    field = next(field for field in fields_of(bicycle.Params) if field.name == "speed_reference")
    assert {word: field.check(word, "car") for word in REFERENCES} == REFERENCES


def test_after_one_second_at_5_degrees_it_has_turned_as_the_comments_say():
    """Comments of document 004: wheelbase 2, speed 1: sin 5 / 2 with the speed in front, tan 5 / 2 at the rear."""
    steer = math.radians(5.0)
    for reference, turn in ((1.0, math.sin(steer) / 2.0), (0.0, math.tan(steer) / 2.0)):
        assert car(bicycle.State(), 1.0, steer, 2.0, reference, 1.0).yaw == pytest.approx(turn, rel=1e-14)


# ---------------------------------------------------------------- the vector file


def test_vectors_of_single_updates_of_tracks(vectors):
    for case in vectors["a_tracked"]["tracked_single"]:
        start = case["x"], case["y"], case["h"], case["T1"], case["T2"], case["d"]
        assert_pose(tracks(tracked, *start), case["exact"], SINGLE_STEP)
        assert_pose(tracks(tracked, *start), case["seed_formula"], SINGLE_STEP)
        assert_pose(tracks(simple, *start), case["simple"], SINGLE_STEP)
        on_the_panel = frames.from_panel(*start[:3])
        after = tracks(tracked, *frames.to_tracks(*on_the_panel), *start[3:])
        assert_pose(frames.to_panel(*frames.from_tracks(*after)), case["screen_jpanel"], SINGLE_STEP)


def test_vectors_of_the_tight_turn(vectors):
    turn = vectors["a_tracked"]["tracked_compare_10_-9_2"]
    for model, name in ((tracked, "exact"), (simple, "simple")):
        for steps, expected in enumerate(turn[f"{name}_first3"], start=1):
            assert_pose(tracks(model, 0.0, 0.0, 0.0, 10.0, -9.0, 2.0, steps=steps), expected, MULTI_STEP)
        after = tracks(model, 0.0, 0.0, 0.0, 10.0, -9.0, 2.0, steps=40)
        assert_pose(after, turn[f"{name}_after40"], MULTI_STEP)


def test_vectors_of_the_radii_of_the_tight_turn(vectors):
    """Of the circle through the first three places, each of which the vector file has from the formulas."""
    turn = vectors["a_tracked"]["tracked_compare_10_-9_2"]

    def radius(model, **factors):
        return circumradius(*(tracks(model, 0.0, 0.0, 0.0, 10.0, -9.0, 2.0, steps=n, **factors) for n in (1, 2, 3)))

    exact = radius(tracked)
    assert exact == pytest.approx(turn["R_exact"], abs=MULTI_STEP)
    assert exact == pytest.approx(turn["R_exact_circ"], abs=MULTI_STEP)
    for factor, name in ((1.0, "g"), (2.0, "2g")):
        approximate = radius(simple, heading_factor=factor)
        assert approximate == pytest.approx(turn[f"R_simple_heading_{name}"], abs=MULTI_STEP)
        assert approximate / exact == pytest.approx(turn[f"ratio_{name}"], abs=MULTI_STEP)


def test_vectors_of_what_the_document_computes_on_the_way(vectors):
    """Half the turn g, the chord t, the path s and the radius of the middle, as our steps show them."""
    for case in vectors["a_tracked"]["tracked_single"]:
        start = case["x"], case["y"], case["h"], case["T1"], case["T2"], case["d"]
        x, y, heading = tracks(tracked, *start)
        assert wrap_angle(heading - case["h"] - 2.0 * case["g"]) == pytest.approx(0.0, abs=SINGLE_STEP)
        assert math.dist((x, y), start[:2]) == pytest.approx(case["t"], abs=SINGLE_STEP)
        assert math.dist(tracks(simple, *start)[:2], start[:2]) == pytest.approx(case["s"], abs=SINGLE_STEP)
        if case["R_mid"] is not None:
            assert case["t"] == pytest.approx(2.0 * case["R_mid"] * math.sin(case["g"]), abs=SINGLE_STEP)
            later = [tracks(tracked, *start, steps=steps) for steps in (1, 2, 3)]
            assert circumradius(*later) == pytest.approx(case["R_mid"], abs=MULTI_STEP)


def test_vectors_of_nearly_equal_tracks(vectors):
    """T1 = 1, T2 = 1 + eps, d = 2, h = 0.3."""
    for case in vectors["a_tracked"]["tracked_near_equal"]:
        if case["eps"] < 1e-300:  # there both tracks all but stand still
            x, y, _ = tracks(tracked, 0.0, 0.0, 0.3, case["eps"], 0.0, 2.0)
        else:
            x, y, _ = tracks(tracked, 0.0, 0.0, 0.3, 1.0, 1.0 + case["eps"], 2.0)
        assert (x, y) == pytest.approx(case["ref"], abs=SINGLE_STEP)


def test_vectors_of_a_thousand_steps_in_one(vectors):
    expected = vectors["a_tracked"]["tracked_semigroup_1000"]
    after = tracks(tracked, 0.0, 0.0, 2.0, 1.0, 0.5, 2.0, steps=1000, dt=1e-3)
    assert_pose(after, expected["one"], MULTI_STEP)
    assert_pose(after, expected["thousand"], MULTI_STEP)


ORDERS_OF_THE_APPROXIMATION = {
    "tracked_order_simple_2g": {"heading_factor": 2.0},
    "tracked_order_simple_g": {"heading_factor": 1.0},
    "tracked_order_euler": {"heading_factor": 2.0, "lead_factor": 0.0},
}


@pytest.mark.parametrize(("name", "factors"), ORDERS_OF_THE_APPROXIMATION.items())
def test_vectors_of_the_orders_of_the_approximation(vectors, name, factors):
    """A mean speed of 2 and a turn of 1 in one second: order 2, or half the turn whatever the step, or order 1."""
    exact = tracks(tracked, 0.0, 0.0, 0.0, 3.0, 1.0, 1.0)
    for dt, position_error, heading_error in vectors["a_tracked"][name]:
        x, y, heading = tracks(simple, 0.0, 0.0, 0.0, 3.0, 1.0, 1.0, steps=round(1.0 / dt), dt=dt, **factors)
        assert math.dist((x, y), exact[:2]) == pytest.approx(position_error, abs=MULTI_STEP)
        assert abs(heading - exact[2]) == pytest.approx(heading_error, abs=MULTI_STEP)


@pytest.mark.parametrize("name", REFERENCES)
def test_vectors_of_single_steps_of_bicycles(vectors, name):
    for case in vectors["d_bicycle"]["bicycle_steps"]:
        start = bicycle.State(case["x"], case["y"], case["h"])
        after = car(start, case["v"], case["delta"], case["wheelbase"], REFERENCES[name], case["dt"])
        assert_pose(after, case[f"arc_{name}"], SINGLE_STEP)


def test_vectors_of_a_second_at_5_degrees(vectors):
    case = vectors["d_bicycle"]["bicycle_5deg"]
    for dt, expected in case["arc_rear"].items():
        state = bicycle.State()
        for _ in range(round(1.0 / float(dt))):
            state = car(state, 1.0, math.radians(5.0), 2.0, 0.0, float(dt))
        assert_pose(state, (expected["x"], expected["y"], math.radians(expected["deg"])), MULTI_STEP)
    for reference, limit in ((1.0, "sin_limit"), (0.0, "tan_limit")):
        after = car(bicycle.State(), 1.0, math.radians(5.0), 2.0, reference, 1.0)
        assert math.degrees(after.yaw) == pytest.approx(case["limits_deg"][limit], abs=1e-11)


def test_vectors_of_two_seconds_at_30_degrees(vectors):
    case = vectors["d_bicycle"]["orders"]
    for reference, name in ((0.0, "ref_rear"), (1.0, "ref_front")):
        after = car(bicycle.State(), case["v"], case["delta"], case["b"], reference, case["T"])
        assert_pose(after, case[name], SINGLE_STEP)
