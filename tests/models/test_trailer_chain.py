"""Cars with up to three trailers that do not slip: circles, jack-knifes, what grows in reverse, and how it is held."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool import Fleet, Vehicle
from motorpool.errors import ModelError
from motorpool.models.kinematic import trailer_chain as chain
from motorpool.models.kinematic.bicycle import arc as bicycle
from motorpool.models.parts import hitch
from motorpool.world.navigation.trailer_reversing import trailer_of

WHEELBASE, LENGTH = 3.6, 8.1  # the defaults', CommonRoad's vehicle 4


def run(seconds, *, dt=0.01, state=None, speed=5.0, steer_angle=0.0, guide=0.0, **params):
    """The state after so long with constant controls."""
    train = chain.Params(**params)
    control = chain.Control(steer_angle, speed, guide)
    state = state or chain.State()
    for _ in range(round(seconds / dt)):
        state = chain.step(state, control, train, dt)
    return state


def driven(steers, state, *, speed=-2.0, seconds=50.0, dt=0.05, **params):
    """The states of a train that somebody backs with one steering command after the other, each for so long."""
    train = chain.Params(**params)
    for steer in steers:
        for _ in range(round(seconds / dt)):
            state = chain.step(state, chain.control_from_command(state, speed, steer, train, dt), train, dt)
            yield state


# ---------------------------------------------------------------- forward


def test_the_published_vehicle_drives_the_circle_that_another_integrator_found():
    """Runge-Kutta over 5 s at 5 m/s and 0.2 rad, from the origin, for the middle of the rear axle."""
    end = run(5.0, state=chain.State(x=1.8), steer_angle=0.2)
    rear = (end.x - 1.8 * math.cos(end.yaw), end.y - 1.8 * math.sin(end.yaw))
    assert (*rear, end.yaw) == pytest.approx((17.5237, 14.8758, 1.4077086), abs=5e-5)
    assert end.hitch_angle == pytest.approx(-0.4458610, abs=5e-8)


@given(st.floats(-0.35, 0.35))
@settings(max_examples=20)
def test_on_its_axle_a_trailer_settles_where_its_own_circle_has_the_same_centre(steer_angle):
    end = run(60.0, dt=0.1, steer_angle=steer_angle)
    assert math.sin(end.hitch_angle) == pytest.approx(-LENGTH * math.tan(steer_angle) / WHEELBASE, abs=1e-9)


def test_the_settled_angle_of_the_published_vehicle():
    assert run(60.0, steer_angle=0.2).hitch_angle == pytest.approx(-0.47360515805, abs=1e-11)


@given(st.floats(-0.3, 0.3), st.floats(-1.0, 2.0))
@settings(max_examples=20)
def test_off_its_axle_a_hitch_and_all_axles_go_round_one_centre(steer_angle, offset):
    """Pythagoras: the hitch is as far from the centre on both vehicles."""
    length = 4.0
    end = run(60.0, dt=0.1, steer_angle=steer_angle, hitch_offset=1.8 + offset, trailer_length=length)
    before = math.tan(steer_angle) / WHEELBASE
    pace, turn = hitch.trailer_motion(end.hitch_angle, offset, length, 1.0, before)
    assert turn == pytest.approx(before, abs=1e-9)
    hitch_radius_squared = pace**2 + (length * turn) ** 2  # over the square of the tractor's turn
    assert hitch_radius_squared == pytest.approx(1.0 + (offset * before) ** 2, rel=1e-9)


def test_each_trailer_of_a_train_cuts_the_corner_a_little_more():
    end = run(200.0, dt=0.05, steer_angle=0.2, trailer_count=3.0, trailer_length=6.0)
    radii = [WHEELBASE / math.tan(0.2)]
    for angle in (end.hitch_angle, end.second_hitch_angle, end.third_hitch_angle):
        radii.append(math.sqrt(radii[-1] ** 2 - 6.0**2))  # a trailer's length is the tangent to its own circle
        assert math.tan(angle) == pytest.approx(-6.0 / radii[-1], abs=1e-9)


def test_the_tractor_does_not_feel_its_trailers():
    """It is the bicycle, to the bit of an arc."""
    end = run(3.0, steer_angle=0.3, trailer_count=3.0)
    alone = bicycle.State()
    for _ in range(300):
        alone = bicycle.step(alone, bicycle.Control(0.3, 5.0), bicycle.Params(wheelbase=WHEELBASE), 0.01)
    assert end[:3] == pytest.approx(alone, abs=1e-12)


@pytest.mark.parametrize("count", [0.0, 1.0, 2.0])
def test_trailers_that_are_not_there_do_not_turn(count):
    end = run(5.0, steer_angle=0.2, trailer_count=count)
    angles = (end.hitch_angle, end.second_hitch_angle, end.third_hitch_angle)
    assert [angle != 0.0 for angle in angles] == [count > 0.0, count > 1.0, False]


def test_a_trailer_in_front_of_itself_follows_the_path_of_the_hitch():
    """No axle slips: the middle of each moves along its vehicle."""
    train = chain.Params(trailer_count=1.0)
    state, control = chain.State(hitch_angle=0.4), chain.Control(0.25, 5.0)
    before = trailer_of(state, train)
    after = trailer_of(chain.step(state, control, train, 1e-4), train)
    aside = (after.y - before.y) * math.cos(before.yaw) - (after.x - before.x) * math.sin(before.yaw)
    assert abs(aside) < 1e-7  # of 5e-4 m


# ---------------------------------------------------------------- order


def test_hitch_angles_converge_with_the_fourth_order():
    start = chain.State(hitch_angle=0.5, second_hitch_angle=-0.3, third_hitch_angle=0.2)
    params = {"trailer_count": 3.0, "hitch_offset": 2.5, "second_hitch_offset": 0.5, "steer_angle": 0.2}
    right = run(2.0, dt=1 / 512, state=start, **params).third_hitch_angle
    errors = [abs(run(2.0, dt=dt, state=start, **params).third_hitch_angle - right) for dt in (0.25, 0.125)]
    assert math.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.4)


# ---------------------------------------------------------------- jack-knife


def test_beyond_the_critical_steering_angle_it_folds_up_and_says_so():
    """|trailer_length tan(steer_angle) / wheelbase| > 1: no steady angle; below it, none ever folds."""
    critical = math.atan(WHEELBASE / LENGTH)
    assert not run(200.0, dt=0.05, steer_angle=0.98 * critical).is_jack_knifed
    assert run(200.0, dt=0.05, steer_angle=1.05 * critical, max_hitch_angle=1.57).is_jack_knifed


@pytest.mark.parametrize("length", [4.0, 8.1])
def test_in_reverse_a_hitch_angle_grows_e_fold_in_each_length_of_the_trailer(length):
    small, speed, time = 1e-6, -2.0, 5.0
    end = run(time, state=chain.State(hitch_angle=small), speed=speed, trailer_length=length)
    assert end.hitch_angle / small == pytest.approx(math.exp(-speed * time / length), rel=1e-6)


def test_the_exact_fold_of_a_trailer_that_is_backed_straight():
    """tan(angle / 2) grows as exp(distance / length): the solution of angle' = sin(angle) / length."""
    end = run(4.0, state=chain.State(hitch_angle=0.2), speed=-3.0)
    assert math.tan(0.5 * end.hitch_angle) == pytest.approx(math.tan(0.1) * math.exp(12.0 / LENGTH), rel=1e-9)


# ---------------------------------------------------------------- guided in reverse


@pytest.mark.parametrize("degrees", [5.0, -20.0, 40.0])
def test_guided_in_reverse_a_trailer_straightens(degrees):
    states = list(driven([0.0], chain.State(hitch_angle=math.radians(degrees))))
    assert abs(states[-1].hitch_angle) < 1e-9
    assert max(abs(state.hitch_angle) for state in states) <= math.radians(abs(degrees)) + 1e-12


@pytest.mark.parametrize("steer", [1.0, 0.5, -1.0])
def test_guided_in_reverse_the_trailer_drives_the_circle_asked_for(steer):
    train = chain.Params()
    *_, before, after = (trailer_of(state, train) for state in driven([steer], chain.State(), dt=0.01))
    travelled = -math.hypot(after.x - before.x, after.y - before.y)
    assert (after.yaw - before.yaw) / travelled == pytest.approx(steer * before.tightest, rel=1e-4)


def test_guided_in_reverse_it_goes_to_the_side_that_a_car_goes_to():
    """Steering left and backing, the tail of either goes to the left."""
    *_, state = driven([0.5], chain.State(), seconds=15.0)
    start, params = bicycle.State(), bicycle.Params()
    car = bicycle.step(start, bicycle.control_from_command(start, -2.0, 0.5, params, 5.0), params, 5.0)
    assert trailer_of(state, chain.Params()).y > 1.0
    assert car.y > 1.0


@pytest.mark.parametrize(("count", "degrees"), [(1.0, 30.0), (2.0, 20.0), (3.0, 10.0)])
@pytest.mark.parametrize("lengths", [(8.1, 6.0, 6.0), (3.0, 3.0, 3.0)])
def test_guided_in_reverse_no_train_folds_up_whatever_is_asked_next(count, degrees, lengths):
    angle = math.radians(degrees)
    start = chain.State(0.0, 0.0, 0.0, angle, angle * (count > 1.0), angle * (count > 2.0))
    names = ("trailer_length", "second_trailer_length", "third_trailer_length")
    states = list(
        driven(
            [0.0, 1.0, -1.0, 0.0],
            start,
            dt=0.1,
            seconds=40.0,
            trailer_count=count,
            **dict(zip(names, lengths, strict=True)),
        )
    )
    assert not any(state.is_jack_knifed for state in states)
    assert abs(states[-1].hitch_angle) < 0.12


def test_without_the_guide_the_wheels_stay_where_they_are_set():
    with_guide, without = (run(1.0, speed=-2.0, state=chain.State(hitch_angle=0.2), guide=on) for on in (1.0, 0.0))
    assert without.yaw == 0.0
    assert with_guide.yaw != 0.0


def test_the_guide_does_nothing_forward():
    assert run(2.0, steer_angle=0.2, guide=1.0) == run(2.0, steer_angle=0.2)


# ---------------------------------------------------------------- as vehicles


def test_a_fleet_of_trains_of_all_lengths():
    fleet = Fleet("tractor-trailer/chain", 4, trailer_count=np.arange(4.0), speed=5.0, steer_angle=0.2)
    fleet.step(0.05, 200)
    assert (fleet.state.hitch_angle != 0.0).tolist() == [False, True, True, True]
    assert (fleet.state.third_hitch_angle != 0.0).tolist() == [False, False, False, True]


def test_a_train_of_more_trailers_is_refused():
    with pytest.raises(ModelError, match=r"trailer_count is 4.*it must be 0, 1, 2 or 3"):
        Vehicle("tractor-trailer/chain", trailer_count=4)
