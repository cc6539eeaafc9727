"""The rule of 1992 as printed, compiled: the same decisions as the plain code, and a fleet that drives by it."""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from avoidance_1992 import turn_away

from motorpool.compile.rows import Stages
from motorpool.ground.objects.grid import Circles, build_grid
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.avoidance.compiled import VIEW, look_and_turn
from motorpool.studies.published.avoidance.defects import AS_PUBLISHED, CORRECTED, Defects
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.avoidance import rules
from motorpool.world.columns import Whole

BOUNDS = (-160.0, -160.0, 160.0, 160.0)


class Looks(NamedTuple):
    """Where vehicles look from, and what they find."""

    x: Any
    y: Any
    yaw: Any
    speed: Any
    found: Any
    wanted: Any
    decides: Any


def look_all(looks: Looks, printed: Whole[Defects], objects: Whole[Circles]) -> None:
    for i in range(looks.x.size):
        looks.found[i], looks.wanted[i], looks.decides[i] = look_and_turn(
            looks.x[i], looks.y[i], looks.yaw[i], looks.speed[i], printed, objects
        )


def wood(random, count):
    """Circles sorted as a world's objects are, and the grid over them."""
    x, y, radius = (*random.uniform(-150.0, 150.0, (2, count)), random.uniform(0.1, 4.0, count))
    order = build_grid(x, y, BOUNDS, 16.0).item
    columns = [column[order] for column in (x, y, radius)]
    grid = build_grid(columns[0], columns[1], BOUNDS, 16.0)
    return columns, Circles(*columns, grid)


def listed(columns, x, y):
    """The list that a vehicle of 1992 would keep: what stands in view, in order."""
    return [
        tuple(map(float, each))
        for each in zip(*columns, strict=True)
        if abs(each[0] - x) <= VIEW and abs(each[1] - y) <= VIEW
    ]


def sets_of_defects(random):
    """As published, corrected, each defect alone, each alone corrected, and some at random."""
    yield from (AS_PUBLISHED, CORRECTED)
    for name in Defects._fields:
        yield CORRECTED._replace(**{name: True})
        yield AS_PUBLISHED._replace(**{name: False})
    for _ in range(12):
        yield Defects(*(bool(flag) for flag in random.integers(0, 2, len(Defects._fields))))


def test_compiled_and_uncompiled_it_decides_as_the_plain_code_whatever_is_mended():
    random, stages = np.random.default_rng(5), Stages()
    for printed in sets_of_defects(random):
        columns, objects = wood(random, int(random.integers(0, 260)))
        x, y = random.uniform(-60.0, 60.0, (2, 40))
        yaw, speed = random.uniform(-math.pi, math.pi, 40), random.uniform(-15.0, 20.0, 40)
        found, wanted, decides = np.zeros(40, np.int8), np.zeros(40), np.zeros(40, np.int64)
        stages.run(look_all, Looks(x, y, yaw, speed, found, wanted, decides), printed, objects)
        for i in range(40):
            pose = (float(x[i]), float(y[i]), float(yaw[i]), float(speed[i]))
            expected = turn_away(*pose, listed(columns, x[i], y[i]), printed)
            alone = look_and_turn(*pose, printed, objects)
            assert (alone[0], float(alone[1])) == expected
            assert found[i] == expected[0]
            assert wrap_angle(float(wanted[i] - expected[1])) == pytest.approx(0.0, abs=1e-9)
            assert decides[i] == alone[2]


def world_of(circles, printed=AS_PUBLISHED):
    ground = Terrain.flat(size=400.0)
    x, y, radius = np.array(circles, np.float64).reshape(-1, 3).T
    world = World(fleets=[Fleet("bicycle", 1)], terrain=ground, objects=place_objects(ground, x=x, y=y, radius=radius))
    world.vehicles.avoidance_rule[:] = rules.index_of("as-published")
    world.vehicles.desired_speed[:] = 5.0
    world.avoidance.options.published_defects = printed
    return world


def test_in_an_empty_field_a_fleet_of_1992_turns_away_from_nothing():
    world = world_of([])
    world.step()
    assert world.vehicles.is_avoiding[0] == 1.0
    assert world.vehicles.seen_index[0] == -1
    assert abs(world.vehicles.desired_yaw[0]) == pytest.approx(math.pi / 4)


def test_with_the_empty_field_mended_it_keeps_its_course():
    world = world_of([], AS_PUBLISHED._replace(false_detection=False))
    world.run(seconds=2.0)
    assert world.vehicles.yaw[0] == 0.0
    assert world.vehicles.is_avoiding[0] == 0.0


@pytest.mark.parametrize(("swapped", "side"), [(True, -1.0), (False, 1.0)])
def test_swapped_sides_turn_the_fleet_toward_what_it_sees(swapped, side):
    """A post ahead and a little to the right: the right way is left."""
    world = world_of([(18.0, -1.5, 0.5)], CORRECTED._replace(swapped_sides=swapped))
    world.step()
    assert world.vehicles.desired_yaw[0] == pytest.approx(side * math.pi / 4)
    assert world.vehicles.seen_index[0] == 0


def test_two_different_posts_go_unseen():
    world = world_of([(18.0, -1.5, 0.5), (18.0, 1.5, 0.5)], CORRECTED._replace(lost_detection=True))
    world.step()
    assert world.vehicles.is_avoiding[0] == 0.0
    world.avoidance.options.published_defects = CORRECTED
    world.step()
    assert world.vehicles.is_avoiding[0] == 1.0
