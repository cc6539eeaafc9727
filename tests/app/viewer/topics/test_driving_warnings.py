"""Warnings that say why a vehicle does not go, against what its model does on the same ground."""

from typing import Any

import numpy as np
import pytest

from motorpool import Fleet, Terrain, World
from motorpool.app.viewer.topics.driving_warnings import driving_warnings, slope_warnings
from motorpool.ground.terrain.surface import FIELDS, Surface, rows_of
from motorpool.models import find
from motorpool.models.grade_limits import Drive, Ground, drive_of, limits_of
from motorpool.world.recovery.wording import sentence
from motorpool.world.sources.player import Player

pytestmark = pytest.mark.slow  # a world of its own kernels

THROTTLES = np.linspace(0.02, 1.0, 99)


def limits_on(name: str, soil: str):
    fleet = Fleet(name, 1)
    values = {field: float(getattr(fleet.params, field)[0]) for field in dir(fleet.params)}
    row = dict(zip(FIELDS, rows_of([soil])[0], strict=True))
    is_tracked = fleet.kind == "tracked"
    grip = values["track_grip" if is_tracked else "tyre_grip"]
    rolling = row["track_resistance" if is_tracked else "wheel_resistance"] * values["rolling_factor"]
    drive = drive_of(values, direction=1.0)
    assert drive is not None
    return limits_of(drive, Ground(grip * row["friction"], grip * row["sliding_friction"], rolling, is_tracked)), row


def climbs(name: str, row: dict[str, float], grade: float, *, throttle: Any = THROTTLES) -> bool:
    """Return whether its model starts on a grade with any of these throttles, the engine under load from the beginning.

    An engine that has to speed up first lets the vehicle roll back, and tracks that stop it slide: drivers brake.
    """
    model = find(name).module
    count = np.zeros(len(throttle))
    told = {field: row[field] + count for field in model.Ground._fields if field in row}
    params = model.Params(*(count + value for value in model.Params()))
    ground = model.Ground(*(count + value for value in model.Ground(slope_x=grade)))._replace(**told)
    state = model.State(*(count + value for value in model.State()))._replace(engine_load=count + throttle)
    control = model.Control(*(count + value for value in model.Control()))._replace(throttle=throttle)
    for _ in range(360):
        state = model.step(state, control, params, 1 / 60, ground)
    return bool((state.speed > 0.02).any())


@pytest.mark.parametrize("soil", ["wet-grass", "packed-snow"])
@pytest.mark.parametrize("name", ["M1A1", "M998", "car", "articulated-lorry", "LAV-25"])
def test_the_limit_by_friction_is_that_of_the_model(name: str, soil: str):
    """Of the best of many throttles."""
    limits, row = limits_on(name, soil)
    assert climbs(name, row, limits.by_friction - 0.02)
    assert not climbs(name, row, limits.by_friction + 0.01)


def test_with_full_throttle_it_is_that_of_sliding():
    limits, row = limits_on("M998", "wet-grass")
    assert limits.by_sliding < limits.by_friction
    assert climbs("M998", row, limits.by_sliding - 0.01, throttle=THROTTLES[-1:])
    assert not climbs("M998", row, limits.by_sliding + 0.01, throttle=THROTTLES[-1:])


@pytest.mark.parametrize("name", ["M1A1", "M35A2"])
def test_the_limit_by_the_engine_is_that_of_the_model(name: str):
    """On ground that holds everything."""
    limits, row = limits_on(name, "dry-asphalt")
    row |= {"friction": 2.0, "sliding_friction": 2.0}
    assert climbs(name, row, limits.by_engine - 0.04)
    assert not climbs(name, row, limits.by_engine + 0.02)


ALL_WHEELS = Drive(weight=100e3, max_force=40e3, shares=(1.0,), loads=lambda grade: (1.0,))
WET_GRASS = Ground(friction=0.3, sliding_friction=0.2, resistance=0.08)


def said(grade: float, *, asked: float, ground: Ground = WET_GRASS) -> list[str]:
    return slope_warnings(ALL_WHEELS, ground, grade, asked=asked, soil="wet grass", spins="Wheels spin")


def test_a_sentence_names_friction_and_both_slopes():
    """mu - f: 0.30 - 0.08."""
    assert said(0.24, asked=40e3) == ["Wheels spin: friction 0.30 of wet grass allows a 22 % slope, this is 24 %"]


def test_between_sliding_and_grip_it_says_to_ease_off_while_the_wheels_spin():
    assert said(0.15, asked=40e3) == [
        "Wheels spin: ease off the throttle; friction 0.30 of wet grass allows a 22 % slope, this is 15 %"
    ]
    assert said(0.15, asked=25e3) == []


def test_a_weak_engine_is_distinguished_from_slippery_ground():
    """F = W (sin a + f cos a): 0.4 = sin a + 0.02 cos a at 41.2 %."""
    firm = Ground(friction=0.9, sliding_friction=0.8, resistance=0.02)
    assert said(0.5, asked=40e3, ground=firm) == ["Engine too weak: its 40 kN allow a 41 % slope, this is 50 %"]


def test_ground_that_resists_more_than_it_holds_allows_no_slope():
    mud = Ground(friction=0.33, sliding_friction=0.3, resistance=0.34)
    assert said(0.0, asked=40e3, ground=mud) == [
        "Wheels spin: friction 0.33 of wet grass does not overcome its resistance of 0.34"
    ]


@pytest.fixture
def world() -> World:
    terrain = Terrain.flat(size=400.0)
    return World(fleets=[Fleet("M998", 1)], terrain=terrain, surface=Surface.uniform("mud", terrain))


def warned(world: World, **inputs: float) -> list[str]:
    player = Player()
    world.sources.append(player)
    assert player.take(0)
    player.set(0, **inputs)
    world.step()
    return driving_warnings(world, 0)


def test_without_throttle_nothing_is_said(world: World):
    assert warned(world) == []


def test_what_a_driver_forgot_comes_before_the_ground(world: World):
    warned(world, throttle=1.0)
    world.vehicles.parking_brake[0] = 1.0
    assert driving_warnings(world, 0) == ["The parking brake is on"]
    world.vehicles.parking_brake[0], world.vehicles.engine_stop[0] = 0.0, 1.0
    assert driving_warnings(world, 0) == ["The engine is stopped"]


def test_mud_stops_wheels_and_says_so(world: World):
    (sentence,) = warned(world, throttle=1.0)
    assert sentence.startswith("Wheels spin: friction 0.35 of mud does not overcome")


def test_soil_that_does_not_bear_the_vehicle_says_so(world: World):
    world.fleets[0].params.vehicle_cone_index = np.array([60.0])
    assert warned(world, throttle=1.0) == ["Bogged: mud bears a cone index of 30, this vehicle needs 60"]


def test_a_driver_that_stands_learns_it_in_the_words_of_the_card(world: World):
    warned(world, throttle=1.0)
    world.run(seconds=6.0)
    stuck, spins = driving_warnings(world, 0)
    assert stuck == f"S{sentence(world, 0)[1:]}"
    assert stuck.startswith("Stuck in mud")
    assert spins.startswith("Wheels spin: friction 0.35 of mud")


def test_a_vehicle_that_is_destroyed_or_empty_or_on_its_side_says_so(world: World):
    world.vehicles.damage[0] = 1.0
    world.fleets[0].state.fuel_used[0] = 1e3
    world.fleets[0].state.rollover_angle[0] = 1.5
    assert driving_warnings(world, 0) == [
        "Destroyed: it cannot move until it is repaired",
        "It lies on its side",
        "It is out of fuel",
    ]
