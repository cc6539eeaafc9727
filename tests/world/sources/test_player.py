"""Player: the mailbox between people and the world."""

import math
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from motorpool.errors import WorldError
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER
from motorpool.world.sources.player import Player

FLOATS = ("throttle", "brake", "target_steer", "yaw", "course_yaw", "cruise", "parking_brake", "engine_stop")


@pytest.fixture
def player():
    return Player()


@pytest.fixture
def world():
    """The columns of three vehicles that a player writes into."""
    floats = {name: np.zeros(3) for name in FLOATS}
    return SimpleNamespace(
        vehicles=SimpleNamespace(driver=np.zeros(3, np.int8), is_parked=np.zeros(3, np.int8), **floats),
        count=3,
        actions=[],
        model_switching=SimpleNamespace(give_back=lambda _: None),
    )


def test_a_vehicle_can_be_taken_once(player):
    assert player.take(1)
    assert player.is_taken(1)
    assert not player.take(1)
    assert not player.is_taken(0)


def test_a_released_vehicle_may_be_taken_again(player):
    player.take(1)
    player.release(1)
    assert not player.is_taken(1)
    assert player.take(1)


def test_what_is_set_arrives_at_the_next_step_and_stays_until_changed(player, world):
    player.take(2)
    player.set(2, throttle=0.5, brake=0.25, steer=-1.0)
    vehicles = world.vehicles
    for _ in range(3):
        player.read(world)
        assert vehicles.driver.tolist() == [AUTOPILOT, AUTOPILOT, PLAYER]
        assert (vehicles.throttle[2], vehicles.brake[2], vehicles.target_steer[2]) == (0.5, 0.25, -1.0)
    assert not vehicles.throttle[:2].any()


def test_a_vehicle_that_was_just_taken_coasts(player, world):
    world.vehicles.throttle[0] = 1.0  # what somebody else did with it before
    player.take(0)
    player.read(world)
    assert world.vehicles.throttle[0] == 0.0


def test_a_released_vehicle_goes_on_in_its_own_direction(player, world):
    player.take(0)
    player.read(world)
    world.vehicles.yaw[0] = 1.25
    player.release(0)
    player.read(world)
    assert world.vehicles.driver[0] == AUTOPILOT
    assert world.vehicles.course_yaw[0] == 1.25


def test_a_vehicle_taken_again_before_the_next_step_stays_taken(player, world):
    player.take(0)
    player.release(0)
    player.take(0)
    player.read(world)
    assert world.vehicles.driver[0] == PLAYER


def test_a_vehicle_without_a_driver_is_left_alone(player, world):
    player.release(1)
    player.read(world)
    assert not world.vehicles.driver.any()
    with pytest.raises(WorldError, match="vehicle 1 is not taken; take it before driving it"):
        player.set(1, throttle=1.0)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("control", ["throttle", "brake", "steer"])
def test_a_value_that_is_not_finite_is_refused_and_the_last_good_one_stays(player, world, control, bad):
    player.take(0)
    player.set(0, throttle=0.5)
    with pytest.raises(WorldError, match=r"vehicle 0: .*has a value that is not finite"):
        player.set(0, **{control: bad})
    player.read(world)
    assert world.vehicles.throttle[0] == 0.5


@pytest.mark.parametrize("vehicle_id", [3, -1])
def test_a_vehicle_that_does_not_exist_is_named_and_does_not_become_another_one(player, world, vehicle_id):
    with pytest.raises(WorldError, match=f"there is no vehicle {vehicle_id}"):
        player.take(vehicle_id) and player.read(world)
    assert not world.vehicles.driver.any()
    player.read(world)  # and the world goes on


def test_only_one_of_many_people_gets_a_vehicle(player):
    got = []
    start = threading.Barrier(8)

    def person():
        start.wait()
        got.extend(vehicle_id for vehicle_id in range(200) if player.take(vehicle_id))

    people = [threading.Thread(target=person) for _ in range(8)]
    for thread in people:
        thread.start()
    for thread in people:
        thread.join()
    assert sorted(got) == list(range(200))
