"""Road networks of OpenDRIVE files: sections, lanes, limits, and the nodes that links join."""

import gzip
import itertools
import math
from collections import deque
from pathlib import Path

import numpy as np
import pytest
from opendrive_files import geometry, lane, road, section, straight, write, write_crossing

from motorpool.maps.opendrive import read_opendrive

REAL_FILES = Path(__file__).parents[3] / "shared" / "data" / "maps" / "opendrive"


def network_of(folder, *elements, **keywords):
    return read_opendrive(write(folder, *elements, **keywords)).network


def link(tag, other, contact):
    return f'<{tag} elementType="road" elementId="{other}" contactPoint="{contact}"/>'


def to_junction(tag, junction="9"):
    return f'<{tag} elementType="junction" elementId="{junction}"/>'


def reached_from(network, start):
    """Nodes that traffic can reach."""
    ways = {}
    for each in network.sections:
        if each.lanes_forward:
            ways.setdefault(each.start, []).append(each.end)
        if each.lanes_backward:
            ways.setdefault(each.end, []).append(each.start)
    seen, waiting = {start}, deque([start])
    while waiting:
        for node in ways.get(waiting.popleft(), []):
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return seen


def test_a_crossing_of_another_program_leads_from_every_road_to_every_other(tmp_path):
    place = read_opendrive(write_crossing(tmp_path / "crossing.xodr"))
    assert set(place.left_out) == {"elements <roadMark>"}
    network = place.network
    assert len(network.sections) == 4 + 6
    connecting = [each for each in network.sections if each.category == "junction"]
    assert all(each.is_turn for each in connecting)
    assert len({node for each in connecting for node in (each.start, each.end)}) == 4
    for each in network.sections[:4]:
        assert len(reached_from(network, each.start)) == 8
    ends = {}
    for each in network.sections:
        for node, point in ((each.start, each.points[0]), (each.end, each.points[-1])):
            ends.setdefault(node, []).append(point[:2])
    for points in ends.values():  # all roads have one lane each way, so that their centres meet
        np.testing.assert_allclose(points, [points[0]] * len(points), atol=1e-6)


def arc(length, curvature, **place):
    return geometry(f'<arc curvature="{curvature}"/>', length=length, **place)


@pytest.mark.parametrize(
    ("plan", "is_turn"),
    [
        (straight(30.0), True),
        (straight(90.0), False),  # long enough to wait on
        (arc(20.0, math.pi / 40.0), True),
        (arc(30.0, math.pi / 40.0), False),  # turns by 135°
        (straight(50.0) + arc(20.0, math.pi / 40.0, s=50.0, x=50.0), False),  # its corner is far from a curve
    ],
    ids=["straight", "long", "turn", "back", "corner"],
)
def test_a_connecting_road_near_the_curve_of_vehicles_is_a_turn(tmp_path, plan, is_turn):
    link = '<predecessor elementType="road" elementId="1" contactPoint="end"/>'
    link += link.replace("predecessor", "successor")
    (inside,) = network_of(tmp_path, road(plan, id="5", link=link, attributes='junction="9"')).sections
    assert inside.is_turn == is_turn
    (outside,) = network_of(tmp_path, road(plan, id="5", link=link)).sections
    assert not outside.is_turn


@pytest.mark.parametrize("minor", [4, 5, 6, 7, 8])
def test_all_versions_are_read_alike(tmp_path, minor):
    (only,) = network_of(tmp_path, road(), minor=minor).sections
    np.testing.assert_allclose(only.points[:, :2], np.linspace((0, 0), (100, 0), 6), atol=1e-12)
    assert (only.lanes_forward, only.lanes_backward, only.width, only.kind) == (1, 1, 7.0, "dry-asphalt")
    assert np.isnan(only.points[:, 2]).all()  # a file without heights lies on the ground


def test_a_gzip_file_is_read_like_its_content(tmp_path):
    file = write(tmp_path, road())
    packed = tmp_path / "packed.xodr.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    assert read_opendrive(packed).network.sections[0].length == pytest.approx(100.0)


def test_traffic_on_the_left_drives_forward_in_the_left_lanes(tmp_path):
    lanes = section(lane(2), lane(1), lane(-1))
    for rule, expected in (("RHT", (1, 2)), ("LHT", (2, 1))):
        network = network_of(tmp_path, road(lanes=lanes, attributes=f'rule="{rule}"'))
        assert network.drives_on_left == (rule == "LHT")
        (only,) = network.sections
        assert (only.lanes_forward, only.lanes_backward) == expected


def test_a_one_way_road_against_its_line_is_turned(tmp_path):
    (only,) = network_of(tmp_path, road(lanes=section(lane(1)))).sections
    assert (only.lanes_forward, only.lanes_backward) == (1, 0)
    np.testing.assert_allclose(only.points[[0, -1], :2], [(100.0, 1.75), (0.0, 1.75)], atol=1e-12)


def test_a_median_parts_two_carriageways(tmp_path):
    lanes = section(lane(2), lane(1, width=4.0, kind="median"), lane(-1), lane(-2, kind="shoulder"))
    left, right = network_of(tmp_path, road(lanes=lanes)).sections
    np.testing.assert_allclose(left.points[[0, -1], :2], [(100.0, 5.75), (0.0, 5.75)], atol=1e-12)
    np.testing.assert_allclose(right.points[[0, -1], :2], [(0.0, -1.75), (100.0, -1.75)], atol=1e-12)
    assert len({left.start, left.end, right.start, right.end}) == 4


def test_lanes_driven_both_ways_and_against_the_rule_count_by_their_direction(tmp_path):
    lanes = section(lane(-1, kind="bidirectional"))
    (only,) = network_of(tmp_path, road(lanes=lanes)).sections
    assert (only.lanes_forward, only.lanes_backward) == (1, 1)
    lanes = section(lane(-1).replace("<lane", '<lane direction="reversed"'))
    (only,) = network_of(tmp_path, road(lanes=lanes)).sections
    assert only.points[0, 0] == pytest.approx(100.0)


@pytest.mark.parametrize(
    ("speed", "expected"),
    [
        ('<speed max="72" unit="km/h"/>', 20.0),
        ('<speed max="30" unit="mph"/>', 13.4112),
        ('<speed max="8"/>', 8.0),
        ('<speed max="no limit"/>', 36.1),
        ('<speed max="1" unit="furlong"/>', 13.9),
        ("", 36.1),
    ],
)
def test_speed_limits_have_units_and_defaults(tmp_path, speed, expected):
    (only,) = network_of(tmp_path, road(more=f'<type s="0" type="motorway">{speed}</type>')).sections
    assert only.speed_limit == pytest.approx(expected)


def test_the_slowest_lane_limits_a_carriageway_before_its_type(tmp_path):
    lanes = section(
        lane(-1, more='<speed sOffset="0" max="90" unit="km/h"/><material sOffset="0" surface="Gravel"/>'),
        lane(-2, more='<speed sOffset="0" max="36" unit="km/h"/>'),
    )
    (only,) = network_of(tmp_path, road(lanes=lanes, more='<type s="0" type="rural"/>')).sections
    assert only.speed_limit == pytest.approx(10.0)
    assert (only.kind, only.category) == ("gravel", "rural")


def test_a_road_is_divided_where_its_type_or_structure_changes(tmp_path):
    more = (
        '<type s="0" type="town"/><type s="30" type="rural"/><objects><bridge s="50" length="20" id="b"/>'
        '<tunnel s="80" length="20" id="t"/></objects>'
    )
    network = network_of(tmp_path, road(more=more))
    found = [
        (each.category, each.level, each.is_bridge, each.is_tunnel, round(each.length)) for each in network.sections
    ]
    assert found == [
        ("town", 0, False, False, 30),
        ("rural", 0, False, False, 20),
        ("rural", 1, True, False, 20),
        ("rural", 0, False, False, 10),
        ("rural", -1, False, True, 20),
    ]
    for before, after in zip(network.sections, network.sections[1:], strict=False):
        assert before.end == after.start


def test_lane_sections_are_joined_by_the_links_of_their_lanes(tmp_path):
    lanes = section(lane(1), lane(-1, link='<successor id="-2"/>')) + section(
        lane(1), lane(-1, kind="median", width=2.0), lane(-2, link='<predecessor id="-1"/>'), s=40.0
    )
    first, left, right = network_of(tmp_path, road(lanes=lanes)).sections
    assert first.end == right.start
    assert left.end != first.end  # only the link of lanes is followed


def test_linked_roads_share_nodes_by_their_contact_points(tmp_path):
    first = road(id="a", link=link("successor", "b", "end"))
    second = road(straight(80.0, x=180.0, heading=np.pi), id="b", link=link("successor", "a", "end"))
    a, b = network_of(tmp_path, first, second).sections
    assert a.end == b.end
    assert len({a.start, a.end, b.start}) == 3


def test_a_ring_closes(tmp_path):
    plan = geometry('<arc curvature="0.1"/>', length=2 * np.pi * 10)
    ring = road(plan, link=link("successor", "1", "start") + link("predecessor", "1", "end"))
    (only,) = network_of(tmp_path, ring).sections
    assert only.start == only.end


def test_a_direct_junction_joins_its_linked_roads(tmp_path):
    roads = (
        road(id="a", link=to_junction("successor")),
        road(straight(x=100.0), id="b", link=to_junction("predecessor")),
        road(straight(x=100.0, y=0.5), id="c", link=to_junction("predecessor"), lanes=section(lane(-1))),
    )
    lanes = '<laneLink from="-1" to="-1"/>'
    junction = '<junction id="9" type="direct">' + "".join(
        f'<connection incomingRoad="a" linkedRoad="{other}" contactPoint="start">{lanes}</connection>' for other in "bc"
    )
    a, b, c = network_of(tmp_path, *roads, junction + "</junction>").sections
    assert a.end == b.start == c.start


@pytest.mark.parametrize(
    ("elements", "count"),
    [
        ([road(link=link("successor", "77", "start"))], "links to missing roads"),
        ([road(link=link("successor", "1", "end"))], "links of a road's end to itself"),
        ([road(link='<successor elementType="road" elementId="1"/>')], "links without a type or a contact point"),
        (
            [road(link='<successor elementType="road" elementId="1" elementS="5" elementDir="+"/>')],
            "links to the middle of a road",
        ),
        ([road(), '<junction id="9" type="virtual"/>'], "virtual junctions"),
        (
            [
                road(),
                '<junction id="9"><connection incomingRoad="1" connectingRoad="5" contactPoint="end"/></junction>',
            ],
            "connections of missing roads",
        ),
        (
            [
                road(),
                '<junction id="9"><connection incomingRoad="1" connectingRoad="1" contactPoint="end"/></junction>',
            ],
            "connections of roads that do not lead to the junction",
        ),
        ([road(), '<junction id="9"><connection/></junction>'], "<connection> without roads or a contact point"),
        ([road(), road()], "roads with the id of another road"),
        ([road(), road(id="2", attributes='rule="LHT"')], "roads with another traffic rule than most"),
        ([road(lanes=section(lane(1), lane(1)))], "lanes without an id of their own"),
        ([road(lanes=section(lane(1, kind="sidewalk")))], "lane sections without a lane for vehicles"),
        ([road(lanes=section(lane(1)) + section(lane(1), s=100.0))], "lane sections without a length"),
        ([road(lanes=section(lane(-1, kind="canal"), lane(1)))], "lanes of the type canal"),
        ([road(more="<railroad><switch/></railroad>")], "elements <railroad>"),
    ],
)
def test_links_and_elements_without_use_are_counted(tmp_path, elements, count):
    assert read_opendrive(write(tmp_path, *elements)).left_out == {count: 1}


@pytest.mark.parametrize(
    ("gap", "count"),
    [(0.05, None), (2.0, "links over a gap, joined"), (50.0, "links over a gap of more than 10 m, not joined")],
)
def test_gaps_between_linked_roads_are_counted_once(tmp_path, gap, count):
    first = road(id="a", link=link("successor", "b", "start"))
    second = road(straight(x=100.0 + gap), id="b", link=link("predecessor", "a", "end"))
    place = read_opendrive(write(tmp_path, first, second))
    assert place.left_out == ({count: 1} if count else {})
    a, b = place.network.sections
    assert (a.end == b.start) == (gap < 10.0)


def test_the_header_places_the_map(tmp_path):
    offset = '<offset x="500000" y="5000000" z="300" hdg="1.5707963267948966"/>'
    header = f"<geoReference><![CDATA[EPSG:32632]]></geoReference>{offset}"
    place = read_opendrive(write(tmp_path, road(), header=header))
    assert (place.crs, place.origin) == ("EPSG:32632", (500_000.0, 5_000_000.0))
    np.testing.assert_allclose(place.network.sections[0].points[-1], (0.0, 100.0, 300.0), atol=1e-9)


def test_coordinates_far_from_zero_get_an_origin_near_the_roads(tmp_path):
    place = read_opendrive(write(tmp_path, road(straight(x=691_234.5, y=5_334_000.25))))
    assert place.origin == (691_000.0, 5_334_000.0)
    np.testing.assert_allclose(place.network.sections[0].points[0, :2], (234.5, 0.25), atol=1e-9)


@pytest.mark.parametrize(
    "crs", ["EPSG:4326", "EPSG:2264", "nowhere", "+proj=utm +zone=32 +nadgrids=/etc/passwd", "x" * 70_000]
)
def test_a_projection_that_is_unknown_or_not_in_metres_is_counted(tmp_path, crs):
    place = read_opendrive(write(tmp_path, road(), header=f"<geoReference>{crs}</geoReference>"))
    assert place.crs is None
    assert place.left_out == {"map projections that are unknown or not in metres": 1}


@pytest.mark.parametrize("name", ["crest-curve", "curves_elevation", "e6mini", "fabriksgatan", "soderleden"])
def test_real_files_are_read_as_connected_networks(name):
    file = REAL_FILES / f"{name}.xodr"
    if not file.exists():
        pytest.skip(f"the map {name} is not here")
    place = read_opendrive(file)
    assert not any("not" in key or "gap" in key for key in place.left_out)
    for each in place.network.sections:
        step = np.linalg.norm(np.diff(each.points[:, :2], axis=0), axis=1)
        assert step.min() > 0.0
        assert step.max() < 30.0
        assert each.lanes_forward >= 1
        assert 3.0 < each.width < 15.0
    if name == "fabriksgatan":
        starts = [each for each in place.network.sections if each.category == "town"]
        assert len(starts) == 4
        for each in starts:
            assert len(reached_from(place.network, each.start)) == 8


def single(number: int, *, s: float, width: float = 3.0) -> str:
    """Return a section for one side, with two lanes."""
    sign = 1 if number > 0 else -1
    lanes = section(lane(sign, width=width), lane(number, width=width), s=s)
    return lanes.replace("<laneSection ", '<laneSection singleSide="true" ')


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        (single(-2, s=100.0), "", [(1, 1, 7.0), (2, 1, 9.5)]),
        (single(2, s=100.0), "", [(1, 1, 7.0), (1, 2, 9.5)]),
        (single(2, s=100.0), single(-2, s=150.0), [(1, 1, 7.0), (1, 2, 9.5), (2, 2, 12.0)]),
        (section(lane(-1), s=100.0), "", [(1, 1, 7.0), (1, 0, 3.5)]),  # for both sides, of which one has no lanes
    ],
)
def test_a_section_for_one_side_leaves_the_other_as_it_was(second: str, third: str, expected, tmp_path: Path):
    lanes = section(lane(1), lane(-1)) + second + third
    made = network_of(tmp_path, road(straight(200.0), lanes=lanes))
    assert [(each.lanes_forward, each.lanes_backward, each.width) for each in made.sections] == expected
    assert all(a.end == b.start for a, b in itertools.pairwise(made.sections))


def test_lanes_that_go_on_beside_a_section_for_one_side_keep_their_widths(tmp_path: Path):
    widening = lane(1).replace('a="3.5" b="0"', 'a="3.5" b="0.01"')
    lanes = section(widening, lane(-1)) + single(-2, s=100.0)
    made = network_of(tmp_path, road(straight(200.0), lanes=lanes))
    assert [each.width for each in made.sections] == pytest.approx([7.5, 11.0])  # 3.5 + 1.5 on average, and 6


@pytest.mark.parametrize(
    ("text", "crs", "unit"),
    [
        (
            "+proj=tmerc +lat_0=4.9e+1 +lon_0=8 +k=1 +datum=WGS84 +units=m +geoidgrids=egm96_15.gtx +vunits=m",
            "tmerc",
            "",
        ),
        ("+lat_0=4.9000000000000000e+1 +lon_0=8.0000000000000000e+0", "tmerc", ""),  # of CARLA
        ("+proj=tmerc +lat_0=49 +lon_0=8 +units=m +vunits=us-ft", "tmerc", "us-ft"),
        ("+proj=tmerc +lat_0=49 +lon_0=8 +units=m +vto_meter=0.01", "tmerc", "0.01"),
        ("+proj=tmerc +lat_0=49 +lon_0=8 +units=m +vto_meter=1.0", "tmerc", ""),
    ],
)
def test_the_projections_of_other_programs_are_read(text: str, crs: str, unit: str, tmp_path: Path):
    pytest.importorskip("pyproj")
    place = read_opendrive(write(tmp_path, road(), header=f"<geoReference><![CDATA[{text}]]></geoReference>"))
    assert place.crs is not None
    assert f"+proj={crs}" in place.crs
    told = [words for words in place.left_out if f"unit {unit} of the map projection, read as metres" in words]
    assert len(told) == len(place.left_out) == bool(unit)
