"""Polar movement against document 001: the vectors, its code as printed, its text sentence by sentence.

The vector file lists a state as (speed, direction in 0..2 pi, angular velocity, x, y).
"""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from polar_paths import (
    ACCELERATION,
    BOTH,
    BRAKES,
    DT,
    KEY,
    OPPOSED,
    TOP_SPEED,
    TURN_RATE,
    TURNS,
    chosen,
    overshoot,
    path,
    start,
)

from motorpool import Fleet
from motorpool.models.kinematic.polar import corrected, laws
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.polar import faithful

SINGLE_STEP, MULTI_STEP = 1e-12, 1e-9  # as the vector file states them; more than 120 steps are not in it
ANGLES = st.floats(-math.pi, math.pi)


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The part about document 001; its tolerances must be those used here."""
    tolerance = vector_file["_meta"]["tolerance"]
    assert "closed-form single steps: abs 1e-12; multi-step (<=120 steps): abs 1e-9" in tolerance
    return vector_file["b_polar"]


def assert_state(actual, expected, tolerance=MULTI_STEP):
    """A state of ours is one of the vector file's, directions as directions."""
    numbers = [actual.speed, actual.yaw_rate, actual.x, actual.y]
    assert numbers == pytest.approx([expected[i] for i in (0, 2, 3, 4)], abs=tolerance, rel=0.0)
    assert wrap_angle(actual.yaw - expected[1]) == pytest.approx(0.0, abs=tolerance)


# ---------------------------------------------------------------- the vectors


def test_a_turn_by_two_radians(vectors):
    vector = vectors["A_turn_2rad"]
    states = path(faithful, start(faithful, vector["v0"]), wanted=vector["acc_angle"], steps=120, dt=vector["dt"])
    for step in (1, 2, 3, 60, 120):
        assert_state(states[step], vector[f"step{step}"], SINGLE_STEP if step == 1 else MULTI_STEP)


def test_a_turn_by_two_radians_compiled(vectors):
    vector = vectors["A_turn_2rad"]
    fleet = Fleet("polar/faithful", 3, speed=vector["v0"], acceleration=KEY, acceleration_yaw=vector["acc_angle"])
    fleet.step(vector["dt"], 120)
    assert_state(faithful.State(*(float(column[2]) for column in fleet.state)), vector["step120"])


def test_a_reversal_turns_about_in_step_19(vectors):
    vector = vectors["B_reverse"]
    states = path(faithful, start(faithful, vector["v0"], direction=vector["th0"]), wanted=vector["acc_angle"])
    about = [n for n in range(1, 61) if abs(wrap_angle(states[n].yaw - states[n - 1].yaw)) > 3.0]
    assert about == [vector["first_flip_step"]]
    assert_state(states[1], vector["step1"], SINGLE_STEP)
    assert_state(states[19], vector["at_flip"])
    assert_state(states[60], vector["step60"])


def test_coasting_at_rest(vectors):
    vector = vectors["C_coast_rest"]
    first = start(faithful, vector["v0"], direction=vector["th0"], yaw_rate=vector["om0"])
    states = path(faithful, first, key=vector["acc"], wanted=vector["acc_angle"])
    for state, expected in zip(states[1:7], vector["steps"], strict=True):
        assert_state(state, expected, SINGLE_STEP if state is states[1] else MULTI_STEP)
    assert_state(states[60], vector["step60"])
    assert sum(state.speed for state in states[21:]) / 40.0 == pytest.approx(vector["mean_speed"], abs=MULTI_STEP)


def test_coasting_from_top_speed(vectors):
    vector = vectors["D_coast_from_top"]
    states = path(faithful, start(faithful, vector["v0"], direction=1.0), key=vector["acc"], wanted=1.0)
    assert_state(states[60], vector["step60"])


def test_coasting_with_an_opposed_direction(vectors):
    vector = vectors["E_coast_opposed"]
    states = path(faithful, start(faithful, vector["v0"]), key=vector["acc"], wanted=vector["acc_angle"])
    assert_state(states[1], vector["step1"], SINGLE_STEP)
    assert_state(states[60], vector["step60"])


@pytest.mark.parametrize("speed", ["one", "cosine"])
@pytest.mark.parametrize("brake", BRAKES)
def test_combinations_of_the_laws(vectors, brake, speed):
    """The vectors of the sine; the linear turn is compared with the code below."""
    words = {"turn_law": "sine", "brake_law": brake, "speed_law": speed}
    states = path(faithful, start(faithful, 5.0), wanted=2.5, **words)
    key = f"V_sine_{brake}_{speed}_60".replace("cosine", "cos")
    assert_state(states[60], vectors[key])


@BOTH
def test_straight_ahead_the_speed_follows_a_geometric_series(vectors, model):
    vector = vectors["F_straight_accel"]
    end = path(model, start(model, vector["v0"]), steps=vector["steps"])[-1]
    assert end.speed == pytest.approx(vector["euler"], abs=MULTI_STEP)
    share = 1.0 - ACCELERATION * DT / TOP_SPEED
    assert end.speed == pytest.approx(TOP_SPEED * (1.0 - share**60), abs=MULTI_STEP)
    fine = path(model, start(model, 0.0), steps=10_000, dt=1e-4)[-1]
    assert fine.speed == pytest.approx(vector["continuous"], abs=3e-4)  # of a first order method
    assert vector["continuous"] == pytest.approx(TOP_SPEED * (1.0 - math.exp(-2.0)), abs=1e-12)


@pytest.mark.parametrize("rate", [30, 60, 120, 240, 960])
@BOTH
def test_the_overshoot_at_a_frame_rate(vectors, model, rate):
    expected = vectors["framerate_overshoot_rad"][f"dt=1/{rate}"][model.__name__.rpartition(".")[2]]
    assert overshoot(model, rate) == pytest.approx(expected, abs=1e-9 if rate <= 240 else 1e-8)


def test_angles_are_wrapped_as_the_vectors_say(vectors):
    for angle, expected in vectors["wrap"].items():
        assert wrap_angle(float(angle)) == pytest.approx(expected, abs=1e-9)


# ---------------------------------------------------------------- the code, as it is printed

RAD180, RAD360 = math.pi, 2.0 * math.pi


def printed_code(
    magnitude, angle, velocity, acceleration, wanted, frame_time, turn="sine", brake="cosine", speed="cos"
):
    """The document's function, line by line, its lost lines restored; and the variants of its text in their places."""
    delta = wanted - angle
    norm = delta - RAD360 if delta > RAD180 else delta + RAD360 if delta < -RAD180 else delta
    sine, cosine = math.sin(norm), math.cos(norm)
    percent = magnitude / TOP_SPEED
    braking = {
        "none": 0.0,
        "full": 1.0,
        "linear": 1.0 - abs(norm) / RAD180,
        "cosine": cosine,
        "signed": 1 - norm / RAD180,
    }
    turning = {"sine": sine * (1.0 - percent), "linear": norm / RAD180 * (1.0 - percent)}
    pushing = {"one": 1.0 - percent, "cosine": cosine - percent}
    modification = -velocity * braking[brake] * frame_time * TURN_RATE
    magnitude += pushing[speed] * frame_time * acceleration * ACCELERATION
    velocity += (turning[turn] + modification) * frame_time * TURN_RATE
    angle += velocity * frame_time
    angle = angle - RAD360 if angle > RAD360 else angle + RAD360 if angle < 0 else angle
    if magnitude < 0:
        magnitude, angle, velocity = -magnitude, wanted, 0.0
    return magnitude, angle, velocity


@pytest.mark.parametrize("speed", ["one", "cosine"])
@pytest.mark.parametrize("brake", [*BRAKES, "signed"])
@pytest.mark.parametrize("turn", ["sine", "linear"])
@given(
    speed_now=st.floats(0.0, 15.0),
    direction=st.floats(0.0, RAD360 - 1e-6),
    velocity=st.floats(-4.0, 4.0),
    acceleration=st.floats(-1.0, 1.0),
    wanted=st.floats(0.0, RAD360),
)
def test_it_computes_what_the_printed_code_computes(
    turn, brake, speed, speed_now, direction, velocity, acceleration, wanted
):
    ours = start(faithful, speed_now, direction=direction, yaw_rate=velocity)
    assume(abs(abs(wanted - direction) - RAD180) > 1e-9)  # at 180 degrees rounding decides between left and right
    expected = printed_code(speed_now, direction, velocity, acceleration, wanted, DT, turn, brake, speed)
    params = chosen(faithful, turn_law=turn, brake_law=brake, speed_law=speed)
    after = faithful.step(ours, faithful.Control(acceleration, wanted), params, DT)
    assert_state(after, [*expected, after.x, after.y], 1e-12)
    moved = [expected[0] * math.cos(expected[1]) * DT, expected[0] * math.sin(expected[1]) * DT]
    assert [after.x, after.y] == pytest.approx(moved, abs=1e-12)


# ---------------------------------------------------------------- what the text says


def test_at_rest_all_of_the_acceleration_is_used_and_at_top_speed_none():
    assert [float(laws.speed_fraction(laws.ONE_SPEED, 1.0, share)) for share in (0.0, 0.25, 1.0)] == [1.0, 0.75, 0.0]


@BOTH
@pytest.mark.parametrize("speed_law", ["one", "cosine"])
def test_beyond_top_speed_it_regulates_itself(model, speed_law):
    states = path(model, start(model, 25.0), steps=600, speed_law=speed_law)
    speeds = [state.speed for state in states]
    assert speeds == sorted(speeds, reverse=True)
    assert speeds[-1] == pytest.approx(TOP_SPEED, rel=1e-6)


@BOTH
def test_the_easy_way_adds_a_fixed_part_and_never_exceeds_the_top_speed(model):
    states = path(model, start(model, 0.0), speed_law="capped", wanted=0.0, steps=60)
    assert states[20].speed == pytest.approx(20 * DT * ACCELERATION, rel=1e-12)
    assert max(state.speed for state in states) == states[-1].speed == TOP_SPEED


@BOTH
def test_the_easy_way_leaves_a_speed_beyond_the_top_where_it_is(model):
    assert path(model, start(model, 12.0), speed_law="capped", steps=3)[-1].speed == 12.0


def fraction(law, angle, share=0.0):
    """Of the turn rate, at a share of the top speed."""
    number = float(TURNS.index(law))
    return laws.turn_fraction(number, angle, math.sin(angle), 1.0 - share)


def test_the_sine_turns_not_at_all_at_0_and_180_degrees_and_most_at_90():
    assert fraction("sine", 0.0) == 0.0
    assert fraction("sine", math.pi) == pytest.approx(0.0, abs=1e-15)
    assert fraction("sine", 0.5 * math.pi) == 1.0 == max(fraction("sine", 0.01 * k * math.pi) for k in range(101))


def test_the_angle_over_180_is_half_at_90_degrees_and_all_at_180():
    assert [fraction("linear", angle) for angle in (0.0, 0.5 * math.pi, math.pi)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize("law", ["sine", "linear"])
@given(angle=ANGLES)
def test_at_top_speed_nothing_turns_and_each_law_is_odd(law, angle):
    assert fraction(law, angle, share=1.0) == 0.0
    assert fraction(law, -angle) == -fraction(law, angle)
    assert fraction(law, angle, share=0.25) == pytest.approx(0.75 * fraction(law, angle), rel=1e-15)


def test_the_simple_way_turns_by_a_set_amount_whatever_the_speed():
    assert [fraction("fixed", angle, share=0.9) for angle in (-2.0, -0.01, 0.0, 0.3)] == [-1.0, -1.0, 0.0, 1.0]


@pytest.mark.parametrize(("angle", "share"), [(0.0, 1.0), (0.5 * math.pi, 0.5), (-0.5 * math.pi, 0.5), (math.pi, 0.0)])
def test_the_linear_brake_grows_as_the_angle_narrows(angle, share):
    assert laws.brake_fraction(laws.LINEAR_BRAKE, angle, math.cos(angle)) == share


@given(angle=ANGLES)
def test_the_full_brake_removes_everything_and_none_nothing(angle):
    assert laws.brake_fraction(laws.FULL_BRAKE, angle, math.cos(angle)) == 1.0
    assert laws.brake_fraction(laws.NO_BRAKE, angle, math.cos(angle)) == 0.0


@pytest.mark.parametrize("velocity", [0.5, -0.5])
@pytest.mark.parametrize("wanted", [1.7, 3.0, -3.0, -1.7])
def test_above_90_degrees_the_cosine_brake_reinforces_the_swing_either_way(wanted, velocity):
    """At top speed, where nothing else turns it."""
    after = path(faithful, start(faithful, TOP_SPEED, yaw_rate=velocity), wanted=wanted, steps=1)[-1]
    assert after.yaw_rate / velocity > 1.0


@BOTH
@pytest.mark.parametrize("wanted", [0.0, 1.4, -1.4])
def test_below_90_degrees_the_cosine_brake_slows_the_swing(model, wanted):
    after = path(model, start(model, TOP_SPEED, yaw_rate=0.5), wanted=wanted, steps=1)[-1]
    assert 0.0 < after.yaw_rate < 0.5


@given(wanted=st.floats(0.5 * math.pi, 1.5 * math.pi))
def test_the_corrected_cosine_brake_never_reinforces(wanted):
    after = path(corrected, start(corrected, TOP_SPEED, yaw_rate=0.5), wanted=wanted, steps=1)[-1]
    assert after.yaw_rate <= 0.5


def test_a_reversal_at_top_speed_brakes_with_twice_the_acceleration():
    assert laws.speed_fraction(1.0, math.cos(OPPOSED), 1.0) == -2.0
    for model in (faithful, corrected):
        after = path(model, start(model, TOP_SPEED), wanted=OPPOSED, steps=1)[-1]
        assert after.speed == pytest.approx(TOP_SPEED - 2.0 * ACCELERATION * DT, rel=1e-12)


@BOTH
def test_without_the_cosine_a_reversal_at_top_speed_does_not_brake_at_all(model):
    assert path(model, start(model, TOP_SPEED), wanted=OPPOSED, speed_law="one")[-1].speed == TOP_SPEED


@BOTH
def test_in_a_reversal_it_slows_to_nothing_on_its_line_then_turns_about_then_gains_speed(model):
    states = path(model, start(model, 9.0), wanted=OPPOSED)
    about = next(n for n in range(1, 61) if states[n].yaw == OPPOSED)
    slower, faster = ([state.speed for state in part] for part in (states[:about], states[about:]))
    assert slower == sorted(slower, reverse=True)
    assert faster == sorted(faster)
    assert max(faster[0], slower[-1]) < 2.0 * ACCELERATION * DT
    assert all(abs(state.yaw) < 1e-9 for state in states[:about])
    assert all(abs(state.y) < 1e-9 for state in states)


@BOTH
def test_with_the_angle_over_180_a_reversal_moves_sideways(model):
    """With the text's acceleration of that place, which does not brake."""
    sideways = {}
    for turn in ("linear", "sine"):
        states = path(model, start(model, 5.0), wanted=OPPOSED, turn_law=turn, speed_law="one", steps=30)
        sideways[turn] = max(abs(state.y) for state in states)
    assert sideways["linear"] > 0.3
    assert sideways["sine"] < 1e-12


@BOTH
def test_turning_about_resets_the_angular_velocity_and_takes_the_wanted_direction(model):
    states = path(model, start(model, 0.01, yaw_rate=2.0), wanted=3.0, steps=1)
    assert (states[1].yaw, states[1].yaw_rate) == (3.0, 0.0)
    assert states[1].speed > 0.0


@BOTH
def test_the_cosine_overshoots_and_without_angular_velocity_nothing_does(model):
    words = {"wanted": 1.2, "speed_law": "one", "steps": 400}
    kept = path(model, start(model, 0.0), turn_law="fixed", **words)
    none = path(model, start(model, 0.0), turn_law="fixed", angular_velocity="none", **words)
    assert max(state.yaw for state in kept) > 1.25
    assert max(state.yaw for state in none) == pytest.approx(1.2, abs=1e-12)
    assert none[-1].yaw == pytest.approx(1.2, abs=1e-12)


@BOTH
@pytest.mark.parametrize("turn", TURNS)
@given(wanted=ANGLES, direction=ANGLES, speed=st.floats(0.0, 10.0), dt=st.floats(1e-3, 2.0))
def test_without_angular_velocity_the_direction_does_not_pass_the_wanted_one(model, turn, wanted, direction, speed, dt):
    before = start(model, speed, direction=direction)
    after = path(model, before, wanted=wanted, steps=1, dt=dt, turn_law=turn, speed_law="one", angular_velocity="none")[
        -1
    ]
    left_before, left = wrap_angle(wanted - before.yaw), wrap_angle(wanted - after.yaw)
    assume(abs(left_before) < math.pi - 1e-9)  # at 180 degrees either side is as near
    assert abs(left) <= abs(left_before) + 1e-12
    assert abs(left) < 1e-9 or left * left_before > 0.0


@BOTH
def test_without_angular_velocity_the_turn_rate_is_that_of_the_text(model):
    """angularVelocity = ( angleDelta / 180 ) * ( 1 - speed / TOP_SPEED ), times the magic number."""
    after = path(model, start(model, 4.0), wanted=0.5 * math.pi, steps=1, turn_law="linear", angular_velocity="none")[
        -1
    ]
    assert after.yaw_rate == pytest.approx(0.5 * (1.0 - 0.4) * TURN_RATE, rel=1e-12)
    assert after.yaw == pytest.approx(after.yaw_rate * DT, rel=1e-12)
