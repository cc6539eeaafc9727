"""Vehicles in groups: each group moves, to the bit, as in a world of its own."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import ScenarioError, WorldError
from motorpool.studies.distributed.regions.support import refuse_what_stays_whole
from motorpool.world.drivers.kinds import PLAYER
from motorpool.world.scenario import load

SIZE, GROUPS = 4, 12


def driven(count: int, start: np.ndarray, **settings) -> mp.World:
    """Return a world whose drivers hold their inputs: x, y, yaw, throttle and steering of each vehicle."""
    world = mp.World(fleets=[("bicycle", count)], dt=0.1, seed=0, **settings)
    x, y, yaw, throttle, steer = start
    world.place_vehicles(slice(None), x, y, yaw)
    vehicles = world.vehicles
    vehicles.driver[:], vehicles.throttle[:], vehicles.target_steer[:] = PLAYER, throttle, steer
    return world


def test_groups_at_the_same_place_move_like_worlds_of_their_own():
    start = np.random.default_rng(0).uniform(-1.0, 1.0, (5, GROUPS, SIZE))
    start[:3] *= np.array([12.0, 12.0, 3.0])[:, None, None]
    together = driven(SIZE * GROUPS, start.reshape(5, -1), group_size=SIZE)
    apart = [driven(SIZE, start[:, group]) for group in range(GROUPS)]
    pairs = 0
    for _ in range(60):
        together.step()
        for world in apart:
            world.step()
        contacts = [world.contact.contacts for world in apart]
        vehicles = [found.vehicle + SIZE * group for group, found in enumerate(contacts)]
        assert (together.contact.contacts.vehicle == np.concatenate(vehicles)).all()
        assert together.contact.near_count == sum(world.contact.near_count for world in apart)
        pairs += together.contact.contacts.vehicle.size
    assert pairs > 20
    for name in ("x", "y", "yaw", "speed", "lateral_speed", "yaw_rate", "status"):
        alone = np.concatenate([getattr(world.vehicles, name) for world in apart])
        assert (getattr(together.vehicles, name) == alone).all()


def test_vehicles_of_different_groups_pass_through_each_other():
    start = np.array([[0.0, 10.0], [0.0, 0.0], [0.0, np.pi], [1.0, 1.0], [0.0, 0.0]])
    world = driven(2, start, group_size=1)
    for _ in range(60):
        world.step()
    assert world.vehicles.x[0] > 10.0
    assert world.contact.contacts.vehicle.size == 0


def test_vehicles_are_alone_or_in_groups():
    with pytest.raises(WorldError, match=r"the vehicles are alone and in groups of 2; .* choose one"):
        mp.World(fleets=[("bicycle", 4)], are_alone=True, group_size=2)
    with pytest.raises(WorldError, match="group_size is -1; it must be a whole number, 0 or more"):
        mp.World(fleets=[("bicycle", 4)], group_size=-1)


def test_a_world_with_groups_has_no_regions():
    world = mp.World(fleets=[("bicycle", 4)], group_size=2)
    world.scatter_vehicles()
    with pytest.raises(WorldError, match="groups, which regions do not know"):
        refuse_what_stays_whole(world, 2)


def test_a_scenario_file_gives_groups_and_refuses_them_for_vehicles_that_are_alone(tmp_path):
    path = tmp_path / "pairs.yaml"
    path.write_text("group_size: 2\nvehicles: [{model: bicycle, count: 4}]\n", encoding="utf-8")
    assert load(path).build().entity.group_size == 2
    path.write_text("alone: true\ngroup_size: 2\nvehicles: [{model: bicycle, count: 4}]\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="vehicles that are alone have no groups; leave out alone or group_size"):
        load(path)
