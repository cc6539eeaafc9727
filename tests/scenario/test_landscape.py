"""Landscapes: shared by worlds that have the same, built anew where a value changes them."""

from pathlib import Path

import numpy as np
import pytest

from motorpool.scenario.landscape import Landscapes
from motorpool.scenario.loader import Scenario, scenario_of

PARTS = ("terrain", "roads", "objects", "surface")
MEADOW = """
name: meadow
terrain: {source: flat, size: 600}
objects: {count: 60}
surface: {kind: wet-earth, areas: [{kind: mud, area: [-50, -50, 50, 50]}]}
roads: {count: 2}
vehicles:
  - {name: cars, model: bicycle/arc, count: 8}
"""


@pytest.fixture
def meadow() -> Scenario:
    return scenario_of(MEADOW, name="meadow", folder=Path(), where="meadow.yaml")


def shared(landscapes: Landscapes, one: Scenario, other: Scenario) -> set[str]:
    """Return which parts two scenarios have in common."""
    first, second = (landscapes.of(scenario.content, scenario.folder, scenario.where) for scenario in (one, other))
    return {part for part in PARTS if getattr(first, part) is getattr(second, part)}


@pytest.mark.parametrize(
    ("values", "common"),
    [
        ({"weather": "rain", "vehicles.0.wheelbase": 3.0, "dt": 0.02}, set(PARTS)),
        ({"vehicles.0.count": 9}, set(PARTS)),
        ({"vehicles.0.count": 9000}, {"terrain"}),  # which have no room in the usual area
        ({"seed": 7}, {"terrain"}),
        ({"surface.kind": "dry-asphalt"}, {"terrain", "roads", "objects"}),
        ({"objects.count": 61}, {"terrain", "roads", "surface"}),
        ({"roads.width": 9.0}, {"terrain"}),
        ({"area": [-100, -100, 100, 100]}, {"terrain"}),
        ({"terrain.spacing": 20.0}, set()),
    ],
)
def test_scenarios_share_what_their_values_leave_alone(meadow: Scenario, values: dict[str, object], common: set[str]):
    assert shared(Landscapes(), meadow, meadow.varied(values)) == common


def test_what_has_a_seed_of_its_own_is_shared_by_all_seeds(meadow: Scenario):
    seeded = meadow.varied({"objects.seed": 1, "roads.seed": 2})
    assert shared(Landscapes(), seeded, seeded.varied({"seed": 7})) == set(PARTS)
    map_of_terrain = seeded.varied({"surface.kind": None, "surface.areas": [], "surface.by": "terrain"})
    assert shared(Landscapes(), map_of_terrain, map_of_terrain.varied({"seed": 7})) == set(PARTS) - {"surface"}


def test_only_the_last_landscapes_are_kept(meadow: Scenario):
    landscapes = Landscapes()
    first = landscapes.of(meadow.content, meadow.folder, meadow.where)
    for seed in range(1, 4):
        other = meadow.varied({"seed": seed})
        landscapes.of(other.content, other.folder, other.where)
    again = landscapes.of(meadow.content, meadow.folder, meadow.where)
    assert again.terrain is first.terrain
    assert again.objects is not first.objects
    assert np.array_equal(again.objects.x, first.objects.x)


def test_a_world_on_a_shared_landscape_is_the_world_by_itself(meadow: Scenario):
    """To the bit, though another world drove there before, in rain that changed its ground."""
    landscapes, wet = Landscapes(), meadow.varied({"weather": "rain"})
    wet.build(landscapes=landscapes).run(seconds=1.0)
    here, alone = meadow.build(landscapes=landscapes), meadow.build()
    for world in (here, alone):
        world.run(seconds=1.0)
    for name in ("x", "y", "yaw", "speed"):
        assert np.array_equal(getattr(here.vehicles, name), getattr(alone.vehicles, name))
    assert np.array_equal(here.surface.table, alone.surface.table)
