"""Vehicles that are added and removed while a world runs."""

import hashlib
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import patience
from worlds import hills

from motorpool import scatter_objects
from motorpool.compile.columns import cpu_count
from motorpool.errors import ModelError, WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models.registry import find
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.avoidance.perception import VEHICLE
from motorpool.world.drivers.kinds import ABSENT, AUTOPILOT, PLAYER
from motorpool.world.guidance.goal_kinds import HOLD, WANDER
from motorpool.world.gunnery.guns import Armament
from motorpool.world.sources.player import Player

FAR = 3500.0  # a corner of the map that no other vehicle reaches [m]


def flat_world(*fleets, size=8000.0, **given):
    world = World(fleets=[Fleet(*fleet) for fleet in fleets], terrain=Terrain.flat(size=size), seed=3, **given)
    world.scatter_vehicles((-150.0, -150.0, 150.0, 150.0))
    return world


def columns_of(world, count, without=("fleet_index",)):
    """Return the columns of the first vehicles, as bytes."""
    names = [name for name in world.vehicles.names if name not in without]
    return {name: getattr(world.vehicles, name)[:count].tobytes() for name in names}


def everything(world):
    """Return a hash of all columns of a world and of the state of its fleets."""
    whole = hashlib.sha256()
    for column in world.vehicles.all_columns():
        whole.update(column.tobytes())
    for fleet in world.fleets:
        for column in fleet.named_columns().values():
            whole.update(column.tobytes())
    return whole.hexdigest()


# ---- where they are


def test_an_added_vehicle_stands_on_the_ground_where_it_was_put_and_drives_on():
    world = World(fleets=["bicycle"], terrain=hills(), seed=2)
    ids = world.add("M1A1", x=[50.0, -60.0], y=[40.0, 30.0], yaw=0.5)
    vehicles = world.vehicles
    assert ids.tolist() == [1, 2]
    assert world.present == 3
    heights, *_ = world.terrain.sample(vehicles.x[ids], vehicles.y[ids])
    np.testing.assert_allclose(vehicles.z[ids], heights, atol=1e-9)
    assert (vehicles.yaw[ids] == 0.5).all()
    assert vehicles.pitch[ids].any()
    assert (vehicles.driver[ids] == AUTOPILOT).all()
    world.run(seconds=3.0)
    assert (vehicles.speed[ids] > 1.0).all()
    assert world.problems() == []


def test_an_id_stays_the_vehicles_own_while_others_come_and_go():
    world = flat_world(("bicycle", 3), ("tracked", 2))
    first = world.add("bicycle", x=FAR, y=FAR)
    second = world.add("M1A1", x=np.linspace(-FAR, FAR, 30), y=-FAR)
    before = world.vehicles.x[second].copy()
    world.remove(first)
    third = world.add("single-track", x=FAR, y=0.0)
    assert (world.vehicles.x[second] == before).all()
    assert not set(third) & set(second)
    assert world.present_ids.tolist() == sorted([*range(5), *second, *third])


def test_the_row_of_a_removed_vehicle_is_used_again_by_one_of_its_kind():
    world = flat_world(("bicycle", 3), ("tracked", 2))
    world.remove([1])
    assert world.add("tracked", x=FAR, y=FAR).tolist() != [1]
    assert world.add("bicycle", x=FAR, y=-FAR).tolist() == [1]
    assert world.vehicles.x[1] == FAR


def test_a_reused_row_holds_nothing_of_the_vehicle_before():
    """A row that a driven, damaged vehicle had is equal to a row that no vehicle had."""
    used, fresh = (flat_world(("M1A1", 2), armament={"M1A1": Armament(muzzle_speed=900.0)}) for _ in range(2))
    used.guidance.route([1], [(100.0, 100.0), (0.0, 50.0)])
    used.run(seconds=2.0)
    used.vehicles.damage[1] = 0.5
    used.remove(1)
    fresh.remove(1)
    for world in (used, fresh):
        assert world.add("M1A1", x=FAR, y=FAR, yaw=1.0, speed=3.0).tolist() == [1]
    names = [name for name in used.vehicles.names if name != "status"]
    assert {name: getattr(used.vehicles, name)[1] for name in names} == {
        name: getattr(fresh.vehicles, name)[1] for name in names
    }
    own = [{name: column[1] for name, column in world.fleets[0].named_columns().items()} for world in (used, fresh)]
    assert own[0] == own[1]


def test_a_removed_vehicle_is_neither_met_nor_seen_nor_driven():
    world = flat_world(("bicycle", 2))
    world.place_vehicles([0, 1], [0.0, 60.0], 0.0, 0.0)
    world.guidance.hold([1])
    world.guidance.route([0], [(200.0, 0.0)], speed=8.0)
    player = Player()
    world.sources.append(player)
    player.take(1)
    world.step()
    assert world.vehicles.driver[1] == PLAYER
    world.remove(1)
    for _ in range(300):
        world.step()
        assert not world.events.contacts.vehicle.size
        assert world.vehicles.seen[0] != VEHICLE
    assert not player.is_taken(1)
    assert world.vehicles.driver[1] == ABSENT
    assert not world.vehicles.speed[1]


def test_vehicles_that_followed_a_removed_one_stand():
    world = flat_world(("bicycle", 4))
    world.guidance.convoy([0, 1, 2])
    world.run(seconds=1.0)
    world.remove(0)
    assert world.vehicles.goal[[1, 2, 3]].tolist()[0] == HOLD
    world.run(seconds=15.0)
    assert abs(world.vehicles.speed[1]) < 0.1
    assert world.add("bicycle", x=FAR, y=FAR).tolist() == [0]
    assert world.vehicles.goal[0] == WANDER
    assert world.vehicles.trail_slot[0] == -1


def test_more_vehicles_of_a_fleet_have_its_values_and_settings():
    tanks = Fleet("bicycle", 2, name="cars", wheelbase=3.5, body=Body(6.0, 2.0, 2.0))
    world = World(fleets=[tanks], armament={"cars": Armament(muzzle_speed=500.0)})
    world.sides["cars"] = "blue"
    ids = world.add("cars", x=[100.0, 200.0], y=0.0)
    further = world.fleets[-1]
    assert (further.name, further.body) == ("cars (2)", tanks.body)
    assert (further.params.wheelbase == 3.5).all()
    assert (world.vehicles.muzzle_speed[ids] == 500.0).all()
    assert world.vehicles.half_length[ids].tolist() == [3.0, 3.0]
    assert world.sides["cars (2)"] == "blue"


def test_a_fleet_or_a_model_says_as_well_what_is_added():
    world = flat_world(("bicycle", 1))
    ids = world.add(Fleet("tracked", 1, name="others", track_gauge=3.1), x=FAR, y=[0.0, 50.0])
    assert [fleet.name for fleet in world.fleets] == ["bicycle/arc", "others"]
    assert world.fleets[1].params.track_gauge[:2].tolist() == [3.1, 3.1]
    more = world.add(find("single-track"), x=FAR, y=200.0, speed=4.0)
    assert world.vehicles.speed[more].tolist() == [4.0]
    assert ids.size + more.size + 1 == world.present


def test_the_table_grows_by_a_share_of_a_kinds_rows():
    world = flat_world(("bicycle", 400))
    world.add("bicycle", x=FAR, y=FAR)
    assert world.count == 500
    world.add("bicycle", x=FAR, y=np.linspace(-FAR, FAR, 99))
    assert world.count == 500
    world.add("bicycle", x=-FAR, y=np.linspace(-FAR, FAR, 200))
    assert world.count == 700


# ---- refusals


@pytest.mark.parametrize(
    ("what", "given", "sentence"),
    [
        ("bicycle", {"x": 1e5, "y": 0.0}, r"the position \(100000, 0\) is off the map, which is from \(-4000, -4000\)"),
        ("bicycle", {"x": math.nan, "y": 0.0}, "x is nan; it must be a finite number"),
        ("bicycle", {"x": "east", "y": 0.0}, "x is 'east'; give one number, or one for each vehicle"),
        ("bicycle", {"x": [1.0, 2.0, 3.0], "y": [0.0, 1.0]}, "y has 2 values for 3 vehicles; give one for each"),
        ("bicycle", {"x": 1.0, "y": 0.0, "count": 0}, "count is 0; it must be a whole number, 1 or more"),
        ("bicycle", {"x": 1.0, "y": 0.0, "count": 10**9}, "are too many; a world has at most"),
        (None, {"x": 1.0, "y": 0.0}, "None is no vehicle; give the name of a fleet, a model or a vehicle"),
        ("nothing", {"x": 1.0, "y": 0.0}, "there is no model named 'nothing'"),
        ("bicycle", {"x": 1.0, "y": 0.0, "wheelbase": -1}, "wheelbase is -1 m; it must be positive"),
        ("bicycle", {"x": 1.0, "y": 0.0, "wheelbas": 1.0}, "has no field 'wheelbas'; did you mean 'wheelbase'"),
    ],
)  # fmt: skip
def test_what_cannot_be_added_is_refused_with_one_sentence(what, given, sentence):
    world = flat_world(("bicycle", 3))
    before = everything(world)
    with pytest.raises((WorldError, ModelError), match=sentence) as refusal:
        world.add(what, **given)
    assert "\n" not in str(refusal.value)
    assert everything(world) == before


@pytest.mark.parametrize("what", ["bicycle", "single-track"])
def test_a_vehicle_that_fails_while_it_enters_leaves_the_world_as_it_was(monkeypatch, what):
    world = flat_world(("bicycle", 3))
    world.remove(1)
    before, present = everything(world), world.present_ids.tolist()

    def fail(_):
        raise ModelError("no trial drive")

    monkeypatch.setattr("motorpool.world.entity.component.turning_of", fail)
    with pytest.raises(ModelError, match="no trial drive"):
        world.add(what, x=[0.0, 10.0], y=0.0)
    monkeypatch.undo()
    assert (world.count, world.present_ids.tolist(), len(world.fleets)) == (3, present, 1)
    if what != "bicycle":  # a vacant row of the kind has been cleared
        assert everything(world) == before
    world.run(seconds=0.5)
    assert world.add(what, x=0.0, y=0.0).size == 1


@pytest.mark.parametrize(
    ("ids", "sentence"),
    [
        (1, "there is no vehicle 1 any more; its row is vacant"),
        ([0, 99], "there is no vehicle 99; the world has 3 rows, counted from 0"),
        (-1, "there is no vehicle -1"),
        ([2, 2], "a vehicle is named twice; give each id once"),
        ("first", "'first' is no id; give whole numbers"),
        (0.5, "0.5 is no id; give whole numbers"),
    ],
)
def test_what_cannot_be_removed_is_refused_with_one_sentence(ids, sentence):
    world = flat_world(("bicycle", 3))
    world.remove(1)
    before = everything(world)
    with pytest.raises(WorldError, match=sentence):
        world.remove(ids)
    assert everything(world) == before


def test_a_vehicle_of_another_program_is_not_removed():
    world = flat_world(("bicycle", 3))
    world.remote.hand_over(1)
    with pytest.raises(WorldError, match="another program moves vehicle 1; that program removes it"):
        world.remove(1)


# ---- the same to the bit

COMINGS = """
import sys
sys.path[:0] = (sys.argv[1] + "/support", sys.argv[1] + "/world")
import test_population
from motorpool.compile import columns, rows

columns.SHARE = 8  # so that few rows are many parts
rows.ROW_COST = 50_000
print(test_population.everything(test_population.with_comings_and_goings()))
"""


def with_comings_and_goings():
    """Return a world of several models in which vehicles came and went among the others."""
    terrain = hills()
    objects = scatter_objects(terrain, count=200, seed=1)
    world = World(fleets=[("bicycle", 12), ("M1A1", 9)], terrain=terrain, objects=objects, seed=5)
    world.scatter_vehicles()
    for step in range(360):
        if step == 60:
            ids = world.add("M1A1", x=np.linspace(-200.0, 200.0, 11), y=10.0, yaw=1.0)
        if step == 120:
            world.add("single-track", x=np.linspace(-150.0, 150.0, 5), y=-40.0)
        if step == 180:
            world.remove([*ids[::2], 3, 14])
        if step == 240:
            world.add("bicycle", x=[-100.0, 100.0], y=90.0)
        world.step()
    return world


def test_the_number_of_threads_changes_nothing():
    if cpu_count() < 2:
        pytest.skip("one processor makes one thread")
    command = [sys.executable, "-c", COMINGS, str(Path(__file__).parents[1])]
    environments = [os.environ | {"MOTORPOOL_THREADS": threads} for threads in ("1", "2")]
    runs = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for environment in environments
    ]
    one, two = (run.communicate(timeout=patience(300.0))[0].split() for run in runs)
    assert one == two != []


@settings(max_examples=8, deadline=None)
@given(
    kind=st.sampled_from(["bicycle", "M1A1", "single-track", "tracked"]),
    first=st.integers(0, 60),
    stay=st.integers(1, 60),
    count=st.integers(1, 9),
)
def test_vehicles_far_away_change_no_bit_of_the_others(kind, first, stay, count):
    fleets = ("bicycle", 5), ("M1A1", 3), ("single-track", 6)
    alone, visited = flat_world(*fleets), flat_world(*fleets)
    ids = None
    for step in range(130):
        if step == first:
            ids = visited.add(kind, x=np.linspace(FAR - 200.0, FAR, count), y=FAR)
        if step == first + stay:
            visited.remove(ids)
        alone.step()
        visited.step()
    assert columns_of(alone, 14) == columns_of(visited, 14)


@pytest.mark.parametrize(("kind", "built", "all_"), [("tracked", 5, 12), ("bicycle", 1, 9), ("single-track", 32, 64)])
def test_a_world_to_which_vehicles_are_added_at_once_equals_one_that_was_built_with_them(kind, built, all_):
    """Of a dynamic model if the parts are multiples of 32 rows, which a loop of a model computes together."""
    spots = np.random.default_rng(4).uniform(-150.0, 150.0, (3, all_))
    worlds = [World(fleets=[(kind, count)], terrain=hills(), area=(-200, -200, 200, 200)) for count in (all_, built)]
    worlds[0].place_vehicles(slice(None), *spots)
    worlds[1].place_vehicles(slice(None), *spots[:, :built])
    x, y, yaw = spots[:, built:]
    assert worlds[1].add(kind, x=x, y=y, yaw=yaw).tolist() == list(range(built, all_))
    for world in worlds:
        world.resolve_positions()
        world.run(seconds=4.0)
    assert columns_of(worlds[0], all_) == columns_of(worlds[1], all_)


# ---- earlier moments


def test_a_snapshot_brings_back_vehicles_that_went_and_takes_away_those_that_came():
    world = flat_world(("bicycle", 6), ("M1A1", 4))
    world.run(seconds=0.5)
    few = world.snapshot()
    ids = world.add("M1A1", x=[10.0, 60.0], y=20.0)
    world.run(seconds=0.5)
    many = world.snapshot()
    world.remove([int(ids[0]), 2])
    world.add("tracked", x=FAR, y=FAR)
    world.run(seconds=0.5)
    world.restore(many)
    assert world.present_ids.tolist() == [*range(10), *ids]
    world.run(seconds=1.0)
    after = everything(world)
    world.restore(few)
    assert (world.count, world.present, len(world.fleets)) == (10, 10, 2)
    world.run(seconds=0.2)
    world.restore(many)
    world.run(seconds=1.0)
    assert everything(world) == after


def test_a_restored_world_goes_on_as_if_nothing_had_come():
    plain, other = flat_world(("bicycle", 6), ("M1A1", 4)), flat_world(("bicycle", 6), ("M1A1", 4))
    for world in (plain, other):
        world.run(seconds=0.5)
    before = other.snapshot()
    other.add("M1A1", x=5.0, y=5.0)
    other.run(seconds=1.0)
    other.restore(before)
    for world in (plain, other):
        world.run(seconds=1.0)
    assert everything(plain) == everything(other)


def test_a_round_in_the_air_flies_on_when_the_table_grows():
    armament = {"M1A1": Armament(muzzle_speed=200.0)}
    plain, grown = (flat_world(("M1A1", 2), armament=armament) for _ in range(2))
    for world in (plain, grown):
        world.vehicles.turret_elevation[:] = world.vehicles.aim_elevation[:] = 0.3
        world.vehicles.trigger[0] = 1.0
        world.step()
        assert world.gunnery.rounds.count == 1
    grown.add("M1A1", x=[FAR, -FAR], y=FAR)
    impacts = [[], []]
    for _ in range(1500):
        for world, met in zip((plain, grown), impacts, strict=True):
            world.vehicles.trigger[:] = 0.0
            world.step()
            met += world.events.impacts.x.tolist()
    assert impacts[0] == impacts[1] != []


def test_an_alternate_model_goes_on_when_the_table_grows():
    plain, grown = flat_world(("bicycle", 3)), flat_world(("bicycle", 3))
    for world in (plain, grown):
        world.model_switching.choose(1, is_dynamic=True)
        world.run(seconds=0.5)
    ids = grown.add("bicycle", x=[FAR, FAR], y=[FAR, -FAR])
    for world in (plain, grown):
        world.run(seconds=1.0)
    assert columns_of(plain, 3) == columns_of(grown, 3)
    grown.model_switching.choose(int(ids[1]), is_dynamic=True)
    grown.remove(1)
    assert grown.add("bicycle", x=FAR, y=0.0, wheelbase=4.0).tolist() == [1]
    grown.model_switching.choose(1, is_dynamic=True)
    fleet, row = grown.moved_by(1)
    assert fleet.model.is_dynamic
    assert fleet.params.wheelbase[row] == 4.0
    grown.run(seconds=1.0)
    assert grown.problems() == []


def test_a_larger_vehicle_than_all_before_is_met():
    world = flat_world(("bicycle", 1))
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    player = Player()
    world.sources.append(player)
    player.take(0)
    player.set(0, throttle=1.0)
    long = world.add(Fleet("bicycle", 1, name="barge", body=Body(90.0, 30.0, 5.0)), x=100.0, y=20.0, yaw=math.pi / 2)
    world.guidance.hold(long)
    met = []
    for _ in range(900):
        world.step()
        met += world.events.contacts.vehicle.tolist()
    assert met
