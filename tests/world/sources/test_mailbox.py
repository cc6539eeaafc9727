"""The mailbox of actions: one for all that people do, in order, bounded, from any thread."""

import subprocess
import sys
import threading

import pytest
from worlds import two_on_flat_ground

from motorpool.errors import WorldError
from motorpool.world.sources import player as player_module
from motorpool.world.sources.actions import Aim, ChangeWeather, PullTrigger, Repair, SetSwitches
from motorpool.world.sources.player import Player


@pytest.fixture
def world():
    return two_on_flat_ground()


@pytest.fixture
def player(world):
    player = Player()
    world.sources.append(player)
    return player


def test_actions_are_applied_at_the_next_step_in_the_order_in_which_they_were_sent(world, player):
    actions = [Repair(1), ChangeWeather("rain"), Aim(0, 0.1, 0.2), Repair(0)]
    for action in actions:
        player.send(action)
    assert world.weather.kind == "dry"
    world.step()
    assert world.actions == actions
    world.step()
    assert world.actions == []


def test_a_newer_action_of_the_same_class_for_the_same_vehicle_takes_the_place_of_a_waiting_one(world, player):
    for yaw in (0.1, 0.2, 0.3):
        player.send(Aim(0, yaw, 0.0))
        player.send(Aim(1, -yaw, 0.0))
    world.step()
    assert world.actions == [Aim(0, 0.3, 0.0), Aim(1, -0.3, 0.0)]


def test_each_action_is_answered_in_the_step_with_none_or_a_sentence(world, player):
    answers = []
    player.send(Repair(0), answers.append)
    player.send(ChangeWeather("hail"), answers.append)
    player.send(Repair(7), answers.append)
    assert answers == []
    world.step()
    assert answers[0] is None
    assert answers[1].startswith("there is no weather 'hail'")
    assert answers[2] == "there is no vehicle 7; the world has 2, counted from 0"
    assert world.actions == [Repair(0)]


def test_a_refusal_without_a_waiter_is_raised_by_the_step_after_all_others_are_applied(world, player):
    player.send(ChangeWeather("hail"))
    player.send(Repair(1))
    with pytest.raises(WorldError, match="there is no weather 'hail'"):
        player.read(world)
    assert world.actions == [Repair(1)]
    world.step()  # and the world goes on


def test_a_full_mailbox_refuses_what_is_new_and_takes_what_replaces(world, player, monkeypatch):
    monkeypatch.setattr(player_module, "MOST_WAITING", 2)
    player.send(Repair(0))
    player.send(Repair(1))
    with pytest.raises(WorldError, match="2 actions wait for the next step; let the world go on, then send again"):
        player.send(ChangeWeather("rain"))
    player.send(Repair(0))
    world.step()
    assert world.actions == [Repair(1), Repair(0)]
    player.send(ChangeWeather("rain"))


def test_an_action_of_a_driver_is_refused_once_the_vehicle_is_released(world, player):
    answers = []
    with pytest.raises(WorldError, match="vehicle 0 is not taken; take it before driving it"):
        player.send(SetSwitches(0, cruise=True))
    player.take(0)
    player.send(SetSwitches(0, cruise=True), answers.append)
    player.release(0)
    assert answers == ["vehicle 0 is not yours any more"]
    world.step()
    assert not world.vehicles.cruise.any()


def test_an_action_that_another_one_follows_is_followed_in_the_next_step(world, player):
    player.send(PullTrigger(1))
    world.step()
    assert world.vehicles.trigger[1] == 1.0
    world.step()
    assert world.vehicles.trigger[1] == 0.0
    assert world.actions == [PullTrigger(1, is_pulled=False)]


def test_many_threads_send_and_each_thread_s_actions_keep_their_order(world, player, monkeypatch):
    count, start, applied = 8, threading.Barrier(9), []
    monkeypatch.setattr(player_module, "_key", lambda action: (type(action), 100 * id(action)))  # none replaces another
    kept = [[Repair(number % 2) for _ in range(100)] for number in range(count)]
    order = {id(action): (number, index) for number, some in enumerate(kept) for index, action in enumerate(some)}
    monkeypatch.setattr(Repair, "apply", lambda self, world: applied.append(order[id(self)]))

    def person(number):
        start.wait()
        for action in kept[number]:
            player.send(action)

    people = [threading.Thread(target=person, args=(number,)) for number in range(count)]
    for thread in people:
        thread.start()
    start.wait()
    while any(thread.is_alive() for thread in people):
        world.step()
    world.step()
    for number in range(count):
        assert [index for one, index in applied if one == number] == list(range(100))


def test_the_commands_of_a_world_need_no_pydantic():
    code = (
        "import sys, motorpool.world.sources.player, motorpool.world.sources.actions; "
        "sys.exit(any(name.split('.')[0] in ('pydantic', 'starlette') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
