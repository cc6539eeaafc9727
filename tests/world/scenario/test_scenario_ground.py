"""The ground in scenarios: soils, patches, roads."""

import itertools
import math
from typing import Any, get_args

import numpy as np
import pytest

from motorpool.errors import ScenarioError
from motorpool.ground.terrain.roads import VERGE
from motorpool.ground.terrain.surface import CLASSES
from motorpool.world.scenario import load
from motorpool.world.scenario.format import Kind, json_schema

FLAT = "terrain: {source: flat, size: 600}\n"
ONE = "vehicles:\n  - model: bicycle\n    start: {positions: [[0, 0, 0]]}\n"


@pytest.fixture
def write(tmp_path: Any):
    def to_file(text: str) -> Any:
        path = tmp_path / "trial.yaml"
        path.write_text(text)
        return path

    return to_file


def built(write: Any, text: str) -> Any:
    return load(write(FLAT + text + ONE)).build()


def test_a_scenario_that_says_nothing_is_dry_earth_without_roads(write: Any):
    world = built(write, "")
    assert (world.surface.name_at(123.0, -50.0), world.roads) == ("dry-earth", [])


def test_a_word_is_the_ground_everywhere(write: Any):
    world = built(write, "surface: packed-snow\n")
    assert {world.surface.names[kind] for kind in np.unique(world.surface.classes)} == {"packed-snow"}


def test_patches_lie_on_top_of_each_other(write: Any):
    world = built(
        write,
        """surface:
  kind: gravel
  spacing: 2
  areas:
    - {kind: mud, area: [-100, -50, 100, 50]}
    - {kind: ice, circle: [50, 0, 20]}
    - {kind: dry-sand, polygon: [[-200, 100], [-100, 100], [-200, 200]]}
""",
    )
    surface = world.surface
    places = {(0, 0): "mud", (50, 15): "ice", (50, 25): "mud", (-190, 110): "dry-sand", (-110, 190): "gravel"}
    assert {place: surface.name_at(*place) for place in places} == places
    cell = surface.spacing**2
    sizes = {name: (surface.classes == surface.names.index(name)).sum() * cell for name in ("mud", "ice", "dry-sand")}
    assert sizes["ice"] == pytest.approx(math.pi * 20.0**2, rel=0.03)
    assert sizes["dry-sand"] == pytest.approx(5000.0, rel=0.03)
    assert sizes["mud"] == pytest.approx(200.0 * 100.0 - math.pi * 20.0**2, rel=0.03)


def test_listed_roads_are_drawn_driven_and_clear_of_objects(write: Any):
    text = """objects: {count: 300, area: [-250, -250, 250, 250]}
roads:
  - {points: [[-250, -100], [250, 100]], width: 8, kind: dry-asphalt}
  - {points: [[0, -250], [0, 250]]}
"""
    world = built(write, text)
    assert [(road.width, road.kind, len(road.points)) for road in world.roads] == [
        (8.0, "dry-asphalt", 2),
        (6.0, "gravel", 2),
    ]
    assert world.surface.name_at(100.0, 40.0) == "dry-asphalt"
    assert world.surface.name_at(2.0, 200.0) == "gravel"
    assert world.surface.name_at(100.0, 200.0) == "dry-earth"
    assert world.objects.count == 300
    assert (np.abs(world.objects.x) - world.objects.radius).min() >= 3.0 + VERGE - 1e-9


def test_roads_and_map_are_made_from_the_seed(write: Any):
    text = "surface: {by: terrain}\nroads: {count: 3, width: 5}\n"
    one, same = built(write, text), built(write, text)
    other = built(write, "seed: 4\n" + text)
    assert len(one.roads) == 3
    np.testing.assert_array_equal(one.surface.classes, same.surface.classes)
    assert (one.surface.classes != other.surface.classes).any()
    for road in one.roads:
        for here, there in itertools.pairwise(road.points):
            assert one.surface.name_at(*(0.5 * (here + there))) == "gravel"


def test_a_soil_map_is_read_from_a_file_beside_the_scenario(write: Any, tmp_path: Any):
    (tmp_path / "soil.asc").write_text("ncols 2\nnrows 2\nxllcorner -300\nyllcorner -300\ncellsize 300\n1 2\n2 2\n")
    world = built(write, "surface:\n  file: soil.asc\n  legend:\n    1: mud\n    2: gravel\n")
    assert world.surface.name_at(-200.0, 200.0) == "mud"
    assert world.surface.name_at(200.0, 200.0) == "gravel"


def test_another_terrain_leaves_behind_what_belongs_to_this_one(write: Any):
    text = "surface: {by: terrain, spacing: 20}\nroads: [{points: [[0, 0], [290, 0]]}]\n"
    scenario = load(write(FLAT + text + ONE))
    world = scenario.changed(terrain="flat").build()
    assert world.roads == []
    assert world.terrain.width == 2000.0
    assert len(load(write(FLAT + "roads: {count: 2}\n" + ONE)).changed(terrain="flat").build().roads) == 2


def test_a_changed_scenario_keeps_its_roads(write: Any):
    scenario = load(write(FLAT + "surface: mud\nroads: [{points: [[0, 0], [290, 0]]}]\n" + ONE))
    world = scenario.changed(seed=5).build()
    assert world.surface.name_at(200.0, 0.0) == "gravel"
    assert world.surface.name_at(200.0, 50.0) == "mud"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("surface: tarmac\n", "2: surface.kind is 'tarmac'; it must be one of 'dry-asphalt', 'wet-asphalt'"),
        ("surface: {bye: terrain}\n", "2: there is no key surface.bye; did you mean by?"),
        ("surface: {by: magic}\n", "2: surface.by is 'magic'; it must be one of 'terrain'"),
        ("surface: {by: terrain, kind: mud}\n", "2: surface is made by the terrain and has a kind; keep one"),
        ("surface: {seed: 4}\n", "2: surface.seed is for a map that is made; add by: terrain"),
        ("surface:\n  legend: {1: mud}\n", "3: surface.legend is for a file"),
        (
            "surface:\n  file: a.asc\n  legend: {x: mud}\n",
            "4: surface.legend.x names the number 'x'; it must be 0 to 255",
        ),
        (
            "surface:\n  areas:\n    - {kind: mud}\n",
            "4: surface.areas[0] has no shape; give it one of area, circle, polygon",
        ),
        (
            "surface:\n  areas:\n    - {kind: mud, area: [1, 1, 0, 2]}\n",
            "4: surface.areas[0].area is [1.0, 1.0, 0.0, 2.0]; it must be west, south, east, north",
        ),
        (
            "surface:\n  areas:\n    - {kind: mud, circle: [1, 1, 0]}\n",
            "4: surface.areas[0].circle[2] is 0; it must be positive",
        ),
        (
            "roads:\n  - points: [[0, 0], [1, 1]]\n    width: -2\n",
            "4: roads[0].width is -2; it must be positive (width of the road [m])",
        ),
        ("roads:\n  - {points: [[0, 0]]}\n", "3: roads[0].points is [[0, 0]]; it must be a list of 2 or more"),
        ("roads:\n  - {points: [[0, 0], [1, 1]], wide: 3}\n", "3: there is no key roads[0].wide; did you mean width?"),
        ("roads: {count: 400}\n", "2: roads.count is 400; it must be 40 or less (number of roads to generate"),
        ("roads: many\n", "2: roads is 'many'; it must be a mapping (key: value)"),
    ],
)
def test_a_mistake_is_reported_with_its_line(write: Any, text: str, told: str):
    with pytest.raises(ScenarioError) as caught:
        load(write(FLAT + text + ONE))
    (line,) = str(caught.value).splitlines()
    assert told in line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("roads: [{points: [[0, 0], [999, 0]]}]\n", "roads[0] leads to (999, 0) m; it must be on the terrain"),
        ("surface: {file: none.asc}\n", "surface: there is no soil map"),
        ("surface: {by: terrain, spacing: 0.1}\n", "surface: a soil map with cells of 0.1 m"),
    ],
)
def test_a_mistake_that_only_building_finds_is_reported_in_a_sentence(write: Any, text: str, told: str):
    with pytest.raises(ScenarioError) as caught:
        built(write, text)
    assert told in str(caught.value)


def test_the_words_of_the_format_are_the_classes():
    assert get_args(Kind) == CLASSES
    assert json_schema()["$defs"]["RoadPart"]["properties"]["kind"]["enum"] == list(CLASSES)


def test_where_many_vehicles_need_the_map_roads_and_objects_are_all_over_it():
    few, many = (
        load("jacksboro").changed(vehicles=6000, objects=2000),
        load("jacksboro").changed(vehicles=40_000, objects=2000),
    )
    assert (few.content.roads.count, many.content.roads.count) == (8, 40)
    world = many.build()
    west, south, east, north = world.area
    assert east - west > 15_000.0
    assert np.ptp(world.objects.x) > 0.9 * (east - west)
    assert np.ptp(world.objects.y) > 0.9 * (north - south)
    ends = np.concatenate([road.points for road in world.roads])
    assert np.ptp(ends[:, 0]) > 0.7 * (east - west)
