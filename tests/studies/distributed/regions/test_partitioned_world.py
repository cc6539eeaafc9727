"""Partitioned worlds whose regions are objects of this process.

Every fleet has a multiple of ``WHOLE`` vehicles: the rows of a model's loop that are left over are rounded otherwise.
"""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motorpool as mp
from motorpool.errors import WorldError
from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.studies.distributed.regions import PartitionedWorld, region
from motorpool.studies.distributed.regions.region import WHOLE
from motorpool.studies.distributed.regions.rows import CONSTANT
from motorpool.world.guidance.goal_kinds import FOLLOW
from motorpool.world.sources.script import Line, Script

GROUND = Terrain.flat(size=1600.0, spacing=50.0)


def crossing_world(*, avoidance="none", spread=150.0, seed=4, **settings_of_world):
    """Return a world in which many vehicles drive in four directions; regions recover none that stand."""
    fleets = [mp.Fleet("bicycle", 4 * WHOLE), mp.Fleet("tracked", 4 * WHOLE)]
    settings = {"recovery": "off", **settings_of_world}
    world = mp.World(fleets=fleets, terrain=GROUND, area=(-400.0, -400.0, 400.0, 400.0), seed=seed, **settings)
    random = np.random.default_rng(seed)
    side, spacing = math.isqrt(world.count), 2.0 * spread / math.isqrt(world.count)
    places = spacing * (np.indices((side, side)).reshape(2, -1) - 0.5 * (side - 1))
    x, y = random.permutation(places, axis=1) + random.uniform(-0.3, 0.3, places.shape) * spacing
    world.place_vehicles(slice(None), x, y, random.choice([0.0, 0.5 * np.pi, np.pi, -0.5 * np.pi], world.count))
    world.vehicles.desired_speed = 12.0
    world.resolve_positions()
    world.avoidance.choose(slice(None), avoidance)
    return world


def state_of(world):
    """Return every column of the table and of the fleets."""
    columns = dict(zip(world.vehicles.names, (column.copy() for column in world.vehicles.all_columns()), strict=True))
    for fleet in world.fleets:
        columns |= {f"{fleet.name}.{name}": np.array(column) for name, column in fleet.named_columns().items()}
    return columns


def assert_same(actual, expected):
    for name, column in expected.items():
        np.testing.assert_array_equal(actual[name], column, err_msg=name)


def ghosts_in(partitioned):
    return sum(each.ghost_count for each in partitioned.regions.regions)


def handed_over(partitioned):
    return sum(each.handed_over for each in partitioned.regions.regions)


@pytest.mark.parametrize("avoidance", ["dynamic-window", "search-cone"])
def test_a_vehicle_that_meets_others_drives_as_in_the_undivided_world_to_the_bit(avoidance):
    def build():
        return crossing_world(avoidance=avoidance, spread=300.0)

    whole = build()
    was_avoiding = np.zeros(whole.count, bool)
    for _ in range(240):
        whole.step()
        assert whole.contact.near_count <= 2  # one pair at a time is resolved alike, see below
        was_avoiding |= whole.vehicles.is_avoiding > 0.0
    assert np.count_nonzero(was_avoiding) > 10
    expected = state_of(whole)
    for regions in (1, 2, 4):
        world = build()
        with PartitionedWorld(world, regions=regions) as partitioned:
            partitioned.run(seconds=4.0)
            assert (handed_over(partitioned) > 1) == (regions > 1)
            assert (ghosts_in(partitioned) > 30) == (regions > 1)
        assert_same(state_of(world), expected)
        assert world.tick == 240


def test_a_collision_on_a_border_is_that_of_the_undivided_world_to_the_bit():
    def build():
        world = mp.World(fleets=[("tracked", 2 * WHOLE)], terrain=GROUND, recovery="off")
        x = np.linspace(-600.0, 600.0, world.count)
        world.place_vehicles(slice(None), x, 400.0, 0.5 * np.pi)  # two thirds of them stand aside
        world.place_vehicles([5, 60, 61], [-12.0, 14.0, 20.5], [0.0, 0.3, 0.0], [0.0, np.pi, np.pi])
        world.resolve_positions()
        world.avoidance.choose(slice(None), "none")
        world.guidance.hold(np.setdiff1d(np.arange(world.count), [5, 60, 61]))
        return world

    whole, world = build(), build()
    whole.run(seconds=4.0)
    assert whole.vehicles.speed[5] < 0.0 < whole.vehicles.odometer[61]  # it was hit, and drives back
    with PartitionedWorld(world, regions=2) as partitioned:
        assert -12.0 < partitioned.plan.rectangles[0].east < 14.0
        partitioned.run(seconds=4.0)
    assert_same(state_of(world), state_of(whole))


class Statistics:
    """Distance and contacts of a world, and the contacts themselves."""

    def __init__(self):
        self.ticks, self.contacts = [], []

    def observe(self, world):
        self.ticks.append(world.tick)
        self.contacts.append(world.events.contacts)
        self.distance = float(world.vehicles.odometer.mean())

    @property
    def hits(self):
        return sum(contacts.vehicle.size for contacts in self.contacts)


def test_statistics_of_a_crowd_are_those_of_the_undivided_world():
    """Where several collide at the same time they are moved apart in as many passes as the deepest of all takes."""
    undivided = [Statistics() for _ in range(4)]
    for seed, statistics in enumerate(undivided):
        crossing_world(seed=seed).run(seconds=6.0, observers=[statistics])
    for regions in (2, 4):
        seen = Statistics()
        with PartitionedWorld(crossing_world(seed=0), regions=regions) as partitioned:
            partitioned.run(seconds=6.0, observers=[seen])
        assert seen.ticks == undivided[0].ticks == list(range(1, 361))
        for quantity in ("distance", "hits"):
            values = [getattr(statistics, quantity) for statistics in undivided]
            noise = max(values) - min(values)
            assert abs(getattr(seen, quantity) - values[0]) <= 0.5 * noise, quantity
            assert noise > 0.0
        first = next(index for index, contacts in enumerate(undivided[0].contacts) if contacts.vehicle.size)
        for column, expected in zip(seen.contacts[first], undivided[0].contacts[first], strict=True):
            np.testing.assert_allclose(column, expected, rtol=1e-3, atol=1e-3)


def test_vehicles_that_are_alone_cross_as_in_the_undivided_world():
    whole = crossing_world(are_alone=True)
    whole.run(seconds=4.0)
    world = crossing_world(are_alone=True)
    with PartitionedWorld(world, regions=4) as partitioned:
        partitioned.run(seconds=4.0)
        assert handed_over(partitioned) > 10
        assert ghosts_in(partitioned) == 0
    assert_same(state_of(world), state_of(whole))


def convoy_world():
    fleet = mp.Fleet("bicycle", WHOLE)
    world = mp.World(fleets=[fleet], terrain=GROUND, recovery="off")
    world.place_vehicles(slice(None), -5.0 - 12.0 * np.arange(WHOLE), 0.0, 0.0)
    world.resolve_positions()
    world.guidance.route([0], [(300.0, 0.0), (300.0, 200.0)], speed=12.0)
    world.guidance.convoy(range(WHOLE))
    return world


def test_a_convoy_crosses_borders_as_in_the_undivided_world():
    whole = convoy_world()
    whole.run(seconds=12.0)
    assert np.count_nonzero(whole.vehicles.goal == FOLLOW) == WHOLE - 1
    world = convoy_world()
    with PartitionedWorld(world, regions=3) as partitioned:
        partitioned.run(seconds=12.0)
        assert handed_over(partitioned) > 3
    assert_same(state_of(world), state_of(whole))
    whole.run(seconds=1.0)
    world.run(seconds=1.0)  # the overview is an ordinary world that goes on
    assert_same(state_of(world), state_of(whole))


def test_objects_and_hills_are_those_of_the_undivided_world():
    def build():
        heights = 4.0 * np.sin(np.linspace(0.0, 20.0, 41))[:, None] * np.cos(np.linspace(0.0, 20.0, 41))[None, :]
        ground = Terrain(heights, x_west=-500.0, y_south=-500.0, spacing=25.0, name="waves")
        trees = scatter_objects(ground, count=400, seed=1)
        area = (-300.0, -300.0, 300.0, 300.0)
        world = mp.World(fleets=[("M998", WHOLE)], terrain=ground, objects=trees, area=area, recovery="off")
        world.scatter_vehicles((-150.0, -150.0, 150.0, 150.0))
        world.avoidance.choose(slice(None), "dynamic-window")
        return world

    whole, world = build(), build()
    whole.run(seconds=3.0)
    with PartitionedWorld(world, regions=2) as partitioned:
        partitioned.run(seconds=3.0)
    assert_same(state_of(world), state_of(whole))


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1000), regions=st.integers(2, 6))
def test_no_vehicle_is_lost_or_doubled(seed, regions):
    world = crossing_world(seed=seed)
    with PartitionedWorld(world, regions=regions) as partitioned:
        for _ in range(6):
            partitioned.advance(15)
            owned = np.concatenate([each.report(0).ids for each in partitioned.regions.regions])
            np.testing.assert_array_equal(np.sort(owned), np.arange(world.count))


def test_a_region_grows_when_more_come_than_it_has_rows_for(monkeypatch):
    monkeypatch.setattr(region, "SPARE", 0)
    monkeypatch.setattr(region, "MORE", 1.0)
    monkeypatch.setattr(region, "WHOLE", 8)

    def build():
        area = (-790.0, -790.0, 790.0, 790.0)
        world = mp.World(fleets=[("bicycle", 64)], terrain=GROUND, area=area, are_alone=True, recovery="off")
        x = np.concatenate([np.full(32, -30.0), np.full(32, 500.0)])
        world.place_vehicles(slice(None), x, 20.0 * np.arange(64), 0.0)
        world.resolve_positions()
        return world

    whole, world = build(), build()
    whole.vehicles.desired_speed = world.vehicles.desired_speed = 12.0
    whole.run(seconds=6.0)
    with PartitionedWorld(world, regions=2) as partitioned:
        partitioned.plan.rectangles[:] = [
            partitioned.plan.rectangles[0]._replace(east=-20.0, north=np.inf),
            partitioned.plan.rectangles[1]._replace(west=-20.0, south=-np.inf),
        ]
        partitioned.load()
        before = [each.world.count for each in partitioned.regions.regions]
        partitioned.run(seconds=6.0)
        after = [each.world.count for each in partitioned.regions.regions]
        assert [each.own_count for each in partitioned.regions.regions] == [0, 64]
    assert before[0] == after[0]
    assert before[1] < 64 <= after[1]
    assert_same(state_of(world), state_of(whole))


def test_no_step_changes_other_columns():
    world = crossing_world(avoidance="dynamic-window")
    before = state_of(world)
    world.run(seconds=2.0)
    after = state_of(world)
    kept = [name for name in before if name in CONSTANT or ".params." in name]
    assert set(world.vehicles.names) >= CONSTANT
    assert_same({name: after[name] for name in kept}, {name: before[name] for name in kept})


def test_what_regions_cannot_do_is_refused():
    for prepare, sentence in [
        (lambda world: world.sources.append(Script([0], [Line(0.0)])), "its source Script controls vehicles"),
        (lambda world: world.remote.hand_over(3), "vehicle 3 is controlled by a person or another program"),
        (lambda world: world.avoidance.choose([0], "program-1992"), "the rule program-1992 shares a variable"),
        (lambda world: world.vehicles.x.__setitem__(2, np.nan), "vehicle 2 has no finite position"),
        (lambda world: world.model_switching.choose(1, is_dynamic=True), "vehicle 1 uses its alternate model"),
    ]:
        world = crossing_world()
        prepare(world)
        with pytest.raises(WorldError, match=sentence):
            PartitionedWorld(world, regions=2)
    with pytest.raises(WorldError, match="regions is 0; it must be 1 or more"):
        PartitionedWorld(crossing_world(), regions=0)


def test_observers_get_every_event_once_however_a_run_is_divided():
    def told_in(*runs):
        told = []
        observer = SimpleNamespace(observe=lambda world: told.append((world.tick, world.events.contacts.time.tolist())))
        with PartitionedWorld(crossing_world(), regions=2, gather_steps=50) as partitioned:
            for seconds in runs:
                partitioned.run(seconds=seconds, observers=[observer])
        return told

    whole = told_in(200 / 60)
    assert [tick for tick, _ in whole] == [50, 100, 150, 200]
    assert sum(len(times) for _, times in whole) > 3
    assert told_in(130 / 60, 45 / 60, 25 / 60) == whole


def test_a_time_that_is_none_is_refused_and_progress_is_reported():
    told = []
    with PartitionedWorld(crossing_world(), regions=2) as partitioned:
        for seconds in (-1.0, float("nan"), float("inf")):
            with pytest.raises(WorldError, match=r"seconds is .*; it must be a finite number"):
                partitioned.run(seconds=seconds)
        partitioned.run(seconds=0.3, progress=told.append)
        assert told == pytest.approx([0.25, 0.3])
        assert partitioned.world.tick == 18


def test_its_repr_tells_how_far_it_is():
    with PartitionedWorld(crossing_world(), regions=2) as partitioned:
        partitioned.step()
        assert repr(partitioned).startswith("<PartitionedWorld of 2 regions at tick 1:\n <World")
