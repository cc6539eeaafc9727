"""Weather: what rain and snow make of the ground, at once, everywhere, and the same again after a restore."""

import numpy as np
import pytest

from motorpool import Fleet, Terrain, World
from motorpool.errors import WorldError
from motorpool.ground.terrain.surface import CLASSES, Surface, rows_of
from motorpool.ground.terrain.weather import WEATHERS, class_in
from motorpool.world.sources.actions import ChangeWeather, decoded, encoded
from motorpool.world.sources.player import Player

TERRAIN = Terrain.flat(size=400.0)


def world_on(name: str) -> World:
    return World(fleets=[Fleet("M998", 2)], terrain=TERRAIN, surface=Surface.uniform(name, TERRAIN))


def friction_of(world: World) -> float:
    return float(world.surface.values("friction")[world.surface.sample(0.0, 0.0)])


@pytest.mark.parametrize(
    ("kind", "name", "turned"),
    [
        ("rain", "dry-asphalt", "wet-asphalt"),
        ("rain", "grass", "wet-grass"),
        ("rain", "gravel", "gravel"),
        ("snow", "dry-asphalt", "packed-snow"),
        ("snow", "grass", "fresh-snow"),
        ("snow", "ice", "ice"),
        ("fog", "dry-earth", "dry-earth"),
    ],
)
def test_a_class_takes_all_values_of_the_class_that_it_turns_into(kind: str, name: str, turned: str):
    world = world_on(name)
    world.weather.change(kind)
    assert (world.surface.table[CLASSES.index(name)] == rows_of([turned])[0]).all()
    assert world.weather.class_of(name) == turned


@pytest.mark.parametrize("kind", ["rain", "snow"])
def test_bad_weather_makes_no_ground_better(kind: str):
    friction = dict(zip(CLASSES, rows_of(CLASSES)[:, 0], strict=True))
    assert all(friction[class_in(kind, name)] <= friction[name] for name in CLASSES if name not in ("mud", "wet-grass"))


def test_dry_weather_brings_the_surface_back_and_another_world_never_noticed():
    surface = Surface.uniform("grass", TERRAIN).with_row("grass", (0.4, 0.3, 0.1, 0.1, 0.0, 0.5, 100.0))
    one, other = (World(fleets=[Fleet("M998", 1)], terrain=TERRAIN, surface=surface) for _ in range(2))
    one.weather.change("snow")
    assert friction_of(one) == 0.3
    assert friction_of(other) == 0.4
    one.weather.change("dry")
    assert (one.surface.table == surface.table).all()


def test_an_unknown_weather_is_refused_with_the_ones_there_are():
    with pytest.raises(WorldError, match="there is no weather 'hail'"):
        world_on("grass").weather.change("hail")


def test_an_instructor_changes_it_by_an_action_at_the_next_step():
    world, player = world_on("dry-earth"), Player()
    world.sources.append(player)
    player.send(ChangeWeather("rain"))
    assert world.weather.kind == "dry"
    world.step()
    assert (world.weather.kind, friction_of(world)) == ("rain", 0.55)
    assert decoded(encoded(ChangeWeather("rain"))) == ChangeWeather("rain")


def test_vehicles_drive_slower_in_snow_and_a_restored_world_repeats_to_the_bit():
    world = world_on("dry-asphalt")
    world.scatter_vehicles()
    world.vehicles.desired_speed[:] = 30.0
    world.run(seconds=1.0)
    saved = world.snapshot()
    world.weather.change("snow")
    world.run(seconds=1.0)
    first = [column.copy() for column in world.vehicles.all_columns()]
    assert (world.vehicles.course_speed <= 0.7 * world.vehicles.max_speed + 1e-9).all()
    world.restore(saved)
    assert world.weather.kind == "dry"
    world.weather.change("snow")
    world.run(seconds=1.0)
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(first, world.vehicles.all_columns(), strict=True))


def test_braking_takes_longer_in_snow():
    """By v^2 / 2 mu g some 50 m with friction and resistance of 0.2; with a driver's 6 m/s^2 less than half of it."""
    lengths = []
    for kind in ("dry", "snow"):
        world = world_on("dry-asphalt")
        world.weather.change(kind)
        state = world.fleets[0].state
        state.speed[:] = world.vehicles.speed[:] = 15.0
        world.vehicles.driver[:], world.vehicles.brake[:] = 1, 1.0
        world.place_vehicles(slice(None), [0.0, 0.0], [0.0, 30.0], 0.0)
        world.run(seconds=5.0)
        lengths.append(float(world.vehicles.x[0]))
    assert lengths[1] > 1.9 * lengths[0]


def test_every_weather_is_a_key_of_a_scenario(tmp_path):
    from motorpool.world.scenario import load

    for kind in WEATHERS:
        path = tmp_path / f"{kind}.yaml"
        path.write_text(f"weather: {kind}\nterrain: flat\nvehicles: [{{model: bicycle}}]\n")
        assert load(str(path)).build().weather.kind == kind
