"""The avoidance code of document 003: as printed, each defect alone, and without them the rule that we drive by."""

import itertools
import math

import numpy as np
import pytest
from avoidance_1992 import (
    HFOS,
    Circle,
    Detection,
    Point,
    Side,
    behavior_motion,
    boundary,
    box_around,
    deciding_side,
    detect_bounds,
    direction_case,
    dist_in_2d,
    figure_4_2,
    figure_4_3,
    overlapped_side,
    search_advance,
    search_object,
    seq_search,
    turn_away,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from motorpool.ground.objects.grid import Circles, build_grid, nearest_in_cone
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.avoidance.defects import AS_PUBLISHED, CORRECTED, Defects
from motorpool.world.avoidance.search_cone import HALF_ANGLE, avoid, reach

ORIGIN = Point(0.0, 0.0)
directions = st.floats(0.0, math.tau)
places = st.floats(-80.0, 80.0)
circles = st.builds(Circle, places, places, st.floats(0.1, 4.0))


def corrected(*names):
    """All as printed but these."""
    return AS_PUBLISHED._replace(**dict.fromkeys(names, False))


def only(*names):
    """All corrected but these."""
    return CORRECTED._replace(**dict.fromkeys(names, True))


def look(objects, *, x=0.0, z=0.0, direction=0.0, speed=10.0, printed=AS_PUBLISHED):
    """Return the objects that a vehicle sees."""
    return behavior_motion(x, z, direction, speed, [Circle(*each) for each in objects], printed).detection


@pytest.fixture(scope="module")
def vectors(vector_file):
    return vector_file


# ------------------------------------------------------------ the vector file


def test_vectors_of_the_search_triangle(vectors):
    for case in vectors["e_thesis_faithful"]["search_tri"]:
        triangle = detect_bounds(case["x"], case["z"], case["dir"], case["advance"])
        for actual, name in zip(triangle, ("v0_left_label", "v1_right_label", "v2", "v3"), strict=True):
            assert actual == pytest.approx(tuple(case["tri"][name]), abs=1e-12)


def test_vectors_of_the_width_of_the_search_at_60_kmh(vectors):
    """The thesis prints 12.9 m: equation 4.1's range, across which 10 degrees to each side are 12.93 m."""
    expected = vectors["e_thesis_faithful"]["search_width_60kmh"]
    speed = 60.0 / 3.6
    corrected = detect_bounds(0.0, 0.0, 0.0, search_advance(speed, CORRECTED))
    assert math.dist(corrected.tip, corrected.left) == pytest.approx(expected["d"], abs=1e-12)
    assert 2.0 * math.dist(corrected.tip, corrected.left) * math.tan(HFOS) == pytest.approx(expected["tan_width"])
    assert math.dist(corrected.left, corrected.right) == pytest.approx(expected["sin_width"], abs=1e-12)
    printed = detect_bounds(0.0, 0.0, 0.0, search_advance(speed))
    assert math.dist(printed.left, printed.right) == pytest.approx(expected["code_kmh_variant"], abs=1e-12)
    assert expected["tan_width"] == pytest.approx(12.9, abs=0.05)


def test_vectors_of_the_decisions_as_printed_and_mended(vectors):
    for case in vectors["e_thesis_behaviour"]:
        objects = [Circle(*each) for each in case["objs"]]
        arguments = case["x"], case["z"], case["psi"], case["v"], objects
        found = behavior_motion(*arguments).detection
        assert (found.is_found, found.side.name) == (case["faithful"]["find"], case["faithful"]["side"])
        better = behavior_motion(*arguments, CORRECTED)
        assert better.detection.is_found == case["corrected"]["detect"]
        assert better.detection.side.name == case["corrected"]["side"]
        assert wrap_angle(better.direction_value - case["corrected"]["desired"]) == pytest.approx(0.0, abs=1e-12)


# ------------------------------------------------------------ without its defects it is the corrected rule


@given(places, places, st.floats(-3.1, 3.1), st.floats(-20.0, 20.0), st.lists(circles, max_size=8))
def test_with_every_defect_mended_it_decides_as_the_corrected_rule(x, y, yaw, speed, objects):
    columns = np.array(objects, np.float64).reshape(-1, 3).T.copy()
    grid = build_grid(columns[0], columns[1], (-100.0, -100.0, 100.0, 100.0), 16.0)
    index, nearest, right = nearest_in_cone(x, y, yaw, reach(speed), HALF_ANGLE, Circles(*columns, grid))
    distances = sorted(math.hypot(each.x - x, each.z - y) for each in objects)
    assume(all(after - before > 1e-6 for before, after in itertools.pairwise(distances)))
    assume(all(clearly_in_or_out(x, y, yaw, speed, each) for each in objects))
    is_found, wanted = turn_away(x, y, yaw, speed, [tuple(each) for each in objects], CORRECTED)
    assert is_found == (index >= 0)
    expected, _ = avoid(yaw, yaw, yaw, 0.0, float(index >= 0), right)
    assert abs(right) < 1e-9 * nearest or wrap_angle(wanted - expected) == pytest.approx(0.0, abs=1e-9)


def clearly_in_or_out(x, y, yaw, speed, each):
    """Return whether an object is far enough from the limit that rounding cannot decide."""
    dx, dy = each.x - x, each.z - y
    ahead, beside = dx * math.cos(yaw) + dy * math.sin(yaw), abs(dy * math.cos(yaw) - dx * math.sin(yaw))
    margins = (
        ahead,
        math.hypot(dx, dy) - each.radius - reach(speed),
        beside - ahead * math.tan(HFOS) - each.radius / math.cos(HFOS),
    )
    return min(map(abs, margins)) > 1e-6 and abs(beside - each.radius) > 1e-6


@given(st.lists(st.tuples(st.floats(1.0, 40.0), st.floats(-8.0, 8.0)), max_size=3), directions, places, places)
def test_the_listing_does_not_depend_on_our_frame(objects, direction, x, z):
    """Through the adapters or directly: the same decision."""
    turned = [
        Circle(
            x + ahead * math.cos(direction) - right * math.sin(direction),
            z + ahead * math.sin(direction) + right * math.cos(direction),
        )
        for ahead, right in objects
    ]
    yaw = wrap_angle(-direction)
    exact = -yaw if yaw <= 0.0 else math.tau - yaw
    assume(exact < math.tau)
    direct = behavior_motion(x, z, exact, 5.0, turned)
    found, wanted = turn_away(x, -z, yaw, 5.0, [(each.x, -each.z, each.radius) for each in turned], AS_PUBLISHED)
    assert found == direct.detection.is_found
    assert wrap_angle(wanted + direct.direction_value) == pytest.approx(0.0, abs=1e-12)


# ------------------------------------------------------------ the small functions


@given(places, places, places)
def test_a_boundary_is_the_least_and_the_greatest(one, two, three):
    assert boundary(one, two, three) == (min(one, two, three), max(one, two, three))


@given(places, places, directions, st.floats(0.0, 60.0))
def test_the_search_triangle_has_its_tip_at_the_vehicle_and_opens_to_20_degrees(x, z, direction, advance):
    triangle = detect_bounds(x, z, direction, advance)
    assert triangle.tip == (x, z)
    for corner, angle in ((triangle.left, direction + HFOS), (triangle.right, direction - HFOS)):
        assert math.dist(corner, triangle.tip) == pytest.approx(20.0 + advance)
        assert (
            math.atan2(corner.z - z, corner.x - x) == pytest.approx(wrap_angle(angle), abs=1e-9)
            or abs(wrap_angle(angle)) > math.pi - 1e-9
        )


def test_distances_are_cut_to_whole_metres_as_printed():
    assert dist_in_2d(Point(3.0, 4.9), ORIGIN) == 5.0
    assert dist_in_2d(Point(3.0, 4.9), ORIGIN, CORRECTED) == pytest.approx(math.sqrt(33.01))


# ------------------------------------------------------------ each defect alone


def test_swapped_sides_turn_the_vehicle_into_the_object():
    """An object 2 m to the right is called left, and the vehicle turns right by 45 degrees."""
    for objects, right in (([Circle(20.0, 2.0)], True), ([Circle(20.0, -2.0)], False)):
        printed = behavior_motion(0.0, 0.0, 0.0, 10.0, objects, only("swapped_sides"))
        better = behavior_motion(0.0, 0.0, 0.0, 10.0, objects, CORRECTED)
        toward = 0.25 * math.pi if right else -0.25 * math.pi
        assert (printed.direction_value, better.direction_value) == (toward, -toward)


def test_two_different_objects_go_undetected():
    two = [(20.0, 2.0), (25.0, -3.0)]
    assert not look(two).is_found
    assert look(two, printed=corrected("lost_detection")).is_found
    assert not look(two, printed=only("lost_detection")).is_found


def test_an_empty_field_is_a_detection():
    """Two unset places are equal; what was read unset is counted."""
    assert look([]) == Detection(True, Side.LEFT, 4)
    assert look([], printed=corrected("false_detection")) == Detection(False, None, 0)
    assert look([], x=50.0, z=3.0, direction=1.0).is_found


def test_the_farther_of_two_objects_decides():
    near_right, far_left = Circle(20.0, 2.0), Circle(30.0, -3.0)  # "left" and "right" of the listing
    assert deciding_side(ORIGIN, near_right, far_left, only("farther_object")) is Side.LEFT
    assert deciding_side(ORIGIN, near_right, far_left, CORRECTED) is Side.RIGHT
    assert (
        deciding_side(ORIGIN, near_right, far_left, AS_PUBLISHED) is Side.RIGHT
    )  # by the swapped names, the far one's


def test_whole_metres_cannot_tell_near_from_far():
    """20.9 and 20.1 m are both 20: the first branch decides, whichever is nearer."""
    pair = Circle(20.9, 0.5), Circle(20.1, -0.5)
    flipped = Circle(20.1, 0.5), Circle(20.9, -0.5)
    whole, exact = only("whole_metres"), CORRECTED
    assert deciding_side(ORIGIN, *pair, whole) is deciding_side(ORIGIN, *flipped, whole)
    assert deciding_side(ORIGIN, *pair, exact) is not deciding_side(ORIGIN, *flipped, exact)


@given(st.floats(0.35, 1.2))
def test_a_box_sees_what_is_far_outside_the_cone(direction):
    """On a diagonal the boxes reach to both sides: an object at the box's near corner is more than 10 degrees off."""
    triangle = detect_bounds(0.0, 0.0, direction, 10.0)
    box = box_around(triangle, triangle.left)
    corner = Circle(box.min_x + 0.1, box.max_z - 0.1)
    off = abs(wrap_angle(math.atan2(corner.z, corner.x) - direction))
    assert off > math.radians(15.0)
    assert seq_search(triangle, triangle.left, [corner], only("boxes")) == corner
    assert seq_search(triangle, triangle.left, [corner], CORRECTED) is None


def test_an_object_is_only_its_centre():
    """A wood of 6 m radius whose centre is 5 m outside the cone is not seen."""
    wood = (15.0, 7.0, 6.0)
    assert not look([wood], printed=only("points")).is_found
    assert look([wood], printed=CORRECTED).is_found


def test_the_first_of_the_list_is_taken_for_the_nearest():
    far, near = Circle(29.0, 1.0), Circle(12.0, 1.0)
    triangle = detect_bounds(0.0, 0.0, 0.0, 10.0)
    assert seq_search(triangle, triangle.left, [far, near], AS_PUBLISHED) == far
    assert seq_search(triangle, triangle.left, [far, near], corrected("first_listed")) == near


@pytest.mark.parametrize(("place", "is_seen"), [(100, True), (101, False)])
def test_the_102nd_object_is_never_looked_at(place, is_seen):
    objects = [(-50.0, 0.0)] * place + [(20.0, 2.0)]
    quiet = only("short_list")
    assert look(objects, printed=quiet).is_found == is_seen
    assert look(objects, printed=CORRECTED).is_found


def test_the_range_takes_kilometres_an_hour_for_metres():
    """At 60 km/h it looks 80 m ahead, not 36.7 m."""
    assert 20.0 + search_advance(60.0 / 3.6) == pytest.approx(80.0)
    assert 20.0 + search_advance(60.0 / 3.6, CORRECTED) == pytest.approx(20.0 + 50.0 / 3.0)
    assert look([(60.0, 5.0)], speed=60.0 / 3.6, printed=only("range_in_kmh")).is_found
    assert not look([(60.0, 5.0)], speed=60.0 / 3.6, printed=CORRECTED).is_found


def test_a_direction_and_a_turn_share_a_variable():
    """With nothing in the way the value is 0: wanted is direction 0, wherever the vehicle was going."""
    clear = only("added_directions")
    assert behavior_motion(0.0, 0.0, 2.0, 10.0, [], clear).direction_value == 0.0
    assert behavior_motion(0.0, 0.0, 2.0, 10.0, [], CORRECTED).direction_value == 2.0


# ------------------------------------------------------------ the eight cases


COMMENTS = {0.0: 1, 0.5 * math.pi: 3, math.pi: 5, 1.5 * math.pi: 7}  # what the listing's comments say beside its cases


@pytest.mark.parametrize(("direction", "case"), COMMENTS.items())
def test_only_when_mended_the_cases_are_those_of_the_comments(direction, case):
    assert direction_case(direction, CORRECTED) == case
    assert direction_case(direction + 0.3, CORRECTED) == case + 1
    assert direction_case(direction) == (case if direction == 0.0 else {3: 5, 5: 8, 7: 8}[case])


def test_a_whole_turn_is_no_case_at_all():
    """It is compared with 360.0, but directions are radians: the variable stays unset."""
    assert direction_case(math.tau) == 0
    assert direction_case(360.0) == 1
    assert direction_case(math.tau, CORRECTED) == 1
    ahead = Circle(20.0, 0.0)
    triangle = detect_bounds(0.0, 0.0, 0.0, 10.0)
    assert search_object(triangle, [ahead], math.tau).side is None
    assert search_object(triangle, [ahead], math.tau).unset_reads == 1


def test_a_negative_direction_is_turned_once():
    assert direction_case(-0.1) == direction_case(math.tau - 0.1) == 8


@given(directions, st.floats(5.0, 30.0), st.floats(0.05, 0.8), st.booleans())
def test_mended_lines_tell_the_side(direction, distance, offset, is_right):
    """Offset by so much to the right or left of the heading; the right side is where directions grow."""
    beside = offset if is_right else -offset
    each = Circle(
        distance * math.cos(direction) - beside * math.sin(direction),
        distance * math.sin(direction) + beside * math.cos(direction),
    )
    assert overlapped_side(ORIGIN, direction, each, CORRECTED) is (Side.RIGHT if is_right else Side.LEFT)
    swapped = only("swapped_sides")
    assert overlapped_side(ORIGIN, direction, each, swapped) is (Side.LEFT if is_right else Side.RIGHT)


@pytest.mark.parametrize("direction", [0.0, 0.5 * math.pi, math.pi, 1.5 * math.pi])
@pytest.mark.parametrize("beside", [-2.0, 2.0])
def test_on_an_axis_what_is_ahead_is_always_on_the_right(direction, beside):
    """Cases 1, 3, 5, 7 compare along the heading. (The cases are those of the comments here.)"""
    each = Circle(
        20.0 * math.cos(direction) - beside * math.sin(direction),
        20.0 * math.sin(direction) + beside * math.cos(direction),
    )
    assert overlapped_side(ORIGIN, direction, each, only("side_lines")) is Side.RIGHT


def test_case_by_case_the_lines_are_as_printed():
    """Numbers by hand: tan(pi/4 - 0.3) 10 = 5.28; tan(2 - pi) is negative, its size 2.185; tan(3 - 3 pi/4) = 0.756."""
    assert direction_case(0.3) == 2
    assert overlapped_side(ORIGIN, 0.3, Circle(10.0, -5.2)) is Side.RIGHT
    assert overlapped_side(ORIGIN, 0.3, Circle(10.0, -5.3)) is Side.LEFT
    assert direction_case(1.0) == 4
    assert overlapped_side(ORIGIN, 1.0, Circle(0.1, 10.0)) is Side.LEFT
    assert overlapped_side(ORIGIN, 1.0, Circle(-0.1, 10.0)) is Side.RIGHT
    assert direction_case(2.0) == 6
    assert overlapped_side(ORIGIN, 2.0, Circle(-21.8, 10.0)) is Side.LEFT
    assert overlapped_side(ORIGIN, 2.0, Circle(-21.9, 10.0)) is Side.RIGHT
    assert direction_case(3.0) == 8
    assert overlapped_side(ORIGIN, 3.0, Circle(-10.0, -7.5)) is Side.LEFT
    assert overlapped_side(ORIGIN, 3.0, Circle(-10.0, -7.6)) is Side.RIGHT


# ------------------------------------------------------------ the figures


def test_figure_4_2_as_printed():
    near, far = Circle(10.0, -1.0), Circle(20.0, 1.0)
    assert figure_4_2(ORIGIN, None, None) is None
    assert figure_4_2(ORIGIN, near, None) is Side.LEFT
    assert figure_4_2(ORIGIN, None, near) is Side.RIGHT
    assert figure_4_2(ORIGIN, near, near) is Side.LEFT
    assert figure_4_2(ORIGIN, near, far) is Side.LEFT
    assert figure_4_2(ORIGIN, far, near) is Side.RIGHT


@given(st.floats(5.0, 40.0), st.floats(5.0, 40.0))
def test_the_figure_and_the_listing_contradict_each_other(one, other):
    """About the nearer of two objects, always."""
    assume(abs(one - other) >= 1.0)
    left, right = Circle(one, -0.5), Circle(other, 0.5)
    assert figure_4_2(ORIGIN, left, right) is not deciding_side(ORIGIN, left, right)


def test_the_loop_of_figure_4_3_steers_toward_the_object_and_never_ends():
    """An object on the left: the left track loses force, left less right is negative, the direction turns left."""
    wanted = 0.25 * math.pi  # to the right, away from it, by the text
    toward = figure_4_3(0.0, wanted, True, 1e-6)
    assert not toward.has_ended
    assert toward.direction < 0.0
    assert (toward.left_track_force, toward.right_track_force) == (-1e6, 1e6)
    away = figure_4_3(0.0, wanted, True, 1e-6, away=True)
    assert not away.has_ended  # it turns the right way, past the one float it waits for
    ended = figure_4_3(0.0, wanted, True, 1e-6, away=True, close_enough=0.01)
    assert ended.has_ended
    assert ended.direction == pytest.approx(wanted, abs=0.01)


def test_every_defect_has_its_own_name():
    assert all(AS_PUBLISHED)
    assert not any(CORRECTED)
    assert len(Defects._fields) == len(set(Defects._fields)) == 13
