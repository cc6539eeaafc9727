"""Candidates of contact: found before they touch, whoever moved, and however they were put there."""

import math

import numpy as np
import pytest

from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.contact import candidates

BOX = Body(4.0, 2.0, 1.5)


def world_of(x, y, objects=()):
    terrain = Terrain.flat(size=1000.0, spacing=100.0)
    stones = place_objects(terrain, x=[place[0] for place in objects], y=[place[1] for place in objects], radius=1.0)
    world = World(fleets=[Fleet("bicycle", len(x), body=BOX)], terrain=terrain, objects=stones)
    world.place_vehicles(slice(None), x, y, 0.0)
    return world


def touching(world):
    world.contact.resolve(0.0)
    found = world.contact._candidates
    pairs = np.column_stack((found.pairs.first, found.pairs.second))[found.pairs.touches != 0]
    return [tuple(pair) for pair in pairs.tolist()], found.near.vehicle[found.near.touches != 0].tolist()


def test_pairs_come_in_the_order_of_their_ids():
    world = world_of([0.0, 3.0, -3.0, 100.0, 103.0], [0.0] * 5)
    assert touching(world)[0] == [(0, 1), (0, 2), (3, 4)]


@pytest.mark.parametrize("step", [0.2, 0.5 * candidates.SKIN, 50.0])
def test_a_vehicle_that_comes_near_in_steps_is_found_when_it_touches(step):
    world, x = world_of([0.0, 60.0], [0.0, 0.0]), 60.0
    while x > 3.0:
        assert touching(world)[0] == ([(0, 1)] if x < 4.0 + 2.0 * candidates.NEARBY else [])
        x = max(x - step, 3.0)
        world.place_vehicles(1, x, 0.0, 0.0)
    assert touching(world)[0] == [(0, 1)]


def test_a_vehicle_that_is_put_against_an_object_touches_it_at_once():
    world = world_of([0.0, 200.0], [0.0, 0.0], objects=[(-300.0, 40.0)])
    assert touching(world) == ([], [])
    world.place_vehicles(1, -302.5, 40.0, 0.0)
    assert touching(world) == ([], [1])


def test_vehicles_on_one_spot_are_found_when_they_part():
    world = world_of([0.0] * 3, [0.0] * 3)
    assert touching(world)[0] == []
    world.place_vehicles(2, 1.0, 0.0, 0.0)
    assert touching(world)[0] == [(0, 2), (1, 2)]


def test_more_than_a_list_can_hold_are_searched_in_every_step():
    count = candidates.MOST_PARTNERS + 8
    angle = np.linspace(0.0, 2.0 * math.pi, count, endpoint=False)
    world = world_of(4.5 * np.cos(angle), 4.5 * np.sin(angle))
    touching(world)
    assert world.contact._candidates._is_crowded
    world.place_vehicles(slice(None), 10.0 * np.arange(count), 0.0, 0.0)
    assert touching(world)[0] == []
    assert not world.contact._candidates._is_crowded


def test_a_vehicle_that_is_nowhere_touches_nothing():
    world = world_of([0.0, 3.0, math.nan], [0.0, 50.0, 0.0])
    assert touching(world) == ([], [])
