"""The opponents of document 001's polar movement: velocity components, and Quake's acceleration along a projection."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.models import find
from motorpool.models.kinematic.cartesian import components, quake

DT = 1.0 / 60.0
ANGLES = st.floats(-math.pi, math.pi)
EACH, MAGNITUDE = components.Params(limit=0.0), components.Params(limit=1.0)


def held(model, state, wanted, params, *, steps=300, dt=DT):
    """The last state of a point whose keys are held towards ``wanted`` [rad]."""
    for _ in range(steps):
        state = model.step(state, model.Control(1.0, wanted), params, dt)
    return state


def velocity(state):
    return state.speed * math.cos(state.yaw), state.speed * math.sin(state.yaw)


# ---------------------------------------------------------------- components


def test_forward_and_sideways_together_are_faster_by_the_square_root_of_two():
    """Figure 1: "The resultant speed is the blue arrow which has a magnitude of 1.41"."""
    straight, diagonal = (held(components, components.State(), wanted, EACH).speed for wanted in (0.0, math.pi / 4.0))
    assert straight == pytest.approx(10.0)
    assert diagonal == pytest.approx(math.sqrt(2.0) * 10.0)


@given(wanted=ANGLES)
def test_with_its_magnitude_limited_it_is_as_fast_in_every_direction(wanted):
    end = held(components, components.State(), wanted, MAGNITUDE)
    assert velocity(end) == pytest.approx((10.0 * math.cos(wanted), 10.0 * math.sin(wanted)), abs=1e-9)


@given(wanted=ANGLES, speed=st.floats(0.0, 10.0), yaw=ANGLES)
def test_a_limited_magnitude_is_never_exceeded_on_the_way(wanted, speed, yaw):
    state = components.State(yaw=yaw, speed=speed)
    for _ in range(90):
        state = components.step(state, components.Control(1.0, wanted), MAGNITUDE, DT)
        assert state.speed <= 10.0 * (1.0 + 1e-12)


def test_components_are_those_of_the_view():
    """Looking to the north-east, two keys are one direction of the compass, and the larger by as much."""
    control = components.Control(1.0, math.pi / 2.0, view_yaw=math.pi / 4.0)
    state = components.State()
    for _ in range(300):
        state = components.step(state, control, EACH, DT)
    assert velocity(state) == pytest.approx((0.0, math.sqrt(2.0) * 10.0), abs=1e-9)


@pytest.mark.parametrize("params", [EACH, MAGNITUDE], ids=["each", "magnitude"])
def test_a_component_changes_at_a_constant_rate_and_without_a_key_ends_at_zero(params):
    """20 m/s^2 for 0.25 s is 5 m/s; 10 m/s^2 takes half a second to take it away."""
    state = held(components, components.State(), 0.0, params, steps=15)
    assert state.speed == pytest.approx(5.0)
    speeds = []
    for _ in range(31):
        state = components.step(state, components.Control(-1.0, 0.0), params, DT)
        speeds.append(state.speed)
    assert speeds[14] == pytest.approx(2.5)
    assert speeds[-1] == 0.0
    assert state.yaw == 0.0


def test_components_forget_each_other():
    """From 10 m/s north, the key east: the north component goes at the rate of a key that is not held."""
    state = held(components, components.State(yaw=math.pi / 2.0, speed=10.0), 0.0, EACH, steps=30)
    assert velocity(state) == pytest.approx((10.0, 5.0))


# ---------------------------------------------------------------- Quake


@given(yaw=ANGLES, speed=st.floats(0.0, 30.0), wanted=ANGLES)
def test_a_step_is_friction_and_then_the_projection_up_to_the_wished_speed(yaw, speed, wanted):
    """The published formula, with vectors."""
    vx, vy = speed * math.cos(yaw), speed * math.sin(yaw)
    left = max(speed - DT * 4.0 * max(speed, 3.125), 0.0) / speed if speed > 0.0 else 0.0
    vx, vy = left * vx, left * vy
    wx, wy = math.cos(wanted), math.sin(wanted)
    gain = min(max(10.0 - (vx * wx + vy * wy), 0.0), DT * 10.0 * 10.0)
    after = quake.step(quake.State(yaw=yaw, speed=speed), quake.Control(1.0, wanted), quake.Params(), DT)
    assert velocity(after) == pytest.approx((vx + gain * wx, vy + gain * wy), abs=1e-9)
    assert (after.x, after.y) == pytest.approx(tuple(DT * value for value in velocity(after)), abs=1e-9)


def test_on_the_ground_it_reaches_its_top_speed_and_stays_there():
    assert held(quake, quake.State(), 1.0, quake.Params()).speed == pytest.approx(10.0)


def test_without_friction_wishing_across_gains_speed_without_end():
    """v'^2 = v^2 + gain^2 where the wished direction is square to the velocity: the projection is zero."""
    state, params, speeds = quake.State(speed=10.0), quake.Params(friction_rate=0.0), []
    for _ in range(120):
        state = quake.step(state, quake.Control(1.0, state.yaw + math.pi / 2.0), params, DT)
        speeds.append(state.speed)
    gain = DT * 10.0 * 10.0
    assert speeds == pytest.approx([math.sqrt(100.0 + count * gain * gain) for count in range(1, 121)])


def test_straight_on_nothing_is_gained_beyond_the_top_speed():
    fast = quake.State(speed=15.0)
    assert held(quake, fast, 0.0, quake.Params(friction_rate=0.0), steps=1).speed == 15.0


def test_without_a_key_it_comes_to_rest_and_keeps_its_direction():
    """Below the stop speed it loses dt x 4 x 3.125 m/s each step, so 2 m/s is gone within 0.17 s."""
    state = quake.State(yaw=0.7, speed=2.0)
    for _ in range(10):
        state = quake.step(state, quake.Control(-1.0, 0.0), quake.Params(), DT)
    assert (state.speed, state.yaw) == (0.0, pytest.approx(0.7))


@pytest.mark.parametrize("name", ["cartesian/components", "cartesian/quake"])
def test_a_point_that_stands_has_no_direction_to_lose(name):
    model = find(name).module
    state = model.State(yaw=1.0)
    assert model.step(state, model.Control(-1.0, 0.0), model.Params(), DT) == state
