"""Friction under the wheels of each side, which a world reads of its surface: the split-friction tests of ISO 14512."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.compile import columns as compiled_columns
from motorpool.compile import rows
from motorpool.ground.terrain.decks import Deck
from motorpool.ground.terrain.surface import FIELDS, Surface, rows_of
from motorpool.world.drivers.kinds import SCRIPT

MODELS = ("double-track", "double-track/magic-formula", "double-track/relaxation")
ICE, ASPHALT = (dict(zip(FIELDS, row.tolist(), strict=True)) for row in rows_of(["ice", "dry-asphalt"]))
MEAN = 0.5 * (ICE["friction"] + ASPHALT["friction"])
SPLIT = (ICE["friction"] - ASPHALT["friction"]) / (ICE["friction"] + ASPHALT["friction"])  # with the left wheels on ice
TERRAIN = mp.Terrain.flat(size=800.0)


def braked(*fleets, surface, terrain=TERRAIN, **settings):
    """Return a world of cars that brake from 20 m/s in the middle of the map, eastward, those of further fleets aside.

    Args:
        surface: a class, or those south and north of the middle.
    """
    kinds = [surface, surface] if isinstance(surface, str) else surface
    ground = Surface.from_classes([[0], [1]], spacing=400.0, legend=kinds, x_west=-400.0)
    world = mp.World(fleets=fleets, terrain=terrain, surface=ground, recovery="report", **settings)
    for index in range(len(fleets)):
        world.place_vehicles(world.vehicles.rows[index], 0.0, 40.0 * index, 0.0)
    world.resolve_positions()
    world.vehicles.driver[:], world.vehicles.brake[:] = SCRIPT, 1.0
    return world


def car(model="double-track", **values):
    return mp.Fleet(model, 1, speed=20.0, **values)


@pytest.mark.parametrize("model", MODELS)
def test_on_one_class_a_car_moves_to_the_bit_as_one_that_reads_the_class_of_its_place(model):
    world, alone = braked(car(model, yaw_rate=0.3), surface="gravel"), car(model, yaw_rate=0.3)
    fleet = world.fleets[0]
    for _ in range(90):
        world.step()
        for name in dir(fleet.control):
            getattr(alone.control, name)[:] = getattr(fleet.control, name)
        alone.step(world.dt, terrain=world.terrain, surface=world.surface)
        for part in ("state", "ground"):
            for name in dir(getattr(fleet, part)):
                assert getattr(getattr(fleet, part), name)[0] == getattr(getattr(alone, part), name)[0], name
    assert fleet.ground.friction_split[0] == 0.0


@pytest.mark.parametrize("model", MODELS)
def test_a_car_with_its_left_wheels_on_ice_moves_as_one_whose_program_states_the_split(model):
    world, alone = braked(car(model), surface=["dry-asphalt", "ice"]), car(model)
    alone.ground.friction[:], alone.ground.friction_split[:] = MEAN, SPLIT
    for name in ("sliding_friction", "wheel_resistance"):
        getattr(alone.ground, name)[:] = 0.5 * (ICE[name] + ASPHALT[name])
    fleet = world.fleets[0]
    for _ in range(20):
        world.step()
        for name in dir(fleet.control):
            getattr(alone.control, name)[:] = getattr(fleet.control, name)
        alone.step(world.dt)
        assert fleet.ground.friction_split[0] == pytest.approx(SPLIT, rel=1e-15)
        assert fleet.ground.friction[0] == pytest.approx(MEAN, rel=1e-15)
        for name in dir(fleet.state):
            assert getattr(fleet.state, name) == pytest.approx(getattr(alone.state, name), rel=1e-12, abs=1e-12), name
    assert fleet.state.yaw_rate[0] < -0.1  # to the right, where the grip is


def test_the_mirrored_road_turns_the_car_to_the_other_side():
    one, other = (braked(car(), surface=kinds) for kinds in (["dry-asphalt", "ice"], ["ice", "dry-asphalt"]))
    for _ in range(60):
        one.step()
        other.step()
    for name, sign in (("x", 1.0), ("speed", 1.0), ("y", -1.0), ("yaw", -1.0), ("yaw_rate", -1.0)):
        values = [float(getattr(world.vehicles, name)[0]) for world in (one, other)]
        assert values[0] == pytest.approx(sign * values[1], rel=1e-9), name
    assert one.vehicles.yaw[0] < -0.1


def test_the_split_is_read_half_a_track_width_to_each_side_of_the_place_whatever_the_yaw():
    world = braked(mp.Fleet("double-track", 5, track_width=2.0), surface=["dry-asphalt", "ice"])
    world.vehicles.y[:], world.vehicles.brake[:] = [0.99, 1.01, 0.0, -0.70, -0.72], 0.0
    world.vehicles.yaw[:] = [
        0.0,
        0.0,
        np.pi,
        0.25 * np.pi,
        0.25 * np.pi,
    ]  # at the last two the wheels are 0.707 m aside
    world.vehicles.x[:] = 30.0 * np.arange(5)
    world.step()
    ground = world.fleets[0].ground
    assert ground.friction_split == pytest.approx([SPLIT, 0.0, -SPLIT, SPLIT, 0.0])
    assert ground.friction == pytest.approx([MEAN, ICE["friction"], MEAN, MEAN, ASPHALT["friction"]])


def test_resistance_is_the_mean_of_both_sides_and_the_soil_as_weak_as_the_weaker_one():
    world = braked(car(), surface=["mud", "ice"])
    world.step()
    ground, mud = world.fleets[0].ground, dict(zip(FIELDS, rows_of(["mud"])[0], strict=True))
    assert ground.wheel_resistance[0] == pytest.approx(0.5 * (ICE["wheel_resistance"] + mud["wheel_resistance"]))
    assert ground.sliding_friction[0] == pytest.approx(0.5 * (ICE["sliding_friction"] + mud["sliding_friction"]))
    assert ground.cone_index[0] == mud["cone_index"]


def test_rain_changes_the_split():
    world = braked(car(), surface=["dry-asphalt", "ice"])
    world.weather.change("rain")
    world.step()
    wet = rows_of(["wet-asphalt"])[0, FIELDS.index("friction")]
    assert world.fleets[0].ground.friction_split[0] == pytest.approx((0.1 - wet) / (0.1 + wet))


@pytest.mark.parametrize("given", ["when made", "in its column", "when added"])
def test_a_split_that_a_program_states_is_kept(given):
    stated = car(friction_split=-0.2) if given == "when made" else car()
    if given == "in its column":
        stated.ground.friction_split[:] = -0.2
    world = braked(stated, surface=["dry-asphalt", "ice"])
    if given == "when added":
        world.add("double-track", x=100.0, y=0.0, friction_split=-0.2)
    world.run(seconds=0.5)
    fleet = world.fleets[-1]
    assert fleet.ground.friction_split[0] == -0.2
    assert fleet.ground.friction[0] in (ICE["friction"], ASPHALT["friction"])  # of its place
    if given == "when added":
        assert world.fleets[0].ground.friction_split[0] == pytest.approx(SPLIT)


def test_other_models_read_the_class_of_their_place():
    world = braked(car("single-track"), surface=["dry-asphalt", "ice"])
    world.step()
    assert world.fleets[0].ground.friction[0] == ICE["friction"]
    assert world.vehicles.keeps_friction_split[0] == 0


def test_ruts_give_the_resistance_and_the_surface_the_split():
    world = braked(car(), surface=["mud", "ice"], ruts=True)
    for _ in range(10):
        world.step()
        ground, mud = world.fleets[0].ground, dict(zip(FIELDS, rows_of(["mud"])[0], strict=True))
        assert ground.friction[0] == pytest.approx(0.5 * (ICE["friction"] + mud["friction"]))
        expected = (ICE["friction"] - mud["friction"]) / (ICE["friction"] + mud["friction"])
        assert ground.friction_split[0] == pytest.approx(expected)
        assert ground.wheel_resistance[0] == world.vehicles.ground_resistance[0] > 0.0


def test_a_car_on_a_bridge_reads_the_surface_under_its_wheels_and_the_slope_of_the_deck():
    x = np.array([-200.0, 200.0])
    edge = np.column_stack([x, np.full_like(x, 6.0), 8.0 + 0.02 * x])
    deck = Deck(np.stack([edge, edge * (1, -1, 1)], axis=1), edges="railed")
    terrain = mp.Terrain(TERRAIN.heights, TERRAIN.spacing, TERRAIN.x_west, TERRAIN.y_south, decks=(deck,))
    world = braked(car(), surface=["dry-asphalt", "ice"], terrain=terrain)
    world.place_vehicles(0, 0.0, 0.0, 0.0, z=8.0)
    world.resolve_positions()
    world.step()
    assert (world.vehicles.level[0], world.fleets[0].ground.slope_x[0]) == (1, pytest.approx(0.02))
    assert world.fleets[0].ground.friction_split[0] == pytest.approx(SPLIT)


def test_a_restored_world_repeats_its_splits():
    world = braked(car(), car(friction_split=0.1, name="stated"), surface=["dry-asphalt", "ice"])
    world.run(seconds=0.2)
    before, found = world.snapshot(), []
    for _ in range(2):
        world.restore(before)
        world.run(seconds=0.5)
        found.append([np.concatenate(list(fleet.named_columns().values())) for fleet in world.fleets])
    assert all((one == other).all() for one, other in zip(*found, strict=True))


def test_the_split_does_not_depend_on_the_number_of_threads(monkeypatch):
    for module in (compiled_columns, rows):
        monkeypatch.setattr(module, "ROWS_A_THREAD", 10)
    found = []
    try:
        for threads in (1, 2):
            compiled_columns.limit_threads(threads)
            world = braked(mp.Fleet("double-track", 300, speed=20.0), surface=["dry-asphalt", "ice"])
            world.vehicles.x[:], world.vehicles.yaw[:] = np.linspace(-300.0, 300.0, 300), np.linspace(-1.0, 1.0, 300)
            world.run(seconds=0.5)
            found.append(np.array(list(world.fleets[0].named_columns().values())))
    finally:
        compiled_columns.limit_threads(None)
    assert (found[0] == found[1]).all()
    splits = found[0][list(world.fleets[0].named_columns()).index("ground.friction_split")]
    assert 0 < np.count_nonzero(splits) < 300
