"""One vehicle of each type in each soil, on each side of each kind of object, and against another of each type.

Each is 25 m away within two minutes, or the world says why it stands.
"""

import itertools
import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.objects.objects import KINDS, place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import CLASSES, Surface
from motorpool.vehicles import motor_pool

pytestmark = pytest.mark.slow

TYPES = (*motor_pool.names(), "bicycle", "tracked")
GROUND = Terrain.flat(size=6000.0)
SPACING = 150.0  # of the places, so that nobody meets anybody else [m]
PATCH = 50.0  # side of a patch of soil [m]
RADII = {"conifer": 0.4, "broadleaf": 0.5, "rock": 1.0, "building": 6.0}  # [m]
SIDES = ("ahead", "behind", "left", "right", "corner")
MEETINGS = ("nose to nose", "side by side", "at an angle", "nose to tail")


def places(count):
    """Return x and y [m] of so many places far from each other."""
    side = math.ceil(math.sqrt(count))
    number = np.arange(count)
    return (number % side - 0.5 * side) * SPACING, (number // side - 0.5 * side) * SPACING


def sizes():
    """Return half of the length and half of the width of each type [m]."""
    table = mp.World(fleets=[mp.Fleet(name, 1, name=name) for name in TYPES], terrain=GROUND).vehicles
    return dict(zip(TYPES, zip(table.half_length.tolist(), table.half_width.tolist(), strict=True), strict=True))


def drive(counts, x, y, yaw, **settings):
    """Drive vehicles for two minutes; return the times [s] at which each was free, NaN for never, and the world."""
    fleets = [mp.Fleet(name, count, name=name) for name, count in zip(TYPES, counts, strict=True)]
    world = mp.World(fleets=fleets, terrain=GROUND, dt=1 / 30, **settings)
    world.avoidance.choose(slice(None), "dynamic-window")
    world.place_vehicles(slice(None), x, y, yaw)
    world.resolve_positions()
    free, vehicles = np.full(world.count, np.nan), world.vehicles
    for _ in range(120):
        world.run(seconds=1.0)
        is_away = np.hypot(vehicles.x - x, vehicles.y - y) > 25.0
        free[is_away & np.isnan(free)] = world.time
    return free, world


def assert_free_or_explained(free, world, names):
    unexplained = np.isnan(free) & (world.vehicles.standing_reason == 0)
    assert [names[vehicle] for vehicle in np.flatnonzero(unexplained)] == []


def test_each_type_comes_out_of_each_soil():
    cases = list(itertools.product(TYPES, CLASSES))
    x, y = places(len(cases))
    cell = 10.0
    middles = (np.arange(round(GROUND.width / cell)) + 0.5) * cell - 0.5 * GROUND.width
    classes = np.full((middles.size, middles.size), CLASSES.index("gravel"), np.uint8)
    for (_, soil), east, north in zip(cases, x, y, strict=True):
        inside = np.ix_(np.abs(middles - north) < 0.5 * PATCH, np.abs(middles - east) < 0.5 * PATCH)
        classes[inside] = CLASSES.index(soil)
    surface = Surface.from_classes(classes, spacing=cell)
    free, world = drive([len(CLASSES)] * len(TYPES), x, y, 0.3, surface=surface)
    assert_free_or_explained(free, world, cases)
    assert np.isnan(free).sum() <= 2
    assert 0 < world.recovery.recoveries < 0.1 * len(cases)


def test_each_type_gets_away_from_each_side_of_each_kind_of_object():
    cases = list(itertools.product(TYPES, KINDS, SIDES))
    x, y = places(len(cases))
    size, offsets = sizes(), []
    for name, kind, side in cases:
        (length, width), radius = size[name], RADII[kind] + 0.05
        offsets.append(
            {
                "ahead": (length + radius, 0.0), "behind": (-length - radius, 0.0), "left": (0.0, width + radius),
                "right": (0.0, -width - radius), "corner": (length + 0.7 * radius, width + 0.7 * radius),
            }[side]
        )  # fmt: skip
    aside = np.array(offsets)
    radii = [RADII[kind] for _, kind, _ in cases]
    kinds = [KINDS.index(kind) for _, kind, _ in cases]
    objects = place_objects(GROUND, x=x + aside[:, 0], y=y + aside[:, 1], radius=radii, kind=kinds)
    free, world = drive([len(KINDS) * len(SIDES)] * len(TYPES), x, y, 0.0, objects=objects)
    assert_free_or_explained(free, world, cases)
    assert np.isnan(free).sum() == 0
    assert world.recovery.recoveries <= 2


def test_each_type_parts_from_each_other():
    cases = list(itertools.product(itertools.combinations_with_replacement(TYPES, 2), MEETINGS))
    middle_x, middle_y = places(len(cases))
    size, poses = sizes(), []
    for ((one, other), meeting), x, y in zip(cases, middle_x, middle_y, strict=True):
        (length, width), (other_length, other_width) = size[one], size[other]
        dx, dy, yaw = {
            "nose to nose": (length + other_length + 0.05, 0.1, math.pi),
            "side by side": (0.0, width + other_width + 0.05, 0.0),
            "at an angle": (0.7 * length, width + other_length + 0.1, -0.5 * math.pi),
            "nose to tail": (length + other_length + 0.05, 0.1, 0.0),
        }[meeting]
        poses += [(one, x, y, 0.0, (one, other, meeting)), (other, x + dx, y + dy, yaw, (one, other, meeting))]
    poses.sort(key=lambda pose: TYPES.index(pose[0]))
    names, x, y, yaw, labels = zip(*poses, strict=True)
    counts = [names.count(name) for name in TYPES]
    free, world = drive(counts, np.array(x), np.array(y), np.array(yaw))
    assert_free_or_explained(free, world, labels)
    assert np.isnan(free).sum() == 0
    assert world.recovery.recoveries <= 2  # of 1520: nearly all part by themselves
