"""A fleet steps on terrain and surface as one vehicle does whose ground is looked up before each step."""

import math
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import NamedTuple

import feeling
import numpy as np
import pytest
from worlds import hills

from motorpool.errors import ModelError, Status, WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import CLASSES, FIELDS, Surface
from motorpool.models import find
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World

DT, STEPS = 0.1, 25
TERRAIN = hills(size=400.0)  # from -200 m to 200 m
MODELS = [feeling, "friction-circle/wheeled", "friction-circle/tracked", "park1992/wheeled"]


def patches(spacing=25.0, size=300.0):
    """Every class somewhere, smaller than the terrain: beyond it, its border goes on."""
    cells = round(size / spacing)
    classes = np.random.default_rng(4).integers(0, len(CLASSES), (cells, cells))
    return Surface.from_classes(classes, spacing=spacing)


SURFACE = patches()


def scattered(model, count, *, seed=1, reach=190.0, **settings):
    """Vehicles anywhere, on any course, under way."""
    random = np.random.default_rng(seed)
    fleet = Fleet(model, count, **settings)
    fleet.state.x, fleet.state.y = random.uniform(-reach, reach, (2, count))
    fleet.state.yaw = random.uniform(-3.0, 3.0, count)
    if "speed" in dir(fleet.state):
        fleet.state.speed = random.uniform(1.0, 8.0, count)
    fleet.drive(random.uniform(2.0, 9.0, count), random.uniform(-1.0, 1.0, count), dt=DT)
    return fleet


def looked_up(wanted, state, terrain, surface):
    """Return the ground under one vehicle, as far as a model reads it, looked up in plain Python."""
    x, y, sine, cosine = state.x, state.y, math.sin(state.yaw), math.cos(state.yaw)
    values = {}
    if terrain is not None:
        values |= dict(zip(("height", "slope_x", "slope_y"), terrain.sample(x, y), strict=True))
        values["height_ahead"] = terrain.sample(x + 2.0 * cosine, y + 2.0 * sine)[0]
        values["height_right"] = terrain.sample(x + 2.0 * sine, y - 2.0 * cosine)[0]
    if surface is not None:
        values |= dict(zip(FIELDS, surface.table[surface.sample(x, y)], strict=True))
    return {name: float(value) for name, value in values.items() if name in wanted}


def one_by_one(fleet, steps, terrain, surface):
    """The state and ground of a fleet's vehicles after steps in plain Python, column by column."""
    results = []
    for row in range(fleet.count):
        state, control, params, ground = (
            structure(*(float(column[row]) for column in getattr(fleet, part)))
            for part, structure in fleet.model.structures.items()
        )
        for _ in range(steps):
            ground = ground._replace(**looked_up(ground._fields, state, terrain, surface))
            state = fleet.model.module.step(state, control, params, DT, ground)
        results.append((*state, *ground))
    return np.array(results).T


def columns_of(fleet):
    return np.array([np.asarray(column) for part in (fleet.state, fleet.ground) for column in part])


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("surface", [None, SURFACE], ids=["", "surface"])
@pytest.mark.parametrize("terrain", [None, TERRAIN], ids=["", "terrain"])
def test_a_fleet_on_ground_steps_as_vehicles_with_that_ground_do(model, terrain, surface):
    fleet = scattered(model, 60)
    expected = one_by_one(fleet, STEPS, terrain, surface)
    fleet.step(DT, STEPS, terrain=terrain, surface=surface)
    np.testing.assert_allclose(columns_of(fleet), expected, rtol=1e-11, atol=1e-11)
    assert not np.any(fleet.status)


def test_the_ground_makes_a_difference_in_every_field():
    bare, fleet = scattered(feeling, 200), scattered(feeling, 200)
    bare.step(DT, STEPS)
    fleet.step(DT, STEPS, terrain=TERRAIN, surface=SURFACE)
    for name in feeling.Ground._fields:
        assert np.unique(getattr(fleet.ground, name)).size > 3
    assert np.all(bare.state.x != fleet.state.x)


class Snowy(NamedTuple):
    """A ground that nothing tells, beside one that the surface does."""

    snow_depth: float = 0.25  # [m]
    cone_index: float = 100.0  # [1]


State = feeling.State


def rolled_on_snow(state, control, params, dt, ground):
    return State(state.x + dt * control.speed * (1.0 - ground.snow_depth), state.y, state.yaw, state.distance)


def test_what_nothing_tells_stays_as_the_caller_has_set_it():
    model = types.ModuleType("snowy")
    vars(model).update({**vars(feeling), "__name__": "snowy", "Ground": Snowy, "step": rolled_on_snow})
    fleet = scattered(model, 9, snow_depth=0.125, cone_index=70.0)
    fleet.step(DT, 3, terrain=TERRAIN)
    assert set(fleet.ground.cone_index) == {70.0}
    fleet.step(DT, 3, terrain=TERRAIN, surface=SURFACE)
    assert set(fleet.ground.snow_depth) == {0.125}
    assert set(fleet.ground.cone_index) <= set(SURFACE.values("cone_index"))
    with pytest.raises(WorldError, match=r"asks the ground for 'snow_depth'; a world has height, slope_x"):
        World(fleets=[fleet], terrain=TERRAIN)


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_many_steps_in_one_call_are_as_many_calls_to_the_bit(model):
    one, many = scattered(model, 3000), scattered(model, 3000)
    one.step(DT, STEPS, terrain=TERRAIN, surface=SURFACE)
    for _ in range(STEPS):
        many.step(DT, terrain=TERRAIN, surface=SURFACE)
    assert np.array_equal(columns_of(one), columns_of(many))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("model", [feeling, "friction-circle/tracked"], ids=str)
def test_the_number_of_threads_does_not_change_a_bit(model, dtype):
    fleets = [scattered(model, 5003, dtype=dtype) for _ in range(3)]
    for threads, fleet in enumerate(fleets, start=1):
        fleet.step(DT, 8, terrain=TERRAIN, surface=SURFACE, threads=threads)
    assert np.array_equal(columns_of(fleets[0]), columns_of(fleets[1]))
    assert np.array_equal(columns_of(fleets[0]), columns_of(fleets[2]))


def test_a_single_precision_fleet_feels_the_same_ground():
    single, double = scattered(feeling, 500, dtype="float32"), scattered(feeling, 500)
    for fleet in (single, double):
        fleet.state.x, fleet.state.y = double.state.x.astype("float32"), double.state.y.astype("float32")
        fleet.step(DT, terrain=TERRAIN, surface=SURFACE)
    assert single.ground.height.dtype == "float32"
    np.testing.assert_allclose(columns_of(single), columns_of(double), rtol=2e-6, atol=2e-5)


def test_a_single_precision_vehicle_feels_the_ground_where_it_really_is():
    """At 4000 km, where its columns have steps of 0.25 m, on a plane that rises to the north."""
    plane = Terrain(np.float32([[0.0, 0.0], [10.0, 10.0]]), x_west=0.0, y_south=3_999_990.0, spacing=100.0)
    fleet = Fleet(feeling, 1, dtype="float32", speed=1.0, y=4e6, yaw=0.5 * np.pi)
    heights = []
    for _ in range(6):
        fleet.step(0.05, terrain=plane)
        heights.append(float(fleet.ground.height[0]))
    assert np.all(np.diff(heights) > 0.0)


def test_no_steps_sample_nothing():
    fleet = scattered(feeling, 5)
    before = columns_of(fleet)
    fleet.step(DT, 0, terrain=TERRAIN, surface=SURFACE)
    assert np.array_equal(columns_of(fleet), before)


def test_no_vehicles_are_no_trouble():
    Fleet(feeling, 0).step(DT, 3, terrain=TERRAIN, surface=SURFACE)


@pytest.mark.parametrize("place", [(1e4, 50.0), (-1e4, -1e4), (30.0, 1e9), (np.inf, 0.0)], ids=str)
def test_beyond_the_border_the_border_goes_on(place):
    fleet = Fleet(feeling, 1, speed=3.0)
    fleet.state.x, fleet.state.y = place
    fleet.step(DT, terrain=TERRAIN, surface=SURFACE)
    at = tuple(float(np.clip(value, -200.0, 200.0)) for value in place)
    assert fleet.ground.height[0] == pytest.approx(TERRAIN.sample(*at)[0])
    assert fleet.ground.friction[0] == SURFACE.table[SURFACE.sample(*at), 0]


@pytest.mark.parametrize("field", ["x", "y"])
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_a_vehicle_that_is_nowhere_gets_a_status_and_harms_no_other(model, field):
    fleet, whole = scattered(model, 40), scattered(model, 40)
    getattr(fleet.state, field)[17] = np.nan
    for each in (fleet, whole):
        each.step(DT, 3, terrain=TERRAIN, surface=SURFACE)
    others = np.arange(40) != 17
    assert fleet.status[17] == Status.NOT_FINITE
    assert not np.any(fleet.status[others])
    assert np.array_equal(columns_of(fleet)[:, others], columns_of(whole)[:, others])


def test_a_model_without_ground_does_not_look():
    on_terrain, anywhere = scattered("bicycle", 30), scattered("bicycle", 30)
    on_terrain.step(DT, 5, terrain=TERRAIN, surface=SURFACE)
    anywhere.step(DT, 5)
    assert np.array_equal(columns_of(on_terrain), columns_of(anywhere))


@pytest.mark.parametrize("wrong", [3.0, "jacksboro", TERRAIN.heights, SURFACE])
def test_what_is_no_terrain_is_refused(wrong):
    with pytest.raises(ModelError, match=rf"cars\.step: terrain is a {type(wrong).__name__}; it must be a Terrain, or"):
        Fleet("friction-circle/wheeled", 2, name="cars").step(DT, terrain=wrong)


@pytest.mark.parametrize("wrong", [1, "mud", TERRAIN])
def test_what_is_no_surface_is_refused(wrong):
    with pytest.raises(ModelError, match=rf"cars\.step: surface is a {type(wrong).__name__}; it must be a Surface, or"):
        Fleet("bicycle", 2, name="cars").step(DT, surface=wrong)


@pytest.mark.parametrize(
    ("name", "distance"),
    [
        ("ice", 0.5 * (1.0 - 0.015 - 2.0 * 0.03) * (1000.0 / 1050.0)),
        ("dry-asphalt", 1.0 * (1.0 - 0.013 - 2.0 * 0.035) * (1000.0 / 1050.0)),
        ("mud", 0.3 * (1.0 - 0.30 - 2.0 * 0.18 - 3.0 * 0.03) * (30.0 / 80.0)),
    ],
)
def test_the_values_are_those_of_the_surfaces_table(name, distance):
    fleet = Fleet(feeling, 1, speed=1.0)
    fleet.step(DT, 10, surface=Surface.uniform(name, TERRAIN))
    assert fleet.state.distance[0] == pytest.approx(distance, rel=1e-12)


# ---------------------------------------------------------------- other ways to run

PROGRAM = """
import sys
import feeling
import numpy as np
from motorpool.vehicles.fleet import Fleet
from test_fleet_ground import DT, SURFACE, TERRAIN, columns_of, scattered

results = {}
for model in (feeling, "friction-circle/wheeled"):
    for dtype in ("float64", "float32"):
        start = scattered(model, 7)
        values = {name: getattr(part, name) for part in (start.state, start.control) for name in dir(part)}
        fleet = Fleet(model, 7, dtype=dtype, device=sys.argv[1], **values)
        fleet.step(DT, 4, terrain=TERRAIN, surface=SURFACE)
        fleet.step(DT, 2, terrain=TERRAIN)
        fleet.step(DT, 1)
        assert not np.any(np.asarray(fleet.status))
        results[f"{fleet.model.name} {dtype}"] = columns_of(fleet)
np.savez(sys.argv[2], **results)
"""


@pytest.mark.parametrize(
    ("device", "environment"),
    [
        ("cpu", {"MOTORPOOL_COMPILE": "0"}),
        pytest.param("cuda", {"NUMBA_ENABLE_CUDASIM": "1"}, marks=pytest.mark.slow),
    ],
    ids=["without the compiler", "on simulated CUDA"],
)
def test_other_ways_feel_the_same_ground(tmp_path, device, environment):
    if device == "cuda":
        pytest.importorskip("numba.cuda", reason="the CUDA simulator needs numba-cuda")
    folders = Path(__file__).parent, Path(__file__).parents[2] / "support"
    places = os.pathsep.join([*map(str, folders), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-W", "error", "-c", PROGRAM, device, str(tmp_path / "out.npz")]
    subprocess.run(command, env=os.environ | environment | {"PYTHONPATH": places}, check=True)
    with np.load(tmp_path / "out.npz") as results:
        for model in (feeling, "friction-circle/wheeled"):
            fleet = scattered(model, 7)
            fleet.step(DT, 4, terrain=TERRAIN, surface=SURFACE)
            fleet.step(DT, 2, terrain=TERRAIN)
            fleet.step(DT, 1)
            name = find(model).name
            np.testing.assert_allclose(results[f"{name} float64"], columns_of(fleet), rtol=1e-11, atol=1e-11)
            np.testing.assert_allclose(results[f"{name} float32"], columns_of(fleet), rtol=2e-4, atol=2e-3)


# ---------------------------------------------------------------- in a world


def test_a_world_tells_its_ground_to_its_fleets():
    world = World(fleets=[Fleet(feeling, 40)], terrain=TERRAIN, surface=SURFACE, area=(-150.0, -150.0, 150.0, 150.0))
    world.scatter_vehicles()
    for _ in range(5):
        x, y, yaw = (column.copy() for column in world.vehicles.columns("x", "y", "yaw"))
        world.step()
        ground = world.fleets[0].ground
        height, slope_x, slope_y = TERRAIN.sample(x, y)
        ahead = TERRAIN.sample(x + 2.0 * np.cos(yaw), y + 2.0 * np.sin(yaw))[0]
        for name, expected in {"height": height, "slope_x": slope_x, "slope_y": slope_y, "height_ahead": ahead}.items():
            np.testing.assert_allclose(getattr(ground, name), expected, rtol=1e-12, atol=1e-12)
        for name, expected in zip(FIELDS, SURFACE.table[SURFACE.sample(x, y)].T, strict=True):
            assert np.array_equal(getattr(ground, name), expected)


def test_a_second_model_feels_the_ground_of_those_that_it_moves():
    fleet = Fleet("bicycle", 12)
    world = World(fleets=[fleet], terrain=TERRAIN, area=(-150.0, -150.0, 150.0, 150.0))
    world.scatter_vehicles()
    world.model_switching.choose(7, is_dynamic=True)
    world.step()
    moved_by, row = world.moved_by(7)
    assert moved_by.model.name == "friction-circle/wheeled"
    assert moved_by.state.pitch[row] != 0.0
    assert moved_by.state.pitch[row] == pytest.approx(world.vehicles.pitch[7], abs=0.01)
