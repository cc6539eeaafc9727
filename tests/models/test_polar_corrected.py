"""Defects of the code of document 001, each beside its cure; the corrected model, the names, the keys."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polar_paths import (
    ACCELERATION,
    BOTH,
    DT,
    KEY,
    NO_KEY,
    OPPOSED,
    TOP_SPEED,
    TURN_RATE,
    VARIANTS,
    chosen,
    overshoot,
    path,
    start,
)

from motorpool import Vehicle
from motorpool.errors import ModelError
from motorpool.models import find
from motorpool.models.kinematic.polar import corrected, laws
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.polar import faithful

ANGLES = st.floats(-math.pi, math.pi)


# ---------------------------------------------------------------- the defects, and their cures


def test_half_the_time_step_halves_the_damping_but_not_in_the_corrected_model():
    """At the wanted direction nothing turns it, so the change of its angular velocity is the damping."""

    def damping(model, dt):
        after = path(model, start(model, 5.0, yaw_rate=0.1), steps=1, dt=dt)[-1]
        return (0.1 - after.yaw_rate) / (0.1 * dt)

    for rate in (30, 60, 120):
        assert damping(faithful, 1.0 / rate) == pytest.approx(TURN_RATE**2 / rate, rel=1e-12)
        assert damping(corrected, 1.0 / rate) == pytest.approx(TURN_RATE * 1.0, rel=1e-12)


def test_the_overshoot_grows_with_the_frame_rate_but_not_in_the_corrected_model():
    printed, mended = ([overshoot(model, rate)[0] for rate in (30, 60, 120, 240)] for model in (faithful, corrected))
    assert printed == sorted(printed)
    assert printed[-1] > 1.9 * printed[0]
    assert max(mended) - min(mended) < 0.004


def test_a_larger_damping_overshoots_less():
    def farthest(damping):
        state, params = start(corrected, 0.5), corrected.Params(damping=damping, max_acceleration=1.0)
        yaws = []
        for _ in range(240):
            state = corrected.step(state, corrected.Control(KEY, 1.2), params, DT)
            yaws.append(state.yaw)
        return max(yaws)

    assert farthest(0.0) > farthest(0.2) > farthest(0.5) > 1.2


def test_coasting_never_slows_from_top_speed_but_does_in_the_corrected_model():
    assert path(faithful, start(faithful, TOP_SPEED), key=NO_KEY)[-1].speed == TOP_SPEED
    states = path(corrected, start(corrected, TOP_SPEED), key=NO_KEY, steps=30)
    assert states[-1].speed == pytest.approx(TOP_SPEED - 30 * DT * corrected.Params().coast_deceleration, rel=1e-12)


def test_coasting_runs_away_from_an_opposed_direction_but_not_in_the_corrected_model():
    assert path(faithful, start(faithful, 5.0), key=NO_KEY, wanted=OPPOSED)[-1].speed > 9.0 * TOP_SPEED
    speeds = [state.speed for state in path(corrected, start(corrected, 5.0), key=NO_KEY, wanted=OPPOSED)]
    assert speeds == sorted(speeds, reverse=True)
    assert speeds[-1] == 0.0


def test_coasting_creeps_at_rest_but_not_in_the_corrected_model():
    """Two frames: one gains ACCELERATION dt, the next loses nearly all of it."""
    speeds = [state.speed for state in path(faithful, start(faithful, 0.0), key=NO_KEY, steps=600)[1:]]
    assert sum(speeds) / 600 == pytest.approx(0.5 * ACCELERATION * DT, rel=1e-3)
    moving = start(corrected, 0.05, direction=1.0, yaw_rate=0.3)
    states = path(corrected, moving, key=NO_KEY, wanted=2.0, steps=600)
    assert all(state.speed == 0.0 for state in states[1:])
    assert len(set(states[1:])) == 1


@pytest.mark.parametrize("wanted", [0.5, -0.5])
def test_above_top_speed_it_turns_the_wrong_way_but_not_in_the_corrected_model(wanted):
    printed = path(faithful, start(faithful, 1.5 * TOP_SPEED), wanted=wanted, steps=1)[-1]
    mended = path(corrected, start(corrected, 1.5 * TOP_SPEED), wanted=wanted, steps=1)[-1]
    assert printed.yaw_rate == pytest.approx(-0.5 * math.sin(wanted) * TURN_RATE * DT, rel=1e-12)
    assert mended.yaw_rate == 0.0


@pytest.mark.parametrize("turns", [1, 3, -2])
def test_an_angle_two_turns_off_turns_too_fast_but_not_in_the_corrected_model(turns):
    """Only with the linear turn: sine and cosine do not notice whole turns."""
    far = 0.5 + 2.0 * math.pi * turns

    def turned(model, wanted, law):
        return path(model, start(model, 5.0), wanted=wanted, steps=1, turn_law=law, brake_law="linear")[-1].yaw_rate

    near = 0.5 / math.pi * 0.5 * TURN_RATE * DT
    off = turns - math.copysign(1.0, turns)  # whole turns that one wrap leaves
    assert turned(faithful, far, "linear") == pytest.approx(near * (1.0 + off * 2.0 * math.pi / 0.5), rel=1e-12)
    assert turned(corrected, far, "linear") == pytest.approx(near, rel=1e-12)
    assert turned(faithful, far, "sine") == pytest.approx(turned(faithful, 0.5, "sine"), rel=1e-12)


def test_the_linear_brake_as_printed_exceeds_one_to_the_right_but_not_in_the_corrected_model():
    assert laws.brake_fraction(laws.SIGNED_BRAKE, 1.0, math.cos(1.0)) < 1.0
    assert laws.brake_fraction(laws.SIGNED_BRAKE, -1.0, math.cos(1.0)) > 1.0
    left, right = (
        path(faithful, start(faithful, 5.0), wanted=wanted, steps=30, brake_law="signed")[-1] for wanted in (1.0, -1.0)
    )
    assert abs(left.yaw + right.yaw) > 1e-3
    with pytest.raises(ModelError, match="brake_law is 'signed'; it must be"):
        Vehicle("polar/corrected", brake_law="signed")


@BOTH
def test_left_and_right_are_alike_with_every_other_law(model):
    for words in VARIANTS:
        left, right = (
            path(model, start(model, 4.0, yaw_rate=side * 0.2), wanted=side * 2.0, steps=30, **words)[-1]
            for side in (1.0, -1.0)
        )
        assert right == pytest.approx((left.x, -left.y, -left.yaw, left.speed, -left.yaw_rate), abs=1e-11), words


# ---------------------------------------------------------------- the corrected model


def rate_of_change(state, wanted, damping):
    """The differential equation of the corrected model with a key held: x, y, yaw, speed, yaw_rate."""
    _, _, yaw, speed, yaw_rate = state
    angle, share = wanted - yaw, speed / TOP_SPEED
    turning = math.sin(angle) * (1.0 - share) - damping * yaw_rate * max(math.cos(angle), 0.0)
    pushing = (math.cos(angle) - share) * ACCELERATION
    return np.array([speed * math.cos(yaw), speed * math.sin(yaw), yaw_rate, pushing, turning * TURN_RATE])


def runge_kutta(state, wanted, damping, seconds, steps):
    """The classical method of order 4."""
    h, state = seconds / steps, np.array(state)
    for _ in range(steps):
        k1 = rate_of_change(state, wanted, damping)
        k2 = rate_of_change(state + 0.5 * h * k1, wanted, damping)
        k3 = rate_of_change(state + 0.5 * h * k2, wanted, damping)
        k4 = rate_of_change(state + h * k3, wanted, damping)
        state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return state


@pytest.mark.parametrize("damping", [0.0, 1.0])
def test_the_corrected_model_solves_its_equation_of_motion_to_first_order(damping):
    exact = runge_kutta([0.0, 0.0, 0.0, 5.0, 0.0], 1.2, damping, 1.0, 4000)
    errors = []
    for rate in (200, 400, 800):
        state, params = start(corrected, 5.0), corrected.Params(damping=damping)
        for _ in range(rate):
            state = corrected.step(state, corrected.Control(KEY, 1.2), params, 1.0 / rate)
        errors.append(float(np.linalg.norm(np.array(state) - exact)))
    assert errors[-1] < 0.01
    assert [errors[0] / errors[1], errors[1] / errors[2]] == pytest.approx([2.0, 2.0], rel=0.05)


@given(speed=st.floats(0.0, 30.0), push=st.floats(-1.0, 0.0), wanted=ANGLES, dt=st.floats(1e-3, 10.0))
def test_without_a_key_it_never_turns_about_and_never_gains(speed, push, wanted, dt):
    after = path(corrected, start(corrected, speed), key=push, wanted=wanted, steps=1, dt=dt, angular_velocity="none")[
        -1
    ]
    assert after.speed <= speed
    assert after.speed == pytest.approx(max(speed + 10.0 * push * dt, 0.0), abs=1e-12)


def test_with_a_key_it_starts_from_rest_in_the_wanted_direction():
    """At rest and opposed: it goes backwards for an instant, so it turns about."""
    after = path(corrected, start(corrected, 0.0), wanted=3.0, steps=1)[-1]
    assert after.yaw == 3.0
    assert after.speed == pytest.approx(-math.cos(3.0) * ACCELERATION * DT, rel=1e-12)


# ---------------------------------------------------------------- names and words


@pytest.mark.parametrize("family", ["polar/faithful", "polar/corrected", "polar"])
def test_every_variant_is_a_model_by_name(family):
    for words in VARIANTS:
        module = find(f"{family}:{','.join(f'{name}={word}' for name, word in words.items())}").module
        assert module.Params() == chosen(module, **words)
        assert module.KIND == "point"


def test_the_codes_laws_are_the_default():
    expected = chosen(faithful, turn_law="sine", brake_law="cosine", speed_law="cosine", angular_velocity="kept")
    assert faithful.Params() == expected
    assert corrected.Params()[-4:] == expected[-4:]


def test_a_variant_drives_as_the_same_words_do():
    named = Vehicle("polar/faithful:turn_law=linear,brake_law=full,speed_law=one", speed=5.0, acceleration_yaw=2.5)
    named.acceleration = KEY
    named.step(DT, 60)
    words = {"turn_law": "linear", "brake_law": "full", "speed_law": "one"}
    end = path(faithful, start(faithful, 5.0), wanted=2.5, **words)[-1]
    assert (named.x, named.y, named.yaw) == (end.x, end.y, end.yaw)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("turn_law=cubic", "'sine', 'linear', 'fixed'"),
        ("brake_law=hard", "'none', 'full', 'linear', 'cosine', 'signed'"),
        ("speed_law=two", "'one', 'cosine', 'capped'"),
        ("angular_velocity=some", "'kept', 'none'"),
        ("turn_law=0.5", "'sine', 'linear', 'fixed'"),
    ],
)
def test_an_unknown_word_is_refused_with_those_that_are_known(setting, words):
    with pytest.raises(ModelError, match=f"it must be .* or one of {words}"):
        find(f"polar/faithful:{setting}")


# ---------------------------------------------------------------- the arrow keys

FRAME = 0.05  # [s]


def driven(name, *, speed, steer=0.0, start_speed=0.0, seconds=4.0):
    """A vehicle whose player holds the same keys."""
    vehicle = Vehicle(name, speed=start_speed)
    for _ in range(round(seconds / FRAME)):
        vehicle.drive(speed, steer, dt=FRAME)
        vehicle.step(FRAME)
    return vehicle


DRIVABLE = [
    "polar/faithful",
    "polar/corrected",
    "polar:speed_law=one",
    "polar:speed_law=capped",
    "polar:turn_law=linear",
]


@pytest.mark.parametrize("name", DRIVABLE)
@pytest.mark.parametrize("start_speed", [0.0, 3.0, 9.0])
def test_it_reaches_and_keeps_a_speed(name, start_speed):
    assert driven(name, speed=6.0, start_speed=start_speed).speed == pytest.approx(6.0, rel=1e-9)


@pytest.mark.filterwarnings("ignore::motorpool.errors.UnitWarning")  # commands beyond 1 are clamped
@pytest.mark.parametrize("name", DRIVABLE)
def test_up_and_left_turns_left_and_full_steer_is_45_degrees(name):
    vehicle = driven(name, speed=4.0, steer=1.0, seconds=0.3)
    assert vehicle.yaw > 0.03
    assert wrap_angle(vehicle.acceleration_yaw - vehicle.yaw) < 0.25 * math.pi
    first = driven(name, speed=4.0, steer=7.0, seconds=FRAME)
    assert first.acceleration_yaw == pytest.approx(0.25 * math.pi, rel=1e-12)


@pytest.mark.parametrize("name", ["polar/faithful", "polar/corrected"])
def test_down_brakes_harder_than_no_key_and_then_it_stands(name):
    coasting, braking = (driven(name, speed=speed, start_speed=8.0, seconds=0.2).speed for speed in (0.0, -3.0))
    assert braking < coasting - 1.0
    end = driven(name, speed=-3.0, start_speed=8.0)
    assert end.speed == pytest.approx(0.0, abs=1e-12)
    assert abs(end.y) < 1e-9


@pytest.mark.filterwarnings("ignore::motorpool.errors.UnitWarning")  # commands beyond 1 are clamped
def test_every_command_is_a_control_that_a_player_could_give():
    for name, speed, steer, start_speed in itertools.product(
        DRIVABLE, (-30.0, 0.0, 5.0, 30.0), (-2.0, 0.0, 0.7), (0.0, 7.0, TOP_SPEED, 20.0)
    ):
        vehicle = Vehicle(name, speed=start_speed)
        vehicle.drive(speed, steer, dt=FRAME)  # a value out of range would be refused
        assert -1.0 <= vehicle.acceleration <= 1.0
