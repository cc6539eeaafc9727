"""Signs and traffic lights of OpenStreetMap: the ends of sections at which they count."""

import pytest
from osm_files import Map, Way, project

from motorpool.maps.osm import read_osm

# a crossing of a road from west to east with one from south to north at (200, 0), and nodes before it
NODES = {
    0: (0.0, 0.0), 1: (180.0, 0.0), 2: (200.0, 0.0), 3: (215.0, 0.0), 4: (400.0, 0.0),
    5: (200.0, -200.0), 6: (200.0, -12.0), 7: (200.0, 10.0), 8: (200.0, 200.0),
}  # fmt: skip
MAIN, SIDE = {"highway": "primary"}, {"highway": "residential"}


def ends_of(tmp_path, node_tags, *ways, nodes=NODES):
    """Rules and lights at the ends of sections, by the side from which vehicles come, and what is left out."""
    ways = ways or (Way(1, [0, 1, 2, 3, 4], MAIN), Way(2, [5, 6, 2, 7, 8], SIDE))
    place = read_osm(Map(nodes, ways, node_tags=node_tags).write(tmp_path / "map.osm"), project)
    found = {}
    for section in place.network.sections:
        for rule, lights, here, there in (
            (section.start_rule, section.start_lights, 0, -1), (section.end_rule, section.end_lights, -1, 0)
        ):  # fmt: skip
            if rule or lights >= 0:
                x, y = (section.points[here] - section.points[there])[:2].round().tolist()
                comes_from = "west" if x > abs(y) else "east" if -x > abs(y) else "south" if y > 0.0 else "north"
                found[comes_from] = rule if lights < 0 else lights
    return found, place.left_out


SIGN = {"highway": "give_way"}


@pytest.mark.parametrize(
    ("node", "tags", "ends"),
    [
        (6, SIGN, {"south": "give-way"}),
        (7, {"highway": "stop"}, {"north": "stop"}),
        (7, {"highway": "stop", "direction": "backward"}, {"north": "stop"}),
        (7, {"highway": "stop", "direction": "forward"}, {}),
        (2, SIGN, {"south": "give-way", "north": "give-way"}),
        (2, {"highway": "stop", "stop": "all"}, dict.fromkeys(("west", "east", "south", "north"), "stop")),
        (2, {"highway": "traffic_signals"}, dict.fromkeys(("west", "east", "south", "north"), 0)),
        (1, {"highway": "traffic_signals", "traffic_signals:direction": "forward"}, {"west": 0}),
        (0, SIGN, {}),
    ],
)
def test_a_node_counts_before_the_junction_that_it_is_for(tmp_path, node, tags, ends):
    found, left_out = ends_of(tmp_path, {node: tags})
    assert found == ends
    assert left_out == ({} if ends else {f"nodes of highway={tags['highway']} before no junction": 1})


def test_lights_on_the_roads_to_a_junction_are_one(tmp_path):
    found, _ = ends_of(tmp_path, {node: {"highway": "traffic_signals"} for node in (1, 3, 6, 7)})
    assert found == dict.fromkeys(("west", "east", "south", "north"), 0)


def test_ways_against_their_direction_and_split_at_the_sign(tmp_path):
    against = Way(1, [4, 3, 2, 1, 0], {**MAIN, "oneway": "-1"}), Way(2, [5, 6], SIDE), Way(3, [6, 2, 8], SIDE)
    found, _ = ends_of(tmp_path, {1: SIGN, 3: SIGN, 6: {"highway": "stop"}}, *against)
    assert found == {"west": "give-way", "south": "stop"}  # behind the junction, nobody comes


def test_crossing_carriageways_have_one_set_of_lights_and_none_between(tmp_path):
    nodes = {
        number: (x, y)
        for number, (x, y) in enumerate(
            (x, y) for y in (-200.0, -10.0, 10.0, 200.0) for x in (-200.0, -10.0, 10.0, 200.0)
        )
    }
    one = {**MAIN, "oneway": "yes"}
    ways = (Way(1, [4, 5, 6, 7], one), Way(2, [11, 10, 9, 8], one), Way(3, [2, 6, 10, 14], one),
            Way(4, [13, 9, 5, 1], one))  # fmt: skip
    signals = {node: {"highway": "traffic_signals"} for node in (5, 6, 9, 10)}
    place = read_osm(Map(nodes, ways, node_tags=signals).write(tmp_path / "map.osm"), project)
    lit = [section for section in place.network.sections if section.end_lights >= 0]
    assert [section.end_lights for section in lit] == [0] * 4
    assert all(section.length > 100.0 for section in lit)


def test_roundabouts_and_priority_roads_go_first(tmp_path):
    ways = Way(1, [0, 1, 2, 3, 4], {**MAIN, "priority_road": "designated"}), Way(2, [5, 6, 2, 7, 8], SIDE)
    assert ends_of(tmp_path, {}, *ways)[0] == {"west": "priority", "east": "priority"}
    circle = Way(1, [2, 3, 7, 2], {**SIDE, "junction": "roundabout"}), Way(2, [3, 4], SIDE)
    place = read_osm(Map(NODES, circle).write(tmp_path / "circle.osm"), project)
    assert [section.end_rule for section in place.network.sections] == ["priority", "priority", ""]
    assert not any(section.start_rule for section in place.network.sections)  # nobody comes against the circle


def test_signs_without_a_road_are_counted(tmp_path):
    _, left_out = ends_of(tmp_path, {9: SIGN}, nodes={**NODES, 9: (50.0, 50.0)})
    assert left_out == {"signs and traffic lights that are on no road": 1}
