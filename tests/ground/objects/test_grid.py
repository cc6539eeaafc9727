"""The grid finds what a look at every object finds, to the last bit, and each object once."""

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorpool.compile.rows import Stages
from motorpool.errors import WorldError
from motorpool.ground.objects.grid import NOTHING, Circles, Grid, build_grid, nearest_in_cone, nearest_within
from motorpool.world.columns import Whole

CELL = 8.0
BOUNDS = (-40.0, -24.0, 40.0, 32.0)

# Beyond the bounds, too, and often exactly on the border of a cell.
coordinate = st.floats(-70.0, 70.0) | st.integers(-8, 8).map(lambda border: border * CELL)
objects = st.lists(st.tuples(coordinate, coordinate, st.floats(0.0, CELL) | st.just(CELL)), max_size=40)
yaws = st.floats(-7.0, 7.0) | st.sampled_from([0.0, math.pi / 2, math.pi, -math.pi / 2, math.pi / 4])


def columns(circles):
    return np.array(circles, np.float64).reshape(-1, 3).T.copy()


def filed(circles):
    x, y, radius = columns(circles)
    grid = build_grid(x, y, BOUNDS, CELL)
    return Circles(x, y, radius, grid)


def nearest_in_cone_of_all(x, y, yaw, reach, half_angle, circles, clearance):
    """The rule, over every object, without a grid."""
    east, north, radius = columns(circles)
    radius = radius + clearance
    dx, dy = east - x, north - y
    ahead = dx * math.cos(yaw) + dy * math.sin(yaw)
    right = dx * math.sin(yaw) - dy * math.cos(yaw)
    distance = np.sqrt(dx * dx + dy * dy)
    slope = math.sin(half_angle) / math.cos(half_angle)
    is_seen = (ahead > 0.0) & (distance - radius <= reach)
    is_seen &= np.abs(right) <= ahead * slope + radius / math.cos(half_angle)
    if not is_seen.any():
        return NOTHING, math.inf, 0.0
    nearest = int(np.argmin(np.where(is_seen, dx * dx + dy * dy, np.inf)))
    return nearest, distance[nearest], right[nearest]


@given(
    circles=objects,
    x=coordinate,
    y=coordinate,
    yaw=yaws,
    reach=st.floats(0.0, 80.0),
    half_angle=st.floats(0.01, 1.5),
    clearance=st.floats(0.0, 4.0),
)
def test_the_cone_finds_what_a_look_at_every_object_finds(circles, x, y, yaw, reach, half_angle, clearance):
    found = nearest_in_cone(x, y, yaw, reach, half_angle, filed(circles), clearance)
    assert found == nearest_in_cone_of_all(x, y, yaw, reach, half_angle, circles, clearance)


@given(
    x=coordinate,
    y=coordinate,
    yaw=yaws,
    reach=st.floats(0.0, 40.0),
    half_angle=st.floats(0.01, 1.2),
    radius=st.floats(0.0, CELL) | st.just(CELL),
    clearance=st.just(0.0) | st.floats(0.0, 9.0),
    place=st.floats(0.0, 1.0),
    rim=st.sampled_from(["left", "right", "far"]),
)
def test_a_circle_that_only_just_reaches_into_the_cone_is_seen(
    x, y, yaw, reach, half_angle, radius, clearance, place, rim
):
    size = 0.9999 * (radius + clearance)
    if rim == "far":
        angle = (2.0 * place - 1.0) * half_angle
        ahead, right = (reach + size) * math.cos(angle), (reach + size) * math.sin(angle)
    else:
        ahead = 1e-6 + place * reach
        right = ahead * math.tan(half_angle) + size / math.cos(half_angle)
        right = math.copysign(right, 1.0 if rim == "right" else -1.0)
    circle = (
        x + ahead * math.cos(yaw) + right * math.sin(yaw),
        y + ahead * math.sin(yaw) - right * math.cos(yaw),
        radius,
    )
    found = nearest_in_cone(x, y, yaw, reach, half_angle, filed([circle]), clearance)
    assert found == nearest_in_cone_of_all(x, y, yaw, reach, half_angle, [circle], clearance)


@given(circles=objects, x=coordinate, y=coordinate, radius=st.floats(0.0, 30.0))
def test_the_circle_finds_what_a_look_at_every_object_finds(circles, x, y, radius):
    east, north, size = columns(circles)
    dx, dy = east - x, north - y
    overlap = radius + size - np.sqrt(dx * dx + dy * dy)
    expected = int(np.argmax(overlap)) if len(circles) and overlap.max() > 0.0 else NOTHING
    assert nearest_within(x, y, radius, filed(circles)) == expected


@given(circles=objects)
def test_every_point_is_filed_once_under_its_own_cell(circles):
    x, y, _ = columns(circles)
    grid = build_grid(x, y, BOUNDS, CELL)
    assert sorted(grid.item) == list(range(len(circles)))
    for index in range(len(circles)):
        column = min(max(math.floor((x[index] - BOUNDS[0]) / CELL), 0), grid.columns - 1)
        row = min(max(math.floor((y[index] - BOUNDS[1]) / CELL), 0), grid.rows - 1)
        cell = row * grid.columns + column
        assert index in grid.item[grid.first[cell] : grid.first[cell + 1]]


def test_of_two_equally_near_objects_the_first_is_seen():
    twins = [(30.0, 0.0, 1.0), (20.0, 2.0, 1.0), (20.0, -2.0, 1.0)]
    index, _, right = nearest_in_cone(0.0, 0.0, 0.0, 30.0, math.radians(10.0), filed(twins))
    assert (index, right) == (1, -2.0)


def test_what_is_behind_beside_or_too_far_is_not_seen():
    cone = (0.0, 0.0, 0.0, 20.0, math.radians(10.0))
    for unseen in [(-5.0, 0.0, 1.0), (5.0, 3.0, 1.0), (21.1, 0.0, 1.0)]:
        assert nearest_in_cone(*cone, filed([unseen]))[0] == NOTHING
    assert nearest_in_cone(*cone, filed([(20.9, 0.0, 1.0)]))[0] == 0


def test_clearance_shows_what_the_side_would_brush():
    cone = (0.0, 0.0, 0.0, 20.0, math.radians(10.0))
    beside = filed([(5.0, 3.0, 1.0)])
    assert nearest_in_cone(*cone, beside)[0] == NOTHING
    assert nearest_in_cone(*cone, beside, 1.8)[0] == 0


@pytest.mark.parametrize("broken", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_query_that_is_not_finite_finds_nothing_and_raises_nothing(broken, place):
    pose = [0.0, 0.0, 0.0]
    pose[place] = broken
    arguments = filed([(5.0, 0.0, 1.0)])
    assert nearest_in_cone(*pose, 20.0, 0.2, arguments)[0] == NOTHING
    if place < 2:
        assert nearest_within(pose[0], pose[1], 3.0, arguments) == NOTHING


def test_an_empty_grid_answers():
    arguments = filed([])
    assert nearest_in_cone(0.0, 0.0, 0.0, 20.0, 0.2, arguments) == (NOTHING, math.inf, 0.0)
    assert nearest_within(0.0, 0.0, 5.0, arguments) == NOTHING


class Queries(NamedTuple):
    """Where from, and what was found."""

    x: Any
    y: Any
    yaw: Any
    index: Any
    distance: Any
    right: Any
    near: Any


def search(queries: Queries, circles: Whole[Circles]) -> None:
    for i in range(queries.x.size):
        x, y = queries.x[i], queries.y[i]
        queries.index[i], queries.distance[i], queries.right[i] = nearest_in_cone(
            x, y, queries.yaw[i], 25.0, 0.3, circles, 1.0
        )
        queries.near[i] = nearest_within(x, y, 6.0, circles)


def test_compiled_queries_equal_the_plain_ones():
    random = np.random.default_rng(5)
    circles = np.column_stack([random.uniform(-50.0, 50.0, (60, 2)), random.uniform(0.0, CELL, 60)])
    pose = random.uniform(-50.0, 50.0, (3, 200))
    plain, compiled = np.zeros((4, 200)), np.zeros((4, 200))
    search(Queries(*pose, *plain), filed(circles))
    Stages().run(search, Queries(*pose, *compiled), filed(circles))
    assert (plain[0] >= 0.0).sum() > 50
    np.testing.assert_array_equal(plain[[0, 3]], compiled[[0, 3]])
    np.testing.assert_allclose(plain[1:3], compiled[1:3], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("x", "y", "bounds", "cell", "says"),
    [
        ([0.0], [0.0, 1.0], BOUNDS, 8.0, "both must be"),
        ([0.0, math.nan], [0.0, 1.0], BOUNDS, 8.0, "point 1 is at"),
        ([0.0], [0.0], BOUNDS, 0.0, "cell positive"),
        ([0.0], [0.0], (1.0, 0.0, -1.0, 0.0), 8.0, "west <= east"),
        ([0.0], [0.0], (0.0, 0.0, 1e9, 1e9), 1.0, "choose larger cells"),
        ([0.0], [0.0], (0.0, 0.0, 1.0, math.inf), 1.0, "finite"),
    ],
)
def test_an_unusable_grid_is_refused_in_one_sentence(x, y, bounds, cell, says):
    with pytest.raises(WorldError, match=says):
        build_grid(x, y, bounds, cell)


def test_a_grid_over_one_place_is_one_cell():
    grid = build_grid([3.0, 3.0], [4.0, 4.0], (3.0, 4.0, 3.0, 4.0), 8.0)
    assert isinstance(grid, Grid)
    assert (grid.columns, grid.rows, list(grid.first), list(grid.item)) == (1, 1, [0, 2], [0, 1])
