"""The table of what vehicles can do on each class of the ground, against formulas and against the dynamic models."""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest

from motorpool.compile.rows import plain_stage
from motorpool.ground.terrain.heightfield import Heightfield, Terrain
from motorpool.ground.terrain.surface import CLASSES, FIELDS, Surface, rows_of
from motorpool.studies.mobility.conditions import limits_on
from motorpool.studies.mobility.speeds import speeds_on
from motorpool.studies.mobility.trials import Planes, model_of, parameters_of
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.columns import Floats, Whole
from motorpool.world.navigation.trafficability import (
    Footing,
    GroundMap,
    footing_at,
    forces_on,
    ground_braking,
    ground_side_force,
    ground_speed,
    utilisation,
)
from motorpool.world.navigation.trafficability_table import ground_map, mobility_of

LEVEL = Terrain.flat(size=100.0)
NO_HEIGHTS = Heightfield(np.zeros((2, 2), np.float32), 0.0, 0.0, 1.0)
VEHICLES = ("M998", "M1A1", "T-72A", "M35A2", "M113A2", "quad", "LAV-25", "articulated-lorry")


def forces_at(ground: GroundMap, fleet: int, x: float, y: float, direction: float, speed: float) -> tuple[float, float]:
    """The force for a steady speed at a place, and the available force [N]."""
    return forces_on(ground.table, fleet, footing_at(ground, x, y, direction), speed)


def table_of(*names):
    """The table for one fleet of each vehicle on the standard classes."""
    kinds = [mobility_of(Fleet(name, 1), 1000.0) for name in names]
    return ground_map(kinds, Surface.uniform("gravel", LEVEL), NO_HEIGHTS, slows=True).table


def soil(name):
    return CLASSES.index(name)


def ramp(slope):
    """A terrain that rises to the east, 800 m wide."""
    return Terrain.from_heights(slope * np.tile(np.arange(21) * 40.0, (21, 1)), 40.0)


def test_mud_stops_trucks_and_quads_by_their_grip_and_the_lav_by_its_cone_index():
    table = table_of("M998", "quad", "LAV-25", "M1A1", "M113A2")
    use = [utilisation(table, fleet, Footing(soil("mud"), 0.0, 0.0)) for fleet in range(5)]
    assert min(use[:3]) > 1.0
    assert max(use[3:]) < 0.5


def test_the_forces_are_those_of_the_slope():
    """F = W (sin a + f cos a) at a low speed; a tank on wet grass has its friction and its own resistance."""
    world = World(fleets=[Fleet("M1A1", 1)], terrain=ramp(0.2), surface=Surface.uniform("wet-grass", ramp(0.2)))
    row = dict(zip(FIELDS, rows_of(["wet-grass"])[0], strict=True))
    values = parameters_of(model_of("M1A1"))
    angle, weight = math.atan(0.2), 9.81 * values["mass"]
    resistance = values["rolling_factor"] * row["track_resistance"]
    needed, available = forces_at(world.guidance.ground, 0, 0.0, 0.0, 0.0, 0.0)
    assert needed == pytest.approx(weight * (math.sin(angle) + resistance * math.cos(angle)), rel=1e-5)
    assert available == pytest.approx(weight * (row["friction"] + resistance) * math.cos(angle), rel=1e-4)
    down, _ = forces_at(world.guidance.ground, 0, 0.0, 0.0, math.pi, 0.0)
    assert down == pytest.approx(weight * (resistance * math.cos(angle) - math.sin(angle)), rel=1e-5)


def test_a_vehicle_without_a_dynamic_model_goes_anywhere():
    world = World(fleets=[Fleet("bicycle", 1)], terrain=ramp(1.0), surface=Surface.uniform("mud", ramp(1.0)))
    needed, available = forces_at(world.guidance.ground, 0, 0.0, 0.0, 0.0, 5.0)
    assert available > 100.0 * needed
    assert utilisation(world.guidance.ground.table, 0, footing_at(world.guidance.ground, 0.0, 0.0, 0.0)) < 0.1


def test_the_weather_changes_the_table_and_back():
    world = World(fleets=[Fleet("M998", 1)], terrain=LEVEL, surface=Surface.uniform("dry-earth", LEVEL))
    table = world.guidance.ground.table
    before = [column.copy() for column in table]
    footing = Footing(soil("dry-earth"), 0.1, 0.0)
    dry = ground_speed(table, 0, footing, 25.0)
    world.weather.change("rain")
    assert ground_speed(table, 0, footing, 25.0) < 0.9 * dry
    world.weather.change("dry")
    for column, old in zip(table, before, strict=True):
        np.testing.assert_array_equal(column, old)


def test_brakes_and_bends_have_less_on_wet_slopes():
    table = table_of("M998")
    level, downhill = (Footing(soil("wet-grass"), grade, 0.0) for grade in (0.0, -0.15))
    assert ground_braking(table, 0, level, 5.0) == pytest.approx(0.85 * 0.3 * 9.81)
    assert ground_braking(table, 0, downhill, 5.0) == pytest.approx((0.85 * 0.3 - 0.15) * 9.81)
    assert ground_braking(table, 0, Footing(soil("concrete"), 0.0, 0.0), 5.0) == 5.0
    assert ground_side_force(table, 0, level, 3.5) < 0.85 * 0.3 * 9.81
    assert ground_side_force(table, 0, downhill, 3.5) < 0.9 * ground_side_force(table, 0, level, 3.5)


class Places(NamedTuple):
    """Places, and what is found there."""

    x: Floats
    y: Floats
    direction: Floats
    needed: Floats
    available: Floats


def look_up(places: Places, ground: Whole[GroundMap]) -> None:
    """Write the forces of fleet 0 at each place."""
    for i in range(places.x.size):
        places.needed[i], places.available[i] = forces_at(ground, 0, places.x[i], places.y[i], places.direction[i], 3.0)


def test_compiled_and_plain_look_ups_agree():
    random = np.random.default_rng(3)
    rough = Terrain.from_heights(5.0 * random.normal(size=(21, 21)), 40.0)
    kinds = random.integers(0, len(CLASSES), size=(40, 40)).astype(np.uint8)
    world = World(fleets=[Fleet("M998", 1)], terrain=rough, surface=Surface(kinds, 20.0, -400.0, -400.0))
    given = [random.uniform(-390.0, 390.0, 50), random.uniform(-390.0, 390.0, 50), random.uniform(-3.0, 3.0, 50)]
    found: list[Any] = [Places(*(column.copy() for column in given), *np.zeros((2, 50))) for _ in range(2)]
    world.run_stage(look_up, found[0], world.guidance.ground)
    plain_stage(look_up)(found[1], world.guidance.ground)
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-9)


# ---- against the dynamic models


GRADES_TRIED = np.arange(0.0, 0.625, 0.05)


def shares(name):
    """Shares of go and no-go that agree with the dynamic model's, and of speeds uphill within a tenth of its speeds.

    Of grades near the model's limit, 5 % of it or 0.01, go and no-go does not count.
    """
    table, model, rows = table_of(name), model_of(name), rows_of(CLASSES)
    angles = np.array([0.0, 0.25 * math.pi, 0.5 * math.pi, math.pi])
    limits, _ = limits_on(model, rows, angles)
    is_soft = rows[:, FIELDS.index("cone_index")] < parameters_of(model)["vehicle_cone_index"]
    limits = np.where(is_soft[:, None] | (limits.max(axis=1, keepdims=True) <= 0.0), -1.0, limits)
    kinds, directions, grades = np.meshgrid(np.arange(len(rows)), angles, GRADES_TRIED, indexing="ij")
    footings = Footing(kinds, grades * np.cos(directions), grades * np.sin(directions))
    goes, expected = utilisation(table, 0, footings) <= 1.0, grades <= limits[..., None]
    is_near = np.abs(grades - limits[..., None]) < np.maximum(0.05 * limits[..., None], 0.01)
    uphill = 0.9 * limits[:, :1] >= GRADES_TRIED
    kind, grade = np.nonzero(uphill)
    driven = speeds_on(model, Planes(rows[kind], GRADES_TRIED[grade], np.zeros(kind.size)))
    known = [Footing(int(k), float(GRADES_TRIED[g]), 0.0) for k, g in zip(kind, grade, strict=True)]
    free = table._replace(speed_factor=np.ones(len(rows)))
    looked_up = np.array([ground_speed(free, 0, each, 99.0) / math.hypot(1.0, each.grade) for each in known])
    return (goes == expected)[~is_near].mean(), (np.abs(looked_up - driven) <= 0.1 * driven).mean()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "go", "speed"), [("M1A1", 0.99, 0.99), ("M998", 0.97, 0.88), ("M35A2", 0.96, 0.78), ("quad", 0.97, 0.84)]
)
def test_it_agrees_with_what_the_dynamic_model_does_on_slopes_of_each_soil(name, go, speed):
    found = shares(name)
    print(f"{name}: go and no-go {found[0]:.1%}, speeds {found[1]:.1%}")
    assert found[0] >= go
    assert found[1] >= speed
