"""Landscapes: shared by worlds that have the same, built anew where a value changes them."""

from collections.abc import Generator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorpool.compile import cache
from motorpool.compile.array_cache import cached
from motorpool.world.scenario import generated
from motorpool.world.scenario.landscape import Landscape, Landscapes
from motorpool.world.scenario.loader import Scenario, scenario_of

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


# ---- in the cache of arrays

HILLS = """
name: hills
terrain: {source: jacksboro, spacing: 60}
objects: {count: 300}
surface: {by: terrain, spacing: 20, areas: [{kind: ice, circle: [0, 0, 200]}]}
roads:
  count: 2
  lines: [{points: [[0, 0], [300, 40]], width: 9, kind: concrete}]
vehicles:
  - {name: cars, model: bicycle/arc, count: 8}
"""


@pytest.fixture
def hills() -> Scenario:
    return scenario_of(HILLS, name="hills", folder=Path(), where="hills.yaml")


@pytest.fixture
def array_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path, None, None]:
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path / "chosen"))
    cache.cache_folder.cache_clear()
    yield tmp_path / "chosen" / "kernels" / "arrays"
    cache.cache_folder.cache_clear()


def landscape_of(scenario: Scenario, cache: generated.Cache = generated.uncached) -> Landscape:
    return Landscapes(cache).of(scenario.content, scenario.folder, scenario.where)


def assert_same(one: Any, other: Any) -> None:
    """Assert that two parts of landscapes are equal to the bit."""
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    elif isinstance(one, list | tuple):
        assert len(one) == len(other)
        for mine, its in zip(one, other, strict=True):
            assert_same(mine, its)
    elif hasattr(one, "__dataclass_fields__"):
        for field in fields(one):
            assert_same(getattr(one, field.name), getattr(other, field.name))
    else:
        assert type(one) is type(other)
        assert one == other


def test_a_landscape_from_the_cache_is_the_generated_one(
    hills: Scenario, array_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    made = landscape_of(hills)
    assert_same(landscape_of(hills, cached), made)
    assert len(list(array_folder.iterdir())) == len(PARTS)
    for name in ("load_terrain", "make_roads"):
        monkeypatch.setattr(generated, name, None)  # nothing is generated now
    monkeypatch.setattr("motorpool.world.scenario.ground._base", None)
    monkeypatch.setattr("motorpool.world.scenario.objects.scatter_objects", None)
    assert_same(landscape_of(hills, cached), made)


@pytest.mark.parametrize("part", PARTS)
def test_a_truncated_part_of_the_cache_is_replaced(hills: Scenario, array_folder: Path, part: str):
    made = landscape_of(hills, cached)
    (file,) = array_folder.glob(f"{part}-*")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    assert_same(landscape_of(hills, cached), made)
    assert file.stat().st_size == len(content)


@pytest.mark.parametrize(
    ("values", "new"),
    [
        ({"vehicles.0.wheelbase": 3.0}, set[str]()),
        ({"seed": 7}, {"roads", "objects", "surface"}),
        ({"surface.areas.0.kind": "mud"}, {"surface"}),
        ({"objects.count": 301}, {"objects"}),
        ({"objects.area": [-900, -900, 900, 900]}, {"objects"}),
        ({"roads.count": 3}, {"roads", "objects", "surface"}),
        ({"roads.lines.0.width": 8}, {"objects", "surface"}),
        ({"terrain.spacing": 80.0}, set(PARTS)),
    ],
)
def test_another_scenario_takes_from_the_cache_what_is_the_same(
    hills: Scenario, array_folder: Path, values: dict[str, object], new: set[str]
):
    landscape_of(hills, cached)
    before = set(array_folder.iterdir())
    varied = hills.varied(values)
    assert_same(landscape_of(varied, cached), landscape_of(varied))
    assert {path.name.partition("-")[0] for path in set(array_folder.iterdir()) - before} == new


def test_objects_of_a_file_are_part_of_what_the_scattered_depend_on(tmp_path: Path, array_folder: Path):
    text = HILLS.replace("{count: 300}", "{count: 300, file: trees.csv}")
    found: list[Landscape] = []
    for x in (0, 5):
        (tmp_path / "trees.csv").write_text(f"kind,x,y\nconifer,{x},0\n", encoding="utf-8")
        scenario = scenario_of(text, name="hills", folder=tmp_path, where="hills.yaml")
        found.append(landscape_of(scenario, cached))
        assert_same(found[-1], landscape_of(scenario))
    assert not np.array_equal(found[0].objects.x, found[1].objects.x)
