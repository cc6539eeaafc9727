"""Document 004's drift, which is a picture of it, and the steering wheel that returns: comments 13, 17 and 18."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from six_lines import MULTI_STEP, SINGLE_STEP, assert_pose, direction, driven, unit

import motorpool as mp
from motorpool.errors import Status
from motorpool.models.kinematic.bicycle import drift_heading, steering_return
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.bicycle import delayed, drift, drift_frames, six_line


@pytest.fixture(scope="module")
def vectors(vector_file):
    """The vector file's part about document 004."""
    return vector_file["d_bicycle"]


# ---------------------------------------------------------------- an earlier heading (comment 13)


def as_comment_13_says(speed, steer, base, *, dt, steps, frames):
    """The six lines with the heading of some frames ago in the sines and cosines that move the wheels."""
    location, heading, headings = 0j, 0.0, [0.0] * (frames + 1)
    for _ in range(steps):
        headings.append(heading)
        earlier = headings[-1 - frames]
        front = location + base / 2 * unit(heading) + speed * dt * unit(earlier + steer)
        back = location - base / 2 * unit(heading) + speed * dt * unit(earlier)
        location, heading = (front + back) / 2, direction(front - back)
    return location.real, location.imag, heading


@pytest.mark.parametrize("frames", [0, 1, 2, 7, 19, 20])
@pytest.mark.parametrize("speed", [9.0, -9.0])
def test_the_wheels_move_along_the_heading_of_so_many_frames_ago(frames, speed):
    expected = as_comment_13_says(speed, 0.2, 2.5, dt=1 / 60, steps=100, frames=frames)
    for model, delay in ((drift_frames, {"delay_frames": frames}), (drift, {"delay": frames / 60})):
        assert_pose(driven(model, speed, 0.2, 2.5, dt=1 / 60, steps=100, **delay), expected, 1e-11)


def test_without_a_delay_there_are_the_six_lines():
    six = driven(six_line, 8.0, 0.3, 2.7, dt=1 / 60, steps=90)
    assert driven(drift, 8.0, 0.3, 2.7, dt=1 / 60, steps=90, delay=0.0)[:3] == pytest.approx(six, abs=1e-13)


def turned_before(*changes):
    """A car that faces east and turned so in its last frames."""
    return drift.State(**{f"yaw_change_{k}": change for k, change in enumerate(changes, start=1)})


@pytest.mark.parametrize(("frames", "earlier"), [(0.0, 0.0), (0.5, -0.05), (1.0, -0.1), (1.25, -0.15), (2.0, -0.3)])
def test_between_two_frames_the_heading_is_interpolated(frames, earlier):
    """Headings 0, -0.1 and -0.3 now, one frame ago and two frames ago; the car rolls straight that way."""
    params = drift.Params(delay=frames * 0.1)
    after = drift.step(turned_before(0.1, 0.2), drift.Control(0.0, 4.0), params, 0.1)
    assert (after.x, after.y) == pytest.approx((0.4 * math.cos(earlier), 0.4 * math.sin(earlier)), abs=1e-14)
    assert after.yaw == pytest.approx(0.0, abs=1e-15)


def test_the_history_is_the_last_twenty_turns_the_newest_first():
    state = drift_frames.State()
    turns = []
    for frame in range(25):
        steer = 0.3 * math.sin(frame)
        after = drift_frames.step(state, drift_frames.Control(steer, 6.0), drift_frames.Params(), 0.05)
        turns.insert(0, after.yaw - state.yaw)
        state = after
    assert state[3:] == pytest.approx(turns[:20], abs=1e-12)
    assert len(state[3:]) == delayed.FRAMES


@pytest.mark.parametrize("model", [drift, drift_frames], ids=["seconds", "frames"])
def test_a_car_at_rest_stays_where_it_is_while_its_history_passes(model):
    state = model.State(3.0, -4.0, 1.0, *(0.02 * k for k in range(20)))
    for frame in range(20):
        state = model.step(state, model.Control(0.4, 0.0), model.Params(), 0.05)
        assert state[:3] == (3.0, -4.0, 1.0)
        assert state[3 : 4 + frame] == (0.0,) * (frame + 1)


@pytest.mark.parametrize("model", [drift, drift_frames], ids=["seconds", "frames"])
def test_a_frame_that_takes_no_time_is_none(model):
    state = model.State(3.0, -4.0, 1.0, *(0.02 * k for k in range(20)))
    assert model.step(state, model.Control(0.4, 5.0), model.Params(), 0.0) == state


@pytest.mark.parametrize("model", [drift, drift_frames], ids=["seconds", "frames"])
def test_the_drivers_may_set_yaw_as_they_like(model):
    """The history turns with it: the car then drives the same path in another direction."""
    name = f"bicycle/{model.__name__.rpartition('.')[2].replace('_', '-')}"
    one, other = (mp.Vehicle(name, speed=6.0, steer_angle=0.3) for _ in range(2))
    for car in (one, other):
        car.step(dt=1 / 60, steps=30)
    other.yaw = other.yaw + 1.0
    start = complex(one.x, one.y)
    for car in (one, other):
        car.step(dt=1 / 60, steps=30)
    assert complex(other.x, other.y) - start == pytest.approx((complex(one.x, one.y) - start) * unit(1.0), abs=1e-12)


def slide(model, *, dt, **delay):
    """Distance of the car from the six lines' end after a second's drift."""
    here, there = (
        driven(each, 10.0, 0.2, 2.5, dt=dt, steps=round(1.0 / dt), **values)
        for each, values in ((model, delay), (six_line, {}))
    )
    return math.dist(here[:2], there[:2])


def test_a_delay_in_frames_slides_half_as_far_at_twice_the_frame_rate():
    ratio = slide(drift_frames, dt=1 / 120, delay_frames=10) / slide(drift_frames, dt=1 / 60, delay_frames=10)
    assert ratio == pytest.approx(0.5, abs=0.05)


def test_a_delay_in_seconds_slides_as_far_at_any_frame_rate():
    slides = [slide(drift, dt=1 / rate, delay=1 / 6) for rate in (30, 60, 120)]
    assert slides == pytest.approx([slides[1]] * 3, rel=0.04)
    assert abs(slides[2] - slides[1]) < abs(slides[1] - slides[0])


def test_in_a_steady_bend_the_car_points_ahead_of_its_path_by_its_turn_during_the_delay():
    """The angle e solves e = delay * speed / wheelbase * (sin(steer - e) + sin e); frames add an error of order 1."""
    delay, speed, steer, wheelbase = 0.2, 8.0, 0.3, 2.5
    angle = 0.0
    for _ in range(200):
        angle = delay * speed / wheelbase * (math.sin(steer - angle) + math.sin(angle))
    errors = []
    for dt in (0.02, 0.01):
        long_ago, now = (driven(drift, speed, steer, wheelbase, dt=dt, steps=n, delay=delay) for n in (999, 1000))
        errors.append(wrap_angle(now.yaw - long_ago.yaw) / dt * delay - angle)
    assert errors[1] == pytest.approx(0.5 * errors[0], rel=0.1)
    assert abs(errors[1]) < 0.01 * angle


def test_vectors_of_the_delayed_heading(vectors):
    """Ten metres a second, 0.2 rad, a wheelbase of 2.5 m, one second."""
    case = vectors["delayed_heading"]
    for name, frames, rate in (
        ("N0", 0, 60),
        ("N5", 5, 60),
        ("N10", 10, 60),
        ("N10_120Hz", 10, 120),
        ("N20_120Hz", 20, 120),
    ):
        after = driven(drift_frames, 10.0, 0.2, 2.5, dt=1 / rate, steps=rate, delay_frames=frames)
        assert_pose(after, case[name], MULTI_STEP)
        after = driven(drift, 10.0, 0.2, 2.5, dt=1 / rate, steps=rate, delay=frames / rate)
        assert_pose(after, case[name], MULTI_STEP)


def test_a_delay_longer_than_the_history_is_refused():
    car = mp.Vehicle("bicycle/drift", delay=0.35, speed=5.0)
    car.step(dt=1 / 60)
    assert (car.status, car.x) == (Status.OUT_OF_RANGE, 0.0)
    car.status = 0
    car.step(dt=1 / 50)
    assert (car.status, car.x) == (Status(0), pytest.approx(0.1))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("rate", [24, 30, 48, 50, 60, 75, 90, 120, 144, 200, 240])
def test_a_delay_of_exactly_twenty_frames_is_not_too_long(rate, dtype):
    fleet = mp.Fleet("bicycle/drift", 1, delay=20 / rate, speed=5.0, dtype=dtype)
    fleet.step(1 / rate)
    assert not fleet.status.any()


# ---------------------------------------------------------------- a drawn heading (comment 18)


def test_the_drawn_car_points_farther_into_the_bend_the_faster_it_is():
    slow, fast = (drift_heading.drift_heading(1.0, 0.4, speed, 20.0, 0.5) for speed in (5.0, 20.0))
    assert (slow, fast) == pytest.approx((1.05, 1.2))


def test_beyond_top_speed_the_drawn_car_points_no_farther_than_at_it():
    assert drift_heading.drift_heading(0.0, 0.4, 60.0, 20.0, 0.5) == pytest.approx(0.2)
    assert drift_heading.drift_heading_as_written(0.0, 0.4, 60.0, 20.0, 0.5) == pytest.approx(0.6)


def test_backwards_the_drawn_car_points_where_it_points():
    assert drift_heading.drift_heading(0.3, 0.4, -10.0, 20.0, 0.5) == pytest.approx(0.3)
    assert drift_heading.drift_heading_as_written(0.3, 0.4, -10.0, 20.0, 0.5) == pytest.approx(0.2)


def test_the_drawn_direction_is_wrapped():
    assert drift_heading.drift_heading(3.1, 0.4, 20.0, 20.0, 0.5) == pytest.approx(3.3 - 2.0 * math.pi)


def test_vectors_of_the_drift_heading(vectors):
    for case in vectors["drift_heading"]:
        drawn = drift_heading.drift_heading_as_written(case["h"], case["delta"], case["v"], case["vmax"], case["damp"])
        assert drawn == pytest.approx(case["drift"], abs=SINGLE_STEP)


# ---------------------------------------------------------------- the wheel returns to the middle (comment 17)


@given(steer=st.floats(-1.5, 1.5), rate=st.floats(0, 5), speed=st.floats(-30, 30), dt=st.floats(0, 2))
def test_the_steering_returns_towards_the_middle_and_never_past_it(steer, rate, speed, dt):
    for after in (
        steering_return.returned(steer, rate, dt),
        steering_return.returned_with_speed(steer, speed, rate, dt),
    ):
        assert abs(after) <= abs(steer)
        assert after * steer >= 0.0


def test_the_steering_returns_at_its_rate_until_it_is_straight():
    angles = [0.3]
    for _ in range(5):
        angles.append(steering_return.returned(angles[-1], 1.0, 0.1))
    assert angles == pytest.approx([0.3, 0.2, 0.1, 0.0, 0.0, 0.0], abs=1e-15)


def test_proportional_to_speed_the_steering_of_a_car_at_rest_stays():
    assert steering_return.returned_with_speed(0.3, 0.0, 0.1, 5.0) == 0.3
    forward, backward = (steering_return.returned_with_speed(0.3, speed, 0.1, 0.1) for speed in (4.0, -4.0))
    assert forward == backward == pytest.approx(0.26)


def test_vectors_of_the_steering_return(vectors):
    for case in vectors["steer_return"]:
        if "rate" in case:
            after = steering_return.returned(case["delta"], case["rate"], case["dt"])
        else:
            after = steering_return.returned_with_speed(case["delta"], case["v"], case["rate_per_speed"], case["dt"])
        assert after == pytest.approx(case["out"], abs=SINGLE_STEP)
