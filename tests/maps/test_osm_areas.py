"""Buildings, areas, waterways and single objects of OpenStreetMap."""

import numpy as np
import pytest
from osm_files import Map, Relation, Way, project, ring, square

from motorpool.maps.osm import read_osm
from motorpool.maps.place_map import MapThing, MapThings

WOOD = {"natural": "wood"}
POLYGON = {"type": "multipolygon"}


def read(tmp_path, nodes, ways=(), relations=(), node_tags=None):
    return read_osm(Map(nodes, ways, relations, node_tags or {}).write(tmp_path / "map.osm"), project)


def area(outline):
    x, y = outline.T
    return 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))


def test_a_closed_way_becomes_an_area(tmp_path):
    place = read(tmp_path, square(1, 10.0, 20.0, 100.0), [Way(7, ring(1), WOOD)])
    (wood,) = place.areas
    assert wood.outlines[0].round(2).tolist() == [[10.0, 20.0], [110.0, 20.0], [110.0, 120.0], [10.0, 120.0]]
    assert (wood.kind, wood.trees_per_hectare, wood.is_water) == ("dry-earth", 200.0, False)
    assert (wood.category, wood.source_id) == ("natural=wood", "way/7")
    assert not place.left_out


@pytest.mark.parametrize(
    ("tags", "kind", "is_water"),
    [
        ({"natural": "water"}, None, True),
        ({"waterway": "riverbank"}, None, True),
        ({"landuse": "reservoir"}, None, True),
        ({"natural": "water", "intermittent": "yes"}, "wet-earth", False),
        ({"natural": "wetland"}, "mud", False),
        ({"natural": "wetland", "wetland": "wet_meadow"}, "wet-grass", False),
        ({"landuse": "meadow"}, "grass", False),
        ({"landuse": "residential"}, None, False),
        ({"leisure": "pitch", "surface": "sand"}, "dry-sand", False),
        ({"amenity": "parking"}, "dry-asphalt", False),
        ({"highway": "pedestrian", "area": "yes"}, "concrete", False),
        ({"highway": "service", "area": "yes", "surface": "gravel"}, "gravel", False),
        ({"natural": "water", "landuse": "forest"}, None, True),
        ({"natural": "wood", "landuse": "reservoir"}, None, True),
    ],
)
def test_ground_of_an_area(tmp_path, tags, kind, is_water):
    place = read(tmp_path, square(1, 0.0, 0.0, 100.0), [Way(1, ring(1), tags)])
    (made,) = place.areas
    assert (made.kind, made.is_water) == (kind, is_water)
    assert not place.network.sections
    assert not place.left_out


def test_small_areas_cover_large_ones_and_water_covers_all(tmp_path):
    nodes = {**square(1, 0.0, 0.0, 500.0), **square(11, 0.0, 0.0, 100.0), **square(21, 0.0, 0.0, 1000.0)}
    ways = [
        Way(1, ring(11), {"natural": "wood"}),
        Way(2, ring(1), {"natural": "water"}),
        Way(3, ring(21), {"landuse": "meadow"}),
    ]
    assert [made.source_id for made in read(tmp_path, nodes, ways).areas] == ["way/3", "way/1", "way/2"]


def test_rings_are_assembled_from_unordered_ways_of_any_direction(tmp_path):
    nodes = {**square(1, 0.0, 0.0, 100.0), **square(11, 20.0, 20.0, 10.0), **square(21, 200.0, 0.0, 100.0)}
    ways = [
        Way(1, [3, 2]),
        Way(2, [1, 4, 3]),
        Way(3, [2, 1]),
        Way(4, ring(11)),
        Way(5, [21, 22, 23]),
        Way(6, [21, 24, 23]),
    ]
    members = [(5, "outer"), (1, "outer"), (4, "inner"), (2, ""), (6, "outer"), (3, "outer")]
    place = read(tmp_path, nodes, ways, [Relation(9, members, {**POLYGON, **WOOD})])
    (wood,) = place.areas
    assert sorted(map(area, wood.outlines)) == pytest.approx([100.0, 10_000.0, 10_000.0])
    assert wood.source_id == "relation/9"
    assert not place.left_out


def test_the_tags_of_an_old_multipolygon_are_those_of_its_outer_way(tmp_path):
    nodes = {**square(1, 0.0, 0.0, 100.0), **square(11, 20.0, 20.0, 10.0)}
    ways = [Way(1, ring(1), WOOD), Way(2, ring(11), {"natural": "water"})]
    place = read(tmp_path, nodes, ways, [Relation(9, [(1, "outer"), (2, "inner")], POLYGON)])
    wood, water = place.areas
    assert (len(wood.outlines), wood.category) == (2, "natural=wood")
    assert (len(water.outlines), water.category) == (1, "natural=water")


def test_open_rings_and_missing_ways_are_counted(tmp_path):
    nodes = {**square(1, 0.0, 0.0, 100.0), **square(11, 200.0, 0.0, 100.0)}
    ways = [Way(1, ring(1)), Way(2, [11, 12, 13])]
    members = [(1, "outer"), (2, "outer"), (99, "outer")]
    place = read(tmp_path, nodes, ways, [Relation(9, members, {**POLYGON, **WOOD})])
    assert len(place.areas[0].outlines) == 1
    assert place.left_out == {"open rings of multipolygons": 1, "multipolygons with a missing way": 1}


def test_a_polygon_that_crosses_itself_is_kept(tmp_path):
    place = read(tmp_path, square(1, 0.0, 0.0, 100.0), [Way(1, [1, 3, 2, 4, 1], WOOD)])
    assert place.areas[0].outlines[0].shape == (4, 2)
    assert not place.left_out


def test_a_missing_node_is_left_out_of_a_ring(tmp_path):
    nodes = square(1, 0.0, 0.0, 100.0)
    place = read(tmp_path, nodes, [Way(1, [1, 2, 3, 99, 4, 1], WOOD), Way(2, [98, 1, 2, 3, 98], WOOD)])
    assert [made.outlines[0].shape for made in place.areas] == [(4, 2), (3, 2)]
    assert place.left_out == {"ways with a missing node": 2}


def test_polygons_without_area_are_counted(tmp_path):
    nodes = {1: (0.0, 0.0), 2: (50.0, 0.0), 3: (100.0, 0.0), 4: (30.0, 0.0)}
    ways = [
        Way(1, [1, 2, 3, 1], WOOD),
        Way(2, [1, 2, 3, 4, 1], {"building": "yes"}),
        Way(3, [1, 2], {"highway": "track"}),
    ]
    place = read(tmp_path, nodes, ways)
    assert not place.areas
    assert not place.buildings
    assert place.left_out == {"rings without area": 2}


@pytest.mark.parametrize(
    ("tags", "height"),
    [
        ({"building": "yes"}, 6.0),
        ({"building": "church"}, 15.0),
        ({"building": "yes", "height": "12.5 m"}, 12.5),
        ({"building": "yes", "height": "40 ft"}, 12.192),
        ({"building": "yes", "building:levels": "4"}, 12.0),
        ({"building": "yes", "building:levels": "2", "roof:levels": "1"}, 9.0),
        ({"building": "yes", "building:levels": "2", "height": "20"}, 20.0),
    ],
)
def test_height_of_a_building(tmp_path, tags, height):
    place = read(tmp_path, square(1, 0.0, 0.0, 10.0), [Way(5, ring(1), tags)])
    (building,) = place.buildings
    assert building.height == pytest.approx(height)
    assert building.source_id == "way/5"
    assert building.outline.shape == (4, 2)
    assert not place.left_out


@pytest.mark.parametrize("value", ["1e999", "-4", "high", "0", "99999", "nan"])
def test_an_absurd_height_is_counted(tmp_path, value):
    place = read(tmp_path, square(1, 0.0, 0.0, 10.0), [Way(5, ring(1), {"building": "yes", "height": value})])
    assert place.buildings[0].height == 6.0
    assert place.left_out == {"values of height that are no height": 1}


def test_a_building_of_a_multipolygon_has_its_outer_rings_and_courtyards(tmp_path):
    nodes = {**square(1, 0.0, 0.0, 100.0), **square(11, 20.0, 20.0, 10.0)}
    members = [(2, "inner"), (1, "outer")]
    place = read(
        tmp_path, nodes, [Way(1, ring(1)), Way(2, ring(11))], [Relation(9, members, {**POLYGON, "building": "yes"})]
    )
    (building,) = place.buildings
    assert area(building.outline) == pytest.approx(10_000.0)
    assert [area(ring) for ring in building.courtyards] == pytest.approx([100.0])
    assert not place.left_out


def test_waterways_have_widths(tmp_path):
    nodes = {number: (100.0 * number, 0.0) for number in range(8)}
    ways = [
        Way(1, [0, 1, 2], {"waterway": "river"}),
        Way(2, [2, 3], {"waterway": "stream", "width": "3"}),
        Way(3, [3, 4], {"waterway": "stream", "width": "wide"}),
        Way(4, [4, 5], {"waterway": "stream", "tunnel": "culvert"}),
        Way(5, [5, 6], {"waterway": "stream", "intermittent": "yes"}),
        Way(6, [6, 7], {"waterway": "weir"}),
    ]
    place = read(tmp_path, nodes, ways)
    assert [(len(line), width) for line, width in place.waterways] == [(3, 10.0), (2, 3.0), (2, 2.0)]
    assert place.left_out == {
        "values of width that are no width of a waterway": 1,
        "waterways below the ground": 1,
        "waterways with intermittent=yes": 1,
        "ways of waterway=weir": 1,
    }


def test_trees_rocks_and_rows_of_trees(tmp_path):
    nodes = {1: (0.0, 0.0), 2: (80.0, 0.0), 3: (5.0, 5.0), 4: (6.0, 6.0), 5: (7.0, 7.0)}
    tags = {3: {"natural": "tree", "height": "20"}, 4: {"natural": "stone"}, 5: {"barrier": "gate"}}
    place = read(tmp_path, nodes, [Way(1, [1, 2], {"natural": "tree_row"})], node_tags=tags)
    assert [(thing.kind, thing.height) for thing in place.things[:2]] == [("tree", 20.0), ("rock", 1.0)]
    row = place.things[2:]
    assert [thing.x for thing in row] == pytest.approx(np.arange(11) * 8.0)
    assert place.left_out == {"gates that belong to no way": 1}


def test_single_objects_are_a_sequence_of_things():
    things = [MapThing(1.0, 2.0, "tree", 0.5, 9.0), MapThing(3.0, 4.0, "rock", 1.0, 2.0)]
    columns = MapThings.of(things)
    assert [*columns] == things
    assert [columns[0], columns[-1]] == things
    assert [*columns[1:], *columns[:1]] == things[::-1]
    assert [*MapThings.joined([columns[:1], columns])] == [things[0], *things]
    assert not MapThings.joined([])
    with pytest.raises(IndexError):
        columns[2]


def test_walls_are_rows_of_cylinders_that_touch_with_openings_at_gates(tmp_path):
    nodes = {1: (0.0, 0.0), 2: (40.0, 0.0), 3: (40.0, 30.0), 4: (20.0, 0.0), 5: (0.0, -20.0), 6: (9.0, -20.0)}
    ways = [
        Way(1, [1, 4, 2, 3], {"barrier": "wall", "height": "3"}),
        Way(2, [5, 6], {"barrier": "hedge"}),
        Way(3, [5, 6], {"barrier": "fence", "layer": "-1"}),
        Way(4, [5, 6], {"barrier": "kerb"}),
    ]
    place = read(tmp_path, nodes, ways, node_tags={4: {"barrier": "gate"}})
    wall = [thing for thing in place.things if thing.height == 3.0]
    expected = [(x, 0.0) for x in range(41) if abs(x - 20) > 3] + [(40.0, y) for y in range(1, 31)]
    assert [(thing.x, thing.y) for thing in wall] == [pytest.approx(point) for point in expected]
    assert {(thing.kind, thing.radius) for thing in wall} == {("building", 0.5)}
    assert [thing.kind for thing in place.things[len(wall) :]] == ["tree"] * 10
    assert place.left_out == {"ways of barrier=fence": 1, "ways of barrier=kerb": 1}


def test_what_lies_below_the_ground_is_counted(tmp_path):
    nodes = {**square(1, 0.0, 0.0, 10.0), **square(11, 0.0, 0.0, 10.0), 21: (0.0, 0.0), 22: (5.0, 0.0)}
    ways = [
        Way(1, ring(1), {"building": "yes", "location": "underground"}),
        Way(2, ring(11), {"landuse": "reservoir", "layer": "-1"}),
        Way(3, [21, 22], {"highway": "track"}),
    ]
    place = read(tmp_path, nodes, ways)
    assert place.left_out == {"buildings below the ground": 1, "areas below the ground": 1}


def test_other_relations_are_counted(tmp_path):
    nodes = {**square(1, 0.0, 0.0, 10.0), **square(11, 20.0, 0.0, 10.0)}
    relations = [
        Relation(1, [(1, "")], {"type": "route", "route": "bus"}),
        Relation(2, [(2, "")], {**POLYGON, "boundary": "forest"}),
        Relation(3, [(1, "")], {"note": "x"}),
        Relation(4, [], {**POLYGON, **WOOD}),
    ]
    place = read(tmp_path, nodes, [Way(1, ring(1), WOOD), Way(2, ring(11))], relations)
    assert len(place.areas) == 1
    assert place.left_out == {
        "relations of type=route": 1,
        "multipolygons of boundary=*": 1,
        "relations without a known tag": 1,
        "tags with other keys": 1,
        "multipolygons of natural=wood": 1,
    }
