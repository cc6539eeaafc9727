"""Roads of OpenStreetMap: sections between junctions, and what their tags say of them."""

import numpy as np
import pytest
from osm_files import Map, Way, project

from motorpool.maps.osm import read_osm

LINE = {number: (100.0 * number, 0.0) for number in range(6)}


def sections(tmp_path, nodes, *ways, **settings):
    place = read_osm(Map(nodes, ways).write(tmp_path / "map.osm"), project, **settings)
    return place.network.sections, place.left_out


def section_of(tmp_path, **tags):
    tags = {"highway": "secondary", **{key.replace("__", ":"): value for key, value in tags.items()}}
    (section,), left_out = sections(tmp_path, LINE, Way(1, [0, 1, 2], tags))
    left_out.pop("tags with other keys", None)
    return section, left_out


def line(section):
    return section.points[:, :2].round(2).tolist()


def test_roads_are_split_where_they_meet(tmp_path):
    nodes = {**LINE, 10: (200.0, 100.0)}
    made, left_out = sections(
        tmp_path,
        nodes,
        Way(1, [0, 1, 2, 3, 4], {"highway": "primary", "name": "Long Road"}),
        Way(2, [2, 10], {"highway": "track"}),
    )
    assert [line(section) for section in made] == [
        [[0.0, 0.0], [100.0, 0.0], [200.0, 0.0]],
        [[200.0, 0.0], [300.0, 0.0], [400.0, 0.0]],
        [[200.0, 0.0], [200.0, 100.0]],
    ]
    west, east, north = made
    assert west.end == east.start == north.start
    assert len({west.start, west.end, east.end, north.end}) == 4
    assert [section.name for section in made] == ["Long Road", "Long Road", ""]
    assert [section.source_id for section in made] == ["way/1", "way/1", "way/2"]
    assert np.isnan(west.points[:, 2]).all()
    assert not left_out


def test_roads_that_cross_without_a_shared_node_do_not_meet(tmp_path):
    nodes = {**LINE, 10: (150.0, -50.0), 11: (150.0, 50.0)}
    made, _ = sections(
        tmp_path,
        nodes,
        Way(1, [0, 1, 2, 3], {"highway": "primary"}),
        Way(2, [10, 11], {"highway": "primary", "bridge": "yes"}),
    )
    assert len(made) == 2
    assert [section.level for section in made] == [0, 1]


def test_a_loop_is_a_section_from_a_node_to_itself(tmp_path):
    nodes = {1: (0.0, 0.0), 2: (100.0, 0.0), 3: (100.0, 100.0)}
    (loop,), _ = sections(tmp_path, nodes, Way(1, [1, 2, 3, 1], {"highway": "residential"}))
    assert loop.start == loop.end
    assert loop.length == pytest.approx(200.0 + 100.0 * np.sqrt(2.0))


def test_a_closed_way_is_also_split_at_its_junctions(tmp_path):
    nodes = {1: (0.0, 0.0), 2: (100.0, 0.0), 3: (100.0, 100.0), 4: (200.0, 100.0)}
    made, _ = sections(
        tmp_path,
        nodes,
        Way(1, [1, 2, 3, 1], {"highway": "residential", "junction": "roundabout"}),
        Way(2, [3, 4], {"highway": "residential"}),
    )
    first, second, arm = made
    assert first.end == second.start == arm.start
    assert second.end == first.start
    assert [section.lanes_backward for section in made] == [0, 0, 1]


def test_a_way_that_crosses_itself_at_a_node_is_split_there(tmp_path):
    nodes = {1: (0.0, 0.0), 2: (100.0, 0.0), 3: (100.0, 100.0), 4: (0.0, 100.0), 5: (0.0, -100.0)}
    made, _ = sections(tmp_path, nodes, Way(1, [5, 1, 2, 3, 4, 1], {"highway": "track"}))
    assert [(section.start == section.end) for section in made] == [False, True]


def test_a_missing_node_interrupts_a_road(tmp_path):
    made, left_out = sections(tmp_path, LINE, Way(1, [0, 1, 99, 2, 3, 98, 4], {"highway": "primary"}))
    assert [line(section) for section in made] == [[[0.0, 0.0], [100.0, 0.0]], [[200.0, 0.0], [300.0, 0.0]]]
    assert left_out == {"ways with a missing node": 1}


def test_repeated_nodes_and_positions_leave_no_pieces_without_length(tmp_path):
    nodes = {**LINE, 11: LINE[1], 12: LINE[2]}
    made, left_out = sections(
        tmp_path, nodes, Way(1, [0, 0, 1, 11, 2], {"highway": "primary"}), Way(2, [2, 12], {"highway": "primary"})
    )
    assert [line(section) for section in made] == [[[0.0, 0.0], [100.0, 0.0], [200.0, 0.0]]]
    assert left_out == {"sections of road without length": 1}


@pytest.mark.parametrize(
    ("tags", "lanes", "is_reversed"),
    [
        ({}, (1, 1), False),
        ({"oneway": "yes"}, (1, 0), False),
        ({"oneway": "-1"}, (1, 0), True),
        ({"oneway": "no", "junction": "roundabout"}, (1, 1), False),
        ({"highway": "motorway"}, (2, 0), False),
        ({"highway": "motorway", "oneway": "no", "lanes": "2"}, (1, 1), False),
        ({"lanes": "3"}, (2, 1), False),
        ({"lanes": "1"}, (1, 1), False),
        ({"lanes": "3", "oneway": "yes"}, (3, 0), False),
        ({"lanes": "3", "lanes__forward": "1"}, (1, 2), False),
        ({"lanes": "3", "lanes__backward": "1"}, (2, 1), False),
        ({"lanes__forward": "2", "lanes__backward": "3"}, (2, 3), False),
    ],
)
def test_direction_and_lanes(tmp_path, tags, lanes, is_reversed):
    section, left_out = section_of(tmp_path, **tags)
    assert (section.lanes_forward, section.lanes_backward) == lanes
    assert line(section)[0][0] == (200.0 if is_reversed else 0.0)
    assert not left_out


@pytest.mark.parametrize(
    ("tags", "width"),
    [
        ({}, 6.5),
        ({"width": "4.5"}, 4.5),
        ({"width": "4,5 m"}, 4.5),
        ({"width": "20'"}, 6.096),
        ({"width": "7'6\""}, 2.286),
        ({"lanes": "4"}, 13.0),
        ({"oneway": "yes"}, 4.25),
        ({"highway": "track"}, 3.0),
        ({"highway": "service", "service": "parking_aisle"}, 5.0),
    ],
)
def test_width(tmp_path, tags, width):
    section, left_out = section_of(tmp_path, **tags)
    assert section.width == pytest.approx(width)
    assert not left_out


@pytest.mark.parametrize(
    ("value", "kmh"),
    [
        ("50", 50.0),
        ("50 km/h", 50.0),
        ("30 mph", 48.28032),
        ("30mph", 48.28032),
        ("walk", 5.0),
        ("none", 130.0),
        ("FR:urban", 50.0),
        ("DE:rural", 100.0),
        ("RO:rural", 90.0),
        ("DE:zone:30", 30.0),
        ("DE:zone20", 20.0),
        ("80;50", 50.0),
    ],
)
def test_speed_limit(tmp_path, value, kmh):
    section, left_out = section_of(tmp_path, maxspeed=value)
    assert section.speed_limit == pytest.approx(kmh / 3.6)
    assert not left_out


def test_the_lower_speed_limit_of_both_directions_counts(tmp_path):
    section, _ = section_of(tmp_path, maxspeed__forward="70", maxspeed__backward="60")
    assert section.speed_limit == pytest.approx(60.0 / 3.6)


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        ({}, "dry-asphalt"),
        ({"surface": "gravel"}, "gravel"),
        ({"surface": "asphalt;gravel"}, "dry-asphalt"),
        ({"surface": "sand", "tracktype": "grade1"}, "dry-sand"),
        ({"smoothness": "very_bad"}, "gravel"),
        ({"highway": "track"}, "dry-earth"),
        ({"highway": "track", "tracktype": "grade2"}, "gravel"),
        ({"highway": "track", "tracktype": "grade5", "smoothness": "good"}, "grass"),
    ],
)
def test_surface_class(tmp_path, tags, kind):
    section, left_out = section_of(tmp_path, **tags)
    assert section.kind == kind
    assert not left_out


@pytest.mark.parametrize(
    ("tags", "level", "is_bridge", "is_tunnel"),
    [
        ({}, 0, False, False),
        ({"bridge": "yes"}, 1, True, False),
        ({"bridge": "viaduct", "layer": "2"}, 2, True, False),
        ({"bridge": "no"}, 0, False, False),
        ({"tunnel": "yes"}, -1, False, True),
        ({"tunnel": "yes", "layer": "-3"}, -3, False, True),
        ({"tunnel": "building_passage"}, 0, False, False),
        ({"layer": "1"}, 1, False, False),
    ],
)
def test_levels_bridges_and_tunnels(tmp_path, tags, level, is_bridge, is_tunnel):
    section, _ = section_of(tmp_path, **tags)
    assert (section.level, section.is_bridge, section.is_tunnel) == (level, is_bridge, is_tunnel)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({"width": "1e999"}, "values of width that are no width of a road"),
        ({"width": "-3"}, "values of width that are no width of a road"),
        ({"width": "99999"}, "values of width that are no width of a road"),
        ({"lanes": "-3"}, "values of lanes that are no number of lanes"),
        ({"lanes": "1000"}, "values of lanes that are no number of lanes"),
        ({"lanes": "٣"}, "values of lanes that are no number of lanes"),
        ({"maxspeed": "fast"}, "values of maxspeed that are no speed"),
        ({"maxspeed": "0"}, "values of maxspeed that are no speed"),
        ({"maxspeed": "9" * 900}, "values of maxspeed that are no speed"),
        ({"layer": "high"}, "values of layer that are no level"),
        ({"layer": "99"}, "values of layer that are no level"),
        ({"oneway": "sometimes"}, "values of oneway=sometimes"),
        ({"surface": "lava"}, "values of surface=lava"),
        ({"name": "x" * 2000}, "tags with more than 1000 characters"),
    ],
)
def test_an_absurd_value_is_counted_and_the_usual_one_taken(tmp_path, tags, words):
    section, left_out = section_of(tmp_path, **tags)
    assert left_out == {words: 1}
    usual, _ = section_of(tmp_path)
    for name in ("width", "lanes_forward", "lanes_backward", "speed_limit", "level", "kind", "name"):
        assert getattr(section, name) == getattr(usual, name)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({"highway": "steps"}, "ways of highway=steps"),
        ({"highway": "footway"}, "ways of highway=footway"),
        ({"highway": "track", "access": "no"}, "ways of highway=track closed to vehicles"),
        ({"highway": "track", "motor_vehicle": "no", "access": "yes"}, "ways of highway=track closed to vehicles"),
        ({"highway": "x" * 300}, f"ways of highway={'x' * 39}…"),
        ({"highway": "a\u202e"}, r"ways of highway=a\u202e"),
        ({"railway": "rail"}, "ways of railway=*"),
        ({"natural": "cliff"}, "ways of natural=cliff"),
        ({"barrier": "kerb"}, "ways of barrier=kerb"),
        ({}, "ways without a known tag"),
    ],
)
def test_a_way_that_is_no_road_for_vehicles_is_counted(tmp_path, tags, words):
    made, left_out = sections(tmp_path, LINE, Way(1, [0, 1], {"highway": "track"}), Way(2, [2, 3], tags))
    assert len(made) == 1
    assert left_out == {words: 1}


def test_private_and_permitted_roads_are_roads(tmp_path):
    for tags in ({"access": "private"}, {"access": "no", "motor_vehicle": "yes"}, {"access": "customers"}):
        made, _ = sections(tmp_path, LINE, Way(1, [0, 1], {"highway": "service", **tags}))
        assert len(made) == 1


def test_the_driving_side_is_that_of_the_tags_unless_it_is_given(tmp_path):
    def side(**settings):
        return read_osm(file, project, **settings).network.drives_on_left

    road = {"highway": "primary"}
    file = Map(LINE, [Way(1, [0, 1], road)]).write(tmp_path / "plain.osm")
    assert side() is False
    file = Map(LINE, [Way(1, [0, 1], {**road, "driving_side": "left"})]).write(tmp_path / "left.osm")
    assert side() is True
    assert side(drives_on_left=False) is False


def test_the_licence_travels(tmp_path):
    place = read_osm(Map(LINE, [Way(1, [0, 1], {"highway": "track"})]).write(tmp_path / "map.osm"), project)
    assert place.attribution == place.network.attribution == "© OpenStreetMap contributors"
