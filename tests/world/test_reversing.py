"""Backing a trailer: straight, into a lane, to a place; with the lorry that has mass and the chain that has none."""

import math

import pytest

from motorpool.models import find
from motorpool.models.kinematic import trailer_chain as chain
from motorpool.world.navigation.trailer_reversing import steer_back_along, steer_back_to, trailer_of

lorry = find("tractor-trailer").module
DT = 0.05


def backing(model, state, steering, *, speed=-2.0, seconds=40.0):
    """Trailer and state after each step of a driver who looks back and steers."""
    params = model.Params()
    for _ in range(round(seconds / DT)):
        steer = steering(trailer_of(state, params))
        if model is lorry:
            control = lorry.control_from_command(state, speed, steer, params, DT)
            state = lorry.step(state, control, params, DT, lorry.Ground())
        else:
            state = chain.step(state, chain.control_from_command(state, speed, steer, params, DT), params, DT)
        yield trailer_of(state, params), state


def along_the_lane(y):
    """Return the controls to back along the lane at ``y``, towards west."""
    return lambda trailer: steer_back_along(trailer, 0.0, y, -10.0, y)


both = pytest.mark.parametrize("model", [lorry, chain])


@both
@pytest.mark.parametrize("degrees", [10.0, -10.0])
def test_it_backs_fifty_metres_straight_from_a_hitch_angle_and_ends_straight(model, degrees):
    start = model.State(hitch_angle=math.radians(degrees))
    first = trailer_of(start, model.Params())
    track = list(backing(model, start, along_the_lane(0.0)))
    trailer, state = next(at for at in track if at[0].x < first.x - 50.0)
    assert abs(trailer.y) < 0.1
    assert abs(math.degrees(trailer.yaw)) < 1.0
    assert abs(math.degrees(state.hitch_angle)) < 1.0
    assert max(abs(state.hitch_angle) for _, state in track) < math.radians(25.0)


@both
@pytest.mark.parametrize("aside", [5.0, -5.0])
def test_it_backs_into_a_lane_five_metres_aside(model, aside):
    track = list(backing(model, model.State(), along_the_lane(aside)))
    trailer, state = track[-1]
    assert trailer.y == pytest.approx(aside, abs=0.05)
    assert abs(math.degrees(trailer.yaw)) < 0.5
    assert abs(math.degrees(state.hitch_angle)) < 0.5
    assert max(math.copysign(1.0, aside) * (trailer.y - aside) for trailer, _ in track) < 0.5  # overshoot
    assert not any(state.is_jack_knifed for _, state in track)


@both
def test_it_backs_to_a_place(model):
    """The axle passes where it was sent, a trailer's length of turning later."""
    place = (-45.0, 8.0)
    track = backing(model, model.State(), lambda trailer: steer_back_to(trailer, *place), seconds=30.0)
    assert min(math.hypot(trailer.x - place[0], trailer.y - place[1]) for trailer, _ in track) < 0.3


def test_without_the_guide_the_same_lorry_folds_up():
    """Wheels straight, from 10 degrees: what the law is for."""
    params, state = lorry.Params(), lorry.State(hitch_angle=math.radians(10.0))
    for _ in range(round(40.0 / DT)):
        control = lorry.control_from_command(state, -2.0, 0.0, params, DT)._replace(steer_angle=0.0)
        state = lorry.step(state, control, params, DT, lorry.Ground())
    assert state.is_jack_knifed


@both
def test_a_mirrored_lane_is_steered_for_by_the_mirrored_command(model):
    params = model.Params()
    left, right = (trailer_of(model.State(hitch_angle=angle), params) for angle in (0.1, -0.1))
    assert along_the_lane(3.0)(left) == -along_the_lane(-3.0)(right) != 0.0


@both
def test_a_trailer_is_where_its_hitch_and_its_angle_put_it(model):
    params = model.Params()
    trailer = trailer_of(model.State(x=2.0, y=3.0, yaw=0.5 * math.pi, hitch_angle=-0.5 * math.pi), params)
    place = (2.0 - params.trailer_length, 3.0 - params.hitch_offset)
    assert (trailer.x, trailer.y, trailer.yaw) == pytest.approx((*place, 0.0), abs=1e-12)
