"""Neighbours: everybody is filed near where it is, however it moves, and filed anew only when it has to be."""

import numpy as np

from motorpool.ground.objects.grid import cells_near, entries_in
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.avoidance.surroundings import MOST_SEEN, insert
from motorpool.world.neighbours.component import DRIFT


def crowd(count=40):
    world = World(fleets=[Fleet("bicycle", count)], terrain=Terrain.flat(size=600.0, spacing=100.0), seed=3)
    world.scatter_vehicles()
    return world


def found_within(world, x, y, reach):
    """Ids of the vehicles within a distance, by the grid, looked for ``DRIFT`` farther."""
    near = world.neighbours.neighbourhood
    cells = cells_near(near.circles.grid, x, y, reach + DRIFT)
    rows = range(cells.first_row, cells.last_row + 1)
    ids = [near.circles.grid.item[entry] for row in rows for entry in entries_in(near.circles.grid, cells, row)]
    return {int(i) for i in ids if np.hypot(world.vehicles.x[i] - x, world.vehicles.y[i] - y) <= reach}


def test_everybody_is_found_while_it_drives():
    world = crowd()
    vehicles = world.vehicles
    for _ in range(90):
        world.step()
        world.neighbours.step()
        distance = np.hypot(vehicles.x - vehicles.x[0], vehicles.y - vehicles.y[0])
        assert found_within(world, vehicles.x[0], vehicles.y[0], 70.0) == set(np.flatnonzero(distance <= 70.0).tolist())


def test_vehicles_are_filed_again_only_when_one_has_moved_far():
    world = crowd()
    world.neighbours.refresh()
    places = world.neighbours.neighbourhood.places.copy()
    world.vehicles.x += 0.9 * DRIFT
    world.neighbours.step()
    np.testing.assert_array_equal(world.neighbours.neighbourhood.places, places)
    world.vehicles.y[7] += DRIFT
    world.neighbours.step()
    assert np.all(world.neighbours.neighbourhood.places[:, 0] != places[:, 0])


def test_places_are_those_of_the_grids_items():
    world = crowd()
    near = world.neighbours.neighbourhood
    world.neighbours.refresh()
    item = near.circles.grid.item
    np.testing.assert_array_equal(near.places, np.column_stack([world.vehicles.x[item], world.vehicles.y[item]]))


def test_a_snapshot_restores_what_drivers_decide_whenever_they_were_filed():
    """Restored, vehicles have been filed at other times: what they decide is the same."""
    world = crowd()
    world.avoidance.choose(slice(None), "dynamic-window")
    world.run(seconds=1.0)
    snapshot = world.snapshot()
    world.run(seconds=2.0)
    after = [column.copy() for column in world.vehicles.all_columns()]
    world.restore(snapshot)
    world.neighbours.refresh()
    world.run(seconds=2.0)
    for name, column, before in zip(world.vehicles.names, world.vehicles.all_columns(), after, strict=True):
        np.testing.assert_array_equal(column, before, err_msg=name)


def test_the_lowest_ids_are_kept_in_order():
    random, ids, count = np.random.default_rng(2), np.zeros(MOST_SEEN, np.int64), 0
    numbers, world_ids = random.permutation(3 * MOST_SEEN), np.arange(3 * MOST_SEEN)
    for number in numbers:
        count = insert(int(number), ids, count, world_ids)
    assert ids[:count].tolist() == list(range(MOST_SEEN))
