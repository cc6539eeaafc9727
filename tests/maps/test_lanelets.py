"""Lanelet2 maps: lanes between borders become one-way roads."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from osm_files import METRES_PER_DEGREE, document, project
from test_osm_files import refusal

import motorpool as mp
from motorpool.maps.osm import read_osm
from motorpool.maps.world_folder import read_map

NODES = {  # x, y, z of three borders of two lanes to the east; the lanes go on beyond x = 60
    1: (0, 3.5, 1), 2: (60, 3.5, 4), 3: (0, 0, 1), 4: (60, 0, 4), 5: (0, -3.5, 1), 6: (60, -3.5, 4),
    7: (120, 3.5, 4), 8: (120, 0, 4),
}  # fmt: skip
WAYS = {1: [1, 2], 2: [3, 4], 3: [5, 6], 4: [2, 7], 5: [4, 8]}


def lanelets(*relations: str, nodes: str = "", ways: dict[int, list[int]] = WAYS) -> str:
    places = "".join(
        f'<node id="{number}" lat="{y / METRES_PER_DEGREE:.7f}" lon="{x / METRES_PER_DEGREE:.7f}">'
        f'<tag k="ele" v="{z}"/></node>'
        for number, (x, y, z) in NODES.items()
    )
    lines = ""
    for number, line in ways.items():
        references = "".join(f'<nd ref="{node}"/>' for node in line)
        lines += f'<way id="{number}">{references}<tag k="type" v="line_thin"/></way>'
    return document((nodes or places) + lines + "".join(relations))


def lanelet(number: int, left: list[int], right: list[int], **tags: str) -> str:
    members = "".join(
        f'<member type="way" ref="{way}" role="{role}"/>'
        for role, border in (("left", left), ("right", right))
        for way in border
    )
    words = "".join(f'<tag k="{key}" v="{value}"/>' for key, value in {"type": "lanelet", **tags}.items())
    return f'<relation id="{number}">{members}{words}</relation>'


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_lanelet_is_a_road_between_its_borders(tmp_path: Path):
    text = lanelets(lanelet(9, [1], [2], speed_limit="30"))
    (section,) = read_osm(write(tmp_path / "map.osm", text), project).network.sections
    np.testing.assert_allclose(section.points[[0, -1]], [[0.0, 1.75, 1.0], [60.0, 1.75, 4.0]], atol=0.01)
    np.testing.assert_allclose(section.points[:, 2], 1.0 + section.points[:, 0] / 20.0, atol=0.01)
    assert (section.lanes_forward, section.lanes_backward) == (1, 0)
    assert section.width == pytest.approx(3.5, abs=0.01)
    assert section.speed_limit == pytest.approx(30.0 / 3.6)


def test_the_left_border_is_on_the_left_however_the_borders_are_stored(tmp_path: Path):
    for left, right in itertools.product(([1, 2], [2, 1]), ([3, 4], [4, 3])):
        ways = {1: left, 2: right}
        for borders, direction in ((([1], [2]), 1.0), (([2], [1]), -1.0)):
            text = lanelets(lanelet(9, *borders), ways=ways)
            (section,) = read_osm(write(tmp_path / "map.osm", text), project).network.sections
            assert np.sign(section.points[-1, 0] - section.points[0, 0]) == direction


def test_lanelets_that_share_the_ends_of_their_borders_are_connected(tmp_path: Path):
    long = lanelet(12, [1, 4], [5, 2], one_way="no")
    text = lanelets(lanelet(9, [1], [2]), lanelet(10, [4], [5]), lanelet(11, [2], [3]), long)
    first, second, beside, whole = read_osm(write(tmp_path / "map.osm", text), project).network.sections
    assert first.end == second.start
    assert (first.start, second.end) == (whole.start, whole.end)
    assert {beside.start, beside.end}.isdisjoint({first.start, first.end})
    assert whole.length == pytest.approx(120.0, abs=0.01)
    assert whole.lanes_backward == 1


@pytest.mark.parametrize(
    ("rule", "sign", "own", "expected"),
    [
        ("de274-60", "", {}, 60.0),
        ("20 mph", "", {}, 32.18688),
        ("", "de274-30", {}, 30.0),
        ("de274.1", "de274-80", {}, 30.0),
        ("de274-60", "", {"speed_limit": "40"}, 40.0),
        ("us-w1", "", {}, 50.0),
    ],
)
def test_a_regulatory_element_limits_the_speed(tmp_path: Path, rule: str, sign: str, own: dict, expected: float):
    signs = (
        f'<way id="77"><nd ref="1"/><nd ref="2"/><tag k="type" v="traffic_sign"/><tag k="subtype" v="{sign}"/></way>'
    )
    element = (
        '<relation id="50"><member type="way" ref="77" role="refers"/><tag k="type" v="regulatory_element"/>'
        f'<tag k="subtype" v="speed_limit"/><tag k="sign_type" v="{rule}"/></relation>'
        '<relation id="51"><tag k="type" v="regulatory_element"/><tag k="subtype" v="tow_away"/></relation>'
    )
    member = "".join(f'<member type="relation" ref="{number}" role="regulatory_element"/>' for number in (50, 51, 52))
    road = lanelet(9, [1], [2], **own).replace("<tag", f"{member}<tag", 1)
    place = read_osm(write(tmp_path / "map.osm", lanelets(signs, road, lanelet(10, [4], [5]), element)), project)
    limited, free = place.network.sections
    assert limited.speed_limit == pytest.approx(expected / 3.6)
    assert free.speed_limit == pytest.approx(50.0 / 3.6)
    assert place.left_out["regulatory elements of subtype=tow_away"] == 1
    assert place.left_out["regulatory elements that the file lacks"] == 2
    assert place.left_out["speed limits of signs that are not known"] == (rule == "us-w1")


def test_lanelets_that_are_no_roads_are_counted(tmp_path: Path):
    others = [
        lanelet(1, [1], [2], subtype="crosswalk"),
        lanelet(2, [1], [99]),
        lanelet(3, [], [2]),
        lanelet(4, [1], [1]),
    ]
    path = write(tmp_path / "map.osm", lanelets(lanelet(9, [1], [2]), *others))
    place = read_osm(path, project)
    assert [each.source_id for each in place.network.sections] == ["relation/9"]
    assert place.left_out["lanelets without a length or a width of a road"] == 1
    assert place.left_out["lanelets whose borders are not whole"] == 2
    assert "without a lanelet" in refusal(write(path, lanelets(*others)))


def test_a_map_of_autoware_with_local_positions_has_no_place_on_earth(tmp_path: Path):
    nodes = "".join(
        f'<node id="{number}" lat="" lon=""><tag k="local_x" v="{x + 7000}"/><tag k="local_y" v="{y}"/>'
        f'<tag k="ele" v="{z}"/></node>'
        for number, (x, y, z) in NODES.items()
    )
    place = read_map(write(tmp_path / "lanelet2_map.osm", lanelets(lanelet(9, [1], [2]), nodes=nodes)))
    assert place.crs is None
    np.testing.assert_allclose(place.network.sections[0].points[0], [7000.0, 1.75, 1.0])


def test_a_vehicle_drives_in_a_world_of_lanelets(tmp_path: Path):
    world = mp.load_map(write(tmp_path / "map.osm", lanelets(lanelet(9, [1], [2]), lanelet(10, [4], [5])))).build()
    world.run(seconds=1.0)
    assert np.isfinite(world.vehicles.x).all()
