"""World: its stages in order, the same to the bit each time, from fleets that fit."""

import math
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
import worlds
from pace import patience
from worlds import digest, hills, mixed_fleets

import motorpool as mp
from motorpool.compile.columns import cpu_count
from motorpool.errors import WorldError
from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models.kinematic.tracked import arc as tracked
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.components import COMPONENTS, structures
from motorpool.world.drivers.manual_control import Handling
from motorpool.world.entity.columns import Pose
from motorpool.world.scenario.fleet_keys import FleetFields
from motorpool.world.scenario.format import FleetPart
from motorpool.world.vehicle_table import column_kinds
from motorpool.world.world import play_area

DT = 1 / 60
STAGES = (
    "neighbours.step", "guidance.step", "avoidance.step", "drivers.step", "gunnery.fire", "motion.step",
    "contact.step", "attitude.step", "stability.step", "gunnery.fly_rounds",
)  # fmt: skip


@pytest.fixture
def crowd():
    return worlds.crowd_on_hills()


@pytest.fixture
def lonely():
    return worlds.two_on_flat_ground()


# ---------------------------------------------------------------- stages and components


def test_a_step_has_a_line_for_each_stage_in_order():
    world, called = World(fleets=[Fleet("tracked", 1)]), []
    for stage in STAGES:
        component, method = stage.split(".")
        setattr(getattr(world, component), method, partial(called.append, stage))
    world.step()
    assert tuple(called) == STAGES


def test_every_component_is_in_a_folder_of_its_name_and_no_two_have_a_column_of_one_name():
    for component in COMPONENTS:
        assert component.__module__ == f"motorpool.world.{component.name}.component"
    declared = [name for structure in structures().values() for name in structure._fields]
    assert len(declared) == len(set(declared))
    assert set(World(fleets=[Fleet("tracked", 1)]).vehicles.names) == set(declared)


def test_every_key_of_a_fleet_in_a_scenario_belongs_to_one_component():
    *of_components, own = FleetPart.__bases__
    folders = [part.__module__.split(".")[2] for part in of_components]
    assert own is FleetFields
    assert {component.name for component in COMPONENTS} >= set(folders)
    assert len(folders) == len(set(folders))
    keys = [key for part in FleetPart.__bases__ for key in part.model_fields]
    assert sorted(keys) == sorted(FleetPart.model_fields)


def test_many_vehicles_get_a_larger_area_up_to_the_whole_map():
    terrain = Terrain.flat(size=40_000.0, spacing=1000.0)
    few, many, most = (play_area(terrain, count) for count in (500, 20_000, 1_000_000))
    sides = [east - west for west, _, east, _ in (few, many, most)]
    assert sides[0] == pytest.approx(8_000.0, abs=1000.0)
    assert sides[1] == pytest.approx(math.sqrt(20_000 * 9_000.0), abs=1000.0)
    assert 38_000.0 < sides[2] <= 40_000.0


def test_two_components_cannot_have_a_column_of_one_name():
    with pytest.raises(AssertionError, match="two components have a column x"):
        column_kinds([Pose, type("Other", (), {"__annotations__": {"x": Pose.__annotations__["x"]}})])


def test_a_source_is_heard_in_the_same_step_and_observers_see_its_result(lonely):
    seen = []
    lonely.sources.append(SimpleNamespace(read=lambda world: world.vehicles.desired_speed.fill(5.0)))
    lonely.observers.append(SimpleNamespace(observe=lambda world: seen.append((world.tick, world.vehicles.speed[0]))))
    lonely.step()
    assert seen == [(1, pytest.approx(lonely.vehicles.acceleration[0] * DT))]


def test_time_is_ticks_times_dt(lonely):
    lonely.run(seconds=1.0)
    assert lonely.tick == 60
    assert lonely.time == 60 * DT


def test_observers_of_one_run_see_every_step_and_are_forgotten_even_after_an_error(lonely):
    ticks = []

    def observe(world):
        ticks.append(world.tick)
        if world.tick == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lonely.run(seconds=1.0, observers=[SimpleNamespace(observe=observe)])
    assert ticks == [1, 2, 3, 4, 5]
    assert lonely.observers == []


def test_progress_is_reported_about_every_tenth_of_a_second(lonely):
    done = []
    lonely.run(seconds=0.5, progress=done.append)
    assert done == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])


# ---------------------------------------------------------------- the same each time


def world_like(seed):
    ground = hills()
    world = World(fleets=mixed_fleets(), terrain=ground, objects=scatter_objects(ground, count=300, seed=1), seed=seed)
    world.scatter_vehicles()
    return world


def test_the_same_seed_gives_the_same_run_to_the_bit_and_another_seed_another():
    first, again, other = world_like(5), world_like(5), world_like(6)
    for world in (first, again, other):
        world.run(seconds=4.0)
    assert digest(first) == digest(again)
    assert digest(first) != digest(other)


THREADED = """
import sys
sys.path.insert(0, sys.argv[1] + "/support")
import worlds
from motorpool.vehicles.fleet import Fleet
from motorpool.compile.columns import parts_of
from motorpool.compile.rows import ROW_COST
from motorpool.ground.objects.objects import scatter_objects
from motorpool.world import World

ground = worlds.hills(2000.0)
fleets = [Fleet("tracked", 3000), Fleet("bicycle", 3500)]
world = World(fleets=fleets, terrain=ground, objects=scatter_objects(ground, count=2000), seed=1)
world.scatter_vehicles()
world.run(seconds=0.5)
print(len(parts_of(world.count, ROW_COST, None)), worlds.digest(world))
"""


def test_the_number_of_threads_changes_nothing():
    if cpu_count() < 2:
        pytest.skip("one processor makes one thread")
    command = [sys.executable, "-W", "error", "-c", THREADED, str(Path(__file__).parents[1])]
    processes = [
        subprocess.Popen(command, env=os.environ | {"MOTORPOOL_THREADS": threads}, stdout=subprocess.PIPE, text=True)
        for threads in ("1", "2")
    ]
    one, two = (process.communicate(timeout=patience(150.0))[0].split() for process in processes)
    assert (one[0], two[0]) == ("1", "2")
    assert one[1] == two[1]


def test_a_snapshot_replays_to_the_bit(crowd):
    crowd.run(seconds=1.0)
    saved, begun = crowd.snapshot(), digest(crowd)
    crowd.run(seconds=3.0)
    ended, tick = digest(crowd), crowd.tick
    crowd.restore(saved)
    assert (digest(crowd), crowd.tick) == (begun, 60)
    crowd.run(seconds=3.0)
    assert (digest(crowd), crowd.tick) == (ended, tick)


@pytest.mark.parametrize("count", [1, 4])
def test_a_snapshot_of_another_world_is_refused_and_changes_nothing(count):
    world, other = mp.World(fleets=[("bicycle", 3)]), mp.World(fleets=[("bicycle", count)])
    other.run(seconds=1.0)
    before = [column.copy() for column in world.vehicles.all_columns()]
    with pytest.raises(WorldError, match=rf"columns of {count} vehicles?, and the world 'world' has \d+ of 3; restore"):
        world.restore(other.snapshot())
    assert world.tick == 0
    assert all((column == kept).all() for column, kept in zip(world.vehicles.all_columns(), before, strict=True))


@pytest.mark.parametrize("seed", [-1, 1.5, "a", None])
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(WorldError, match=r"seed is .*; it must be a whole number, 0 or more"):
        mp.World(fleets=["bicycle"], seed=seed)


def test_what_observers_keep_must_be_copied_but_a_snapshot_is_one(crowd):
    saved = crowd.snapshot()
    before = [column.copy() for column in saved.columns]
    crowd.run(seconds=1.0)
    assert all(map(np.array_equal, before, saved.columns))


# ---------------------------------------------------------------- vehicles and fleets


def test_the_fleets_columns_are_slices_of_the_worlds(crowd):
    crowd.run(seconds=1.0)
    for index, (fleet, rows) in enumerate(zip(crowd.fleets, crowd.vehicles.rows, strict=True)):
        assert (crowd.vehicles.fleet_index[rows] == index).all()
        for name in ("x", "y", "yaw"):
            column = getattr(crowd.vehicles, name)
            assert np.shares_memory(getattr(fleet.state, name), column)
            assert np.array_equal(getattr(fleet.state, name), column[rows])
        assert np.shares_memory(fleet.status, crowd.vehicles.status)


def test_values_given_to_a_fleet_survive_its_entry_into_a_world():
    world = World(fleets=[Fleet("bicycle", 2, x=[1.0, 2.0]), Fleet("tracked", 1, yaw=1.5)])
    assert world.vehicles.x.tolist() == [1.0, 2.0, 0.0]
    assert world.vehicles.course_yaw.tolist() == [0.0, 0.0, 1.5]


def own_model():
    """A user's module: drives like a tracked vehicle, looks like a car."""
    module = ModuleType("own")
    parts = {name: getattr(tracked, name) for name in ("State", "Control", "Params", "step", "control_from_command")}
    vars(module).update(parts, KIND="wheeled")
    return module


def test_a_model_of_ones_own_lives_in_a_world():
    world = World(fleets=[Fleet(own_model(), 3, name="mine"), Fleet("tracked", 3)], terrain=hills())
    world.scatter_vehicles()
    world.run(seconds=3.0)
    assert world.vehicles.odometer.min() > 1.0
    assert world.problems() == []


def test_handling_may_be_given_for_each_fleet():
    slow = Handling(max_speed=2.0, acceleration=1.0)
    world = World(fleets=mixed_fleets(2), handling={"tracked/arc": slow})
    assert world.vehicles.max_speed.tolist() == [20.0, 20.0, 2.0, 2.0]
    world.place_vehicles(slice(None), [0.0, 0.0, 0.0, 0.0], [-90.0, -30.0, 30.0, 90.0], 0.0)  # out of each other's way
    world.run(seconds=5.0)
    assert world.vehicles.speed[2:].tolist() == pytest.approx([1.2, 1.2])


@pytest.mark.parametrize(
    ("fleets", "sentence"),
    [
        ([], r"a world needs at least one fleet, for example fleets=\[\('bicycle', 250\)"),
        ([("tracked", {}), ("tracked", {})], "two fleets are named 'tracked/arc'; give each its own"),
        ([("bicycle", {"name": "a"}), ("tracked", {"name": "a"})], "two fleets are named 'a'"),
        (
            [("arc", {})],
            "fleet 'arc': model arc cannot be used in a world; it must have x, y and yaw in its State",
        ),
        ([("bicycle", {"dtype": "float32"})], "a world's fleets are float64 on the CPU, not float32 on cpu"),
    ],
)
def test_fleets_that_cannot_live_in_a_world_are_refused(fleets, sentence):
    with pytest.raises(WorldError, match=sentence):
        World(fleets=[Fleet(model, 1, **options) for model, options in fleets])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fleets": "bicycle"}, r"fleets is 'bicycle'; it must be a list of fleets, of names, or .*'M1A1'"),
        ({"fleets": Fleet("tracked", 1)}, r"fleets is <Fleet .*; it must be a list of fleets"),
        ({"terrain": "jacksboro"}, r"terrain is 'jacksboro'; it must be a Terrain, for example load_terrain\('jack"),
        ({"objects": 1000}, "objects is 1000; it must be Objects, for example scatter_objects"),
        ({"area": (0.0, 100.0)}, r"area is \(0.0, 100.0\); it must be four numbers: west, south, east, north \[m\]"),
        ({"handling": {"tank": Handling()}}, "handling: there is no fleet 'tank'; did you mean 'tanks'"),
        ({"dynamics": {"tank": "skid-steer"}}, "dynamics: there is no fleet 'tank'; did you mean 'tanks'"),
    ],
)
def test_what_a_world_cannot_be_made_of_is_refused(options, sentence):
    with pytest.raises(WorldError, match=sentence):
        World(**{"fleets": [Fleet("tracked", 1, name="tanks")], **options})


def test_a_column_that_the_vehicle_table_does_not_have_is_refused(lonely):
    for use in (lambda: lonely.vehicles.spede, lambda: setattr(lonely.vehicles, "spede", 3.0)):
        with pytest.raises(AttributeError, match=r"the vehicle table has no column 'spede'; did you mean 'speed'\?"):
            use()


@pytest.mark.parametrize(("rows", "x"), [(99, 0.0), (slice(0, 2), [0.0, 1.0, 2.0])])
def test_vehicles_that_are_not_there_cannot_be_placed(rows, x):
    world = World(fleets=[Fleet("tracked", 2)])
    with pytest.raises(
        WorldError, match=r"vehicles .* cannot be placed at x .*; the world has 2 vehicles, counted from 0"
    ):
        world.place_vehicles(rows, x, 0.0, 0.0)


def test_a_column_that_is_assigned_stays_the_worlds_own(lonely):
    vehicles = lonely.vehicles
    column = vehicles.desired_speed
    vehicles.desired_speed = 3.0
    assert vehicles.desired_speed is column
    assert column.tolist() == [3.0] * lonely.count
    with pytest.raises(WorldError, match=r"vehicles\.desired_speed has \d+ values and cannot take"):
        vehicles.desired_speed = [1.0] * (lonely.count + 1)
    with pytest.raises(AttributeError, match="motion of the vehicle table cannot be replaced; assign its columns"):
        vehicles.motion = None


@pytest.mark.parametrize("dt", [0.0, -0.1, math.nan, math.inf, "1/60"])
def test_a_dt_that_means_nothing_is_refused(dt):
    with pytest.raises(WorldError, match=r"dt is .*must be a positive number of seconds"):
        World(fleets=[Fleet("tracked", 1)], dt=dt)


@pytest.mark.parametrize("seconds", [-1.0, math.nan, math.inf, "5 s"])
def test_a_duration_that_means_nothing_is_refused(lonely, seconds):
    with pytest.raises(WorldError, match=r"seconds is .*must be a finite number"):
        lonely.run(seconds=seconds)


def test_a_world_of_empty_fleets_steps():
    World(fleets=[Fleet("tracked", 0), Fleet("bicycle", 0)]).run(seconds=0.1)


def test_a_fleet_lives_in_one_world_only():
    fleet = Fleet("bicycle", 2, name="cars")
    World(fleets=[fleet])
    with pytest.raises(WorldError, match="fleet 'cars' is in a world already"):
        World(fleets=[fleet])
