"""Contact: a vehicle moves out of an object by the shortest way, and by no more than it must."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from motorpool.ground.objects.contact import deepest_contact, push_out
from motorpool.ground.objects.grid import NOTHING, Circles, build_grid

small = st.floats(-6.0, 6.0)
near = st.floats(-1.0, 1.0)  # mostly within the rectangle
yaws = st.floats(-4.0, 4.0)
half_lengths, half_widths, radii = st.floats(1.0, 4.0), st.floats(0.5, 2.0), st.floats(0.0, 3.0)


def gap(x, y, yaw, half_length, half_width, object_x, object_y, radius):
    """Distance between the rectangle and the circle; as far as a centre lies inside the rectangle, negative."""
    dx, dy = object_x - x, object_y - y
    ahead = abs(dx * math.cos(yaw) + dy * math.sin(yaw)) - half_length
    left = abs(dy * math.cos(yaw) - dx * math.sin(yaw)) - half_width
    return math.hypot(max(ahead, 0.0), max(left, 0.0)) + min(max(ahead, left), 0.0) - radius


@given(small, small, yaws, half_lengths, half_widths, near, near, radii)
def test_a_vehicle_that_was_in_an_object_ends_up_just_touching_it(x, y, yaw, length, width, dx, dy, radius):
    ox, oy = x + dx, y + dy
    new_x, new_y, depth = push_out(x, y, yaw, length, width, ox, oy, radius)
    assume(depth > 0.0)
    assert gap(new_x, new_y, yaw, length, width, ox, oy, radius) == pytest.approx(0.0, abs=1e-9)


@given(small, small, yaws, half_lengths, half_widths, small, small, radii)
def test_the_depth_is_the_overlap_and_the_way_out_is_as_long(x, y, yaw, length, width, ox, oy, radius):
    new_x, new_y, depth = push_out(x, y, yaw, length, width, ox, oy, radius)
    assert depth == pytest.approx(max(0.0, -gap(x, y, yaw, length, width, ox, oy, radius)), abs=1e-9)
    assert math.hypot(new_x - x, new_y - y) == pytest.approx(depth, abs=1e-9)


@given(small, small, yaws, half_lengths, half_widths, small, small, radii, st.floats(-math.pi, math.pi))
def test_no_shorter_way_out_exists(x, y, yaw, length, width, ox, oy, radius, direction):
    _, _, depth = push_out(x, y, yaw, length, width, ox, oy, radius)
    step = 0.999 * depth
    moved = (x + step * math.cos(direction), y + step * math.sin(direction))
    assert depth < 1e-6 or gap(*moved, yaw, length, width, ox, oy, radius) < 0.0


@given(small, small, yaws, half_lengths, half_widths, small, small, radii)
def test_a_vehicle_apart_from_the_object_stays_exactly_where_it_is(x, y, yaw, length, width, ox, oy, radius):
    assume(gap(x, y, yaw, length, width, ox, oy, radius) > 1e-9)
    assert push_out(x, y, yaw, length, width, ox, oy, radius) == (x, y, 0.0)


@given(small, small, yaws, half_lengths, half_widths, small, small, radii)
def test_the_mirrored_contact_is_the_mirror_image(x, y, yaw, length, width, ox, oy, radius):
    left = -math.sin(yaw) * (ox - x) + math.cos(yaw) * (oy - y)
    assume(abs(left) > 1e-9)  # on the axis itself the way out is a choice
    new_x, new_y, depth = push_out(x, y, yaw, length, width, ox, oy, radius)
    mirrored = push_out(x, -y, -yaw, length, width, ox, -oy, radius)
    assert mirrored == pytest.approx((new_x, -new_y, depth), abs=1e-9)


@given(small, small, yaws, half_lengths, half_widths, small, small, radii, yaws)
def test_turning_everything_turns_the_way_out(x, y, yaw, length, width, ox, oy, radius, turn):
    ahead = math.cos(yaw) * (ox - x) + math.sin(yaw) * (oy - y)
    left = -math.sin(yaw) * (ox - x) + math.cos(yaw) * (oy - y)
    is_tie = abs((length - abs(ahead)) - (width - abs(left))) < 1e-9 or min(abs(ahead), abs(left)) < 1e-9
    assume(not is_tie)

    def turned(east, north):
        cosine, sine = math.cos(turn), math.sin(turn)
        return cosine * east - sine * north, sine * east + cosine * north

    new_x, new_y, depth = push_out(x, y, yaw, length, width, ox, oy, radius)
    after = push_out(*turned(x, y), yaw + turn, length, width, *turned(ox, oy), radius)
    assert after == pytest.approx((*turned(new_x, new_y), depth), abs=1e-9)


def test_a_corner_gives_way_along_the_diagonal():
    """Corner (2, 1), centre (2.3, 1.4): half a metre off, straight out by (0.6, 0.8)."""
    x, y, depth = push_out(0.0, 0.0, 0.0, 2.0, 1.0, 2.3, 1.4, 1.0)
    assert depth == pytest.approx(0.5)
    assert (x, y) == pytest.approx((-0.3, -0.4))


def test_an_object_under_the_vehicle_leaves_by_the_nearest_side():
    """Centre (0.5, 0.8) of a 4 x 2 m vehicle: 0.2 m from the left side, plus the radius."""
    assert push_out(0.0, 0.0, 0.0, 2.0, 1.0, 0.5, 0.8, 0.3) == pytest.approx((0.0, -0.5, 0.5))
    assert push_out(0.0, 0.0, 0.0, 2.0, 1.0, -1.9, 0.0, 0.3) == pytest.approx((0.4, 0.0, 0.4))


@pytest.mark.parametrize("place", range(8))
def test_a_value_that_is_not_a_number_moves_nothing(place):
    values = [1.0, 2.0, 0.3, 2.0, 1.0, 1.5, 2.0, 0.5]
    values[place] = math.nan
    x, y, depth = push_out(*values)
    assert depth == 0.0
    assert math.isnan(x) == (place == 0)
    assert math.isnan(y) == (place == 1)


@given(
    st.floats(-20.0, 20.0),
    st.floats(-20.0, 20.0),
    yaws,
    st.floats(-math.pi, math.pi),
    st.floats(0.0, 5.0) | st.just(5.0),
)
def test_a_circle_that_only_just_touches_the_vehicle_is_found(x, y, yaw, direction, radius):
    """Straight out from the corner that lies that way."""
    corner_x, corner_y = math.copysign(3.5, math.cos(direction)), math.copysign(1.8, math.sin(direction))
    ahead = corner_x + 0.9999 * radius * math.cos(direction)
    left = corner_y + 0.9999 * radius * math.sin(direction)
    ox = x + ahead * math.cos(yaw) - left * math.sin(yaw)
    oy = y + ahead * math.sin(yaw) + left * math.cos(yaw)
    grid = build_grid([ox], [oy], (-16.0, -16.0, 16.0, 16.0), 5.0)
    found = deepest_contact(x, y, yaw, 3.5, 1.8, Circles(np.array([ox]), np.array([oy]), np.array([radius]), grid))
    assert found[1:] == push_out(x, y, yaw, 3.5, 1.8, ox, oy, radius)


@given(
    st.lists(st.tuples(st.floats(-20.0, 20.0), st.floats(-20.0, 20.0), st.floats(0.0, 5.0)), max_size=30),
    st.floats(-20.0, 20.0),
    st.floats(-20.0, 20.0),
    yaws,
)
def test_the_deepest_contact_is_the_deepest_of_all_objects(circles, x, y, yaw):
    ox, oy, radius = np.array(circles, np.float64).reshape(-1, 3).T.copy()
    grid = build_grid(ox, oy, (-16.0, -16.0, 16.0, 16.0), 5.0)
    index, new_x, new_y, depth = deepest_contact(x, y, yaw, 3.5, 1.8, Circles(ox, oy, radius, grid))
    every = [push_out(x, y, yaw, 3.5, 1.8, *circle) for circle in circles]
    deepest = max((result[2] for result in every), default=0.0)
    assert depth == deepest
    if deepest == 0.0:
        assert (index, new_x, new_y) == (NOTHING, x, y)
    else:
        assert index == [result[2] for result in every].index(deepest)
        assert (new_x, new_y, depth) == every[index]
