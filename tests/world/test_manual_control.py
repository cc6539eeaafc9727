"""A player's hands, and keeping a speed: limits, rest and exactness, whatever the step."""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from motorpool.compile.rows import Stages
from motorpool.world.drivers.manual_control import Handling, drive_by_hand
from motorpool.world.navigation.speed_control import keep_speed, slow_for, time_to_stop

speeds, inputs, brakes = st.floats(-5.0, 20.0), st.floats(-1.0, 1.0), st.floats(0.0, 1.0)
steps = st.floats(0.0, 3.0)
handlings = st.builds(
    Handling,
    max_speed=st.floats(1.0, 40.0),
    max_reverse_speed=st.floats(0.0, 10.0),
    acceleration=st.floats(0.0, 8.0),
    braking=st.floats(0.0, 10.0),
    coasting=st.floats(0.0, 2.0),
    steer_rate=st.floats(0.0, 5.0),
    max_lateral_acceleration=st.floats(0.5, 10.0),
    full_curvature=st.floats(0.001, 1.0),
)
USUAL = Handling()


def in_parts(parts, function, value, dt):
    for _ in range(parts):
        value = function(value, dt / parts)
    return value


# ------------------------------------------------------------ by hand: along


@given(speeds, inputs, brakes, handlings, st.floats(0.0, 5.0), st.integers(2, 30))
def test_the_speed_does_not_depend_on_how_time_is_cut(speed, throttle, brake, handling, dt, parts):
    def drive(now, step):
        return drive_by_hand(now, 0.0, throttle, brake, 0.0, handling, step)[0]

    assert in_parts(parts, drive, speed, dt) == pytest.approx(drive(speed, dt), abs=1e-9)


@given(speeds, inputs, brakes, inputs, handlings, steps)
def test_no_speed_above_the_limit_is_reached(speed, throttle, brake, steer, handling, dt):
    assume(-handling.max_reverse_speed <= speed <= handling.max_speed)
    after, _ = drive_by_hand(speed, 0.0, throttle, brake, steer, handling, dt)
    assert -handling.max_reverse_speed <= after <= handling.max_speed


@given(st.floats(0.01, 30.0), handlings, st.floats(0.0, 1.0), st.floats(0.0, 0.5))
def test_a_vehicle_faster_than_allowed_slows_by_its_resistance_alone(excess, handling, throttle, dt):
    speed = handling.max_speed + excess
    assume(throttle * (handling.acceleration + handling.coasting) > handling.coasting)
    after, _ = drive_by_hand(speed, 0.0, throttle, 0.0, 0.0, handling, dt)
    assert after == pytest.approx(max(speed - handling.coasting * dt, handling.max_speed), abs=1e-12)


@given(speeds, inputs, brakes, inputs, inputs, handlings)
def test_no_time_changes_no_speed(speed, throttle, brake, steer, wish, handling):
    assert drive_by_hand(speed, steer, throttle, brake, wish, handling, 0.0)[0] == speed


@given(brakes, inputs, handlings, steps)
def test_a_vehicle_at_rest_without_throttle_stays_at_rest(brake, wish, handling, dt):
    assert drive_by_hand(0.0, 0.0, 0.0, brake, wish, handling, dt)[0] == 0.0


@given(speeds, brakes, inputs, handlings, steps)
def test_brake_and_resistance_never_reverse_or_quicken_a_motion(speed, brake, wish, handling, dt):
    after, _ = drive_by_hand(speed, 0.0, 0.0, brake, wish, handling, dt)
    assert abs(after) <= abs(speed)
    assert after * speed >= 0.0


@given(speeds, inputs, brakes, brakes, handlings, steps)
def test_more_brake_is_never_faster(speed, throttle, brake, more, handling, dt):
    light, hard = sorted((brake, more))
    gentle = drive_by_hand(speed, 0.0, throttle, light, 0.0, handling, dt)[0]
    firm = drive_by_hand(speed, 0.0, throttle, hard, 0.0, handling, dt)[0]
    assert abs(firm) <= abs(gentle) + 1e-9 or firm * gentle < 0.0 or throttle * speed < 0.0


@given(speeds, inputs, inputs, brakes, handlings, steps)
def test_more_throttle_is_never_slower(speed, one, other, brake, handling, dt):
    low, high = sorted((one, other))
    less = drive_by_hand(speed, 0.0, low, brake, 0.0, handling, dt)[0]
    more = drive_by_hand(speed, 0.0, high, brake, 0.0, handling, dt)[0]
    assert more >= less - 1e-9


@given(speeds, inputs, brakes, steps)
def test_backward_is_forward_mirrored_where_both_may_go_as_fast(speed, throttle, brake, dt):
    even = Handling(max_speed=20.0, max_reverse_speed=20.0)
    forward, _ = drive_by_hand(speed, 0.0, throttle, brake, 0.0, even, dt)
    backward, _ = drive_by_hand(-speed, 0.0, -throttle, brake, 0.0, even, dt)
    assert backward == -forward


def test_a_full_stop_is_complete_and_takes_the_time_it_must():
    """20 m/s at 6 + 0.6 m/s^2: 3.03 s; then no creeping, no chatter."""
    speed, stops = 20.0, []
    for tick in range(600):
        speed, _ = drive_by_hand(speed, 0.0, 0.0, 1.0, 0.0, USUAL, 1.0 / 60.0)
        if speed == 0.0:
            stops.append(tick)
    assert stops == list(range(math.ceil(60.0 * 20.0 / 6.6) - 1, 600))


def test_throttle_against_the_motion_brakes_and_then_drives_the_other_way():
    """6 m/s are gone after 6 / 6.6 s; the rest of 2 s goes into 2.5 m/s^2 backward."""
    after, _ = drive_by_hand(6.0, 0.0, -1.0, 0.0, 0.0, USUAL, 2.0)
    assert after == pytest.approx(-2.5 * (2.0 - 6.0 / 6.6))


def test_full_throttle_accelerates_as_the_handling_says_and_letting_go_coasts():
    assert drive_by_hand(3.0, 0.0, 1.0, 0.0, 0.0, USUAL, 2.0)[0] == pytest.approx(8.0)
    assert drive_by_hand(3.0, 0.0, 0.0, 0.0, 0.0, USUAL, 2.0)[0] == pytest.approx(1.8)


def test_a_touch_of_throttle_below_the_resistance_moves_nothing():
    assert drive_by_hand(0.0, 0.0, 0.19, 0.0, 0.0, USUAL, 5.0)[0] == 0.0
    assert drive_by_hand(0.0, 0.0, 0.20, 0.0, 0.0, USUAL, 5.0)[0] > 0.0


@given(st.floats(-9.0, 9.0), st.floats(-9.0, 9.0), st.floats(-9.0, 9.0), speeds, steps)
def test_input_beyond_its_range_is_cut_to_it(throttle, brake, wish, speed, dt):
    def cut(value, low):
        return min(max(value, low), 1.0)

    inside = drive_by_hand(speed, 0.1, cut(throttle, -1.0), cut(brake, 0.0), cut(wish, -1.0), USUAL, dt)
    assert drive_by_hand(speed, 0.1, throttle, brake, wish, USUAL, dt) == inside


# ------------------------------------------------------------ by hand: across


@given(speeds, inputs, brakes, inputs, inputs, handlings, steps)
def test_the_lateral_acceleration_stays_below_its_limit(speed, throttle, brake, steer, wish, handling, dt):
    after, new_steer = drive_by_hand(speed, steer, throttle, brake, wish, handling, dt)
    lateral = abs(new_steer) * handling.full_curvature * after * after
    assert lateral <= handling.max_lateral_acceleration * (1.0 + 1e-12)
    assert abs(new_steer) <= 1.0


@given(speeds, inputs, brakes, inputs, inputs, handlings, steps)
def test_a_mirrored_player_drives_the_mirror_image(speed, throttle, brake, steer, wish, handling, dt):
    after, new_steer = drive_by_hand(speed, steer, throttle, brake, wish, handling, dt)
    assert drive_by_hand(speed, -steer, throttle, brake, -wish, handling, dt) == (after, -new_steer)


@given(inputs, inputs, handlings, steps)
def test_the_wheel_turns_at_its_rate_at_most(steer, wish, handling, dt):
    _, after = drive_by_hand(0.0, steer, 0.0, 0.0, wish, handling, dt)
    assert abs(after - steer) <= handling.steer_rate * dt + 1e-12


def test_a_released_wheel_centres_itself_exactly():
    steer = 1.0
    for _ in range(31):
        _, steer = drive_by_hand(0.0, steer, 0.0, 0.0, 0.0, USUAL, 1.0 / 60.0)
    assert steer == 0.0


def test_many_players_at_once_drive_as_each_alone():
    random = np.random.default_rng(3)
    players = random.uniform(-1.0, 1.0, (5, 800)) * np.array([[20.0], [1.0], [1.0], [1.0], [1.0]])
    players[0, :100] = 0.0
    players[2, :50] = 0.0
    together = drive_by_hand(*players, USUAL, 0.7)
    alone = np.array([drive_by_hand(*(float(value) for value in player), USUAL, 0.7) for player in players.T]).T
    np.testing.assert_allclose(together, alone, atol=1e-14)


class Hands(NamedTuple):
    """Columns of players."""

    speed: Any
    steer: Any
    throttle: Any
    brake: Any
    wish: Any


def drive_rows(hands: Hands, dt: float) -> None:
    for i in range(hands.speed.size):
        handling = Handling(20.0, 5.0, 2.5, 6.0, 0.6, 2.0, 4.0, 0.2)
        hands.speed[i], hands.steer[i] = drive_by_hand(
            hands.speed[i], hands.steer[i], hands.throttle[i], hands.brake[i], hands.wish[i], handling, dt
        )


def test_compiled_players_drive_as_plain_ones():
    random = np.random.default_rng(4)
    plain = random.uniform(-1.0, 1.0, (5, 500)) * np.array([[20.0], [1.0], [1.0], [1.0], [1.0]])
    compiled, stages = plain.copy(), Stages()
    for _ in range(3):
        drive_rows(Hands(*plain), 0.4)
        stages.run(drive_rows, Hands(*compiled), 0.4)
    np.testing.assert_allclose(compiled, plain, atol=1e-12)


# ------------------------------------------------------------ keeping a speed


signed = st.floats(-30.0, 30.0)
rates = st.floats(0.0, 10.0)


@given(signed, signed, rates, rates, st.floats(0.0, 5.0), st.integers(2, 30))
def test_keeping_a_speed_does_not_depend_on_how_time_is_cut(speed, desired, acceleration, braking, dt, parts):
    def keep(now, step):
        return keep_speed(now, desired, acceleration, braking, step)

    assert in_parts(parts, keep, speed, dt) == pytest.approx(keep(speed, dt), abs=1e-9)


@given(signed, signed, rates, rates, steps)
def test_keeping_a_speed_never_overshoots_and_never_turns_away(speed, desired, acceleration, braking, dt):
    after = keep_speed(speed, desired, acceleration, braking, dt)
    assert min(speed, desired) <= after <= max(speed, desired)
    assert abs(after - speed) <= max(acceleration, braking) * dt + 1e-12


@given(signed, rates, rates, steps)
def test_a_speed_once_reached_is_kept(speed, acceleration, braking, dt):
    assert keep_speed(speed, speed, acceleration, braking, dt) == speed


@given(signed, signed, rates, rates, steps)
def test_keeping_a_speed_backward_is_keeping_it_forward_mirrored(speed, desired, acceleration, braking, dt):
    after = keep_speed(speed, desired, acceleration, braking, dt)
    assert keep_speed(-speed, -desired, acceleration, braking, dt) == -after


def test_a_speed_is_left_by_braking_and_reached_by_accelerating():
    assert keep_speed(2.0, 10.0, 1.5, 6.0, 2.0) == pytest.approx(5.0)
    assert keep_speed(10.0, 2.0, 1.5, 6.0, 1.0) == pytest.approx(4.0)
    assert keep_speed(6.0, -9.0, 1.5, 6.0, 3.0) == pytest.approx(-3.0)  # a second to stop, two to go back


@given(st.floats(0.0, 200.0, allow_subnormal=False), st.floats(0.0, 40.0), st.floats(0.1, 10.0))
def test_a_vehicle_that_slows_for_something_can_stop_before_it(distance, desired, braking):
    speed = slow_for(distance, desired, 0.0, braking)
    assert speed <= desired
    assert 0.5 * speed * time_to_stop(speed, braking) <= distance * (1.0 + 1e-12)


def test_nothing_ahead_leaves_the_desired_speed_and_a_touch_the_least():
    assert slow_for(math.inf, 12.0, 3.0, 6.0) == 12.0
    assert slow_for(-1.0, 12.0, 3.0, 6.0) == 3.0
    assert slow_for(-1.0, 2.0, 3.0, 6.0) == 2.0
