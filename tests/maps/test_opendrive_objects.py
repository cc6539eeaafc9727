"""Objects and areas of OpenDRIVE files: boxes, cylinders, rows, outlines, and the ground of lanes."""

import math

import numpy as np
import pytest
from opendrive_files import geometry, lane, road, section, straight, write

from motorpool.maps.opendrive import read_opendrive


def place_with(folder, objects, **keywords):
    return read_opendrive(write(folder, road(more=f"<objects>{objects}</objects>", **keywords)))


def area_of(ring):
    x, y = np.asarray(ring).T
    return 0.5 * (x @ np.roll(y, -1) - y @ np.roll(x, -1))


def test_a_box_stands_turned_beside_its_road(tmp_path):
    house = '<object id="h" type="building" s="20" t="10" hdg="0.5" length="8" width="4" height="6"/>'
    place = place_with(tmp_path, house, plan=straight(heading=math.pi / 2))
    (building,) = place.buildings
    assert building.height == 6.0
    assert building.source_id == "object h of road 1"
    np.testing.assert_allclose(building.outline.mean(axis=0), (-10.0, 20.0), atol=1e-9)
    sides = np.diff(building.outline, axis=0, append=building.outline[:1])
    np.testing.assert_allclose(np.linalg.norm(sides, axis=1), (8.0, 4.0, 8.0, 4.0))
    assert math.remainder(math.atan2(sides[0, 1], sides[0, 0]) - math.pi / 2 - 0.5, math.pi) == pytest.approx(0.0)


def test_cylinders_and_trees_are_things(tmp_path):
    place = place_with(
        tmp_path,
        '<object id="p" type="pole" s="5" t="-6" radius="0.2" height="5"/><object id="t" type="tree" s="9" t="6"/>',
    )
    pole, tree = place.things
    assert (pole.kind, pole.radius, pole.height) == ("building", 0.2, 5.0)
    assert (pole.x, pole.y) == pytest.approx((5.0, -6.0))
    assert (tree.kind, tree.height) == ("tree", 8.0)


def test_a_row_repeats_an_object_with_sizes_that_change_along_it(tmp_path):
    row = '<repeat s="10" length="40" distance="10" tStart="5" tEnd="9" heightStart="2" heightEnd="4"/>'
    place = place_with(tmp_path, f'<object id="p" type="pole" s="0" t="0" radius="0.1" height="1">{row}</object>')
    found = [(each.x, each.y, each.height) for each in place.things]
    np.testing.assert_allclose(found, [(10 + 10 * k, 5 + k, 2 + 0.5 * k) for k in range(5)], atol=1e-9)


def test_a_continuous_object_follows_its_road(tmp_path):
    rail = '<repeat s="0" length="62.8" distance="0" tStart="4" tEnd="4" widthStart="0.3" widthEnd="0.3"/>'
    place = place_with(
        tmp_path,
        f'<object id="r" type="barrier" s="0" t="4" width="0.3" height="0.8">{rail}</object>',
        plan=geometry('<arc curvature="-0.05"/>', length=62.8),
    )
    assert len(place.buildings) == 13
    for each in place.buildings:
        radii = np.hypot(each.outline[:, 0], each.outline[:, 1] + 20.0)
        np.testing.assert_allclose(np.sort(radii), (23.85, 23.85, 24.15, 24.15), atol=1e-9)
    assert sum(abs(area_of(each.outline)) for each in place.buildings) == pytest.approx(0.3 * 62.8 * 24 / 20, rel=0.01)


def test_outlines_have_corners_in_either_coordinates(tmp_path):
    local = "".join(f'<cornerLocal u="{u}" v="{v}" z="0" height="3"/>' for u, v in ((0, 0), (6, 0), (0, 4)))
    along = "".join(f'<cornerRoad s="{s}" t="{t}" dz="0" height="2"/>' for s, t in ((1, 5), (9, 5), (9, 8), (1, 8)))
    place = place_with(
        tmp_path,
        f'<object id="a" type="building" s="50" t="10" hdg="1"><outline>{local}</outline></object>'
        f'<object id="b" type="obstacle" s="5" t="6"><outlines><outline>{along}</outline></outlines></object>'
        f'<object id="c" type="vegetation" s="5" t="6"><outlines><outline>{along}</outline></outlines></object>',
    )
    first, second = place.buildings
    assert (area_of(first.outline), first.height) == (pytest.approx(12.0), 3.0)
    np.testing.assert_allclose(first.outline[0], (50.0, 10.0))
    np.testing.assert_allclose(second.outline, [(1, 5), (9, 5), (9, 8), (1, 8)], atol=1e-12)
    wood = place.areas[0]
    assert (wood.kind, wood.category) == (None, "object=vegetation")
    assert wood.trees_per_hectare > 0.0


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('<object type="crosswalk" s="5" t="0"/>', "objects of the type crosswalk, which are flat"),
        ('<object type="obstacle" s="5" t="0" height="0.1"/>', "objects lower than 0.3 m"),
        ('<object type="gantry" s="5" t="0" zOffset="5" height="1"/>', "objects more than 2 m above the road"),
        ('<object type="building" s="500" t="0" height="5"/>', "objects beyond the ends of their roads"),
        ('<object type="building" s="5" t="x" height="5"/>', "<object> with a wrong t"),
        ('<object type="building" s="5" t="5" length="-4" height="5"/>', "<object> with a wrong length"),
        (
            '<object type="building" s="5" t="0" height="5"><outline><cornerRoad s="1" t="1"/></outline></object>',
            "outlines with fewer than three corners, or too many",
        ),
        (
            '<object type="pole" s="5" t="0" height="5"><repeat s="0" length="90" distance="1e-9"/></object>',
            "<repeat> with a wrong s, length or distance",
        ),
    ],
)
def test_objects_that_are_not_placed_are_counted(tmp_path, text, count):
    place = place_with(tmp_path, text)
    assert place.left_out == {count: 1}
    assert not place.buildings
    assert not place.things


def test_lanes_cover_the_ground_by_their_types(tmp_path):
    lanes = section(
        lane(3, width=2.0, kind="sidewalk"), lane(2, width=1.0, kind="none"), lane(1, width=3.0),
        lane(-1, width=4.0), lane(-2, width=1.5, kind="shoulder"), lane(-3, width=50.0, kind="border"),
    )  # fmt: skip
    place = read_opendrive(write(tmp_path, road(lanes=lanes)))
    sizes = {}
    for each in place.areas:
        sizes[each.kind] = sizes.get(each.kind, 0.0) + abs(area_of(each.outlines[0]))
    assert sizes == {
        "concrete": pytest.approx(200.0), "dry-asphalt": pytest.approx(700.0), "gravel": pytest.approx(150.0),
    }  # fmt: skip
    assert place.areas[-1].kind == "dry-asphalt"  # covers the others


def test_the_areas_of_a_winding_road_do_not_overlap_themselves(tmp_path):
    plan = geometry('<arc curvature="0.05"/>', length=3 * 2 * np.pi * 20)  # three turns, one above the other
    place = read_opendrive(write(tmp_path, road(plan)))
    total = sum(area_of(each.outlines[0]) for each in place.areas)
    assert abs(total) == pytest.approx(3 * np.pi * (23.5**2 - 16.5**2), rel=2e-3)
    assert max(abs(area_of(each.outlines[0])) for each in place.areas) < 0.3 * abs(total) / 3


def test_a_bridge_has_no_area_of_ground(tmp_path):
    place = place_with(tmp_path, '<bridge id="b" s="0" length="100"/>')
    assert place.areas == []
    assert place.network.sections[0].is_bridge
