"""Actions: what people do to a running world, listed as it was applied, and exact in text."""

import json
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import two_on_flat_ground

from motorpool.errors import RecordingError, WorldError
from motorpool.world.sources.actions import (
    ACTIONS,
    Drive,
    PullTrigger,
    Release,
    Take,
    Teleport,
    apply,
    decoded,
    encoded,
)
from motorpool.world.sources.command import parameters_of
from motorpool.world.sources.player import Player

VALUES = {
    int: st.integers(0, 2**31 - 1),
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: st.text(),
}


@st.composite
def actions(draw):
    kind = draw(st.sampled_from(list(ACTIONS.values())))
    return kind(*(draw(VALUES[parameter.type]) for parameter in parameters_of(kind)))


def bits(value):
    return struct.pack("<d", value) if isinstance(value, float) else value


@settings(max_examples=300)
@given(actions())
def test_every_action_comes_back_from_text_as_the_same_bits(action):
    came_back = decoded(json.loads(json.dumps(encoded(action))))
    assert type(came_back) is type(action)
    assert [bits(value) for value in vars(came_back).values()] == [bits(value) for value in vars(action).values()]


@pytest.mark.parametrize("text", ['["fly", 1]', '["drive", 1, 2, 3, 4, 5]', "[]", "7", "null", '[["drive"], 1]'])
def test_what_is_no_action_is_refused_in_a_sentence(text):
    with pytest.raises(RecordingError, match="is no action that this version knows"):
        decoded(json.loads(text))


def test_a_world_lists_the_actions_of_its_last_step_and_of_no_other():
    world, player = two_on_flat_ground(), Player()
    world.sources.append(player)
    seen = []
    player.take(1)
    for inputs in ({"throttle": 0.5}, {"throttle": 0.5}, {"throttle": 0.5, "steer": -0.1}):
        player.set(1, **inputs)
        world.step()
        seen.append(world.actions.copy())
    player.release(1)
    world.step()
    first, *rest = seen
    assert [type(action) for action in first][:2] == [Take, Drive]
    assert rest == [[], [Drive(1, 0.5, 0.0, -0.1)]]  # nothing where nothing was changed
    assert world.actions[0] == Release(1)


def test_an_action_that_the_world_refuses_is_not_listed():
    world = two_on_flat_ground()
    with pytest.raises(WorldError, match="give finite numbers"):
        apply(Teleport(0, float("inf"), 0.0, 0.0), world)
    assert world.actions == []


def test_a_trigger_is_pulled_for_one_step():
    world, player = two_on_flat_ground(), Player()
    world.sources.append(player)
    player.send(PullTrigger(1))
    world.step()
    assert world.actions == [PullTrigger(1)]
    world.step()
    assert world.actions == [PullTrigger(1, is_pulled=False)]
    world.step()
    assert world.actions == []


def test_what_people_do_is_restored_by_their_next_step_after_the_world_was():
    world, player = two_on_flat_ground(), Player()
    world.sources.append(player)
    before = world.snapshot()
    player.take(0)
    player.set(0, throttle=1.0)
    world.step()
    world.restore(before)
    world.step()
    assert world.actions[:2] == [Take(0), Drive(0, 1.0, 0.0, 0.0)]
