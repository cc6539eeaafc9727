"""Policies that drive the vehicles of a world: as environments are driven, recorded, and by turns with people."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import WorldError
from motorpool.learning import Batch, drive
from motorpool.learning.scripted import driver_of
from motorpool.recording.verification import EQUAL, scenario_in, verify
from motorpool.world.drivers.kinds import PLAYER, SCRIPT
from motorpool.world.sources.player import Player

TASK = "BackTrailer-v0"
POSE = ("x", "y", "z", "yaw", "pitch", "roll")
scripted = driver_of(TASK)


def test_a_vehicle_is_driven_as_its_environment_is_to_the_bit_episode_after_episode():
    batch, world = Batch(TASK), drive(TASK, scripted, seed=11)
    batch.reset(seed=11)
    ended = 0
    while ended < 3:
        result = batch.step(scripted(batch.entries))
        world.step()
        assert world.vehicles.driver[0] == SCRIPT
        for name in POSE:
            assert getattr(world.vehicles, name)[0] == getattr(batch.world.vehicles, name)[0]
        if result.is_over[0] or result.is_cut[0]:
            ended += 1
            batch.reset()
            world.run(seconds=2.0)  # it stands until the next episode


def test_a_recording_with_a_person_between_is_equal_when_it_is_simulated_again(tmp_path):
    world, player = drive(TASK, scripted, 9), Player()
    world.sources.append(player)
    with mp.Recorder(tmp_path / "run.parquet") as recorder:
        world.run(seconds=5, observers=[recorder])
        player.take(4)
        player.set(4, throttle=1.0, steer=0.5)
        world.run(seconds=4, observers=[recorder])
        assert world.vehicles.driver.tolist() == [SCRIPT] * 4 + [PLAYER] + [SCRIPT] * 4
        assert world.vehicles.speed[4] > 1.0
        player.release(4)
        world.run(seconds=25, observers=[recorder])
    assert (world.vehicles.driver == SCRIPT).all()
    assert world.vehicles.speed[4] < 0.0
    recording = mp.read_recording(tmp_path / "run.parquet")
    outcome = verify(recording, scenario_in(recording).build())
    assert (outcome.result, outcome.ticks) == (EQUAL, 170)


def test_each_vehicle_has_a_place_of_its_own_on_plain_ground():
    world = drive(TASK, scripted, 20)
    world.step()
    x, y = world.vehicles.x, world.vehicles.y
    distances = np.hypot(x[:, None] - x, y[:, None] - y) + np.diag(np.full(20, np.inf))
    assert distances.min() > 15.0
    assert max(abs(x).max(), abs(y).max()) < 0.5 * world.terrain.width - 50.0
    assert len(world.roads) == 20  # marks of the bays


def test_vehicles_that_are_added_or_removed_do_not_disturb_the_others():
    world, other = (drive(TASK, scripted, 4, seed=3) for _ in range(2))
    for each in (world, other):
        each.run(seconds=2)
    world.add("lorry", x=150.0, y=150.0)
    world.remove(1)
    for each in (world, other):
        each.run(seconds=6)
    rows = [0, 2, 3]
    assert (world.vehicles.x[rows] == other.vehicles.x[rows]).all()


def test_a_policy_that_gives_no_numbers_is_refused():
    with pytest.raises(WorldError, match=r"the action of environment 1 is NaN; it must be in -1\.\.1"):
        drive(TASK, lambda seen: np.where(np.arange(len(seen)) == 1, np.nan, 0.0)[:, None], 2).step()
    with pytest.raises(WorldError, match="count is 0; it must be 1 or more"):
        drive(TASK, scripted, 0)
