"""Tests of the files of road networks."""

import json
import math

import numpy as np
import pytest

from motorpool.errors import ScenarioError, WorldError
from motorpool.ground.roads.network import RoadNetwork, RoadSection, lines_of
from motorpool.ground.roads.network_files import PROPERTIES, check_network, load_network, save_network
from motorpool.world.scenario.loader import load

LINE = {"type": "LineString", "coordinates": [[0, 0], [100, 0]]}
GOOD = {"type": "Feature", "geometry": LINE, "properties": {"start": 0, "end": 1}}


def written(tmp_path, features, **members):
    path = tmp_path / "roads.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": None, "features": features} | members))
    return path


def test_a_written_network_is_read_with_equal_values(tmp_path):
    points = np.array([[0.1, 1 / 3, math.nan], [10.0, 2.0, 5.5], [20.0, -7.123456789, math.nan]])
    bridge = RoadSection(
        points=points, start=3, end=0, width=7.5, kind="gravel", category="primary", lanes_forward=2,
        lanes_backward=0, speed_limit=25.0, level=1, is_bridge=True, name="Übergang", source_id="w12",
        start_rule="stop", end_rule="priority", end_lights=4, end_phase=1,
    )  # fmt: skip
    network = RoadNetwork(sections=[bridge], drives_on_left=True, attribution="© someone")
    save_network(network, tmp_path / "n.geojson")
    found = load_network(tmp_path / "n.geojson")
    assert (found.drives_on_left, found.attribution) == (True, "© someone")
    (section,) = found.sections
    np.testing.assert_array_equal(section.points, points)
    assert all(getattr(section, name) == getattr(bridge, name) for name in PROPERTIES)


def test_signs_are_written_where_there_are_some_and_stay_at_their_nodes(tmp_path):
    points = np.array([[0.0, 0.0, math.nan], [50.0, 0.0, math.nan]])
    plain = RoadSection(points=points, start=0, end=1)
    signed = RoadSection(points=points, start=1, end=2, start_rule="give-way", end_lights=0, end_phase=2)
    save_network(RoadNetwork(sections=[plain, signed]), tmp_path / "n.geojson")
    one, two = (each["properties"] for each in json.loads((tmp_path / "n.geojson").read_text())["features"])
    assert two.keys() - one.keys() == {"start_rule", "end_lights", "end_phase"}
    shortened = signed.at(points[:, :], end=9)
    assert (shortened.start_rule, shortened.end_lights, shortened.end_phase) == ("give-way", -1, -1)


def test_missing_properties_have_the_defaults_of_a_section(tmp_path):
    (section,) = load_network(written(tmp_path, [GOOD])).sections
    plain = RoadSection(points=section.points, start=0, end=1)
    assert all(getattr(section, name) == getattr(plain, name) for name in PROPERTIES)
    assert np.isnan(section.points[:, 2]).all()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"width": -1}, "width is -1; it must be above 0 and at most 200"),
        ({"width": math.inf}, "width is inf; it must be above 0"),
        ({"widht": 7}, "did you mean width?"),
        ({"start": 1.5}, "start is 1.5; it must be a whole number from 0"),
        ({"end": True}, "end is True; it must be a whole number"),
        ({"lanes_forward": 0, "lanes_backward": 0}, "has no lanes"),
        ({"kind": "dry-asphallt"}, "did you mean 'dry-asphalt'?"),
        ({"kind": ["mud"]}, "there is no soil"),
        ({"name": 3}, "name is 3; it must be a text"),
        ({"is_bridge": 1}, "is_bridge is 1; it must be true or false"),
        ({"speed_limit": "fast"}, "speed_limit is 'fast'"),
        ({"end_rule": "yield"}, "end_rule is 'yield'; it must be one of priority, give-way, stop, or empty"),
        ({"start_rule": 1}, "start_rule is 1; it must be one of"),
        ({"end_lights": 0.5}, "end_lights is 0.5; it must be a whole number from -1"),
        ({"end_phase": 16}, "end_phase is 16; it must be a whole number from -1 to 15"),
    ],
)
def test_a_wrong_property_is_refused_in_a_sentence(tmp_path, change, sentence):
    feature = GOOD | {"properties": GOOD["properties"] | change}
    with pytest.raises(WorldError, match=r"features\[0\]") as refused:
        load_network(written(tmp_path, [feature]))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("coordinates", "sentence"),
    [
        ([[0, 0]], "has 1 points"),
        ("line", "has 0 points"),
        ([[0, 0], [1]], "point 1 must be two or three numbers"),
        ([[0, 0], [1, 2, 3, 4]], "point 1 must be two or three numbers"),
        ([[0, 0], [1, "2"]], "point 1 must be two or three numbers"),
        ([[0, 0], [1, math.nan]], "point 1 is not within"),
        ([[0, 0], [1, 10**400]], "point 1 is not within"),
        ([[3, 4], [3, 4]], "has the length 0 m"),
    ],
)
def test_a_wrong_line_is_refused_in_a_sentence(tmp_path, coordinates, sentence):
    feature = GOOD | {"geometry": {"type": "LineString", "coordinates": coordinates}}
    with pytest.raises(WorldError, match=r"features\[0\]") as refused:
        load_network(written(tmp_path, [feature]))
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("{", "this is not JSON"),
        ("[]", "is not GeoJSON"),
        ('{"type": "Feature"}', "is not a road network"),
        ('{"type": "FeatureCollection", "features": []}', '"crs": null'),
        ('{"type": "FeatureCollection", "crs": null, "features": [3]}', "has no properties"),
        ('{"type": "FeatureCollection", "crs": null, "features": [], "drives_on_left": 1}', "true or false"),
        ('{"type": "FeatureCollection", "crs": null, "features": [], "attribution": 1}', "must be a text"),
    ],
)
def test_another_file_is_refused_in_a_sentence(tmp_path, text, sentence):
    path = tmp_path / "roads.geojson"
    path.write_text(text)
    with pytest.raises(WorldError) as refused:
        load_network(path)
    assert sentence in str(refused.value)


def test_a_network_that_could_not_be_read_again_is_not_written(tmp_path):
    wrong = RoadSection(points=np.zeros((2, 3)), start=0, end=1)
    with pytest.raises(WorldError, match="section 0 has the length 0 m"):
        save_network(RoadNetwork(sections=[wrong]), tmp_path / "n.geojson")
    with pytest.raises(WorldError, match="section 0 has the length 0 m"):
        check_network(RoadNetwork(sections=[wrong]))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (np.zeros((3, 2)), r"have the shape \(3, 2\)"),
        (np.zeros((1, 3)), "has 1 points"),
        (np.array([[0.0, 0.0, np.nan], [np.nan, 1.0, 0.0]]), "point 1 is not within"),
        (np.array([[0.0, -2e7, np.nan], [0.0, 1.0, 0.0]]), "point 0 is not within"),
        (np.array([[0.0, 0.0, np.nan], [0.0, 1.0, np.inf]]), "point 1 is not within"),
    ],
)
def test_points_that_could_not_be_read_again_are_refused(points, sentence):
    with pytest.raises(WorldError, match=f"^section 0.* {sentence}"):
        check_network(RoadNetwork(sections=[RoadSection(points=points, start=0, end=1)]))


def test_lines_are_ordered_from_tunnels_to_bridges():
    points = np.array([[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]])
    sections = [RoadSection(points=points, start=0, end=1, level=level, width=5.0 + level) for level in (1, -2, 0)]
    assert [line.width for line in lines_of(RoadNetwork(sections=sections))] == [3.0, 5.0, 6.0]


def scenario_text(extra=""):
    return f"""
terrain: {{source: flat, size: 400}}
roads: {{file: roads.geojson}}
vehicles:
  - {{model: bicycle, count: 1}}
{extra}"""


def test_a_scenario_paves_the_sections_and_clears_objects_from_them(tmp_path):
    written(tmp_path, [GOOD | {"properties": {"start": 0, "end": 1, "width": 20, "kind": "gravel"}}])
    path = tmp_path / "s.yaml"
    path.write_text(scenario_text("objects: {count: 60, area: [-50, -50, 150, 50]}"))
    world = load(path).build(can_step=False)
    kind = world.surface.names.index("gravel")
    row, column = (int(-edge / world.surface.spacing) for edge in (world.surface.y_south, world.surface.x_west))
    assert world.surface.classes[row, column + 3] == kind
    objects = world.objects
    inside = (objects.x > 0.0) & (objects.x < 100.0) & (abs(objects.y) < 10.0 + objects.radius)
    assert objects.count == 60
    assert not inside.any()


def test_a_section_off_the_terrain_and_a_missing_file_are_refused(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text(scenario_text())
    with pytest.raises(ScenarioError, match=r"roads\.file: there is no file"):
        load(path, with_files=True)
    far = {"type": "LineString", "coordinates": [[0, 0], [900, 0]]}
    written(tmp_path, [GOOD | {"geometry": far}])
    with pytest.raises(ScenarioError, match=r"roads: features\[0\] of roads\.geojson leads to \(900, 0\) m"):
        load(path).build(can_step=False)
